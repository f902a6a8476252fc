"""Nothing that was done in the editor is lost, and no work of others is overwritten."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.errors import InputError
from builder.resources import find_resource
from builder.services.army.history import forget_unsaved, history_of, keep_unsaved, unsaved_state
from builder.services.army.locator import open_army
from builder.services.army.saving import SaveJob, SaveResult
from builder.services.data.catalogue_store import add
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Remove, Rename
from builder.services.editor.session import EditorSession
from builder.services.editor.view import cached_view
from builder.services.export.files import export_army
from builder.services.library.commands import create
from builder.sheets.options import SheetOptions
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.pick_file import PickData
from builder.tui.screens.army_saver import NOT_SAVED
from builder.tui.screens.data import DataScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.screens.preview import PreviewScreen
from tests.formats.datafiles import SQUAD, catalogue, folder, game_system
from tests.tui.editing import Seen, edit
from tests.tui.making import burst, meanwhile, play, until
from tests.tui.painted import lines
from tests.tui.terminals import end_from_outside, on_terminal, wait_for


@pytest.fixture
def army(tmp_path: Path) -> Path:
    found = find_resource("templates/armies", "space-marines-500")
    assert found is not None
    path = tmp_path / "army.yaml"
    path.write_bytes(found.path.read_bytes())
    return path


def names(path: Path) -> list[str]:
    return [unit.custom_name or unit.name for unit in open_army(str(path)).view.units()]


@pytest.mark.long
def test_a_kill_in_the_middle_of_an_edit_loses_nothing(army: Path) -> None:
    """The program on a terminal of its own is killed as soon as it shows the change; all of it is there again."""
    with on_terminal(str(army)) as (program, master):
        double(master)
        program.send_signal(signal.SIGKILL)
    before = len(ArmyDocument(army.read_bytes(), "army", None).state.roster.forces[0].selections)
    desk = EditorSession.open(str(army)).editor
    found = desk.session.state.roster.forces[0].selections
    assert len(found) == 5
    assert before in (4, 5)


@pytest.mark.long
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, None], ids=["SIGTERM", "SIGHUP", "no terminal"])
def test_a_program_that_is_ended_from_outside_saves_and_ends(army: Path, sent: signal.Signals | None) -> None:
    """A terminal that goes without a signal ends it too, where Textual reads its end again and again."""
    with on_terminal(str(army)) as (program, master):
        double(master)
        assert end_from_outside(program, master, sent) == 128 + (sent or signal.SIGHUP)
    assert len(ArmyDocument(army.read_bytes(), "army", None).state.roster.forces[0].selections) == 5
    assert unsaved_state(str(army), army.read_bytes()) is None


def double(terminal: int) -> None:
    """Add a unit like the fourth one, and wait until the change is on the screen."""
    wait_for(terminal, b"saved")
    for _ in range(3):
        os.write(terminal, b"\x1b[B")
    os.write(terminal, b"d")
    wait_for(terminal, rb"saving|over.*saved")  # on a slow machine the first is not painted: it is saved by then


@pytest.mark.long
def test_what_was_kept_is_there_again_and_is_saved(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    unit = session.state.roster.forces[0].selections[0]
    session.apply(Rename(id=unit.id, name="Saved from the fire"))
    keep_unsaved(str(army), session.original, session.state)

    async def act(seen: Seen) -> None:
        assert "Saved from the fire" in seen.units()
        assert any("is here again" in words for words in seen.told())
        await seen.press("u")
        assert "Saved from the fire" not in seen.units()
        await seen.press("U")

    edit(army, act)
    assert "Saved from the fire" in names(army)
    assert unsaved_state(str(army), army.read_bytes()) is None


def test_what_was_kept_for_another_state_of_the_file_is_put_aside_and_undo_leads_to_it(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    session.apply(Rename(id=session.state.roster.forces[0].selections[0].id, name="Saved from the flood"))
    keep_unsaved(str(army), session.original, session.state)
    army.write_bytes(army.read_bytes().replace(b"Third Company", b"Fourth Company"))
    opened = EditorSession.open(str(army))
    assert opened.view.name.startswith("Fourth Company") and not opened.editor.session.dirty
    (told,) = opened.notices
    assert Path(told.rsplit(" is in ", 1)[1].rstrip(".")).exists()
    opened.editor.step(-1)
    assert opened.editor.view.name.startswith("Third Company")
    assert "Saved from the flood" in [row.name for row in opened.editor.view.rows]
    opened.editor.step(1)
    assert opened.editor.view.name.startswith("Fourth Company")
    assert EditorSession.open(str(army)).notices == ()


@pytest.mark.long
@pytest.mark.usefixtures("unlooked")
def test_leaving_at_once_waits_for_what_to_do_about_a_file_that_another_program_changed(army: Path) -> None:
    async def act(seen: Seen) -> None:
        army.write_bytes(army.read_bytes().replace(b"Third Company", b"Their Company"))
        await seen.go("Dreadnought")
        burst(seen.pilot, "delete", "escape")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        assert seen.screen in seen.pilot.app.screen_stack

    edit(army, act)


@pytest.mark.usefixtures("unlooked")
@pytest.mark.parametrize("key", ["escape", "ctrl+q", ""])
@pytest.mark.long
def test_what_could_not_be_saved_is_tried_again_after_a_moment_and_at_the_end(
    army: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async def act(seen: Seen) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("builder.services.army.saving.SaveJob.run", _no_room)
            await seen.go("Dreadnought")
            await seen.press("delete")
            await seen.until(lambda: any("No space left" in words for words in seen.told()))
            seen.screen.notices.clear()
            await seen.screen.saver.look().wait()
            await seen.until(lambda: not seen.screen.has_work)
            assert not seen.told(), "it is told once"
        assert "Dreadnought" in names(army)
        if not key:
            seen.screen.saver.look()
            await seen.until(lambda: "It is saved now." in seen.told() and "saved" in seen.said("head"))
        else:
            burst(seen.pilot, key)
        await meanwhile(seen.pilot, lambda: "Dreadnought" not in names(army))

    edit(army, act)


def _no_room(job: SaveJob) -> SaveResult:
    raise InputError("it cannot be written: No space left on device")


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_leaving_an_army_whose_file_another_program_changed_says_that_it_is_not_saved(army: Path) -> None:
    async def act(seen: Seen) -> None:
        army.write_bytes(army.read_bytes().replace(b"Third Company", b"Their Company"))
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.pilot.press("enter", "escape")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, LibraryScreen))
        assert any("is not saved. What you did is kept" in words for words in seen.told())

    edit(army, act)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_a_file_whose_name_is_no_text_is_edited_kept_and_undone(army: Path) -> None:
    odd = army.rename(army.with_name(os.fsdecode(b"caf\xe9.yaml")))

    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: "Dreadnought" not in names(odd))

    edit(odd, act)
    session = ArmyDocument.open(str(odd))
    keep_unsaved(str(odd), session.original, session.state)
    assert unsaved_state(str(odd), session.original) == session.state
    history_of(str(odd)).step(str(odd), -1)
    assert "Dreadnought" in names(odd)


def test_what_was_saved_before_a_kill_is_not_told_of_as_lost(army: Path) -> None:
    session = ArmyDocument.open(str(army))
    before = session.original
    session.apply(Rename(id="army", name="Saved in time"))
    keep_unsaved(str(army), before, session.state)
    session.save()
    opened = EditorSession.open(str(army))
    assert opened.notices == () and opened.view.name == "Saved in time"
    assert unsaved_state(str(army), before) is None


@pytest.mark.long
def test_every_change_is_saved_by_itself(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: "Dreadnought" not in names(army))

    edit(army, act)


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_a_file_changed_outside_is_never_overwritten_silently(army: Path) -> None:
    async def act(seen: Seen) -> None:
        theirs = army.read_bytes().replace(b"Third Company", b"Their Company")
        army.write_bytes(theirs)
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        assert army.read_bytes() == theirs
        await seen.press("up", "up", "enter")
        await seen.until(lambda: seen.screen.view.name.startswith("Their Company"))
        assert army.read_bytes() == theirs
        assert "Dreadnought" in seen.units()

    edit(army, act)


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_a_file_changed_outside_is_replaced_when_the_player_says_so(army: Path) -> None:
    async def act(seen: Seen) -> None:
        army.write_bytes(army.read_bytes().replace(b"Third Company", b"Their Company"))
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.press("up", "enter")
        after = await seen.saved()
        assert after.name.startswith("Third Company")
        assert "Dreadnought" not in [unit.name for unit in after.view.units()]

    edit(army, act)


@pytest.mark.long
def test_an_army_is_opened_again_once_its_data_was_brought_to_another_state_or_removed(
    home: Path, tmp_path: Path
) -> None:
    add(str(folder(tmp_path / "old", {"s.gst": game_system(), "m.cat": catalogue()})))
    squad = SQUAD.replace('value="90', 'value="95')
    new = folder(tmp_path / "new", {"s.gst": game_system(), "m.cat": catalogue(squad, revision=8)})
    path = create("Small Wars/Marines", "Third", None, system="diceless")

    async def act(seen: Seen) -> None:
        await seen.press("a", *"squ", "enter", "escape", "D")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, DataScreen) and "Small Wars" in shown(seen))
        await seen.press("U")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, PickData))
        await seen.write(str(new))
        await seen.until(lambda: "Bring it in" in shown(seen))
        await seen.press("y")
        await seen.until(lambda: "the new state is in" in shown(seen))
        await seen.press("escape")
        await seen.until(lambda: "95" in seen.said("totals"))
        assert any("has changed: it is opened again" in words for words in seen.told())
        await seen.press("u")
        await seen.until(lambda: "0 units" in seen.said("totals"))
        await seen.press("D", "delete", "y")
        await seen.until(lambda: "is removed" in shown(seen))
        await seen.press("escape")
        await seen.until(lambda: any("Not opened again" in words for words in seen.told()))

    edit(path, act)


def shown(seen: Seen) -> str:
    return "\n".join(lines(seen.pilot.app))


@pytest.mark.long
@pytest.mark.usefixtures("unlooked")
def test_keys_meant_for_something_else_destroy_nothing_when_a_file_was_changed_outside(army: Path) -> None:
    """The question comes by itself, in the middle of what a player writes."""

    async def act(seen: Seen) -> None:
        theirs = army.read_bytes().replace(b"Third Company", b"Their Company")
        army.write_bytes(theirs)
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.press(*"open", "down", "enter")
        await seen.until(lambda: seen.pilot.app.screen is seen.screen and NOT_SAVED in seen.said("head"))
        assert army.read_bytes() == theirs
        assert "Dreadnought" not in seen.units()

    edit(army, act)


def test_a_starter_army_stays_as_it_is(home: Path) -> None:
    found = find_resource("templates/armies", "orks-500")
    assert found is not None
    before = found.path.read_bytes()
    desk = EditorSession.open("orks-500").editor
    first = desk.session.state.roster.forces[0].selections[0]
    desk.apply(Remove(id=first.id))
    save = desk.saving()
    assert save is not None
    desk.saved(save())
    assert found.path.read_bytes() == before
    assert desk.session.source is not None
    assert Path(desk.session.source).is_relative_to(home)
    assert first.id not in open_army(desk.session.source).view.forces[0].selections[0].id
    desk.step(-1)
    assert first.id in desk.session.state.roster.ids()


def test_the_next_start_shows_what_was_last_seen_before_anything_is_read(army: Path) -> None:
    army.write_bytes(army.read_bytes().replace(b"Third Company", b"Third and last company"))
    assert cached_view(str(army)) is None
    picture = EditorSession.open(str(army)).view
    assert cached_view(str(army)) == picture
    army.write_bytes(army.read_bytes().replace(b"Third and", b"Fourth and"))
    assert cached_view(str(army)) is None


def test_what_cannot_be_kept_is_told(army: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "file"))
    session = ArmyDocument.open(str(army))
    with pytest.raises(InputError, match="cannot be kept"):
        keep_unsaved(str(army), session.original, session.state)
    forget_unsaved(str(army))


@pytest.mark.long
def test_an_army_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text("format: muster-army\nversion: 1\nname: X\nsystem: diceless\ndata: diceless/nothing\nunits: []\n")

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        await until(pilot, lambda: "diceless/nothing" in "".join(lines(pilot.app)))
        await pilot.press("a", "d", "delete", "f", "u", "plus", "enter", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(MusterApp(str(path)), part)


@pytest.mark.long
def test_a_saved_roster_whose_data_is_here_is_edited_as_a_copy(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "from a friend.ros"
    path.write_bytes(export_army(open_army("space-marines-500"), "ros", SheetOptions()).data)
    before = path.read_bytes()

    async def act(seen: Seen) -> None:
        assert "file: changes go to a copy" in seen.said("head")
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.screen.finish()
        (made,) = Path(os.environ["MUSTER_ARMIES"]).glob("*.yaml")
        assert "Dreadnought" not in made.read_text() and open_army(str(made)).name == "Third Company strike force"

    edit(path, act)
    assert path.read_bytes() == before


@pytest.mark.long
def test_a_saved_roster_whose_data_is_not_here_is_shown_as_it_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "from a friend.ros"
    made = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    path.write_bytes(made.replace(b"diceless/orks", b"far/away"))

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        await until(pilot, lambda: "Weirdboy" in "".join(lines(pilot.app)))
        told = " ".join("".join(lines(pilot.app)).split())
        assert "from a friend" in told and "without its data, “Orks” of" in told and "cannot be opened" not in told
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(MusterApp(str(path)), part)
