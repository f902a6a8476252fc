"""The worked cases of Epic, through the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from builder.cli.main import run
from tests.systems.epic.vectors import vectors


@pytest.fixture
def calc(capsys: pytest.CaptureFixture[str]) -> Any:
    """What `muster calc epic` answers as JSON, to switches (True) and values."""

    def answer(name: str, /, **given: object) -> Mapping[str, Any]:
        assert run(["calc", "epic", name, *_options(given), "--json"]) == 0
        result: Mapping[str, Any] = json.loads(capsys.readouterr().out)["result"]
        return result

    return answer


def _options(given: Mapping[str, object]) -> Iterator[str]:
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        for each in value if isinstance(value, list) else [value]:
            if each is True:
                yield option
            elif each is not False:
                yield f"{option}={each}"


@pytest.mark.parametrize("case", vectors("action_test"), ids=str)
def test_an_action_test(case: Mapping[str, Any], calc: Any) -> None:
    told = calc("action-test", **{key: case[key] for key in ("initiative", "markers", "retaining")})
    assert told["needs"] == case["needs"]
    assert Fraction(told["chance"]["fraction"]) == Fraction(case["chance"])


@pytest.mark.parametrize("case", vectors("action_result"), ids=str)
def test_what_a_roll_leads_to(case: Mapping[str, Any], calc: Any) -> None:
    told = calc("action-test", die=case["roll"], **{key: case[key] for key in ("initiative", "markers", "retaining")})
    assert told["passed"] is case["passed"]
    assert told["markers"] == case.get("markers_after", case["markers"])
    assert told["action"] == case.get("action")


@pytest.mark.parametrize("case", vectors("strategy"), ids=str)
def test_a_strategy_roll(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("strategy", rating=case["rating"], die=case["roll"])["total"] == case["total"]


@pytest.mark.parametrize("case", vectors("firepower"), ids=str)
@pytest.mark.parametrize("target", ["ap", "at"])
def test_firepower(case: Mapping[str, Any], target: str, calc: Any) -> None:
    told = calc("firepower", unit=case["text"], target=target.upper())
    wanted = [{"dice": str(case["shots"]), "needs": int(case[target][0])}] if target in case else []
    assert told["shots"] == wanted


@pytest.mark.parametrize("case", vectors("to_hit"), ids=str)
def test_what_a_shot_needs(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("to-hit", value=case["value"], modifier=case["modifiers"])["needs"] == case["needs"]


@pytest.mark.parametrize("case", vectors("markers"), ids=str)
def test_blast_markers(case: Mapping[str, Any], calc: Any) -> None:
    told = calc("markers", **{event: times for event, times in case.items() if event != "gained"})
    assert told["gained"] == case["gained"]


@pytest.mark.parametrize("case", vectors("broken"), ids=str)
def test_breaking(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("broken", units=case["units"], markers=case["markers"])["broken"] is case["broken"]


@pytest.mark.parametrize("case", vectors("suppressed"), ids=str)
def test_suppression(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("suppressed", able=case["able"], markers=case["markers"])["firing"] == case["firing"]


@pytest.mark.parametrize("case", vectors("moves"), ids=str)
def test_moves(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("moves", action=case["action"], speed=case["speed"])["moves"] == [case["speed"]] * case["moves"]


@pytest.mark.parametrize("case", vectors("stand"), ids=str)
def test_the_size_of_a_stand(case: Mapping[str, Any], calc: Any) -> None:
    width, depth = case["mm"]
    assert calc("stand", width=width, depth=depth)["legal"] is case["legal"]


@pytest.mark.parametrize("case", vectors("inches"), ids=str)
def test_inches(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("inches", cm=case["cm"])["inches"] == case["inches"]


@pytest.mark.parametrize("case", vectors("arc"), ids=str)
def test_arcs(case: Mapping[str, Any], calc: Any) -> None:
    assert calc("arc", name=case["name"])["degrees"] == case["degrees"]


@pytest.mark.parametrize("roll", vectors("d3"))
def test_a_d3(roll: Any, calc: Any) -> None:
    assert calc("d3", die=roll)["d3"] == vectors("d3")[roll]


def test_dangerous_terrain(calc: Any) -> None:
    """E-15."""
    told = calc("danger", units=3)
    fractions = [told[name]["fraction"] for name in ("chance", "expected", "any")]
    assert fractions == ["1/6", "1/2", "91/216"]
    assert calc("danger", cautious=True)["any"]["fraction"] == "1/36"


@pytest.mark.parametrize(
    ("given", "needs", "by"),
    [
        ({"armour": "5+"}, 5, "armour"),
        ({"armour": "5+", "shelter": "building"}, 4, "building"),
        ({"armour": "5+", "shelter": "fortification", "crossfire": True}, 3, "fortification"),
        ({"armour": "6+", "crossfire": True}, None, None),
        ({"shelter": "transport"}, 6, "transport"),
        ({}, None, None),
    ],
)
def test_saves(given: Mapping[str, object], needs: int | None, by: str | None, calc: Any) -> None:
    """E-15, E-20, E-23."""
    told = calc("saving-throw", **given)
    assert (told["needs"], told["by"]) == (needs, by)
    assert Fraction(told["chance"]["fraction"]) == (Fraction(7 - needs, 6) if needs else 0)


def test_the_first_turn_and_the_road(calc: Any) -> None:
    """E-05, E-22."""
    assert calc("strategy", rating=3, other=3, first_turn=True)["chance"]["fraction"] == "1/2"
    assert calc("action-test", initiative="3+", markers=5, road_march=True)["chance"]["percent"] == 100


def test_cover_and_the_action_add_up(calc: Any) -> None:
    told = calc("firepower", unit="AP4+", action="double", cover=True, modifier=[1, -1])
    assert told["shots"] == [{"dice": "1", "needs": 6}]


def test_a_formation_that_is_all_suppressed_hits_nothing(calc: Any) -> None:
    told = calc("firepower", unit="3: AP4+", markers=3)
    assert (told["firing"], told["expected"]["value"]) == (0, 0)
    assert told["hits"] == {"0": {"fraction": "1", "percent": 100}}
