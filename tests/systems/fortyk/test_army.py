from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from builder.catalogue.model import Cost
from builder.errors import Severity
from builder.formats.battlescribe import read_roster
from builder.record import replace
from builder.roster.view import RosterView
from builder.systems.fortyk.units import missing_stat_lines, read_army
from tests.systems.making import MARINE, model, profile, roster, selection, unit

SAVED = (Path(__file__).parents[3] / "../shared/data/rosters").resolve()


def saved(name: str) -> RosterView:
    """One of the public saved rosters."""
    if not SAVED.exists():
        pytest.skip("the public rosters are not beside the checkout")
    return read_roster((SAVED / name).read_bytes(), name).roster


class TestWhatIsAUnit:
    def test_options_of_the_army_are_told_in_one_finding(self) -> None:
        reading = read_army(roster(selection("Legio:"), selection("Allegiance"), unit("Squad", model("Marine", 5))))
        assert [each.name for each in reading.army.units] == ["Squad"]
        assert [finding.message for finding in reading.findings] == [
            "Not units, but options of the army: Legio; Allegiance"
        ]

    def test_buildings_are_left_out_and_told(self) -> None:
        bunker = selection("Bunker", profiles=[profile("Bunker", "Building", {"Armour Value": "14"})])
        reading = read_army(roster(unit("Squad", model("Marine", 5)), bunker))
        assert [finding.code for finding in reading.findings] == ["fortyk.buildings"]

    def test_points_and_limit_are_those_of_the_roster(self) -> None:
        limit = (Cost("points", Decimal(500), "pts"),)
        squad = selection("Squad", type="unit", points=90, children=[model("Marine", 5)])
        army = read_army(replace(roster(squad), cost_limits=limit)).army
        assert (army.points, army.limit) == (Decimal(90), Decimal(500))


class TestForeignStatLines:
    FOREIGN = profile("Rubric", "Unit", {"M": '6"', **{name: v for name, v in MARINE.items() if name != "I"}})

    def test_another_stat_line_is_one_error(self) -> None:
        squad = selection("Squad", type="unit", profiles=[self.FOREIGN], children=[selection("Gun")])
        (finding,) = missing_stat_lines(roster(squad, squad, name="Magnus"), "Diceless")
        assert finding.severity is Severity.ERROR
        assert finding.message == (
            "Magnus uses another stat line (M WS BS S T W A Ld Sv); Diceless needs WS BS S T W I A Ld Sv"
        )

    def test_one_foreign_unit_among_others_is_told(self) -> None:
        army = roster(unit("Squad", model("Marine", 5, selection("Ally", profiles=[self.FOREIGN]))))
        assert missing_stat_lines(army, "Diceless") == ()
        assert [finding.code for finding in read_army(army).findings] == ["fortyk.stat_line"]

    def test_a_roster_without_any_stat_line_is_one_error_and_an_empty_one_none(self) -> None:
        assert len(missing_stat_lines(roster(selection("Thing")), "Diceless")) == 1
        assert missing_stat_lines(roster(), "Diceless") == ()

    @pytest.mark.parametrize("name", ["Magnus_9th.rosz", "NotZipped.rosz", "Marines.ros"])
    def test_saved_rosters_of_other_editions_give_one_message(self, name: str) -> None:
        (finding,) = missing_stat_lines(saved(name), "Diceless")
        assert "uses another stat line (M WS BS S T W A Ld S" in finding.message


class TestSavedRosters:
    def test_a_mechanicum_list_reads_as_it_was_built(self) -> None:
        army = read_army(saved("HH_Test.ros")).army
        assert missing_stat_lines(saved("HH_Test.ros"), "Diceless") == ()
        assert {
            found.name: (found.slot, int(found.points), {each.weapon.name: each.count for each in found.weapons})
            for found in army.units
        } == {
            "Magos Dominus": ("HQ", 75, {"Laspistol": 1}),
            "Secutarii Hoplite Phalanx": ("TR", 130, {"Arc Lance": 10}),
            "Thallax Cohort": ("TR", 135, {"Lightning Gun": 3}),
            "Castellax Class Battle-Automata Maniple": ("TR", 105, {"Mauler Bolt Cannon": 1, "Boltgun": 2}),
            "Secutarii Peltast Phalanx": ("TR", 120, {"Galvanic Caster": 1}),
            "Adsecularis Covenant": ("TR", 35, {"Las-lock": 10}),
            "Magos Prime": ("HQ", 115, {}),
            "Tech-Priest Auxillia": ("EL", 115, {"Conversion Beamer": 1, "Laspistol": 5, "Power Axe": 5}),
            "Questoris Knight Warden": (
                "LW",
                435,
                {
                    "Avenger Gatling Cannon": 1,
                    "Reaper Chainsword": 1,
                    "Heavy Stubber": 1,
                    "Stormspear rocket pod": 1,
                },
            ),
            "Karacnos Assault Tank": ("HS", 225, {"Lightning Blaster Sentinal": 2, "Karacnos motar battery": 1}),
        }

    def test_a_legion_list_has_its_transports_apart(self) -> None:
        army = read_army(saved("TraitorTest.ros")).army
        assert [(found.slot, found.name, found.models) for found in army.units] == [
            ("HQ", "Magistus Amon", 1),
            ("EL", "Mortis Dreadnought, Legion", 1),
            ("EL", "Mortis Dreadnought, Legion", 1),
            ("EL", "Apothecarion Detachment", 1),
            ("EL", "Sekhmet Terminator Cabal", 5),
            ("DT", "Land Raider Phobos", 1),
            ("TR", "Tactical Squad, Legion, Compulsory", 10),
            ("DT", "Rhino Armoured Carrier, Legion", 1),
            ("TR", "Assault Squad, Legion, Compulsory", 10),
            ("FA", "Storm Eagle Assault Gunship, Legion", 1),
        ]
        assert sum(found.points for found in army.units) == army.points == 1500
        tactical = next(found for found in army.units if found.name.startswith("Tactical"))
        assert {each.weapon.name: each.count for each in tactical.weapons} == {
            "Bolt Pistol": 10,
            "Frag and Krak Grenades": 10,
            "Boltgun": 10,
        }
        assert [(found.name, found.psykers) for found in army.units if found.psykers] == [
            ("Magistus Amon", 1),
            ("Sekhmet Terminator Cabal", 1),
        ]
