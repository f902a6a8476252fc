"""What a system gives to be played: a record of its acts, changes and rules, and what the kernel makes of them.

A module that adds to a game makes another record of this one (`replace`), with acts, changes and rules
beside those there are, and knows nothing of other modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

import msgspec

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.record import replace
from builder.systems.arguments import Given, NotGivenError, StandIn, offers, read, read_fields
from builder.systems.parameters import Choice, suggestion_for
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome, Played, fold
from builder.systems.play.clock import Consequence, Due, Rules, course_facts, due
from builder.systems.play.events import Decision, Event, GameSheets, Player
from builder.systems.play.game import Game, Timing
from builder.systems.play.lookup import At, ref_text
from builder.systems.play.view import Detail, Fact, Key, Reminder, SideView, View
from builder.systems.specs import Field, Spec, name_of, spec_of
from builder.text import clean_name, too_long

if TYPE_CHECKING:
    from builder.systems.blocks import Card, RosterPage
    from builder.systems.play.matchup import Matcher

Filler: TypeAlias = "Callable[[Played, int, Card, Card], Iterable[Outcome[Played]]]"
"""What makes the changes that bring a side to what was filled in on one of its cards, from the card as it stands."""


class Beginning(Outcome[Played], Protocol[Played]):
    """The change with which a game begins: it holds both sides with their armies, in a form that logs keep."""

    def begin(self) -> Played:
        """The state that it brings.

        Raises:
            PlayError: its armies and how they stand do not fit each other: the log is damaged.
        """


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Play(Generic[Played]):
    """How a system is played.

    Args:
        version: the version of its events.
        acts: what players can do, in the order in which it is listed.
        begun: the change with which a game begins.
        changes: the outcomes that events hold, `begun` among them; see `changes.with_common`.
        rules: its course, flags, counters and what is due.
        start: the first event of a game of two players.
        viewer: makes what makes views of one game, and may keep rows between them.
        report: how a game stands, for JSON that is documented; the view if there is none.
        sheets: the sheets of a side as they stand, or fresh; a PlayError where it is only a name.
        filled: the changes that bring a side to what was filled in on one of its cards, from the card as it stands.
        filled_page: the same of the page that heads its cards; None where nothing of it is the game's.
        keys: the keys of its acts.
        matcher: makes what works out how units fare against each other by the rules of a game, those of modules among
            them; None where dice, or players, decide that.
        tally: what is left of a side, 0 or 1, by what it is counted in; units alone if there is none.
        unseen: the flags of bodies that their opponent does not see, such as those in reserve.
        tested: whether a test was passed, by the kind and the text of an event; None for what is no test.
        consequences: what follows by itself from every act, from the states before and after it.
        facts: what there is to tell of the whole game beside what its viewer tells.
        beside: what modules tell of a body as it stands, below the details that its viewer tells.
        upgrades: makes an event of the next version of the JSON of one, by its version, where that needs anything.
    """

    version: int
    acts: tuple[type[Act[Played]], ...]
    begun: type[Beginning[Played]]
    changes: tuple[type[Outcome[Played]], ...]
    rules: Rules[Played]
    start: Callable[[Sequence[Player[Any]]], Event[Any]]
    viewer: Callable[[], Callable[[Played], View]]
    report: Callable[[Played], object] | None = None
    sheets: Callable[[Played, int, bool], GameSheets] | None = None
    filled: Filler[Played] | None = None
    filled_page: Callable[[Played, int, RosterPage, RosterPage], Iterable[Outcome[Played]]] | None = None
    keys: tuple[Key, ...] = ()
    matcher: Callable[[Rules[Any]], Matcher] | None = None
    tally: Callable[[Played, int], Mapping[str, int]] | None = None
    unseen: frozenset[str] = frozenset({"reserve"})
    tested: Callable[[str, str], bool | None] = lambda kind, text: None
    consequences: tuple[Callable[[Played, Played], Iterable[Consequence[Played]]], ...] = ()
    facts: tuple[Callable[[Played], Iterable[Fact]], ...] = ()
    beside: tuple[Callable[[Any], Iterable[Detail]], ...] = ()
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)

    def act(self, verb: str) -> type[Act[Played]]:
        """The act of a name.

        Raises:
            PlayError: there is none.
        """
        found = self._by_name.get(verb)
        if found is None:
            raise PlayError(f"'{verb}' is not an act of this game{suggestion_for(verb, [*self._by_name])}")
        return found

    def spec(self, verb: str) -> Spec[Act[Played]]:
        """Return what the act of a name says of itself; see `act`."""
        return spec_of(self.act(verb))

    def doable(self, game: Played) -> tuple[type[Act[Played]], ...]:
        """The acts that can be done as a game stands."""
        return tuple(each for each in self.acts if each.after_end or not game.over)

    def barred(self, game: Played, verb: str) -> str:
        """Return why an act cannot be done as a game stands, whatever it is given; empty where it can."""
        if not game.over or self.act(verb).after_end:
            return ""
        left = ", ".join(name_of(each) for each in self.doable(game))
        return f"the game is over: undo its end to play on; what can still be done is {left}"

    def read(self, game: Played, verb: str, given: Given) -> Act[Played]:
        """An act with what it was given.

        Raises:
            PlayError: there is no such act.
            InputError: something is missing, unknown or cannot be read; every mistake, with the field's name.
        """
        return read(self.spec(verb), _lines(given), At(game, self.rules))

    def choices(self, game: Played, verb: str, name: str, given: Given) -> tuple[tuple[Choice[str], ...] | None, str]:
        """Return what a field of an act can be given as a game stands, `given` what is given to the others.

        Returns:
            Its choices as they are written, and why there is none where there is none. None for free text, and where
            they hang on what is not given yet.
        """
        spec, at = self.spec(verb), At(game, self.rules)
        others = {key: value for key, value in given.items() if key != name}
        wanted = spec.field(name)
        found = offers(wanted, StandIn(spec.made, read_fields(spec, others, at)[0]), at)
        if found is None:
            return None, ""
        return tuple(each.offer for each in found), "" if found else wanted.none

    def decide(self, game: Played, act: Act[Played]) -> Decision[Outcome[Played]]:
        """What an act comes to; nothing is done.

        Raises:
            PlayError: it cannot be done, or was given more answers than it asks for.
            TypeError: the act is at fault: it makes a change that the system does not have.
        """
        spec: Spec[Act[Played]] = spec_of(type(act))
        if why := self.barred(game, spec.name):
            raise PlayError(why)
        values = {each.key: spec.value(act, each) for each in spec.fields}
        ask = Answers(spec, self.rules, values)
        half: Any = StandIn(spec.made, values, ask.look)
        try:
            ruling: Ruling[Played] = half.decide(game, ask)
        except PlayError as error:
            raise PlayError(str(error), ask.idle) from None
        if surplus := ask.surplus():
            raise PlayError(surplus, ask.idle)
        event = self.concluded(game, spec.name, ruling)
        return Decision(event, tuple(ask.questions), ask.idle, frozenset(ruling.wanted))

    def refused(self, game: Played, verb: str, given: Given) -> str:
        """Return why an act is refused with what it is given by now; empty where that hangs on the rest of it."""
        if why := self.barred(game, verb):
            return why
        spec = self.spec(verb)
        values, _ = read_fields(spec, given, At(game, self.rules))
        half: Any = StandIn(spec.made, values)
        try:
            half.decide(game, Answers(spec, self.rules, values))
        except NotGivenError:
            return ""
        except PlayError as error:
            return str(error)
        return ""

    def roll(self, game: Played, verb: str, given: Given, throw: Callable[[int], Sequence[int]]) -> Mapping[str, str]:
        """Return what an act is given where the dice that it asks for are rolled, until it asks for none any more.

        Args:
            game: how the game stands.
            verb: the name of the act.
            given: what it is given by now.
            throw: rolls so many dice.

        Returns:
            What the fields that take those dice are given, by their names, as it is written: of several dice those
            too that were given before.

        Raises:
            PlayError: it cannot be done.
            InputError: something is missing, unknown or cannot be read.
        """
        spec, rolled = self.spec(verb), dict[str, str]()
        while True:
            act = self.read(game, verb, {**given, **rolled})
            asked = next((each for each in self.decide(game, act).questions if each.dice), None)
            if asked is None:
                return rolled
            field = spec.field(asked.parameter)
            rolled[field.name] = field.of_dice(throw(asked.dice), spec.value(act, field))

    def concluded(self, game: Played, verb: str, ruling: Ruling[Played]) -> Event[Outcome[Played]]:
        """The event of what an act comes to, with what follows by itself, as it will be read again.

        Raises:
            TypeError: the act is at fault: it makes a change that the system does not have.
        """
        changes = tuple(ruling.changes)
        words = [ruling.text]
        for each in self._following(game, changes):
            changes += each.changes
            words += [each.text] if each.text else []
        event: Event[Outcome[Played]] = Event(
            kind=verb,
            side=ruling.side,
            text="; ".join(words),
            steps=tuple(ruling.steps),
            changes=changes,
            where=ruling.where,
        )
        try:
            return self.decode(self.version, self.encode(event))
        except PlayError as error:
            raise TypeError(f"{verb} makes an event that is none of its system's: {error}") from error

    def in_vain(self, act: Act[Played], decision: Decision[Any]) -> tuple[Field, ...]:
        """The fields that were given something which decides on nothing; none while everything hangs on a question."""
        if any(question.leads for question in decision.questions):
            return ()
        spec: Spec[Act[Played]] = spec_of(type(act))
        idle = (each for each in spec.listed if each.name in decision.idle)
        return tuple(each for each in idle if each.required or spec.value(act, each) != each.default)

    def begin(self, event: Event[Any]) -> Played:
        """The state that the first event of a game brings.

        Raises:
            PlayError: it does not begin a game, or does so with what does not fit together: the log is damaged.
        """
        begun: list[Beginning[Played]] = [each for each in event.changes if isinstance(each, self.begun)]
        if len(begun) != 1:
            raise PlayError("the first event of this game begins none: its log is damaged")
        return self.evolve(begun[0].begin(), event)

    def evolve(self, game: Played, event: Event[Any]) -> Played:
        """The state after an event.

        Raises:
            LookupError: it is about something that is not in the game.
        """
        changes: tuple[Outcome[Played], ...] = event.changes
        return fold(game, changes, event.text)

    def encode(self, event: Event[Any]) -> bytes:
        """An event as JSON."""
        return self._encoder.encode(event)

    def decode(self, version: int, body: bytes) -> Event[Outcome[Played]]:
        """An event of JSON, those of older versions upgraded.

        Raises:
            PlayError: it is none.
        """
        if version > self.version:
            raise PlayError("this game was played with a newer Muster: update to open it")
        try:
            for older in range(version, self.version):
                if older in self.upgrades:
                    body = msgspec.json.encode(self.upgrades[older](msgspec.json.decode(body, type=dict[str, Any])))
            event: Event[Outcome[Played]] = self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise PlayError(f"an event of this game cannot be read: {error}") from None
        return event

    def moment(self, game: Played) -> str:
        """Turn and phase, for the log."""
        return self.rules.course.moment(game.clock)

    def timing(self, game: Played) -> Timing | None:
        """Return how the clocks of the players stand."""
        return game.timing

    def reminders(self, game: Played) -> tuple[Reminder, ...]:
        """Return what is due as a game stands, for its view."""
        return tuple(_reminder(game, each) for each in due(self.rules, game))

    def view_of(self, game: Played, sides: tuple[SideView, SideView], facts: tuple[Fact, ...] = ()) -> View:
        """A view of a game with its sides as they are shown: the rest follows from its state and the rules."""
        phase = self.rules.course.phase(game.clock.phase)
        return View(
            turn=game.clock.turn,
            active=game.clock.active,
            phase=phase.words,
            played_by="player" if self.rules.course.each_player else "turns" if phase.by_turns else "both",
            sides=sides,
            due=self.reminders(game),
            facts=(*((Fact(text=game.mission),) if game.mission else ()), *course_facts(game), *facts),
            notes=game.notes,
            keys=self.keys,
            wanted=phase.wanted_in(game),
            over=game.over,
            ends_turn=phase is self.rules.course.turn[-1],
            timetable=self.rules.course.timetable(game),
        )

    def with_modules(self, view: View, game: Played) -> View:
        """A view that the record of a system made, with what modules have added to that record; its hints stay."""
        return replace(
            view,
            due=(*self.reminders(game), *(each for each in view.due if not each.key)),
            facts=(*view.facts, *(fact for tell in self.facts for fact in tell(game))),
            keys=self.keys,
            wanted=self.rules.course.phase(game.clock.phase).wanted_in(game),
        )

    @cached_property
    def _by_name(self) -> Mapping[str, type[Act[Played]]]:
        return {name_of(each): each for each in self.acts}

    @cached_property
    def _encoder(self) -> msgspec.json.Encoder:
        return msgspec.json.Encoder(enc_hook=_encoded)

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        event: Any = Event
        return msgspec.json.Decoder(event[reduce(or_, self.changes)], dec_hook=_decoded)

    def _following(self, game: Played, changes: tuple[Outcome[Played], ...]) -> Iterable[Consequence[Played]]:
        """Yield what follows by itself, each time in the state that everything before has made."""
        for follows in self.consequences:
            for each in tuple(follows(game, fold(game, changes))):
                yield each
                changes += each.changes


def _lines(given: Given) -> Given:
    """Return what an act is given, each text as one line that can be shown.

    Raises:
        InputError: a text is longer than any can be.
    """
    texts = {name: [each] if isinstance(each, bool | str) else each for name, each in given.items()}
    long = [
        Finding(Severity.ERROR, "value", f"this {wrong}", at=Place(field=f"--{name}"))
        for name, several in texts.items()
        for text in several
        if isinstance(text, str) and (wrong := too_long(text))
    ]
    if long:
        raise InputError(long)
    return {name: _line(each) for name, each in given.items()}


def _line(value: str | bool | Sequence[str]) -> str | bool | Sequence[str]:
    if isinstance(value, bool):
        return value
    return clean_name(value) if isinstance(value, str) else tuple(map(clean_name, value))


def _reminder(game: Game[Any, Any], owed: Due) -> Reminder:
    return Reminder(
        text=owed.text,
        key=owed.key,
        ref="" if owed.ref is None else ref_text(game, owed.ref),
        verb=owed.verb,
        given=owed.given,
        before_end=owed.before_end,
        look=owed.look,
        kind=owed.kind,
        outcome=owed.outcome,
        optional=owed.optional,
    )


def _encoded(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in an event")


def _decoded(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        try:
            return Fraction(value)
        except ZeroDivisionError:
            raise ValueError(f"{value} is not a number") from None
    raise ValueError(f"this is no {kind.__name__}")
