"""The outcomes that a game of any system has, and how events of them come to a state.

A change knows the state that it makes: `apply` puts values in their place, and decides nothing. Changes stand in the
logs of games, so their tags and fields are kept; a new field has a default, and what is removed or renamed raises the
version of the system's events. A system adds changes of its own. It derives one of these with the same tag where it
knows a narrower field, and the generic ones (`Moved[Skirmish]`) where more changes with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Generic, Protocol, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from builder.systems.play.game import (
    AnyGame,
    AnyRef,
    Body,
    Game,
    Part,
    PartRef,
    Stock,
    UnitRef,
    Watch,
    with_body,
    with_part,
    with_side,
)

SideNumber = Annotated[int, Meta(ge=0, le=1)]
Number = Annotated[int, Meta(ge=0)]
AGREEMENT = "agree"
"""The act by which players agree before the game, and the key of what is due as long as they have not."""

Played = TypeVar("Played", bound=Game[Any, Any])


class Outcome(Protocol[Played]):
    """What every change of a game can do."""

    def apply(self, game: Played) -> Played:
        """The game after it."""

    @property
    def about(self) -> AnyRef | None:
        """The body or part that remembers the event as the last one about it."""


class Change(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is"):
    """A change; each kind has a tag by which logs know it."""

    @property
    def about(self) -> AnyRef | None:
        """The body or part that remembers the event as the last one about it."""
        return None


class GameBegun(Change, frozen=True, kw_only=True):
    """The change with which a game of two sides begins; a system's own holds their armies, and brings the state."""

    names: tuple[str, str]

    def apply(self, game: Any) -> Any:
        """The game as it is: it has begun by then."""
        return game


class OnUnit(Change, frozen=True, kw_only=True):
    """A change of one body, by its side and id."""

    side: SideNumber
    unit: str

    @property
    def about(self) -> UnitRef:
        """The body."""
        return UnitRef(self.side, self.unit)


class OnPart(Change, frozen=True, kw_only=True):
    """A change of one part, by its side and id."""

    side: SideNumber
    vehicle: str

    @property
    def about(self) -> PartRef:
        """The part."""
        return PartRef(self.side, self.vehicle)


class Flagged(OnUnit, frozen=True, kw_only=True, tag="flag"):
    """A body enters a state, or leaves it."""

    flag: str
    on: bool = True

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        flags = game.body(self.about).flags
        return with_body(game, self.about, flags=flags | {self.flag} if self.on else flags - {self.flag})


class Boarded(OnUnit, frozen=True, kw_only=True, tag="riding"):
    """A body rides in another one; it is on foot where that is None."""

    riding_in: str | None = None

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return with_body(game, self.about, aboard=self.riding_in)


class Led(OnUnit, frozen=True, kw_only=True, tag="led"):
    """A body is led by another one; by nobody where that is None."""

    led_by: str | None = None

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return with_body(game, self.about, leader=self.led_by)


class Counted(OnUnit, frozen=True, kw_only=True, tag="counter"):
    """A body has so many of what is counted."""

    counter: str
    count: int

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        counters = {**game.body(self.about).counters, self.counter: self.count}
        return with_body(game, self.about, counters=counters)


class Held(Change, frozen=True, kw_only=True, tag="tokens"):
    """How many tokens of a kind a side holds, of how many."""

    side: SideNumber
    kind: str
    left: Number
    total: Number

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return with_side(
            game, self.side, stock={**game.sides[self.side].stock, self.kind: Stock(self.left, self.total)}
        )


class Moved(Change, Generic[Played], frozen=True, kw_only=True, tag="phase"):
    """Turn, side and phase that are played from now on."""

    turn: Number
    active: SideNumber
    phase: str

    def apply(self, game: Played) -> Played:
        """The game after it."""
        clock = replace(game.clock, turn=self.turn, active=self.active, phase=self.phase)
        watch = game.watch
        if watch is not None and self.active != game.clock.active:
            watch = replace(watch, held=None)
        return replace(game, clock=clock, dismissed=frozenset(), watch=watch)


class Dismissed(Change, frozen=True, kw_only=True, tag="dismissed"):
    """Something that was due is dismissed until the phase ends."""

    key: str

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return replace(game, dismissed=game.dismissed | {self.key})


