"""What was done to an army file: kept so that `muster edit` can undo it, and a crash loses nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from builder.catalogue.library import ArmyData
from builder.datafiles.armies.write import as_saved
from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.resources import state_folder
from builder.roster.model import Roster
from builder.services.editor.operations import State
from builder.services.files import StagedFile, key_of, make_folder, prepared, read_source, write_target

VERSION = 1
MOST_TEXTS = 100
MOST_BYTES = 2_000_000
"""No more states of one file are kept, and no more text; the oldest go first."""


@dataclass(slots=True)
class History:
    """The states of one file as texts, and which of them it is in.

    A change is noted before the file is written, so that no moment is without it: `now` is the state that the file was
    about to be in, `before` the one that it was in. Which of them it is in, `settle` finds out.
    """

    path: Path
    texts: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When the file became so, in seconds since 1970, for each of the texts; 0 where that was not noted."""
    restored: list[float | None] = field(default_factory=list)
    """Of when the version was that the file went back to as it became so, for each of the texts; None if it did not."""
    now: int = 0
    before: int = 0

    @property
    def states(self) -> Iterable[tuple[str, float, float | None]]:
        """Each of the texts with its time, and that of the version that it went back to, if it did."""
        return zip(self.texts, self.times, self.restored, strict=True)

    def settle(self, data: bytes) -> bool:
        """Whether a file with these bytes is in a state that is kept; `now` is that state from then on."""
        for place in (self.now, self.before):
            if place < len(self.texts) and self.texts[place].encode() == data:
                self.now = self.before = place
                return True
        return False

    def note(
        self,
        before: bytes,
        after: bytes,
        *,
        stepped: int = 0,
        beyond: frozenset[bytes] = frozenset(),
        since: float = 0.0,
        at: float = 0.0,
        restored: float | None = None,
    ) -> None:
        """Keep a change that the file is about to get; one that does not follow on what is kept begins a new history.

        The file was as it is before `since` then, and the army as it is after since `at`, in seconds since 1970; 0
        where that is not known. One that went back to a version keeps of when that was (`restored`).

        One that was `stepped` to, back by undo (-1) or on by redo (1), is no new change: it is looked for in what is
        kept that way, nearer than any file `beyond` it, and comes before those where it was never saved by itself, as
        among keys pressed at once.

        Raises:
            InputError: it cannot be kept.
        """
        if not self.settle(before):
            self.texts, self.times, self.restored, self.now = [before.decode()], [since], [None], 0
        at = at or time.time()
        if stepped:
            place = self._place_of(after, stepped, beyond)
            if 0 <= place < len(self.texts) and self.texts[place].encode() == after:
                self._save(self.now, place)
                return
            place += stepped < 0
            self.texts.insert(place, after.decode())
            self.times.insert(place, at)
            self.restored.insert(place, restored)
            self._save(self.now + (stepped < 0), place)
            return
        del self.texts[self.now + 1 :], self.times[self.now + 1 :], self.restored[self.now + 1 :]
        self.texts.append(after.decode())
        self.times.append(at)
        self.restored.append(restored)
        while len(self.texts) > 2 and (len(self.texts) > MOST_TEXTS or sum(map(len, self.texts)) > MOST_BYTES):
            del self.texts[0], self.times[0], self.restored[0]
        self._save(len(self.texts) - 2, len(self.texts) - 1)

    def _place_of(self, file: bytes, by: int, beyond: frozenset[bytes]) -> int:
        """Where a file is kept that way, or else the first that is `beyond` it.

        Others can be the same, as going back to a version makes a text anew: the nearest is meant.
        """
        place = self.now + by
        while 0 <= place < len(self.texts) and self.texts[place].encode() not in {file, *beyond}:
            place += by
        return place

    def step(self, source: str, by: int) -> bytes:
        """Write the file as it was one change before (-1) or after (1), and give that.

        Raises:
            EditError: there is nothing to undo or redo.
            InputError: the file was changed by another program since, or cannot be written.
        """
        verb = "undo" if by < 0 else "redo"
        kept = self.settle(read_source(source)[0])
        if not self.texts or not 0 <= self.now + by < len(self.texts):
            raise EditError(f"There is nothing to {verb} in {source}.")
        if not kept:
            message = f"this file was changed by another program since: there is nothing to {verb}"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=source)))
        text = self.texts[self.now + by].encode()
        with prepared(source, text) as put:
            self._save(self.now, self.now + by)
            put()
        return text

    def _save(self, before: int, now: int) -> None:
        self.before, self.now = before, now
        try:
            make_folder(self.path.parent)
        except OSError as error:
            message = f"what was done cannot be remembered for undo: {error.strerror or error}"
            raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=str(self.path)))) from None
        body = {
            "format": "muster-history",
            "version": VERSION,
            "now": self.now,
            "before": self.before,
            "texts": self.texts,
            "times": self.times,
            "restored": self.restored,
        }
        write_target(str(self.path), json.dumps(body, ensure_ascii=False).encode())


