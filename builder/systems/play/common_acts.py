"""Acts that games of any system have: marks, transports, leaders, counters, points, notes, and the course of the game.

A system takes those that it wants among its own, or derives one with its own rule in the place of a common one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from builder.errors import PlayError
from builder.systems.figures import Amount
from builder.systems.parameters import Choice, Kind, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import (
    Agreed,
    Boarded,
    Counted,
    Dismissed,
    Flagged,
    Led,
    Moved,
    Noted,
    Played,
)
from builder.systems.play.clock import Consequence, CounterKind, due, ending, mission_agreed, moving, result
from builder.systems.play.contest import Kills, Limit, Objectives, Points, TimePlayers
from builder.systems.play.game import DESTROYED, OVER, AnyRef, Clock, Game, PartRef, UnitRef
from builder.systems.play.lookup import At, Whose, living, parts, players, unit_name, units
from builder.systems.specs import name_of


def anybody(game: Game[Any, Any], ref: UnitRef) -> bool:
    """Every body, those out of the game too."""
    return True


def on_foot(game: Game[Any, Any], ref: UnitRef) -> bool:
    """Whether a body rides in nothing and cannot be ridden in."""
    body = game.body(ref)
    return not body.gone and body.aboard is None and body.room is None


def riding(game: Game[Any, Any], ref: UnitRef) -> bool:
    """Whether a body rides in another."""
    return not game.body(ref).gone and game.body(ref).aboard is not None


def leading(game: Game[Any, Any], ref: UnitRef) -> bool:
    """Whether a body leads another."""
    return not game.body(ref).gone and game.led(ref) is not None


def free_to_lead(game: Game[Any, Any], ref: UnitRef) -> bool:
    """Whether a body can lead others, and goes with none."""
    return not game.body(ref).gone and game.body(ref).leads and len(game.company(ref)) == 1


def states(at: At[Any], act: object) -> Iterator[Choice[str]]:
    """The states that players can set."""
    return (Choice(flag, flag) for flag in at.rules.flags)


class Mark(Act[Played]):
    """A state that a unit enters or leaves."""

    group = "Marks"
    unit: UnitRef = given("the unit", units(anybody))
    mark: str = given("which", states, pick=True)
    off: bool = given("it is taken off", default=False)

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It changes something, of a unit that is in the game."""
        body, on, name = game.body(self.unit), not self.off, unit_name(game, self.unit)
        if (self.mark in body.flags) == on:
            raise PlayError(f"{name}: {f'marked as {self.mark} already' if on else f'not marked as {self.mark}'}")
        if self.mark != DESTROYED and body.gone:
            raise PlayError(f"nobody of {name} is left in play")
        if self.mark == DESTROYED and not on and body.dead:
            raise PlayError(f"nobody of {name} is left: type in what it has, and it is back")
        change = Flagged(side=self.unit.side, unit=self.unit.id, flag=self.mark, on=on)
        return Ruling(f"{name}: {'' if on else 'no longer '}{self.mark}", [change], side=self.unit.side)


def transports(at: At[Any], act: Embark[Any]) -> Iterator[Choice[UnitRef]]:
    """The bodies of its side that a unit can go aboard."""
    for choice in units(living)(at, act):
        ref, room = choice.value, at.game.body(choice.value).room
        if room is not None and ref.side == act.unit.side and ref != act.unit:
            yield Choice(ref, f"{choice.text}; room for {room}", choice.key)


ANYWAY = "the players agree on it, whatever the rules say"


class Embark(Act[Played]):
    """A unit goes aboard a transport."""

    group = "Marks"
    unit: UnitRef = given("the unit", units(on_foot), none="nobody is on foot")
    transport: UnitRef = given("the transport", transports, none="there is no transport")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It goes with the unit that leads it, or that it leads, into a transport of its side with room for them."""
        body, carrier = game.body(self.unit), game.body(self.transport)
        name, into = unit_name(game, self.unit), unit_name(game, self.transport)
        if body.gone or carrier.gone:
            raise PlayError(f"nobody of {name if body.gone else into} is left in play")
        if self.transport.side != self.unit.side or carrier.room is None or self.transport == self.unit:
            raise PlayError(f"{name} cannot ride in {into}: name a transport of its side")
        if body.aboard == carrier.id:
            raise PlayError(f"{name}: aboard {into} already")
        together = game.company(self.unit)
        riders = dict.fromkeys((*game.riders(self.transport), *together))
        size = sum(game.body(each).size for each in riders)
        if not self.anyway and size > carrier.room:
            raise PlayError(f"{into} has room for {carrier.room}, these are {size}; by agreement with --anyway")
        side = self.unit.side
        changes = [Boarded(side=side, unit=each.id, riding_in=carrier.id) for each in together]
        return Ruling(f"{_names(game, together)} in {into}", changes, side=side)


class Disembark(Act[Played]):
    """A unit gets out of its transport."""

    group = "Marks"
    unit: UnitRef = given("the unit", units(riding), none="nobody is aboard of anything")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It goes with the unit that leads it, or that it leads."""
        carrier = game.body(self.unit).aboard
        if carrier is None:
            raise PlayError(f"{unit_name(game, self.unit)}: on foot already")
        together = [each for each in game.company(self.unit) if game.body(each).aboard == carrier]
        side = self.unit.side
        changes = [Boarded(side=side, unit=each.id) for each in together]
        return Ruling(f"{_names(game, together)} out of {unit_name(game, UnitRef(side, carrier))}", changes, side=side)


