"""The sheets of a game, printed with what was filled in so far."""

from __future__ import annotations

from builder.services.export.files import Exported, pdf_of
from builder.services.games.session import GameSession
from builder.sheets.options import SheetOptions
from builder.systems.questions import player_called

GAME_SHEETS = ("units", "vehicles")
"""The sheets that are printed of a game where none are chosen: those that are filled in as it goes on."""


def game_options() -> SheetOptions:
    """How the sheets of a game are printed where nothing is chosen."""
    return SheetOptions(sheets=GAME_SHEETS)


def print_game(session: GameSession, player: str, options: SheetOptions, *, fresh: bool = False) -> Exported:
    """The chosen sheets of a side as they stand in a game, as PDF; fresh ones as they were before it.

    `player` says whose they are: 1, 2, or a part of the name of a side.

    Raises:
        PlayError: there is no such side, or it is only a name.
        ExportError: there is nothing to print.
    """
    side = player_called(player, [side.name for side in session.view.sides])
    sheets = session.sheets(side, fresh)
    return pdf_of(sheets.cards, sheets.page, options)
