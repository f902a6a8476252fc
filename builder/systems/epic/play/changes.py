"""The outcomes of a game of Epic, beside those that any game has; each makes the next state, `EpicBegun` the first.

It holds the armies as plain data: every formation is whole and without markers, and everybody is on foot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.epic.model import EpicArmy, Formation
from builder.systems.epic.play.state import (
    DEPLOYMENT,
    EpicBattle,
    EpicFormation,
    EpicGame,
    LastAction,
    Orders,
    StrategyRoll,
)
from builder.systems.play.changes import Change, GameBegun, Moved, Number, OnUnit, SideNumber
from builder.systems.play.events import Event, Player, armies_of, begin
from builder.systems.play.game import Clock, Side, with_body
from builder.systems.play.lookup import numbered, with_distinct_names

if TYPE_CHECKING:
    from builder.systems.epic.reading import EpicReading


class EpicBegun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    armies: tuple[EpicArmy | None, EpicArmy | None]

    def begin(self) -> EpicGame:
        """Return the state that it brings.

        Raises:
            PlayError: an army has two formations of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        first, second = self.armies
        ratings = (first.strategy if first else None, second.strategy if second else None)
        extra = EpicBattle(armies=self.armies, ratings=ratings)
        return with_distinct_names(EpicGame(sides=(one, other), extra=extra, clock=Clock(phase=DEPLOYMENT)))


class UnitsLost(OnUnit, frozen=True, kw_only=True, tag="lost"):
    """The units that a formation has lost in all, by kind."""

    units: Mapping[str, Number]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return with_body(game, self.about, lost={**game.body(self.about).lost, **self.units})


class CapacityLost(OnUnit, frozen=True, kw_only=True, tag="capacity"):
    """The damage capacity that war engines have lost in all, by engine."""

    hits: Mapping[str, Number]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return with_body(game, self.about, hits={**game.body(self.about).hits, **self.hits})


class RidersChanged(OnUnit, frozen=True, kw_only=True, tag="riders"):
    """Who rides in what in a formation: numbers of passengers, by the kind of their transports."""

    riding: Mapping[str, Mapping[str, Number]] = {}

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return with_body(game, self.about, riding=self.riding)


class TookOrders(OnUnit, frozen=True, kw_only=True, tag="orders"):
    """What a formation has done this turn."""

    orders: Orders = Orders()

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return with_body(game, self.about, orders=self.orders)


class Spent(OnUnit, frozen=True, kw_only=True, tag="spent"):
    """Weapons of a formation that are used up, by kind and name."""

    weapons: Mapping[str, Number]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return with_body(game, self.about, spent={**game.body(self.about).spent, **self.weapons})


class StrategyWon(Change, frozen=True, kw_only=True, tag="strategy"):
    """A strategy roll that somebody won; the side that goes first has the first activation (E-05)."""

    roll: StrategyRoll

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        game = replace(game, clock=replace(game.clock, active=self.roll.first))
        return _campaign(game, rolls=(*game.extra.rolls, self.roll))


class StrategyNoted(Change, frozen=True, kw_only=True, tag="strategy noted"):
    """The strategy rolls of some turns as players wrote them down; whose turn it is stays (E-05)."""

    rolls: tuple[StrategyRoll, ...]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        kept = {roll.turn: roll for roll in (*game.extra.rolls, *self.rolls)}
        return _campaign(game, rolls=tuple(kept[turn] for turn in sorted(kept)))


class Rated(Change, frozen=True, kw_only=True, tag="ratings"):
    """The strategy ratings of both sides, as players say them where no army does."""

    ratings: tuple[int | None, int | None]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return _campaign(game, ratings=self.ratings)


class ActionTaken(Change, frozen=True, kw_only=True, tag="action"):
    """A formation had its test, and its side acts."""

    last: LastAction

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        game = replace(game, clock=replace(game.clock, active=self.last.side))
        return _campaign(game, last=self.last)


class TurnToAct(Change, frozen=True, kw_only=True, tag="to_act"):
    """The next activation is that of a side."""

    side: SideNumber

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return replace(game, clock=replace(game.clock, active=self.side))


class TookEffect(Change, frozen=True, kw_only=True, tag="effect"):
    """An ability of a side took effect as the turn began."""

    side: SideNumber

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return _campaign(game, effects=(*game.extra.effects, self.side))


class VictoryChecked(Change, frozen=True, kw_only=True, tag="victory"):
    """The victory conditions were checked."""

    turn: Annotated[int, Meta(ge=0)]

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        return _campaign(game, checked=True)


class PhasePassed(Moved[EpicGame], frozen=True, kw_only=True, tag="phase"):
    """The clock moves; with a new turn nobody has acted."""

    def apply(self, game: EpicGame) -> EpicGame:
        """Return the game after it."""
        if self.turn != game.clock.turn:
            for ref in game.refs(0, 1):
                game = with_body(game, ref, orders=Orders())
            game = _campaign(game, last=None, effects=(), checked=False)
        return super().apply(game)


def _campaign(game: EpicGame, **values: Any) -> EpicGame:
    return replace(game, extra=replace(game.extra, **values))


def start(players: Sequence[Player[EpicReading]]) -> Event[EpicBegun]:
    """Return the first event of a game of two players."""
    one, other = players
    return begin(EpicBegun(names=(one.name, other.name), armies=armies_of(players)), players)


def _side(name: str, army: EpicArmy | None) -> Side[EpicFormation]:
    formations = [each for each in army.formations if each.units] if army else []
    if len({each.id for each in formations}) != len(formations):
        raise PlayError(f"two formations of {name} have one id: the log of this game is damaged")
    names = numbered({each.id: each.name for each in formations})
    return Side.of(name, (_body(each, names[each.id]) for each in formations))


def _body(formation: Formation, name: str) -> EpicFormation:
    kinds = numbered({kind.id: kind.name for kind in formation.kinds})
    return EpicFormation(id=formation.id, name=name, formation=formation, names=kinds)
