"""What the data screen shows, line by line: sets with what there is to say of them, things found, one thing in full."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich.cells import cell_len

from builder.errors import Severity
from builder.resources import YAML_ENDINGS
from builder.scalars import counted, number, relative_time
from builder.services.data.catalogue_store import AddedDataSet, are_older
from builder.services.data.contents import PROFILES, UNITS, ContentEntry
from builder.services.data.sources import GALLERY
from builder.services.library.armies import LibraryArmy
from builder.services.library.browsing import EntryDetails, KnownSet, TypeTable
from builder.services.library.data_updates import DataUpdate
from builder.tui.screens.data_known import DataKnown
from builder.tui.sentences import key_of, keyed
from builder.tui.widgets.lines import SIGNS, Line, cut, plain

MOST_TOLD = 6
"""Lines of catalogues that a question tells at most; how many more there are stands below."""
NARROWEST_NAME = 12
"""Cells that names keep beside the columns of a table."""
NARROWEST_PLACE = 12
"""Cells below which it is not told where something was found: the name is whole."""
USUAL = ("unit", "model", "profile")
"""Types of profiles that say nothing beside a name."""
POINTS = 8
"""Cells of a price."""
NAMED = 3
"""So many armies are called by their names, and so many mistakes of a set told."""
OURS, ADDED = "With the program", "Added"


@dataclass(frozen=True, slots=True)
class DataHeading:
    """The head of a part of a list, which can be folded away."""

    words: str
    folded: bool = False
    right: str = ""
    does: str = ""
    """The id of the action that the words at its `right` tell of."""


@dataclass(frozen=True, slots=True)
class SetRemark:
    """A line below a set that says something of it."""

    words: str
    look: str = "dim"
    does: str = ""
    """The id of the action that it tells of."""


SetRow: TypeAlias = DataHeading | KnownSet | SetRemark
FoundRow: TypeAlias = DataHeading | ContentEntry
Told: TypeAlias = tuple[Line, str]
"""A line with the id of the action that it tells of; without one it tells of none."""


def set_rows(
    sets: Iterable[KnownSet], folded: Collection[str], remarks: Mapping[str, Sequence[SetRemark]]
) -> list[SetRow]:
    """Sets below their headings, with the remarks on them by their ids."""
    rows: list[SetRow] = []
    known = tuple(sets)
    for words, ours in ((OURS, True), (ADDED, False)):
        those = [each for each in known if each.ours == ours]
        is_folded = words in folded
        rows.append(
            DataHeading(words, is_folded)
            if those
            else DataHeading(words, is_folded, keyed("none yet, {data.add} adds one"), "data.add")
        )
        for each in () if is_folded else those:
            rows += [each, *remarks.get(each.id, ())]
    return rows


def is_stop(row: SetRow | FoundRow | None) -> bool:
    """Whether the cursor stands on a row."""
    return row is not None and not isinstance(row, SetRemark)


def set_line(row: SetRow, width: int) -> Line:
    """A row of the sets as a line."""
    if isinstance(row, DataHeading):
        return _heading_line(row)
    if isinstance(row, SetRemark):
        return plain(f"    {row.words}", row.look)
    right = (f"{SIGNS['error']} ", "error") if row.revision is None else (f" {row.revision} ", "dim")
    return Line(((f"  {cut(row.name, width - 2 - cell_len(right[0]))}", "text"),), (right,))


def _heading_line(row: DataHeading) -> Line:
    right = ((f"{row.right} ", "dim"),) if row.right else ()
    return Line(((f"{'▸' if row.folded else '▾'} ", "dim"), (row.words, "slot")), right)


def remarks_on(row: KnownSet, known: DataKnown, width: int, *, at: bool) -> list[SetRemark]:
    """Return what stands below a set: all there is to say where the cursor is `at` it, else what asks for something."""
    room, held, users, news = width - 6, known.held.get(row.id), known.users(row), known.news(row.id)
    told: list[SetRemark] = []
    if at and row.revision is not None:
        number_of = "" if row.ours else counted(len(row.catalogues), "catalogue")
        entries = "" if held is None else counted(number(len(held.entries)), "entry", "entries")
        told.append(SetRemark(" · ".join(filter(None, (number_of, entries)))))
        if held is not None:
            readers = ", ".join(held.readers).replace("Any game", "any game")
            told.append(SetRemark(f"read by: {readers or 'no game here'}"))
        names = f"used by: {', '.join(users) or 'no army of yours'}"
        told.append(
            SetRemark(names if cell_len(names) <= room else f"used by: {counted(len(users), 'army', 'armies')}")
        )
    if news:
        way = keyed(": {data.update}") if at else ""
        told.append(SetRemark(f"{SIGNS['warning']} {news}{way}", "warning", "data.update" if at else ""))
    unread = sum(each.severity is Severity.ERROR for each in row.findings) if row.revision is not None else 0
    if unread:
        told.append(SetRemark(f"{SIGNS['error']} {counted(unread, 'file')} could not be read", "error"))
    if others := len(row.findings) - unread if row.revision is not None else 0:
        missing = f"{'something is' if others == 1 else f'{others} things are'} missing"
        told.append(SetRemark(f"{SIGNS['warning']} {missing}", "warning"))
    return [
        SetRemark(line, each.look, each.does)
        for each in told
        for line in textwrap.wrap(each.words, max(10, room), subsequent_indent="  ")
    ]


def legend(row: KnownSet | None, users: Collection[str], width: int, height: int) -> list[Told]:
    """Return the keys of sets with what they do, where the one under the cursor is from, and what is never done.

    Where not all of that has room, what is wrong with the set and its source come before the keys.
    """
    room = max(10, width)
    acts = {"data.add": "Add: folder, zip, address, or from the gallery of the community"}
    source: list[Told] = []
    wrong: list[Told] = []
    if row is not None and not row.ours:
        need = f"; {counted(len(users), 'army needs', 'armies need')} it" if users else "; no army needs it"
        if row.revision is not None:
            acts["data.update"] = "What an update changes, then do it"
        if row.has_former:
            acts["data.restore"] = "Bring back what it was before"
        acts["data.remove"] = f"Remove{need}"
    keys = [(line, id) for id, words in acts.items() for line in _hanging(key_of(id), "  ", words, room, "focus")]
    if row is not None:
        for each in row.findings[:NAMED]:
            wrong += (
                (line, "") for line in _hanging(SIGNS[each.severity], " ", each.message, room, str(each.severity))
            )
        for name, words in _source(row):
            source += ((line, "") for line in _hanging(name, " " * (9 - len(name)), words, room, "dim"))
    sentence = "Nothing is fetched without being asked for. Old revisions stay while an army uses them."
    promise = [(plain(each, "dim"), "") for each in textwrap.wrap(sentence, room)]
    parts = [part for part in (keys, wrong, source, promise) if part]
    while parts and sum(map(len, parts)) + len(parts) - 1 > height:
        parts.pop(next((parts.index(part) for part in (promise, keys, source, wrong) if part in parts), 0))
    return [line for part in parts for line in ((plain(""), ""), *part)][1:]


def headed(heads: Callable[[int], Line]) -> Callable[[int, int], list[Line]]:
    """Make the head of a list: a blank line, what its columns are called, a rule."""
    return lambda width, height: [plain(""), heads(width - 1), *below_rule((), width)]


def below_rule(lines: Iterable[Line], width: int) -> list[Line]:
    """A rule, and lines below it, with a blank at either side."""
    return [plain(f" {'─' * (width - 2)}", "dim"), *framed(lines)]


def framed(lines: Iterable[Line]) -> list[Line]:
    """Lines with a blank at either side."""
    return [Line(((" ", "text"), *line.left), (*line.right, (" ", "text"))) for line in lines]


def _hanging(first: str, gap: str, words: str, width: int, look: str) -> list[Line]:
    """A word, then others that are broken to stand beside it."""
    indent = cell_len(first + gap)
    room = max(10, width - indent)
    lines = textwrap.wrap(by_folders(words, room), room, break_on_hyphens=False) or [""]
    head = Line(((first, look), (gap, "text"), (lines[0], "dim")))
    return [head, *(plain(f"{' ' * indent}{each}", "dim") for each in lines[1:])]


def by_folders(words: str, room: int) -> str:
    """Words with a blank between folders where a path is longer than a line: it is broken there, and not in a name."""
    for path in (word for word in words.split() if cell_len(word) > room):
        parts = [""]
        for folder in re.findall(r"[^/]+/?|/", path):
            if parts[-1] and cell_len(parts[-1] + folder) > room:
                parts.append("")
            parts[-1] += folder
        words = words.replace(path, " ".join(parts))
    return words


def _source(row: KnownSet) -> Iterator[tuple[str, str]]:
    """Yield where a set is from, what its licence is, and since when it is here."""
    if row.ours:
        yield "File", str(row.path)
        return
    if row.revision is None:
        yield "Folder", str(row.path)
        return
    note = row.source
    if note is None:
        yield "Source", "files of yours"
    else:
        place = (note.kept_at or note.address).removeprefix("https://")
        gallery = ", community gallery" if note.address.startswith(GALLERY) else ""
        yield "Source", f"{keyed('files of yours; {data.update} looks at ') if note.own else ''}{place}{gallery}"
    yield "Licence", "as its authors say: none told"
    size = f"{row.size / 1e6:.0f} MB" if row.size >= 1e6 else f"{max(1, row.size // 1000)} kB"
    checked = "" if row.findings else ", checked"
    release = f", release {note.release}" if note and note.release else ""
    yield "Fetched" if note and not note.own else "Added", f"{relative_time(row.fetched)}, {size}{release}{checked}"


def about_set(row: KnownSet | None, users: Sequence[str], width: int) -> Line:
    """The set under the cursor in one line."""
    if row is None:
        return plain("")
    told = [f"{row.name}, revision {row.revision}" if row.revision is not None else f"{row.name} cannot be used"]
    if not row.ours and row.revision is not None:
        told.append(counted(len(row.catalogues), "catalogue"))
    told.append(f"{counted(len(users), 'army uses', 'armies use')} it" if users else "no army uses it")
    since = "came with the program" if row.ours else f"added {relative_time(row.fetched)}" if row.fetched else ""
    left = f" {' · '.join(told)}"
    return Line(((left, "text"),), ((f"{since} ", "dim"),) if cell_len(left + since) + 3 <= width else ())


# -- what was found --------------------------------------------------------------
def found_rows(groups: Iterable[tuple[str, Sequence[ContentEntry]]], folded: Collection[str]) -> list[FoundRow]:
    """Return what was found below its headings."""
    rows: list[FoundRow] = []
    for heading, those in groups:
        is_folded = heading in folded
        rows.append(DataHeading(heading, is_folded, number(len(those)) if is_folded else ""))
        rows += () if is_folded else those
    return rows


def found_heads(width: int) -> Line:
    """What the columns of things found are called."""
    place = f"{cut('Catalogue', _room(width, '')):<{_room(width, '')}}" if _room(width, "") > NARROWEST_PLACE else ""
    return Line((("   Name", "slot"),), ((place, "slot"), (f"{'Points':>{POINTS}} ", "slot")))


def found_line(row: FoundRow, width: int, place: str = "", points: str = "") -> Line:
    """A row of what was found as a line: the `place` where it is written, the `points` that a unit comes to."""
    if isinstance(row, DataHeading):
        return _heading_line(row)
    kind = f", {row.heading}" if row.group == PROFILES and row.heading.casefold() not in USUAL else ""
    room = _room(width, row.name + kind)
    where = f"{cut(place, room):<{room}}" if room > NARROWEST_PLACE else ""
    price = points or (number(row.points) if row.points is not None else "")
    told = f"{price if row.group == UNITS else '':>{POINTS}} "
    return Line(((f"  {row.name}", "text"), (kind, "dim")), ((where, "dim"), (told, "price")))


def _room(width: int, name: str) -> int:
    """The cells for where something was found, beside a name that is whole."""
    return min(32, width - 34, width - POINTS - 5 - cell_len(name))


def details_lines(details: EntryDetails, width: int, takers: Sequence[str] = (), most: int = 0) -> list[Line]:
    """One thing of a set in full; `takers` are the names of the armies that have taken it.

    Where it may have so many lines at `most`, the last one says how many others there are; who took it always is told.
    """
    comes_to = details.comes_to if cell_len(f"{details.name}  {details.comes_to}") <= width else ""
    look = "price" if any(map(str.isdigit, details.comes_to)) else "dim"  # It is what kind of thing it is else.
    lines = [Line(((details.name, "title"),), ((comes_to, look),) if comes_to else ())]
    if details.comes_to and not comes_to:
        lines.append(plain(details.comes_to, look))
    for table in details.tables:
        lines += [*_table(table, width), plain("")]
    for title, text in details.texts:
        words = f"{title}: {text}" if title else text
        lines += [line for part in words.splitlines() if part.strip() for line in _wrapped(part, width, "text")]
    armies = f"Taken in {len(takers)} of your armies: {', '.join(takers)}" if takers else ""
    taken = [*_wrapped(armies, width, "info")]
    gap = [plain("")] if taken and lines[-1] != plain("") else []
    choices = [line for title, names in details.choices for line in _wrapped(f"{title}: {names}", width, "text")]
    choices = [plain(""), plain("It can take", "slot"), *choices] if choices else []
    if not most or len([*lines, *gap, *taken, *choices]) <= most:
        return [*lines, *gap, *taken, *choices]
    kept = lines[: max(1, most - len(taken) - 1)]
    more = len(lines) + len(choices) - len(kept)
    return [*kept, plain(keyed("{}: {data.open} shows all of it", counted(more, "more line")), "dim"), *taken][:most]


def _table(table: TypeTable, width: int) -> Iterator[Line]:
    """Yield a table; columns that have no room beside the others stand in another one below."""
    rows = ((table.title, *table.columns), *table.rows)
    widths = [max(cell_len(row[place]) for row in rows if place < len(row)) for place in range(1, len(rows[0]))]
    names = max(cell_len(row[0]) for row in rows)
    first = 0
    while first < len(widths):
        last = first + 1
        while last < len(widths) and sum(widths[first : last + 1]) + 2 * (last + 1 - first) <= width - min(
            names, NARROWEST_NAME
        ):
            last += 1
        taken = sum(each + 2 for each in widths[first:last])
        name_width = max(min(names, NARROWEST_NAME), min(names, width - taken))
        for place, row in enumerate(rows):
            name = cut(row[0], name_width)
            cells = zip(widths[first:last], row[first + 1 : last + 1], strict=False)
            parts = (f"  {' ' * (wide - cell_len(cell))}{cell}" for wide, cell in cells)
            words = name + " " * (name_width - cell_len(name)) + "".join(parts)
            yield plain(words, "text" if place else "slot")
        first = last


def _wrapped(text: str, width: int, look: str) -> Iterator[Line]:
    for line in textwrap.wrap(text, max(10, width), subsequent_indent="  ", break_on_hyphens=False):
        yield plain(line, look)


def text_of(lines: Iterable[Line]) -> str:
    """These lines as text."""
    return "\n".join(
        "".join(text for text, _ in line.left) + "".join(f"  {text}" for text, _ in line.right) for line in lines
    )


# -- what is asked and said ---------------------------------------------------------
def missed(users: Iterable[LibraryArmy]) -> str:
    """Return what becomes of armies without their data set: saved rosters alone say all that is theirs themselves."""
    kinds: dict[bool, list[str]] = {True: [], False: []}
    for army in users:
        kinds[army.path.name.endswith(YAML_ENDINGS)].append(army.name)
    files, saved = kinds[True], kinds[False]
    words = [f"Without it {', '.join(files)} cannot be opened, until it is added again."] if files else []
    words += [f"Of {', '.join(saved)} only what the files say is known then."] if saved else []
    return " ".join(words) or "No army of yours uses it."


def told(added: Iterable[AddedDataSet]) -> Iterator[str]:
    """Yield a sentence for each set that was added, or brought to another state."""
    fresh = [each.data.id for each in added if not each.updated]
    if len(fresh) == 1:
        yield f"{fresh[0]} is in the library."
    elif fresh:
        yield f"{len(fresh)} sets are in the library: {'; '.join(fresh)}."
    for each in added:
        if each.updated and not each.changed:
            yield f"{each.data.id} is as it was."
        elif each.updated:
            which = "an older" if are_older(each.revised) else "a new"
            yield keyed("{} is brought to {} state: {data.restore} brings back what was before.", each.data.id, which)


def planned(plan: DataUpdate, used: Collection[str], width: int, height: int) -> Iterator[str]:
    """Yield what an update changes, as lines of a question that has this room; catalogues that armies use first."""
    files = [f"new: {name}" for name in plan.new]
    files += [f"{each.name}: {each.words}" for each in sorted(plan.revised, key=lambda each: each.name not in used)]
    files += [f"gone: {name}" for name in plan.gone]
    armies = [f"{change.id}: {change.before.summary} → {change.now.summary}" for change in plan.armies]
    told = f"Armies of yours that use it: {plan.users or 'none'}; that it changes: {len(armies) or 'none'}."
    age = [plan.age, ""] if plan.age else []
    room = height - sum(_high(line, width) for line in (*age, "", told))
    for_armies = min(room // 2, sum(_high(line, width) for line in armies))
    shown = _some(files[:MOST_TOLD], len(files), room - for_armies, width)
    yield from (*age, *shown, "", told)
    yield from _some(armies, len(armies), room - sum(_high(line, width) for line in shown), width)


def _some(lines: Sequence[str], count: int, room: int, width: int) -> Sequence[str]:
    """Return the first lines, as far as they have room, and how many of so many are left out."""
    most = len(lines)
    while most and sum(_high(line, width) for line in lines[:most]) + (most < count) > room:
        most -= 1
    return [*lines[:most], *([f"and {count - most} more"] if most < count else [])]


def _high(line: str, width: int) -> int:
    """Return how many lines a line takes."""
    return len(textwrap.wrap(line, width)) or 1
