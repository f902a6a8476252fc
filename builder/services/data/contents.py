"""All that a data set holds, to be looked through: its units, profiles by type and rules, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal

from builder.cache import remembered
from builder.catalogue.library import Library
from builder.catalogue.model import Cost, DataRoot, GameSystem, Profile, Rule
from builder.datafiles.datasheets.installed import installed
from builder.errors import InputError
from builder.inputs import tell
from builder.record import Record, replace
from builder.roster.view import points_among
from builder.services.data.army_data import find_data, is_ours
from builder.services.data.catalogue_check import below
from builder.services.data.catalogues import listed, open_file, readers_of
from builder.services.data.lookup import find_set
from builder.systems.registry import unasked
from builder.text import folded

UNITS, OTHERS, RULES = "Units", "Other entries", "Rules"
"""What stands below these headings; profiles stand below the names of their types."""
WEAPONS, PROFILES = "Weapons", "Profiles"
"""What players call profiles of all types that are weapons, and of those that are figures of something else."""
GROUPS = (UNITS, WEAPONS, PROFILES, RULES, OTHERS)
LEAST_FIGURES = 2
"""A profile with fewer cells than these is a word or two of rules."""
LONGEST_CELL = 40
"""Letters of a cell that can stand in a table; what has longer ones is words."""

EVERYTHING = "*"
"""What all data sets and datasheets together are called, as no set can be."""


class ContentEntry(Record, frozen=True, kw_only=True):
    """Something that a data set holds.

    `heading` is what it is listed under, `catalogue` the name of the catalogue that it is written in. What an army can
    begin with has its `path` and `points`, which are those of its own before modifiers; a profile has `cells`, a rule
    a `text`. `key` is its name as a search compares it. `data` is the set that it is of, where several are searched.
    """

    heading: str
    name: str
    key: str
    catalogue: str
    path: str = ""
    points: Decimal | None = None
    cells: tuple[tuple[str, str], ...] = ()
    text: str = ""
    data: str = ""

    @property
    def place(self) -> str:
        """Where it is written: its catalogue, as commands call it where several sets are searched."""
        return self.data if "/" in self.data else f"{self.data}/{self.catalogue}" if self.data else self.catalogue

    @property
    def group(self) -> str:
        """The one of `GROUPS` that it belongs to, whatever its data calls such things."""
        if self.heading in GROUPS:
            return self.heading
        words = len(self.cells) < LEAST_FIGURES or "abilit" in folded(self.heading)
        if words or any(len(value) > LONGEST_CELL for _, value in self.cells):
            return RULES
        told = folded(" ".join((self.heading, *(name for name, _ in self.cells))))
        return WEAPONS if "weapon" in told or "range" in told.split() else PROFILES


class DataContents(Record, frozen=True, kw_only=True):
    """All that a data set holds; `readers` are the names of the rule systems that read its profiles."""

    id: str
    entries: tuple[ContentEntry, ...]
    readers: tuple[str, ...]

    def search(self, text: str) -> tuple[ContentEntry, ...]:
        """Return what has every word of a text in its name: units, profiles, rules, the rest; for no text all of it.

        Below each heading names that begin with the text come first.
        """
        found = self._found(text, lambda entry: entry.heading)
        first, last = (UNITS,), (RULES, OTHERS)
        order = (*first, *(heading for heading in found if heading not in (*first, *last)), *last)
        return tuple(entry for heading in order for entry in found.get(heading, ()))

    def grouped(self, text: str) -> tuple[tuple[str, tuple[ContentEntry, ...]], ...]:
        """Return what has every word of a text in its name by `GROUPS`; those that are empty are left out."""
        found = self._found(text, lambda entry: entry.group)
        return tuple((group, tuple(found[group])) for group in GROUPS if group in found)

    def _found(self, text: str, place: Callable[[ContentEntry], str]) -> dict[str, list[ContentEntry]]:
        """What has every word of a text in its name by its place; names that begin with the text come first."""
        wanted = folded(text.strip())
        words = wanted.split()
        found: dict[str, list[tuple[int, str, ContentEntry]]] = {}
        for entry in self.entries:
            if all(word in entry.key for word in words):
                rank = 0 if entry.key.startswith(wanted) else 1 if f" {wanted}" in entry.key else 2
                found.setdefault(place(entry), []).append((rank, entry.key, entry))
        ranked = {each: sorted(those, key=lambda one: one[:2]) for each, those in found.items()}
        return {each: [entry for _, _, entry in those] for each, those in ranked.items()}


def contents(identity: str) -> DataContents:
    """Return all that a data set (`5th edition`), or the datasheets of a faction (`diceless/orks`), hold.

    Or `EVERYTHING` that there is, but for sets that cannot be used. What was looked through once is kept in the cache.

    Raises:
        InputError: there is none of that name, or it cannot be used.
    """
    if identity == EVERYTHING:
        return _together()
    if is_ours(identity):
        ours, gatherer = find_data(identity), _Gatherer()
        for root in ours.library.roots:
            gatherer.take(root)
        return gatherer.contents(ours.id)
    data = find_set(identity)

    def make() -> DataContents:
        gatherer = _Gatherer()
        for number, head in enumerate(data.heads, 1):
            tell(f"{data.id}: looking through file {number} of {len(data.heads)}")
            gatherer.take(open_file(data, head).read.root)
        return gatherer.contents(data.id)

    return remembered(DataContents, [data.id.encode(), *(head.digest.encode() for head in data.heads)], make)


def _together() -> DataContents:
    entries: list[ContentEntry] = []
    readers: dict[str, None] = {}
    for id in (*(each.id for each in listed()), *(each.id for each in installed())):
        with suppress(InputError):  # It is told of wherever data is listed.
            held = contents(id)
            entries += [replace(entry, data=id) for entry in held.entries]
            readers.update(dict.fromkeys(held.readers))
    return DataContents(id=EVERYTHING, entries=tuple(entries), readers=tuple(readers))


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a force can take; its target may be in a file that comes later."""

    catalogue: str
    path: str
    target: str
    costs: tuple[Cost, ...] = ()


