"""Shapes that units take in the data of the community: counts in names, missing stat lines, numbers nobody wrote."""

from __future__ import annotations

from builder.record import replace
from builder.roster.view import RuleView, SelectionView
from builder.systems.fortyk.units import ArmyReading, read_army
from tests.systems.making import marine, model, profile, roster, selection, unit, vehicle, weapon, weapon_profile


def read(*units: SelectionView) -> ArmyReading:
    return read_army(roster(*units))


def groups(reading: ArmyReading) -> list[tuple[str, int, dict[str, int]]]:
    """Name, models and weapons of each group of the only unit."""
    (found,) = reading.army.units
    return [
        (group.name, group.models, {carried.weapon.name: carried.count for carried in group.weapons})
        for group in found.groups
    ]


def messages(reading: ArmyReading) -> list[str]:
    return [finding.message for finding in reading.findings]


def weapons(reading: ArmyReading) -> list[str]:
    (found,) = reading.army.units
    return [weapon.name for each in found.vehicles for _, weapon in each.weapons]


def test_a_count_in_words_counts_unless_the_number_says_it_already() -> None:
    def tank(number: int, name: str) -> SelectionView:
        guns = selection(name, number, profiles=[weapon_profile("Lascannon", "Heavy 1")])
        return selection("Tank", type="unit", profiles=[vehicle("Tank")], children=[guns])

    assert weapons(read(tank(1, "Two Twin-linked Lascannons"))) == ["Lascannon"] * 2
    assert weapons(read(tank(2, "Two Twin-linked Lascannons"))) == ["Lascannon"] * 2
    assert weapons(read(tank(1, "Two-handed Lascannon"))) == ["Lascannon"]


def test_the_count_is_no_part_of_the_name_of_a_weapon() -> None:
    guns = selection("Two Flamestorm Cannons", 2, profiles=[weapon_profile("Two Flamestorm Cannons", "Heavy 1")])
    reading = read(selection("Tank", type="unit", profiles=[vehicle("Tank")], children=[guns]))
    assert weapons(reading) == ["Flamestorm Cannons"] * 2


def test_a_model_without_a_stat_line_takes_that_of_its_kin_and_it_is_told() -> None:
    sergeant = model("Assault Sergeant", 1, stat=marine("Assault Marine Sergeant"))
    bare = selection("Assault Marines", 4, type="model")
    special = selection("Assault Marine Sergeant with flamer", type="model")
    reading = read(unit("Assault Squad", sergeant, bare, special))
    assert groups(reading) == [("Assault Sergeant", 1, {}), ("Assault Marines", 4, {}), (special.name, 1, {})]
    assert messages(reading) == [
        "Assault Squad: Assault Marines has no stat line of its own: that of Assault Marine Sergeant is read",
        f"Assault Squad: {special.name} has no stat line of its own: that of Assault Marine Sergeant is read",
    ]


def test_models_that_come_on_top_leave_the_units_own_stat_line_alone() -> None:
    more = selection("Up to 5 additional Riders", 3, type="model")
    reading = read(selection("Rough Riders", type="unit", profiles=[marine("Rider")], children=[more]))
    assert sum(number for _, number, _ in groups(reading)) == 4


def test_one_stat_line_that_stands_twice_is_one_model() -> None:
    reading = read(selection("Squiggoth", type="model", profiles=[marine("Squiggoth"), marine("Squiggoth", A="9")]))
    assert groups(reading) == [("Squiggoth", 1, {})]
    assert messages(reading) == []


def test_the_weapons_tell_how_many_models_a_unit_has_where_nothing_else_does() -> None:
    mortars = selection("Mortar", 3, group="arms", profiles=[weapon_profile("Mortar", "Heavy 1, Blast", '48"')])
    rifles = selection("Lasgun", 3, profiles=[weapon_profile("Lasgun")])
    squad = selection("Weapons Squad", type="unit", profiles=[marine("Gun Team")], children=[mortars, rifles])
    reading = read(squad)
    assert groups(reading) == [("Gun Team", 3, {"Mortar": 3, "Lasgun": 3})]
    assert "read as 3, as many as there are Mortar" in messages(reading)[0]


def test_one_man_with_two_weapons_is_one_man() -> None:
    knives = selection("Knife", 2, profiles=[weapon_profile("Knife", "Melee")])
    hero = selection("Snikrot, the Ghost", type="unit", profiles=[marine("Snikrot")], children=[knives])
    assert groups(read(hero)) == [("Snikrot, the Ghost", 1, {"Knife": 2})]


def test_one_special_weapon_of_a_unit_with_guns_is_one_models() -> None:
    flamer = weapon("Flamer", 1, type="Assault 1", group="special")
    squad = unit("Tactical Squad", model("Marine", 9, weapon("Boltgun", 9)), flamer)
    assert groups(read(squad)) == [
        ("Flamer", 1, {"Boltgun": 1, "Flamer": 1}),
        ("Marine", 8, {"Boltgun": 8}),
    ]


def test_an_upgrade_with_a_stat_line_is_called_as_its_stat_line() -> None:
    armour = selection("Librarius Armour", profiles=[marine("Librarian")])
    (found,) = read(selection("Librarian", type="unit", children=[armour])).army.units
    assert found.groups[0].name == "Librarian"


def test_a_unit_of_which_no_model_is_chosen_is_told_and_an_option_of_the_army_too() -> None:
    empty = selection("Tank Squadron", type="unit")
    upgrade = selection("Ace Squadron", categories=["Heavy Support"])
    reading = read(empty, upgrade, selection("Chapter Tactics"), unit("Squad", model("Marine", 5)))
    assert [finding.code for finding in reading.findings] == ["fortyk.empty", "fortyk.empty", "fortyk.army_options"]
    assert [finding.at.unit for finding in reading.findings] == [upgrade.id, empty.id, None]


def test_a_weapon_without_any_value_is_told() -> None:
    nothing = profile("Plasma cannon", "Weapon", {"Range": "", "Strength": "", "AP": "", "Type": ""})
    reading = read(unit("Squad", model("Marine", 1, selection("Plasma cannon", profiles=[nothing]))))
    assert messages(reading) == ["Squad: the data has no range, strength, AP and type for Plasma cannon"]


def test_a_psyker_is_no_power_of_his_own() -> None:
    rule = RuleView(name="Mirage", description="This is a psychic power used in the shooting phase.")
    hero = replace(selection("Redth", type="unit", profiles=[marine("Redth")]), rules=(rule,))
    (found,) = read(hero).army.units
    assert found.powers == ()


def test_a_rule_called_by_its_figure_alone_has_the_name_that_its_text_gives_it() -> None:
    """Data that sets the name of a rule to the figure which it means: one without such words stays as it is."""
    frenzy = RuleView(name="2", description="Models with the Deep Frenzy special rule roll more dice.")
    other = RuleView(name="3", description="Roll more dice.")
    named = RuleView(name="Fear (1)", description="A unit with the Fear special rule is feared.")
    hero = replace(selection("Redth", type="unit", profiles=[marine("Redth")]), rules=(frenzy, other, named))
    (found,) = read(hero).army.units
    assert found.rules == ("Deep Frenzy (2)", "3", "Fear (1)")
    assert [name for name, _ in found.rule_texts] == ["Deep Frenzy (2)", "3", "Fear (1)"]
