"""Keys that come faster than the program works: each acts on what the keys before it have brought about."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from builder.errors import Finding
from builder.inputs import tell
from builder.services.army.locator import open_army
from builder.services.data.datasheets import installed_data
from builder.services.data.listing import InstalledData
from builder.services.editor.document import ArmyDocument
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.quick_fixes import mends
from builder.services.games.games import open_game
from builder.services.games.session import GameSession
from builder.tui.actions import actions_of
from builder.tui.app import MusterApp
from builder.tui.screens.army_saver import open_session
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.game import GameScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.typeahead import TypedKeys
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.bursts import Bursts
from tests.tui.editing import opened
from tests.tui.gaming import NAME, Table, both
from tests.tui.gaming import play as play_game
from tests.tui.making import burst, meanwhile, play, put, until
from tests.tui.painted import lines

Size = tuple[int, int]
LONG = 30
"""Keys of a burst."""
SEEDS = 34
"""Bursts that a whole long run tries on each screen."""


@pytest.fixture
def bursts(games: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Bursts:
    """A library with two armies, and a game."""
    put(home / "armies", "a.yaml", "space-marines-500")
    put(home / "armies", "b.yaml", "orks-500")
    return Bursts(home, monkeypatch)


# -- tasks -------------------------------------------------------------------------


def test_keys_do_not_wait_for_data_that_is_read_for_the_first_time(
    bursts: Bursts, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()

    def slow() -> tuple[InstalledData, ...]:
        tell("Reading Wars, file 1 of 2")
        let_go.wait(60)
        return installed_data()

    monkeypatch.setattr("builder.services.data.datasheets.installed_data", slow)

    async def part(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        armies, said = screen.query_one("#armies", LinePane), screen.query_one("#said", TextLines)
        try:
            await meanwhile(pilot, lambda: "Reading Wars, file 1 of 2 …" in said.text)
            first = armies.cursor
            await pilot.press("down")
            await until(pilot, lambda: armies.cursor == first + 1)
        finally:
            let_go.set()
        await until(pilot, lambda: any(isinstance(row, InstalledData) for row in armies.rows))
        assert armies.cursor == first + 1

    play(MusterApp(), part)


@pytest.mark.long
def test_an_army_tells_how_far_opening_it_is(bursts: Bursts, monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()

    def slow(source: str) -> object:
        tell("Reading Wars, file 1 of 2")
        let_go.wait(60)
        return open_session(source)

    monkeypatch.setattr("builder.inputs.LATE", 0)
    monkeypatch.setattr("builder.tui.screens.editor.open_session", slow)

    async def part(pilot: Pilot[None]) -> None:
        for known in (False, True):
            let_go.clear()
            pilot.app.simulate_key("enter")
            try:
                await meanwhile(pilot, lambda: any("Reading Wars, file 1 of 2 …" in line for line in lines(pilot.app)))
                editor = pilot.app.screen
                assert isinstance(editor, EditorScreen) and editor.session is None and (editor.view.rows or not known)
            finally:
                let_go.set()
            await opened(pilot)
            await until(pilot, lambda: not any("Reading" in line for line in lines(pilot.app)))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen))

    play(MusterApp(), part)


@pytest.mark.long
@both
def test_a_form_is_opened_for_the_unit_that_the_arrows_before_it_led_to(game: MusterApp, size: Size) -> None:
    async def part(table: Table) -> None:
        table.burst("down", "down", "down", "m")
        await table.asked()
        units = table.screen.query_one("#units", LinePane)
        assert units.cursor == 3 and table.given["unit"] == units.rows[3].ref

    play_game(game, part, size)


@pytest.mark.long
@both
def test_a_list_is_opened_in_its_row_and_gives_its_answer_before_the_next_key(game: MusterApp, size: Size) -> None:
    keys = ("space", "space", "space", "space", "F", "f3", "k", "a", "n", "enter")

    async def part(table: Table) -> None:
        table.burst(*keys)
        await table.asked()
        assert table.row_of("target").startswith("Killa Kan") and len(table.log) == 3

    play_game(game, part, size)


@both
@pytest.mark.long
def test_a_new_army_is_made_by_one_burst(home: Path, size: Size) -> None:
    async def part(pilot: Pilot[None]) -> None:
        burst(pilot, "n", *"orks", "enter", "ctrl+u", *"Fast", "enter", *"500", "enter")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.view.name == "Fast" and screen.view.totals.limit == 500
        assert len(list((home / "armies").glob("*.yaml"))) == 1

    play(MusterApp(), part, size)


@pytest.mark.long
def test_what_closes_a_dialog_is_kept_from_the_screen_below_it(home: Path) -> None:
    path = put(home / "armies", "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        burst(pilot, "r", *"xyz", "enter", "delete", "u")
        await until(pilot, lambda: isinstance(pilot.app.screen, LibraryScreen) and path.exists())
        assert open_army(str(path)).name.endswith("xyz")

    play(MusterApp(), part)


@pytest.mark.parametrize("typed", ["n", "f", "5", "+", "-", " ", "\r", "é", "+ f\x1b[B", "\x15"])
def test_what_is_typed_close_behind_escape_is_a_key_of_its_own(typed: str) -> None:
    """A terminal writes both at once as it writes the key with Alt."""
    together, apart = TypedKeys(), TypedKeys()
    assert _keys(together, "\x1b" + typed) == [("escape", "\x1b"), *_keys(apart, typed)]


@pytest.mark.parametrize(
    ("typed", "key"), [("\x1b[B", "down"), ("\x1bOP", "f1"), ("\x1b\t", "shift+tab"), ("\x1b[1;3A", "alt+up")]
)
def test_keys_that_are_written_with_an_escape_stay_one_key(typed: str, key: str) -> None:
    assert [name for name, _ in _keys(TypedKeys(), typed)] == [key]


def test_enter_typed_while_the_program_is_being_started_is_enter() -> None:
    assert _keys(TypedKeys(), "n\nFast\n") == _keys(TypedKeys(), "n\rFast\r")


def _keys(terminal: TypedKeys, typed: str) -> list[tuple[str, str | None]]:
    events = (*terminal.feed(typed), *terminal.feed(""))
    return [(event.key, event.character) for event in events if isinstance(event, Key)]


# -- what does not wait, and what never may ------------------------------------------


@pytest.mark.long
def test_a_dialog_that_a_worker_waits_for_takes_keys() -> None:
    async def part(pilot: Pilot[None]) -> None:
        burst(pilot, "ctrl+t", "down", "enter", "ctrl+t", "down", "enter")
        await until(pilot, lambda: pilot.app.theme == "high-contrast")

    play(MusterApp(), part)


def test_the_program_can_be_ended_while_a_game_is_opened(
    game: MusterApp, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = threading.Event()

    def late(name: str) -> GameSession:
        opening.wait(60)
        return open_game(name)

    async def part(table: Table) -> None:
        await meanwhile(table.pilot, lambda: isinstance(table.top, GameScreen))
        try:
            table.burst("down", "ctrl+q", "ctrl+q")
            await meanwhile(table.pilot, lambda: table.app._exit)
        finally:
            opening.set()

    monkeypatch.setattr("builder.services.games.games.open_game", late)
    play_game(game, part, opened=False)


def test_escape_leaves_a_text_that_is_still_laid_out() -> None:
    laid_out = threading.Event()

    def late() -> str:
        laid_out.wait(60)
        return "a text"

    async def part(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(PreviewScreen("A unit", late))
        await meanwhile(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen))
        try:
            burst(pilot, "escape")
            await meanwhile(pilot, lambda: not isinstance(pilot.app.screen, PreviewScreen))
        finally:
            laid_out.set()

    play(MusterApp(), part)


@pytest.mark.long
def test_a_mend_chosen_before_it_is_found_is_done_when_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = put(home / "armies", "a.yaml", "space-marines-500"), threading.Event()

    def late(session: ArmyDocument, finding: Finding, wanted: Callable[[], bool]) -> tuple[Mend, ...]:
        found.wait(60)
        return mends(session, finding, wanted)

    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        editor = pilot.app.screen
        assert isinstance(editor, EditorScreen)
        editor.go_to(next(row.id for row in editor.view.rows if row.name.startswith("Librarian")))
        burst(pilot, "delete", "f", "1", "escape")
        await meanwhile(pilot, lambda: isinstance(pilot.app.screen, FindingsScreen))
        found.set()
        await until(pilot, lambda: pilot.app.screen is editor)
        assert "Captain" in [row.name for row in editor.view.rows]

    monkeypatch.setattr("builder.tui.screens.findings.mends", late)
    play(MusterApp(str(path)), part)


# -- any keys ------------------------------------------------------------------------

STARTS = {"library": (None, None), "editor": ("armies/a.yaml", None), "game": (None, NAME)}
SCOPES = {
    "library": ("library", "editor", "games", "lines"),
    "editor": ("editor", "findings", "export", "lines"),
    "game": ("game", "act", "gamelog", "lines"),
}
LEFT_OUT = {"o": ("library", "export"), "f5": ("library",)}
"""Keys that open other programs, by the scopes in which they do."""


def some_keys(start: str, seed: int) -> list[str]:
    """Thirty keys that do something on a screen or the next ones, letters and figures among them."""
    draw = random.Random(f"{start} {seed}")
    keys = [
        action.keys.split(",")[0]
        for action in actions_of(*SCOPES[start])
        if action.scope not in LEFT_OUT.get(action.keys, ())
    ]
    often = ["enter", "escape", "space", "down", "down", "up", "tab", "1", "5", "a", "s"]
    return [draw.choice(draw.choice((keys, often))) for _ in range(LONG)]


def agree(bursts: Bursts, start: str, seed: int, size: Size) -> None:
    """Assert that keys come to the same however fast they are pressed."""
    army, game = STARTS[start]
    keys = some_keys(start, seed)
    slow, fast = (bursts.outcome(keys, at_once=at_once, size=size, army=army, game=game) for at_once in (False, True))
    assert not slow.difference(fast), keys


@pytest.mark.parametrize(
    "start", ["editor", *(pytest.param(start, marks=pytest.mark.long) for start in ("library", "game"))]
)
@pytest.mark.long
def test_any_keys_come_to_the_same_however_fast_they_are_pressed(bursts: Bursts, start: str) -> None:
    agree(bursts, start, 0, (80, 24))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try as many seeds as `--share` says."""
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(1, 1 + max(6, round(SEEDS * metafunc.config.getoption("share")))))


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS)
def test_many_keys_come_to_the_same_however_fast_they_are_pressed(bursts: Bursts, start: str, seed: int) -> None:
    agree(bursts, start, seed, ((80, 24), (120, 40))[seed % 2])
