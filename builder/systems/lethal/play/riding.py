"""Getting in and out of transports: how many actions both have used then (L-16, L-72, L-73)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.lethal.command import FAST, MOVE_MOVE, SLOW_ENOUGH, may_disembark, may_embark
from builder.systems.lethal.play.confusion import YES_OR_NO
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of
from builder.systems.lethal.play.state import DEPLOYMENT, Lethal
from builder.systems.parameters import given
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import told


class EmbarkByActions(common.Embark[Lethal]):
    """A unit gets into a transport."""

    called = "embark"
    rule, group = "L-73", "Actions"

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Of its own unit group, slow enough, all within 5 cm; both have used the larger number of actions then."""
        ruling = common.Embark.decide(self, game, ask)
        body, carrier = game.body(self.unit), game.body(self.transport)
        out, name, into = Outcomes(game), told(game, self.unit), told(game, self.transport)
        if game.clock.phase != DEPLOYMENT and not self.anyway:
            if not may_embark(carrier.deeds.moved) or carrier.deeds.action == FAST:
                raise PlayError(f"{into} went more than {SLOW_ENOUGH} cm this turn: nobody gets in (L-73)")
            if not body.group or body.group != carrier.group:
                raise PlayError(f"{name} is in no unit group with {into} (L-16); by agreement with --anyway")
            if combat_of(game, self.unit) is not None:
                raise PlayError(f"{name} is in close combat")
        out.add(*ruling.changes)
        out.say(ruling.text)
        used = max(body.deeds.used, carrier.deeds.used)
        for ref in (*game.company(self.unit), self.transport):
            if game.body(ref).deeds.used != used:
                out.did(ref, used=used)
        return out.ruling(self.unit.side)


class DisembarkByActions(common.Disembark[Lethal]):
    """A unit gets out of its transport."""

    called = "disembark"
    rule, group = "L-72", "Actions"
    enemy_near: bool | None = given("an enemy is within 5 cm of the access points", default=None)
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Within 5 cm of an access point; it has used the actions that the vehicle has."""
        carrier = game.body(self.unit).aboard
        if carrier is None:
            raise PlayError(f"{told(game, self.unit)}: on foot already")
        vehicle = UnitRef(self.unit.side, carrier)
        deeds, name = game.body(vehicle).deeds, told(game, vehicle)
        if not self.anyway:
            after = deeds.action in (MOVE_MOVE, FAST) and deeds.used > 1
            if not may_disembark(deeds.moved, after_move_move=after):
                why = f"made a {deeds.action}" if after else f"went more than {SLOW_ENOUGH} cm"
                raise PlayError(f"{name} {why} this turn: nobody gets out (L-72); by agreement with --anyway")
            text = f"Is an enemy within 5 cm of the access points of {name}?"
            if ask.one("enemy-near", self.enemy_near, text, YES_OR_NO[::-1]):
                raise PlayError(f"an enemy is near the access points of {name}: nobody gets out (L-72)")
        out = Outcomes(game)
        together = [each for each in game.company(self.unit) if game.body(each).aboard == carrier]
        for ref in together:
            out.get_out(ref)
        names = " and ".join(told(game, each) for each in together)
        used = f", {deeds.used} of 2 actions used" if deeds.used else ""
        out.say(f"{names} out of {name}{used}")
        return out.ruling(self.unit.side)
