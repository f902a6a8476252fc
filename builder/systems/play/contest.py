"""Acts on what a game is played for and within: victory points, how many turns there are, the players' clocks."""

from __future__ import annotations

from typing import Literal

from builder.errors import PlayError
from builder.scalars import counted, signed
from builder.systems.figures import Adjustment, Amount, Positive, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Limited, Played, Scored, Timed
from builder.systems.play.game import Watch
from builder.systems.play.lookup import Whose, players

EXTRA = tuple(
    Choice(Adjustment(minutes, added=True), f"{abs(minutes)} min {'more' if minutes > 0 else 'less'}")
    for minutes in (*range(1, 11), *range(-1, -11, -1))
)
"""What the time that a player has used is corrected by; a figure means as many minutes more as it stands for."""
MINUTES = tuple(Choice(many, f"{many} min" if many else "as long as they like") for many in range(181))
"""The time of each player: all numbers, so that figures are the minutes that they write."""
OBJECTIVES, KILLS = "objectives", "kills"
"""What victory points are for, beside what players write down themselves."""


class Points(Act[Played]):
    """Victory points of a player."""

    after_end = True
    player: Whose = given("whose: 1, 2 or a name", players)
    points: Amount = given("all of them: 7; or those to add or take away: +3, -1")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """They are never fewer than none."""
        side = game.sides[self.player]
        total = self.points.onto(side.points)
        if total < 0:
            raise PlayError(f"{side.name} has {side.points} victory points: no more than those can be taken away")
        text = f"{side.name}: {self.points.sum_text(side.points)} victory point{'' if total == 1 else 's'}"
        return Ruling(text, [Scored(side=self.player, points=total)], side=self.player)


class Objectives(Act[Played]):
    """Victory points of a player for the objectives that he holds."""

    after_end = True
    player: Whose = given("whose: 1, 2 or a name", players)
    held: Whole = given("how many objectives he holds")
    each: Positive = given("victory points for each of them", default=1)

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """They are added to those that he has: at the end of a turn, or of the game, as the mission says."""
        side, more = game.sides[self.player], self.held * self.each
        text = f"{side.name} holds {counted(self.held, 'objective')}: {side.points} + {more} = {side.points + more}"
        change: Scored = Scored(side=self.player, points=side.points + more, source=OBJECTIVES)
        return Ruling(f"{text} victory points", [change], side=self.player)


class Kills(Act[Played]):
    """Victory points of a player for the enemy units that are destroyed."""

    after_end = True
    player: Whose = given("whose: 1, 2 or a name", players)
    each: Positive = given("victory points for each of them", default=1)
    units: Whole | None = given("how many units; those that are destroyed if not given", default=None)

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """They take the place of those that he had for kills before, so that no unit counts twice."""
        side, enemy = game.sides[self.player], game.sides[1 - self.player]
        if self.units is None and not enemy.known:
            raise PlayError(f"{enemy.name} is only a name: say how many units are destroyed with --units")
        units = sum(body.gone for body in enemy.bodies.values()) if self.units is None else self.units
        total = side.points - side.scored.get(KILLS, 0) + units * self.each
        text = f"{side.name} has destroyed {counted(units, 'unit')}, {self.each} each: {total} victory points in all"
        return Ruling(text, [Scored(side=self.player, points=total, source=KILLS)], side=self.player)


class Limit(Act[Played]):
    """How many turns the game has."""

    turns: Whole = given("the number of its last turn; 0 for no limit")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """Going on from the last turn ends the game; a turn that has been played cannot be the last."""
        if 0 < self.turns < game.clock.turn:
            raise PlayError(f"this is turn {game.clock.turn} already: the last turn cannot be {self.turns}")
        last = f"turn {self.turns} is the last" if self.turns else "no turn is the last"
        return Ruling(f"Agreed: {last}", [Limited(turns=self.turns)])


class TimePlayers(Act[Played]):
    """A clock for each player, as in chess; it runs in that player's turn."""

    called = "clock"
    minutes: Whole | None = given("the time of each player; 0 for as long as they like", default=None)
    to: Literal["start", "pause", "switch", "off"] | None = given(
        "start, pause, switch to the other player until the turn passes, off; without it what stands starts, and what "
        "runs pauses",
        default=None,
    )
    player: Whose | None = given("whose time is corrected: 1, 2 or a name", players, default=None)
    extra: Amount | None = given(
        "minutes to add to the time that he has used, 3, or to take off: -10", default=None, when="with --player"
    )

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """How long each has thought follows from when acts were done; nothing else is kept."""
        if self.to == "off":
            if game.watch is None:
                raise PlayError("the players have no clocks")
            return Ruling("The clocks are taken away", [Timed()])
        before = game.watch or Watch()
        agreed = self.minutes
        if game.watch is None and self.to is None:
            agreed = ask.one(
                "minutes", agreed, "How many minutes has each player, 0 for as long as they like?", MINUTES
            )
        minutes = before.minutes if agreed is None else agreed
        (one, other), told = before.extra, []
        if self.player is not None:
            name = game.sides[self.player].name
            question = f"How many minutes are added to the time that {name} has used, or taken off?"
            more = ask.one("extra", self.extra, question, EXTRA).value
            one, other = one + more * (self.player == 0), other + more * (self.player == 1)
            told.append(f"{name} {signed(more, '+0')} min")
        elif self.extra is not None:
            raise PlayError("say whose time is corrected with --player")
        if agreed is not None:
            told.append(f"{minutes} min each" if minutes else "as long as they like")
        ticking, held = before.ticking, before.held
        if self.to is not None or not told or game.watch is None:
            ticking = self.to in ("start", "switch") or (self.to is None and not before.ticking)
            if self.to == "switch":
                held = 1 - (game.clock.active if held is None else held)
            whose = game.sides[game.clock.active if held is None else held].name
            told.append(f"that of {whose} runs" if ticking else "they stand")
        watch = Watch(ticking=ticking, held=held, minutes=minutes, extra=(one, other))
        return Ruling(f"Clocks: {', '.join(told)}", [Timed(watch=watch)])
