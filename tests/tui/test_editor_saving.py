"""Keeping, saving and looking for mends never hold up the screen, and the program ends only when all is saved."""

from __future__ import annotations

import asyncio
import threading
from contextvars import copy_context
from pathlib import Path

import pytest
from textual._context import active_app
from textual.app import App

from builder.errors import InputError
from builder.services.army.history import history_of, unsaved_state
from builder.services.army.locator import open_army
from builder.services.army.saving import SaveJob
from builder.services.editor import quick_fixes as editormends
from builder.services.editor import session as desks
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Limit, Remove, Rename
from builder.services.editor.session import EditorSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens import findings as findings_screen
from builder.tui.screens.army_saver import NOT_SAVED, SAVED
from builder.tui.screens.editor import EditorScreen
from builder.tui.widgets.lines import TextLines
from tests.tui.editing import Seen, edit, opened
from tests.tui.making import burst, meanwhile, until


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


def units(path: Path) -> list[str]:
    return [unit.custom_name or unit.name for unit in open_army(str(path)).view.units()]


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """On which threads the disk was written and mends were tried."""
    used: dict[str, set[str]] = {"keep": set(), "save": set(), "mend": set(), "tidy": set()}

    def noted(owner: object, name: str, what: str) -> None:
        done = getattr(owner, name)

        def run(*given: object, **named: object) -> object:
            used[what].add(threading.current_thread().name)
            return done(*given, **named)

        monkeypatch.setattr(owner, name, run)

    noted(desks, "keep_unsaved", "keep")
    noted(desks, "forget_unsaved", "tidy")
    noted(SaveJob, "run", "save")
    noted(findings_screen, "mends", "mend")
    return used


@pytest.mark.long
def test_nothing_is_written_or_tried_on_the_thread_of_the_screen(army: Path, threads: dict[str, set[str]]) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete")
        await seen.until(lambda: bool(threads["save"]))
        await seen.press("f")
        await seen.until(lambda: "Add Captain" in seen.lines("findings"))
        await seen.press("escape", "ctrl+s")
        await seen.write(str(army.with_name("other.yaml")))
        await seen.until(lambda: all(threads.values()))
        assert threading.current_thread().name not in set().union(*threads.values())

    edit(army, act)


@pytest.mark.long
def test_what_is_changed_while_it_is_saved_is_saved_too(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, run = threading.Event(), SaveJob.run

    def slow(job: SaveJob) -> object:
        gate.wait(60)
        return run(job)

    monkeypatch.setattr(SaveJob, "run", slow)

    async def act(seen: Seen) -> None:
        def kept() -> list[str]:
            state = unsaved_state(str(army), army.read_bytes())
            return [unit.name for unit in state.roster.forces[0].selections] if state else []

        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: seen.screen.saver._saving)
        await seen.go("Scout Squad")
        await seen.press("delete")
        await seen.until(lambda: kept() == ["Librarian", "Tactical Squad"])
        assert "Dreadnought" in units(army)
        gate.set()
        await seen.screen.finish()
        assert "Scout Squad" not in units(army)
        assert "Dreadnought" not in units(army)
        assert unsaved_state(str(army), army.read_bytes()) is None

    edit(army, act)


