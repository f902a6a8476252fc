"""A catalogue of two thousand units: all are there, a few letters find one, and only what is in view is worked out."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.roster.model import Force
from builder.services.editor.session import EditorSession
from builder.tui.widgets.editor_lines import one_more
from tests.formats.datafiles import SQUAD, SYSTEM_BODY, game_system
from tests.services.small_wars import small_army
from tests.tui.editing import Seen, edit
from tests.tui.making import burst, done
from tests.tui.many import many_units, name_of
from tests.tui.painted import lines

pytestmark = pytest.mark.long

MANY = 2_000


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    return many_units(tmp_path / "data", MANY)


def test_a_few_letters_find_one_of_two_thousand_and_it_is_added(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a")
        await seen.until(lambda: len([row for row in seen.pane("catalogue").rows if row.path]) == MANY)
        await seen.press(*"iron1995")
        (found,) = [row for row in seen.pane("catalogue").rows if row.path]
        assert found.name == name_of(1995)
        assert name_of(1995) in seen.lines("preview")
        await seen.press("enter")
        assert name_of(1995) in [unit.name for unit in (await seen.saved()).view.units()]
        await seen.press("a")
        await seen.until(lambda: len([row for row in seen.pane("catalogue").rows if row.path]) == MANY)

    edit(army, act)


def test_no_more_is_worked_out_than_what_is_in_view(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    standing = EditorSession.standing

    def noted(desk: EditorSession, force: Force, path: str) -> object:
        asked.append(path)
        return standing(desk, force, path)

    monkeypatch.setattr(EditorSession, "standing", noted)

    async def act(seen: Seen) -> None:
        await seen.press("a", "down")
        asked.clear()
        await seen.press("pagedown")
        assert seen.pane("catalogue").cursor > 20
        await seen.press("end")
        assert seen.pane("catalogue").rows[-1].path in asked
        assert len(set(asked)) < 4 * 40

    edit(army, act)


def test_the_cursor_stays_where_it_was_when_the_search_ends(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"grim mob 1003")
        await seen.press("down", "escape", "a")
        assert seen.screen.board.entry_row is not None
        assert seen.screen.board.entry_row.name == name_of(1003)

    edit(army, act)


def test_letters_lead_to_what_fits_best_wherever_the_cursor_was(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.pane("catalogue")
        await seen.press("a")
        pane.cursor = next(place for place, row in enumerate(pane.rows) if row.name == "Captain in Terminator Armour")
        await seen.press(*"captain")
        assert "Captain in Terminator Armour" in [row.name for row in pane.rows]
        assert pane.row is not None and pane.row.name == "Captain"
        await seen.press("escape")
        assert seen.screen.pane == "army" and "a finds anything" in "".join(lines(seen.pilot.app))
        await seen.press("a")
        assert "a few letters find it" in "".join(lines(seen.pilot.app)), "a would be written here"

    edit(tmp_path / "army.yaml", act)


def test_of_entries_of_one_name_letters_lead_to_the_one_that_can_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the Devastators that are Elites for one captain alone, before those that are Heavy Support for all."""
    most = '<constraint id="none" type="max" field="selections" scope="force" value="0"/>'
    elite = (
        '<selectionEntry id="elite" name="Squad" hidden="false" type="unit">'
        f'<constraints>{most}</constraints><categoryLinks><categoryLink id="in-elites" name="Elites" hidden="false" '
        'targetId="elites" primary="true"/></categoryLinks></selectionEntry>'
    )
    system = SYSTEM_BODY.replace(
        "<categoryEntries>", '<categoryEntries><categoryEntry id="elites" name="Elites" hidden="false"/>'
    ).replace(
        "<categoryLinks>",
        '<categoryLinks><categoryLink id="elite-slot" name="Elites" hidden="false" targetId="elites" primary="false"/>',
    )
    army = small_army(tmp_path, monkeypatch, f"{elite}{SQUAD}", body=game_system(system), system="diceless")

    async def act(seen: Seen) -> None:
        await seen.press("a", *"squad")
        assert [row.name for row in seen.pane("catalogue").rows if row.path] == ["Squad", "Squad"]
        assert seen.screen.board.entry_row is not None and seen.screen.board.entry_row.slot == "troops"
        await seen.press("enter")
        assert not [found for found in seen.army.findings if found.code == "max"]

    edit(army, act)


