"""How a game of any system stands, and its acts: wounds, marks and counters of any name; the rules are the players'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.common.marks import marks_in_game
from builder.systems.figures import Amount
from builder.systems.generic.model import AlikeModels, GenericArmy, GenericUnit
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Change, Counted, Flagged, GameBegun, Number, OnUnit, SideNumber
from builder.systems.play.clock import TURN_ENDS, Consequence, Course, Due, Phase, Rules, agreement
from builder.systems.play.events import Event, Player, armies_of, begin
from builder.systems.play.game import DESTROYED, Body, Clock, Game, Side, UnitRef, with_body
from builder.systems.play.lookup import At, Whose, living, numbered, players, unit_name, units, with_distinct_names
from builder.systems.protocol import ANY_ROOM
from builder.text import clean_name

if TYPE_CHECKING:
    from builder.systems.generic.reading import GenericReading

ACTED, RESERVE = "acted", "reserve"
USUAL_MARKS = (ACTED, RESERVE, "shaken", "engaged", "moved", "hidden")
"""Marks that are offered before any other is known; players write what they like."""
USUAL_COUNTERS = ("command points", "victory points of the mission", "rerolls")
LONGEST_NAME = 40
"""Letters of a mark or of a counter."""

Armies = tuple[GenericArmy | None, GenericArmy | None]


class GenericExtra(Struct, frozen=True, kw_only=True):
    """What games of any system keep beside units: the armies as it began, and the counters of both sides by name."""

    armies: Armies
    counters: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})


class GenericBody(Body, frozen=True, kw_only=True):
    """A unit as it stands: the wounds that each of its kinds of models has lost, by id."""

    unit: GenericUnit
    lost: Mapping[str, int] = {}

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army."""
        return self.unit.notes.splitlines()

    @property
    def dead(self) -> bool:
        """Whether all its models are gone."""
        return all(self.lost.get(group.id, 0) >= group.total for group in self.unit.groups)

    @property
    def size(self) -> int:
        """How many models are left."""
        return sum(map(self.left, self.unit.groups))

    @property
    def room(self) -> int | None:
        """Room for others where its data calls it a transport."""
        return ANY_ROOM if self.unit.carries else None

    @property
    def leads(self) -> bool:
        """Whether it can join another body: the rules of its game say that, so any can."""
        return True

    def left(self, group: AlikeModels) -> int:
        """Return how many models of a kind are left."""
        return group.models - self.lost.get(group.id, 0) // group.wounds

    def wounds_left(self) -> int:
        """The wounds that are left in all."""
        return sum(group.total - self.lost.get(group.id, 0) for group in self.unit.groups)


Generic = Game[GenericBody, GenericExtra]


