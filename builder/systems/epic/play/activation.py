"""Whose turn it is to act: the strategy roll, activations with their tests, Hold (E-05, E-08, E-12, E-13)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from builder.errors import PlayError
from builder.systems.epic.actions import ACTIONS, action, strategy_roll
from builder.systems.epic.parameters import ActionId
from builder.systems.epic.play.changes import ActionTaken, Rated, StrategyWon, TookEffect, TurnToAct
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    AGREE,
    HOLD,
    MARCH,
    MOVE,
    OVERWATCH_ACTION,
    REGROUP,
    SHOOT,
    check_assaults,
    choice_hindrance,
    has_more_to_do,
    hindrance,
    must_choose_hold,
    next_side,
    retain_hindrance,
    test_of,
    turn_hindrance,
    unhindered,
    units_text,
)
from builder.systems.epic.play.state import (
    ACTION,
    ASTRAY,
    ON_ROAD,
    OVERWATCH,
    START,
    STRATEGY,
    EpicGame,
    LastAction,
    Orders,
    StrategyRoll,
)
from builder.systems.figures import Die, Whole, plus
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.clock import Consequence, moving
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import SURE, one_die, some_dice
from builder.systems.play.game import Clock, UnitRef
from builder.systems.play.lookup import At, Whose, players, unit_name, units

HIGHEST = 9
"""A strategy rating is one figure (E-05)."""
RATINGS = tuple(Choice(rating, str(rating)) for rating in range(1, 7))


class StartEffects(Act[EpicGame]):
    """An ability that takes effect as the turn starts, or as an action does."""

    rule, group = "E-08", "Turn"
    player: Whose = given("whose: 1, 2 or a name", players)
    ability: str = given("what it is")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Before the strategy roll, in turns, the player with the higher rating saying who begins; or before a test."""
        out, name = BattleOutcomes(game), game.sides[self.player].name
        if game.clock.phase == ACTION:
            out.say(f"Start of action, {name}: {self.ability}")
            return out.ruling(self.player)
        if game.clock.phase != START and not self.anyway:
            raise PlayError(f"these take effect at the start of a turn or of an action (E-08); {AGREE}")
        again = bool(game.extra.effects) and game.extra.effects[-1] == self.player
        out.add(TookEffect(side=self.player))
        out.say(f"Start of turn, {name}: {self.ability}{', the other side having none left' if again else ''}")
        return out.ruling(self.player)


