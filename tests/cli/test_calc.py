"""`muster calc`: rules worked out at the command line."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from builder.cli.main import run
from builder.systems.registry import load_system
from builder.systems.specs import name_of
from tests.cli.calc_diceless import DICELESS, MISTAKES
from tests.ours import OUR_SYSTEMS

EVERY = [(system, name_of(each)) for system in OUR_SYSTEMS for each in load_system(system).calculations()]


def _fought(dice: str, hits: str, lost: str) -> dict[str, object]:
    """What a side comes to whose enemy saves nothing."""
    parts = {"dice": dice, "hits": hits, "through": lost, "saved": "0", "lost": lost}
    return {part: {"fraction": text, "value": round(float(Fraction(text)), 4)} for part, text in parts.items()}


EXAMPLES: dict[str, tuple[list[str], dict[str, object]]] = {
    **DICELESS,
    "action-test": (["--initiative", "2+", "--markers", "1", "--retaining", "--die", "3"], {
        "needs": 4, "passed": False, "markers": 2, "action": "hold", "chance": {"fraction": "1/2", "percent": 50}}),
    "strategy": (["--rating", "5", "--other", "5", "--tie-is-won", "--die", "4"], {
        "total": 9, "chance": {"fraction": "7/12", "percent": 58.3333}}),
    "firepower": (["--unit", "2: AP5+/AT6+", "--unit", "2 x AP4+", "--target", "armour", "--markers", "1"], {
        "firing": 2, "suppressed": 1, "expected": {"fraction": "1/3", "value": 0.3333},
        "shots": [{"dice": "1", "needs": 6}, {"dice": "1", "needs": 6}],
        "hits": {"0": {"fraction": "25/36", "percent": 69.4444}, "1": {"fraction": "5/18", "percent": 27.7778},
                 "2": {"fraction": "1/36", "percent": 2.7778}}}),
    "to-hit": (["--value", "6+", "--modifier", "-1"], {"needs": None, "chance": {"fraction": "0", "percent": 0}}),
    "markers": (["--shot-at", "1", "--destroyed", "2", "--dangerous-terrain-losses", "1"], {"gained": 3}),
    "broken": (["--units", "6", "--markers", "6"], {"broken": True, "broken_at": 6}),
    "break-track": (["--units", "6", "--markers", "1", "--lost", "1,0,2"], {"breaks_at": 3, "attacks": [
        {"units": 5, "markers": 3, "broken": False}, {"units": 5, "markers": 4, "broken": False},
        {"units": 3, "markers": 7, "broken": True}]}),
    "suppressed": (["--able", "5", "--markers", "2"], {"firing": 3, "suppressed": 2}),
    "moves": (["--action", "march", "--speed", "15", "--road"], {"moves": [20, 20, 20]}),
    "stand": (["--width", "30", "--depth", "15", "--models", "8"], {"legal": False, "size": True, "models": False}),
    "inches": (["--cm", "15"], {"inches": 7.5}),
    "d3": (["--die", "5"], {"d3": 3}),
    "arc": (["--name", "fixed forward"], {"degrees": 90}),
    "danger": (["--units", "2"], {"any": {"fraction": "11/36", "percent": 30.5556}}),
    "saving-throw": (["--armour", "6+", "--shelter", "fortification", "--crossfire"], {
        "needs": 3, "by": "fortification", "chance": {"fraction": "2/3", "percent": 66.6667}}),
    "transport-lost": (["--riders", "6", "--armour", "5+", "--crossfire"], {
        "chance": {"fraction": "1/6", "percent": 16.6667}, "expected": {"fraction": "1", "value": 1.0}}),
    "retain-or-not": (["--initiative", "2+", "--next-initiative", "2+", "--next-markers", "1"], {
        "second": {"fraction": "1/2", "percent": 50.0}, "both": {"fraction": "5/12", "percent": 41.6667}}),
    "cover-choice": (
        ["--unit", "AP5+", "--in-open", "2", "--in-cover", "4", "--armour", "5+", "--shelter", "building"],
        {"whole": {"fraction": "5/54", "value": 0.0926}, "in_open": {"fraction": "2/9", "value": 0.2222},
         "better": "those in the open"},
    ),
    "contact-range": (
        ["--cr", "75", "--wrm", "2", "--path", "open 5", "--path", "light 15", "--path", "hard"],
        {"left": 5},
    ),
    "penetration": (["--ap", "4", "--av", "7", "--vehicle"], {"of_six": {
        "none": 2, "glancing": 1, "penetrating": 2, "catastrophic": 1}}),
    "vehicle-damage": (["--hit", "catastrophic", "--die", "6"], {"damage": "explodes"}),
    "speed-save": (["--moved", "50"], {"save": "5+"}),
    "titan-killer": (["--su", "3x5+", "--structure", "2"], {"left": "5+"}),
    "combat-dice": (["--cs", "2x3+", "--charging", "--second-weapon"], {"dice": 4}),
    "command-check": (["--cm", "1+", "--die", "1"], {"passed": False}),
    "morale": (["--cm", "3+", "--dice", "3,6"], {"passed": True}),
    "losses": (["--start", "10", "--before", "10", "--after", "7"], {"check": True, "losses_that_check": 3}),
    "confusion": (["--cm", "3+", "--die", "1"], {"result": "random", "dice": "4D6"}),
    "ammunition": (["--counters", "2", "--dice", "1,1"], {"left": 0, "out": True, "after_find": 1}),
    "group": (["--unit", "infantry, troops", "--unit", "infantry, heavy support"], {"legal": False}),
    "movement": (["--m", "15"], {"difficult_terrain": 7}),
    "volley": (["--ss", "4+", "--models", "6", "--rapid-fire", "--ap", "1", "--av", "4", "--su", "4+"], {
        "dice": 12, "hits": {"fraction": "6", "value": 6.0}, "lost": {"fraction": "3/2", "value": 1.5}}),
    "cover": (["--band", "light", "--entrenched"], {"counts_as": "medium", "share": "1/4", "armour": 3}),
    "survival": (["--su", "2x4+", "--dice", "1,5"], {"survives": True, "chance": {"fraction": "3/4", "percent": 75}}),
    "primitive-armour": (["--armour", "plate and shield", "--mounted"], {"av": 3}),
    "primitive-weapon": (["--weapon", "spear", "--receiving", "--against-mounted"], {"dice": 2, "ap": 0}),
    "transport": (["--moved", "31"], {"may_disembark": False, "may_embark": False}),
    "group-test": (["--cm", "3+,3+,1+", "--die", "2"], {"grouped": True, "command": 1}),
    "confusion-move": (["--dice", "2,4,5", "--enemy", "14"], {"sum": 11, "moved": 9}),
    "rally": (["--start", "10", "--models", "6", "--cm", "3+", "--dice", "3,4"], {
        "may_rally": True, "state": "paralysed"}),
    "disembark": (["--moved", "31"], {"may_disembark": False, "actions": []}),
    "combat": (["--models", "6", "--cs", "4+", "--ap", "1", "--av", "2", "--no-charge"], {"rounds": [{
        "attacker": _fought("6", "3", "5/2"), "defender": _fought("10", "5", "10/3")}]}),
    "suppress": (["--models", "6", "--weapons", "3", "--ap", "2", "--av", "4", "--su", "4+"], {
        "hits": 18, "through": {"fraction": "12", "value": 12.0}, "lost": {"fraction": "6", "value": 6.0}}),
    "overheating": (["--dice", "1,3,1,4,6"], {"hits": 3, "su_rolls": 2}),
}  # fmt: skip


def test_every_calculation_has_an_example() -> None:
    assert sorted(name for _, name in EVERY) == sorted(EXAMPLES)


@pytest.mark.parametrize(("system", "name"), EVERY)
def test_an_example_comes_out_in_words_and_as_json(system: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, wanted = EXAMPLES[name]
    assert run(["calc", system, name, *arguments]) == 0
    assert capsys.readouterr().out.strip()
    assert run(["calc", system, name, *arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["system"], told["calculation"]) == ("muster-calculation", system, name)
    assert {key: told["result"][key] for key in wanted} == wanted
    assert {key: told[key] for key in wanted if key != "result"}.items() <= wanted.items()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lethal", "contact-range", "--cr", "far"], "--cr: write a whole number"),
        (["lethal", "contact-range"], "--cr: this is missing"),
        (["lethal", "contact-range", "--cr", "60", "--path", "fog 5"], "'fog' is none of: open, soft"),
        (["lethal", "contact-range", "--cr", "60", "--path", "open"], "say how many cm are open"),
        (["diceless", "hits", "--hits", "6"], "G+1, P+1; write each hit, with commas between"),
        (["lethal", "morale", "--cm", "3+", "--dice", "3"], "a morale check is two dice"),
        (["lethal", "morale", "--cm", "7+", "--dice", "3,3"], "write a CM from 1+ to 6+"),
        (["lethal", "losses", "--start", "5", "--before", "6", "--after", "1"], "--start is at least --before"),
        (["lethal", "group", "--unit", "infantry"], "write a type and a slot"),
        (["lethal", "speed-save", "--moved", "9", "--table", "x"], "'x' is none of: vehicles section"),
        (["lethal", "penetration", "--ap", "1", "--av", "-1"], "write a whole number"),
        (["lethal", "combat-dice", "--cs", "3+", "--round", "0"], "write a whole number from 1 to 9999"),
        (["epic", "action-test", "--initiative", "7+"], "--initiative: write a score from 1+ to 6+"),
        (["epic", "firepower"], "say who fires"),
        (["epic", "cover-choice", "--in-open", "4"], "say who fires"),
        (["epic", "cover-choice", "--unit", "AP5+", "--in-open", "4"], "there is a choice where some are"),
        (["epic", "cover-choice", "--unit", "AP5+", "--in-open", "0", "--in-cover", "2"], "there is a choice where"),
        (["epic", "firepower", "--unit", "AP9+"], "'AP9+' is no firepower"),
        (["epic", "firepower", "--unit", "many: AP5+"], "--unit: write a whole number"),
        (["epic", "firepower", "--unit", "99: 99 x AP5+"], "more than 300 dice"),
        (["epic", "firepower", "--unit", "AP5+", "--action", "march"], "March does not shoot"),
        (["epic", "firepower", "--unit", "AP5+", "--action", "flee"], "'flee' is none of: advance, engage"),
        (["epic", "to-hit", "--value", "4+", "--modifier", "cover"], "--modifier: write a modifier"),
        (["epic", "stand", "--width", "0", "--depth", "20"], "--width: write a whole number from 1 to 9999"),
        (["epic", "inches", "--cm", "-1"], "--cm: write a distance in cm"),
        (["epic", "strategy", "--rating", "3", "--tie-is-won", "--first-turn"], "leave --tie-is-won out"),
        (["epic", "danger", "--units", "301"], "more than 300 units"),
        (["epic", "saving-throw", "--shelter", "tent"], "'tent' is none of: fortification, building"),
        (["epic", "arc", "--name", "up"], "'up' is none of: forward, rear"),
        (["chess"], "no command 'chess'"),
        *MISTAKES,
    ],
)
def test_wrong_input_is_one_message_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calc", *arguments]) == 2
    told = capsys.readouterr()
    assert words in told.err and told.out == ""


def test_the_help_lists_systems_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calc", "--help"]) == 0
    assert "lethal" in capsys.readouterr().out
    assert run(["calc", "lethal", "--help"]) == 0
    assert "contact-range" in capsys.readouterr().out


def test_a_forbidden_group_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calc", "lethal", "group", "--unit", "infantry, troops", "--unit", "vehicle, troops"]) == 0
    assert "L-11" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "lost"),
    [
        (["--ap", "3"], [20, 30]),
        (["--ap", "3", "--cover", "3+"], [10, 20]),
        (["--cover", "2+", "--close-combat"], [10, 30]),
        (["--ap", "3", "--null-zone"], [25, 40]),
        (["--ap", "3", "--feel-no-pain"], [10, 15]),
        (["--ap", "3", "--reroll-failed"], [15, 20]),
    ],
)
def test_each_group_of_a_unit_takes_the_best_of_its_saves(
    options: list[str], lost: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """D-23, D-24, D-25, D-33, D-37, D-101: 30 DMG on one at 3+ and 5+, 60 on two at 4+ alone."""
    groups = ["--group", "one, 1, 40, 3+/5++", "--group", "two, 2, 40, -/4++"]
    run(["calc", "diceless", "mixed-unit", "--damage", "90", *groups, *options, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [group["hp_lost"] for group in told["result"]["groups"]] == lost


def test_a_save_of_a_group_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calc", "diceless", "mixed-unit", "--damage", "9", "--group", "one, 1, 40, 3+/7++"]) == 2
    assert "write a save from 2+ to 6+" in capsys.readouterr().err
