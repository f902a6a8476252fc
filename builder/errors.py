"""Findings, and the one tree of errors.

MusterError
├── InputError     a file or an argument that cannot be used: every mistake of it at once (exit status 2)
├── EditError      an editing operation that the catalogue makes impossible
├── PlayError      an act in a game that cannot be done as it was asked for
└── ExportError    pages that cannot be made without losing something

A mistake in a user's data is a value, a Finding, gathered with the others; an exception is raised once, by whoever
cannot go on. Each message says what is wrong, where, and how to mend it.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable

from builder.record import Record, replace
from builder.text import clean_name


class Severity(enum.StrEnum):
    """How much a finding matters: an error makes an army invalid, a warning is a likely slip, info is only told."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Place(Record, frozen=True):
    """What a finding is about: an element of an army, or a spot in a file (lines and columns count from 1).

    `owner` says where a broken constraint belongs: `roster`, `force`, `category` or `selection`; with `owner_id`, the
    id of that force or selection, and `owner_entry`, what it was made from.
    """

    unit: str | None = None
    selection: str | None = None
    entry: str | None = None
    constraint: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None
    owner: str | None = None
    owner_id: str | None = None
    owner_entry: str | None = None

    def __str__(self) -> str:
        file = None if self.file is None else abridged(clean_name(self.file), LONGEST_REFUSAL)
        spot = ":".join(str(part) for part in (file, self.line, self.column) if part is not None)
        return ": ".join(part for part in (spot, abridged(self.field or "", LONGEST_MESSAGE)) if part)


class Finding(Record, frozen=True):
    """One thing worth telling about an army or a file: a sentence, its severity, a stable code, and where.

    Who looks for a mend finds here what the sentence was made of: `needs` are the names of what would allow something
    that cannot be chosen, `groups` the ids of the planned groups that it is about, `said` the words of the data. Where
    it says of something (`about`) what stands against it, that is also its `reason` apart, for other sentences.
    """

    severity: Severity
    code: str
    message: str
    rule: str | None = None
    at: Place = Place()
    needs: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    said: str = ""
    about: str = ""
    reason: str = ""

    def __str__(self) -> str:
        where = str(self.at)
        return f"{where}: {self.message}" if where else self.message

    @property
    def sentence(self) -> str:
        """The message with a full stop, which it lacks where it can also be a reason within another sentence."""
        return self.message if self.message.endswith((".", "!", "?", "…")) else f"{self.message}."


DATA_MISSING = "data-missing"
"""The code of what says that the data of an army is not in the library."""


def is_unmade(finding: Finding) -> bool:
    """Whether it says that something in a unit is still to be chosen."""
    return finding.code == "min" and finding.at.selection is not None


def look_of(finding: Finding) -> str:
    """How grave it is shown to be, by which it has its sign: what is still to be chosen is no fault yet."""
    return "warning" if is_unmade(finding) else str(finding.severity)


class MusterError(Exception):
    """What Muster tells its user instead of a traceback, abridged where it quotes a long text."""

    def __init__(self, message: str) -> None:
        super().__init__(abridged(message, LONGEST_REFUSAL))


class InputError(MusterError):
    """A file or an argument that cannot be used, with all its mistakes; of thousands with the first `MOST_MISTAKES`."""

    def __init__(self, findings: Iterable[Finding] | Finding | str) -> None:
        if isinstance(findings, str):
            findings = Finding(Severity.ERROR, "input", findings)
        given = (findings,) if isinstance(findings, Finding) else tuple(findings)
        self.findings: tuple[Finding, ...] = tuple(map(_bounded, given[:MOST_MISTAKES]))
        if len(given) > MOST_MISTAKES:
            rest = Finding(Severity.ERROR, "size", "more mistakes follow: fix these first", at=given[MOST_MISTAKES].at)
            self.findings += (rest,)
        # All of them are told, each of which is bounded: their sum is not abridged as one long message is.
        Exception.__init__(self, "\n".join(str(finding) for finding in self.findings))


class EditError(MusterError):
    """An editing operation that cannot be done, with the reason."""


class PlayError(MusterError):
    """An act in a game that cannot be done as it was asked for, with the reason and what would do.

    `idle` names parameters that have no part in it: nobody had looked at them when it was found out.
    """

    def __init__(self, message: str, idle: Collection[str] = ()) -> None:
        super().__init__(message)
        self.idle = frozenset(idle)


class ExportError(MusterError):
    """Pages that cannot be made without losing something, with what would be lost."""


MOST_MISTAKES = 1_000
"""Of one file, zip or folder that are told at once."""

LONGEST_MESSAGE = 500
"""Longer messages about a file are abridged: a bracket left open can make a name of half of it."""


LONGEST_REFUSAL = 2_000
"""No message of an error is longer, whatever of a file or an argument it quotes."""


def _bounded(finding: Finding) -> Finding:
    if len(finding.message) <= LONGEST_REFUSAL:
        return finding
    return replace(finding, message=abridged(finding.message, LONGEST_REFUSAL))


def abridged(text: str, longest: int) -> str:
    """Return a text with its middle left out where it is longer: a message keeps its mend, which stands last."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} … {text[-half:]}"
