"""What can be asked of the tokens that players hold, and the changes that spend them."""

from __future__ import annotations

from typing import Annotated

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.changes import Change, Warped
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState
from builder.systems.parameters import Kind
from builder.systems.play.changes import Held
from builder.systems.play.game import Stock
from builder.systems.words import one_of


def _kind(text: str) -> str:
    kinds = {name: kind for kind, name in TOKEN_NAMES.items()}
    return kinds[one_of(text.replace("_", " "), kinds)]


TokenKind = Annotated[str, Kind(read=_kind, schema={"enum": [*TOKEN_NAMES]})]
"""A kind of tokens, by its id or its name."""


def spent(state: GameState, player: int, kind: str, number: int = 1) -> Held:
    """The change that takes used tokens from whoever holds them.

    Raises:
        PlayError: he has fewer.
    """
    now = tokens_of(state, player, kind)
    if number > now.left:
        has = count(now.left, f"{TOKEN_NAMES[kind]} token") if now.left else f"no {TOKEN_NAMES[kind]} token"
        raise PlayError(f"{state.sides[player].name} has {has} left; the act tokens sets another number")
    return Held(side=player, kind=kind, left=now.left - number, total=now.total)


def use_warp(state: GameState, player: int, anyway: bool, number: int = 1) -> tuple[Change, Change]:
    """The changes that spend a Warp token and note that one was used: one in each player turn (D-74).

    Raises:
        PlayError: he has none, or one was used and no more were agreed on (`anyway`).
    """
    spending = spent(state, player, "warp", number)
    if (state.extra.warp_used or number > 1) and not anyway:
        told = "a Warp token was used in this player turn: " if state.extra.warp_used else ""
        raise PlayError(f"{told}one Warp token in each player turn; by agreement with --anyway")
    return spending, Warped(used=True)


def tokens_of(state: GameState, player: int, kind: str) -> Stock:
    """The tokens of a kind that a player holds."""
    return state.sides[player].stock.get(kind, Stock(0, 0))


def use_words(state: GameState, player: int, kind: str, number: int) -> str:
    """The use of tokens, for the log: `Gitstompa uses 2 Scatter`."""
    return f"{state.sides[player].name} uses {number} {TOKEN_NAMES[kind]}"
