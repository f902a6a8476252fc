"""How a game of any system stands: sides with their bodies, and whose turn it is. A system adds what is its own.

A body is what moves and acts as one: a unit, a formation. What is told apart in it and can be meant by itself, such as
each vehicle of a squadron, is a part. A system derives its own bodies and parts, which hold a reference to what they
were when the game began, so that nobody need look that up.

States are frozen and share what an act leaves alone, their mappings too: a changed one is a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

DESTROYED = "destroyed"
"""The flag of a body that is out of the game."""
OVER = "over"
"""The phase of a game that has ended."""


class Ref(NamedTuple):
    """A body or a part in a game: its side, 0 or 1, and its id.

    References are equal by side and id alone, so one to a body equals one to a part of the same id; a type checker
    tells them apart.
    """

    side: int
    id: str


class UnitRef(Ref):
    """A reference to a body."""

    __slots__ = ()


class PartRef(Ref):
    """A reference to a part of a body."""

    __slots__ = ()


AnyRef: TypeAlias = UnitRef | PartRef


class Part(Struct, frozen=True, kw_only=True):
    """A part of a body as it stands.

    Args:
        id: its id, which may be that of its body.
        name: what players call it.
        distinct_name: what sentences call it, where both sides have one of its name: `Mia's Trukk`.
        note: what its player noted of it.
        last: the last act on it, as the log tells it.
    """

    id: str
    name: str
    distinct_name: str = ""
    note: str = ""
    last: str = ""

    @property
    def gone(self) -> bool:
        """Whether it is out of the game."""
        return False


class Body(Struct, frozen=True, kw_only=True):
    """A body as it stands.

    Args:
        id: its id, as in its army.
        name: what players call it; told apart from others of its side.
        distinct_name: its name in sentences, with whose it is where both sides have one of it (`Mia's Guns`).
        flags: the states that it is in.
        leader: the id of the body that leads it.
        aboard: the id of the body that it rides in.
        counters: how many it has of what is counted, by kind; none of a kind that is missing.
        parts: what is told apart in it, by id.
        note: what its player noted of it.
        last: the last act on it, as the log tells it.
    """

    id: str
    name: str
    distinct_name: str = ""
    flags: frozenset[str] = frozenset()
    leader: str | None = None
    aboard: str | None = None
    counters: Mapping[str, int] = {}
    parts: Mapping[str, Part] = {}
    note: str = ""
    last: str = ""

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army, as its card has it; none of the other side's business."""
        return ()

    @property
    def dead(self) -> bool:
        """Whether nobody of it is left, by what it lost; a system says what that is."""
        return False

    @property
    def gone(self) -> bool:
        """Whether it is out of the game: nobody of it is left, or it was removed."""
        return DESTROYED in self.flags or self.dead

    @property
    def size(self) -> int:
        """How much room it takes in a transport."""
        return 1

    @property
    def room(self) -> int | None:
        """How much room it has for others; None where nobody can ride in it."""
        return None

    @property
    def leads(self) -> bool:
        """Whether it can join another body and lead it."""
        return False

    def count(self, counter: str) -> int:
        """Return how many it has of what is counted."""
        return self.counters.get(counter, 0)


AnyBody = TypeVar("AnyBody", bound=Body)
Extra = TypeVar("Extra")


class Stock(Struct, frozen=True):
    """Tokens of one kind that a side holds: how many are left of how many it was given."""

    left: int
    total: int


