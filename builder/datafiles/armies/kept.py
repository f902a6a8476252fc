"""What a saved roster said and its data knows nothing of, as army files have it."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from builder.catalogue.library import Library
from builder.catalogue.model import Characteristic, Cost
from builder.datafiles.text.source import Value
from builder.datafiles.text.values import Amount, Entry, Exact
from builder.record import replace
from builder.roster.view import CategoryView, ForceView, ProfileView, RuleView, SelectionView

Fields: TypeAlias = "dict[str, Value]"


_PIECE = re.compile(r".{1,1800}(?:\n|$)|.{1,1800}", re.DOTALL)


def _pieces(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Pieces = Annotated[tuple[Exact, ...], BeforeValidator(_pieces, json_schema_input_type=tuple[Exact, ...] | Exact)]
"""A text of any length: files have no longer ones than notes are, so that it can stand there in pieces."""


class KeptCell(Entry):
    """A value of a profile: the name of its column, the id of that, and what stands there."""

    column: Exact | None = None
    type: Exact | None = None
    value: Pieces = ()


class KeptText(Entry):
    """What profiles and rules share: the path of links to it, and where it is printed."""

    id: Exact | None = None
    publication: Exact | None = None
    page: Exact | None = None


class KeptProfile(KeptText):
    """A profile: its name, its type by id and by name, its values."""

    profile: Exact | None = None
    type: Exact | None = None
    kind: Exact | None = None
    values: tuple[KeptCell, ...] = ()


class KeptRule(KeptText):
    """A rule: its name and its text."""

    rule: Exact | None = None
    text: Pieces = ()


class KeptCategory(Entry):
    """A category: its name and its id."""

    category: Exact | None = None
    entry: Exact


class KeptCost(Entry):
    """What one costs of a type that the data does not have, by its name and its id."""

    cost: Exact | None = None
    type: Exact
    amount: Amount


class CatalogueOrigin(Entry):
    """The catalogue of a force that is not of the army's own one."""

    id: Exact
    name: Exact | None = None


class Kept(Entry):
    """What the roster of another program said and the data knows nothing of; `primary` is the id of a category."""

    profiles: tuple[KeptProfile, ...] = ()
    rules: tuple[KeptRule, ...] = ()
    categories: tuple[KeptCategory, ...] = ()
    primary: Exact | None = None
    costs: tuple[KeptCost, ...] = ()
    publication: Exact | None = None
    page: Exact | None = None


_NOTHING = SelectionView(id="", name="", entry_id="", type="", number=0)
_NO_FORCE = ForceView(id="", name="", entry_id="", catalogue_id="")


def kept_by_selection(saved: SelectionView | None, *, known: bool) -> SelectionView | None:
    """Return what an army file can say of what is kept of a selection; None where that is nothing.

    What one that the data does not know costs stands beside it.
    """
    if saved is None:
        return None
    return read_selection(_read(kept_fields(saved if known else replace(saved, costs=()))))


def kept_by_force(saved: ForceView | None, catalogue_id: str, library: Library) -> ForceView | None:
    """Return what an army file can say of what is kept of a force; None where that is nothing."""
    if saved is None:
        return None
    origin = CatalogueOrigin(id=catalogue_id, name=saved.catalogue_name or None)
    return read_force(_read(kept_fields(saved)), origin, library)


def _read(fields: Fields) -> Kept | None:
    return Kept.model_validate(fields) if fields else None


def read_selection(kept: Kept | None) -> SelectionView | None:
    """Return what is kept of a selection."""
    if kept is None:
        return None
    return replace(
        _NOTHING,
        profiles=tuple(map(_profile, kept.profiles)),
        rules=tuple(map(_rule, kept.rules)),
        categories=tuple(_category(each, kept.primary) for each in kept.categories),
        costs=tuple(Cost(each.type, each.amount, each.cost or "") for each in kept.costs),
        publication_id=kept.publication,
        page=kept.page,
    )


def read_force(kept: Kept | None, catalogue: CatalogueOrigin | None, library: Library) -> ForceView | None:
    """Return what is kept of a force, with the name of its catalogue where the data lacks that."""
    name = catalogue.name if catalogue and catalogue.id not in library.catalogues else None
    if kept is None and name is None:
        return None
    kept = kept or Kept()
    return replace(
        _NO_FORCE,
        catalogue_name=name or "",
        profiles=tuple(map(_profile, kept.profiles)),
        rules=tuple(map(_rule, kept.rules)),
        categories=tuple(_category(each, kept.primary) for each in kept.categories),
    )


def _profile(kept: KeptProfile) -> ProfileView:
    return ProfileView(
        id=kept.id or "",
        name=kept.profile or "",
        type_id=kept.type or "",
        type_name=kept.kind or "",
        characteristics=tuple(
            Characteristic(cell.column or "", cell.type or "", "".join(cell.value)) for cell in kept.values
        ),
        publication_id=kept.publication,
        page=kept.page,
    )


def _rule(kept: KeptRule) -> RuleView:
    return RuleView(
        id=kept.id or "",
        name=kept.rule or "",
        description="".join(kept.text),
        publication_id=kept.publication,
        page=kept.page,
    )


def _category(kept: KeptCategory, primary: str | None) -> CategoryView:
    return CategoryView(entry_id=kept.entry, name=kept.category or "", primary=kept.entry == primary)


def kept_fields(saved: SelectionView | ForceView) -> Fields:
    """Return what is kept of a selection or a force as the fields of a file; none where that is nothing."""
    return _said(
        profiles=[_profile_fields(profile) for profile in saved.profiles],
        rules=[
            _said(rule=rule.name, id=rule.id, text=_in_pieces(rule.description), **_printed(rule))
            for rule in saved.rules
        ],
        categories=[_said(category=each.name, entry=each.entry_id) for each in saved.categories],
        primary=next((each.entry_id for each in saved.categories if each.primary), None),
        **(_of_selection(saved) if isinstance(saved, SelectionView) else {}),
    )


def _profile_fields(profile: ProfileView) -> Fields:
    values = [
        _said(column=cell.name, type=cell.type_id, value=_in_pieces(cell.value)) for cell in profile.characteristics
    ]
    return _said(
        profile=profile.name,
        id=profile.id,
        type=profile.type_id,
        kind=profile.type_name,
        values=[*values],
        **_printed(profile),
    )


def _in_pieces(text: str) -> Value:
    pieces: list[Value] = _PIECE.findall(text)
    return pieces if len(pieces) > 1 else text


def _of_selection(saved: SelectionView) -> Fields:
    costs = (_said(cost=cost.name, type=cost.type_id, amount=f"{cost.value:f}") for cost in saved.costs)
    return {"costs": list(costs), **_printed(saved)}


def _printed(said: ProfileView | RuleView | SelectionView) -> Fields:
    return {"publication": said.publication_id, "page": said.page}


def _said(**fields: Value | None) -> Fields:
    """Return the fields that say something."""
    return {name: value for name, value in fields.items() if value}
