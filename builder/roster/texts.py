"""Profiles and rules as selections, forces and categories show them: what is hidden left out, all else modified."""

from __future__ import annotations

from builder.catalogue.info import Changes, LinkedInfo, changes_by_field
from builder.catalogue.model import Profile, Rule
from builder.record import replace
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues
from builder.roster.evaluation_cache import EvaluationCache, Texts
from builder.roster.reach import PROFILES, RULES
from builder.roster.tree import SelectionNode
from builder.roster.view import ProfileView, RuleView


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
