"""`muster edit` on armies of Lethal 40K and Epic, as a player types it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.cli.main import run

Edit = Callable[..., tuple[int, str]]


@pytest.fixture
def edit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Edit:
    """Does an operation on the army and gives the status and all that was said."""
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))

    def call(*arguments: str) -> tuple[int, str]:
        status = run(["edit", str(tmp_path / "army.yaml"), *arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return call


def begin(folder: Path, data: str) -> Path:
    path = folder / "army.yaml"
    assert run(["new", data, "-o", str(path)]) == 0
    return path


def written(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith("#"))


def summary(path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    assert run(["summary", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("order", [("Hydra", "Snipers"), ("Snipers", "Hydra")])
def test_upgrades_bring_their_units_in_whatever_order_they_are_chosen(
    order: tuple[str, str], tmp_path: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    army = begin(tmp_path, "epic/imperial-guard")
    edit("add", "Mechanised Infantry Company")
    for upgrade in order:
        edit("set", "Mechanised Infantry Company", upgrade)
    assert "choices:" not in written(army), "the short form is enough"
    (company,) = summary(army, capsys)["units"]
    models = {group["name"]: group["models"] for group in company["model_groups"]}
    assert (models["Hydra"], models["Snipers"], company["models"]) == (1, 2, 23)


def test_an_upgrade_is_taken_again_and_given_back(
    tmp_path: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    army = begin(tmp_path, "epic/orks")
    edit("add", "Warband")
    assert edit("set", "Warband", "Boy Mob", "3")[0] == 0
    assert summary(army, capsys)["formations"][0]["broken_at"] == 16
    edit("unset", "Warband", "Boy Mob")
    assert summary(army, capsys)["formations"][0]["broken_at"] == 10


def test_the_share_that_is_spent_is_said_before_it_is_broken(tmp_path: Path, edit: Edit, capsys: Any) -> None:
    """E-07: by check and by summary; a share of which nothing is spent is not worth a line."""
    army = begin(tmp_path, "epic/imperial-guard")
    edit("limit", "3000")
    for command in ("check", "summary"):
        run([command, str(army)])
        assert "War Engines" not in capsys.readouterr().out
    edit("add", "Warhound Pack")
    for command in ("check", "summary"):
        run([command, str(army)])
        assert "War Engines and Aircraft: 275 of at most 1 000 points" in capsys.readouterr().out


def test_parts_of_a_unit_are_planned_as_a_group_and_stay_in_it(tmp_path: Path, edit: Edit, capsys: Any) -> None:
    """L-10: each of up to three of a kind is a unit of its own."""
    army = begin(tmp_path, "lethal/orks")
    for unit in ("Warbuggies", "Gretchin"):
        edit("add", unit)
    units = {unit["entry"]: unit["id"] for unit in summary(army, capsys)["units"]}
    edit("count", units["warbuggies"].partition(".")[0], "3")
    first, second, _ = (unit["id"] for unit in summary(army, capsys)["units"] if unit["entry"] == "warbuggies")
    assert edit("group", "add", "Racers", first, second)[0] < 2
    edit("remove", "Gretchin")
    (planned,) = summary(army, capsys)["unit_groups"]
    assert planned["units"] == [first, second]
    assert edit("group", "add", "Ghosts", f"nobody.{first.partition('.')[2]}")[0] == 2


def test_more_support_than_core_formations_allow_is_told_at_once(tmp_path: Path, edit: Edit) -> None:
    begin(tmp_path, "epic/imperial-guard")
    edit("add", "Mechanised Infantry Company")
    for _ in range(2):
        assert "formations of Support" not in edit("add", "Artillery Battery")[1]
    assert "3 formations of Support, the army may have at most 2" in edit("add", "Artillery Battery")[1]
    assert "is undone" in edit("undo")[1]


@pytest.mark.long
def test_groups_and_readings_of_rules_are_planned_and_told(
    tmp_path: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    army = begin(tmp_path, "lethal/chaos-space-marines")
    edit("add", "Chaos Marines", "--name", "First", "--count", "10", "--option", "missile launcher")
    edit("add", "Chaos Marines", "--name", "Second")
    edit("add", "Chaos Lord")
    _, said = edit("group", "add", "Pair", "First", "Chaos Lord")
    assert "L-11" in said and "as the third unit" in said
    edit("group", "remove", "Pair")
    _, said = edit("group", "add", "Spearhead", "First", "Second", "Chaos Lord")
    assert "L-1" not in said
    edit("set", "Second", "Extra ammunition", "2")
    edit("setting", "speed save", "stat section")
    told = summary(army, capsys)
    assert [(group["name"], len(group["units"]), group["command"]) for group in told["unit_groups"]] == [
        ("Spearhead", 3, 1)
    ]
    assert told["settings"]["speed save"] == "stat section"
    assert told["counters"]["ammo"]["total"] == 5
    assert edit("setting", "speed save", "moon")[0] == 2
    assert edit("group", "add", "Nobody", "First", "Who")[0] == 2
