"""Rosters saved by other programs, whatever their format: read as they are, or tied to the data that they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.errors import Finding, InputError, Place, Severity
from builder.formats import battlescribe, newrecruit
from builder.formats.battlescribe import SavedRoster
from builder.formats.detection import is_newrecruit_list, is_newrecruit_roster
from builder.inputs import guarded
from builder.roster.model import Roster
from builder.roster.tree import relink
from builder.roster.view import ForceView, RosterView


@dataclass(frozen=True, slots=True)
class LoadedRoster:
    """A roster tied to its data, with what was noticed on reading the file."""

    roster: Roster
    findings: tuple[Finding, ...] = ()


def read_saved(data: bytes, name: str) -> SavedRoster:
    """Read a saved roster as it is; `name` is what messages call the file.

    Raises:
        InputError: one message that names the file, the spot in it and the mend.
    """
    with guarded(name):
        if is_newrecruit_roster(data):
            return newrecruit.read_roster(data, name)
        if is_newrecruit_list(data):
            message = (
                "this is a list as New Recruit keeps it for itself, without costs and profiles: "
                "export it there as .ros, .rosz or JSON, and open that"
            )
            raise InputError(Finding(Severity.ERROR, "file.kind", message, at=Place(file=name)))
        return battlescribe.read_roster(data, name)


def load_roster(data: bytes, name: str, library: Library) -> LoadedRoster:
    """Read a saved roster and tie its selections to the entries of the data that it was made with.

    Raises:
        InputError: it cannot be read, or was made with another game system.
    """
    return tie_saved(read_saved(data, name), name, library)


def tie_saved(saved: SavedRoster, name: str, library: Library) -> LoadedRoster:
    """Tie a saved roster to its data; what the data no longer has stays, and evaluation tells of it.

    Raises:
        InputError: the roster was made with another game system.
    """
    view, system = saved.roster, library.game_system
    if view.game_system_id != system.id:
        theirs, ours = f"“{view.game_system_name or view.game_system_id}”", f"“{system.name}”"
        if theirs == ours:
            theirs, ours = f"{theirs} ({view.game_system_id})", f"{ours} ({system.id})"
        message = f"the roster is of {theirs}, not of {ours}: open it with the data of {theirs}"
        raise InputError(Finding(Severity.ERROR, "file.data", message, at=Place(file=name)))
    return LoadedRoster(relink(view, library), (*saved.findings, *_changed_data(view, name, library)))


def catalogue_ids(view: RosterView) -> tuple[str, ...]:
    """Return the ids of the catalogues that the forces of a roster are of, each once."""
    return tuple(dict.fromkeys(force.catalogue_id for force in _forces(view.forces)))


def _changed_data(view: RosterView, file: str, library: Library) -> Iterator[Finding]:
    revisions = {force.catalogue_id: force.catalogue_revision for force in _forces(view.forces)}
    for id, saved in revisions.items():
        catalogue = library.catalogues.get(id)
        if catalogue is not None and saved is not None and saved != catalogue.revision:
            which = f"revision {saved}, now {catalogue.revision}"
            message = f"“{catalogue.name}” has changed since this roster was saved ({which}): look its points over"
            yield Finding(Severity.INFO, "data", message, at=Place(file=file))


def _forces(forces: tuple[ForceView, ...]) -> Iterator[ForceView]:
    for force in forces:
        yield force
        yield from _forces(force.forces)
