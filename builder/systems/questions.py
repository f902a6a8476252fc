"""Values that a player gives to a calculation or a game, each with a message that says how it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a calculation, or an act in a game, wants to know.

    Args:
        name: as it is asked for, with hyphens (`hull-down`).
        text: what it is, in a few words.
        read: makes a value of what was given; its ValueError says how it is written. None for a switch.
        default: meant where nothing is given; None where something must be.
        many: it can be given several times, in order; its value is a tuple.
    """

    name: str
    text: str
    read: Callable[[str], object] | None = None
    default: str | None = None
    many: bool = False

    @property
    def key(self) -> str:
        """Its name among the values of a calculation."""
        return self.name.replace("-", "_")


def whole(text: str) -> int:
    """A whole number, 0 to 9999."""
    if not text.strip().isdecimal() or len(text.strip()) > 4:
        raise ValueError("write a whole number, such as 75")
    return int(text)


def positive(text: str) -> int:
    """A whole number, 1 to 9999."""
    if whole(text) == 0:
        raise ValueError("write a whole number from 1 on")
    return int(text)


def signed(text: str) -> int:
    """A number to add or to take away, −9 to +9, with an ordinary hyphen or a minus sign."""
    sign, figures = text.strip()[:1], text.strip().lstrip("+-−")
    if len(figures) != 1 or not figures.isdecimal() or len(text.strip()) > 2:
        raise ValueError("write a modifier, such as -1 or +1")
    return -int(figures) if sign in ("-", "−") else int(figures)


def score(text: str) -> int:
    """What a die must show, `1+` to `6+`; the sign may be left out."""
    figure = text.strip().removesuffix("+")
    if figure not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("write a score from 1+ to 6+")
    return int(figure)


def die(text: str) -> int:
    """A face of a die."""
    if text.strip() not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("a die shows 1 to 6")
    return int(text)


def dice(text: str) -> tuple[int, ...]:
    """Several dice, or none."""
    return tuple(die(part) for part in text.split(",") if part.strip())


def optional(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    """A reader that makes None of nothing at all."""
    return lambda text: read(text) if text.strip() else None


def one_of(text: str, choices: Iterable[str], told: Iterable[str] = ()) -> str:
    """One of some words, in any case; `told` are those that the message names, where they are more."""
    choices = tuple(choices)
    found = next((choice for choice in choices if choice.casefold() == text.strip().casefold()), None)
    if found is None:
        raise ValueError(f"'{text.strip()}' is none of: {', '.join(told or choices)}")
    return found
