"""`muster game`, as a player types it."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from builder.cli.main import run
from builder.resources import games_file
from builder.store.logs import UnwritableError
from builder.store.sqlite import SqliteStore
from tests.services.volleys import own_games, volleys

__all__ = ["own_games", "volleys"]
pytestmark = pytest.mark.usefixtures("own_games", "volleys")


class Said(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """What was written as JSON."""
        loaded = json.loads(self.out)
        assert isinstance(loaded, dict)
        return loaded


Muster = Callable[..., Said]


@pytest.fixture
def muster(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Muster:
    """Runs `muster game …` and gives its status and what it wrote."""

    def call(*arguments: str, stdin: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        return Said(run(["game", *arguments]), *capsys.readouterr())

    return call


@pytest.fixture
def third(muster: Muster) -> str:
    """The id of a game called Third."""
    return str(muster("new", "orks-500", "--against", "Bert", "--name", "Third", "--json").json["game"]["id"])


def test_a_game_is_begun_listed_and_shown(muster: Muster) -> None:
    assert "no games yet" in muster("list").out
    said = muster("new", "space-marines-500", "--against", "orks-500")
    assert said.status == 0 and re.search(
        r"Third Company strike force – Gitstompa's warband is begun \[\w{5}\]", said.out
    )
    assert "Gitstompa's warband" in muster("list").out
    shown = muster("show", "third company strike force – gitstompa's warband")
    assert shown.status == 0 and "deployment" in shown.out and "by anna: Game begun" in shown.out


def test_an_opponent_who_is_only_a_name_is_told_of(muster: Muster) -> None:
    assert "Bert is only a name" in muster("new", "orks-500", "--against", "Bert").out


def test_armies_with_errors_or_without_units_begin_with_a_word(muster: Muster, tmp_path: Path) -> None:
    path = str(tmp_path / "army.yaml")
    run(("new", "diceless/orks", "-o", path, "--name", "Few"))
    said = muster("new", path, "--against", "orks-500")
    assert said.status == 0 and "Few has no units: nothing of it can be tracked" in said.err
    run(("edit", path, "add", "Boyz"))
    said = muster("new", "orks-500", "--against", path)
    assert said.status == 0 and "Few has 2 errors, which muster check tells" in said.err
    (told,) = muster("new", path, "--json").json["findings"]
    assert (told["severity"], told["code"]) == ("warning", "army_errors")
    assert muster("new", "orks-500", "--against", "orks-1000", "--json").json["findings"] == []


def test_an_army_mistyped_is_no_opponent_unless_it_is_said_so(muster: Muster) -> None:
    said = muster("new", "orks-500", "--against", "ork-1000")
    assert said.status == 2 and "did you mean 'orks-1000'?" in said.err and "--opponent ork-1000" in said.err
    assert muster("list", "--json").json["games"] == []
    for name in ("ork-1000", "orks-1000"):
        side = muster("new", "orks-500", "--opponent", name, "--json").json["sides"][1]
        assert side == {"name": name, "army": None}
    both = muster("new", "orks-500", "--against", "Bert", "--opponent", "Bert")
    assert both.status == 2 and "give one of them" in both.err


def test_a_game_begins_with_two_armies_and_tells_of_either_that_is_not_found(muster: Muster) -> None:
    for wrong in (("ork-500", "orks-1000"), ("orks-1000", "ork-500")):
        said = muster("new", *wrong)
        assert said.status == 2 and "ork-500: " in said.err and "did you mean 'orks-500'?" in said.err, said.err
    said = muster("new", "orks-500", "Bert")
    assert said.status == 2 and "no army of that name" in said.err and muster("list", "--json").json["games"] == []
    twice = muster("new", "orks-500", "orks-1000", "--against", "Bert")
    assert twice.status == 2 and "give one of them" in twice.err
    sides = muster("new", "orks-500", "space-marines-500", "--json").json["sides"]
    assert all(side["army"] for side in sides) and sides[1]["name"] == "Third Company strike force"


def test_the_json_of_a_game_says_what_it_is_and_how_it_stands(muster: Muster, third: str) -> None:
    told = muster("show", third, "--json").json
    assert (told["format"], told["version"]) == ("muster-game", 2)
    assert told["game"] == {"id": third, "name": "Third", "system": "diceless", "seq": 1}
    assert told["sides"][0]["army"]["data"]["id"] == "diceless/orks" and told["sides"][1] == {
        "name": "Bert",
        "army": None,
    }
    assert told["state"]["turn"] == 0 and len(told["state"]["sides"]) == 2
    listed = muster("list", "--json").json
    assert listed["file"] == str(games_file())
    assert [game["id"] for game in listed["games"]] == [third]


def test_acts_are_done_with_options_and_told_with_their_steps(muster: Muster, third: str) -> None:
    said = muster("do", third, "volley", "--damage", "4", "--lost", "nob=3", "--lost", "boyz=1", "--hull-down")
    assert said.status == 0
    assert re.fullmatch(r"2  0  4 DMG, nob first, .*'nob=3', 'boyz=1'.*'half': True.*\n  4 DMG\n", said.out)
    line = muster("log", third, "--json").json["log"][1]
    assert (line["seq"], line["by"], line["kind"], line["steps"]) == (2, "anna", "volley", ["4 DMG"])
    assert line["undone"] is False and line["about"] is None


def test_what_can_be_done_is_listed_with_its_options(muster: Muster, third: str) -> None:
    for said in (muster("do", third), muster("do", third, "--help")):
        assert said.status == 0 and "volley" in said.out and "next" in said.out and "Damage" in said.out
    said = muster("do", third, "volley", "--help")
    assert said.status == 0
    assert all(option in said.out for option in ("--damage", "[required]", "--hull-down", "--dry-run", "D-20"))


def test_what_can_be_done_is_told_as_json_with_what_acts_want_to_know(muster: Muster, third: str) -> None:
    told = muster("do", third, "--json").json
    assert (told["format"], told["version"], told["game"]["id"]) == ("muster-game-acts", 1, third)
    (volley,) = [act for act in told["acts"] if act["verb"] == "volley"]
    assert {key: volley[key] for key in ("text", "rule", "group")} == {
        "text": "DMG is noted",
        "rule": "D-20",
        "group": "Damage",
    }
    asked = {each["name"]: each for each in volley["parameters"]}
    assert [name for name, each in asked.items() if each["required"]] == ["damage"]
    assert [name for name, each in asked.items() if each["switch"]] == ["hull-down"]
    assert [name for name, each in asked.items() if each["many"]] == ["lost"]
    schema = volley["schema"]
    assert schema["required"] == ["damage"] and schema["properties"]["damage"]["type"] == "integer"
    assert {*schema["properties"]} == {*asked} and schema["properties"]["lost"]["type"] == "array"


def test_once_a_game_is_over_only_what_is_possible_is_listed(muster: Muster, third: str) -> None:
    muster("do", third, "end")
    listed = [act["verb"] for act in muster("do", third, "--json").json["acts"]]
    assert {"note", "points"} < {*listed} and not {"next", "turn", "end", "shoot"} & {*listed}
    assert not re.search(r"^(next|turn|end) ", muster("do", third).out, re.M)
    assert "the game is over" in muster("do", third, "next").err
    for lacking in (("shoot",), ("shoot", "--attacker", "Mob"), ("damage", "--damage", "x")):
        told = muster("do", third, *lacking).err
        assert f"{lacking[0]}: the game is over" in told and "missing" not in told and "--" not in told
    several = muster("do", third, '[{"verb": "note"}, {"verb": "shoot"}]').err
    assert "act 2 of 2, shoot: the game is over" in several


def test_a_dry_run_shows_what_would_come_and_does_nothing(muster: Muster, third: str) -> None:
    said = muster("do", third, "volley", "--damage", "3", "--dry-run")
    assert said.status == 0 and "3 DMG, nob first" in said.out and "--first boyz  Boyz ×4" in said.out
    told = muster("do", third, "volley", "--damage", "3", "--dry-run", "--json").json
    assert told["dry_run"] is True and told["done"] == [] and told["proposed"][0]["steps"] == ["3 DMG"]
    assert [choice["value"] for choice in told["questions"][0]["choices"]] == ["nob", "boyz"]
    assert told["game"]["seq"] == 1


def test_an_open_question_is_asked_with_the_options_that_answer_it(muster: Muster, third: str) -> None:
    said = muster("do", third, "volley", "--damage", "3")
    assert said.status == 2 and said.out == ""
    assert "who takes the point left over?" in said.err and "--first nob" in said.err
    told = muster("do", third, "volley", "--damage", "3", "--json")
    assert told.status == 2 and told.json["questions"][0]["parameter"] == "first" and told.json["done"] == []
    assert muster("do", third, "volley", "--damage", "3", "--first", "nob").status == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"verb": "volley", "damage": 4, "lost": ["nob=3"], "hull-down": true, "first": null} {"verb": "next"}',
        '[{"verb": "volley", "damage": "4", "lost": "nob=3", "hull-down": "yes"}, {"verb": "next"}]',
        '{"verb": "volley", "damage": 4, "lost": ["nob=3"], "hull-down": true}\n{"verb": "next"}\n',
    ],
)
def test_acts_are_done_as_json_writes_them(muster: Muster, third: str, text: str) -> None:
    told = [muster("do", third, text, "--json").json, muster("do", third, "-", "--json", stdin=text).json]
    for one in told:
        assert [line["kind"] for line in one["done"]] == ["volley", "next"]
        assert "{'lost': ('nob=3',), 'half': True}" in one["done"][0]["text"]
    assert told[1]["game"]["seq"] == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"verb": "next"', ["1:16", "this is no JSON"]),
        ("", ["there is no act in it"]),
        ("[1, {}]", ["act 1: an act is an object", "act 2: its “verb” is missing"]),
        ('{"verb": "volley", "damage": {"a": 1}}', ["act 1: “damage” is a text, a number"]),
        (
            '[{"verb": "next"}, {"verb": "volley", "dmg": 3}, {"verb": "nix"}]',
            [
                "act 2 of 3, volley: --dmg: there is no such",
                "--damage: this is missing",
                "'nix' is not an act",
                "none of the 3",
            ],
        ),
        ('{"verb": "next"} {"verb": "volley", "damage": 2000}', ["act 2 of 2, volley: nobody shoots like that"]),
        ("[" * 100_000, ["nested too deeply"]),
        ('{"verb": "next"}' * 1_001, ["there are 1,001 acts in it"]),
    ],
)
def test_json_with_mistakes_is_told_of_and_nothing_of_it_is_done(
    muster: Muster, third: str, text: str, words: list[str]
) -> None:
    said = muster("do", third, "-", stdin=text)
    assert said.status == 2 and said.out == ""
    assert all(word in said.err for word in words)
    assert muster("show", third, "--json").json["game"]["seq"] == 1


def test_undo_says_whose_act_was_taken_back(muster: Muster, third: str, monkeypatch: pytest.MonkeyPatch) -> None:
    muster("do", third, "volley", "--damage", "4")
    monkeypatch.setenv("MUSTER_PLAYER", "bert")
    said = muster("undo", third)
    assert said.status == 0 and said.out.startswith("Undone: 2, 0, by anna: 4 DMG")
    told = muster("redo", third, "--json").json
    assert [line["by"] for line in told["done"]] == ["bert"] and [act["by"] for act in told["acts"]] == ["anna"]
    assert told["done"][0]["about"] == 2 and told["acts"][0]["undone"] is False
    for verb in ("redo", "undo", "undo"):
        last = muster(verb, third)
    assert last.status == 2 and "nothing to undo" in last.err


def test_a_jump_goes_back_and_forth(muster: Muster, third: str) -> None:
    for damage in ("2", "4", "6"):
        muster("do", third, "volley", "--damage", damage)
    assert muster("undo", third, "--to", "2").out.count("Undone: ") == 2
    assert muster("redo", third, "--to", "4").out.count("Done again: ") == 2
    assert "stands so already" in muster("redo", third, "--to", "4").err
    assert "the log has entries 1 to 8" in muster("undo", third, "--to", "9").err


def test_the_log_is_text_with_what_is_undone_marked(muster: Muster, third: str) -> None:
    muster("do", third, "volley", "--damage", "4")
    muster("undo", third)
    lines = muster("log", third, "--steps").out.splitlines()
    assert lines[0] == f"Third [{third}], Diceless 40K" and "Orks, revision" in lines[1]
    assert [line[0] for line in lines if "DMG," in line] == ["×", "↶"]
    assert any(line.strip() == "4 DMG" for line in lines)


def test_the_log_is_exported_as_text_or_json(muster: Muster, third: str, tmp_path: Path) -> None:
    muster("do", third, "volley", "--damage", "4")
    assert muster("export", third).out == muster("log", third, "--steps").out
    target = tmp_path / "log.json"
    assert muster("export", third, "--format", "json", "-o", str(target)).status == 0
    told = json.loads(target.read_bytes())
    assert told["format"] == "muster-game-export"
    assert [line["event"]["kind"] for line in told["log"]] == ["start", "volley"]
    muster("do", third, "volley", "--damage", "6")
    assert muster("export", third, "-o", str(target)).status == 0


def test_a_game_is_removed_only_with_yes(muster: Muster, third: str) -> None:
    assert muster("remove", third).status == 2
    assert muster("remove", third, "--yes", "--json").json["game"]["id"] == third
    assert muster("list", "--json").json["games"] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "nobody"], "no game is called 'nobody'; known are"),
        (["do", "nobody", "next"], "no game is called 'nobody'"),
        (["do", "Third", "nix"], "'nix' is not an act of this game; there are: "),
        (["do", "Third", "volley"], "volley: --damage: this is missing: DMG of the volley"),
        (["do", "Third", "volley", "--damage", "many"], "volley: --damage: write a whole number"),
        (["do", "Third", "volley", "--colour", "red"], "No such option"),
        (["do", "Third", "volley", "--damage", "2000"], "volley: nobody shoots like that"),
        (["do"], "Missing argument"),
        (["new", "orks-500", "--name", "third"], "a game is called 'third' already"),
    ],
)
def test_wrong_input_is_told_and_status_2(muster: Muster, third: str, arguments: list[str], words: str) -> None:
    said = muster(*arguments)
    assert said.status == 2 and said.out == "" and words in said.err


def test_what_cannot_be_stored_is_not_done(muster: Muster, third: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise UnwritableError("games.sqlite: the disk is full: make room")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append", refuse)
        for arguments in (["do", third, "next"], ["do", third, '{"verb": "next"}'], ["new", "orks-500"]):
            said = muster(*arguments)
            assert said.status == 2 and said.out == "" and "disk is full" in said.err
    assert muster("show", third, "--json").json["game"]["seq"] == 1


def test_a_file_that_is_none_of_games_is_told_of(muster: Muster) -> None:
    games_file().write_bytes(b"format: muster-army\n" * 100)
    for arguments in (["list"], ["show", "x"], ["new", "orks-500"], ["do", "x", "next"], ["remove", "x", "--yes"]):
        said = muster(*arguments)
        assert said.status == 2 and said.out == "" and str(games_file()) in said.err
        assert said.err.count("[!!]") == 1


def test_what_is_no_act_is_answered_with_the_one_that_was_meant(muster: Muster, third: str) -> None:
    assert "did you mean 'volley'?" in muster("do", third, "voley").err
    assert f"a command of its own: muster game undo {third}" in muster("do", third, "undo").err
    assert f"muster game do {third} fire --help" in muster("do", third).out


def test_the_last_entries_of_a_log_are_shown_alone(muster: Muster, third: str) -> None:
    for _ in range(3):
        muster("do", third, "next")
    assert [line["seq"] for line in muster("log", third, "--last", "2", "--json").json["log"]] == [3, 4]
    assert re.findall(r"^ +(\d)  ", muster("log", third, "--last", "2").out, re.M) == ["3", "4"]
    assert len(muster("log", third, "--last", "9", "--json").json["log"]) == 4


def test_two_armies_of_one_name_are_told_apart(muster: Muster) -> None:
    names = [side["name"] for side in muster("new", "orks-500", "--against", "orks-500", "--json").json["sides"]]
    assert names == ["Gitstompa's warband", "Gitstompa's warband (2)"]


def test_what_is_damaged_is_told_saved_and_played_on(muster: Muster, third: str, tmp_path: Path) -> None:
    assert muster("check").out == f"Third [{third}]: whole, 1 of 1 entries\n"
    muster("do", third, '[{"verb": "note", "text": "one"}, {"verb": "note", "text": "two"}]')
    connection = sqlite3.connect(games_file())
    connection.execute("UPDATE entries SET body = replace(CAST(body AS TEXT), 'two', 'too') WHERE seq = 3")
    connection.commit()
    connection.close()
    said = muster("show", "Third")
    assert said.status == 2 and said.err.count("\n") == 1 and "muster game recover" in said.err
    said = muster("check", "Third")
    assert said.status == 1 and f"damaged, 2 of 3 entries are whole: muster game recover {third}" in said.out
    told = muster("check", "--json")
    assert told.status == 1 and [game["entries"] for game in told.json["games"]] == [2]
    saved = muster("recover", "Third", "--json").json
    assert saved["entries"] == 2 and saved["game"]["name"] == "Third (recovered)"
    assert "Note: one" in muster("show", "Third (recovered)").out
    other = tmp_path / "new.sqlite"
    assert f"saved as Third [{third}] in {other}" in muster("recover", "Third", "-o", str(other)).out
    assert muster("remove", "Third", "--yes").status == 0
    assert muster("check").status == 0 and not muster("list", "--json").json["games"][0]["findings"]


def test_a_damaged_game_is_told_of_in_the_list_and_the_others_are_there(muster: Muster, third: str) -> None:
    muster("new", "orks-500", "--name", "Fourth")
    connection = sqlite3.connect(games_file())
    connection.execute("UPDATE entries SET body = x'ff', at = 'never' WHERE seq = 0 AND game = ?", (third,))
    connection.commit()
    connection.close()
    said = muster("list")
    assert said.status == 0 and "Fourth" in said.out and third in said.out
    assert said.err.count("\n") == 1 and f"muster game check {third} tells what is whole" in said.err
    (found,) = [game for game in muster("list", "--json").json["games"] if game["findings"]]
    assert found["id"] == third and found["name"] is None and found["begun"] is None
    assert muster("do", "Fourth", "next").status == 0


def test_a_game_whose_id_is_a_page_long_is_a_line_of_the_list(muster: Muster, third: str) -> None:
    muster("new", "orks-500", "--name", "Fourth")
    connection = sqlite3.connect(games_file())
    for table in ("entries", "lasts"):
        connection.execute(f"UPDATE {table} SET game = ? WHERE game = ?", ("x" * 10_000, third))
    connection.commit()
    connection.close()
    said = muster("list")
    assert said.status == 0 and "Fourth" in said.out and "x … x" in said.out
    assert max(map(len, said.out.splitlines())) < 250 and all(len(line) < 1_000 for line in said.err.splitlines())


def test_numbers_and_signs_that_nobody_can_mean_are_one_message_or_text(muster: Muster, third: str) -> None:
    digits = "9" * 5000
    said = muster("do", third, f'{{"verb": "points", "player": "1", "points": {digits}}}')
    assert said.status == 2 and said.err.count("\n") == 1 and "5,000 characters" in said.err
    said = muster("do", third, "-", stdin=f"[{digits}]")
    assert said.status == 2 and "an act is an object" in said.err
    said = muster("do", third, '{"verb": "note", "text": "half \\ud800 sign"}')
    assert said.status == 0 and "half \ufffd sign" in said.out
    assert muster("do", third, '{"verb": "note", "text": "raw \udcff byte"}').status == 0
    assert muster("check").status == 0 and muster("log", third, "--json").status == 0
