"""An army file while it is edited: operations with undo and redo, what the army comes to, and saving it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.datafiles.armies import ReadArmy, read_army
from builder.datafiles.armywrite import WrittenArmy, as_saved, write_army
from builder.errors import Finding, InputError, Place, Severity
from builder.formats.saved import looks_saved
from builder.roster.ids import Ids
from builder.services.army import Army, read_as_army
from builder.services.armydata import find_data
from builder.services.armyname import find_source
from builder.services.files import STANDARD, read_source, write_target
from builder.services.operations import Done, Ground, Operation, State
from builder.services.operationtable import perform


@dataclass(frozen=True, slots=True)
class Saved:
    """What saving did: the bytes of the file, and what is worth telling of it (its layout, lost comments, a copy)."""

    data: bytes
    findings: tuple[Finding, ...] = ()


class EditSession:
    """One army being edited. States are immutable; `undo` and `redo` go through all of them.

    `source` is the file that is saved to: None for a starter army or standard input, which have nowhere to go.
    """

    def __init__(self, data: bytes, name: str, source: str | None) -> None:
        self.name, self.source = name, source
        self._past: list[State] = []
        self._future: list[State] = []
        self._army: Army | None = None
        self._load(data)

    @classmethod
    def open(cls, source: str) -> EditSession:
        """Open an army file, standard input (`-`), an army of the library or a starter army.

        Raises:
            InputError: it cannot be read, or is a saved roster, which is not edited.
        """
        found = find_source(source)
        data, name = read_source(found.path)
        if looks_saved(data):
            message = "a saved roster is not edited: only army files are"
            raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))
        return cls(data, name, None if found.starter or source == STANDARD else found.path)

    def _load(self, data: bytes) -> None:
        self._read: ReadArmy = read_army(data, self.name, find_data)
        self._bytes = data
        roster = self._read.roster
        self.state = State(replace(roster, id=roster.id or Ids(roster.ids()).mint()))
        self._kept = self.state

    # -- editing ---------------------------------------------------------------
    @property
    def ground(self) -> Ground:
        """What the army stands on: its data and its system."""
        return Ground(self._read.data, self._read.file.system)

    @property
    def original(self) -> bytes:
        """The file as it was opened, or saved last."""
        return self._bytes

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self.state != self._kept

    def apply(self, operation: Operation) -> Done:
        """Do an operation; what was undone before can be redone no more.

        Raises:
            EditError: it is not possible; nothing has changed then.
        """
        done = perform(self.ground, self.state, operation)
        self._past.append(self.state)
        self._future.clear()
        self._go(done.state)
        return done

    def undo(self) -> bool:
        """Go back by one operation; no if there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was undone; no if there is nothing."""
        return self._step(self._future, self._past)

    def _step(self, source: list[State], target: list[State]) -> bool:
        if not source:
            return False
        target.append(self.state)
        self._go(source.pop())
        return True

    def _go(self, state: State) -> None:
        self.state, self._army = state, None

    @property
    def army(self) -> Army:
        """What the army comes to as it is now: evaluated, and read by its system; worked out when it is asked for."""
        if self._army is None:
            self._army = read_as_army(self._read, self.state.roster, self.name)
        return self._army

    # -- saving ----------------------------------------------------------------
    def changed_outside(self) -> bool:
        """Whether somebody else has changed or removed the file since it was opened or saved."""
        if self.source is None:
            return False
        try:
            return _digest(read_source(self.source)[0]) != _digest(self._bytes)
        except InputError:
            return True

    def written(self) -> WrittenArmy:
        """The army as a file, without saving it.

        Raises:
            MusterError: it would not be read back as the same army.
        """
        costs = {part.id: part.costs for unit in self.army.view.units() for part in unit.walk()}
        return write_army(self._bytes, self._read, self.state.roster, costs)

    def save(self, target: str | None = None, *, overwrite: bool = False) -> Saved:
        """Write the army to its file, or to another one, which then is its file.

        A file that somebody else has changed since is left alone unless `overwrite` says otherwise. Where comments or
        the layout cannot be kept, the old file stays beside the new one as `.bak`.

        Raises:
            InputError: there is no file to write to, it was changed by somebody else, or it cannot be written.
            MusterError: the file would not be read back as the same army; nothing is written then.
        """
        path = target or self.source
        if path is None:
            raise InputError("this army has no file of its own: say with -o where it goes")
        if path == self.source and not overwrite and self.changed_outside():
            message = "this file was changed by another program since it was opened: open it again"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=path)))
        written = self.written()
        findings = tuple(self._losses(written, path))
        if findings and path == self.source:
            write_target(f"{path}.bak", self._bytes)
        write_target(path, written.data)
        if path != STANDARD:
            self._settle(written.data, path)
        return Saved(written.data, findings)

    def _settle(self, data: bytes, path: str) -> None:
        """Go on with the file as it is now; what was done before can still be undone."""
        state = State(as_saved(self.state.roster, self._read.data))
        self.name, self.source = path, path
        self._load(data)
        self.state = self._kept = state
        self._army = None

    def _losses(self, written: WrittenArmy, path: str) -> Sequence[Finding]:
        copy = f"; the file as it was is now {path}.bak" if path == self.source else ""
        if not written.laid_out:
            message = f"the layout of this file could not be kept, it was written anew{copy}"
        elif written.lost:
            lost = "a comment" if len(written.lost) == 1 else f"{len(written.lost)} comments"
            message = f"{lost} went with what was changed{copy}"
        else:
            return ()
        return (Finding(Severity.WARNING, "layout", message, at=Place(file=path)),)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
