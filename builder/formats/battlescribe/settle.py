"""What a reader of saved rosters adds at the end: ids that are nobody else's, names of publications."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from builder.bounds import MOST_SELECTIONS
from builder.errors import Finding, Place, Severity
from builder.formats.battlescribe.refusal import refusal
from builder.formats.battlescribe.safexml import AGAIN
from builder.roster.view import ForceView, RosterView, SelectionView


@dataclass(frozen=True, slots=True)
class SavedRoster:
    """An army from another program, as it was saved, with what was noticed on reading it."""

    roster: RosterView
    findings: tuple[Finding, ...] = ()


def settle(roster: RosterView, file: str, findings: Sequence[Finding]) -> SavedRoster:
    """The roster with an id of its own for every force and selection, and the names of publications.

    Before what is found here come the `findings` of whoever read it.
    """
    settled = _Settled(file)
    forces = tuple(settled.force(force) for force in roster.forces)
    return SavedRoster(replace(roster, forces=forces), (*findings, *settled.findings))


class _Settled:
    """Gives every element an id of its own and every selection the name of its publication."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.copies: dict[str, int] = {}
        self.findings: list[Finding] = []

    def force(self, force: ForceView) -> ForceView:
        books = dict(force.publications)
        return replace(
            force,
            id=self.own_id(force.id, force.name),
            selections=tuple(self.selection(selection, books) for selection in force.selections),
            forces=tuple(self.force(child) for child in force.forces),
        )

    def selection(self, selection: SelectionView, books: Mapping[str, str]) -> SelectionView:
        return replace(
            selection,
            id=self.own_id(selection.id, selection.name),
            publication_name=books.get(selection.publication_id or ""),
            children=tuple(self.selection(child, books) for child in selection.children),
        )

    def own_id(self, element_id: str, name: str) -> str:
        own, copy = element_id, self.copies.get(element_id, 1)
        while own in self.copies:
            copy += 1
            own = f"{element_id}-{copy}"
        self.copies[element_id] = copy
        self.copies.setdefault(own, 1)
        if len(self.copies) > MOST_SELECTIONS:
            message = f"the roster has over {MOST_SELECTIONS:,} units and choices, as none has: {AGAIN}"
            raise refusal("size", message, self.file)
        if own != element_id:
            message = f"{name} has the id {element_id} of another element and is called {own} here"
            at = Place(selection=own, file=self.file)
            self.findings.append(Finding(Severity.WARNING, "roster.duplicate_id", message, at=at))
        return own
