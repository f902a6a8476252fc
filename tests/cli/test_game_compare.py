"""`muster game compare`: the best targets of a unit as a game stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.services.games.games import new_game

UNIT = "Tactical Squad Oriel"


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")
    new_game("space-marines-1000", "orks-500", "Third").close()


@pytest.mark.long
def test_the_best_target_stands_first_and_nothing_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "compare", "Third", UNIT, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "muster-game-compare"
    assert [each["inches"] for each in found["situations"]] == [6, 12, 18, 24, 36, 48, None, None]
    best = max(
        (each for target in found["targets"] for each in target["encounters"] if each["situation"] == "12"),
        key=lambda each: each["points"],
    )
    assert best["hp"] == sum(each["hp"] for each in best["weapons"])
    assert run(["game", "compare", "Third", UNIT]) == 0
    out = capsys.readouterr().out.splitlines()
    name = next(each["name"] for each in found["targets"] if each["id"] == best["target"])
    assert out[2].startswith(name)
    assert run(["game", "log", "Third", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["log"]) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Third", "nobody"), "no unit or vehicle is called 'nobody'"),
        (("Third", UNIT, "--weapon", "lascannon"), "'lascannon' is no weapon of Tactical Squad Oriel that is left"),
        (("Third", UNIT, "--at", "13"), "'13' is no situation"),
        (("Fourth", UNIT), "no game is called 'Fourth'"),
    ],
)
def test_what_cannot_be_compared_is_told(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert run(["game", "compare", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_an_opponent_who_is_only_a_name_has_no_targets(capsys: pytest.CaptureFixture[str]) -> None:
    new_game("space-marines-500", None, "Alone", opponent="Ben").close()
    assert run(["game", "compare", "Alone", "Scout"]) == 2
    assert "Ben is only a name" in capsys.readouterr().err
