"""What an export may take the place of: files of its own kind, and nothing that somebody would miss."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.cli.main import run
from builder.services.army.locator import open_army
from builder.services.games.games import new_game

ARMY = Path(open_army("orks-500").file).read_bytes()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    return tmp_path


def export(path: Path, form: str, *more: str) -> int:
    return run(["export", "space-marines-500", "-o", str(path), "--format", form, *more])


@pytest.mark.parametrize("form", ["pdf", "text", "json", "chat", "battlescribe-text"])
def test_a_file_of_the_same_kind_is_replaced(tmp_path: Path, form: str) -> None:
    path = tmp_path / "out"
    assert export(path, form) == 0
    assert run(["export", "orks-500", "-o", str(path), "--format", form]) == 0
    before = path.read_bytes()
    assert export(path, form) == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize("form", ["pdf", "text", "json", "ros", "rosz"])
@pytest.mark.parametrize(
    "there", [ARMY, b"PK\x03\x04 a zip", b"<?xml version='1.0'?><roster></roster>", b"\x89PNG\r\n\x1a\n\0"]
)
def test_an_army_or_a_file_of_another_kind_stays_unless_it_is_said_to_go(
    tmp_path: Path, form: str, there: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.yaml"
    path.write_bytes(there)
    assert export(path, form) == 2
    assert path.read_bytes() == there and "--force" in capsys.readouterr().err
    assert export(path, form, "--force") == 0
    assert path.read_bytes() != there


def test_a_text_stays_where_a_pdf_would_go_and_an_empty_file_does_not(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"my notes\n")
    assert export(path, "pdf") == 2
    path.write_bytes(b"")
    assert export(path, "pdf") == 0
    assert export(path, "text") == 2


def test_the_army_itself_stays_even_then(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(ARMY)
    assert run(["export", str(path), "-o", str(path), "--format", "pdf", "--force"]) == 2
    assert path.read_bytes() == ARMY


@pytest.mark.long
def test_exports_of_a_game_and_blank_cards_go_by_the_same_rule(tmp_path: Path) -> None:
    new_game("space-marines-500", None, "Evening").close()
    path = tmp_path / "a.yaml"
    for words in (["game", "export", "Evening"], ["export", "--blank", "diceless"]):
        path.write_bytes(ARMY)
        assert run([*words, "-o", str(path), "--format", "pdf"]) == 2
        assert path.read_bytes() == ARMY
        assert run([*words, "-o", str(path), "--format", "pdf", "--force"]) == 0
        assert path.read_bytes().startswith(b"%PDF-")
