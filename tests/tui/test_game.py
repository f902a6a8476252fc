"""The game screen: what it shows, and each of its keys, on terminals of both sizes."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from textual.widgets import Input

from builder.errors import InputError
from builder.services.games.games import open_game
from builder.store.sqlite import SqliteStore
from builder.systems.play.view import Track
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.game import GameScreen
from builder.tui.screens.games import GamesScreen
from builder.tui.widgets.line_pane import LinePane
from tests.tui.gaming import NAME, Table, both, other, play
from tests.tui.painted import lines

pytestmark = pytest.mark.long


@both
def test_a_game_is_shown_at_a_glance(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        rows = table.screen.query_one("#units", LinePane).rows
        assert [row.name for row in rows][:2] == ["Chapter Master Teor Harkan", "Squad Meridius"]
        await table.unit("Scout Squad")
        assert "Ld 9 fails above 167" in table.said("detail") and "tests left 6" in table.said("detail")
        totals = table.said("totals")
        assert "HP 1 270 of 1 270" in totals and "you hold Scatter 18" in totals and "they hold Scatter 14" in totals
        assert "deployment" in table.said("head")
        assert "Agree on the mission" in table.said("mind")
        await table.unit("Rhino 1")
        assert "AV 11/11/10" in table.said("detail")

    play(game, part, size)


@both
def test_the_sheets_are_printed_as_they_stand(game: MusterApp, size: tuple[int, int], tmp_path: Path) -> None:
    target = tmp_path / "sheets.pdf"

    async def part(table: Table) -> None:
        await table.unit("Squad Meridius")
        await table.press("o", "P")
        await table.shows(Ask)
        assert table.top.query_one(Input).value.endswith("skragdakka-s-speed-waaagh.pdf")
        await table.typed(str(target))
        await table.until(lambda: "Written: " in table.said("mind"))
        assert "Gretchin" in "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(target))
        before = target.read_bytes()
        await table.press("P")
        await table.shows(Ask)
        await table.typed(str(target))
        await table.shows(Confirm)
        await table.press("n")
        assert target.read_bytes() == before
        await table.press("P")
        await table.shows(Ask)
        await table.typed(str(tmp_path / "none" / "sheets.pdf"))
        await table.until(lambda: "There is no folder" in "".join(lines(table.app)))
        assert table.top.query_one(Input).value == str(tmp_path / "none" / "sheets.pdf"), "it stands there still"
        await table.press("escape")

    play(game, part, size)


def test_what_is_due_names_only_keys_that_do_something(game: MusterApp) -> None:
    def named(table: Table) -> set[str]:
        screen = table.screen
        return {name for name in ("due_do", "due_wave", "due_tests") if screen.check_action(name, ())}

    async def part(table: Table) -> None:
        await table.press("t")
        await table.until(lambda: named(table) == {"due_do", "due_wave"})
        await table.until(lambda: "Esc Tables" in " ".join(lines(table.app)[-2:]))
        assert not {"Damage", "Print", "Marks"} & {*" ".join(lines(table.app)[-2:]).split()}
        await table.press("enter")
        await table.asked("has the first turn")
        await table.press(*"Raid", "down", "2", "enter")
        await table.logged("Agreed: Raid, Skragdakka's speed waaagh has the first turn")
        await table.until(lambda: table.screen.board.units.list.has_focus)
        await table.press("t")
        await table.until(lambda: table.due.has_focus and not named(table))
        told = " ".join(line.text for line in table.due.rows)
        assert "Nothing is due." in told and "Mission: Raid" in told

    play(game, part, (80, 24))


@both
def test_what_an_act_comes_to_is_said_whole(game: MusterApp, size: tuple[int, int]) -> None:
    """Whatever lines it takes: the tables have them back with the next thing that is said, and while a form is open."""
    told = (
        "one thing after another is noted until more lines are full than are usually there, and then the end of it: "
        + "all. " * (size[0] * 3 // 10)
    )

    async def part(table: Table) -> None:
        pane, units = table.screen.mind, table.screen.board.units
        usual = units.size.height
        assert pane.size.height == 2
        await table.press("n")
        await table.stand_on("text")
        assert not any("F3 Choose" in line for line in lines(table.app)), "a note is written, and not chosen"
        table.screen.say(told.strip())
        await table.pause()
        assert pane.size.height == 2
        await table.press("escape")
        await table.until(lambda: pane.size.height > 2 and table.said("mind") == told.strip())
        table.screen.say("A short thing.")
        await table.until(lambda: pane.size.height == 2 and units.size.height == usual)

    play(game, part, size)


def test_a_game_opens_on_the_side_whose_turn_it_is(game: MusterApp) -> None:
    with open_game(NAME) as session:
        session.act("agree", {"mission": "Raid", "first-turn": "2"})
        session.act("next", {})

    async def part(table: Table) -> None:
        await table.until(lambda: isinstance(table.app.screen, GameScreen) and table.screen.snapshot is not None)
        assert table.screen.board.side == 1
        assert "Theirs" in str(table.screen.board.units.border_title)

    play(game, part, opened=False)


@both
def test_the_next_phase_undo_and_redo_are_one_key_each(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.go_on()
        await table.logged("movement")
        await table.go_on()
        await table.logged("shooting")
        assert "turn 1 · your shooting" in table.said("head")
        assert "game.redo" not in table.screen.wanted, "there is nothing to be done again"
        await table.press("u", "u")
        await table.until(lambda: len(table.log) == 5 and "game.redo" in table.screen.wanted)
        assert "deployment" in table.said("head") and "Undone" in table.said("mind")
        standing = table.screen.snapshot
        assert standing is not None and [line.undone for line in standing.log] == [False, True, True, False, False]
        await table.press("U")
        await table.logged("Done again")
        assert "turn 1 · your movement" in table.said("head")

    play(game, part, size)


def test_one_key_starts_and_pauses_the_clocks_of_the_players_once_it_is_said_how_long_each_has(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("k")
        await table.asked("How many minutes has each player")
        assert table.fields.rows[0].name == "minutes" and table.fields.cursor == 0
        await table.press("6", "5", "enter")
        await table.until(lambda: "•1:0" in table.said("head"))
        await table.until(lambda: "•1:05:00" not in table.said("head"))
        await table.until(lambda: not table.screen.is_behind)
        await table.press("k")
        await table.until(lambda: "•" not in table.said("head"))
        await table.press("k")
        await table.until(lambda: "•" in table.said("head"))

    play(game, part)


@both
def test_many_keys_at_once_are_done_in_their_order(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        table.burst(*["space"] * 12, "u", "u", "U", "U", "space", "space")
        await table.until(lambda: len(table.log) == 12)
        assert [text.split(": ")[-1] for text in table.log[1:4]] == ["movement", "shooting", "assault"]
        assert [text[:4] for text in table.log[7:11]] == ["Undo", "Undo", "Done", "Done"]

    play(game, part, size)


@both
def test_every_act_of_the_system_is_listed_by_its_kind(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.press("a")
        await table.shows(Choose)
        pane = table.top.query_one("#choices", LinePane)
        session = table.screen.session
        assert session is not None
        assert {row.key for row in pane.rows} - {""} == {spec.name for spec in session.acts}
        headings = [row.words for row in pane.rows if not (row.key or row.words.startswith(" "))]
        assert headings == [*dict.fromkeys(spec.made.group for spec in session.acts)]
        pane.cursor = next(place for place, row in enumerate(pane.rows) if row.key == "agree")
        await table.press("enter")
        await table.asked()
        await table.stand_on("mission")
        await table.press(*"Seize it q", "enter")
        await table.logged("Agreed: Seize it q")

    play(game, part, size)


def test_the_palette_finds_every_act(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("ctrl+p")
        await table.press(*"cluster mines", "enter")
        await table.asked()
        assert {row.name for row in table.fields.rows} == table.parameters("cluster-mines")

    play(game, part)


@both
def test_the_other_side_is_shown_and_hit(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        ours = table.screen.board.row
        await table.press("o")
        assert "Theirs" in str(table.screen.query_one("#unitspane").border_title)
        await table.unit("Gretchin")
        theirs = table.screen.board.row
        assert theirs is not None and ours is not None and theirs.name != ours.name
        await table.go_on()
        await table.logged("movement")
        await table.press("f")
        await table.asked()
        await table.until(lambda: bool(table.given))
        assert table.given == {"target": theirs.ref}
        await table.press("escape", "o")
        await table.form_of(ours.name, "f")
        await table.until(lambda: bool(table.given))
        assert table.given == {"attacker": ours.ref}

    play(game, part, size)


@both
def test_a_vehicle_under_the_cursor_takes_hits(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        ref = await table.unit("Rhino 1")
        await table.press("d")
        await table.asked()
        await table.until(lambda: table.given == {"vehicle": ref})
        await table.stand_on("hits")
        await table.press("G", "enter")
        await table.logged("Rhino 1")
        now = table.screen.board.row
        hits = now.cells["glancing"] if now is not None else None
        assert isinstance(hits, Track) and [box.checked for box in hits.boxes][:2] == [True, False]

    play(game, part, size)


@both
def test_acts_of_another_program_appear_and_undo_says_whose_it_was(
    game: MusterApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(table: Table) -> None:
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        await table.until(lambda: "movement" in table.said("head"))
        assert "From Bob: Turn 1" in table.said("mind")
        await table.press("u")
        await table.logged("Undone")
        assert "Bob" in table.said("mind") and "deployment" in table.said("head")

    play(game, part, size)


@pytest.mark.usefixtures("unlooked")
def test_who_goes_on_second_sees_who_was_first_and_skips_no_phase(
    game: MusterApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(table: Table) -> None:
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        await table.go_on()
        await table.until(lambda: "movement" in table.said("head"))
        assert "Bob was first: Turn 1" in table.said("mind")
        await table.go_on()
        await table.logged("shooting")

    play(game, part)


@both
def test_a_game_in_memory_is_warned_of(game: MusterApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    append = SqliteStore.append

    def full(*_: object) -> None:
        raise InputError("the disk is full")

    async def part(table: Table) -> None:
        monkeypatch.setattr(SqliteStore, "append", full)
        await table.go_on()
        await table.logged("movement")
        assert "the disk is full" in table.said("warning") and "in memory" in table.said("warning")
        await table.until(lambda: table.screen.query_one("#warning").size.height == 1)
        places = [table.screen.query_one(f"#{id}").region for id in ("warning", "mind", "log", "units")]
        assert not any(one.overlaps(two) for place, one in enumerate(places) for two in places[:place])
        await table.press("q")
        await table.shows(Confirm)
        await table.press("n")
        await table.until(lambda: not isinstance(table.top, Confirm))
        monkeypatch.setattr(SqliteStore, "append", append)
        await table.go_on()
        await table.logged("shooting")
        assert not table.screen.query_one("#warning").display

    play(game, part, size)


def test_a_game_that_is_not_there_is_told_of(home: Path) -> None:
    async def part(table: Table) -> None:
        await table.until(lambda: "no game is called 'none'" in "".join(lines(table.app)))

    play(MusterApp(game="none"), part, opened=False)


def test_escape_leads_back_to_the_games_and_to_the_armies(games: Path) -> None:
    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        listed = table.top.query_one("#games", LinePane)
        await table.until(lambda: len(listed.rows) == 1)
        assert listed.rows[0].name == NAME
        await table.press("enter")
        await table.opened()
        await table.go_on()
        await table.logged("movement")
        await table.until(lambda: not table.screen.is_behind)
        await table.press("t", "tab")
        hints = table.screen.query_one("#duepane")
        assert "Enter does" in str(hints.border_subtitle), "the keys of what is due are meant for it"
        await table.press("escape")
        assert table.screen.board.units.list.has_focus and "movement" in table.said("mind")
        assert not hints.border_subtitle, "Enter does something else in the tables"
        await table.press("escape")
        await table.shows(GamesScreen)
        await table.press("escape")
        await table.until(lambda: not isinstance(table.top, GamesScreen))

    play(MusterApp(), part, opened=False)


def test_the_unit_that_was_hit_last_is_told_on_its_row(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = table.screen
        session = shown.session
        assert session is not None and isinstance(shown, GameScreen)
        ref = await table.unit("Scout Squad")
        await shown.done(lambda each: each.act("damage", {"unit": ref, "hp": "30", "group": "", "first": ""}))
        await table.until(lambda: not shown.is_behind)
        row = shown.board.row
        assert row is not None and f"Scout Squad: {row.last}" == table.log[-1]

    play(game, part)
