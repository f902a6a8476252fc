"""The lines of the adder: its columns, why something was found or does not fit, and what adding it would come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.events import Key

from builder.record import replace
from builder.scalars import number
from builder.services.editor.prices import army_with, entry_price, why_over
from builder.services.editor.view import EntryStatus, Totals
from builder.tui.sentences import keyed
from builder.tui.widgets.detail_lines import DetailRow
from builder.tui.widgets.editor_lines import UPGRADES, CatalogueRow, catalogue_rest, slot_counts
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import BARRED, Line, SearchInput, Span, cut, parted, plain, width_of
from builder.tui.widgets.profile_lines import profile_lines, text_lines

if TYPE_CHECKING:
    from builder.roster.model import Force
    from builder.services.editor.adding import Adding
    from builder.services.editor.catalogue import CatalogueEntry, CatalogueSlot
    from builder.services.editor.session import EditorSession


PREVIEWS = "Here you see what an entry is, can take and costs."
"""What is said in place of a preview where no entry is under the cursor."""


class PreviewPane(LinePane[DetailRow]):
    """What adding an entry would come to, to be read: letters begin to search anew, a click leaves the keys there."""

    FOCUS_ON_CLICK = False

    def __init__(self, search: SearchInput, *, id: str) -> None:
        super().__init__(lambda row, width: row.line, stops=lambda row: False, empty=PREVIEWS, id=id)
        self._search = search

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is written, and so no key of the screen."""
        return self._search.check_consume_key(key, character)

    def on_key(self, event: Key) -> None:
        """Write where it is searched."""
        if self.check_consume_key(event.key, event.character):
            event.stop()
            self.screen.set_focus(self._search)
            self._search.post_message(Key(event.key, event.character))


COLUMNS = 56
"""From this width on the list has columns; below it names and points."""

SLOT, POINTS, HAS = 24, 6, 8
"""Cells of the columns behind the name."""

BEFORE, BEHIND = 2, 5
"""Cells before the name, for what does not fit, and behind the last column at most."""

LEAST_SLOT, NAME = 14, 36
"""Cells of a slot at least, and of a name before the slot and what is behind get theirs."""

FEW = 12
"""Of so many entries that were found it is told below them why they cannot be taken."""

HINTS = (
    ("Units, upgrades of units you have, transports and forces.", "Units, upgrades, transports, forces."),
    (
        "{editor.choose} adds and goes to its first choice.  {editor.more} adds and stays here for the next.",
        "{editor.choose} adds and goes to its choices.  {editor.more} adds and stays here.",
        "{editor.choose} adds, {editor.more} adds and stays here.",
    ),
)
"""What stands below the list, in longer and in shorter words."""


def hint_lines(width: int) -> Iterator[str]:
    """Yield what stands below the list, ruled off from it, in words that have room."""
    yield "─" * (width - 1)
    for ways in (tuple(map(keyed, each)) for each in HINTS):
        yield next((words for words in ways if cell_len(words) <= width), ways[-1])


def _sizes(width: int) -> tuple[int, int]:
    """The cells of the name and of the slot in a line of a width."""
    rest = width - BEFORE - POINTS - 2 - HAS
    slot = max(LEAST_SLOT, min(SLOT, rest - NAME))
    return rest - slot - max(0, min(BEHIND, rest - slot - NAME)), slot


def name_lines(row: CatalogueRow, width: int) -> tuple[str, ...]:
    """The name of a row in as many lines as it takes beside the other columns, of which the slot may be empty."""
    name, slot = _sizes(width)
    room = name - 1 + (0 if row.kind else slot)
    return parted(row.name, room, max(10, room - 2))


def labels(names: Iterable[str], width: int) -> Mapping[str, str]:
    """Return names of slots in so many cells: whole where they have room, else in a way in which they differ."""
    every = [*dict.fromkeys(names)]
    ways = [{name: way(name, width) for name in every} for way in _WAYS]
    times = [Counter(way.values()) for way in ways]
    return {
        name: next(
            (
                way[name]
                for way, many in zip(ways, times, strict=True)
                if cell_len(way[name]) <= width and many[way[name]] == 1
            ),
            cut(name, width),
        )
        for name in every
    }


def _with_its_end(name: str, width: int) -> str:
    """The beginning of a name and its last word, such as `Sacrosanct… Infantry`."""
    end = name.rpartition(" ")[2]
    return f"{cut(name, width - cell_len(end) - 1)} {end}"


