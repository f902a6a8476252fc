"""What is wrong with a catalogue of the community, counted by kind, with a few examples of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec.structs import astuple

from builder.catalogue.library import Library
from builder.catalogue.model import (
    Condition,
    Constraint,
    Cost,
    DataRoot,
    EntryHolder,
    Modifier,
    Profile,
    Query,
    Repeat,
)
from builder.catalogue.survey import RootSurvey
from builder.errors import Finding, Place, Severity
from builder.inputs import guarded
from builder.record import Record, replace
from builder.roster.count import SCOPES
from builder.roster.modifiers import KINDS
from builder.roster.reach import Affected
from builder.roster.view import ProfileView
from builder.services.data.catalogues import OpenFile, heads_reached, library_of, open_file, readers_of
from builder.services.data.datasets import CATALOGUE_MISSING, DataFileHead, DataSet
from builder.services.data.lookup import find_catalogue, find_set
from builder.systems.registry import unasked

EXAMPLES, KINDS_SHOWN = 3, 20
"""How many examples are given of a flaw, and of what means nothing here, where each tells of another kind."""
_WITHOUT_EFFECT = frozenset({"readme", "tracked", "add-info", "collective", "primary"})
"""Fields that modifiers of New Recruit change and that nothing here asks for."""

_CHILDREN = frozenset({"self", "group", "force", "category", "entry", "roster", "header"})
"""What queries of New Recruit may count instead of an id, and nothing here asks for."""

_FIELDS = frozenset({"selections", "forces"})
_MODIFIED = frozenset(
    {"name", "hidden", "category", "description", "page", "annotation", "publicationId", "error", "warning", "info",
     "defaultAmount", "defaultSelectionEntryId"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of flaw: its code, how often it is there, and a few examples."""

    code: str
    count: int
    examples: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A game system or catalogue after its check; `systems` are the rule systems that read profiles of it.

    `read` is how many profiles these read, of the `profiles` that it has.
    """

    id: str
    name: str
    revision: int
    file: str
    entries: int
    profiles: int
    read: int
    systems: tuple[str, ...]
    problems: tuple[Problem, ...]


def check(identity: str) -> tuple[Checked, ...]:
    """Check a catalogue (`5th edition/Space Marines`), or a whole data set (`5th edition`).

    Files of a set that cannot be used are told of beside the others.

    Raises:
        InputError: there is none of that name, or its file or game system cannot be used.
    """
    if "/" in identity:
        data, head = find_catalogue(identity)
        return (_SetCheck(data).of(head),)
    data = find_set(identity)
    checks = _SetCheck(data)
    # A catalogue that is not there is told of with the line of each link to it.
    wrong = (finding for finding in data.findings if finding.code != CATALOGUE_MISSING)
    return (*(checks.of(head) for head in data.heads), *(_unusable(data, finding) for finding in wrong))


def _unusable(data: DataSet, finding: Finding) -> Checked:
    """Return a file of which nothing can be read."""
    file = finding.at.file or ""
    name = Path(file).stem
    problem = Problem(finding.code, 1, (finding,))
    return Checked(f"{data.id}/{name}", name, 0, file, 0, 0, 0, (), (problem,))


_TIMES = re.compile(r" \(\d+ times in this file\)")
TOLD_ONCE = frozenset({"data.element", "data.attribute", "data.unused", "data.modifier", "data.query"})
"""What files of one set say alike, and is told for the first of them alone."""


class _SetCheck:
    """Checks files of one data set: each is read and looked through once, however many others build on it."""

    def __init__(self, data: DataSet) -> None:
        self._data = data
        self._files: dict[str, OpenFile] = {}
        self._surveys: dict[str, RootSurvey] = {}
        self._constraints: dict[str, frozenset[str]] = {}
        self._told: set[str] = set()

    def of(self, head: DataFileHead) -> Checked:
        """Return what is found in one file."""
        with guarded(str(self._data.path / head.file)):
            return self._looked_through(head)

    def _looked_through(self, head: DataFileHead) -> Checked:
        files = [self._open(part) for part in heads_reached(self._data, head)]
        library = library_of(files, self._surveys)
        file = self._open(head)
        root = file.read.root
        records = tuple(below(root))
        profiles = [record for record in records if isinstance(record, Profile)]
        read, systems, unread = _read(profiles, library)
        ids = {found for record in records for found in (getattr(record, "id", None),) if isinstance(found, str)}
        constraints = frozenset(id for part in files for id in self._constraints_in(part))
        found = self._new(
            (
                *file.read.findings,
                *(finding for finding in library.findings if finding.at.entry in ids),
                *_fields(root, records, library, constraints),
                *_strange(records, library),
                *_untyped(profiles, library),
                *unread,
            )
        )
        return Checked(
            id=f"{self._data.id}/{head.name}",
            name=head.name,
            revision=head.revision,
            file=file.path,
            entries=sum(isinstance(record, EntryHolder) for record in records),
            profiles=len(profiles),
            read=read,
            systems=systems,
            problems=tuple(_problems(found, file)),
        )

    def _new(self, found: Iterable[Finding]) -> list[Finding]:
        """Return findings that tell more than those of other files did; how often it is there makes no difference."""
        said = [(finding, _TIMES.sub("", finding.message)) for finding in found]
        new = [finding for finding, text in said if finding.code not in TOLD_ONCE or text not in self._told]
        self._told.update(text for _, text in said)
        return new

    def _open(self, head: DataFileHead) -> OpenFile:
        if head.id not in self._files:
            self._files[head.id] = open_file(self._data, head)
        return self._files[head.id]

    def _constraints_in(self, file: OpenFile) -> frozenset[str]:
        if file.head.id not in self._constraints:
            found = [record for record in below(file.read.root) if isinstance(record, Constraint)]
            ids = (id for constraint in found for id in (constraint.id, constraint.exactly) if id)
            self._constraints[file.head.id] = frozenset(ids)
        return self._constraints[file.head.id]


def below(record: Record) -> Iterator[Record]:
    """Yield a record and all that it holds, each before what it holds."""
    ahead = [record]
    while ahead:
        record = ahead.pop()
        yield record
        held: list[Record] = []
        for value in astuple(record):
            if type(value) is tuple:
                held += [item for item in value if isinstance(item, Record)]
            elif isinstance(value, Record):
                held.append(value)
        held.reverse()
        ahead += held


def _fields(
    root: DataRoot, records: Iterable[Record], library: Library, constraints: frozenset[str]
) -> Iterator[Finding]:
    """Yield what counts or changes something that does not exist; `constraints` are the ids of those that do."""
    costs = library.cost_types
    counted = {*_FIELDS, *costs, *(f"limit::{id}" for id in costs)}
    columns = {column.id for kind in library.profile_types.values() for column in kind.characteristic_types}
    changed = {*_MODIFIED, *costs, *constraints, *columns}
    for record in records:
        if isinstance(record, Constraint) and record.query.field not in counted:
            yield _of_field(root, record.query.field, record.id, "a constraint counts")
        elif isinstance(record, Query) and record.field not in counted and record.child_id is not None:
            yield _of_field(root, record.field, record.child_id, "a condition counts")
        elif isinstance(record, Modifier) and record.field not in changed and _without_effect(record) is None:
            yield _of_field(root, record.field, record.field, "a modifier changes")
        elif isinstance(record, Cost) and record.type_id not in costs:
            named = f"“{record.name}” ({record.type_id})" if record.name else f"“{record.type_id}”"
            message = f"{root.name}: a cost is in {named}, which the game system does not count, and is left out"
            yield Finding(Severity.WARNING, "cost-type-unknown", message, at=Place(entry=record.type_id))


def _strange(records: Iterable[Record], library: Library) -> Iterator[Finding]:
    """Yield what New Recruit's data can say and nothing here understands, alike in all files of a set."""
    scopes = SCOPES | library.kinds.keys() | library.catalogues.keys()
    for record in records:
        if isinstance(record, Modifier):
            problem, spot = _without_effect(record), record.field
            scope = record.scope or "self"
            if problem is None and (scope not in scopes or scope == "ancestor"):
                problem = f"a modifier of the scope “{scope}”"
            if problem is not None:
                yield _not_understood("modifier", f"{problem} is not understood and has no effect", spot)
        elif isinstance(record, Query) and record.scope not in scopes:
            yield _not_understood(
                "query", f"the scope “{record.scope}” is not understood: nothing is there", record.scope
            )
        elif isinstance(record, Query) and record.child_id in _CHILDREN:
            message = f"what counts “{record.child_id}” is not understood: it finds nothing; name an id, a type, or any"
            yield _not_understood("query", message, record.child_id)
        elif isinstance(record, Condition | Repeat) and record.query.child_id is None and _counts(record):
            message = "a condition without a childId counts nothing and never holds: name an id, a type, or any"
            yield _not_understood("query", message, record.query.scope)
        elif isinstance(record, Constraint) and record.query.child_id is not None:
            message = "a limit of another element than its own (childId) is not understood: it limits its own"
            yield _not_understood("query", message, record.id)