def to_lead(at: At[Any], act: Join[Any]) -> Iterator[Choice[UnitRef]]:
    """The bodies that the one which is named can lead; that anyone can, where none is named yet."""
    leader = known(lambda: act.leader)
    for choice in units(living)(at, act):
        ref = choice.value
        alone = len(at.game.company(ref)) == 1 and at.game.body(ref).room is None
        if alone and (leader is None or (ref.side == leader.side and ref != leader)):
            yield choice


class Join(Act[Played]):
    """A character joins a unit."""

    group = "Marks"
    leader: UnitRef = given("the character", units(free_to_lead), none="there is no character to join a unit")
    unit: UnitRef = given("the unit", to_lead, none="there is no unit to lead")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It leads the unit from then on, and is where the unit is."""
        leader, unit = game.body(self.leader), game.body(self.unit)
        name, led = unit_name(game, self.leader), unit_name(game, self.unit)
        if leader.gone or unit.gone:
            raise PlayError(f"nobody of {name if leader.gone else led} is left in play")
        if self.leader.side != self.unit.side or self.leader == self.unit or unit.room is not None:
            raise PlayError(f"{name} cannot lead {led}: name two units on foot of one side")
        if not leader.leads:
            raise PlayError(f"{name} cannot lead {led}: only a character can")
        for each in (self.unit, self.leader):
            if len(together := game.company(each)) > 1:
                raise PlayError(f"{_names(game, together)} go together: part them first with the act leave")
        side = self.leader.side
        before = [each.id for each in game.sides[side].bodies.values() if each.leader == leader.id]
        changes: list[Led | Boarded] = [Led(side=side, unit=each) for each in before]
        changes.append(Led(side=side, unit=unit.id, led_by=leader.id))
        if leader.aboard != unit.aboard:
            changes.append(Boarded(side=side, unit=leader.id, riding_in=unit.aboard))
        return Ruling(f"{name} joins {led}", changes, side=side)


class Leave(Act[Played]):
    """A character leaves the unit that it leads."""

    group = "Marks"
    leader: UnitRef = given("the character", units(leading), none="nobody leads a unit")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """Both go on by themselves, wherever they are."""
        led = game.led(self.leader)
        if led is None:
            raise PlayError(f"{unit_name(game, self.leader)} leads no unit")
        text = f"{unit_name(game, self.leader)} leaves {unit_name(game, led)}"
        return Ruling(text, [Led(side=led.side, unit=led.id)], side=led.side)


def counters(at: At[Any], act: Count[Any]) -> Iterator[Choice[CounterKind]]:
    """Yield what bodies have a number of, with how many the one that is named has."""
    for each in at.rules.counters:
        yield Choice(each, f"{each.name}, {at.game.body(act.unit).count(each.id)}", each.id)


def _no_kind(text: str) -> CounterKind:
    raise ValueError(f"'{text}' is no counter")


class Count(Act[Played]):
    """A number of something that a unit has."""

    group = "Marks"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")
    counter: Annotated[CounterKind, Kind(read=_no_kind, write=lambda each: each.id)] = given(
        "of what", counters, pick=True, none="nothing is counted in this game"
    )
    number: Amount = given("all of them: 7; or those to add or take away: +3, -1")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It stays within what there can be."""
        kind, before, name = self.counter, game.body(self.unit).count(self.counter.id), unit_name(game, self.unit)
        after = self.number.onto(before)
        if after < kind.least or (kind.most is not None and after > kind.most):
            most = "" if kind.most is None else f" and at most {kind.most}"
            raise PlayError(f"{name}: {kind.name} {self.number.sum_text(before)}; at least {kind.least}{most}")
        change = Counted(side=self.unit.side, unit=self.unit.id, counter=kind.id, count=after)
        return Ruling(f"{name}: {kind.name} {self.number.sum_text(before)}", [change], side=self.unit.side)


def everything(at: At[Any], act: object) -> Iterator[Choice[AnyRef]]:
    """Every body and every part; a body that is one part with its id is that part."""
    yield from units(lambda game, ref: ref.id not in game.sides[ref.side].owners)(at, act)
    yield from parts(lambda game, ref: True)(at, act)


