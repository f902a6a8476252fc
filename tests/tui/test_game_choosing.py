"""Lists on the game screen: one or several of them are taken, what can be, and the keys that do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.record import replace
from builder.services.games.act_rows import ActRow, RowKind
from builder.services.games.games import new_game, open_game
from builder.services.games.proposals import OpenAct
from builder.services.library.commands import copy, create
from builder.systems.parameters import Choice
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose, Find, ListChoice, Tick
from builder.tui.dialogs.prompts import Ask
from builder.tui.screens.games import GamesScreen
from builder.tui.widgets.act_lines import LABEL, offer_lines, paint_act
from builder.tui.widgets.line_pane import LinePane
from tests.tui.gaming import NAME, Table, both, play, text_of
from tests.tui.painted import lines

PEOPLE = (ListChoice("a", "Ann"), ListChoice("b", "Bob"), ListChoice("c", "Cy"))


async def listed(table: Table) -> list[ListChoice]:
    """Wait until a list is open and takes keys, and give its lines."""
    await table.until(lambda: isinstance(table.top, Choose) and isinstance(table.app.focused, Find))
    await table.until(lambda: bool(table.top.query_one("#choices", LinePane).rows))
    return [*table.top.query_one("#choices", LinePane).rows]


def keys_of(table: Table) -> str:
    """The keys that help names, if it is open."""
    found = table.top.query("#keys")
    return text_of(found.only_one(LinePane)) if found else ""


@both
@pytest.mark.long
def test_several_units_are_ticked_with_space_and_taken_with_enter(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.press("a")
        await listed(table)
        await table.press(*"sweep", "enter")
        await table.asked()
        await table.press("f3")
        await listed(table)
        await table.press("space", "down", "space")
        ticked = [row.key for row in await listed(table) if row.words.startswith("[x]")]
        assert len(ticked) == 2
        await table.press("escape")
        await table.asked()
        assert "fleeing" not in table.given
        await table.press("f3")
        await listed(table)
        await table.press("space", "down", "space", "enter")
        await table.asked()
        assert table.given["fleeing"].split(",") == ticked

    play(game, part, size)


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "keys", "taken"),
    [
        ((), ("enter",), "a"),
        ((), ("down", "enter"), "b"),
        ((), ("space", "down", "down", "space", "enter"), "a,c"),
        ((), ("c", "space", "b", "space", "enter"), "c,b"),
        ((), ("b", "space", "down", "space", "enter"), "b,c"),
        (("b",), ("enter",), "b"),
        (("b",), ("space", "enter"), ""),
        (("b",), ("space", "escape"), None),
    ],
)
def test_what_is_ticked_is_taken_or_else_the_line_under_the_cursor(
    home: Path, before: tuple[str, ...], keys: tuple[str, ...], taken: str | None
) -> None:
    async def part(table: Table) -> None:
        answers: list[str | None] = []
        table.app.push_screen(Tick("Who?", PEOPLE, before), answers.append)
        await listed(table)
        await table.press(*keys)
        await table.until(lambda: bool(answers))
        assert answers == [taken]

    play(MusterApp(), part, opened=False)


@both
@pytest.mark.long
def test_space_in_a_list_chooses_before_letters_are_written(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "m", "Still to be given: mark")
        for keys, mark in ((("down", "space"), "falling back"), ((*"g b", "enter"), "falling back")):
            await table.press("f3")
            await listed(table)
            await table.press(*keys)
            await table.asked()
            assert table.row_of("mark") == mark

    play(game, part, size)


@pytest.mark.long
def test_what_is_typed_before_a_list_is_there_is_written_into_it(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        table.app.push_screen(Choose("People", PEOPLE))
        table.burst("c", "y")
        await listed(table)
        assert [row.key for row in table.top.query_one("#choices", LinePane).rows] == ["c"]

    play(game, part)


@both
@pytest.mark.long
def test_f1_shows_the_keys_of_the_form_and_of_its_lists(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.press("d")
        await table.asked()
        await table.press("f1")
        await table.until(lambda: "Form of an act" in keys_of(table))
        assert "F2" in keys_of(table) and "Space" in keys_of(table) and "Damage" not in keys_of(table)
        await table.press("f1")
        await table.asked()
        await table.press("tab")
        assert table.app.focused is table.top.query_one("#preview")
        await table.press("shift+tab")
        assert table.app.focused is table.top.query_one("#fields")
        await table.stand_on("unit")
        await table.press("f3")
        await listed(table)
        await table.press("f1")
        await table.until(lambda: "Dialogs with a list" in keys_of(table))
        await table.press("escape", "escape")
        await table.asked()

    play(game, part, size)


@pytest.mark.long
def test_armies_of_one_name_are_told_apart_and_an_opponent_may_be_called_like_one(games: Path) -> None:
    for _ in range(2):
        copy("orks-500", "Mine")

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        await table.press("n")
        offered = await listed(table)
        mine = [row.right for row in offered if row.words == "Mine"]
        assert len({*mine}) == 2 and any("mine-2" in right for right in mine)
        assert not any("orks-1000" in row.right for row in offered)
        first = table.top
        await table.press("enter")
        await table.until(lambda: table.top is not first)
        assert (await listed(table))[0].words == "Somebody whose army is not here"
        await table.press("enter")
        await table.shows(Ask)
        await table.typed("orks-500")
        await table.opened()
        assert "– orks-500" in table.said("head")

    play(MusterApp(), part, opened=False)


@pytest.mark.long
def test_the_list_of_games_goes_on_with_the_game_that_was_left(games: Path) -> None:
    """The one played last is the first of the list, and the cursor goes there with it."""
    new_game("orks-500", name="Other").close()

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        listed = table.top.query_one("#games", LinePane)
        await table.until(lambda: [each.name for each in listed.rows] == ["Other", NAME])
        await table.press("down", "enter")
        await table.opened()
        with open_game(NAME) as session:
            session.act("next", {})
        await table.press("escape")
        await table.shows(GamesScreen)
        await table.until(lambda: [each.name for each in listed.rows] == [NAME, "Other"])
        assert listed.row is not None and listed.row.name == NAME

    play(MusterApp(), part, opened=False)


@pytest.mark.long
def test_the_list_of_games_begins_at_the_game_that_was_opened_by_its_name(games: Path) -> None:
    """`muster game play` opens a game alone: its list comes when it is left, and another one was played later."""
    with open_game(NAME) as session:
        opened = session.id
    new_game("orks-500", name="Other").close()

    async def part(table: Table) -> None:
        await table.press("escape")
        await table.shows(GamesScreen)
        listed = table.top.query_one("#games", LinePane)
        await table.until(lambda: [each.name for each in listed.rows] == ["Other", NAME])
        assert listed.row is not None and listed.row.name == NAME

    play(MusterApp(game=opened), part)


@pytest.mark.long
def test_an_army_with_errors_or_without_units_says_so_where_it_is_chosen(games: Path) -> None:
    create("diceless/orks", "Empty")
    few = copy("orks-500", "Few")
    few.write_text(few.read_text(encoding="utf-8").replace("limit: 500", "limit: 50"), encoding="utf-8")

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        await table.press("n")
        told = {row.words: row.right for row in await listed(table)}
        assert "no units" in told["Empty"] and "1 error" in told["Few"]
        assert not any("error" in right for name, right in told.items() if name != "Few")

    play(MusterApp(), part, opened=False)


@pytest.mark.long
def test_once_a_game_is_over_only_what_is_possible_is_offered(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = table.screen
        assert shown.allows("shoot") and shown.allows("points")
        await shown.done(lambda session: session.act("end", {}))
        assert not shown.allows("shoot") and not shown.allows("next") and shown.allows("points")
        await table.press("a")
        offered = {row.key for row in await listed(table)}
        assert {"note", "set"} < offered and not {"next", "turn", "end", "shoot"} & offered

    play(game, part)


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (80, "who acts charged: yes, no; if not given, where they did not fight before"),
        (50, "who acts charged: yes, no"),
        (20, "who acts charged"),
        (10, ""),
    ],
)
def test_a_row_leaves_out_clauses_of_its_help_and_cuts_none(room: int, told: str) -> None:
    whole = "who acts charged: yes, no; if not given, where they did not fight before"
    line = paint_act(ActRow(RowKind.CHOICE, "charge", whole), LABEL + len("–") + room + 3)
    assert "".join(text for text, _ in line.right).strip() == told


def test_a_field_that_is_not_given_names_the_choice_that_is_meant_and_words_are_no_figures() -> None:
    """The weapon that is fired; of a distance, 30 cm or further, both in words."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000") as session:
        for verb, given in {"next": {}, "initiative": {"dice": "6,1"}, "turn": {}}.items():
            session.act(verb, given)
        session.act("action", {"unit": "The Ashen", "action": "Shoot-Shoot", "anyway": "yes"})
        act = OpenAct(session.spec("shoot"), {"unit": "The Ashen", "target": "Gretchin"}, {})
        act.take(act.propose(session))
        weapon, distance = (next(row for row in act.rows if row.name == name) for name in ("weapon", "distance"))
        assert weapon.default == "6 × Boltgun" and not weapon.empty and not weapon.value
        assert "‹ 30 cm or less / further ›" in "".join(text for text, _ in paint_act(distance, 80).left)
        act.give("weapon", weapon.choices[1].value)
        act.take(act.propose(session))
        assert next(row for row in act.rows if row.name == "weapon").chosen == weapon.choices[1].text


