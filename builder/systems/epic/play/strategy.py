"""How a turn begins: abilities that take effect, then the strategy roll and who goes first (E-05, E-08)."""

from __future__ import annotations

from typing import Literal

from builder.errors import PlayError
from builder.systems.epic.actions import strategy_roll
from builder.systems.epic.play.changes import Rated, StrategyWon, TookEffect
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.state import ACTION, START, STRATEGY, EpicGame, StrategyRoll
from builder.systems.figures import Die, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.clock import moving
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import some_dice
from builder.systems.play.game import Clock
from builder.systems.play.lookup import Whose, players

HIGHEST = 9
"""A strategy rating is one figure (E-05)."""
RATINGS = tuple(Choice(rating, str(rating)) for rating in range(1, 7))


class StartEffects(Act[EpicGame]):
    """An ability that takes effect as the turn starts."""

    rule, group = "E-08", "Turn"
    player: Whose = given("whose: 1, 2 or a name", players)
    ability: str = given("what it is")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Before the strategy roll, in turns; the player with the higher strategy rating says who begins."""
        if game.clock.phase != START and not self.anyway:
            raise PlayError("these take effect at the start of a turn (E-08); by agreement with --anyway")
        out, name = BattleOutcomes(game), game.sides[self.player].name
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
            raise PlayError("strategy is rolled as a turn starts (E-05)")
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
        """The ratings of both sides, those asked for that no army says."""
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
