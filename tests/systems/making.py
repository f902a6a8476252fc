"""Short ways to write evaluated rosters in tests."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from builder.catalogue.model import Characteristic, Cost
from builder.exporters.card_text import card_lines, wrapped
from builder.roster.marks import Mark
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView
from builder.systems.blocks import Card

MARINE = {
    "Unit Type": "Infantry",
    "WS": "4", "BS": "4", "S": "4", "T": "4", "W": "1", "I": "4", "A": "1", "Ld": "8", "Sv": "3+",
}  # fmt: skip
RHINO = {"BS": "4", "Front": "11", "Side": "11", "Rear": "10", "Type": "Tank, Transport", "Capacity": "10"}
DREADNOUGHT = {
    "WS": "4", "BS": "4", "S": "6(10)", "Front": "12", "Side": "12", "Rear": "10", "I": "4", "A": "2", "Type": "Walker"
}  # fmt: skip

_ids = itertools.count(1)


def profile(name: str, type_name: str, columns: dict[str, str]) -> ProfileView:
    """A profile with these columns."""
    cells = tuple(Characteristic(column, column.lower(), value) for column, value in columns.items())
    return ProfileView(name=name, type_id=type_name.lower(), type_name=type_name, characteristics=cells)


def marine(name: str = "Space Marine", **columns: str) -> ProfileView:
    """A stat line of T4 W1 Sv 3+ with some values changed."""
    return profile(name, "Unit", {**MARINE, **columns})


def vehicle(name: str, columns: dict[str, str] = RHINO) -> ProfileView:
    """The stat line of a vehicle."""
    return profile(name, "Vehicle", columns)


def weapon_profile(name: str, type: str = "Rapid Fire", range: str = '24"', strength: str = "4") -> ProfileView:
    """A weapon's profile."""
    return profile(name, "Weapon", {"Range": range, "Strength": strength, "AP": "5", "Type": type})


def wargear(name: str, text: str = "") -> ProfileView:
    """A profile of wargear with its text."""
    return profile(name, "Wargear Item", {"Description": text})


def power(name: str, type: str = "") -> ProfileView:
    """A psychic power; one with a type shoots."""
    shooting = {"Range": '12"', "Strength": "8", "AP": "1", "Type": type} if type else {}
    return profile(name, "Psychic Power", {**shooting, "Details": "A power."})


def selection(
    name: str,
    number: int = 1,
    *,
    type: str = "upgrade",
    id: str | None = None,
    group: str | None = None,
    profiles: Sequence[ProfileView] = (),
    rules: Sequence[str] = (),
    categories: Sequence[str] = (),
    children: Sequence[SelectionView] = (),
    points: int = 0,
    marks: Sequence[Mark] = (),
    custom_name: str | None = None,
) -> SelectionView:
    """A selection; the first of its categories is the primary one."""
    return SelectionView(
        id=id or f"s{next(_ids)}",
        name=name,
        entry_id=name.lower(),
        type=type,
        number=number,
        entry_group_id=group,
        costs=(Cost("points", Decimal(points), "pts"),) if points else (),
        profiles=tuple(profiles),
        rules=tuple(RuleView(name=rule) for rule in rules),
        categories=tuple(CategoryView(entry_id=each, name=each, primary=each == categories[0]) for each in categories),
        children=tuple(children),
        marks=tuple(marks),
        custom_name=custom_name,
    )


def weapon(
    name: str, number: int = 1, type: str = "Rapid Fire", *, group: str | None = None, range: str = '24"'
) -> SelectionView:
    """A choice of a weapon."""
    return selection(name, number, group=group, profiles=[weapon_profile(name, type, range)])


def model(name: str, number: int = 1, *carried: SelectionView, stat: ProfileView | None = None) -> SelectionView:
    """Models that carry something."""
    return selection(name, number, type="model", profiles=[stat or marine(name)], children=carried)


def unit(name: str, *children: SelectionView, id: str = "u1", marks: Sequence[Mark] = ()) -> SelectionView:
    """A unit of troops."""
    return selection(name, type="unit", id=id, children=children, categories=["Troops"], marks=marks)


def roster(*units: SelectionView, name: str = "An army") -> RosterView:
    """A roster of one force."""
    force = ForceView(id="f", name="Force", entry_id="f", catalogue_id="c", selections=units)
    return RosterView(name=name, game_system_id="g", forces=(force,))


def write_card(card: Card) -> str:
    """Write one card as text, as sheets of text have it."""
    return "\n".join(wrapped(card_lines(card))) + "\n"
