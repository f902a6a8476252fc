"""The order points of units: leadership, pinning and morale tests, and regrouping (D-10 to D-12, D-15, D-19)."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from builder.errors import PlayError
from builder.systems.diceless.explained import signed
from builder.systems.diceless.order_points import TEST_COST, leadership_test, led_test, limit
from builder.systems.diceless.order_points import regroup as regrouped
from builder.systems.diceless.parameters import several, word
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play
from builder.systems.diceless.play.attacks.fearless import fearless
from builder.systems.diceless.play.attacks.squads import fall_back_text
from builder.systems.diceless.play.changes import Change, Flagged, Ordered
from builder.systems.diceless.play.finding import find_living, named_unit
from builder.systems.diceless.play.parameters import ANYWAY, LD, MODIFIER, REROLL, UNIT, wish
from builder.systems.diceless.play.queries import best_ld, leader_of, leaderships, led_by, name_of, tested_ld
from builder.systems.diceless.play.state import Flag, GameState, SideState
from builder.systems.diceless.play.wording import sentence
from builder.systems.figures import whole
from builder.systems.fortyk.model import Unit
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


class Kind(enum.StrEnum):
    """What a test is taken for; all are leadership tests (D-19)."""

    LEADERSHIP = "leadership"
    PINNING = "pinning"
    MORALE = "morale"


FAILED: Mapping[Kind, Flag] = {Kind.PINNING: Flag.PINNED, Kind.MORALE: Flag.FALLING_BACK}
"""The state of a unit that fails."""
WORDS: Mapping[Kind, str] = {Kind.LEADERSHIP: "Ld", Kind.PINNING: "pinning", Kind.MORALE: "morale"}


def order_test(state: GameState, given: Values) -> Decision[Change]:
    """A leadership test: of a led unit, or of the character who leads it, 25 OP on both (D-11)."""
    ref, unit, steps = tested_unit(state, given["unit"])
    side, kind = state.sides[ref.side], given["kind"]
    check_tests(side, unit, given, "the test is passed, no order points are added")
    op, leader = side.bodies[ref.id].op, leader_of(side, ref.id)
    ld, by_ld = counted_ld(side, ref, unit, given)
    changes: list[Change] = []
    more = ""
    if leader is None:
        alone = leadership_test(op, ld, given["reroll"], given["cost"])
        after, passed = alone.value.op, alone.value.passed
        worked_steps = alone.steps
    else:
        led = led_test(op, side.bodies[leader].op, ld, given["reroll"], given["cost"])
        after, passed = led.value.op, led.value.passed
        worked_steps = led.steps
        changes.append(Ordered(side=ref.side, unit=leader, op=led.value.leader_op))
        more = f"; {name_of(side, leader)} {led.value.leader_op}"
    changes.insert(0, Ordered(side=ref.side, unit=ref.id, op=after, test=kind.value))
    flag = FAILED.get(kind)
    result = "passed" if passed else "failed"
    if given["stands"] and not passed and flag is not None:
        result += f", not {flag} all the same"
    elif not passed and flag is not None:
        result += f", {flag if flag is Flag.PINNED else 'it ' + fall_back_text(unit)}"
        changes += flagged(side, ref, flag)
    sums = of_limit(f"{op} + {given['cost']} = {after}", ld, given["reroll"])
    text = f"{unit.name}: {WORDS[kind]} test, {sums}: {result}{more}"
    return decided(text, changes, (*steps, *by_ld, *worked_steps), side=ref.side)


def regroup(state: GameState, given: Values) -> Decision[Change]:
    """Regrouping of a unit that falls back (D-15)."""
    ref, unit, steps = tested_unit(state, given["unit"])
    side = state.sides[ref.side]
    if not given["anyway"] and Flag.FALLING_BACK not in side.bodies[ref.id].flags:
        raise PlayError(
            f"{sentence(unit, 'does not fall back')}: there is nothing to regroup; by agreement with --anyway"
        )
    op, lds = side.bodies[ref.id].op, given["lds"] or leaderships(side, ref.id)
    if not lds:
        raise PlayError(f"nobody of {unit.name} has an Ld: say that of every model left, such as --lds 8,8,9")
    ld, by_ld = counted_ld(side, ref, unit, given)
    worked = regrouped(op, lds, ld, given["reroll"])
    after, passed = worked.value.op, worked.value.passed
    changes: list[Change] = [Ordered(side=ref.side, unit=ref.id, op=after)]
    changes += flagged(side, ref, Flag.FALLING_BACK, on=False) if passed else ()
    fall = f"{op} − {sum(lds)} = {after}" if sum(lds) <= op else f"{op} − {sum(lds)}, not below {after}"
    sums = of_limit(fall, ld, given["reroll"])
    text = f"{unit.name}: regrouping, {sums}: {'passed' if passed else 'failed, it falls back on'}"
    return decided(text, changes, (*steps, *by_ld, *worked.steps), side=ref.side)


def flagged(side: SideState, ref: Ref, flag: Flag, on: bool = True) -> tuple[Flagged, ...]:
    """The changes that bring a unit, and the character who leads it, into a state or out of it."""
    together = (ref.id, *filter(None, (leader_of(side, ref.id),)))
    changed = (each for each in together if (flag in side.bodies[each].flags) != on)
    return tuple(Flagged(side=ref.side, unit=each, flag=flag, on=on) for each in changed)


def check_tests(side: SideState, unit: Unit, given: Values, instead: str) -> None:
    """Whether a unit takes a test: a PlayError says what a fearless one does `instead`."""
    if fearless(side, unit.id).value and not given["anyway"]:
        raise PlayError(f"{sentence(unit, 'is fearless')}: {instead}; by agreement with --anyway")


def tested_unit(state: GameState, written: str) -> tuple[Ref, Unit, tuple[str, ...]]:
    """The unit that tests where a player names it or the character who leads it, and the step that says so (D-11)."""
    ref, unit = find_living(state, written)
    check_in_play(state, ref, Role.MARKED)
    side = state.sides[ref.side]
    follows = led_by(side, ref.id)
    if follows is None:
        if not unit.groups:
            raise PlayError(f"{unit.name}: vehicles take no tests")
        return ref, unit, ()
    led, followers = named_unit(state, f"{ref.side + 1}:{follows}")
    return led, followers, (f"{unit.name} leads {followers.name}: the unit tests, on his Ld",)


def counted_ld(side: SideState, ref: Ref, unit: Unit, given: Values) -> tuple[int, tuple[str, ...]]:
    """The Ld that counts with its modifiers, and how it came about (D-11, D-12).

    Raises:
        PlayError: nobody has one, and none is given.
    """
    ld = tested_ld(side, ref.id) if given["ld"] is None else given["ld"]
    if ld is None:
        raise PlayError(f"nobody of {unit.name} has an Ld: say the one that counts, such as --ld 8")
    modifier = given.get("modifier", 0)
    whose = f"Ld {ld}, {_whose(side, ref.id, given)}"
    if not modifier:
        return ld, (whose,)
    return max(0, ld + modifier), (f"{whose}, {signed(modifier)} = {max(0, ld + modifier)}",)


def _whose(side: SideState, unit: str, given: Values) -> str:
    leader = leader_of(side, unit)
    if given["ld"] is not None:
        return "set by the player"
    if leader is None or best_ld(side, leader) is None:
        return "the best that is left"
    return f"that of {name_of(side, leader)}, who leads it"


def of_limit(sums: str, ld: int, reroll: bool) -> str:
    """A sum of order points beside the most that pass: `50 + 25 = 75 of 167`."""
    highest = limit(ld, reroll)
    return f"{sums}, Ld {ld}" if highest is None else f"{sums} of {highest}"


TESTED = (
    Act(
        Verb(
            name="test",
            text="a leadership, pinning or morale test",
            rule="D-10",
            group="Tests",
            parameters=(
                UNIT,
                Parameter(name="kind", text=f"which test: {', '.join(Kind)}", read=word(Kind), default=Kind.LEADERSHIP),
                MODIFIER,
                REROLL,
                LD,
                Parameter(name="cost", text="the order points that it adds", read=whole, default=str(TEST_COST)),
                Parameter(name="stands", text="if it fails, it is neither pinned nor falls back"),
                ANYWAY,
            ),
        ),
        order_test,
    ),
    Act(
        Verb(
            name="regroup",
            text="a unit that falls back regroups",
            rule="D-15",
            group="Tests",
            parameters=(
                UNIT,
                wish("lds", "Ld of every model left, in the place of the profiles': 8,8,9 or 9,4x8", several(whole)),
                MODIFIER,
                REROLL,
                LD,
                ANYWAY,
            ),
        ),
        regroup,
    ),
)
