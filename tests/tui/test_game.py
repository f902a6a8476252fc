"""The game screen: what it shows, and each of its keys, on terminals of both sizes."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from builder.errors import InputError
from builder.store.games import GameStore
from builder.systems.gameview import UnitRow
from builder.tui.app import MusterApp
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.confirm import Confirm
from builder.tui.screens.game import GameScreen
from builder.tui.screens.games import GamesScreen
from builder.tui.widgets.linepane import LinePane
from tests.tui.gaming import (
    NAME,
    app,
    asked,
    begun,
    both,
    burst,
    form,
    games,
    given,
    log,
    logged,
    opened,
    other,
    parameters,
    said,
    screen,
    stand_on,
    unit,
)
from tests.tui.making import play, typed, until

__all__ = ["app", "begun", "games"]


@both
def test_a_game_is_shown_at_a_glance(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        rows = screen(pilot).query_one("#units", LinePane).rows
        assert [row.name for row in rows][:2] == ["Chapter Master Teor Harkan", "Squad Meridius"]
        await unit(pilot, "Scout Squad")
        assert "Ld 9 fails above 167" in said(pilot, "unitdetail") and "tests left 6" in said(pilot, "unitdetail")
        assert "18 of 18" in said(pilot, "tokens") and "14 of 14" in said(pilot, "tokens")
        assert "deployment" in said(pilot, "head")
        assert "Agree on the mission" in said(pilot, "mind")
        await unit(pilot, "Rhino 1", "vehicles")
        assert "Rhino 1 AV 11/11/10" in said(pilot, "vehicledetail" if size == (120, 40) else "unitdetail")

    play(app, part, size)


@both
def test_the_sheets_are_printed_as_they_stand(app: MusterApp, size: tuple[int, int], tmp_path: Path) -> None:
    target = tmp_path / "sheets.pdf"

    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("o", "P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        assert pilot.app.screen.query_one(Input).value.endswith("skragdakka-s-speed-waaagh.pdf")
        await typed(pilot, str(target))
        await until(pilot, lambda: "is written" in said(pilot, "mind"))
        assert "Gretchin" in "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(target))
        before = target.read_bytes()
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await typed(pilot, str(target))
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("n")
        assert target.read_bytes() == before
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await typed(pilot, str(tmp_path / "none" / "sheets.pdf"))
        await until(pilot, lambda: "none" in said(pilot, "mind"))

    play(app, part, size)


@both
def test_the_next_phase_undo_and_redo_are_one_key_each(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("space")
        await logged(pilot, "movement")
        await pilot.press("space")
        await logged(pilot, "shooting")
        assert "turn 1 · your shooting" in said(pilot, "head")
        await pilot.press("u", "u")
        await until(pilot, lambda: len(log(pilot)) == 5)
        assert "deployment" in said(pilot, "head") and "Undone" in said(pilot, "mind")
        standing = screen(pilot).standing
        assert standing is not None and [line.undone for line in standing.log] == [False, True, True, False, False]
        await pilot.press("U")
        await logged(pilot, "Done again")
        assert "turn 1 · your movement" in said(pilot, "head")

    play(app, part, size)


@both
def test_many_keys_at_once_are_done_in_their_order(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        burst(pilot, *["space"] * 6, "u", "u", "U", "U", "space")
        await until(pilot, lambda: len(log(pilot)) == 12)
        assert [text.split(": ")[-1] for text in log(pilot)[1:4]] == ["movement", "shooting", "assault"]
        assert [text[:4] for text in log(pilot)[7:11]] == ["Undo", "Undo", "Done", "Done"]

    play(app, part, size)


@both
def test_every_act_of_the_system_is_listed_by_its_kind(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        pane = pilot.app.screen.query_one("#choices", LinePane)
        session = screen(pilot).session
        assert session is not None
        assert {row.key for row in pane.rows} - {""} == {verb.name for verb in session.verbs}
        assert [row.words for row in pane.rows if not row.key] == list(dict.fromkeys(v.group for v in session.verbs))
        pane.cursor = next(place for place, row in enumerate(pane.rows) if row.key == "agree")
        await pilot.press("enter")
        await asked(pilot)
        await stand_on(pilot, "mission")
        await pilot.press(*"Seize it q", "enter")
        await logged(pilot, "Agreed: Seize it q")

    play(app, part, size)


def test_the_palette_finds_every_act(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("ctrl+p")
        await pilot.press(*"cluster mines", "enter")
        await asked(pilot)
        assert {row.name for row in form(pilot).query_one("#fields", LinePane).rows} == parameters(
            pilot, "cluster-mines"
        )

    play(app, part)


@both
def test_the_other_side_is_shown_and_hit(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        ours = screen(pilot).unit
        await pilot.press("o")
        assert "Theirs" in str(screen(pilot).query_one("#unitpane").border_title)
        await unit(pilot, "Gretchin")
        theirs = screen(pilot).unit
        assert theirs is not None and ours is not None and theirs.name != ours.name
        await pilot.press("space")
        await logged(pilot, "movement")
        await pilot.press("f")
        await asked(pilot)
        await until(pilot, lambda: bool(given(pilot)))
        assert given(pilot) == {"target": theirs.ref}
        await pilot.press("escape", "o")
        await unit(pilot, ours.name)
        await pilot.press("f")
        await asked(pilot)
        await until(pilot, lambda: bool(given(pilot)))
        assert given(pilot) == {"attacker": ours.ref}

    play(app, part, size)


@both
def test_a_vehicle_under_the_cursor_takes_hits(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        ref = await unit(pilot, "Rhino 1", "vehicles")
        await pilot.press("d")
        await asked(pilot)
        await until(pilot, lambda: given(pilot) == {"vehicle": ref})
        await stand_on(pilot, "hits")
        await pilot.press("G", "enter")
        await logged(pilot, "Rhino 1")
        now = screen(pilot).vehicle
        assert now is not None and [box.checked for box in now.glancing][:2] == [True, False]

    play(app, part, size)


@both
def test_acts_of_another_program_appear_and_undo_says_whose_it_was(
    app: MusterApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        await until(pilot, lambda: "movement" in said(pilot, "head"))
        assert "From Bob: Turn 1" in said(pilot, "mind")
        await pilot.press("u")
        await logged(pilot, "Undone")
        assert "Bob" in said(pilot, "mind") and "deployment" in said(pilot, "head")

    play(app, part, size)


@pytest.mark.usefixtures("unlooked")
def test_who_goes_on_second_sees_who_was_first_and_skips_no_phase(
    app: MusterApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        await pilot.press("space")
        await until(pilot, lambda: "movement" in said(pilot, "head"))
        assert "Bob was first: Turn 1" in said(pilot, "mind")
        await pilot.press("space")
        await logged(pilot, "shooting")

    play(app, part)


@both
def test_a_game_in_memory_is_warned_of(app: MusterApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    append = GameStore.append

    def full(*_: object) -> None:
        raise InputError("the disk is full")

    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        monkeypatch.setattr(GameStore, "append", full)
        await pilot.press("space")
        await logged(pilot, "movement")
        assert "the disk is full" in said(pilot, "warning") and "in memory" in said(pilot, "warning")
        await until(pilot, lambda: screen(pilot).query_one("#warning").size.height == 1)
        places = [screen(pilot).query_one(f"#{id}").region for id in ("warning", "mind", "log", "units")]
        assert not any(one.overlaps(two) for place, one in enumerate(places) for two in places[:place])
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Confirm))
        monkeypatch.setattr(GameStore, "append", append)
        await pilot.press("space")
        await logged(pilot, "shooting")
        assert not screen(pilot).query_one("#warning").display

    play(app, part, size)


def test_a_game_that_is_not_there_is_told_of(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: bool(pilot.app._notifications))
        (told,) = pilot.app._notifications
        assert "no game is called 'none'" in told.message

    play(MusterApp(game="none"), part)


def test_escape_leads_back_to_the_games_and_to_the_armies(games: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        listed = pilot.app.screen.query_one("#games", LinePane)
        await until(pilot, lambda: len(listed.rows) == 1)
        assert listed.rows[0].name == NAME
        await pilot.press("enter")
        await opened(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, GamesScreen))

    play(MusterApp(), part)


def test_a_game_is_begun_and_removed(games: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await pilot.press("n")
        for wanted in ("orks-500", "?"):
            await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
            pane = pilot.app.screen.query_one("#choices", LinePane)
            pane.cursor = next(place for place, row in enumerate(pane.rows) if wanted in row.key)
            armies = [row for row in pane.rows if row.key != "?"]
            assert armies and all(row.right.startswith("starter, ") for row in armies)
            assert all("Diceless" in row.right for row in armies) == (wanted != "?")
            await pilot.press("enter")
            await pilot.pause()
        await pilot.press(*"Bob", "enter")
        await opened(pilot)
        assert "– Bob" in said(pilot, "head")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        listed = pilot.app.screen.query_one("#games", LinePane)
        await until(pilot, lambda: len(listed.rows) == 2)
        await pilot.press("delete", "y")
        await until(pilot, lambda: [row.name for row in listed.rows] == [NAME])

    play(MusterApp(), part)


def test_the_unit_that_was_hit_last_is_told_on_its_row(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        shown = await opened(pilot)
        session = shown.session
        assert session is not None and isinstance(shown, GameScreen)
        ref = await unit(pilot, "Scout Squad")
        await shown.done(lambda each: each.act("damage", {"unit": ref, "hp": "30", "group": "", "first": ""}))
        row = shown.unit
        assert isinstance(row, UnitRow) and row.last == log(pilot)[-1]

    play(app, part)
