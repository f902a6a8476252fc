"""What players agree on, and the acts by which a game goes on and ends (D-82, D-83)."""

from __future__ import annotations

from typing import Any, Literal

from builder.errors import PlayError
from builder.systems.diceless.play.changes import BattleAgreed
from builder.systems.diceless.play.state import GameState
from builder.systems.parameters import given
from builder.systems.play import common_acts as common
from builder.systems.play import contest
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.lookup import Whose, players


class AgreeBeforeGame(Act[GameState]):
    """Mission, first player, night fighting, points left over."""

    called = "agree"
    rule = "D-83"
    mission: str = given("what both play for", default="")
    first_turn: Whose | None = given("who has the first turn: 1, 2 or a name", players, default=None)
    night: bool | None = given("night fighting: yes, no", default=None)
    left_over: Literal["largest", "ask"] | None = given(
        "points of DMG left over: largest groups take them, or ask the owner", default=None
    )

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """What is not given stays; who begins can be changed until the first turn (D-25, D-82, D-83)."""
        mission = self.mission or game.mission
        first = game.clock.first if self.first_turn is None else self.first_turn
        night = game.extra.night if self.night is None else self.night
        if first != game.clock.first and game.clock.turn:
            raise PlayError("the first turn has begun: who has it can be changed no more; undo back to the deployment")
        parts = [mission or "no mission", f"{game.sides[first].name} has the first turn"]
        if night or game.extra.night:
            parts.append("night fighting" if night else "no night fighting any more")
        largest = game.extra.largest_first if self.left_over is None else self.left_over == "largest"
        if largest != game.extra.largest_first:
            where = "go to the largest groups" if largest else "go where their owner says"
            parts.append(f"points of DMG left over {where}")
        change = BattleAgreed(mission=mission, first=first, night=night, largest_first=largest)
        return Ruling(f"Agreed: {', '.join(parts)}", [change])


COURSE: tuple[type[Act[Any]], ...] = (
    AgreeBeforeGame,
    contest.Limit,
    contest.TimePlayers,
    common.Next,
    common.Turn,
    contest.Points,
    contest.Objectives,
    contest.Kills,
    common.Note,
    common.Dismiss,
    common.End,
)
