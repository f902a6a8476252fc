"""What both players note turn by turn: dice that they roll, and the score."""

from __future__ import annotations

from builder.record import Record
from builder.systems.blocks.basics import Check, Figure


class TurnRolls(Record, frozen=True, kw_only=True):
    """Dice that both players roll each turn: a box for either total, and one to tick where this side won.

    Args:
        roll: what this side rolls (`D6 + 3`).
        remark: what holds of a tie, and the like.
        totals: of this side and of the other, for each turn.
        won: a box for each turn.
    """

    title: str
    roll: str
    remark: str
    totals: tuple[tuple[Figure, Figure], ...]
    won: tuple[Check, ...]


SCORE_TURNS = 6
"""The turns of a table for the score, where a system says nothing else."""


class ScoreRow(Record, frozen=True):
    """What one side has scored, as it is told in a row: a box for each turn, and the last for their sum."""

    label: str
    turns: tuple[Figure, ...]


def _score_row(label: str, id: str) -> ScoreRow:
    places = (*((f"turn {turn}", str(turn)) for turn in range(1, SCORE_TURNS + 1)), ("all", "all"))
    return ScoreRow(label, tuple(Figure(f"score.{place}.{id}", words) for words, place in places))


SCORE = (
    _score_row("Victory points, mine", "points.own"),
    _score_row("Victory points, theirs", "points.other"),
    _score_row("Points destroyed, mine", "destroyed.own"),
    _score_row("Points destroyed, theirs", "destroyed.other"),
)
"""A table to keep the score in; the tracker fills in the victory points, which come first."""
