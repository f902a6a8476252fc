"""`muster matchup`: what it tells in words and as JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builder.cli.main import run
from builder.services.army.locator import open_army
from builder.services.matchups import SORTS, Shown, cell_text, match_armies, matchup_report, rows_of
from builder.systems.diceless.matchup import encounters
from builder.systems.diceless.play.acts.forecasts import Meeting
from builder.systems.diceless.play.state import GameState
from builder.systems.play.matchup import Assumptions, Combatant, Encounter, Matchup
from builder.tui.widgets.match_lines import MatrixColumns, column_lines

MARINES, ORKS = "space-marines-500", "orks-500"
TEMPLATES = Path(__file__).parents[2] / "templates" / "armies"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """How a command ends, and what it writes."""
    status = run(["matchup", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status, out, _ = said(capsys, *arguments, "--json")
    assert status == 0
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture(scope="module")
def found() -> Matchup:
    return match_armies(open_army(MARINES), open_army(ORKS), Assumptions(distances=(12,)))


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.long
def test_every_unit_meets_every_unit_in_every_situation_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, MARINES, ORKS, "--filter", "squad")
    ours, theirs = (side["units"] for side in found["sides"])
    assert [each["id"] for each in found["situations"]] == ["12", "24", "36", "48", "charging", "charged"]
    assert len(found["encounters"]) == 2 * len(ours) * len(theirs) * 6
    assert {each["side"] for each in found["encounters"]} == {1, 2}


def with_modifiers(path: Path) -> str:
    """An army that plays cover by modifiers."""
    army = (TEMPLATES / f"{ORKS}.yaml").read_text(encoding="utf-8")
    path.write_text(
        army.replace("system: diceless", "system: diceless\nmodules: [house]\nsettings: {cover: modifiers}")
    )
    return str(path)


@pytest.mark.long
def test_armies_with_modules_meet_and_cover_by_modifiers_counts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """H-01: 8 boltguns, BS 4, at 12": 4 × 4 × 16 = 256 DMG; at soft cover BS 3, at hard cover BS 2."""
    orks = with_modifiers(tmp_path / "orks.yaml")
    for cover, damage in (("none", 256), ("soft", 192), ("hard", 128)):
        found = report(capsys, MARINES, orks, "--distances", "12", "--cover", cover)
        met = next(
            each
            for each in found["encounters"]
            if (each["attacker"], each["target"], each["situation"]) == ("t9b8", "b8m5", "12")
        )
        assert next(each["damage"] for each in met["weapons"] if each["name"] == "8 × Boltgun") == damage
    status, _, err = said(capsys, MARINES, ORKS, "--cover", "soft")
    assert status == 2 and "soft cover is of lists that play cover by modifiers" in err


@pytest.mark.long
def test_a_sheet_is_written_under_the_assumptions_that_are_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.txt"
    orks = with_modifiers(tmp_path / "orks.yaml")
    assert said(capsys, MARINES, orks, "--sheet", str(sheet), "--cover", "soft") == (0, "", f"{sheet} is written\n")
    written = " ".join(sheet.read_text("utf-8").split())
    assert 'to 8" 80' in written and "Taken: soft cover" in written and "8 × Boltgun" in written
    assert said(capsys, MARINES, orks, "--sheet", str(tmp_path / "theirs.pdf"), "--theirs", "--distances", "12")[0] == 0
    assert (tmp_path / "theirs.pdf").read_bytes().startswith(b"%PDF")
    for wrong, words in (
        (("--sheet", str(tmp_path / "x.ros")), "no file ends in .ros here: end it in .pdf, .txt, .text, .json"),
        (("--sheet", str(tmp_path / "x.pdf"), "--json"), "--sheet has all units"),
        (("--sheet", str(tmp_path / "x.pdf"), "--at", "24"), "--sheet has all units"),
    ):
        status, _, err = said(capsys, MARINES, orks, *wrong)
        assert status == 2 and words in err
    assert not (tmp_path / "x.pdf").exists() and not (tmp_path / "x.ros").exists()


def test_only_what_is_shown_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []
    work = encounters.encounter

    def counted(game: GameState, meeting: Meeting) -> Encounter:
        worked.append(meeting.situation.id)
        return work(game, meeting)

    monkeypatch.setattr(encounters, "encounter", counted)
    found = match_armies(open_army(MARINES), open_army(ORKS), Assumptions())
    rows_of(found, Shown(situation="24"))
    assert {*worked} == {"24"} and len(worked) <= len(found.sides[0]) * len(found.sides[1])


def test_the_table_says_what_comes_of_each_pair(capsys: pytest.CaptureFixture[str], found: Matchup) -> None:
    _, out, _ = said(capsys, MARINES, ORKS, "--distances", "12")
    row = rows_of(found, Shown())[0]
    line = next(line for line in out.splitlines() if line.startswith(row.unit.name[:20]))
    assert all(
        cell_text(each, target, "hp") in line for each, target in zip(row.encounters, found.sides[1], strict=True)
    )
    assert f"a  {found.sides[1][0].name}" in out
    assert "no cover" in out


