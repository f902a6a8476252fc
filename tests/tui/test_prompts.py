"""What is asked for says what is allowed, and keeps what was typed until it can be taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, Static

from builder.services.army.locator import PathCompletion, open_army
from builder.services.data.datasheets import installed_data
from builder.services.data.listing import InstalledData
from builder.services.editor.joining import transports
from builder.services.editor.session import EditorSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose, ListChoice, Tick, fitting
from builder.tui.dialogs.dialog import Dialog
from builder.tui.dialogs.new_army import NewArmy, factions
from builder.tui.dialogs.pick_file import PickData, PickFile
from builder.tui.dialogs.prompts import Ask
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.editor_dialogs import Prompter
from builder.tui.widgets.line_pane import LinePane
from tests.tui.editing import Seen, edit
from tests.tui.making import play, typed, until
from tests.tui.painted import lines


async def refused(pilot: Pilot[None], text: str, why: str) -> None:
    """Write what cannot be taken: that is said, and what was written stands there still."""
    asked = pilot.app.screen
    line = asked.focused
    assert isinstance(line, Input)
    line.value = text
    await pilot.press("enter")
    await until(pilot, lambda: why in str(asked.query_one("#refused", Static).content))
    assert pilot.app.screen is asked and asked.focused is line and line.value == text


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("lethal marine", ("Lethal 40K", "Space Marines")),
        ("marine lethal", ("Lethal 40K", "Space Marines")),
        ("plain ork", ("Diceless 40K", "Orks")),
        ("10e marine", ("my tenth", "Imperium - Space Marines")),
        ("40k 10e custodes", ("my tenth", "Imperium - Adeptus Custodes")),
        ("aos skaven", ("my fourth", "Skaven")),
        ("ork", ("Diceless 40K", "Orks")),
    ],
)
def test_a_faction_is_found_by_words_of_its_name_its_game_and_its_edition(wanted: str, first: tuple[str, str]) -> None:
    tenth = [
        InstalledData(f"my tenth/{name}", name, "my tenth", "Warhammer 40,000 10th Edition", 1, True)
        for name in ("Imperium - Space Marines", "Imperium - Adeptus Custodes", "Chaos - Chaos Space Marines")
    ]
    fourth = InstalledData("my fourth/Skaven", "Skaven", "my fourth", "Age of Sigmar 4.0", 1, True)
    known = [each for each in (*installed_data(), *tenth, fourth) if each.usable]
    found = fitting(factions(known), wanted)
    assert (found[0].right.partition("  ")[0], found[0].words) == first


@pytest.mark.long
def test_a_new_army_gets_a_name_and_a_limit_that_its_file_can_have(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"diceless ork", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewArmy))
        await refused(pilot, "  ", "A text is needed")
        await refused(pilot, "Lads\u202e", "can be printed")
        pilot.app.screen.query_one("#name", Input).value = " Big Lads "
        await pilot.press("enter")
        for text in ("9999999", "0", "5oo"):
            await refused(pilot, text, "above 0 and up to 999999")
        await pilot.press("backspace")
        assert not str(pilot.app.screen.query_one("#refused", Static).content)
        pilot.app.screen.query_one("#limit", Input).value = "1500.5"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        await until(pilot, lambda: screen.session is not None)
        await screen.finish()

    play(MusterApp(), part)
    (path,) = (home / "armies").iterdir()
    army = open_army(str(path))
    assert army.name == "Big Lads" and f"{army.view.cost_limits[0].value:f}" == "1500.5"


@pytest.mark.long
@pytest.mark.parametrize(
    ("keys", "wrong", "why"),
    [
        (("l",), "9999999", "above 0 and up to 999999"),
        (("R",), "", "A text is needed"),
        (("R",), "a\u202eb", "can be printed"),
        (("ctrl+s",), "{army}", "already there"),
        (("ctrl+s",), "/nowhere/a.yaml", "no folder /nowhere"),
    ],
)
def test_the_editor_keeps_what_it_cannot_take(tmp_path: Path, keys: tuple[str, ...], wrong: str, why: str) -> None:
    army = tmp_path / "army.yaml"

    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.pilot.press(*keys)
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Ask))
        await refused(seen.pilot, wrong.format(army=army), why)
        await seen.press("escape")
        assert seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.long
def test_a_number_of_an_option_is_not_cut(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Big mob")
        pane = seen.pane("details")
        choice = next(row.choice for row in pane.rows if row.choice is not None and row.choice.control == "number")
        await seen.pick(choice.name, choice.group)
        await seen.pilot.click("#details", offset=(6, pane.cursor - pane.scroll_offset.y))
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Ask))
        most = 999 if choice.most is None else choice.most
        for text in ("-1", "12345678", "three"):
            await refused(seen.pilot, text, "hole number")
        await refused(seen.pilot, str(most + 1), f"up to {most}")
        await seen.press("escape")

    edit(tmp_path / "army.yaml", act, starter="orks-500")


@pytest.mark.long
@pytest.mark.parametrize("size", [(120, 40), (40, 12)], ids=["wide", "narrow"])
def test_why_something_is_not_offered_is_told_in_full(
    size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[int]()
    show = LinePane.show

    def noted(pane: LinePane[ListChoice], rows: Sequence[ListChoice], at: int | None = None) -> None:
        shown.extend([len(rows)] if pane.id == "choices" else [])
        show(pane, rows, at)

    monkeypatch.setattr(LinePane, "show", noted)
    why = "Librarian Orsino Vael rides with Tactical Squad Ancora: 11 models, Rhino 1 carries 10"

    async def part(pilot: Pilot[None]) -> None:
        armour = ListChoice(
            "1", "Librarian Orsino Vael: Terminator armour and combi-plasma instead of Bolt pistol", "+35"
        )
        scouts = ListChoice("2", "leads Scout Squad")
        pilot.app.push_screen(Choose("Join", [armour, scouts, ListChoice("", why, dim=True)], at=1))
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        pane: LinePane[ListChoice] = pilot.app.screen.query_one("#choices", LinePane)
        told = [row.words for row in pane.rows if row.dim]
        assert pane.row is not None and pane.row.key == "2"
        place = next(place for place, row in enumerate(pane.rows) if row.key == "2")
        assert " ".join(row.words.strip() for row in pane.rows[:place]) == armour.words
        told = told[place - 1 :]
        assert " ".join(map(str.strip, told)) == why and max(map(len, told)) < pane.room <= pane.size.width
        assert {*shown} == {len(pane.rows)} == {pane.size.height}, "no line is painted first as in another width"
        await pilot.press(*"scout")
        await until(pilot, lambda: why[:19] not in "".join(lines(pilot.app)))

    play(MusterApp(), part, size)


@pytest.mark.long
def test_a_click_on_the_box_of_a_line_ticks_it_and_one_on_its_words_goes_there(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        ticked: list[str | None] = []
        tick = Tick("Which?", [ListChoice(key, f"weapon {key}") for key in "abc"], ("a",))
        pilot.app.push_screen(tick, ticked.append)
        await until(pilot, lambda: pilot.app.screen is tick)
        await pilot.pause()
        for column, place in ((2, 1), (7, 2), (2, 0)):
            await pilot.click("#choices", offset=(column, place))
        await pilot.press("enter")
        await until(pilot, lambda: bool(ticked))
        assert ticked == ["b"]

    play(MusterApp(), part)


@pytest.mark.long
def test_a_name_that_is_left_as_it_is_changes_nothing(tmp_path: Path) -> None:
    """It was made a name of the unit's own, told as such, and a step to undo."""
    path = tmp_path / "army.yaml"

    async def act(seen: Seen) -> None:
        before = path.read_text(encoding="utf-8")
        await seen.go("Scout Squad")
        for key in ("r", "R"):
            await seen.press(key)
            await seen.until(lambda: isinstance(seen.pilot.app.screen, Ask))
            await seen.press("enter")
            await seen.until(lambda: isinstance(seen.pilot.app.screen, EditorScreen))
        await seen.saved()
        assert path.read_text(encoding="utf-8") == before
        await seen.press("u")
        await seen.until(lambda: any("there is nothing to undo" in told for told in seen.told()))

    edit(path, act)


