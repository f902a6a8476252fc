"""A text to read: sheets as they are printed, also as pictures of their pages, or what is wrong with a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import BindingType
from textual.filter import NoColor

from builder.errors import InputError, MusterError
from builder.tui.actions import Action, bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.sentences import keyed
from builder.tui.themes import PlainSigns, filters_of
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.lines import TextLines, plain
from builder.tui.widgets.print_panes import NO_BREAK, PAGE, TextPane

if TYPE_CHECKING:
    from builder.tui.widgets.page_pictures import PagePane, Picture


class PreviewScreen(ActionScreen):
    """Shows a text; `make` works it out and may take a while.

    Args:
        title: what it is of.
        make: gives the text; a MusterError becomes a message.
        pages: gives the same as PDF, whose pages are shown in place of the text where the terminal can.
        goes_on: whether a game goes on from there: it is closed with `on` then.
        page: the page that is shown first, of a text in which each has a heading.
    """

    scope = "preview"
    CSS_PATH = "preview.tcss"
    AUTO_FOCUS = "#text"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("preview")]

    def __init__(
        self,
        title: str,
        make: Callable[[], str],
        pages: Callable[[], bytes] | None = None,
        *,
        goes_on: bool = False,
        page: int = 0,
    ) -> None:
        super().__init__()
        self._page = page
        self._title, self._make, self._make_pages, self._goes_on = title, make, pages, goes_on
        self._pages: PagePane | None = None

    def compose(self) -> ComposeResult:
        """The head, the text, the keys."""
        yield TextLines(id="head")
        text = TextPane(id="text")
        text.add_class("pane")
        yield text
        yield KeyLine()

    @property
    def text(self) -> str:
        """What is shown, its lines as long as they are."""
        return self.query_one(TextPane).text.replace(NO_BREAK, " ")

    def on_mount(self) -> None:
        """Work the text out, and its pages."""
        self.query_one("#head", TextLines).show(plain(f" Muster > {self._title}", "title"))
        self.fill()

    @work(group="reading", exclusive=True)
    async def fill(self) -> None:
        """Make the text, and show it."""
        try:
            text = await self.beside(self._make, self.query_one(TextPane).say)
        except MusterError as error:
            text = str(error)
        pane = self.query_one(TextPane)
        pane.show_text(text)
        self.refresh_bindings()
        if self._page and (headings := self._headings):
            # It scrolls no further than to the end of what is laid out by now.
            pane.call_after_refresh(pane.to_top, headings[min(self._page, len(headings) - 1)])
        if self._make_pages is not None:
            await self._show_pages(self._make_pages)

    # -- pages -------------------------------------------------------------------
    async def _show_pages(self, make: Callable[[], bytes]) -> None:
        """Show the pages in place of the text where the terminal shows pictures."""
        kind = picture_kind_of(self.app)
        if kind is None:
            return
        from builder.tui.widgets.page_pictures import DrawnPages, PagePane

        pages = await self.tried(lambda: DrawnPages(make()))
        if pages is not None:
            self._pages = PagePane(kind(), pages, id="pages")
            await self.mount(self._pages, after=self.query_one(TextPane))
            self.action_pictures()
            await self._pages.leaf(self._page)

    def action_pictures(self) -> None:
        """Show the pages in place of the text, or the text in place of the pages."""
        self.toggle_class("-pictures")
        self.set_focus(self._pages if self.has_class("-pictures") else self.query_one(TextPane))
        self.refresh_bindings()

    @property
    def _headings(self) -> Sequence[int]:
        """The rows of the text at which its pages begin."""
        return [n for n, row in enumerate(self.query_one(TextPane).rows) if row.startswith(PAGE)]

    async def _leaf(self, by: int) -> None:
        if self.has_class("-pictures") and self._pages is not None:
            await self._pages.leaf(by)
            return
        pane = self.query_one(TextPane)
        at = pane.scroll_offset.y if pane.max_scroll_y else pane.cursor
        headings = [n for n in self._headings if (n > max(at, pane.cursor) if by > 0 else n < min(at, pane.cursor))]
        if headings:
            pane.to_top(headings[0] if by > 0 else headings[-1])

    async def action_next(self) -> None:
        """Go to the next page."""
        await self._leaf(1)

    async def action_before(self) -> None:
        """Go to the page before."""
        await self._leaf(-1)

    def allows(self, name: str) -> bool:
        """Whether there are pages to leaf through, or to show at all, and whether a game goes on from there."""
        if name == "go_on":
            return self._goes_on
        if name in ("next", "before"):
            return self.has_class("-pictures") or bool(self._headings)
        return name != "pictures" or self._pages is not None

    def why_not(self, name: str) -> str:
        """Why pages are not shown as pictures, and how they could be."""
        if name != "pictures" or self._make_pages is None:
            return ""
        if lacking_packages():
            return "they take pip install 'musterbook[pictures]', and a terminal with kitty's graphics or sixels."
        return "they take a terminal with kitty's graphics or sixels, colours, and no plain signs."

    @property
    def listed_actions(self) -> Sequence[Action]:
        """The actions that do something with this text: keys of pages where there are any."""
        leafed = ("next", "before") if self._pages is not None or self._headings else ()
        if self._make_pages is not None:
            leafed = (*leafed, "pictures")  # Pressed where there are none, it says why.
        return [action for action in self.actions if action.name in leafed or self.allows(action.name)]

    def label(self, name: str) -> str:
        """Return what the key shows that goes from text to pages and back."""
        return "Text" if name == "pictures" and self.has_class("-pictures") else ""

    @property
    def wanted(self) -> Sequence[str]:
        """The keys of the pages, which stand first."""
        return ("preview.go_on", "preview.next", "preview.pictures")

    # -- keys --------------------------------------------------------------------
    def action_go_on(self) -> None:
        """Close it, and go on to the next phase or turn."""
        self.dismiss("on")

    def action_copy(self) -> None:
        """Copy the text."""
        self.app.copy_to_clipboard(self.text)
        self.notify("The text is in the clipboard, if your terminal allows it.")

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()


def not_edited(source: str, error: MusterError) -> PreviewScreen:
    """What is shown in place of an army that is not edited: a saved roster as it is printed, else what is wrong."""
    from builder.services.army.locator import open_army
    from builder.services.export.files import sheet_pages, sheet_text

    if not (isinstance(error, InputError) and error.findings[0].code == "saved"):
        return PreviewScreen(source, lambda: f"This army cannot be opened.\n\n{error}")
    ways = keyed("In the library {library.data} adds data, and {library.import} brings the roster in.")
    told = f"{error.findings[0].message} {ways}"

    def text() -> str:
        return f"{told}\n\n{sheet_text(open_army(source))}"

    return PreviewScreen(Path(source).stem, text, lambda: sheet_pages(open_army(source)))


def lacking_packages() -> bool:
    """Whether what draws pages as pictures is not installed."""
    return find_spec("textual_image") is None or find_spec("pypdfium2") is None


def picture_kind_of(app: App[None]) -> type[Picture] | None:
    """Return the widget for pictures on the app's terminal; None without one, or without the packages for it.

    The terminal answers on the app's input, which is given up until it has.
    """
    plain = any(isinstance(each, NoColor | PlainSigns) for each in filters_of(app))
    if plain or lacking_packages():
        return None
    try:
        with app.suspend():
            from builder.tui.widgets.page_pictures import picture_kind
    except SuspendNotSupported:
        return None
    return picture_kind()
