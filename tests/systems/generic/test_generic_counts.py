"""How many models a unit has and what they carry, where names of the data tell a part of it."""

from __future__ import annotations

import pytest

from builder.roster.view import SelectionView
from builder.systems.blocks import ProfileCard
from builder.systems.generic.model import GenericUnit
from builder.systems.generic.reading import read, read_army
from tests.systems.generic.making import chosen, ferrymen, profile, roster

CREW = profile("Crew", "Ferryman", Move='6"', Guile="4+", Wounds="2")
OAR = profile("Tool", "Oar", Reach='1"', Blows="2", Bite="-1")


def unit_of(*selections: SelectionView) -> GenericUnit:
    return read_army(roster(*selections)).units[0]


@pytest.mark.parametrize(
    ("name", "number", "models", "called"),
    [
        ("10 Ferrymen", 1, 10, "Ferrymen"),
        ("10 Ferrymen", 2, 20, "Ferrymen"),
        ("10 Ferrymen", 10, 10, "Ferrymen"),
        ("2x Ferryman", 1, 2, "Ferryman"),
        ("2x Ferryman", 3, 3, "Ferryman"),
        ("Ferryman", 4, 4, "Ferryman"),
    ],
)
def test_models_are_as_many_as_their_name_and_their_number_say(
    name: str, number: int, models: int, called: str
) -> None:
    several = chosen("u.a", name, type="model", number=number, profiles=(CREW,))
    (group,) = unit_of(chosen("u", "Ferrymen", several, type="unit")).groups
    assert (group.name, group.models, group.wounds) == (called, models, 2)


def test_no_number_is_told_of_what_one_choice_gives_to_a_unit_of_several() -> None:
    """It may be all of them, or one: only what stands on a model, or comes several times, says so."""
    hook = profile("Tool", "Hook", Reach='2"', Blows="1", Bite="-2")
    whistle = profile("Tool", "Whistle", Reach='9"', Blows="1", Bite="0")
    men = chosen("u.a", "Ferryman", chosen("u.h", "Hook", profiles=(hook,)), type="model", number=5, profiles=(CREW,))
    whistles = chosen("u.w", "Whistle", number=2, profiles=(whistle,))
    unit = unit_of(chosen("u", "Ferrymen", men, chosen("u.o", "Oar", profiles=(OAR,)), whistles, type="unit"))
    (table,) = unit.tables
    assert [(line.name, line.count) for line in table.lines] == [("Hook", 1), ("Oar", 0), ("Whistle", 2)]


def test_steps_of_a_scale_have_no_number_of_bearers_and_drones_carry_nothing_of_their_barge() -> None:
    steps = tuple(profile("Track", f"River Barge {n}", Left=str(n), Move="7", Guile="4+") for n in (1, 2, 3))
    drone = chosen("u.d", "Drone", type="model", profiles=(profile("Crew", "Drone", Move="9", Guile="5+", Wounds="1"),))
    barge = profile("Crew", "River Barge", Move="*", Guile="4+", Wounds="9")
    view = roster(chosen("u", "River Barge", drone, type="model", profiles=(barge, OAR, *steps)))
    card = read(view).cards()[0]
    assert isinstance(card, ProfileCard)
    told = {row.cells[1]: row.cells[0] for table in card.tables for row in table.rows}
    assert told == {"Oar": "1", "River Barge 1": "", "2": "", "3": ""}


def test_lines_that_say_their_places_stand_in_these() -> None:
    prices = tuple(profile("Summons", name, Cost=cost) for name, cost in (("(02) 3 Eels", "4"), ("(10) 1 Pike", "9")))
    last = profile("Summons", "(01) 12 Carps", Cost="2")
    units = read_army(roster(ferrymen(), chosen("a", "Allegiance", profiles=(*prices, last)))).units
    (table,) = units[-1].tables
    assert [(line.name, line.count) for line in table.lines] == [
        ("(01) 12 Carps", 0),
        ("(02) 3 Eels", 0),
        ("(10) 1 Pike", 0),
    ]


def test_the_list_names_a_weapon_once_whatever_it_can_do() -> None:
    modes = tuple(
        profile("Tool", name, Reach='9"', Blows="1", Bite="0") for name in ("Harpoon, barbed", "Harpoon (blunt)")
    )
    sets = tuple(profile("Tool", name, Reach='1"', Blows="1", Bite="0") for name in ("Frag bomb", "Krak bomb"))
    pilot = profile("Pilot", "Pilot", Skill="1", Nerve="2", Luck="3")
    bombs, harpoon = (chosen(name, name, number=5, profiles=its) for name, its in (("Bombs", sets), ("Harpoon", modes)))
    men = chosen("u.a", "Ferryman", harpoon, bombs, type="model", number=5, profiles=(CREW, pilot))
    view = roster(chosen("u", "Ferrymen", men, type="unit"))
    assert [row.detail for row in read(view).roster_page().rows] == ["5 Harpoon, 5 Frag bomb, 5 Krak bomb"]


def test_what_has_no_models_carries_nothing() -> None:
    lore = chosen("l", "Lore", type="upgrade", profiles=(profile("Spell", "Fog", Cast="5", Range="9", Turns="1"),))
    rows = read(roster(ferrymen(), lore)).roster_page().rows
    assert (rows[-1].name, rows[-1].detail) == ("Lore", "")


def test_what_data_calls_a_unit_and_has_nothing_of_one_is_chosen_for_the_army() -> None:
    army = read_army(roster(ferrymen(), chosen("g", "Gametype", chosen("g.a", "Matched"), type="unit")))
    assert ([unit.name for unit in army.units], army.settings) == (["Ferrymen"], ("Gametype: Matched",))


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("", "**Note:** It floats.", ("Note", "It floats.")),
        ("", "It **floats**.", ("", "It floats.")),
        (" - ", "It floats.", ("", "It floats.")),
        ("Hull", "**Note** It floats.", ("Hull", "Note It floats.")),
    ],
)
def test_a_rule_without_a_name_is_called_what_it_begins_with_in_bold(
    name: str, text: str, told: tuple[str, str]
) -> None:
    unit = unit_of(chosen("u", "Ferryman", type="model", profiles=(CREW,), rules=((name, text),)))
    assert [(each.title, each.text) for each in unit.passages] == [told]


def test_further_steps_of_a_model_are_told_by_what_tells_them_apart() -> None:
    steps = tuple(
        profile("Crew", f"River Barge {n} ({left} Wounds left)", Move=n, Guile="4+", Wounds="9")
        for n, left in (("1", "5-9"), ("2", "3-4"), ("3", "1-2"))
    )
    drone = chosen("u.d", "Drone", type="model", profiles=(profile("Crew", "Drone", Move="9", Guile="5+", Wounds="1"),))
    card = read(roster(chosen("u", "Barge", drone, type="model", profiles=steps))).cards()[0]
    assert isinstance(card, ProfileCard)
    (table,) = card.statistics
    names = [row.cells[1] for row in table.rows]
    assert names == ["River Barge 1 (5-9 Wounds left)", "2 (3-4 Wounds left)", "3 (1-2 Wounds left)", "Drone"]
