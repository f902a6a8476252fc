"""Tests on order points, lost assaults and sweeping advances, one by one."""

from __future__ import annotations

from builder.systems.diceless.assault import escapes, no_retreat
from builder.systems.diceless.calculations.parts import (
    INVULNERABLE,
    NO_COVER_PROTECTION,
    Values,
    answer,
    protection,
)
from builder.systems.diceless.hazards import WarpChoice, warp_token
from builder.systems.diceless.order_points import (
    Outcome,
    leadership_test,
    led_test,
    lost_assault,
    lost_by,
    psychic_test,
    regroup,
)
from builder.systems.diceless.questions import several, tens_of_toughness, word
from builder.systems.diceless.worked import Worked
from builder.systems.figures import optional, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _tested(worked: Worked[Outcome]) -> Answer:
    return answer({"op": worked.value.op, "passed": worked.value.passed}, worked)


def _leadership(given: Values) -> Answer:
    """D-10 to D-12 and D-19."""
    if given["leader_op"] is None:
        return _tested(leadership_test(given["op"], given["ld"], given["reroll"]))
    led = led_test(given["op"], given["leader_op"], given["ld"], given["reroll"])
    return answer({"op": led.value.op, "leader_op": led.value.leader_op, "passed": led.value.passed}, led)


def _difference(given: Values) -> Worked[int]:
    if given["extra_wounds"] and given["toughness"] is None:
        raise ValueError("extra wounds count ten times the average T of the loser each: --toughness 4")
    return lost_by(given["suffered"], given["inflicted"], given["extra_wounds"], given["toughness"] or 0)


def _lost_assault(given: Values) -> Answer:
    """D-13."""
    return _tested(lost_assault(given["op"], given["ld"], _difference(given), given["reroll"]))


def _no_retreat(given: Values) -> Answer:
    """D-14."""
    worked = no_retreat(_difference(given), protection(given))
    return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


def _regroup(given: Values) -> Answer:
    """D-15."""
    if not given["lds"]:
        raise ValueError("say the Ld of every model left: --lds 8,8,9 or --lds 9,4x8")
    return _tested(regroup(given["op"], given["lds"], given["ld"] or max(given["lds"]), given["reroll"]))


def _psychic(given: Values) -> Answer:
    """D-16."""
    return _tested(psychic_test(given["op"], given["ld"], given["hood"], given["reroll"]))


def _warp(given: Values) -> Answer:
    """D-74."""
    worked = warp_token(given["choice"], protection(given))
    use = worked.value
    return answer({"tested": use.tested, "hp_lost": use.hp_lost, "spent": use.spent}, worked)


def _sweep(given: Values) -> Answer:
    """D-43."""
    if not given["fleeing"] or not given["winners"]:
        raise ValueError("say the I of all models of both sides: --fleeing 4,4,4 --winners 5x2")
    worked = escapes(given["fleeing"], given["winners"])
    result = {"fleeing": sum(given["fleeing"]), "winners": sum(given["winners"]), "escapes": worked.value}
    return answer(result, worked)


OP = Parameter(name="op", text="order points before", read=whole)
LD = Parameter(name="ld", text="Ld of the model that tests, with its modifiers", read=whole)
REROLL = Parameter(name="reroll", text="the test may be re-rolled")
_ASSAULT = (
    Parameter(name="suffered", text="HP that the loser lost", read=whole),
    Parameter(name="inflicted", text="HP that the winner lost", read=whole),
    Parameter(name="extra-wounds", text="wounds that a rule adds", read=whole, default="0"),
    Parameter(
        name="toughness", text="average T of the loser, for extra wounds", read=optional(tens_of_toughness), default=""
    ),
)

CALCULATIONS = (
    Calculation(
        name="leadership",
        text="A leadership test; pinning and morale tests are one.",
        rule="D-10",
        parameters=(
            OP,
            LD,
            REROLL,
            Parameter(
                name="leader-op",
                text="order points of the independent character who leads the unit",
                read=optional(whole),
                default="",
            ),
        ),
        answer=_leadership,
    ),
    Calculation(
        name="lost-assault",
        text="The morale test after a lost assault.",
        rule="D-13",
        parameters=(
            OP,
            Parameter(name="ld", text="Ld of the model that tests, unmodified", read=whole),
            *_ASSAULT,
            REROLL,
        ),
        answer=_lost_assault,
    ),
    Calculation(
        name="no-retreat",
        text="What a unit takes that does not retreat.",
        rule="D-14",
        parameters=(*_ASSAULT, *NO_COVER_PROTECTION),
        answer=_no_retreat,
    ),
    Calculation(
        name="regroup",
        text="Regrouping of a unit that falls back.",
        rule="D-15",
        parameters=(
            OP,
            Parameter(name="lds", text="Ld of every model left: 8,8,9 or 9,4x8", read=several(whole)),
            Parameter(
                name="ld", text="Ld of the model that tests; the best one left", read=optional(whole), default=""
            ),
            REROLL,
        ),
        answer=_regroup,
    ),
    Calculation(
        name="psychic",
        text="A psychic test.",
        rule="D-16",
        parameters=(OP, LD, Parameter(name="hood", text='an enemy psychic hood is within 24"'), REROLL),
        answer=_psychic,
    ),
    Calculation(
        name="warp",
        text="What a Warp token does to a psychic test.",
        rule="D-74",
        parameters=(
            Parameter(name="choice", text="'cancelled' or 'goes on'", read=word(WarpChoice), default="goes on"),
            INVULNERABLE,
        ),
        answer=_warp,
    ),
    Calculation(
        name="sweep",
        text="Whether a side gets away from a sweeping advance.",
        rule="D-43",
        parameters=(
            Parameter(name="fleeing", text="I of every model that flees: 4,4,4 or 3x4", read=several(whole)),
            Parameter(name="winners", text="I of every model of the winners", read=several(whole)),
        ),
        answer=_sweep,
    ),
)
