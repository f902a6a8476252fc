"""Tests on order points, lost assaults and sweeping advances, one by one."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.diceless.calculations.parts import ShieldWithoutCover, answer
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.hazards import WarpChoice, warp_token
from builder.systems.diceless.order_points import (
    LeadershipOutcome,
    escapes,
    leadership_test,
    led_test,
    lost_assault,
    lost_by,
    no_retreat,
    psychic_test,
    regroup,
)
from builder.systems.diceless.parameters import Numbers, Save, TensOfToughness
from builder.systems.diceless.saves import Protection
from builder.systems.figures import Whole
from builder.systems.parameters import Params, given

OP = "order points before"
LD = "Ld of the model that tests, with its modifiers"
REROLL = "the test may be re-rolled"


def _tested(worked: Explained[LeadershipOutcome]) -> Answer:
    return answer({"op": worked.value.op, "passed": worked.value.passed}, worked)


class LeadershipCalculation(Calculation):
    """A leadership test; pinning and morale tests are one."""

    rule = "D-10"
    op: Whole = given(OP)
    ld: Whole = given(LD)
    reroll: bool = given(REROLL, default=False)
    leader_op: Whole | None = given("order points of the independent character who leads the unit", default=None)

    def answer(self) -> Answer:
        """D-10 to D-12 and D-19."""
        if self.leader_op is None:
            return _tested(leadership_test(self.op, self.ld, self.reroll))
        led = led_test(self.op, self.leader_op, self.ld, self.reroll)
        return answer({"op": led.value.op, "leader_op": led.value.leader_op, "passed": led.value.passed}, led)


SUFFERED = "HP that the loser lost"
INFLICTED = "HP that the winner lost"


class ExtraWounds(Params):
    """Wounds that count in a lost assault beside the HP."""

    extra_wounds: Whole = given("wounds that a rule adds", default=0)
    toughness: TensOfToughness | None = given("average T of the loser, for extra wounds", default=None)

    def difference(self, suffered: int, inflicted: int) -> Explained[int]:
        """By how much the assault is lost."""
        if self.extra_wounds and self.toughness is None:
            raise ValueError("extra wounds count ten times the average T of the loser each: --toughness 4")
        return lost_by(suffered, inflicted, self.extra_wounds, self.toughness or 0)


class LostAssaultCalculation(Calculation):
    """The morale test after a lost assault."""

    rule = "D-13"
    op: Whole = given(OP)
    ld: Whole = given("Ld of the model that tests, unmodified")
    suffered: Whole = given(SUFFERED)
    inflicted: Whole = given(INFLICTED)
    extra: ExtraWounds = ExtraWounds()
    reroll: bool = given(REROLL, default=False)

    def answer(self) -> Answer:
        """D-13."""
        difference = self.extra.difference(self.suffered, self.inflicted)
        return _tested(lost_assault(self.op, self.ld, difference, self.reroll))


class NoRetreatCalculation(Calculation):
    """What a unit takes that does not retreat."""

    rule = "D-14"
    suffered: Whole = given(SUFFERED)
    inflicted: Whole = given(INFLICTED)
    extra: ExtraWounds = ExtraWounds()
    shield: ShieldWithoutCover = ShieldWithoutCover()

    def answer(self) -> Answer:
        """D-14."""
        worked = no_retreat(self.extra.difference(self.suffered, self.inflicted), self.shield.protection)
        return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


class RegroupCalculation(Calculation):
    """Regrouping of a unit that falls back."""

    rule = "D-15"
    op: Whole = given(OP)
    lds: Numbers = given("Ld of every model left: 8,8,9 or 9,4x8")
    ld: Whole | None = given("Ld of the model that tests; the best one left", default=None)
    reroll: bool = given(REROLL, default=False)

    def answer(self) -> Answer:
        """D-15."""
        if not self.lds:
            raise ValueError("say the Ld of every model left: --lds 8,8,9 or --lds 9,4x8")
        return _tested(regroup(self.op, self.lds, self.ld or max(self.lds), self.reroll))


class PsychicCalculation(Calculation):
    """A psychic test."""

    rule = "D-16"
    op: Whole = given(OP)
    ld: Whole = given(LD)
    hood: bool = given('an enemy psychic hood is within 24"', default=False)
    reroll: bool = given(REROLL, default=False)

    def answer(self) -> Answer:
        """D-16."""
        return _tested(psychic_test(self.op, self.ld, self.hood, self.reroll))


class WarpCalculation(Calculation):
    """What a Warp token does to a psychic test."""

    rule = "D-74"
    choice: WarpChoice = given("'cancelled' or 'goes on'", default=WarpChoice.GOES_ON)
    invulnerable: Save = given("the invulnerable save", default=None)

    def answer(self) -> Answer:
        """D-74."""
        worked = warp_token(self.choice, Protection(invulnerable=self.invulnerable))
        use = worked.value
        return answer({"tested": use.tested, "hp_lost": use.hp_lost, "spent": use.spent}, worked)


class SweepCalculation(Calculation):
    """Whether a side gets away from a sweeping advance."""

    rule = "D-43"
    fleeing: Numbers = given("I of every model that flees: 4,4,4 or 3x4")
    winners: Numbers = given("I of every model of the winners")

    def answer(self) -> Answer:
        """D-43."""
        if not self.fleeing or not self.winners:
            raise ValueError("say the I of all models of both sides: --fleeing 4,4,4 --winners 5x2")
        worked = escapes(self.fleeing, self.winners)
        result = {"fleeing": sum(self.fleeing), "winners": sum(self.winners), "escapes": worked.value}
        return answer(result, worked)


CALCULATIONS: tuple[type[Calculation], ...] = (
    LeadershipCalculation,
    LostAssaultCalculation,
    NoRetreatCalculation,
    RegroupCalculation,
    PsychicCalculation,
    WarpCalculation,
    SweepCalculation,
)
