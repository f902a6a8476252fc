"""Evaluates a roster: what it looks like with all modifiers applied, what it costs, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TypeVar

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import changes_by_field
from builder.catalogue.library import Library
from builder.catalogue.model import CategoryLink, Cost
from builder.errors import Finding
from builder.record import replace
from builder.roster.constraints import findings
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues, here_of, within
from builder.roster.evaluation_cache import EvaluationCache
from builder.roster.limits import Limits, SlotLimits
from builder.roster.model import CategoryNote, Roster
from builder.roster.options import EntryOption, Offers
from builder.roster.texts import infos_of, texts
from builder.roster.tree import ForceNode, SelectionNode, tie
from builder.roster.view import CategoryView, ForceView, RosterView, SelectionView

NO_CATEGORY = "(No Category)"
"""The id of the slot that every force has for selections without a primary category."""


_NOTHING = SelectionView(id="", name="", entry_id="", type="", number=0)
"""What is known of a selection of which nothing was saved."""

Part = TypeVar("Part", ForceView, SelectionView)


class Views:
    """Makes views with effective values; siblings stand as they were added, or by name, whatever the case."""

    def __init__(self, values: EffectiveValues, by_name: bool, kept: EvaluationCache) -> None:
        self._values = values
        self._by_name = by_name
        self._kept = kept
        self._library = values.top.library
        self._categories: dict[tuple[ForceNode, str, bool], CategoryView] = {}

    def roster(self) -> RosterView:
        """Return the whole roster."""
        top = self._values.top
        return RosterView(
            name=top.roster.name,
            game_system_id=top.roster.game_system_id,
            game_system_name=self._library.game_system.name,
            game_system_revision=self._library.game_system.revision,
            id=top.roster.id,
            costs=self.totals(),
            hidden_costs=tuple(self._hidden_costs()),
            cost_limits=top.roster.cost_limits,
            forces=self._listed(self.force(force) for force in top.forces),
            groups=top.roster.groups,
            modules=top.roster.modules,
            settings=top.roster.settings,
            custom_notes=top.roster.custom_notes,
            program=top.roster.program,
        )

    def _listed(self, views: Iterable[Part]) -> tuple[Part, ...]:
        return tuple(sorted(views, key=lambda view: view.name.upper())) if self._by_name else tuple(views)

    def totals(self) -> tuple[Cost, ...]:
        """Return the costs of all forces and selections together, in the order of the game system."""
        total = {cost_type.id: Decimal(0) for cost_type in self._library.priced}
        for costs in self._values.all_costs():
            for type_id, value in costs.items():
                total[type_id] = total.get(type_id, Decimal(0)) + value
        for force in self._values.top.all_forces():
            for type_id, value in self._values.force_costs(force).items():
                total[type_id] = total.get(type_id, Decimal(0)) + value
        return self._costs(total)

    def _hidden_costs(self) -> Iterator[str]:
        top = self._values.top
        for cost_type in self._library.priced:
            if self._values.hidden(cost_type.hidden, changes_by_field((cost_type,)), Here(None, top)):
                yield cost_type.id

    def force(self, node: ForceNode) -> ForceView:
        """Return a force with all in it."""
        force, entry, catalogue = node.force, node.entry, self._library.catalogues.get(node.force.catalogue_id)
        here = Here(node, node.above)
        changes = self._values.changes(node)
        roots = [root for root in (catalogue, *self._library.imported(force.catalogue_id)) if root]
        shown = self._library.force_info(entry, force.catalogue_id)
        profiles, rules = texts(shown, self._values, within(node), self._kept)
        if force.saved is not None:
            profiles, rules = (*profiles, *force.saved.profiles), (*rules, *force.saved.rules)
        publications = (found for root in (*roots, self._library.game_system) for found in root.publications)
        book, page = self._values.printed(entry, changes, here) if entry else (None, None)
        return ForceView(
            id=force.id,
            name=self._values.text(entry.name, changes, "name", here) if entry else force.name,
            entry_id=force.entry_id,
            catalogue_id=force.catalogue_id,
            catalogue_name=catalogue.name if catalogue else force.saved.catalogue_name if force.saved else "",
            catalogue_revision=catalogue.revision if catalogue else None,
            hidden=entry is not None and self._values.hidden(entry.hidden, changes, here),
            selections=self._listed(self.selection(child) for child in node.selections),
            forces=self._listed(self.force(child) for child in node.forces),
            categories=tuple(self._slots(node)),
            profiles=profiles,
            rules=rules,
            publications=tuple((publication.id, publication.name) for publication in publications),
            publication_id=book,
            page=page,
            custom_name=force.custom_name,
            custom_notes=force.custom_notes,
            available_entry_count=len(self._library.root_entries(force.catalogue_id)),
        )

    def selection(self, node: SelectionNode) -> SelectionView:
        """Return a selection with all below it; one that the data no longer has shows what is known of it."""
        reached = self._values.reach.touches(node)
        known = None if reached else self._kept.look(node)
        if known is not None:
            return known
        view = self._look(node)
        below = self._kept.look
        steady = (
            not (reached or node.selection.saved) and node.entry and self._library.steady(node.entry, node.force.entry)
        )
        if node.entry and steady and all(below(child) for child in node.selections):
            self._kept.looks[view.id] = (node.selection, node.entry, view)
        return view

    def _look(self, node: SelectionNode) -> SelectionView:
        selection, entry, here = node.selection, node.entry, here_of(node)
        children = self._listed(self.selection(child) for child in node.selections)
        saved = selection.saved
        if entry is None:
            return replace(
                saved or _NOTHING,
                id=selection.id,
                name=selection.name or selection.entry_path,
                entry_id=selection.entry_path,
                type=selection.type,
                number=selection.number,
                entry_group_id=selection.group_path,
                costs=selection.costs,
                children=children,
                custom_name=selection.custom_name,
                custom_notes=selection.custom_notes,
                marks=selection.marks,
                art=selection.art,
            )
        changes = self._values.changes(node)
        profiles, rules = texts(infos_of(node, self._values), self._values, within(node), self._kept)
        book, page = self._values.printed(entry.target, changes, here)
        publication = self._library.publications.get(book or "")
        return SelectionView(
            id=selection.id,
            name=self._values.named(entry.name, changes, here),
            entry_id=entry.path,
            type=entry.type,
            number=selection.number,
            entry_group_id=entry.group.path if entry.group else None,
            hidden=self._values.hidden(entry.hidden, changes, here),
            costs=self._costs(self._values.costs(node)),
            profiles=(*profiles, *saved.profiles) if saved else profiles,
            rules=(*rules, *saved.rules) if saved else rules,
            categories=tuple(self._categories_of(node)),
            children=children,
            publication_id=book,
            publication_name=publication.name if publication else None,
            page=page,
            custom_name=selection.custom_name,
            custom_notes=selection.custom_notes,
            marks=selection.marks,
            art=selection.art,
        )

    def _slots(self, node: ForceNode) -> Iterator[CategoryView]:
        """Yield the slots of a force, with their rules and the player's notes; a noted one that is gone comes last."""
        notes = {note.category_id: note for note in node.force.category_notes}
        links = {link.target_id: link for link in (node.entry.category_links if node.entry else ())}
        saved = {slot.entry_id: slot for slot in node.force.saved.categories} if node.force.saved else {}
        for id in dict.fromkeys((NO_CATEGORY, *links, *saved, *notes)):
            if id in saved and id not in self._library.categories:
                yield saved[id]
                continue
            shown = self._library.slot_info(id, node.entry)
            profiles, rules = texts(shown, self._values, Here(None, node), self._kept)
            note = notes.get(id, CategoryNote(category_id=id))
            yield replace(
                self._make_category(id, Here(None, node), False, links.get(id)),
                profiles=profiles,
                rules=rules,
                custom_name=note.custom_name,
                custom_notes=note.custom_notes,
            )

    def _categories_of(self, node: SelectionNode) -> Iterator[CategoryView]:
        """Yield the categories of a selection; those that the data lacks are called as they were saved."""
        saved = {category.entry_id: category for category in node.kept.categories} if node.kept else {}
        for id, primary in self._values.categories(node).items():
            if id in saved and id not in self._library.categories:
                yield replace(saved[id], primary=primary)
            else:
                yield self._category(id, node.force, primary)

    def _category(self, id: str, force: ForceNode, primary: bool = False) -> CategoryView:
        key = (force, id, primary)
        if key not in self._categories:
            self._categories[key] = self._make_category(id, Here(None, force), primary)
        return self._categories[key]

    def _make_category(self, id: str, here: Here, primary: bool, slot: CategoryLink | None = None) -> CategoryView:
        entry = self._library.categories.get(id)
        if entry is None:
            return CategoryView(entry_id=id, name="Uncategorised" if id == NO_CATEGORY else id, primary=primary)
        changes = changes_by_field((entry, slot) if slot else (entry,))
        book, page = self._values.printed(entry, changes, here)
        return CategoryView(
            entry_id=id,
            name=self._values.text(entry.name, changes, "name", here),
            primary=primary,
            publication_id=book,
            page=page,
        )

    def _costs(self, costs: Mapping[str, Decimal]) -> tuple[Cost, ...]:
        types = self._library.cost_types
        return tuple(
            Cost(id, value, types[id].name if id in types else self._saved_names.get(id, id))
            for id, value in costs.items()
        )

    @cached_property
    def _saved_names(self) -> Mapping[str, str]:
        """The names of cost types as they were saved, by id: the data lacks some of them."""
        costs = (
            cost
            for selection in self._values.top.roster.all_selections()
            if selection.saved
            for cost in selection.saved.costs
        )
        return {cost.type_id: cost.name for cost in costs if cost.name}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluated roster and what is worth telling about it."""

    view: RosterView
    findings: tuple[Finding, ...]


class Evaluator:
    """Evaluates one roster after the other, as an editor does after each edit, and remembers what edits leave alone.

    Each evaluation is the same as a fresh one. The view lists siblings by name, as the reference engine does, or else
    in the order of the roster.
    """

    def __init__(self, library: Library, *, by_name: bool = True) -> None:
        self._library = library
        self._by_name = by_name
        self._kept = EvaluationCache()
        self._values: EffectiveValues | None = None
        self._costs: tuple[Cost, ...] | None = None
        self._offers: Offers | None = None
        self._pricing: frozenset[str] | None = None
        self._coming: dict[LinkedEntry, tuple[LinkedEntry, ...]] = {}
        self._evaluation: Evaluation | None = None

    def evaluate(self, roster: Roster) -> Evaluation:
        """Evaluate a roster against its data; whatever is wrong with it becomes a finding, nothing is raised."""
        values = self.values(roster)
        if self._evaluation is None:
            view = Views(values, self._by_name, self._kept).roster()
            self._evaluation = Evaluation(view, tuple(findings(values, view.costs, self._kept)))
            self._kept.forget(values.top.parts, len(values.top.parts))
        return self._evaluation

    def costs(self, roster: Roster) -> tuple[Cost, ...]:
        """Return what a roster costs in all, of each type: those of its view, without the rest of it."""
        values = self.values(roster)
        if self._costs is None:
            self._costs = Views(values, self._by_name, self._kept).totals()
        return self._costs

    def options(self, roster: Roster, parent_id: str) -> Iterator[EntryOption]:
        """Yield what a force or a selection offers, one after the other; EditError if there is no such part."""
        return self._offers_of(roster).of(parent_id)

    def option(self, roster: Roster, parent_id: str, path: str) -> EntryOption:
        """Return what a force or a selection offers under this path; EditError if there is no such part or entry."""
        return self._offers_of(roster).one(parent_id, path)

    def hidden(self, roster: Roster, force_id: str) -> frozenset[str]:
        """Return the paths of what a force does not offer as things stand, as the data hides it."""
        return self._offers_of(roster).hidden(force_id)

    def prices_by(self, roster: Roster, entry: LinkedEntry) -> bool:
        """Whether one more of an entry adds more than its own cost.

        What comes with it may cost something, and anything in the army may have another cost by how many there are.
        """
        if (coming := self._coming.get(entry)) is None:
            coming = self._coming[entry] = tuple(_coming_with(entry))
        values = self.values(roster)
        if any(any(each.costs.values()) for each in coming):
            return True
        if self._pricing is None:
            types = values.top.library.cost_types
            changes = (values.changes(node) for node in values.top.parts.values())
            found = (change for each in changes for type_id in each.keys() & types for change in each[type_id])
            self._pricing = frozenset(query.child_id or "" for change in found for query in change.queries())
        return any(not self._pricing.isdisjoint(_names_of(each)) for each in (entry, *coming) if self._pricing)

    def lacking(self, roster: Roster, id: str) -> tuple[str, ...]:
        """The names of what a unit needs more of before its own limits hold: choices that are still to be made."""
        values = self.values(roster)
        node = values.top.parts.get(id)
        if not isinstance(node, SelectionNode):
            return ()
        subjects = (measure.subject for measure in Limits(values).lacking(node))
        names = (values.text(subject.holder.name, subject.changes, "name", subject.here) for subject in subjects)
        return tuple(dict.fromkeys(names))

    def slots(self, roster: Roster, force_id: str) -> Iterator[SlotLimits]:
        """Yield the slots of a force, each with what it may hold now."""
        values = self.values(roster)
        node = values.top.parts.get(force_id)
        return Limits(values).slots(node) if isinstance(node, ForceNode) else iter(())

    def values(self, roster: Roster) -> EffectiveValues:
        """Return the effective values of a roster."""
        if self._values is None or self._values.top.roster is not roster:
            self._values = EffectiveValues(tie(roster, self._library))
            self._costs = self._offers = self._pricing = self._evaluation = None
        return self._values

    def _offers_of(self, roster: Roster) -> Offers:
        values = self.values(roster)
        if self._offers is None:
            self._offers = Offers(values)
        return self._offers


def _names_of(entry: LinkedEntry) -> tuple[str, ...]:
    """What queries may call an entry."""
    return ("any", entry.type, *entry.exact_names, *entry.shared_names, *entry.categories)


def _coming_with(entry: LinkedEntry) -> Iterator[LinkedEntry]:
    """Yield what is chosen below an entry where it is taken."""
    for child in entry.entries:
        if child.initial or (child.group is not None and child.group.default is child):
            yield child
            yield from _coming_with(child)


def evaluate(roster: Roster, library: Library, *, by_name: bool = True) -> Evaluation:
    """Evaluate a roster once: see `Evaluator`."""
    return Evaluator(library, by_name=by_name).evaluate(roster)
