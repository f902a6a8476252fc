"""Army files: units, options, marks and ids put together as the player means them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.datafiles.armies.read import ReadArmy, read_army
from builder.errors import InputError
from builder.roster.evaluate import evaluate
from builder.roster.marks import Mark
from builder.roster.model import Selection
from builder.services.army.locator import open_army
from builder.services.data.army_data import find_data
from builder.services.data.datasheets import list_datasheets
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions

Text = Callable[[str], bytes]


def army(text: bytes) -> ReadArmy:
    return read_army(text, "army.yaml", find_data)


def unit(read: ReadArmy, index: int = 0) -> Selection:
    return read.roster.forces[0].selections[index]


def carried(selection: Selection, model: str) -> dict[str, int]:
    kind = next(child for child in selection.selections if child.name == model)
    return {child.name: child.number for child in kind.selections}


def points(read: ReadArmy) -> int:
    return int(evaluate(read.roster, read.data.library).view.costs[0].value)


def told(text: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        army(text)
    return [str(finding) for finding in caught.value.findings]


def messages(read: ReadArmy) -> list[str]:
    return [finding.message for finding in evaluate(read.roster, read.data.library).findings]


def test_a_unit_has_its_smallest_size(army_text: Text) -> None:
    read = army(army_text("  - unit: squad\n"))
    assert {child.name: child.number for child in unit(read).selections} == {"Sergeant": 1, "Marine": 4}
    assert points(read) == 90


def test_count_is_all_models_and_goes_to_those_who_can_be_more(army_text: Text) -> None:
    read = army(army_text("  - {unit: Squad, count: 10}\n"))
    assert {child.name: child.number for child in unit(read).selections} == {"Sergeant": 1, "Marine": 9}
    assert points(read) == 170


def test_a_replaced_weapon_is_gone(army_text: Text) -> None:
    read = army(army_text("  - {unit: Squad, count: 10, options: [plasma gun, 2 missile launcher]}\n"))
    assert carried(unit(read), "Marine") == {"Bolt pistol": 9, "Boltgun": 6, "Plasma gun": 1, "Missile launcher": 2}
    assert points(read) == 190


def test_what_replaces_two_things_takes_both(army_text: Text) -> None:
    read = army(army_text("  - {unit: Captain, options: claws}\n"))
    assert carried(unit(read), "Captain") == {"Claws": 1}


def test_wargear_sets_the_stat_line(army_text: Text) -> None:
    for options, toughness in (("[]", "4"), ("[bike]", "4(5)")):
        read = army(army_text(f"  - {{unit: Captain, options: {options}}}\n"))
        captain = next(evaluate(read.roster, read.data.library).view.units()).children[0]
        assert {cell.name: cell.value for cell in captain.profiles[0].characteristics}["T"] == toughness


def test_a_size_is_for_all_kinds_of_model_together(army_text: Text) -> None:
    for units, size in (
        ("unit: Mob", (10, 0)),
        ("{unit: Mob, models: {Boss: 1}}", (9, 1)),
        ("{unit: Mob, count: 30}", (30, 0)),
    ):
        read = army(army_text(f"  - {units}\n"))
        numbers = {child.name: child.number for child in unit(read).selections}
        assert (numbers["Boy"], numbers.get("Boss", 0)) == size
        assert not [message for message in messages(read) if "Models" in message]
    assert any("has 31 models, " in message for message in messages(army(army_text("  - {unit: Mob, count: 31}\n"))))


def test_what_all_take_or_none_is_taken_by_all_but_those_with_something_else(army_text: Text) -> None:
    read = army(army_text("  - {unit: Mob, count: 20, options: [boltgun, 2 plasma gun, armour]}\n"))
    assert carried(unit(read), "Boy") == {"Claws": 40, "Boltgun": 18, "Plasma gun": 2, "Armour": 20}
    assert points(read) == 20 * 6 + 18 + 20 + 80
    assert not [message for message in messages(read) if "HQ" not in message and "Troops" not in message]


def test_what_all_take_brings_its_parts_to_all(army_text: Text) -> None:
    read = army(army_text("  - {unit: Mob, count: 20, options: [mounts]}\n"))
    boys = next(child for child in unit(read).selections if child.name == "Boy")
    mounts = next(child for child in boys.selections if child.name == "Mounts")
    assert {part.name: part.number for part in mounts.walk()} == {"Mounts": 20, "Plasma gun": 20, "Storm shield": 20}
    assert not [message for message in messages(read) if "HQ" not in message and "Troops" not in message]


def test_a_choice_brings_all_that_it_names(army_text: Text) -> None:
    read = army(army_text("  - {unit: Mob, models: {Boss: 1}, options: [relic]}\n"))
    boss = next(child for child in unit(read).selections if child.name == "Boss")
    relic = next(child for child in boss.selections if child.name == "Relic")
    assert {child.name: child.number for child in relic.selections} == {"Plasma gun": 1, "Storm shield": 1}
    view = next(evaluate(read.roster, read.data.library).view.units())
    assert [rule.name for part in view.walk() if part.name == "Relic" for rule in part.rules] == ["Steady"]


def test_options_can_be_a_mapping_with_numbers(army_text: Text) -> None:
    listed = army(army_text("  - {unit: Squad, count: 10, options: [2 missile launcher]}\n"))
    mapped = army(army_text("  - {unit: Squad, count: 10, options: {missile launcher: 2}}\n"))
    assert carried(unit(listed), "Marine") == carried(unit(mapped), "Marine")


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ("  - {unit: Squad, count: 4}\n", "Marine"),
        ("  - {unit: Squad, count: 12}\n", "Marine"),
        ("  - {unit: Squad, options: [plasma gun]}\n", "Plasma gun"),
        ("  - {unit: Squad, options: [2 missile launcher]}\n", "Missile launcher"),
        ("  - {unit: Squad, options: [2 storm shield]}\n", "Storm shield"),
    ],
)
def test_too_few_and_too_many_are_findings(army_text: Text, units: str, said: str) -> None:
    legal = {"HQ", "Troops"}
    wrong = [m for m in messages(army(army_text(units))) if not any(slot in m for slot in legal)]
    assert wrong and any(said in message for message in wrong), wrong


def test_a_transport_does_not_make_a_squad_larger(army_text: Text) -> None:
    read = army(army_text("  - {unit: Squad, count: 9, options: [plasma gun], transport: Rhino}\n"))
    assert any("cannot take Plasma gun" in message for message in messages(read))


def test_options_of_one_squad_do_not_count_in_another(army_text: Text) -> None:
    squad = "  - {unit: Squad, count: 10, options: [plasma gun, 2 missile launcher, storm shield]}\n"
    found = messages(army(army_text(f"  - unit: Captain\n{squad * 3}")))
    assert not [message for message in found if "limit" not in message], found


def test_default_gear_is_on_the_sheet(data_folder: Path, army_text: Text) -> None:
    path = data_folder / "army.yaml"
    path.write_bytes(army_text("  - {unit: Squad, count: 10, options: [plasma gun]}\n"))
    printed = export_army(open_army(str(path)), "text", SheetOptions()).data.decode()
    for row in ("9 Boltgun", "10 Bolt pistol", "Plasma gun"):
        assert row in printed, printed


@pytest.mark.long
def test_own_datasheets_replace_ours(data_folder: Path) -> None:
    own = data_folder / "datasheets" / "diceless" / "orks.yaml"
    own.write_bytes((data_folder / "datasheets" / "diceless" / "marines.yaml").read_bytes())
    orks = next(listed for listed in list_datasheets() if listed.id == "diceless/orks")
    assert (orks.origin, orks.sheets and orks.sheets.catalogue.name) == ("MUSTER_DATA", "Test Marines")


def test_a_legal_army_has_no_findings(army_text: Text) -> None:
    text = "  - unit: Captain\n  - {unit: Squad, count: 10, options: [plasma gun], transport: Rhino}\n  - unit: Squad\n"
    read = army(army_text(text))
    assert messages(read) == []
    assert points(read) == 100 + 180 + 35 + 90


def test_slots_and_limits_are_checked(army_text: Text) -> None:
    found = messages(army(army_text("  - unit: Captain\n" * 6)))
    assert any("Troops" in message for message in found)
    assert any("HQ" in message for message in found)
    assert any("600" in message and "500" in message for message in found)


def test_ids_of_the_file_are_kept_and_others_follow_the_entry(army_text: Text) -> None:
    read = army(
        army_text("  - {unit: Squad, id: t9b8}\n  - unit: Squad\n  - {unit: Squad, transport: {unit: Rhino, id: r7}}\n")
    )
    assert [selection.id for selection in read.roster.forces[0].selections] == ["t9b8", "squad-1", "squad-2"]
    assert any(selection.id == "r7" for selection in read.roster.all_selections())
    assert len(read.roster.ids()) == 1 + sum(1 for _ in read.roster.all_selections())


def test_marks_name_and_notes_are_kept(army_text: Text) -> None:
    read = army(
        army_text(
            "  - {unit: Squad, name: Ancora, notes: old, marks: [reserve, deep strike, led by c1, riding in r1]}\n"
        )
    )
    chosen = unit(read)
    assert (chosen.custom_name, chosen.custom_notes) == ("Ancora", "old")
    assert chosen.marks == (Mark("reserve"), Mark("deep_strike"), Mark("led_by", "c1"), Mark("riding_in", "r1"))


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (
            "  - unit: Sqad\n",
            "army.yaml:8:11: units › 1 › unit: unit 'Sqad' is not in Test Marines: did you mean 'Squad'?",
        ),
        (
            "  - {unit: Squad, options: [plasma gum]}\n",
            "8:29: units › 1 › options › 1: Squad has no option 'plasma gum': did you mean",
        ),
        ("  - {unit: Squad, models: {Marin: 5}}\n", "model 'Marin' is not known: did you mean 'Marine'?"),
        ("  - {unit: Captain, transport: Rhino}\n", "Captain cannot take 'Rhino' as a transport"),
        (
            "  - {unit: Squad, marks: [resreve]}\n",
            "'resreve': a mark is 'reserve', 'deep strike', 'led by ID' or 'riding in ID'",
        ),
        ("  - {unit: Squad, id: a}\n  - {unit: Squad, id: a}\n", "the id 'a' stands here for the second time"),
        ("  - {unit: Squad, cuont: 5}\n", "the field 'cuont' is not known: did you mean 'count'?"),
        ("  - {unit: Squad, count: many}\n", "'many': write a whole number"),
        ("  - {}\n", "the field 'unit' is missing"),
        ("  - {unit: Squad, id: a.1}\n", "'a.1': an id is made of letters and digits"),
        ("  - {unit: Captain, count: 0}\n", "Captain cannot have 0 models: the nearest is 1"),
        ("  - {unit: Squad, models: {Marine: 5, marine: 9}}\n", "'marine' stands here twice"),
        ("  - Squad\n  - {unit: Sqad}\n", "army.yaml:9:12: units › 2 › unit: unit 'Sqad'"),
        ("  - {unit: Squad, options: [2 claws, laws]}\n", "options › 2: Squad has no option 'laws'"),
        ("  - {unit: Rhino}\n", "Rhino only comes with another unit: write it as that unit's 'transport'"),
        ("  - {unit: Mob, count: 10, models: {Boy: 10, Boss: 1}}\n", "'count' is 10, but 'models' makes 11"),
        ("  - {unit: Squad, options: [plasma gun, -1 claws, 0 claws]}\n", "'-1 claws', '0 claws': an option is a name"),
        ("  - {unit: Mob, options: relic}\n", "there is no Boss to take 'relic': add models: {Boss: 1}"),
    ],
)
def test_a_mistake_names_place_and_mend(army_text: Text, units: str, said: str) -> None:
    assert any(said in line for line in told(army_text(units))), told(army_text(units))


def test_mistakes_of_every_kind_are_told_at_once(army_text: Text) -> None:
    units = "  - {unit: Sqad}\n  - {unit: Squad, count: x, options: [plasma gum]}\n  - {cuont: 3, marks: [resreve]}\n"
    text = army_text(units).replace(b"limit: 500", b"limit: -5")
    assert [re.sub("^.*?:([0-9]+):.*?: .*?'(.*?)'.*$", r"\1 \2", line) for line in told(text)] == [
        "6 -5", "8 Sqad", "9 x", "9 plasma gum", "10 unit", "10 cuont", "10 resreve",
    ]  # fmt: skip


def test_only_what_the_player_wrote_is_taken(army_text: Text) -> None:
    read = army(army_text("  - {unit: Mob, count: 31}\n  - {unit: Mob, count: 20, options: [5 Boy/armour]}\n"))
    assert {child.name: child.number for child in unit(read).selections} == {"Boy": 31}
    assert carried(unit(read, 1), "Boy")["Armour"] == 5
    assert any("choose 20 from Armour, has 5." in message for message in messages(read))


def test_marks_are_read_in_any_case(army_text: Text) -> None:
    read = army(army_text("  - {unit: Squad, marks: [Deep  Strike, LED BY c1]}\n"))
    assert unit(read).marks == (Mark("deep_strike"), Mark("led_by", "c1"))


def test_unknown_data_and_modules_are_told(army_text: Text) -> None:
    text = army_text("").replace(b"diceless/marines", b"diceless/marine").replace(b"limit", b"modules: [huose]\nlimit")
    assert [line.split(": ", 1)[1] for line in told(text)] == [
        "data: datasheets 'diceless/marine' are not installed: did you mean 'diceless/marines'?",
        "modules › 1: module 'huose' is not installed: did you mean 'house'?",
    ]


def test_an_army_without_units_is_read(army_text: Text) -> None:
    assert army(army_text("")).roster.forces[0].selections == ()


def test_changed_data_is_told(army_text: Text) -> None:
    text = army_text("").replace(b"data: diceless/marines", b"data: {id: diceless/marines, digest: abc, revision: 0}")
    assert any("has changed since" in finding.message for finding in army(text).findings)


@pytest.mark.parametrize("version", ["2", "17", "9" * 5000])
def test_an_army_of_a_newer_version_is_said_to_be_one_and_nothing_else_of_it_is_wrong(version: str) -> None:
    text = f"format: muster-army\nversion: {version}\nname: X\nsystem: diceless\ndata: diceless/orks\ntree: {{a: 1}}\n"
    with pytest.raises(InputError, match=r"army\.yaml:2:10: version: a newer Muster wrote this file") as told:
        read_army(text.encode(), "army.yaml", find_data)
    assert len(told.value.findings) == 1
