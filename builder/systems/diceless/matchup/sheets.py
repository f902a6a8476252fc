"""Cards that take the arithmetic out of a game on paper: what each unit does to each enemy at which distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING

from builder.record import replace
from builder.scalars import number
from builder.systems.blocks import Column, ColumnKind, Head, PanelCard, Row, Table, TablePanel
from builder.systems.diceless.matchup import matchup, matchup_of, taken, targets
from builder.systems.diceless.play.state import GameState
from builder.systems.fortyk.model import FortykArmy, ModelGroup, ModelProfile, Toughness, Unit, Vehicle, VehicleProfile
from builder.systems.play.clock import Rules
from builder.systems.play.events import Player
from builder.systems.play.matchup import Assumptions, Combatant, Encounter, Matcher, Matchup, WeaponResult

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading

MOST_ROWS = 36
"""Rows of a card; what is more goes on to another one."""
MODELS = 20
"""The models of a common profile: so many that few weapons come to the end of them."""
COMMON = ((3, 5), (4, 5), (4, 4), (4, 3), (4, 2), (5, 4))
"""T and armour save of common profiles of models."""
ARMOURS = range(10, 15)
NONE, NOTHING = "–", "0"


def matchup_cards(
    rules: Rules[GameState],
    own: DicelessReading,
    against: DicelessReading | None,
    name: str,
    assumptions: Assumptions,
) -> Iterator[PanelCard]:
    """Yield a card for each unit, with what it does to each enemy; without an army, to the common profiles."""
    enemy = against if against is not None else replace(own, army=common_profiles(), units=(), counters=())
    players = (Player(own.army.name, own), Player(name or enemy.army.name, enemy))
    found = matchup(rules, players, assumptions)
    key = "HP lost, models gone; G P boxes; on lines: what is added to each"
    remarks: tuple[str, ...] = (f"Taken: {'; '.join(taken(assumptions))}. † nobody is left.",)
    for unit in found.sides[0]:
        rows = [*_rows(found, unit)]
        parts = [*_parts(rows)]
        for place, part in enumerate(parts, 1):
            facts = (f"against {found.names[1]}", *((f"{place} of {len(parts)}",) if len(parts) > 1 else ()))
            yield PanelCard(
                head=Head(f"{unit.id}.m{place}", unit.slot, unit.name, number(unit.points), facts=facts, unit=unit.id),
                sheet="matchup",
                key=key,
                below=(TablePanel(table=Table(_columns(found), tuple(part))),),
                notes=remarks,
            )
            remarks = ()


def _columns(found: Matchup) -> tuple[Column, ...]:
    titles = (each.text for each in found.situations)
    return (
        Column("Enemy", ColumnKind.NAME),
        Column("HP", ColumnKind.VALUE),
        *(Column(title, ColumnKind.VALUE) for title in titles),
    )


def _rows(found: Matchup, unit: Combatant) -> Iterator[list[Row]]:
    """Yield the rows of each enemy: all weapons, then each of them where there are several; alike enemies share one."""
    seen: dict[object, list[str]] = {}
    rows: dict[object, list[Row]] = {}
    for target in found.sides[1]:
        met = [found.encounters[0, unit.id, target.id, each.id] for each in found.situations]
        own = [*_of_enemy(target, met)]
        same = tuple(row.cells[1:] for row in own)
        seen.setdefault(same, []).append(target.name)
        rows.setdefault(same, own)
    for key, own in rows.items():
        yield [Row((_joined(seen[key]), *own[0].cells[1:])), *own[1:]]


def _of_enemy(target: Combatant, met: Sequence[Encounter]) -> Iterator[Row]:
    hp = str(target.hp) if target.hp is not None else NONE
    yield Row((target.name, hp, *(_cell(each, target) for each in met)))
    beside = [weapon.name for each in met if len(each.weapons) > 1 for weapon in each.weapons]
    for name in dict.fromkeys(beside):
        used = ((next((one for one in each.weapons if one.name == name), None)) for each in met)
        yield Row((name, "", *(_weapon(each, target) for each in used)), sub=True)


def _cell(found: Encounter, target: Combatant) -> str:
    if not found.weapons:
        return NONE
    if target.hp is None:
        lines = _together(found.weapons)
        return _hits(found.hits, lines) + (" †" if found.destroyed else "")
    return f"{found.hp}, {found.models}" + (" †" if found.destroyed else "")


def _weapon(found: WeaponResult | None, target: Combatant) -> str:
    if found is None:
        return NONE
    return _hits(found.hits, found.lines) if target.hp is None else str(found.hp)


def _hits(hits: Mapping[str, int], lines: Mapping[str, int]) -> str:
    scored = " ".join(f"{count}{kind[:1].upper()}" for kind, count in hits.items())
    filled = " ".join(f"{letter}{value}" for letter, value in sorted(lines.items()))
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


def _parts(rows: Sequence[list[Row]]) -> Iterator[list[Row]]:
    """Yield the rows of each card, about as many on all; those of one enemy stay together."""
    part: list[Row] = []
    total = sum(map(len, rows))
    share = total / -(-total // MOST_ROWS) if total else 0
    for each in rows:
        if part and (len(part) >= share or len(part) + len(each) > MOST_ROWS):
            yield part
            part = []
        part += islice(each, MOST_ROWS)
    if part:
        yield part


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
