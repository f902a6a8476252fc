"""What acts cost in keys: each is played by keys alone from the unit under the cursor, and the keys are counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from builder.tui.screens.game_views import SummaryScreen
from tests.tui.gaming import Table, play

pytestmark = pytest.mark.long

GAME = "Keys"
Acts = Sequence[tuple[str, dict[str, str]]]
DEPLOYED: Acts = [("disembark", {"unit": "Ancora"}), ("next", {})]
SHOOTING: Acts = [*DEPLOYED, ("next", {})]
FLAMER: Acts = [("disembark", {"unit": "Oriel"}), ("next", {}), ("next", {})]
ASSAULT: Acts = [*SHOOTING, ("next", {})]


class Counting(Table):
    """A player whose keys are counted."""

    keys = 0

    async def type(self, *keys: str) -> None:
        self.keys += len(keys)
        for key in keys:
            await self.press(key)

    def letter(self, name: str, side: int = 1) -> str:
        """The letter of a row of a side."""
        assert self.screen.board.view is not None
        rows = [row for table in self.screen.board.view.sides[side].tables for row in table.rows]
        return self.screen.board.letters[next(row.ref for row in rows if row.name == name)]

    async def came_to(self, words: str) -> None:
        """Wait until the log says something."""
        await self.until(lambda: any(words in line for line in self.log))


def counted(acts: Acts, most: int, part: Callable[[Counting], Awaitable[None]], points: int = 500) -> None:
    """Play a part after some acts, and count its keys."""
    with new_game(f"space-marines-{points}", f"orks-{points}", GAME) as session:
        for verb, given in acts:
            session.act(verb, given)
    found: list[int] = []

    async def whole(table: Table) -> None:
        counting = Counting(table.pilot)
        await part(counting)
        found.append(counting.keys)

    play(MusterApp(game=GAME), whole)
    assert found and found[0] <= most, found


def test_a_whole_unit_fires_at_one_target_in_four_keys() -> None:
    """Of the ammunitions of the missile launcher krak does more, so nobody is asked how many are under a blast."""

    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Ancora")
        await table.type("f", table.letter("Big mob"), "1", "enter")
        await table.came_to("Tactical Squad Ancora at Big mob, 8 × Boltgun 256 DMG")

    counted(SHOOTING, 4, part)


def test_one_more_weapon_of_the_same_unit_at_the_same_target_takes_three_keys() -> None:
    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Ancora")
        await table.press("F", table.letter("Trukk"), "1", "1", "2", "1", "enter")
        await table.came_to("Missile launcher – krak, at Trukk")
        await table.type("full_stop", "2", "enter")
        await table.came_to("8 × Boltgun, at Trukk")

    counted(SHOOTING, 3, part)


def test_a_flamer_that_fires_after_another_weapon_takes_one_key_more_for_its_hits() -> None:
    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Oriel")
        await table.press("F", table.letter("Big mob"), "1", "1", "enter")
        await table.came_to("8 × Boltgun, at Big mob")
        await table.type("full_stop", "1", "3", "enter")
        await table.came_to("1 × Flamer, at Big mob")

    counted([*FLAMER, ("agree", {"left-over": "largest"})], 4, part, 1000)


def test_a_gun_at_a_vehicle_whose_speed_nobody_noted_takes_seven_keys() -> None:
    later: Acts = [*SHOOTING, ("turn", {}), ("turn", {}), ("next", {})]

    async def part(table: Counting) -> None:
        await table.unit("Dreadnought")
        await table.type("F", table.letter("Trukk"))
        await table.asked("Which weapon")
        await table.type("2", "2", "3")
        await table.type("enter")
        await table.came_to("Dreadnought, 1 ×")

    counted(later, 7, part)


def test_a_charge_with_both_sides_takes_three_keys() -> None:
    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Ancora")
        await table.type("c", table.letter("Big mob"), "enter")
        await table.came_to("Tactical Squad Ancora against Big mob")

    counted(ASSAULT, 6, part)


def test_in_the_turn_of_the_opponent_the_unit_under_the_cursor_strikes_back() -> None:
    """The roles follow from the sides: nobody of the other side is put in the place of one's own unit."""
    theirs: Acts = [*ASSAULT, ("next", {}), ("next", {}), ("next", {})]

    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Ancora")
        await table.type("c", table.letter("Big mob"), "enter")
        await table.came_to("Tactical Squad Ancora against Big mob")

    counted(theirs, 3, part)


def test_the_speeds_of_a_side_take_two_keys_and_one_each() -> None:
    async def part(table: Counting) -> None:
        await table.type("v", "2", "enter")
        await table.came_to("speeds: Rhino 1 combat")

    counted(DEPLOYED, 3, part)


def test_backspace_takes_back_the_last_of_several_answers() -> None:
    async def part(table: Counting) -> None:
        await table.type("v", "2", "1")
        await table.asked("Rhino 1 combat, Whirlwind immobile")
        await table.type("backspace", "3", "enter")
        await table.came_to("speeds: Rhino 1 combat, Whirlwind cruising")

    counted([("turn", {})], 6, part, 1000)


