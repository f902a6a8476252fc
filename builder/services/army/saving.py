"""Saving an army that is edited, one program at a time; the job is one value, so that nobody waits for the disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.datafiles.armies.read import ReadArmy, read_army
from builder.datafiles.armies.write import Costs, WrittenArmy, as_saved, write_army
from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import STANDARD
from builder.record import replace
from builder.services.army.history import DAMAGED, KeptState, Steps, history_of
from builder.services.editor.operations import State
from builder.services.files import prepared, read_source, write_target


class _Held(threading.local):
    """The files that this thread has for itself."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()


_held = _Held()


@contextlib.contextmanager
def locked(path: str | None) -> Iterator[Finding | None]:
    """Have a file to oneself among the programs that ask for it so; wait for those that have it.

    The lock lies beside the file, hidden, so that all who can write the file find the same one; it goes with the last
    who needs it. Yields what should be told where there can be none, and nobody waits.
    """
    if path is None or path == STANDARD:
        yield None
        return
    try:
        target = Path(path).resolve()
    except (OSError, ValueError):  # no file can have that name, as reading or writing it tells
        yield None
        return
    if target in _held.paths:
        yield None
        return
    lock = target.with_name(f".{target.name}.lock")
    handle, told = None, None
    try:
        handle = _locked(lock)
    except FileNotFoundError:  # neither can there be a file in a folder that is missing
        pass
    except OSError as error:
        message = f"two programs can change this file at once, as its lock cannot be made: {error.strerror or error}"
        told = Finding(Severity.WARNING, "lock", message, at=Place(file=path))
    _held.paths.add(target)
    try:
        yield told
    finally:
        _held.paths.discard(target)
        if handle is not None:
            with contextlib.suppress(OSError):
                lock.unlink()  # while it is held still: who waits for it looks whether it is there
            os.close(handle)


def _locked(lock: Path) -> int:
    """Open a lock and wait for it; it is held until it is closed. Raises OSError."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            _wait(handle)
            if _is_at(lock, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # who had it before has removed it


def _is_at(path: Path, handle: int) -> bool:
    """Whether an open file still has that name."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _wait(handle: int) -> None:
    """Wait for the lock of an open file. Raises OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


@dataclass(frozen=True, slots=True)
class SaveResult:
    """What saving did: the bytes of the file, and what is worth telling of it (its layout, lost comments, a copy).

    `read` is the file as it is read now, `state` the army in it; `earlier` is how many states its history keeps before
    those of the job, None where nothing was kept.
    """

    job: SaveJob
    data: bytes
    read: ReadArmy
    state: State
    findings: tuple[Finding, ...] = ()
    earlier: int | None = None


@dataclass(frozen=True, slots=True)
class SaveJob:
    """A state of an army to be saved to a target; `old` is the file as it was last, `read` what it said.

    Args:
        in_place: whether the target is the file that it was read from.
        overwrite: whether to replace that file even when somebody else has changed it.
        file: the file as it was when the army was saved in this state before, comments and all.
        steps: the files that undo and redo lead to from this state.
        at: when the army became so, in seconds since 1970; 0 where that is not known.
        restored: of when the version was that the last change went back to, if it did.
    """

    old: bytes
    read: ReadArmy
    state: State
    costs: Costs
    target: str
    in_place: bool
    overwrite: bool
    file: bytes | None = None
    steps: Steps = field(default_factory=Steps)
    at: float = 0.0
    restored: float | None = None

    def written(self) -> WrittenArmy:
        """Return the army as a file. Raises MusterError if it would not be read back as the same army."""
        if self.file is not None:
            return WrittenArmy(self.file)
        return write_army(self.old, self.read, self.state.roster, self.costs)

    def run(self) -> SaveResult:
        """Write the file.

        Raises:
            InputError: it was changed by somebody else, or it cannot be written.
            MusterError: the file would not be read back as the same army; nothing is written then.
        """
        with locked(self.target) as unlocked:
            saved = self._run()
        return replace(saved, findings=(*saved.findings, unlocked)) if unlocked else saved

    def _run(self) -> SaveResult:
        if self.in_place and not self.overwrite and differs(self.target, self.old):
            message = "this file was changed by another program since it was opened: open it again"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=self.target)))
        written = self.written()
        findings = tuple(self._losses(written))
        if findings and self.in_place:
            write_target(f"{self.target}.bak", self.old)
        with prepared(self.target, written.data) as put:
            earlier, untold = self._remembered(written.data)
            put()
        read = read_army(written.data, self.target, lambda *_: self.read.data)
        state = State(as_saved(self.state.roster, self.read.data))
        return SaveResult(self, written.data, read, state, (*findings, *untold), earlier)

    def _remembered(self, data: bytes) -> tuple[int | None, Sequence[Finding]]:
        """Remember what is done to the file before it is, so that it can be undone; tell why that cannot be."""
        earlier, untold = self.steps.earlier, list[Finding]()
        if self.in_place and data != self.old:
            after = KeptState(data.decode(), self.at or time.time(), self.restored)
            for _ in ("the history that is kept", "a new one, where that is damaged"):
                try:
                    return history_of(self.target).note(self.old, after, self.steps), untold
                except InputError as error:
                    untold.append(replace(error.findings[0], severity=Severity.WARNING))
                    if error.findings[0].code != DAMAGED:
                        break
        return earlier, untold

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
