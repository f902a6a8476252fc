"""What is on the editor's screen is what is printed, shown as a sheet and copied, whether or not it is saved yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.services.editor.operations import Rename
from builder.services.export.files import list_text
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.preview import PreviewScreen
from tests.tui.editing import Seen, edit


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "army.yaml"


TESTED = {"print", "sheet", "text"}


async def previewed(seen: Seen) -> PreviewScreen:
    """Wait until a sheet is shown."""
    shown = seen.pilot.app.screen
    assert isinstance(shown, PreviewScreen)
    await seen.until(lambda: bool(seen.pane("text").rows))
    return shown


@pytest.mark.long
def test_the_army_is_printed_as_it_is_on_the_screen(army: Path, tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        before = army.read_bytes()
        seen.editor.apply(Rename(id="army", name="Not saved yet"))
        seen.screen.show()
        await seen.press("p")
        form = seen.pilot.app.screen
        assert isinstance(form, ExportScreen)
        assert "Not saved yet" in seen.said("head")
        await seen.until(lambda: "copies the command" in seen.said("status"))
        await seen.press("y")
        assert seen.pilot.app.clipboard.startswith(f"muster export {army}")
        await seen.press("right", "down", "right", "enter")
        await seen.until(lambda: "is written" in seen.said("status"))
        assert "Not saved yet" in (tmp_path / "not-saved-yet.txt").read_text()
        assert army.read_bytes() == before
        await seen.press("escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.long
def test_the_sheet_of_the_unit_is_shown_as_text(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "s")
        shown = await previewed(seen)
        assert "Scout Squad" in seen.said("head")
        assert shown.text.startswith("Scout Squad")
        assert "6 models" in shown.text
        assert "Dreadnought" not in shown.text
        await seen.press("c")
        assert seen.pilot.app.clipboard == shown.text
        await seen.press("escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.long
def test_above_the_units_all_sheets_are_shown(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("home", "s")
        shown = await previewed(seen)
        assert all(unit.name in shown.text for unit in seen.army.reading.units)

    edit(army, act)


@pytest.mark.long
def test_y_copies_the_list_as_text(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("delete", "y")
        await seen.until(lambda: seen.pilot.app.clipboard == list_text(seen.army))
        assert "Scout Squad" not in seen.pilot.app.clipboard

    edit(army, act)


@pytest.mark.long
def test_a_starter_army_is_printed_under_its_own_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    starter = home / "starter.yaml"

    async def act(seen: Seen) -> None:
        await seen.press("f", "p")
        assert isinstance(seen.pilot.app.screen, ExportScreen)
        assert open_army(str(starter)).name in seen.said("head")

    edit(starter, act, starter="orks-500")


@pytest.mark.long
def test_a_sheet_is_read_whole_on_a_narrow_screen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("s")
        shown = await previewed(seen)
        pane = seen.pane("text")
        assert all(len(line) <= pane.size.width - 2 for line in pane.rows)
        assert " ".join("".join(f"{line} " for line in pane.rows).split()) == " ".join(shown.text.split())

    edit(army, act, size=(60, 24))


@pytest.mark.long
def test_a_word_typed_at_the_choices_writes_no_file_and_o_pressed_twice_does(
    army: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    opened = list[str]()

    def open_it(path: str) -> bool:
        opened.append(path)
        return True

    monkeypatch.setattr("builder.tui.screens.export.open_place", open_it)

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("enter", *"power", "space", *"weapon")
        assert any("o once more" in told for told in seen.told())
        assert not [*home.glob("*.pdf")] and not opened
        await seen.press("escape", "p", "o", "o")
        await seen.until(lambda: len(opened) == 1)
        await seen.press("escape", "escape", "p", "o", "enter")
        await seen.until(lambda: len(opened) == 2)

    edit(army, act)
