"""The lines of the editor: the catalogue and the army, and what stands below the army."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.record import Record
from builder.scalars import number, ordinal, signed
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.prices import entry_price
from builder.services.editor.view import CounterLine, EntryStatus, KitLine, SlotLine, Totals, TreeRow
from builder.tui.widgets.lines import BARRED, SIGNS, Line, Span, parted, plain, width_of

if TYPE_CHECKING:
    from builder.services.editor.suggestions import Suggestion

WIDE = 37
"""From this width of a pane there is room for more than the shortest words."""

SLIM = 28
"""Below this width of a pane there is room for nothing but the shortest."""

BESIDE_NAME = 30
"""Cells of all else that a line of the army has at most."""

COLUMNED = 46
"""From this width of the army, what is told of the units of groups stands in a column."""

COLUMNS = 26
"""Cells of that column, with all behind it."""

FITS = "What fits"
"""The slot of the rows that tell what the points that are left buy, where the pane has no room for all entries."""

UPGRADES = "For units of the army"
"""What stands above upgrades that were found."""

PRICE = 6
"""Cells of a price in the catalogue, with a blank before and behind it."""


class CatalogueRow(Record, frozen=True):
    """A line of the catalogue: a slot, or an entry in it."""

    slot: str
    name: str
    path: str = ""
    folded: bool = False
    limits: SlotLine | None = None
    rest: bool = False
    """Whether it is what the line above had no room for, `indent` cells from the left."""
    indent: int = 5
    upgrade: ChoiceRow | None = None
    """What a unit of the army can take, where the line is no entry."""
    force: Suggestion | None = None
    """A force that can be added, where the line is one."""
    kind: str = ""
    """What stands in the column of slots."""

    @property
    def adds(self) -> bool:
        """Whether it stands for something that can be added."""
        return bool(self.path or self.upgrade is not None or self.force is not None)

    @property
    def place(self) -> tuple[str, ...]:
        """What it is known by when other lines stand around it."""
        if self.upgrade is not None:
            return self.upgrade.unit, self.upgrade.under, self.upgrade.path
        return (self.path,) if self.path else (self.slot, self.name) if self.force is not None else ("", self.slot)


Priced = tuple[Decimal, CatalogueRow]
"""A line of the catalogue behind what it costs."""


def catalogue_rest(row: CatalogueRow, width: int) -> Iterator[CatalogueRow]:
    """Yield the lines below a slot, or an entry, with what of its name has no room beside a price."""
    names = _entry_name(row.name, width) if row.adds else _slot_name(row.name, width)
    indent = 4 if width < SLIM else 5
    return (CatalogueRow(row.slot, part, rest=True, indent=indent) for part in names[1:])


def _slot_name(name: str, width: int) -> tuple[str, ...]:
    return parted(name, width - 2, width - 6)


def _entry_name(name: str, width: int) -> tuple[str, ...]:
    begins = 2 if width < SLIM else 3
    return parted(name, width - begins - PRICE, width - 6)


def one_more(choice: ChoiceRow) -> str:
    """What a unit gets that takes one more of a choice: of its models which it would be."""
    if choice.model and choice.number:
        place = choice.number + choice.beside + choice.step
        if choice.step == 1:
            return f"{ordinal(place)} {choice.name}"
        return f"{choice.step} {choice.name} more"
    return choice.name


def catalogue_line(row: CatalogueRow, standing: EntryStatus | None, width: int) -> Line:
    """A line of the catalogue with what adding it costs; before it how many are taken, or `-` where none can be."""
    if row.rest:
        return Line(((f"{'':{row.indent}}{row.name}", "dim"),))
    if row.upgrade is not None or row.force is not None:
        cost = f" {_added(row.upgrade.price)} " if row.upgrade is not None else " "
        look = "dim" if row.upgrade is not None and row.upgrade.reason else "text"
        return Line(
            (("  " if width < SLIM else "   ", "dim"), (_entry_name(row.name, width)[0], look)), ((cost, look),)
        )
    if row.slot == FITS and not row.path:
        return Line(((row.name, "slot"),))
    if not row.path:
        ways = (_counted(row.limits, long, shared=width >= SLIM) for long in (True, False)) if row.limits else ()
        right = next((f" {each} " for each in ways if cell_len(row.name) + cell_len(each) + 4 <= width), "")
        name = _slot_name(row.name, width)[0]
        return Line((("▸ " if row.folded else "▾ ", "dim"), (name, "slot")), ((right, look_of(row.limits)),))
    taken = standing.taken if standing is not None else 0
    look = "dim" if standing is not None and standing.reason else "text"
    sign = f"{taken}" if taken else BARRED if look == "dim" else " "
    name = _entry_name(row.name, width)[0]
    left: tuple[Span, ...] = (f"{sign} " if width < SLIM else f" {sign} ", "good"), (name, look)
    prices = (
        [f" {entry_price(standing, short=short)} " for short in (width < WIDE, True)] if standing is not None else [""]
    )
    price = next((each for each in prices if width_of(left) + cell_len(each) <= width), prices[-1])
    cost, _, needs = price.strip().partition(", ")  # What it needs stands before its cost: costs are a column.
    told = ((f" {needs}", "dim"),) if needs else ()
    return Line(left, (*told, (f" {cost} " if needs else price, "dim" if look == "dim" else "price")))


UNBROKEN = "\N{NO-BREAK SPACE}"


class _TreeLine(Record, frozen=True):
    """The parts of a line of the army: what stands before its name, the name's look, what stands behind it."""

    before: tuple[Span, ...]
    look: str
    behind: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()

    def name_lines(self, name: str, width: int) -> tuple[str, ...]:
        """Return a name in as many lines as it takes, the others two cells further in than the first.

        What stands behind a name of several lines is the end of the last one.
        """
        begins, behind = width_of(self.before), "".join(text for text, _ in self.behind)
        room = width - begins - (width_of(self.right) or 1)
        if cell_len(name) + cell_len(behind) <= room:
            return (name,)
        # Behind a name of one word there is no room for it: it stands below, and no word is broken for it.
        whole = name + (behind.replace(" ", UNBROKEN) if " " in name else behind)
        return tuple(part.replace(UNBROKEN, " ") for part in parted(whole, room, width - begins - 3))


def tree_line(row: TreeRow, folded: bool, width: int, *, marked: bool = False, kit: KitLine | None = None) -> Line:
    """A line of the army, with its points; `▪` stands before what is marked, and the `kit` of models for their name."""
    if row.kind == "rest":
        price = ((f" {_added(row.points)} ", "price"),) if row.points else ()
        return Line(((f"{_indent(row)}  {row.name}", "text"),), price)
    parts = _tree_parts(row, folded, width, marked=marked, kit=kit)
    name, *others = _name_of(row, parts, width, kit)
    left = (*parts.before, (name, parts.look), *(() if others else parts.behind))
    return _with_columns(row, left, parts.right, width) if row.code or row.says else Line(left, parts.right)


def _with_columns(row: TreeRow, left: tuple[Span, ...], right: tuple[Span, ...], width: int) -> Line:
    """A line with the code of a slot, and what is told beside it, in a column of their own where its name ends before.

    Elsewhere they stand at the points, as much of them as has room.
    """
    both, used, column = "  ".join(filter(None, (row.code, row.says))), width_of(left), width - COLUMNS
    if width >= COLUMNED and used + 2 <= column:
        return Line((*left, (f"{'':{column - used}}{both}", "dim")), right)
    ways = (f"  {each}" for each in (both, row.code) if each)
    fits = (each for each in ways if used + cell_len(each) + width_of(right) <= width)
    return Line(left, ((next(fits, ""), "dim"), *right))


def tree_rest(row: TreeRow, width: int, kit: Sequence[KitLine] = ()) -> Iterator[TreeRow]:
    """Yield the lines below a line of the army: what of its name has no room in it, and the others of its kit."""
    first = next(iter(kit), None)
    title = first[0] if first is not None else row.title
    if cell_len(title) + 2 * row.depth + BESIDE_NAME > width:
        parts = _tree_parts(row, False, width, kit=first)
        yield from (_rest(row, 1, name) for name in _name_of(row, parts, width, first)[1:])
    for words, cost in kit[1:]:
        room = width - width_of(((f"{_indent(row)}  ", ""),)) - 6
        name, *more = parted(words, room, room - 2)
        yield _rest(row, 0, name, cost)
        yield from (_rest(row, 1, each) for each in more)


def _rest(row: TreeRow, deeper: int, name: str, cost: Decimal | None = None) -> TreeRow:
    return TreeRow(id=row.id, depth=row.depth + deeper, kind="rest", name=name, unit=row.unit, points=cost)


def act_line(key: str, words: str, told: str, look: str = "dim") -> Line:
    """A key with what it does, and what that costs or comes to."""
    return Line(((f"{key}  ", "focus"), (words, "text")), ((f" {told} ", look),) if told else ())


def groups_to_join(key: str, others: Sequence[str], against: Sequence[str], width: int) -> Iterator[Line]:
    """Yield which groups marked units could join by a key, and why not the others."""
    yield from (plain(""), plain("Groups these could join", "slot"))
    yield from (act_line(key, each, "") for each in others)
    for each in against or (() if others else ("There is no other group.",)):
        yield from (plain(f"   {part}", "dim") for part in wrap(each, width - 5))


def _name_of(row: TreeRow, parts: _TreeLine, width: int, kit: KitLine | None) -> tuple[str, ...]:
    """The name of a row in as many lines as it takes: in one if words that say what kind it is can be left out."""
    if kit is not None:
        return parts.name_lines(kit[0], width)
    ways = (parts.name_lines(name, width) for name in (row.title, *row.short))
    whole = parts.name_lines(row.title, width)
    return next((way for way in ways if len(way) == 1), whole)


def _indent(row: TreeRow) -> str:
    return "  " * row.depth


