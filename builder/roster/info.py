"""Shows the profiles and rules of an element with their effective texts."""

from __future__ import annotations

from msgspec.structs import replace

from builder.catalogue.info import Shown
from builder.catalogue.model import Rule
from builder.roster.count import Here
from builder.roster.effective import Values
from builder.roster.kept import Kept, Texts
from builder.roster.view import ProfileView, RuleView


def texts(shown: tuple[Shown, ...], values: Values, here: Here, kept: Kept) -> Texts:
    """The visible profiles and rules among these, as they are here; in their order."""
    if not shown:
        return (), ()
    found = kept.texts.get(shown)
    if found is None:
        views = [_view(info, values, here, kept) for info in shown if not _hidden(info, values, here)]
        profiles = tuple(view for view in views if isinstance(view, ProfileView))
        found = profiles, tuple(view for view in views if isinstance(view, RuleView))
        if all(info.fixed for info in shown):
            kept.texts[shown] = found
    return found


def _hidden(shown: Shown, values: Values, here: Here) -> bool:
    return any(values.hidden(part.hidden, part.changes, here) for part in (*shown.around, shown.visible))


def _view(shown: Shown, values: Values, here: Here, kept: Kept) -> ProfileView | RuleView:
    if not shown.fixed:
        return _make(shown, values, here)
    if shown not in kept.views:
        kept.views[shown] = _make(shown, values, here)
    return kept.views[shown]


def _make(shown: Shown, values: Values, here: Here) -> ProfileView | RuleView:
    info, changes = shown.info, shown.visible.changes

    def text(value: str, name: str) -> str:
        return values.text(value, changes, name, here)

    name, page = text(info.name, "name"), text(info.page or "", "page") or None
    if isinstance(info, Rule):
        description = text(info.description, "description")
        book = info.publication_id
        return RuleView(id=shown.path, name=name, description=description, publication_id=book, page=page)
    cells = (
        replace(cell, value=text(cell.value, cell.type_id)) if cell.type_id in changes else cell
        for cell in info.characteristics
    )
    return ProfileView(
        id=shown.path,
        name=name,
        type_id=info.type_id,
        type_name=info.type_name or _type_name(info.type_id, values),
        characteristics=tuple(cells),
        publication_id=info.publication_id,
        page=page,
    )


def _type_name(type_id: str, values: Values) -> str:
    """What the data calls a type; older files do not say it with each profile."""
    found = values.top.library.profile_types.get(type_id)
    return found.name if found else ""
