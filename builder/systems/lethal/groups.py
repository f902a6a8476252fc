"""Unit groups: which units may act together, and why others may not."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LEAST, MOST = 2, 3
HQ = "hq"
JOIN_ANY = frozenset({HQ, "elites"})


class TroopType(enum.StrEnum):
    """What counts when units are grouped; infantry with a transport is infantry (L-11)."""

    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    MONSTROUS_CREATURE = "monstrous creature"
    CHARACTER = "character"


class Bond(enum.StrEnum):
    """How a unit came into the list (L-10)."""

    SEPARATE = "separate"
    STRUCTURE = "structure"
    LINKED = "linked"


@dataclass(frozen=True, slots=True)
class Member:
    """A unit that shall join a group.

    Args:
        slot: the name of its slot, in any case.
        whole: what it is a part of, or the entry that it was bought through; empty where the data does not say.
        entry: the name of its own entry, by which others are bought through it.
    """

    name: str
    type: TroopType
    slot: str
    bond: Bond = Bond.SEPARATE
    whole: str = ""
    entry: str = ""

    @property
    def fixed(self) -> bool:
        """Whether it starts the game grouped, and joins no other group."""
        return self.bond is not Bond.SEPARATE


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Why a group is not allowed: the rule, what is wrong, and what would be allowed."""

    rule: str
    wrong: str
    allowed: str


def forbidden(members: Sequence[Member]) -> tuple[Forbidden, ...]:
    """Return why units may not form a group, every reason; empty where they may (L-10, L-11, L-12)."""
    if grouped_from_start(members):
        return ()
    fixed = [member for member in members if member.fixed]
    if fixed and len(fixed) == len(members):
        return tuple(_grouped_apart(fixed))
    return (*_mixed_bonds(fixed), *_size(members), *_types(members), *_slots(members))


def grouped_from_start(members: Sequence[Member]) -> bool:
    """Whether units start the game grouped, whatever they are: parts of one whole among themselves (L-10).

    A unit through which others were bought belongs to these.
    """
    fixed = [member for member in members if member.fixed]
    others = [member for member in members if not member.fixed]
    if not fixed or len({_key(member) for member in fixed}) > 1:
        return False
    bought = fixed[0].bond is Bond.LINKED and fixed[0].whole.casefold()
    return not others or (bool(bought) and [other.entry.casefold() for other in others] == [bought])


def _key(member: Member) -> tuple[Bond, str]:
    return member.bond, member.whole.casefold()


def _grouped_apart(fixed: Sequence[Member]) -> Iterator[Forbidden]:
    first = fixed[0]
    other = next(member for member in fixed if _key(member) != _key(first))
    yield Forbidden(
        "L-10",
        f"{first.name} is {_bond_words(first)}, {other.name} is {_bond_words(other)}",
        "each is grouped from the start with those that it came with, and with nobody else",
    )


def _mixed_bonds(fixed: Sequence[Member]) -> Iterator[Forbidden]:
    for member in fixed:
        if member.bond is Bond.STRUCTURE:
            allowed = f"the parts of {member.whole or 'its structure'} among themselves"
        else:
            allowed = f"{member.whole or 'the unit that it was bought through'} alone, and others linked to it"
        yield Forbidden("L-10", f"{member.name} is {_bond_words(member)} and joins no other group", allowed)


def _bond_words(member: Member) -> str:
    if member.bond is Bond.STRUCTURE:
        return f"part of {f'the structure {member.whole}' if member.whole else 'a structure'}"
    return f"linked to {member.whole or 'the unit that it was bought through'}"


def _size(members: Sequence[Member]) -> Iterator[Forbidden]:
    if not LEAST <= len(members) <= MOST:
        count = f"{len(members)} units" if len(members) != 1 else "one unit"
        yield Forbidden("L-11", f"{count} cannot be a group", f"{LEAST} or {MOST} units can")


def _types(members: Sequence[Member]) -> Iterator[Forbidden]:
    types = Counter(member.type for member in members)
    alone = [member for member in members if member.type in (TroopType.MONSTROUS_CREATURE, TroopType.CHARACTER)]
    if types[TroopType.INFANTRY] and types[TroopType.VEHICLE]:
        infantry = next(member for member in members if member.type is TroopType.INFANTRY)
        vehicle = next(member for member in members if member.type is TroopType.VEHICLE)
        yield Forbidden(
            "L-11",
            f"{infantry.name} and {vehicle.name} are infantry and vehicle",
            "infantry joins infantry and vehicles join vehicles",
        )
    if alone and (len(alone) > 1 or len(members) < MOST):
        names = " and ".join(member.name for member in alone)
        verb = "is a" if len(alone) == 1 else "are each a"
        yield Forbidden(
            "L-11",
            f"{names} {verb} monstrous creature or character",
            "one of those joins as the third unit, with two units of infantry or two of vehicles",
        )


def _slots(members: Sequence[Member]) -> Iterator[Forbidden]:
    slots = {member.slot.casefold(): member.slot for member in members}
    tied = [slot for key, slot in slots.items() if key not in JOIN_ANY]
    if len(tied) > 1 and HQ not in slots:
        yield Forbidden(
            "L-12",
            f"{' and '.join(tied)} do not mix",
            "units of one slot with Elites or HQ, or several slots with an HQ unit among them",
        )
