"""The structure tree of a tagged PDF: what each piece of a page is, for those who have it read out.

Sheets say what their items are by marks; what stands between two marks and is no word is decoration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from builder.exporters.pdf.content import NOT_DRAWN, Contents, Extents, PageStream
from builder.exporters.pdf.file import PdfFile, ref, refs, string
from builder.sheets.page import (
    MM,
    Drawing,
    FieldRun,
    FieldSet,
    Item,
    Mark,
    PageField,
    Placed,
    Role,
    Text,
)

LEAVES: Final = 500
"""Entries of a leaf of the parent tree."""
ROLES: Final[Mapping[Role, bytes]] = {
    Role.CARD: b"Sect",
    Role.SHEET: b"H1",
    Role.HEADING: b"H2",
    Role.PLAIN: b"P",
    Role.FIGURE: b"Figure",
    Role.TITLES: b"TR",
    Role.ROW: b"TR",
    Role.KEY: b"TH",
    Role.CELL: b"TD",
}
"""The standard structure types that marks stand for."""


class StructureElement:
    """An element of the tree, with its kids as the tree names them: other elements, or marked content of its page.

    Its page and attributes are entries as they are written, since thousands of elements share them.
    """

    __slots__ = ("attributes", "kids", "last", "number", "page", "parent", "type", "words")

    def __init__(self, number: int, kind: bytes, parent: int, words: str = "", attributes: bytes = b"") -> None:
        self.number = number
        self.type = kind
        self.parent = parent
        self.words = words
        self.attributes = attributes
        self.page = b""
        self.kids: list[bytes] = []
        self.last: StructureElement | None = None
        """The element that is the last of its kids."""

    def body(self) -> bytes:
        """Return the element as an object of the file: what its neighbours share stands together, to be packed well."""
        alternative = b"/Alt%b" % string(self.words) if self.words else b""
        kids = b" ".join(self.kids)
        below = b"/K %b" % kids if len(self.kids) == 1 else b"/K[%b]" % kids if kids else b""
        return b"<</S/%b%b%b%b/P %d 0 R%b>>" % (
            self.type, alternative, self.attributes, self.page, self.parent, below,
        )  # fmt: skip


Place = tuple[StructureElement, bytes]
"""Where a field or a link is read: below an element, and there after which of its kids."""
FIRST, LAST = b"", b"last"
"""In the place of a kid: before all of them, and behind them."""


class Tags:
    """The tree of one document in the making.

    `file` is where its objects go; in a `fillable` one the places of fields are noted.
    """

    def __init__(self, file: PdfFile, *, fillable: bool = False) -> None:
        self._file = file
        self.fillable = fillable
        self.root = file.reserve()
        self.document = StructureElement(file.reserve(), b"Document", self.root)
        self._elements = [self.document]
        self._parents: list[bytes] = []
        self._widgets: list[tuple[int, bytes, Place, int, int]] = []
        self._read: dict[Drawing, bool] = {}
        self.extents = Extents()
        self._column, self._row = (
            b"/A %b" % ref(file.add(b"<</O/Table/Scope/%b>>" % scope)) for scope in (b"Column", b"Row")
        )

    def element(
        self, parent: StructureElement, kind: bytes, words: str = "", attributes: bytes = b""
    ) -> StructureElement:
        """Return a new last element below another one."""
        made = StructureElement(self._file.reserve(), kind, parent.number, words, attributes)
        self._elements.append(made)
        parent.kids.append(b"%d 0 R" % made.number)
        parent.last = made
        return made

    def element_at(self, place: int, parent: StructureElement, kind: bytes) -> StructureElement:
        """Return a new element below another one, at most the so manieth of its kids."""
        made = self.element(parent, kind)
        parent.kids.insert(place, parent.kids.pop())
        return made

    def cell(self, row: StructureElement, *, title: bool, key: bool) -> StructureElement:
        """Return a new cell: one with the title of its column, one that names its row, or one of values."""
        if title or key:
            return self.element(row, b"TH", attributes=self._column if title else self._row)
        return self.element(row, b"TD")

    def add_widget(self, place: Place, page: int, widget: int, kind: bytes = b"Form") -> int:
        """Add a field or a link in its place, and return the number by which it finds back to it."""
        self._widgets.append((len(self._parents), kind, place, page, widget))
        return self._find_back(b"")

    def add_page(self, marked: list[StructureElement]) -> int:
        """Take over the elements of the marked content of a page; return the number by which the page finds them."""
        return self._find_back(refs(element.number for element in marked))

    def is_read(self, drawing: Drawing) -> bool:
        """Whether there are words in a drawing, or marks but for one that says what all of it is."""
        read = self._read.get(drawing)
        if read is None:
            first = drawing.items[0] if drawing.items else None
            one = isinstance(first, Mark) and first.role in (Role.FIGURE, Role.ASIDE)
            one = one and not any(isinstance(item, Mark) for item in drawing.items[1:])
            read = self._read[drawing] = not one and any(
                isinstance(item, Text | Mark) or (isinstance(item, Placed) and self._has_words(item.drawing))
                for item in drawing.items
            )
        return read

    def _has_words(self, drawing: Drawing) -> bool:
        first = drawing.items[0] if drawing.items else None
        return isinstance(first, Mark) or self.is_read(drawing)

    def _find_back(self, entry: bytes) -> int:
        self._parents.append(entry)
        return len(self._parents) - 1

    def finish(self) -> int:
        """Write the tree, and return the number of its root; what is nearly the same stands together."""
        among: dict[StructureElement, dict[bytes, list[bytes]]] = {}
        for entry, kind, (parent, after), page, widget in self._widgets:
            said = b"<</S/%b/P %d 0 R/Pg %d 0 R/K<</Type/OBJR/Obj %d 0 R>>>>" % (kind, parent.number, page, widget)
            number = self._file.add(said)
            self._parents[entry] = ref(number)
            among.setdefault(parent, {}).setdefault(after, []).append(ref(number))
        for parent, widgets in among.items():
            kids = [each for kid in parent.kids for each in (kid, *widgets.pop(kid, ()))]
            parent.kids = [*widgets.pop(FIRST, ()), *kids, *widgets.pop(LAST, ())]
        for element in self._elements:
            self._file.set(element.number, element.body())
        entries = [b"%d %b" % each for each in enumerate(self._parents)]
        leaves = [
            self._file.add(b"<</Limits[%d %d]/Nums[%b]>>" % (first, first + len(some) - 1, b" ".join(some)))
            for first in range(0, len(entries), LEAVES)
            for some in (entries[first : first + LEAVES],)
        ]
        tree = self._file.add(b"<</Kids%b>>" % refs(leaves))
        self._file.set(
            self.root,
            b"<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>"
            % (self.document.number, tree, len(entries)),
        )
        return self.root


class TaggedStream(PageStream):
    """The stream of a page whose pieces are told apart by what they are; its elements become part of a tree.

    Furniture with words is drawn piece by piece: the words of a form belong to one element together.
    """

    def __init__(self, contents: Contents, tags: Tags, page: int, scale: float) -> None:
        super().__init__(contents)
        self._tags = tags
        self._page = b"/Pg %b" % ref(page)
        self._scale = scale
        self.marked: list[StructureElement] = []
        """By the numbers of marked content, the element that each belongs to."""
        self.fields: dict[str, Place] = {}
        """By their ids, where fields are read: behind what has been drawn before them."""
        self.cards: list[tuple[float, StructureElement]] = []
        """Where cards begin, in points over the origin of the page, each with its element."""
        self.named: list[tuple[float, StructureElement]] = []
        """The headings of cards, and what rows are about, with where these cards and rows begin."""
        self._group = tags.document
        self._row: StructureElement | None = None
        self._titles = False
        self._leaf: StructureElement | None = None
        self._open: StructureElement | None = None
        """The element whose content is being drawn."""
        self._artifact = False
        """Whether decoration is being drawn."""
        self._opaque = False
        """Whether all is part of a figure, or not read out at all."""

    def to_bytes(self) -> bytes:
        """Return what has been drawn."""
        self._end()
        return b"".join(self._out)

    def draw(self, items: Sequence[Item], x: float, y: float) -> None:
        """Draw items, told apart by their marks, which hold to the end of these items."""
        put, contents, numbers = self._out.append, self._contents, self._contents.text_numbers
        within = self._opaque
        around = (self._group, self._row, self._titles, self._leaf)
        for n, item in enumerate(items):
            if type(item) is Text:
                text, style = item.text, item.style
                if not text:
                    continue
                if not self._opaque:
                    self._open_words()
                if style is not self._style:
                    self._select(style)
                shown = self._texts.get(text) or contents.shown(text, style.weight)
                put(b"1 0 0 1 %b %b Tm%b" % (numbers[x + item.x * MM], numbers[y - item.y * MM], shown))
            elif type(item) is Placed:
                self._place(item.drawing, x + item.x * MM, y - item.y * MM)
            elif type(item) is Mark:
                if not within:
                    self._mark(item, y)
                    if item.role is Role.FIGURE and self._open is not None:
                        self._open.attributes = self._tags.extents.box(items[n:], x, y, self._scale)
            elif type(item) not in NOT_DRAWN:
                if not self._opaque:
                    self._open_artifact()
                self._draw_path(item, x, y)
            elif self._tags.fillable:
                self._note(item)
        if self._opaque and not within:
            self._end()
        self._group, self._row, self._titles, self._leaf = around

    def _place(self, drawing: Drawing, x: float, y: float) -> None:
        if not drawing.shared or (not self._opaque and self._tags.is_read(drawing)):
            self.draw(drawing.items, x, y)
            if self._leaf is not None and self._row is None:
                self._leaf = None  # What follows is not read before what stands in the drawing.
            return
        told = drawing.items[0] if drawing.items else None
        figure = told if type(told) is Mark and not self._opaque else None
        if figure is not None:
            self._mark(figure, y)
            if self._open is not None:
                self._open.attributes = self._tags.extents.box(drawing.items, x, y, self._scale)
        elif not self._opaque:
            self._open_artifact()
        self._draw_shared(drawing, x, y)
        if figure is not None:
            self._end()

    def _note(self, item: Item) -> None:
        """Note where fields are read: in the cell in which they stand, or with the card, behind what is above them."""
        parent = self._group if self._row is None or self._leaf is None else self._leaf
        place = (parent, parent.kids[-1] if parent.kids else FIRST)
        if isinstance(item, PageField):
            self.fields.setdefault(item.id, place)
        elif isinstance(item, FieldRun | FieldSet):
            for field in item.fields():
                self.fields.setdefault(field.id, place)

    def _mark(self, mark: Mark, y: float) -> None:
        """Begin what a mark says."""
        tags, role = self._tags, mark.role
        if self._opaque:
            self._end()
            if role is Role.PLAIN:
                return
        match role:
            case Role.KEY | Role.CELL if self._row is not None:
                self._leaf = tags.cell(self._row, title=self._titles, key=role is Role.KEY)
                if role is Role.KEY:
                    self.named.append((y, self._leaf))
            case Role.TITLES | Role.ROW:
                self._begin_row(role)
            case Role.FIGURE:
                self._end()
                self._begin(tags.element(self._leaf or self._group, ROLES[role], mark.words))
                self._opaque = True
            case Role.ASIDE:
                self._end()
                self._out.append(b"/Artifact<</Type/Pagination>>BDC\n")
                self._artifact = self._opaque = True
            case Role.CARD:
                self._group = tags.element(self._group, ROLES[role])
                self.cards.append((y, self._group))
            case Role.SHEET | Role.HEADING:
                self._leaf = tags.element(self._group, ROLES[role])
                self.named.append((y, self._leaf))
            case Role.ID:
                self._row, self._leaf = None, tags.element_at(2, self._group, ROLES[Role.PLAIN])
            case _:
                self._row = self._leaf = None

    def _begin_row(self, role: Role) -> None:
        """Begin a row: of the table that ends here, or of a new one."""
        table = self._group.last
        if table is None or table.type != b"Table" or role is Role.TITLES:
            table = self._tags.element(self._group, b"Table")
        self._row = self._tags.element(table, ROLES[role])
        self._titles, self._leaf = role is Role.TITLES, None

    def _open_words(self) -> None:
        """Go on with the element that words belong to: a paragraph where no mark says what they are."""
        leaf = self._leaf
        if leaf is None:
            if self._row is not None:
                leaf = self._tags.cell(self._row, title=self._titles, key=False)
            else:
                leaf = self._tags.element(self._group, ROLES[Role.PLAIN])
            self._leaf = leaf
        if leaf is self._open and self._style is not None:  # Words of one element that stand apart are read apart.
            self._out.append(self._texts.get(" ") or self._contents.shown(" ", self._style.weight))
        elif leaf is not self._open:
            self._close()
            if not self._in_text:
                self._out.append(b"BT\n")
                self._in_text = True
            self._begin(leaf)

    def _begin(self, element: StructureElement) -> None:
        """Begin marked content of an element."""
        self._out.append(b"/%b<</MCID %d>>BDC\n" % (element.type, len(self.marked)))
        element.kids.append(b"%d" % len(self.marked))
        element.page = self._page
        self.marked.append(element)
        self._open = element

    def _open_artifact(self) -> None:
        if not self._artifact:
            self._end()
            self._out.append(b"/Artifact BMC\n")
            self._artifact = True

    def _close(self) -> None:
        """End marked content; where it has begun within a text, that goes on."""
        if self._open is not None or self._artifact:
            self._out.append(b"EMC\n")
            self._open, self._artifact = None, False

    def _end(self) -> None:
        """End the text and marked content, whichever has begun within the other."""
        if self._in_text and not self._opaque:
            self._close()
        if self._in_text:
            self._out.append(b"ET\n")
            self._in_text, self._style = False, None
        self._close()
        self._opaque = False

    def _end_text(self) -> None:
        if self._in_text and not self._opaque:
            self._close()
        super()._end_text()
