"""Rows of a view that are made anew only where something that they tell of has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from builder.systems.play.game import AnyRef, Game, Ref
from builder.systems.play.view import Row

Played = TypeVar("Played", bound=Game[Any, Any])
Around = TypeVar("Around")


class Rows(Generic[Played, Around]):
    """The rows that were made last, each kept while nothing that it tells of has changed.

    States share what an act leaves alone: a body that is the same object is as it was. What else a row tells of, such
    as who rides in it, is told by `around`: a row is stale where that leaves something out.
    """

    def __init__(self, make: Callable[[Played, AnyRef], Row], around: Callable[[Played, AnyRef], Around]) -> None:
        """Keep rows that `make` makes of a game and a reference; `around` is what they hang on beside the body."""
        self._make, self._around = make, around
        self._kept: dict[tuple[type[Ref], Ref], tuple[object, Around, Row]] = {}

    def row(self, game: Played, ref: AnyRef) -> Row:
        """The row of a body or a part: the very one of before where nothing has changed."""
        body, around = game.body_or_part(ref), self._around(game, ref)
        kept = self._kept.get((type(ref), ref))
        if kept is not None and kept[0] is body and kept[1] == around:
            return kept[2]
        row = self._make(game, ref)
        self._kept[type(ref), ref] = (body, around, row)
        return row
