"""What the sheets say of others' data: grenades on vehicles (D-60), ranges, facts each once."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.blocks import UnitCard
from builder.systems.diceless.cards import army_cards
from builder.systems.diceless.reading import read
from tests.systems.making import model, profile, roster, selection, unit, weapon

GRENADE = {"Range": '8"', "Strength": "3", "AP": "-", "Type": "Assault 1, Blast"}
PLANTED = {"Range": "-", "Strength": "6", "AP": "4", "Type": "-"}


def grenades(name: str, **modes: dict[str, str]) -> SelectionView:
    return selection(name, profiles=[profile(mode.replace("_", " "), "Weapon", cells) for mode, cells in modes.items()])


def rows(carried: SelectionView) -> list[tuple[str, ...]]:
    (card,) = army_cards(read(roster(unit("Squad", model("Marine", 1, carried)))).army)
    assert isinstance(card, UnitCard)
    return [row.cells[1:] for row in card.weapons.rows]


def test_a_grenade_of_no_type_is_used_on_vehicles() -> None:
    """D-60: krak grenades have S 6 and deal 20 DMG."""
    assert rows(grenades("Krak Grenade", Krak_Grenade=PLANTED)) == [
        ("Krak Grenade", "–", "6", "4", "Vehicles only", "20")
    ]


def test_frag_grenades_that_are_thrown_are_used_on_vehicles_too() -> None:
    """D-60: assault grenades have S 4 and deal 20 DMG, though the data has only the throw."""
    thrown, planted = rows(grenades("Frag Grenades", Frag_Grenades=GRENADE))
    assert thrown[4:] == ("Assault 1, blast", "9 a hit")
    assert planted[1:] == ("–", "4", "–", "Vehicles only", "20")


@pytest.mark.parametrize("name", ["Assault grenade launcher", "Frag missile", "Plasma grenade"])
def test_what_is_no_frag_grenade_gets_no_use_of_its_own(name: str) -> None:
    assert len(rows(weapon(name, type="Assault 1, Blast", range='8"'))) == 1


@pytest.mark.parametrize("text", ['12" - 48"', '12"–48"', '12"- 48"'])
def test_a_range_between_two_figures_is_one_word(text: str) -> None:
    assert rows(weapon("Mortar", type="Heavy 1", range=text))[0][1] == '12"–48"'


@pytest.mark.parametrize(("name", "ap", "power"), [("Power sword", "-", True), ("Power axe", "2", False)])
def test_a_power_weapon_without_ap_is_read_by_its_name_and_told(name: str, ap: str, power: bool) -> None:
    blade = profile(name, "Weapon", {"Range": "-", "Strength": "User", "AP": ap, "Type": "Melee"})
    reading = read(roster(unit("Squad", model("Marine", 1, selection(name, profiles=[blade])))))
    assert ("power weapon" in reading.army.units[0].weapons[0].weapon.modes[0].rules) is power
    told = [finding.message for finding in reading.findings if "read by its name" in finding.message]
    assert told == ([f"Squad: {name} has no AP in the data: read by its name as a power weapon"] if power else [])


def test_what_a_mark_and_a_rule_say_stands_once() -> None:
    jumpers = selection(
        "Squad", type="unit", rules=["Deep Strike"], marks=(Mark("deep_strike"),), children=[model("Marine", 1)]
    )
    (card,) = army_cards(read(roster(jumpers)).army)
    assert isinstance(card, UnitCard)
    assert [fact for fact in card.head.facts if fact.casefold() == "deep strike"] == ["deep strike"]
    assert [rule.title for rule in card.rules] == ["Deep Strike"]
