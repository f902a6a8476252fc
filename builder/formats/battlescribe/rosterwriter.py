"""Rosters written as BattleScribe 2.03 saves them (`.ros`, `.rosz`), and as its text."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from builder.bounds import MOST_UNPACKED
from builder.catalogue.model import Cost
from builder.formats.battlescribe.rosters import NAMESPACE
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\r": "&#13;"}
_IN_TEXT = str.maketrans(_SIGNS)
# A reader of XML makes a space of a plain line break or tab in an attribute.
_IN_ATTRIBUTE = str.maketrans({**_SIGNS, "\n": "&#10;", "\t": "&#9;"})
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold: control signs and halves of signs."""


@dataclass(frozen=True, slots=True)
class Node:
    """An element to be written; attributes that are None are left out."""

    tag: str
    attributes: Mapping[str, str | None]
    nodes: tuple[Node, ...] = ()
    text: str = ""


def write_xml(root: Node) -> bytes:
    """Return the document in UTF-8, without a line break at its end."""
    return "\n".join((HEAD, *_lines(root, ""))).encode()


def _lines(node: Node, indent: str) -> Iterator[str]:
    given = ((name, value) for name, value in node.attributes.items() if value is not None)
    opening = f"{indent}<{node.tag}" + "".join(f' {name}="{_clean(value, _IN_ATTRIBUTE)}"' for name, value in given)
    if node.nodes:
        yield f"{opening}>"
        for child in node.nodes:
            yield from _lines(child, indent + "  ")
        yield f"{indent}</{node.tag}>"
    elif node.text:
        yield f"{opening}>{_clean(node.text, _IN_TEXT)}</{node.tag}>"
    else:
        yield f"{opening}/>"


def _clean(text: str, table: dict[int, str]) -> str:
    return _IMPOSSIBLE.sub("", text).translate(table)


VERSION = "2.03"
"""The version of the format."""

_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of the file in a zip: always the same, so that the same roster gives the same bytes."""


def write_roster(view: RosterView) -> bytes:
    """Return the evaluated roster as a `.ros` file, siblings in the order of the view.

    The same view gives the same bytes.
    """
    attributes = {
        "id": view.id or _own_id("roster", view.name, *(force.id for force in view.forces)),
        "name": view.name,
        "battleScribeVersion": VERSION,
        "gameSystemId": view.game_system_id,
        "gameSystemName": view.game_system_name,
        "gameSystemRevision": _whole(view.game_system_revision),
        "xmlns": NAMESPACE,
    }
    parts = (
        *_listed("costs", (_cost("cost", cost) for cost in view.costs)),
        *_listed("costLimits", (_cost("costLimit", limit) for limit in view.cost_limits)),
        *_listed("forces", map(_force, view.forces)),
        *_notes(view.custom_notes),
    )
    return write_xml(Node("roster", attributes, parts))


def zip_roster(document: bytes, name: str) -> bytes:
    """Return a `.rosz` file with this document as its only file, called `name`."""
    packed = _zip(document, name, zipfile.ZIP_DEFLATED)
    # Readers, ours too, refuse what is packed too tightly to be honest.
    return packed if len(document) < len(packed) * MOST_UNPACKED // 2 else _zip(document, name, zipfile.ZIP_STORED)


def _zip(document: bytes, name: str, compression: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(name, _DAY), document, compress_type=compression)
    return file.getvalue()


def _force(view: ForceView) -> Node:
    attributes = {
        **_head(view),
        "catalogueId": view.catalogue_id,
        "catalogueRevision": _whole(view.catalogue_revision),
        "catalogueName": view.catalogue_name,
    }
    publications = (Node("publication", {"id": id, "name": name}) for id, name in view.publications)
    parts = (
        *_notes_rules_profiles(view),
        *_listed("selections", map(_selection, view.selections)),
        *_listed("publications", publications),
        *_listed("categories", (_category(category, view.id) for category in view.categories)),
        *_listed("forces", map(_force, view.forces)),
    )
    return Node("force", attributes, parts)


def _selection(view: SelectionView) -> Node:
    attributes = {**_head(view, view.entry_group_id), "number": str(view.number), "type": view.type}
    parts = (
        *_notes_rules_profiles(view),
        *_listed("selections", map(_selection, view.children)),
        *_listed("costs", (_cost("cost", cost) for cost in view.costs)),
        *_listed("categories", (_category(category, view.id) for category in view.categories)),
    )
    return Node("selection", attributes, parts)


def _category(view: CategoryView, owner: str) -> Node:
    attributes = {**_head(view), "primary": _flag(view.primary)}
    attributes["id"] = view.id or _own_id("category", owner, view.entry_id)
    return Node("category", attributes, _notes_rules_profiles(view))


def _head(view: ForceView | SelectionView | CategoryView, group: str | None = None) -> dict[str, str | None]:
    return {
        "id": view.id,
        "name": view.name,
        "entryId": view.entry_id,
        "entryGroupId": group,
        "customName": view.custom_name,
        "publicationId": view.publication_id,
        "page": view.page,
    }


def _notes_rules_profiles(view: ForceView | SelectionView | CategoryView) -> tuple[Node, ...]:
    """Return what comes first in every part of a roster: the player's notes, rules, profiles."""
    return (
        *_notes(view.custom_notes),
        *_listed("rules", map(_rule, view.rules)),
        *_listed("profiles", map(_profile, view.profiles)),
    )


