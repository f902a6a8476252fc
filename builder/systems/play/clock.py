"""When it is in a game: turns and phases as data, what happens of itself as they begin and end, and what is due.

A phase says what follows from its beginning and its end. Modules of a system, which know nothing of each other, add
themselves at named moments: those that a course names for its acts (`declared`, `before move`), which an act lets pass
with `passing`, and the beginnings and ends of phases (`assault begins`, `movement ends`, `turn ends`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeAlias

from msgspec.structs import replace as replaced

from builder.record import replace
from builder.systems.play.changes import AGREEMENT, Moved, Outcome, Played, fold
from builder.systems.play.game import OVER, AnyRef, Clock, Game, Timetable, UnitRef
from builder.systems.play.view import Fact, Look, View

TURN_ENDS = "turn ends"
"""The moment at which a turn ends: after the last phase of the second player, or of both."""
PLAYER_TURN_ENDS = "player turn ends"
"""The moment at which the turn of a player ends, where each has his own: as the other one is to act."""


@dataclass(frozen=True, slots=True)
class Consequence(Generic[Played]):
    """What follows by itself from an act or from the clock; `text` is added to what the log tells, if there is one."""

    changes: tuple[Outcome[Played], ...]
    text: str = ""


Hook: TypeAlias = Callable[[Played], Iterable[Consequence[Played]]]
"""Yields what follows as a phase begins or ends."""
MomentHook: TypeAlias = Callable[[Played, tuple[UnitRef, ...]], Iterable[Consequence[Played]]]
"""Yields what follows at a named moment, from the game and the bodies that it is about: who acts, then on whom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something that players should do, or mind, as things stand.

    Args:
        text: a sentence.
        ref: the body or part that it is about.
        verb: the act that does it; empty where nothing is to be entered.
        given: what that act is given beside the body.
        before_end: it is due before the phase ends.
        look: how it looks.
        kind: what it is listed under (`Tests`); empty for what is only to be minded.
        outcome: what it would come to, in a few words: `25 + 25 = 50 of 117: passes`.
        which: what tells it apart from others of its act and body.
        optional: a player chooses whether to do it, so it is not done with all that is due.
    """

    text: str
    ref: AnyRef | None = None
    verb: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    before_end: bool = False
    look: Look = "text"
    kind: str = ""
    outcome: str = ""
    which: str = ""
    optional: bool = False

    @property
    def key(self) -> str:
        """What it is known by: the act that does it, and whom it is about, or what else; its sentence for none."""
        whom = " ".join(self.given.values()) if self.ref is None else f"{self.ref.side + 1}:{self.ref.id}"
        return " ".join(filter(None, (self.verb, whom, self.which))) or self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[Played]):
    """A part of a turn.

    Args:
        id: a stable word, as logs tell it.
        text: what players call it; the id if empty.
        by_turns: whether the players act in it one after the other, where both play it.
        wanted: the names of the acts that are wanted most in it.
        first: those that are wanted before all of these as the game stands.
        begins: what follows from its beginning, in the state in which it has begun.
        ends: what follows from its end, in the state before that.
        due: what is due in it.
    """

    id: str
    text: str = ""
    by_turns: bool = False
    wanted: tuple[str, ...] = ()
    first: Callable[[Played], Iterable[str]] | None = None
    begins: tuple[Hook[Played], ...] = ()
    ends: tuple[Hook[Played], ...] = ()
    due: tuple[Callable[[Played], Iterable[Due]], ...] = ()

    @property
    def words(self) -> str:
        """What players call it."""
        return self.text or self.id

    def wanted_in(self, game: Played) -> tuple[str, ...]:
        """Return the names of the acts that are wanted most as a game stands, the first most."""
        return tuple(dict.fromkeys((*(self.first(game) if self.first is not None else ()), *self.wanted)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Course(Generic[Played]):
    """The turns of a game.

    Args:
        before: what comes before the first turn.
        turn: the phases of a turn, in order.
        each_player: whether one player plays all of them, and then the other; else both play each phase.
        moments: what follows at named moments; a moment of an act is named here, though nothing may follow there.
        over: what it is called when the game has ended.
    """

    before: Phase[Played]
    turn: tuple[Phase[Played], ...]
    each_player: bool = True
    moments: Mapping[str, tuple[MomentHook[Played], ...]] = field(default_factory=dict)
    over: Phase[Played] = Phase(id=OVER)

    def phase(self, identity: str) -> Phase[Played]:
        """The phase of an id.

        Raises:
            KeyError: there is none.
        """
        for each in (self.before, *self.turn, self.over):
            if each.id == identity:
                return each
        raise KeyError(identity)

    @property
    def beginning(self) -> Clock:
        """When a game begins: before the first turn."""
        return Clock(phase=self.before.id)

    @property
    def known_moments(self) -> tuple[str, ...]:
        """The names of all moments at which something can follow."""
        clock = (name for phase in self.turn for name in (_begins(phase), _ends(phase)))
        own = (PLAYER_TURN_ENDS,) if self.each_player else ()
        return tuple(dict.fromkeys((*self.moments, _ends(self.before), *clock, *own, TURN_ENDS)))

    def adding(self, moment: str, *hooks: MomentHook[Played]) -> Course[Played]:
        """The course with more that follows at a moment, after what does already.

        Raises:
            ValueError: it has no such moment.
        """
        if moment not in self.known_moments:
            raise ValueError(f"no moment is called '{moment}'; there are: {', '.join(self.known_moments)}")
        return replace(self, moments={**self.moments, moment: (*self.moments.get(moment, ()), *hooks)})

    def wanting(self, most: Mapping[str, tuple[str, ...]], also: Mapping[str, tuple[str, ...]] = {}) -> Course[Played]:
        """The course with further acts that are wanted, by the ids of phases: some before all others, some after."""
        turn = (
            replace(phase, wanted=(*most.get(phase.id, ()), *phase.wanted, *also.get(phase.id, ())))
            for phase in self.turn
        )
        return replace(self, turn=tuple(turn))

    def after(self, clock: Clock) -> Clock:
        """The phase after one."""
        order = [each.id for each in self.turn]
        if clock.phase not in order[:-1]:
            return self.next_turn(clock)
        return replaced(clock, phase=order[order.index(clock.phase) + 1])

    def next_turn(self, clock: Clock) -> Clock:
        """The beginning of the next turn, of the other player where each has his own."""
        first = self.turn[0].id
        if clock.phase == self.before.id:
            return replaced(clock, turn=clock.turn + 1, active=clock.first, phase=first)
        if not self.each_player:
            return replaced(clock, turn=clock.turn + 1, phase=first)
        active = 1 - clock.active
        return replaced(clock, turn=clock.turn + (active == clock.first), active=active, phase=first)

    def moment(self, clock: Clock) -> str:
        """Turn and phase in figures: of three phases, the first player has `2.1` to `2.3`, the other `2.4` to `2.6`."""
        order = [each.id for each in self.turn]
        if clock.phase not in order:
            return str(clock.turn)
        later = len(order) if self.each_player and clock.active != clock.first else 0
        return f"{clock.turn}.{order.index(clock.phase) + 1 + later}"

    def timetable(self, game: Game[Any, Any]) -> Timetable:
        """How many turns a game has, and its phases in the order of their figures in moments."""
        whose = ("your ", "their ") if self.each_player else ("",)
        words = (whose[side % len(whose)] for side in (game.clock.first, 1 - game.clock.first)[: len(whose)])
        return Timetable(game.limit, tuple(f"{each}{phase.words}" for each in words for phase in self.turn))


@dataclass(frozen=True, slots=True)
class CounterKind:
    """Something that bodies have a number of: its id, what players call it, and the least and the most of it."""

    id: str
    name: str
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Generic[Played]):
    """What the kernel must know of a system's rules, as data that modules can add to.

    Args:
        course: the turns of a game.
        flags: the states of bodies that players can set, in the order in which they are told.
        counters: what bodies have a number of that players can set.
        due: what is due in any phase.
        marks: the states of a body in words, where that is not what `lookup.marks` tells.
        moved: the change by which the clock moves.
        untracked: what is told of an army that is only a name, where one of its units is asked for.
        variants: rules that modules put in the place of the system's own, by names that both know.
    """

    course: Course[Played]
    flags: tuple[str, ...] = ()
    counters: tuple[CounterKind, ...] = ()
    due: tuple[Callable[[Played], Iterable[Due]], ...] = ()
    marks: Callable[[Played, UnitRef], Iterable[str]] | None = None
    moved: type[Moved[Any]] = Moved
    untracked: str = "nothing of that army is tracked"
    variants: Mapping[str, Any] = field(default_factory=dict)


def due(rules: Rules[Played], game: Played) -> Iterator[Due]:
    """Yield what is due as a game stands and was not dismissed, what belongs to its phase first."""
    hooks: Iterable[Callable[[Played], Iterable[Due]]] = (
        *rules.course.phase(game.clock.phase).due,
        *rules.due,
        wiped_out,
    )
    for hook in hooks:
        yield from (each for each in hook(game) if each.key not in game.dismissed)


def agreement(game: Played, what: str = "the mission and on who has the first turn") -> Iterator[Due]:
    """Yield what players agree on before the game, until they have."""
    if not game.clock.turn:
        yield Due(text=f"Agree on {what}", verb=AGREEMENT, before_end=True, kind="Before the game")


def wiped_out(game: Played) -> Iterator[Due]:
    """Yield the end of the game where nobody is left of an army: players decide, since a mission can be won by it."""
    for side in game.sides if game.clock.turn and not game.over else ():
        if side.bodies and all(body.gone for body in side.bodies.values()):
            yield Due(text=f"No unit of {side.name} is left: end the game?", verb="end", kind="End of the game")


def mission_agreed(game: Played) -> Iterator[Due]:
    """Yield what players agree on before a game in which dice say who acts first, until they have."""
    return agreement(game, "the mission")


def passing(rules: Rules[Played], moment: str, game: Played, *about: UnitRef) -> Consequence[Played]:
    """Return what follows as a moment passes.

    Args:
        rules: those of the system.
        moment: its name.
        game: how the game stands at that moment.
        about: the bodies that the moment is about: who acts, then on whom.

    Raises:
        ValueError: the course has no such moment.
    """
    if moment not in rules.course.known_moments:
        raise ValueError(f"no moment is called '{moment}'; there are: {', '.join(rules.course.known_moments)}")
    return _together(game, [_of(hook, about) for hook in rules.course.moments.get(moment, ())])


def moving(rules: Rules[Played], game: Played, to: Clock) -> Consequence[Played]:
    """What follows as the clock moves: the move itself, what the old phase ends, and what begins with the new one."""
    come, ended = rules.course.phase(to.phase), ending(rules, game, to)
    moved: Outcome[Any] = rules.moved(turn=to.turn, active=to.active, phase=to.phase)
    changes = (moved, *ended.changes)
    begun = _together(fold(game, changes), [*come.begins, partial(_passes, rules, _begins(come))])
    words = (_moment_words(rules, game, to), ended.text, begun.text)
    return Consequence((*changes, *begun.changes), "; ".join(filter(None, words)))


def ending(rules: Rules[Played], game: Played, to: Clock) -> Consequence[Played]:
    """What ends as the clock moves on to a moment: the phase, the turn of the player, the turn."""
    was = game.clock
    left = rules.course.phase(was.phase)
    ends: list[Hook[Played]] = [*left.ends, partial(_passes, rules, _ends(left))]
    if rules.course.each_player and was.turn and (to.turn, to.active) != (was.turn, was.active):
        ends.append(partial(_passes, rules, PLAYER_TURN_ENDS))
    if was.turn and to.turn != was.turn:
        ends.append(partial(_passes, rules, TURN_ENDS))
    return _together(game, ends)


def _moment_words(rules: Rules[Played], game: Played, clock: Clock) -> str:
    whose = f", {game.sides[clock.active].name}" if rules.course.each_player else ""
    return f"Turn {clock.turn}{whose}: {rules.course.phase(clock.phase).words}"


def _passes(rules: Rules[Played], moment: str, game: Played) -> Iterator[Consequence[Played]]:
    yield passing(rules, moment, game)


def _of(hook: MomentHook[Played], about: tuple[UnitRef, ...]) -> Hook[Played]:
    return lambda game: hook(game, about)


def _together(game: Played, hooks: Iterable[Hook[Played]]) -> Consequence[Played]:
    """Return what several hooks bring, each in the state that those before it have made."""
    changes: list[Outcome[Played]] = []
    words: list[str] = []
    for hook in hooks:
        for each in tuple(hook(game)):
            changes += each.changes
            words += [each.text] if each.text else []
            game = fold(game, each.changes)
    return Consequence(tuple(changes), "; ".join(words))


def _begins(phase: Phase[Any]) -> str:
    return f"{phase.id} begins"


def _ends(phase: Phase[Any]) -> str:
    return f"{phase.id} ends"


def winner(game: Game[Any, Any]) -> int | None:
    """The side with more victory points, 0 or 1; None where both have as many."""
    one, other = (side.points for side in game.sides)
    return None if one == other else int(other > one)


def result(game: Game[Any, Any]) -> str:
    """The victory points of both sides, and who wins by them: `Orks 5 – Marines 3, Orks wins`."""
    scores, won = " – ".join(f"{side.name} {side.points}" for side in game.sides), winner(game)
    return f"{scores}, {'a draw' if won is None else f'{game.sides[won].name} wins'}"


def course_facts(game: Game[Any, Any]) -> Iterator[Fact]:
    """Yield how many turns a game has, where that was agreed; of one that is over, who has won."""
    if game.over:
        won = winner(game)
        yield Fact(text=result(game), short="a draw" if won is None else ("you win", "they win")[won])
    if game.limit:
        yield Fact(text="the last turn" if game.clock.turn == game.limit else f"{game.limit} turns")


def moment(view: View, whose: str, name: str) -> str:
    """Turn and phase, and who does what in it: `turn 3 · your shooting`, `turn 2 · your action: advance`.

    Args:
        view: how the game stands.
        whose: the active player, before a phase that is his: `your`, `Mia:`.
        name: the active player, before an activation of his: `your`, `Mia’s`.
    """
    if not view.turn or view.over:
        return view.phase
    turn = f"turn {view.turn}{f' of {view.timetable.turns}' if view.timetable.turns else ''}"
    if view.acting:
        return f"{turn} · {name} action: {view.acting}"
    own, acts = f"{whose} " if view.played_by == "player" else "", view.played_by == "turns"
    return f"{turn} · {own}{view.phase}{f' · {name} activation' if acts else ''}"