@pytest.mark.parametrize(("name", "words"), [("Tactical Squad Ancora", "out of Rhino 1")])
def test_getting_out_takes_two_keys(name: str, words: str) -> None:
    async def part(table: Counting) -> None:
        await table.unit(name)
        await table.type("e", "enter")
        await table.came_to(words)

    counted([("next", {})], 3, part)


def test_getting_in_takes_three_keys() -> None:
    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Ancora")
        await table.type("e", table.letter("Rhino 1", 0), "enter")
        await table.came_to("in Rhino 1")

    counted(DEPLOYED, 3, part)


def test_a_landing_asks_for_the_tokens_of_the_opponent_and_takes_three_keys() -> None:
    """D-75: no quick Enter past the opponent, who says how many Scatter tokens he uses."""
    waiting: Acts = [("next", {}), ("turn", {}), ("turn", {})]

    async def part(table: Counting) -> None:
        await table.unit("Assault Squad")
        await table.type("e", "2", "enter")
        await table.came_to("speed waaagh uses 2 Scatter")

    counted(waiting, 3, part, 1000)


def test_no_enter_however_quick_lands_a_unit_before_its_opponent_was_asked() -> None:
    """D-75: from its own key and from what is due alike; nothing is proposed in the place of his answer."""
    waiting: Acts = [("next", {}), ("turn", {}), ("turn", {})]

    async def part(table: Counting) -> None:
        for keys in (("e",), ("t", "enter")):
            before = len(table.log)
            await table.unit("Assault Squad")
            table.burst(*keys, *["enter"] * 4)
            await table.asked("How many Scatter tokens does Skragdakka's speed waaagh use?")
            row = table.fields.row
            assert row is not None and (row.name, row.value, row.missing) == ("tokens", "", True)
            assert len(table.log) == before
            await table.press("escape")
            await table.until(lambda: not table.screen.form.is_open)
        await table.unit("Assault Squad")
        await table.type("e", "0", "enter")
        await table.came_to("Assault Squad: deep strike")

    counted(waiting, 3, part, 1000)


def test_a_flamer_takes_five_keys() -> None:
    """No distance is asked for: its hits say that it reaches."""

    async def part(table: Counting) -> None:
        await table.unit("Tactical Squad Oriel")
        await table.type("F", table.letter("Lootas"), "2", "3", "enter")
        await table.came_to("1 × Flamer, at Lootas")

    counted(FLAMER, 5, part, 1000)


def test_arriving_takes_two_keys() -> None:
    waiting: Acts = [("next", {}), *[("turn", {})] * 4]

    async def part(table: Counting) -> None:
        await table.unit("Scout Squad")
        await table.type("e", "enter")
        await table.came_to("Scout Squad: arrival from reserve")

    counted(waiting, 3, part)


def test_a_whole_turn_takes_at_most_sixty_keys() -> None:
    """Two speeds, one unit gets out, one lands; seven fire once, one charges; tests as they fall due."""

    async def part(table: Counting) -> None:
        foes = table.letter("Big mob")

        async def fires(*answers: str, at: str = foes) -> None:
            fired = len(table.log)
            await table.type("enter", at, *answers, "enter")
            await table.until(lambda: len(table.log) > fired and not table.screen.is_behind)
            assert " at " in table.log[-1], table.log[-1]

        async def tested(words: str) -> None:
            await table.type("enter")
            await table.logged(words)

        await table.type("v", "2", "1", "enter")
        await table.came_to("speeds: Rhino 1 combat, Whirlwind immobile")
        await table.type("down", "down", "e", "enter")
        await table.came_to("Tactical Squad Oriel out of Rhino 1")
        await table.type("t", "enter", "2", "enter")
        await table.came_to("Drop Pod Ferrum: deep strike")
        await table.until(lambda: table.due.has_focus and "Must get out" in table.due.rows[0].text)
        await table.type("home", "enter", "enter")
        await table.came_to("Brother Adrastos out of Drop Pod Ferrum")
        await table.type("space")
        await table.came_to("shooting")
        await table.type("t")
        await fires()
        await fires("1")
        await fires("1", "3")  # hits of the squad's flamer
        await tested("Big mob: morale test")
        await fires("1")
        await tested("Big mob: pinning test")
        await fires("1")
        await fires("1", at=table.letter("Trukk 2"))
        await fires()
        await table.type("space", "space")
        await table.came_to("assault")
        await table.type("c", foes, "enter")
        await table.came_to("Tactical Squad Oriel against Big mob")
        await table.type("t")
        await tested("Tactical Squad Oriel lost the assault")
        await table.type("space")
        await table.shows(SummaryScreen)
        await table.type("space")
        await table.came_to("Skragdakka's speed waaagh: movement")

    counted([("next", {})], 60, part, 1000)


