"""What the editor gives to others: pages, the sheets as text, the list for a chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.record import replace
from builder.services.army.notes import notes_text
from builder.services.editor.session import EditorSession
from builder.services.export.files import card_text, list_text, sheet_text
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.editor_panes import EditorBoard
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.preview import PreviewScreen

Share = Callable[[ActionScreen, EditorSession, EditorBoard], None]
"""Shares the army of a screen; the board shows what is under the cursor and what is marked."""


def print_army(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Print or write the army as it is now."""
    army, job = session.army, session.session.job("")  # as they are now, whatever is edited while pages are made
    source = session.session.source or session.starter or ""
    screen.app.push_screen(ExportScreen(army.name, lambda: replace(army, contents=job.written().data), source))


def show_sheet(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Show the sheet of the unit under the cursor, or all sheets, as text."""
    army, row = session.army, board.tree_row
    unit = row.unit if row is not None else ""
    title = f"{army.name} > {session.name_of(unit)}" if unit else army.name
    make = (lambda: card_text(army, unit) or "It has no sheet.") if unit else (lambda: sheet_text(army))
    screen.app.push_screen(PreviewScreen(title, make))


def show_notes(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Show what is to be remembered at the table."""
    army = session.army
    screen.app.push_screen(PreviewScreen(f"{army.name} > Notes for the table", lambda: notes_text(army)))


def copy_list(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Copy the list as text."""
    screen.app.copy_to_clipboard(list_text(session.army))
    screen.notify("The list is in the clipboard, if your terminal allows it.")


def copy_units(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Remember the units to be pasted, and give their text to other programs."""
    board.copied = board.army.marked
    screen.app.copy_to_clipboard("\n".join(map(session.text_of, board.copied)))
    screen.notify(f"Copied: v adds a copy of {'it' if len(board.copied) == 1 else 'them'}.")
    screen.refresh_bindings()


SHARES: Mapping[str, Share] = {
    "print": print_army,
    "sheet": show_sheet,
    "notes": show_notes,
    "text": copy_list,
    "copy": copy_units,
}
"""By the actions of the editor."""
