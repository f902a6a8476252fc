"""What is printed of an army: cards of units and vehicles (D-90, D-91), blank ones, and its roster page (D-77)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from builder.errors import Finding
from builder.record import replace
from builder.systems import blocks
from builder.systems.blocks import (
    Card,
    Check,
    DamageLine,
    Head,
    HitPoints,
    HitRow,
    Hull,
    Landing,
    Mounted,
    MountedMode,
    Row,
    Shape,
    Table,
    Tally,
    Threshold,
    Track,
    UnitCard,
    VehicleCard,
    number,
)
from builder.systems.common.listing import counter_token, errors_first, roster_marks, totals, waits
from builder.systems.common.marks import carriers, distinct_names, names_on_cards
from builder.systems.common.units import has_rule
from builder.systems.diceless.aids import KINDS, aids_of
from builder.systems.diceless.casualties import unit_hit_points
from builder.systems.diceless.movement import POD_ASSAULT, planned_arrivals
from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.rules import card_rules, used_rules, weapon_rules
from builder.systems.diceless.vehicle_damage import GLANCING, LINES, PENETRATING, STRONGEST, DamageLineRule, landing
from builder.systems.diceless.weapon_rules import in_hands
from builder.systems.diceless.weapons import COLUMNS, mounted_weapons, saves_table, weapon_table
from builder.systems.fortyk.model import FortykArmy, ModelGroup, ModelProfile, Unit, Vehicle
from builder.systems.fortyk.wording import (
    NONE,
    PROFILE_COLUMNS,
    RELATIONS,
    card_id,
    companions,
    own_words,
    profile_table,
    roster_row,
    unit_notes,
    vehicle_facts,
)
from builder.systems.protocol import Counter


def order_track(unit: Unit, leader: Unit | None = None, leads: bool = False) -> Track:
    """The order track with the limits of the Ld that a unit tests on, and of the next for when those models are gone.

    That is the Ld of the character who leads it, be it worse than its own (D-11), else its best one.

    Args:
        unit: with the models that count.
        leader: the character who leads it.
        leads: it is a character who leads a unit.
    """
    ranks = [*islice(_ranks(leader.groups if leader else ()), 1), *_ranks(unit.groups)]
    thresholds: list[Threshold] = []
    hints: dict[str, str] = {}  # In full, and in fewer words.
    for ld, _ in ranks[:1]:
        plain, reroll = limit(ld), limit(ld, reroll=True)
        if plain is None or reroll is None:
            hints[f"Ld {ld}: every test fails"] = f"Ld {ld} fails"
        else:
            thresholds = [Threshold(f"Ld {ld} fails above", plain), Threshold("re-roll above", reroll, reroll=True)]
    for (best, names), (ld, _) in islice(pairwise(ranks), 1):
        whom = "leader" if leader else names
        if ld != best:
            limits = f"{limit(ld) or 'fails'}, {limit(ld, reroll=True) or 'fails'}"
            hints[f"no {whom}, Ld {ld}: {limits}"] = f"no {whom}: {limits}"
    if leads:
        hints[f"+{TEST_COST} with each test of its unit"] = f"+{TEST_COST} a test of its unit"
    if unit.psykers:
        hints["failed psychic test: 0"] = "failed psychic test: 0"
    id, told = f"{unit.id}.op", (tuple(hints), tuple(hints.values()))
    return Track(id=id, title="Order points", thresholds=tuple(thresholds), hints=told[0], brief=told[1])


def _ranks(groups: Iterable[ModelGroup]) -> Iterator[tuple[int, str]]:
    """Yield every Ld of some groups, the best one first, with the names of those who have it."""
    groups, names = [*groups], dict[int, list[str]]()
    short = own_words(group.profile.name for group in groups)
    for group in groups:
        if group.profile.ld is not None:
            names.setdefault(group.profile.ld, []).append(short.get(group.name, group.name))
    for ld in sorted(names, reverse=True):
        yield ld, " or ".join(dict.fromkeys(names[ld]))


REMINDER = "check the first open box from the left; +1 on the damage chart: the second. Checked boxes stay checked."
WRECKED_NOTE = (
    "* only with every weapon destroyed and immobilised; until then a glancing hit destroys a weapon or immobilises"
)
OPEN_TOPPED_NOTE = "open-topped: first circle filled"
REPAIR_NOTE = "Repair: while immobilised, −6 from one line each turn"


def army_cards(army: FortykArmy, only: str | None = None) -> tuple[UnitCard | VehicleCard, ...]:
    """Return the cards of all units, in the order of the army, or those of the unit with this id."""
    relations, leaders = companions(army, names_on_cards(army.units)), leaders_of(army)
    leading = {leader.id for leader in leaders.values()}
    held = {unit.id for unit in army.units if waits(unit)}

    def is_held(unit: Unit) -> bool:
        return unit.id in held or any(mark.target in held for mark in unit.marks if mark.kind in RELATIONS)

    return tuple(
        card
        for unit in army.units
        if only in (None, unit.id)
        for track in [order_track(unit, leaders.get(unit.id), unit.id in leading)]
        for card in unit_cards(unit, relations[unit.id], track, reserve=is_held(unit))
    )


def unit_cards(
    unit: Unit, relations: Sequence[str] = (), track: Track | None = None, *, reserve: bool = False
) -> tuple[UnitCard | VehicleCard, ...]:
    """Return the cards of a unit: one for its models, where it has any, then one for each of its vehicles.

    Args:
        unit: the unit.
        relations: what it has to do with others, in words (`rides in Rhino 1`).
        track: of its order points; that of a unit on its own if not given.
        reserve: it waits, or goes with one that does: its box is ticked.
    """
    own = [_unit_card(unit, relations, track or order_track(unit), reserve)] if unit.groups else []
    vehicles = enumerate(unit.vehicles, len(own))
    return *own, *(_vehicle_card(unit, each, relations, first=not n, reserve=reserve) for n, each in vehicles)


RESERVE = "Reserve"
VEHICLE_STATES = (RESERVE, "Destroyed")


def card_checks(
    code: str, words: Sequence[str] = (RESERVE, "Falling back", "Locked", "Destroyed"), *, reserve: bool = False
) -> tuple[Check, ...]:
    """Return the states of the unit with the id `code`; that it waits in `reserve` is ticked."""
    return tuple(
        Check(f"{code}.{word.lower().replace(' ', '_')}", word, checked=reserve and word == RESERVE) for word in words
    )


def damage_line(line: DamageLineRule, code: str, landings: tuple[Landing, ...]) -> DamageLine:
    """Return a damage line of the vehicle with the id `code` (D-51, D-52)."""
    shapes = {"G": Shape.CIRCLE, "P": Shape.SQUARE}
    return DamageLine(
        id=f"{code}.{line.letter}",
        letter=line.letter,
        difference=line.text,
        landings=landings,
        steps=tuple(
            (value, Check(f"{code}.{line.letter}.{value}", f"{value}{hit}", shapes[hit]))
            for value, hit in line.thresholds
        ),
    )


def hit_rows(code: str, open_topped: bool = False) -> tuple[HitRow, ...]:
    """The hit rows of the vehicle with the id `code` (D-55), the first box checked on an open-topped one (D-59)."""
    return (
        _hit_row("Glancing", f"{code}.g", GLANCING, Shape.CIRCLE, checked=open_topped),
        _hit_row("Penetrating", f"{code}.p", PENETRATING, Shape.SQUARE),
    )


def leaders_of(army: FortykArmy) -> dict[str, Unit]:
    """By the id of a unit: the character who leads it."""
    units = {unit.id: unit for unit in army.units}
    return {
        unit.id: units[mark.target]
        for unit in army.units
        for mark in unit.marks
        if mark.kind == "led_by" and mark.target in units
    }


def _head(unit: Unit, code: str, name: str, facts: Iterable[str]) -> Head:
    alone = bool(unit.groups) + len(unit.vehicles) == 1
    caption = "points" if alone else "points in all"
    each_once = {fact.casefold(): fact for fact in (unit.data_name, *facts) if fact}
    return Head(code, unit.slot, name, number(unit.points), caption, tuple(each_once.values()))


def _unit_card(unit: Unit, relations: Sequence[str], track: Track, reserve: bool) -> UnitCard:
    gear = tuple(dict.fromkeys(name for group in unit.groups for name in group.gear))
    rules = card_rules(unit, gear)
    told = {rule.title.casefold() for rule in rules if rule.text}
    shown = told | {carried.weapon.name.casefold() for carried in unit.weapons}
    return UnitCard(
        head=_head(unit, unit.id, unit.name, _unit_facts(unit, relations)),
        profiles=profile_table(unit.groups),
        weapons=weapon_table(unit.groups),
        groups=tuple(_hit_points(group) for group in unit.groups),
        track=track,
        checks=card_checks(unit.id, reserve=reserve),
        rules=rules,
        weapon_rules=weapon_rules(unit),
        notes=unit_notes((name for name in gear if name.casefold() not in told), unit, shown),
        saves=saves_table(
            (in_hands(carried.weapon, group.profile), group.profile)
            for group in unit.groups
            for carried in group.weapons
        ),
    )


def _unit_facts(unit: Unit, relations: Sequence[str]) -> Iterator[str]:
    models = sum(group.models for group in unit.groups)
    yield "1 model" if models == 1 else f"{models} models"
    yield f"{number(sum(_hit_points(group).total for group in unit.groups))} HP"
    yield from (mark.kind.replace("_", " ") for mark in unit.marks if mark.target is None)
    yield from relations
    yield from _shared(
        unit, "instant death from S {}", lambda profile: 2 * profile.t.first if profile.t.bracket else None
    )


def _shared(unit: Unit, words: str, value_of: Callable[[ModelProfile], int | None]) -> Iterator[str]:
    """A fact for each value that models have, with their names where others have another."""
    names: dict[int | None, list[str]] = {}
    for group in unit.groups:
        names.setdefault(value_of(group.profile), []).append(group.profile.name)
    for value, bearers in names.items():
        if value is not None:
            whose = "" if len(names) == 1 else f" ({', '.join(dict.fromkeys(bearers))})"
            yield words.format(value) + whose


def _hit_points(group: ModelGroup) -> HitPoints:
    toughness = group.profile.t.full
    return HitPoints(id=group.id, name=group.name, models=group.models, wounds=group.profile.w, boxes=toughness)


def _vehicle_card(unit: Unit, vehicle: Vehicle, relations: Sequence[str], *, first: bool, reserve: bool) -> VehicleCard:
    profile = vehicle.profile
    code = card_id(unit, vehicle)
    name = unit.name if code == unit.id else vehicle.name
    rules = card_rules(unit, vehicle.gear, first=first)
    worded = any("D-62" in rule.rule for rule in rules)
    repairs = not worded and any(rule.lower() == "repair" for rule in unit.rules)
    told = {rule.title.casefold() for rule in rules if rule.text}
    return VehicleCard(
        head=_head(unit, code, name, vehicle_facts(unit, vehicle, relations)),
        hull=Hull(profile.front, profile.side, profile.rear, profile.walker),
        weapons=mounted_weapons(vehicle),
        lines=tuple(damage_line(line, vehicle.id, _landings(line, vehicle)) for line in LINES),
        hit_rows=hit_rows(vehicle.id, profile.open_topped),
        reminder=REMINDER,
        checks=card_checks(vehicle.id, VEHICLE_STATES, reserve=reserve),
        rules=rules,
        notes=unit_notes((name for name in vehicle.gear if name.casefold() not in told), unit if first else None),
        footnotes=(
            WRECKED_NOTE,
            *((OPEN_TOPPED_NOTE,) if profile.open_topped else ()),
            *((REPAIR_NOTE,) if repairs else ()),
        ),
        saves=saves_table((weapon, profile) for _, weapon in vehicle.weapons),
    )


def _landings(line: DamageLineRule, vehicle: Vehicle) -> tuple[Landing, ...]:
    sides = (vehicle.profile.front, vehicle.profile.side, vehicle.profile.rear)
    return tuple(_landing(line, av) for av in sides)


def _landing(line: DamageLineRule, av: int) -> Landing:
    strength = landing(line, av)
    if strength < 1 and not line.and_below:
        return Landing(NONE)
    return Landing(f"{max(strength, 1)}{'+' if line.and_below else ''}", remote=strength > STRONGEST)


def _hit_row(label: str, prefix: str, names: tuple[str, ...], shape: Shape, checked: bool = False) -> HitRow:
    starred = {"Wrecked"} if shape is Shape.CIRCLE else set()
    return HitRow(
        label,
        tuple(
            Check(f"{prefix}{n}", f"{name}*" if name in starred else name, shape, checked and n == 1)
            for n, name in enumerate(names, 1)
        ),
    )


UNITS, VEHICLES = 3, 5
"""Blank cards of each kind: a page of A4."""
GROUPS, PROFILES, WEAPONS, MOUNTED = 6, 3, 8, 4


def blank_cards() -> tuple[Card, ...]:
    """Return a page of unit cards and one of vehicle cards (D-90, D-91)."""
    units = (_unit(f"u{n}") for n in range(1, UNITS + 1))
    vehicles = (_vehicle(f"v{n}") for n in range(1, VEHICLES + 1))
    return (*units, *vehicles)


def _unit(code: str) -> UnitCard:
    return UnitCard(
        head=Head(code, "", "", ""),
        profiles=Table(PROFILE_COLUMNS, (Row(("",) * len(PROFILE_COLUMNS)),) * PROFILES),
        weapons=Table(COLUMNS, (Row(("",) * len(COLUMNS)),) * WEAPONS),
        groups=tuple(HitPoints(id=f"{code}.{n}", name="", models=0, wounds=1, boxes=4) for n in range(1, GROUPS + 1)),
        track=Track(id=f"{code}.op", title="Order points"),
        checks=card_checks(code),
    )


def _vehicle(code: str) -> VehicleCard:
    blank = (Landing(""),) * 3
    return VehicleCard(
        head=Head(code, "", "", ""),
        hull=Hull(0, 0, 0),
        weapons=tuple(Mounted(Check(f"{code}.w{n}", ""), (MountedMode("", ""),)) for n in range(1, MOUNTED + 1)),
        lines=tuple(damage_line(line, code, blank) for line in LINES),
        hit_rows=hit_rows(code),
        reminder=REMINDER,
        checks=card_checks(code, VEHICLE_STATES),
        footnotes=(WRECKED_NOTE,),
    )


NAME = "Diceless 40K"


def roster_page(
    army: FortykArmy,
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[blocks.Slot] = (),
    source: str = "",
) -> blocks.RosterPage:
    """The list of an army with the tokens it gives (D-77), its findings, errors first, and the rules that it uses."""
    relations, carried_by = companions(army, distinct_names(army.units)), carriers(army.units)
    givers = {part.unit for counter in counters for part in counter.parts}
    return blocks.RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        limit=army.limit,
        source=source,
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(
            roster_row(unit, relations[unit.id], roster_marks(unit, carried_by, givers), hp=unit_hit_points(unit))
            for unit in army.units
        ),
        tokens=tuple(map(_token, (counter for counter in counters if counter.total_at_start))),
        token_remark="to the opponent",
        findings=errors_first(findings),
        reserve=reserve_of(army),
        rules=used_rules(army),
        aids=aids_of(army, counters),
    )


def _token(counter: Counter) -> blocks.Token:
    """Return a counter in the list, with a box for each token that the opponent spends."""
    boxes = Tally(id=f"tokens.{counter.id}", title=f"{counter.name} tokens", boxes=counter.total_at_start)
    return replace(counter_token(counter), boxes=boxes, outline=KINDS[counter.id][0])


def reserve_of(army: FortykArmy) -> blocks.Reserve | None:
    """The units that wait, when each comes by the table, and boxes for when it came (D-80); None where none does."""
    if not (waiting := {unit.id: unit for unit in army.units if waits(unit)}):
        return None
    brought = {mark.target for unit in waiting.values() for mark in unit.marks if mark.kind == "led_by"}
    alone = [unit for unit in waiting.values() if unit.id not in brought and not _comes_aboard(unit, waiting)]
    arrivals = planned_arrivals(army, [unit.id for unit in alone])
    pods_first = sorted(alone, key=lambda unit: not has_rule(unit.rules, POD_ASSAULT))
    turns = (turn for turn, coming in enumerate(arrivals, 1) for _ in range(coming))
    planned = {unit.id: turn for unit, turn in zip(pods_first, turns, strict=True)}
    units = tuple(_awaited(army, unit, planned.get(unit.id), len(arrivals)) for unit in waiting.values())
    return blocks.Reserve(arrivals, units, "By the table in this order; a unit may be delayed one turn, once (D-80).")


def _awaited(army: FortykArmy, unit: Unit, planned: int | None, turns: int) -> blocks.Awaited:
    boxes = (Check(f"{unit.id}.t{turn}.arrived", f"turn {turn}") for turn in range(1, turns + 1))
    riders = " and ".join(other.name for other in army.units if _comes_aboard(other, {unit.id: unit}))
    way = "pod assault" if has_rule(unit.rules, POD_ASSAULT) else "deep strike" * unit.is_marked("deep_strike")
    how = ", ".join(filter(None, (riders and f"with {riders}", way)))
    return blocks.Awaited(f"{unit.id}.arrived", unit.name, turns=tuple(boxes), planned=planned, how=how)


def _comes_aboard(unit: Unit, waiting: Mapping[str, Unit]) -> bool:
    return any(mark.kind == "riding_in" and mark.target in waiting for mark in unit.marks)
