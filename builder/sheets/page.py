"""Pages as drawing primitives: what an exporter draws, without knowing what a unit is.

Lengths are in mm from the top left corner of the page (of the drawing, inside one); line weights and type sizes are in
points; greys are shares of black, 0 to 1.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from builder.errors import Finding
from builder.record import Record
from builder.systems.blocks import SheetField, SheetResult

MM = 72 / 25.4
"""Points in a millimetre."""


class Weight(enum.StrEnum):
    """The cut of a text."""

    REGULAR = "regular"
    MEDIUM = "medium"
    BOLD = "bold"


class Style(Struct, frozen=True, eq=False, gc=False):
    """How a text is set; styles are compared by identity, so that exporters can look them up fast."""

    weight: Weight
    size: float
    grey: float


class Colour(NamedTuple):
    """A colour of light, each part 0 to 1; only a help, since grey print must tell as much."""

    red: float
    green: float
    blue: float


Fill = float | Colour
"""A share of black, or a colour."""


class Text(Record, frozen=True):
    """A run of text: its left end on the baseline, and its width."""

    x: float
    y: float
    text: str
    style: Style
    width: float


class Rect(Record, frozen=True):
    """A rectangle: outline of `line` points (0: none), filled with `fill` (None: not filled)."""

    x: float
    y: float
    width: float
    height: float
    line: float
    fill: Fill | None = None


class Segment(Record, frozen=True):
    """A straight line; dotted lines are for writing on."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float
    dotted: bool = False


class Polygon(Record, frozen=True):
    """A closed outline, filled where `fill` is not None."""

    points: tuple[tuple[float, float], ...]
    line: float
    fill: Fill | None = None


class Circle(Record, frozen=True):
    """A circle."""

    x: float
    y: float
    radius: float
    line: float
    fill: Fill | None = None


class Picture(Struct, frozen=True, eq=False, gc=False):
    """A picture: its size in pixels, whether it has no colours, and its contents as JPEG; compared by identity."""

    width: int
    height: int
    grey: bool
    data: bytes


class Image(Record, frozen=True):
    """A picture that fills a frame; what is too high or too wide for it is cut off."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture


class FieldKind(enum.StrEnum):
    """What a field takes."""

    CHECK = "check"
    NUMBER = "number"
    TEXT = "text"


class PageField(Record, frozen=True):
    """A box that a player fills in; it draws nothing."""

    id: str
    kind: FieldKind
    x: float
    y: float
    width: float
    height: float


Boxes = tuple[tuple[float, float, float, float], ...]
"""Left, top, width and height of boxes."""


class FieldRun(Record, frozen=True):
    """Check boxes with the ids `<prefix><n>`; the boxes lie relative to x and y."""

    prefix: str
    first: int
    x: float
    y: float
    boxes: Boxes

    def fields(self) -> Iterator[PageField]:
        """Yield the boxes one by one."""
        for n, (left, top, width, height) in enumerate(self.boxes, self.first):
            yield PageField(f"{self.prefix}{n}", FieldKind.CHECK, self.x + left, self.y + top, width, height)


class FieldSet(Record, frozen=True):
    """Fields placed together; the number that the id of each begins with is that of its id among the ids here."""

    ids: tuple[str, ...]
    x: float
    y: float
    places: tuple[PageField | FieldRun, ...]

    def moved(self, x: float, y: float) -> Iterator[PageField | FieldRun]:
        """Yield the fields and runs with their ids, moved by x and y."""
        for place in self.places:
            left, top = x + self.x + place.x, y + self.y + place.y
            if isinstance(place, FieldRun):
                yield replace(place, prefix=self._named(place.prefix), x=left, y=top)
            else:
                yield replace(place, id=self._named(place.id), x=left, y=top)

    def fields(self) -> Iterator[PageField]:
        """Yield the fields one by one."""
        for place in self.moved(0, 0):
            yield from place.fields() if isinstance(place, FieldRun) else (place,)

    def _named(self, name: str) -> str:
        number, dot, rest = name.partition(".")
        return self.ids[int(number)] + dot + rest


class Drawing(Struct, frozen=True, eq=False, gc=False):
    """Items placed together; a `shared` one is furniture that stands in many places, so that it can be drawn once.

    Drawings are compared by identity. Nothing in them lies outside their width and height, but for line weights.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    shared: bool = True


class Placed(Record, frozen=True):
    """A drawing with its top left corner at x and y."""

    x: float
    y: float
    drawing: Drawing


