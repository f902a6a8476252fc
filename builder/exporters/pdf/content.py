"""Content streams: drawing primitives written as PDF operators, furniture as form XObjects drawn by name."""

from __future__ import annotations

from collections.abc import Iterable

from builder.exporters.pdf.embedding import Codes
from builder.exporters.pdf.fonts import Fonts
from builder.exporters.pdf.objects import PdfFile
from builder.sheets.page import (
    MM,
    Circle,
    Colour,
    Drawing,
    Fill,
    Item,
    Line,
    Placed,
    Polygon,
    Rect,
    Style,
    Text,
    Weight,
)

ARC = 0.5523
"""How far the control points of a quarter of a circle lie from its ends, in radii."""
MARGIN = 8.0
"""Points by which the box of a form is larger than its drawing, for line weights."""
DOTS = b"[0 1.7]0 d 1 J\n"
NO_DOTS = b"[]0 d 0 J\n"


class Contents:
    """Writes streams for one document: keeps its fonts' codes and the furniture drawn so far."""

    def __init__(self, file: PdfFile, fonts: Fonts, resources: int) -> None:
        self.codes = {weight: Codes(face) for weight, face in fonts.faces.items()}
        self.forms: dict[bytes, int] = {}
        self._file = file
        self._resources = resources
        self._names: dict[Drawing, bytes] = {}
        self._shown: dict[tuple[str, Weight], bytes] = {}
        self._selected: dict[Style, bytes] = {}

    def stream(self, items: Iterable[Item], top: float) -> bytes:
        """The operators that draw items whose origin is `top` points over the origin of the page or form."""
        stream = _Stream(self)
        stream.draw(items, 0.0, top)
        return stream.to_bytes()

    def form(self, drawing: Drawing) -> bytes:
        """The name under which a drawing is drawn, once its form is in the file."""
        name = self._names.get(drawing)
        if name is None:
            data = self.stream(drawing.items, 0.0)
            box = (-MARGIN, -drawing.height * MM - MARGIN, drawing.width * MM + MARGIN, MARGIN)
            entries = b"/Type/XObject/Subtype/Form/BBox[%.1f %.1f %.1f %.1f]/Resources %d 0 R" % (*box, self._resources)
            name = self._names[drawing] = b"X%d" % len(self._names)
            self.forms[name] = self._file.add_stream(data, entries)
        return name

    def shown(self, text: str, weight: Weight) -> bytes:
        """A text as the operand of Tj."""
        key = (text, weight)
        shown = self._shown.get(key)
        if shown is None:
            shown = self._shown[key] = text.translate(self.codes[weight]).encode("utf-16-be").hex().encode()
        return shown

    def selected(self, style: Style) -> bytes:
        """The operator that selects the font of a style."""
        selected = self._selected.get(style)
        if selected is None:
            selected = self._selected[style] = b"/%s %g Tf\n" % (FONT_NAMES[style.weight], style.size)
        return selected


FONT_NAMES = {weight: b"F%d" % n for n, weight in enumerate(Weight)}


class _Stream:
    """One stream in the making, with the graphics state as it stands."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._out: list[bytes] = []
        self._in_text = False
        self._style: Style | None = None
        self._fill: Fill = -1.0
        self._line = -1.0
        self._dotted = False

    def to_bytes(self) -> bytes:
        """What has been drawn."""
        if self._in_text:
            self._out.append(b"ET\n")
        return b"".join(self._out)

    def draw(self, items: Iterable[Item], x: float, y: float) -> None:
        """Draw items; x and y are their origin in points, y upwards. Fields draw nothing."""
        put = self._out.append
        contents = self._contents
        for item in items:
            if isinstance(item, Text):
                left, base, text, style, _ = item
                if not self._in_text:
                    put(b"BT\n")
                    self._in_text = True
                if style is not self._style:
                    self._select(style)
                put(
                    b"1 0 0 1 %.2f %.2f Tm<%s>Tj\n" % (x + left * MM, y - base * MM, contents.shown(text, style.weight))
                )
            elif isinstance(item, Placed):
                left, top, drawing = item
                if drawing.shared:
                    self._end_text()
                    self._set_dots(False)
                    put(b"q 1 0 0 1 %.2f %.2f cm/%s Do Q\n" % (x + left * MM, y - top * MM, contents.form(drawing)))
                else:
                    self.draw(drawing.items, x + left * MM, y - top * MM)
            elif isinstance(item, Rect):
                left, top, width, height, line, fill = item
                self._paint(
                    b"%.2f %.2f %.2f %.2f re" % (x + left * MM, y - (top + height) * MM, width * MM, height * MM),
                    line,
                    fill,
                )
            elif isinstance(item, Line):
                x1, y1, x2, y2, line, dotted = item
                path = b"%.2f %.2f m %.2f %.2f l" % (x + x1 * MM, y - y1 * MM, x + x2 * MM, y - y2 * MM)
                self._paint(path, line, None, dotted)
            elif isinstance(item, Polygon):
                points, line, fill = item
                corners = b" l ".join(b"%.2f %.2f" % (x + left * MM, y - top * MM) for left, top in points)
                self._paint(corners.replace(b" l ", b" m ", 1) + b" l h", line, fill)
            elif isinstance(item, Circle):
                left, top, radius, line, fill = item
                self._paint(_circle(x + left * MM, y - top * MM, radius * MM), line, fill)

    def _select(self, style: Style) -> None:
        self._style = style
        self._out.append(self._contents.selected(style))
        self._set_fill(style.grey)

    def _set_fill(self, fill: Fill) -> None:
        if fill != self._fill:
            self._fill = fill
            self._out.append(b"%.3g %.3g %.3g rg\n" % fill if isinstance(fill, Colour) else b"%.3g g\n" % (1 - fill))

    def _set_dots(self, dotted: bool) -> None:
        """Dots or whole lines from here on; a form takes over what it finds, so it must find whole lines."""
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


def _circle(x: float, y: float, radius: float) -> bytes:
    arc = radius * ARC
    quarters = (
        (x + radius, y + arc, x + arc, y + radius, x, y + radius),
        (x - arc, y + radius, x - radius, y + arc, x - radius, y),
        (x - radius, y - arc, x - arc, y - radius, x, y - radius),
        (x + arc, y - radius, x + radius, y - arc, x + radius, y),
    )
    curves = b" ".join(b"%.2f %.2f %.2f %.2f %.2f %.2f c" % quarter for quarter in quarters)
    return b"%.2f %.2f m %s h" % (x + radius, y, curves)
