"""Replaces and copies parts of a roster; whatever does not change stays the same object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from builder.roster.ids import Ids
from builder.roster.model import Force, Roster, Selection

Change = Mapping[str, Force | Selection | None]
"""What becomes of forces and selections by their id; None removes them."""

_Part = TypeVar("_Part", Force, Selection)


def put(roster: Roster, change: Change) -> Roster:
    """The roster with some of its parts replaced or removed."""
    return replace(roster, forces=_forces(roster.forces, change))


def copy_force(force: Force, ids: Ids) -> Force:
    """A copy with new ids all the way down."""
    return replace(
        force,
        id=ids.mint(),
        selections=tuple(copy_selection(selection, ids) for selection in force.selections),
        forces=tuple(copy_force(child, ids) for child in force.forces),
    )


def copy_selection(selection: Selection, ids: Ids) -> Selection:
    """A copy with new ids all the way down, without the marks that name another unit."""
    return replace(
        selection,
        id=ids.mint(),
        selections=tuple(copy_selection(child, ids) for child in selection.selections),
        marks=tuple(mark for mark in selection.marks if mark.target is None),
    )


def _forces(forces: tuple[Force, ...], change: Change) -> tuple[Force, ...]:
    made: list[Force] = []
    for force in forces:
        new = change.get(force.id, force)
        if new is force:
            selections, below = _selections(force.selections, change), _forces(force.forces, change)
            same = selections is force.selections and below is force.forces
            new = force if same else replace(force, selections=selections, forces=below)
        if isinstance(new, Force):
            made.append(new)
    return _kept(forces, tuple(made))


def _selections(selections: tuple[Selection, ...], change: Change) -> tuple[Selection, ...]:
    made: list[Selection] = []
    for selection in selections:
        new = change.get(selection.id, selection)
        if new is selection:
            below = _selections(selection.selections, change)
            new = selection if below is selection.selections else replace(selection, selections=below)
        if isinstance(new, Selection):
            made.append(new)
    return _kept(selections, tuple(made))


def _kept(old: tuple[_Part, ...], new: tuple[_Part, ...]) -> tuple[_Part, ...]:
    same = len(old) == len(new) and all(before is after for before, after in zip(old, new, strict=True))
    return old if same else new
