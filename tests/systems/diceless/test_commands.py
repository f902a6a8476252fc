"""The worked cases of the rules, through `muster calc diceless … --json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from builder.cli.main import run
from tests.systems.diceless.vectors import OURS, every_case
from tests.worked import worked_cases

Case = Mapping[str, Any]
Command = tuple[list[str], dict[str, Any]]
"""Arguments behind `calc diceless`, and the fields expected."""
COMMANDS: dict[str, Callable[[Case], Iterator[Command]]] = {}


def asks(name: str) -> Callable[[Callable[[Case], Iterator[Command]]], Callable[[Case], Iterator[Command]]]:
    """The commands for the cases of a name."""

    def register(command: Callable[[Case], Iterator[Command]]) -> Callable[[Case], Iterator[Command]]:
        COMMANDS[name] = command
        return command

    return register


def flags(case: Case, *names: str, **renamed: str) -> list[str]:
    """The fields of a case as options, those that are true as switches; `renamed` has other names for some."""
    arguments: list[str] = []
    for field, option in {**{name: name.replace("_", "-") for name in names}, **renamed}.items():
        value = case.get(field)
        if isinstance(value, list):
            value = ",".join(map(str, value))
        if value is True:
            arguments.append(f"--{option}")
        elif value is not None and value is not False:
            arguments.append(f"--{option}={value}")
    return arguments


def simple(name: str, rule: str, *options: str, wanted: Mapping[str, str], **renamed: str) -> None:
    """Cases whose fields are options; `wanted` has the field of the answer for each field expected."""

    def command(case: Case) -> Iterator[Command]:
        answer = {field: case[expected] for expected, field in wanted.items() if expected in case}
        yield [*rule.split(), *flags(case, *options, **renamed)], answer

    asks(name)(command)


HIT = {"glancing": "glancing", "penetrating": "penetrating", "lines": "lines"}
TEST = {"after": "op", "passed": "passed"}
simple("hp", "hp", wanted={"hp": "hp"}, T="toughness", W="wounds")
simple(
    "save",
    "save",
    "damage",
    "save",
    wanted={"lost": "hp_lost"},
    reroll_failed="reroll-failed",
    reroll_passed="reroll-passed",
)
simple(
    "shooting",
    "shooting",
    "bs",
    "strength",
    "shots",
    "models",
    "twin_linked",
    "range",
    "distance",
    wanted={"damage": "damage"},
)
simple("template", "template", "hits", "strength", "twin_linked", wanted={"damage": "damage"})
simple("blast", "blast", "hits", "strength", wanted={"damage": "damage"})
simple("rending", "rending", "damage", wanted={"pierced": "pierced", "saved": "saved"})
simple(
    "close_combat",
    "close-combat",
    "ws",
    "target_ws",
    "attacks",
    "strength",
    "poisoned",
    "toughness",
    wanted={"damage": "damage"},
)
simple("leadership", "leadership", "ld", "op", "reroll", wanted=TEST)
simple("difficult_terrain", "difficult-terrain", "move", "before", wanted={"inside": "inside"})
simple("lost_assault", "lost-assault", "ld", "op", "suffered", "inflicted", "extra_wounds", "toughness", wanted=TEST)
simple("no_retreat", "no-retreat", "suffered", "inflicted", "save", wanted={"damage": "damage", "lost": "hp_lost"})
simple("regroup", "regroup", "op", "lds", "ld", wanted=TEST)
simple("psychic", "psychic", "ld", "op", "hood", wanted=TEST)
simple("sweeping_advance", "sweep", "fleeing", "winners", wanted={"escapes": "escapes"})
simple("artillery", "artillery", "damage", "strength", wanted={"crew": "crew", "guns": "guns"})
simple(
    "casualties", "casualties", "models", "lost", wanted={"models_left": "models_left", "noted": "noted"}, hp_each="hp"
)
simple("sniper", "shooting --sniper", "bs", "shots", "toughness", wanted={"damage": "damage"})
simple("gets_hot", "gets-hot", "save", "reroll", wanted={"lost": "hp_lost"})
simple("feel_no_pain", "feel-no-pain", "lost", wanted={"after": "hp_lost"})
simple("vehicle_bs", "vehicle-shooting", "bs", "zone", "speed", "ap", wanted={"modified": "bs"})
simple("grenades", "grenades", "kind", "models", "av", wanted=HIT)
simple("explosion", "explosion", "passengers", "open_topped", wanted={"damage": "damage"})
simple("deep_strike", "deep-strike", "zone", "jamming_beacon", wanted={"tokens": "tokens", "mishap": "mishap"})


@asks("mixed_unit")
def mixed_unit(case: Case) -> Iterator[Command]:
    groups = [f"--group={each['name']}, {each['models']}, {each['hp_each']}, {case['save']}" for each in case["groups"]]
    kept = ("name", "models_left", "hp_left")
    yield (
        ["mixed-unit", *flags(case, "damage"), *groups],
        {"groups": [{key: each[key] for key in kept} for each in case["groups"]]},
    )


@asks("vehicle")
def vehicle(case: Case) -> Iterator[Command]:
    lines: Mapping[str, int] = {}
    scored: list[str] = []
    for fired in case["volleys"]:
        before = ",".join(f"{letter}={damage}" for letter, damage in lines.items())
        yield (
            ["vehicle", *flags(case, "av"), *flags(fired, "strength", "damage"), f"--lines={before}"],
            {key: fired[key] for key in HIT},
        )
        lines = fired["lines"]
        scored += ["G"] * fired["glancing"] + ["P"] * fired["penetrating"]
    boxes = {row: [box.capitalize() for box in checked] for row, checked in case["row_boxes"].items()}
    yield ["hits", f"--hits={','.join(scored)}", "--weapons=2"], boxes


@asks("reserves")
def reserves(case: Case) -> Iterator[Command]:
    yield (
        ["reserves", *flags(case, "units", "bonus")],
        {"arrivals": {str(turn): number for turn, number in case["arrivals"].items()}},
    )


@asks("instant_death")
def instant_death(case: Case) -> Iterator[Command]:
    each = 10 * case["toughness"] * case["wounds"]
    yield (
        ["casualties", f"--hp={each}", *flags(case, "models", "lost", "strength", "toughness")],
        {"models_left": case["models_left"], "noted": case["noted"]},
    )


@asks("dangerous_terrain")
def dangerous_terrain(case: Case) -> Iterator[Command]:
    rule = ["vehicle-terrain", "--rear=10"] if "vehicle_inches" in case else ["dangerous-terrain"]
    options = flags(case, "models", "skilled_rider", "strength", vehicle_inches="inches")
    yield [*rule, *options], {"damage": case["damage"]}


@asks("witchblade")
def witchblade(case: Case) -> Iterator[Command]:
    options = flags(case, "ws", "target_ws", "attacks", "strength", "toughness")
    yield ["poison", "--witchblade", *options], {"damage": case["damage"]}


@asks("penetration")
def penetration(case: Case) -> Iterator[Command]:
    yield ["vehicle", "--damage=1", *flags(case, "av", "strength", "extra")], {"line": case["line"]}


@asks("ramming")
def ramming(case: Case) -> Iterator[Command]:
    yield ["ramming", "--av=10", "--strength=8", *flags(case, "skimmer")], {"damage": case["damage"]}


@asks("repair")
def repair(case: Case) -> Iterator[Command]:
    options = flags(case, "servo_arms", harness="servo-harness")
    yield ["repair", "--lines=A=36", "--line=A", *options], {"removed": case["removed"]}


@asks("tokens")
def tokens(case: Case) -> Iterator[Command]:
    counts = ("blast", "large_blast", "deep_strikers", "gets_hot_weapons", "psykers")
    named = [f"--named={name}" for name in case.get("named", ())]
    wanted = ("scatter", "scatter_at_start", "gets_hot", "warp")
    yield ["tokens", *flags(case, *counts), *named], {key: case[key] for key in wanted if key in case}


@asks("scatter")
def scatter(case: Case) -> Iterator[Command]:
    switch = [] if case.get("pull_back", True) else ["--no-pull-back"]
    yield ["scatter", *flags(case, "tokens", "bs"), *switch], {"inches": case["inches"]}


@pytest.mark.parametrize(("name", "case"), list(every_case()))
def test_a_worked_case_comes_out_as_json(name: str, case: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, wanted in COMMANDS[name](case):
        assert run(["calc", "diceless", *arguments, "--json"]) == 0, arguments
        told = json.loads(capsys.readouterr().out)
        assert told["steps"] and told["result"]["steps"] == told["steps"]
        assert {key: kept(told[key], value) for key, value in wanted.items()} == wanted


def kept(told: Any, wanted: Any) -> Any:
    """What is told of what a case knows; a case may leave fields of groups out."""
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        return [{key: each[key] for key in wanted[0]} for each in told]
    return told


def test_every_name_has_a_command() -> None:
    assert set(worked_cases(OURS)) == set(COMMANDS)
