"""Rosters read as formations, however their catalogue writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import Severity
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import RuleView, SelectionView
from builder.systems.epic import SYSTEM
from builder.systems.epic.model import UnitType
from builder.systems.epic.statlines import UnreadTexts, is_unit, is_weapon, read_line, read_stacked, read_weapon
from builder.systems.epic.transport import board, boarding_text, name_key, read_berths, seat
from builder.systems.epic.units import numbers, read_ratings
from builder.systems.epic.weapons import Arc
from tests.systems.epic.making import (
    BANEBLADE,
    CHAPLAIN,
    FIGHTER,
    RHINO,
    TACTICAL,
    army_of,
    epic_profile,
    epic_roster,
    formation,
    gun,
    read_formation,
    stands,
)
from tests.systems.making import selection

RIDES = "As follows-\nRhino: 2 of the following units: Tactical, Devastator.\nDrop Pod: see codex"


def rhinos(number: int, text: str = RIDES) -> SelectionView:
    carrying = stands("Rhino", number, RHINO)
    return replace(carrying, rules=(RuleView(name="Transport (SM)", description=text),))


def test_a_formation_has_its_units_its_initiative_and_its_breaking_point() -> None:
    found = read_formation(stands("Tactical", 6, TACTICAL), rhinos(3))
    assert [(kind.id, kind.name, kind.count) for kind in found.kinds] == [("f1.1", "Tactical", 6), ("f1.2", "Rhino", 3)]
    assert (found.units, found.broken_at, found.markers, found.initiative) == (9, 9, 14, 1)
    assert found.slot == "Core" and found.points == 100


def test_the_line_of_a_unit_is_read_column_by_column() -> None:
    """E-01: type, speed in cm, armour, close combat, firefight; war engines have a DC and what a critical hit does."""
    foot = read_line(epic_profile("Tactical", TACTICAL), UnreadTexts())
    assert (foot.types, foot.speed, foot.armour, foot.cc, foot.ff) == ((UnitType.INF,), 15, 4, 4, 4)
    tank = read_line(epic_profile("Baneblade", BANEBLADE), UnreadTexts())
    assert (tank.is_war_engine, tank.cc, tank.dc, tank.critical) == (True, 6, 3, "Explosion")
    plane = read_line(epic_profile("Fighter", FIGHTER), UnreadTexts())
    assert (plane.speed, plane.speed_text) == (None, "Fighter"), "the speed of aircraft is a word"


def test_stacked_weapons_are_read_one_by_one() -> None:
    """E-02."""
    (kind,) = read_formation(stands("Tactical", 6, TACTICAL)).kinds
    assert [(weapon.name, str(weapon.modes[0].reach), str(weapon.modes[0].firepower)) for weapon in kind.weapons] == [
        ("Bolters", "(15)", "small arms"),
        ("Missile Launcher", "45", "AP5+ / AT6+"),
    ]


@pytest.mark.parametrize(("listed", "unarmed"), [("-", True), ("", False), ("Bolters", False)])
def test_a_unit_that_is_said_to_have_no_weapon_differs_from_one_of_which_none_is_listed(
    listed: str, *, unarmed: bool
) -> None:
    (kind,) = read_formation(stands("Rhino", 1, {**RHINO, "Weapons": listed})).kinds
    assert kind.unarmed == unarmed
    (kind,) = read_formation(stands("Rhino", 1, {**RHINO, "Weapons": listed}, gun("Bolt", 1, "15cm", "AP6+"))).kinds
    assert not kind.unarmed


def test_weapons_of_their_own_belong_to_the_unit_above_them() -> None:
    baneblade = stands("Baneblade", 3, BANEBLADE, gun("Twin Heavy Bolter", 9, "30cm", "AP4+"))
    (kind,) = read_formation(baneblade).kinds
    assert [weapon.label for weapon in kind.weapons] == ["3 × Twin Heavy Bolter"]
    assert (kind.line.dc, kind.line.is_war_engine, kind.notes) == (3, True, ("Reinforced Armour",))


def test_a_weapon_with_two_ways_to_fire_has_two_modes() -> None:
    hammer = gun("Hammer", 1, "30cm<BR>or (contact)", "AP5+/AT6+<BR>or Assault Weapon", "-<BR>or Macro-weapon, +1A")
    (kind,) = read_formation(stands("Stompa", 1, RHINO, hammer)).kinds
    (weapon,) = kind.weapons
    assert weapon.joined == ("or",)
    assert [(str(mode.firepower), mode.notes) for mode in weapon.modes] == [
        ("AP5+ / AT6+", ()),
        ("assault", ("Macro-weapon", "+1A")),
    ]


def test_a_weapon_that_also_fights_says_so() -> None:
    columns = {**TACTICAL, "Weapons": "Demolisher<BR>and", "Range": "30cm<BR>and (15cm)"}
    columns |= {"Firepower": "MW4+<BR>and Small Arms", "Notes": "Fixed Forward Arc<BR>and Macro-weapon"}
    (weapon,) = read_stacked(epic_profile("Tank", columns), UnreadTexts())
    assert (weapon.name, weapon.joined) == ("Demolisher", ("and",))
    assert [(str(mode.firepower), mode.arc, mode.notes) for mode in weapon.modes] == [
        ("MW4+", Arc.FIXED_FORWARD, ()),
        ("small arms", Arc.ALL, ("Macro-weapon",)),
    ]


def test_identical_units_are_one_kind_wherever_they_were_bought() -> None:
    more = selection("Upgrade", children=[stands("Tactical", 2, TACTICAL)])
    (kind,) = read_formation(stands("Tactical", 6, TACTICAL), more).kinds
    assert kind.count == 8


def test_units_with_other_weapons_are_another_kind() -> None:
    kinds = read_formation(stands("Tank", 1, RHINO, gun("Gun", 1, "30cm", "AP5+")), stands("Tank", 1, RHINO)).kinds
    assert [kind.count for kind in kinds] == [1, 1]


def test_a_character_is_no_unit_of_its_own() -> None:
    found = read_formation(stands("Tactical", 6, TACTICAL), stands("Chaplain", 1, CHAPLAIN))
    assert (found.units, [kind.name for kind in found.characters]) == (6, ["Chaplain"])


@pytest.mark.parametrize(
    ("entry", "units", "expected"),
    [
        ("3x Basilisk", ["Basilisk"], [3]),
        ("10x Leman Russ", ["Leman Russ Battle Tank"], [10]),
        ("Vanquisher Command Tank, 9x Leman Russ", ["Leman Russ Vanquisher", "Leman Russ Battle Tank"], [1, 9]),
        ("2x Wave Serpent, 4x Falcon", ["Falcon", "Wave Serpent"], [4, 2]),
        ("Pair of Falcons", ["Falcon"], [2]),
        ("3x Sniper Squads, 1x Scout Squad", ["Scout", "Snipers"], [1, 3]),
        ("Infantry Squad", ["Infantry"], [1]),
    ],
)
def test_numbers_in_names_of_entries_count(entry: str, units: Sequence[str], expected: Sequence[int]) -> None:
    assert numbers(entry, units) == expected


@pytest.mark.parametrize(("name", "singular"), [("Orks", "ork"), ("Gas", "gas"), ("Boss", "boss"), ("Nobz!", "nobz")])
def test_names_are_compared_in_the_singular(name: str, singular: str) -> None:
    """A short word or one that ends in ss is no plural: `Gas` is not several `Ga`."""
    assert name_key(name) == singular


def test_a_number_in_a_name_multiplies_the_selection() -> None:
    three = selection("3x Basilisk", 2, type="model", profiles=[epic_profile("Basilisk", RHINO)])
    assert read_formation(three).units == 6


def test_ratings_are_read_from_the_rules_of_a_list() -> None:
    army = army_of(
        formation("Tactical", stands("Tactical", 6, TACTICAL), id="a"),
        formation("Thunderbolts", stands("Thunderbolt", 2, FIGHTER), id="b"),
        formation("Storm Eagles", stands("Storm Eagle", 2, FIGHTER), id="c"),
    )
    assert (army.strategy, [found.initiative for found in army.formations]) == (5, [1, 2, 1])


def test_names_in_the_rules_say_who_has_another_initiative() -> None:
    text = "Biel-Tan Avatars, Aspect Warriors and Warlock Titans have an Initiative rating of 1+. "
    ratings = read_ratings([text + "All other formations have an Initiative rating of 2+."])
    (tactical,) = read_formation(stands("Guardians", 6, TACTICAL)).kinds
    assert ratings.initiative_of("Aspect Warrior Troupe", [tactical]) == 1
    assert ratings.initiative_of("Guardian Warhost", [tactical]) == 2


def test_an_army_whose_data_says_no_ratings_gets_a_warning() -> None:
    reading = SYSTEM.read(epic_roster(formation("Tactical", stands("Tactical", 6, TACTICAL)), rules=()))
    assert [(found.code, found.severity) for found in reading.findings] == [
        ("epic.strategy", Severity.WARNING),
        ("epic.initiative", Severity.WARNING),
    ]
    assert reading.extra["strategy"] is None


def test_a_war_engine_that_flies_has_both_types() -> None:
    line = read_line(
        epic_profile("Landa", {**BANEBLADE, "Type": "War Engine, Aircraft", "Speed": "Bomber"}), UnreadTexts()
    )
    assert (line.types, line.speed, line.speed_text) == ((UnitType.WE, UnitType.AC), None, "Bomber")


def test_what_cannot_be_read_is_told_by_count() -> None:
    unreadable = UnreadTexts()
    for name in ("Pillbox A", "Pillbox B"):
        read_line(epic_profile(name, {**TACTICAL, "Type": "Pillbox", "Armour": "often"}), unreadable)
    read_weapon("Gun", 1, [epic_profile("Gun", {"Range": "far", "Firepower": "much"}, "Weapon")], unreadable)
    messages = {found.code: found.message for found in unreadable.findings()}
    assert messages["epic.score"].startswith("2 texts were not understood as score: 'often' (Pillbox A)")
    assert messages.keys() == {"epic.score", "epic.type", "epic.range", "epic.firepower"}


def test_a_list_of_weapons_that_does_not_match_its_ranges_is_told() -> None:
    unreadable = UnreadTexts()
    (first, second) = read_stacked(epic_profile("Odd", {**TACTICAL, "Range": "45cm"}), unreadable)
    assert (str(first.modes[0].reach), str(second.modes[0].firepower)) == ("–", "AP5+ / AT6+")
    assert [found.code for found in unreadable.findings()] == ["epic.list_of_weapons"]


def test_everyone_rides_where_the_rule_of_the_transport_says_so() -> None:
    found = read_formation(stands("Tactical", 6, TACTICAL), rhinos(3))
    assert boarding_text(board(found)) == "3 Rhino, 6 places, for 6 Tactical: everyone rides"


def test_some_walk_where_there_are_too_few_places_and_that_is_only_told() -> None:
    roster = epic_roster(formation("Tactical", stands("Tactical", 6, TACTICAL), rhinos(2)))
    (finding,) = SYSTEM.read(roster).findings
    assert (finding.severity, finding.rule) == (Severity.INFO, "E-06")
    assert finding.message == "Tactical: 2 Rhino, 4 places, for 6 Tactical: 2 walk."


def test_fast_infantry_is_not_left_behind() -> None:
    bikes = stands("Bikes", 4, {**TACTICAL, "Speed": "35cm"})
    assert board(read_formation(stands("Tactical", 4, TACTICAL), bikes, rhinos(2))).everyone


def test_a_transport_that_says_nothing_is_told() -> None:
    unreadable = UnreadTexts()
    assert read_berths("see codex") == ()
    reading = SYSTEM.read(epic_roster(formation("T", stands("Tactical", 2, TACTICAL), rhinos(1, "Rhino: see codex"))))
    assert [(found.code, found.severity) for found in reading.findings] == [
        ("epic.transport", Severity.WARNING),
        ("epic.transport", Severity.INFO),
    ]
    assert reading.findings[1].message == "T: the data does not say whom 1 Rhino can carry."
    assert not list(unreadable.findings())


@pytest.mark.parametrize(
    ("text", "places", "takes"),
    [
        ("1 Ogryn unit or 2 Commander, Infantry or Sniper units", [2], {"ogryn": 2, "infantry": 1}),
        ("2 Ogryns or 4 of the following units: Infantry, Snipers", [4], {"ogryn": 2, "sniper": 1}),
        ("up to 2 units of Boyz or Nobz. 1 unit transported may be a Big Gunz", [2], {"boyz": 1, "biggunz": 1}),
        ("2 Boyz. May carry 1 Grotz in addition to any other units.", [2, 1], {"boyz": 1}),
        ("10 Boyz, Dreadnoughts. Dreadnoughts count as two units.", [10], {"boyz": 1, "dreadnought": 2}),
    ],
)
def test_transports_are_read_as_lists_write_them(text: str, places: Sequence[int], takes: dict[str, int]) -> None:
    berths = read_berths(text)
    assert [berth.places for berth in berths] == places
    assert takes.items() <= dict(berths[0].takes).items()


@pytest.mark.parametrize(("boyz", "grotz", "walk"), [(2, 0, 0), (0, 3, 0), (1, 1, 0), (2, 1, 1), (1, 2, 1)])
def test_a_transport_of_uneven_numbers_is_full_with_either(boyz: int, grotz: int, walk: int) -> None:
    """E-06: `3 Grotz or 2 Boyz` are three places, of which Boyz take one and a half each."""
    seating = seat({"boyz": boyz, "grotz": grotz}, read_berths("3 Grotz or 2 Boyz"))
    assert (seating.places, sum(seating.walking.values())) == (3, walk)


def test_the_blast_markers_to_bring_are_units_and_half_again() -> None:
    roster = epic_roster(
        formation("A", stands("Tactical", 6, TACTICAL), rhinos(3), id="a"),
        formation("B", stands("Baneblade", 1, BANEBLADE), id="b"),
    )
    (counter,) = SYSTEM.read(roster).counters
    assert [(part.unit, part.count) for part in counter.parts] == [("a", 14), ("b", 2)]


def test_a_summary_names_the_formations_and_the_units_in_them() -> None:
    reading = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 6, TACTICAL), stands("Chaplain", 1, CHAPLAIN))))
    assert reading.extra == {
        "strategy": 5,
        "settings": {"broken at": "units"},
        "formations": [
            {"id": "f1", "name": "A", "initiative": 1, "units": ["f1.1"], "characters": ["f1.2"], "broken_at": 6}
        ],
    }
    (unit,) = reading.units
    assert (unit.kind, unit.models, [(group.id, group.models) for group in unit.groups]) == (
        "formation",
        6,
        [("f1.1", 6), ("f1.2", 1)],
    )


@pytest.mark.parametrize(
    ("stand", "says"),
    [
        ("30 x 15", ""),
        ("20x20, 5 models", ""),
        ("5x5", "5 × 5 mm"),
        ("41x20", "41 × 20"),
        ("30x15, 9 models", "9 models"),
    ],
)
def test_a_stand_of_a_size_that_the_rules_forbid_is_an_error(stand: str, says: str) -> None:
    columns = {**TACTICAL, "Stand": stand}
    findings = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 1, columns)))).findings
    assert [found.rule for found in findings] == (["E-03"] if says else [])
    assert all(says in found.message and found.severity is Severity.ERROR for found in findings)


def test_a_vehicle_is_a_model_by_itself_on_its_stand() -> None:
    """E-03: three to seven models are for infantry; sizes hold for all."""
    for stand, told in (("30x20, 1 models", []), ("5x5", ["E-03"])):
        columns = {**BANEBLADE, "Stand": stand}
        findings = SYSTEM.read(epic_roster(formation("A", stands("Baneblade", 1, columns)))).findings
        assert [finding.rule for finding in findings] == told


def test_a_stand_has_no_models_that_the_data_does_not_name() -> None:
    """E-03."""
    (kind,) = read_formation(stands("Tactical", 1, {**TACTICAL, "Stand": "30 x 15"})).kinds
    assert str(kind.line.stand) == "30 × 15 mm"


def test_a_formation_that_is_marked_to_ride_in_another_is_told() -> None:
    """E-06: transports carry units of their own formation alone."""
    riding = replace(formation("A", stands("Tactical", 6, TACTICAL), id="a"), marks=(Mark("riding_in", "b"),))
    carrying = formation("B", rhinos(3), id="b")
    told = [found for found in SYSTEM.read(epic_roster(riding, carrying)).findings if found.code == "epic.riding"]
    assert [(found.rule, found.at.unit, found.severity) for found in told] == [("E-06", "a", Severity.WARNING)]


def test_the_roster_page_tells_the_rules_that_every_game_needs() -> None:
    """In few words, by number: E-04, E-05, E-08, E-09, E-10, E-11, E-12, E-15, E-18, E-19, E-20, E-24."""
    page = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 6, TACTICAL)))).roster_page()
    told = {number for rule in page.rules for number in re.findall(r"E-\d\d", rule.rule)}
    assert told == {f"E-{number:02}" for number in (4, 5, 8, 9, 10, 11, 12, 15, 18, 19, 20, 24)}
    assert {rule.title: rule.text for rule in page.rules}["Templates"].startswith("A barrage is 7.4 cm")


def test_what_has_no_units_is_passed_over() -> None:
    assert army_of(selection("-Community-")).formations == ()


VALUES = st.sampled_from(
    ["", "-", "n/a", "4+ ", "15cm", "a<BR><BR>b", "<BR>", "and", "*", "2x", "or (15cm)", "Fighter"]
)


@given(st.fixed_dictionaries(dict.fromkeys(TACTICAL, VALUES)), VALUES)
def test_no_profile_is_too_odd_to_be_read(columns: dict[str, str], name: str) -> None:
    profile = epic_profile(name, columns)
    assert is_unit(profile) and not is_weapon(profile)
    found = read_formation(stands("Odd", 2, columns))
    assert found.units + sum(kind.count for kind in found.characters) == 2


def test_what_carries_others_does_not_ride_itself() -> None:
    """E-06, even where the words of its transport name it."""
    found = read_formation(stands("Tactical", 4, TACTICAL), rhinos(2, RIDES.replace("Devastator", "Rhino")))
    assert boarding_text(board(found)) == "2 Rhino, 4 places, for 4 Tactical: everyone rides"


@pytest.mark.parametrize(("units", "weapons"), [(1, 1), (4, 2), (5, 3)])
def test_every_second_unit_has_the_weapon_where_its_notes_say_so(units: int, weapons: int) -> None:
    """Half of them, rounded up."""
    (kind,) = read_formation(stands("Tactical", 5, TACTICAL, gun("Launcher", 5, "45cm", "AP5+"))).kinds
    assert kind.carried(kind.weapons[0], units) == units * kind.weapons[0].count
    assert replace(kind, notes=("One in Two",)).carried(kind.weapons[0], units) == weapons * kind.weapons[0].count
