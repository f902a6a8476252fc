"""The library on the screen: every action, with the keyboard and with the mouse, also with damaged files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from builder.services.army.locator import open_army
from builder.services.data.listing import InstalledData
from builder.services.library import commands as armyacts
from builder.services.library.armies import LibraryArmy, Starter, armies_at, library_armies
from builder.tui.actions import actions_of
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.new_army import NewArmy
from builder.tui.dialogs.pick_file import PickFile
from builder.tui.dialogs.prompts import Ask
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.screens.library_panes import Heading, Row
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.making import is_named, keys_shown, play, put, saved_roster, typed, until
from tests.tui.painted import lines


@pytest.fixture
def library(home: Path) -> Path:
    return home / "armies"


def screen_of(pilot: Pilot[None]) -> LibraryScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, LibraryScreen))


def pane_of(pilot: Pilot[None]) -> LinePane[Row]:
    return screen_of(pilot).query_one("#armies", LinePane)


def names(pilot: Pilot[None]) -> list[str]:
    """The names of the player's armies as the list shows them."""
    return [row.name for row in pane_of(pilot).rows if isinstance(row, LibraryArmy)]


def said(pilot: Pilot[None]) -> str:
    return screen_of(pilot).query_one("#said", TextLines).text


async def loaded(pilot: Pilot[None]) -> None:
    await until(pilot, lambda: any(isinstance(row, InstalledData) for row in pane_of(pilot).rows))


async def stand_on(pilot: Pilot[None], kind: type[object]) -> None:
    """Put the cursor on the first row of a kind."""
    await loaded(pilot)
    pane = pane_of(pilot)
    pane.cursor = next(index for index, row in enumerate(pane.rows) if isinstance(row, kind))
    await pilot.pause()


@pytest.mark.long
def test_armies_starters_and_data_are_listed_with_the_newest_army_first(library: Path) -> None:
    os.utime(put(library, "old.yaml", "orks-1000"), (1e9, 1e9))
    put(library, "new.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        assert names(pilot) == ["Gitstompa's warband", "Skragdakka's speed waaagh"]
        rows = pane_of(pilot).rows
        assert sum(isinstance(row, Heading) for row in rows) == 3
        assert sum(isinstance(row, Starter) for row in rows) >= 8
        assert any(isinstance(row, InstalledData) and row.id == "diceless/orks" for row in rows)
        assert "2 armies" in screen_of(pilot).query_one("#head", TextLines).text

    play(MusterApp(), part)


def test_an_empty_library_says_what_to_do(library: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await until(pilot, lambda: "n begins one" in str(pane_of(pilot).rows[1]))

    play(MusterApp(), part)


@pytest.mark.long
def test_the_list_is_sorted_by_what_the_player_wants(library: Path) -> None:
    for name, starter, age in (("a", "orks-500", 3e8), ("b", "epic-orks-3000", 1e8), ("c", "imperial-guard-500", 2e8)):
        os.utime(put(library, f"{name}.yaml", starter), (age, age))

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        seen = []
        for _ in range(7):
            seen.append("".join(row.id for row in pane_of(pilot).rows if isinstance(row, LibraryArmy)))
            await pilot.press("s")
        assert seen == ["acb", "cab", "cab", "bca", "cab", "cab", "acb"]

    play(MusterApp(), part)


def test_the_cursor_stays_at_the_top_while_armies_are_found(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate(("c.yaml", "b.yaml", "a.yaml")):
        os.utime(put(library, name), (1000 + age, 1000 + age))
    found = armies_at([library / "c.yaml", library / "b.yaml", library / "a.yaml"])
    monkeypatch.setattr("builder.tui.screens.library.library_armies", lambda: iter(found))
    monkeypatch.setattr("builder.tui.screens.library.PAUSE", -1)

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        pane = pane_of(pilot)
        assert pane.row == next(row for row in pane.rows if isinstance(row, LibraryArmy)) == found[2]

    play(MusterApp(), part)


@pytest.mark.long
def test_enter_and_a_double_click_open_the_editor(library: Path) -> None:
    put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await until(pilot, lambda: pilot.app.screen.query_one("#army", LinePane).rows != ())
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))
        await pilot.click("#armies", offset=(5, 1), times=2)
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))

    play(MusterApp(), part)


