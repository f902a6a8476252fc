"""Modules at the command line: begun with, chosen, worked out, and told of where two lists differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run


def test_a_list_is_begun_with_modules_and_edited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    army = str(tmp_path / "mob.yaml")
    new = ["new", "diceless/orks", "--system", "plain", "--module", "assault", "-o", army]
    assert run(new) == 0 and "modules: [assault]" in Path(army).read_text("utf-8")
    assert run(["edit", army, "module", "house"]) == 0
    assert run(["edit", army, "setting", "cover", "both saves"]) == 0
    assert run(["check", army, "--json"]) == 1
    told = capsys.readouterr().out
    assert json.loads(told[told.index("{") :])["modules"] == ["assault", "house"]
    assert run(["edit", army, "module", "house", "--off"]) == 0 and "settings" not in Path(army).read_text("utf-8")
    assert run(["new", "diceless/orks", "--module", "assault", "-o", str(tmp_path / "no.yaml")]) == 2
    assert "rests on dice" in capsys.readouterr().err and not (tmp_path / "no.yaml").exists()


@pytest.mark.long
def test_a_saved_roster_is_read_as_the_system_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    roster = str(tmp_path / "mob.rosz")
    assert run(["export", "orks-500", "-o", roster]) == 0

    def system(*words: str) -> str:
        capsys.readouterr()
        run([*words, "--json"])
        head = json.loads(capsys.readouterr().out)
        return str(head.get("system") or head["game"]["system"])

    assert system("check", roster) == "diceless"
    for command in ("check", "summary", "show"):
        for saved in ([], ["--as-saved"]) if command != "show" else ([],):
            assert system(command, roster, "--system", "plain", *saved) == "plain"
    assert run(["check", roster, roster, "--system", "plain"]) == 0
    assert run(["export", roster, "--system", "plain", "-o", str(tmp_path / "mob.txt")]) == 0
    assert "Plain 40K" in (tmp_path / "mob.txt").read_text("utf-8")
    assert run(["game", "new", roster, "--against", "plain-orks-500", "--system", "plain"]) == 0
    assert run(["armies", "import", roster, "--system", "plain"]) == 0
    assert "system: plain" in (tmp_path / "armies" / "mob.yaml").read_text("utf-8")
    capsys.readouterr()
    for words, why in (
        (["check", roster, "--system", "epic"], "mob.rosz"),
        (["check", roster, "--system", "plian"], "'plian' is not known"),
        (["check", "orks-500", "--system", "plain"], "is an army of Diceless 40K"),
        (["summary", roster, "--system", "plain", "--compare"], "leave out --system"),
        (["matchup", roster, "orks-500", "--system", "plain"], "Diceless 40K"),
    ):
        assert run(words) == 2
        told = capsys.readouterr().err
        assert why in told and "Traceback" not in told, told


COMBAT = ["calc", "assault", "combat"]


def test_two_units_of_two_armies_fight_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    """A-09, A-10: the klaw strikes last; the chances of the result are one."""
    who = ["--attacker", "plain-orks-500:d5f6", "--defender", "orks-500:y3k9", "--contact", "6", "--support", "0"]
    assert run([*COMBAT, *who]) == 0
    text = capsys.readouterr().out
    assert "Skarmaw's boyz wins" in text and [line.split()[0] for line in text.splitlines()[1:4]] == ["2", "1", "all"]
    assert run([*COMBAT, *who, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert [step["step"] for step in result["steps"]] == [2, 1]
    assert sum(result[each]["percent"] for each in ("wins", "draws", "loses")) == pytest.approx(100, abs=0.001)


@pytest.mark.parametrize(
    ("attacker", "defender", "why"),
    [
        ("orks-500", "orks-500:y3k9", "names no unit: write ARMY:UNIT"),
        ("orks-500:nobody", "orks-500:y3k9", "no unit is 'nobody'"),
        ("orks-500:boyz", "nobody:y3k9", "no army of that name"),
        ("orks-500:y3k9", "lethal-orks-1000:boyz", "has no 40K profiles"),
        ("plain-orks-500:j9k1", "orks-500:y3k9", "nobody who fights"),
        ("orks-500:y3k9", "plain-space-marines-500:e4r5", "armour instead of T"),
    ],
)
def test_a_combat_that_cannot_be_is_told(
    attacker: str, defender: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*COMBAT, "--attacker", attacker, "--defender", defender]) == 2
    told = capsys.readouterr().err
    assert why in told and "Traceback" not in told


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        ("assault attacks --a 2 --models 5 --charging --shot --kind terminator", "dice", 15),
        ("assault to-wound --s 4 --t 8", "needs", None),
        ("assault majority --ws 20x2,1x4 --t 1x2,1x4", "t", [2, 4]),
        ("assault charge-range --distance 5.5 --dice 2,5", "moved", 0),
        ("house cover --cover hard --bs 2", "bs", 1),
        ("house cover --cover hard --monstrous --t 6", "t", 7),
        ("house both-saves --cover 6+ --monstrous", "cover", None),
        ("house terrain --dice 1,2,6,4,5", "removed", 1),
        ("house overwatch --ld 7 --dice 4,4", "passed", False),
    ],
)
def test_rules_of_modules_are_worked_out(
    words: str, key: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    """A-04 to A-08, H-01 to H-04."""
    assert run(["calc", *words.split(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"][key] == value


def test_a_game_of_lists_that_differ_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    army = str(tmp_path / "mob.yaml")
    run(["new", "diceless/orks", "--system", "plain", "--module", "house", "-o", army])
    run(["edit", army, "add", "Weirdboy"])
    run(["edit", army, "setting", "consolidation", "universal"])
    assert run(["game", "new", army, "--against", "plain-orks-500", "--name", "Ford"]) == 0
    assert "the game is played with the module house" in capsys.readouterr().err
    assert run(["game", "show", "Ford"]) == 0
    assert "house rules: consolidation: universal" in capsys.readouterr().out


def test_a_saved_roster_without_its_data_keeps_its_system_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    roster = tmp_path / "mob.ros"
    assert run(["export", "orks-500", "-o", str(roster)]) == 0
    text = roster.read_text("utf-8")
    elsewhere = text.replace("diceless", "nowhere").replace('catalogueId="', 'catalogueId="x')
    assert elsewhere != text
    roster.write_text(elsewhere, "utf-8")
    for _ in range(2):
        assert run(["armies", "import", str(roster), "--system", "plain"]) == 0
    kept = sorted(each.name for each in (tmp_path / "armies").iterdir() if each.is_file())
    assert kept == ["mob-2.plain.ros", "mob.plain.ros"]
    for name in ("mob.plain", "mob-2.plain"):
        capsys.readouterr()
        assert run(["check", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["system"] == "plain"
    assert run(["check", str(roster), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["system"] == "diceless"


@pytest.mark.long
def test_a_saved_roster_keeps_its_modules_in_its_name_or_in_its_army_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    roster, foreign = tmp_path / "mob.ros", tmp_path / "foreign.ros"
    assert run(["export", "orks-500", "-o", str(roster)]) == 0
    text = roster.read_text("utf-8")
    foreign.write_text(text.replace("diceless", "nowhere").replace('catalogueId="', 'catalogueId="x'), "utf-8")
    for path, name in ((foreign, "foreign.plain+assault.ros"), (roster, "mob.yaml")):
        assert run(["armies", "import", str(path), "--system", "plain", "--module", "assault"]) == 0
        assert (tmp_path / "armies" / name).is_file()
        capsys.readouterr()
        assert run(["export", Path(name).stem, "-o", "-", "--format", "text", "--sheets", "assault"]) == 0
        assert "[ ] Engaged" in capsys.readouterr().out
    assert "modules: [assault]" in (tmp_path / "armies/mob.yaml").read_text("utf-8")
    for words, said in (
        (["--module", "assault"], "Trial Assault v7 rests on dice"),
        (["--system", "plain", "--module", "nothing"], "module 'nothing' is not known"),
    ):
        assert run(["armies", "import", str(foreign), *words]) == 2
        assert said in capsys.readouterr().err
    assert run(["armies", "import", str(tmp_path / "armies/mob.yaml"), "--module", "assault"]) == 2
    assert "muster edit ARMY module NAME" in capsys.readouterr().err