_WAYS: tuple[Callable[[str, int], str], ...] = (
    lambda name, width: name,
    lambda name, width: name.replace(" and ", ", "),
    lambda name, width: name.partition(": ")[0],
    cut,
    _with_its_end,
)
"""How the name of a slot is shortened: the first way by which it has room, and is that of no other, is taken."""


def heads_of(width: int) -> Line:
    """The heads of the columns, for lines of a width behind the mark of the cursor."""
    name, slot = _sizes(width)
    words = f"{'':{BEFORE + 1}}{'Unit':{name}}{'Slot':{slot}}{'Points':>{POINTS}}  Army has"
    return plain(words, "slot")


def adder_line(row: CatalogueRow, standing: EntryStatus | None, totals: Totals | None, width: int) -> Line:
    """A line of the list in columns; `-` stands before what cannot be taken or is over the limit."""
    name, slot = _sizes(width)
    if not row.adds:
        words = slot_counts(row.limits) if row.limits is not None else ("", "dim")
        fold = "▸ " if row.folded else "▾ "
        called = cut(row.name, width - 4 - cell_len(words[0]))
        return Line(((fold, "dim"), (f"{called}{'':{max(2, name - cell_len(called))}}", "slot"), words))
    price, has = "", "–"
    barred = False
    if standing is not None:
        price = entry_price(standing, short=True)
        has, barred = str(standing.taken or "–"), bool(standing.reason)
        over = not standing.hidden and totals is not None and bool(totals.over_with(standing.price))
    elif row.upgrade is not None:
        cost = row.upgrade.price
        price = number(cost) if cost else "free"
        has, barred = str(row.upgrade.number or "–"), bool(row.upgrade.reason)
        over = totals is not None and bool(totals.over_with(cost))
    else:
        over = False
    look = "dim" if barred else "text"
    spans: tuple[Span, ...] = ((f"{BARRED} " if barred or over else "  ", "dim"),)
    first = name_lines(row, width)[0]
    kind = f"{'':{max(0, name - cell_len(first))}}{cut(row.kind, slot)}"
    room = max(0, name + slot - cell_len(first) - cell_len(kind))  # Points stand at the right of theirs.
    spans += ((first, look), (f"{kind}{'':{room}}", "dim"), (f"{price:>{POINTS}}", look if barred else "price"))
    return Line((*spans, (f"  {has}", "good" if has != "–" else "dim")))


def slots_listed(session: EditorSession, force: Force) -> Sequence[CatalogueSlot]:
    """Return the slots that are listed where nothing is looked for: those of the force, and where it has units."""
    taken = {unit.entry_path for unit in force.selections}
    every = session.shelf.listed(force)
    return [slot for slot in every if slot.placed or any(entry.path in taken for entry in slot.entries)]


def every_row(
    session: EditorSession, force: Force, shut: Collection[str], room: int, *, columns: bool
) -> Iterator[CatalogueRow]:
    """Yield all that can be added below the headings of slots, of which some are shut."""
    limits = session.slots(force)
    for slot in slots_listed(session, force):
        heading = CatalogueRow(slot.id, slot.name, folded=slot.id in shut, limits=limits.get(slot.id))
        yield from (heading, *_rest(heading, room, columns))
        for entry in () if slot.id in shut else slot.entries:
            row = CatalogueRow(slot.id, name_of(session, force, entry), entry.path)
            yield from (row, *_rest(row, room, columns))


