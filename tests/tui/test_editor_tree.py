"""The choices of a unit as a tree, searched and chosen with few keys; what is written is not counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.new_army import begin
from builder.services.editor.view import EditorView, TreeRow
from builder.tui.screens.editor_army import ArmyPane
from tests.formats.datafiles import catalogue, game_system
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown, put
from tests.tui.painted import lines

pytestmark = pytest.mark.long

TESTED = {"find_up", "find_down", "transport", "join"}


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


def chosen(seen: Seen) -> set[str]:
    """What the unit under the cursor of the army has."""
    row = seen.screen.board.tree_row
    assert row is not None
    unit = seen.editor.unit(row.unit)
    assert unit is not None
    return {f"{part.number} {part.name}" for part in unit.walk() if part.type == "upgrade" and part.entry_group_id}


async def count_keys(seen: Seen, *words: str) -> int:
    """Press keys, and write what stands in brackets: the keys that were pressed beside it."""
    keys = 0
    for word in words:
        if word.startswith("("):
            await seen.press(*word.strip("()").replace(" ", "_").replace("_", " "))
        else:
            await seen.press(word)
            keys += 1
    return keys


def test_a_captain_with_two_weapons_takes_8_keys(army: Path) -> None:
    async def act(seen: Seen) -> None:
        keys = await count_keys(
            seen, "a", "(captain)", "enter", "slash", "(power weapon)", "enter", "(plasma pistol)", "enter", "escape"
        )
        assert keys <= 8
        assert {"1 Power weapon", "1 Plasma pistol"} <= chosen(seen)
        assert seen.screen.pane == "details"

    edit(army, act)


def test_ten_men_with_two_weapons_and_a_sergeants_take_10_keys(army: Path) -> None:
    async def act(seen: Seen) -> None:
        keys = await count_keys(seen, "a", "(tactical)", "enter", "9", "slash")
        keys += await count_keys(seen, "(missile)", "enter", "(flamer)", "enter", "(power fist)", "enter", "escape")
        assert keys <= 10
        assert {"1 Missile launcher", "1 Flamer", "1 Power fist"} <= chosen(seen)

    edit(army, act)


def test_a_squad_is_put_into_a_rhino_with_2_keys(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"tactical", "enter", "escape")
        assert await count_keys(seen, "t", "enter") == 2
        row = seen.screen.board.tree_row
        assert row is not None and row.name == "Tactical Squad"
        unit = seen.editor.unit(row.unit)
        assert unit is not None
        (mark,) = unit.marks
        assert mark.kind == "riding_in" and seen.editor.name_of(mark.target or "") == "Rhino of Tactical Squad"

    edit(army, act)


def test_a_character_joins_a_squad_with_3_keys_and_leaves_it_again(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        assert await count_keys(seen, "j", "enter") <= 3
        marks = [mark for unit in seen.army.view.units() for mark in unit.marks if mark.kind == "led_by"]
        assert [seen.editor.name_of(mark.target or "") for mark in marks] == ["Librarian Orsino Vael"]
        assert not [finding for finding in seen.army.findings if "led" in finding.message]

    edit(army, act)


def test_nobody_is_offered_who_cannot_be_joined(army: Path) -> None:
    """A Dreadnought leads nobody and is led by nobody."""

    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("j")
        assert "j Join" not in keys_shown(seen.pilot) and seen.pilot.app.screen is seen.screen
        assert any("none here that it could join" in told for told in seen.told())
        await seen.go("Librarian Orsino Vael")
        await seen.until(lambda: "j Join" in keys_shown(seen.pilot))
        await seen.press("j")
        offered = [choice.words for choice in seen.pane("choices").rows]
        assert offered == ["leads Scout Squad", "  Not Tactical Squad Ancora: 11 models, Rhino 1 carries 10"]

    edit(army, act)


def test_figures_are_a_number_as_soon_as_they_can_be_one(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("enter")
        await seen.pick("Scout")
        await seen.press("6")
        assert number(seen, "Scout") == 5, "and a sergeant"
        await seen.press("1")
        assert number(seen, "Scout") == 5
        await seen.press("7")
        assert number(seen, "Scout") == 5, "17 are too many"
        await seen.press("7")
        assert number(seen, "Scout") == 6

    edit(army, act)


def number(seen: Seen, name: str) -> int:
    choices: list[ChoiceRow] = [row.choice for row in seen.pane("details").rows if row.choice is not None]
    return next(choice.number for choice in choices if choice.name == name)


def test_a_group_is_folded_to_its_heading_which_says_what_is_chosen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.pick("Plasma gun")
        await seen.press("left")
        assert "Plasma gun" in seen.lines("details")
        row = seen.pane("details").row
        assert row is not None and row.choice is None and "▸" in seen.lines("details")
        assert "Flamer" not in seen.lines("details")
        await seen.press("enter")
        assert "Flamer" in seen.lines("details")

    edit(army, act)


def test_what_must_be_chosen_stands_first(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Gate of Infinity")
        await seen.press("space")
        headings = [line for line in seen.lines("details").splitlines() if "▾" in line]
        assert "[!]" in headings[0] and "choose 2, has 1" in headings[0]
        assert seen.screen.pane == "details"
        await seen.press("u")
        assert "[!]" not in seen.lines("details")

    edit(army, act)


def test_the_choice_that_enter_takes_has_the_mark_of_the_cursor_while_letters_search(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("slash", *"meltagun")
        (line,) = (line for line in lines(seen.pilot.app) if "▌" in line)
        assert "Meltagun" in line.partition("▌")[2]

    edit(army, act, size=(80, 24))


def test_lines_of_details_are_made_for_the_room_they_had_while_the_adder_hides_them(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        pane, row = seen.screen.board.details, seen.screen.board.tree_row
        assert row is not None
        shown = seen.lines("details")
        await seen.press("a")
        assert not pane.content_region.width
        pane.show_details(seen.editor.details(row.unit, row.unit))
        assert seen.lines("details") == shown

    edit(army, act, size=(80, 24))


def test_the_search_in_a_unit_goes_up_and_down_and_ends_where_it_stands(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("slash", *"gun", "down")
        second = seen.pane("details").row
        assert second is not None and second.choice is not None and seen.screen.pane == "find"
        await seen.press("up", "down", "escape")
        now = seen.pane("details").row
        assert seen.screen.pane == "details" and now is not None and now.key == second.key

    edit(army, act)


def test_more_letters_lead_to_what_fits_them_best(army: Path) -> None:
    """The pistol is first for "plasma", and fits "plasma gun" too, but less well than the gun."""

    async def act(seen: Seen) -> None:
        await seen.press("a", *"tactical", "enter", "9", "slash", *"plasma", "space", *"gun", "enter")
        assert "1 Plasma gun" in chosen(seen) and "1 Plasma pistol" not in chosen(seen)

    edit(army, act)


def test_the_search_in_a_unit_finds_what_only_a_model_that_is_not_there_could_take(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        before = seen.editor.view.totals.points
        await seen.press("a", *"boyz", "enter", "slash", *"power", "space", *"klaw")
        assert "Power klaw +25\n        takes Nob with it, +41 in all" in re.sub(
            " {3,}\\+", " +", seen.lines("details")
        )
        await seen.press("enter", "escape")
        assert "1 Power klaw" in chosen(seen) and seen.editor.view.totals.points == before + 60 + 41
        await seen.press("escape", "u")
        assert seen.editor.view.totals.points == before + 60, "both go as they came"

    edit(tmp_path / "army.yaml", act, starter="orks-500")


def test_the_search_in_a_unit_says_that_nothing_fits_and_begins_anew_with_a_slash(army: Path) -> None:
    async def act(seen: Seen) -> None:
        app = seen.pilot.app
        await seen.go("Tactical Squad Ancora")
        await seen.press("slash", *"xyz", "enter")
        assert "No choice here has “xyz”" in seen.lines("details") and seen.screen.board.find.value == "xyz"
        await seen.press(*["backspace"] * 3, *"melta", "enter", "slash", *"plasma", "space", *"p")
        assert seen.screen.board.find.value == "plasma p" and "Plasma pistol" in seen.lines("details")
        await seen.press("escape", "a", *"xyz")
        await seen.until(lambda: "Esc Close" in lines(app)[-2] + lines(app)[-1])
        assert "+ Add" not in lines(app)[-2] and any("Nothing fits “xyz”" in line for line in lines(app))

    edit(army, act)


def test_why_something_cannot_be_taken_stands_below_it_or_once_for_all_of_its_group(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"tactical", "enter")
        assert "▸ Special weapon: Boltgun needs 10 models, the squad has 5" in " ".join(seen.lines("details").split())
        await seen.pick("Flamer")
        rows = seen.lines("details").splitlines()
        place = next(place for place, line in enumerate(rows) if "Flamer" in line)
        assert "(-)" in rows[place] and "needs 10 models" in rows[place - 2] and "(-)" in rows[place + 1]
        await seen.press("slash", *"flamer")
        (below,) = (line for line in seen.lines("details").splitlines() if "needs 10 models" in line)
        assert below.startswith("      ")

    edit(army, act, size=(80, 24))


def test_names_are_whole_in_rows_that_are_shown_before_the_pane_has_a_width() -> None:
    """They are what is painted first: broken to no width, each name took a line for each of its letters."""
    slot = TreeRow(id="hq", depth=0, kind="slot", name="HQ", parent=True)
    unit = TreeRow(id="unit", depth=1, kind="unit", name="Chapter Master Teor Harkan", unit="unit")
    pane = ArmyPane(id="army")
    pane.show_view(EditorView(name="", rows=(slot, unit)))
    assert pane.rows == (slot, unit)


def test_names_are_whole_beside_the_bar_of_a_long_army(army: Path) -> None:
    def below(seen: Seen) -> str:
        painted = lines(seen.pilot.app)
        return painted[next(place for place, line in enumerate(painted) if "led by" in line) + 1]

    async def act(seen: Seen) -> None:
        assert seen.pane("army").show_vertical_scrollbar
        await seen.until(lambda: "Harkan" in below(seen))

    path = put(army.parent, army.name, "space-marines-1000")
    path.write_bytes(path.read_bytes().replace(b"Chapter Master Teor Harkan", b"Teor of the Long Watch Harkan"))
    edit(path, act, size=(80, 24))


def test_a_system_without_groups_has_no_key_for_them(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Kommando Mob")
        await seen.press("space", "g")
        assert seen.screen.allows("duplicate") and not seen.screen.allows("groups")
        assert not seen.army.view.groups and seen.told() == ["Group: units of this system act alone."]

    edit(army, act, starter="epic-orks-3000")


def test_a_force_of_another_catalogue_is_found_by_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    place = tmp_path / "data/battlescribe/wars"
    place.mkdir(parents=True)
    (place / "Small Wars.gst").write_bytes(game_system())
    for id, name, is_library in (("cat", "Marines", False), ("orks", "Orks", False), ("core", "Core", True)):
        (place / f"{name}.cat").write_bytes(catalogue(id=id, name=name, library=is_library))
    path = tmp_path / "army.yaml"
    path.write_text(begin("wars/Marines", "Test", None), encoding="utf-8")

    async def act(seen: Seen) -> None:
        await seen.press("F", *"another", "enter")
        await seen.press(*"ork", "enter", "enter")
        assert [force.catalogue_name for force in seen.army.view.forces] == ["Marines", "Orks"]
        rows = [row.name for row in seen.screen.view.rows if row.kind == "force"]
        assert rows == ["Detachment · Marines", "Detachment · Orks"]
        assert seen.screen.wanted[0] == "editor.forces"

    edit(path, act)


def test_space_folds_a_heading_of_the_army_and_marks_no_unit(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.screen.board.army
        before = len(pane.rows)
        await seen.press("home", "space")
        assert len(pane.rows) < before and not pane.has_marks
        await seen.until(lambda: "Enter Fold" in keys_shown(seen.pilot))
        assert "Space" not in keys_shown(seen.pilot), "what Enter does is not named twice"
        await seen.press("space", "down", "space")
        assert len(pane.rows) == before and pane.has_marks

    edit(tmp_path / "army.yaml", act)


def test_enter_on_a_number_goes_to_the_next_group_and_a_click_asks_for_another(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.pick("Space Marine")
        await seen.until(lambda: "Enter Next group" in keys_shown(seen.pilot))
        await seen.press("1", "0", "enter")
        row = seen.pane("details").row
        assert row is not None and (row.choice is None or row.choice.name != "Space Marine")
        assert seen.pilot.app.screen is seen.screen and not seen.editor.session.can_undo
        await seen.pick("Space Marine")
        await seen.pilot.click(
            "#details", offset=(6, seen.pane("details").cursor - seen.pane("details").scroll_offset.y)
        )
        await seen.write("6")
        assert number(seen, "Space Marine") == 5

    edit(army, act)


def test_what_is_typed_behind_a_search_that_was_answered_begins_another(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"scout", "plus", "plus", *"bik")
        assert seen.screen.board.catalogue.search.value == "bik"
        assert seen.units().count("Scout Squad") == 3
        await seen.go("Scout Squad")
        await seen.press("slash", *"melta", "enter", "enter")
        assert "1 Melta bombs" in chosen(seen), "the second Enter does not take it back"
        assert seen.screen.pane == "details"
        await seen.press("slash", *"abik")
        assert "a there finds units" in seen.lines("details")

    edit(army, act)
