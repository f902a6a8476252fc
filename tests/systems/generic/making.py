"""Rosters of made-up games, as plain values."""

from __future__ import annotations

from decimal import Decimal

from builder.catalogue.model import Characteristic, Cost
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView


def profile(kind: str, name: str, **cells: str) -> ProfileView:
    """A profile with the columns that are named; `_` stands for a blank in their names."""
    values = tuple(Characteristic(column.replace("_", " "), column, value) for column, value in cells.items())
    return ProfileView(name=name, type_id=kind, type_name=kind, characteristics=values)


def chosen(
    id: str,
    name: str,
    *children: SelectionView,
    type: str = "upgrade",
    number: int = 1,
    profiles: tuple[ProfileView, ...] = (),
    rules: tuple[tuple[str, str], ...] = (),
    category: str = "",
    **costs: int,
) -> SelectionView:
    """A selection."""
    return SelectionView(
        id=id,
        name=name,
        entry_id=name,
        type=type,
        number=number,
        profiles=profiles,
        rules=tuple(RuleView(name=title, description=text) for title, text in rules),
        categories=(CategoryView(entry_id=category, name=category, primary=True),) if category else (),
        children=children,
        costs=tuple(Cost(type_id=kind, name=kind, value=Decimal(value)) for kind, value in costs.items()),
    )


def roster(*selections: SelectionView, name: str = "The Guild") -> RosterView:
    """A roster of one force."""
    force = ForceView(id="f", name="Crew", entry_id="f", catalogue_id="c", selections=selections)
    return RosterView(name=name, game_system_id="g", game_system_name="Ferries", forces=(force,))


LONG = "Whenever this unit is about to be moved across a ford, its player may move it six inches further. " * 3


def ferrymen(wounds: str = "Wounds") -> SelectionView:
    """A squad of a leader with three wounds and four others with one, who carry oars and a hook."""
    line = profile("Crew", "Ferryman", Move='6"', Guile="4+", **{wounds: "1"})
    boss = profile("Crew", "Boss", Move='6"', Guile="2+", **{wounds: "3"})
    oar = profile("Tool", "Oar", Reach='1"', Blows="2", Bite="-1")
    hook = profile("Tool", "Hook", Reach='2"', Blows="1", Bite="-2")
    return chosen(
        "u1",
        "Ferrymen",
        chosen("u1.a", "Boss", chosen("u1.h", "Hook", profiles=(hook,)), type="model", profiles=(boss,), pts=20),
        chosen(
            "u1.b",
            "Ferryman",
            chosen("u1.o", "Oar", number=4, profiles=(oar,)),
            type="model",
            number=4,
            profiles=(line,),
            pts=40,
            power=2,
        ),
        chosen("u1.w", "Lantern"),
        type="unit",
        rules=(("Ford", LONG), ("Swim", "It can swim.")),
        category="Battleline",
    )