class Note(Act[Played]):
    """A note of the game, a unit or a vehicle."""

    after_end = True
    text: str = given("the note; without it, that of a unit is taken off", default="")
    about: UnitRef | PartRef | None = given(
        "a unit or a vehicle; the whole game if not given", everything, default=None
    )

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It takes the place of what was noted of a unit or a vehicle; of the game it is one more."""
        text, about = self.text, self.about
        if about is None:
            if not text:
                raise PlayError("write what is to be noted")
            return Ruling(f"Note: {text}", [Noted(text=text)])
        unit, part = (None, about.id) if isinstance(about, PartRef) else (about.id, None)
        noted = game.body(about).parts[part] if part is not None else game.body(about)
        if not (text or noted.note):
            raise PlayError(f"{unit_name(game, about)} has no note: write what is to be noted")
        words = f"note: {text}" if text else "its note is taken off"
        change: Noted[Played] = Noted(text=text, side=about.side, unit=unit, vehicle=part)
        return Ruling(f"{unit_name(game, about)}: {words}", [change], side=about.side)


def owed(at: At[Any], act: object) -> Iterator[Choice[str]]:
    """Yield what is due."""
    return (Choice(each.key, each.text) for each in due(at.rules, at.game))


class Dismiss(Act[Played]):
    """Something that is due is dismissed."""

    what: str = given("what is due", owed, pick=True, none="nothing is due")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """It is due again in the next phase, if it still is then."""
        text = next((each.text for each in due(ask.rules, game) if each.key == self.what), self.what)
        return Ruling(f"Dismissed: {text}", [Dismissed(key=self.what)])


class Agree(Act[Played]):
    """Mission and first player."""

    mission: str = given("what both play for", default="")
    first_turn: Whose | None = given("who has the first turn: 1, 2 or a name", players, default=None)

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """What is not given stays; who begins can be changed until the first turn, where no dice say it."""
        mission = self.mission or game.mission
        rolled = mission_agreed in ask.rules.course.before.due
        first = game.clock.first if rolled or self.first_turn is None else self.first_turn
        if first != game.clock.first and game.clock.turn:
            raise PlayError("the first turn has begun: who has it can be changed no more; undo back to its beginning")
        begins = "" if rolled else f", {game.sides[first].name} has the first turn"
        return Ruling(f"Agreed: {mission or 'no mission'}{begins}", [Agreed(mission=mission, first=first)])


class AgreeMission(Act[Played]):
    """Mission."""

    called = "agree"
    mission: str = given("what both play for", default="")

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """Where dice say who acts first, players agree on nothing else."""
        mission = self.mission or game.mission
        return Ruling(f"Agreed: {mission or 'no mission'}", [Agreed(mission=mission, first=game.clock.first)])


class Next(Act[Played]):
    """The next phase, or the next turn."""

    moves_on = True

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """What ends with the phase, and what begins with the next one, follows by itself."""
        return _moved(game, ask, ask.rules.course.after(game.clock))


class Turn(Act[Played]):
    """The next turn; phases that are left are skipped."""

    moves_on = True

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """That of the other player, where each has his own."""
        return _moved(game, ask, ask.rules.course.next_turn(game.clock))


class End(Act[Played]):
    """The end of the game."""

    moves_on = True

    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """Whoever has more victory points has won."""
        return _ended(game)


def _ended(game: Played, ends: Consequence[Played] | None = None) -> Ruling[Played]:
    after = f"after turn {game.clock.turn}" if game.clock.turn else "before its first turn"
    moved: Moved[Played] = Moved(turn=game.clock.turn, active=game.clock.active, phase=OVER)
    follows = ends or Consequence(())
    words = f"Game over {after}: {result(game)}"
    return Ruling("; ".join(filter(None, (words, follows.text))), [moved, *follows.changes], where="Game over")


ACTS: tuple[type[Act[Any]], ...] = (
    Mark,
    Embark,
    Disembark,
    Join,
    Leave,
    Count,
    Points,
    Objectives,
    Kills,
    Note,
    Dismiss,
    Agree,
    Limit,
    TimePlayers,
    Next,
    Turn,
    End,
)
"""All of them, in the order in which they are listed."""
MOVING_ON = tuple(name_of(each) for each in ACTS if each.moves_on)
"""The names of those by which games go on or end; their events say how far it is then."""


def destroyed(before: Game[Any, Any], after: Game[Any, Any]) -> Iterator[Consequence[Any]]:
    """What follows by itself from every act: a body of which nobody is left is destroyed, and back with somebody."""
    for ref in after.refs(0, 1):
        body = after.body(ref)
        if body is before.body(ref) or body.dead == (DESTROYED in body.flags):
            continue
        flag = Flagged(side=ref.side, unit=ref.id, flag=DESTROYED, on=body.dead)
        if body.dead:
            yield Consequence((flag,), f"nobody of {unit_name(after, ref)} is left")
        elif before.body(ref).dead:
            yield Consequence((flag,))


def _moved(game: Played, ask: Answers, to: Clock) -> Ruling[Played]:
    if game.limit and to.turn > game.limit:
        # The agreed last turn ends as any other does: what ends with it happens and is told.
        return _ended(game, ending(ask.rules, game, to))
    follows = moving(ask.rules, game, to)
    return Ruling(follows.text, follows.changes, side=to.active, where=f"Turn {to.turn}")


def _names(game: Game[Any, Any], refs: tuple[UnitRef, ...] | list[UnitRef]) -> str:
    return " and ".join(unit_name(game, each) for each in refs)