@pytest.mark.long
def test_the_program_ends_when_all_is_saved_and_says_so(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, run = threading.Event(), SaveJob.run

    def slow(job: SaveJob) -> object:
        gate.wait(60)
        return run(job)

    monkeypatch.setattr(SaveJob, "run", slow)

    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        burst(seen.pilot, "delete", "q")
        await meanwhile(seen.pilot, lambda: any("ends when it is done" in words for words in seen.told()))
        assert not seen.pilot.app._exit
        assert "Dreadnought" in units(army)
        gate.set()
        await seen.until(lambda: seen.pilot.app._exit)

    edit(army, act)
    assert "Dreadnought" not in units(army)


@pytest.mark.long
def test_what_cannot_be_saved_is_told_at_the_end_and_there_again(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(job: SaveJob) -> object:
        raise InputError(f"{job.target}: there is no room on the disk")

    async def act(seen: Seen) -> None:
        monkeypatch.setattr(SaveJob, "run", full)
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.screen.finish()
        assert NOT_SAVED in seen.said("head")
        assert any("no room" in words for words in seen.told())
        assert "is not saved" in seen.screen.exit_message

    edit(army, act)
    assert "Dreadnought" in units(army)
    again = EditorSession.open(str(army))
    assert "Dreadnought" not in [unit.name for unit in again.editor.army.view.units()]
    assert "is here again" in " ".join(again.notices)


@pytest.mark.long
@pytest.mark.usefixtures("unlooked")
def test_deciding_later_asks_again_with_the_next_change_only(army: Path) -> None:
    async def act(seen: Seen) -> None:
        theirs = army.read_bytes().replace(b"Third Company", b"Their Company")
        army.write_bytes(theirs)
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.press("escape")
        assert seen.pilot.app.screen is seen.screen
        await seen.screen.saver.look().wait()
        await seen.settled()
        assert seen.pilot.app.screen is seen.screen
        assert NOT_SAVED in seen.said("head")
        await seen.go("Scout Squad")
        await seen.press("delete")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.press("up", "enter")
        await seen.until(lambda: seen.pilot.app.screen is seen.screen and SAVED in seen.said("head"))

    edit(army, act)


@pytest.mark.long
def test_a_mend_is_saved_while_the_findings_are_on_the_screen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "f")
        await seen.until(lambda: "Add Captain" in seen.lines("findings"))
        await seen.press("1")
        await seen.until(lambda: "Captain" in units(army))

    edit(army, act)


def test_mends_are_not_tried_on_once_nobody_waits_for_them(army: Path) -> None:
    session = ArmyDocument.open("space-marines-500")
    session.apply(Limit(number="100"))
    (finding, *_) = [found for found in session.army.findings if found.code == "cost-limit"]
    assert editormends.mends(session.apart(), finding)
    assert editormends.mends(session.apart(), finding, lambda: False) == ()


@pytest.mark.long
def test_the_command_line_undoes_what_was_done_on_the_screen(army: Path) -> None:
    texts: list[bytes] = []

    async def act(seen: Seen) -> None:
        texts.append(army.read_bytes())
        for name in ("Dreadnought", "Scout Squad"):
            await seen.go(name)
            await seen.press("delete")
            await seen.screen.finish()
            texts.append(army.read_bytes())

    edit(army, act)
    history = history_of(str(army))
    assert history.step(str(army), -1) == texts[1]
    assert history.step(str(army), -1) == texts[0]
    assert history.step(str(army), 1) == texts[1]


@pytest.mark.long
def test_undo_on_the_screen_goes_back_in_the_same_history(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus")
        await seen.screen.finish()
        await seen.go("Dreadnought")
        await seen.press("d")
        await seen.screen.finish()
        await seen.press("u")
        await seen.screen.finish()

    edit(army, act)
    history = history_of(str(army))
    assert (len(history.states), history.now) == (3, 1)
    history.step(str(army), 1)
    assert units(army).count("Dreadnought") == 2


@pytest.mark.long
def test_a_history_goes_on_after_the_screen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("delete")

    session = ArmyDocument.open("space-marines-500")
    army.write_bytes(session.original)
    session = ArmyDocument.open(str(army))
    session.apply(Rename(id="army", name="By command"))
    session.save()
    edit(army, act)
    history = history_of(str(army))
    assert len(history.states) == 3
    history.step(str(army), -1)
    history.step(str(army), -1)
    assert army.read_bytes() == ArmyDocument.open("space-marines-500").original


@pytest.mark.long
def test_a_starter_army_gets_a_file_with_its_first_change(home: Path) -> None:
    async def run() -> None:
        app = MusterApp("orks-500")
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(pilot)
            await pilot.press("R")
            await pilot.press(*" 2", "enter")
            screen = app.screen
            assert isinstance(screen, EditorScreen)
            await until(pilot, lambda: SAVED in screen.query_one("#head", TextLines).text)

    asyncio.run(run())
    (made,) = (home / "armies").glob("*.yaml")
    assert open_army(str(made)).name == "2"
    assert not EditorSession.open(str(made)).notices
    for name in ("Gitstompa's warband", "Gitstompa's warband 2"):
        desk = EditorSession.open("orks-500").editor
        desk.apply(Remove(id=next(desk.army.view.units()).id))
        saving = desk.saving()
        assert saving is not None and open_army(saving().job.target).name == name, "two armies have two names"


def test_a_save_that_ends_while_the_program_does_is_shown_nowhere(army: Path) -> None:
    async def act(seen: Seen) -> None:
        screens.append(seen.screen)
        apps.append(seen.pilot.app)

    screens: list[EditorScreen] = []
    apps: list[App[None]] = []
    edit(army, act)
    in_app = copy_context()
    in_app.run(active_app.set, apps[0])  # as it is for a worker of the screen
    in_app.run(screens[0].saver.say, NOT_SAVED)
    assert screens[0].saver.words == NOT_SAVED
