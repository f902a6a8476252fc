"""Unit groups: which units may act together, and those that an army plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.roster.marks import PlannedGroup, unit_of_part
from builder.systems.common.marks import carriers, distinct_names
from builder.systems.lethal.model import Bond, LethalArmy, LethalArmyUnit, TroopType

LEAST, MOST = 2, 3
HQ = "hq"
JOIN_ANY = frozenset({HQ, "elites"})


@dataclass(frozen=True, slots=True)
class Member:
    """A unit that is to join a group.

    Args:
        slot: the name of its slot, in any case.
        whole: what it is a part of, or the entry that it was bought through; empty where the data does not say.
        entry: the name of its own entry, by which others are bought through it.
        several: whether it is more than one model.
    """

    name: str
    type: TroopType
    slot: str
    bond: Bond = Bond.SEPARATE
    whole: str = ""
    entry: str = ""
    several: bool = False

    @property
    def subject(self) -> str:
        """Its name with a verb behind it: `Havocs are`, `the Predator is`; who has a name of his own has no article."""
        if self.several:
            return f"{self.name} are"
        return f"{'the ' if self.name == self.entry else ''}{self.name} is"

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

    @property
    def words(self) -> str:
        """Both in a sentence."""
        return f"{self.wrong}; {self.allowed}"


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
            allowed = "the parts of a structure stay together"
        else:
            whole = member.whole or "the unit that it was bought through"
            allowed = f"its group is {whole} alone, and others linked to it"
        yield Forbidden("L-10", f"{member.name} is {_bond_words(member)} and joins no other group", allowed)


def _bond_words(member: Member) -> str:
    if member.bond is Bond.STRUCTURE:
        return f"part of {f'the structure {member.whole}' if member.whole else 'a structure'}"
    return f"linked to {member.whole or 'the unit that it was bought through'}"


def _size(members: Sequence[Member]) -> Iterator[Forbidden]:
    if not LEAST <= len(members) <= MOST:
        count = f"{len(members)} units are too many" if len(members) > MOST else "one unit cannot be a group"
        yield Forbidden("L-11", count, f"a group holds {LEAST} or {MOST}")


def _types(members: Sequence[Member]) -> Iterator[Forbidden]:
    types = Counter(member.type for member in members)
    alone = [member for member in members if member.type in (TroopType.MONSTROUS_CREATURE, TroopType.CHARACTER)]
    if types[TroopType.INFANTRY] and types[TroopType.VEHICLE]:
        infantry = next(member for member in members if member.type is TroopType.INFANTRY)
        vehicle = next(member for member in members if member.type is TroopType.VEHICLE)
        yield Forbidden(
            "L-11",
            f"{infantry.subject} infantry, {vehicle.subject} a vehicle",
            "a group holds one kind",
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
            "a group is of one slot with Elites or HQ, or has an HQ unit in it",
        )


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """A planned unit group; `alone` are the units in it without the transports that their riders bring (L-10)."""

    id: str
    name: str
    units: tuple[LethalArmyUnit, ...]
    alone: tuple[LethalArmyUnit, ...]

    @property
    def leader(self) -> LethalArmyUnit:
        """The unit with the best CM, on which the grouping test is taken (L-14)."""
        return min(self.units, key=lambda unit: unit.command)

    @property
    def fixed(self) -> bool:
        """Whether it is grouped from the start of the game, without a test (L-10, L-16)."""
        return len(self.alone) == 1 or grouped_from_start([member(unit) for unit in self.alone])


def member(unit: LethalArmyUnit) -> Member:
    """Return what counts of a unit when it is grouped (L-10, L-11, L-12)."""
    several = sum(group.models for group in unit.groups) > 1
    return Member(unit.name, unit.type, unit.category, unit.bond, unit.part_of, unit.entry_name, several)


def planned_groups(army: LethalArmy, planned: Sequence[PlannedGroup]) -> tuple[UnitGroup, ...]:
    """Return the planned groups of an army, in their order.

    The id of a choice of several units stands for all of them; units that the army has not are left out.
    """
    made = []
    for number, group in enumerate(planned, 1):
        found = [unit for id in dict.fromkeys(group.units) for unit in army.units if id in (unit.id, unit.whole)]
        carried_by = _carriers(found)
        alone = [unit for unit in found if unit.id not in carried_by]
        if found:
            made.append(UnitGroup(group.id, group.name or f"Group {number}", tuple(found), tuple(alone or found)))
    return tuple(made)


def group_findings(army: LethalArmy, groups: Sequence[UnitGroup], planned: Sequence[PlannedGroup]) -> Iterator[Finding]:
    """Report groups that the rules forbid and what would be allowed, units in two groups, and ids that no unit has."""
    names = distinct_names(army.units)
    for group in groups:
        at = Place(unit=group.units[0].id)
        crewed = len(group.alone) == 1 and len(group.units) > 1
        members = [replace(member(unit), name=names[unit.id]) for unit in group.alone]
        for reason in () if crewed else forbidden(members):
            yield _against("lethal.group", group, reason.words, reason.rule, at)
        yield from _too_many_linked(group, names)
    yield from _in_two(groups, names)
    yield from _one_name(groups)
    yield from _parted_wholes(groups)
    yield from _no_units(army, planned)
    yield from _parted_from_transport(army, groups, names)
    yield from _not_grouped(army, groups, names)


def _carriers(units: Sequence[LethalArmyUnit]) -> frozenset[str]:
    """Return the vehicles that units ride in, bought with them or marked."""
    return carriers(units) | {unit.transport for unit in units if unit.transport}


def _group_of(groups: Sequence[UnitGroup]) -> Mapping[str, UnitGroup]:
    return {unit.id: group for group in reversed(groups) for unit in group.units}


def _too_many_linked(group: UnitGroup, names: Mapping[str, str]) -> Iterator[Finding]:
    """Report units bought through the same unit, which brings only one of them (L-10)."""
    sources = Counter(unit.entry_name.casefold() for unit in group.alone)
    linked: dict[str, list[LethalArmyUnit]] = {}
    for unit in group.alone:
        if unit.bond is Bond.LINKED and unit.part_of:
            linked.setdefault(unit.part_of, []).append(unit)
    for source, units in linked.items():
        if len(units) > max(1, sources[source.casefold()]):
            said = " and ".join(names[unit.id] for unit in units)
            reason = f"{said} are linked to one unit of {source}, which brings one"
            yield _against("lethal.linked", group, reason, "L-10", Place(unit=units[-1].id))


def _against(code: str, group: UnitGroup, reason: str, rule: str | None, at: Place) -> Finding:
    """Return what stands against a group."""
    message = f"{group.name}: {reason}"
    ids = (group.id,)
    return Finding(Severity.ERROR, code, message, rule, at, groups=ids, about=group.name, reason=reason)


def _one_name(groups: Sequence[UnitGroup]) -> Iterator[Finding]:
    """Report groups of one name."""
    for name, times in Counter(group.name for group in groups).items():
        if times > 1:
            message = f"{times} groups are called {name}: give each a name of its own"
            ids = tuple(group.id for group in groups if group.name == name)
            yield Finding(Severity.WARNING, "lethal.group_name", message, "L-14", groups=ids)


def _parted_wholes(groups: Sequence[UnitGroup]) -> Iterator[Finding]:
    """Report a structure whose parts are planned as several groups: they start the game as one (L-10)."""
    wholes: dict[str, dict[str, UnitGroup]] = {}
    for group in groups:
        for unit in group.alone:
            if unit.bond is Bond.STRUCTURE and unit.part_of:
                wholes.setdefault(unit.part_of, {})[group.id] = group
    for whole, planned in wholes.items():
        if len(planned) > 1:
            *_, last = planned.values()
            said = " and ".join(group.name for group in planned.values())
            message = f"{whole} is planned as {len(planned)} groups, {said}: its parts start the game as one"
            at = Place(unit=last.units[0].id)
            yield Finding(Severity.ERROR, "lethal.parted", message, "L-10", at, groups=tuple(planned))


def _in_two(groups: Sequence[UnitGroup], names: Mapping[str, str]) -> Iterator[Finding]:
    first: dict[str, UnitGroup] = {}
    for group in groups:
        for unit in group.units:
            other = first.setdefault(unit.id, group)
            if other is not group:
                message = f"{names[unit.id]} is in two groups, {other.name} and {group.name}: keep it in one of them"
                at, ids = Place(unit=unit.id), (other.id, group.id)
                yield Finding(Severity.ERROR, "lethal.two_groups", message, "L-11", at, groups=ids)


def _no_units(army: LethalArmy, planned: Sequence[PlannedGroup]) -> Iterator[Finding]:
    """Report ids that no unit has, such as the fourth of three that deploy alone."""
    ids = {id for unit in army.units for id in (unit.id, unit.whole)}
    for group in planned:
        for id in group.units:
            if id not in ids:
                parts = [unit.id for unit in army.units if unit.whole == unit_of_part(id)]
                known = f"; its parts are {', '.join(parts)}" if parts else ": take it out of the group"
                message = f"{group.name or group.id} names {id}, which is not a unit of this army{known}"
                yield Finding(Severity.ERROR, "lethal.no_unit", message, "L-10")


def _parted_from_transport(
    army: LethalArmy, groups: Sequence[UnitGroup], names: Mapping[str, str]
) -> Iterator[Finding]:
    """Report riders that are in another group than their vehicle, with which they are grouped (L-16)."""
    where = _group_of(groups)
    for unit in army.units:
        for ride in sorted(_carriers([unit])):
            mine, its = where.get(unit.id), where.get(ride)
            if mine and its and mine is not its:
                message = (
                    f"{names[unit.id]} rides in {names[ride]}, which is planned in another group ({its.name}): they are"
                    " grouped by themselves as long as it rides"
                )
                at, ids = Place(unit=unit.id), (mine.id, its.id)
                yield Finding(Severity.WARNING, "lethal.transport_group", message, "L-16", at, groups=ids)


def _not_grouped(army: LethalArmy, groups: Sequence[UnitGroup], names: Mapping[str, str]) -> Iterator[Finding]:
    grouped = _group_of(groups)
    for unit in army.units:
        if member(unit).fixed and unit.id not in grouped:
            message = f"{names[unit.id]} starts the game grouped: plan the group with the units that it came with"
            yield Finding(Severity.WARNING, "lethal.no_group", message, "L-10", Place(unit=unit.id))
