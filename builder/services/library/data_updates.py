"""Data sets brought to a new state: what that changes for which armies is told before it is done."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.datafiles.armies.models import ArmyFile
from builder.datafiles.armies.read import read_army
from builder.datafiles.text.source import read_document
from builder.datafiles.text.validate import validated
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe import SavedRoster
from builder.formats.detection import is_saved_roster
from builder.formats.saved import catalogue_ids, read_saved, saved_revisions, tie_saved
from builder.inputs import guarded, read_file
from builder.resources import Resource
from builder.roster.evaluate import Evaluator
from builder.roster.view import RosterView, points, points_type
from builder.scalars import number
from builder.services.army.evaluated import evaluate_army
from builder.services.army.locator import library_files
from builder.services.data.army_data import is_ours
from builder.services.data.catalogue_store import AddedDataSet, PlannedSet, Revised, are_older, forget, prepare, put
from builder.services.data.catalogues import digest_in, open_in, open_of, set_with
from builder.services.data.datasets import DataSet, data_files, is_data_file, open_set, source_note, unusable
from builder.services.data.former_states import former_states
from builder.services.data.lookup import find_set


@dataclass(frozen=True, slots=True)
class ArmyStanding:
    """What an army comes to with a state of its data; `problem` says why it cannot be read with it."""

    points: Decimal | None = None
    errors: int = 0
    problem: str = ""

    @property
    def summary(self) -> str:
        """It in a few words."""
        errors = "1 error" if self.errors == 1 else f"{self.errors} errors"
        return self.problem or f"{number(self.points or Decimal())} points, {errors}"


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

    @property
    def age(self) -> str:
        """A sentence where it is an older state than the one that is here, or some of it is; empty for a newer one."""
        if are_older(self.revised):
            return "It is older than the state that is here."
        older = sum(each.older for each in self.revised)
        return f"{older} of its {len(self.revised)} changed files are older than those that are here." if older else ""


def plan_update(identity: str, source: str | None = None) -> DataUpdate:
    """Gather the new state of a data set, and work out what it changes; the library stays as it is.

    Args:
        identity: the set.
        source: where the new state is, as `catalogue_store.add` takes it; None for the address it was fetched from.

    Raises:
        InputError: there is no such set, it was not fetched from anywhere, or its new state cannot be used.
    """
    data = find_set(identity)
    note = source_note(data)
    place = source or (note.address if note else "")
    if not place:
        raise unusable("it was not fetched by Muster: name where its new state is, with --from", data.path)
    planned = [each for each in prepare(place, into=data) if each.old is not None]
    if len(planned) != 1:
        raise unusable(
            f"the game system of '{data.id}' is not there: name where a state of {data.system.name} is", place
        )
    (chosen,) = planned
    with tempfile.TemporaryDirectory() as folder:
        for name, _, content in chosen.files:
            (Path(folder) / name).write_bytes(content)
        fresh = open_set(Resource(data.id, Path(folder), data.origin))
        before, now = {head.id: head for head in data.heads}, {head.id: head for head in fresh.heads}
        revised = (
            Revised(_called(before[id].name, head.name), before[id].revision, head.revision)
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


def _called(before: str, now: str) -> str:
    return now if now == before else f"{before}, now {now}"


def bring_in(update: DataUpdate) -> AddedDataSet:
    """Put the new state of a data set in its place; the old one is kept as long as an army of the library uses it.

    The state before the last update is kept in any case, so that it can be brought back.

    Raises:
        InputError: it cannot be written; the library is as it was.
    """
    return _put(update.planned)


def add(source: str, name: str | None = None) -> tuple[AddedDataSet, ...]:
    """Put data sets into the library as `catalogue_store.add` does; of those there already the old state is kept.

    Raises:
        InputError: something cannot be used, for the reasons told; the library is as it was, but for the sets before
            one that cannot be written.
    """
    return tuple(_put(planned) for planned in prepare(source, name))


def became(done: AddedDataSet) -> str:
    """Return what has become of a set, as the end of a sentence that begins with its name."""
    if not done.updated:
        return "is added"
    older = are_older(done.revised)
    return "is as it was" if not done.changed else "is of an older state now" if older else "is brought up to date"


def _put(planned: PlannedSet) -> AddedDataSet:
    done = put(planned, keep_former=planned.old is not None and _differs(planned, planned.old))
    for former in former_in_use(done.data)[1:]:
        if not former.armies:
            forget(former.path)
    return done


def _differs(planned: PlannedSet, old: DataSet) -> bool:
    """Whether the files of a planned set are other ones than those of the set that is there."""
    there = {path.name: read_file(path, MOST_BYTES) for path in data_files(old.path)}
    return {name: content for name, _, content in planned.files if is_data_file(name)} != there


@dataclass(frozen=True, slots=True)
class FormerState:
    """A state that a data set had before an update, with the armies of the library that were last saved with it.

    `revisions` are those of its files that are other ones now, by name; `revision` is that of the game system.
    """

    path: Path
    revision: int
    revisions: tuple[tuple[str, int], ...]
    armies: tuple[str, ...]


def former_in_use(data: DataSet) -> tuple[FormerState, ...]:
    """Return the kept states of a data set, newest first; an army that is saved anew is of the present one."""
    paths = former_states(data)
    users = list(_users(data)) if paths else []
    now = {head.digest for head in data.heads}
    found = []
    for path in paths:
        with suppress(InputError):
            state = open_set(Resource(data.id, path, data.origin))
            armies = tuple(user.id for user in users if user.saved_with(state) and not user.saved_with(data))
            other = tuple((head.name, head.revision) for head in state.heads if head.digest not in now)
            found.append(FormerState(path, state.system.revision, other, armies))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _User:
    """An army file of the library that is built from a data set, with the digest of what it was saved with."""

    id: str
    path: Path
    contents: bytes
    identity: str
    digest: str

    def saved_with(self, data: DataSet) -> bool:
        """Whether a state of the set has the very data that the army was saved with."""
        try:
            return bool(self.digest) and digest_in(data, self.identity).startswith(self.digest)
        except InputError:
            return False

    def standing(self, data: DataSet) -> ArmyStanding:
        """Return what the army comes to with a state of its data set."""
        try:
            army = read_army(self.contents, str(self.path), lambda identity, others: open_in(data, identity, others))
            evaluated = evaluate_army(army, army.roster, Evaluator(army.data.library, by_name=False))
        except InputError as error:
            return ArmyStanding(problem=str(error.findings[0].message))
        return _standing(evaluated.view, evaluated.findings)


@dataclass(frozen=True, slots=True)
class _SavedUser:
    """A roster of the library that another program saved with catalogues of a data set."""

    id: str
    path: Path
    saved: SavedRoster

    def saved_with(self, data: DataSet) -> bool:
        """Whether a state of the set has the revisions that the roster was saved with."""
        revisions = {head.id: head.revision for head in data.catalogues}
        told = {force.catalogue_id: force.catalogue_revision for force in self.saved.roster.all_forces()}
        system = self.saved.roster.game_system_revision
        same = system in (None, data.system.revision)
        return same and all(revisions.get(id) == revision for id, revision in told.items() if revision is not None)

    def standing(self, data: DataSet) -> ArmyStanding:
        """Return what the roster comes to with a state of its data set."""
        try:
            found = open_of(data, catalogue_ids(self.saved.roster))
            roster = tie_saved(self.saved, str(self.path), found.library).roster
            with guarded(str(self.path)):
                evaluation = Evaluator(found.library, by_name=False).evaluate(roster)
        except InputError as error:
            return ArmyStanding(problem=str(error.findings[0].message))
        return _standing(evaluation.view, evaluation.findings)


def users_of(data: DataSet) -> tuple[str, ...]:
    """Return the ids of the armies of the library, saved rosters too, that are built from a data set."""
    return tuple(user.id for user in _users(data))


def _users(data: DataSet) -> Iterator[_User | _SavedUser]:
    """Yield the armies of the library, saved rosters too, that are built from a data set."""
    for id, path in library_files().items():
        with suppress(InputError):  # It is told of wherever armies are listed.
            contents = read_file(path, MOST_BYTES)
            if is_saved_roster(contents):
                saved = read_saved(contents, str(path))
                if saved.roster.game_system_id == data.system.id and _is_meant(data, saved.roster):
                    yield _SavedUser(id, path, saved)
                continue
            file = validated(read_document(contents, str(path)), ArmyFile)
            if file is not None and not is_ours(file.data.id) and _set_named(file.data.id) == data.id:
                yield _User(id, path, contents, file.data.id, file.data.digest or "")


def _is_meant(data: DataSet, roster: RosterView) -> bool:
    """Whether a roster is opened with this set, or with none, since all of its game system lack some catalogue."""
    found = set_with(data.system.id, catalogue_ids(roster), saved_revisions(roster))
    return found is None or found.id == data.id


def _set_named(identity: str) -> str:
    return find_set(identity.partition("/")[0]).id


def _changes(data: DataSet, fresh: DataSet, users: Iterable[_User | _SavedUser]) -> Iterator[ArmyChange]:
    for user in users:
        before, now = (user.standing(each) for each in (data, fresh))
        if before != now:
            yield ArmyChange(user.id, before, now)


def _standing(view: RosterView, findings: Iterable[Finding]) -> ArmyStanding:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    return ArmyStanding(points(view, points_type(view)), errors)
