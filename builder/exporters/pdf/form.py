"""The fields of a fillable document: one widget for each place, by hierarchical names, with appearances that all share.

A field and its only widget are one dictionary; viewers look up what scripts name much faster by its path. Nothing is
worked out as a document is opened, so each field is written with what it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, String

from builder.exporters.pdf.content import held
from builder.exporters.pdf.scripts import LIBRARY, result_fields, script_of
from builder.sheets.page import MM, Drawing, FieldKind, FieldRun, FieldSet, Item, Page, PageField, Pages, Placed
from builder.systems.blocks import Shape, SheetField

OWN = "value"
"""The last part of the name of a field whose id other ids begin with: in a form that is a branch, and holds nothing."""
BOX = 10.0
"""The size of an appearance; viewers fit it into each widget."""
MARKS: Mapping[Shape, bytes] = {
    Shape.SQUARE: b"0 g 1.8 1.8 6.4 6.4 re f",
    Shape.CIRCLE: b"0 g 8 5 m 8 6.66 6.66 8 5 8 c 3.34 8 2 6.66 2 5 c 2 3.34 3.34 2 5 2 c 6.66 2 8 3.34 8 5 c f",
    Shape.DIAMOND: b"0 g 5 1.6 m 8.4 5 l 5 8.4 l 1.6 5 l f",
}
CROSS = b"0 G 1.2 w 2 2 m 8 8 l 2 8 m 8 2 l S"
"""The mark of sheets that save ink."""
PRINTED = 4
"""The flag of a widget that is printed."""
READ_ONLY, MULTILINE, CENTRED = 1, 1 << 12, 1
PUSH_BUTTON = 1 << 16
BUTTON, MARGIN = 20.0, 9.0
"""The width of a button, and of the margin at its right, in mm."""
GROUND = b"0.88 g 0 0 500 500 re f "
"""What is drawn below the words of a button."""
TURN_MARKS = frozenset({"activated", "marched", "overwatch", "acted"})
"""The last parts of the ids of boxes that are emptied each turn."""
FIGURES = 7
"""Of a number that is written in, at most."""
BIG, SMALL, SMALLEST = 11, 7, 5.5
"""Type sizes, in points: of a number, of notes, of results where they are narrow."""
NARROW = 17
"""Millimetres of a result up to which it is set smallest."""


def fields_on(page: Page) -> list[PageField]:
    """Return the fields of a page one by one, in the order in which its cards have them."""
    return list(_fields(page.items, 0.0, 0.0, {}))


def _fields(items: Sequence[Item], x: float, y: float, without: dict[Drawing, bool]) -> Iterator[PageField]:
    """Yield fields moved by x and y; drawings `without` any, most of them, are gone through once."""
    for item in items:
        if isinstance(item, Placed):
            drawing = item.drawing
            if not without.get(drawing):
                found = list(_fields(drawing.items, x + item.x, y + item.y, without))
                without[drawing] = not found
                yield from found
        elif isinstance(item, FieldSet):
            for place in item.moved(x, y):
                yield from place.fields() if isinstance(place, FieldRun) else (place,)
        elif isinstance(item, FieldRun | PageField):
            for field in item.fields() if isinstance(item, FieldRun) else (item,):
                yield PageField(field.id, field.kind, x + field.x, y + field.y, field.width, field.height)


class FormWriter:
    """Adds the fields of pages to a document."""

    def __init__(self, pdf: Pdf, pages: Pages) -> None:
        self._pdf, self._pages, self._ink_saver = pdf, pages.pages, pages.ink_saver
        self._fields: Mapping[str, SheetField] = pages.form or {}
        self._results = {result.id: result for result in pages.results}
        self._calculated: list[Object] = []
        self._has_buttons = False
        self._looks: dict[Shape, Object] = {}
        self._written: dict[str, Object] = {}
        self._branches: dict[str, Object] = {}
        self._roots = Array()
        self._off = self._stream(b"")
        self._font = pdf.make_indirect(
            Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
        )

    def add(self, leaves: Sequence[Object]) -> None:
        """Add all fields of the pages, whose dictionaries are given in their order."""
        pages = self._pages
        places = [fields_on(page) for page in pages]
        for page, fields in zip(pages, places, strict=True):
            fields += result_fields(page, fields, self._results.values(), self._fields)
        ids = {field.id for fields in places for field in fields}
        branches = {id[:at] for id in ids for at, sign in enumerate(id) if sign == "."}
        counts: dict[str, int] = {}
        for field in (field for fields in places for field in fields):
            counts[field.id] = counts.get(field.id, 0) + 1
        for page, leaf, fields in zip(pages, leaves, places, strict=True):
            widgets = [
                self._widget(page, leaf, field, field.id in branches, shared=counts[field.id] > 1)
                for field in fields
                if field.id in self._fields or field.id in self._results
            ]
            if widgets and not self._has_buttons:
                self._has_buttons = True
                widgets = [*self._buttons(page, ids), *widgets]
            if widgets:
                leaf.Annots, leaf.Tabs = Array(widgets), Name.R
        resources = Dictionary(Font=Dictionary(Helv=self._font))
        form = Dictionary(Fields=self._roots, DR=resources, DA=String("/Helv 9 Tf 0 g"))
        if self._calculated:
            form.CO = Array(self._calculated)
            script = Dictionary(S=Name.JavaScript, JS=String(LIBRARY))
            names = self._pdf.Root.get("/Names", Dictionary())
            names.JavaScript = Dictionary(Names=Array([String("muster"), self._pdf.make_indirect(script)]))
            self._pdf.Root.Names = names
        self._pdf.Root.AcroForm = form

    def _widget(self, page: Page, leaf: Object, field: PageField, branch: bool, *, shared: bool) -> Object:
        """Return the widget of a field, which is the field too where it is the only one of it."""
        own = self._written.get(field.id)
        place = b"<</Type/Annot/Subtype/Widget/F 4/Rect[%.1f %.1f %.1f %.1f]" % _corners(page, field)
        if not shared or own is None:
            above, _, name = (f"{field.id}.{OWN}" if branch else field.id).rpartition(".")
            known = self._fields.get(field.id)
            if field.kind is FieldKind.CHECK and known is not None:
                # In one piece: sheets have hundreds of boxes, and each key that is set by itself takes as long.
                state = b"/Yes/DV/Yes/AS/Yes" if known.value else b"/Off/AS/Off"
                words = String(held(known.words)).unparse()
                made = Object.parse(b"%b/FT/Btn/T%b/TU%b/V%b>>" % (place, String(name).unparse(), words, state))
                made.AP = self._look(known.shape)
            else:
                made = Object.parse(place + b">>")
                made.T = String(name)
                self._fill(made, field)
            made = self._pdf.make_indirect(made)
            if field.id in self._results:
                self._calculated.append(made)
            self._place(made, above)
        else:
            made = Object.parse(place + b">>")
        if not shared:
            return made
        if own is None:  # from now on it is a field alone, and each of its places a widget
            own, look = made, Dictionary(Type=Name.Annot, Subtype=Name.Widget, F=PRINTED, Rect=made.Rect)
            for key in ("/Type", "/Subtype", "/F", "/Rect"):
                del own[key]
            own.Kids = Array()
            self._written[field.id], made = own, look
        for key in ("/AP", "/AS", "/DA", "/Q"):
            if key in own:
                made[key] = own[key]
        made.Parent = own
        made = self._pdf.make_indirect(made)
        own.Kids.append(made)
        return made

    def _buttons(self, page: Page, ids: Iterable[str]) -> Iterator[Object]:
        """Yield the buttons that empty fields, in the margin of the first page; they are not printed."""
        marks = [String(id) for id in sorted(ids) if id.rpartition(".")[2] in TURN_MARKS]
        every: list[tuple[str, str, dict[str, Object]]] = [("reset", "Reset all", {})]
        if marks:
            every.append(("turn", "New turn", {"/Fields": Array(marks)}))
        for n, (name, words, of) in enumerate(every):
            right = page.width / page.scale - MARGIN - n * (BUTTON + 2)
            place = PageField(name, FieldKind.CHECK, right - BUTTON, 3.0, BUTTON, 4.5)
            made = Object.parse(b"<</Type/Annot/Subtype/Widget/F 0/Rect[%.2f %.2f %.2f %.2f]>>" % _corners(page, place))
            made.FT, made.Ff, made.T = Name.Btn, PUSH_BUTTON, String(name)
            made.TU = String("Empty the marks of this turn" if of else "Empty all fields")
            made.MK, made.DA = Dictionary(CA=String(words)), String(f"/Helv {SMALL} Tf 0 g")
            made.A = Dictionary({"/S": Name.ResetForm, **of})
            made.AP = Dictionary(N=self._written_text(made.Rect, words, SMALL, GROUND))
            made = self._pdf.make_indirect(made)
            self._roots.append(made)
            yield made

    def _fill(self, made: Object, field: PageField) -> None:
        """Say what a text field is, and what it holds."""
        result = self._results.get(field.id)
        if result is not None:
            made.FT, made.TU = Name.Tx, String(held(result.words))
            made.Ff = READ_ONLY | (MULTILINE if field.width <= NARROW else 0)
            made.DA = String(f"/Helv {SMALL if field.width > NARROW else SMALLEST} Tf 0 g")
            made.AA = Dictionary(C=Dictionary(S=Name.JavaScript, JS=String(script_of(result))))
            return
        known = self._fields[field.id]
        made.TU = String(held(known.words))
        made.FT = Name.Tx
        size = BIG if field.kind is FieldKind.NUMBER else SMALL
        made.DA = String(f"/Helv {size} Tf 0 g")
        if field.kind is FieldKind.NUMBER:
            made.Q, made.MaxLen = CENTRED, FIGURES
        else:
            made.Ff = MULTILINE
        if known.value:
            made.V = made.DV = String(held(str(known.value)))
            made.AP = Dictionary(N=self._written_text(made.Rect, str(known.value), size))

    def _place(self, made: Object, above: str) -> None:
        """Put a field below the branch of its name, which is made with those that lead to it."""
        if not above:
            self._roots.append(made)
            return
        branch = self._branches.get(above)
        if branch is None:
            higher, _, name = above.rpartition(".")
            branch = self._branches[above] = self._pdf.make_indirect(Dictionary(T=String(name), Kids=Array()))
            self._place(branch, higher)
        made.Parent = branch
        branch.Kids.append(made)

    def _look(self, shape: Shape) -> Object:
        """Return how a box of this shape looks, ticked or not: one object for all."""
        look = self._looks.get(shape)
        if look is None:
            marked = self._stream(CROSS if self._ink_saver else MARKS[shape])
            states = Dictionary(Yes=marked, Off=self._off)
            look = self._looks[shape] = self._pdf.make_indirect(Dictionary(N=states))
        return look

    def _stream(self, operators: bytes, width: float = BOX, height: float = BOX) -> Object:
        stream = Stream(self._pdf, operators)
        stream.Type, stream.Subtype, stream.BBox = Name.XObject, Name.Form, Array([0, 0, width, height])
        return stream

    def _written_text(self, rect: Object, text: str, size: float, ground: bytes = b"") -> Object:
        left, bottom, right, top = (float(side) for side in rect)
        shown = text.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        width, height = right - left, top - bottom
        start = max(2.0, (width - 0.556 * size * len(text)) / 2)
        operators = ground + b"/Tx BMC q BT /Helv %g Tf 0 g %.2f %.2f Td (%b) Tj ET Q EMC" % (
            size, start, (height - 0.7 * size) / 2, shown,
        )  # fmt: skip
        stream = self._stream(operators, round(width, 2), round(height, 2))
        stream.Resources = Dictionary(Font=Dictionary(Helv=self._font))
        return stream


def _corners(page: Page, field: PageField) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a field, in points from the lower left corner of its page."""
    by = MM * page.scale
    left, top = field.x * by, page.height * MM - field.y * by
    return left, top - field.height * by, left + field.width * by, top
