"""Evaluates a roster: what it looks like with all modifiers applied, what it costs, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.catalogue.model import Cost
from builder.errors import Finding
from builder.roster.build_view import Views
from builder.roster.constraints import findings
from builder.roster.effective import Values
from builder.roster.evaluation_cache import Kept
from builder.roster.limits import Limits, SlotLimits
from builder.roster.model import Roster
from builder.roster.options import Option, offer, offers
from builder.roster.tree import ForceNode, tie
from builder.roster.view import RosterView


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluated roster and what is worth telling about it."""

    view: RosterView
    findings: tuple[Finding, ...]


class Evaluator:
    """Evaluates one roster after the other, as an editor does after each edit, and remembers what edits leave alone.

    Each evaluation is the same as a fresh one. The view lists siblings by name, as the reference engine does, or else
    in the order of the roster.
    """

    def __init__(self, library: Library, *, by_name: bool = True) -> None:
        self._library = library
        self._by_name = by_name
        self._kept = Kept()
        self._values: Values | None = None
        self._evaluation: Evaluation | None = None

    def evaluate(self, roster: Roster) -> Evaluation:
        """Evaluate a roster against its data; whatever is wrong with it becomes a finding, nothing is raised."""
        values = self._values_of(roster)
        if self._evaluation is None:
            view = Views(values, self._by_name, self._kept).roster()
            self._evaluation = Evaluation(view, tuple(findings(values, view.costs, self._kept)))
            self._kept.forget(values.top.parts, len(values.top.parts))
        return self._evaluation

    def costs(self, roster: Roster) -> tuple[Cost, ...]:
        """What a roster costs in all, of each type: those of its view, without the rest of it."""
        return Views(self._values_of(roster), self._by_name, self._kept).totals()

    def options(self, roster: Roster, parent_id: str) -> Iterator[Option]:
        """Yield what a force or a selection offers, one after the other; EditError if there is no such part."""
        return offers(self._values_of(roster), parent_id)

    def option(self, roster: Roster, parent_id: str, path: str) -> Option:
        """What a force or a selection offers under this path; EditError if there is no such part or entry."""
        return offer(self._values_of(roster), parent_id, path)

    def slots(self, roster: Roster, force_id: str) -> Iterator[SlotLimits]:
        """Yield the slots of a force, each with what it may hold now."""
        values = self._values_of(roster)
        node = values.top.parts.get(force_id)
        return Limits(values).slots(node) if isinstance(node, ForceNode) else iter(())

    def _values_of(self, roster: Roster) -> Values:
        if self._values is None or self._values.top.roster is not roster:
            self._values, self._evaluation = Values(tie(roster, self._library)), None
        return self._values


def evaluate(roster: Roster, library: Library, *, by_name: bool = True) -> Evaluation:
    """Evaluate a roster once: see `Evaluator`."""
    return Evaluator(library, by_name=by_name).evaluate(roster)
