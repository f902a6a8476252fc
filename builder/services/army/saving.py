"""Saving an army that is edited: all that it takes as one value, so that nobody waits for the disk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.datafiles.armies.read import ReadArmy, read_army
from builder.datafiles.armies.write import Costs, WrittenArmy, as_saved, write_army
from builder.errors import Finding, InputError, Place, Severity
from builder.services.army.history import history_of
from builder.services.editor.operations import State
from builder.services.file_lock import locked
from builder.services.files import prepared, read_source, write_target


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving did: the bytes of the file, and what is worth telling of it (its layout, lost comments, a copy).

    `read` is the file as it is read now, `state` the army in it.
    """

    job: SaveJob
    data: bytes
    read: ReadArmy
    state: State
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class SaveJob:
    """A state of an army to be saved to a target; `old` is the file as it was last, `read` what it said.

    Args:
        in_place: whether the target is the file that it was read from.
        overwrite: whether to replace that file even when somebody else has changed it.
        stepped: whether nothing but undo and redo was done since it was saved last.
        file: the file as it was when the army was saved in this state before, comments and all.
        changes: how many changes other than undo and redo led to this state since the army was opened.
    """

    old: bytes
    read: ReadArmy
    state: State
    costs: Costs
    target: str
    in_place: bool
    overwrite: bool
    stepped: bool = False
    file: bytes | None = None
    changes: int = 0

    def written(self) -> WrittenArmy:
        """The army as a file. Raises MusterError if it would not be read back as the same army."""
        if self.file is not None:
            return WrittenArmy(self.file)
        return write_army(self.old, self.read, self.state.roster, self.costs)

    def run(self) -> Saved:
        """Write the file.

        Raises:
            InputError: it was changed by somebody else, or it cannot be written.
            MusterError: the file would not be read back as the same army; nothing is written then.
        """
        with locked(self.target) as unlocked:
            saved = self._run()
        return replace(saved, findings=(*saved.findings, unlocked)) if unlocked else saved

    def _run(self) -> Saved:
        if self.in_place and not self.overwrite and differs(self.target, self.old):
            message = "this file was changed by another program since it was opened: open it again"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=self.target)))
        written = self.written()
        findings = tuple(self._losses(written))
        if findings and self.in_place:
            write_target(f"{self.target}.bak", self.old)
        with prepared(self.target, written.data) as put:
            findings += tuple(self._remembered(written.data))
            put()
        read = read_army(written.data, self.target, lambda *_: self.read.data)
        return Saved(self, written.data, read, State(as_saved(self.state.roster, self.read.data)), findings)

    def _remembered(self, data: bytes) -> Iterator[Finding]:
        """Remember what is done to the file before it is, so that it can be undone; yield why that cannot be."""
        if self.in_place and data != self.old:
            try:
                history_of(self.target).note(self.old, data, stepped=self.stepped)
            except InputError as error:
                yield replace(error.findings[0], severity=Severity.WARNING)

    def _losses(self, written: WrittenArmy) -> Sequence[Finding]:
        copy = f"; the file as it was is now {self.target}.bak" if self.in_place else ""
        if not written.laid_out:
            message = f"the layout of this file could not be kept, it was written anew{copy}"
        elif written.lost:
            lost = "a comment" if len(written.lost) == 1 else f"{len(written.lost)} comments"
            message = f"{lost} went with what was changed{copy}"
        else:
            return ()
        return (Finding(Severity.WARNING, "layout", message, at=Place(file=self.target)),)


def differs(path: str, data: bytes) -> bool:
    """Whether a file holds anything but these bytes, or is gone."""
    try:
        return hashlib.sha256(read_source(path)[0]).digest() != hashlib.sha256(data).digest()
    except InputError:
        return True