@pytest.mark.long
def test_a_starter_is_duplicated_into_the_library(library: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, Starter)
        row = pane_of(pilot).row
        assert isinstance(row, Starter) and row.army is not None
        await pilot.press("d")
        await until(pilot, lambda: names(pilot) == [row.army.name if row.army else ""])
        await until(pilot, lambda: isinstance(pane_of(pilot).row, LibraryArmy))
        await pilot.press("d")
        await until(pilot, lambda: len(names(pilot)) == 2)

    play(MusterApp(), part)
    assert len(list(library_armies())) == 2


@pytest.mark.long
def test_an_army_is_renamed(library: Path) -> None:
    path = put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        for text in ("", "  Big Lads "):
            await pilot.press("r")
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            await typed(pilot, text)
        await until(pilot, lambda: names(pilot) == ["Big Lads"])
        assert "Big Lads" in said(pilot)

    play(MusterApp(), part)
    assert "name: Big Lads\n" in path.read_text(encoding="utf-8")


@pytest.mark.long
def test_what_is_deleted_comes_back_by_undo_and_out_of_the_trash(library: Path) -> None:
    path = put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        for bring_back in ("u", "t"):
            await stand_on(pilot, LibraryArmy)
            await pilot.press("delete")
            await until(pilot, lambda: not names(pilot))
            assert not path.exists() and "in the trash" in said(pilot)
            await until(pilot, lambda: keys_shown(pilot).startswith(" u Undo delete"))  # a click brings it back
            assert any(" more below ━" in line for line in lines(pilot.app)), "what is out of view is told"
            await pilot.press(bring_back)
            if bring_back == "t":
                await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
                await pilot.press("enter")
            await until(pilot, lambda: len(names(pilot)) == 1 and "” is back." in said(pilot))
            assert path.exists()
        await pilot.press("t")
        await until(pilot, lambda: "trash is empty" in said(pilot))

    play(MusterApp(), part)


@pytest.mark.long
def test_a_new_army_is_asked_for_and_opened(library: Path) -> None:
    armyacts.create("diceless/orks")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("n", *"orks", "down", "enter")
        await until(pilot, lambda: is_named(pilot, "Esc Back") and isinstance(pilot.app.screen, NewArmy))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        assert pilot.app.screen.query_one("#find", Input).value == "orks", "what was written is there again"
        await pilot.press("up", "enter")  # the cursor stands on the second of that name
        await until(pilot, lambda: is_named(pilot, "Esc Back") and isinstance(pilot.app.screen, NewArmy))
        assert pilot.app.screen.query_one("#name", Input).value == "New Orks army 2", "one is called so"
        await pilot.press(*"Big Lads", "tab", *"750", "tab")
        await until(pilot, lambda: "(o) Diceless 40K" in "".join(lines(pilot.app)))
        assert "[-] Trial Assault" in "".join(lines(pilot.app)), "it goes with dice"
        await pilot.press("down", "down", "space", "up", "space", "down", "space", "down", "space")
        await until(pilot, lambda: "[x] Dark Millennia" in "".join(lines(pilot.app)))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))

    play(MusterApp(), part)
    army = open_army("big-lads")
    assert army.view.cost_limits[0].value == 750
    assert (army.system.id, army.modules) == ("plain", ("assault", "house"))


@pytest.mark.long
def test_enter_on_data_begins_an_army_and_escape_begins_none(library: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, InstalledData)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewArmy))
        await pilot.press("enter", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(MusterApp(), part)
    assert list(library_armies()) == []


@pytest.mark.long
@pytest.mark.parametrize("foreign", [False, True])
def test_a_roster_is_imported_by_its_path_for_a_game_with_its_modules(library: Path, home: Path, foreign: bool) -> None:
    source = saved_roster(home / "list.ros", foreign=foreign)

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickFile))
        await typed(pilot, str(source)[:-2])
        if not foreign:
            await until(pilot, lambda: isinstance(pilot.app.screen, NewArmy))
            form = pilot.app.screen.query_one("#choices", LinePane)
            for key in ("game plain", "module assault"):
                form.cursor = next(n for n, row in enumerate(form.rows) if row.key == key)
                await pilot.press("space")
            assert "Import list.ros" in "".join(lines(pilot.app)) and not pilot.app.screen.query(Input)
            await pilot.press("enter")
        await until(pilot, lambda: len(names(pilot)) == 1)
        assert ("kept as it was" in said(pilot)) == foreign
        await until(pilot, lambda: isinstance(pane_of(pilot).row, LibraryArmy))
        if foreign:
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pane_of(pilot).row, LibraryArmy))
            await pilot.press("b")
            await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
            await pilot.press(*"diceless ork", "enter")
            await until(pilot, lambda: len(names(pilot)) == 2)
            assert open_army("list-2").valid is not None, "it has data now"

    play(MusterApp(), part)
    assert (library / ("list.ros" if foreign else "list.yaml")).exists()
    army = open_army("list")
    assert (army.system.id, army.modules) == (("diceless", ()) if foreign else ("plain", ("assault",)))


