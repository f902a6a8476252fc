"""What hits and DMG do to a vehicle in a game: lines, boxes, weapons, and who was inside (D-50 to D-59)."""

from __future__ import annotations

from collections.abc import Sequence

from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.attacks.fields import HitChoices
from builder.systems.diceless.play.attacks.landed import Landing
from builder.systems.diceless.play.changes import Change, Lined, Pooled, Rowed
from builder.systems.diceless.play.crews import dazed
from builder.systems.diceless.play.queries import aboard, vehicle_name, weapon_called, weapons_left
from builder.systems.diceless.play.state import GameState, groups_left, hull_of, unit_of, vehicle_of
from builder.systems.diceless.vehicle_damage import (
    EXPLODES,
    ROW_NAMES,
    WEAPON,
    Hit,
    HitRows,
    Impact,
    Lines,
    Take,
    chronus_hp,
    hit,
)
from builder.systems.fortyk.model import Unit, Vehicle
from builder.systems.parameters import Choice
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Boarded
from builder.systems.play.game import Ref

CHRONUS = "chronus"


def struck(
    state: GameState, ref: Ref, impacts: Sequence[Impact], lines: Lines, choices: HitChoices, ask: Answers
) -> Landing:
    """Land hits on the rows of a vehicle in order, its lines as given, with the attacker's choices (D-55 to D-58).

    Raises:
        PlayError: a weapon that was named is none that is left.
    """
    named, kept = choices.destroyed, choices.take  # they may be given before it comes to that
    side = state.sides[ref.side]
    unit, vehicle = vehicle_of(side, ref.id)
    before = hull_of(side, ref.id)
    rows, weapons = before.rows, before.destroyed_weapons
    steps: list[str] = []
    told: dict[Hit, list[str]] = {"G": [], "P": []}
    for row, plus_one in impacts:
        after = {choice: hit(rows, row, plus_one, choice) for choice in (Take.WEAPON, Take.IMMOBILISED)}
        choice = Take.IMMOBILISED
        if after[Take.WEAPON].value != after[Take.IMMOBILISED].value:
            choice = ask.next("take", kept, "The attacker chooses: another weapon, or immobilised?", _EITHER)
        was, rows = rows, after[choice].value
        steps += after[choice].steps
        if rows == was:
            continue
        result = rows.landed[-1].result.lower()
        if rows.landed[-1].result == WEAPON:
            gone = _weapon(vehicle, weapons, named, ask)
            weapons |= {gone}
            result = f"{weapons_left(vehicle, ())[gone]} destroyed"
            steps.append(result)
        told[row].append(result)
    changes: list[Change] = []
    if lines != before.lines:
        changes.append(Lined(side=ref.side, vehicle=ref.id, lines=lines))
    if rows != before.rows:
        changes.append(Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons))
    words = [f"{ROW_NAMES[row]}: {', '.join(results)}" for row, results in told.items() if results]
    if rows.destroyed and not before.rows.destroyed:
        wrecked = _wreck(state, ref.side, unit, vehicle, rows)
        changes += wrecked.changes
        steps += wrecked.steps
        words.append(wrecked.text)
    elif not rows.destroyed:
        crew = dazed(state, ref, [each.result for each in rows.landed[len(before.rows.landed) :]])
        changes += filter(None, (crew.value,))
        steps += crew.steps
    return Landing(tuple(changes), tuple(steps), "; ".join(filter(None, words)))


_EITHER = (Choice(Take.WEAPON, "another weapon is destroyed"), Choice(Take.IMMOBILISED, "it is immobilised"))


def _weapon(vehicle: Vehicle, destroyed: frozenset[str], named: Sequence[str], ask: Answers) -> str:
    left = weapons_left(vehicle, destroyed)
    choices = [Choice(identity, name) for identity, name in left.items()]
    chosen = ask.next("destroyed", named, "Which weapon is destroyed? The attacker chooses.", choices)
    return weapon_called(chosen, left, f"weapon of {vehicle.name} that is left")


def _wreck(state: GameState, number: int, unit: Unit, vehicle: Vehicle, rows: HitRows) -> Landing:
    """What follows for those inside: they get out of a wreck, an explosion is an act of its own (D-61, D-106)."""
    side = state.sides[number]
    changes: list[Change] = []
    steps: list[str] = []
    exploded = rows.landed[-1].result == EXPLODES
    words = []
    for passenger in aboard(side, unit.id):
        name = unit_of(side, passenger).name
        models = sum(pool.models for pool in side.bodies[passenger].pools.values())
        if exploded:
            words.append(f"{name}: inside the explosion ({count(models, 'model')}), a pinning test")
        else:
            changes.append(Boarded(side=number, unit=passenger))
            words.append(f"{name}: out of the wreck, a pinning test")
    if any(CHRONUS in gear.casefold() for gear in (*vehicle.gear, *(group.name for group in unit.groups))):
        left = chronus_hp(rows)
        for group, pool in groups_left(side, unit.id):
            if CHRONUS in group.name.casefold() and pool.hp_left > left:
                hurt = Pool(1, pool.hp_each, pool.hp_each - left)
                changes.append(Pooled.between(number, unit.id, group.id, pool, hurt))
        steps.append(f"Chronus survives {vehicle_name(unit, vehicle)} with {left} HP")
        words.append(f"Chronus survives with {left} HP")
    return Landing(tuple(changes), tuple(steps), ", ".join(words))
