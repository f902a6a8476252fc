"""Models that go by others, options that several kinds share, that need or exclude, units that others bring."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.datafiles.armies.read import ReadArmy, read_army
from builder.datafiles.datasheets.library import load_file
from builder.errors import InputError
from builder.roster.evaluate import evaluate
from builder.services.data.army_data import find_data
from builder.services.data.datasheets import show_unit

Text = Callable[[str], bytes]
FRAME = ("HQ", "Troops", "Retinue", "Guard")


def army(text: bytes) -> ReadArmy:
    return read_army(text, "army.yaml", find_data)


def numbers(read: ReadArmy) -> dict[str, int]:
    return {child.name: child.number for child in read.roster.forces[0].selections[0].selections}


def carried(read: ReadArmy) -> dict[str, dict[str, int]]:
    models = read.roster.forces[0].selections[0].selections
    return {model.name: {child.name: child.number for child in model.selections} for model in models}


def wrong(read: ReadArmy) -> list[str]:
    found = evaluate(read.roster, read.data.library).findings
    return [finding.message for finding in found if not any(word in finding.message for word in FRAME)]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", {"Gun": 1, "Gunner": 2}),
        ("models: {Gun: 3}", {"Gun": 3, "Gunner": 6, "Loader": 1}),
        ("models: {Gun: 2, Gunner: 8}", {"Gun": 2, "Gunner": 8, "Loader": 1}),
        ("count: 7", {"Gun": 2, "Gunner": 4, "Loader": 1}),
        ("count: 16", {"Gun": 3, "Gunner": 12, "Loader": 1}),
        ("models: {Watcher: 1}", {"Gun": 1, "Gunner": 2, "Watcher": 1}),
    ],
)
def test_crew_goes_by_its_guns(army_text: Text, asked: str, expected: dict[str, int]) -> None:
    read = army(army_text(f"  - {{unit: Battery, {asked}}}\n"))
    assert numbers(read) == expected
    assert wrong(read) == []


@pytest.mark.parametrize("asked", ["{Gun: 2, Gunner: 3}", "{Gun: 1, Gunner: 5}", "{Gun: 2, Gunner: 4, Loader: 2}"])
def test_crew_without_its_gun_or_gun_without_its_crew_is_told(army_text: Text, asked: str) -> None:
    assert wrong(army(army_text(f"  - {{unit: Battery, models: {asked}}}\n")))


def test_the_smallest_battery_costs_what_its_datasheet_says(army_text: Text) -> None:
    for asked, points in (("{Gun: 1}", 40), ("{Gun: 2}", 83), ("{Gun: 1, Gunner: 3}", 45)):
        read = army(army_text(f"  - {{unit: Battery, models: {asked}}}\n"))
        assert evaluate(read.roster, read.data.library).view.costs[0].value == points


def test_what_all_kinds_take_together_is_named_once(army_text: Text) -> None:
    read = army(army_text("  - {unit: Battery, models: {Gun: 2, Watcher: 1}, options: [armour]}\n"))
    assert (carried(read)["Gunner"]["Armour"], carried(read)["Watcher"]["Armour"]) == (4, 1)
    assert wrong(read) == []
    half = army(army_text("  - {unit: Battery, models: {Watcher: 1}, options: [Watcher/armour]}\n"))
    assert wrong(half) == ["Battery: choose 2 from Armour, has none."]


def test_a_number_is_for_all_kinds_that_share_an_option(army_text: Text) -> None:
    for options, fine in (
        ("[2 Gunner/plasma gun]", True),
        ("[Gunner/plasma gun, Watcher/plasma gun]", True),
        ("[2 Gunner/plasma gun, Watcher/plasma gun]", False),
    ):
        read = army(army_text(f"  - {{unit: Battery, models: {{Watcher: 1}}, options: {options}}}\n"))
        assert (not wrong(read)) is fine
    with pytest.raises(InputError, match="several models can take 'plasma gun'"):
        army(army_text("  - {unit: Battery, models: {Watcher: 1}, options: [plasma gun]}\n"))


@pytest.mark.parametrize(
    ("asked", "fine"),
    [
        ("options: [claws]", False),
        ("options: [claws, plasma gun]", True),
        ("options: [claws, Gun/storm shield]", True),
        ("options: [Gun/storm shield, armour]", False),
        ("options: [claws, plasma gun], models: {Watcher: 1}", False),
        ("models: {Watcher: 1}, transport: Rhino", False),
        ("transport: Rhino", True),
    ],
)
def test_options_and_models_need_or_exclude_others(army_text: Text, asked: str, fine: bool) -> None:
    asked = asked.replace("plasma gun", "Gunner/plasma gun")
    assert (not wrong(army(army_text(f"  - {{unit: Battery, {asked}}}\n")))) is fine


def test_units_that_others_bring_take_no_slot_and_go_by_their_number(army_text: Text) -> None:
    for marshals, guards, problem in (
        (1, 0, "No Guard, the army needs 1 or 2."),
        (1, 2, ""),
        (0, 1, "Guard"),
        (2, 5, "5 × Guard, the army"),
    ):
        read = army(army_text("  - unit: Marshal\n" * marshals + "  - unit: Guard\n" * guards))
        found = [f.message for f in evaluate(read.roster, read.data.library).findings if "Guard" in f.message]
        assert bool(found) is bool(problem) and all(problem in message for message in found), found


def test_datasheets_show_says_who_goes_with_whom(data_folder: Path) -> None:
    _, _, models, options = show_unit("diceless/marines", "Battery")
    assert [model.count for model in models] == ["1–3", "2–4 for each Gun", "1 for each 2 Gun", "0–1"]
    takes = [(option.model, option.take) for option in options]
    assert ("Gunner", "up to 1, with Plasma gun or Storm shield") in takes
    assert ("Watcher", "up to 2 together") in takes
    assert ("Gun", "up to 1 for each model, without Armour") in takes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("per: Gun\n", "per: Gum\n", "no kind of model to go by is called 'Gum': did you mean 'Gun'?"),
        ("per: Gun\n", "per: 0 Gun\n", "write the kind of model that it goes by, such as"),
        ("per: 2 Gun", "per: 2 Loader", "no kind of model to go by is called 'Loader'"),
        ("with: [plasma gun, storm", "with: [plasma gum, storm", "no choice, model or transport 'plasma gum': did you"),
        ("without: armour", "without: armor", "no choice, model or transport 'armor': did you mean 'armour'?"),
        ("without: [claws, Rhino]", "without: [claws, Rhyno]", "or transport 'Rhyno': did you mean 'Rhino'?"),
        ("for: [Gunner, Watcher], take: 2", "for: [Gunner, Watcher], per: 5", "is per 'unit' or per 'model'"),
        ("for: [Gunner, Watcher], take: 2", "for: [Guner, Watcher], take: 2", "'Guner' is not known: did you mean"),
        ("per: [Marshal]", "per: [Marshall]", "unit 'Marshall' is not known: did you mean 'Marshal'?"),
        ("    limit: 1-2\n", "", "say how many for each of them, with 'limit'"),
    ],
)
def test_a_mistake_in_who_goes_with_whom_is_told(
    faction: str, data_folder: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in faction
    path = tmp_path / "bad.yaml"
    path.write_text(faction.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_file(path)
    assert any(said in str(finding) for finding in caught.value.findings), caught.value.findings
