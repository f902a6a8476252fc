"""Psychic tests, psychic hoods and Warp tokens in a game (D-16, D-74)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.hazards import PERILS, TEST_CANCELLED, TOKEN_BACK, WarpChoice, perils
from builder.systems.diceless.order_points import HOOD_COST, TEST_COST, psychic_test
from builder.systems.diceless.parameters import word
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.acts.order_tests import of_limit
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.casualties import Strike, take
from builder.systems.diceless.play.attacks.eligibility import body_name
from builder.systems.diceless.play.attacks.parameters import INVULNERABLE, LOST
from builder.systems.diceless.play.attacks.squads import Squad, named, squads
from builder.systems.diceless.play.changes import Change, Ordered
from builder.systems.diceless.play.finding import find_living
from builder.systems.diceless.play.held import tokens_of, use_warp
from builder.systems.diceless.play.parameters import ANYWAY, LD, REROLL, UNIT, wish
from builder.systems.diceless.play.queries import best_ld
from builder.systems.diceless.play.state import GameState
from builder.systems.fortyk.model import Unit
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision, Question
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


class Warp(enum.StrEnum):
    """A Warp token on a psychic test: that it is used, or what the psyker's player does about it."""

    USED = "used"
    CANCELLED = WarpChoice.CANCELLED.value
    GOES_ON = WarpChoice.GOES_ON.value


WARP = wish("warp", "a Warp token of the opponent: used, and the psyker's answer: cancelled, goes on", word(Warp))
GROUP = wish("group", "the group that the psyker is in")
_ANSWERS = (
    Choice(Warp.CANCELLED, "the test is cancelled, the token is spent"),
    Choice(Warp.GOES_ON, f"the psyker takes {PERILS} DMG, the token goes back, then the test"),
)


@dataclass(frozen=True, slots=True)
class Perils:
    """What a Warp token came to: whether the test is taken, with the changes, steps and words for the log."""

    tested: bool
    changes: tuple[Change, ...] = ()
    steps: tuple[str, ...] = ()
    text: str = ""


def psychic(state: GameState, given: Values) -> Decision[Change]:
    """A psychic test on the psyker's own points, even where he leads a unit (D-16)."""
    ref, unit = find_living(state, given["unit"])
    if not unit.psykers and not unit.groups:
        raise PlayError(f"{unit.name}: vehicles take no tests")
    if not given["anyway"] and not unit.psykers:
        raise PlayError(f"{unit.name}: no psyker by the army list; by agreement with --anyway")
    asking = Asking(given)
    power = f" for {given['power']}" if given["power"] else ""
    head = f"{unit.name}: psychic test{power}"
    warp = _warp(state, ref, unit, asking)
    if not warp.tested:
        return decided(f"{head}, {warp.text}", warp.changes, warp.steps, ref.side, asking.questions)
    ld = given["ld"] if given["ld"] is not None else best_ld(state.sides[ref.side], ref.id)
    if ld is None:
        raise PlayError(f"nobody of {unit.name} has an Ld: say the one that counts, such as --ld 8")
    op, cost = state.sides[ref.side].bodies[ref.id].op, HOOD_COST if given["hood"] else TEST_COST
    worked = psychic_test(op, ld, given["hood"], given["reroll"])
    result = "passed" if worked.value.passed else "failed, its order points go to 0"
    sums = of_limit(f"{op} + {cost} = {op + cost}", ld, given["reroll"])
    text = ", ".join(part for part in (head, warp.text, f"{sums}: {result}") if part)
    changes = (*warp.changes, Ordered(side=ref.side, unit=ref.id, op=worked.value.op))
    return decided(text, changes, (*warp.steps, *worked.steps), ref.side, asking.questions)


def _warp(state: GameState, ref: Ref, unit: Unit, asking: Asking) -> Perils:
    """What a Warp token does, of which the opponent may use one in a player turn (D-74)."""
    answer, opponent = asking[WARP], 1 - ref.side
    if answer is None:
        left = 0 if state.extra.warp_used else tokens_of(state, opponent, "warp").left
        unused = f"{state.sides[opponent].name} keeps {count(left, 'Warp token')} for another test"
        return Perils(True, steps=(unused,) if left else ())
    spending, used = use_warp(state, opponent, asking.given["anyway"])
    if answer is Warp.USED:
        text = f"{state.sides[opponent].name} uses a Warp token: what does the player of {unit.name} do?"
        asking.ask(Question(parameter=WARP.name, text=text, choices=_ANSWERS, leads=True))
        answer = Warp.CANCELLED
    if answer is Warp.CANCELLED:
        return Perils(False, (spending, used), TEST_CANCELLED, "cancelled by a Warp token")
    hazard, psyker = perils(), _psyker(state, ref, asking)
    toll = take([psyker], Strike.of(hazard.value), asking.on_models, asking.answers)
    steps = (*hazard.steps, *toll.steps, TOKEN_BACK)
    text = f"goes on against a Warp token: {PERILS} DMG, {toll.text}"
    dies = psyker.pool.models == toll.removed
    return Perils(not dies, (used, *toll.changes), steps, f"{text}; no test is taken" if dies else text)


def _psyker(state: GameState, ref: Ref, asking: Asking) -> Squad:
    groups = squads(state, ref, with_leader=False)
    if not groups:
        raise PlayError(f"{body_name(state, ref)}: no HP for the perils of the warp, let the test be cancelled")
    choices = [Choice(each.group.id, each.text) for each in groups]
    return named(groups, asking.one(GROUP, "In which group is the psyker?", choices))


PSYKERS = (
    Act(
        Verb(
            name="psychic",
            text="a psychic test",
            rule="D-16",
            group="Tests",
            parameters=(
                UNIT,
                wish("power", "the power, for the log"),
                Parameter(name="hood", text='an enemy psychic hood is within 24"'),
                WARP,
                REROLL,
                LD,
                GROUP,
                INVULNERABLE,
                LOST,
                ANYWAY,
            ),
        ),
        psychic,
    ),
)