def test_where_names_have_no_room_the_catalogue_tells_slots_numbers_and_what_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_catalogue.RESTED", 0.01)

    async def act(seen: Seen) -> None:
        await seen.go("Rhino 1")
        await seen.press("delete", "l")
        await seen.write("466")
        await seen.until(lambda: "1 left" in seen.lines("catalogue") and "nothing fits" in seen.lines("catalogue"))
        assert "Fits in" not in seen.lines("catalogue"), "no heading of nothing"
        await seen.press("l")
        await seen.write("525")
        await seen.until(
            lambda: "Fits in 60 left" in seen.lines("catalogue") and "in the army:" in seen.lines("catalogue")
        )
        told = [" ".join(line.split()) for line in seen.lines("catalogue").splitlines() if line.strip()]
        assert told[:2] == ["▸ HQ 1 of 1–2", "9 kinds"]
        told = [line for line in told if line.strip("─")]
        at = told.index("Fits in 60 left")
        assert any("+" in line for line in told[told.index("in the army:") :]), "what is added has its sign"
        assert told.index("in the army:") > at, "what units there are could take stands below"
        assert told[at + 1] == "Predator 60" and told[-1] == "L: all that fits"
        place = next(place for place, row in enumerate(seen.pane("catalogue").rows) if row.name == "Techmarine")
        await seen.pilot.click("#catalogue", offset=(6, place))
        await seen.until(lambda: seen.screen.pane == "search" and "Captain" in seen.lines("catalogue"))
        entry = seen.screen.board.entry_row
        assert entry is not None and entry.name == "Techmarine"
        await seen.press("escape")
        await seen.until(lambda: "9 kinds" in seen.lines("catalogue"))
        assert seen.screen.pane == "army"
        rows = enumerate(seen.pane("catalogue").rows)
        place = next(place for place, row in rows if row.name == "Troops")
        await seen.pilot.click("#catalogue", offset=(6, place))
        await seen.until(lambda: "Tactical Squad" in seen.lines("catalogue"))
        entry = seen.screen.board.entry_row
        assert entry is not None and (entry.name, entry.path) == ("Troops", "")
        await seen.press("escape")
        await seen.until(lambda: "9 kinds" in seen.lines("catalogue"))
        await seen.pilot.click("#catalogue", offset=(6, len(seen.pane("catalogue").rows) - 1))
        await seen.until(lambda: "Techmarine" in seen.lines("choices"))

    edit(tmp_path / "army.yaml", act)


@pytest.mark.parametrize(("height", "told"), [(60, True), (30, False)])
def test_what_stands_before_entries_is_told_where_all_of_them_have_room(
    tmp_path: Path, height: int, told: bool
) -> None:
    async def act(seen: Seen) -> None:
        assert ("1 in army · - not now, why below" in seen.lines("catalogue")) == told
        await seen.press("a", "end")
        row = seen.screen.board.entry_row
        assert row is not None and row.name == "Whirlwind", "the cursor does not stand on it"

    edit(tmp_path / "army.yaml", act, size=(200, height))


