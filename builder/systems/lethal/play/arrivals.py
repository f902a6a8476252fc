"""Units that come later, and the free move of scouts (L-07, L-60, L-67)."""

from __future__ import annotations

from typing import Literal

from builder.errors import PlayError
from builder.systems.figures import Whole
from builder.systems.lethal.command import MOVE_MOVE, MOVE_SHOOT
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play.changes import Sheltered
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import movement, rules_of, waits
from builder.systems.lethal.play.state import DEEP_STRIKE, RESERVE, SCOUTED, Lethal
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, told, units

HOW = {RESERVE: "reserve", DEEP_STRIKE: "deep strike"}


def waiting(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit comes later."""
    return living(game, ref) and waits(game.body(ref)) and game.body(ref).aboard is None


class Arrive(Act[Lethal]):
    """A unit comes from reserve or by deep strike."""

    rule, group = "L-67", "Turn"
    unit: UnitRef = given("the unit", units(waiting), none="nobody is in reserve")
    how: Literal["reserve", "deep strike"] | None = given("how it comes", default=None)
    cover: Cover | None = given("the cover that it comes into; the open if not given", default=None)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """From reserve it has used one move of a Move-Move; by deep strike the move of a Move-Shoot."""
        out, body, name = Outcomes(game), game.body(self.unit), told(game, self.unit)
        if not waits(body):
            raise PlayError(f"{name} is on the table")
        planned = "deep strike" if DEEP_STRIKE in body.flags else "reserve"
        choices = [Choice(planned, planned)]
        if planned == "reserve" and "deep strike" in rules_of(game, self.unit):
            choices.append(Choice("deep strike", "deep strike"))
        how = ask.one("how", self.how, f"How does {name} come?", choices)
        action = MOVE_SHOOT if how == "deep strike" else MOVE_MOVE
        for ref in (self.unit, *game.riders(self.unit)):
            for flag in HOW:
                out.flag(ref, flag, on=False)
            out.did(ref, action=action if ref == self.unit else "", used=1)
        if self.cover is not None:
            out.add(Sheltered(side=self.unit.side, unit=self.unit.id, cover=self.cover))
        left = "a command check, then one shot" if action == MOVE_SHOOT else "one move"
        out.say(f"{name} comes, {how}: {left} of {action} is left")
        return out.ruling(self.unit.side)


def scouts(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit has a free move left (L-07)."""
    body = game.body(ref)
    return living(game, ref) and SCOUTED not in body.flags and "scouts" in rules_of(game, ref) and not waits(body)


class Scout(Act[Lethal]):
    """The free move of a unit of Scouts."""

    rule, group = "L-07", "Turn"
    unit: UnitRef = given("the unit", units(scouts), none="nobody has a free move")
    moved: Whole | None = given("cm that it moves; as far as it can if not given", default=None)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """One move action, once, at the beginning of the battle; it uses up no action."""
        out, name, far = Outcomes(game), told(game, self.unit), movement(game.body(self.unit))
        if not scouts(game, self.unit):
            raise PlayError(f"{name} has no free move")
        moved = far if self.moved is None else self.moved
        if moved > far:
            raise PlayError(f"{name} goes {far} cm at most")
        out.flag(self.unit, SCOUTED)
        out.say(f"{name}: a free move of {moved} cm")
        return out.ruling(self.unit.side)
