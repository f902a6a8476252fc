"""Games of a system that is no part of this repository: by commands and on the screen, kept, undone and printed."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from builder.services.games.games import new_game
from builder.systems.play.view import Of
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from tests.plugins.installing import ARMY, Say, installed, muster, say, site
from tests.services.volleys import own_games
from tests.tui.gaming import NAME, Table, both, play

__all__ = ["installed", "own_games", "say", "site"]
pytestmark = pytest.mark.usefixtures("own_games")


def hit_points(say: Say) -> dict[str, dict[str, int]]:
    """The HP of the bands of both sides, by what commands call them."""
    sides = json.loads(say("game", "show", "Ford", "--json"))["state"]["sides"]
    return {row["ref"]: row["cells"]["hp"] for side in sides for table in side["tables"] for row in table["rows"]}


def test_a_game_is_begun_played_undone_and_printed_by_commands(say: Say, tmp_path: Path) -> None:
    say("game", "new", ARMY, "--against", ARMY, "--name", "Ford")
    assert "a band strikes another" in say("game", "do", "Ford")
    assert "each of which hits on 4+" in say("game", "do", "Ford", "strike", "--help")
    say("game", "do", "Ford", "turn")
    say("game", "do", "Ford", "next")
    said = say("game", "do", "Ford", "strike", "--attacker", "1:b3m4", "--target", "2:b5m6", "--dice", "6,4,1")
    assert "2 HP" in said and "2 of 3 blows hit" in said
    asked = say("game", "do", "Ford", "charge", "--attacker", "1:b5m6", "--target", "2:b3m4", status=2)
    assert "Which die?" in asked
    say("game", "do", "Ford", '{"verb": "charge", "attacker": "1:b5m6", "target": "2:b3m4", "die": "5"}')
    wrong = say("game", "do", "Ford", "strike", "--attacker", "nobody", "--dice", "7", status=2)
    assert all(word in wrong for word in ("--attacker", "--target", "--dice")) and "Traceback" not in wrong
    assert hit_points(say)["2:b5m6"] == {"value": 1, "full": 3}
    assert "is afraid" in say("game", "show", "Ford")
    say("game", "undo", "Ford")
    assert "is afraid" not in say("game", "show", "Ford")
    say("game", "redo", "Ford")
    assert "fear 5" in say("game", "log", "Ford") and "whole" in say("game", "check", "Ford")
    sheets = tmp_path / "ford.pdf"
    say("game", "export", "Ford", "-o", str(sheets), "--player", "2")
    with pypdfium2.PdfDocument(sheets.read_bytes()) as document:
        assert "HP lost" in document[1].get_textpage().get_text_bounded()


@pytest.mark.long
def test_a_game_stays_readable_where_its_system_is_gone(site: Path, tmp_path: Path) -> None:
    muster(site, "game", "new", ARMY, "--against", "Tom", "--name", "Ford")
    assert "Ford" in muster(tmp_path, "game", "list")
    assert "system 'toy' is not known" in muster(tmp_path, "game", "show", "Ford", status=2)
    assert "Ford" in muster(site, "game", "show", "Ford")


@both
@pytest.mark.usefixtures("installed")
@pytest.mark.long
def test_it_is_played_on_the_screen(size: tuple[int, int]) -> None:
    new_game(ARMY, ARMY, NAME).close()

    async def part(table: Table) -> None:
        await table.press("space", "space")
        await table.logged("Turn 1: fight")
        await table.form_of("Boatmen 1", "c")
        assert table.row_of("attacker") == "Boatmen 1"
        await table.stand_on("target")
        await table.press("f3")
        await table.shows(Choose)
        await table.press(*"boatmen", "down", "enter")
        await table.until(lambda: table.given.get("target") == "2:b5m6")
        await table.stand_on("dice")
        await table.press(*"5,5")
        await table.asked("2 HP")
        await table.press("enter")
        await table.logged("2 HP")
        await table.press("o")
        await table.unit("Boatmen 2")
        row = table.screen.board.row
        assert row is not None and row.cells["hp"] == Of(1, 3)
        await table.press("u")
        await table.until(lambda: len(table.log) == 5)

    play(MusterApp(game=NAME), part, size)
