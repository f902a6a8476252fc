"""A squad armed with keys: the screen makes the same army as the commands do, and goes back to what it began with."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.details import Details
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, SetOption
from builder.tui.widgets.detail_lines import detail_rows
from builder.tui.widgets.lines import TextLines
from tests.tui.editing import Seen, edit

COMMANDS: tuple[tuple[str, str, int], ...] = (
    ("Missile launcher", "Heavy", 1),
    ("Plasma gun", "Special", 1),
    ("Meltagun", "Special", 1),
    ("Power weapon", "Bolt pistol", 1),
)


def squad(path: Path) -> str:
    """An army with a squad of ten, and the squad's id."""
    path.write_text(begin("diceless/space-marines", None, None), encoding="utf-8")
    session = ArmyDocument.open(str(path))
    id = session.apply(Add(unit="Tactical Squad", count=10)).id
    session.save()
    return id or ""


def told(path: Path) -> bytes:
    return path.read_bytes()


@pytest.mark.long
def test_a_squad_is_armed_with_keys_and_comes_to_what_the_commands_come_to(tmp_path: Path) -> None:
    by_keys, by_commands = tmp_path / "keys.yaml", tmp_path / "commands.yaml"
    unit = squad(by_keys)
    by_commands.write_bytes(by_keys.read_bytes())
    session = ArmyDocument.open(str(by_commands))
    for option, _, number in COMMANDS:
        under = "Sergeant" if option == "Power weapon" else "Space Marine"
        name = f"Bolt pistol/{option}" if option == "Power weapon" else option
        session.apply(SetOption(id=unit, option=name, number=number, under=under))
    session.save()

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad")
        for option, group, _ in COMMANDS:
            await seen.pick(option, group)
            await seen.press("enter")
        assert "Boltgun: 7" not in seen.lines("details"), "what is left to the others is no choice"
        assert "( ) Plasma gun" in seen.lines("details") and "(o) Meltagun" in seen.lines("details")
        await seen.saved()
        assert told(by_keys).decode() == told(by_commands).decode()

    edit(by_keys, act)


