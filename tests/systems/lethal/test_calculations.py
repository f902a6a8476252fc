"""The rules of Lethal 40K through the command line: what is answered, and what is refused."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from builder.cli.main import run

Calc = Callable[..., Mapping[str, Any]]


@pytest.fixture
def calc(capsys: pytest.CaptureFixture[str]) -> Calc:
    """What `muster calc lethal` answers as JSON."""

    def answer(*words: str) -> Mapping[str, Any]:
        assert run(["calc", "lethal", *words, "--json"]) == 0
        result: Mapping[str, Any] = json.loads(capsys.readouterr().out)["result"]
        return result

    return answer


@pytest.mark.parametrize(
    ("words", "counts_as", "share", "armour"),
    [
        ("", None, "1", 0),
        ("--entrenched", "soft", "1", 1),
        ("--band light", "light", "1/2", 2),
        ("--band light --entrenched", "medium", "1/4", 3),
        ("--band hard --at-edge", "hard", "1", 4),
        ("--band 'very hard' --entrenched", "very hard", "0", 5),
    ],
)
def test_cover_and_entrenching(words: str, counts_as: str | None, share: str, armour: int, calc: Calc) -> None:
    """L-41, L-44, L-45."""
    told = calc("cover", *shlex.split(words))
    assert (told["counts_as"], told["share"], told["armour"]) == (counts_as, share, armour)


def test_beyond_the_hole_of_a_blast_half_the_penetration_counts(calc: Calc) -> None:
    """L-82: an AP of 5 is one of 2, which a wall of 8 stops but for a 6."""
    assert calc("penetration", "--ap=5", "--av=8", "--vehicle")["of_six"].keys() == {
        "none",
        "glancing",
        "penetrating",
        "catastrophic",
    }
    assert calc("penetration", "--ap=5", "--av=8", "--vehicle", "--beyond-hole")["of_six"] == {"none": 5, "glancing": 1}


@pytest.mark.parametrize(
    ("words", "state", "after_turn"),
    [
        ("--dice 3,5", "unbroken", "unbroken"),
        ("--dice 2,6", "shaken", "shaken"),
        ("--dice 2,6 --state shaken", "stunned", "shaken"),
        ("--dice 2,6 --state routed", None, None),
        ("--dice 3,3 --state routed", "paralysed", "shaken"),
        ("--dice 2,6 --in-combat", None, None),
        ("--dice 2,6 --rule stubborn", "unbroken", "unbroken"),
    ],
)
def test_what_becomes_of_a_unit_that_checks_its_morale(
    words: str, state: str | None, after_turn: str | None, calc: Calc
) -> None:
    """L-30, L-31, L-32, and the rules of L-06."""
    told = calc("morale", "--cm=3+", *words.split())
    assert (told["state"], told["after_turn"]) == (state, after_turn)


def test_siege_masters_keep_their_heads_in_fortifications_alone(calc: Calc) -> None:
    """L-06: for command and for confusion."""
    masters = ("--cm=4+", "--die=2", "--rule=siege masters")
    assert not calc("command-check", *masters)["passed"]
    assert calc("command-check", *masters, "--in-fortification")["passed"]
    assert calc("confusion", *masters, "--in-fortification")["result"] == "passed"


def test_saves(calc: Calc) -> None:
    """L-02."""
    assert calc("survival", "--su=2x4+")["chance"] == {"fraction": "3/4", "percent": 75}
    assert calc("survival", "--su=2x4+", "--dice=1,4")["survives"]
    assert not calc("survival", "--su=4+", "--dice=3")["survives"]
    assert calc("survival", "--su=0")["chance"]["percent"] == 0


def test_ammunition_of_infantry_and_of_vehicles(calc: Calc) -> None:
    """L-20, L-22, L-96."""
    assert calc("ammunition", "--dice=1")["out"]
    assert calc("ammunition", "--counters=2", "--dice=1", "--suppressive-fire")["out"]
    assert not calc("ammunition", "--counters=2", "--suppressive-fire")["out"]
    assert calc("ammunition", "--vehicle", "--suppressive-fire") == {"left": None, "out": True, "after_find": None}
    assert not calc("ammunition", "--vehicle")["out"]


def test_close_combat_uses_the_better_penetration(calc: Calc) -> None:
    """L-55, L-100."""
    told = calc("combat-dice", "--cs=2x3+", "--charging", "--ap=1", "--weapon-ap=3")
    assert (told["dice"], told["target"], told["ap"]) == (3, "3+", 3)


@pytest.mark.parametrize(
    ("words", "dice", "ap"),
    [
        ("--weapon spear", 0, 0),
        ("--weapon spear --receiving", 1, 0),
        ("--weapon spear --receiving --against-mounted", 2, 0),
        ("--weapon spear --receiving --round 2", 0, 0),
        ("--weapon two-handed --receiving", 0, 2),
        ("--weapon lance --mounted", 0, 2),
        ("--weapon lance", 0, 0),
        ("--weapon lance --mounted --receiving", 0, 0),
    ],
)
def test_arms_of_primitive_troops(words: str, dice: int, ap: int, calc: Calc) -> None:
    """L-112."""
    assert calc("primitive-weapon", *words.split()) == {"dice": dice, "ap": ap}


def test_armour_of_primitive_troops(calc: Calc) -> None:
    """L-110, L-112."""
    assert calc("primitive-armour", "--armour=chainmail and shield", "--mounted")["av"] == 2
    assert calc("primitive-armour", "--armour=plate and shield", "--shield-to-assault")["av"] == 3
    for words, av in {
        "": 0,
        "--shield-to-assault": 1,
        "--armour=shield --shield-to-assault": 1,
        "--armour=shield": 0,
    }.items():
        assert calc("primitive-armour", *words.split())["av"] == av, words
    assert calc("primitive-armour", "--armour=none")["av"] == 0
    assert calc("primitive-armour", "--armour=none", "--shield-to-assault")["av"] == 1, (
        "a shield needs no armour (L-112)"
    )


def test_getting_in_and_out(calc: Calc) -> None:
    """L-72, L-73."""
    assert calc("transport", "--moved=30") == {"may_disembark": True, "may_embark": True}
    assert calc("transport", "--moved=31") == {"may_disembark": False, "may_embark": False}
    assert calc("transport", "--moved=20", "--after-move-move") == {"may_disembark": False, "may_embark": True}


def test_moves_between_rounds_of_combat(calc: Calc) -> None:
    """L-101, beside L-65, L-70 and L-71."""
    told = calc("movement", "--m=15")
    assert (told["between_combat_rounds"], told["difficult_terrain"], told["fast_vehicle_move"]) == (7, 7, 60)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("contact-range", "--cr=75", "--path=light", "--path=open 5"), "only the last may go on"),
        (("survival", "--su=2x4+", "--dice=1"), "is rolled with 2 dice"),
        (("ammunition", "--vehicle", "--dice=1"), "suppressive fire alone"),
        (("combat-dice", "--cs=0"), "does not fight"),
        (("morale", "--cm=3+", "--dice=1"), "two dice"),
        (("cover", "--band=wood"), "very hard"),
        (("command-check", "--cm=3+", "--die=2", "--rule=brave"), "siege masters"),
    ],
)
def test_what_cannot_be_worked_out_says_why(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calc", "lethal", *words]) == 2
    said = capsys.readouterr().err
    assert says in " ".join(said.split()) and "Traceback" not in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("group-test --cm 3+,3+,1+ --die 1", {"grouped": False, "command": 1}),
        ("group-test --cm 3+,4+ --die 3", {"grouped": True, "command": 3}),
        ("confusion-move --dice 2,4,5 --enemy 12", {"sum": 11, "moved": 7}),
        ("confusion-move --dice 3,3,6,1", {"sum": 13, "moved": 13}),
        ("confusion-move --dice 3,3 --enemy 3", {"sum": 6, "moved": 0}),
        ("confusion-move --dice 3,3 --stopped 4", {"sum": 6, "moved": 4}),
        ("rally --start 10 --models 6 --cm 3+ --dice 3,4", {"may_rally": True, "state": "paralysed"}),
        ("rally --start 10 --models 6 --cm 3+ --dice 2,4", {"may_rally": True, "state": "destroyed"}),
        ("rally --start 10 --models 5", {"may_rally": False, "state": "routed"}),
        ("rally --start 10 --models 9 --enemy-in-cr", {"may_rally": False, "state": "routed"}),
        ("rally --start 10 --models 9 --no-friend", {"may_rally": False, "state": "routed"}),
        ("disembark --moved 20 --used 1", {"may_disembark": True, "actions": ["Move-Move", "Move-Shoot"]}),
        ("disembark --moved 20 --used 2", {"may_disembark": True, "actions": []}),
        ("disembark --moved 31 --used 1", {"may_disembark": False, "actions": []}),
        ("disembark --moved 0 --enemy-near", {"may_disembark": False, "actions": []}),
        ("overheating --dice 1,3,1,4,6", {"hits": 3, "su_rolls": 2}),
    ],
)
def test_what_happens_in_a_turn(words: str, told: Mapping[str, Any], calc: Calc) -> None:
    """L-14, L-32, L-33, L-72, L-95."""
    assert calc(*shlex.split(words)) == told


def test_a_corridor_hits_each_model_once_by_each_weapon(calc: Calc) -> None:
    """L-92: 20 hits, AP 2 on AV 5 on 4+, SU 4+."""
    told = calc("suppress", "--models=4", "--weapons=5", "--ap=2", "--av=5", "--su=4+")
    assert (told["hits"], told["through"]["fraction"], told["lost"]["fraction"]) == (20, "10", "5")


def test_a_combat_is_worked_out_round_by_round(calc: Calc) -> None:
    """L-55, L-101: three dice at 4+ each on the charge, AP 1 on AV 6 in the first round and 5 in the second."""
    words = (
        "--models 4 --cs 1x4+ --second-weapon --ap 1 --av 2 --rounds 2 --enemy-models 10 --enemy-av 5 --entrenched 1"
    )
    first, second = calc("combat", *words.split())["rounds"]
    assert (first["attacker"]["dice"]["fraction"], first["attacker"]["lost"]["fraction"]) == ("12", "1")
    assert first["defender"]["dice"]["fraction"] == "10"
    assert second["attacker"]["dice"]["fraction"] == "2", "two thirds of a man with three dice are left of four"
