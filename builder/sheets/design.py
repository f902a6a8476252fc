"""The design of pages, as plain data: papers, grid, boxes, type, line weights and greys."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from builder.errors import Finding, InputError, Place, Severity
from builder.record import Record, replace
from builder.sheets.page import Style, Weight

FORMAT = "muster-sheet-design"
VERSION = 1
PARTS = {"format", "version", "papers", "grid", "boxes", "lines", "greys", "styles", "compact"}
SMALLEST_TYPE = 7.0
"""Points; nothing on paper is smaller."""


class Paper(Record, frozen=True):
    """A paper size in mm; `margin` is the most that it leaves at its upper and lower edge."""

    width: float
    height: float
    margin: float


class Grid(Record, frozen=True):
    """The grid in mm; `block_rows` is the usual height of a card in rows, `baseline` lies below the top of a row.

    `unit_left` takes the place of `left` on unit cards, whose weapons need the room; `table_row` is the height of a row
    of weapons, `gap` lies between two cards. A design of a player's own need not have these.
    """

    margin: float
    row: float
    baseline: float
    width: float
    left: float
    gutter: float
    block_rows: float
    unit_left: float = 101.0
    table_row: float = 3.45
    gap: float = 2.2

    @property
    def aligned(self) -> bool:
        """Whether all stands on rows; on cards to cut out, which have no usual height, it is as high as it is."""
        return self.block_rows > 0

    @property
    def right(self) -> float:
        """Where the right column begins, from the left edge of a block."""
        return self.left + self.gutter

    @property
    def right_width(self) -> float:
        """The width of the right column."""
        return self.width - self.right


class Boxes(Record, frozen=True):
    """Sizes in mm of what a pencil fills."""

    check: float
    weapon: float
    hit_point: float
    lost: float
    group_gap: float
    order_width: float
    order_height: float
    order_pitch: float
    hit: float
    hit_row: float
    step: float
    damage_width: float
    line_height: float


class Lines(Record, frozen=True):
    """Line weights in points."""

    block: float
    strong: float
    medium: float
    head: float
    box: float
    thin: float
    fine: float
    rule: float


class Greys(Record, frozen=True):
    """Shares of black, in percent."""

    damage: float
    fails: float
    bar: float


class Styles(Record, frozen=True):
    """The type of each use."""

    army: Style
    running: Style
    sheet: Style
    slot: Style
    code: Style
    name: Style
    small_name: Style
    fact: Style
    caption: Style
    head: Style
    cell: Style
    cell_name: Style
    result: Style
    value: Style
    group: Style
    number: Style
    milestone: Style
    label: Style
    strong: Style
    step: Style
    faint: Style
    written: Style
    armour: Style
    letter: Style
    strength: Style
    remote: Style
    title: Style
    total: Style
    unit: Style
    panel: Style
    token: Style


NARROWER = {
    "grid": ("width", "left", "gutter", "unit_left", "gap"),
    "boxes": ("check", "group_gap", "order_width", "order_pitch", "step"),
}
"""What is as much smaller as a page is narrower; heights and type stay, fields leave more of their room to rulers."""


class Design(Record, frozen=True):
    """A page design; made once, by `from_mapping`; `compact` is the closer one for cards where room is scarce.

    `across` tells how much of the width of the design in its file this one has: all, or less where it is narrowed.
    `scale` tells how much larger its pages are printed.
    """

    papers: Mapping[str, Paper]
    grid: Grid
    boxes: Boxes
    lines: Lines
    greys: Greys
    styles: Styles
    compact: Design | None = None
    across: float = 1.0
    scale: float = 1.0

    @classmethod
    def from_mapping(cls, data: Mapping[str, object], file: str | None = None) -> Design:
        """Make a design of what a template file holds.

        Raises:
            InputError: with every mistake of the file: parts missing, unknown or no number, type under 7 points.
        """
        reader = _DesignReader(file)
        if data.get("format") != FORMAT or data.get("version") != VERSION:
            # Of another kind of file everything else would be a mistake too.
            reader.mistake("format", f"a page design begins with 'format: {FORMAT}' and 'version: {VERSION}'")
            raise InputError(reader.mistakes)
        parts = reader.part(data, "", PARTS)
        papers = {
            str(name): reader.numbers(Paper, paper, f"papers.{name}")
            for name, paper in reader.part(parts.get("papers"), "papers", None).items()
        }
        grid = reader.numbers(Grid, parts.get("grid"), "grid")
        boxes = reader.numbers(Boxes, parts.get("boxes"), "boxes")
        lines = reader.numbers(Lines, parts.get("lines"), "lines")
        greys = reader.numbers(Greys, parts.get("greys"), "greys")
        styles = reader.styles(parts.get("styles"))
        compact = reader.part(parts.get("compact"), "compact", {"grid", "boxes", "styles"})
        close_grid = reader.numbers(Grid, compact.get("grid"), "compact.grid")
        close_boxes = reader.numbers(Boxes, compact.get("boxes"), "compact.boxes")
        close_styles = reader.other_styles(styles, compact.get("styles"), "compact.styles")
        if reader.mistakes:
            raise InputError(reader.mistakes)
        close = cls(papers, close_grid, close_boxes, lines, greys, close_styles)
        return cls(papers, grid, boxes, lines, greys, styles, close)

    def narrowed(self, share: float, scale: float = 1.0) -> Design:
        """Return the design for pages of which so much of the width is left, 0 to 1, printed so much larger."""
        grid = {name: getattr(self.grid, name) * share for name in NARROWER["grid"]}
        boxes = {name: getattr(self.boxes, name) * share for name in NARROWER["boxes"]}
        boxes["damage_width"] = self.boxes.damage_width * share**2
        compact = self.compact and self.compact.narrowed(share, scale)
        narrow = replace(self, grid=replace(self.grid, **grid), boxes=replace(self.boxes, **boxes), compact=compact)
        return replace(narrow, across=self.across * share, scale=scale)

    def paper(self, name: str) -> Paper:
        """Return the paper with that name.

        Raises:
            InputError: the design has no such paper.
        """
        if name not in self.papers:
            raise InputError(f"paper '{name}' is not known; choose from: {', '.join(self.papers)}")
        return self.papers[name]


Part = TypeVar("Part", Paper, Grid, Boxes, Lines, Greys)


class _DesignReader:
    """Reads parts of a design and gathers what is wrong with them."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.mistakes: list[Finding] = []

    def mistake(self, field: str, message: str) -> None:
        self.mistakes.append(Finding(Severity.ERROR, "design", message, at=Place(file=self.file, field=field)))

    def part(
        self, data: object, where: str, names: set[str] | None, optional: Collection[str] = ()
    ) -> Mapping[str, object]:
        """Return the mapping at `where`, after a look at its names (None: any), of which some may be missing."""
        if not isinstance(data, Mapping):
            self.mistake(where, "here a list of names with values is needed")
            return {}
        if names is not None:
            prefix = f"{where}." if where else ""
            for name in sorted(names - set(data) - {*optional}):
                self.mistake(f"{prefix}{name}", "is missing")
            for name in sorted(str(name) for name in set(data) - names):
                self.mistake(f"{prefix}{name}", f"is not known; known are: {', '.join(sorted(names))}")
        return data

    def number(self, value: object, where: str) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
            return value
        self.mistake(where, f"must be a number, 0 or more, not {value!r}")
        return 0

    def numbers(self, kind: type[Part], data: object, where: str) -> Part:
        names = kind.__struct_fields__
        defaults = dict(zip(names[::-1], kind.__struct_defaults__[::-1], strict=False))
        values = {**defaults, **self.part(data, where, set(names), defaults)}
        return kind(*(self.number(values.get(name, 0), f"{where}.{name}") for name in names))

    def styles(self, data: object) -> Styles:
        names = Styles.__struct_fields__
        values = self.part(data, "styles", set(names))
        return Styles(*(self.style(values.get(name), f"styles.{name}") for name in names))

    def other_styles(self, usual: Styles, data: object, where: str) -> Styles:
        """Return the usual styles, but for those named at `where`."""
        names = Styles.__struct_fields__
        others: dict[str, Style] = {}
        for name, style in self.part(data, where, None).items():
            if name in names:
                others[name] = self.style(style, f"{where}.{name}")
            else:
                self.mistake(f"{where}.{name}", f"is not known; known are: {', '.join(sorted(names))}")
        return replace(usual, **others)

    def style(self, data: object, where: str) -> Style:
        values = self.part(
            {} if data is None else data, where, {"weight", "size", "grey"} if data is not None else None
        )
        size = self.number(values.get("size", SMALLEST_TYPE), f"{where}.size")
        if size < SMALLEST_TYPE:
            self.mistake(f"{where}.size", f"type must not be smaller than {SMALLEST_TYPE:g} points")
        weight = values.get("weight", Weight.REGULAR)
        if weight not in tuple(Weight):
            self.mistake(f"{where}.weight", f"must be one of: {', '.join(Weight)}")
            weight = Weight.REGULAR
        return Style(Weight(str(weight)), size, self.number(values.get("grey", 100), f"{where}.grey") / 100)