@pytest.mark.long
def test_figures_may_say_how_many_models_a_squad_has_in_all(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    squad(path)

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad")
        await seen.pick("Space Marine")
        await seen.press("6")
        assert "[ 6] models, 5 to 10" in seen.lines("details") and "▾ Size: 6" in seen.lines("details")
        await seen.press("4")
        assert seen.told() == ["Space Marine: 5 to 10"]
        await seen.press("1", "0")
        assert "[10] models" in seen.lines("details")

    edit(path, act)


@pytest.mark.long
def test_what_was_taken_goes_back_and_the_default_is_chosen_again(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    squad(path)
    before = told(path)

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad")
        for option, group in (
            ("Missile launcher", "Heavy"),
            ("Plasma gun", "Special"),
            ("Power weapon", "Bolt pistol"),
        ):
            await seen.pick(option, group)
            await seen.press("enter")
        await seen.pick("Missile launcher", "Heavy")
        await seen.press("enter")
        await seen.pick("Plasma gun", "Special")
        await seen.press("minus")
        assert "( ) Plasma gun" in seen.lines("details")
        await seen.pick("Bolt pistol", "Sergeant")
        await seen.press("enter")
        await seen.saved()
        assert told(path) == before
        await seen.press("enter")
        await seen.saved()
        assert told(path) == before and not seen.told()
        await seen.pick("Bolt pistol", "Sergeant")
        await seen.press("minus")
        assert seen.told() == ["Bolt pistol: choose what takes its place instead"]

    edit(path, act)


@pytest.mark.long
def test_the_preview_of_a_unit_lists_the_weapons_that_may_be_swapped(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    squad(path)

    async def act(seen: Seen) -> None:
        await seen.until(lambda: "Troops" in seen.lines("catalogue"))
        headings = [line for line in seen.lines("catalogue").splitlines() if "▸" in line]
        assert any("Fast Attack" in line and "0 of 0–3" in line for line in headings), "slots without units count too"
        await seen.press("slash", *"tactical")
        assert "Boltgun" in seen.lines("details") and "Bolt pistol" in seen.lines("details")

    edit(path, act)


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_what_a_choice_changes_stands_beside_it_and_in_full_below(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)
    monkeypatch.setattr("builder.tui.screens.editor_details.NEXT", 0.001)

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        await seen.pick("Plasma gun")
        effect = seen.pilot.app.screen.query_one("#effect", TextLines)
        await seen.until(lambda: "DMG 28 / 56" in (told := whole(effect)) and "Gets Hot! +1" in told)
        if size[0] > 80:
            await seen.until(lambda: "Plasma gun" in (row := line_of(seen, "Plasma gun")) and "DMG 28/56" in row)
        await seen.pick("Boltgun")
        await seen.until(lambda: "Gets Hot!" not in (told := whole(effect)) and "DMG 16 / 32" in told)
        profile = seen.pilot.app.screen.query_one("#profile")
        assert profile.display == (size[0] >= 160)
        assert ("And They Shall Know No Fear" in seen.lines("profile")) == (size[0] >= 160)
        assert ("And They Shall Know No Fear" in seen.lines("details")) == (size[0] < 160)

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=size)


def line_of(seen: Seen, name: str) -> str:
    return next(line for line in seen.lines("details").splitlines() if name in line)


def whole(lines: TextLines) -> str:
    return " ".join(lines.text.split())


@pytest.mark.long
def test_what_fits_in_the_points_that_are_left_is_taken_from_a_list(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("L")
        assert seen.told() == ["Nothing fits: 0 left."]
        await seen.press("l")
        await seen.write("1013")
        await seen.press("L", *"onemorescout", "enter")
        assert seen.army.view.costs[0].value == 1013 and seen.screen.view.totals.limit == 1013
        assert next(unit.models for unit in seen.army.reading.units if unit.name == "Scout Squad") == 6

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


@pytest.mark.long
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_what_was_added_is_shown_from_its_title_on(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"land r", "enter")
        assert seen.screen.pane == "details" and (size[1] < 20 or seen.pane("details").scroll_offset.y == 0)
        lines, title = seen.lines("details").splitlines(), str(seen.screen.board.right.border_title)
        assert "Land Raider" in (lines[0] if size[1] >= 20 else title) and lines[0].endswith(" 250")
        assert ("" in map(str.strip, lines)) == (size[1] >= 20)

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.long
def test_who_can_join_nobody_is_told_why(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"captain", "enter")
        await seen.go("Scout Squad")
        await seen.press("delete")
        await seen.go("Captain")
        await seen.press("j")
        (said,) = seen.told()
        assert said == "It can join nobody. Not Tactical Squad Ancora: 11 models, Rhino 1 carries 10"

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_keys_act_on_the_entry_under_the_cursor_while_letters_search(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "plus", "a", *"scout", "equals_sign")
        alike = [unit.models for unit in seen.army.reading.units if unit.name.startswith("Scout Squad")]
        assert alike == [7, 7] and seen.screen.pane == "search"
        await seen.press("plus", "plus", "minus")
        assert seen.units().count("Scout Squad") == 3 and "Scout Bike Squad" not in seen.units()
        await seen.press("down", "equals_sign")
        assert seen.units().count("Scout Bike Squad") == 1
        await seen.press("ctrl+u", "pagedown", "pageup", "end")
        entry = seen.screen.board.entry_row
        assert entry is not None and entry.name == "Whirlwind" and seen.screen.pane == "search"
        await seen.press("plus", "minus", "home")
        assert "Whirlwind" not in seen.units()

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_a_click_means_the_row_that_was_pressed_though_lines_move_when_a_pane_gets_the_focus(tmp_path: Path) -> None:
    async def press(seen: Seen, pane: str, place: int) -> None:
        top = seen.pane(pane).scroll_offset.y
        await seen.pilot.mouse_down(f"#{pane}", offset=(9, place - top + (pane == "army")))
        await seen.settled()
        offset = seen.pilot.app.mouse_position - seen.pane(pane).region.offset
        await seen.pilot.mouse_up(f"#{pane}", offset=offset)
        await seen.settled()

    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        units, pane = seen.units(), seen.pane("details")
        place = next(place for place, row in enumerate(pane.rows) if row.choice and row.choice.name == "Shotgun")
        rows = len(pane.rows)
        await press(seen, "details", place)
        assert pane.row is not None and pane.row.choice is not None and pane.row.choice.name == "Shotgun"
        assert len(pane.rows) < rows, "a heading that took two lines takes one"
        await press(seen, "army", 3)
        assert seen.units() == units

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_a_unit_that_is_first_or_last_of_its_slot_says_that_it_goes_no_further(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        for key, way in {"alt+up": "above", "alt+down": "below"}.items():
            await seen.press(key)
            assert seen.told() == [f"No unit of its slot or group stands {way} it."]
        assert not seen.editor.session.can_undo

    edit(tmp_path / "army.yaml", act)


@pytest.mark.long
def test_none_of_several_is_a_choice_with_the_same_keys(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        before = seen.editor.session.state
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Rhino")
        assert "(o) none" in seen.lines("details")
        await seen.press("enter")
        assert "( ) none" in seen.lines("details") and "(o) Rhino" in seen.lines("details")
        await seen.press("down", "down", "down")
        row = seen.pane("details").row
        assert row is not None and row.choice is not None and row.choice.name == "none"
        await seen.press("space")
        assert "(o) none" in seen.lines("details") and seen.editor.session.state.roster == before.roster
        await seen.press("space", "plus", "1")
        assert seen.editor.session.state.roster == before.roster
        await seen.pick("Epistolary")
        await seen.press("left", "space")
        alone = [line for line in seen.lines("details").splitlines() if "Epistolary" in line]
        assert [line[:14] for line in alone] == ["[x] Epistolary"], "without a heading that says the same"

    edit(tmp_path / "army.yaml", act)


@pytest.mark.parametrize("folded", [False, True])
def test_a_long_heading_takes_a_second_line_and_findings_of_several_alike_stand_once(*, folded: bool) -> None:
    choice = ChoiceRow(
        unit="u",
        under="m",
        path="p",
        name="Lascannon",
        group="Marine with a heavy weapon · Weapon option",
        owner="Marine with a heavy weapon",
        cost=Decimal(0),
        control="number",
        number=1,
        least=0,
        most=4,
        missing=3,
    )
    wrong = (Finding(Severity.ERROR, "min", "One is missing", at=Place(selection=id)) for id in ("a", "b", "c"))
    details = Details(title="Squad", choices=(choice,), findings=tuple(wrong))
    rows = detail_rows(details, 44, folded=lambda group: folded, effects={})
    told = ["".join(text for text, _ in row.line.left) for row in rows]
    assert "[!] One is missing. ×3" in told, "as what is still to be chosen is signed everywhere"
    heading = next(place for place, row in enumerate(rows) if row.heading is not None)
    assert told[heading : heading + 2] == [
        f"{'▸' if folded else '▾'} [!] Marine with a heavy weapon, weapon",
        "        option: choose 4, has 1",
    ]


@pytest.mark.long
def test_what_a_unit_can_take_is_found_among_what_can_be_added(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"trukk")
        row = next(row for row in seen.pane("catalogue").rows if row.upgrade is not None)
        assert row == seen.pane("catalogue").row and row.name == "Trukk, for Big mob"
        assert "transport, for Big mob" in seen.lines("preview")
        before = seen.screen.view.totals.points
        await seen.press("enter")
        found = seen.pane("details").row
        assert found is not None
        choice = found.choice
        assert seen.screen.pane == "details" and choice.name == "Trukk" and choice.number == 1
        assert seen.screen.view.totals.points == before + choice.cost

    edit(tmp_path / "army.yaml", act, starter="orks-500")


def test_the_number_of_models_stands_before_what_they_can_take() -> None:
    """Data of the community often has both in no group, a weapon of the squad first."""
    row = partial(ChoiceRow, unit="u", under="u", group="", cost=Decimal(0), control="check", number=0, least=0, most=1)
    launcher = row(path="gl", name="Grenade Launcher")
    marines = replace(row(path="m", name="Marines", model=True), control="number", number=4, least=4, most=9)
    pistol = row(path="p", name="Pistol", missing=1, group="Sergeant · Weapon", owner="Sergeant")
    named = [(group.title, [each.name for each in group.choices]) for group in grouped((launcher, marines, pistol))]
    assert named == [
        ("Sergeant, weapon", ["Pistol"]),
        ("Models", ["Marines"]),
        ("Grenade Launcher", ["Grenade Launcher"]),
    ]


@pytest.mark.long
@pytest.mark.parametrize("by", ["enter", "a click on the line that says so"])
def test_enter_allows_what_the_squad_is_too_small_for_tells_it_and_undo_takes_back_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)
    path = tmp_path / "army.yaml"
    squad(path)

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad")
        await seen.pick("Space Marine")
        await seen.press("6")
        before = seen.editor.session.state
        await seen.pick("Meltagun", "Special")
        await seen.until(lambda: "Enter makes the squad 10 and takes it: +69" in seen.lines("details"))
        pane = seen.pane("details")
        if by == "enter":
            await seen.press("enter")
        else:
            await seen.pilot.click("#details", offset=(9, pane.cursor + 1 - pane.scroll_offset.y))
            await seen.settled()
        assert "[10] models" in seen.lines("details") and "(o) Meltagun" in seen.lines("details")
        assert seen.told() == ["Meltagun is taken: Tactical Squad: Space Marine: 5 → 9, +69; and 1 more"]
        await seen.press("u")
        assert seen.editor.session.state == before

    edit(path, act)


def test_lines_of_facts_end_between_two_of_them() -> None:
    details = Details(title="Army", facts=("Diceless 40K", "5 units", "14 models"))
    shown = [row.line.left for row in detail_rows(details, 19, folded=lambda group: False, effects={})]
    told = ["".join(span[0] for span in spans) for spans in shown]
    assert told[1:3] == ["Diceless 40K ·", "5 units · 14 models"]


@pytest.mark.long
def test_a_group_that_a_choice_brings_stands_below_it_until_the_pane_is_left(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Brother Adrastos")
        await seen.pick("Hurricane bolter")
        assert "Fist arm" not in seen.lines("details")
        for key, is_below in (("space", True), ("escape", False)):
            await seen.press(key)
            shown = seen.lines("details")
            assert (shown.index("(o) Hurricane bolter") < shown.index("Fist arm")) == is_below

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=(120, 40))