def history_of(source: str) -> History:
    """Return the history of an army file; an empty one where none is kept.

    Raises:
        InputError: a newer Muster keeps it; or it cannot be read, and is put aside (`damaged`): the next is a new one.
    """
    path = state_folder() / "history" / f"{key_of(source)}.json"
    try:
        body = json.loads(path.read_bytes())
    except FileNotFoundError:
        return History(path)
    except (OSError, ValueError, RecursionError):
        raise _put_aside(path, source) from None
    if not isinstance(body, dict):
        raise _put_aside(path, source)
    version = body.get("version")
    if isinstance(version, int) and version > VERSION:
        message = "what was done to this army was remembered by a newer Muster: update to undo it"
        raise InputError(Finding(Severity.ERROR, "newer", message, at=Place(file=source)))
    texts, now, before = body.get("texts"), body.get("now"), body.get("before")
    if not isinstance(texts, list) or not all(_is_text(text) for text in texts):
        raise _put_aside(path, source)
    if not isinstance(now, int) or not 0 <= now < len(texts):
        raise _put_aside(path, source)
    before = before if isinstance(before, int) and 0 <= before < len(texts) else now
    restored = _times(body.get("restored"), len(texts))
    times = [each or 0.0 for each in _times(body.get("times"), len(texts))]
    return History(path, texts, times, restored, now, before)


def _times(value: object, number: int) -> list[float | None]:
    """The times of so many texts; a Muster that kept none may have gone on with the history of one that did."""
    times = value if isinstance(value, list) and len(value) == number else [None] * number
    return [float(each) if isinstance(each, int | float) and 0 <= each < LAST_TIME else None for each in times]


LAST_TIME = 2.0**35
"""No later time can be told: that is in a thousand years."""

DAMAGED = "damaged"
"""The code of what is told of a history that cannot be read."""


def _put_aside(path: Path, source: str) -> InputError:
    """Keep what cannot be read where nothing replaces it, and say so."""
    aside = path.with_suffix(".lost.json")
    message = "what was done to this army before cannot be undone: what was remembered of it cannot be read"
    try:
        path.replace(aside)
    except OSError as error:
        message += f", nor put aside: {error.strerror}"
    else:
        message += f", and is now {aside}"
    return InputError(Finding(Severity.ERROR, DAMAGED, message, at=Place(file=source)))


def _is_text(value: object) -> bool:
    """Whether it is a text that a file can hold: JSON can have half a character, which none can."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


UNSAVED_VERSION = 1


@dataclass(frozen=True, slots=True)
class _UnsavedFile:
    format: str
    version: int
    digest: str
    roster: Roster


def keep_unsaved(source: str, original: bytes, state: State) -> None:
    """Keep a state that follows on these bytes of the file.

    Raises:
        InputError: it cannot be written.
    """
    kept = _UnsavedFile("muster-unsaved", UNSAVED_VERSION, hashlib.sha256(original).hexdigest(), state.roster)
    path = _path(source)
    try:
        make_folder(path.parent)
        with StagedFile(path, msgspec.json.encode(kept)) as staged:
            staged.put()
    except OSError as error:
        raise InputError(f"what is not saved yet cannot be kept in {path.parent}: {error.strerror}") from None


def unsaved_state(source: str, original: bytes) -> State | None:
    """Return the state that was kept, if the file still holds these bytes; None where nothing usable is kept."""
    kept = _read(source)
    return State(kept.roster) if kept and kept.digest == hashlib.sha256(original).hexdigest() else None


def set_aside(source: str, now: Roster, data: ArmyData) -> tuple[State | None, str] | None:
    """Put what was kept where it is not taken up any more: give it, where it can be read, and say where it is.

    None where nothing is kept, or just what the file says `now`: the program ended after it was saved.
    """
    kept = _read(source)
    if kept is not None and as_saved(kept.roster, data) == now:
        forget_unsaved(source)
        return None
    path = _path(source)
    aside = path.with_suffix(".lost.json")
    try:
        write_target(str(aside), path.read_bytes())
    except (OSError, InputError):
        return None
    forget_unsaved(source)
    return State(kept.roster) if kept is not None else None, str(aside)


def forget_unsaved(source: str) -> None:
    """Keep nothing for this file any more: it is saved."""
    with contextlib.suppress(OSError):
        _path(source).unlink(missing_ok=True)


def _read(source: str) -> _UnsavedFile | None:
    try:
        kept = msgspec.json.decode(_path(source).read_bytes(), type=_UnsavedFile)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return kept if kept.version == UNSAVED_VERSION else None


def _path(source: str) -> Path:
    return state_folder() / "unsaved" / f"{key_of(source)}.json"
