"""Movement beside actions: arrivals, the free move of scouts, who gets in and out (L-07, L-16, L-67, L-72)."""

from __future__ import annotations

from typing import Literal

from builder.errors import PlayError
from builder.systems.figures import Whole
from builder.systems.lethal.command import FAST, MOVE_MOVE, MOVE_SHOOT, SLOW_ENOUGH, may_disembark, may_embark
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play.changes import Sheltered
from builder.systems.lethal.play.checks import YES_OR_NO
from builder.systems.lethal.play.combat import open_combat, targets
from builder.systems.lethal.play.grouping import free_label, together_with
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of, is_off_table, movement, rules_of
from builder.systems.lethal.play.state import COMMAND, DEEP_STRIKE, DEPLOYMENT, RESERVE, SCOUTED, LethalGame
from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, unit_name, units

HOW = {RESERVE: "reserve", DEEP_STRIKE: "deep strike"}


def comes_later(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit comes later."""
    return living(game, ref) and is_off_table(game.body(ref)) and game.body(ref).aboard is None


class Arrive(Act[LethalGame]):
    """A unit comes from reserve or by deep strike."""

    rule, group = "L-67", "Turn"
    unit: UnitRef = given("the unit", units(comes_later), none="nobody is in reserve")
    how: Literal["reserve", "deep strike"] | None = given("how it comes", default=None)
    cover: Cover | None = given("the cover that it comes into; the open if not given", default=None)
    contact: UnitRef | None = given("an enemy onto whom it would come down", targets, default=None)
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """From reserve it has used one move of a Move-Move; by deep strike the move of a Move-Shoot.

        It comes down clear of enemies, unless the players agree on a charge. Those aboard act with it, as they do from
        the start of a turn on (L-16).
        """
        out, body, name = Outcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if not is_off_table(body):
            raise PlayError(f"{name} is on the table")
        if game.clock.phase != COMMAND and not self.anyway:
            raise PlayError("units come in the command phase (L-60); by agreement with --anyway")
        if self.contact is not None and not self.anyway:
            raise PlayError(
                f"{name} comes down clear of {unit_name(game, self.contact)}: units arrive in the command phase, and"
                " fight in the combat phase (L-60, L-67); by agreement with --anyway"
            )
        planned = "deep strike" if DEEP_STRIKE in body.flags else "reserve"
        choices = [Choice(planned, planned)]
        if planned == "reserve" and "deep strike" in rules_of(game, self.unit):
            choices.append(Choice("deep strike", "deep strike"))
        how = ask.one("how", self.how, f"How does {name} come?", choices)
        if how == "deep strike" and how not in {choice.value for choice in choices} and not self.anyway:
            raise PlayError(f"{name} is in reserve, and has not Deep Strike (L-67); by agreement with --anyway")
        action = MOVE_SHOOT if how == "deep strike" else MOVE_MOVE
        riders = game.riders(self.unit)
        for ref in (self.unit, *riders):
            for flag in HOW:
                out.flag(ref, flag, on=False)
            out.did(ref, action=action if ref == self.unit else "", used=1, came=True)
        if self.cover is not None:
            out.add(Sheltered(side=self.unit.side, unit=self.unit.id, cover=self.cover))
        left = "a command check, then one shot" if action == MOVE_SHOOT else "one move"
        way = "from reserve" if how == "reserve" else "by deep strike"
        out.say(f"{name}, {way}: {left} of {action} is left")
        if riders:
            together_with(out, (self.unit, *riders), free_label(game, self.unit.side))
        if self.contact is not None:
            open_combat(out, self.unit, self.contact, anyway=self.anyway)
        return out.ruling(self.unit.side)


def scouts(game: LethalGame, ref: UnitRef) -> bool:
    """Whether a unit has a free move left: once, and not later than in the first turn (L-07)."""
    body = game.body(ref)
    ready = game.clock.turn <= 1 and living(game, ref) and not is_off_table(body) and SCOUTED not in body.flags
    return ready and "scouts" in rules_of(game, ref)


class Scout(Act[LethalGame]):
    """The free move of a unit of Scouts."""

    rule, group = "L-07", "Turn"
    unit: UnitRef = given("the unit", units(scouts), none="nobody has a free move")
    moved: Whole | None = given("cm that it moves; as far as it can if not given", default=None)
    cover: Cover | None = given("the cover that it ends its move in; the open if not given", default=None)
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """One move action, once, at the beginning of the battle; it uses up no action."""
        out, name, far = Outcomes(game), unit_name(game, self.unit), movement(game.body(self.unit))
        if not scouts(game, self.unit) and not self.anyway:
            raise PlayError(f"{name} has no free move (L-07); by agreement with --anyway")
        moved = far if self.moved is None else self.moved
        if moved > far and not self.anyway:
            raise PlayError(f"{name} goes {far} cm at most; by agreement with --anyway")
        out.flag(self.unit, SCOUTED)
        if moved:
            out.comes_into(self.unit, self.cover)
        out.say(f"{name}: a free move of {moved} cm")
        return out.ruling(self.unit.side)


class EmbarkByActions(common.Embark[LethalGame]):
    """A unit gets into a transport."""

    called = "embark"
    rule, group = "L-73", "Actions"

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Of its own unit group, slow enough, all within 5 cm; both have used the larger number of actions then."""
        ruling = common.Embark.decide(self, game, ask)
        body, carrier = game.body(self.unit), game.body(self.transport)
        out, name, into = Outcomes(game), unit_name(game, self.unit), unit_name(game, self.transport)
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
        for ref in game.company(self.unit):
            out.comes_into(ref, None)
        for ref in (*game.company(self.unit), self.transport):
            out.did(ref, used=used, boarded=game.body(ref).deeds.boarded or ref == self.transport)
        return out.ruling(self.unit.side)


class DisembarkByActions(common.Disembark[LethalGame]):
    """A unit gets out of its transport."""

    called = "disembark"
    rule, group = "L-72", "Actions"
    enemy_near: bool | None = given("an enemy is within 5 cm of the access points", default=None)
    anyway: bool = given(common.ANYWAY, default=False)

    def decide(self, game: LethalGame, ask: Answers) -> Ruling[LethalGame]:
        """Within 5 cm of an access point; it has used the actions that the vehicle has."""
        carrier = game.body(self.unit).aboard
        if carrier is None:
            raise PlayError(f"{unit_name(game, self.unit)}: on foot already")
        vehicle = UnitRef(self.unit.side, carrier)
        deeds, name = game.body(vehicle).deeds, unit_name(game, vehicle)
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
        out.did(vehicle, boarded=True)
        names = " and ".join(unit_name(game, each) for each in together)
        used = f", {deeds.used} of 2 actions used" if deeds.used else ""
        out.say(f"{names} out of {name}{used}")
        return out.ruling(self.unit.side)
