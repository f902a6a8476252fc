"""Saved rosters (`.ros`, `.rosz`) as evaluated rosters: numbers, costs and profiles are taken as the file has them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.bounds import MOST_OF_ONE, MOST_SELECTIONS, read_amount
from builder.catalogue.model import Characteristic, Cost, Publication
from builder.errors import Finding, Place, Severity
from builder.formats.battlescribe.safexml import AGAIN, Build, XmlElement, read_xml, refusal
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.detection import is_zip
from builder.record import replace
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView


@dataclass(frozen=True, slots=True)
class SavedRoster:
    """An army from another program, as it was saved, with what was noticed on reading it."""

    roster: RosterView
    findings: tuple[Finding, ...] = ()


def settle(roster: RosterView, file: str, findings: Sequence[Finding]) -> SavedRoster:
    """Return the roster with an id of its own for every force and selection, and the names of publications.

    Before what is found here come the `findings` of whoever read it.
    """
    settled = _Settled(file)
    forces = tuple(settled.force(force) for force in roster.forces)
    return SavedRoster(replace(roster, forces=forces), (*findings, *settled.findings))


class _Settled:
    """Gives every element an id of its own and every selection the name of its publication."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.copies: dict[str, int] = {}
        self.numbers = 0
        self.findings: list[Finding] = []

    def force(self, force: ForceView) -> ForceView:
        books = dict(force.publications)
        return replace(
            force,
            id=self.own_id(force.id, force.name),
            selections=tuple(self.selection(selection, books) for selection in force.selections),
            forces=tuple(self.force(child) for child in force.forces),
        )

    def selection(self, selection: SelectionView, books: Mapping[str, str]) -> SelectionView:
        self.numbers += selection.number
        self.bound(self.numbers)
        return replace(
            selection,
            id=self.own_id(selection.id, selection.name),
            publication_name=books.get(selection.publication_id or ""),
            children=tuple(self.selection(child, books) for child in selection.children),
        )

    def own_id(self, element_id: str, name: str) -> str:
        own, copy = element_id, self.copies.get(element_id, 1)
        while own in self.copies:
            copy += 1
            own = f"{element_id}-{copy}"
        self.copies[element_id] = copy
        self.copies.setdefault(own, 1)
        self.bound(len(self.copies))
        if own != element_id:
            message = f"{name} has the id {element_id} of another element and is called {own} here"
            at = Place(selection=own, file=self.file)
            self.findings.append(Finding(Severity.WARNING, "roster.duplicate_id", message, at=at))
        return own

    def bound(self, size: int) -> None:
        """Refuse a roster of more selections, each as often as it is chosen, than any army has."""
        if size > MOST_SELECTIONS:
            message = f"the roster has over {MOST_SELECTIONS:,} units and choices, as none has: {AGAIN}"
            raise refusal("size", message, self.file)


@dataclass(frozen=True, slots=True)
class _RosterNotes:
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


def _whole(element: XmlElement, attribute: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
        raise element.refuse(f"has {attribute} '{text}', which is not a whole number from 0 to {most}: correct it")
    return int(text)


def _revision(element: XmlElement, attribute: str) -> int | None:
    text = element.optional(attribute)
    return None if text is None else _whole(element, attribute, text, 999_999_999)


def _number(element: XmlElement) -> int:
    return _whole(element, "number", element.needed("number"), MOST_OF_ONE)


def _cost(element: XmlElement) -> Cost:
    text = element.needed("value")
    value = read_amount(text)
    if value is None:
        raise element.refuse(f"has value '{text}', which is no amount: correct it, with a point for the decimals")
    whole = value.to_integral_value()
    kind = element.optional("costTypeId") or element.needed("typeId")
    return Cost(kind, whole if whole == value else value, element.label())


def _characteristic(element: XmlElement) -> Characteristic:
    value = element.content() or element.optional("value") or ""
    kinds = map(element.optional, ("typeId", "characteristicTypeId", "characteristicId"))
    return Characteristic(element.label(), next(filter(None, kinds), ""), value)


def _profile(element: XmlElement) -> ProfileView:
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


def _rule(element: XmlElement) -> RuleView:
    return RuleView(
        name=element.label(),
        description="\n".join(part.text for part in element.all(_Description)),
        hidden=element.flag("hidden"),
        publication_id=element.optional("publicationId"),
        page=element.optional("page"),
        id=element.optional("id") or "",
    )


def _category(element: XmlElement) -> CategoryView:
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


def _notes(element: XmlElement) -> str | None:
    written = [note.text for note in element.all(_RosterNotes) if note.text]
    return "\n".join(written) or element.optional("customNotes")


_FINER_TYPES = {"unit-group": "unit", "mount": "model", "crew": "model"}
"""What New Recruit's rosters call entries by their finer type, which data has besides their type."""


def _selection(element: XmlElement) -> SelectionView:
    kind = element.optional("type") or "upgrade"
    return SelectionView(
        id=element.needed("id"),
        name=element.needed("name"),
        entry_id=element.needed("entryId"),
        type=_FINER_TYPES.get(kind, kind),
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


def _publication(element: XmlElement) -> Publication:
    return Publication(element.needed("id"), element.label())


def _force(element: XmlElement) -> ForceView:
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


def _roster(element: XmlElement) -> RosterView:
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
        program=element.optional("generatedBy") or "",
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
    "customNotes": lambda element: _RosterNotes(element.note()),
}

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"

_HEAD = 4096
_OLD = re.compile(rb"""<roster\s[^>]*?battleScribeVersion=["'](1\.\w+)["']""")
"""The root of a roster of versions 1.x, which have their selections in other places; it is looked for in the head."""


def read_roster(data: bytes, name: str) -> SavedRoster:
    """Read a saved roster, zipped or not.

    Args:
        data: the bytes of the file.
        name: what the file is called, for messages alone.

    Raises:
        InputError: one message that names the file, the spot in it and the mend.
    """
    document = unzip_only_file(data, name) if is_zip(data) else data
    old = _OLD.search(document[:_HEAD])
    if old is not None:
        mend = "open it in BattleScribe 2.03 and save it there, or make the army anew"
        message = f"the roster is in version {old[1].decode()} of the format, which is not read here: {mend}"
        raise refusal("version", message, name)
    findings: list[Finding] = []
    read = read_xml(document, name, NAMESPACE, "roster", BUILDERS, findings)
    assert isinstance(read, RosterView), "read_xml checks the root, whose builder makes this"
    return settle(read, name, findings)
