"""How each element of a saved roster becomes a value."""

from __future__ import annotations

from dataclasses import dataclass

from builder.bounds import MOST_OF_ONE, read_amount
from builder.catalogue.model import Characteristic, Cost, Publication
from builder.formats.battlescribe.safexml import Build, Element
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView


@dataclass(frozen=True, slots=True)
class _Notes:
    """The text that a player added to an element."""

    text: str


@dataclass(frozen=True, slots=True)
class _Description:
    """The text of a rule."""

    text: str


@dataclass(frozen=True, slots=True)
class _CostLimit:
    """What the costs of one type may come to."""

    cost: Cost


def _whole(element: Element, attribute: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
        raise element.refuse(f"has {attribute} '{text}', which is no whole number from 0 to {most}: correct it")
    return int(text)


def _revision(element: Element, attribute: str) -> int | None:
    text = element.optional(attribute)
    return None if text is None else _whole(element, attribute, text, 999_999_999)


def _number(element: Element) -> int:
    return _whole(element, "number", element.needed("number"), MOST_OF_ONE)


def _cost(element: Element) -> Cost:
    text = element.needed("value")
    value = read_amount(text)
    if value is None:
        raise element.refuse(f"has value '{text}', which is no amount: correct it, with a point for the decimals")
    whole = value.to_integral_value()
    return Cost(element.needed("typeId"), whole if whole == value else value, element.label())


def _characteristic(element: Element) -> Characteristic:
    value = element.content() or element.optional("value") or ""
    name = element.label()
    return Characteristic(name, element.optional("typeId") or element.optional("characteristicId") or "", value)


def _profile(element: Element) -> ProfileView:
    return ProfileView(
        name=element.label(),
        type_id=element.optional("typeId") or element.optional("profileTypeId") or "",
        type_name=element.optional("typeName") or element.optional("profileTypeName") or "",
        hidden=element.flag("hidden"),
        characteristics=element.all(Characteristic),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        id=element.optional("id") or "",
    )


def _rule(element: Element) -> RuleView:
    return RuleView(
        name=element.label(),
        description="\n".join(part.text for part in element.all(_Description)),
        hidden=element.flag("hidden"),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        id=element.optional("id") or "",
    )


def _category(element: Element) -> CategoryView:
    return CategoryView(
        entry_id=element.needed("entryId"),
        name=element.label(),
        primary=element.flag("primary"),
        profiles=element.all(ProfileView),
        rules=element.all(RuleView),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        custom_name=element.optional("customName"),
        custom_notes=_notes(element),
        id=element.optional("id") or "",
    )


def _notes(element: Element) -> str | None:
    written = [note.text for note in element.all(_Notes) if note.text]
    return "\n".join(written) or element.optional("customNotes")


def _selection(element: Element) -> SelectionView:
    return SelectionView(
        id=element.needed("id"),
        name=element.needed("name"),
        entry_id=element.needed("entryId"),
        type=element.optional("type") or "upgrade",
        number=_number(element),
        entry_group_id=element.optional("entryGroupId"),
        hidden=element.flag("hidden"),
        costs=element.all(Cost),
        profiles=element.all(ProfileView),
        rules=element.all(RuleView),
        categories=element.all(CategoryView),
        children=element.all(SelectionView),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        custom_name=element.optional("customName"),
        custom_notes=_notes(element),
    )


def _publication(element: Element) -> Publication:
    return Publication(element.needed("id"), element.label())


def _force(element: Element) -> ForceView:
    return ForceView(
        id=element.needed("id"),
        name=element.label(),
        entry_id=element.needed("entryId"),
        catalogue_id=element.needed("catalogueId"),
        catalogue_name=element.optional("catalogueName") or "",
        catalogue_revision=_revision(element, "catalogueRevision"),
        selections=element.all(SelectionView),
        forces=element.all(ForceView),
        categories=element.all(CategoryView),
        profiles=element.all(ProfileView),
        rules=element.all(RuleView),
        publications=tuple((book.id, book.name) for book in element.all(Publication)),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        custom_name=element.optional("customName"),
        custom_notes=_notes(element),
    )


def _roster(element: Element) -> RosterView:
    return RosterView(
        name=element.label(),
        game_system_id=element.needed("gameSystemId"),
        game_system_name=element.optional("gameSystemName") or "",
        game_system_revision=_revision(element, "gameSystemRevision"),
        id=element.optional("id") or "",
        costs=element.all(Cost),
        cost_limits=tuple(limit.cost for limit in element.all(_CostLimit) if limit.cost.value >= 0),
        forces=element.all(ForceView),
        custom_notes=_notes(element),
    )


BUILDERS: dict[str, Build] = {
    "roster": _roster,
    "force": _force,
    "selection": _selection,
    "category": _category,
    "profile": _profile,
    "characteristic": _characteristic,
    "rule": _rule,
    "cost": _cost,
    "costLimit": lambda element: _CostLimit(_cost(element)),
    "publication": _publication,
    "description": lambda element: _Description(element.content()),
    "customNotes": lambda element: _Notes(element.note()),
}
