"""Gets Hot!, terrain, mines, powers, tokens and arrivals, one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from builder.scalars import counted
from builder.systems.calculation import Answer, Calculation, Explained
from builder.systems.diceless.calculations.parts import InvulnerableShield, Shield, ShieldWithoutCover, answer
from builder.systems.diceless.hazards import (
    DANGEROUS_TERRAIN,
    Hurt,
    cluster_mines,
    dangerous_terrain,
    gate_of_infinity,
    gets_hot,
    hurt,
    shots_left,
)
from builder.systems.diceless.movement import (
    FIXED_MOVES,
    after_tremor,
    arrivals_with_delays,
    inside_difficult_terrain,
    outflank,
    servitors_work,
)
from builder.systems.diceless.parameters import Delays, Effect, Inches, Modifier
from builder.systems.diceless.saves import Protection
from builder.systems.diceless.tokens import DeepStrikeZone, deep_strike, tokens_given
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import given, names

MOVE = "its movement in inches"
USUAL_MOVE = Fraction(6)


def _hurt_answer(worked: Explained[Hurt]) -> Answer:
    return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


class GetsHotCalculation(Calculation):
    """What a Gets Hot! token costs the bearer."""

    rule = "D-31"
    shield: Shield = Shield()
    bs: Whole | None = given("BS of the bearer", default=None)
    reroll: bool = given("he re-rolls to hit, or the weapon is twin-linked", default=False)
    hp: Positive | None = given("HP he has left", default=None)
    shots: Positive = given("shots of the weapon", default=1)

    def answer(self) -> Answer:
        """D-31."""
        worked = gets_hot(self.shield.protection, self.bs, self.reroll)
        if self.hp is None:
            return _hurt_answer(worked)
        died = worked.value.hp_lost >= self.hp
        left = shots_left(self.shots, died)
        words = f"{self.hp} HP: {'dies' if died else 'lives'}, {counted(left, 'shot')} of {self.shots} count"
        result = {"damage": worked.value.damage, "hp_lost": worked.value.hp_lost, "dies": died, "shots_left": left}
        return answer(result, Explained(worked.value, (*worked.steps, words)))


class DangerousTerrainCalculation(Calculation):
    """What dangerous terrain costs models."""

    rule = "D-35"
    models: Positive = given("models that enter, leave or move in it")
    shield: InvulnerableShield = InvulnerableShield()
    skilled_rider: bool = given("skilled riders of bikes or cavalry", default=False)
    amount: Positive = given("DMG for each model as agreed", default=DANGEROUS_TERRAIN)
    inches: Inches | None = given("the way in it, where the amount is for each inch", default=None)

    def answer(self) -> Answer:
        """D-35."""
        terrain = dangerous_terrain(self.models, self.skilled_rider, self.amount, self.inches)
        return _hurt_answer(hurt(terrain, self.shield.protection))


class ClusterMinesCalculation(Calculation):
    """What cluster mines cost a unit."""

    rule = "D-103"
    shield: ShieldWithoutCover = ShieldWithoutCover()

    def answer(self) -> Answer:
        """D-103."""
        return _hurt_answer(hurt(cluster_mines(), self.shield.protection))


class GateOfInfinityCalculation(Calculation):
    """What the Gate of Infinity costs a unit taken along."""

    rule = "D-102"

    def answer(self) -> Answer:
        """D-102."""
        return _hurt_answer(hurt(gate_of_infinity(), Protection()))


class DifficultTerrainCalculation(Calculation):
    """How far a model gets into difficult terrain."""

    rule = "D-18"
    move: Inches = given(MOVE, default=USUAL_MOVE)
    before: Inches = given("inches to its edge", default=Fraction(0))
    move_through_cover: bool = given("it has Move Through Cover", default=False)

    def answer(self) -> Answer:
        """D-18."""
        worked = inside_difficult_terrain(self.move, self.before, self.move_through_cover)
        return answer({"inside": float(worked.value)}, worked)


class FixedMoveCalculation(Calculation):
    """Moves whose length is fixed."""

    rule = "D-17"
    kind: Annotated[str, names(FIXED_MOVES)] = given(", ".join(FIXED_MOVES))

    def answer(self) -> Answer:
        """D-17."""
        far = FIXED_MOVES[self.kind]
        return answer({"inches": far}, Explained(far, (f'{self.kind}: {far}"',)))


class TremorCalculation(Calculation):
    """What a tremor leaves of a unit's move."""

    rule = "D-104"
    move: Inches = given(MOVE, default=USUAL_MOVE)

    def answer(self) -> Answer:
        """D-104."""
        worked = after_tremor(self.move)
        return answer({"inches": float(worked.value)}, worked)