class Strategy(Act[EpicGame]):
    """Both players roll for strategy, and the turn's actions begin."""

    rule, group, moves_on = "E-05", "Turn", True
    dice: tuple[Die, ...] = given("both dice, the first that of the player who set the game up", default=())
    goes: Literal["first", "second"] = given("whether the winner goes first or second", default="first")
    ratings: tuple[Whole, ...] = given("the rating of each side whose army does not say one", default=())

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Die and rating; a tie goes to who did not win last turn, and is rolled again as long as nobody has."""
        if game.clock.phase not in (START, STRATEGY):
            raise PlayError("strategy is rolled as a turn starts (E-05): next begins one")
        out = BattleOutcomes(game)
        ratings = self._ratings(game, ask, out)
        names = [side.name for side in game.sides]
        one, other = some_dice(ask, "dice", self.dice, f"{names[0]} and {names[1]} roll for strategy", 2)
        totals = (strategy_roll(one, ratings[0]), strategy_roll(other, ratings[1]))
        rolled = zip(names, (one, other), ratings, totals, strict=True)
        sums = ", ".join(f"{name} {die} + {rating} = {total}" for name, die, rating, total in rolled)
        words = f"Strategy: {sums}"
        last = next((roll.won for roll in reversed(game.extra.rolls) if roll.turn < game.clock.turn), None)
        if totals[0] == totals[1] and last is None:
            out.say(f"{words}: equal, and nobody has won one yet: both roll again")
            return out.ruling()
        won = (0 if totals[0] > totals[1] else 1) if totals[0] != totals[1] else 1 - (last or 0)
        first = won if self.goes == "first" else 1 - won
        tie = f": equal, and {names[1 - won]} won last turn" if totals[0] == totals[1] else ""
        out.say(f"{words}{tie}: {names[won]} goes {self.goes}")
        roll = StrategyRoll(turn=game.clock.turn, dice=(one, other), totals=totals, won=won, first=first)
        out.add(StrategyWon(roll=roll))
        to = Clock(turn=game.clock.turn, active=first, phase=ACTION, first=game.clock.first)
        out.add(*moving(ask.rules, out.game, to).changes)
        return out.ruling(won, where=f"Turn {game.clock.turn}")

    def _ratings(self, game: EpicGame, ask: Answers, out: BattleOutcomes) -> tuple[int, int]:
        """Return the ratings of both sides, those asked for that no army says."""
        said = [
            ask.next("ratings", self.ratings, f"What is the strategy rating of {side.name}?", RATINGS)
            if rating is None
            else rating
            for side, rating in zip(game.sides, game.extra.ratings, strict=True)
        ]
        if max(said) > HIGHEST:
            raise PlayError(f"a strategy rating is at most {HIGHEST}")
        if None in game.extra.ratings:
            out.add(Rated(ratings=(said[0], said[1])))
        return said[0], said[1]


HOLDS = (Choice(MOVE, "it moves", MOVE), Choice(SHOOT, "it shoots", SHOOT), Choice(REGROUP, "it regroups", REGROUP))
"""What a Hold can be; of one with a unit out of formation the first (E-13)."""
PASSED = (Choice(True, "it passed"), Choice(False, "it failed"))


def actions(at: At[EpicGame], act: ActivateFormation) -> Iterator[Choice[str]]:
    """Yield the actions that the formation can choose."""
    ref = known(lambda: act.unit)
    for each in ACTIONS:
        if each.id != HOLD and (ref is None or not choice_hindrance(at.game.body(ref), each)):
            yield Choice(each.id, f"{each.name}: {each.text}", each.id)


def who_acts(at: At[EpicGame], act: ActivateFormation) -> Iterator[Choice[UnitRef]]:
    """Yield the formations of the side whose activation it is, or of that which would retain the initiative (E-12)."""
    last, sides = at.game.extra.last, {next_side(at.game)}
    if act.retaining:
        sides = set() if last is None else {last.side}
    for each in units(unhindered(hindrance))(at, act):
        if act.anyway or each.value.side in sides:
            yield each


class ActivateFormation(Act[EpicGame]):
    """A formation is named with its action, and takes its test."""

    called = "activate"
    rule, group = "E-12", "Action"
    usual = ("unit", "action", "die", "retaining", "road-march")
    unit: UnitRef = given("the formation", who_acts, none="nobody can act")
    action: ActionId | None = given("the action, named before the die", actions, default=None)
    die: Die | None = given("the die of its test", default=None)
    retaining: bool = given("its side retains the initiative: −1", default=False)
    road_march: bool = given("a march with all units on a road throughout: no test", default=False, when="for a march")
    not_named: bool = given("formation or action was not named before the die: it fails without one", default=False)
    passed: bool | None = given("whether it passed, where its initiative is not known", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The initiative or more: −1 with any blast marker, −1 more to retain; failed, a marker, and a Hold is left."""
        out, ref, name, body = BattleOutcomes(game), self.unit, unit_name(game, self.unit), game.body(self.unit)
        if why := hindrance(game, ref):
            another = ": another formation retains the initiative" if self.retaining else ""
            raise PlayError(f"{name}: {why}{another}")
        why = turn_hindrance(game, ref.side, retaining=self.retaining)
        if why and not self.anyway:
            raise PlayError(f"{name}: {why}; {AGREE}")
        if not self.anyway:
            check_assaults(game)
        self._begin(out)
        if self.not_named:
            wanted = "" if self.action is None else f"{action(self.action).name.lower()} "
            self._fail(out, f"{name}: {wanted}not named before the die, and fails without one")
            return out.ruling(ref.side)
        asked = f"Which action does {name} take?"
        offered = [Choice(each.id, each.name) for each in ACTIONS if not choice_hindrance(body, each)]
        chosen = action(ask.one("action", self.action, asked, offered, leads=True))
        if why := choice_hindrance(body, chosen):
            raise PlayError(f"{name} cannot choose {chosen.name}: {why}")
        road_march = chosen.id == MARCH and self.road_march
        words, passed = self._test(out, ask, chosen.name, road_march=road_march)
        if not passed:
            self._fail(out, f"{words}, failed")
            return out.ruling(ref.side)
        out.say(f"{words}, passed")
        out.order(ref, action=chosen.id, succeeded=True, road_march=road_march)
        self._done(out, succeeded=True)
        if chosen.id == OVERWATCH_ACTION:
            out.flag(ref, OVERWATCH)
        if road_march:
            out.flag(ref, ON_ROAD)
        return out.ruling(ref.side)

    def _test(self, out: BattleOutcomes, ask: Answers, wanted: str, *, road_march: bool) -> tuple[str, bool]:
        """Take the test: return what the log says of it, and whether it was passed."""
        name, body = unit_name(out.game, self.unit), out.game.body(self.unit)
        test = test_of(body, retaining=self.retaining, road_march=road_march)
        label = f"{name}: {wanted.lower()}{' to retain' if self.retaining else ''}"
        if test is None:
            asked = f"The data does not say the initiative of {name}: did it pass?"
            return f"{label}, a test that players judged", ask.one("passed", self.passed, asked, PASSED)
        if road_march:
            return f"{label}, on a road throughout without a die", True
        if test.needs <= SURE:
            # Players can roll anyway, as the rules say.
            return f"{label}, {'1+ without a die' if self.die is None else f'{self.die} on 1+'}", True
        parts = [f"initiative {plus(body.formation.initiative or 0)}"]
        parts += ["−1 for markers"] if body.markers else []
        parts += ["−1 to retain"] if self.retaining else []
        if len(parts) > 1:
            out.steps.append(f"{', '.join(parts)}: {plus(test.needs)}")
        die = one_die(ask, "die", self.die, f"The action test of {name} on {plus(test.needs)}")
        return f"{label}, {die} on {plus(test.needs)}", test.passed(die)

    def _begin(self, out: BattleOutcomes) -> None:
        """Whatever it did before, its action begins; in a countercharge others set down whom they took up before."""
        for ref in out.game.refs(0, 1):
            earlier = out.game.body(ref).orders
            if ref != self.unit and (earlier.boarded or earlier.landed):
                out.order(ref, boarded={}, landed={})
        orders = Orders(activated=True, retained=self.retaining)
        out.flag(self.unit, OVERWATCH, on=False)
        out.order(self.unit, **{name: getattr(orders, name) for name in Orders.__struct_fields__})

    def _fail(self, out: BattleOutcomes, words: str) -> None:
        """A blast marker, and a Hold unless the marker breaks the formation (E-10, E-12)."""
        out.say(words, about=self.unit)
        out.mark(self.unit, 1, "failed test")
        if not out.game.body(self.unit).broken:
            out.order(self.unit, action=HOLD)
        self._done(out, succeeded=False)

    def _done(self, out: BattleOutcomes, *, succeeded: bool) -> None:
        last = LastAction(side=self.unit.side, unit=self.unit.id, succeeded=succeeded, retained=self.retaining)
        out.add(ActionTaken(last=last))


