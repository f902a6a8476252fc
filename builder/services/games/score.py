"""The score of a game on the page of a side: victory points of both by turns, as sheets are printed and read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builder.record import replace
from builder.systems.blocks import Figure, RosterPage, ScoreRow


def with_score(page: RosterPage, games: Sequence[Any], side: int) -> RosterPage:
    """Return the page with the victory points of both sides by turns, where it tells them and any were scored.

    `games` are the states of a game, one for each act, the last as it stands.
    """
    if len(page.score) < 2 or not any(each.points for each in games[-1].sides):
        return page
    own, other, *rest = page.score
    return replace(page, score=(_scored(own, games, side), _scored(other, games, 1 - side), *rest))


def _scored(row: ScoreRow, games: Sequence[Any], side: int) -> ScoreRow:
    """Return a row with what a side has scored in each turn that was begun, and in all."""
    stood: dict[int, int] = {}
    for game in games:
        stood[game.clock.turn] = game.sides[side].points
    *turns, together = row.turns
    filled, before = list[Figure](), 0
    for turn, figure in enumerate(turns, 1):
        now = stood.get(turn)
        filled.append(figure if now is None else replace(figure, value=now - before))
        before = before if now is None else now
    return replace(row, turns=(*filled, replace(together, value=games[-1].sides[side].points)))
