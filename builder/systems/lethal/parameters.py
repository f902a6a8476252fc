"""Values of Lethal 40K that a player gives to a calculation, each with a message that says how it is written."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, TypeVar

from builder.systems.figures import SCORES, plus, whole
from builder.systems.lethal.attacks import AP_ALONE, ARMOUR, ARMS, SPEED_TABLES, WITH_DIE
from builder.systems.lethal.command import STEADY
from builder.systems.lethal.contact import Cover, Stretch
from builder.systems.lethal.groups import Member
from builder.systems.lethal.model import Bond, TroopType
from builder.systems.lethal.values import Roll, read_command, read_multiplier, read_roll
from builder.systems.parameters import Kind, names, one_of

OPEN = "open"
Word = TypeVar("Word", bound=enum.StrEnum)


def command(text: str) -> int:
    """Return a CM."""
    value = read_command(text)
    if value is None:
        raise ValueError("write a CM from 1+ to 6+")
    return value


def roll(text: str) -> Roll:
    """Return a skill or a save."""
    value = read_roll(text)
    if value is None:
        raise ValueError("write a value such as 4+ or 2x3+")
    return value


def multiplier(text: str) -> Fraction:
    """Return a WRM."""
    value = read_multiplier(text)
    if value is None:
        raise ValueError("write a multiple such as 1/4, 1 or 2")
    return value


def stretch(text: str) -> Stretch:
    """Return a part of the way: `open 45`, `light 15`, `very hard`."""
    words = text.split()
    depth = whole(words.pop()) if words and words[-1].isdecimal() else None
    name = " ".join(words).casefold()
    if name == OPEN:
        if depth is None:
            raise ValueError("say how many cm are open, such as 'open 45'")
        return Stretch(depth)
    return Stretch(depth, _word(name, Cover, (OPEN, *Cover)))


def member(text: str) -> Member:
    """Return a unit of a group: its type, its slot, and how it came into the list."""
    parts = [part.strip() for part in text.split(",")]
    if not 2 <= len(parts) <= 3:
        raise ValueError("write a type and a slot, such as 'infantry, troops', and 'linked' or 'structure' behind them")
    bond = _word(parts[2], Bond, list(Bond)) if len(parts) == 3 else Bond.SEPARATE
    kind = _word(parts[0], TroopType, list(TroopType))
    return Member(text.strip(), kind, parts[1], bond)


def _word(text: str, kind: type[Word], known: Iterable[str]) -> Word:
    return kind(one_of(text, tuple(word for word in known if word in list(kind)), known))


def _member(value: Member) -> str:
    return value.name


Command = Annotated[int, Kind(read=command, write=plus, schema=SCORES)]
"""A CM, as the type of a field."""
Skill = Annotated[Roll, Kind(read=roll)]
"""A skill or a save: `4+`, `2x3+`."""
Multiplier = Annotated[Fraction, Kind(read=multiplier)]
"""A WRM: `1/4`."""
Passage = Annotated[Stretch, Kind(read=stretch)]
"""A part of the way: `light 15`."""
Comparison = Annotated[str, names((WITH_DIE, AP_ALONE))]
"""What is compared with AV."""
Steady = Annotated[str, names(STEADY)]
"""A special rule that betters the CM."""
SpeedTable = Annotated[str, names(SPEED_TABLES)]
"""A table of speed saves."""
GroupUnit = Annotated[Member, Kind(read=member, write=_member)]
"""A unit of a group: `infantry, troops`."""
Armour = Annotated[str, names(ARMOUR)]
"""What primitive troops wear."""
Arm = Annotated[str, names(ARMS)]
"""A weapon of the hand of primitive troops."""
