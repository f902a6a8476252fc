"""Units under the mouse: marked by it, dragged to another place, and to those whom they join."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.editing import Seen, edit

pytestmark = pytest.mark.long


def test_units_are_marked_with_the_mouse(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.pane("army")
        for name, held in (("Dreadnought", {"control": True}), ("Scout Squad", {"shift": True})):
            place = next(place for place, row in enumerate(pane.rows) if row.name == name)
            await seen.pilot.click("#army", offset=(9, place + 1), **held)
            await seen.settled()
        marked = [seen.editor.name_of(id) for id in seen.screen.board.army.marked]
        assert marked == ["Dreadnought", "Scout Squad"] and seen.screen.board.army.has_marks
        await seen.pilot.click("#army", offset=(9, 2))
        assert seen.screen.board.army.has_marks and pane.cursor == 1
        await seen.press("delete")
        assert not {"Dreadnought", "Scout Squad"} & {*seen.units()}

    edit(tmp_path / "army.yaml", act)


def test_a_unit_is_dragged_to_the_place_of_another(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        army, before = seen.pane("army"), seen.units()
        names = [row.name for row in army.rows]
        tactical, scouts = names.index("Tactical Squad Ancora"), names.index("Scout Squad")
        for held, place in ((tactical, scouts), (scouts, tactical)):
            await seen.pilot.mouse_down("#army", offset=(6, held + 1))
            await seen.pilot.mouse_up("#army", offset=(6, place + 1))
            await seen.settled()
            if place == scouts:
                assert seen.units() == [*before[:2], "Scout Squad", "Tactical Squad Ancora"], before
                names = [row.name for row in army.rows]
                scouts, tactical = names.index("Tactical Squad Ancora"), names.index("Scout Squad")
        assert army.row is not None and army.row.name == "Tactical Squad Ancora"

    edit(tmp_path / "army.yaml", act)


def test_a_unit_that_is_dragged_to_another_slot_stays_and_says_why(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        names, before = [row.name for row in seen.pane("army").rows], seen.units()
        await seen.pilot.mouse_down("#army", offset=(6, names.index("Scout Squad") + 1))
        await seen.pilot.mouse_up("#army", offset=(6, names.index("Dreadnought") + 1))
        await seen.settled()
        assert seen.told() == [
            "Scout Squad stays in Troops: its slot is set by its datasheet. j lists whom it can join."
        ]
        assert seen.units() == before and not seen.editor.session.can_undo

    edit(tmp_path / "army.yaml", act)


async def drag(seen: Seen, unit: str, onto: str) -> None:
    """Drag a unit of the army with the mouse onto another row."""
    names = [row.name for row in seen.pane("army").rows]
    await seen.pilot.mouse_down("#army", offset=(6, names.index(unit) + 1))
    await seen.pilot.mouse_up("#army", offset=(6, names.index(onto) + 1))
    await seen.settled()


def test_a_character_that_is_dragged_to_a_squad_joins_it(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await drag(seen, "Chapter Master Teor Harkan", "Scout Squad")
        assert "↳ leads Scout Squad" in seen.lines("army"), seen.told()
        await drag(seen, "Chapter Master Teor Harkan", "Whirlwind")
        assert seen.told() == [
            "Chapter Master Teor Harkan stays in HQ: its slot is set by its datasheet. j lists whom it can join."
        ]
        before = seen.units()
        await drag(seen, "Scout Squad", "Rhino 1")
        assert seen.units() != before, "the Rhino is full: behind its squad there is a place"

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


def test_a_character_that_is_dragged_to_a_squad_that_it_may_not_join_is_told_why(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        for onto, cannot in (("Tactical Squad Ancora", "join Tactical Squad Ancora"), ("Rhino 1", "ride in Rhino 1")):
            await drag(seen, "Librarian Orsino Vael", onto)
            assert seen.told() == [f"Librarian Orsino Vael cannot {cannot}: 11 models, Rhino 1 carries 10"]
        assert not seen.editor.session.can_undo

    edit(tmp_path / "army.yaml", act)


def test_a_unit_that_is_dragged_to_another_group_acts_with_that(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def spearhead() -> set[str]:
            group = next(each for each in seen.army.view.groups if each.name == "Spearhead")
            return {seen.editor.name_of(id) for id in group.units}

        await seen.press("G")
        await drag(seen, "The Flayed", "Alone")
        assert "The Flayed cannot leave Spearhead: Lord Karrax is a monstrous creature or character" in seen.told()[-1]
        await drag(seen, "Havocs", "The Ashen")
        assert seen.told()[-1] == "Havocs cannot join Spearhead: 4 units are too many; a group holds 2 or 3 (L-11)."
        await drag(seen, "Lord Karrax", "Predator")
        assert spearhead() == {"The Flayed", "The Ashen"}
        await drag(seen, "Lord Karrax", "Group Spearhead")
        assert spearhead() == {"Lord Karrax", "The Flayed", "The Ashen"}

    edit(tmp_path / "army.yaml", act, starter="lethal-chaos-1000")
