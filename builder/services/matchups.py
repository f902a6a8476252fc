"""Who beats whom: two armies, or the sides of a game, unit by unit; what is shown of that, sorted and filtered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from builder.errors import InputError
from builder.record import Record
from builder.scalars import signed
from builder.services.army.reports import Json
from builder.systems.blocks import PanelCard, Row, Table, TablePanel
from builder.systems.parameters import given
from builder.systems.play.events import Player
from builder.systems.play.matchup import (
    Assumptions,
    Combatant,
    Comparison,
    Distances,
    Encounter,
    Matcher,
    Matchup,
    Situation,
    WhatIf,
)
from builder.systems.registry import with_modules

if TYPE_CHECKING:
    from builder.services.army.opening import Army
    from builder.systems.protocol import System

SORTS = ("points", "worth", "hp", "cost", "name", "listed")
"""Orders of units: by the points that they destroy, those for each point of their own, HP, their points, name, list."""
VALUES = ("hp", "models", "points", "rounds", "damage")
"""What a cell shows."""
DESTROYED, HALF, NO_BOX, HARMLESS = "✓", "▲", "·", "–"
"""The signs of a cell: nobody is left; a half or more is gone; it counts later; nothing comes of it."""
SIGNS = f"{DESTROYED} destroyed   {HALF} half or more   {NO_BOX} some, no box   {HARMLESS} nothing"
_COST = re.compile(r"([<>])\s*(\d{1,6})")


class TargetAssumptions(Assumptions):
    """How things are taken to stand for the enemies of one unit."""

    distances: Distances = given("The distances of shooting.", default=(6, 12, 18, 24, 36, 48))


class SheetAssumptions(Assumptions):
    """How things are taken to stand on sheets."""

    distances: Distances = given("The distances of shooting; templates reach 8 inches.", default=(8, 12, 24, 36, 48))


class Shown(Record, frozen=True, kw_only=True):
    """What is shown of a matchup: which side attacks in which situation, which of its units, in which order."""

    situation: str = ""
    side: int = 0
    sort: str = SORTS[0]
    pattern: str = ""
    value: str = VALUES[0]


class MatchRow(Record, frozen=True, kw_only=True):
    """A unit with what it does to each unit of the other side, in the order of the columns, and points in all."""

    unit: Combatant
    encounters: tuple[Encounter, ...]

    @property
    def points(self) -> Decimal:
        """The points that it destroys of all whom it could attack, one by one."""
        return sum((each.points for each in self.encounters), Decimal(0))


def match_armies(one: Army, other: Army, assumptions: Assumptions) -> Matchup:
    """Every unit of two armies against every unit of the other.

    Raises:
        InputError: they are of different systems, or of one in which dice decide.
    """
    matcher = matcher_between(one, other)
    for army in (one, other):
        if not army.reading.units:
            raise InputError(f"{army.name} has no units: there is nobody to meet")
    ours, theirs = one.name, other.name
    if ours.casefold() == theirs.casefold():
        theirs += " (2)"
    return matcher.armies((Player(ours, one.reading), Player(theirs, other.reading)), assumptions)


def matcher_between(one: Army, other: Army) -> Matcher:
    """Return what works out how the units of two armies fare against each other, with the modules and settings of both.

    Raises:
        InputError: they are of different systems, or of one in which dice decide.
    """
    if one.system.id != other.system.id:
        raise InputError(
            f"{one.name} is an army of {one.system.name}, {other.name} one of {other.system.name}: "
            "units of one system alone can meet"
        )
    settings = {**dict(other.view.settings), **dict(one.view.settings)}
    return matcher_of(with_modules(one.system.id, (*one.modules, *other.modules), settings))


def able_to_match(army: Army) -> str:
    """Return the id of the system whose armies one can be matched against.

    Raises:
        InputError: it has no units, or is of a system in which dice decide.
    """
    matcher_between(army, army)
    if not army.reading.units:
        raise InputError(f"{army.name} has no units: there is nobody to meet")
    return army.system.id


def matcher_of(system: System) -> Matcher:
    """Return what works out how units of a system fare against each other.

    Raises:
        InputError: it has nothing that does.
    """
    play = system.play()
    if play is None or play.matcher is None:
        raise InputError(f"{system.name} is decided by dice: what units do to each other cannot be told for sure")
    return play.matcher(play.rules)


MOST_SHOWN = 4
"""At so many distances at most it is told what a unit does, the nearest ones."""


def fire_of(army: Army, unit: str) -> Table | None:
    """Return what a unit does to common profiles with all that shoots, at several distances, or in an assault.

    None where dice decide, or where it does nothing.
    """
    try:
        cards = matcher_between(army, army).cards(army.reading, None, "", SheetAssumptions(), unit)
    except InputError:
        return None
    panels = (panel for card in cards if isinstance(card, PanelCard) and card.head.unit == unit for panel in card.below)
    panel = next((each for each in panels if isinstance(each, TablePanel) and len(each.groups) > 1), None)
    if panel is None:
        return None
    size, columns = panel.groups[-1].columns, panel.table.columns
    kept = [0, *range(len(columns) - size, len(columns))][: 1 + MOST_SHOWN]
    rows = (Row(tuple(row.cells[place] for place in kept)) for row in panel.table.rows)
    return Table(tuple(columns[place] for place in kept), tuple(rows))


def situation_of(situations: Sequence[Situation], word: str) -> str:
    """The id of the situation that is meant; the first one where none is.

    Raises:
        InputError: there is none that is called so.
    """
    known = [each.id for each in situations]
    asked = word.strip().removesuffix('"').casefold()
    if asked and asked not in known:
        raise InputError(f"'{word}' is no situation; there are: {', '.join(known)}")
    return asked or known[0]


def rows_of(matchup: Matchup, shown: Shown) -> tuple[MatchRow, ...]:
    """The units of a side with what they do to those of the other, as they are to be shown."""
    situation = situation_of(matchup.situations, shown.situation)
    rows = (
        MatchRow(
            unit=unit,
            encounters=tuple(
                matchup.encounters[shown.side, unit.id, target.id, situation]
                for target in matchup.sides[1 - shown.side]
            ),
        )
        for unit in matchup.sides[shown.side]
        if is_meant(unit, shown.pattern)
    )
    return tuple(sorted(rows, key=_ORDERS[shown.sort]))


_ORDERS: Mapping[str, Callable[[MatchRow], tuple[Decimal, str]]] = {
    "points": lambda row: (-row.points, ""),
    "worth": lambda row: (-row.points / (row.unit.points or 1), ""),
    "hp": lambda row: (-Decimal(sum(each.hp for each in row.encounters)), ""),
    "cost": lambda row: (-row.unit.points, ""),
    "name": lambda row: (Decimal(0), row.unit.name.casefold()),
    "listed": lambda row: (Decimal(0), ""),
}


def is_meant(unit: Combatant, pattern: str) -> bool:
    """Whether a unit fits what is looked for: a part of its name, its slot, or its points (`>100`)."""
    asked = pattern.strip().casefold()
    cost = _COST.fullmatch(asked)
    if cost is not None:
        return unit.points > int(cost[2]) if cost[1] == ">" else unit.points < int(cost[2])
    return asked in unit.name.casefold() or asked == unit.slot.casefold()


def sign_of(encounter: Encounter, target: Combatant) -> str:
    """Return what came of an encounter, as a sign; empty for anything between."""
    if encounter.destroyed:
        return DESTROYED
    if encounter.harmless:
        return HARMLESS
    if target.hp is None:
        return "" if encounter.hits else NO_BOX
    return HALF if 2 * encounter.hp >= encounter.of_hp else ""


def value_of(encounter: Encounter, target: Combatant, value: str) -> str:
    """The figures of a cell: HP and models lost (boxes of a vehicle), or what else is asked for."""
    match value:
        case "rounds":
            return str(encounter.rounds or HARMLESS)
        case "points":
            return str(round(encounter.points))
        case "damage":
            return str(encounter.damage)
        case "models":
            return str(encounter.models) if target.hp is not None else hits_text(encounter.hits)
        case _:
            return f"{encounter.hp} {encounter.models:>2}" if target.hp is not None else hits_text(encounter.hits)


def hits_text(hits: Mapping[str, int]) -> str:
    """Return what was scored on a vehicle in short: `2 G 1 P`."""
    return " ".join(f"{number} {kind[:1].upper()}" for kind, number in hits.items())


def cell_text(encounter: Encounter, target: Combatant, value: str) -> str:
    """A cell: its sign, then its figures, if there are any."""
    sign = sign_of(encounter, target)
    figures = "" if sign in (NO_BOX, HARMLESS) else value_of(encounter, target, value)
    return f"{sign}{figures}"


def difference_text(other: WhatIf) -> str:
    """Return what one more or fewer changes: `−11 HP, −1 model`."""
    figures = (("HP", "HP", other.hp), ("model", "models", other.models), ("hit", "hits", other.hits))
    changed = ", ".join(f"{signed(by)} {one if abs(by) == 1 else more}" for one, more, by in figures if by)
    return changed or "changes nothing"


def weapon_lines(encounter: Encounter) -> Iterator[tuple[str, str, str]]:
    """Yield what each weapon does: its name, its DMG, and what that costs."""
    for each in encounter.weapons:
        lines = " ".join(f"{letter} {value}" for letter, value in each.lines.items())
        lost = f"{each.hp} HP" + (f", {each.models} gone" if each.models else "")
        on_hull = "; ".join(filter(None, (lines, hits_text(each.hits))))
        yield each.name, f"{each.damage} DMG", on_hull or (lost if each.hp else "nothing")


def matchup_report(matchup: Matchup, shown: Shown) -> Json:
    """The report of `muster matchup --json`: the units of the first side that are meant, in their order, and all."""
    own = tuple(row.unit for row in rows_of(matchup, shown))
    ids = {each.id for each in own}
    return {
        "format": "muster-matchup",
        "version": 1,
        "assumptions": list(matchup.taken),
        "situations": [{"id": each.id, "text": each.text, "inches": each.distance} for each in matchup.situations],
        "sides": [
            {"name": name, "units": [_combatant(each) for each in units]}
            for name, units in zip(matchup.names, (own, matchup.sides[1]), strict=True)
        ],
        "encounters": [
            _encounter(each)
            for each in matchup.encounters.values()
            if (each.attacker if each.side == 0 else each.target) in ids
        ],
    }


def comparison_report(compared: Comparison) -> Json:
    """Return what `muster game compare --json` tells of a unit and its enemies."""
    return {
        "assumptions": list(compared.taken),
        "situations": [{"id": each.id, "text": each.text, "inches": each.distance} for each in compared.situations],
        "attacker": _combatant(compared.attacker),
        "weapons": list(compared.weapons),
        "used": list(compared.used),
        "targets": [
            {
                **_combatant(each),
                "absent": each.absent,
                "encounters": [
                    {
                        **_encounter(found),
                        "differences": [_difference(other) for other in compared.differences.get(key, ())],
                    }
                    for key, found in compared.encounters.items()
                    if found.target == each.id
                ],
            }
            for each in compared.targets
        ],
    }


TARGET_SORTS = ("points", "hp", "models", "tests")
"""Orders of the enemies of a unit: what they lose, and the tests that this forces on them."""


def targets_in_order(compared: Comparison, situation: str, sort: str = TARGET_SORTS[0]) -> tuple[Combatant, ...]:
    """The enemies of a unit, those first that it hurts most; those who cannot be attacked now last."""

    def key(target: Combatant) -> tuple[float, ...]:
        found = compared.encounters.get((target.id, situation))
        if found is None:
            return (1,)
        first = {"hp": found.hp, "models": found.models, "tests": len(found.tests)}.get(sort, found.points)
        return (0, -float(first), -(found.hp + 100 * sum(found.hits.values())), -found.damage)

    return tuple(sorted(compared.targets, key=key))


def _combatant(unit: Combatant) -> Json:
    return {
        "id": unit.id,
        "name": unit.name,
        "slot": unit.slot,
        "points": _number(unit.points),
        "models": unit.models,
        "hp": unit.hp,
        "hp_full": unit.hp_full,
        "done": unit.done,
    }


def _encounter(found: Encounter) -> Json:
    return {
        "side": found.side + 1,
        "attacker": found.attacker,
        "target": found.target,
        "situation": found.situation,
        "damage": found.damage,
        "hp": found.hp,
        "of_hp": found.of_hp,
        "models": found.models,
        "of_models": found.of_models,
        "hits": dict(found.hits),
        "destroyed": found.destroyed,
        "points": _number(found.points),
        "rounds": found.rounds,
        "tests": list(found.tests),
        "weapons": [
            {
                "name": each.name,
                "damage": each.damage,
                "hp": each.hp,
                "models": each.models,
                "hits": dict(each.hits),
                "lines": dict(each.lines),
            }
            for each in found.weapons
        ],
        "left_out": list(found.left_out),
    }


def _difference(other: WhatIf) -> Json:
    return {"name": other.name, "damage": other.damage, "hp": other.hp, "models": other.models, "hits": other.hits}


def _number(points: Decimal) -> float:
    return float(round(points, 2))