def shown(found: Matchup, pattern: str = "", sort: str = "points") -> list[Combatant]:
    return [row.unit for row in rows_of(found, Shown(pattern=pattern, sort=sort))]


def test_units_are_filtered_by_name_slot_and_points(found: Matchup) -> None:
    every = found.sides[0]
    assert shown(found, pattern=every[0].name.upper()) == [every[0]]
    assert {each.slot for each in shown(found, pattern=every[-1].slot)} == {every[-1].slot}
    assert {each.name for each in shown(found, pattern=">100")} == {each.name for each in every if each.points > 100}
    assert {each.name for each in shown(found, pattern="< 36")} == {each.name for each in every if each.points < 36}
    assert shown(found, pattern="[zzz") == []


def test_units_are_sorted(found: Matchup) -> None:
    every = list(found.sides[0])
    assert shown(found, sort="listed") == every
    assert shown(found, sort="cost") == sorted(every, key=lambda each: -each.points)
    assert shown(found, sort="name") == sorted(every, key=lambda each: each.name.casefold())
    for sort in SORTS:
        assert {each.id for each in shown(found, sort=sort)} == {each.id for each in every}
    points = [row.points for row in rows_of(found, Shown(sort="points"))]
    assert points == sorted(points, reverse=True)
    worth = [row.points / row.unit.points for row in rows_of(found, Shown(sort="worth"))]
    assert worth == sorted(worth, reverse=True)


def test_the_report_has_the_units_that_are_meant_and_what_is_theirs(found: Matchup) -> None:
    report: Any = matchup_report(found, Shown(pattern=">100"))
    ids = {each["id"] for each in report["sides"][0]["units"]}
    assert ids == {each.id for each in found.sides[0] if each.points > 100}
    assert all({each["attacker"], each["target"]} & ids for each in report["encounters"])


def test_the_other_side_attacks_where_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, MARINES, ORKS, "--distances", "12", "--theirs", "--at", "charging", "--filter", "[zzz")
    assert "charging, one round" in out
    assert "No unit of Gitstompa's warband is called so" in out


@pytest.mark.long
def test_assumptions_change_what_comes_of_it_and_are_told(capsys: pytest.CaptureFixture[str], found: Matchup) -> None:
    cover = report(capsys, MARINES, ORKS, "--distances", "12", "--cover", "4+")
    lost = sum(each["hp"] for each in cover["encounters"] if each["situation"] == "12")
    assert lost < sum(each.hp for each in found.encounters.values() if each.situation == "12")
    assert "cover 4+" in cover["assumptions"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((MARINES, "lethal-orks-1000"), "units of one system alone can meet"),
        (("lethal-orks-1000", "lethal-orks-1000"), "Lethal 40K is decided by dice"),
        ((MARINES, "nobody-at-all"), "no army of that name"),
        ((MARINES, ORKS, "--at", "13"), "'13' is no situation; there are: 12, 24, 36, 48, charging, charged"),
        ((MARINES, ORKS, "--distances", "0"), "write distances in whole inches"),
        ((MARINES, ORKS, "--distances", ",".join(map(str, range(1, 20)))), "at most 8 distances"),
        ((MARINES, ORKS, "--cover", "1+"), "write a save from 2+ to 6+, or none"),
        ((MARINES, ORKS, "--hits", "-1"), "whole number"),
        ((MARINES, ORKS, "--zone", "blue"), "red"),
    ],
)
def test_what_cannot_be_worked_out_is_one_message(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_more_pairs_than_can_be_worked_out_in_time_are_one_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.systems.diceless.matchup.MOST_PAIRS", 20)
    status, out, err = said(capsys, MARINES, ORKS)
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert "5 units and vehicles against 6 are 30 pairs: at most 20 are worked out" in err


def test_columns_of_the_screen_have_their_names_whole_on_several_lines() -> None:
    """No word is cut, and no name but one of more than three lines."""
    found = match_armies(open_army("space-marines-1000"), open_army("orks-1000"), Assumptions(distances=(12,)))
    for side in (0, 1):
        grid = MatrixColumns(119, found.sides[1 - side], 0)
        for number, lines in grid.heads.items():
            assert " ".join(lines) == found.sides[1 - side][number].name
            assert all(len(line) < grid.cell for line in lines)
        shown = ["".join(text for text, _ in line.left) for line in column_lines(found, Shown(side=side), 0, 119)]
        assert len(shown) == max(map(len, grid.heads.values())) + 1 and max(map(len, shown)) <= 119
        seen, last = {*grid.columns}, grid.number - 1
        while (column := grid.meant(grid.more.split("   ")[-1])) is not None and column > max(seen):
            grid = MatrixColumns(119, found.sides[1 - side], column)
            seen |= {*grid.columns}
        assert seen == {*range(last + 1)} and grid.meant("→ much more") is None, "a click shows what is out of view"
        assert grid.meant(grid.more) == grid.columns.start - 1, "and the way back"
