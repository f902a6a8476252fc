"""What happened in a game, for any system: a log of entries, folded to states; undo and redo are entries too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from builder.errors import PlayError
from builder.inputs import BREAKING
from builder.record import replace
from builder.systems.play.events import Event
from builder.systems.play.game import Timing

START = 1
"""The number of the entry that a game begins with; it cannot be undone."""

UNDO, REDO = "undo", "redo"
"""The kinds of the entries that take an act back and that put it in its place again."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that has no place in the log yet.

    Args:
        kind: the verb of an act, or `undo`, or `redo`.
        version: that of the system's events.
        body: JSON: an event as its system encodes it; the number of the act that is undone or redone.
    """

    kind: str
    version: int
    body: bytes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a log: its number, when it was made (ISO 8601, UTC) and by whom, and what it holds; see `Draft`."""

    seq: int
    kind: str
    version: int
    at: str
    by: str
    body: bytes


def time_of(at: str) -> datetime | None:
    """Return the time of an entry, in UTC; None for a text that is none, or one at the ends of the calendar."""
    try:
        moment = datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment if 1970 < moment.year < 9999 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of a game's log.

    Args:
        seq: the number of its entry, from 1 on.
        at: when it was made, in UTC.
        by: who made it.
        side: the player whose act it is, 0 or 1; None where it is nobody's.
        moment: turn and phase in which it left the game (`3.2`).
        kind: the verb, or `undo`, or `redo`.
        text: a sentence, with figures.
        steps: how the figures came about.
        undone: whether the act is taken back, for now or for good.
        about: the number of the act that an undo takes back, or a redo puts back; None for an act.
        timing: how the clocks of the players stand from then on; None where they have none.
    """

    seq: int
    at: datetime
    by: str
    side: int | None
    moment: str
    kind: str
    text: str
    steps: tuple[str, ...] = ()
    undone: bool = False
    about: int | None = None
    timing: Timing | None = None


State = TypeVar("State")


class Replayed(Protocol[State]):
    """What a log must know of how a system is played: how its events are read, and what they make of a state."""

    def begin(self, event: Event[Any], /) -> State:
        """Return the state that the first event brings."""

    def evolve(self, state: State, event: Event[Any], /) -> State:
        """Return the state after an event."""

    def decode(self, version: int, body: bytes, /) -> Event[Any]:
        """Return an event of JSON."""

    def moment(self, state: State, /) -> str:
        """When it is, for the log."""

    def timing(self, state: State, /) -> Timing | None:
        """Return how the clocks of the players stand."""


class _Fold(msgspec.Struct, frozen=True):
    """What an undo or a redo holds: the number of the act."""

    seq: int


_STEP = msgspec.json.Decoder(_Fold)
_STEP_VERSION = 1


def act_of(entry: LogEntry) -> int:
    """Return the number of the act that an undo or a redo is about.

    Raises:
        PlayError: it cannot be read.
    """
    try:
        return _STEP.decode(entry.body).seq
    except (msgspec.DecodeError, *BREAKING) as error:
        raise PlayError(f"entry {entry.seq} cannot be read: {error}") from None


class Timeline(Generic[State]):
    """The entries of a game in order, and what they come to.

    The state after each act is kept until nothing leads to it any more, so undo and redo work nothing out; states share
    what an act left alone.
    """

    def __init__(self, play: Replayed[State], entries: Iterable[LogEntry] = ()) -> None:
        self._play = play
        self._entries: list[LogEntry] = []
        self._lines: list[LogLine] = []
        self._states: dict[int, State] = {}
        self._standing: list[int] = []
        self._undone: list[int] = []
        self._tops: list[int] = []
        for entry in entries:
            self.take(entry)

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 for none."""
        return len(self._entries)

    @property
    def entries(self) -> Sequence[LogEntry]:
        """All entries."""
        return tuple(self._entries)

    @property
    def lines(self) -> Sequence[LogLine]:
        """The log as players read it, a line for each entry."""
        return tuple(self._lines)

    @property
    def state(self) -> State:
        """How the game stands."""
        return self._states[self._standing[-1]]

    @property
    def history(self) -> Sequence[tuple[LogLine, State]]:
        """The acts that stand, each with how the game stood after it; the first is its beginning."""
        return tuple((self._lines[seq - 1], self._states[seq]) for seq in self._standing)

    @property
    def last(self) -> LogLine | None:
        """The act that undo takes back; None where there is nothing but the beginning."""
        return self._lines[self._standing[-1] - 1] if len(self._standing) > 1 else None

    @property
    def next(self) -> LogLine | None:
        """The act that redo puts back; None where none was undone, or something else was done since."""
        return self._lines[self._undone[-1] - 1] if self._undone else None

    def undo(self) -> Draft:
        """Return the entry that takes back the last act that stands.

        Raises:
            PlayError: there is none.
        """
        if self.last is None:
            raise PlayError("there is nothing to undo: the game has just begun")
        return _step(UNDO, self.last.seq)

    def redo(self) -> Draft:
        """Return the entry that puts back the act that was undone last.

        Raises:
            PlayError: there is none, or something else was done since.
        """
        if self.next is None:
            raise PlayError("there is nothing to redo: nothing was undone, or something else was done since")
        return _step(REDO, self.next.seq)

    def jump(self, seq: int) -> Sequence[Draft]:
        """Return the undos, or the redos, that lead to how the game stood after an entry.

        Raises:
            PlayError: there is no such entry, or what it led to was taken back and something else done since.
        """
        if not START <= seq <= self.seq:
            raise PlayError(f"there is no entry {seq}: the log has entries 1 to {self.seq}")
        act = self._tops[seq - 1]
        if act in self._standing:
            back = self._standing[self._standing.index(act) + 1 :]
            return tuple(_step(UNDO, each) for each in reversed(back))
        if act in self._undone:
            forth = self._undone[self._undone.index(act) :]
            return tuple(_step(REDO, each) for each in reversed(forth))
        raise PlayError(f"entry {act} was taken back and something else done since: it cannot be put back")

    def take(self, entry: LogEntry) -> LogLine:
        """Add an entry, and give its line.

        Raises:
            PlayError: it does not follow on the others, or cannot be read; nothing is added then.
        """
        if entry.seq != self.seq + 1:
            raise PlayError(f"entry {self.seq + 1} is missing from its log")
        line = self._step(entry) if entry.kind in (UNDO, REDO) else self._act(entry)
        self._entries.append(entry)
        self._lines.append(line)
        self._tops.append(self._standing[-1])
        return line

    def _act(self, entry: LogEntry) -> LogLine:
        try:
            event = self._play.decode(entry.version, entry.body)
            state = self._play.evolve(self.state, event) if self._standing else self._play.begin(event)
            moment, timing = self._play.moment(state), self._play.timing(state)
        except _UNFIT as error:
            raise PlayError(f"entry {entry.seq} is about something that this game does not have: {error}") from None
        line = _line(entry, moment, event.text, event.side, event.steps, timing=timing)
        for dropped in self._undone:
            del self._states[dropped]
        self._undone.clear()
        self._states[entry.seq] = state
        self._standing.append(entry.seq)
        return line

    def _step(self, entry: LogEntry) -> LogLine:
        seq = act_of(entry)
        act = self.last if entry.kind == UNDO else self.next
        if act is None or act.seq != seq:
            raise PlayError(f"entry {entry.seq} is to {entry.kind} entry {seq}, which is not the last one")
        undoing = entry.kind == UNDO
        top = self._standing[-2] if undoing else seq
        whose = "" if act.by == entry.by else f" ({act.by})"
        text = f"{_SAID[entry.kind]}{whose}: {act.text}"
        state = self._states[top]
        timing = self._play.timing(state)
        line = _line(entry, self._play.moment(state), text, act.side, about=seq, timing=timing)
        source, target = (self._standing, self._undone) if undoing else (self._undone, self._standing)
        target.append(source.pop())
        self._lines[seq - 1] = replace(act, undone=undoing)
        return line


