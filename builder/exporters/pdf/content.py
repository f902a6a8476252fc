"""Content streams: drawing primitives written as PDF operators, furniture as form XObjects drawn by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, floor

from builder.exporters.pdf.codes import Codes
from builder.exporters.pdf.fonts import Fonts
from builder.sheets.page import (
    MM,
    Circle,
    Colour,
    Drawing,
    FieldRun,
    FieldSet,
    Fill,
    Image,
    Item,
    Mark,
    PageField,
    Picture,
    Placed,
    Polygon,
    Rect,
    Segment,
    Style,
    Text,
    Weight,
)

ARC = 0.5523
"""How far the control points of a quarter of a circle lie from its ends, in radii."""
LEAST_FORM = 200
"""Bytes of operators from which furniture becomes a form: a smaller object costs more than it saves.

Furniture with words is one however short: viewers read the words of a form together.
"""
FOOT_CUT = 2 / 3
"""Of what is cut off a picture that is too high, the share below."""
DOTS = b"[0 2.4]0 d 1 J\n"
NO_DOTS = b"[]0 d 0 J\n"


class _Operands(dict[float, bytes]):
    """Lengths as operands, with so many decimals, each written once: pages have the same columns and rows."""

    def __init__(self, decimals: int) -> None:
        super().__init__()
        self._form = b"%%.%df" % decimals

    def __missing__(self, number: float) -> bytes:
        written = self[number] = self._form % number
        return written


class _Selected(dict[Style, tuple[bytes, dict[str, bytes]]]):
    """By styles, the operators that select their font and grey, and the texts shown in their cut so far."""

    def __init__(self, shown: Mapping[Weight, dict[str, bytes]]) -> None:
        super().__init__()
        self._shown = shown

    def __missing__(self, style: Style) -> tuple[bytes, dict[str, bytes]]:
        select = b"/%s %g Tf %.3g g\n" % (FONT_NAMES[style.weight], style.size, 1 - style.grey)
        selected = self[style] = (select, self._shown[style.weight])
        return selected


class Contents:
    """Writes streams for one document: keeps its fonts' codes and the furniture drawn so far.

    `forms` holds the operators of furniture that is drawn by a name of its own, `pictures` the names of pictures.
    """

    def __init__(self, fonts: Fonts) -> None:
        self.codes = {weight: Codes(face.glyphs) for weight, face in fonts.faces.items()}
        self.forms: dict[bytes, bytes] = {}
        self.drawn: dict[Drawing, bytes] = {}
        self.pictures: dict[Picture, bytes] = {}
        self.numbers = _Operands(2)
        self.text_numbers = _Operands(1)
        """Where texts stand: to less than a dot of a printer; what has edges is placed more finely."""
        self._drawn_once: dict[Drawing, bytes] = {}
        self._shown: dict[Weight, dict[str, bytes]] = {weight: {} for weight in fonts.faces}
        self.selected = _Selected(self._shown)

    def furniture(self, drawing: Drawing) -> bytes:
        """The operators that draw furniture: all of them for the first time, then its form, which `drawn` keeps."""
        operators = self._drawn_once.pop(drawing, None)
        if operators is None:
            stream = PageStream(self)
            stream.draw(drawing.items, 0.0, 0.0)
            operators = stream.to_bytes()
            if len(operators) < LEAST_FORM and b"Tj" not in operators:
                self.drawn[drawing] = operators
            else:
                self._drawn_once[drawing] = operators
            return operators
        drawn = self.drawn[drawing] = b"/%s Do " % self._form(operators)
        return drawn

    def _form(self, operators: bytes) -> bytes:
        name = b"X%d" % len(self.forms)
        self.forms[name] = operators
        return name

    def pictured(self, picture: Picture) -> bytes:
        """Return the name of a picture."""
        return self.pictures.setdefault(picture, b"P%d" % len(self.pictures))

    def shown(self, text: str, weight: Weight) -> bytes:
        """Return a text as an operand of Tj; what would end or change it is escaped."""
        codes = self.codes[weight].encoded(text)
        for sign in ESCAPED:
            codes = codes.replace(sign, b"\\" + sign)
        shown = self._shown[weight][text] = b"(%s)Tj\n" % codes.replace(b"\r", b"\\r")
        return shown


FONT_NAMES = {weight: b"F%d" % n for n, weight in enumerate(Weight)}
NOT_DRAWN = frozenset({PageField, FieldRun, FieldSet, Mark})
ESCAPED = (b"\\", b"(", b")")


class PageStream:
    """One stream in the making, with the graphics state as it stands."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._out: list[bytes] = []
        self._in_text = False
        self._style: Style | None = None
        self._texts: dict[str, bytes] = {}
        self._fill: Fill = -1.0
        self._line = -1.0
        self._dotted = False

    def to_bytes(self) -> bytes:
        """Return what has been drawn."""
        if self._in_text:
            self._out.append(b"ET\n")
        return b"".join(self._out)

    def draw(self, items: Sequence[Item], x: float, y: float) -> None:
        """Draw items; x and y are their origin in points, y upwards. Fields draw nothing."""
        # Types are compared: isinstance takes five times as long to say that a record is of another type.
        put, contents, numbers = self._out.append, self._contents, self._contents.text_numbers
        for item in items:
            if type(item) is Text:
                text, style = item.text, item.style
                if not text:
                    continue
                if style is not self._style:
                    self._select(style)
                shown = self._texts.get(text) or contents.shown(text, style.weight)
                put(b"1 0 0 1 %b %b Tm%b" % (numbers[x + item.x * MM], numbers[y - item.y * MM], shown))
            elif type(item) is Placed:
                drawing = item.drawing
                if drawing.shared:
                    self._draw_shared(drawing, x + item.x * MM, y - item.y * MM)
                else:
                    self.draw(drawing.items, x + item.x * MM, y - item.y * MM)
            elif type(item) not in NOT_DRAWN:
                self._draw_path(item, x, y)

    def _draw_shared(self, drawing: Drawing, x: float, y: float) -> None:
        """Draw furniture by its name, or for the first time; a form takes over what it finds: whole lines, no text."""
        contents = self._contents
        if self._in_text:
            self._end_text()
        if self._dotted:
            self._set_dots(False)
        form = contents.drawn.get(drawing) or contents.furniture(drawing)
        self._out.append(b"q 1 0 0 1 %b %b cm %bQ\n" % (contents.numbers[x], contents.numbers[y], form))

    def _draw_path(self, item: Item, x: float, y: float) -> None:
        if type(item) is Rect:
            corner = (x + item.x * MM, y - (item.y + item.height) * MM)
            path = b"%.2f %.2f %.2f %.2f re" % (*corner, item.width * MM, item.height * MM)
            self._paint(path, item.line, item.fill)
        elif type(item) is Segment:
            start, end = (x + item.x1 * MM, y - item.y1 * MM), (x + item.x2 * MM, y - item.y2 * MM)
            self._paint(b"%.2f %.2f m %.2f %.2f l" % (*start, *end), item.line, None, item.dotted)
        elif type(item) is Polygon:
            corners = b" l ".join(b"%.2f %.2f" % (x + left * MM, y - top * MM) for left, top in item.points)
            self._paint(corners.replace(b" l ", b" m ", 1) + b" l h", item.line, item.fill)
        elif type(item) is Circle:
            place = (x + item.x * MM, y - item.y * MM)
            self._paint(b"q 1 0 0 1 %.2f %.2f cm %b" % (*place, _circle(item.radius * MM)), item.line, item.fill)
            self._out.append(b"Q\n")
        elif type(item) is Image:
            self._show(item, x + item.x * MM, y - (item.y + item.height) * MM)

    def _show(self, image: Image, left: float, bottom: float) -> None:
        """Draw a picture as large as its frame needs, more of its foot cut off than of its head."""
        self._end_text()
        picture, width, height = image.picture, image.width * MM, image.height * MM
        scale = max(width / picture.width, height / picture.height)
        across, high = picture.width * scale, picture.height * scale
        corner = (left - (across - width) / 2, bottom - (high - height) * FOOT_CUT)
        frame = b"q %.2f %.2f %.2f %.2f re W n " % (left, bottom, width, height)
        matrix = b"%.2f 0 0 %.2f %.2f %.2f cm " % (across, high, *corner)
        self._out.append(frame + matrix + b"/%b Do Q\n" % self._contents.pictured(picture))

    def _select(self, style: Style) -> None:
        if not self._in_text:
            self._out.append(b"BT\n")
            self._in_text = True
        self._style = style
        self._fill = style.grey
        select, self._texts = self._contents.selected[style]
        self._out.append(select)

    def _set_fill(self, fill: Fill) -> None:
        if fill != self._fill:
            self._fill = fill
            self._out.append(b"%.3g %.3g %.3g rg\n" % fill if isinstance(fill, Colour) else b"%.3g g\n" % (1 - fill))

    def _set_dots(self, dotted: bool) -> None:
        """Dots or whole lines from here on."""
        if dotted is not self._dotted:
            self._dotted = dotted
            self._out.append(DOTS if dotted else NO_DOTS)

    def _end_text(self) -> None:
        if self._in_text:
            self._out.append(b"ET\n")
            self._in_text = False
            self._style = None

    def _paint(self, path: bytes, line: float, fill: Fill | None, dotted: bool = False) -> None:
        self._end_text()
        if fill is not None:
            self._set_fill(fill)
        if line and line != self._line:
            self._line = line
            self._out.append(b"%g w\n" % line)
        self._set_dots(dotted)
        self._out.append(path + PAINTS[bool(line), fill is not None])


