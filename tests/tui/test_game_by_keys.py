"""The recorded game of six turns is played anew on the screen by keys alone, and its log is the same."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from builder.services.games.act_rows import ActRow, RowKind
from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.widgets.line_pane import LinePane
from tests.services.test_six_turns import ACTS, written
from tests.tui.gaming import Table, play

GAME = "By keys"
FIRST = 46
"""So many acts, the first turns of both players, are done whatever `--share` says."""
NAMES = {
    " ": "space",
    ",": "comma",
    ".": "full_stop",
    ":": "colon",
    "=": "equals_sign",
    "+": "plus",
    "-": "minus",
    "'": "apostrophe",
    '"': "quotation_mark",
    "!": "exclamation_mark",
}
"""What terminals call the keys of signs."""


def keys_of(text: str) -> list[str]:
    """The keys that write a text."""
    return [NAMES.get(sign, sign) for sign in text]


async def choose(table: Table, key: str) -> None:
    """Choose the line of a key from a list that is open, by the arrows."""
    await table.shows(Choose)
    pane = table.top.query_one("#choices", LinePane)
    await table.until(lambda: bool(pane.rows))
    at = next(place for place, row in enumerate(pane.rows) if row.key == key)
    way = "down" if at > pane.cursor else "up"
    while pane.rows[pane.cursor].key != key:
        await table.press(way)
    await table.press("enter")


async def stand_on(table: Table, name: str) -> ActRow:
    """Go to the row of a field with the arrows."""
    pane = table.fields
    at = next(place for place, row in enumerate(pane.rows) if row.name == name)
    while pane.row is not None and pane.row.name != name:
        await table.press("down" if at > pane.cursor else "up")
    assert pane.row is not None
    return pane.row


async def clear(table: Table, given: Mapping[str, object]) -> None:
    """Take back what the form was given by the row under the cursor, where the record says nothing of it."""
    for row in [each for each in table.fields.rows if each.value and each.name not in given]:
        await stand_on(table, row.name)
        await table.press("backspace")
        await table.asked()


async def first_there(table: Table, given: Mapping[str, object]) -> str:
    """The first field that has a row by now; what is seldom wanted is unfolded for it."""

    def found() -> str | None:
        there = {row.name for row in table.fields.rows}
        return next((name for name in given if name in there), None)

    if found() is None:
        await table.press("f2")
        await table.until(lambda: found() is not None)
    name = found()
    assert name is not None
    return name


async def fill(table: Table, name: str, value: str) -> None:
    """Give a field of the form that is open a value, as its kind of row takes it."""
    row = await stand_on(table, name)
    if row.value == value:
        return
    if row.kind is RowKind.SWITCH:
        await table.press("right")
    elif row.kind is RowKind.TEXT:
        await table.press(*["backspace"] * len(row.value), *keys_of(value))
    elif any(choice.value == value for choice in row.choices):
        await table.press(*(["backspace"] if row.value else []), "f3")
        await choose(table, value)
    elif row.figure:
        await table.press("quotation_mark", *keys_of(value))
    else:
        await table.press(*keys_of(value))
    await table.asked()


async def done(table: Table, verb: str, given: dict[str, str | bool]) -> None:
    """Do an act out of the list of all acts, its form filled in."""
    entries = len(table.log)
    await table.press("a")
    await table.shows(Choose)
    await table.press(*keys_of(verb))
    await choose(table, verb)
    await table.until(lambda: table.screen.form.is_open or len(table.log) > entries)
    if table.screen.form.is_open:
        await table.asked()
        await clear(table, given)
        while given:
            name = await first_there(table, given)
            value = given.pop(name)
            await fill(table, name, value if isinstance(value, str) else "yes")
        await table.press("enter")
    await table.until(lambda: len(table.log) > entries and not table.screen.is_behind)
    await table.until(lambda: not table.screen.form.is_open)


@pytest.mark.long
def test_the_recorded_game_is_played_by_keys_alone(share: float) -> None:
    new_game("space-marines-500", "orks-500", GAME).close()

    async def part(table: Table) -> None:
        for each in ACTS[: max(FIRST, round(share * len(ACTS)))]:
            await done(table, *written(each["act"]))
            assert table.log[-1] == each["says"], each

    play(MusterApp(game=GAME), part, (120, 40))
