"""Profiles and rules as selections, forces and categories show them: what is hidden left out, all else modified.

And those that the data could ever show: what a modifier hides, or what comes with another choice, it has a way to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import chain
from typing import TypeVar

from builder.catalogue.info import Changes, LinkedInfo, changes_by_field
from builder.catalogue.library import Library
from builder.catalogue.model import Profile, Rule
from builder.record import replace
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues
from builder.roster.evaluation_cache import EvaluationCache, Texts
from builder.roster.reach import PROFILES, RULES
from builder.roster.tree import SelectionNode
from builder.roster.view import ForceView, ProfileView, RuleView, SelectionView

_Text = TypeVar("_Text", ProfileView, RuleView)


def infos_of(node: SelectionNode, values: EffectiveValues) -> tuple[LinkedInfo, ...]:
    """Return the profiles and rules that the data has for a selection, those of its categories too."""
    if node.entry is None:
        return ()
    library = values.top.library
    of_categories = (library.slot_info(id, node.force.entry) for id in values.categories(node))
    return (*node.entry.shown, *(info for found in of_categories for info in found))


def texts(shown: tuple[LinkedInfo, ...], values: EffectiveValues, here: Here, kept: EvaluationCache) -> Texts:
    """Return the visible profiles and rules among these, as they are here; in their order."""
    if not shown:
        return (), ()
    reached = bool(values.reach.shown_of(here.subject))
    found = None if reached else kept.texts.get(shown)
    if found is None:
        views = [_view(info, values, here, kept) for info in shown if not _hidden(info, values, here)]
        profiles = tuple(view for view in views if isinstance(view, ProfileView))
        found = profiles, tuple(view for view in views if isinstance(view, RuleView))
        if not reached and all(info.fixed for info in shown):
            kept.texts[shown] = found
    return found


def _hidden(shown: LinkedInfo, values: EffectiveValues, here: Here) -> bool:
    around = any(values.hidden(part.hidden, part.changes, here) for part in shown.around)
    return around or values.hidden(shown.visible.hidden, _changes(shown, values, here), here)


def _changes(shown: LinkedInfo, values: EffectiveValues, here: Here) -> Changes:
    """Return what changes a profile or rule: its own modifiers, and those that reach it from elsewhere."""
    info, own = shown.info, shown.visible.changes
    if here.subject is None or not values.reach.shown_of(here.subject):
        return own
    if isinstance(info, Rule):
        return values.shown_changes(here.subject, RULES, info.name, own)
    return values.shown_changes(here.subject, PROFILES, _type_name(info, values), own)


def _view(shown: LinkedInfo, values: EffectiveValues, here: Here, kept: EvaluationCache) -> ProfileView | RuleView:
    if not shown.fixed or values.reach.shown_of(here.subject):
        return _make(shown, values, here)
    if shown not in kept.views:
        kept.views[shown] = _make(shown, values, here)
    return kept.views[shown]


def _make(shown: LinkedInfo, values: EffectiveValues, here: Here) -> ProfileView | RuleView:
    info, changes = shown.info, _changes(shown, values, here)
    name, (book, page) = values.named(info.name, changes, here), values.printed(info, changes, here)
    causes = ", ".join(_causes(shown, values, here))
    name = f"{name} ({causes})" if causes else name
    if isinstance(info, Rule):
        description = values.text(info.description, changes, "description", here)
        return RuleView(id=shown.path, name=name, description=description, publication_id=book, page=page)
    cells = (
        replace(cell, value=values.text(cell.value, changes, cell.type_id, here)) if cell.type_id in changes else cell
        for cell in info.characteristics
    )
    return ProfileView(
        id=shown.path,
        name=name,
        type_id=info.type_id,
        type_name=_type_name(info, values),
        characteristics=tuple(cells),
        publication_id=book,
        page=page,
    )


def _causes(shown: LinkedInfo, values: EffectiveValues, here: Here) -> list[str]:
    """Return the names of the entries whose presence changes a profile or rule itself, and not by a link to it.

    BattleScribe tells like-named profiles apart by them: "Glaive (Warpseer)" is the glaive as a Warpseer has it.
    """
    if values.as_new_recruit(here):
        return []
    own = changes_by_field((shown.info,))
    applied = (change for field, found in own.items() if field not in ("name", "annotation") for change in found)
    ids = (id for change in applied for id in values.conditions.met(change, here))
    return list(dict.fromkeys(entry.name for id in ids if (entry := values.counts.entry_called(id, here))))


def _type_name(profile: Profile, values: EffectiveValues) -> str:
    """Return the name of a profile's type; older files do not say it with each profile."""
    found = values.top.library.profile_types.get(profile.type_id)
    return profile.type_name or (found.name if found else "")


# -- what could be shown -----------------------------------------------------------
def ways_of(node: SelectionNode, categories: Iterable[str], library: Library) -> Sequence[LinkedInfo]:
    """Return the profiles and rules that a selection could show at any time, with these categories."""
    entry = node.entry
    if entry is None:
        return ()
    around = (group.own_info for group in entry.groups_around)
    of_categories = (library.slot_info(id, node.force.entry) for id in categories)
    return (*entry.own_info, *chain.from_iterable(around), *chain.from_iterable(of_categories))


def ids_of(ways: Iterable[LinkedInfo]) -> set[str]:
    """Return the ids by which files name profiles and rules, with those of the links to them or without."""
    return {id for way in ways for id in (way.path, way.info.id)}


def says_more(said: ForceView | SelectionView, ways: Iterable[LinkedInfo]) -> bool:
    """Whether a file says anything that the data cannot show, as far as can be told without evaluating it."""
    ids = [profile.id for profile in said.profiles] + [rule.id for rule in said.rules]
    return len({*ids}) < len(ids) or not ids_of(filter(_can_show, ways)).issuperset(ids)


def _can_show(way: LinkedInfo, *, reached: bool = False) -> bool:
    """Whether a profile or rule is shown at times: what is hidden and nothing changes that, never is."""
    parts = (*way.around, way.visible)
    return reached or not any(part.hidden and "hidden" not in part.changes for part in parts)


def lost_texts(
    said: ForceView | SelectionView, ways: Iterable[LinkedInfo], shown: Texts, *, reached: bool
) -> tuple[tuple[ProfileView, ...], tuple[RuleView, ...]]:
    """Return the profiles and rules that a file has, the data does not show, and could never show."""
    able = [way for way in ways if _can_show(way, reached=reached)]
    return tuple(_never_shown(said.profiles, shown[0], able)), tuple(_never_shown(said.rules, shown[1], able))


def _never_shown(said: Sequence[_Text], shown: Sequence[_Text], ways: Iterable[LinkedInfo]) -> Iterator[_Text]:
    """Yield what a file has, is not among what is shown, the most alike first, nor reached by any way left of those."""
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
    free = ids_of(way for way in ways if way.path not in taken)
    return (text for text in left if text.id not in free)


def _is_same(text: ProfileView | RuleView, other: ProfileView | RuleView) -> bool:
    """Whether a text is another one by its own id: New Recruit writes it without those of the links to it."""
    return text.id == other.id.rpartition("::")[2]


def _named(text: ProfileView | RuleView) -> tuple[str, str]:
    return text.name, text.type_name if isinstance(text, ProfileView) else ""


def led_to(found: Iterable[_Text], links: Set[str]) -> tuple[_Text, ...]:
    """Return the profiles and rules that some links, or links to such ids, would lead to."""
    return tuple(text for text in found if not links.isdisjoint(text.id.split("::")))
