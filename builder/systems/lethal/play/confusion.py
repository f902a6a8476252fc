"""Confusion checks: what a failed one does to a unit, and who must take one (L-33, L-36)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.figures import Die, Whole
from builder.systems.lethal.command import ConfusionOutcome, MoraleState, confusion, confusion_move
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import command, immobile
from builder.systems.lethal.play.state import Lethal
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.dice import one_die, some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units

FALLS = {
    ConfusionOutcome.SHAKEN: MoraleState.SHAKEN,
    ConfusionOutcome.STUNNED: MoraleState.STUNNED,
    ConfusionOutcome.PARALYSED: MoraleState.PARALYSED,
}
YES_OR_NO = (Choice(True, "yes", "yes"), Choice(False, "no", "no"))


class Wandering(Params):
    """How a confused unit moves."""

    heading = "A unit that is confused"
    visible: bool | None = given("it sees an enemy", default=None)
    move_dice: tuple[Die, ...] = given("the dice of its move, whose sum counts", default=())
    enemy: Whole | None = given("cm to the enemy on its way, off whom it stops 5 cm", default=None)
    stopped: Whole | None = given("cm after which terrain that cannot be passed, or the edge, stops it", default=None)


def confuse(out: Outcomes, ref: UnitRef, die: int, wandering: Wandering, ask: Answers) -> bool:
    """Take a confusion check of a unit, with what it comes to (L-33, L-36), and return whether it was passed."""
    game, body = out.game, out.game.body(ref)
    value = command(game, ref)
    result = confusion(value, die)
    out.say(f"{told(game, ref)}: confusion check {die} on {value}+")
    if result.outcome is ConfusionOutcome.PASSED:
        out.say("passed")
        return True
    if result.outcome in (ConfusionOutcome.TOWARDS_ENEMY, ConfusionOutcome.RANDOM) and immobile(body):
        out.say(f"failed by {value - die}, and it cannot move: no effect")
        return False
    out.say(f"failed by {value - die}")
    if result.outcome is ConfusionOutcome.TOWARDS_ENEMY:
        seen = ask.one("visible", wandering.visible, f"{told(game, ref)}: does it see an enemy?", YES_OR_NO)
        result = result if seen else confusion(value, value - 2)
    if result.dice and not immobile(body):
        _wander(out, ref, result.dice, _direction(result.outcome), wandering, ask)
    if result.outcome in FALLS:
        out.fall(ref, FALLS[result.outcome])
    return False


def _direction(outcome: ConfusionOutcome) -> str:
    words = {
        ConfusionOutcome.TOWARDS_ENEMY: "towards the nearest enemy in sight",
        ConfusionOutcome.RANDOM: "in a random direction",
    }
    return words.get(outcome, "towards its fall-back zone")


def _wander(out: Outcomes, ref: UnitRef, dice: str, where: str, wandering: Wandering, ask: Answers) -> None:
    name = told(out.game, ref)
    faces = some_dice(ask, "move-dice", wandering.move_dice, f"How far {name} moves, {dice}", int(dice[0]))
    far = confusion_move(faces, enemy=wandering.enemy, stopped=wandering.stopped)
    out.steps.append(f"{dice}: {' + '.join(map(str, faces))} = {sum(faces)} cm")
    out.say(f"moves {far} cm {where}")
    if far:
        out.moved(ref)


def owed_confusion(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit must take a confusion check."""
    return any(check.kind == "confusion" for check in game.body(ref).owed)


def confused(at: At[Lethal], act: object) -> Iterator[Choice[UnitRef]]:
    """The units that must take a confusion check; all in the game where nobody must."""
    owing = (*units(lambda game, ref: living(game, ref) and owed_confusion(game, ref))(at, act),)
    yield from owing or units(living)(at, act)


class Confusion(Act[Lethal]):
    """A confusion check of a unit."""

    rule, group = "L-33", "Checks"
    unit: UnitRef = given("the unit", confused, none="nobody is left")
    die: Die | None = given("the die", default=None)
    wandering: Wandering = Wandering()
    enters: tuple[UnitRef, ...] = given("friends into whom it moves, who take a check of their own", default=())

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """D6 against its CM: failed by one it moves towards the enemy, by two at random, by more its state is worse."""
        out = Outcomes(game)
        out.pay(self.unit, "confusion")
        die = one_die(ask, "die", self.die, f"The confusion check of {told(game, self.unit)}")
        if not confuse(out, self.unit, die, self.wandering, ask):
            for friend in self.enters:
                if friend != self.unit and friend.side == self.unit.side:
                    out.owe(friend, "confusion", "entered by friends")
        return out.ruling(self.unit.side)


def under_fire(out: Outcomes, target: UnitRef, by: str) -> None:
    """A unit comes under fire, be it hit or not: one confusion check for each firing unit, or corridor (L-33, L-93)."""
    deeds = out.game.body(target).deeds
    if by not in deeds.under_fire and not out.game.body(target).gone:
        out.did(target, under_fire=(*deeds.under_fire, by))
        out.owe(target, "confusion", "under fire")
