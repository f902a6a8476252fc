"""A game of any system on its screen, by keys alone: wounds, marks, counters, turns, and what is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.record import replace
from builder.services.games.games import new_game
from builder.systems.play.view import Reminder
from builder.tui.app import MusterApp
from tests.tui.gaming import Table, both, play
from tests.tui.painted import lines

ROSTER = """<roster xmlns="http://www.battlescribe.net/schema/rosterSchema" id="r" name="The Guild"
 battleScribeVersion="2.03" gameSystemId="far" gameSystemName="Far Wars"><forces>
 <force id="f" name="Army" entryId="army" catalogueId="c" catalogueName="Ferries"><selections>
  <selection id="u" name="Ferrymen" entryId="e" number="1" type="unit"><selections>
   <selection id="m" name="Ferryman" entryId="e2" number="3" type="model"><profiles>
    <profile id="p" name="Ferryman" typeId="t" typeName="Unit" hidden="false"><characteristics>
     <characteristic name="Move" typeId="a">6"</characteristic>
     <characteristic name="Save" typeId="b">4+</characteristic>
     <characteristic name="Wounds" typeId="c">2</characteristic></characteristics></profile></profiles></selection>
  </selections></selection></selections></force></forces></roster>"""


@pytest.fixture
def ferries(tmp_path: Path) -> MusterApp:
    """A game of one unit with three models of two wounds against somebody of whom only the name is known."""
    roster = tmp_path / "guild.ros"
    roster.write_text(ROSTER, encoding="utf-8")
    with new_game(str(roster), None, "Rijn", opponent="Tom") as session:
        session.act("next", {})
    return MusterApp(game="Rijn")


@pytest.mark.long
@both
def test_a_unit_is_tracked_by_keys(ferries: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        def shown() -> str:
            return "\n".join(lines(table.app))

        async def until(words: str) -> None:
            await table.until(lambda: words in shown())

        await until("■■ ■■ ■■")
        await until("- Wound off  + Wound back")
        await until("wounds 6 of 6, models 3 of 3")
        for left in ("■■ ■■ ■·", "■■ ■■ ··"):
            await table.press("minus")
            await until(left)
        await until("2/3")
        await table.press("plus")
        await until("■■ ■■ ■·")
        await table.press("d", "6", "enter")
        await until("destroyed")
        await table.press("minus")
        await until("from 0 to 6 can be")
        await table.press("u")
        await until("■■ ■■ ■·")
        await table.press("m", *"battle-shocked", "enter")
        await until("battle-shocked")
        await table.press("c", *"fight", "down", "2", "enter")
        await table.until(lambda: any("fight" in each for each in table.log))
        await table.press("C", *"command", "down", "3", "enter")
        await table.until(lambda: any("command" in each for each in table.log))
        before = len(table.log)
        await table.press("x", "space", "space")
        await table.until(lambda: len(table.log) >= before + 2)
        await until("Tom")

    play(ferries, part, size)


def test_the_side_whose_turn_it_is_is_shown_where_a_turn_is_one_phase(tmp_path: Path) -> None:
    rosters = [tmp_path / name for name in ("one.ros", "other.ros")]
    for roster in rosters:
        roster.write_text(ROSTER, encoding="utf-8")
    with new_game(str(rosters[0]), str(rosters[1]), "Rijn") as session:
        session.act("next", {})

    async def part(table: Table) -> None:
        board = table.screen.board
        await table.until(lambda: board.view is not None)
        assert board.view is not None and board.side == 0
        row = board.view.sides[0].tables[0].rows[0]
        owing = Reminder(text="a test", ref=row.ref, verb="note", kind="Tests")
        board.follow_turn(replace(board.view, active=1, played_by="turns", due=(owing,)))
        assert board.side == 0, "whoever has acted still sees what that has brought about"
        board.follow_turn(replace(board.view, active=1, played_by="turns"))
        assert board.side == 1, "once that is done, it is for the other one to act"
        board.switch_side()
        board.follow_turn(replace(board.view, active=1))
        assert board.side == 1

    play(MusterApp(game="Rijn"), part)
