"""What a data set holds, found by a few letters: by services and by commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder import cache
from builder.cli.main import run
from builder.services.data import datasets
from builder.services.data.catalogue_store import add
from builder.services.data.catalogues import listed
from builder.services.data.contents import EVERYTHING, ContentEntry, contents
from builder.services.library.browsing import catalogue_of, details_of, price_of
from tests.formats.datafiles import catalogue, folder, game_system


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))


def test_units_come_first_then_profiles_by_type_then_rules() -> None:
    held = contents("Small Wars")
    assert [(entry.heading, entry.name) for entry in held.search("")] == [
        ("Units", "Squad"),
        ("Unit", "Marine"),
        ("Weapon", "Boltgun"),
        ("Rules", "Brave"),
    ]
    assert [entry.name for entry in held.search("GUN b")] == ["Boltgun"] and not held.search("none")
    assert held.readers == ("Diceless 40K",)


def test_a_unit_is_told_as_it_is_added_and_our_datasheets_too() -> None:
    (squad,) = contents("Small Wars").search("squad")
    told = details_of("Small Wars", squad)
    assert (told.comes_to, [table.title for table in told.tables]) == ("90 pts", ["Unit", "Weapon"])
    assert catalogue_of("Small Wars", squad) == "Small Wars/Marines"
    boyz = contents("diceless/orks").search("boyz")[0]
    assert details_of("diceless/orks", boyz).comes_to == "10 to 30 models, from 60"
    assert boyz.points is None and price_of("diceless/orks", boyz) == 60, "models have prices of their own"
    assert price_of("Small Wars", squad) == 90


def test_things_are_grouped_as_players_call_them_whatever_their_data_does() -> None:
    groups = dict(contents("diceless/orks").grouped("deff"))
    assert {entry.heading for entry in groups["Profiles"]} == {"Walker", "Unit"}
    small = dict(contents("Small Wars").grouped(""))
    assert {name: [entry.name for entry in those] for name, those in small.items()} == {
        "Units": ["Squad"],
        "Weapons": ["Boltgun"],
        "Profiles": ["Marine"],
        "Rules": ["Brave"],
    }


def test_an_ability_is_a_rule_however_short_its_cells_are() -> None:
    cells = (("Timing", "Your turn"), ("Effect", "It moves."))
    entry = ContentEntry(heading="Ability (Activated)", name="Legs", key="legs", catalogue="Apes", cells=cells)
    assert entry.group == "Rules"


def test_columns_that_say_nothing_are_left_out_of_a_table(tmp_path: Path) -> None:
    (walker,) = (each for each in contents("diceless/orks").search("deff dread") if each.heading == "Walker")
    (table,) = details_of("diceless/orks", walker).tables
    assert "Front" in table.columns and all(cell not in ("", "-") for cell in table.rows[0])


def test_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", "search", "small", "squ", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["found"]
    assert (found["name"], found["catalogue"], found["entry"], found["points"]) == ("Squad", "Marines", "squad", 90)
    assert run(["data", "search", "small", "brave"]) == 0
    assert "Rules" in capsys.readouterr().out
    assert run(["data", "search", "nowhere", "x"]) == 2


@pytest.mark.long
def test_all_sets_are_searched_together_and_each_thing_says_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {"s.gst": game_system(id="o", name="Other Wars"), "m.cat": catalogue(system="o", name="Boys")}
    add(str(folder(tmp_path / "other", other)))
    (tmp_path / "own" / "battlescribe" / "Broken").mkdir()  # what cannot be used is passed over
    squads = [entry for entry in contents(EVERYTHING).search("squad") if entry.key == "squad"]
    assert [(entry.data, entry.catalogue) for entry in squads] == [("Other Wars", "Boys"), ("Small Wars", "Marines")]
    assert [entry.place for entry in squads] == ["Other Wars/Boys", "Small Wars/Marines"]
    assert catalogue_of(EVERYTHING, squads[0]) == "Other Wars/Boys"
    assert details_of(EVERYTHING, squads[1]).comes_to == "90 pts"
    assert run(["data", "search", "--all", "choppa"]) == 0
    assert "diceless/orks " in capsys.readouterr().out
    assert run(["data", "search", "--all", "nothing", "such"]) == 0
    assert "Nothing in any data set is called so." in capsys.readouterr().out


def test_a_later_version_of_the_program_lists_sets_without_reading_all_of_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = listed()[0].path / "odd.cat"
    odd.write_bytes(b"<catalogue")
    before = listed()
    read: list[str] = []
    head_of = datasets.head_of

    def watched(data: bytes, name: str, path: str) -> datasets.DataFileHead:
        read.append(name)
        return head_of(data, name, path)

    monkeypatch.setattr(datasets, "head_of", watched)
    monkeypatch.setattr(cache, "_program", lambda: b"a later version")
    assert listed() == before and "odd.cat" in read, "what is wrong may be right for a later version"
    odd.unlink()
    assert not listed()[0].findings
    read.clear()
    monkeypatch.setattr(cache, "_program", lambda: b"the version after that")
    assert not listed()[0].findings and not read
