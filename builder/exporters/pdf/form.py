"""The fields of a fillable document: one widget for each place, by hierarchical names, with appearances that all share.

A field and its only widget are one dictionary; viewers look up what scripts name much faster by its path. Nothing is
worked out as a document is opened, so each field is written with what it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from builder.exporters.pdf.file import PdfFile, held, ref, refs, string
from builder.exporters.pdf.fonts import Fonts, add_form_font
from builder.exporters.pdf.scripts import LIBRARY, Stencils, result_fields, script_of
from builder.exporters.pdf.tags import LAST, Place, StructureElement, TaggedStream, Tags
from builder.sheets.page import MM, Drawing, FieldKind, FieldRun, FieldSet, Item, Page, PageField, Pages, Placed, Weight
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
Corners = tuple[float, float, float, float]
"""Left, bottom, right and top, in points from the lower left corner of a page."""
Cards = Sequence[tuple[float, StructureElement]]
"""Where the cards of a page begin, in points over its foot, each with its element."""
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
    """Adds the fields of pages to a file."""

    def __init__(self, file: PdfFile, pages: Pages, fonts: Fonts) -> None:
        self._file, self._pages, self._ink_saver = file, pages.pages, pages.ink_saver
        self._fields: Mapping[str, SheetField] = pages.form or {}
        self._results = {result.id: result for result in pages.results}
        self._calculated: list[int] = []
        self._looks: dict[Shape, bytes] = {}
        self._branches: dict[str, tuple[int, list[int]]] = {}
        self._roots: list[int] = []
        self._shown: list[tuple[int, list[int], int]] = []
        """The array of fields of each page, what is in it, and how many branches there were by then."""
        self._places: dict[str, tuple[int, bytes, list[int]]] = {}
        """Fields that stand in several places: each with what it is, and its widgets."""
        self._off = self._drawn(b"")
        self._face = fonts.faces[Weight.REGULAR]
        self._font = add_form_font(file, self._face, embedded=pages.tagged)
        self.names: dict[str, int] = {}
        """What the document must find by names."""

    def widgets(self, leaves: Sequence[int], tags: Tags | None, streams: Sequence[TaggedStream | None]) -> list[bytes]:
        """Add all fields of the pages, whose objects and streams are given in order; return the entries of each page.

        Tags tell of fields where they stand, and of results at the end of their card.
        """
        places = [fields_on(page) for page in self._pages]
        stencils: Stencils = {}
        for page, fields in zip(self._pages, places, strict=True):
            fields += result_fields(page, fields, self._results.values(), self._fields, stencils)
            fields[:] = [field for field in fields if field.id in self._fields or field.id in self._results]
        counts = Counter(field.id for fields in places for field in fields)
        branches = set[str]()
        for above in (id.rpartition(".")[0] for id in counts):
            while above and above not in branches:
                branches.add(above)
                above = above.rpartition(".")[0]
        entries: list[bytes] = []
        for page, leaf, fields, stream in zip(self._pages, leaves, places, streams, strict=True):
            found: list[int] = []
            if fields and not self._shown:
                found += [self._button(page, leaf, tags, n, marks) for n, marks in enumerate(_resets(counts))]
            for field in fields:
                called = f"{field.id}.{OWN}" if field.id in branches else field.id
                place = (stream.fields.get(field.id) or _card_of(page, field, stream.cards)) if stream else None
                found.append(self._widget(page, leaf, field, called, counts[field.id] > 1, tags, place))
            if found:
                self._shown.append((self._file.reserve(), found, len(self._branches)))
            entries.append(b"/Annots %b%b" % (ref(self._shown[-1][0]), b"" if tags else b"/Tabs/R") if found else b"")
        return entries

    def finish(self) -> int:
        """Write the names above the fields, and return the number of the form."""
        done = 0
        for number, entries, widgets in self._places.values():
            self._file.set(number, b"<<%b/Kids%b>>" % (entries, refs(widgets)))
        left = iter(self._branches.items())
        for array, widgets, met in self._shown:  # A page has the fields of its branches: they are packed together.
            for path, (number, kids) in islice(left, met - done):
                above, _, own = path.rpartition(".")
                parent = b"/Parent %b" % ref(self._branches[above][0]) if above else b""
                self._file.set(number, b"<</FT/Btn/T%b%b/Kids%b>>" % (string(own), parent, refs(kids)))
            self._file.set(array, refs(widgets))
            done = met
        calculated = b""
        if self._calculated:
            calculated = b"/CO%b" % refs(self._calculated)
            script = self._file.add(b"<</S/JavaScript/JS%b>>" % string(LIBRARY))
            self.names["JavaScript"] = self._file.add(b"<</Names[(muster)%b]>>" % ref(script))
        return self._file.add(
            b"<</Fields%b/DR<</Font<</Field %b>>>>/DA(/Field 9 Tf 0 g)%b>>"
            % (refs(self._roots), ref(self._font), calculated)
        )

    def _widget(
        self,
        page: Page,
        leaf: int,
        field: PageField,
        called: str,
        shared: bool,
        tags: Tags | None,
        told: Place | None,
    ) -> int:
        """Add the widget of a field, which is the field too where it is the only one of it."""
        number = self._file.reserve()
        above, _, name = called.rpartition(".")
        place = _corners(page, field)
        own = number
        if shared:
            first = field.id not in self._places
            if first:
                own = self._file.reserve()
                self._places[field.id] = (own, self._below(above, own) + b"".join(self._entries(field, name)), [])
            own, _, widgets = self._places[field.id]
            widgets.append(number)
            said, alike = b"", b"/Parent %b" % ref(own)
        else:
            first = True
            said, holds = self._entries(field, name)
            alike = self._below(above, own) + holds
        if first and field.id in self._results:
            self._calculated.append(own)
        back = b"/StructParent %d" % tags.add_widget(told or (tags.document, LAST), leaf, number) if tags else b""
        # What differs from box to box stands together, and so does what is alike, which takes little room then.
        left, bottom, right, top = map(round, place)
        rect = b"/Rect[%d %d %d %d]" % (left, bottom, right, top)
        look = self._look(field, place)
        self._file.set(number, b"<<%b%b%b%b%b/Subtype/Widget/F 4>>" % (said, rect, back, alike, look))
        return number

    def _entries(self, field: PageField, name: str) -> tuple[bytes, bytes]:
        """Return what a field is called, and what it holds; one of the names above says that it is a box.

        Its words stand first: where they end in its name, as numbers of boxes do, that takes no room then.
        """
        result = self._results.get(field.id)
        if result is not None:
            flags = READ_ONLY | (MULTILINE if field.width <= NARROW else 0)
            script = b"/FT/Tx/Ff %d/AA<</C<</S/JavaScript/JS%b>>>>" % (flags, string(script_of(result)))
            return b"/TU%b/T%b" % (string(held(result.words)), string(name)), script
        known = self._fields[field.id]
        said = b"/TU%b/T%b" % (string(held(known.words)), string(name))
        if field.kind is FieldKind.CHECK:
            kind = b"" if "." in field.id else b"/FT/Btn"
            return said, kind + (b"/V/Yes/DV/Yes" if known.value else b"/V/Off")
        kind = b"/MaxLen %d" % FIGURES if field.kind is FieldKind.NUMBER else b"/Ff %d" % MULTILINE
        value = string(held(str(known.value)))
        return said, b"/FT/Tx%b%b" % (kind, b"/V%b/DV%b" % (value, value) if known.value else b"")

    def _look(self, field: PageField, place: Corners) -> bytes:
        """Return how a field looks: boxes are ticked or not, texts in a size."""
        known = self._fields.get(field.id)
        if field.id in self._results or known is None:
            return b"/DA(/Field %g Tf 0 g)" % (SMALL if field.width > NARROW else SMALLEST)
        if field.kind is FieldKind.CHECK:
            return self._states(known.shape) + (b"/AS/Yes" if known.value else b"/AS/Off")
        size = BIG if field.kind is FieldKind.NUMBER else SMALL
        centred = b"/Q %d" % CENTRED if field.kind is FieldKind.NUMBER else b""
        drawn = b"/AP<</N %b>>" % ref(self._words(place, str(known.value), size)) if known.value else b""
        return b"/DA(/Field %g Tf 0 g)%b%b" % (size, centred, drawn)

    def _button(self, page: Page, leaf: int, tags: Tags | None, n: int, marks: Sequence[str]) -> int:
        """Add a button that empties some fields, or all, in the margin of the first page; it is not printed."""
        name, words, says = (
            ("turn", "New turn", "the marks of this turn") if marks else ("reset", "Reset all", "all fields")
        )
        right = page.width / page.scale - MARGIN - n * (BUTTON + 2)
        place = _corners(page, PageField(name, FieldKind.CHECK, right - BUTTON, 3.0, BUTTON, 4.5))
        number = self._file.reserve()
        only = b"/Fields[%b]" % b" ".join(map(string, marks)) if marks else b""
        back = b"/StructParent %d" % tags.add_widget((tags.document, LAST), leaf, number) if tags else b""
        self._file.set(
            number,
            b"<</Type/Annot/Subtype/Widget/F 0/Rect[%.2f %.2f %.2f %.2f]/FT/Btn/Ff %d/T%b/TU%b%b/MK<</CA%b>>"
            b"/DA(/Field %g Tf 0 g)/A<</S/ResetForm%b>>/AP<</N %b>>>>"
            % (
                *(*place, PUSH_BUTTON, string(name), string(f"Empty {says}"), back, string(words)),
                *(SMALL, only, ref(self._words(place, words, SMALL, GROUND))),
            ),
        )
        self._roots.append(number)
        return number

    def _below(self, above: str, number: int) -> bytes:
        """Put a field below the branch of its name, which is made with those that lead to it; return how it says so."""
        if not above:
            self._roots.append(number)
            return b""
        if above not in self._branches:
            self._branches[above] = (self._file.reserve(), [])
            self._below(above.rpartition(".")[0], self._branches[above][0])
        branch, kids = self._branches[above]
        kids.append(number)
        return b"/Parent %d 0 R" % branch

    def _states(self, shape: Shape) -> bytes:
        """Return how a box of this shape looks, ticked or not: one object for all."""
        look = self._looks.get(shape)
        if look is None:
            marked = self._drawn(CROSS if self._ink_saver else MARKS[shape])
            states = self._file.add(b"<</N<</Yes %b/Off %b>>>>" % (ref(marked), ref(self._off)))
            look = self._looks[shape] = b"/AP %b" % ref(states)
        return look

    def _drawn(self, operators: bytes, width: float = BOX, height: float = BOX, resources: bytes = b"") -> int:
        box = b"/Type/XObject/Subtype/Form/BBox[0 0 %g %g]%b" % (width, height, resources)
        return self._file.add_stream(operators, box)

    def _words(self, place: Corners, text: str, size: float, ground: bytes = b"") -> int:
        """Add a text as it looks in its field."""
        left, bottom, right, top = place
        shown = text.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        width, height = right - left, top - bottom
        start = max(2.0, (width - size * sum(self._face.widths.get(sign, 0.5) for sign in text)) / 2)
        operators = ground + b"/Tx BMC q BT /Field %g Tf 0 g %.2f %.2f Td (%b) Tj ET Q EMC" % (
            size, start, (height - 0.7 * size) / 2, shown,
        )  # fmt: skip
        resources = b"/Resources<</Font<</Field %b>>>>" % ref(self._font)
        return self._drawn(operators, round(width, 2), round(height, 2), resources)


def _resets(ids: Iterable[str]) -> list[Sequence[str]]:
    """Return what buttons empty: all, and where there are any the marks of a turn."""
    marks = sorted(id for id in ids if id.rpartition(".")[2] in TURN_MARKS)
    return [(), marks] if marks else [()]


def _card_of(page: Page, field: PageField, cards: Cards) -> Place | None:
    """Return the end of the last card that begins over a field; None where there is none."""
    y = (page.height / page.scale - field.y) * MM
    return next(((card, LAST) for top, card in reversed(cards) if top >= y), None)


def _corners(page: Page, field: PageField) -> Corners:
    by = MM * page.scale
    left, top = field.x * by, page.height * MM - field.y * by
    return left, top - field.height * by, left + field.width * by, top