def found_rows(
    session: EditorSession, force: Force, query: str, room: int, *, columns: bool, by_slot: bool
) -> Iterator[CatalogueRow]:
    """Yield what was found, best first; below the headings of slots, where no column says in which each entry is."""
    from builder.services.editor.adding import FEWEST, found, upgrades_found

    more = len("".join(query.split())) >= FEWEST
    hits = found(session.catalogue(force), query, session.shelf.carried(force) if more else {})
    # Why an entry cannot be taken is worked out where few are listed: of thousands only for those in view.
    # So it is where lines are few: there it is told of the one under the cursor alone.
    told, above = len(hits) <= FEW and (columns or by_slot), ""
    totals, limits = session.view.totals, session.slots(force)
    if len(hits) <= FEW:  # What is not offered now comes last: Enter takes what was meant of what there is.
        stand = {hit.entry.path: session.standing(force, hit.entry.path) for hit in hits}
        hits = tuple(sorted(hits, key=lambda hit: bool((each := stand[hit.entry.path]) and each.hidden)))
    if by_slot:
        order = {slot: place for place, slot in enumerate(dict.fromkeys(hit.entry.slot for hit in hits))}
        hits = tuple(sorted(hits, key=lambda hit: order[hit.entry.slot]))
    stands = {hit.entry.path: session.standing(force, hit.entry.path) for hit in hits} if told else {}
    slots = {path: each.slot for path, each in stands.items() if each is not None and each.slot}
    called = labels((*(each.name for each in session.catalogue(force)), *slots.values()), _sizes(room)[1])
    for hit in hits:
        entry, standing = hit.entry, stands.get(hit.entry.path)
        if by_slot and entry.slot != above:
            above = entry.slot
            heading = CatalogueRow(entry.slot, entry.slot_name, limits=limits.get(entry.slot))
            yield from (heading, *_rest(heading, room, columns))
        kind = called[slots.get(entry.path, entry.slot_name)]
        row = CatalogueRow(entry.slot, name_of(session, force, entry), entry.path, kind=kind)
        in_sight = hit.by_slot and (by_slot or columns)
        yield from (row, *_rest(row, room, columns), *_why(row, "" if in_sight else hit.why, room))
        if standing is not None:
            reason = "" if entry.shared else standing.reason
            yield from _why(row, reason or keyed(why_over(totals, standing.price)), room)
    if not more:
        return
    names = {unit: session.name_of(unit) for unit in dict.fromkeys(each.unit for each in session.upgrades)}
    upgrades = upgrades_found(session.upgrades, query, names)
    if upgrades and by_slot:
        yield CatalogueRow(UPGRADES, UPGRADES)
    for choice in upgrades:
        kind = "transport" if choice.brings_transport else "upgrade"
        row = CatalogueRow(UPGRADES, f"{choice.name}, for {names[choice.unit]}", upgrade=choice, kind=kind)
        reason = (choice.reason or keyed(why_over(totals, choice.price))) if columns or by_slot else ""
        yield from (row, *_rest(row, room, columns), *_why(row, reason, room))
    yield from _forces(session, query)


def _forces(session: EditorSession, query: str) -> Iterator[CatalogueRow]:
    """Yield the forces that can be added and have these words in their names."""
    from builder.services.editor.adding import has_words
    from builder.services.editor.suggestions import forces_to_add

    for each in forces_to_add(session.session):
        if each.operations and has_words(each.words, query):
            yield CatalogueRow("", each.words, force=each, kind="force")


def _rest(row: CatalogueRow, room: int, columns: bool) -> Iterator[CatalogueRow]:
    """Yield the lines below a row with what of its name has no room in it."""
    if not columns:
        return catalogue_rest(row, room)
    names = name_lines(row, room) if row.adds else ()
    return (CatalogueRow(row.slot, part, rest=True) for part in names[1:])


def _why(row: CatalogueRow, reason: str, room: int) -> Iterator[CatalogueRow]:
    """Yield the lines below a row that tell why it was found, or why it cannot be taken."""
    return (CatalogueRow(row.slot, line, rest=True) for line in wrap(reason, max(10, room - 6)))


def name_of(session: EditorSession, force: Force, entry: CatalogueEntry) -> str:
    """Return what an entry is called, with what tells it apart where its slot has others of its name."""
    if not entry.shared:
        return entry.name
    standing = session.standing(force, entry.path)
    apart = standing.reason if standing is not None and standing.reason else entry.apart
    return f"{entry.name}: {apart}" if apart else entry.name


def force_called(session: EditorSession | None, force: Force | None) -> str:
    """Return to which of several forces entries are added, with its catalogue where they have others; else nothing."""
    forces = {each.id: each for each in session.army.view.all_forces()} if session is not None else {}
    if session is None or force is None or force.id not in forces or len(forces) < 2:
        return ""
    allied = len({each.catalogue_id for each in forces.values()}) > 1
    return session.name_of(force.id) + (f" · {forces[force.id].catalogue_name}" if allied else "")


def preview_rows(told: Adding, width: int) -> Iterator[DetailRow]:
    """Yield the lines of the preview: what it is, what it can take, what it would come to, the last one of it."""
    yield from map(DetailRow, _preview_lines(told, width))