def _rule(view: RuleView) -> Node:
    description = (Node("description", {}, text=view.description),) if view.description else ()
    return Node("rule", _info(view), description)


def _profile(view: ProfileView) -> Node:
    cells = (
        Node("characteristic", {"name": cell.name, "typeId": cell.type_id}, text=cell.value)
        for cell in view.characteristics
    )
    attributes = {**_info(view), "typeId": view.type_id, "typeName": view.type_name}
    return Node("profile", attributes, _listed("characteristics", cells))


def _info(view: RuleView | ProfileView) -> dict[str, str | None]:
    return {
        "id": view.id or _own_id("info", view.name),
        "name": view.name,
        "publicationId": view.publication_id,
        "page": view.page,
        "hidden": _flag(view.hidden),
    }


def _cost(tag: str, cost: Cost) -> Node:
    return Node(tag, {"name": cost.name, "typeId": cost.type_id, "value": decimal_text(cost.value)})


def decimal_text(value: Decimal) -> str:
    """Return an amount with a point and at least one decimal, without an exponent: 320.0, 0.5, 2.66."""
    whole, _, decimals = f"{value:f}".partition(".")
    return f"{whole}.{decimals.rstrip('0') or '0'}"


def _notes(text: str | None) -> tuple[Node, ...]:
    return (Node("customNotes", {}, text=text),) if text else ()


def _listed(tag: str, nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return a list of elements, or nothing where it would be empty."""
    inner = tuple(nodes)
    return (Node(tag, {}, inner),) if inner else ()


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _whole(value: int | None) -> str | None:
    return None if value is None else str(value)


def _own_id(*of: str) -> str:
    """Return an id in the shape of BattleScribe's, always the same for the same thing."""
    digest = hashlib.sha256("\0".join(of).encode()).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


_SHORT = {"point": "pt", "points": "pts"}
_REST = CategoryView(entry_id="", name="Uncategorised")


def write_roster_text(view: RosterView) -> str:
    """Return the roster as text; costs of a unit are with all below it, those of 0 are left out."""
    lines: list[str] = []
    for force in view.forces:
        lines.extend(_force_text(force))
    return "\n".join([*lines, f"++ Total:{_amounts(view.costs)} ++", "", "Created with Muster", ""])


def _force_text(force: ForceView) -> Iterator[str]:
    costs = [cost for top in force.selections for part in top.walk() for cost in part.costs]
    faction = f" ({force.catalogue_name})" if force.catalogue_name else ""
    yield from (f"++ {_name(force)}{faction}{_amounts(costs)} ++", "")
    for category, tops in _by_category(force):
        yield from (f"+ {_name(category)} +", "")
        for top in tops:
            costs = [cost for part in top.walk() for cost in part.costs]
            yield from (*_selection_text(top, "", _amounts(costs)), "")
    for child in force.forces:
        yield from _force_text(child)


def _by_category(force: ForceView) -> Iterator[tuple[CategoryView, list[SelectionView]]]:
    """Yield the categories that have selections: the force's in its order, others, then one for those without."""
    filed: dict[str, list[SelectionView]] = {}
    known = {category.entry_id: category for category in force.categories}
    for top in force.selections:
        primary = top.primary or _REST
        known.setdefault(primary.entry_id, primary)
        filed.setdefault(primary.entry_id, []).append(top)
    rest = known.pop(_REST.entry_id, _REST)
    yield from ((category, filed[id]) for id, category in (*known.items(), (rest.entry_id, rest)) if id in filed)


def _selection_text(view: SelectionView, dots: str, costs: str = "") -> Iterator[str]:
    """Yield the line of a selection with the plain choices below it, then a line for each choice that has its own."""
    plain = [_counted(child) for child in view.children if not child.children]
    yield f"{dots}{_counted(view)}{costs}" + (f": {', '.join(plain)}" if plain else "")
    for child in view.children:
        if child.children:
            yield from _selection_text(child, f"{dots}. ")


def _counted(view: SelectionView) -> str:
    return f"{view.number}x {_name(view)}" if view.number > 1 else _name(view)


def _name(view: ForceView | CategoryView | SelectionView) -> str:
    own = f" ({_line(view.custom_name)})" if view.custom_name else ""
    return f"{_line(view.name)}{own}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _amounts(costs: Iterable[Cost]) -> str:
    """Costs added up by type: ` [58 PL, 1,118pts]`."""
    total: dict[str, Decimal] = {}
    for cost in costs:
        total[cost.name] = total.get(cost.name, Decimal(0)) + cost.value
    told = ", ".join(_amount(value, name.strip()) for name, value in total.items() if value)
    return f" [{told}]" if told else ""


def _amount(value: Decimal, name: str) -> str:
    unit = _SHORT.get(name.lower(), name)
    return f"{value.normalize():,f}{'' if len(unit) <= len('pts') else ' '}{unit}"
