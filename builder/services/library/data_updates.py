"""Data sets brought to a new state: what that changes for which armies is told before it is done."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.catalogue.library import ArmyData
from builder.datafiles.armies.read import read_army
from builder.errors import Finding, InputError, Severity
from builder.formats.detection import is_saved_roster
from builder.inputs import read_file
from builder.resources import Resource
from builder.roster.evaluate import Evaluator
from builder.roster.view import points, points_type
from builder.services.army.evaluated import evaluate_army
from builder.services.army.locator import library_files
from builder.services.data.army_data import find_data
from builder.services.data.catalogue_store import PlannedSet, Revised, prepare, source_note
from builder.services.data.catalogues import find_set, open_in
from builder.services.data.datasets import DataSet, open_set, unusable
from builder.services.data.sources import Told, silent


@dataclass(frozen=True, slots=True)
class ArmyStanding:
    """What an army comes to with a state of its data; `problem` says why it cannot be read with it."""

    points: Decimal | None = None
    errors: int = 0
    problem: str = ""

    @property
    def told(self) -> str:
        """It in a few words."""
        errors = "1 error" if self.errors == 1 else f"{self.errors} errors"
        return self.problem or f"{self.points} points, {errors}"


@dataclass(frozen=True, slots=True)
class ArmyChange:
    """An army of the library that a new state of its data changes."""

    id: str
    before: ArmyStanding
    now: ArmyStanding


@dataclass(frozen=True, slots=True)
class DataUpdate:
    """A new state of a data set that was not put in its place yet.

    `users` is how many armies of the library use the set, `armies` are those that it changes.
    """

    data: DataSet
    source: str
    planned: PlannedSet
    new: tuple[str, ...]
    revised: tuple[Revised, ...]
    gone: tuple[str, ...]
    users: int
    armies: tuple[ArmyChange, ...]

    @property
    def nothing(self) -> bool:
        """Whether the set has this state already."""
        return not (self.new or self.revised or self.gone)


def plan_update(identity: str, source: str | None = None, told: Told = silent) -> DataUpdate:
    """Gather the new state of a data set, and work out what it changes; the library stays as it is.

    Args:
        identity: the set.
        source: where the new state is, as `catalogue_store.add` takes it; None for the address it was fetched from.
        told: takes how far it is.

    Raises:
        InputError: there is no such set, it was not fetched from anywhere, or its new state cannot be used.
    """
    data = find_set(identity)
    note = source_note(data)
    place = source or (note.address if note else "")
    if not place:
        raise unusable("it was not fetched by Muster: name where its new state is, with --from", data.path)
    planned = [each for each in prepare(place, None, told) if each.old is not None and each.old.id == data.id]
    if len(planned) != 1:
        raise unusable(f"the game system of '{data.id}' is not there", place)
    (chosen,) = planned
    with tempfile.TemporaryDirectory() as folder:
        for name, _, content in chosen.files:
            (Path(folder) / name).write_bytes(content)
        fresh = open_set(Resource(data.id, Path(folder), data.origin))
        before, now = {head.id: head for head in data.heads}, {head.id: head for head in fresh.heads}
        revised = (
            Revised(head.name, before[id].revision, head.revision)
            for id, head in now.items()
            if id in before and before[id].digest != head.digest
        )
        changed = tuple(revised)
        differs = changed or before.keys() != now.keys()
        users = list(_users(data))
        armies = tuple(_changes(data, fresh, users)) if differs else ()
    return DataUpdate(
        data=data,
        source=place,
        planned=chosen,
        new=tuple(head.name for id, head in now.items() if id not in before),
        revised=changed,
        gone=tuple(head.name for id, head in before.items() if id not in now),
        users=len(users),
        armies=armies,
    )


def _users(data: DataSet) -> Iterator[tuple[str, Path, bytes]]:
    """Yield the army files of the library that are built from a data set."""
    for id, path in library_files().items():
        try:
            contents = read_file(path, MOST_BYTES)
            if is_saved_roster(contents):
                continue  # It says itself what it comes to.
            found: list[str] = []

            def find(identity: str, others: tuple[str, ...], found: list[str] = found) -> ArmyData:
                opened = find_data(identity, others)
                found.append(opened.id)
                return opened

            read_army(contents, str(path), find)
        except InputError:
            continue  # It is told of wherever armies are listed.
        if found and found[0].partition("/")[0] == data.id:
            yield id, path, contents


def _changes(data: DataSet, fresh: DataSet, users: list[tuple[str, Path, bytes]]) -> Iterator[ArmyChange]:
    for id, path, contents in users:
        before, now = (_standing(each, path, contents) for each in (data, fresh))
        if before != now:
            yield ArmyChange(id, before, now)


def _standing(data: DataSet, path: Path, contents: bytes) -> ArmyStanding:
    """Return what an army file comes to with a state of its data set."""
    try:
        army = read_army(contents, str(path), lambda identity, others: open_in(data, identity, others))
        evaluated = evaluate_army(army, army.roster, Evaluator(army.data.library, by_name=False))
    except InputError as error:
        return ArmyStanding(problem=str(error.findings[0].message))
    errors = sum(_is_error(finding) for finding in evaluated.findings)
    return ArmyStanding(points(evaluated.view, points_type(evaluated.view)), errors)


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR
