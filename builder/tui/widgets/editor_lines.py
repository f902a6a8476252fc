"""The lines of the editor: its head, the catalogue, the army, the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

from builder.record import Record, replace
from builder.scalars import counted, number
from builder.services.editor.view import ChoiceRow, EditorView, EntryStatus, SlotLine, Totals, TreeRow, price_words
from builder.tui.widgets.lines import SIGNS, Line, Span, parted, plain, width_of

if TYPE_CHECKING:
    from builder.services.editor.session import EditorSession

WIDE = 37
"""From this width of a pane there is room for more than the shortest words."""

SLIM = 28
"""Below this width of a pane there is room for nothing but the shortest."""

ROOMY = 160
"""From this width of the screen on, the bar of points is long."""

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
    """Whether it is what the line above had no room for."""
    upgrade: ChoiceRow | None = None
    """What a unit of the army can take, where the line is no entry."""


def catalogue_rest(row: CatalogueRow, width: int) -> Iterator[CatalogueRow]:
    """Yield the lines below a slot, or an entry, with what of its name has no room beside a price."""
    names = _entry_name(row.name, width) if row.path or row.upgrade else _slot_name(row.name, width)
    return (CatalogueRow(row.slot, part, rest=True) for part in names[1:])


def _slot_name(name: str, width: int) -> tuple[str, ...]:
    return parted(name, width - 2, width - 6)


def _entry_name(name: str, width: int) -> tuple[str, ...]:
    begins = 2 if width < SLIM else 3
    return parted(name, width - begins - PRICE, width - 6)


def upgrade_rows(session: EditorSession, query: str) -> Iterator[CatalogueRow]:
    """Yield what units of the army can take that has these letters in its name, each once for a unit."""
    words = query.casefold().split()
    found = [each for each in session.upgrades if all(word in each.name.casefold() for word in words)]
    if words and found:
        yield CatalogueRow(UPGRADES, UPGRADES)
        for each in reversed({(each.unit, each.name): each for each in reversed(found)}.values()):
            yield CatalogueRow(UPGRADES, f"{each.name}, for {session.name_of(each.unit)}", upgrade=each)


def catalogue_line(row: CatalogueRow, standing: EntryStatus | None, width: int) -> Line:
    """A line of the catalogue with what adding it costs; before it how many are taken, or `-` where none can be."""
    if row.rest:
        return Line(((f"{'':5}{row.name}", "dim"),))
    if row.upgrade is not None:
        cost = f" {number(row.upgrade.cost)} " if row.upgrade.cost else " "
        look = "dim" if row.upgrade.reason else "text"
        return Line(
            (("  " if width < SLIM else "   ", "dim"), (_entry_name(row.name, width)[0], look)), ((cost, look),)
        )
    if row.slot == FITS and not row.path:
        return Line(((f" {row.name}", "slot"),))
    if not row.path:
        ways = (_counted(row.limits, long, shared=width >= SLIM) for long in (True, False)) if row.limits else ()
        right = next((f" {each} " for each in ways if cell_len(row.name) + cell_len(each) + 4 <= width), "")
        name = _slot_name(row.name, width)[0]
        return Line((("▸ " if row.folded else "▾ ", "dim"), (name, "slot")), ((right, _full(row.limits)),))
    taken = standing.taken if standing is not None else 0
    look = "dim" if standing is not None and standing.reason else "text"
    sign = f"{taken}" if taken else "-" if look == "dim" else " "
    name = _entry_name(row.name, width)[0]
    left: tuple[Span, ...] = (f"{sign} " if width < SLIM else f" {sign} ", "good"), (name, look)
    prices = [f" {_price(standing, short=short)} " for short in (width < WIDE, True)] if standing is not None else [""]
    price = next((each for each in prices if width_of(left) + cell_len(each) <= width), prices[-1])
    return Line(left, ((price, "points" if taken else look),))


def _price(standing: EntryStatus, *, short: bool) -> str:
    return price_words(number(standing.price) if standing.price else "", standing.needs, short=short)


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
        whole = name + behind.replace(" ", UNBROKEN)
        return tuple(part.replace(UNBROKEN, " ") for part in parted(whole, room, width - begins - 3))


def tree_line(row: TreeRow, folded: bool, width: int, *, marked: bool = False, kit: str = "") -> Line:
    """A line of the army, with its points; `▪` stands before what is marked, and the `kit` of models for their name."""
    if row.kind == "rest":
        return Line(((f"{_indent(row, width)}  {row.name}", "text"),))
    parts = _tree_parts(row, folded, width, marked=marked, kit=kit)
    name, *others = parts.name_lines(kit or row.title, width)
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


def tree_rest(row: TreeRow, width: int, kit: str = "") -> Iterator[TreeRow]:
    """Yield the lines below a line of the army with what of its name, and of its kit, has no room in it."""
    title = kit or row.title
    if cell_len(title) + 2 * row.depth + BESIDE_NAME <= width:
        return iter(())
    names = _tree_parts(row, False, width, kit=kit).name_lines(title, width)
    return (TreeRow(id=row.id, depth=row.depth + 1, kind="rest", name=name, unit=row.unit) for name in names[1:])


def act_line(key: str, words: str, told: str, look: str = "dim") -> Line:
    """A key with what it does, and what that costs or comes to."""
    return Line(((f"{key}  ", "focus"), (words, "text")), ((f" {told} ", look),) if told else ())


def groups_to_join(key: str, others: Sequence[str], against: Sequence[str], width: int) -> Iterator[Line]:
    """Yield which groups marked units could join by a key, and why not the others."""
    yield from (plain(""), plain("Groups these could join", "slot"))
    yield from (act_line(key, each, "") for each in others)
    for each in against or (() if others else ("There is no other group.",)):
        yield from (plain(f"   {part}", "dim") for part in wrap(each, width - 5))


def _indent(row: TreeRow, width: int) -> str:
    return ("  " if width >= WIDE else " ") * row.depth


def _tree_parts(row: TreeRow, folded: bool, width: int, *, marked: bool = False, kit: str = "") -> _TreeLine:
    wide, indent = width >= WIDE, _indent(row, width)
    if row.kind == "mark":
        return _TreeLine(((f"{indent}↳ ", "dim"),), "info")
    fold = ("▸ " if folded else "▾ ") if row.parent else "  "
    before: tuple[Span, ...] = (("▪" + indent[1:] if marked else indent, "focus"), (fold, "dim"))
    behind: list[Span] = []
    right: list[Span] = []
    match row.kind:
        case "force" | "slot":
            look = "title" if row.kind == "force" else "slot"
            if row.slot is not None:
                room = width - width_of(before) - cell_len(row.name) - 9
                ways = _counted(row.slot, wide), _counted(row.slot, False), _counted(row.slot, False, shared=False)
                words = next((each for each in ways if cell_len(each) <= room), ways[-1])
                right.append((f" {words}", "error" if row.severity else _full(row.slot)))
        case "group":
            look = "title"
        case "unit":
            look = "text"
            if row.models > 1:
                behind.append((f" ×{row.models}", "dim"))
            if row.aboard:
                room = width - width_of(before) - cell_len(row.title) - width_of(behind) - 8
                fits = (each for each in (row.aboard_words, row.aboard) if cell_len(each) <= room)
                right.append((f" {next(fits, '')}", "dim"))
        case _:
            look = "text" if row.kind == "model" else "dim"
            if row.number > 1 and not kit:
                behind.append((f" ×{row.number}", "dim"))
    if row.severity and row.kind != "slot":
        right.append((f" {SIGNS[row.severity]}", row.severity))
    strong = row.kind in ("force", "group", "slot", "unit")
    if row.points is not None or not kit:
        right.append((f" {_points(row):>{5 if wide else 4}} ", "points" if strong else "dim"))
    return _TreeLine(before, look, tuple(behind), tuple(right))


def _points(row: TreeRow) -> str:
    if row.points is None:
        return ""
    if row.kind == "choice":
        return f"+{number(row.points)}" if row.points else ""
    return number(row.points)


def _counted(slot: SlotLine, long: bool, *, shared: bool = True) -> str:
    most, share = "" if slot.most is None else str(slot.most), _share(slot) if shared else ""
    if not long:
        return f"{slot.taken}/{most or (f'{slot.least}+' if slot.least else '–')}{share}"
    if slot.most is None:
        return f"{slot.taken} of {slot.least}+{share}" if slot.least else f"{slot.taken}{share}"
    return f"{slot.taken} of {slot.least}–{most}{share}"


def _share(slot: SlotLine) -> str:
    """The points of a slot of those that it may cost; nothing where they are not limited."""
    return "" if slot.allowance is None else f", {number(slot.spent)}/{number(slot.allowance)}"


def _full(slot: SlotLine | None) -> str:
    if slot is None:
        return "dim"
    if slot.broken:
        return "error"
    return "warning" if slot.full else "dim"


def head_line(view: EditorView, saved: str, width: int) -> Line:
    """The head of the editor: the army's name, its game, whether it is saved, its points.

    Where there is little room, the name goes before the points, which stand in the totals too.
    """
    name, opened = (view.name, "title"), bool(view.system)
    if not opened:
        return Line(((" Muster > ", "dim"), name))
    full = (f"  {saved}   ", "dim"), (f"{_of_limit(view.totals)} points ", _over(view.totals))
    short = ((f"  {saved.partition(':')[0]} ", "dim"),)
    least = min(cell_len(view.name), width // 2)
    for before, right in ((" Muster > ", full), (" ", full), (" ", short)):
        if cell_len(before) + least + width_of(right) <= width:
            break
    about = f" · {view.system} · {view.data}" if width >= 100 else ""
    return Line(((before, "dim"), name, (about, "dim")), right)


def _of_limit(totals: Totals) -> str:
    limit = f" / {number(totals.limit)}" if totals.limit is not None else ""
    return f"{number(totals.points)}{limit}"


def _over(totals: Totals) -> str:
    return "error" if totals.limit is not None and totals.points > totals.limit else "points"


def totals_lines(totals: Totals, width: int) -> tuple[Line, Line]:
    """The two lines of totals: points and slots; findings, and tokens where there is room.

    The gravest finding is told whole or not at all, an error rather than the tokens.
    """
    bar: list[Span] = [(f" {_of_limit(totals)} ", _over(totals))]
    if totals.limit is not None:
        size = 56 if width >= ROOMY else 34 if width >= 120 else 24 if width >= 110 else 12
        bar += ((f" {_left(totals)} ", "error" if totals.points > totals.limit else "text"), *_bar(totals, size))
    counts = [f" │ {words}" for words in totals.counted] if width >= 110 else []
    grouped: list[Span] = [(f" groups {totals.groups} ", "dim")] if totals.groups is not None else []
    slots = grouped or _slots(totals.slots, totals.slots)
    if slots and width_of(bar) + sum(map(cell_len, counts)) + width_of(slots) > width:
        counts = []
    if not grouped and slots and width_of(bar) + width_of(slots) > width:
        slots = _slots([slot for slot in totals.slots if slot.taken or slot.least], totals.slots)
    first = Line((*bar, *((text, "dim") for text in counts)), tuple(slots))
    told = [(f"{SIGNS[kind]} {counted(count, word)}  ", kind) for count, kind, word in _counts(totals)]
    said: list[Span] = [(" Findings ", "dim"), *(told or [("none ", "good")])]
    worst, long, brief = totals.worst if width >= 110 else "", _tokens(totals, brief=False), _tokens(totals, brief=True)
    ways = [(worst, long), (worst, brief), *([(worst, "")] if totals.errors else []), ("", long), ("", brief)]
    fits = (way for way in ways if width_of(said) + sum(cell_len(text) + 1 for text in way) <= width)
    worst, tokens = next(fits, ("", ""))
    held = ((f" {tokens} ", "info"),) if tokens else ()
    if worst:
        said.append((worst, "dim"))
    left = (totals.limit or Decimal(0)) - totals.points
    hint = f"  L tells what {number(left)} left buys"
    if left > 0 and width_of(said) + width_of(held) + cell_len(hint) < width:
        said.append((hint, "dim"))
    return first, Line(tuple(said), held)


def _tokens(totals: Totals, *, brief: bool) -> str:
    """The tokens to bring and who gets them, those of the beginning of a game in words or behind a plus."""
    told = []
    for each in totals.counters:
        later = f"+{each.start - each.total}" if brief else f", {each.start} at the start"
        told.append(f"{each.name} {each.total}{later if each.start > each.total else ''}")
    remarks = {f"{each.whose}: " for each in totals.counters}
    return f"{remarks.pop() if len(remarks) == 1 and not brief else ''}{'  '.join(told)}"


def _counts(totals: Totals) -> Iterator[tuple[int, str, str]]:
    """Yield how many findings there are of each kind, with their look and their word."""
    kinds = (
        (totals.errors, "error", "error"),
        (totals.unmade, "warning", "open choice"),
        (totals.warnings, "warning", "warning"),
        (totals.notes, "info", "note"),
    )
    return (kind for kind in kinds if kind[0])


def short_totals(totals: Totals) -> Line:
    """The totals in a line, where there is no room for two: points, what is left of the limit, findings."""
    left = (" ", "dim") if totals.limit is None else (f"{_left(totals)}  ", _over(totals))
    graver = replace(totals, warnings=totals.warnings + totals.unmade, unmade=0)  # Their sign is the same.
    told = [(f"{SIGNS[kind]} {count} ", kind) for count, kind, _ in _counts(graver)]
    return Line(((f" {_of_limit(totals)}  ", _over(totals)), left, *(told or [("no findings", "good")])))


def _left(totals: Totals) -> str:
    left = (totals.limit or Decimal(0)) - totals.points
    return f"{number(left)} left" if left >= 0 else f"{number(-left)} over"


def _bar(totals: Totals, size: int) -> Iterator[Span]:
    limit = totals.limit or Decimal(1)
    part = min(Decimal(1), totals.points / limit) if limit else Decimal(1)
    eighths = int(part * size * 8)
    drawn = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
    yield "▕", "dim"
    yield drawn.ljust(size), _over(totals) if totals.points > limit else "good"
    yield "▏", "dim"


def _slots(shown: Sequence[SlotLine], every: Sequence[SlotLine]) -> list[Span]:
    """The slots in short: a few letters, of `every` slot others, and how full."""
    from builder.systems.common.units import codes_of  # what is painted first has no army yet

    spans: list[Span] = [(" ", "dim")] if shown else []
    codes = codes_of(slot.name for slot in every)
    for slot in shown:
        most = f"/{slot.most}" if slot.most is not None and slot.most < 99 else ""
        spans.append((f"{codes[slot.name]} {slot.taken}{most}{_share(slot)} ", _full(slot)))
    return spans
