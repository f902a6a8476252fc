"""Every editing operation by name, with its parameters: one table for the command line and for screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from builder.errors import EditError

if TYPE_CHECKING:
    from builder.catalogue.armydata import ArmyData
    from builder.roster.model import Roster

Argument: TypeAlias = "str | int | tuple[str, ...] | None"
Arguments: TypeAlias = Mapping[str, Argument]

MOST = 999
"""No more of one thing are counted by an operation."""


@dataclass(frozen=True, slots=True)
class State:
    """An army as it is edited."""

    roster: Roster


@dataclass(frozen=True, slots=True)
class Done:
    """What an operation made: the new state, what to say of it, and the id of something new."""

    state: State
    said: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What an army stands on while it is edited: its data and its rule system."""

    data: ArmyData
    system: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an operation needs to know: a `text`, a whole `number`, or several `texts`; one with `option` has a flag."""

    name: str
    help: str
    kind: str = "text"
    option: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of operation: what it does in a line, its parameters, its function."""

    help: str
    parameters: tuple[Parameter, ...]
    run: Callable[[Ground, State, Arguments], Done]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation to be done: the name of its kind, and its arguments by the names of the parameters."""

    name: str
    arguments: Arguments = field(default_factory=dict)


def text(arguments: Arguments, name: str) -> str:
    """An argument that must be there. Raises EditError."""
    value = arguments.get(name)
    if not isinstance(value, str) or not value:
        raise EditError(f"“{name}” is missing.")
    return value


def optional(arguments: Arguments, name: str) -> str | None:
    """An argument that may be left out."""
    value = arguments.get(name)
    return value if isinstance(value, str) and value else None


def number(arguments: Arguments, name: str, otherwise: int | None = None) -> int:
    """A whole number from 0 to `MOST`. Raises EditError."""
    value = arguments.get(name)
    if value is None and otherwise is not None:
        return otherwise
    if isinstance(value, str) and value.isdecimal() and len(value) < 7:
        value = int(value)
    if not isinstance(value, int) or not 0 <= value <= MOST:
        raise EditError(f"“{name}” is a whole number from 0 to {MOST}.")
    return value


def texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    """Several texts, or none."""
    value = arguments.get(name)
    if isinstance(value, str):
        return (value,)
    return value if isinstance(value, tuple) else ()
