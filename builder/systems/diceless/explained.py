"""What a rule comes to, together with how it came about: commands, games and screens show the same steps."""

from __future__ import annotations

from typing import Generic, TypeVar

from builder.record import Record

Value = TypeVar("Value", covariant=True)


class Explained(Record, Generic[Value], frozen=True):
    """A value and the sentences, in order, that say how it came about."""

    value: Value
    steps: tuple[str, ...] = ()


def count(number: int, one: str, several: str = "") -> str:
    """Return a number with its word: `1 shot`, `2 shots`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def save_text(save: int | None) -> str:
    """Return a save as players write it, in a sentence."""
    return "no save" if save is None else f"{save}+"


def signed(change: int) -> str:
    """Return what is added, with its sign: `+1`, `−1`, `±0`."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"
