"""Files read whole, and written whole at one stroke: nothing is ever left half-written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType

from builder.bounds import MOST_BYTES
from builder.errors import Finding, InputError, Place, Severity
from builder.formats.detection import is_pdf, is_saved_roster
from builder.inputs import STANDARD, read_file, read_stream

_ENDING = ".muster-new"
_TEMPORARY = re.compile(rf"\..+\.[a-z0-9_]{{8}}{re.escape(_ENDING)}")
"""What temporary files are called: after their target, hidden, and like nothing that anybody else makes."""


def changed_at(path: str) -> float:
    """Return when a file was last changed, in seconds since 1970; 0 where it is none, or has no name."""
    try:
        return Path(path).stat().st_mtime
    except (OSError, ValueError):
        return 0.0


class StagedFile:
    """The data of a file on the disk, but not under its name yet; whatever was not `put` is removed on leaving.

    Temporary files that killed programs left in the same folder are cleared. All methods raise OSError.
    """

    def __init__(self, target: Path, data: bytes) -> None:
        self._target = target.resolve()
        _clear(self._target.parent)
        self._handle, self._temporary = _temporary(self._target)
        try:
            with os.fdopen(self._handle, "wb", closefd=False) as file:
                file.write(data)
            os.fsync(self._handle)
            # A temporary file is for its owner alone; what takes its place has the rights that a new file would have.
            there = self._target.exists()
            self._temporary.chmod(self._target.stat().st_mode & 0o777 if there else 0o666 & ~_umask())
            if sys.platform == "win32":  # where no open file can be renamed
                self._close()
        except BaseException:
            self._discard()
            raise

    def put(self) -> None:
        """Give the file its name; what had that name before is gone."""
        self._temporary.replace(self._target)
        sync_folder(self._target.parent)

    def __enter__(self) -> StagedFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._discard()

    def _discard(self) -> None:
        self._close()
        with contextlib.suppress(OSError):
            self._temporary.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1


def make_folder(folder: Path) -> None:
    """Make a folder and those that it lies in, where they are missing. Raises OSError."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk: the content of a renamed file is not enough."""
    with contextlib.suppress(OSError):  # where a folder cannot be opened, as on Windows, the system sees to it
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _temporary(target: Path) -> tuple[int, Path]:
    """Return a new file beside the target, marked as in use for as long as it is open."""
    while True:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=_ENDING)
        claim(handle)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # another program cleared it before it was marked


def _clear(folder: Path) -> None:
    """Remove temporary files that nobody has open any more."""
    if sys.platform == "win32":  # which cannot tell whether a file is in use
        return
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for item in found:
            if _TEMPORARY.fullmatch(item.name):
                with contextlib.suppress(OSError):
                    _remove_unused(item.path)


def _remove_unused(path: str) -> None:
    handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        if claim(handle):
            Path(path).unlink()
    finally:
        os.close(handle)


def claim(handle: int) -> bool:
    """Mark an open file as in use until it is closed. Return False where that cannot be done."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_source(source: str, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a file or of standard input, at most so many, and its name for messages.

    Raises:
        InputError: it cannot be read, is no regular file, or is larger.
    """
    if source == STANDARD:
        if sys.stdin is None:
            raise InputError(Finding(Severity.ERROR, "file", "there is no standard input: name a file"))
        return read_stream(sys.stdin.buffer, "standard input", most), "standard input"
    return read_file(source, most), source


HEAD = 2000
"""Bytes at the beginning of an army file among which its format is, whatever the file is called."""
ARMY_FILE = "muster-army"
"""The attachment of a PDF of sheets that is the file of their army, byte by byte: so a PDF is a save file too."""


def read_army_source(source: str) -> tuple[bytes, str]:
    """Return the bytes of an army's file, taken out of the PDF where it is one, and its name for messages.

    Raises:
        InputError: it cannot be read, or is a PDF without an army.
    """
    data, name = read_source(source)
    return army_within(data, name), name


def army_within(data: bytes, name: str) -> bytes:
    """Return the army in a PDF of its sheets; what is no PDF is given back as it is.

    Raises:
        InputError: the PDF cannot be read, or there is no army in it; what is called a saved roster begins like none.
    """
    if not is_pdf(data):
        if name.casefold().endswith((".ros", ".rosz")) and not is_saved_roster(data) and b"format:" not in data[:HEAD]:
            message = (
                "this is not a saved roster: it begins neither as XML nor as a zip; save it again where it was made"
            )
            raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))
        return data
    from builder.formats.sheets_pdf import read_sheets

    army = read_sheets(data, name, (ARMY_FILE,)).attachments.get(ARMY_FILE, b"")
    if not army or is_pdf(army):
        message = "no army goes with this PDF: name one that muster export wrote, or the army's own file"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))
    return army


def is_there(path: str) -> bool:
    """Whether there is a file of that name; no for one that none can have, or in a closed folder."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def key_of(path: str) -> str:
    """Return a name for what is kept of a file elsewhere: the same for every way to write its path."""
    return hashlib.sha256(str(Path(path).resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def write_target(target: str, data: bytes, *, replace: bool = True) -> None:
    """Write a file, or standard output; see `prepared`.

    Raises:
        InputError: it cannot be written, or it is there already and `replace` is false.
    """
    there = target != STANDARD and is_there(target)
    if there and not replace and not _is_special(target):
        message = "this file is already there: choose another name, or add --force to replace it"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))
    with prepared(target, data) as put:
        put()


@contextlib.contextmanager
def prepared(target: str, data: bytes) -> Iterator[Callable[[], None]]:
    """Write a file beside its target, and yield what puts it in its place; nothing has changed before that is called.

    Links are followed. What is no plain file (standard output, a pipe, a device) is written to as it is
    when it is put.

    Raises:
        InputError: it cannot be written; so does what is yielded.
    """
    if target == STANDARD or _is_special(target):
        yield partial(_write_through, target, data)
        return
    try:
        staged = StagedFile(Path(target), data)
    except OSError as error:
        raise _unwritable(target, error) from None
    with staged:
        yield partial(_put, target, staged)


def _put(target: str, staged: StagedFile) -> None:
    try:
        staged.put()
    except OSError as error:
        raise _unwritable(target, error) from None


def _is_special(target: str) -> bool:
    """Whether there is something of that name which is neither a file nor a folder: a pipe, a device."""
    return is_there(target) and not Path(target).is_file() and not Path(target).is_dir()


def _write_through(target: str, data: bytes) -> None:
    if target == STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with Path(target).open("wb") as stream:
            stream.write(data)
    except OSError as error:
        raise _unwritable(target, error) from None


def _unwritable(name: str, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        reason = "its folder does not exist: make it first"
    elif isinstance(error, IsADirectoryError):
        reason = "this is a folder: name a file in it"
    else:
        reason = f"it cannot be written: {error.strerror or error}"
    return InputError(Finding(Severity.ERROR, "file", reason, at=Place(file=name)))
