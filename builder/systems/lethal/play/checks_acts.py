"""Morale checks, rallying, ammunition dice: checks that a unit takes where it stands (L-22, L-30 to L-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from builder.errors import PlayError
from builder.systems.figures import Die, Score
from builder.systems.lethal.attacks import after_shooting
from builder.systems.lethal.command import MoraleState, after_morale_check, may_rally, passes_morale_check
from builder.systems.lethal.play.confusion import YES_OR_NO
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import combat_of, command, rules_of, waits
from builder.systems.lethal.play.state import AMMUNITION, CheckKind, Lethal
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.dice import one_die, some_dice
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import At, living, told, units

HUNTERS = "vehicle hunters"
SHOCK = 2
"""The CM against vehicle shock of those who have that rule (L-06)."""


def owing_first(kind: CheckKind) -> Callable[[At[Any], object], Iterator[Choice[UnitRef]]]:
    """A chooser of the units that must take a check of a kind; of all in the game where nobody must."""

    def owes(game: Lethal, ref: UnitRef) -> bool:
        return living(game, ref) and any(check.kind == kind for check in game.body(ref).owed)

    def chosen(at: At[Lethal], act: object) -> Iterator[Choice[UnitRef]]:
        owing = (*units(owes)(at, act),)
        yield from owing or units(living)(at, act)

    return chosen


class Morale(Act[Lethal]):
    """A morale check of a unit."""

    rule, group = "L-30", "Checks"
    unit: UnitRef = given("the unit", owing_first("morale"), none="nobody is left")
    dice: tuple[Die, ...] = given("both dice, of which the lower counts", default=())
    cm: Score | None = given("another CM, such as a master vox lends", default=None)
    shock: bool = given("vehicle shock, which Vehicle Hunters pass on 2+", default=False)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """The lower of two dice against its CM: failed, its state is a step worse; in close combat it is destroyed."""
        out, name = Outcomes(game), told(game, self.unit)
        state = game.body(self.unit).morale
        if state is MoraleState.ROUTED:
            raise PlayError(f"{name} is routed: it rallies at the start of its turn, with the act rally (L-32)")
        value = self.cm or command(game, self.unit, for_morale=True)
        if self.shock and HUNTERS in rules_of(game, self.unit):
            value = min(value, SHOCK)
        one, other = some_dice(ask, "dice", self.dice, f"The morale check of {name}", 2)
        passed = passes_morale_check(value, (one, other))
        out.pay(self.unit, "morale")
        out.say(f"{name}: morale check {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        now = after_morale_check(state, passed, in_combat=combat_of(game, self.unit) is not None)
        if now is None:
            destroy(out, self.unit)
        elif not passed:
            out.fall(self.unit, now)
        return out.ruling(self.unit.side)


def destroy(out: Outcomes, ref: UnitRef) -> None:
    """A unit is destroyed, whatever is left of it."""
    out.flag(ref, DESTROYED)
    out.say(f"{told(out.game, ref)} is destroyed")


def routing(game: Lethal, ref: UnitRef) -> bool:
    """Whether a unit routs."""
    return living(game, ref) and game.body(ref).morale is MoraleState.ROUTED


class Rally(Act[Lethal]):
    """A routing unit tries to rally at the start of its turn."""

    rule, group = "L-32", "Checks"
    unit: UnitRef = given("the unit", units(routing), none="nobody is routed")
    enemy_near: bool | None = given("an enemy is within its contact range", default=None)
    dice: tuple[Die, ...] = given("both dice, of which the lower counts", default=())

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """Above half its strength, with a friend on the table and no enemy in its CR; failed, it is destroyed."""
        out, name, body = Outcomes(game), told(game, self.unit), game.body(self.unit)
        if body.morale is not MoraleState.ROUTED:
            raise PlayError(f"{name} is {body.morale}: only routed units rally")
        friends = (each for each in game.refs(self.unit.side) if each != self.unit)
        friend = any(not game.body(each).gone and not waits(game.body(each)) for each in friends)
        if not may_rally(body.unit.models, body.models, friend=friend):
            why = f"{body.models} of {body.unit.models} models are left" if friend else "no friend is on the table"
            raise PlayError(f"{name} cannot rally, {why}: it moves twice towards its fall-back zone (L-32)")
        question = f"Is an enemy within the contact range of {name}?"
        if ask.one("enemy-near", self.enemy_near, question, YES_OR_NO[::-1]):
            out.say(f"{name} cannot rally, an enemy is near: two moves towards its fall-back zone")
            return out.ruling(self.unit.side)
        value = command(game, self.unit, for_morale=True)
        one, other = some_dice(ask, "dice", self.dice, f"The morale check of {name}", 2)
        passed = passes_morale_check(value, (one, other))
        out.say(f"{name} rallies: {one} and {other} on {value}+, {'passed' if passed else 'failed'}")
        if passed:
            out.becomes(self.unit, MoraleState.PARALYSED)
        else:
            destroy(out, self.unit)
        return out.ruling(self.unit.side)


class Ammo(Act[Lethal]):
    """The opponent's die for the ammunition of a unit that has shot."""

    rule, group = "L-22", "Checks"
    unit: UnitRef = given("the unit", owing_first("ammo"), none="nobody is left")
    die: Die | None = given("the die", default=None)

    def decide(self, game: Lethal, ask: Answers) -> Ruling[Lethal]:
        """A 1 costs one counter; without any the whole unit cannot shoot."""
        out, name, body = Outcomes(game), told(game, self.unit), game.body(self.unit)
        if not body.infantry:
            raise PlayError(f"{name} is a vehicle: it runs out through suppressive fire alone (L-20)")
        die = one_die(ask, "die", self.die, f"The opponent's die for the ammunition of {name}")
        out.pay(self.unit, "ammo")
        before = body.count(AMMUNITION)
        left = after_shooting(before, [die])
        out.say(f"{name}: ammunition die {die}")
        if left == before:
            return out.ruling(1 - self.unit.side)
        out.add(Counted(side=self.unit.side, unit=self.unit.id, counter=AMMUNITION, count=left))
        if not left and body.deeds.shots:
            out.did(self.unit, shots=0)
        out.say("out of ammunition" if not left else f"{left} counter{'s' if left > 1 else ''} left")
        return out.ruling(1 - self.unit.side)
