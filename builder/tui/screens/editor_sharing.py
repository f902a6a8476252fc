"""What the editor gives to others: pages, the sheets as text, the list for a chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.record import replace
from builder.services.editor.session import EditorSession
from builder.services.editor.view import TreeRow
from builder.services.export.files import card_text, list_text, sheet_text
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.preview import PreviewScreen

Share = Callable[[ActionScreen, EditorSession, "TreeRow | None"], None]
"""Shares the army of a screen; the row is that under the cursor."""


def print_army(screen: ActionScreen, session: EditorSession, row: TreeRow | None) -> None:
    """Print or write the army as it is now."""
    army, job = session.army, session.session.job("")  # as they are now, whatever is edited while pages are made
    source = session.session.source or session.starter or ""
    screen.app.push_screen(ExportScreen(army.name, lambda: replace(army, contents=job.written().data), source))


def show_sheet(screen: ActionScreen, session: EditorSession, row: TreeRow | None) -> None:
    """Show the sheet of the unit under the cursor, or all sheets, as text."""
    army, unit = session.army, row.unit if row is not None else ""
    title = f"{army.name} > {session.name_of(unit)}" if unit else army.name
    make = (lambda: card_text(army, unit) or "It has no sheet.") if unit else (lambda: sheet_text(army))
    screen.app.push_screen(PreviewScreen(title, make))


def copy_list(screen: ActionScreen, session: EditorSession, row: TreeRow | None) -> None:
    """Copy the list as text."""
    screen.app.copy_to_clipboard(list_text(session.army))
    screen.notify("The list is in the clipboard, if your terminal allows it.")


SHARES: Mapping[str, Share] = {"print": print_army, "sheet": show_sheet, "text": copy_list}
"""By the actions of the editor."""
