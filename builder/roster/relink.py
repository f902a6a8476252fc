"""The way back from an evaluated form, such as a saved roster, to what was chosen; what its data knows nothing of.

What a file says and the data knows nothing of is kept with its force or selection (`saved`), whatever is edited, and
counts like what the data says. That is decided here once, when the file is opened. The data knows of a profile, a rule
or a category where it shows it, or could: what a modifier hides, or what comes with another choice, stays away. Data
that is newer than the file has done away with what it lacks, but for what its own links would lead to.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import Changes
from builder.catalogue.library import Library
from builder.catalogue.model import Cost
from builder.record import replace
from builder.roster.effective import EffectiveValues, within
from builder.roster.evaluation_cache import EvaluationCache
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.modifiers import GIVING
from builder.roster.texts import ids_of, infos_of, led_to, lost_texts, says_more, texts, ways_of
from builder.roster.tree import ForceNode, RosterNode, SelectionNode, tie
from builder.roster.view import CategoryView, ForceView, RosterView, SelectionView


def relink(view: RosterView, library: Library) -> Roster:
    """Return the choices of an evaluated roster, with its ids; names, costs and the rest come from the data again.

    A selection whose entry path the data does not offer in its place stays as it was saved; of others stay profiles,
    rules, categories and costs that the data has no way to. With the data that it was evaluated against, a roster comes
    back as it was.
    """
    roster = Roster(
        id=view.id,
        name=view.name,
        game_system_id=view.game_system_id,
        forces=tuple(_force(force, library) for force in view.forces),
        cost_limits=view.cost_limits,
        groups=view.groups,
        modules=view.modules,
        settings=view.settings,
        custom_notes=view.custom_notes,
        program=view.program,
    )
    return _with_kept(roster, view, library)


def _force(view: ForceView, library: Library) -> Force:
    entry = library.force_entries.get(view.entry_id)
    noted = (category for category in view.categories if category.custom_name or category.custom_notes)
    notes = (
        CategoryNote(category_id=each.entry_id, custom_name=each.custom_name, custom_notes=each.custom_notes)
        for each in sorted(noted, key=lambda category: category.entry_id)
    )
    tops = ((top, library.root_entry(view.catalogue_id, top.entry_id)) for top in view.selections)
    return Force(
        id=view.id,
        entry_id=view.entry_id,
        catalogue_id=view.catalogue_id,
        name=entry.name if entry else view.name,
        selections=tuple(_selection(top, root) for top, root in tops),
        forces=tuple(_force(child, library) for child in view.forces),
        category_notes=tuple(notes),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
    )


def _selection(view: SelectionView, entry: LinkedEntry | None) -> Selection:
    children = ((child, entry.by_path.get(child.entry_id) if entry else None) for child in view.children)
    group = entry.group.path if entry and entry.group else None
    return Selection(
        id=view.id,
        entry_path=view.entry_id,
        number=view.number,
        group_path=group if entry else view.entry_group_id,
        name=entry.name if entry else view.name,
        type=entry.type if entry else view.type,
        costs=() if entry else view.costs,
        selections=tuple(_selection(child, below) for child, below in children),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
        marks=view.marks,
        art=view.art,
        saved=None if entry else replace(view, children=()),
    )


# -- what is kept ------------------------------------------------------------------
def _with_kept(roster: Roster, view: RosterView, library: Library) -> Roster:
    """Return a roster with what its saved form says beside the data.

    What conditions and costs ask for comes first: whether the data shows a text may hang on it.
    """
    file, top = _SavedFile(view, library), tie(roster, library)
    if not _is_in_doubt(file, top):
        return roster
    counted = _with_counted(roster, file, top)
    return _with_texts(counted, file, tie(counted, library))


class _SavedFile:
    """What a saved roster says of each force and selection, and which of its forces have newer data than it had."""

    def __init__(self, view: RosterView, library: Library) -> None:
        self.library = library
        self.forces = {force.id: force for force in view.all_forces()}
        self.parts = {part.id: part for unit in view.units() for part in unit.walk()}
        self._newer = {id for id, force in self.forces.items() if self._has_newer(force, view.game_system_revision)}

    def _has_newer(self, force: ForceView, system_revision: int | None) -> bool:
        catalogue = self.library.catalogues.get(force.catalogue_id)
        whole = catalogue and force.entry_id in self.library.force_entries
        if not catalogue or not whole or self.library.lacking(force.catalogue_id):
            return False
        now = (self.library.game_system.revision, catalogue.revision)
        pairs = zip(now, (system_revision, force.catalogue_revision), strict=True)
        changes = [revision - before for revision, before in pairs if before is not None]
        return any(changes) and min(changes) >= 0

    def is_older(self, node: ForceNode) -> bool:
        """Whether the data of a force is newer than the file."""
        return node.force.id in self._newer

    def alone_names(self, category: CategoryView) -> bool:
        """Whether the file alone knows what a category is called."""
        return category.name != category.entry_id and category.entry_id not in self.library.categories

    def alone_counts(self, cost: Cost) -> bool:
        """Whether the file alone knows what a cost is of."""
        return bool(cost.value) and cost.type_id not in self.library.cost_types

    def unknown(
        self, said: Sequence[CategoryView], there: Iterable[str], known: Container[str]
    ) -> Iterator[CategoryView]:
        """Yield the categories that the file names and the data does not know, under another id neither."""
        ids = {each.entry_id for each in said}
        names = [found.name for id in there if id not in ids and (found := self.library.categories.get(id))]
        for each in said:
            if each.entry_id in known:
                continue
            if each.name in names:
                names.remove(each.name)
            else:
                yield each


# -- whether to look at all ------------------------------------------------------
def _is_in_doubt(file: _SavedFile, top: RosterNode) -> bool:
    """Whether it does not go without saying that the data has a way to all that a file says."""
    if any(_is_doubtful_force(file, node) for node in top.all_forces()):
        return True
    return any(_is_doubtful(file, node) for node in top.selections)


def _is_doubtful_force(file: _SavedFile, node: ForceNode) -> bool:
    said = file.forces[node.force.id]
    if node.entry is None or node.force.catalogue_id not in file.library.catalogues:
        return True
    slots = {*node.entry.slot_ids}
    more = any(each.entry_id not in slots for each in _slots(said))
    return more or says_more(said, file.library.force_info(node.entry, node.force.catalogue_id))


def _is_doubtful(file: _SavedFile, node: SelectionNode) -> bool:
    if node.entry is None:
        return False
    said = file.parts[node.selection.id]
    categories = _categories_of(node, (), node.entry.changes)
    more = any(each.entry_id not in categories for each in said.categories)
    headless = any(each.primary and not node.entry.categories.get(each.entry_id) for each in said.categories)
    unnamed = any(map(file.alone_names, said.categories))
    unpriced = any(map(file.alone_counts, said.costs))
    return more or headless or unnamed or unpriced or says_more(said, ways_of(node, categories, file.library))


# -- what conditions and costs ask for -------------------------------------------
def _with_counted(roster: Roster, file: _SavedFile, top: RosterNode) -> Roster:
    """Return a roster with the slots, categories and costs that are kept."""
    values = EffectiveValues(top)
    incomplete = any(node.entry is None for node in top.selections)
    forces = {node.force.id: _slots_kept(file, node) for node in top.all_forces()}
    parts = {
        node.selection.id: _counted(file, node, values, incomplete=incomplete) for node in top.selections if node.entry
    }
    return _with(roster, forces, parts)


def _slots_kept(file: _SavedFile, node: ForceNode) -> ForceView | None:
    said = file.forces[node.force.id]
    slots = node.entry.slot_ids if node.entry else ()
    kept = () if file.is_older(node) else tuple(file.unknown(_slots(said), slots, slots))
    whole = node.entry is not None and node.force.catalogue_id in file.library.catalogues
    return None if whole and not kept else replace(_without_texts(said), categories=kept)


def _counted(
    file: _SavedFile, node: SelectionNode, values: EffectiveValues, *, incomplete: bool
) -> SelectionView | None:
    """Return the categories of a selection that are kept, and what it costs of unknown types."""
    said, there = file.parts[node.selection.id], values.categories(node)
    # Where something is unknown to the data, it can have been that which gave others a category.
    changes = node.entry.changes if incomplete and node.entry else values.changes(node)
    known = _categories_of(node, there, changes)
    kept = {each.entry_id for each in said.categories if each.entry_id in known and file.alone_names(each)}
    head = next((each.entry_id for each in said.categories if each.primary), "")
    heads = {*_possible_heads(node, changes)}
    if not file.is_older(node.force):
        kept |= {each.entry_id for each in file.unknown(said.categories, there, known)}
        kept |= {head} & known - heads
    categories = tuple(
        replace(each, primary=each.entry_id == head and head not in heads)
        for each in {each.entry_id: each for each in said.categories}.values()
        if each.entry_id in kept
    )
    number = max(1, said.number)
    costs = tuple(replace(cost, value=cost.value / number) for cost in said.costs if file.alone_counts(cost))
    return replace(_bare(said), categories=categories, costs=costs) if categories or costs else None


# -- the texts, which hang on that -------------------------------------------------
def _with_texts(roster: Roster, file: _SavedFile, top: RosterNode) -> Roster:
    """Return a roster, which has what is counted, with the profiles and rules that are kept."""
    values, cache = EffectiveValues(top), EvaluationCache()
    forces = {node.force.id: _force_with_texts(file, node, values, cache) for node in top.all_forces()}
    parts = {node.selection.id: _part_with_texts(file, node, values, cache) for node in top.selections if node.entry}
    return _with(roster, forces, parts)


def _force_with_texts(
    file: _SavedFile, node: ForceNode, values: EffectiveValues, cache: EvaluationCache
) -> ForceView | None:
    said = file.forces[node.force.id]
    ways = file.library.force_info(node.entry, node.force.catalogue_id)
    lost = lost_texts(said, ways, texts(ways, values, within(node), cache), reached=False)
    if file.is_older(node) or not any(lost):
        return node.force.saved
    return replace(node.force.saved or _without_texts(said), profiles=lost[0], rules=lost[1])


def _part_with_texts(
    file: _SavedFile, node: SelectionNode, values: EffectiveValues, cache: EvaluationCache
) -> SelectionView | None:
    said, saved = file.parts[node.selection.id], node.selection.saved
    ways = ways_of(node, {*values.categories(node), *_given_by(values.changes(node))}, file.library)
    reached = any("hidden" in changes for changes in values.reach.shown_of(node).values())
    shown = texts(infos_of(node, values), values, within(node), cache)
    lost = lost_texts(said, ways, shown, reached=reached)
    if node.entry and file.is_older(node.force):
        lost = led_to(lost[0], node.entry.dangling), led_to(lost[1], node.entry.dangling)
    return replace(saved or _bare(said), profiles=lost[0], rules=lost[1]) if any(lost) else saved


# -- when the data has changed -----------------------------------------------------
def still_kept(roster: Roster, library: Library, *, newer: bool) -> Roster:
    """Return a roster with what is kept of it and its data, which has changed, still has no way to.

    Of what newer data knows nothing is kept.
    """
    top = tie(roster, library)
    forces = {node.force.id: _force_still_kept(node, library, newer=newer) for node in top.all_forces()}
    kept = {node.selection.id: node.kept for node in top.selections if node.kept}
    alone = _with(roster, forces, dict.fromkeys(kept))
    if newer or not kept:
        return alone
    values = EffectiveValues(tie(alone, library))
    nodes = (node for node in values.top.selections if node.selection.id in kept)
    parts = {node.selection.id: _part_still_kept(kept[node.selection.id], node, values) for node in nodes}
    return _with(roster, forces, parts)


def _force_still_kept(node: ForceNode, library: Library, *, newer: bool) -> ForceView | None:
    saved, catalogue = node.force.saved, library.catalogues.get(node.force.catalogue_id)
    if saved is None or node.entry is None or catalogue is None:
        return saved
    ids = ids_of(library.force_info(node.entry, catalogue.id))
    slots = {*node.entry.slot_ids}
    left = replace(
        saved,
        profiles=tuple(each for each in saved.profiles if each.id not in ids),
        rules=tuple(each for each in saved.rules if each.id not in ids),
        categories=tuple(each for each in saved.categories if each.entry_id not in slots),
    )
    return left if (left.profiles or left.rules or left.categories) and not newer else None


def _part_still_kept(kept: SelectionView, node: SelectionNode, values: EffectiveValues) -> SelectionView | None:
    library, there = values.top.library, values.categories(node)
    known = _categories_of(node, there, values.changes(node))
    ids = ids_of(ways_of(node, known, library))
    left = replace(
        kept,
        profiles=tuple(each for each in kept.profiles if each.id not in ids),
        rules=tuple(each for each in kept.rules if each.id not in ids),
        categories=tuple(each for each in kept.categories if each.entry_id not in known),
        costs=tuple(each for each in kept.costs if each.type_id not in library.cost_types),
    )
    return left if left.profiles or left.rules or left.categories or left.costs else None


# -- categories that the data could give -------------------------------------------
def _categories_of(node: SelectionNode, there: Iterable[str], changes: Changes) -> set[str]:
    """Return the ids of all categories that a selection could be of: those `there` now, its own, those it is given."""
    return {*there, *(node.entry.categories if node.entry else ()), *_given_by(changes)}


def _given_by(changes: Changes) -> Iterator[str]:
    """Yield the ids of the categories that changes may give."""
    found = (change.modifier for change in changes.get("category", ()))
    return (modifier.value for modifier in found if modifier.type in GIVING)


def _possible_heads(node: SelectionNode, changes: Changes) -> Iterator[str]:
    """Yield the ids of the categories that the data can make the primary one of a selection."""
    around = (source for group in node.groups_around for source in group.sources)
    sources = chain(node.entry.sources if node.entry else (), around)
    yield from (link.target_id for source in sources for link in source.category_links if link.primary)
    found = (change.modifier for change in changes.get("category", ()))
    yield from (modifier.value for modifier in found if modifier.type == "set-primary")


# -- parts of both ---------------------------------------------------------------
def _slots(force: ForceView) -> tuple[CategoryView, ...]:
    """Return the slots of a force that data can have, with their names; programs add some for what has no category."""
    named = (each for each in force.categories if each.name != each.entry_id)
    return tuple(each for each in named if not each.entry_id.startswith("("))


def _bare(said: SelectionView) -> SelectionView:
    """Return a selection without what the data tells of it."""
    return replace(said, children=(), categories=(), costs=(), profiles=(), rules=())


def _without_texts(said: ForceView) -> ForceView:
    return replace(said, selections=(), forces=(), categories=(), profiles=(), rules=())


def _with(roster: Roster, forces: Mapping[str, ForceView | None], parts: Mapping[str, SelectionView | None]) -> Roster:
    """Return the roster with what is kept of its forces and selections."""

    def selection(one: Selection) -> Selection:
        below = tuple(map(selection, one.selections))
        return replace(one, selections=below, saved=parts.get(one.id, one.saved))

    def force(one: Force) -> Force:
        units, below = tuple(map(selection, one.selections)), tuple(map(force, one.forces))
        return replace(one, selections=units, forces=below, saved=forces.get(one.id))

    return replace(roster, forces=tuple(map(force, roster.forces)))