class Side(Struct, Generic[AnyBody], frozen=True, kw_only=True, dict=True):
    """A side as it stands.

    Args:
        name: of its army or player.
        bodies: by id, in the order of the army.
        owners: the ids of the bodies that parts belong to, by the ids of the parts.
        stock: the tokens that it holds, by kind.
        points: victory points; `scored` says how many of them are for what, where that is known.
        known: whether its army is in the game; it may be only a name.

    Who leads and carries whom is worked out once for each state of a side (`dict` lets it be kept).
    """

    name: str
    bodies: Mapping[str, AnyBody] = {}
    owners: Mapping[str, str] = {}
    stock: Mapping[str, Stock] = {}
    points: int = 0
    scored: Mapping[str, int] = {}
    known: bool = True

    @classmethod
    def of(cls, name: str, bodies: Iterable[AnyBody]) -> Side[AnyBody]:
        """A side as a game begins, with its bodies; without any it is only a name."""
        by_id = {body.id: body for body in bodies}
        owners = {part: body.id for body in by_id.values() for part in body.parts}
        return cls(name=name, bodies=by_id, owners=owners, known=bool(by_id))

    @cached_property
    def led(self) -> Mapping[str, str]:
        """The ids of the bodies that are led and in the game, by those of the bodies that lead them."""
        found: dict[str, str] = {}
        for body in self.bodies.values():
            if body.leader is not None and not body.gone:
                found.setdefault(body.leader, body.id)
        return found

    @cached_property
    def riders(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the bodies that ride and are in the game, by those of the bodies that they ride in."""
        found: dict[str, tuple[str, ...]] = {}
        for body in self.bodies.values():
            if body.aboard is not None and not body.gone:
                found[body.aboard] = (*found.get(body.aboard, ()), body.id)
        return found

    @property
    def possessive(self) -> str:
        """Its name as that of an owner: `Mia's`."""
        return f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"


class Timetable(NamedTuple):
    """How long a game goes on: how many turns were agreed on, 0 for none, and the phases of a turn as players say."""

    turns: int = 0
    phases: tuple[str, ...] = ()

    def words(self, moment: str) -> str:
        """Turn and phase in words, as the log has them in figures: `3.2` is `turn 3, your shooting`."""
        turn, _, phase = moment.partition(".")
        named = self.phases[int(phase) - 1] if phase and int(phase) <= len(self.phases) else ""
        return ", ".join(filter(None, (f"turn {turn}" if turn != "0" else "before the first turn", named)))


class Clock(Struct, frozen=True, kw_only=True):
    """When it is in a game.

    Args:
        turn: from 1; 0 before the first.
        active: the side that acts.
        phase: the id of the phase.
        first: the side that has the first turn.
    """

    turn: int = 0
    active: int = 0
    phase: str = ""
    first: int = 0


class Watch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The clocks of the players, one for each: that of whose turn it is runs.

    Args:
        ticking: whether one of them runs.
        held: the side whose clock runs in the place of the one that acts, until the turn passes.
        minutes: the time of each player; 0 for as long as they like.
        extra: minutes that are added to the time that each has used.
    """

    ticking: bool = False
    held: int | None = None
    minutes: int = 0
    extra: tuple[int, int] = (0, 0)


class Timing(Struct, frozen=True):
    """Whose clock runs (None: they stand), the minutes of each player, and those added to what each has used."""

    running: int | None
    minutes: int
    extra: tuple[int, int]


class Game(Struct, Generic[AnyBody, Extra], frozen=True, kw_only=True):
    """A game as it stands.

    Args:
        sides: both, the first the one that set the game up.
        clock: when it is.
        extra: what the system alone keeps of the whole game.
        mission: what both play for.
        notes: what was noted of the whole game.
        dismissed: the keys of what was due in this phase and was dismissed.
        limit: the last turn, as agreed; 0 where the game goes on until it is ended.
        watch: the clocks of the players; None where they have none.
        kept: what modules keep of the whole game, each under its own id.
    """

    sides: tuple[Side[AnyBody], Side[AnyBody]]
    extra: Extra
    clock: Clock = Clock()
    mission: str = ""
    notes: tuple[str, ...] = ()
    dismissed: frozenset[str] = frozenset()
    limit: int = 0
    watch: Watch | None = None
    kept: Mapping[str, Any] = {}

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.clock.phase == OVER

    @property
    def timing(self) -> Timing | None:
        """How the clocks of the players stand; None where they have none."""
        if self.watch is None:
            return None
        whose = self.clock.active if self.watch.held is None else self.watch.held
        runs = self.watch.ticking and not self.over
        return Timing(whose if runs else None, self.watch.minutes, self.watch.extra)

    def body(self, ref: Ref) -> AnyBody:
        """The body that is meant, or that the part belongs to which is.

        Raises:
            KeyError: there is none.
        """
        side = self.sides[ref.side]
        if isinstance(ref, PartRef):
            return side.bodies[side.owners[ref.id]]
        return side.bodies[ref.id]

    def part(self, ref: Ref) -> Part:
        """The part that is meant; where its own class matters, `game.body(ref).parts[ref.id]` has it.

        Raises:
            KeyError: there is none.
        """
        side = self.sides[ref.side]
        return side.bodies[side.owners[ref.id]].parts[ref.id]

    def body_or_part(self, ref: AnyRef) -> Body | Part:
        """The body or the part that is meant.

        Raises:
            KeyError: there is none.
        """
        return self.part(ref) if isinstance(ref, PartRef) else self.body(ref)

    def unit_of(self, ref: AnyRef) -> UnitRef:
        """The body that is meant, or that the part belongs to which is, as a reference."""
        return UnitRef(ref.side, self.sides[ref.side].owners[ref.id]) if isinstance(ref, PartRef) else ref

    def refs(self, *sides: int) -> Iterator[UnitRef]:
        """Yield the bodies of sides, in order; of both if none is named, those of the side that acts first."""
        for side in sides or (self.clock.active, 1 - self.clock.active):
            yield from (UnitRef(side, each) for each in self.sides[side].bodies)

    def parts(self, *sides: int) -> Iterator[PartRef]:
        """Yield the parts of sides, in order; see `refs`."""
        for side in sides or (self.clock.active, 1 - self.clock.active):
            yield from (PartRef(side, each) for each in self.sides[side].owners)

    def leader(self, ref: UnitRef) -> UnitRef | None:
        """The body that leads another, while it is in the game."""
        leader = self.body(ref).leader
        if leader is None:
            return None
        body = self.sides[ref.side].bodies.get(leader)
        return None if body is None or body.gone else UnitRef(ref.side, leader)

    def led(self, ref: UnitRef) -> UnitRef | None:
        """The body that another leads, while it is in the game."""
        led = self.sides[ref.side].led.get(ref.id)
        return None if led is None else UnitRef(ref.side, led)

    def riders(self, ref: UnitRef) -> tuple[UnitRef, ...]:
        """The bodies that ride in another and are in the game."""
        return tuple(UnitRef(ref.side, each) for each in self.sides[ref.side].riders.get(ref.id, ()))

    def company(self, ref: UnitRef) -> tuple[UnitRef, ...]:
        """A body and whom it goes with: the one that leads it, or that it leads."""
        return tuple(each for each in (ref, self.leader(ref), self.led(ref)) if each is not None)


AnyGame = TypeVar("AnyGame", bound=Game[Any, Any])


def with_side(game: AnyGame, number: int, **values: Any) -> AnyGame:
    """A game with a side that has other values; they are not checked, so this is for changes alone."""
    side = replace(game.sides[number], **values)
    return replace(game, sides=(side, game.sides[1]) if number == 0 else (game.sides[0], side))


def with_body(game: AnyGame, ref: Ref, **values: Any) -> AnyGame:
    """A game with a body that has other values; see `with_side`."""
    bodies = game.sides[ref.side].bodies
    return with_side(game, ref.side, bodies={**bodies, ref.id: replace(bodies[ref.id], **values)})


def with_part(game: AnyGame, ref: Ref, **values: Any) -> AnyGame:
    """A game with a part that has other values; see `with_side`."""
    owner = game.sides[ref.side].owners[ref.id]
    parts = game.sides[ref.side].bodies[owner].parts
    return with_body(game, UnitRef(ref.side, owner), parts={**parts, ref.id: replace(parts[ref.id], **values)})
