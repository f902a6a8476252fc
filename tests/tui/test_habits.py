"""Habits: keys that are remapped, found, clicked; notes that are pasted; what a first visit needs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from builder.services.army.locator import open_army
from builder.services.editor.operations import SetMark
from builder.services.library.armies import LibraryArmy, Starter
from builder.tui.actions import ACTIONS, actions_of
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose, ListChoice, fitting
from builder.tui.dialogs.help import FRAME, Help
from builder.tui.dialogs.new_army import NewArmy
from builder.tui.dialogs.prompts import Confirm, Write
from builder.tui.screens.edit_step import EditStep
from builder.tui.screens.editor import EditorScreen
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from tests.tui.editing import Seen, edit, notices, opened
from tests.tui.making import complete, keys_shown, play, put, saved_roster, typed, until
from tests.tui.painted import lines


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


# -- keys on the screen --------------------------------------------------------
@pytest.mark.long
def test_help_names_the_keys_of_the_screen_first_and_in_whole_sentences(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("question_mark")
        text = seen.lines("keys")
        assert text.index("Editor") < text.index("In every list") < text.index("Everywhere")
        words = " ".join(text.split())
        assert "…" not in words and "Adds the entry, goes to the details, or chooses the option." in words
        assert "in what was found" not in words, "they are among the keys of every list"
        assert "0 to 9 Number Give the number" in words and "letters Search" in words

    edit(army, act, size=(80, 24))


def test_help_tells_once_what_each_figure_does_in_a_list_of_mends() -> None:
    told = [action for action in ACTIONS if action.id.startswith("findings.")]
    rows = ["".join(text for text, _ in row.line.left) for row in Help({"findings": told}, {}).lines(100)]
    mends = [row for row in rows if "Applies fix number" in row]
    assert len(mends) == 1 and mends[0].startswith("1 … 9 ") and "Applies fix number 1 to 9." in mends[0]
    moved = Help({"findings": told}, {"findings.mend_1": "f2"}).lines(100)
    assert any("".join(text for text, _ in row.line.left).startswith("F2 2 3 4 5 6 7 8 9 ") for row in moved)


def test_help_of_the_form_of_a_new_army_begins_with_its_own_keys_and_tells_those_of_lists_once() -> None:
    shown = {dialog: {scope: tuple(actions_of(scope)) for scope in dialog.scopes} for dialog in (NewArmy, Choose)}
    form, choose = (
        ["".join(text for text, _ in row.line.left) for row in Help(each, {}).lines(100)] for each in shown.values()
    )
    assert form[0] == "A new army" and "begins the army" in form[1] and not any("letters" in row for row in form)
    for told in (form, choose):
        assert len([row for row in told if row.split()[:2] == ["Up", "Up"]]) == 1


@pytest.mark.long
def test_the_palette_has_every_action_and_says_what_is_not_possible_here(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("ctrl+p")
        dialog = seen.pilot.app.screen
        assert isinstance(dialog, Choose)
        offered = {choice.key for choice in dialog.query_one("#choices", LinePane).rows}
        assert {a.id for a in actions_of("editor") if a.name not in FRAME and a.by != "find"} <= offered
        assert "editor.fold" not in offered and {"app.theme", "app.signs", "app.quit"} <= offered
        await seen.press(*"dupl", "enter")
        await until(seen.pilot, lambda: any("Duplicate: no unit is under the cursor" in words for words in seen.told()))
        await seen.go("Dreadnought")
        await seen.press("tab", "ctrl+p", *"dupl", "enter")
        await until(seen.pilot, lambda: seen.units().count("Dreadnought") == 2 and seen.screen.pane == "details")
        await seen.press("ctrl+p", *"remove", "enter")
        await until(seen.pilot, lambda: seen.units().count("Dreadnought") == 1 and seen.screen.pane == "army")

    edit(army, act)


@pytest.mark.long
def test_a_key_that_the_help_names_says_why_it_does_nothing_here(army: Path) -> None:
    async def refused(seen: Seen, key: str, words: str) -> None:
        await seen.press(key)
        await seen.until(lambda: any(words in told for told in seen.told()))
        assert sum("goes there" in told or ": " in told for told in seen.told()) == 1, "only the last stands"

    async def act(seen: Seen) -> None:
        await refused(seen, "u", "Undo: there is nothing to undo.")
        await refused(seen, "v", "Paste: nothing was copied yet; c copies")
        await refused(seen, "d", "Duplicate: no unit is under the cursor.")
        await refused(seen, "plus", "More: only units and what they carry have a number.")
        await seen.go("Dreadnought")
        await refused(seen, "j", "Join: a single model and a squad join")
        await seen.press("tab")
        await refused(seen, "delete", "Remove is for the army: Shift+Tab goes there.")
        await refused(seen, "plus", "More: a heading has no number.")
        await refused(seen, "equals_sign", "Alike is for the catalogue: Tab goes there.")
        await seen.press("up", "escape")
        assert seen.told() == [], "nothing is said of keys that lead about"
        await seen.press("a", "minus")
        await seen.until(lambda: "Remove one: there is none of it to take away." in "".join(seen.told()))
        assert not seen.editor.session.can_undo

    edit(army, act)


def test_keys_of_the_library_say_why_they_do_nothing_here(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        pane = pilot.app.screen.query_one("#armies", LinePane)
        await until(pilot, lambda: any(isinstance(row, Starter) for row in pane.rows))
        pane.cursor = next(place for place, row in enumerate(pane.rows) if isinstance(row, Starter))
        for key, words in {"r": "Rename: a starter army stays as it is; d copies", "u": "nothing was deleted"}.items():
            await pilot.press(key)
            await pilot.pause()
            assert any(words in told for told in notices(pilot.app))

    play(MusterApp(), part)


@pytest.mark.long
def test_the_palette_tells_in_full_what_an_action_does_on_the_smallest_screen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("ctrl+p", *"move")
        words = "Moves the unit behind another one, or into another force."
        await seen.until(lambda: words in " ".join(seen.lines("choices").split()))

    edit(army, act, size=(40, 12))


def test_the_line_of_keys_outlives_the_panes_of_a_screen_that_is_taken_down(
    army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(name: str) -> bool:
        raise NoMatches("the panes are gone already")

    async def act(seen: Seen) -> None:
        line = seen.pilot.app.screen.query_one(KeyLine)
        await complete(seen.pilot)
        shown = line._shown
        with monkeypatch.context() as patch:
            patch.setattr(seen.screen, "allows", gone)
            line.on_resize()
        assert shown and line._shown == shown

    edit(army, act)


def test_letters_find_what_stands_together_before_what_is_strewn() -> None:
    choices = [
        ListChoice("", "Diceless"),
        ListChoice("a", "  Orks", "7th edition"),
        ListChoice("", "Epic"),
        ListChoice("b", "  Orks"),
        ListChoice("c", "  Stork"),
    ]
    assert [choice.key for choice in fitting(choices, "ork")] == ["a", "b", "c"]
    assert [choice.key for choice in fitting(choices, "epic orks")] == ["b"]
    assert [choice.words for choice in fitting(choices, "7th")] == ["Orks"]
    assert fitting(choices, "zz") == ()


@pytest.mark.long
def test_keys_that_are_written_are_not_named_while_something_is_written(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await until(seen.pilot, lambda: "a Add" in keys_shown(seen.pilot) and "Esc Back" in keys_shown(seen.pilot))
        await seen.press("a")
        await until(seen.pilot, lambda: "a Add" not in keys_shown(seen.pilot))
        assert "Esc Close" in keys_shown(seen.pilot) and "Enter" in keys_shown(seen.pilot)

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_the_key_line_says_what_enter_does_here(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await until(
            seen.pilot, lambda: "Enter Options" in keys_shown(seen.pilot) and "+ −" not in keys_shown(seen.pilot)
        )
        await seen.go("Scout Squad")
        await until(seen.pilot, lambda: "+ − Number" in keys_shown(seen.pilot))
        await seen.press("a", "down")
        await until(seen.pilot, lambda: "Enter Add" in keys_shown(seen.pilot))
        await seen.press("up")
        await until(seen.pilot, lambda: "Enter Fold" in keys_shown(seen.pilot))

    edit(army, act)


@pytest.mark.long
def test_in_an_empty_slot_enter_adds_what_goes_there_and_space_is_not_offered(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "home")
        await until(seen.pilot, lambda: "Enter Add here" in keys_shown(seen.pilot))
        assert "Space" not in keys_shown(seen.pilot)
        assert not seen.screen.allows("tick")
        await seen.press("enter")
        board = seen.screen.board
        assert board.is_adding and board.entry_row is not None and board.entry_row.name == "Captain"
        await seen.press("escape")
        assert seen.screen.pane == "army"

    edit(army, act, size=(80, 24))


# -- lists ---------------------------------------------------------------------
@pytest.mark.long
def test_heads_of_columns_stand_over_their_columns_also_beside_a_scrollbar(home: Path) -> None:
    for number in range(30):
        put(home / "armies", f"a{number}.yaml")

    async def part(pilot: Pilot[None]) -> None:
        pane = pilot.app.screen.query_one("#armies", LinePane)
        await until(pilot, lambda: sum(isinstance(row, LibraryArmy) for row in pane.rows) == 30)
        await until(pilot, lambda: pane.show_vertical_scrollbar)
        painted = lines(pilot.app)
        head = next(line for line in painted if "Find." in line)
        row = next(line for line in painted if "500 / 500" in line)
        assert head.index("Points") + len("Points") == row.index("500 / 500") + len("500 / 500")
        assert head.index("Find.") == row.index("ok ")
        assert head.index("Name") == row.index("Gitstompa")
        assert head.index("System") == row.index("Diceless")

    play(MusterApp(), part)


# -- notes ---------------------------------------------------------------------
@pytest.mark.long
def test_notes_have_lines_are_pasted_and_copied_and_undone_in_one_step(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("n")
        dialog = seen.pilot.app.screen
        assert isinstance(dialog, Write)
        await seen.press(*"Hold", "enter", *"the left")
        area = dialog.query_one(TextArea)
        seen.pilot.app.post_message(events.Paste("\nruin:\ttwo\x07 floors  \n"))
        await seen.pilot.pause()
        area.select_all()
        await seen.press("ctrl+c")
        assert seen.pilot.app.clipboard.startswith("Hold\nthe left\nruin")
        await seen.press("ctrl+s")
        wanted = "Hold\nthe left\nruin:   two floors"
        (unit,) = [unit for unit in (await seen.saved()).view.units() if unit.name == "Scout Squad"]
        assert unit.custom_notes == wanted
        assert "ruin:   two floors" in seen.lines("details")
        block = "    notes: |-\n      Hold\n      the left\n      ruin:   two floors\n"
        assert block in army.read_text(encoding="utf-8")
        await seen.press("u")
        (unit,) = [unit for unit in (await seen.saved()).view.units() if unit.name == "Scout Squad"]
        assert unit.custom_notes is None

    edit(army, act)


@pytest.mark.parametrize(("keys", "kept"), [(("y",), "Stay low"), (("n",), None), (("escape",), None)])
@pytest.mark.long
def test_notes_are_not_dropped_without_a_question(army: Path, keys: tuple[str, ...], kept: str | None) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("n", "escape")
        assert isinstance(seen.pilot.app.screen, EditorScreen), "nothing was written"
        await seen.press("n", *"Stay low", "escape")
        await until(seen.pilot, lambda: isinstance(seen.pilot.app.screen, Confirm))
        await seen.press(*keys)
        await seen.pilot.pause()
        if keys == ("escape",):
            assert isinstance(seen.pilot.app.screen, Write), "back to the text"
            await seen.press("escape", "n")
            await seen.pilot.pause()
        (unit,) = [unit for unit in (await seen.saved()).view.units() if unit.name == "Scout Squad"]
        assert unit.custom_notes == kept

    edit(army, act)


# -- a first visit ---------------------------------------------------------------
@pytest.mark.long
def test_a_new_army_begins_where_units_are_added(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"diceless space mar", "enter")
        await until(pilot, lambda: "which game" in "".join(lines(pilot.app)))
        await pilot.press("enter", *"500", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        await until(pilot, lambda: screen.session is not None and screen.pane == "army")
        await pilot.press("down")
        row = screen.board.tree_row
        assert row is not None and row.name == "Troops"
        await pilot.press("enter")
        await until(pilot, lambda: screen.pane == "search")
        assert screen.board.entry_row is not None and screen.board.entry_row.name == "Scout Squad"
        await pilot.press("enter")
        await until(pilot, lambda: screen.view.totals.units == 1)
        await screen.finish()

    play(MusterApp(), part)
    assert open_army("new-space-marines-army").view.cost_limits[0].value == 500


@pytest.mark.long
def test_the_cursor_stays_on_the_option_when_the_lines_above_it_change(army: Path) -> None:
    async def act(seen: Seen) -> None:
        ids = {row.name: row.id for row in seen.screen.view.rows}
        await seen.go("Tactical Squad Ancora")
        await seen.pick("Space Marine")
        before = seen.pane("details").cursor
        mark = ("riding", "in", ids["Dreadnought"])
        seen.screen.do(EditStep([SetMark(id=ids["Tactical Squad Ancora"], mark=mark)]))
        await seen.settled()
        row = seen.pane("details").row
        assert row is not None and row.choice.name == "Space Marine"
        assert seen.pane("details").cursor != before, "findings came above it"

    edit(army, act)


@pytest.mark.long
def test_the_words_are_those_of_the_game(home: Path) -> None:
    async def run() -> str:
        app = MusterApp(str(put(home / "armies", "e.yaml", "epic-orks-3000")))
        async with app.run_test(size=(160, 40)) as pilot:
            await opened(pilot)
            return "\n".join(lines(app))

    text = asyncio.run(run())
    assert "10 formations" in text and "models" not in text


@pytest.mark.long
def test_a_roster_of_another_game_comes_in_and_is_built_anew_with_one_key(home: Path) -> None:
    source = saved_roster(home / "list.ros")
    document = source.read_bytes().replace(b"diceless/orks", b"far/away")
    for name in (b"WS", b"BS", b"Front"):
        document = document.replace(b'name="%b"' % name, b'name="Q%b"' % name)
    source.write_bytes(document)

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("Starter" in line for line in lines(pilot.app)))
        await pilot.press("i")
        await until(pilot, lambda: len(pilot.app.screen.query(Input)) == 1 and "Import" in "".join(lines(pilot.app)))
        await typed(pilot, str(source))
        await until(pilot, lambda: any("Gitstompa's warband is in the library" in line for line in lines(pilot.app)))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("enter")  # It begins at the faction that is called so.
        await until(pilot, lambda: any("5 of 5 units are built anew" in line for line in lines(pilot.app)))

    play(MusterApp(), part)
    assert open_army("list").system.id == "generic"
    built = open_army("list-2")
    assert built.data is not None and built.data.id == "diceless/orks"
    assert len(built.reading.units) == len(open_army("orks-500").reading.units)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
@pytest.mark.long
def test_arrows_go_from_the_lines_of_a_new_army_to_what_can_be_chosen(home: Path, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"diceless space mar", "enter")
        await until(pilot, lambda: size[0] > 40 or " 1 below · Esc goes back ━" in lines(pilot.app)[-1])
        await until(pilot, lambda: isinstance(pilot.app.screen, NewArmy))
        await pilot.press("down", "up", "down", "down", "down", "space")
        await until(pilot, lambda: "(o) Plain 40K" in "".join(lines(pilot.app)))
        await pilot.press("tab", *"Lads")  # no button is on the way round
        assert pilot.app.screen.query_one("#name", Input).value == "Lads"
        assert "Esc goes back" in "".join(lines(pilot.app)) and "Back (Esc)" in "".join(lines(pilot.app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("ctrl+u", *"diceless orks", "enter")  # in place of the letters of before, which are kept
        await until(pilot, lambda: "New army: Orks" in "".join(lines(pilot.app)))

    play(MusterApp(), part, size)
