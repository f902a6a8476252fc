"""A game system with its catalogues, linked and indexed: what evaluation and editing look things up in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import chain
from typing import TypeVar

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.info import HERE, MESSAGES, LinkedInfo, LinkPath, changes_by_field, follow, gather
from builder.catalogue.links import CheckedLinks, Links, check_links, not_followed
from builder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CostType,
    DataRoot,
    ForceEntry,
    GameSystem,
    ProfileType,
    Publication,
    SelectionEntry,
)
from builder.catalogue.roles import ProfileRoles
from builder.catalogue.survey import RootSurvey, Survey
from builder.errors import Finding, Place, Severity
from builder.record import replace

T = TypeVar("T", CategoryEntry, CostType, ProfileType, Publication)


class Library:
    """Immutable once made; what it works out (entries reached by links) is kept for the next question.

    `priced` are the cost types that some entry names; the others never show up in a roster. Mistakes of the data (links
    that lead nowhere or in a circle, unknown costs) are `findings`; what they concern is left out.

    Where it `counts_bearers`, as our datasheets do, the number of what models carry is that of the models that carry
    it; in other data, every model carries what is collective. What was noted of roots is kept in `surveys`, for other
    libraries with the same ones. `checked` is what `check_links` says of its roots, where that is known. `unit`: what
    players call what an army is made of.
    """

    def __init__(
        self,
        game_system: GameSystem,
        catalogues: Iterable[Catalogue] = (),
        *,
        counts_bearers: bool = False,
        unit: str = "unit",
        surveys: MutableMapping[str, RootSurvey] | None = None,
        checked: CheckedLinks | None = None,
    ) -> None:
        self.game_system = game_system
        self.counts_bearers = counts_bearers
        self.unit = unit
        self.catalogues: Mapping[str, Catalogue] = {catalogue.id: catalogue for catalogue in catalogues}
        self.roots: tuple[DataRoot, ...] = (game_system, *self.catalogues.values())
        survey = Survey(self.roots, surveys)
        checked = checked or check_links(survey)
        self.links = Links(survey, checked.not_followed)
        self.kinds: Mapping[str, str] = survey.kinds
        self.force_entries: Mapping[str, ForceEntry] = {**survey.force_entries, **dict(_linked_forces(survey))}
        self.categories: Mapping[str, CategoryEntry] = _by_id(root.category_entries for root in self.roots)
        self.publications: Mapping[str, Publication] = _by_id(root.publications for root in self.roots)
        self.cost_types: Mapping[str, CostType] = _by_id(root.cost_types for root in self.roots)
        self.profile_types: Mapping[str, ProfileType] = _by_id(root.profile_types for root in self.roots)
        named = frozenset(checked.cost_types)
        self.priced: tuple[CostType, ...] = tuple(each for id, each in self.cost_types.items() if id in named)
        self.findings: tuple[Finding, ...] = (
            *checked.findings,
            *(_unknown_cost(game_system, id) for id in checked.cost_types if id not in self.cost_types),
        )
        self._survey = survey
        self._new_recruits = checked.new_recruits
        self._links_from: dict[str, Links] = {}
        self._priced_by_name = tuple(sorted(self.priced, key=lambda cost_type: cost_type.name))
        self._costs: dict[LinkedEntry, Mapping[str, Decimal]] = {}
        self._free: dict[LinkedEntry, bool] = {}
        self._steady: dict[tuple[LinkedEntry, str | None], bool] = {}
        self._telling: dict[LinkedEntry, tuple[LinkedGroup, ...]] = {}
        self._offered: dict[LinkedEntry, tuple[LinkedEntry, ...]] = {}
        self._checked: dict[str, tuple[LinkedEntry, ...]] = {}
        self._automatic: dict[tuple[str, bool], tuple[LinkedEntry, ...]] = {}
        self._force_info: dict[tuple[str | None, str], tuple[LinkedInfo, ...]] = {}
        self._slot_info: dict[tuple[str, str | None], tuple[LinkedInfo, ...]] = {}
        self._root_entries: dict[str, tuple[LinkedEntry, ...]] = {}
        self._root_by_path: dict[str, dict[str, LinkedEntry]] = {}

    def links_from(self, catalogue_id: str) -> Links:
        """Return where links lead in a force of a catalogue.

        Of elements in several catalogues with one id, that of the catalogue itself is meant, then the nearest one's.
        """
        if not self._survey.repeats or catalogue_id not in self.catalogues:
            return self.links
        if catalogue_id not in self._links_from:
            survey = self._survey.seen_from((self.game_system.id, *self._reached(catalogue_id)))
            self._links_from[catalogue_id] = Links(survey, not_followed(survey))
        return self._links_from[catalogue_id]

    def _reached(self, catalogue_id: str) -> tuple[str, ...]:
        """Return the ids of a catalogue and of those that it builds on, nearest first."""
        found = {catalogue_id: None}
        ahead = [catalogue_id]
        while ahead and catalogue_id in self.catalogues:
            links = (link.target_id for link in self.catalogues[ahead.pop(0)].catalogue_links)
            fresh = [id for id in dict.fromkeys(links) if id in self.catalogues and id not in found]
            found.update(dict.fromkeys(fresh))
            ahead += fresh
        return tuple(found)

    def imported(self, catalogue_id: str) -> tuple[Catalogue, ...]:
        """Return the catalogues whose root entries this one offers too, nearest first; each once, however linked."""
        found: dict[str, Catalogue] = {}

        def follow(catalogue: Catalogue) -> None:
            targets = [
                self.catalogues[link.target_id]
                for link in catalogue.catalogue_links
                if link.import_root_entries and link.target_id in self.catalogues
            ]
            fresh = [target for target in targets if target.id not in found and target.id != catalogue_id]
            found.update({target.id: target for target in fresh})
            for target in fresh:
                follow(target)

        if catalogue_id in self.catalogues:
            follow(self.catalogues[catalogue_id])
        return tuple(found.values())

    def is_new_recruits(self, catalogue_id: str) -> bool:
        """Whether the data of a catalogue says what only New Recruit reads, so that all of it means what that does."""
        if self.counts_bearers or not self._new_recruits:
            return False
        return not self._new_recruits.isdisjoint((self.game_system.id, *self._reached(catalogue_id)))

    @cached_property
    def incomplete(self) -> bool:
        """Whether a catalogue is missing that another one builds on, where ids may be from that nothing here has."""
        links = (link for catalogue in self.catalogues.values() for link in catalogue.catalogue_links)
        return any(link.target_id not in self.catalogues for link in links)

    def lacking(self, catalogue_id: str) -> tuple[str, ...]:
        """Return the names of catalogues that this one builds on, by itself or by others, and that are not here."""
        reached = (self.catalogues[id] for id in self._reached(catalogue_id)) if self.incomplete else ()
        links = (link for catalogue in reached for link in catalogue.catalogue_links)
        missing = {link.target_id: link.name or link.target_id for link in links}
        return tuple(name for id, name in missing.items() if id not in self.catalogues)

    def root_entries(self, catalogue_id: str) -> tuple[LinkedEntry, ...]:
        """What a force of this catalogue can select: its own entries, then imported ones, then the game system's."""
        if catalogue_id not in self._root_entries:
            self._root_entries[catalogue_id] = tuple(self._find_root_entries(catalogue_id))
        return self._root_entries[catalogue_id]

    def forces_from(self, catalogue_id: str) -> tuple[ForceEntry, ...]:
        """Return the forces that the game system, a catalogue and those that it builds on offer to an army."""
        reached = (self.catalogues[id] for id in self._reached(catalogue_id) if id in self.catalogues)
        return tuple(entry for root in (self.game_system, *reached) for entry in root.force_entries)

    def child_forces(self, entry: ForceEntry) -> Mapping[str, ForceEntry]:
        """Return the forces that one offers below it, by what rosters call them: a linked one by link and target."""
        links = (f"{link.id}::{link.target_id}" for link in entry.force_entry_links)
        linked = {path: self.force_entries[path] for path in links if path in self.force_entries}
        return {**{child.id: child for child in entry.force_entries}, **linked}

    def costs(self, entry: LinkedEntry) -> Mapping[str, Decimal]:
        """What one of an entry costs before modifiers: its own cost types in their order, then the others by name."""
        if entry not in self._costs:
            found = {id: value for id, value in entry.costs.items() if id in self.cost_types}
            others = {cost_type.id: Decimal(0) for cost_type in self._priced_by_name if cost_type.id not in found}
            self._costs[entry] = {**found, **others}
        return self._costs[entry]

    def is_free(self, entry: LinkedEntry) -> bool:
        """Whether an entry costs nothing, and no modifier of its own can change that."""
        known = self._free.get(entry)
        if known is None:
            costs = self.costs(entry)
            known = self._free[entry] = not any(costs.values()) and not any(id in entry.changes for id in costs)
        return known

    def name_of(self, id: str) -> str | None:
        """Return the name, before modifiers, of an entry, a group, a category, a force or a catalogue."""
        tables = (self.categories, self.force_entries, self.catalogues)
        found = self.links.element(id) or next((table[id] for table in tables if id in table), None)
        return found.name if found else None

    def steady(self, entry: LinkedEntry, force: ForceEntry | None) -> bool:
        """Whether an entry looks the same in every such force: nothing changes it nor what it shows."""
        key = (entry, force.id if force else None)
        if key not in self._steady:
            categories = [self.categories[id] for id in entry.categories if id in self.categories]
            shown = (*entry.shown, *(info for id in entry.categories for info in self.slot_info(id, force)))
            fixed = all(info.fixed for info in shown) and not changes_by_field(categories)
            self._steady[key] = fixed and not entry.changes
        return self._steady[key]

    def telling(self, entry: LinkedEntry) -> tuple[LinkedGroup, ...]:
        """Return the groups of an entry for which the data has messages of its own."""
        if entry not in self._telling:
            groups = (group for group in entry.all_groups if not MESSAGES.isdisjoint(group.changes))
            self._telling[entry] = tuple(groups)
        return self._telling[entry]

    def offered(self, entry: LinkedEntry) -> tuple[LinkedEntry, ...]:
        """Return what can be chosen below an entry in the order in which it is shown: as data numbers it, or has it."""
        if entry not in self._offered:
            self._offered[entry] = tuple(_in_order(entry))
        return self._offered[entry]

    def checked_root_entries(self, catalogue_id: str) -> tuple[LinkedEntry, ...]:
        """Return those of the root entries that have something to check; the others cost no time."""
        if catalogue_id not in self._checked:
            self._checked[catalogue_id] = tuple(entry for entry in self.root_entries(catalogue_id) if entry.checked)
        return self._checked[catalogue_id]

    def automatic_roots(self, catalogue_id: str, *, new: bool = True) -> tuple[LinkedEntry, ...]:
        """Return those of the root entries that come or go by themselves with their limits.

        For a force that is not `new` those are left out whose limits hang on nothing but what force it is.
        """
        key = (catalogue_id, new)
        if key not in self._automatic:
            checked = self.checked_root_entries(catalogue_id)
            self._automatic[key] = tuple(entry for entry in checked if _follows(entry, new))
        return self._automatic[key]

    def force_info(self, entry: ForceEntry | None, catalogue_id: str) -> tuple[LinkedInfo, ...]:
        """Return what a force shows: its entry's profiles and rules, its catalogues' and those of the game system."""
        key = (entry.id if entry else None, catalogue_id)
        if key not in self._force_info:
            self._force_info[key] = tuple(self._find_force_info(entry, catalogue_id))
        return self._force_info[key]

    def slot_info(self, category_id: str, force: ForceEntry | None) -> tuple[LinkedInfo, ...]:
        """Return what a slot of a force shows: the profiles and rules of the category and of the link to it.

        Without a slot for the category, they are those of the category alone.
        """
        key = (category_id, force.id if force else None)
        if key not in self._slot_info:
            slot = next(
                (link for link in (force.category_links if force else ()) if link.target_id == category_id), None
            )
            way = LinkPath((slot.id,)) if slot else HERE
            category = self.categories.get(category_id)
            own = gather((category,) if category else (), self.links, way)
            self._slot_info[key] = (*own, *gather((slot,) if slot else (), self.links))
        return self._slot_info[key]

    def _find_force_info(self, entry: ForceEntry | None, catalogue_id: str) -> Iterator[LinkedInfo]:
        links = self.links_from(catalogue_id)
        yield from gather((entry,) if entry else (), links)
        catalogue = self.catalogues.get(catalogue_id)
        own = (catalogue,) if catalogue else ()
        for root in (*own, *self.imported(catalogue_id), self.game_system):
            yield from (HERE.to(rule) for rule in root.rules)
            for link in root.info_links:
                yield from follow(link, links)

    def root_entry(self, catalogue_id: str, path: str) -> LinkedEntry | None:
        """Return the root entry of this path, if the catalogue still offers it."""
        if catalogue_id not in self._root_by_path:
            entries = self.root_entries(catalogue_id)
            self._root_by_path[catalogue_id] = {entry.path: entry for entry in reversed(entries)}
        return self._root_by_path[catalogue_id].get(path)

    def _find_root_entries(self, catalogue_id: str) -> Iterator[LinkedEntry]:
        links = self.links_from(catalogue_id)
        if catalogue_id in self.catalogues:
            yield from _entries_of(self.catalogues[catalogue_id], links)
        for catalogue in self.imported(catalogue_id):
            yield from (entry for entry in _entries_of(catalogue, links) if all(s.import_ for s in entry.sources))
        yield from _entries_of(self.game_system, links)