@pytest.mark.parametrize(
    ("dice", "counted", "told"),
    [
        (1, False, "‹ 1 to 6 ›"),
        (2, False, "‹ 2 dice, a figure each: 52 ›"),
        (1, True, "‹ 1 to 6, or dice: 5, ›"),
        (3, True, "‹ 1 to 6, or dice: 5,26 ›"),
    ],
)
def test_a_row_that_asks_for_dice_tells_how_they_are_typed(dice: int, counted: bool, told: str) -> None:
    faces = tuple(Choice(sign, sign) for sign in "123456")
    row = ActRow(RowKind.CHOICE, "dice", "both dice", "", None, faces, figure=True, dice=dice, counted=counted)
    line = paint_act(replace(row, adds=not counted, asked=True, open=True), 80)
    assert told in "".join(text for text, _ in line.left)


@pytest.mark.long
def test_what_can_be_chosen_is_told_whole_beside_the_rows() -> None:
    with new_game("space-marines-1000", "orks-1000", "Whole") as session:
        for verb in ("turn", "next"):
            session.act(verb, {})

    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "F", "Still to be given: target")
        await table.press("e", "1")
        await table.asked("3 · Rapid, gets hot")
        preview = table.form.query_one("#preview", LinePane)
        assert all(sum(len(text) for text, _ in line.left) < preview.size.width for line in preview.rows)

    play(MusterApp(game="Whole"), part, (120, 40))


