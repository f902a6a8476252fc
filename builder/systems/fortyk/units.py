"""The units of a roster, read for 40K profiles: groups, vehicles, weapons as carried, rules and powers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial

from builder.errors import Finding, Severity
from builder.record import Record, replace
from builder.roster.view import ProfileView, RosterView, RuleView, SelectionView, points_limit, points_type
from builder.roster.view import points as roster_points
from builder.scalars import NOTHING
from builder.systems.common.units import DEDICATED_TRANSPORT, ORDER, SharedItem, data_name_of, share, slot_of, slot_rank
from builder.systems.fortyk.bodies import (
    Detached,
    SelectedModels,
    Structure,
    detach,
    hand_out,
    has_stat_line,
    is_transport,
    take_apart,
)
from builder.systems.fortyk.items import Item
from builder.systems.fortyk.model import (
    Carried,
    FortykArmy,
    ModelGroup,
    ModelProfile,
    Unit,
    Vehicle,
    VehicleProfile,
    Weapon,
)
from builder.systems.fortyk.profiles import (
    MODEL_COLUMNS,
    Log,
    ProfileKind,
    columns,
    heading,
    of_kind,
    read_model,
    read_vehicle,
)
from builder.systems.fortyk.weapons import count_psykers, has_brotherhood, power_names, tidy, visible
from builder.systems.fortyk.weapontext import is_weapon_rule, read_type, rule_name
from builder.systems.protocol import UnitCache
from builder.text import paragraphs_of, without_colon

VALUES = frozenset({"range", "s", "ap", "type", "warp charge", "cast", "cost"})
"""Columns of wargear and powers that hold a value and say nothing in words."""


@dataclass(slots=True)
class _Kit:
    """What one model carries, and how many models carry just that."""

    models: int
    weapons: dict[Weapon, int] = field(default_factory=dict)
    gear: dict[str, None] = field(default_factory=dict)
    invulnerable: int | None = None

    def take(self, item: Item, times: int) -> None:
        for carried in item.weapons:
            self.weapons[carried.weapon] = self.weapons.get(carried.weapon, 0) + carried.count * times
        for name in item.gear:
            self.gear[name] = None
        if item.invulnerable is not None:
            self.invulnerable = min(self.invulnerable or item.invulnerable, item.invulnerable)


class _Alike(Record, frozen=True):
    """What makes models identical: name, stat line and what one of them carries."""

    name: str
    profile: ModelProfile
    weapons: tuple[Carried, ...]
    gear: tuple[str, ...]


def read_unit(detached: Detached, outer: SelectionView, points_type: str, log: Log) -> Unit | None:
    """Read one unit.

    Models are grouped by stat line and equipment; weapons are counted as carried. Children of a model with `number` N
    are totals of those N and are shared out as `counting.share` says; equipment on the unit as `loose.hand_out` says.

    Args:
        detached: the unit, without the units inside it.
        outer: the selection that it was chosen in, which is itself unless it came out of another one.
        points_type: the cost type that counts as points.
        log: where to tell what was guessed and what cannot be read.

    Returns:
        The unit, or None where it has neither a model nor a vehicle.
    """
    selection = detached.selection
    name = selection.custom_name or tidy(selection.name)
    log.about(selection.id, name)
    structure = take_apart(selection, log)
    if not structure.bodies:
        return None
    hand_out(structure.items, structure.bodies, log)
    groups = tuple(_groups(selection.id, structure.bodies, log))
    vehicles = tuple(_vehicles(selection.id, structure.bodies, log))
    if not groups and not vehicles:
        return None
    slot, category = DEDICATED_TRANSPORT if detached.inner and is_transport(selection) else slot_of(selection)
    if not slot:
        slot, category = slot_of(outer)
    nodes = tuple(selection.walk())
    rules = tuple(_rules(nodes))
    return Unit(
        id=selection.id,
        entry=selection.entry_id,
        name=name,
        data_name=data_name_of(selection.custom_name, tidy(selection.name)),
        slot=slot,
        category=category,
        points=sum((cost.value for one in nodes for cost in one.costs if cost.type_id == points_type), Decimal(0)),
        groups=groups,
        vehicles=vehicles,
        rules=tuple(rule.title for rule in rules),
        rule_texts=tuple(dict.fromkeys((*_rule_texts(nodes), *_gear_texts(nodes)))),
        marks=selection.marks,
        notes=selection.custom_notes or "",
        powers=tuple(dict.fromkeys(name for one in nodes for name in power_names(one))),
        psykers=_psykers(structure, log),
    )


def _kits(body: SelectedModels) -> Iterator[_Kit]:
    """Yield what the models of a body carry, models alike together."""
    for load in share(body.number, [SharedItem(item.number, item.group) for item in body.items]):
        kit = _Kit(load.models)
        for item, times in zip(body.items, load.counts, strict=True):
            if times:
                kit.take(item, times)
        yield kit


def _groups(unit_id: str, bodies: Iterable[SelectedModels], log: Log) -> Iterator[ModelGroup]:
    alike: dict[object, tuple[_Alike, int]] = {}
    for body in bodies:
        profile = read_model(body.stat, log) if body.on_foot else None
        if profile is None:
            continue
        for kit in _kits(body):
            saves = [save for save in (profile.invulnerable, kit.invulnerable) if save is not None]
            own = replace(profile, invulnerable=min(saves, default=None))
            weapons = tuple(Carried(weapon, count) for weapon, count in kit.weapons.items())
            kind = _Alike(body.name, own, weapons, tuple(kit.gear))
            in_any_order = (body.name, own, frozenset(weapons), frozenset(kit.gear))
            first, models = alike.get(in_any_order, (kind, 0))
            alike[in_any_order] = (first, models + kit.models)
    kinds = [kind for kind, _ in alike.values()]
    armed = any(kind.weapons for kind in kinds)
    for number, (kind, models) in enumerate(alike.values(), 1):
        if armed and not kind.weapons:
            log.info("no_weapon", f"the roster names no weapon for {models} {kind.name}")
        yield ModelGroup(
            id=f"{unit_id}.{number}",
            name=_group_name(kind, kinds),
            models=models,
            profile=kind.profile,
            weapons=tuple(Carried(one.weapon, one.count * models) for one in kind.weapons),
            gear=kind.gear,
        )


def _group_name(kind: _Alike, kinds: Sequence[_Alike]) -> str:
    """Return the name of the models, or of what tells them from others of that name.

    Weapons stand for who carries them (`Plasma gun`, `Lasgun + Vox-caster`); gear alone does not: `Mek Gun with
    ammo runt`.
    """
    others = [one for one in kinds if one.name == kind.name and one is not kind]
    if not others:
        return kind.name
    weapons, gear = _special(kind, others)
    alike = any(_special(one, [other for other in (kind, *others) if other is not one])[0] == weapons for one in others)
    if gear and not weapons:
        return f"{kind.name} with {' and '.join(name[:1].lower() + name[1:] for name in dict.fromkeys(gear))}"
    told = " + ".join(dict.fromkeys([*weapons, *gear] if alike else weapons))
    return told[:1].upper() + told[1:] if told else kind.name


def _special(kind: _Alike, others: Sequence[_Alike]) -> tuple[list[str], list[str]]:
    """Return the weapons and the gear that not all of the others have."""
    weapons = [one for one in kind.weapons if any(one not in other.weapons for other in others)]
    names = [one.weapon.name if one.count == 1 else f"{one.count} {one.weapon.name}" for one in weapons]
    return names, [name for name in kind.gear if any(name not in other.gear for other in others)]


def _vehicles(unit_id: str, bodies: Sequence[SelectedModels], log: Log) -> Iterator[Vehicle]:
    """Yield the vehicles one by one; a vehicle that is the whole unit has its id, any other `<unit>.v<n>`."""
    made: list[tuple[str, VehicleProfile, _Kit]] = []
    for body in bodies:
        profile = None if body.on_foot else read_vehicle(body.stat, body.transport, log)
        if profile is not None:
            made.extend((body.name, profile, kit) for kit in _kits(body) for _ in range(kit.models))
    alone = len(made) == 1 and not any(body.on_foot for body in bodies)
    weapons_so_far = 0
    for number, (name, profile, kit) in enumerate(made, 1):
        weapons = [weapon for weapon, count in kit.weapons.items() for _ in range(count)]
        yield Vehicle(
            id=unit_id if alone else f"{unit_id}.v{number}",
            name=name if len(made) == 1 else f"{name} {number}",
            profile=profile,
            weapons=tuple((f"{unit_id}.w{weapons_so_far + place}", weapon) for place, weapon in enumerate(weapons, 1)),
            gear=tuple(kit.gear),
        )
        weapons_so_far += len(weapons)


def _rules(nodes: Iterable[SelectionView]) -> Iterator[RuleView]:
    """Yield the special rules, each once, without those that are a weapon's."""
    told: set[str] = set()
    for node in nodes:
        weapons = tuple(of_kind(node.profiles, ProfileKind.WEAPON))
        of_weapons = {rule for profile in weapons for rule in read_type(columns(profile).get("type", "")).rules}
        for rule in visible(node.rules):
            name = rule.title
            known = rule_name(name)
            if name.lower() not in told and not (weapons and (is_weapon_rule(known) or known in of_weapons)):
                told.add(name.lower())
                yield rule