def _preview_lines(told: Adding, width: int) -> Iterator[Line]:
    details = told.details
    price: tuple[Span, ...] = ((f" {details.points}", "points"),) if details.points else ()
    first, *others = parted(details.title, width - width_of(price), width - 2)
    yield Line(((first, "title"),), price)
    yield from (plain(f"  {part}", "title") for part in others)
    yield from text_lines(told.place, width, "dim") if told.place else ()
    for words in told.told:
        yield from text_lines(words, width, "warning")
    yield from profile_lines(replace(details, slot="", lines=(), weapons=(), notes="", rules=()), width, ruled=True)
    if details.takes or told.rides:
        yield from _headed("Can take" if details.takes else "Rides", width)
    for words, cost in details.takes:
        head, *rest = parted(words, width - cell_len(cost) - 1, width - 2)
        yield Line(((head, "text"),), ((f" {cost}", "price"),))
        yield from (plain(f"  {part}") for part in rest)
    if told.rides:
        yield from (
            Line((("  " * (place > 0) + part, "text"),)) for place, part in _hanging(f"rides in: {told.rides}", width)
        )
    if told.comes_to:
        yield from _headed("Would come to", width)
        yield from text_lines(told.comes_to, width, "error" if told.over else "text")
    yield from text_lines(told.brings, width, "text") if told.brings else ()
    words, cost = told.last
    if words:
        yield from _headed("The last one you made", width)
        head, *rest = parted(words, width - cell_len(cost) - 1, width - 2)
        yield Line(((head, "text"),), ((f" {cost}", "price"),))
        yield from (plain(f"  {part}") for part in rest)
        yield plain(keyed("{editor.alike} adds one like it"), "dim")
    yield from profile_lines(replace(details, slot="", tables=(), gives="", notes=""), width, ruled=True)


def over_words(name: str, totals: Totals, price: Decimal | None, before: Decimal) -> str:
    """What is said of the limit that something would break, or did where the army cost less `before` it was added."""
    over = totals.over_with(price) if price is not None else Decimal(0)
    if not over or price is None:
        return ""
    if totals.points <= before:
        return f"{name} would be {number(over)} over the limit: it can still be added"
    now = over - price
    told = f"the army is now {number(now)} over the limit" if now > 0 else f"another would be {number(over)} over"
    return f"{name} added: {told}"


def upgrade_preview(row: CatalogueRow, unit: str, totals: Totals, width: int) -> Iterator[DetailRow]:
    """Yield the lines of the preview of what a unit of the army can take."""
    upgrade = row.upgrade
    if upgrade is None:
        return
    cost = upgrade.price
    price: tuple[Span, ...] = ((f" {number(cost)}", "price"),) if cost else ()
    lines = [Line(((cut(upgrade.name, width - width_of(price)), "title"),), price)]
    lines += text_lines(f"{row.kind}, for {unit}", width, "dim")
    lines += text_lines(upgrade.reason, width, "warning") if upgrade.reason else ()
    lines += _headed("Would come to", width)
    lines += text_lines(army_with(totals, cost), width, "error" if totals.over_with(cost) else "text")
    yield from map(DetailRow, lines)


def _hanging(text: str, width: int) -> Iterator[tuple[int, str]]:
    return enumerate(wrap(text, max(10, width - 2)) or [""])


def _headed(words: str, width: int) -> Iterator[Line]:
    yield from (Line(()), plain(words, "slot"), plain("─" * width, "dim"))


def brief_lines(
    told: Adding | None, row: CatalogueRow | None, totals: Totals | None, width: int, height: int
) -> Sequence[str]:
    """What is told of an entry in so many lines: what adding it comes to first, then what it is.

    Of the upgrade in a row it is what it comes to; where there is neither, what these lines are for.
    """
    if told is None:
        upgrade = row.upgrade if row is not None else None
        both = (upgrade.reason, army_with(totals, upgrade.price)) if upgrade and totals else (PREVIEWS,)
        return wrap(" · ".join(filter(None, both)), width)
    last = keyed("{editor.alike} adds one like the last: {}, {}", *told.last) if told.last[0] else ""
    words: list[str] = []
    for part in filter(
        None, (*told.told, told.comes_to, told.brings, told.place, told.rides and f"rides in {told.rides}", last)
    ):
        if len(wrap(" · ".join((*words, part)), max(10, width))) <= height:
            words.append(part)
    return wrap(" · ".join(words), max(10, width))


def told_lines(facts: Sequence[str], width: int, height: int) -> Sequence[str]:
    """Return facts in so many lines: without the first where they have more, then without the last."""
    for some in (facts, facts[1:], facts[1:-1]):
        lines = wrap(" · ".join(some), max(10, width))
        if len(lines) <= height:
            break
    return lines
