"""Datasheet files: what they compile to, and every mistake told at once."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from builder.catalogue.library import ArmyData
from builder.catalogue.model import SelectionEntry
from builder.datafiles.datasheets.library import load, load_file
from builder.datafiles.datasheets.sizes import kinds_of
from builder.datafiles.text.validate import suggestion
from builder.errors import InputError

TEN_MISTAKES = """\
format: muster-datasheet
version: 1
system: diceless
name: Mistaken
weapons:
  bolter: {range: 24", S: 4, AP: 5, type: Rapid Fire}
  cannon: {range: 48", S: 4z, AP: 9, type: Hevy 3}
  gun:
    AP: -
    S: 4
units:
  'Ard Boyz: {slot: Troops}
  Squad:
    slot: Troop
    points: ninety
    count: 5
    weapons: [boltre]
    models:
      Marine: {count: 9-4, profile: {WS: 4, BS: 4, S: 4, T: 4(5, W: 1, I: 4, A: 1, Ld: 8, Sv: 3}}
    options:
      - {for: Marien, choices: {bolter: 5}}
"""


def mistakes(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_file(path)
    return [str(finding).removeprefix(f"{path}:") for finding in caught.value.findings]


def entry(sheets: ArmyData, name: str) -> SelectionEntry:
    found = (*sheets.catalogue.selection_entries, *sheets.catalogue.shared_selection_entries)
    return next(entry for entry in found if entry.name == name)


def test_all_mistakes_of_a_file_are_told_with_line_field_and_mend(data_folder: Path, tmp_path: Path) -> None:
    told = mistakes(tmp_path / "bad.yaml", TEN_MISTAKES)
    assert len(told) >= 10
    for said in (
        "7:27: weapons › cannon › S: '4z': write a strength",
        "7:35: weapons › cannon › AP: '9': write an armour piercing value from 1 to 6",
        "7:44: weapons › cannon › type: 'Hevy 3': a weapon's type is one of",
        "9:9: a lone '-' begins a list in YAML",
        "12:3: a value that begins with an apostrophe needs double quotes",
        "14:11: units › Squad › slot: slot 'Troop' is not known: did you mean 'Troops'?",
        "15:13: units › Squad › points: 'ninety': write a number of points",
        "16:12: units › Squad › count: the field 'count' is not known",
        "17:15: units › Squad › weapons › 1: weapon 'boltre' is not known: did you mean 'bolter'?",
        "19:23: units › Squad › models › Marine › count: '9-4': the range runs backwards: write 4-9",
        "19:61: units › Squad › models › Marine › profile › T: '4(5': write a number such as 4, or 4(5)",
        "21:15: units › Squad › options › 1 › for: model 'Marien' is not known: did you mean 'Marine'?",
    ):
        assert any(line.startswith(said) for line in told), said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version: 1", "version: 2", "a newer Muster wrote this file"),
        ("system: diceless", "system: dicless", "did you mean 'diceless'?"),
        (
            "replace: boltgun, choices: {plasma gun: 10}",
            "replace: claws, choices: {plasma gun: 10}",
            "Marine does not carry 'claws'",
        ),
        (
            "{for: Sergeant, choices: {storm shield: 5}}",
            "{replace: boltgun, choices: {claws: 5}}",
            "say which model gives it up",
        ),
        (
            "{for: Sergeant, choices: {storm shield: 5}}",
            "{for: Marine, choices: {bike: 5}}",
            "let all take it, with 'take: all'",
        ),
        ("sets: {T: 4(5)}", "sets: {Toughness: 4(5)}", "bike sets Toughness to '4(5)': the stat line does not have it"),
        ("sets: {T: 4(5)}", "sets: {T: high}", "bike sets T to 'high': write a number such as 4, or 4(5)"),
        (
            "      Sergeant:\n",
            "      marine: {profile: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 2, Ld: 9, Sv: 3+}}\n      Sergeant:\n",
            "'marine' stands here twice",
        ),
        ("{claws: 25}", "{claws: 25, Claws: 5}", "'Claws' stands here twice"),
        ("size: 10-30", "size: 10-60", "the models make 9 to 31, which a size of 10–60 is not within"),
        ("  bolt pistol: {", "  Boltgun: {S: 4}\n  bolt pistol: {", "'Boltgun' is already a name, under weapons"),
        (
            "rules: [gets hot]",
            "rules: [gets hott]",
            "no rule of weapons is called 'gets hott': did you mean 'gets hot'?",
        ),
        ("vehicle: {BS: 4", 'vehicle: {type: "Tnak, Fast", BS: 4', "is called 'Tnak': did you mean 'Tank'?"),
        (
            "profile: {WS: 6",
            "profile: {type: Infantri (Character), WS: 6",
            "is called 'Infantri': did you mean 'Infantry'?",
        ),
        (
            "sets: {T: 4(5)}",
            "sets: {type: Bikke}",
            "no type of models and vehicles is called 'Bikke': did you mean 'Bike'?",
        ),
        ("capacity: 10", "capacity: 10, open-topped: maybe", "'maybe': write yes or no"),
        ("choices: {claws: 25}", "choices: {}", "this is empty: write at least one entry"),
        ("transport: [Rhino]", "transport: [Squad]", "a unit cannot ride in itself"),
        ("transport: [Rhino]", "transport: [Rino]", "unit 'Rino' is not known: did you mean 'Rhino'?"),
        ("version: 1", "version: 1\ncolour: blue", 'six figures 0 to f behind its sign: "#17336b"'),
        ("version: 1", "version: 1\npattern: '?'", "a pattern is one of these signs, in quotes: '/'"),
        ("rules: [steady]", "rules: [stedy]", "rule 'stedy' is not known: did you mean 'Steady'?"),
        ("vehicle: {BS: 4, front: 11", "vehicle: {BS: 4, WS: 3, front: 11", "a walker has all of WS, S, I and A"),
        ("    vehicle: {BS: 4, front: 11, side: 11, rear: 10, capacity: 10}\n", "", "a unit has 'models', or"),
    ],
)
def test_a_mistake_says_what_is_meant(
    faction: str, data_folder: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in faction
    path = tmp_path / "bad.yaml"
    path.write_text(faction.replace(old, new, 1), encoding="utf-8")
    try:
        told = [str(finding) for finding in load_file(path).findings]
    except InputError as error:
        told = [str(finding) for finding in error.findings]
    assert any(said in line for line in told), told


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml"):
        load_file(tmp_path / "none.yaml")


def test_an_unknown_word_is_answered_with_the_words_that_hold_it() -> None:
    names = [f"Ironclad ({n}) {size}" for n, size in ((10, "Troop"), (20, "Regiment"), (40, "Horde"), (60, "Legion"))]
    told = suggestion("ironclad", [*names, *(f"Elves {n}" for n in range(20))])
    assert told.startswith(": did you mean 'Ironclad (10) Troop', ")
    assert told.endswith(" or one of 1 more with that word?")
    assert suggestion("king", [f"Elves {n}" for n in range(21)]) == ""


def test_unknown_datasheets_get_a_suggestion(data_folder: Path) -> None:
    with pytest.raises(InputError, match="did you mean 'diceless/marines'"):
        load("diceless/marine")


def test_points_of_the_smallest_size_are_those_of_the_datasheet(data_folder: Path) -> None:
    squad = entry(load("diceless/marines"), "Squad")
    models = {model.name: model for model in kinds_of(squad)}
    assert squad.costs[0].value + 4 * models["Marine"].costs[0].value == Decimal(90)
    assert (models["Marine"].bound("min"), models["Marine"].bound("max")) == (4, 9)


def test_each_weapon_is_written_once(data_folder: Path) -> None:
    profiles = load("diceless/marines").catalogue.shared_profiles
    names = [profile.name for profile in profiles]
    assert len(names) == len(set(names))
    assert "Missile launcher – frag" in names
    frag = next(profile for profile in profiles if profile.name == "Missile launcher – frag")
    assert [cell.value for cell in frag.characteristics] == ['48"', "4", "6", "Heavy 1, Blast"]


def test_what_can_be_replaced_is_a_group_with_a_default(data_folder: Path) -> None:
    squad = entry(load("diceless/marines"), "Squad")
    marine = next(model for model in kinds_of(squad) if model.name == "Marine")
    (place,) = marine.selection_entry_groups
    assert place.default_selection_entry_id == "squad.marine.boltgun"
    assert [group.name for group in place.selection_entry_groups] == ["Plasma gun", "Missile launcher"]


def test_two_of_a_weapon_are_two(data_folder: Path) -> None:
    path = data_folder / "datasheets" / "diceless" / "marines.yaml"
    text = path.read_text(encoding="utf-8").replace(
        "{claws: 25}", "{twin claws: {points: 25, weapons: [claws, claws]}}"
    )
    path.write_text(text, encoding="utf-8")
    captain = entry(load("diceless/marines"), "Captain").selection_entries[0]
    (choice,) = captain.selection_entry_groups[0].selection_entry_groups[0].selection_entries
    (claws,) = choice.selection_entries
    assert (claws.name, claws.bound("min"), claws.bound("max")) == ("Claws", 2, 2)


def test_a_transport_is_only_taken_with_its_unit(data_folder: Path) -> None:
    catalogue = load("diceless/marines").catalogue
    assert "Rhino" not in {entry.name for entry in catalogue.selection_entries}
    assert "Rhino" in {entry.name for entry in catalogue.shared_selection_entries}


def test_the_digest_follows_the_file(data_folder: Path) -> None:
    before = load("diceless/marines").digest
    path = data_folder / "datasheets" / "diceless" / "marines.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("points: 90", "points: 95"), encoding="utf-8")
    assert load("diceless/marines").digest != before