def test_what_was_found_is_counted_and_says_below_it_why_it_cannot_be_taken(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape")
        await seen.press("a", *"librarian")
        pane = seen.pane("catalogue")
        found = [row for row in pane.rows if row.path or row.upgrade]
        assert f"{len(found)} found" in "".join(lines(seen.pilot.app))
        force = seen.screen.board.force
        assert force is not None
        standings = {row: seen.editor.standing(force, row.path) for row in found if row.path}
        barred, standing = next((row, each) for row, each in standings.items() if each is not None and each.reason)
        below = pane.rows[pane.rows.index(barred) + 1 :]
        assert " ".join(row.name for row in below if row.rest).startswith(standing.reason)
        await seen.press("escape")
        assert " found" not in "".join(lines(seen.pilot.app))

    edit(tmp_path / "army.yaml", act)


def test_frames_tell_how_much_is_out_of_view(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a")
        pane = seen.pane("catalogue")

        def told(where: str) -> bool:
            return f" more {where}" in "".join(lines(seen.pilot.app))

        await seen.until(lambda: told("below") and not told("above"))
        await seen.press("end")
        await seen.until(lambda: told("above"))
        above = sum(bool(pane._stops and pane._stops(row)) for row in pane.rows[: pane.scroll_offset.y])
        await seen.until(lambda: f"{above} more above" in "".join(lines(seen.pilot.app)))

    edit(tmp_path / "army.yaml", act, size=(120, 24))


def test_a_narrow_frame_tells_how_much_is_out_of_view_in_whole_words(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press(*["down"] * 12, "enter")
        army = seen.pane("army")
        await seen.until(lambda: army.size.width < 32 and bool(army.scroll_offset.y))
        await seen.until(lambda: " above · " in "".join(lines(seen.pilot.app)))
        assert " below ─" in "".join(lines(seen.pilot.app))

    edit(tmp_path / "army.yaml", act, size=(80, 17), starter="space-marines-1000")


def test_one_more_model_is_told_by_which_it_would_be() -> None:
    desk = EditorSession.open("space-marines-500").editor
    told = {one_more(choice) for choice in desk.upgrades if not choice.reason}
    assert "6th Scout" in told and "Missile launcher" in told and not any("Space Marine" in each for each in told)


def test_the_adder_takes_the_room_and_gives_it_back_as_it_was(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        board = seen.screen.board
        await seen.go("Scout Squad")
        await seen.press("enter", "down", "down")
        before = board.details.cursor, board.army.cursor
        await seen.press("a")
        widths = {id: seen.screen.query_one(f"#{id}").outer_size.width for id in ("left", "preview")}
        assert widths == {"left": 80, "preview": 40} and not board.army.size.width
        assert "Unit" in seen.said("heads") and "Army has" in seen.said("heads")
        await seen.press("tab", "escape", *"whirl")
        assert seen.screen.pane == "search" and board.is_adding
        await seen.press("escape")
        assert seen.screen.pane == "details" and not board.is_adding and board.army.size.width
        assert (board.details.cursor, board.army.cursor) == before and not board.catalogue.search.value

    edit(tmp_path / "army.yaml", act)


def test_without_the_focus_the_catalogue_tells_numbers_wherever_the_adder_was_opened(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        before = seen.lines("catalogue")
        assert "kinds" in before
        for pane in ("army", "details"):
            seen.screen.query_one(f"#{pane}").focus()
            for keys in (
                (["a"], ["escape"]),
                (["a", "escape"],),
                (["a", "l", "a"], ["escape"]),
                (["a", "l", "a", "escape"],),
            ):
                for some in keys:
                    burst(seen.pilot, *some)
                    await done(seen.pilot)
                assert seen.screen.pane == pane and seen.lines("catalogue") == before
                painted = "".join(lines(seen.pilot.app))
                assert "Catalogue ───" in painted, "what was found is not counted any more"
                assert "a finds anything" in painted

    edit(tmp_path / "army.yaml", act)


def test_what_carries_whom_is_found_by_passengers_and_says_so(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"scout")
        rows = seen.pane("catalogue").rows
        names = [row.name for row in rows]
        at = names.index("Land Speeder Storm")
        assert names.index("Scout Squad") < names.index("Scout Bike Squad") < at and names[at + 1] == "carries Scouts"
        assert not any(row.upgrade is not None and row.upgrade.name == "Scout" for row in rows), "it has these models"
        assert "rides in: Land Speeder Storm" in seen.lines("preview")
        await seen.press("down")
        assert "Scout Bike Squad" in seen.lines("preview") and "rides in" not in seen.lines("preview")

    edit(tmp_path / "army.yaml", act)


def test_an_upgrade_is_found_by_its_own_name_and_enter_takes_it(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"chronus")
        row = seen.pane("catalogue").row
        assert row is not None and row.name == "Antaro Chronus, for Whirlwind" and row.kind == "upgrade"
        below = seen.pane("catalogue").rows[1].name
        assert below == "costs 70, nothing is left: Enter adds it anyway, 70 over"
        assert "Antaro Chronus would be 70 over the limit: it can still be added" in seen.said("totals")
        await seen.press("enter")
        choice = seen.screen.board.details.choice
        assert seen.screen.pane == "details" and choice is not None and choice.name == "Antaro Chronus"
        assert choice.number == 1 and "Chronus would be" not in seen.said("totals")

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


def test_what_was_added_over_the_limit_says_so_and_warns_of_no_more(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"whirl", "down")
        name, price = "Whirlwind", 85
        await seen.until(lambda: f"{name} would be {price} over the limit" in seen.said("totals"))
        await seen.press("plus")
        await seen.until(lambda: f"{name} added: the army is now {price} over the limit" in seen.said("totals"))
        await seen.press("ctrl+z")
        await seen.until(lambda: f"{name} would be {price} over the limit" in seen.said("totals"))

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=(100, 30))


def test_what_all_models_of_a_unit_take_together_is_warned_of_and_fits_by_what_it_costs_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_catalogue.RESTED", 0.01)

    async def act(seen: Seen) -> None:
        await seen.press("l")
        await seen.write(str(seen.screen.view.totals.points + 60))
        await seen.until(lambda: "Fits in 60 left" in seen.lines("catalogue"))
        await seen.until(lambda: "'eavy armour" in seen.lines("catalogue"))
        told = [line.split()[-1] for line in seen.lines("catalogue").splitlines() if "'eavy armour" in line]
        assert told[0] == "+40", "84 for the other unit are more than is left, and one model's is not that of ten"
        await seen.press("a", *"'eavy")
        rows = [row for row in seen.pane("catalogue").rows if row.upgrade is not None]
        (place,) = [each for each, row in enumerate(rows) if row.upgrade is not None and row.upgrade.step == 21]
        while seen.pane("catalogue").row != rows[place]:
            await seen.press("down")
        assert "'eavy armour would be 24 over the limit" in seen.said("totals")

    edit(tmp_path / "army.yaml", act, starter="orks-500", size=(120, 60))


def test_the_preview_tells_what_adding_comes_to_and_how_the_last_one_was_made(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a")
        assert any("Here you see what an entry" in line for line in lines(seen.pilot.app))
        await seen.press(*"scout squad".replace(" ", ""))
        told = [" ".join(line.split()) for line in seen.lines("preview").splitlines()]
        assert told[:2] == ["Scout Squad 75", "Troops, 2 of 2–6 · 5 to 10 models"]
        order = ["Can take", "rides in: Land Speeder Storm", "Would come to", "The last one you made"]
        assert sorted(order, key=told.index) == order
        assert "army 1 000 + 75 = 1 075, 75 over" in told and "200 HP, no tokens" in told
        assert told[told.index("The last one you made") + 2 :][:2] == [
            "3 Sniper rifle, Missile launcher 85",
            "= adds one like it",
        ]
        await seen.press("tab", "equals_sign")
        assert seen.screen.view.totals.points == 1085 and board_adds(seen)

    def board_adds(seen: Seen) -> bool:
        return seen.screen.board.is_adding and seen.screen.pane == "preview"

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


@pytest.mark.parametrize(("size", "columns"), [((200, 60), True), ((80, 24), True), ((40, 12), False)])
def test_the_adder_at_other_widths(tmp_path: Path, size: tuple[int, int], columns: bool) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"scout")
        await seen.until(lambda: "3 found" in "\n".join(lines(seen.pilot.app)))
        await seen.until(lambda: ("Army has" in "\n".join(lines(seen.pilot.app))) == columns)
        assert bool(seen.screen.board.army.size.width) == (size[0] >= 160)
        await seen.pilot.resize_terminal(120, 40)
        await seen.until(lambda: "Would come to" in "\n".join(lines(seen.pilot.app)))
        assert seen.screen.pane == "search" and seen.screen.board.catalogue.search.value == "scout"

    edit(tmp_path / "army.yaml", act, size=size)


def test_a_force_that_takes_nothing_for_points_is_not_said_to_have_no_room_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_catalogue.RESTED", 0.01)
    dear = '<selectionEntry id="dear" name="Dear" hidden="false" type="unit"><costs><cost name="pts" typeId="pts" '
    dear += (
        'value="50"/></costs><constraints><constraint id="no" type="max" field="selections" scope="force" value="0"/>'
    )
    army = small_army(tmp_path, monkeypatch, f"{dear}</constraints></selectionEntry>", limit=100, system="generic")

    async def act(seen: Seen) -> None:
        await seen.until(lambda: "none to spend here" in " ".join(seen.lines("catalogue").split()))
        assert "100 left" in seen.lines("catalogue") and "nothing fits" not in seen.lines("catalogue")

    edit(army, act)