_UNFIT = (*BREAKING, LookupError, StopIteration, ValueError, TypeError, AttributeError)
"""What systems raise over an event that can be read and fits nothing in its game."""

_SAID = {UNDO: "Undone", REDO: "Done again"}


def _step(kind: str, seq: int) -> Draft:
    return Draft(kind, _STEP_VERSION, msgspec.json.encode(_Fold(seq)))


def _line(
    entry: LogEntry,
    moment: str,
    text: str,
    side: int | None,
    steps: Sequence[str] = (),
    about: int | None = None,
    timing: Timing | None = None,
) -> LogLine:
    at = time_of(entry.at)
    if at is None:
        raise PlayError(f"entry {entry.seq} has no time: '{entry.at}' is none")
    return LogLine(
        seq=entry.seq,
        at=at,
        by=entry.by,
        side=side,
        moment=moment,
        kind=entry.kind,
        text=text,
        steps=tuple(steps),
        about=about,
        timing=timing,
    )


@dataclass(frozen=True, slots=True)
class PlayerClocks:
    """The clocks of both players in seconds: the time that each has used; `running` is whose clock runs.

    `minutes` are the time of each player, 0 for as long as they like.
    """

    used: tuple[float, float]
    running: int | None
    minutes: int

    def left(self, side: int) -> float | None:
        """The seconds that a player has left, less than none where he has used more; None without a limit."""
        return self.minutes * 60 - self.used[side] if self.minutes else None

    def text(self, side: int) -> str:
        """The clock of a player, of what is left where there is a limit: `12:07`, `1:00:00`, `−0:30`."""
        left = self.left(side)
        seconds = int(self.used[side] if left is None else abs(left))
        hours, minutes = divmod(seconds // 60, 60)
        sign = "−" if left is not None and left <= -1 else ""
        return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{sign}{minutes}:{seconds % 60:02}"

    @property
    def words(self) -> str:
        """Both clocks, the one that runs with a sign: `•12:07 9:40`."""
        return self.named("", "")

    def named(self, *whose: str) -> str:
        """Both clocks behind words for their players: `you •12:07 they 9:40`."""
        told = (f"{'•' if side == self.running else ''}{self.text(side)}" for side in (0, 1))
        return " ".join(f"{name}{clock}" for name, clock in zip(whose, told, strict=True))


def clocks_of(log: Sequence[LogLine], now: datetime) -> PlayerClocks | None:
    """The clocks at a time, None where the players have none.

    What was undone took its time too, and clocks whose start was undone have it still once that is done again; only an
    act takes them off. Where the clocks of two computers differ, no time runs backwards.
    """
    used = [0.0, 0.0]
    timed = False
    for line, after in zip_longest(log, log[1:]):
        if line.about is None and not (timed and line.timing is not None):
            used = [0.0, 0.0]
        timed = line.timing is not None
        if line.timing is None:
            continue
        if line.timing.running is not None:
            end = now if after is None else after.at
            used[line.timing.running] += max(0.0, (end - line.at).total_seconds())
    timing = log[-1].timing if log else None
    if timing is None:
        return None
    one, other = (max(0.0, time + 60 * extra) for time, extra in zip(used, timing.extra, strict=True))
    return PlayerClocks((one, other), timing.running, timing.minutes)
