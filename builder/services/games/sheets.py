"""The sheets of a game, printed with what was filled in so far."""

from __future__ import annotations

from builder.services.export.files import Exported, pdf_of
from builder.services.games.session import GameSession
from builder.sheets.options import SHEETS_TEXT, SheetOptions, Sheets
from builder.systems.parameters import given
from builder.systems.questions import player_called


class GameSheetOptions(SheetOptions):
    """Everything that can be chosen of the sheets of a game: without a choice, those that are filled in as it goes."""

    sheets: Sheets = given(SHEETS_TEXT, default=("units", "vehicles"))


def print_game(session: GameSession, player: str, options: SheetOptions, *, fresh: bool = False) -> Exported:
    """Return the chosen sheets of a side as they stand in a game, as PDF; fresh ones as they were before it.

    `player` says whose they are: 1, 2, or a part of the name of a side.

    Raises:
        PlayError: there is no such side, or it is only a name.
        ExportError: there is nothing to print.
    """
    side = player_called(player, [side.name for side in session.view.sides])
    sheets = session.sheets(side, fresh)
    return pdf_of(sheets.cards, sheets.page, options)