# -- changes -------------------------------------------------------------------
class GenericBegun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    armies: Armies

    def begin(self) -> Generic:
        """The state that it brings.

        Raises:
            PlayError: an army has two units of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        extra = GenericExtra(armies=self.armies)
        return with_distinct_names(Game(sides=(one, other), extra=extra, clock=Clock(phase=SETUP)))


class WoundsLost(OnUnit, frozen=True, kw_only=True, tag="wounds"):
    """A kind of models has lost so many wounds."""

    group: str
    lost: Number

    def apply(self, game: Generic) -> Generic:
        """The game after it."""
        return with_body(game, self.about, lost={**game.body(self.about).lost, self.group: self.lost})


class SideCounted(Change, frozen=True, kw_only=True, tag="side counter"):
    """A side has so many of what is counted."""

    side: SideNumber
    counter: str
    count: int

    def apply(self, game: Generic) -> Generic:
        """The game after it."""
        mine, theirs = game.extra.counters
        counters = {**game.extra.counters[self.side], self.counter: self.count}
        both = (counters, theirs) if self.side == 0 else (mine, counters)
        return replace(game, extra=replace(game.extra, counters=both))


def _side(name: str, army: GenericArmy | None) -> Side[GenericBody]:
    fighting = [unit for unit in army.units if unit.groups] if army else []
    if len({unit.id for unit in fighting}) < len(fighting):
        raise PlayError(f"the army of {name} has two units of one id: its log is damaged")
    names = numbered({unit.id: unit.name for unit in fighting})
    return Side.of(name, (_body(unit, names) for unit in fighting))


def _body(unit: GenericUnit, names: Mapping[str, str]) -> GenericBody:
    relations = {mark.kind: mark.target for mark in unit.marks if mark.target in names and mark.target != unit.id}
    waits = any(mark.kind in ("reserve", "deep_strike") for mark in unit.marks)
    return GenericBody(
        id=unit.id,
        name=names[unit.id],
        unit=unit,
        flags=frozenset({RESERVE}) if waits else frozenset(),
        leader=relations.get("led_by"),
        aboard=relations.get("riding_in"),
    )


def start(sides: Sequence[Player[GenericReading]]) -> Event[GenericBegun]:
    """The first event of a game of two players."""
    one, other = sides
    mine, theirs = map(_with_marks, armies_of(sides))
    return begin(GenericBegun(names=(one.name, other.name), armies=(mine, theirs)), sides)


def _with_marks(army: GenericArmy | None) -> GenericArmy | None:
    """The army as it begins a game."""
    marks = marks_in_game(army.units) if army else {}
    return army and replace(army, units=tuple(replace(unit, marks=marks[unit.id]) for unit in army.units))


# -- acts ----------------------------------------------------------------------
def every_unit(game: Generic, ref: UnitRef) -> bool:
    """Every unit; what is destroyed comes back with the wounds that it gets back."""
    return True


def groups_of(at: At[Generic], act: TakeWounds) -> Iterator[Choice[str]]:
    """The kinds of models of a unit, with the wounds that they have left; the most numerous of those left first."""
    body = at.game.body(act.unit)
    for group in sorted(body.unit.groups, key=lambda each: -body.left(each)):
        left = f"{group.total - body.lost.get(group.id, 0)} of {group.total} {body.unit.wounds_name or 'models'}"
        yield Choice(group.id, f"{group.name}, {left} left")


def next_hurt(body: GenericBody, *, back: bool) -> AlikeModels:
    """Return the kind of models that one wound falls on, or comes `back` to: who is hurt, else the most numerous."""
    groups = body.unit.groups

    def rank(group: AlikeModels) -> tuple[bool, bool, int]:
        lost = body.lost.get(group.id, 0)
        able = lost > 0 if back else lost < group.total
        return able, lost % group.wounds > 0, body.left(group)

    return max(groups, key=rank)


class TakeWounds(Act[Generic]):
    """Models of a unit lose wounds, or get them back."""

    called = "wounds"
    group = "Damage"
    unit: UnitRef = given("the unit", units(every_unit), none="no unit is in the game")
    wounds: Amount = given("all that are lost: 7; or how many more or fewer: +3, -1")
    models: str | None = given("which of its models", groups_of, pick=True, default=None)

    def decide(self, game: Generic, ask: Answers) -> Ruling[Generic]:
        """Wounds fall on one model until it is gone; whose they are, their player says, but of a single one."""
        body, name = game.body(self.unit), unit_name(game, self.unit)
        named = self.models
        if named is None and self.wounds.added and abs(self.wounds.value) == 1:
            named = next_hurt(body, back=self.wounds.value < 0).id
        wanted = ask.one("models", named, f"Which models of {name}?", groups_of(At(game, ask.rules), self))
        found: AlikeModels = next(each for each in body.unit.groups if each.id == wanted)
        name = name if len(body.unit.groups) == 1 else f"{name}, {found.name}"
        before = body.lost.get(found.id, 0)
        after = self.wounds.onto(before)
        words = body.unit.wounds_name or "models"
        if not 0 <= after <= found.total:
            message = f"{name}: {self.wounds.sum_text(before)} lost of {found.total} {words}"
            raise PlayError(f"{message}; from 0 to {found.total} can be lost")
        change = WoundsLost(side=self.unit.side, unit=self.unit.id, group=found.id, lost=after)
        left = found.models - after // found.wounds
        text = f"{name}: {self.wounds.sum_text(before)} {words} lost, {left} of {found.models} models left"
        return Ruling(text, [change], side=self.unit.side)


def _name(text: str, what: str) -> str:
    name = clean_name(text).strip().casefold()
    if not name or len(name) > LONGEST_NAME or (name == DESTROYED and what == "counter"):
        raise PlayError(f"name the {what} in 1 to {LONGEST_NAME} letters")
    return name


def _known(found: Iterable[str], usual: Iterable[str]) -> Iterator[Choice[str]]:
    return (Choice(each, each) for each in dict.fromkeys((*found, *usual)))


def marks_known(at: At[Generic], act: object) -> Iterator[Choice[str]]:
    """The marks that units of the game have, then usual ones."""
    on = sorted({flag for ref in at.game.refs(0, 1) for flag in at.game.body(ref).flags})
    return _known(on, (*USUAL_MARKS, DESTROYED))


class AnyMark(Act[Generic]):
    """A mark of any name, on a unit or off it."""

    called = "mark"
    group = "Marks"
    unit: UnitRef = given("the unit", units(every_unit), none="no unit is in the game")
    mark: str = given("which; any word will do", marks_known, free=True)
    off: bool = given("it is taken off", default=False)

    def decide(self, game: Generic, ask: Answers) -> Ruling[Generic]:
        """It is on the unit until it is taken off; `acted` comes off as the turn ends."""
        body, name, mark = game.body(self.unit), unit_name(game, self.unit), _name(self.mark, "mark")
        if (mark in body.flags) != self.off:
            raise PlayError(f"{name}: {f'not marked as {mark}' if self.off else f'marked as {mark} already'}")
        if mark == DESTROYED and self.off and body.dead:
            raise PlayError(f"nobody of {name} is left: give it wounds back, and it is there again")
        change = Flagged(side=self.unit.side, unit=self.unit.id, flag=mark, on=not self.off)
        return Ruling(f"{name}: {'no longer ' if self.off else ''}{mark}", [change], side=self.unit.side)


class HasActed(Act[Generic]):
    """A unit has acted in this turn; done again, it has not."""

    called = "acted"
    group = "Marks"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")

    def decide(self, game: Generic, ask: Answers) -> Ruling[Generic]:
        """The mark comes off by itself as the turn ends."""
        on = ACTED not in game.body(self.unit).flags
        change = Flagged(side=self.unit.side, unit=self.unit.id, flag=ACTED, on=on)
        return Ruling(f"{unit_name(game, self.unit)}: {'' if on else 'not '}{ACTED}", [change], side=self.unit.side)


def counters_known(at: At[Generic], act: object) -> Iterator[Choice[str]]:
    """The counters that units of the game have."""
    found = sorted({name for ref in at.game.refs(0, 1) for name in at.game.body(ref).counters})
    return _known(found, ("tokens",))


class AnyCount(Act[Generic]):
    """A counter of any name that a unit has."""

    called = "count"
    group = "Counters"
    unit: UnitRef = given("the unit", units(living), none="nobody is left")
    counter: str = given("of what; any word will do", counters_known, free=True)
    number: Amount = given("all of them: 7; or those to add or take away: +3, -1")

    def decide(self, game: Generic, ask: Answers) -> Ruling[Generic]:
        """There are never fewer than none."""
        counter, name = _name(self.counter, "counter"), unit_name(game, self.unit)
        before = game.body(self.unit).count(counter)
        after = _counted(name, counter, self.number, before)
        change = Counted(side=self.unit.side, unit=self.unit.id, counter=counter, count=after)
        return Ruling(f"{name}: {counter} {self.number.sum_text(before)}", [change], side=self.unit.side)


def side_counters_known(at: At[Generic], act: object) -> Iterator[Choice[str]]:
    """The counters that players of the game have, then usual ones."""
    return _known(sorted({*at.game.extra.counters[0], *at.game.extra.counters[1]}), USUAL_COUNTERS)


class SideCount(Act[Generic]):
    """A counter of any name that a player has, such as command points."""

    called = "counter"
    group = "Counters"
    player: Whose = given("whose: 1, 2 or a name", players)
    counter: str = given("of what; any word will do", side_counters_known, free=True)
    number: Amount = given("all of them: 7; or those to add or take away: +3, -1")

    def decide(self, game: Generic, ask: Answers) -> Ruling[Generic]:
        """There are never fewer than none."""
        counter, name = _name(self.counter, "counter"), game.sides[self.player].name
        before = game.extra.counters[self.player].get(counter, 0)
        after = _counted(name, counter, self.number, before)
        change = SideCounted(side=self.player, counter=counter, count=after)
        return Ruling(f"{name}: {counter} {self.number.sum_text(before)}", [change], side=self.player)


def _counted(name: str, counter: str, number: Amount, before: int) -> int:
    after = number.onto(before)
    if after < 0:
        raise PlayError(f"{name} has {before} {counter}: no more than those can be taken away")
    return after


# -- course --------------------------------------------------------------------
SETUP, TURN = "setup", "turn"


def rested(game: Generic, about: tuple[UnitRef, ...]) -> Iterator[Consequence[Generic]]:
    """As a turn ends, nobody has acted any more."""
    acted = [ref for ref in game.refs(0, 1) if ACTED in game.body(ref).flags]
    if acted:
        yield Consequence(tuple(Flagged(side=ref.side, unit=ref.id, flag=ACTED, on=False) for ref in acted))


def not_acted(game: Generic) -> Iterator[Due]:
    """Units of the side that acts that have not acted, once any of it has."""
    own = [ref for ref in game.refs(game.clock.active) if not game.body(ref).gone]
    if any(ACTED in game.body(ref).flags for ref in own):
        for ref in own:
            if not {ACTED, RESERVE} & game.body(ref).flags and game.body(ref).aboard is None:
                yield Due(text=f"{unit_name(game, ref)} has not acted", ref=ref, verb="acted")


def words_of(game: Generic, ref: UnitRef) -> Iterator[str]:
    """Yield the states of a unit: its marks, whom it rides in or leads, and its counters."""
    body = game.body(ref)
    yield from sorted(body.flags - {DESTROYED})
    if body.aboard is not None and body.aboard in game.sides[ref.side].bodies:
        yield f"in {unit_name(game, UnitRef(ref.side, body.aboard))}"
    leader, led = game.leader(ref), game.led(ref)
    yield from () if leader is None else (f"led by {unit_name(game, leader)}",)
    yield from () if led is None else (f"leads {unit_name(game, led)}",)
    if riders := [unit_name(game, each) for each in game.riders(ref)]:
        yield f"carries {' and '.join(riders)}"
    yield from (f"{name} {count}" for name, count in body.counters.items() if count)


RULES: Rules[Generic] = Rules(
    course=Course(
        before=Phase(id=SETUP, text="before the game", wanted=("mark", "next", "agree"), due=(agreement,)),
        turn=(Phase(id=TURN, wanted=("wounds-+1", "give", "wounds", "acted", "mark"), due=(not_acted,)),),
        moments={TURN_ENDS: (rested,)},
    ),
    marks=words_of,
    untracked="no unit of that army is tracked",
)