def _entries_of(root: DataRoot, links: Links) -> Iterator[LinkedEntry]:
    """Yield the entries of a root and those that its links lead to."""
    for entry in root.selection_entries:
        yield LinkedEntry(links, (), None, None, entry)
    for link in root.entry_links:
        target = links.entry(link)
        if isinstance(target, SelectionEntry):
            yield LinkedEntry(links, (link,), None, link, target)


def _in_order(holder: LinkedEntry | LinkedGroup) -> Iterator[LinkedEntry]:
    """Yield what can be chosen in an entry or group in the order of its numbers, entries before groups."""
    group = holder if isinstance(holder, LinkedGroup) else None
    own = (entry for entry in holder.entries if entry.group is group)

    parts: tuple[LinkedEntry | LinkedGroup, ...] = (*own, *holder.groups)
    for part in sorted(parts, key=lambda part: part.sort_index):
        yield from (part,) if isinstance(part, LinkedEntry) else _in_order(part)


def _linked_forces(survey: Survey) -> Iterator[tuple[str, ForceEntry]]:
    """Yield the forces that links lead to by `link::target`, each with what its link adds."""
    for each in survey.by_root:
        for link in each.force_links:
            target = survey.force_entries.get(link.target_id)
            if target is not None:
                yield (
                    f"{link.id}::{target.id}",
                    replace(
                        target,
                        hidden=target.hidden or link.hidden,
                        modifiers=(*target.modifiers, *link.modifiers),
                        modifier_groups=(*target.modifier_groups, *link.modifier_groups),
                    ),
                )


