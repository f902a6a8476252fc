"""What a click does among data sets and what they hold; what is asked before an update."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Input

from builder.services.data.catalogue_store import Revised, add
from builder.services.data.contents import ContentEntry
from builder.services.library.browsing import EntryDetails
from builder.services.library.data_updates import ArmyChange, ArmyStanding
from builder.services.settings import Settings
from builder.tui.app import MusterApp
from builder.tui.dialogs.pick_file import PickData
from builder.tui.dialogs.prompts import Confirm, room_of_question
from builder.tui.screens import data_panes
from builder.tui.screens.data_lines import planned
from builder.tui.screens.data_panes import ContentsPane
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.line_pane import LinePane
from tests.formats.datafiles import SQUAD, catalogue, folder, game_system
from tests.tui.making import done, play, until
from tests.tui.mouse import click
from tests.tui.painted import lines
from tests.tui.test_data import opened, said, sets, shown

pytestmark = pytest.mark.long


def test_a_click_on_what_a_set_holds_goes_there_and_to_that_set(tmp_path: Path) -> None:
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(screen.query_one("#found", LinePane).rows))
        await pilot.press("tab", "up")
        assert getattr(sets(screen).row, "id", "") != "Small Wars"
        await pilot.click("#found", offset=(5, 3))
        await until(pilot, lambda: getattr(sets(screen).row, "id", "") == "Small Wars" and screen.pane == "find")
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "New army: Marines" in shown(pilot))

    play(MusterApp(), part, (120, 40))


def test_the_second_of_two_clicks_means_the_row_of_the_first_though_lines_above_it_went_away() -> None:
    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        shows = sets(screen)
        await until(pilot, lambda: getattr(shows.row, "name", "") == "Imperial Guard, Diceless 40K")
        below = next(place for place, row in enumerate(shows.rows) if getattr(row, "id", "") == "epic/orks")
        await pilot.click("#sets", offset=(5, below + 1))
        await done(pilot)
        assert screen.pane == "sets" and screen.query_one(ContentsPane).held is None, "one click only goes there"
        await pilot.press("home", "down")
        await pilot.click("#sets", offset=(5, below), times=2)
        await until(pilot, lambda: "in Orks, Epic" in shown(pilot) and screen.pane == "find")
        assert getattr(shows.row, "id", "") == "epic/orks" and "used by: no army" in shown(pilot)

    play(MusterApp(), part, (120, 40))


def test_a_click_on_the_sign_of_a_heading_folds_it_and_arrows_do(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.click("#sets", offset=(1, 0))
        await until(pilot, lambda: "▸ With the program" in shown(pilot) and "Epic" not in shown(pilot))
        await pilot.press("right")
        await until(pilot, lambda: "▾ With the program" in shown(pilot) and "Epic" in shown(pilot))
        await pilot.press("down", "down", "left")
        assert "▸ With the program" in shown(pilot) and screen.pane == "sets"

    play(MusterApp(), part, (120, 40))


def test_all_sets_are_searched_by_a_click_and_an_army_is_of_the_set_of_what_was_found(tmp_path: Path) -> None:
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("home", "down")
        await pilot.click("#all", offset=(4, 0))
        await until(pilot, lambda: "in all sets" in shown(pilot) and screen.pane == "find")
        await pilot.press(*"squad")
        await until(pilot, lambda: "Marines, Small Wars" in shown(pilot) and "90" in shown(pilot))
        await pilot.press("tab", "tab")
        assert "in all sets" in shown(pilot) and screen.pane == "find", "Tab goes back to what is searched"
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "New army: Marines" in shown(pilot))

    play(MusterApp(), part, (120, 40))


def test_what_is_worked_out_when_the_program_ends_ends_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines that would show it are gone then, a moment before what works it out is stopped."""
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))
    asked, end = list[str](), monotonic() + 60

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        pane = screen.query_one(ContentsPane)

        def slow(identity: str, entry: ContentEntry) -> EntryDetails:
            asked.append(entry.name)
            while pane.query("#details") and monotonic() < end:
                sleep(0.001)
            return EntryDetails(entry.name)

        monkeypatch.setattr(data_panes, "details_of", slow)
        await pilot.press("enter")
        while not asked and monotonic() < end:
            await asyncio.sleep(0.01)

    play(MusterApp(), part, (120, 40))
    assert asked