class Role(enum.StrEnum):
    """What items are, for those who have a page read out."""

    CARD = "card"
    """All that follows belongs to one card."""
    SHEET = "sheet"
    """The title of a sheet."""
    HEADING = "heading"
    ID = "id"
    """The id of a card that is drawn after all of it: it is read behind its heading and what follows that."""
    PLAIN = "plain"
    """Words of their own, as texts without a mark are; it ends a heading, a row or a figure."""
    FIGURE = "figure"
    """What is seen, told in other words."""
    ASIDE = "aside"
    """What is not read out, such as the head of a page that was read before."""
    TITLES = "titles"
    """A row with the titles of columns, with which a table begins."""
    ROW = "row"
    KEY = "key"
    """The cell of a row that says what the row is about."""
    CELL = "cell"


class Mark(Record, frozen=True):
    """Says what the items behind it in the same drawing are, up to the next mark; it draws nothing.

    `words` say what a figure shows.
    """

    role: Role
    words: str = ""


CARD, SHEET, HEADING, PLAIN, ASIDE = map(Mark, (Role.CARD, Role.SHEET, Role.HEADING, Role.PLAIN, Role.ASIDE))
TITLES, ROW, KEY, CELL, ID = map(Mark, (Role.TITLES, Role.ROW, Role.KEY, Role.CELL, Role.ID))
Item = Text | Rect | Segment | Polygon | Circle | Image | Placed | PageField | FieldRun | FieldSet | Mark


class Stay(Record, frozen=True):
    """Where a card, or a part of it, stands: `part` of `parts`, top and height in mm."""

    card: str
    name: str
    top: float
    height: float
    part: int = 1
    parts: int = 1


class Link(Record, frozen=True):
    """A place on a page that leads to another one: left, top, width and height in mm of the paper.

    Args:
        page, to: the page that it leads to, by its number from 0, and the height of the spot there in mm.
        words: where it leads, in words.
    """

    x: float
    y: float
    width: float
    height: float
    page: int
    to: float
    words: str


class Page(Record, frozen=True):
    """One page: its sheet (`units`), its label (`U1`) and what is drawn on it.

    Args:
        width, height: of the paper, in mm.
        scale: how many mm of the paper a mm of its items takes; more than 1 for larger text.
    """

    sheet: str
    label: str
    width: float
    height: float
    items: tuple[Item, ...]
    stays: tuple[Stay, ...] = ()
    scale: float = 1.0
    links: tuple[Link, ...] = ()


class Bookmark(Record, frozen=True):
    """An entry of the outline: a page by its number from 0, and the height of the spot in mm."""

    title: str
    page: int
    top: float
    children: tuple[Bookmark, ...] = ()


class Attachment(Record, frozen=True, kw_only=True):
    """A file that goes with a document: `name` is what programs find it by, `file` what it is called when taken out.

    Args:
        media: its media type, such as `application/json`; any bytes where none is told.
        about: what it is, in words.
        modified: when it was last changed, in seconds since 1970; 0 where that is not known.
    """

    name: str
    file: str
    about: str
    data: bytes
    media: str = "application/octet-stream"
    modified: float = 0.0


class Pages(Record, frozen=True):
    """A whole document.

    Args:
        findings: what could not be printed as it is written.
        form: what its fields are, by their ids; None where nothing of it is filled in but with a pen.
        results: what its form works out.
        ink_saver: whether boxes are ticked with a cross.
        tagged: whether marks are kept, for those who have the document read out.
        archive: whether it must be as an archive wants it (PDF/A).
    """

    title: str
    subject: str
    pages: tuple[Page, ...]
    outline: tuple[Bookmark, ...] = ()
    findings: tuple[Finding, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    form: Mapping[str, SheetField] | None = None
    results: tuple[SheetResult, ...] = ()
    ink_saver: bool = False
    tagged: bool = True
    archive: bool = False


def flat(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[Item]:
    """Yield all that is drawn and all single fields, moved by x and y, without drawings, runs and marks."""
    for item in items:
        match item:
            case Placed():
                yield from flat(item.drawing.items, x + item.x, y + item.y)
            case FieldRun() | FieldSet():
                for box in item.fields():
                    yield replace(box, x=x + box.x, y=y + box.y)
            case Segment():
                yield replace(item, x1=x + item.x1, y1=y + item.y1, x2=x + item.x2, y2=y + item.y2)
            case Polygon():
                yield replace(item, points=tuple((x + left, y + top) for left, top in item.points))
            case Mark():
                pass
            case _:
                yield replace(item, x=x + item.x, y=y + item.y)