class Scored(Change, frozen=True, kw_only=True, tag="points"):
    """The victory points of a side; `source` is what those are for by which they change."""

    side: SideNumber
    points: int
    source: str = ""

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        side = game.sides[self.side]
        if not self.source:
            return with_side(game, self.side, points=self.points)
        scored = {**side.scored, self.source: side.scored.get(self.source, 0) + self.points - side.points}
        return with_side(game, self.side, points=self.points, scored=scored)


class Agreed(Change, Generic[Played], frozen=True, kw_only=True, tag="agreed"):
    """What the players agreed on before the game: what they play for, and who has the first turn."""

    mission: str
    first: SideNumber

    def apply(self, game: Played) -> Played:
        """The game after it."""
        clock = replace(game.clock, first=self.first)
        return replace(game, mission=self.mission, clock=clock, dismissed=game.dismissed | {AGREEMENT})


class Limited(Change, frozen=True, kw_only=True, tag="limit"):
    """The last turn of the game; 0 for none."""

    turns: Number

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return replace(game, limit=self.turns)


class Timed(Change, frozen=True, kw_only=True, tag="clock"):
    """The clocks of the players; None where they have none."""

    watch: Watch | None = None

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return replace(game, watch=self.watch)


class Noted(Change, Generic[Played], frozen=True, kw_only=True, tag="note"):
    """What is noted: of a body or a part in the place of what was, or one line more of the game."""

    text: str
    side: SideNumber | None = None
    unit: str | None = None
    vehicle: str | None = None

    @property
    def about(self) -> AnyRef | None:
        """The body or the part."""
        if self.side is None:
            return None
        if self.unit is not None:
            return UnitRef(self.side, self.unit)
        return None if self.vehicle is None else PartRef(self.side, self.vehicle)

    def apply(self, game: Played) -> Played:
        """The game after it."""
        match self.about:
            case PartRef() as part:
                return with_part(game, part, note=self.text)
            case UnitRef() as unit:
                return with_body(game, unit, note=self.text)
            case _:
                return replace(game, notes=(*game.notes, self.text))


COMMON: tuple[type[Outcome[Game[Any, Any]]], ...] = (
    Flagged,
    Boarded,
    Led,
    Counted,
    Held,
    Moved,
    Dismissed,
    Scored,
    Agreed,
    Limited,
    Timed,
    Noted,
)


def with_common(*own: type[Outcome[Played]]) -> tuple[type[Outcome[Played]], ...]:
    """The changes of a system: those that any game has, and its own, which come in the place of any with their tag."""
    tags = {_tag(each) for each in own}
    common: tuple[type[Outcome[Any]], ...] = COMMON
    return (*(each for each in common if _tag(each) not in tags), *own)


def fold(game: Played, changes: Iterable[Outcome[Played]], text: str = "") -> Played:
    """The game after changes, those about bodies and parts remembered by them as `text`.

    As the game goes on to another phase, much of a body changes that no word is lost on: only those remember it whom
    the text names.

    Raises:
        LookupError: a change is about something that is not in the game.
    """
    about: dict[tuple[type[AnyRef], AnyRef], AnyRef] = {}  # a body and its only part can have the same id
    goes_on = False
    for change in changes:
        game = change.apply(game)
        goes_on = goes_on or isinstance(change, Moved)
        if (ref := change.about) is not None:
            about[type(ref), ref] = ref
    for ref in about.values() if text else ():
        if goes_on and not _names(text, game.body_or_part(ref)):
            continue
        if isinstance(ref, PartRef):
            game = with_part(game, ref, last=text)
            continue
        game = with_body(game, ref, last=text)
        parts = [*game.body(ref).parts]
        if len(parts) == 1:  # What befell a body befell the only part that it is told of by.
            game = with_part(game, PartRef(ref.side, parts[0]), last=text)
    return game


def _names(text: str, what: Body | Part) -> bool:
    name = re.escape(what.distinct_name or what.name)
    return re.search(rf"(?<!\w){name}(?!\w)", text) is not None


def _tag(change: type[Outcome[Any]]) -> object:
    assert issubclass(change, Struct)
    return change.__struct_config__.tag
