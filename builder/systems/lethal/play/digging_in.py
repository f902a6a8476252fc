"""Entrench, Reform, Find Ammo, and the cover that units stand in (L-23, L-41, L-45, L-66)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.figures import Die
from builder.systems.lethal.command import ENTRENCH, FIND_AMMO, REFORM, MoraleState
from builder.systems.lethal.contact import BANDS, Cover, entrenched
from builder.systems.lethal.play.acting import command_check
from builder.systems.lethal.play.activation import begin_action
from builder.systems.lethal.play.changes import Sheltered
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import ACTION, BOTH, cover_text, hindrance
from builder.systems.lethal.play.state import AT_EDGE, ENTRENCHED, FINDING, Lethal
from builder.systems.parameters import given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, told, units


def able(name: str, game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit can take an action."""
    return living(game, ref) and not hindrance(game, ref, ACTION[name])


class Entrench(Act[Lethal]):
    """A unit digs in."""

    rule, group = "L-45", "Actions"
    unit: UnitRef = given("the unit", units(lambda game, ref: able(ENTRENCH, game, ref)), none="nobody can dig in")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """The whole turn; its cover counts one band better until it moves or is assaulted."""
        out = Outcomes(game)
        begin_action(out, self.unit, ACTION[ENTRENCH], anyway=self.anyway)
        out.did(self.unit, action=ENTRENCH, used=BOTH, speed=0)
        out.flag(self.unit, ENTRENCHED)
        band = entrenched(game.body(self.unit).cover)
        out.say(f"{told(game, self.unit)} digs in: {band} cover, AV +{BANDS[band].armour}")
        return out.ruling(self.unit.side)


class Reform(Act[Lethal]):
    """A shaken or stunned unit reforms."""

    rule, group = "L-66", "Actions"
    unit: UnitRef = given(
        "the unit", units(lambda game, ref: able(REFORM, game, ref)), none="nobody is shaken or stunned who can reform"
    )
    die: Die | None = given("the die of its command check", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Command check: passed, it is unbroken; failed, nothing."""
        out = Outcomes(game)
        begin_action(out, self.unit, ACTION[REFORM], anyway=self.anyway)
        out.did(self.unit, action=REFORM, used=BOTH, speed=0)
        out.say(f"{told(game, self.unit)} reforms")
        if command_check(out, self.unit, ask, self.die, "The command check to reform", confuses=False):
            out.becomes(self.unit, MoraleState.UNBROKEN)
        return out.ruling(self.unit.side)


class FindAmmo(Act[Lethal]):
    """A unit without ammunition looks for some."""

    rule, group = "L-23", "Actions"
    unit: UnitRef = given(
        "the unit", units(lambda game, ref: able(FIND_AMMO, game, ref)), none="nobody is out of ammunition who can look"
    )
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """At the end of the turn; infantry that moves or is assaulted finds nothing, a vehicle may move too (L-22)."""
        out, body = Outcomes(game), game.body(self.unit)
        beside = not body.infantry and body.morale is MoraleState.UNBROKEN
        begin_action(out, self.unit, ACTION[FIND_AMMO], stance="" if beside else None, anyway=self.anyway)
        if not beside:
            out.did(self.unit, action=FIND_AMMO, used=BOTH, speed=0 if body.infantry else None)
        out.flag(self.unit, FINDING)
        out.say(f"{told(game, self.unit)} finds ammunition at the end of the turn")
        return out.ruling(self.unit.side)


class TakeCover(Act[Lethal]):
    """The cover that a unit stands in."""

    called = "cover"
    rule, group = "L-41", "Marks"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")
    band: Cover | None = given("its band; the open if not given", default=None)
    at_edge: bool = given("it touches the edge of the cover", default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """It cuts the contact range and adds to AV; at its edge it only adds to AV (L-44)."""
        out, body = Outcomes(game), game.body(self.unit)
        if self.at_edge and self.band is None:
            raise PlayError("a unit in the open touches the edge of no cover: say which band it is")
        out.add(Sheltered(side=self.unit.side, unit=self.unit.id, cover=self.band))
        if (AT_EDGE in body.flags) != self.at_edge:
            out.flag(self.unit, AT_EDGE, on=self.at_edge)
        words = cover_text(out.game.body(self.unit)) or "in the open"
        out.say(f"{told(game, self.unit)}: {words}")
        return out.ruling(self.unit.side)
