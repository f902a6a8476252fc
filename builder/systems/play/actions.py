"""An act of a game: a struct with what it is given, that decides what it comes to.

    class Board(Act[Skirmish]):
        \"\"\"A unit goes aboard a transport.\"\"\"

        rule, group = "S-3", "Marks"
        unit: UnitRef = given("who goes aboard", units(on_foot), none="nobody is on foot")
        transport: UnitRef = given("into what", carriers, none="there is no transport")

        def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
            ...

Its name (`board`), its help, its form, its options and its JSON follow from that (`systems.specs`). A chooser such as
`carriers` is a function of what surrounds the act (`At`) and of the act as far as it is given. Acts stand at module
level.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from builder.systems.arguments import NotGivenError, StandIn
from builder.systems.parameters import Params
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Flagged, Outcome, Played, fold
from builder.systems.play.game import UnitRef
from builder.systems.specs import spec_of

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Played]):
    """What an act comes to by the rules.

    Args:
        text: a sentence for the log, with figures.
        changes: the outcomes, in order.
        steps: how the figures came about.
        side: the player whose act it is; None where it is nobody's.
        where: how far it brings the game, in a few words, if it moves it on (`Turn 2`).
        wanted: names of fields that are wanted as things stand, though they seldom are.
    """

    text: str
    changes: Sequence[Outcome[Played]] = ()
    steps: Sequence[str] = ()
    side: int | None = None
    where: str = ""
    wanted: Sequence[str] = ()


class Act(Params, Generic[Played]):
    """An act of a game, with what it is given."""

    rule: ClassVar[str] = ""
    """Its ids in the ledger of rules; empty for bookkeeping."""
    group: ClassVar[str] = "Game"
    """The kind of act that it is listed under."""
    moves_on: ClassVar[bool] = False
    """Whether the game goes on, or ends, by it: it is not done again where another program was first."""
    after_end: ClassVar[bool] = False
    """Whether it can still be done when the game is over."""

    @abstractmethod
    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """What it comes to.

        Raises:
            PlayError: it cannot be done as it was asked for.
        """


def known(look: Callable[[], Value]) -> Value | None:
    """What an act that is half given was given, as in `known(lambda: act.attacker)`; None where it was not by now."""
    try:
        return look()
    except NotGivenError:
        return None


class Gathered(Generic[Played]):
    """The changes that an act makes, what is said of them, and the game as it stands after them.

    A system derives it, with what often happens there as methods.
    """

    def __init__(self, game: Played) -> None:
        """Begin with how a game stands, nothing changed."""
        self.before = game
        self.game = game
        self.changes: list[Outcome[Any]] = []
        self.steps: list[str] = []
        self._words: list[str] = []

    def add(self, *changes: Outcome[Any]) -> None:
        """Make changes."""
        self.changes += changes
        self.game = fold(self.game, changes)

    def say(self, *words: str) -> None:
        """Add to what the log tells."""
        self._words += words

    @property
    def text(self) -> str:
        """What the log tells."""
        return "; ".join(self._words)

    def ruling(self, side: int | None = None, where: str = "") -> Ruling[Played]:
        """All of it, as an act gives it."""
        return Ruling(self.text, self.changes, self.steps, side, where)

    def flag(self, ref: UnitRef, flag: str, on: bool = True) -> None:
        """A state of a body that players can set; nothing where it is so already."""
        if (flag in self.game.body(ref).flags) != on:
            self.add(Flagged(side=ref.side, unit=ref.id, flag=flag, on=on))


class Composed(Generic[Played]):
    """What the parts of an act have come to by now: `game` as it stands after them, changes and steps in order."""

    def __init__(self, game: Played, ask: Answers) -> None:
        """Begin with a game as it stands, and the answers of the whole act."""
        self.game = game
        self.changes: tuple[Outcome[Played], ...] = ()
        self.steps: tuple[str, ...] = ()
        self.wanted: tuple[str, ...] = ()
        self._ask = ask

    def do(self, act: type[Act[Played]], on: Played | None = None, /, **values: object) -> Ruling[Played]:
        """Do a part; `values` are given to its fields by their keys, beside what the whole act was given.

        It is decided as the game stands by now, or in another state `on`.

        Raises:
            PlayError: it cannot be done.
        """
        ruling = self._decided(act, self._ask, self.game if on is None else on, values)
        self.add(ruling)
        return ruling

    def trial(self, act: type[Act[Played]], /, **values: object) -> Ruling[Played]:
        """Return what a part would come to, to compare it: it asks nothing, and takes none of the answers."""
        return self._decided(act, self._ask.afresh(), self.game, values)

    def _decided(
        self, act: type[Act[Played]], answers: Answers, game: Played, values: Mapping[str, object]
    ) -> Ruling[Played]:
        spec = spec_of(act)
        given = {each.key: each.default for each in spec.fields if not each.required}
        given |= {**answers.shared(spec), **values}
        ask = answers.within(spec)
        half: Any = StandIn(spec.made, given, lambda key: None if key in values else ask.look(key))
        ruling: Ruling[Played] = half.decide(game, ask)
        return ruling

    def add(self, ruling: Ruling[Played]) -> None:
        """Take in what a part has come to."""
        self.game = fold(self.game, ruling.changes)
        self.changes += tuple(ruling.changes)
        self.steps += (*((ruling.text,) if ruling.text else ()), *(f"  {step}" for step in ruling.steps))
        self.wanted += tuple(ruling.wanted)
