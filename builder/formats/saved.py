"""Rosters saved by other programs, whatever their format: read as they are, or tied to the data that they name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from builder.bounds import MIB, MOST_BYTES, MOST_LEVELS
from builder.catalogue.library import Library
from builder.errors import Finding, InputError, Place, Severity
from builder.formats import battlescribe
from builder.formats.battlescribe.rosters import BUILDERS, SavedRoster, settle
from builder.formats.battlescribe.safexml import XmlElement, refusal
from builder.formats.detection import is_newrecruit_list, is_newrecruit_roster
from builder.inputs import guarded
from builder.roster.model import Roster
from builder.roster.relink import relink
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
            return read_newrecruit(data, name)
        if is_newrecruit_list(data):
            message = (
                "this is a list as New Recruit keeps it for itself, without costs and profiles: "
                "export it there as .ros, .rosz or JSON, and open that"
            )
            raise InputError(Finding(Severity.ERROR, "file.kind", message, at=Place(file=name)))
        return battlescribe.read_roster(data, name)


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


def saved_revisions(view: RosterView) -> dict[str, int]:
    """Return the revisions that a roster was saved with, of its game system and its catalogues, by their ids."""
    told = {force.catalogue_id: force.catalogue_revision for force in _forces(view.forces)}
    told[view.game_system_id] = view.game_system_revision
    return {id: revision for id, revision in told.items() if revision is not None}


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


LISTS = {
    "forces": "force",
    "selections": "selection",
    "categories": "category",
    "profiles": "profile",
    "characteristics": "characteristic",
    "rules": "rule",
    "costs": "cost",
    "costLimits": "costLimit",
    "publications": "publication",
}
"""The lists of a roster, with the elements in them."""

_TEXT = "$text"
_AGAIN = "export it again from New Recruit"


def read_newrecruit(data: bytes, name: str) -> SavedRoster:
    """Read a roster that New Recruit exported as JSON, up to 64 MiB; `name` is what messages call the file.

    Raises:
        InputError: one message that names the file, the field in it and the mend.
    """
    if len(data) > MOST_BYTES:
        raise refusal("json", f"the file is over {MOST_BYTES // MIB} MiB, no roster is: {_AGAIN}", name)
    document = _parsed(data, name)
    roster = document.get("roster") if isinstance(document, dict) else None
    if not isinstance(roster, dict):
        raise refusal("json", f"the file holds no roster: {_AGAIN} as JSON", name)
    reader = _JsonReader(name)
    read = reader.element("roster", roster, "roster", 1)
    assert isinstance(read, RosterView), "the builder of a roster makes this"
    return settle(read, name, reader.findings)


def _parsed(data: bytes, name: str) -> object:
    try:
        # Numbers stay as they are written, so that no amount is rounded.
        return json.loads(data.decode("utf-8-sig"), parse_int=str, parse_float=str)
    except UnicodeDecodeError:
        raise refusal("json", "the file is not in UTF-8: save it as UTF-8", name) from None
    except json.JSONDecodeError as error:
        message = f"the file is damaged or cut off ({error.msg}): {_AGAIN}"
        raise refusal("json", message, name, error.lineno, error.colno) from None
    except RecursionError:
        raise _too_deep(name) from None


def _too_deep(name: str) -> InputError:
    return refusal("json", f"the file is nested more than {MOST_LEVELS} deep, as no roster is: {_AGAIN}", name)


class _JsonReader:
    """Turns JSON objects into the elements of a saved roster, and these into values."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []

    def element(self, tag: str, fields: dict[str, object], under: str, depth: int) -> object:
        """Return the value that an object becomes; `under` is its place in the file."""
        if depth > MOST_LEVELS:
            raise _too_deep(self.file)
        element = XmlElement(tag, {}, self.file, under=under, findings=self.findings)
        for name, value in fields.items():
            if isinstance(value, dict | list):
                element.values.extend(self.items(name, value, f"{under}.{name}", depth + 1))
            elif value is not None:
                self.scalar(element, name, _text(value))
        return BUILDERS[tag](element) if tag in BUILDERS else tuple(element.values)

    def items(self, name: str, value: dict[str, object] | list[object], under: str, depth: int) -> list[object]:
        """Return the values of a list; one without brackets is a list of one."""
        item = LISTS.get(name, name)
        if isinstance(value, dict):
            inner = value.get(item)
            value = inner if isinstance(inner, list) and item != name else [value]
        found = enumerate(value)
        return [self.element(item, one, f"{under}[{at}]", depth) for at, one in found if isinstance(one, dict)]

    def scalar(self, element: XmlElement, name: str, text: str) -> None:
        """A field that is a text within its element, an element with nothing but a text, or an attribute."""
        if name == _TEXT:
            element.text.append(text)
        elif name in BUILDERS:
            under = f"{element.under}.{name}"
            inner = XmlElement(name, {}, self.file, under=under, text=[text], findings=self.findings)
            element.values.append(BUILDERS[name](inner))
        else:
            element.attributes[name] = text


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