def _tree_parts(
    row: TreeRow, folded: bool, width: int, *, marked: bool = False, kit: KitLine | None = None
) -> _TreeLine:
    indent = _indent(row)
    if row.kind == "mark":
        return _TreeLine(((f"{indent}↳ ", "dim"),), "info")
    if row.kind == "open":
        return _TreeLine(((f"{indent}  ", "dim"),), "warning")
    fold = "  " if not row.parent or kit is not None else "▸ " if folded else "▾ "
    before: tuple[Span, ...] = (("▪" + indent[1:] if marked else indent, "focus"), (fold, "dim"))
    price_room = 5 if width >= WIDE else 4
    behind: list[Span] = []
    right: list[Span] = []
    match row.kind:
        case "force" | "slot":
            look = "title" if row.kind == "force" else "slot"
            if row.slot is not None:
                room = width - width_of(before) - cell_len(row.name) - 9
                ways = _counted(row.slot, True), _counted(row.slot, False), _counted(row.slot, False, shared=False)
                words = next((each for each in ways if cell_len(each) <= room), ways[-1])
                right.append((f" {words}", "error" if row.severity else look_of(row.slot)))
        case "group":
            look = "title"
        case "unit":
            look = "text"
            if row.models > 1:
                behind.append((f" ×{row.models}", "dim"))
            if row.aboard:
                room = width - width_of(before) - cell_len(row.title) - width_of(behind) - price_room - 3
                ways = (row.aboard_words, row.aboard_words.removesuffix(" aboard"), row.aboard)
                right.append((f" {next((each for each in ways if cell_len(each) <= room), '')}", "dim"))
        case _:
            look = "text" if row.kind == "model" else "dim"
            if row.number > 1 and kit is None:
                behind.append((f" ×{row.number}", "dim"))
    if row.severity and row.kind != "slot" and (kit is None or row.severity == "error"):
        right.append((f" {SIGNS[row.severity]}", row.severity))
    sums = row.kind in ("force", "group", "slot")
    price = _points(row) if kit is None else _added(kit[1])
    if price or kit is None:
        right.append((f" {price:>{price_room}} ", "points" if sums else "price"))
    return _TreeLine(before, look, tuple(behind), tuple(right))


def _added(points: Decimal | None) -> str:
    return signed(points or 0, "")


def _points(row: TreeRow) -> str:
    if row.points is None:
        return ""
    if row.kind == "choice":
        return _added(row.points)
    return number(row.points)


def slot_counts(slot: SlotLine) -> Span:
    """How full a slot is, with its look."""
    return _counted(slot, True), look_of(slot)


def _counted(slot: SlotLine, long: bool, *, shared: bool = True) -> str:
    most, share = "" if slot.most is None else str(slot.most), share_of(slot) if shared else ""
    if not long and (most or slot.least):
        return f"{slot.taken}/{most or f'{slot.least}+'}{share}"
    return f"{slot.words}{share}"


def share_of(slot: SlotLine) -> str:
    """The points of a slot of those that it may cost; nothing where they are not limited."""
    return "" if slot.allowance is None else f", {number(slot.spent)}/{number(slot.allowance)}"


def look_of(slot: SlotLine | None) -> str:
    """The look of a slot by how full it is."""
    if slot is None:
        return "dim"
    if slot.broken:
        return "error"
    return "warning" if slot.full else "dim"


def token_lines(counters: Sequence[CounterLine]) -> Iterator[Line]:
    """Yield below the army what tokens there are to bring, under who gets them."""
    for place, counter in enumerate(counters):
        if not place or counters[place - 1].remark != counter.remark:
            yield Line(((counter.whose, "slot"),))
        later = f", {counter.start} when the game starts" if counter.start > counter.total else ""
        yield Line(((f"  {counter.name:<10} {counter.total:>2}{later}", "text"),))


def fits_rows(
    totals: Totals, found: Sequence[Priced], taken: Sequence[Priced], is_known: bool, room: int
) -> Iterator[CatalogueRow]:
    """Yield what fits in the points that are left, as far as it was worked out: more of it may fit by now.

    Units that may be added are `found`, and what those in the army could have is `taken`. Once all `is_known` it is
    said that all of these cost too much, or that this force has nothing to spend points on.
    """
    if totals.limit is None:
        return
    left = totals.limit - totals.points
    fitting = [[row for price, row in those if price <= left] for those in (found, taken)]
    fits = "Fits in " if any(fitting) else ""
    yield CatalogueRow(FITS, f"{fits}{number(left)} left" if left >= 0 else f"{number(-left)} over")
    if left > 0 and is_known and not fits:
        yield CatalogueRow(FITS, "nothing fits" if found or taken else "none to spend here", rest=True, indent=2)
    for title, told in zip(("", "in the army:"), fitting, strict=True):
        if told and title:
            yield CatalogueRow(FITS, title, rest=True, indent=2)
        for row in told:
            yield from (row, *catalogue_rest(row, room))