def _rule_texts(nodes: Iterable[SelectionView]) -> Iterator[tuple[str, str]]:
    """Yield what the data says of special rules, those of weapons too."""
    for rule in (rule for node in nodes for rule in visible(node.rules)):
        if rule.description.strip():
            yield rule.title, paragraphs_of(rule.description)


def _gear_texts(nodes: Iterable[SelectionView]) -> Iterator[tuple[str, str]]:
    """Yield what the data says of wargear and powers in words, without the values of a shooting attack."""
    for node in nodes:
        for profile in of_kind(node.profiles, ProfileKind.WARGEAR, ProfileKind.POWER):
            words = [value for name, value in columns(profile).items() if name not in VALUES and value not in NOTHING]
            if words:
                yield profile.name.strip(), paragraphs_of(" ".join(words))


def _psykers(structure: Structure, log: Log) -> int:
    """Return how many psykers a unit has (D-72): every model that is one, and one for all of a brotherhood."""
    single = brotherhood = 0
    for body in structure.bodies:
        if has_brotherhood(body.selections):
            brotherhood = 1
        else:
            single += min(body.number, count_psykers(body.selections))
    if has_brotherhood(structure.selections):
        brotherhood = 1
    if not single and not brotherhood and count_psykers(structure.selections):
        if sum(body.number for body in structure.bodies) > 1:
            log.info("psyker", "the roster does not say which models are psykers: the unit is counted as one psyker")
        return 1
    return single + brotherhood