class MindlockCalculation(Calculation):
    """Whether servitors work without a Techmarine."""

    rule = "D-105"
    turns_alone: Whole = given("turns without one, this one too")

    def answer(self) -> Answer:
        """D-105."""
        works = servitors_work(self.turns_alone)
        words = (
            f"{counted(self.turns_alone, 'turn')} without a Techmarine: {'they work' if works else 'they do nothing'}"
        )
        return answer({"works": works}, Explained(works, (words,)))


class TokensCalculation(Calculation):
    """The tokens that an army gives to its opponent."""

    rule = "D-70"
    blast: Whole = given("weapons that fire a blast", default=0)
    large_blast: Whole = given("weapons that fire a large blast", default=0)
    deep_strikers: Whole = given("units that deep strike", default=0)
    gets_hot_weapons: Whole = given("weapons that get hot", default=0)
    psykers: Whole = given("psykers; a brotherhood counts as one", default=0)
    named: tuple[Effect, ...] = given("'Gate of Infinity', 'orbital bombardment', 'Tigurius'", default=(), many=True)

    def answer(self) -> Answer:
        """D-70 to D-73 and D-77."""
        worked = tokens_given(
            self.blast, self.large_blast, self.deep_strikers, self.gets_hot_weapons, self.psykers, self.named
        )
        counts = worked.value
        return answer(
            {
                "scatter": counts.scatter,
                "scatter_at_start": counts.scatter_at_start,
                "gets_hot": counts.gets_hot,
                "warp": counts.warp,
            },
            worked,
        )


class ReservesCalculation(Calculation):
    """How many units arrive in each turn."""

    rule = "D-80"
    units: Whole = given("units in reserve")
    bonus: Modifier = given("sum of what is added to reserve rolls: 1, -1", default=0)
    reroll: bool = given("reserve rolls may be re-rolled: one more a turn", default=False)
    delayed: Delays = given("units put off by a turn: 2=1,3=2", default={})

    def answer(self) -> Answer:
        """D-80."""
        worked = arrivals_with_delays(self.units, self.bonus + self.reroll, self.delayed)
        return answer({"arrivals": {str(turn): number for turn, number in worked.value.items()}}, worked)


class OutflankCalculation(Calculation):
    """A unit that outflanks."""

    rule = "D-81"
    edge: Literal["left", "right"] = given("left or right, as its player picks")
    no_room: bool = given("it cannot be placed there", default=False)

    def answer(self) -> Answer:
        """D-81."""
        worked = outflank(self.edge, not self.no_room)
        return answer({"edge": worked.value.edge, "arrives": worked.value.arrived}, worked)


class DeepStrikeCalculation(Calculation):
    """What Scatter tokens may do to an arrival by deep strike."""

    rule = "D-75"
    zone: DeepStrikeZone = given("where it arrives: own, neither, enemy")
    jamming_beacon: bool = given('within 6" of an enemy jamming beacon', default=False)
    no_scatter: bool = given("a locator beacon, a lictor or the like keeps it from scattering", default=False)

    def answer(self) -> Answer:
        """D-75 and D-76."""
        worked = deep_strike(self.zone, self.jamming_beacon, self.no_scatter)
        arrival = worked.value
        return answer({"tokens": arrival.tokens, "inches": arrival.inches, "mishap": arrival.mishap}, worked)


CALCULATIONS: tuple[type[Calculation], ...] = (
    GetsHotCalculation,
    DangerousTerrainCalculation,
    ClusterMinesCalculation,
    GateOfInfinityCalculation,
    DifficultTerrainCalculation,
    FixedMoveCalculation,
    TremorCalculation,
    MindlockCalculation,
    TokensCalculation,
    ReservesCalculation,
    OutflankCalculation,
    DeepStrikeCalculation,
)
