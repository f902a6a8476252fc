"""An army for others: printed, its sheets and notes shown, its list or its units in the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from builder.record import replace
from builder.services.army.notes import notes_text
from builder.services.army.opening import Army
from builder.services.export.files import card_text, list_text, sheet_pages, sheet_text
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.sentences import keyed

if TYPE_CHECKING:
    from builder.services.editor.session import EditorSession
    from builder.tui.screens.editor_panes import EditorBoard


def show_sheets(screen: ActionScreen, name: str, army: Callable[[], Army]) -> None:
    """Show all sheets of an army, as text and as pages."""
    screen.app.push_screen(PreviewScreen(name, lambda: sheet_text(army()), lambda: sheet_pages(army())))


def to_clipboard(screen: ActionScreen, text: str) -> str:
    """Copy the list of an army as text, and return what is to be said of that."""
    screen.app.copy_to_clipboard(text)
    return "The list is in the clipboard, if your terminal allows it."


def print_edited(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Print or write the army as it is now, whatever is edited while its pages are made."""
    army, job = session.army, session.session.job("")
    now, source = (lambda: replace(army, contents=job.written().data)), session.session.source or session.starter or ""
    screen.app.push_screen(ExportScreen(army.name, now, source, in_word=board.pane == "details"))


def show_sheet(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Show the sheet of the unit under the cursor as text, or all sheets."""
    army, row = session.army, board.tree_row
    unit = row.unit if row is not None else ""
    if not unit:
        show_sheets(screen, army.name, lambda: army)
        return
    title = f"{army.name} > {session.name_of(unit)}"
    screen.app.push_screen(PreviewScreen(title, lambda: card_text(army, unit) or "It has no sheet."))


def show_notes(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Show what is to be remembered at the table."""
    army = session.army
    screen.app.push_screen(PreviewScreen(f"{army.name} > Notes for the table", lambda: notes_text(army)))


def copy_list(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Copy the list as text."""
    screen.notify(to_clipboard(screen, list_text(session.army)))


def copy_units(screen: ActionScreen, session: EditorSession, board: EditorBoard) -> None:
    """Remember the units to be pasted, and give their text to other programs."""
    board.copied = board.army.marked
    screen.app.copy_to_clipboard("\n".join(map(session.text_of, board.copied)))
    screen.notify(keyed("Copied: {editor.paste} adds a copy of {}.", "it" if len(board.copied) == 1 else "them"))
    screen.refresh_bindings()


Share = Callable[[ActionScreen, "EditorSession", "EditorBoard"], None]
"""Shares the army of an editor, whose board says what is under the cursor and what is marked."""

SHARES: Mapping[str, Share] = {
    "print": print_edited,
    "sheet": show_sheet,
    "notes": show_notes,
    "text": copy_list,
    "copy": copy_units,
}
"""How an army that is edited is shared, by the actions of the editor."""