_RESULT = re.compile(r", (passed|failed|and fails)\b")


def test_passed(kind: str, text: str) -> bool | None:
    """Whether an action test was passed, read from its text in the log; None for any other entry (E-12)."""
    found = _RESULT.search(text) if kind == ActivateFormation.called else None
    return None if found is None else found[1] == "passed"


class Hold(Act[EpicGame]):
    """What a formation that failed its test does."""

    rule, group = "E-13", "Action"
    unit: UnitRef = given(
        "the formation", units(lambda game, ref: must_choose_hold(game.body(ref))), none="nobody holds"
    )
    how: Literal["move", "shoot", "regroup"] | None = given("whether it moves, shoots or regroups", default=None)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """It moves once, shoots or regroups; it must move where a unit is out of formation."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if not must_choose_hold(body):
            raise PlayError(f"{name} has no Hold: that follows from a failed test (E-13)")
        allowed = HOLDS[:1] if body.count(ASTRAY) else HOLDS
        how = ask.one("how", self.how, f"What does {name} do?", allowed)
        if how not in {choice.value for choice in allowed}:
            raise PlayError(f"{name} must move: {units_text(body.count(ASTRAY))} out of formation (E-13)")
        out.order(self.unit, hold=how)
        out.say(f"{name} holds: {next(choice.text for choice in HOLDS if choice.value == how)}")
        return out.ruling(self.unit.side)


def next_activation(before: EpicGame, after: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """Yield what follows by itself: an action with nothing left to do hands the activation to the other side."""
    last = after.extra.last
    if after.clock.phase != ACTION or last is None or has_more_to_do(after, last.ref):
        return
    side = next_side(after)
    if side != after.clock.active:
        yield Consequence((TurnToAct(side=side),))


def may_retain(game: EpicGame) -> bool:
    """Whether the side that acted last may retain the initiative."""
    last = game.extra.last
    return last is not None and not retain_hindrance(game, last.side)