def _without_effect(modifier: Modifier) -> str | None:
    """Return what of a modifier is not understood, so that it has no effect."""
    of_what = f" of “{modifier.affects}”" if modifier.affects else ""
    if modifier.type not in KINDS:
        return f"a modifier “{modifier.type}”{of_what}"
    if modifier.field in _WITHOUT_EFFECT:
        return f"a modifier of “{modifier.field}”"
    if "associations" in Affected.of(modifier.affects).filters:
        return f"a modifier{of_what}"
    return None


def _counts(record: Condition | Repeat) -> bool:
    return isinstance(record, Repeat) or record.type not in ("always", "never", "before")


def _not_understood(kind: str, message: str, spot: str) -> Finding:
    return Finding(Severity.WARNING, f"data.{kind}", message, at=Place(entry=spot))


def _of_field(root: DataRoot, field: str, spot: str, what: str) -> Finding:
    known = "a constraint, column or cost type" if "modifier" in what else "selections, forces or a cost type"
    message = f"{root.name}: {what} “{field}”, which does not exist here and has no effect: name {known}"
    return Finding(Severity.WARNING, "data.field", message, at=Place(entry=spot))


def _untyped(profiles: Iterable[Profile], library: Library) -> Iterator[Finding]:
    """Yield one finding for all profiles whose type the game system names, and one for the others, if there are any."""
    untyped = [profile for profile in profiles if not profile.type_name]
    known = [profile for profile in untyped if profile.type_id in library.profile_types]
    if known:
        names = ", ".join(sorted({library.profile_types[profile.type_id].name for profile in known}))
        message = f"{_profiles(len(known))} not say the name of their type, which the game system does: {names}"
        yield Finding(Severity.INFO, "data.type-name", message, at=Place(entry=known[0].id))
    strange = [profile for profile in untyped if profile.type_id not in library.profile_types]
    if strange:
        message = f"{_profiles(len(strange))} not say the name of their type, nor does the game system know it"
        example = f": {strange[0].name} is one; give it the id of a type that is there"
        yield Finding(Severity.WARNING, "data.type-name", message + example, at=Place(entry=strange[0].id))


