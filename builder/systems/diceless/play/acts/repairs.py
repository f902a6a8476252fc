"""Repairs of vehicles in a game (D-62)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.eligibility import body_name, check_stands
from builder.systems.diceless.play.attacks.parameters import LINE
from builder.systems.diceless.play.changes import Change, Lined, Rowed
from builder.systems.diceless.play.finding import find_vehicle
from builder.systems.diceless.play.parameters import VEHICLE, names, wish
from builder.systems.diceless.play.queries import has_rule, weapon_called, weapons_left
from builder.systems.diceless.play.state import GameState, hull_of, vehicle_of
from builder.systems.diceless.vehicle_damage import ROW_NAMES, Lines, own_repair, repair, techmarine_repairs, undo
from builder.systems.figures import positive, whole
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter

SERVO_ARMS = Parameter(name="servo-arms", text="servitors with servo-arms in his unit", read=whole, default="0")
HARNESS = Parameter(name="servo-harness", text="the Techmarine has a servo-harness")
OWN = Parameter(name="own", text="a Rhino's own repair, while it is immobilised")
AMOUNT = wish("amount", "DMG taken off, in the place of what the rules come to", positive)
RESTORED = wish("restored", "weapons that fire again, in order; the owner chooses", names)


def mend(state: GameState, given: Values) -> Decision[Change]:
    """DMG comes off one line; what it no longer reaches is unchecked with the last box of its row (D-62)."""
    asking = Asking(given)
    asking.ahead(RESTORED)
    ref = find_vehicle(state, asking[VEHICLE])
    check_stands(state, ref)
    before, name = hull_of(state.sides[ref.side], ref.id), body_name(state, ref)
    line = _line(before.lines, name, asking)
    amount = _amount(state, ref, asking)
    repaired = repair(before.lines, line, amount.value)
    rows = undo(before.rows, repaired.value)
    weapons = _restored(state, ref, rows.weapons_left - before.rows.weapons_left, asking)
    changes: list[Change] = [Lined(side=ref.side, vehicle=ref.id, lines=repaired.value.lines)]
    if rows != before.rows:
        changes.append(Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons.value))
    now = repaired.value.lines.get(line, 0)
    undone = (f"a {ROW_NAMES[hit]} box unchecked" for hit in repaired.value.undone)
    text = "; ".join((f"{name}: {repaired.value.removed} DMG repaired on {line}, {now} left", *undone))
    return decided(text, changes, (*amount.steps, *repaired.steps, *weapons.steps), ref.side, asking.questions)


def _line(lines: Lines, name: str, asking: Asking) -> str:
    """The line that is repaired: one that has DMG."""
    choices = [Choice(letter, f"line {letter}, {value} DMG") for letter, value in lines.items() if value]
    if not choices:
        raise PlayError(f"{name} has no DMG on its lines: nothing to repair")
    line: str = asking.one(LINE, f"Which line of {name} is repaired?", choices)
    if not lines.get(line):
        raise PlayError(f"line {line} has no DMG; there are: {', '.join(each.value for each in choices)}")
    return line


def _amount(state: GameState, ref: Ref, asking: Asking) -> Explained[int]:
    """DMG that comes off: as said, else by a Techmarine with his aids, or by the vehicle's own rule."""
    if asking[AMOUNT] is not None:
        return Explained(asking[AMOUNT], (f"{asking[AMOUNT]} DMG off one line, set by the player",))
    if not asking[OWN]:
        return techmarine_repairs(asking[SERVO_ARMS] or 0, asking[HARNESS])
    side, name = state.sides[ref.side], body_name(state, ref)
    if not has_rule(vehicle_of(side, ref.id)[0].rules, "repair"):
        raise PlayError(f"{name} has no rule Repair: say what comes off with --amount")
    amount = own_repair(hull_of(side, ref.id).rows)
    if not amount.value:
        raise PlayError(f"{name} is not immobilised: only then it repairs itself")
    return amount


def _restored(state: GameState, ref: Ref, number: int, asking: Asking) -> Explained[frozenset[str]]:
    """The weapons that stay destroyed where so many fire again, with a step for each of those."""
    side, name = state.sides[ref.side], body_name(state, ref)
    names = weapons_left(vehicle_of(side, ref.id)[1], ())
    destroyed = hull_of(side, ref.id).destroyed_weapons
    steps: list[str] = []
    for _ in range(number):
        gone = {each: called for each, called in names.items() if each in destroyed}
        choices = [Choice(identity, called) for identity, called in gone.items()]
        chosen = asking.next(RESTORED, "Which weapon fires again? The owner chooses.", choices)
        back = weapon_called(chosen, gone, f"weapon of {name} that is destroyed")
        destroyed -= {back}
        steps.append(f"{gone[back]} fires again")
    return Explained(destroyed, tuple(steps))


REPAIRS = (
    Act(
        Verb(
            name="repair",
            text="a Techmarine repairs a vehicle, or a Rhino itself",
            rule="D-62",
            group="Vehicles",
            parameters=(VEHICLE, LINE, SERVO_ARMS, HARNESS, OWN, AMOUNT, RESTORED),
        ),
        mend,
    ),
)