PAINTS = {(True, False): b" S\n", (False, True): b" f\n", (True, True): b" B\n", (False, False): b" n\n"}
"""Operators by whether there is an outline, and a filling."""


@cache
def _circle(radius: float) -> bytes:
    """Return a circle around the origin: circles that are alike are packed better so than with their own places."""
    arc = radius * ARC
    quarters = (
        (radius, arc, arc, radius, 0, radius),
        (-arc, radius, -radius, arc, -radius, 0),
        (-radius, -arc, -arc, -radius, 0, -radius),
        (arc, -radius, radius, -arc, radius, 0),
    )
    curves = b" ".join(b"%.2f %.2f %.2f %.2f %.2f %.2f c" % quarter for quarter in quarters)
    return b"%.2f 0 m %b h" % (radius, curves)


Edges = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""
ABOVE, BELOW = 0.75 / MM, 0.25 / MM
"""How far letters reach up and down from their line, in mm for each point of their size."""


class Extents:
    """Works out where figures stand: what items cover. It is kept for drawings, which stand in many places."""

    def __init__(self) -> None:
        self._known: dict[Drawing, Edges | None] = {}

    def box(self, items: Iterable[Item], x: float, y: float, scale: float) -> bytes:
        """Return the box of items up to the next mark, whose origin is at x and y, as an attribute, in whole points."""
        found = self._edges(items, behind=True)
        if found is None:
            return b""
        left, top, right, bottom = (edge * MM for edge in found)
        low, high = (y - bottom) * scale, (y - top) * scale
        corners = floor((x + left) * scale), floor(low), ceil((x + right) * scale), ceil(high)
        return b"/A<</O/Layout/BBox[%d %d %d %d]>>" % corners

    def _edges(self, items: Iterable[Item], *, behind: bool = False) -> Edges | None:
        """Return the edges of items: of all of them, or of those `behind` a first mark and before the next."""
        found = [*self._each(items, behind)]
        if not found:
            return None
        lefts, tops, rights, bottoms = zip(*found, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def _each(self, items: Iterable[Item], behind: bool) -> Iterator[Edges]:
        for n, item in enumerate(items):
            if isinstance(item, Rect | Image):
                yield item.x, item.y, item.x + item.width, item.y + item.height
            elif isinstance(item, Segment):
                yield min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
            elif isinstance(item, Text) and item.text:
                yield item.x, item.y - ABOVE * item.style.size, item.x + item.width, item.y + BELOW * item.style.size
            elif isinstance(item, Placed):
                if inner := self._of(item.drawing):
                    left, top, right, bottom = inner
                    yield item.x + left, item.y + top, item.x + right, item.y + bottom
            elif isinstance(item, Polygon):
                lefts, tops = zip(*item.points, strict=True)
                yield min(lefts), min(tops), max(lefts), max(tops)
            elif isinstance(item, Circle):
                yield item.x - item.radius, item.y - item.radius, item.x + item.radius, item.y + item.radius
            elif isinstance(item, Mark) and behind and n:
                return

    def _of(self, drawing: Drawing) -> Edges | None:
        if drawing not in self._known:
            self._known[drawing] = self._edges(drawing.items)
        return self._known[drawing]
