"""Actions: a formation and its action are named, then comes the test; a failed one leaves a Hold (E-08, E-12, E-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from builder.errors import PlayError
from builder.systems.epic.actions import ACTIONS, action
from builder.systems.epic.parameters import ActionId
from builder.systems.epic.play.changes import ActionTaken, TurnToAct
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    HOLD,
    MARCH,
    MOVE,
    OVERWATCH_ACTION,
    REGROUP,
    SHOOT,
    barred,
    hindrance,
    in_hand,
    next_side,
    out_of_turn,
    retention,
    test_of,
    units_text,
)
from builder.systems.epic.play.state import ACTION, ASTRAY, ON_ROAD, OVERWATCH, EpicGame, LastAction, Orders
from builder.systems.figures import Die, plus
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Consequence
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import SURE, one_die
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, told, units

AGREE = "by agreement with --anyway"
PASSED = (Choice(True, "it passed"), Choice(False, "it failed"))


def actions(at: At[EpicGame], act: ActivateFormation) -> Iterator[Choice[str]]:
    """The actions that the formation can choose."""
    ref = known(lambda: act.unit)
    for each in ACTIONS:
        if each.id != HOLD and (ref is None or not barred(at.game.body(ref), each)):
            yield Choice(each.id, f"{each.name}: {each.text}", each.id)


class ActivateFormation(Act[EpicGame]):
    """A formation is named with its action, and takes its test."""

    called = "activate"
    rule, group = "E-12", "Action"
    usual = ("unit", "action", "die", "retaining", "road-march")
    unit: UnitRef = given("the formation", units(lambda game, ref: not hindrance(game, ref)), none="nobody can act")
    action: ActionId | None = given("the action, named before the die", actions, default=None)
    die: Die | None = given("the die of its test", default=None)
    retaining: bool = given("its side retains the initiative: −1", default=False)
    road_march: bool = given("a march with all units on a road throughout: no test", default=False, when="for a march")
    not_named: bool = given("formation or action was not named before the die: it fails without one", default=False)
    passed: bool | None = given("whether it passed, where its initiative is not known", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The initiative or more: −1 with any blast marker, −1 more to retain; failed, a marker, and a Hold is left."""
        out, ref, name, body = BattleOutcomes(game), self.unit, told(game, self.unit), game.body(self.unit)
        if why := hindrance(game, ref):
            raise PlayError(f"{name}: {why}")
        why = out_of_turn(game, ref.side, retaining=self.retaining)
        if why and not self.anyway:
            raise PlayError(f"{name}: {why}; {AGREE}")
        self._begin(out)
        if self.not_named:
            self._fail(out, f"{name}: not named before the die, and fails without one")
            return out.ruling(ref.side)
        asked = f"Which action does {name} take?"
        offered = [Choice(each.id, each.name) for each in ACTIONS if not barred(body, each)]
        chosen = action(ask.one("action", self.action, asked, offered, leads=True))
        if why := barred(body, chosen):
            raise PlayError(f"{name} cannot choose {chosen.name}: {why}")
        if self.road_march and chosen.id != MARCH:
            raise PlayError("a road march is a march action (E-22)")
        words, passed = self._test(out, ask, chosen.name)
        if not passed:
            self._fail(out, f"{words}, failed")
            return out.ruling(ref.side)
        out.say(f"{words}, passed")
        out.order(ref, action=chosen.id, succeeded=True)
        self._done(out, succeeded=True)
        if chosen.id == OVERWATCH_ACTION:
            out.flag(ref, OVERWATCH)
        if self.road_march:
            out.flag(ref, ON_ROAD)
        return out.ruling(ref.side)

    def _test(self, out: BattleOutcomes, ask: Answers, wanted: str) -> tuple[str, bool]:
        """What is said of the test, and whether it was passed."""
        name, body = told(out.game, self.unit), out.game.body(self.unit)
        test = test_of(body, retaining=self.retaining, road_march=self.road_march)
        label = f"{name}: {wanted.lower()}{' to retain' if self.retaining else ''}"
        if test is None:
            asked = f"The data does not say the initiative of {name}: did it pass?"
            return f"{label}, a test that players judged", ask.one("passed", self.passed, asked, PASSED)
        if test.needs <= SURE:
            return f"{label}, {'on a road throughout' if self.road_march else '1+'} without a die", True
        parts = [f"initiative {plus(body.formation.initiative or 0)}"]
        parts += ["−1 for markers"] if body.markers else []
        parts += ["−1 to retain"] if self.retaining else []
        out.steps.append(f"{', '.join(parts)}: {plus(test.needs)}")
        die = one_die(ask, "die", self.die, f"The action test of {name} on {plus(test.needs)}")
        return f"{label}, {die} on {plus(test.needs)}", test.passed(die)

    def _begin(self, out: BattleOutcomes) -> None:
        """Whatever it did before, its action begins."""
        orders = Orders(activated=True, retained=self.retaining)
        out.flag(self.unit, OVERWATCH, on=False)
        out.order(self.unit, **{name: getattr(orders, name) for name in Orders.__struct_fields__})

    def _fail(self, out: BattleOutcomes, words: str) -> None:
        """A blast marker, and a Hold unless the marker breaks the formation (E-10, E-12)."""
        out.say(words)
        out.mark(self.unit, 1, "failed test")
        if not out.game.body(self.unit).broken:
            out.order(self.unit, action=HOLD)
        self._done(out, succeeded=False)

    def _done(self, out: BattleOutcomes, *, succeeded: bool) -> None:
        last = LastAction(side=self.unit.side, unit=self.unit.id, succeeded=succeeded, retained=self.retaining)
        out.add(ActionTaken(last=last))


def holding(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation must still say what its Hold is."""
    body = game.body(ref)
    return body.orders.action == HOLD and not body.orders.hold and not body.broken and not body.gone


class Hold(Act[EpicGame]):
    """What a formation does that failed its test."""

    rule, group = "E-13", "Action"
    unit: UnitRef = given("the formation", units(holding), none="nobody holds")
    how: Literal["move", "shoot", "regroup"] = given("one of them")

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """It moves once, shoots or regroups; it must move where a unit is out of formation."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), told(game, self.unit)
        if not holding(game, self.unit):
            raise PlayError(f"{name} has no Hold: that follows from a failed test (E-13)")
        if body.count(ASTRAY) and self.how != MOVE:
            raise PlayError(f"{name} must move: {units_text(body.count(ASTRAY))} out of formation (E-13)")
        out.order(self.unit, hold=self.how)
        done = {MOVE: "moves", SHOOT: "shoots", REGROUP: "regroups"}[self.how]
        out.say(f"{name} holds: it {done}")
        return out.ruling(self.unit.side)


def next_activation(before: EpicGame, after: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """What follows of itself: as an action has nothing left to do, the next activation is that of the other side."""
    last = after.extra.last
    if after.clock.phase != ACTION or last is None or in_hand(after, last.ref):
        return
    side = next_side(after)
    if side != after.clock.active:
        yield Consequence((TurnToAct(side=side),))


def may_retain(game: EpicGame) -> bool:
    """Whether the side that acted last may retain the initiative."""
    last = game.extra.last
    return last is not None and not retention(game, last.side)
