"""The way back from an evaluated form, such as a saved roster, to what was chosen; what its data knows nothing of.

What a file says and the data knows nothing of is kept with its force or selection (`saved`), whatever is edited, and
counts like what the data says. That is decided here once, when the file is opened. The data knows of a profile, a rule
or a category where it shows it, or could: what a modifier hides, or what comes with another choice, stays away. Data
that is newer than the file has done away with what it lacks, but for what its own links would lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TypeVar

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import Changes, LinkedInfo
from builder.catalogue.library import Library
from builder.catalogue.model import Cost
from builder.record import replace
from builder.roster.effective import EffectiveValues, within
from builder.roster.evaluation_cache import EvaluationCache, Texts
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.modifiers import GIVING
from builder.roster.texts import infos_of, texts
from builder.roster.tree import ForceNode, SelectionNode, tie
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView

_Text = TypeVar("_Text", ProfileView, RuleView)


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
    return _Keeping(view, library).of(roster)


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
    parts = {node.selection.id: _still_kept(kept[node.selection.id], node, values) for node in nodes}
    return _with(roster, forces, parts)


def _force_still_kept(node: ForceNode, library: Library, *, newer: bool) -> ForceView | None:
    saved, catalogue = node.force.saved, library.catalogues.get(node.force.catalogue_id)
    if saved is None or node.entry is None or catalogue is None:
        return saved
    ids = {id for way in library.force_info(node.entry, catalogue.id) for id in (way.path, way.info.id)}
    slots = {link.target_id for link in node.entry.category_links}
    left = replace(
        saved,
        profiles=tuple(each for each in saved.profiles if each.id not in ids),
        rules=tuple(each for each in saved.rules if each.id not in ids),
        categories=tuple(each for each in saved.categories if each.entry_id not in slots),
    )
    return left if (left.profiles or left.rules or left.categories) and not newer else None


def _still_kept(kept: SelectionView, node: SelectionNode, values: EffectiveValues) -> SelectionView | None:
    library, there = values.top.library, values.categories(node)
    known = {*there, *(node.entry.categories if node.entry else ()), *_given(values.changes(node))}
    ids = {id for way in _ways(node, known, library) for id in (way.path, way.info.id)}
    left = replace(
        kept,
        profiles=tuple(each for each in kept.profiles if each.id not in ids),
        rules=tuple(each for each in kept.rules if each.id not in ids),
        categories=tuple(each for each in kept.categories if each.entry_id not in known),
        costs=tuple(each for each in kept.costs if each.type_id not in library.cost_types),
    )
    return left if left.profiles or left.rules or left.categories or left.costs else None


class _Keeping:
    def __init__(self, view: RosterView, library: Library) -> None:
        self._library = library
        self._forces = {force.id: force for force in view.all_forces()}
        self._parts = {part.id: part for unit in view.units() for part in unit.walk()}
        self._newer = {force.id for force in view.all_forces() if self._is_newer(force, view.game_system_revision)}

        self._incomplete = False

    def _is_newer(self, force: ForceView, system_revision: int | None) -> bool:
        catalogue = self._library.catalogues.get(force.catalogue_id)
        whole = catalogue and force.entry_id in self._library.force_entries
        if not catalogue or not whole or self._library.lacking(force.catalogue_id):
            return False
        now = (self._library.game_system.revision, catalogue.revision)
        pairs = zip(now, (system_revision, force.catalogue_revision), strict=True)
        changes = [revision - before for revision, before in pairs if before is not None]
        return any(changes) and min(changes) >= 0

    def of(self, roster: Roster) -> Roster:
        """Return the roster with what is kept: first what conditions and costs ask for, then what hangs on that."""
        top = tie(roster, self._library)
        doubtful = chain(map(self._is_doubtful_force, top.all_forces()), map(self._is_doubtful, top.selections))
        if not any(doubtful):
            return roster
        values = EffectiveValues(top)
        self._incomplete = any(node.entry is None for node in top.selections)
        forces = {node.force.id: self._force(node) for node in top.all_forces()}
        parts = {node.selection.id: self._counted(node, values) for node in top.selections if node.entry}
        top = tie(_with(roster, forces, parts), self._library)
        values, cache = EffectiveValues(top), EvaluationCache()
        forces = {node.force.id: self._force_texts(node, values, cache) for node in top.all_forces()}
        parts = {node.selection.id: self._texts(node, values, cache) for node in top.selections if node.entry}
        return _with(roster, forces, parts)

    # -- whether to look at all ------------------------------------------------
    def _is_doubtful_force(self, node: ForceNode) -> bool:
        said = self._forces[node.force.id]
        if node.entry is None or node.force.catalogue_id not in self._library.catalogues:
            return True
        slots = {link.target_id for link in node.entry.category_links}
        more = any(each.entry_id not in slots for each in _slots(said))
        return more or _says_more(said, self._library.force_info(node.entry, node.force.catalogue_id))

    def _is_doubtful(self, node: SelectionNode) -> bool:
        """Whether it does not go without saying that the data has a way to all that the file says of a selection."""
        if node.entry is None:
            return False
        said = self._parts[node.selection.id]
        categories = {*node.entry.categories, *_given(node.entry.changes)}
        more = any(each.entry_id not in categories for each in said.categories)
        headless = any(each.primary and not node.entry.categories.get(each.entry_id) for each in said.categories)
        unnamed = any(self._is_unnamed(each) for each in said.categories)
        unpriced = any(map(self._is_unknown, said.costs))
        return more or headless or unnamed or unpriced or _says_more(said, _ways(node, categories, self._library))

    # -- forces ------------------------------------------------------------------
    def _force(self, node: ForceNode) -> ForceView | None:
        """Return what is kept of a force, but for its texts: its slots."""
        said = self._forces[node.force.id]
        slots = [link.target_id for link in node.entry.category_links] if node.entry else []
        kept = () if node.force.id in self._newer else tuple(self._others(_slots(said), slots, slots))
        whole = node.entry is not None and node.force.catalogue_id in self._library.catalogues
        return None if whole and not kept else replace(_without_texts(said), categories=kept)

    def _force_texts(self, node: ForceNode, values: EffectiveValues, cache: EvaluationCache) -> ForceView | None:
        said = self._forces[node.force.id]
        ways = self._library.force_info(node.entry, node.force.catalogue_id)
        lost = _lost(said, ways, texts(ways, values, within(node), cache), reached=False)
        if node.force.id in self._newer or not any(lost):
            return node.force.saved
        return replace(node.force.saved or _without_texts(said), profiles=lost[0], rules=lost[1])

    # -- selections --------------------------------------------------------------
    def _counted(self, node: SelectionNode, values: EffectiveValues) -> SelectionView | None:
        """Return what is kept of a selection, but for its texts: its categories, and what it costs of unknown types."""
        said, there = self._parts[node.selection.id], values.categories(node)
        # Where something is unknown to the data, it can have been that which gave others a category.
        changes = node.entry.changes if self._incomplete and node.entry else values.changes(node)
        known = {*there, *(node.entry.categories if node.entry else ()), *_given(changes)}
        kept = {each.entry_id for each in said.categories if each.entry_id in known and self._is_unnamed(each)}
        head = next((each.entry_id for each in said.categories if each.primary), "")
        if node.force.force.id not in self._newer:
            kept |= {each.entry_id for each in self._others(said.categories, there, known)}
            kept |= {head} & known - {*_heads(node, changes)}
        categories = tuple(
            replace(each, primary=each.entry_id == head and head not in _heads(node, changes))
            for each in {each.entry_id: each for each in said.categories}.values()
            if each.entry_id in kept
        )
        number = max(1, said.number)
        costs = tuple(replace(cost, value=cost.value / number) for cost in said.costs if self._is_unknown(cost))
        return replace(_bare(said), categories=categories, costs=costs) if categories or costs else None

    def _is_unnamed(self, category: CategoryView) -> bool:
        """Whether the file alone knows what a category is called."""
        return category.name != category.entry_id and category.entry_id not in self._library.categories

    def _is_unknown(self, cost: Cost) -> bool:
        return bool(cost.value) and cost.type_id not in self._library.cost_types

    def _texts(self, node: SelectionNode, values: EffectiveValues, cache: EvaluationCache) -> SelectionView | None:
        """Return all that is kept of a selection."""
        said, saved = self._parts[node.selection.id], node.selection.saved
        ways = _ways(node, {*values.categories(node), *_given(values.changes(node))}, self._library)
        reached = any("hidden" in changes for changes in values.reach.shown_of(node).values())
        shown = texts(infos_of(node, values), values, within(node), cache)
        lost = _lost(said, ways, shown, reached=reached)
        if node.entry and node.force.force.id in self._newer:
            lost = _led_to(lost[0], node.entry.dangling), _led_to(lost[1], node.entry.dangling)
        return replace(saved or _bare(said), profiles=lost[0], rules=lost[1]) if any(lost) else saved

    def _others(
        self, said: Sequence[CategoryView], there: Iterable[str], known: Container[str]
    ) -> Iterator[CategoryView]:
        """Yield the categories that a file names and the data does not know, under another id neither."""
        ids = {each.entry_id for each in said}
        names = [found.name for id in there if id not in ids and (found := self._library.categories.get(id))]
        for each in said:
            if each.entry_id in known:
                continue
            if each.name in names:
                names.remove(each.name)
            else:
                yield each


def _ways(node: SelectionNode, categories: Iterable[str], library: Library) -> Sequence[LinkedInfo]:
    """Return the profiles and rules that a selection could show at any time, with these categories."""
    entry = node.entry
    if entry is None:
        return ()
    around = (group.own_info for group in entry.groups_around)
    of_categories = (library.slot_info(id, node.force.entry) for id in categories)
    return (*entry.own_info, *chain.from_iterable(around), *chain.from_iterable(of_categories))


def _given(changes: Changes) -> Iterator[str]:
    """Yield the ids of the categories that changes may give."""
    found = (change.modifier for change in changes.get("category", ()))
    return (modifier.value for modifier in found if modifier.type in GIVING)


def _heads(node: SelectionNode, changes: Changes) -> Iterator[str]:
    """Yield the ids of the categories that the data can make the primary one of a selection."""
    around = (source for group in node.groups_around for source in group.sources)
    sources = chain(node.entry.sources if node.entry else (), around)
    yield from (link.target_id for source in sources for link in source.category_links if link.primary)
    found = (change.modifier for change in changes.get("category", ()))
    yield from (modifier.value for modifier in found if modifier.type == "set-primary")


def _slots(force: ForceView) -> tuple[CategoryView, ...]:
    """Return the slots of a force that data can have, with their names; programs add some for what has no category."""
    named = (each for each in force.categories if each.name != each.entry_id)
    return tuple(each for each in named if not each.entry_id.startswith("("))


def _led_to(found: Iterable[_Text], links: Set[str]) -> tuple[_Text, ...]:
    """Return the profiles and rules that some links, or links to such ids, would lead to."""
    return tuple(text for text in found if not links.isdisjoint(text.id.split("::")))


def _bare(said: SelectionView) -> SelectionView:
    """Return a selection without what the data tells of it."""
    return replace(said, children=(), categories=(), costs=(), profiles=(), rules=())


def _without_texts(said: ForceView) -> ForceView:
    return replace(said, selections=(), forces=(), categories=(), profiles=(), rules=())


def _says_more(said: ForceView | SelectionView, ways: Iterable[LinkedInfo]) -> bool:
    """Whether a file says anything that the data cannot show, as far as can be told without evaluating it."""
    ids = [profile.id for profile in said.profiles] + [rule.id for rule in said.rules]
    known = {id for way in ways if _can_show(way) for id in (way.path, way.info.id)}
    return len({*ids}) < len(ids) or not known.issuperset(ids)


def _can_show(way: LinkedInfo, *, reached: bool = False) -> bool:
    """Whether a profile or rule is shown at times: what is hidden and nothing changes that, never is."""
    parts = (*way.around, way.visible)
    return reached or not any(part.hidden and "hidden" not in part.changes for part in parts)


def _lost(
    said: ForceView | SelectionView, ways: Iterable[LinkedInfo], shown: Texts, *, reached: bool
) -> tuple[tuple[ProfileView, ...], tuple[RuleView, ...]]:
    """Return the profiles and rules that a file has, the data does not show, and could never show."""
    able = [way for way in ways if _can_show(way, reached=reached)]
    return tuple(_never_shown(said.profiles, shown[0], able)), tuple(_never_shown(said.rules, shown[1], able))


def _never_shown(said: Sequence[_Text], shown: Sequence[_Text], ways: Iterable[LinkedInfo]) -> Iterator[_Text]:
    left, there, taken = list(said), list(shown), set[str]()
    alike: tuple[Callable[[_Text, _Text], bool], ...] = (
        lambda one, other: one.id == other.id,
        lambda one, other: _is_same(one, other) and _named(one) == _named(other),
        _is_same,
        lambda one, other: _named(one) == _named(other),
    )
    for is_alike in alike:
        for text in tuple(left):
            twin = next((each for each in there if is_alike(text, each)), None)
            if twin is not None:
                left.remove(text)
                there.remove(twin)
                taken.add(twin.id)
    free = {id for way in ways if way.path not in taken for id in (way.path, way.info.id)}
    return (text for text in left if text.id not in free)


def _is_same(text: ProfileView | RuleView, other: ProfileView | RuleView) -> bool:
    """Whether a text is another one by its own id: New Recruit writes it without those of the links to it."""
    return text.id == other.id.rpartition("::")[2]


def _named(text: ProfileView | RuleView) -> tuple[str, str]:
    return text.name, text.type_name if isinstance(text, ProfileView) else ""


def _with(roster: Roster, forces: Mapping[str, ForceView | None], parts: Mapping[str, SelectionView | None]) -> Roster:
    """Return the roster with what is kept of its forces and selections."""

    def selection(one: Selection) -> Selection:
        below = tuple(map(selection, one.selections))
        return replace(one, selections=below, saved=parts.get(one.id, one.saved))

    def force(one: Force) -> Force:
        units, below = tuple(map(selection, one.selections)), tuple(map(force, one.forces))
        return replace(one, selections=units, forces=below, saved=forces.get(one.id))

    return replace(roster, forces=tuple(map(force, roster.forces)))
