"""Values of Diceless 40K that a player gives to a calculation, each with a message that says how it is written."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Annotated, TypeVar

from builder.systems.diceless.aim import Speed, speed_of_move
from builder.systems.diceless.casualties import Group, Pool
from builder.systems.diceless.saves import Protection
from builder.systems.diceless.tokens import EFFECTS, NamedEffect, named_effect
from builder.systems.diceless.vehicle_damage import EXTRA, LETTERS, LINE_CAPACITY, Impact
from builder.systems.figures import plus, positive, whole
from builder.systems.fortyk.model import Toughness
from builder.systems.parameters import Choice, Kind, one_of

# What calculations and acts ask for in the same words.
DAMAGE = "DMG before saves"
STRENGTH = "S of the attack"
TWIN_LINKED = "the weapon is twin-linked"
TO_HIT = "rolls to hit may be re-rolled"
TO_WOUND = "rolls to wound may be re-rolled"
CLOSE_COMBAT = "an attack in close combat: no cover"
LESS_BS = "what the target's cover takes off BS in lists that play cover by modifiers: 1 or 2"
REROLL_FAILED = "failed saves may be re-rolled"
REROLL_PASSED = "passed saves must be re-rolled"
NULL_ZONE = "it stands in an enemy's Null Zone"

NOTHING = frozenset({"", "-", "–", "none"})
Word = TypeVar("Word", bound=enum.StrEnum)
_SAVE = re.compile(r"([2-6])\+?")
_TOUGHNESS = re.compile(r"(\d{1,2})(?: ?\((\d{1,2})\))?")
_INCHES = re.compile(r'(\d{1,4}(?:\.\d{1,3})?)"?')
_GROUP = "write a group as name, models, HP of each, saves, and if need be HP noted and T: 'bolters, 2, 40, 3+/5++'"


def save(text: str) -> int | None:
    """Return a save, 2 for 2+; None for a dash."""
    if text.strip().lower() in NOTHING:
        return None
    found = _SAVE.fullmatch(text.strip())
    if found is None:
        raise ValueError("write a save from 2+ to 6+, or none")
    return int(found[1])


def saves(text: str) -> Protection:
    """Return the armour save of a model, and behind a stroke its invulnerable one: `3+`, `3+/5++`, `-/4++`."""
    armour, _, invulnerable = text.partition("/")
    return Protection(armour=save(armour), invulnerable=save(invulnerable.strip().removesuffix("+")))


def poison(text: str) -> int:
    """Return how a weapon is poisoned."""
    found = _SAVE.fullmatch(text.strip())
    if found is None:
        raise ValueError("write how it is poisoned, from 2+ to 6+")
    return int(found[1])


def ap(text: str) -> int | None:
    """Return an AP, 1 to 6; None for a dash."""
    if text.strip().lower() in NOTHING:
        return None
    if text.strip() not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("write an AP from 1 to 6, or none")
    return int(text)


def printed_ap(text: str) -> str:
    """Return an AP on a vehicle as printed: `1` to `6`, or `-`; empty where the attack has none."""
    return "" if not text.strip() else str(ap(text) or "-")


def toughness(text: str) -> Toughness:
    """Return a toughness, `4` or `4(5)`."""
    found = _TOUGHNESS.fullmatch(text.strip())
    if found is None or not int(found[1]):
        raise ValueError("write a toughness such as 4 or 4(5)")
    return Toughness(int(found[1]), int(found[2]) if found[2] else None)


def tens_of_toughness(text: str) -> int:
    """Ten times an average toughness, rounded half up: 43 for 4.33."""
    return int(inches(text) * 10 + Fraction(1, 2))


def inches(text: str) -> Fraction:
    """Return a distance in inches, with a point for parts."""
    found = _INCHES.fullmatch(text.strip())
    if found is None:
        raise ValueError("write a number such as 6 or 1.5")
    return Fraction(found[1])


def speed(text: str) -> Speed:
    """Return a speed, which is the word for it or the inches that were moved."""
    if _INCHES.fullmatch(text.strip()):
        return speed_of_move(inches(text))
    return Speed(one_of(text, list(Speed)))


def armour(text: str) -> int:
    """Return the armour of a side of a vehicle."""
    if not text.strip().isdecimal() or len(text.strip()) > 2 or not 1 <= int(text) <= 20:
        raise ValueError("write an AV from 1 to 20, such as 10")
    return int(text)


def extra(text: str) -> str | None:
    """Extra penetration; None for nothing."""
    return None if text.strip().lower() in NOTHING else one_of(text, EXTRA)


def letter(text: str) -> str:
    """Return a damage line."""
    return one_of(text, LETTERS)


def lines(text: str) -> Mapping[str, int]:
    """DMG on lines: `A=12, E=8`."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError("write lines with their DMG, such as A=12,E=8")
        line, damage = letter(name), whole(value)
        if damage > LINE_CAPACITY:
            raise ValueError(f"a line holds {LINE_CAPACITY} at most; line {line} has {damage}")
        if line in found:
            raise ValueError(f"line {line} is there twice")
        found[line] = damage
    return found


