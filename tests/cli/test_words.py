"""Lists speak the language of their system: what they count, and the value beside each unit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("army", "head", "columns"),
    [
        ("epic-orks-3000", "10 formations · 97 units", ["Formation", "Id", "Units", "Init", "Points"]),
        ("lethal-levy-500", "6 units · 48 models", ["Unit", "Id", "Models", "CM", "Points"]),
        ("orks-500", "6 units", ["Unit", "Id", "Models", "HP", "Points"]),
    ],
)
def test_a_summary_names_what_it_counts(
    army: str, head: str, columns: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told(capsys, "summary", army).splitlines()
    assert head in lines[1]
    assert columns in [line.split() for line in lines[3:5]]


def test_a_summary_counts_vehicles_apart_from_models(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line.split() for line in told(capsys, "summary", "orks-1000").splitlines()]
    kans = next(place for place, row in enumerate(rows) if "Kans" in row)
    assert rows[kans][-3] == "–" and rows[kans + 1] == ["2", "vehicles"]
    assert "\nKilla Kans, 2 vehicles, 105 points" in told(capsys, "show", "orks-1000", "--plain")


@pytest.mark.parametrize(
    ("army", "words"),
    [("epic-orks-3000", "Strategy: 3"), ("lethal-chaos-1000", "Spearhead: The Flayed, The Ashen, Lord Karrax")],
)
def test_a_summary_tells_what_an_army_has_as_a_whole(army: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The strategy rating (E-05), and the groups that are planned (L-11)."""
    assert words in told(capsys, "summary", army).splitlines()


@pytest.mark.parametrize(
    ("army", "words"),
    [
        ("epic-orks-3000", "(29 units), 715 points, initiative 3+: broken at 29"),
        ("lethal-chaos-1000", "**Lord Karrax**, 120 points, CM 1+"),
    ],
)
def test_a_list_for_a_chat_has_the_value_of_its_system(
    army: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = told(capsys, "export", army, "--format", "chat", "-o", "-")
    assert words in text and "HP" not in text


@pytest.mark.parametrize(
    ("army", "words"),
    [("epic-orks-3000", "29 units, initiative 3+, 715 points"), ("lethal-chaos-1000", "1 model, CM 1+, 120 points")],
)
def test_a_roster_in_words_has_the_value_of_its_system(
    army: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in told(capsys, "export", army, "--sheets", "roster", "--format", "text", "-o", "-")


def test_slots_show_what_the_army_may_take_now(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "export", "epic-imperial-guard-3000", "--sheets", "roster", "--format", "text", "-o", "-")
    assert "Core (CO) 3, at least 1" in text
    assert "Support (SU) 4, allowed 0 to 6" in text, "two for each core formation"
    assert "  War Engines and Aircraft (WE) 2\n" in text, "only its share of the points is limited"


def test_a_formation_is_shown_with_what_its_upgrades_add(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "datasheets", "show", "epic/orks", "Warband")
    assert "1 Boyz, 1 Grotz, up to 18 times" in text
    assert "By an option: Gunfortress" in text
    assert "The formation can take (any number):" in text and "The formation can take (up to 1):" in text
    shown = json.loads(told(capsys, "datasheets", "show", "epic/orks", "Warband", "--json"))
    assert shown["options"][0]["adds"]["Boy Mob"] == {"Boyz": 1, "Grotz": 1}
    assert shown["options"][0]["choices"]["Boy Mob"] == 25


def test_a_new_army_may_cost_what_its_game_is_played_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for data, limit in (("epic/orks", 3000), ("lethal/orks", 500)):
        text = told(capsys, "new", data)
        assert f"limit: {limit}" in text
    assert "# Core: 1 or more" in told(capsys, "new", "epic/orks")


def test_thousands_are_grouped_in_what_is_read_here_and_not_in_what_goes_to_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As on the screens, with a plain blank; JSON and chat have the figures alone, lists for others theirs."""
    for command in (("check", "epic-imperial-guard-3000"), ("summary", "epic-imperial-guard-3000")):
        assert "3 000 of 3 000 points" in told(capsys, *command)
    assert "3 000 / 3 000" in told(capsys, "armies", "list", "varsk")
    assert "War Engines and Aircraft: 425 of at most 1 000 points" in told(
        capsys, "summary", "epic-imperial-guard-3000"
    )
    costs = json.loads(told(capsys, "summary", "epic-imperial-guard-3000", "--json"))["costs"]
    assert [cost["value"] for cost in costs if cost["type"] == "points"] == [3000]
    for form, words in (("chat", "3000 of 3000 points"), ("battlescribe-text", "[3,000pts]")):
        assert words in told(capsys, "export", "epic-imperial-guard-3000", "--format", form, "-o", "-")