def test_data_is_added_and_removed_by_clicks_alone_on_what_stands_beside_the_sets(tmp_path: Path) -> None:
    """Whatever keys the player has, and though letters are written at what a set holds.

    A folder that is opened has the cursor at its top: one click more takes nothing that is further below.
    """
    folder(tmp_path / "my data" / "small", {"s.gst": game_system(), "m.cat": catalogue()})
    for name in ("aa", "bb"):
        (tmp_path / "my data" / name).mkdir()

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await click(pilot, "z through all of them")
        await until(pilot, lambda: "in all sets" in shown(pilot) and screen.pane == "find")
        await click(pilot, "the gallery of the community")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickData))
        pilot.app.screen.query_one(Input).value = f"{tmp_path}/"
        for name in ("my data/", "small/"):
            await click(pilot, name, times=2)
        await until(pilot, lambda: "m.cat" in shown(pilot))
        places = pilot.app.screen.query_one("#places", LinePane)
        assert places.cursor == 0 and "This folder" in str(places.row)
        await click(pilot, "This folder")
        await until(pilot, lambda: "Small Wars is in the library." in said(screen))
        await click(pilot, "looks through the set")
        await until(pilot, lambda: "in Small Wars" in shown(pilot) and screen.pane == "find")
        await click(pilot, "Remove; no army needs it")
        await click(pilot, "Remove (y)")
        await until(pilot, lambda: "none yet, e adds one" in shown(pilot))
        await pilot.press("home", "down")  # What there is to say of a set goes as soon as the heading is pressed.
        await pilot.click("#sets", offset=(34, len(sets(screen).rows) - 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, PickData))

    settings = Settings(keys={"data.add": "e", "data.remove": "X", "data.everything": "z"})
    play(MusterApp(settings=settings), part, (120, 40))


def test_one_pane_at_a_time_where_there_is_no_room_also_by_mouse(tmp_path: Path) -> None:
    long = SQUAD.replace("Never\nafraid.", "**^^Never^^**" + " afraid" * 30)
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue(long)})))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.click("#sets", offset=(5, sets(screen).cursor - sets(screen).scroll_offset.y))
        await until(pilot, lambda: "Units" in shown(pilot))
        assert "━ Data sets" not in shown(pilot)
        await pilot.click("#found", offset=(5, 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen) and "afraid" in shown(pilot))
        assert [line.count("afraid") for line in lines(pilot.app) if "afraid" in line] == [9, 10, 10, 1]
        assert "Brave: Never afraid" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("tab")
        await until(pilot, lambda: "━ Data sets" in shown(pilot))
        assert "Units" not in shown(pilot)

    play(MusterApp(), part, (80, 24))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_question_before_an_update_names_as_many_armies_as_have_room(size: tuple[int, int]) -> None:
    standing = ArmyStanding(Decimal(1995), 1)
    armies = tuple(ArmyChange(f"Company of the Iron Hands {each}", standing, standing) for each in range(30))
    files = tuple(Revised(f"Imperium - Adeptus Astartes - Chapter {each}", 7, 8) for each in range(9))
    update: Any = SimpleNamespace(age="", new=("s.cat",), revised=files, gone=(), users=40, armies=armies)

    async def part(pilot: Pilot[None]) -> None:
        words = "\n".join(planned(update, {"Imperium - Adeptus Astartes - Chapter 8"}, *room_of_question(Size(*size))))
        pilot.app.push_screen(Confirm("Update", words, "Bring it in", "Leave it"))
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await until(pilot, lambda: "Bring it in (y)" in "\n".join(lines(pilot.app)))
        shown = " ".join(" ".join(lines(pilot.app)).replace("┃", "").split())
        assert "━ Update ━" in shown and "that it changes: 30" in shown
        named = sum(f"Hands {each}: " in shown for each in range(30))
        assert f"and {30 - named} more" in shown
        assert size != (80, 24) or ("Chapter 8: revision 7 → 8" in shown and named >= 5)

    play(MusterApp(), part, size)
