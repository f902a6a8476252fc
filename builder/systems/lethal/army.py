"""A roster read for Lethal profiles: its units, what their models carry, their vehicles one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from functools import partial

from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.roster.view import ProfileView, RosterView, SelectionView
from builder.systems.common.units import SharedItem, data_name_of, share, slot_of, slot_rank
from builder.systems.lethal.model import (
    Bond,
    LethalArmy,
    LethalArmyUnit,
    LethalCarried,
    LethalModelGroup,
    LethalVehicle,
    LethalWeapon,
)
from builder.systems.lethal.profiles import (
    Tell,
    columns,
    is_model,
    is_vehicle,
    is_weapon,
    read_model,
    read_vehicle,
    read_weapon,
)
from builder.systems.protocol import UnitCache
from builder.text import paragraphs_of

NEEDED = "Lethal 40K needs M CR CS SS AP AV SU CM"
EXTRA_AMMUNITION = frozenset({"extra ammunition", "extra ammo"})
SEPARATE = "separate"
STUBBORN = "stubborn"
_BOND = re.compile(r"(structure|linked)(?:\s*\((.+)\))?", re.IGNORECASE)
_MODE = " – "


@dataclass(frozen=True, slots=True)
class _Carried:
    """A weapon that models carry so many times in all; things of one `group` exclude each other."""

    weapon: LethalWeapon
    number: int
    group: str | None


def missing_stat_lines(roster: RosterView) -> tuple[Finding, ...]:
    """Return why a roster has nothing that Lethal can read: one error, or nothing."""
    nodes = [node for unit in roster.units() for node in unit.walk()]
    if not nodes or any(_stat_line(node) for node in nodes):
        return ()
    message = f"{roster.name} has no Lethal stat lines; {NEEDED}"
    return (Finding(Severity.ERROR, "lethal.stat_line", message, "L-01"),)


def read_army(roster: RosterView, kept: UnitCache | None = None) -> tuple[LethalArmy, tuple[Finding, ...]]:
    """Return the units of a roster, and what cannot be read of it; a transport follows the unit it was bought for."""
    kept = kept or UnitCache()
    findings: dict[Finding, None] = {}
    units: list[LethalArmyUnit] = []
    for selection in sorted(roster.units(), key=slot_rank):
        read, told = kept.of(selection, None, partial(_read, selection))
        units.extend(read)
        findings.update(told)
    points = sum((cost.value for cost in roster.costs if cost.type_id == "points"), Decimal(0))
    limit = next((cost.value for cost in roster.cost_limits if cost.type_id == "points"), None)
    army = LethalArmy(
        name=roster.name, units=tuple(_with_lent_rules(units)), points=points, limit=limit, settings=roster.settings
    )
    return army, tuple(findings)


def _stat_line(selection: SelectionView) -> ProfileView | None:
    return next((profile for profile in selection.profiles if is_model(profile) or is_vehicle(profile)), None)


def _read(selection: SelectionView) -> tuple[tuple[LethalArmyUnit, ...], Mapping[Finding, None]]:
    """Return the units that a selection of the roster becomes, and what cannot be read of them."""
    findings: dict[Finding, None] = {}

    def tell(message: str) -> None:
        findings[Finding(Severity.WARNING, "lethal.value", message, at=Place(unit=selection.id))] = None

    return tuple(_units(selection, tell)), findings


def _units(selection: SelectionView, tell: Tell) -> Iterator[LethalArmyUnit]:
    """Yield a unit and the transports inside it."""
    inside = [child for child in selection.children if child.type == "unit"]
    own = replace(selection, children=tuple(child for child in selection.children if child.type != "unit"))
    unit = _unit(own, tell)
    rides = [made for ride in inside for made in _units(ride, tell)]
    if unit is not None:
        yield from _separate_units(replace(unit, transport=rides[0].id if rides else None), _prices(own))
    yield from rides


def _points(nodes: Iterable[SelectionView]) -> Decimal:
    """Return what selections cost, without those below them."""
    return sum((cost.value for node in nodes for cost in node.costs if cost.type_id == "points"), Decimal(0))


def _prices(selection: SelectionView) -> Mapping[str, Decimal]:
    """Return what one of each weapon of a unit costs, by its name; one that models have anyway costs nothing."""
    armed = [node for node in selection.walk() if node.number > 0 and not _stat_line(node)]
    return {node.name: _points([node]) / node.number for node in armed if _points([node]) % node.number == 0}


def _separate_units(unit: LethalArmyUnit, prices: Mapping[str, Decimal]) -> Iterator[LethalArmyUnit]:
    """Yield a unit, or each of its models as a unit of its own (L-10).

    Each costs its own weapons, at `prices`, and an equal share of all other points and of the ammunition.
    """
    if unit.models == 1 or SEPARATE not in {rule.casefold() for rule in unit.rules}:
        yield unit
        return
    singles = [(f"{unit.id}.m{n}", group) for n, group in enumerate(_single_models(unit), 1)]
    parts = [
        *(
            replace(unit, id=id, name=f"{unit.name} {id.rpartition('.m')[2]}", groups=(group,), vehicles=())
            for id, group in singles
        ),
        *(replace(unit, id=hull.id, name=hull.name, groups=(), vehicles=(hull,)) for hull in unit.vehicles),
    ]
    armed = [sum((prices.get(name, Decimal(0)) for name in _weapon_names(part)), Decimal(0)) for part in parts]
    others = unit.points - sum(armed)
    share_of_points = (others / len(parts)).to_integral_value(ROUND_FLOOR)
    left = others - share_of_points * len(parts)
    rounds, rest = divmod(unit.extra_ammo, len(parts))
    for number, (part, own) in enumerate(zip(parts, armed, strict=True)):
        points = own + share_of_points + (left if number == 0 else 0)
        yield replace(part, whole=unit.id, points=points, extra_ammo=rounds + (number < rest))


def _weapon_names(unit: LethalArmyUnit) -> Iterator[str]:
    """Yield the name of each weapon of a unit, once for each that it has."""
    for group in unit.groups:
        yield from (carried.weapon.name for carried in group.weapons for _ in range(carried.count))
    for hull in unit.vehicles:
        yield from (weapon.name for _, weapon in hull.weapons)


def _with_lent_rules(units: Sequence[LethalArmyUnit]) -> Iterator[LethalArmyUnit]:
    """Yield the units; Stubborn is shared by a character and the unit that he leads (L-06)."""
    stubborn = {unit.id for unit in units if STUBBORN in {rule.casefold() for rule in unit.rules}}
    pairs = [(unit.id, mark.target) for unit in units for mark in unit.marks if mark.kind == "led_by"]
    for unit in units:
        others = {id for pair in pairs if unit.id in pair for id in pair}
        yield replace(unit, lent=(STUBBORN,)) if others & stubborn else unit


def _single_models(unit: LethalArmyUnit) -> Iterator[LethalModelGroup]:
    """Yield the models on foot of a unit one by one, each with its share of the weapons."""
    number = 0
    for group in unit.groups:
        for load in share(group.models, [SharedItem(carried.count) for carried in group.weapons]):
            pairs = zip(group.weapons, load.counts, strict=True)
            weapons = tuple(replace(carried, count=count) for carried, count in pairs if count)
            for _ in range(load.models):
                number += 1
                yield replace(group, id=f"{unit.id}.m{number}.1", models=1, weapons=weapons)


def _unit(selection: SelectionView, tell: Tell) -> LethalArmyUnit | None:
    nodes = [node for node in selection.walk() if node.number > 0]
    bodies = [node for node in nodes if _stat_line(node)]
    if not bodies:
        return None
    texts = {
        rule.name.strip(): paragraphs_of(rule.description) for node in nodes for rule in node.rules if not rule.hidden
    }
    bond, part_of = _bond(texts)
    slot, category = slot_of(selection)
    on_models = {id(node) for body in bodies for node in body.walk()}
    powers = _carried((node for node in nodes if id(node) not in on_models), tell)
    gear = [
        profile.name.strip()
        for node in nodes
        for profile in node.profiles
        if profile.type_name == "Wargear" and profile.name.casefold() not in EXTRA_AMMUNITION
    ]
    return LethalArmyUnit(
        id=selection.id,
        entry=selection.entry_id,
        name=selection.custom_name or selection.name,
        slot=slot,
        category=category,
        points=_points(nodes),
        bond=bond,
        part_of=part_of,
        entry_name=selection.name,
        data_name=data_name_of(selection.custom_name, selection.name),
        groups=tuple(_groups(selection.id, bodies, powers, tell)),
        vehicles=tuple(_vehicles(selection.id, bodies, tell)),
        gear=tuple(dict.fromkeys(gear)),
        rules=tuple(texts),
        rule_texts=tuple((name, text) for name, text in texts.items() if text),
        powers=tuple(_powers(nodes)),
        marks=selection.marks,
        notes=selection.custom_notes or "",
        extra_ammo=sum(node.number for node in nodes if node.name.casefold() in EXTRA_AMMUNITION),
    )


def _bond(rules: Iterable[str]) -> tuple[Bond, str]:
    """Return how a unit came into the list, by a rule such as `Structure (Third Platoon)` or `Linked (Spearmen)`."""
    found = next((match for rule in rules if (match := _BOND.fullmatch(rule))), None)
    return (Bond(found[1].casefold()), (found[2] or "").strip()) if found else (Bond.SEPARATE, "")


def _powers(nodes: Sequence[SelectionView]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        for profile in node.profiles:
            if profile.type_name == "Psychic Power" and not profile.hidden:
                yield profile.name.strip(), columns(profile).get("details", "")


def _groups(
    unit_id: str, bodies: Sequence[SelectionView], powers: Sequence[_Carried], tell: Tell
) -> Iterator[LethalModelGroup]:
    """Yield the kinds of models on foot; the psychic attacks of the whole unit are those of the first kind."""
    on_foot = [(body, stat) for body in bodies if (stat := _stat_line(body)) and is_model(stat)]
    for number, (body, stat) in enumerate(on_foot, 1):
        profile = read_model(stat, tell)
        carried = [*_carried(body.walk(), tell), *(powers if number == 1 else ())]
        yield LethalModelGroup(
            id=f"{unit_id}.{number}",
            name=body.custom_name or body.name,
            models=body.number,
            profile=profile,
            weapons=tuple(LethalCarried(one.weapon, one.number, profile.cr) for one in carried),
        )


def _vehicles(unit_id: str, bodies: Sequence[SelectionView], tell: Tell) -> Iterator[LethalVehicle]:
    """Yield the vehicles one by one; a vehicle that is the whole unit has its id, any other `<unit>.v<n>`."""
    hulls = [(body, stat) for body in bodies if (stat := _stat_line(body)) and is_vehicle(stat)]
    total = sum(body.number for body, _ in hulls)
    alone = total == 1 and len(hulls) == len(bodies)
    number = weapons_so_far = 0
    for body, stat in hulls:
        profile = read_vehicle(stat, tell)
        carried = _carried(body.walk(), tell)
        for load in share(body.number, [SharedItem(one.number, one.group) for one in carried]):
            for _ in range(load.models):
                number += 1
                weapons = [one.weapon for one, count in zip(carried, load.counts, strict=True) for _ in range(count)]
                yield LethalVehicle(
                    id=unit_id if alone else f"{unit_id}.v{number}",
                    name=body.name if total == 1 else f"{body.name} {number}",
                    profile=profile,
                    weapons=tuple(
                        (f"{unit_id}.w{weapons_so_far + place}", weapon) for place, weapon in enumerate(weapons, 1)
                    ),
                )
                weapons_so_far += len(weapons)


def _carried(nodes: Iterable[SelectionView], tell: Tell) -> list[_Carried]:
    """Return the weapons, and psychic attacks, among selections, in the order of the roster."""
    found = []
    for node in nodes:
        profiles = [profile for profile in node.profiles if is_weapon(profile)]
        if profiles and node.number > 0:
            name = profiles[0].name.split(_MODE)[0] if _stat_line(node) else node.name
            modes = tuple(read_weapon(profile, _mode_name(profile), tell) for profile in profiles)
            found.append(_Carried(LethalWeapon(name=name, modes=modes), node.number, node.entry_group_id))
    return found


def _mode_name(profile: ProfileView) -> str:
    """Return the name of a mode without that of its weapon; empty for a weapon's only mode."""
    return profile.name.strip().partition(_MODE)[2]
