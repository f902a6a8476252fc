"""Repairs of vehicles in a game (D-62)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.hit_rows import ROW_NAMES
from builder.systems.diceless.play.act import Act, Given, decided
from builder.systems.diceless.play.acts.known_damage import LINE
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.bodies import body_name, check_stands
from builder.systems.diceless.play.attacks.hull import weapon_called, weapons_left
from builder.systems.diceless.play.attacks.sheltering import has_rule
from builder.systems.diceless.play.changes import Change, Lined, Rowed
from builder.systems.diceless.play.finding import find_vehicle
from builder.systems.diceless.play.parameters import VEHICLE, names, wish
from builder.systems.diceless.play.state import GameState, vehicle_of
from builder.systems.diceless.repair import own_repair, repair, techmarine_repairs, undo
from builder.systems.diceless.worked import Worked
from builder.systems.play import Choice, Decision, Verb
from builder.systems.questions import Parameter, positive, whole

SERVO_ARMS = Parameter(name="servo-arms", text="servitors with servo-arms in his unit", read=whole, default="0")
HARNESS = Parameter(name="servo-harness", text="the Techmarine has a servo-harness")
OWN = Parameter(name="own", text="a Rhino's own repair, while it is immobilised")
AMOUNT = wish("amount", "DMG taken off, in the place of what the rules come to", positive)
RESTORED = wish("restored", "weapons that fire again, in order; the owner chooses", names)


def mend(state: GameState, given: Given) -> Decision[Change]:
    """DMG comes off one line; what it no longer reaches is unchecked with the last box of its row (D-62)."""
    asking = Asking(given)
    asking.ahead(RESTORED)
    ref = find_vehicle(state, asking[VEHICLE])
    check_stands(state, ref)
    before = state.sides[ref.side].vehicles[ref.id]
    name, vehicle = body_name(state, ref), vehicle_of(state.sides[ref.side], ref.id)[1]
    if not any(before.lines.values()):
        raise PlayError(f"{name} has no DMG on its lines: nothing to repair")
    lines = [Choice(letter, f"line {letter}, {value} DMG") for letter, value in before.lines.items() if value]
    line = asking.one(LINE, f"Which line of {name} is repaired?", lines)
    if not before.lines.get(line):
        raise PlayError(f"line {line} has no DMG; there are: {', '.join(each.value for each in lines)}")
    unit = vehicle_of(state.sides[ref.side], ref.id)[0]
    if asking[OWN] and asking[AMOUNT] is None and not has_rule(unit.rules, "repair"):
        raise PlayError(f"{name} has no rule Repair: say what comes off with --amount")
    amount = own_repair(before.rows) if asking[OWN] else techmarine_repairs(asking[SERVO_ARMS] or 0, asking[HARNESS])
    if asking[AMOUNT] is not None:
        amount = Worked(asking[AMOUNT], (f"{asking[AMOUNT]} DMG off one line, set by the player",))
    if not amount.value:
        raise PlayError(f"{name} is not immobilised: only then it repairs itself")
    worked = repair(before.lines, line, amount.value)
    rows = undo(before.rows, worked.value)
    steps = [*amount.steps, *worked.steps]
    weapons = before.destroyed_weapons
    for _ in range(rows.weapons_left - before.rows.weapons_left):
        gone = {each: called for each, called in weapons_left(vehicle, ()).items() if each in weapons}
        choices = [Choice(identity, called) for identity, called in gone.items()]
        chosen = asking.next(RESTORED, "Which weapon fires again? The owner chooses.", choices)
        back = weapon_called(chosen, gone, f"weapon of {name} that is destroyed")
        weapons -= {back}
        steps.append(f"{gone[back]} fires again")
    changes: list[Change] = [Lined(side=ref.side, vehicle=ref.id, lines=worked.value.lines)]
    if rows != before.rows:
        changes.append(Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons))
    undone = "; ".join(f"a {ROW_NAMES[hit]} box unchecked" for hit in worked.value.undone)
    now = worked.value.lines.get(line, 0)
    text = f"{name}: {worked.value.removed} DMG repaired on {line}, {now} left" + (f"; {undone}" if undone else "")
    return decided(text, changes, steps, ref.side, asking.questions)


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
