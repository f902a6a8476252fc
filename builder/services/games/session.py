"""A game that is open: how it stands, what can be done, its log; every act is on the disk before it is told of."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from builder.errors import Finding, InputError, PlayError, abridged
from builder.record import replace
from builder.services.games.keeper import NOBODY, GameHead, GameKeeper, now
from builder.store.logs import StaleLogError
from builder.systems.arguments import Given
from builder.systems.parameters import Choice
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.events import Decision, Event, GameSheets, Player
from builder.systems.play.protocol import Play
from builder.systems.play.view import View
from builder.systems.registry import playing
from builder.systems.specs import Field, Spec, name_of, spec_of
from builder.tracker import Draft, LogEntry, LogLine, Timeline

LONGEST_WORD = 60
"""A longer word for an act is abridged in what is told of it."""


@dataclass(frozen=True, slots=True)
class Request:
    """An act that is asked for: a verb, and values as they are written, by the names of its fields.

    `rolled` are the names of fields whose dice the program rolled.
    """

    verb: str
    given: Given
    rolled: Collection[str] = ()


class OpenQuestionsError(PlayError):
    """An act that cannot be committed before its players have chosen.

    `which` is what messages call it, `decision` has the questions.
    """

    def __init__(self, which: str, decision: Decision[Any]) -> None:
        self.which, self.decision = which, decision
        super().__init__(f"{which}: {'; '.join(question.text for question in decision.questions)}")


class UnusedValuesError(PlayError):
    """An act that was given values which decide on nothing beside the others; `fields` take them."""

    def __init__(self, which: str, fields: Sequence[Field], idle: Collection[str]) -> None:
        self.fields = tuple(fields)
        super().__init__(f"{which}: {'; '.join(map(self._told, fields))}", idle)

    @staticmethod
    def _told(field: Field) -> str:
        counts = f"counts only {field.when}" if field.when else "decides on nothing beside what else is given"
        return f"--{field.name} {counts}: leave it out"


class GameSession:
    """A game in a program.

    Other programs may play on with the same game: their entries come in with `refresh`, or when something is done here.
    Where the store cannot be written, `warning` says so and the game goes on in memory; all of that is stored with the
    first act that can be. A session may be used by several threads. As a game begins, `findings` are what its players
    should know of its armies.
    """

    def __init__(self, keeper: GameKeeper, entries: Iterable[LogEntry] = ()) -> None:
        self.system = keeper.head.load_system()
        self._keeper = keeper
        self._play = playing(self.system)
        self._timeline = Timeline(self._play, entries)
        self._theirs = 0  # the last entry that came in from another program
        self._lock = threading.RLock()
        self._viewer: Callable[[Any], View] | None = None
        self._view: tuple[object, View] | None = None
        self.findings: tuple[Finding, ...] = ()

    @classmethod
    def begin(cls, keeper: GameKeeper, players: Sequence[Player[Any]], findings: Iterable[Finding] = ()) -> GameSession:
        """Return a new game of two players; see `act` for how it is stored."""
        session = cls(keeper)
        session.findings = tuple(findings)
        keeper.begin()
        session._append([session._drafted(session._play.start(players))])
        return session

    @property
    def id(self) -> str:
        """The game's id."""
        return self._keeper.id

    @property
    def head(self) -> GameHead:
        """What the game is: its name, its sides with where their armies came from."""
        return self._keeper.head

    @property
    def warning(self) -> str:
        """What the player should know of how the game is stored; empty where all is well."""
        return self._keeper.warning

    @property
    def stored(self) -> bool:
        """Whether all of it is stored; if not, `warning` says why."""
        return self._keeper.stored

    @property
    def name(self) -> str:
        """The game's name."""
        return self.head.name

    @property
    def seq(self) -> int:
        """The number of the last entry of the log."""
        return self._timeline.seq

    @property
    def log(self) -> Sequence[LogLine]:
        """The log, a line for each entry, oldest first."""
        return self._timeline.lines

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The log as it is kept."""
        return self._timeline.entries

    @property
    def acts(self) -> Sequence[Spec[Act[Any]]]:
        """What the acts say of themselves that can be chosen as the game stands."""
        return tuple(map(spec_of, self._play.doable(self._timeline.state)))

    @property
    def view(self) -> View:
        """How the game stands, ready to be drawn."""
        state = self._timeline.state
        if self._view is None or self._view[0] is not state:
            self._viewer = self._viewer or self._play.viewer()
            self._view = (state, self._viewer(state))
        return self._view[1]

    @property
    def history(self) -> tuple[Play[Any], Sequence[tuple[LogLine, Any]]]:
        """How the game is played, and the acts that stand with its state after each, the last as it is now."""
        return self._play, self._timeline.history

    @property
    def report(self) -> object:
        """How the game stands, as JSON tells it."""
        return self.view if self._play.report is None else self._play.report(self._timeline.state)

    def spec(self, verb: str) -> Spec[Act[Any]]:
        """Return what the act of that name says of itself, whether it can be chosen now or not.

        Raises:
            InputError: there is none.
        """
        known = {name_of(each): each for each in self._play.acts}
        if verb not in known:
            from builder.datafiles.text.validate import suggestion

            near = suggestion(verb, known) or f"; there are: {', '.join(known)}"
            raise InputError(f"'{abridged(verb, LONGEST_WORD)}' is not an act of this game{near}")
        return spec_of(known[verb])

    def sheets(self, side: int, fresh: bool = False, seen: Any = None) -> GameSheets:
        """Return the sheets of a side, 0 or 1, as they stand, or in a game as `seen` by others; fresh, as before it.

        Raises:
            PlayError: the side is only a name, or there are none of this game.
        """
        if self._play.sheets is None:
            raise PlayError("this game has no sheets to print")
        game = self._timeline.state if seen is None else seen
        made, opponent = self._play.sheets(game, side, fresh), game.sides[1 - side].name
        page = replace(made.page, opponent=opponent if opponent != NOBODY else "", mission=game.mission)
        return GameSheets(made.cards, page)

    def choices(self, verb: str, name: str, given: Mapping[str, str]) -> tuple[Sequence[Choice[str]] | None, str]:
        """Return what a field of an act can be given as things stand, and why nothing; see `Play.choices`."""
        return self._play.choices(self._timeline.state, verb, name, given)

    def refused(self, verb: str, given: Given) -> str:
        """Return why an act is refused with what it is given by now, whatever is still to come; see `Play.refused`."""
        return self._play.refused(self._timeline.state, verb, given)

    def preview(self, verb: str, given: Given) -> Decision[Any]:
        """Return what an act would come to; nothing is done.

        Raises:
            PlayError: it cannot be done; UnusedValuesError where something was given for nothing.
            InputError: a value cannot be read; all mistakes are told.
        """
        return self._decide([Request(verb, given)], committing=False)[0]

    def preview_all(self, acts: Sequence[Request]) -> Sequence[Decision[Any]]:
        """Return what acts would come to, one after another; see `preview`."""
        return self._decide(acts, committing=False)

    def rolled(self, acts: Sequence[Request]) -> Sequence[Request]:
        """Return acts with the dice that they ask for, rolled one after another; nothing is done. See `Play.roll`.

        Raises:
            PlayError: one cannot be done.
            InputError: a value cannot be read; all mistakes are told.
        """
        state, made = self._timeline.state, list(acts)
        for number, act in enumerate(acts):
            try:
                dice = self._play.roll(state, self.spec(act.verb).name, act.given, _throw)
                made[number] = Request(act.verb, {**act.given, **dice}, (*act.rolled, *dice))
                decision = self._play.decide(state, self._read(state, made, number))
            except PlayError as error:
                raise PlayError(f"{_which(acts, number)}: {error}", error.idle) from None
            state = self._play.evolve(state, decision.event)
        return made

    def act(self, verb: str, given: Given, seen: int | None = None, rolled: Collection[str] = ()) -> LogLine:
        """Do something; `rolled` as in `Request`. It is stored when this returns, unless there is a `warning`.

        Where another program was first, it is decided anew with what that did; but nothing goes on to a phase, or ends
        the game, that another program has moved on after the entry `seen` last: the last one there is, if not given.

        Raises:
            PlayError: it cannot be done; OpenQuestions where its players must choose something first.
            InputError: a value cannot be read; all mistakes are told.
        """
        return self.act_all([Request(verb, given, rolled)], seen)[0]

    def act_all(self, acts: Sequence[Request], seen: int | None = None, by: str = "") -> Sequence[LogLine]:
        """Do several things one after another, all or none; see `act`. The log tells who: `by`, else its keeper's."""
        with self._lock:
            known = self.seq if seen is None else seen
            return self._do(lambda: self._drafts(acts, known), by)

    def commit(self, kind: str, ruling: Ruling[Any]) -> LogLine:
        """Keep what was decided of the last state as one act; see `act`. Raise PlayError where the game went on."""
        seen = self.seq

        def draft() -> Sequence[Draft]:
            if self.seq != seen:
                raise PlayError(_was_first(self.log[-1]))
            return [self._drafted(self._play.concluded(self._timeline.state, kind, ruling))]

        return self._do(draft)[0]

    def undo(self, seen: int | None = None, by: str = "") -> LogLine:
        """Take back the last act that stands, whoever's it is; see `act`.

        Who has looked at the log takes back what he saw: refused where another program wrote after the entry `seen`.
        """
        return self._do(lambda: [self._last_seen(seen).undo()], by)[0]

    def redo(self, seen: int | None = None, by: str = "") -> LogLine:
        """Put back the act that was undone last; see `undo`."""
        return self._do(lambda: [self._last_seen(seen).redo()], by)[0]

    def jump(self, seq: int) -> Sequence[LogLine]:
        """Undo, or redo, until the game stands as it did after an entry of the log; see `act`."""
        return self._do(partial(self._timeline.jump, seq))

    def refresh(self) -> bool:
        """Read what other programs have added to the log, and return whether there was anything.

        Raises:
            InputError: the store cannot be read.
            PlayError: what was done there cannot be understood; what came before it is taken in.
        """
        with self._lock:
            new = self._keeper.added(self.seq)
            for entry in new:
                self._timeline.take(entry)
                self._theirs = entry.seq
            return bool(new)

    def close(self) -> None:
        """Close the store; what could not be stored before is stored now, if that can be."""
        self._keeper.close(self._timeline.entries)

    def __enter__(self) -> GameSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _decide(self, acts: Sequence[Request], committing: bool) -> Sequence[Decision[Any]]:
        state, decisions = self._timeline.state, []
        self._check_possible(acts)
        for number in range(len(acts)):
            which = _which(acts, number)
            try:
                read = self._read(state, acts, number)
                decision = self._play.decide(state, read)
            except PlayError as error:
                raise PlayError(f"{which}: {error}", error.idle) from None
            if in_vain := self._play.in_vain(read, decision):
                raise UnusedValuesError(which, in_vain, decision.idle)
            if decision.questions and committing:
                raise OpenQuestionsError(which, decision)
            dice = {name: str(acts[number].given[name]) for name in acts[number].rolled}
            decision = replace(decision, event=decision.event.with_rolled(dice))
            decisions.append(decision)
            state = self._play.evolve(state, decision.event)
        return decisions

    def _read(self, state: object, acts: Sequence[Request], number: int) -> Act[Any]:
        """One of several acts with its values read, in the state that those before it have made.

        Raises:
            InputError: something cannot be read; mistakes in the acts after it are told too.
        """
        mistakes: list[Finding] = []
        read: Act[Any] | None = None
        for place, act in enumerate(acts[number:], number):
            try:
                asked = self._play.read(state, self.spec(act.verb).name, act.given)
                read = asked if place == number else read
            except InputError as error:
                which = _which(acts, place)
                mistakes += [replace(each, at=replace(each.at, file=which)) for each in error.findings]
            if read is not None:
                return read
        raise InputError(mistakes)

    def _check_possible(self, acts: Sequence[Request]) -> None:
        """Raise PlayError where one of the acts cannot be done now, whatever it is given."""
        for number, act in enumerate(acts):
            if why := self._play.barred(self._timeline.state, act.verb):
                raise PlayError(f"{_which(acts, number)}: {why}")

    def _drafts(self, acts: Sequence[Request], seen: int) -> Sequence[Draft]:
        """Acts as they are kept, decided as the game stands by now."""
        moving = {name_of(each) for each in self._play.acts if each.moves_on}
        if any(act.verb in moving for act in acts):
            self._check_moment(seen)
        return [self._drafted(each.event) for each in self._decide(acts, committing=True)]

    def _last_seen(self, seen: int | None) -> Timeline[Any]:
        """Return the log. Raise PlayError, which says who did what, where another program wrote after an entry."""
        if seen is not None and self._theirs > seen:
            raise PlayError(_was_first(self.log[self._theirs - 1]))
        return self._timeline

    def _check_moment(self, seen: int) -> None:
        """Raise PlayError, which says who moved the game on, where it is another turn or phase than after an entry."""
        later = self.log[seen - 1 :]
        if later[-1].moment != later[0].moment:
            mover = next(line for before, line in reversed([*pairwise(later)]) if line.moment != before.moment)
            raise PlayError(_was_first(mover))

    def _drafted(self, event: Event[Any]) -> Draft:
        """Return an event as it is kept; what could not be read again is never stored."""
        body = self._play.encode(event)
        self._play.decode(self._play.version, body)
        return Draft(event.kind, self._play.version, body)

    def _do(self, drafts: Callable[[], Sequence[Draft]], by: str = "") -> Sequence[LogLine]:
        """Store what is drafted on how the game stands; drafted again where other programs changed that."""
        with self._lock:
            while True:
                try:
                    return self._append(drafts(), by)
                except StaleLogError:
                    if not self.refresh():
                        raise InputError(f"the game {self.id} was removed by another program") from None
                except PlayError:
                    if not self.refresh():
                        raise

    def _append(self, drafts: Sequence[Draft], by: str = "") -> Sequence[LogLine]:
        """Keep entries, and take them in."""
        if not drafts:
            return ()
        moment, by = now(), by or self._keeper.by
        numbered = enumerate(drafts, self.seq + 1)
        new = [LogEntry(seq, each.kind, each.version, moment, by, each.body) for seq, each in numbered]
        self._keeper.keep(self._timeline.entries, new)
        return [self._timeline.take(entry) for entry in new]


def _throw(dice: int) -> Sequence[int]:
    return [secrets.randbelow(6) + 1 for _ in range(dice)]


def _which(acts: Sequence[Request], number: int) -> str:
    """Return what messages call one of several acts."""
    verb = abridged(acts[number].verb, LONGEST_WORD)
    return f"act {number + 1} of {len(acts)}, {verb}" if len(acts) > 1 else verb


def _was_first(line: LogLine) -> str:
    return f"{line.by} was first: {line.text}; do it again if you still mean it"
