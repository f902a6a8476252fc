"""A recorded game is drawn line by line as it was when it was recorded, on a low and on a tall screen.

Files in `recorded/` hold every row, with its details, of a stored game in the middle and at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path

import pytest

from builder.systems.diceless.play import PLAY
from builder.systems.play.view import SideView, View
from builder.tui.widgets.game_detail import detail
from builder.tui.widgets.game_lines import head_line, mind, totals
from builder.tui.widgets.game_table import header, layout, row_line
from builder.tui.widgets.lines import Line
from tests.systems.diceless.play.test_stored_games import decoded

PLAYED = Path(__file__).with_name("recorded")
Room = tuple[int, int]
SIZES: dict[tuple[int, int], tuple[int, Room, int]] = {
    (80, 24): (77, (42, 5), 2),
    (120, 40): (73, (74, 15), 2),
}
"""The width of the tables, the room of the details, and the lines for what is due, by the size of a screen."""


def text(line: Line) -> str:
    left, right = ("".join(part for part, _ in side) for side in (line.left, line.right))
    return f"{left.rstrip()} | {right.strip()}".rstrip() if line.right else left.rstrip()


def drawn_side(side: SideView, wide: int, room: Room) -> Iterator[str]:
    for table in side.tables:
        yield text(header(layout(table, wide)))
        yield from (f" {text(row_line(layout(table, wide), row))}" for row in table.rows)
        for row in table.rows:
            yield from (f"   : {text(line)}".rstrip() for line in islice(detail(row, *room), room[1]))


def drawn(view: View, size: tuple[int, int]) -> Iterator[str]:
    wide, room, due = SIZES[size]
    yield text(head_line(view, "G"))
    for side in view.sides:
        yield from drawn_side(side, wide, room)
    yield from map(text, totals(view, size[0]))
    yield from map(text, mind(view.due, (), size[0] - 2, due))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_recorded_game_is_drawn_as_it_was(size: tuple[int, int]) -> None:
    first, *others = decoded(2)
    states = list(accumulate(others, PLAY.evolve, initial=PLAY.begin(first)))
    shown: list[str] = []
    for place in (len(states) // 2, len(states) - 1):
        shown += [f"after entry {place + 1}", *drawn(PLAY.viewer()(states[place]), size)]
    wanted = (PLAYED / f"game-{size[0]}x{size[1]}.txt").read_text("utf-8").splitlines()
    assert shown == wanted