@pytest.mark.long
def test_a_file_is_found_by_walking_through_folders(library: Path, home: Path) -> None:
    (home / "lists").mkdir()
    source = saved_roster(home / "lists" / "mine.ros")
    picked: list[str | None] = []

    async def part(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(PickFile("File", home / "state"), picked.append)
        await until(pilot, lambda: isinstance(pilot.app.screen, PickFile))
        places = pilot.app.screen.query_one("#places", LinePane)
        await pilot.press("f2")
        await until(pilot, lambda: any("lists" in str(row) for row in places.rows))
        await pilot.press(*"lis", "enter")
        await until(pilot, lambda: [row.path.name for row in places.rows] == ["mine.ros"])
        await pilot.press("down", "enter")
        await until(pilot, lambda: bool(picked))

    play(MusterApp(), part)
    assert picked == [str(source)]


@pytest.mark.long
def test_print_preview_and_copying_of_text(library: Path) -> None:
    put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        shown = pilot.app.screen
        assert isinstance(shown, PreviewScreen)
        await until(pilot, lambda: "Hit points" in shown.text)
        await pilot.press("c")
        assert pilot.app.clipboard == shown.text
        await pilot.press("escape", "y")
        await until(pilot, lambda: "Gitstompa" in pilot.app.clipboard and "Hit points" not in pilot.app.clipboard)

    play(MusterApp(), part)


def test_the_folder_is_opened_or_told(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("o")
        await until(pilot, lambda: str(library) in said(pilot))

    play(MusterApp(), part, (160, 40))


@pytest.mark.long
def test_a_damaged_file_is_shown_with_its_mistakes_and_can_be_deleted(library: Path) -> None:
    library.mkdir()
    (library / "bad.yaml").write_text("format: muster-army\nunits: [\n", encoding="utf-8")
    (library / "worse.rosz").write_bytes(b"PK\x03\x04")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        assert sorted(names(pilot)) == ["bad", "worse"]
        assert "cannot be read: bad, worse" in said(pilot) or "cannot be read: worse, bad" in said(pilot)
        for name in ("copy", "rename", "print", "preview", "text"):
            assert not screen_of(pilot).allows(name)
        await pilot.press("d", "r", "p", "v", "y", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        await pilot.press("escape", "delete")
        await until(pilot, lambda: len(names(pilot)) == 1 and "in the trash" in said(pilot))
        (library / "late.yaml").write_text("units: [", encoding="utf-8")
        await pilot.press("f5")
        await until(pilot, lambda: "cannot be read" in said(pilot) and "late" in said(pilot))

    play(MusterApp(), part)


@pytest.mark.long
def test_a_file_that_goes_while_it_is_looked_at_is_told(library: Path) -> None:
    path = put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        path.unlink()
        await pilot.press("d")
        await until(pilot, lambda: "no such file" in said(pilot))
        await pilot.press("f5")
        await until(pilot, lambda: not names(pilot))

    play(MusterApp(), part)


@pytest.mark.long
def test_what_changed_elsewhere_is_there_when_the_screen_comes_back(library: Path) -> None:
    put(library, "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await stand_on(pilot, LibraryArmy)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        armyacts.rename("a", "Other")
        await pilot.press("escape")
        await until(pilot, lambda: names(pilot) == ["Other"])

    play(MusterApp(), part)


def test_every_action_of_the_library_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")  # those of games, matchups and data stand in theirs
    for action in actions_of("library", "preview", "file"):
        if action.id not in ("library.games", "library.matchup", "library.data"):
            assert any(f'"{key}"' in text for key in action.keys.split(",")), action.id


@pytest.mark.long
def test_on_the_smallest_screen_a_whole_name_stands_rather_than_the_limit(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "10 factions: all read." in "\n".join(lines(pilot.app)))
        await pilot.press("slash", *"gits")
        await until(pilot, lambda: "Gitstompa's warband    500  ok" in "\n".join(lines(pilot.app)))
        assert "None yet: n begins one." in "\n".join(lines(pilot.app))

    play(MusterApp(), part, size=(40, 12))