class _Gatherer:
    """Gathers what files hold: of each only what is listed is kept while the next is read."""

    def __init__(self) -> None:
        self._system: GameSystem | None = None
        self._types: dict[str, str] = {}
        self._cost_types: list[Cost] = []
        self._entries: dict[str, tuple[str, str, tuple[Cost, ...]]] = {}
        self._offers: list[_Offer] = []
        self._found: dict[tuple[object, ...], ContentEntry] = {}

    def take(self, root: DataRoot) -> None:
        """Take a file, the game system first."""
        if isinstance(root, GameSystem):
            self._system = root
        self._types |= {kind.id: kind.name for kind in root.profile_types}
        self._cost_types += [Cost(kind.id, Decimal(0), kind.name) for kind in root.cost_types]
        for entry in (*root.selection_entries, *root.shared_selection_entries):
            self._entries[entry.id] = (entry.name, entry.type, entry.costs)
        self._offers += [_Offer(root.name, entry.id, entry.id) for entry in root.selection_entries if not entry.hidden]
        self._offers += [
            _Offer(root.name, f"{link.id}::{link.target_id}", link.target_id, link.costs)
            for link in root.entry_links
            if not link.hidden
        ]
        for record in below(root):
            if isinstance(record, Profile):
                cells = tuple((cell.name, cell.value) for cell in record.characteristics)
                kind = record.type_name or self._types.get(record.type_id, record.type_id)
                self._keep(_listed(kind, record.name, root.name, cells=cells))
            elif isinstance(record, Rule):
                self._keep(_listed(RULES, record.name, root.name, text=record.description))

    def _keep(self, entry: ContentEntry) -> None:
        if entry.key:
            self._found.setdefault((entry.heading, entry.key, entry.cells, entry.text), entry)

    def contents(self, identity: str) -> DataContents:
        """Return all that was gathered; what several catalogues offer is listed for the first."""
        points = points_among(self._cost_types)
        for offer in self._offers:
            if offer.target in self._entries:
                name, kind, costs = self._entries[offer.target]
                own = {cost.type_id: cost.value for cost in (*costs, *offer.costs)}.get(points)
                heading = UNITS if kind in ("unit", "model") else OTHERS
                entry = _listed(heading, name, offer.catalogue, path=offer.path, points=own or None)
                self._found.setdefault((offer.target,), entry)
        library = Library(self._system, ()) if self._system is not None else None
        systems = unasked(readers_of(library)) if library is not None else ()
        return DataContents(
            id=identity, entries=tuple(self._found.values()), readers=tuple(system.name for system in systems)
        )


def _listed(
    heading: str,
    name: str,
    catalogue: str,
    *,
    path: str = "",
    points: Decimal | None = None,
    cells: tuple[tuple[str, str], ...] = (),
    text: str = "",
) -> ContentEntry:
    return ContentEntry(
        heading=heading,
        name=name,
        key=folded(name.strip()),
        catalogue=catalogue,
        path=path,
        points=points,
        cells=cells,
        text=text,
    )