@pytest.mark.long
@pytest.mark.parametrize(
    ("pasted", "written"),
    [("Iron\nFists\n", "Iron Fists"), ("\nIron  Fists \r\n\n", "Iron  Fists"), ("Iron ", "Iron ")],
)
def test_lines_that_are_pasted_into_one_line_are_all_kept(tmp_path: Path, pasted: str, written: str) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("R")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Ask))
        await seen.press("ctrl+u")
        seen.pilot.app.post_message(Paste(pasted))
        await seen.until(lambda: seen.pilot.app.screen.query_one(Input).value == written)
        await seen.press("escape")

    edit(tmp_path / "army.yaml", act)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
@pytest.mark.long
def test_a_new_army_is_begun_by_the_mouse_alone(home: Path, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"diceless space mar", "enter")
        await until(pilot, lambda: "( ) Plain 40K" in "".join(lines(pilot.app)))
        await pilot.click("#choices", offset=(2, 2))
        await until(pilot, lambda: "(o) Plain 40K" in "".join(lines(pilot.app)))
        await pilot.click("#begin")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))

    play(MusterApp(), part, size)
    (path,) = (home / "armies").iterdir()
    army = open_army(str(path))
    assert (army.name, army.system.id) == ("New Space Marines army", "plain")


@pytest.mark.parametrize("key", ["n", "r"])
@pytest.mark.long
def test_one_of_several_of_a_name_is_asked_about_by_its_number(tmp_path: Path, key: str) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("d", key)
        assert any(" Scout Squad 2 ━" in line for line in lines(seen.pilot.app))

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_the_places_to_move_to_stand_in_the_order_of_the_army_on_the_screen(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape")
        await seen.go("Scout Squad")
        await seen.press("m")
        behind = [line.split("behind ")[1].split("  ")[0] for line in lines(seen.pilot.app) if "behind " in line]
        await seen.press("escape")
        shown = [seen.editor.name_of(row.id) for row in seen.screen.view.rows if row.kind == "unit"]
        assert behind and behind == [name for name in shown if name in behind]

    edit(tmp_path / "army.yaml", act)


def test_what_begins_with_the_letters_of_a_path_comes_before_what_has_them_within(tmp_path: Path) -> None:
    for name in ("wh40k-10e.zip", "old10e.cat", "10e.zip", ".10e.zip"):
        (tmp_path / name).touch()
    found = PickData("Add", gallery=False).places(f"{tmp_path}/10E")
    assert [each.path.name for each in found if isinstance(each, PathCompletion)] == [
        "10e.zip", "old10e.cat", "wh40k-10e.zip",
    ]  # fmt: skip


def test_the_folder_of_a_user_that_is_none_holds_nothing() -> None:
    assert not PickData("Add", gallery=True).places("~nobody-is-called-so/")


@pytest.mark.long
def test_an_army_is_not_saved_in_the_folder_of_a_user_that_is_none(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("ctrl+s")
        await seen.write("~nobody-is-called-so/army.yaml")
        await seen.until(lambda: "there is no user" in "\n".join(lines(seen.pilot.app)))

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_a_file_that_cannot_be_brought_in_is_told_and_another_one_asked_for(tmp_path: Path) -> None:
    app, text = (
        MusterApp(),
        "format: muster-army\nversion: 1\nname: Late\nsystem: diceless\ndata: diceless/orks\nunits: []\n",
    )
    (tmp_path / "empty.rosz").touch()
    (tmp_path / "right.yaml").write_text(text)

    def told() -> str:
        return " ".join(line.strip(" ┃│") for line in lines(app))

    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("i")
        ways = (
            (str(tmp_path / "none.ros"), "There is no such file"),
            ("~nobody-is-called-so/none.ros", "folder: ~nobody-is-called-so"),
            (str(tmp_path / "empty.rosz"), "this is not a saved roster"),
        )
        for path, wrong in ways:
            await until(pilot, lambda: isinstance(app.screen, PickFile))
            await typed(pilot, path)
            await until(pilot, lambda wrong=wrong: isinstance(app.screen, PickFile) and wrong in told())  # type: ignore[misc]
        await pilot.press(*"right.yaml", "enter")
        await until(pilot, lambda: "Late is in the library" in told())

    play(app, part)


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.long) for size in ((120, 40), (200, 60)))]
)
@pytest.mark.parametrize("key", ["l", "n", "ctrl+p", "question_mark"])
def test_a_question_takes_the_lower_half_and_leaves_totals_and_keys_in_sight(
    tmp_path: Path, size: tuple[int, int], key: str
) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.pilot.press(key)
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Dialog))
        await seen.pilot.pause(0.2)
        now = lines(seen.pilot.app)
        await seen.pilot.press("escape")
        await seen.until(lambda: seen.pilot.app.screen is seen.screen)
        await seen.pilot.pause()
        changed = [n for n, (line, behind) in enumerate(zip(now, lines(seen.pilot.app), strict=True)) if line != behind]
        left = "Esc Close" if key == "question_mark" else "Esc Cancel"
        assert changed.pop() == size[1] - 2 and now[-2].rstrip().endswith(f"F1 Keys  {left}"), "its own keys"
        assert changed and changed[0] >= size[1] * 3 // 10 and changed[-1] < size[1] - 4

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.long
def test_what_an_act_does_stands_in_a_column_of_its_own_in_the_list_of_acts(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("ctrl+p")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.pilot.pause()
        told = lines(seen.pilot.app)
        limit = next(line for line in told if " Rename " in line)
        undo = next(line for line in told if " Undo " in line)
        assert limit.index("Names the unit") == undo.index("Takes back")

    edit(tmp_path / "army.yaml", act, size=(120, 60))


@pytest.mark.long
def test_the_last_line_of_a_list_in_a_dialog_is_seen_and_how_many_lines_are_out_of_view(home: Path) -> None:
    app = MusterApp()
    folders = [home / f"folder {n:02}" for n in range(20)]
    for folder in folders:
        folder.mkdir()

    async def part(pilot: Pilot[None]) -> None:
        def shown(words: str) -> bool:
            return any(words in line for line in lines(app))

        async def under_the_cursor(words: str) -> None:
            await until(pilot, lambda: any("▌" in line and words in line for line in lines(app)))

        app.push_screen(Choose("Which?", [ListChoice(str(n), f"line {n:02}") for n in range(30)]))
        await until(pilot, lambda: shown("21 more below · Enter chooses"))
        await pilot.press("end")
        await under_the_cursor("line 29")
        await pilot.press("escape")
        app.push_screen(PickFile("File", home, "What is this about?"))
        await until(pilot, lambda: shown("folder 00"))
        await pilot.press("down", "end")
        await under_the_cursor("folder 19")
        await pilot.press("escape", "question_mark")
        await until(pilot, lambda: shown("━ Keys ━") and sum(line.startswith("┃  ") for line in lines(app)) >= 10)

    play(app, part, (80, 24))


def test_what_tells_of_a_unit_is_named_and_noted_as_the_unit_itself() -> None:
    editor = EditorSession.open("space-marines-1000").editor
    rows = editor.view.rows
    asked = [Prompter(MusterApp(), editor, editor.view, row).named for row in rows if row.kind == "mark"]
    names = ("Chapter Master Teor Harkan", "Drop Pod Ferrum", "Squad Meridius", "Assault Squad")
    assert tuple(row.name for row in asked if row is not None) == names
    offered = transports(editor.session, next(row.id for row in rows if row.name == "Tactical Squad Oriel"))
    assert {each.words: each.cost for each in offered.right}["Get out and do without it"] == -35