def test_what_is_due_is_done_with_enter_each_and_dismissed_with_delete() -> None:
    """Tests stay due until they are taken or dismissed."""
    hurt: Acts = [
        *SHOOTING,
        ("damage", {"unit": "Mek Gunz", "hp": "80", "first": "Gretchin"}),
        ("damage", {"unit": "Big mob", "hp": "320", "first": "largest"}),
        ("next", {}),
    ]

    async def part(table: Counting) -> None:
        await table.type("t")
        await table.until(lambda: table.due.has_focus)
        await table.type("enter")
        await table.came_to("morale test")
        await table.press("delete")
        await table.came_to("Dismissed")

    counted(hurt, 2, part)


def test_going_on_with_something_due_shows_the_list_first_and_then_goes_on() -> None:
    async def part(table: Counting) -> None:
        await table.type("space")
        await table.until(lambda: table.due.has_focus)
        assert table.log[-1].endswith("shooting")
        await table.type("space")
        await table.came_to("assault")

    counted(SHOOTING, 2, part)


def test_the_side_whose_turn_it_is_is_shown_and_its_tables_have_the_keys_once_nothing_is_due() -> None:
    theirs: Acts = [("next", {})] * 3

    async def part(table: Counting) -> None:
        board = table.screen.board
        assert board.side == 0
        await table.type("space")
        await table.shows(SummaryScreen)
        summary = table.top
        assert isinstance(summary, SummaryScreen)
        await table.until(lambda: "Nothing was entered in turn 1 for: Librarian" in summary.text)
        await table.type("space")
        await table.came_to("Gitstompa's warband: movement")
        await table.until(lambda: board.side == 1 and "Gitstompa" in str(board.units.border_title))
        await table.type("t")
        await table.until(lambda: table.due.has_focus)
        await table.type("enter")
        await table.asked("speed")
        await table.type("1", "enter")
        await table.came_to("Trukk stays where it is")
        await table.until(
            lambda: not table.screen.form.is_open and board.units.list.has_focus and board.due.due is None
        )
        await table.until(lambda: table.said("mind") == "Trukk stays where it is")
        await table.type("u", "u")
        await table.until(lambda: board.side == 0)

    counted(theirs, 8, part)


def test_arrows_leaf_through_the_turns_of_a_summary() -> None:
    hurt: Acts = [("next", {}), ("damage", {"unit": "Lootas", "hp": "60"}), ("turn", {}), ("turn", {})]

    async def part(table: Counting) -> None:
        await table.type("i")
        await table.shows(SummaryScreen)
        summary = table.top
        assert isinstance(summary, SummaryScreen)
        await table.until(lambda: "What cost most:" in summary.text and "turn 2" in summary.text)
        await table.type("left", "left")
        await table.until(lambda: "What cost most, turn 1:" in summary.text and "turn 2" not in summary.text)
        await table.type("right", "right", "right")
        await table.until(lambda: "What cost most:" in summary.text and len(summary.text.split("\n")[3]) <= 100)

    counted(hurt, 6, part, 1000)


def test_the_letter_of_a_unit_that_cannot_be_fired_at_means_no_other_one() -> None:
    """The Scout Squad is gone; its letter is in the names of others, which nobody meant."""
    gone: Acts = [("next", {}), ("damage", {"unit": "Scout Squad", "hp": "200"}), ("turn", {}), ("next", {})]

    async def part(table: Counting) -> None:
        await table.press("o")
        await table.unit("Gretchin")
        await table.type("f")
        await table.asked("Still to be given: target")
        await table.press(table.letter("Scout Squad", 0))
        await table.asked("Still to be given: target")
        assert "target" not in table.given
        await table.press(table.letter("Rhino 1", 0))
        await table.asked("Gretchin at Rhino 1")

    counted(gone, 1, part, 1000)


def test_the_letter_of_a_target_is_never_taken_for_who_fires() -> None:
    """The Assault Squad under the cursor is in reserve: that is told, and nobody fires in its place."""

    async def part(table: Counting) -> None:
        await table.unit("Assault Squad")
        await table.type("f")
        await table.asked("Assault Squad: still in reserve, let it arrive first")
        assert table.row_of("attacker") == "Assault Squad"
        await table.type(table.letter("Lootas"))
        await table.asked("Assault Squad: still in reserve, let it arrive first")
        await table.press("escape")

    counted([("turn", {}), ("next", {})], 2, part, 1000)


def test_a_low_screen_tells_what_is_out_of_sight_and_shows_a_test_that_has_become_due() -> None:
    async def part(table: Counting) -> None:
        units, due = table.screen.board.units, table.screen.board.due
        await table.until(lambda: (units.border_subtitle or "").startswith("3 more below"))
        await table.press("end")
        await table.until(lambda: (units.border_subtitle or "").startswith("3 more above"))
        await table.type("f", table.letter("Lootas"), "4", "enter")
        await table.came_to("Whirlwind at Lootas")
        await table.until(lambda: "Lootas: pinning" in due.rows[1].text)
        assert due.scroll_offset.y == 0

    counted([("turn", {}), ("next", {})], 4, part, 1000)
