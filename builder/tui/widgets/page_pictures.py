"""Pages of a PDF as pictures, in kitty's graphics or as sixels.

Importing this module needs the packages of the extra `pictures`, and a terminal that nothing else reads meanwhile:
`textual_image` asks it what it can show.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import ClassVar

import pypdfium2
from PIL.Image import Image
from textual.binding import BindingType
from textual.events import Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual_image import renderable
from textual_image.widget import SixelImage, TGPImage

from builder.tui.actions import bindings_of
from builder.tui.widgets.lines import Container, PlainText

ACROSS = 1200
"""Pixels across a page as it is drawn; the widget scales it to the room there is."""
KEPT = 4
"""Pages that are kept drawn, so that leafing back is at once."""
WIDEST = 100
"""Cells that a page takes at most: its text is large enough, and the terminal is sent no more than it needs."""


class KittyImage(PlainText, TGPImage, Renderable=renderable.TGPImage):
    """A picture in kitty's graphics, whose signs stand for its parts and are not to be made plain."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return none of the filters of the app."""
        return ()


Picture = KittyImage | SixelImage


def picture_kind() -> type[Picture] | None:
    """Return the widget for what the terminal has said that it can show; None where it shows no pictures."""
    if renderable.Image is renderable.TGPImage:
        return KittyImage
    return SixelImage if renderable.Image is renderable.SixelImage else None


class DrawnPages:
    """The pages of a PDF, drawn when they are asked for."""

    def __init__(self, data: bytes) -> None:
        self._document, self._lock = pypdfium2.PdfDocument(data), Lock()
        self.picture = lru_cache(KEPT)(self._picture)

    def __len__(self) -> int:
        return len(self._document)

    def _picture(self, index: int) -> Image:
        with self._lock:  # pdfium draws on one thread at a time.
            page = self._document[index]
            drawn: Image = page.render(scale=ACROSS / page.get_width()).to_pil()
            return drawn


class PagePane(Container, can_focus=True):
    """The pages of a PDF, one at a time, as wide as there is room for."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("lines")]

    def __init__(self, picture: Picture, pages: DrawnPages, *, id: str) -> None:
        super().__init__(picture, id=id, classes="pane")
        self._picture, self._pages = picture, pages
        self._picture.display = False  # until its size is known
        self._page = 0

    async def on_mount(self) -> None:
        """Show the first page."""
        await self.leaf(0)

    async def leaf(self, by: int) -> None:
        """Go so many pages on, to the top of that page; nowhere beyond the first and the last."""
        page = min(max(0, self._page + by), len(self._pages) - 1)
        drawn = await asyncio.to_thread(self._pages.picture, page)
        with self.app.batch_update():  # A picture is sent each time it is painted.
            self._picture.image = drawn
            self._page = page
            self.border_subtitle = f"page {page + 1} of {len(self._pages)}"
            self.scroll_home(animate=False)
            self._fit()

    def on_resize(self, event: Resize) -> None:
        """Fit the page to the room there is now."""
        self._fit()

    def _fit(self) -> None:
        shown, width = self._picture, min(WIDEST, self.scrollable_content_region.width)
        if shown.image is not None and width > 0:
            shown.styles.width = shown.styles.height = "auto"
            room = Size(width, 100 * width)
            height = shown.get_content_height(room, room, width)
            shown.styles.width, shown.styles.height = width, height
            shown.display = True

    # -- moving --------------------------------------------------------------------
    def action_up(self) -> None:
        """Go up by a line."""
        self.scroll_up(animate=False)

    def action_down(self) -> None:
        """Go down by a line."""
        self.scroll_down(animate=False)

    def action_page_up(self) -> None:
        """Go up by what is in view."""
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Go down by what is in view."""
        self.scroll_page_down(animate=False)

    def action_first(self) -> None:
        """Go to the top of the page."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the foot of the page."""
        self.scroll_end(animate=False)