def hits(text: str) -> tuple[Impact, ...]:
    """Hits in order, each with whether it has +1 on the damage chart: `G,P,P+1`."""
    known: Mapping[str, Impact] = {
        "G": ("G", False),
        "P": ("P", False),
        "G+1": ("G", True),
        "P+1": ("P", True),
    }
    parts = (part.strip() for part in text.split(","))
    try:
        return tuple(known[one_of(part, known)] for part in parts if part)
    except ValueError as error:
        raise ValueError(f"{error}; write each hit, with commas between, such as G,P,P") from None


def several(read: Callable[[str], int]) -> Callable[[str], tuple[int, ...]]:
    """Return a reader of numbers with commas between, several equal ones as `5x4`."""

    def read_all(text: str) -> tuple[int, ...]:
        found: list[int] = []
        for part in filter(None, (part.strip() for part in text.split(","))):
            times, cross, value = part.lower().replace("×", "x").rpartition("x")
            found += [read(value)] * (positive(times) if cross else 1)
        return tuple(found)

    return read_all


def delays(text: str) -> Mapping[int, int]:
    """Delayed units by turn: `2=1, 3=2`."""
    found: dict[int, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        turn, equals, number = part.partition("=")
        if not equals or positive(turn) in found:
            raise ValueError("write each turn once with the number of units delayed in it, such as 2=1,3=2")
        found[positive(turn)] = positive(number)
    return found


def modifier(text: str) -> int:
    """Return the sum of what is added to reserve rolls."""
    sign, figures = text.strip()[:1], text.strip().lstrip("+-−")
    value = whole(figures)
    return -value if sign in {"-", "−"} else value


def group(text: str) -> Group:
    """Return a group of a unit: `sergeant, 1, 40, 3+/5++`, with HP noted and T behind where they matter."""
    name, *parts = (part.strip() for part in text.split(","))
    if not 3 <= len(parts) <= 5 or not name:
        raise ValueError(_GROUP)
    try:
        pool = Pool(whole(parts[0]), positive(parts[1]), whole(parts[3]) if len(parts) > 3 else 0)
        first = toughness(parts[4]).first if len(parts) > 4 else None
        protection = saves(parts[2])
    except ValueError as error:
        raise ValueError(f"'{text.strip()}': {error}; {_GROUP}") from None
    if pool.noted >= pool.hp_each:
        raise ValueError(f"'{text.strip()}': fewer HP are noted than a model has, {pool.hp_each}")
    return Group(name, pool, protection, first)


def effect(text: str) -> NamedEffect:
    """Return a named effect with tokens of its own."""
    found = named_effect(text)
    if found is None:
        raise ValueError(f"'{text.strip()}' is none of: {', '.join(each.name for each in EFFECTS)}")
    return found


def word(kind: type[Word]) -> Callable[[str], Word]:
    """Return a reader of one of some words."""
    return lambda text: kind(one_of(text, list(kind)))


def key(choices: Iterable[str]) -> Callable[[str], str]:
    """Return a reader of one of some names."""
    known = tuple(choices)
    return lambda text: one_of(text, known)


def _save(value: int | None) -> str:
    return "none" if value is None else plus(value)


def _or_none(value: object) -> str:
    return "none" if value is None else str(value)


def _figures(value: Mapping[object, int]) -> str:
    return ",".join(f"{key}={figure}" for key, figure in value.items())


def _numbers(value: Iterable[object]) -> str:
    return ",".join(map(str, value))


def _hits(value: Iterable[Impact]) -> str:
    return ",".join(f"{row}{'+1' if plus_one else ''}" for row, plus_one in value)


def _group(value: Group) -> str:
    return value.name


def _effect(value: NamedEffect) -> str:
    return value.title


_SAVES = {"enum": [*map(plus, range(2, 7)), "none"]}

Save = Annotated[int | None, Kind(read=save, write=_save, schema=_SAVES)]
"""A save, 2 for 2+, or none, as the type of a field."""
Poison = Annotated[int, Kind(read=poison, write=plus, schema={"enum": [*map(plus, range(2, 7))]})]
"""How a weapon is poisoned, 2 for 2+."""
ArmourPiercing = Annotated[int | None, Kind(read=ap, write=_or_none)]
"""An AP, 1 to 6, or none."""
PrintedAp = Annotated[str, Kind(read=printed_ap)]
"""An AP on a vehicle as printed: `1` to `6`, or `-`."""
FullToughness = Annotated[Toughness, Kind(read=toughness)]
"""A toughness, `4` or `4(5)`."""
TensOfToughness = Annotated[int, Kind(read=tens_of_toughness)]
"""Ten times an average toughness."""
Inches = Annotated[Fraction, Kind(read=inches, figure=True)]
"""A distance in inches."""
Armour = Annotated[int, Kind(read=armour, figure=True)]
"""The armour of a side of a vehicle, 1 to 20."""
Extra = Annotated[str | None, Kind(read=extra, write=_or_none, schema={"enum": [*EXTRA, "none"]})]
"""Extra penetration, or none."""
Letter = Annotated[str, Kind(read=letter, schema={"enum": [*LETTERS]})]
"""A damage line."""
Lines = Annotated[Mapping[str, int], Kind(read=lines, write=_figures)]
"""DMG on lines: `A=12,E=8`."""
Hits = Annotated[tuple[Impact, ...], Kind(read=hits, write=_hits)]
"""Hits in order: `G,P,P+1`."""
MoveSpeed = Annotated[
    Speed,
    Kind(
        read=speed,
        words=tuple(Choice(each, str(each), str(each)) for each in Speed),
        schema={"enum": [*Speed]},
    ),
]
"""How fast a vehicle moved, as a word or in inches."""
Numbers = Annotated[tuple[int, ...], Kind(read=several(whole), write=_numbers)]
"""Numbers, several equal ones as `5x4`."""
Delays = Annotated[Mapping[int, int], Kind(read=delays, write=_figures)]
"""Delayed units by turn: `2=1,3=2`."""
Modifier = Annotated[int, Kind(read=modifier)]
"""The sum of what is added to reserve rolls."""
UnitGroup = Annotated[Group, Kind(read=group, write=_group)]
"""A group of a unit: `sergeant, 1, 40, 3+/5++`."""
Effect = Annotated[NamedEffect, Kind(read=effect, write=_effect)]
"""A named effect with tokens of its own."""


def names(text: str) -> tuple[str, ...]:
    """Names or ids, with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def figures(text: str) -> Mapping[str, int]:
    """A figure for each group, `Sergeant=29,Boltgun=206`; for the only one just the figure, or 0 for all of them."""
    found: dict[str, int] = {}
    for part in names(text):
        name, equals, figure = part.rpartition("=")
        if bool(equals) != bool(name.strip()) or name.strip() in found:
            raise ValueError("write each group once with its figure, such as Sergeant=29,Boltgun=206")
        if not equals and figure[:1].isalpha():
            raise ValueError(f"write the group with its figure, such as {figure}=29")
        found[name.strip()] = whole(figure)
    return found


def by_group(value: Mapping[str, int]) -> str:
    """Figures for groups as they are read."""
    return ",".join(f"{name}={figure}" if name else str(figure) for name, figure in value.items())
