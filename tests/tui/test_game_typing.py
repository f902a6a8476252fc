"""Typing into the form of an act: keys in their order, letters that find choices, figures, several at once, answers."""

from __future__ import annotations

import pytest
from textual.events import Key, Paste

from builder.record import replace
from builder.services.games.act_rows import ActRow, RowKind
from builder.services.games.games import new_game
from builder.services.games.proposals import OpenAct
from builder.systems.parameters import Choice
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.act_pane import ActPane, Edit
from builder.tui.widgets.act_lines import LABEL, LEAST_LABEL, label_width, paint_act
from builder.tui.widgets.line_pane import LinePane
from tests.tui.gaming import Table, both, other, play
from tests.tui.painted import lines


def rows(table: Table) -> list[ActRow]:
    return [row for row in table.fields.rows if row.name]


def act_of(table: Table) -> OpenAct:
    """The act whose form is open, though a list may be over it."""
    found = table.screen.form.act
    assert found is not None
    return found


async def act(table: Table, verb: str) -> None:
    """Open the form of an act from the list of all acts."""
    await table.press("a")
    await table.shows(Choose)
    await table.press(*verb, "enter")
    await table.asked()


@both
@pytest.mark.long
def test_keys_hold_their_order_however_fast_they_come(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.unit("Rhino 1")
        await act(table, "set-vehicle")
        await table.stand_on("lines")
        below = rows(table)[[row.name for row in rows(table)].index("lines") + 1].name
        table.burst("A", "=", "3", "6", "down", "1", "-", "3")
        await table.until(lambda: table.given.get(below, "").endswith("3"))
        assert table.given["lines"] == "A=36" and table.given[below] == "1-3"
        carets = [line for line in lines(table.app) if "▏" in line]
        assert ["1-3" in line for line in carets] == [True], "the caret stands where keys write"

    play(game, part, size)


@pytest.mark.long
def test_an_act_is_done_with_all_that_was_typed_before_enter(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        table.burst("5", "0", "enter")
        await table.until(lambda: len(table.log) == 2)
        assert ": 50 DMG" in table.log[-1]

    play(game, part)


@both
@pytest.mark.long
def test_letters_find_a_choice_and_figures_are_taken_as_they_are_typed(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "F", "Still to be given: target")
        await table.stand_on("target")
        await table.press("f")
        await table.asked()
        assert table.row_of("target").startswith("Gretchin"), "the sixth row of their army has the sixth letter"
        await table.stand_on("target")
        await table.press("f3")
        await table.shows(Choose)
        await table.press(*"kan", "enter")
        await table.until(lambda: table.row_of("target").startswith("Killa Kan"))

    play(game, part, size)


@both
@pytest.mark.long
def test_a_number_takes_no_pictures_and_ctrl_u_clears_a_row(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d", "Give either damage")
        await table.stand_on("damage")
        await table.press("4", "0")
        for sign in "🙂５x":
            table.app.post_message(Key(sign, sign))
        await table.until(lambda: any("damage: figures alone" in each.text for each in table.screen.notices))
        await table.asked()
        assert table.given["damage"] == "40"
        table.burst("ctrl+u", "7", "down", "up")
        await table.until(lambda: table.given.get("damage") == "7")
        table.app.post_message(Paste("5\n"))
        await table.until(lambda: table.given.get("damage") == "75")
        await table.stand_on("cover")
        await table.press("4", "ctrl+u")
        await table.until(lambda: not table.given.get("cover"))

    play(game, part, size)


@pytest.mark.long
@both
def test_a_figure_means_the_save_that_is_called_so_and_no_place_in_the_list(
    game: MusterApp, size: tuple[int, int]
) -> None:
    """The fourth of 2+, 3+, 4+, 5+ and 6+ is 5+, which nobody means who types 4."""

    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d", "Give either damage")
        for name, typed, meant in (("cover", "4", "4+"), ("armour", "56", "6+"), ("invulnerable", "5", "5+")):
            if not any(row.name == name for row in rows(table)):
                await table.press("f2")
            await table.stand_on(name)
            await table.press(*typed)
            await table.asked()
            assert table.given[name] == meant
        await table.stand_on("damage")
        await table.press("3", "0", "enter")
        await table.until(lambda: len(table.log) == 2)

    play(game, part, size)


def test_a_figure_that_is_asked_for_can_be_any() -> None:
    row = ActRow(RowKind.CHOICE, "hits", "", figure=True)
    pane = ActPane(
        lambda name, edit: taken.append(edit("")), lambda: None, lambda name, value: None, dict, dict, id="fields"
    )
    taken: list[str] = []
    pane.rows = [row]
    pane._leap(row, "1")
    pane._leap(row, "2")
    assert taken == ["1", "12"]


def test_letters_of_several_units_put_each_behind_the_others_or_take_it_away() -> None:
    row = ActRow(
        RowKind.CHOICE, "targets", "", default=None, choices=(Choice("x1", "Boyz"), Choice("x2", "Nobz")), many=True
    )
    letters = {"x1": "a", "x2": "b"}
    value = ""

    def edit(name: str, change: Edit) -> None:
        nonlocal value
        value = change(value)

    pane = ActPane(edit, lambda: None, lambda name, value: None, lambda: letters, dict, id="fields")
    pane.rows = [ActRow(RowKind.CHOICE, "unit", "", value="x9", choices=(Choice("x1", "Boyz"),)), row]
    found = []
    for letter in "baab":
        assert pane._unit(row, letter)
        found.append(value)
    assert found == ["x2", "x2,x1", "x2", ""]


@pytest.mark.long
@both
def test_where_nobody_fits_the_form_says_so_and_names_whom_a_key_meant(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "r", "Scout Squad does not fall back: there is nothing to regroup")
        await table.stand_on("unit")
        meant = table.given["unit"]
        await table.press("x", "space", "right")
        assert table.given == {"unit": meant}
        assert table.row_of("unit") == "Scout Squad"
        painted = "".join(lines(table.app))
        assert "Scout Squad ›" in painted and meant not in painted
        await table.stand_on("unit")
        await table.press("backspace")
        await table.until(lambda: not table.given)

    play(game, part, size)


@pytest.mark.long
def test_answers_are_kept_while_what_is_above_them_changes(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "d")
        await table.press(*"320")
        await table.asked("2 points of DMG left over")
        order = [row.name for row in rows(table)]
        await table.stand_on("first")
        await table.press("right")
        await table.until(lambda: not any(line.strip().startswith("? ") for line in table.preview.splitlines()))
        answer = table.given["first"]
        await table.stand_on("damage")
        await table.press("backspace")
        await table.until(lambda: ": 32 DMG" in table.preview)
        await table.press("0")
        await table.until(lambda: ": 320 DMG" in table.preview)
        assert table.given["first"] == answer
        assert [row.name for row in rows(table)] == order

    play(game, part)


@pytest.mark.long
def test_rows_stand_in_the_order_of_the_parameters(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Squad Meridius", "d")
        await table.press(*"320")
        await table.asked("2 points of DMG left over")
        session = table.screen.session
        assert session is not None
        order = [each.name for each in session.spec("damage").listed]
        shown = [row.name for row in rows(table)]
        assert shown == sorted(shown, key=order.index) and "first" in shown

    play(game, part)


@pytest.mark.long
def test_a_character_who_leads_means_the_unit_that_he_leads(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = table.screen
        assert shown.snapshot is not None
        units, vehicles = shown.snapshot.view.sides[0].tables
        leader, led = next((row, row.offers["unit"][1]) for row in units.rows if len(row.offers["unit"]) > 1)
        await table.form_of(leader.name, "l", "passed")
        assert table.given["unit"] == led != leader.ref
        await table.press("escape")
        carrier = next(row for row in vehicles.rows if len(row.offers["unit"]) > 1)
        await table.unit(carrier.name)
        await act(table, "disembark")
        await table.until(lambda: table.given.get("unit") == carrier.offers["unit"][1])

    play(game, part)


@pytest.mark.long
def test_a_stray_space_or_key_of_the_form_is_no_value_nor_a_letter_a_figure_and_a_mistake_names_the_row(
    game: MusterApp,
) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        await table.press("space")
        await table.until(lambda: table.fields.row is not None and table.fields.row.name != "damage")
        assert "damage" not in table.given
        await table.stand_on("damage")
        await table.press("!", "x")
        await table.until(lambda: any("figures alone" in each.text for each in table.screen.notices))
        assert "damage" not in table.given
        await table.press(*"99999")
        await table.asked("Damage: write a whole number")
        assert "--" not in table.preview

    play(game, part)


@both
@pytest.mark.long
def test_the_list_of_all_acts_begins_with_verbs_and_names_keys(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.press("a")
        await table.shows(Choose)
        listed = table.top.query_one("#choices", LinePane)
        (shoot,) = [row for row in listed.rows if row.key == "shoot"]
        assert shoot.words.split()[0] == "shoot" and shoot.right == "F"
        await table.press(*"sweep")
        await table.until(lambda: listed.row is not None and listed.row.key == "sweep")
        await table.press("escape", "ctrl+p")
        await table.shows(Choose)
        await table.press(*"sweep", "enter")
        await table.asked()
        assert act_of(table).title(80).startswith("Sweep: ")

    play(game, part, size)


@pytest.mark.long
def test_a_rule_against_an_open_act_is_gone_as_another_program_plays_on(
    game: MusterApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def part(table: Table) -> None:
        await table.go_on()
        await table.logged("movement")
        await table.form_of("Scout Squad", "f", "shooting phase")
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        await table.until(lambda: "shooting phase" not in table.preview)
        assert "Still to be given: target" in table.preview

    play(game, part)


def test_a_row_of_several_dice_shows_all_of_them_though_its_question_is_about_the_last() -> None:
    """So it stands while another row is wrong: the question is still the one that was answered."""
    choices = tuple(Choice(f"4,2,{die}", str(die)) for die in range(1, 7))
    row = ActRow(RowKind.CHOICE, "dice", "", "4,2,1", choices=choices, adds=True)
    assert row.chosen == "4,2,1"


@pytest.mark.long
def test_the_row_that_is_asked_is_in_view_and_what_is_not_is_counted_in_the_frame(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        for phase in ("movement", "shooting"):
            await table.go_on()
            await table.logged(phase)
        await table.form_of("Squad Meridius", "f")
        await table.press("n")
        await table.until(lambda: any(row.name == "side" for row in table.fields.rows))

        def form() -> list[str]:
            return lines(table.app)[table.form.region.y : table.form.region.bottom]

        await table.until(lambda: "2 more below" in form()[-1] and "more lines of text" in form()[-1])
        await table.stand_on("distance")
        await table.press("1")
        await table.until(lambda: any("▌side" in line for line in form()))
        await table.until(lambda: "1 more above, 1 more below" in form()[-1].replace(" · ", ", "))

    play(game, part)


@pytest.mark.long
def test_rows_are_filled_in_with_keys(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "l", "passed")
        await table.stand_on("kind")
        await table.press("p")
        assert table.given["kind"] == "pinning"
        await table.press("left")
        assert table.given["kind"] == "leadership"
        await table.press("delete")
        assert "kind" not in table.given
        await table.press("f3")
        await table.shows(Choose)
        await table.press(*"mor", "enter")
        await table.until(lambda: table.given.get("kind") == "morale")
        await table.stand_on("reroll")
        await table.press("plus")
        assert table.given["reroll"] == "yes"
        await table.press("right")
        assert "reroll" not in table.given
        await table.stand_on("cost")
        await table.press(*"500", "backspace")
        assert table.given["cost"] == "50"
        await table.press("enter")
        await table.logged("50")

    play(game, part)


def test_a_word_that_is_left_of_a_help_says_nothing_and_names_of_fields_take_what_they_need() -> None:
    row = ActRow(RowKind.CHOICE, "lost-out-of-formation", "which: immobile, combat, cruising")
    assert not paint_act(row, LABEL + len("–") + 10 + 3).right
    whole, half = (
        "".join(text for text, _ in paint_act(row, width, label=label_width([row], width)).left) for width in (76, 36)
    )
    assert whole.startswith("lost out of formation –") and half.startswith("lost out of f… –")
    speed = replace(row, name="speed")
    assert [label_width([speed], width) for width in (76, 36)] == [LABEL, LEAST_LABEL]


def test_answers_in_words_without_room_are_told_as_figures_and_a_list_is_not_cut() -> None:
    words = ("none: as it was aimed", *(f'{number} tokens: scattered {2 * number}"' for number in range(1, 5)))
    offered = tuple(Choice(str(number), text) for number, text in enumerate(words))
    tokens = ActRow(RowKind.CHOICE, "tokens", "How many tokens?", "", None, offered, figure=True, asked=True, open=True)
    told = {width: "".join(text for text, _ in paint_act(tokens, width).left) for width in (76, 160)}
    assert "‹ 0 to 4 ›" in told[76] and "/ 4 tokens" in told[160]
    mark = ActRow(RowKind.CHOICE, "mark", "which: reserve, falling back, engaged, locked")
    assert not paint_act(mark, LABEL + len("–") + 30 + 3).right


def test_a_row_whose_several_answers_are_all_given_asks_for_the_first_no_more() -> None:
    with new_game("space-marines-1000", "imperial-guard-1000") as session:
        session.act("next", {})
        act = OpenAct(session.spec("speeds"), {"player": "1"}, {})
        for speeds, told in (("", "Rhino 1"), ("combat", "Whirlwind"), ("combat,combat", "of each vehicle")):
            act.give("speeds", speeds)
            act.take(act.propose(session))
            assert told in next(row.text for row in act.rows if row.name == "speeds")
        act = OpenAct(session.spec("speed"), {"vehicle": "Rhino 1"}, {})
        act.take(act.propose(session))
        offered = next(row.choices for row in act.rows if row.name == "speed")
        assert [choice.value for choice in offered] == ["immobile", "combat", "cruising"], (
            "only fast ones move flat out"
        )
