"""What may be written as a limit or a name is the same in files, commands and questions."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import InputError
from builder.formats.saved import read_saved
from builder.services.army.locator import open_army
from builder.services.editor.new_army import begin
from builder.services.library import commands as armyacts
from builder.services.library.rebuilding import rebuilt
from tests.tui.making import saved_roster


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("ARMIES", "STATE"):
        monkeypatch.setenv(f"MUSTER_{variable}", str(tmp_path / variable.lower()))
    return tmp_path


def accepted(home: Path, word: str) -> dict[str, bool]:
    """Who takes this word as a limit of points."""
    text = begin("diceless/orks", "Lads", 500)
    written, edited, new = (home / name for name in ("written.yaml", "edited.yaml", "new.yaml"))
    written.write_text(text.replace("limit: 500", f"limit: {word}"), encoding="utf-8")
    edited.write_text(text, encoding="utf-8")
    return {
        "the reader": run(["check", str(written)]) != 2,
        "muster edit limit": run(["edit", str(edited), "limit", word]) == 0,
        "muster new": run(["new", "diceless/orks", "--limit", word, "-o", str(new), "--force"]) == 0,
        "muster armies new": run(["armies", "new", "diceless/orks", "--limit", word]) == 0,
    }


@pytest.mark.parametrize("word", ["1", "1500", "1500.5", "100001", "999999", "999999.999"])
def test_a_limit_that_a_file_can_have_is_taken_everywhere(home: Path, word: str) -> None:
    assert set(accepted(home, word).values()) == {True}
    limits = [open_army(str(home / name)).view.cost_limits[0].value for name in ("written.yaml", "edited.yaml")]
    assert limits == [Decimal(word)] * 2


@pytest.mark.parametrize("word", ["0", "1000000", "9999999", "0.0001", "1e3", "many", "NaN"])
def test_a_limit_that_no_file_can_have_is_refused_everywhere(home: Path, word: str) -> None:
    assert set(accepted(home, word).values()) == {False}


@pytest.mark.long
def test_a_great_limit_of_another_program_does_not_spoil_the_army_made_of_its_roster(home: Path) -> None:
    roster = saved_roster(home / "list.ros")
    data = roster.read_bytes().replace(b'value="500.0"/>', b'value="20000000"/>')
    assert any(limit.value == 20_000_000 for limit in read_saved(data, "list.ros").roster.cost_limits)
    roster.write_bytes(data)
    done = armyacts.bring(str(roster))
    assert done.editable
    assert open_army(str(done.path)).view.cost_limits[0].value == 20_000_000
    (home / "anew.yaml").write_bytes(rebuilt(data, "list.ros", "diceless/orks").data)
    assert open_army(str(home / "anew.yaml")).view.cost_limits[0].value == 500


def test_a_long_name_makes_no_file_name_that_is_too_long(home: Path) -> None:
    name = "Ω the long and winding " * 40
    made = armyacts.create("diceless/orks", name)
    assert open_army(str(made)).name == name.strip()
    assert armyacts.copy(str(made), f"{name} 2").name != made.name
    assert max(len(path.name.encode()) for path in made.parent.iterdir()) < 220


@pytest.mark.parametrize("name", ["a\nb", "bell \a", "\u202eBack to front"])
def test_a_name_that_no_file_can_have_is_refused_and_nothing_is_written(home: Path, name: str) -> None:
    with pytest.raises(InputError, match="can be printed"):
        armyacts.create("diceless/orks", name)
    with pytest.raises(InputError, match="can be printed"):
        armyacts.copy("orks-500", name)
    assert not (home / "armies").exists()