def _profiles(count: int) -> str:
    return "one profile does" if count == 1 else f"{count:,} profiles do"


def _read(profiles: Iterable[Profile], library: Library) -> tuple[int, tuple[str, ...], tuple[Finding, ...]]:
    """Return how many profiles are read, the systems that read them, and what of them these cannot read.

    These are the systems that an army of this data is of where none is asked for.
    """
    systems = unasked(readers_of(library))
    using: dict[str, None] = {}
    found: dict[tuple[str, Finding], None] = {}
    count = 0
    for profile in profiles:
        view = ProfileView(
            name=profile.name,
            type_id=profile.type_id,
            type_name=profile.type_name,
            characteristics=profile.characteristics,
        )
        answers = {system.id: system.unread(view) for system in systems}
        own = {id: findings for id, findings in answers.items() if findings is not None}
        using.update(dict.fromkeys(own))
        count += bool(own)
        for finding in (finding for findings in own.values() for finding in findings):
            found[(profile.id, replace(finding, at=Place(entry=profile.id)))] = None
    return count, tuple(using), tuple(finding for _, finding in found)


def _problems(findings: Iterable[Finding], file: OpenFile) -> Iterator[Problem]:
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    contents = cache(file.contents)
    for code, its in by_code.items():
        unlike = list(dict.fromkeys(its))[: KINDS_SHOWN if code in TOLD_ONCE else EXAMPLES]
        yield Problem(code, len(its), tuple(_placed(finding, file.path, contents) for finding in unlike))


def unlike(code: str, found: Iterable[tuple[Checked, Problem]]) -> Iterator[Finding]:
    """Yield the errors of a kind in several files, and of other findings some that say what those before do not."""
    told: dict[str, Finding] = {}
    for result, problem in found:
        for finding in problem.examples:
            if finding.severity is Severity.ERROR:
                yield finding
            else:
                told.setdefault(finding.message.removeprefix(f"{result.name}: "), finding)
    yield from [*told.values()][: KINDS_SHOWN if code in TOLD_ONCE else EXAMPLES]


def _placed(finding: Finding, path: str, contents: Callable[[], bytes]) -> Finding:
    """Return the finding with its file, and its line where the element's id is found in the text."""
    if finding.at.line is not None:
        return finding
    line = _line_of(contents(), finding.at.entry or "")
    return replace(finding, at=replace(finding.at, file=path, line=line))


def _line_of(contents: bytes, id: str) -> int | None:
    """Return the line of the first element with this id, or that changes or counts it.

    None where it is not in plain text.
    """
    for attribute in ("id", "field", "childId", "costTypeId", "typeId"):
        found = re.search(rb"\s%s=[\"']%s[\"']" % (attribute.encode(), re.escape(id.encode())), contents)
        if found:
            return contents.count(b"\n", 0, found.start() + 1) + 1
    return None
