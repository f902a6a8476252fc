"""What was done to an army file: kept so that `muster edit` can undo it, and a crash loses nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import msgspec

from builder.catalogue.library import ArmyData
from builder.datafiles.armies.write import as_saved
from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.resources import state_folder
from builder.roster.model import Roster
from builder.scalars import moment
from builder.services.editor.operations import State
from builder.services.files import StagedFile, key_of, make_folder, prepared, read_source, write_target

VERSION = 1
MOST_TEXTS = 100
MOST_BYTES = 2_000_000
"""No more states of one file are kept, and no more text; the oldest go first."""


@dataclass(frozen=True, slots=True)
class KeptState:
    """What a file said at some time: its text, and when it became so.

    Args:
        at: in seconds since 1970; 0 where nobody noted it.
        restored: of when the version was that the file went back to as it became so; None if it did not.
    """

    text: str
    at: float = 0.0
    restored: float | None = None


AS_IT_CAME = "as it came"
"""When the army became so, where nobody has noted that: it was so when it was first opened."""


@dataclass(slots=True)
class Step:
    """An army that undo or redo leads to: its state, and its file where it was saved so; `at` is when it became so.

    Of what was done before the army was opened only the file is known: it is read when it is wanted.
    """

    state: State | None
    file: bytes | None
    at: float = 0.0
    """In seconds since 1970; 0 where nobody knows."""
    restored: float | None = None
    """Of when the version was that the change between this army and the present one went back to, if it did."""

    @property
    def when(self) -> str:
        """When the army became so, as a list tells it."""
        return moment(self.at) if self.at else AS_IT_CAME

    def kept(self, restored: float | None) -> KeptState | None:
        """This army as a history keeps it, with what it went back to (`restored`); None where it has no file."""
        return KeptState(self.file.decode(), self.at, restored) if self.file is not None else None


@dataclass(frozen=True, slots=True)
class Steps:
    """Where undo and redo lead from a state, both in the order in which the file became so.

    Args:
        earlier: how many states that are kept come before `past`; None where nobody counted them yet: `past` begins
            with the one that the file is in then.
    """

    past: tuple[KeptState, ...] = ()
    future: tuple[KeptState, ...] = ()
    earlier: int | None = None


@dataclass(slots=True)
class History:
    """The states of one file in the order that undo and redo lead through, and which of them it is in.

    A change is noted before the file is written, so that no moment is without it: `now` is the state that the file was
    about to be in, `before` the one that it was in. Which of them it is in, `settle` finds out. States that undo went
    back over before something else was done are kept until then: the last `left` before `now`.
    """

    path: Path
    states: list[KeptState] = field(default_factory=list)
    now: int = 0
    before: int = 0
    left: int = 0

    def settle(self, data: bytes) -> bool:
        """Whether a file with these bytes is in a state that is kept; `now` is that state from then on."""
        for place in (self.now, self.before):
            if place < len(self.states) and self.states[place].text.encode() == data:
                gone = self.left if place == self.now else 0
                del self.states[place - gone : place]
                self.now = self.before = place - gone
                self.left = 0
                return True
        return False

    def note(self, before: bytes, after: KeptState, steps: Steps) -> int:
        """Keep a change that the file is about to get; return how many states are kept before those of `steps`.

        One that does not follow on what is kept begins a new history.

        Raises:
            InputError: it cannot be kept.
        """
        known = self.settle(before)
        earlier = (self.now if steps.earlier is None else steps.earlier) if known else 0
        former = [*self.states[:earlier], *_unlike(steps.past)]
        if known and len(former) > earlier < len(self.states) and former[earlier].text == self.states[earlier].text:
            former[earlier] = self.states[earlier]  # It is known better than by the time of a file that was opened.
        if former and former[-1].text == after.text:
            del former[-1]  # What was changed and changed back is no change.
            earlier = min(earlier, len(former))
        text, states = before.decode(), [*_unlike((after, *steps.future))]
        left = list[KeptState]()
        if text not in (each.text for each in (*former, *states)):
            gone = reversed(self.states[: self.now + 1]) if known else (KeptState(text),)
            left = [*takewhile(lambda each: not former or each.text != former[-1].text, gone)][::-1]
        now = len(former) + len(left)
        self.states, self.left = [*former, *left, *states], len(left)
        places = (place for place, each in enumerate(self.states) if each.text == text)
        cut = self._shorten(min(places, key=lambda place: abs(place - now)), now)
        self._save()
        return max(0, earlier - cut)

    def _shorten(self, before: int, now: int) -> int:
        """Let the oldest states go where there are too many, then the last; return how many of the oldest went."""
        kept, (first, last) = self.states, sorted((before, now))
        cut = next((cut for cut in range(first) if not _too_much(kept[cut:])), first)
        del kept[:cut]
        while _too_much(kept) and len(kept) > last - cut + 1:
            kept.pop()
        self.before, self.now, self.left = before - cut, now - cut, min(self.left, now - cut)
        return cut

    def step(self, source: str, by: int) -> bytes:
        """Write the file as it was one change before (-1) or after (1), and give that.

        Raises:
            EditError: there is nothing to undo or redo.
            InputError: the file was changed by another program since, or cannot be written.
        """
        verb = "undo" if by < 0 else "redo"
        kept = self.settle(read_source(source)[0])
        if not self.states or not 0 <= self.now + by < len(self.states):
            raise EditError(f"There is nothing to {verb} in {source}.")
        if not kept:
            message = f"this file was changed by another program since: there is nothing to {verb}"
            raise InputError(Finding(Severity.ERROR, "changed", message, at=Place(file=source)))
        text = self.states[self.now + by].text.encode()
        with prepared(source, text) as put:
            self.now += by
            self._save()
            put()
        return text

    def _save(self) -> None:
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
            "left": self.left,
            "texts": [state.text for state in self.states],
            "times": [state.at for state in self.states],
            "restored": [state.restored for state in self.states],
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
    times = (each or 0.0 for each in _times(body.get("times"), len(texts)))
    states = [KeptState(*each) for each in zip(texts, times, restored, strict=True)]
    left = body.get("left")
    left = left if isinstance(left, int) and before == now - 1 and 0 < left <= now else 0
    return History(path, states, now, before, left)


def _unlike(states: Iterable[KeptState]) -> Iterator[KeptState]:
    """Yield the states without those that say the same as the one before."""
    last = ""
    for state in states:
        if state.text != last:
            yield state
        last = state.text


def _too_much(states: Sequence[KeptState]) -> bool:
    return len(states) > MOST_TEXTS or sum(len(state.text) for state in states) > MOST_BYTES


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