class ArmyReading(Record, frozen=True):
    """An army, and what is to be told of how it was read."""

    army: FortykArmy
    findings: tuple[Finding, ...]


def missing_stat_lines(roster: RosterView, system: str) -> tuple[Finding, ...]:
    """Return why a roster has nothing that a system on 40K profiles can read: one error, or nothing.

    Args:
        roster: the roster.
        system: the name of the system, for the message.
    """
    if any(has_stat_line(selection) for selection in roster.units()):
        return ()
    needed = f"{system} needs {' '.join(MODEL_COLUMNS)}"
    foreign = next(_stat_lines_of_others(roster), None)
    if foreign is not None:
        message = f"{roster.name} uses another stat line ({heading(foreign)}); {needed}"
        return (Finding(Severity.ERROR, "fortyk.stat_line", message),)
    if not any(True for _ in roster.units()):
        return ()
    message = f"{roster.name} has no stat lines; {needed}"
    return (Finding(Severity.ERROR, "fortyk.stat_line", message),)


def read_army(roster: RosterView, kept: UnitCache | None = None) -> ArmyReading:
    """Read a roster for 40K profiles; whatever is guessed, left out or cannot be read is among the findings.

    Units stand by slot, within a slot as in the roster, a transport behind the unit that it was bought for.
    """
    kept = kept or UnitCache()
    log = Log()
    points = points_type(roster)
    units: list[Unit] = []
    options: list[str] = []
    buildings: list[str] = []
    for place, selection in sorted(enumerate(roster.units()), key=lambda placed: slot_rank(placed[1])):
        read = kept.of(selection, points, partial(_read, selection, points))
        units.extend(unit if unit.place == place else replace(unit, place=place) for unit in read.units)
        log.take(read.findings)
        if read.leaves_out == "options":
            options.append(without_colon(selection.name))
        elif read.leaves_out == "buildings":
            buildings.append(without_colon(selection.name))
    if options:
        log.info("army_options", f"not units, but options of the army: {'; '.join(dict.fromkeys(options))}")
    if buildings:
        log.info("buildings", f"buildings have no sheet and are left out: {'; '.join(dict.fromkeys(buildings))}")
    army = FortykArmy(
        name=roster.name,
        units=tuple(units),
        points=roster_points(roster, points),
        limit=points_limit(roster, points),
    )
    return ArmyReading(army, log.findings)


class _Read(Record, frozen=True):
    """What a selection of the roster is: units, what to tell of them, or what kind of thing it is left out as."""

    units: tuple[Unit, ...] = ()
    findings: tuple[Finding, ...] = ()
    leaves_out: str = ""


def _read(selection: SelectionView, points: str) -> _Read:
    log = Log()
    if has_stat_line(selection):
        read = (read_unit(detached, selection, points, log) for detached in detach(selection))
        units = tuple(unit for unit in read if unit is not None)
        _tell_foreign(selection, log)
        return _Read(units, log.findings)
    if _is_building(selection):
        return _Read(leaves_out="buildings")
    if selection.type == "unit" or slot_rank(selection) < len(ORDER):
        log.about(selection.id, selection.custom_name or selection.name.strip())
        log.warning("empty", "no models with a stat line are chosen: it has no sheet", selection.id)
        return _Read(findings=log.findings)
    return _Read(leaves_out="options")


def _stat_lines_of_others(roster: RosterView) -> Iterator[ProfileView]:
    for selection in roster.units():
        for one in selection.walk():
            yield from of_kind(one.profiles, ProfileKind.FOREIGN)


def _tell_foreign(selection: SelectionView, log: Log) -> None:
    for one in selection.walk():
        for profile in of_kind(one.profiles, ProfileKind.FOREIGN):
            log.about(selection.id, selection.name)
            log.warning("stat_line", f"{profile.name} uses another stat line ({heading(profile)}) and is left out")


def _is_building(selection: SelectionView) -> bool:
    return any(True for one in selection.walk() for _ in of_kind(one.profiles, ProfileKind.BUILDING))
