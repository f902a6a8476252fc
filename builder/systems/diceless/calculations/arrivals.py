"""Tokens, reserves, outflanking and deep strikes, one by one."""

from __future__ import annotations

from typing import Literal

from builder.systems.calculation import Answer, Calculation
from builder.systems.diceless.calculations.parts import answer
from builder.systems.diceless.questions import Delays, Effect, Modifier
from builder.systems.diceless.reserves import arrivals_with_delays, outflank
from builder.systems.diceless.scatter import DeepStrikeZone, deep_strike
from builder.systems.diceless.token_counts import tokens_given
from builder.systems.figures import Whole
from builder.systems.parameters import given


class Tokens(Calculation):
    """The tokens that an army gives to its opponent."""

    rule = "D-70"
    blast: Whole = given("weapons that fire a blast", default=0)
    large_blast: Whole = given("weapons that fire a large blast", default=0)
    deep_strikers: Whole = given("units that deep strike", default=0)
    gets_hot_weapons: Whole = given("weapons that get hot", default=0)
    psykers: Whole = given("psykers, a brotherhood as one", default=0)
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


class Reserves(Calculation):
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


class Outflank(Calculation):
    """A unit that outflanks."""

    rule = "D-81"
    edge: Literal["left", "right"] = given("left or right, as its player picks")
    no_room: bool = given("it cannot be placed there", default=False)

    def answer(self) -> Answer:
        """D-81."""
        worked = outflank(self.edge, not self.no_room)
        return answer({"edge": worked.value.edge, "arrives": worked.value.arrived}, worked)


class DeepStrike(Calculation):
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


CALCULATIONS: tuple[type[Calculation], ...] = (Tokens, Reserves, Outflank, DeepStrike)
