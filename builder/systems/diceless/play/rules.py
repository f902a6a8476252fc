"""What the kernel of games must know of the rules of Diceless 40K: its turns, and the states of its units."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.diceless.play.changes import Moved
from builder.systems.diceless.play.queries import marks
from builder.systems.diceless.play.state import Flag, GameState, Phase
from builder.systems.play.clock import Course, Rules
from builder.systems.play.clock import Phase as Part
from builder.systems.play.game import UnitRef

COURSE: Course[GameState] = Course(
    before=Part(id=Phase.DEPLOYMENT),
    turn=(Part(id=Phase.MOVEMENT), Part(id=Phase.SHOOTING), Part(id=Phase.ASSAULT)),
)


def _marks(game: GameState, ref: UnitRef) -> Iterator[str]:
    return marks(game.sides[ref.side], ref.id)


RULES: Rules[GameState] = Rules(
    course=COURSE,
    flags=tuple(Flag),
    marks=_marks,
    moved=Moved,
    untracked="muster calc diceless works out what an attack does",
)
