"""Evaluates a roster: what it looks like with all modifiers applied, what it costs, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.errors import Finding
from builder.roster.constraints import findings
from builder.roster.effective import Values
from builder.roster.model import Roster
from builder.roster.tree import tie
from builder.roster.view import RosterView
from builder.roster.views import Views


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluated roster and what is worth telling about it."""

    view: RosterView
    findings: tuple[Finding, ...]


def evaluate(roster: Roster, library: Library, *, by_name: bool = True) -> Evaluation:
    """Evaluate a roster against its data; whatever is wrong with it becomes a finding, nothing is raised.

    The view lists siblings by name, as the reference engine does, or else in the order of the roster.
    """
    values = Values(tie(roster, library))
    view = Views(values, by_name).roster()
    return Evaluation(view, tuple(findings(values, view.costs)))
