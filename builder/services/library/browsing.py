"""Data on the screen: the sets that there are with who uses them, and one thing of a set in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from builder.catalogue.library import ArmyData
from builder.catalogue.model import Characteristic
from builder.errors import Finding, InputError, MusterError
from builder.roster.view import ProfileView, SelectionView, points_among
from builder.scalars import counted, number
from builder.services.data.army_data import find_data, is_ours
from builder.services.data.catalogues import heads_reached, listed
from builder.services.data.contents import LONGEST_CELL, ContentEntry
from builder.services.data.datasets import SourceNote, source_note
from builder.services.data.datasheets import folder_findings, list_datasheets
from builder.services.data.former_states import former_states
from builder.services.data.lookup import find_set, set_findings
from builder.services.editor.offers import OptionOffer, costs_below, unit_alone
from builder.services.library.armies import LibraryArmy
from builder.systems.registry import load_system
from builder.text import without_markup

MANY = 1_000
"""Models that no unit has: so many more may be added that nothing limits it."""


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A data set, or the datasheets of a faction that came with the program (`ours`), as a list shows it.

    `id` is what commands call it, `fetched` when its files were written (seconds since 1970), `size` their bytes,
    `has_former` whether a state before its last update can come back; `catalogues` are those that armies are built
    from. One that cannot be used has no revision.
    """

    id: str
    name: str
    ours: bool
    path: Path
    revision: int | None
    catalogues: tuple[str, ...] = ()
    source: SourceNote | None = None
    fetched: float = 0
    size: int = 0
    has_former: bool = False
    findings: tuple[Finding, ...] = ()

    def users(self, armies: Iterable[LibraryArmy]) -> tuple[LibraryArmy, ...]:
        """Return those of some armies that are built from it."""
        return tuple(army for army in armies if army.line is not None and self._has(army.line.data))

    def _has(self, data: str) -> bool:
        return self.id == data or (not self.ours and data.partition("/")[0] == self.id)


def known_sets() -> tuple[KnownSet, ...]:
    """Return the datasheets that came with the program and are one's own, then the community's sets."""
    sheets = [
        KnownSet(
            each.id,
            _sheets_name(each.sheets) if each.sheets else each.id,
            True,
            Path(each.path),
            each.sheets.revision if each.sheets else None,
            (each.id,) if each.sheets else (),
            findings=each.findings,
        )
        for each in list_datasheets()
    ]
    return (*sheets, *_refused(folder_findings(), ours=True), *_refused(set_findings(), ours=False), *_sets())


def _refused(findings: Iterable[Finding], *, ours: bool) -> Iterator[KnownSet]:
    """Yield the folders that cannot be entered, in the place of what is in them."""
    for finding in findings:
        folder = finding.at.file or ""
        yield KnownSet(folder, folder, ours, Path(folder), None, findings=(finding,))


def _sheets_name(sheets: ArmyData) -> str:
    game = f", {load_system(sheets.system).name}" if sheets.system else ""
    return f"{sheets.name}{game}"


def _sets() -> Iterator[KnownSet]:
    for each in listed():
        if each.data is None:
            yield KnownSet(each.id, each.id, False, each.path, None, findings=each.findings)
            continue
        states = [(each.path / head.file).stat() for head in each.data.heads]
        yield KnownSet(
            each.id,
            each.id,
            False,
            each.path,
            each.data.system.revision,
            tuple(f"{each.id}/{head.name}" for head in each.data.factions),
            source_note(each.data),
            max(state.st_mtime for state in states),
            sum(state.st_size for state in states),
            bool(former_states(each.data)),
            each.findings,
        )