def _follows(entry: LinkedEntry, in_new_force: bool) -> bool:
    """Whether a limit of an entry is automatic and is changed, in a force that stays as well if need be."""
    limits = (found.constraint for found in entry.constraints if found.constraint.automatic)
    changes = (change for limit in limits for change in entry.changes.get(limit.id, ()))
    return any(in_new_force or not change.is_of_force for change in changes)


def _by_id(lists: Iterable[Iterable[T]]) -> dict[str, T]:
    """Return the elements of all lists by their id; the first of each id counts."""
    found: dict[str, T] = {}
    for element in chain.from_iterable(lists):
        found.setdefault(element.id, element)
    return found


def _unknown_cost(game_system: GameSystem, id: str) -> Finding:
    message = f"{game_system.name} has no cost type “{id}”; what entries cost of it is left out."
    return Finding(Severity.WARNING, "cost-type-unknown", message, at=Place(constraint=id))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyData:
    """A faction ready to build armies from: datasheets of ours, or a community's catalogue with its game system.

    `id` is what army files and commands call it (`diceless/orks`, `5th edition/Space Marines`), `source` the edition of
    its facts, `origin` whose it is (a data folder's word), `digest` that of all files it was read from. `system` is the
    rule system that it was written for; None where the profiles say which ones can read it. `roles` is what its data
    set says of its profiles, `colour` and `pattern` tell its faction from others on cards, `art` are the paths of
    pictures of units, by the ids of their entries.
    """

    id: str
    catalogue_id: str
    library: Library
    digest: str
    path: str
    origin: str
    source: str = ""
    colour: str = ""
    pattern: str = ""
    art: tuple[tuple[str, str], ...] = ()
    system: str | None = None
    findings: tuple[Finding, ...] = ()
    roles: ProfileRoles | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue itself."""
        return self.library.catalogues[self.catalogue_id]

    @property
    def name(self) -> str:
        """The faction's name."""
        return self.catalogue.name

    @property
    def revision(self) -> int:
        """The catalogue's revision."""
        return self.catalogue.revision
