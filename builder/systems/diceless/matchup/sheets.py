"""Cards that take the arithmetic out of a game on paper: what each unit does to each enemy at which distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from builder.record import replace
from builder.scalars import number
from builder.systems.blocks import (
    Column,
    ColumnGroup,
    ColumnKind,
    Head,
    PanelCard,
    Row,
    RuleGroup,
    RuleText,
    Table,
    TablePanel,
)
from builder.systems.diceless.matchup import matchup, matchup_of, taken, targets
from builder.systems.diceless.play.state import GameState
from builder.systems.fortyk.model import FortykArmy, ModelGroup, ModelProfile, Toughness, Unit, Vehicle, VehicleProfile
from builder.systems.fortyk.wording import save_text, vehicle_facts
from builder.systems.play.clock import Rules
from builder.systems.play.events import Player
from builder.systems.play.matchup import Assumptions, Combatant, Encounter, Matcher, Matchup, Situation, WeaponResult

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading

MODELS = 20
"""The models of a common profile: so many that few weapons come to the end of them."""
COMMON = ((3, 5), (4, 5), (4, 4), (4, 3), (4, 2), (5, 4))
"""T and armour save of common profiles of models."""
ARMOURS = range(10, 15)
NONE, NOTHING, ALL, ONE = "–", "0", "all its shots", "1 × "
SHEET, HOW_TO_READ = "matchup", "How to read it"
READING = (
    RuleText("42", "HP off the enemy after his save; bold: a model or more", ""),
    RuleText("(7)", "whole models gone, of all its shots; what is over stays on the next", ""),
    RuleText("E 32", "vehicles: the damage line, and the DMG that goes on it, none of it a hit yet", ""),
    RuleText("1G 2P", "glancing and penetrating hits that this scores on a vehicle that has none", ""),
    RuleText("†", "nobody is left, the vehicle is destroyed; – does nothing", ""),
)
"""What the figures mean."""
FIGHTS = {"charged": "fights", "charging": "charges"}
"""What the columns of an assault are called."""


def matchup_cards(
    rules: Rules[GameState],
    own: DicelessReading,
    against: DicelessReading | None,
    name: str,
    assumptions: Assumptions,
    only: str = "",
) -> Iterator[PanelCard]:
    """Yield a card for each unit, or `only` one, with what it does to each enemy; without any, to common profiles."""
    enemy = against if against is not None else replace(own, army=common_profiles(), units=(), counters=())
    players = (Player(own.army.name, own), Player(name or enemy.army.name, enemy))
    found = matchup(rules, players, assumptions)
    key = f"against {found.names[1]} · HP off after saves, the whole unit against one target"
    lines = _stat_lines(enemy.army, assumptions.side)
    facts = {each.id: tuple(_facts(each)) for each in own.army.units}
    for unit in (each for each in found.sides[0] if only in ("", each.id)):
        yield PanelCard(
            head=Head(
                f"{unit.id}.m",
                unit.slot,
                unit.name,
                number(unit.points),
                facts=facts.get(unit.id, ()),
                unit=unit.id,
            ),
            sheet=SHEET,
            key=key,
            below=(_table(found, unit, lines),),
        )
    guide = RuleGroup("", (*READING, RuleText("Taken", "; ".join(taken(assumptions)), "")))
    yield PanelCard(head=Head(SHEET, "", HOW_TO_READ, "", ""), sheet=SHEET, key=key, below=(guide,))


def _facts(unit: Unit) -> Iterator[str]:
    """Yield what decides of what a unit does: how many it is, BS, WS and S of most of its models, or of its vehicle."""
    if unit.groups:
        models = sum(group.models for group in unit.groups)
        yield "1 model" if models == 1 else f"{models} models"
        profile = max(unit.groups, key=lambda group: group.models).profile
        yield from (f"BS {profile.bs}", f"WS {profile.ws}", f"S {profile.s}")
    for vehicle in unit.vehicles[:1] if not unit.groups else ():
        yield from vehicle_facts(unit, vehicle, ())


def _stat_lines(army: FortykArmy, side: str) -> dict[str, tuple[str, str]]:
    """Return T and save of each unit as most of its models have them, and the AV of each vehicle."""
    lines: dict[str, tuple[str, str]] = {}
    for unit in army.units:
        for vehicle in unit.vehicles:
            lines[vehicle.id] = (f"AV {getattr(vehicle.profile, side)}", NONE)
        if unit.groups:
            profile = max(unit.groups, key=lambda group: group.models).profile
            lines[unit.id] = (f"T {profile.t}", save_text(profile))
    return lines


class _Loss(NamedTuple):
    """What an enemy loses, whether that is a model or more, and the DMG before saves."""

    text: str
    gone: bool = False
    damage: int = 0


class _WeaponColumns(NamedTuple):
    """Columns under one title, with their cells by the ids of enemies."""

    title: str
    columns: tuple[str, ...]
    cells: Mapping[str, tuple[_Loss, ...]]


def _table(found: Matchup, unit: Combatant, lines: Mapping[str, tuple[str, str]]) -> TablePanel:
    """Return a row for each enemy, those that fare alike on one; columns for each weapon, in assault, for all shots."""
    parts = [*_parts(found, unit)]
    rows: dict[tuple[tuple[str, bool], ...], list[str]] = {}
    for enemy in found.sides[1]:
        told = (*lines.get(enemy.id, (NONE, NONE)), str(enemy.hp) if enemy.hp is not None else NONE)
        cells = (*((text, False) for text in told), *(cell[:2] for part in parts for cell in part.cells[enemy.id]))
        rows.setdefault(cells, []).append(enemy.name)
    columns = [Column("Enemy", ColumnKind.NAME)]
    columns += [Column(title, ColumnKind.VALUE) for title in ("", "Sv", "HP")]
    groups = (ColumnGroup("", len(columns)), *(ColumnGroup(part.title, len(part.columns)) for part in parts))
    columns += [Column(title, ColumnKind.VALUE) for part in parts for title in part.columns]
    return TablePanel(
        table=Table(
            tuple(columns), tuple(Row((_joined(names), *(text for text, _ in cells))) for cells, names in rows.items())
        ),
        groups=groups,
        strong=tuple((n, column) for n, cells in enumerate(rows) for column, (_, gone) in enumerate(cells, 1) if gone),
    )


def _parts(found: Matchup, unit: Combatant) -> Iterator[_WeaponColumns]:
    """Yield the columns of each weapon that shoots, of assaults, and of all that shoot."""
    enemies = found.sides[1]
    shots = [each for each in found.situations if each.distance is not None]
    fights = [replace(each, text=FIGHTS.get(each.text, each.text)) for each in found.situations if each not in shots]
    met = {
        (enemy.id, each.id): (enemy, found.encounters[0, unit.id, enemy.id, each.id])
        for enemy in enemies
        for each in found.situations
    }
    shooting = (met[enemy.id, each.id][1] for each in shots for enemy in enemies)
    weapons = dict.fromkeys(one.name for each in shooting for one in each.weapons)
    together = {key: _by_all(each, enemy) for key, (enemy, each) in met.items()}
    for name in weapons if len(weapons) > 1 else ():
        own = {key: _by_weapon(each, name, enemy) for key, (enemy, each) in met.items()}
        yield from _columns(name.removeprefix(ONE), shots, enemies, own)
    yield from _columns("In assault", fights[::-1], enemies, together)
    title = ALL if len(weapons) > 1 else "".join(weapons).removeprefix(ONE)
    yield from _columns(title, shots, enemies, together)


def _columns(
    title: str,
    situations: Sequence[Situation],
    enemies: Sequence[Combatant],
    cells: Mapping[tuple[str, str], _Loss],
) -> Iterator[_WeaponColumns]:
    """Yield a column for each situation that tells anything; a distance with the DMG of the next one has none."""
    dealt = {each.id: [cells[enemy.id, each.id].damage for enemy in enemies] for each in situations}
    found = [each for each in situations if any(cells[enemy.id, each.id].text != NONE for enemy in enemies)]
    nearer = [each.id for each, after in pairwise(found) if each.distance and dealt[each.id] == dealt[after.id]]
    shown = [each for each in found if each.id not in nearer]
    if shown:
        rows = {enemy.id: tuple(cells[enemy.id, each.id] for each in shown) for enemy in enemies}
        yield _WeaponColumns(title, tuple(each.text for each in shown), rows)


def _by_all(found: Encounter, target: Combatant) -> _Loss:
    """Return what all weapons do."""
    if not found.weapons:
        return _Loss(NONE)
    after = " †" if found.destroyed else ""
    if target.hp is None:
        return _Loss(_hits(found.hits, _together(found.weapons)) + after, bool(found.hits), found.damage)
    return _Loss(f"{found.hp} ({found.models}){after}", bool(found.models), found.damage)


def _by_weapon(found: Encounter, name: str, target: Combatant) -> _Loss:
    """Return what one kind of weapon does."""
    used = next((one for one in found.weapons if one.name == name), None)
    if used is None:
        return _Loss(NONE)
    if target.hp is None:
        return _Loss(_hits(used.hits, used.lines), bool(used.hits), used.damage)
    return _Loss(str(used.hp), bool(used.models), used.damage)


def _hits(hits: Mapping[str, int], lines: Mapping[str, int]) -> str:
    scored = " ".join(f"{count}{kind[:1].upper()}" for kind, count in hits.items())
    filled = " ".join(f"{letter} {value}" for letter, value in sorted(lines.items()))
    return scored or filled or NOTHING


def _together(weapons: Sequence[WeaponResult]) -> dict[str, int]:
    lines: dict[str, int] = {}
    for each in weapons:
        for letter, value in each.lines.items():
            lines[letter] = lines.get(letter, 0) + value
    return lines


def _joined(names: Sequence[str]) -> str:
    """Names that share a row: `Trukk 1, 2`."""
    stems = groupby(names, key=lambda name: name.rstrip("0123456789 "))
    return ", ".join(_numbered(stem, [*same]) for stem, same in stems)


def _numbered(stem: str, names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{stem} {', '.join(each[len(stem) :].strip() for each in names)}"


def common_profiles() -> FortykArmy:
    """The enemies of a sheet without an opponent: models of common T and save, vehicles of each AV."""
    models = (_models(toughness, save) for toughness, save in COMMON)
    vehicles = (_vehicle(armour) for armour in ARMOURS)
    return FortykArmy(name="Common profiles", units=(*models, *vehicles), points=Decimal(0), limit=None)


def _models(toughness: int, save: int) -> Unit:
    name = f"T{toughness} {save}+"
    profile = ModelProfile(name=name, ws=4, bs=4, s=toughness, t=Toughness(toughness), w=1, i=4, a=1, ld=8, save=save)
    group = ModelGroup(id=f"t{toughness}s{save}.1", name=name, models=MODELS, profile=profile)
    return _unit(f"t{toughness}s{save}", name, groups=(group,))


def _vehicle(armour: int) -> Unit:
    name = f"AV {armour}"
    profile = VehicleProfile(name=name, types=("tank",), bs=4, front=armour, side=armour, rear=armour)
    return _unit(f"av{armour}", name, vehicles=(Vehicle(id=f"av{armour}.v", name=name, profile=profile),))


def _unit(id: str, name: str, groups: tuple[ModelGroup, ...] = (), vehicles: tuple[Vehicle, ...] = ()) -> Unit:
    return Unit(id=id, entry=id, name=name, slot="", category="", points=Decimal(0), groups=groups, vehicles=vehicles)


def matcher(rules: Rules[GameState]) -> Matcher:
    """Return what works out how units fare against each other by the rules of a game."""
    return Matcher(
        armies=partial(matchup, rules),
        game=partial(matchup_of, rules),
        targets=partial(targets, rules),
        cards=partial(matchup_cards, rules),
    )
