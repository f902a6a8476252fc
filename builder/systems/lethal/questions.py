"""Values of Lethal 40K that a player gives to a calculation, each with a message that says how it is written."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from builder.systems.figures import whole
from builder.systems.lethal.checks import STEADY, State
from builder.systems.lethal.close_combat import ARMOUR, ARMS
from builder.systems.lethal.contact import Cover, Stretch
from builder.systems.lethal.damage import AP_ALONE, SPEED_TABLES, WITH_DIE, Hit
from builder.systems.lethal.groups import Bond, Member, UnitType
from builder.systems.lethal.values import Roll, read_command, read_multiplier, read_roll
from builder.systems.words import one_of

OPEN = "open"
Word = TypeVar("Word", bound=enum.StrEnum)


def command(text: str) -> int:
    """A CM."""
    value = read_command(text)
    if value is None:
        raise ValueError("write a CM from 1+ to 6+")
    return value


def roll(text: str) -> Roll:
    """A skill or a save."""
    value = read_roll(text)
    if value is None:
        raise ValueError("write a value such as 4+ or 2x3+")
    return value


def multiplier(text: str) -> Fraction:
    """A WRM."""
    value = read_multiplier(text)
    if value is None:
        raise ValueError("write a multiple such as 1/4, 1 or 2")
    return value


def stretch(text: str) -> Stretch:
    """A part of the way: `open 45`, `light 15`, `very hard`."""
    words = text.split()
    depth = whole(words.pop()) if words and words[-1].isdecimal() else None
    name = " ".join(words).casefold()
    if name == OPEN:
        if depth is None:
            raise ValueError("say how many cm are open, such as 'open 45'")
        return Stretch(depth)
    return Stretch(depth, _word(name, Cover, (OPEN, *Cover)))


def band(text: str) -> Cover:
    """A band of cover."""
    return _word(text, Cover, list(Cover))


def hit(text: str) -> Hit:
    """How hard a vehicle was hit."""
    return _word(text, Hit, list(Hit))


def comparison(text: str) -> str:
    """What is compared with AV."""
    return one_of(text, (WITH_DIE, AP_ALONE))


def steady(text: str) -> str:
    """A special rule that betters the CM."""
    return one_of(text, STEADY)


def state(text: str) -> State:
    """How far a unit is broken."""
    return _word(text, State, list(State))


def table(text: str) -> str:
    """A table of speed saves."""
    return one_of(text, tuple(SPEED_TABLES))


def member(text: str) -> Member:
    """A unit of a group: its type, its slot, and how it came into the list."""
    parts = [part.strip() for part in text.split(",")]
    if not 2 <= len(parts) <= 3:
        raise ValueError("write a type and a slot, such as 'infantry, troops', and 'linked' or 'structure' behind them")
    bond = _word(parts[2], Bond, list(Bond)) if len(parts) == 3 else Bond.SEPARATE
    kind = _word(parts[0], UnitType, list(UnitType))
    return Member(text.strip(), kind, parts[1], bond)


def armour(text: str) -> str:
    """What primitive troops wear."""
    return one_of(text, tuple(ARMOUR))


def arm(text: str) -> str:
    """A weapon of the hand of primitive troops."""
    return one_of(text, ARMS)


def _word(text: str, kind: type[Word], known: Iterable[str]) -> Word:
    return kind(one_of(text, tuple(word for word in known if word in list(kind)), known))
