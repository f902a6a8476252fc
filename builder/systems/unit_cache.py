"""What was read of each unit, kept while the unit stays as it is: an edit changes one unit of many."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from builder.roster.view import SelectionView

T = TypeVar("T")

_MOST = 1_000
"""So many units are remembered at most; all of them are forgotten then."""


class UnitCache:
    """Remembers what one system made of the units of an army that is read again and again.

    What is made may depend on nothing but the unit and on what is given as `about`; it must not change afterwards.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[SelectionView, Hashable, object]] = {}

    def of(self, unit: SelectionView, about: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` gives for a unit, or gave when the unit last looked like this."""
        view, known, made = self._known.get(unit.id, (None, None, None))
        if known == about and view is not None and (view is unit or view == unit):
            return cast(T, made)
        if len(self._known) >= _MOST:
            self._known.clear()
        fresh = make()
        self._known[unit.id] = (unit, about, fresh)
        return fresh
