"""The options of acts on the command line and in JSON: those for nothing, those that are missing, and their help."""

from __future__ import annotations

import json

import pytest

from builder.cli.main import run
from tests.services.volleys import own_games

__all__ = ["own_games"]
pytestmark = pytest.mark.usefixtures("own_games")
Said = pytest.CaptureFixture[str]


@pytest.fixture
def said(capsys: Said) -> Said:
    """What is written, in a game of two armies that is called Third."""
    run(["game", "new", "space-marines-500", "--against", "orks-500", "--name", "Third"])
    capsys.readouterr()
    return capsys


def do(*arguments: str) -> int:
    return run(["game", "do", "Third", *arguments])


def entries(said: Said) -> int:
    said.readouterr()
    run(["game", "log", "Third", "--json"])
    return len(json.loads(said.readouterr().out)["log"])


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (
            "damage --unit Ancora --hp 30 --cover 4+",
            "damage: --cover counts only where cover saves are taken: leave it",
        ),
        (
            "damage --unit Ancora --hp 30 --rending yes",
            "damage: --rending decides on nothing beside what else is given",
        ),
        ("hit-vehicle --vehicle h9j2 --hits G --side front", "--side counts only for DMG on a vehicle without --av"),
        ("shoot --attacker h9j2 --target Gunz --damage 4 --zone red", "for BS of heavy weapons against a vehicle"),
        ("use --player 1 --token gets_hot --bs 4", "use: --bs counts only for Scatter on one blast: leave it out"),
        ("lost-assault --unit Ancora --suffered 9 --inflicted 1 --toughness 4", "counts only with --extra-wounds"),
    ],
)
@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_what_decides_on_nothing_is_refused(said: Said, act: str, words: str, dry: tuple[str, ...]) -> None:
    assert do(*act.split(), *dry) == 2
    told = said.readouterr()
    assert words in told.err and not told.out
    assert entries(said) == 1


def test_so_it_is_in_json_with_the_act_that_has_it_and_all_of_it_at_once(said: Said) -> None:
    acts = [{"verb": "next"}, {"verb": "damage", "unit": "Ancora", "hp": 30, "cover": "4+", "null-zone": True}]
    assert do(json.dumps(acts)) == 2
    told = said.readouterr().err
    assert "act 2 of 2, damage: --cover counts only" in told and "--null-zone counts only where models save" in told
    assert entries(said) == 1


def test_what_is_meant_anyway_and_answers_to_what_may_come_up_can_be_given(said: Said) -> None:
    assert do("use", "--player", "1", "--token", "gets_hot", "--count", "1") == 0
    assert do('{"verb": "damage", "unit": "Ancora", "hp": 3, "group": "Boltgun", "null-zone": false, "cover": ""}') == 0
    assert do("hit-vehicle", "--vehicle", "h9j2", "--hits", "G", "--take", "weapon", "--destroyed", "missile") == 0
    assert do("test", "--unit", "Ancora", "--stands") == 0
    assert do("psychic", "--unit", "Vael", "--anyway") == 0


def test_what_hangs_on_an_open_question_is_refused_only_once_it_is_answered(said: Said) -> None:
    shot = ("shoot", "--attacker", "h9j2", "--target", "Big mob", "--hits", "2", "--dry-run")
    assert do(*shot) == 0
    assert "--weapon" in said.readouterr().out
    assert do(*shot, "--weapon", "Storm bolter") == 2
    assert "--hits counts only for the DMG of blasts and templates on a unit" in said.readouterr().err


def test_all_that_is_missing_is_told_with_what_there_is(said: Said) -> None:
    assert do("shoot") == 2
    attacker, target = said.readouterr().err.splitlines()
    assert "--attacker" in attacker and "t9b8 (Tactical Squad Ancora" in attacker
    assert "--target" in target and "b8m5 (Big mob" in target
    assert do("shoot", "--attacker", "Ancora") == 2
    target = said.readouterr().err
    assert "b8m5 (Big mob" in target and "t9b8" not in target
    assert do("outflank", "--unit", "Scout") == 2
    assert said.readouterr().err.count("left or right") == 1


def test_the_options_of_an_act_are_listed_by_kind_those_wanted_often_first(said: Said) -> None:
    assert do("shoot", "--help") == 0
    usual, *kinds = said.readouterr().out.split("\n\n")[2:]
    assert usual.startswith("Options:") and "--weapon" in usual and "--dry-run" in usual
    titles = [kind.partition(":")[0] for kind in kinds]
    assert titles == [
        "The attack",
        "A unit that is hit",
        "A vehicle that is hit",
        "Tokens of the opponent",
        "Figures set by hand",
    ]
    assert "--armour" in kinds[1] and "--tank-hunters" in kinds[2] and "--bs" in kinds[4]
    assert do("mark", "--help") == 0
    assert "--off" in said.readouterr().out.split("\n\n")[2]


def test_what_stands_before_the_act_and_what_it_does_not_know_is_told_of(said: Said) -> None:
    assert do("--json", "next") == 2
    assert "Put options after the act" in said.readouterr().err
    assert do('{"verb": "damage", "unit": "Ancora", "damage": 3, "cver": "4+"}') == 2
    assert "--cver: there is no such parameter: did you mean cover?" in said.readouterr().err


def test_an_option_that_is_given_twice_is_refused_and_one_of_several_values_takes_them_all(said: Said) -> None:
    shot = ["shoot", "--attacker", "h9j2", "--target", "Gunz", "--anyway"]
    assert do(*shot, "--damage", "4", "--damage", "40") == 2
    assert "--damage is given 2 times, 4, 40: give it once" in said.readouterr().err
    assert entries(said) == 1
    hurt = ["damage", "--unit", "Big mob", "--damage", "10", "--dry-run", "--json"]
    assert do(*hurt) == 0, "a dry run tells what would be asked"
    (question,) = json.loads(said.readouterr().out)["questions"]
    groups = [choice["value"] for choice in question["choices"]]
    told = []
    for firsts in (["--first", ",".join(groups)], [part for group in groups for part in ("--first", group)]):
        assert do(*hurt, *firsts) == 0
        told.append(said.readouterr().out)
    assert told[0] == told[1]


def test_a_key_that_json_gives_twice_is_refused(said: Said) -> None:
    """JSON lets the last of them count, which nobody means."""
    assert do('{"verb": "damage", "unit": "Ancora", "hp": 3, "hp": 30}') == 2
    assert "act 1: “hp” is given twice: give it once" in said.readouterr().err
    assert entries(said) == 1


def test_who_leaves_out_the_options_of_an_act_is_told_the_first(said: Said) -> None:
    assert do("fire", "Ancora", "Boyz") == 2
    assert "(Ancora Boyz): say each with its option, such as --attacker VALUE" in said.readouterr().err