@dataclass(frozen=True, slots=True)
class TypeTable:
    """Profiles of one type: its name, its columns, and a row for each profile."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """One thing of a data set in full: what it comes to, profiles as tables, words with their titles.

    `choices` are what it can take, by group.
    """

    name: str
    comes_to: str = ""
    tables: tuple[TypeTable, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


def details_of(identity: str, entry: ContentEntry) -> EntryDetails:
    """Return an entry of a data set, or of our datasheets, in full: a unit as it is when it is added.

    Raises:
        InputError: the data cannot be used.
        EditError: no force can begin with the unit.
    """
    if entry.path:
        return _unit(find_data(catalogue_of(identity, entry)), entry)
    own = ProfileView(
        name=entry.name,
        type_id=entry.heading,
        type_name=entry.heading,
        characteristics=tuple(Characteristic(name, name, value) for name, value in entry.cells),
    )
    tables, texts = _told((own,) if entry.cells else ())
    words = (("", without_markup(entry.text)),) if entry.text else ()
    return EntryDetails(entry.name, entry.heading, tables, (*texts, *words))


def catalogue_of(identity: str, entry: ContentEntry) -> str:
    """Return the id of a catalogue that armies with an entry can be built from: of a library the first that has it.

    Raises:
        InputError: there is no such data, or no catalogue of it has the entry.
    """
    identity = entry.data or identity
    if is_ours(identity):
        return identity
    data = find_set(identity)
    written = next((head for head in data.heads if head.name == entry.catalogue), data.system)
    for head in (written, *data.catalogues):
        if not (head.library or head.is_system) and written in heads_reached(data, head):
            return f"{data.id}/{head.name}"
    raise InputError(f"no catalogue of {data.id} that an army can be built from has {entry.name}")


def price_of(identity: str, entry: ContentEntry) -> Decimal | None:
    """Return what a unit costs as it is when it is added; None where nothing can begin with it.

    What it costs itself is often nothing, or not all: its models and what they must carry have prices of their own.
    """
    try:
        view, _ = unit_alone(find_data(catalogue_of(identity, entry)), entry.path)
    except MusterError:
        return None
    costs = costs_below(view)
    kind = points_among(costs)
    return next((cost.value for cost in costs if cost.type_id == kind and cost.value), None)


def _unit(data: ArmyData, entry: ContentEntry) -> EntryDetails:
    view, offers = unit_alone(data, entry.path)
    parts = tuple(view.walk())
    tables, texts = _told([profile for part in parts for profile in part.profiles if not profile.hidden])
    shown = (rule for part in parts for rule in part.rules if not rule.hidden)
    rules = {without_markup(rule.title): without_markup(rule.description) for rule in shown}
    least, most = _sizes(view, offers)
    choices: dict[str, list[str]] = {}
    for offer in offers:
        choices.setdefault(offer.one_of or offer.group or offer.under_name, []).append(offer.name)
    return EntryDetails(
        view.name,
        ", ".join((*_size(least, most), *_costs(view, can_grow=most > least or _has_prices(offers)))),
        tables,
        (*texts, *rules.items()),
        tuple((title, ", ".join(dict.fromkeys(names))) for title, names in choices.items()),
    )


def _sizes(view: SelectionView, offers: Iterable[OptionOffer]) -> tuple[int, int]:
    """Return how many models a unit has when it is added, and how many it can have."""
    least = sum(part.number for part in view.walk() if part.type == "model")
    more: dict[tuple[str, str], int] = {}
    for offer in offers:
        if offer.model:
            place = offer.under, offer.one_of or offer.group or offer.entry
            more[place] = max(more.get(place, 0), MANY if offer.left is None else offer.left)
    return least, least + sum(more.values())


def _size(least: int, most: int) -> Iterator[str]:
    """Yield that in words, if there are models at all: `5 to 10 models`."""
    if most >= MANY:
        yield f"{counted(least, 'model')} or more"
    elif most > least:
        yield f"{least} to {most} models"
    elif least:
        yield counted(least, "model")


def _has_prices(offers: Iterable[OptionOffer]) -> bool:
    return any(cost.value > 0 for offer in offers for cost in offer.costs)


def _costs(view: SelectionView, *, can_grow: bool) -> Iterator[str]:
    """Yield what a unit costs as it is when it is added; where it can grow dearer, that it costs so much at least."""
    costs = costs_below(view)
    kind = points_among(costs)
    for cost in costs:
        told = number(cost.value)
        yield f"from {told}" if can_grow and cost.type_id == kind else f"{told} {cost.name}".rstrip()


def _told(profiles: Iterable[ProfileView]) -> tuple[tuple[TypeTable, ...], tuple[tuple[str, str], ...]]:
    """Return profiles as tables by their types, and those of types with long cells in words."""
    kinds: dict[str, dict[tuple[str, ...], ProfileView]] = {}
    for profile in profiles:
        row = tuple(map(without_markup, (profile.name, *(cell.value for cell in profile.characteristics))))
        kinds.setdefault(profile.type_name, {}).setdefault(row, profile)
    tables, texts = list[TypeTable](), list[tuple[str, str]]()
    for kind, rows in kinds.items():
        if any(len(cell) > LONGEST_CELL for row in rows for cell in row[1:]):
            texts += [(row[0], _in_words(profile, row[1:])) for row, profile in rows.items()]
        else:
            columns = tuple(cell.name for cell in next(iter(rows.values())).characteristics)
            tables.append(_without_idle_columns(TypeTable(kind, columns, tuple(rows))))
    return tuple(tables), tuple(texts)


def _without_idle_columns(table: TypeTable) -> TypeTable:
    """A table without the columns in which no profile has anything: a transport's room, of what carries nobody."""
    kept = [
        place
        for place in range(len(table.columns))
        if any(row[place + 1 : place + 2] not in ((), ("",), ("-",)) for row in table.rows)
    ]
    rows = tuple((row[0], *(row[place + 1] for place in kept if place + 1 < len(row))) for row in table.rows)
    return TypeTable(table.title, tuple(table.columns[place] for place in kept), rows)


def _in_words(profile: ProfileView, values: Sequence[str]) -> str:
    named = zip(profile.characteristics, values, strict=True)
    cells = [(cell.name, value) for cell, value in named if value.strip() not in ("", "-")]
    return cells[0][1] if len(cells) == 1 else "\n".join(f"{name}: {value}" for name, value in cells)
