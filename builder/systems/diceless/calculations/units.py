"""Hit points, saves, casualties, tests on order points, lost assaults and sweeping advances, one by one."""

from __future__ import annotations

from builder.record import replace
from builder.systems.calculation import Answer, Calculation, Explained
from builder.systems.diceless.calculations.parts import (
    AttackKind,
    Shield,
    ShieldWithoutCover,
    UnitShield,
    answer,
    written,
)
from builder.systems.diceless.casualties import (
    Pool,
    casualties,
    hp_of,
    kills_at_once,
    moonfang_kills,
    rending,
    unit_casualties,
)
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
from builder.systems.diceless.parameters import (
    DAMAGE,
    STRENGTH,
    FullToughness,
    Numbers,
    Save,
    TensOfToughness,
    UnitGroup,
)
from builder.systems.diceless.saves import Protection, artillery, feel_no_pain, protected
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Params, given

LOST = "HP lost after saves"
INSTANT_DEATH = "S of the attack, where it may bring instant death"


class HpCalculation(Calculation):
    """The hit points of a model."""

    rule = "D-02"
    toughness: FullToughness = given("its T, such as 4 or 4(5)")
    wounds: Positive = given("its W", default=1)

    def answer(self) -> Answer:
        """D-02 and D-03."""
        worked = hp_of(self.wounds, self.toughness)
        return answer({"hp": worked.value}, worked)


class SaveCalculation(Calculation):
    """The HP lost to DMG after the best save."""

    rule = "D-23"
    damage: Whole = given(DAMAGE)
    shield: Shield = Shield()
    kind: AttackKind = AttackKind()

    def answer(self) -> Answer:
        """D-05, D-23, D-24, D-33, D-37 and D-101."""
        worked = protected(self.damage, self.shield.protection, self.kind.attack)
        return answer({"hp_lost": worked.value.hp_lost, "save": written(worked.value.save)}, worked)


class RendingCalculation(Calculation):
    """Rending DMG in its two parts, and the HP lost."""

    rule = "D-29"
    damage: Whole = given(DAMAGE)
    shield: Shield = Shield()
    kind: AttackKind = AttackKind()
    moonfang: bool = given("the sword is Moonfang", default=False)

    def answer(self) -> Answer:
        """D-29, D-44 and D-107."""
        worked = rending(self.damage, self.shield.protection, self.kind.attack)
        rent = worked.value
        result: dict[str, object] = {
            "pierced": rent.pierced,
            "saved": rent.saved,
            "pierced_hp_lost": rent.pierced_lost,
            "saved_hp_lost": rent.saved_lost,
            "hp_lost": rent.hp_lost,
        }
        if not self.moonfang:
            return answer(result, worked)
        removed = moonfang_kills(rent)
        words = (
            f"Moonfang: {rent.pierced_lost} HP of AP2 damage, the model is {'removed' if removed else 'not removed'}"
        )
        return answer({**result, "removed": removed}, Explained(rent, (*worked.steps, words)))


class FeelNoPainCalculation(Calculation):
    """The HP lost after Feel No Pain."""

    rule = "D-33"
    lost: Whole = given(LOST)

    def answer(self) -> Answer:
        """D-33."""
        worked = feel_no_pain(self.lost)
        return answer({"hp_lost": worked.value}, worked)


class ArtilleryCalculation(Calculation):
    """DMG on the crew and on the guns of artillery."""

    rule = "D-34"
    damage: Whole = given(DAMAGE)
    strength: Positive = given(STRENGTH)

    def answer(self) -> Answer:
        """D-34."""
        worked = artillery(self.damage, self.strength)
        return answer({"crew": worked.value.crew, "guns": worked.value.guns}, worked)


class CasualtiesCalculation(Calculation):
    """How many models of a group the lost HP remove."""

    rule = "D-25"
    lost: Whole = given(LOST)
    models: Positive = given("models in the group")
    hp: Positive = given("HP of each")
    noted: Whole = given("HP that the wounded model has already lost", default=0)
    strength: Positive | None = given(INSTANT_DEATH, default=None)
    toughness: FullToughness | None = given("T of the models", default=None)

    def answer(self) -> Answer:
        """D-25, D-26 and D-36."""
        if self.noted >= self.hp:
            raise ValueError(f"--noted is less than the HP of a model, {self.hp}")
        sudden = False
        if self.strength is not None:
            if self.toughness is None:
                raise ValueError("say the T of the models too: --toughness 4")
            sudden = kills_at_once(self.strength, self.toughness.first)
        worked = casualties(Pool(self.models, self.hp, self.noted), self.lost, sudden)
        after = worked.value
        return answer(
            {
                "models_left": after.pool.models,
                "removed": after.removed,
                "noted": after.pool.noted,
                "hp_left": after.pool.hp_left,
                "surplus": after.surplus,
            },
            worked,
        )


class MixedUnitCalculation(Calculation):
    """DMG of one type of weapon on a unit of several groups."""

    rule = "D-25"
    damage: Whole = given(DAMAGE)
    group: tuple[UnitGroup, ...] = given(
        "name, models, HP of each, saves, and if need be HP noted and T: 'bolters, 2, 40, 3+/5++'",
        default=(),
        many=True,
    )
    first: tuple[str, ...] = given("a group that takes points left over before the others", default=(), many=True)
    strength: Positive | None = given(INSTANT_DEATH, default=None)
    shield: UnitShield = UnitShield()
    kind: AttackKind = AttackKind()

    def answer(self) -> Answer:
        """D-25, D-26 and D-36."""
        names = [each.name for each in self.group]
        if not names:
            raise ValueError("say who is hit: --group 'sergeant, 1, 40, 3+' --group 'bolters, 2, 40, 3+'")
        if unknown := [name for name in self.first if name not in names]:
            raise ValueError(f"--first '{unknown[0]}' is none of: {', '.join(names)}")
        without = next((each.name for each in self.group if each.toughness is None), None)
        if self.strength is not None and without is not None:
            raise ValueError(
                f"say the T of {without} too, for instant death, behind HP noted: '{without}, 2, 40, 3+, 0, 4'"
            )
        common = self.shield.protection
        worked = unit_casualties(
            self.damage,
            [replace(each, protection=_both(each.protection, common)) for each in self.group],
            self.kind.attack,
            self.strength,
            [names.index(name) for name in self.first],
        )
        groups = [
            {
                "name": each.name,
                "damage": each.share,
                "hp_lost": each.hp_lost,
                "models_left": each.losses.pool.models,
                "removed": each.losses.removed,
                "noted": each.losses.pool.noted,
                "hp_left": each.losses.pool.hp_left,
                "surplus": each.losses.surplus,
            }
            for each in worked.value
        ]
        return answer({"groups": groups}, worked)


def _both(own: Protection, common: Protection) -> Protection:
    """The saves of a group, and what protects the whole unit."""
    return replace(common, armour=own.armour, invulnerable=own.invulnerable)


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
    """What a unit that does not retreat suffers."""

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
    HpCalculation,
    SaveCalculation,
    RendingCalculation,
    FeelNoPainCalculation,
    ArtilleryCalculation,
    CasualtiesCalculation,
    MixedUnitCalculation,
    LeadershipCalculation,
    LostAssaultCalculation,
    NoRetreatCalculation,
    RegroupCalculation,
    PsychicCalculation,
    WarpCalculation,
    SweepCalculation,
)