@pytest.mark.long
def test_answers_stand_side_by_side_where_a_line_each_has_no_room(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.go_on()
        await table.go_on()
        await table.form_of("Scout Squad", "f")
        await table.asked("Still to be given: target")
        row = table.fields.row
        assert row is not None and len(row.choices) > 9
        shown = " ".join("".join(lines(table.app)).split())
        assert all(choice.text.partition(";")[0] in shown for choice in row.choices)

    play(game, part, (80, 24))


@pytest.mark.long
def test_all_tests_are_done_by_one_key_those_too_that_a_unit_owes_twice(games: Path) -> None:
    async def part(table: Table) -> None:
        await table.press("t")
        assert "e Big mob: pinning, hit by pinning weapons, a test for each of 2" in " ".join(lines(table.app))
        await table.press("A")
        await table.until(lambda: "Tests" not in [line.text for line in table.due.rows])
        await table.until(lambda: "All tests" not in " ".join(lines(table.app)))
        assert table.due.has_focus and table.due.due is not None
        assert [each for each in table.log if "Big mob: pinning test" in each] == [
            "Big mob: pinning test, 0 + 25 = 25 of 117: passed; Dok Nakkit 25",
            "Big mob: pinning test, 25 + 25 = 50 of 117: passed; Dok Nakkit 50",
        ]

    with new_game("space-marines-1000", "orks-1000", "pinned") as session:
        session.act("next", {})
        session.act("next", {})
        session.act("fire", {"attacker": "Whirlwind", "target": "Big mob", "hits": "3", "scatter": "0"})
        session.act("fire", {"attacker": "Scout Squad", "target": "Big mob", "distance": "30"})
    play(MusterApp(game="pinned"), part)


@pytest.mark.long
def test_the_strength_of_a_ram_is_asked_for(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("a")
        await listed(table)
        await table.press(*"ram", "enter")
        await table.asked("Still to be given: vehicle")
        await table.press("j")
        await table.asked("? Which S has the ram")
        assert table.fields.row is not None and table.fields.row.name == "strength"
        await table.press("6", "space", "1")
        await table.asked("20 DMG, S 6 on AV 11")
        await table.press("enter")
        await table.logged("Ramming, Rhino 1: 20 DMG, S 6 on AV 11")

    play(game, part)


@pytest.mark.long
def test_a_vehicle_rams_enemies_alone_each_by_its_letter(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.unit("Rhino 1")
        await table.press("a")
        await listed(table)
        await table.press(*"ram", "enter")
        await table.asked("Still to be given: vehicle")
        row = table.fields.row
        assert row is not None and (row.name, table.row_of("attacker")) == ("vehicle", "Rhino 1")
        assert row.choices[0].text == "Trukk 1" and not any("Rhino" in each.text for each in row.choices)
        await table.press(table.fields.letters_of(row)[row.choices[0].value])
        await table.asked("Which S has the ram")
        assert table.row_of("vehicle") == "Trukk 1"

    play(game, part)


@pytest.mark.long
def test_inches_in_dangerous_terrain_are_asked_for_where_a_vehicle_moves_in_it(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.unit("Rhino 1")
        await table.press("a")
        await listed(table)
        await table.press(*"terrain", "enter")
        await table.asked("how many inches in the terrain?")
        assert table.fields.row is not None and table.fields.row.name == "inches"
        await table.press("3", "enter")
        await table.logged("Rhino 1: dangerous terrain: line E 30")

    play(game, part)


def test_a_key_is_told_from_the_number_that_a_choice_begins_with() -> None:
    def told(*texts: str) -> list[str]:
        offers = [(str(place), text) for place, text in enumerate(texts, 1)]
        return ["".join(text for text, _ in line.left) for line in offer_lines(offers, 40, 9)]

    assert told("5 Boyz", "Nobz") == ["  1: 5 Boyz", "  2: Nobz"] and told("yes", "no") == ["  1 yes", "  2 no"]
