"""A module that is no part of this repository: installed as a package, lists name it beside ours and games have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from tests.plugins.installing import MODULE, install, known_here, muster, saying

ARMY = """\
format: muster-army
version: 1
name: Mob
system: plain
modules: [assault, omens]
data: diceless/orks
settings: {omens: entrails}
units:
  - {unit: Weirdboy, id: w1, options: [Frazzle]}
  - {unit: Boyz, id: b1}
  - {unit: Boyz, id: b2}
"""


@pytest.fixture
def omens(tmp_path: Path) -> Path:
    """A folder of installed packages with the module in it."""
    (tmp_path / "site").mkdir()
    (tmp_path / "mob.yaml").write_text(ARMY, encoding="utf-8")
    return install(tmp_path / "site", "muster_omens", source=MODULE)


@pytest.fixture
def here(omens: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """That folder among those of this Python."""
    yield from known_here(omens, monkeypatch)


@pytest.mark.long
def test_a_list_and_a_game_have_it(
    here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    say, army, pdf = saying(capsys), str(tmp_path / "mob.yaml"), tmp_path / "omens.pdf"
    printed = say("export", army, "-o", "-", "--format", "text", "--sheets", "all")
    assert "Omens [O-1]: Look for one" in printed
    assert "Seen: [ ] Crow  [ ] Eagle" in printed and "[ ] Engaged" in printed
    say("export", army, "-o", str(pdf), "--sheets", "omens")
    with pypdfium2.PdfDocument(pdf) as document:
        assert "Omens 1 of 1" in document[0].get_textpage().get_text_range()
    say("game", "new", army, "--against", "plain-imperial-guard-500", "--name", "Ford")
    for _ in range(3):
        say("game", "do", "Ford", "next")
    assert "a crow" in say("game", "do", "Ford", "omen", "--unit", "b1", "--die", "1")
    said = say("game", "do", "Ford", "declare-charge", "--unit", "b1", "--targets", "h4g5", "--distance", "4")
    assert "Boyz 1 has seen a crow" in said
    muster(tmp_path, "check", army, status=2)
    assert "module 'omens' is not known" in muster(tmp_path, "game", "show", "Ford", status=2)


def test_a_sheet_of_a_module_that_is_not_installed_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = saying(capsys)("export", "orks-500", "-o", "-", "--sheets", "omens", status=2)
    assert "choose among roster, units, vehicles, assault, tokens" in said


@pytest.mark.long
def test_one_that_is_damaged_stops_nothing_else(omens: Path, tmp_path: Path) -> None:
    (omens / "muster_omens/__init__.py").write_text("MODULE = 5\n", encoding="utf-8")
    said = muster(omens, "check", str(tmp_path / "mob.yaml"), status=2)
    assert "module 'omens' of the package muster_omens cannot be used: it has no id" in said
    assert "Valid." in muster(omens, "check", "plain-orks-500")
    assert "4+" in muster(omens, "calc", "assault", "to-hit", "--ws", "4", "--target", "4")
