"""Datasheets of Lethal 40K: what may stand in them, and the messages for what may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.catalogue.library import ArmyData
from builder.datafiles.datasheets.installed import installed
from builder.datafiles.datasheets.library import load, load_file
from builder.errors import InputError
from builder.systems.lethal.attacks import primitive_armour

SHEET = """\
format: muster-datasheet
version: 1
system: lethal
name: Test
weapons:
  bolter: {WRM: 1, AP: 1, kinds: [rapid fire]}
  sword: {kinds: close combat}
units:
  Squad:
    slot: Troops
    points: 50
    weapons: [bolter, sword]
    models:
      Marine: {count: 5, profile: {M: 15, CR: 75, CS: 3+, SS: 3+, AV: 5, SU: 4+, CM: 3+}}
  Tank:
    slot: Heavy Support
    points: 100
    vehicle: {type: Tank, M: 30, CR: 75, SS: 3+, front: 8, side: 6, rear: 5}
"""


def read(text: str, folder: Path) -> ArmyData:
    path = folder / "test.yaml"
    path.write_text(text, encoding="utf-8")
    return load_file(path)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("CS: 3+", "CS: 7+", "write a skill such as 4+ or 2x3+"),
        ("CS: 3+", "CS: 3", "write a skill such as 4+ or 2x3+"),
        ("SU: 4+", "SU: yes", "write a save such as 4+ or 3x5+"),
        ("CM: 3+", "CM: 7+", "write a command value from 1+ to 6+"),
        ("CR: 75", "CR: far", "write a distance in cm"),
        ("WRM: 1,", "WRM: 0.5,", "write a multiple of the contact range"),
        ("kinds: [rapid fire]", "kinds: [rapid fyre]", "a kind of weapon is one of"),
        ("kinds: close combat", "AP: 1", "a weapon that shoots has a WRM"),
        ("type: Tank", "type: Tnak", "a type is one of"),
        ("type: Tank", "type: Walker", "a walker has a CS"),
        ("M: 15, CR", "WS: 4, M: 15, CR", "the field 'WS' is not known"),
        ("M: 15, CR", "CR", "the field 'M' is missing"),
    ],
)
def test_mistakes_are_told_with_the_mend(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    assert read(SHEET, tmp_path).catalogue.name == "Test"
    with pytest.raises(InputError) as caught:
        read(SHEET.replace(right, wrong), tmp_path)
    assert any(message in str(finding) for finding in caught.value.findings)


def test_a_stat_line_of_another_system_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(SHEET.replace("system: lethal", "system: diceless"), tmp_path)
    assert any("'WRM' is not known" in finding.message for finding in caught.value.findings)


def test_an_open_topped_vehicle_is_commanded_worse(tmp_path: Path) -> None:
    def command(text: str) -> str:
        tank = read(text, tmp_path).catalogue.selection_entries[1]
        (profile,) = tank.selection_entries[0].profiles
        return next(cell.value for cell in profile.characteristics if cell.name == "CM")

    assert command(SHEET) == "2+"
    assert command(SHEET.replace("rear: 5", "rear: 5, open-topped: yes")) == "3+"


def test_every_list_is_marked_unofficial() -> None:
    ours = [resource.id for resource in installed() if resource.id.startswith("lethal/")]
    assert len(ours) >= 3
    for identity in ours:
        assert load(identity).source == "unofficial"


@pytest.mark.parametrize("faction", ["lethal/chaos-space-marines", "lethal/orks"])
def test_a_faction_has_every_sort_of_unit(faction: str) -> None:
    catalogue = load(faction).catalogue
    entries = [*catalogue.selection_entries, *catalogue.shared_selection_entries]
    values = [
        {cell.name: cell.value for profile in model.profiles for cell in profile.characteristics}
        for entry in entries
        for model in (*entry.selection_entries, *(m for g in entry.selection_entry_groups for m in g.selection_entries))
        if model.type == "model"
    ]
    types = " ".join(value["Type"] for value in values)
    assert len(entries) >= 12
    assert all(kind in types for kind in ("Infantry", "Character", "Monstrous Creature", "Tank", "Walker", "Transport"))
    assert any(int(value["Structure"]) > 3 and "x" in value["SU"] for value in values)


def test_the_figures_that_the_rules_give_are_kept() -> None:
    def profile(faction: str, name: str) -> dict[str, str]:
        shared = load(faction).catalogue.shared_profiles
        found = next(one for one in shared if one.name == name)
        return {cell.name: cell.value for cell in found.characteristics}

    assert profile("lethal/chaos-space-marines", "Missile launcher – krak")["WRM"] == "2"
    # L-111
    arms = {
        "Bow": ("1", "0", "assault"),
        "Crossbow": ("1/2", "1", "assault"),
        "Bolt thrower": ("1", "4", "heavy"),
        "Stone thrower": ("2", "5", "heavy, blast"),
    }
    for name, wanted in arms.items():
        values = profile("lethal/feudal-levy", name)
        assert (values["WRM"], values["AP"], values["Kinds"]) == wanted
    cannon = profile("lethal/feudal-levy", "Cannon")
    assert (cannon["WRM"], cannon["AP"], cannon["Kinds"]) == ("2", "6", "gets hot")
    assert profile("lethal/feudal-levy", "Stone thrower")["Minimum"] == "30"


def lines(faction: str) -> dict[str, dict[str, str]]:
    """The stat lines of a faction by the names of its models."""
    catalogue = load(faction).catalogue
    found = {}
    for entry in (*catalogue.selection_entries, *catalogue.shared_selection_entries):
        for group in (entry, *entry.selection_entry_groups):
            for model in (model for model in group.selection_entries if model.type == "model"):
                for profile in model.profiles:
                    found[model.name] = {cell.name: cell.value for cell in profile.characteristics}
    return found


def test_humans_move_15_and_marines_see_75() -> None:
    """L-01, and the example of L-42, whose marine moves 40 cm in two moves."""
    chaos = lines("lethal/chaos-space-marines")
    assert chaos["Cultist"]["M"] == "15"
    loyal = lines("lethal/space-marines")
    assert {(each["Marine"]["M"], each["Marine"]["CR"]) for each in (chaos, loyal)} == {("20", "75")}
    levy = lines("lethal/feudal-levy")
    on_foot = ("Guardsman", "Spearman", "Archer", "Crossbowman", "Peasant", "Crew")
    assert {levy[name]["M"] for name in on_foot} == {"15"}


@pytest.mark.parametrize(
    ("model", "armour", "mounted"),
    [
        ("Guardsman", "plate and shield", False),
        ("Baron", "plate and shield", False),
        ("Spearman", "chainmail and shield", False),
        ("Crossbowman", "chainmail and shield", False),
        ("Archer", "none", False),
        ("Peasant", "none", False),
        ("Knight", "plate and shield", True),
        ("Outrider", "none", True),
    ],
)
def test_primitive_troops_are_as_well_armoured_as_the_rules_say(model: str, armour: str, mounted: bool) -> None:
    """L-110."""
    assert lines("lethal/feudal-levy")[model]["AV"] == str(primitive_armour(armour, mounted=mounted))


def test_vehicles_are_commanded_by_their_roofs() -> None:
    """L-03: 2+ with one, 3+ without."""
    for faction in ("lethal/chaos-space-marines", "lethal/orks", "lethal/space-marines"):
        vehicles = [line for line in lines(faction).values() if "AV front" in line]
        assert len(vehicles) >= 5
        assert all(line["CM"] == ("3+" if "Open-topped" in line["Type"] else "2+") for line in vehicles)
