"""What the house rules keep of a game: who tested for overwatch, who may fire, who was busy, who consolidated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace as replaced

from builder.systems.play.changes import Change, Flagged
from builder.systems.play.clock import Consequence
from builder.systems.play.game import AnyGame, Game, UnitRef

MODULE = "house"
AnyBattle: TypeAlias = Game[Any, Any]


class House(Struct, frozen=True, kw_only=True):
    """What the module keeps of a game.

    Args:
        chances: who may fire from overwatch at whom, as pairs.
        consolidated: who consolidated in this turn.
        busy: who fought, got in or got out in this turn of its player.
        tested: who tested for overwatch in this turn of its player, which it does once.
        army_ld: the Ld on which the vehicles of each side test, once it was said.
    """

    chances: tuple[tuple[str, str], ...] = ()
    consolidated: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    army_ld: tuple[int | None, int | None] = (None, None)


class HouseKept(Change, frozen=True, kw_only=True, tag="house"):
    """What the module keeps from now on."""

    now: House

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return replaced(game, kept={**game.kept, MODULE: self.now})


def kept(game: AnyBattle) -> House:
    """What the module keeps of a game."""
    return game.kept.get(MODULE) or House()


def turn_ends(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Who consolidated, who was busy and who tested for overwatch matters for that turn alone (H-03, H-05)."""
    now = replaced(kept(game), consolidated=(), busy=(), tested=())
    if now != kept(game):
        yield Consequence((HouseKept(now=now),))


def flagged(ref: UnitRef, flag: str, on: bool = True) -> Flagged:
    """The change by which a unit enters a state, or leaves it."""
    return Flagged(side=ref.side, unit=ref.id, flag=flag, on=on)
