"""Choices in groups: what headings say, which groups are open, and that one of several can be none of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.editor.details import Details
from builder.services.editor.session import EditorSession
from builder.systems.blocks import Column, ColumnKind, Row, Table
from builder.tui.screens.editor_details import LEAST_TOLD
from builder.tui.widgets.profile_lines import profile_lines
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown
from tests.tui.painted import lines


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


def headings(seen: Seen) -> list[str]:
    rows = zip(seen.lines("details").splitlines(), seen.pane("details").rows, strict=False)
    return [line for line, row in rows if row.heading is not None]


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
def test_the_groups_of_a_unit_are_folded_where_not_all_have_room(army: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        await seen.press("enter")
        shown = headings(seen)
        assert len(shown) == 8 and shown[0].startswith("▾ Size: 10")
        assert any(line[2:] == "Special weapon: Flamer" for line in shown)
        assert ("▸ Heavy weapon" in "\n".join(shown)) == (size[1] < 40)
        in_view = "\n".join(lines(seen.pilot.app))
        assert size[1] < 24 or "Heavy weapon" in in_view

    edit(army, act, starter="space-marines-1000", size=size)


@pytest.mark.long
def test_all_groups_are_open_where_there_is_room_and_stay_as_they_were_folded(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("enter")
        assert all(line.startswith("▾") for line in headings(seen))
        await seen.press("left")
        folded = next(line for line in headings(seen) if line.startswith("▸"))
        await seen.press("escape", "down", "up", "enter")
        assert folded in headings(seen)

    edit(army, act)


@pytest.mark.long
def test_a_heading_says_what_stands_in_the_place_of_a_weapon(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        assert any(line[2:].rstrip() == "Pistol: Bolt pistol" for line in headings(seen))
        await seen.pick("Plasma pistol")
        await seen.press("enter", "left")
        assert any(line.startswith("▸ Pistol: Plasma pistol") and "+15" in line for line in headings(seen))
        await seen.press("enter")
        shown = seen.lines("details")
        assert "none" not in shown[shown.index("Pistol:") : shown.index("Jump pack")], "one is always there"

    edit(army, act)


@pytest.mark.long
def test_what_a_weapon_takes_the_place_of_is_chosen_again_by_its_own_row(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        await seen.pick("Flamer")
        place = seen.pane("details").cursor
        own = [row.choice.name for row in seen.pane("details").rows[place - 1 : place + 3] if row.choice is not None]
        assert own == ["Boltgun", "Flamer", "Meltagun", "Plasma gun"]
        await seen.press("up", "enter")
        assert "(o) Boltgun" in seen.lines("details") and "( ) Flamer" in seen.lines("details")
        assert "[ 8]" not in seen.lines("details"), "what all others carry needs no line"

    edit(army, act, starter="space-marines-1000")


@pytest.mark.long
def test_figures_tick_boxes_and_choose_one_of_several(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        for name, box in (("Melta bombs", "[x]"), ("Meltagun", "(o)")):
            await seen.pick(name)
            await seen.press("1")
            assert f"{box} {name}" in seen.lines("details")
            await seen.press("1", "0")
            assert f"{box} {name}" not in seen.lines("details")

    edit(army, act)


@pytest.mark.long
def test_pages_go_on_below_the_last_choice_and_above_the_first(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Whirlwind")
        await seen.press("enter")
        pane = seen.pane("details")
        for _ in range(6):
            await seen.press("pagedown")
        assert pane.scroll_offset.y == pane.max_scroll_y > 0
        for _ in range(6):
            await seen.press("pageup")
        assert pane.scroll_offset.y == 0

    edit(army, act, starter="space-marines-1000", size=(80, 24))


@pytest.mark.long
def test_the_price_of_a_transport_is_told_by_its_kind_in_the_line_of_the_title(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        first = seen.lines("details").splitlines()[0]
        assert first.startswith("Tactical Squad Oriel") and first.endswith("170 + Rhino 35")
        assert seen.screen.board.right.border_title == "Details · Troops"

    edit(army, act, starter="space-marines-1000")


@pytest.mark.long
def test_what_is_to_be_chosen_stands_at_its_group_and_not_among_the_findings_of_the_unit_too(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Gate of Infinity")
        await seen.press("space")
        shown = seen.lines("details")
        assert "[!] " in shown and "choose 2, has 1" in shown and "[!!]" not in shown
        assert any("choose 2 psychic powers, has 1" in finding.message for finding in seen.army.findings)
        await seen.press("escape", "enter", "space")
        shown = seen.lines("details")
        assert shown.index("Psychic powers: ") < shown.index("Pistol"), "a group stays where the cursor is in it"

    edit(army, act)


@pytest.mark.long
def test_what_a_choice_changes_is_told_whole_however_long(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)

    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Terminator armour and combi-plasma")
        await seen.until(lambda: "over the limit" in "\n".join(lines(seen.pilot.app)).rpartition("plasma gun:")[2])

    edit(army, act)


@pytest.mark.long
def test_a_heading_leaves_the_room_of_what_is_told_to_the_choices_below_it(
    army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)

    async def act(seen: Seen) -> None:
        details, told = seen.pane("details"), seen.pilot.app.screen.query_one("#effect")
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Drop Pod")
        await seen.until(lambda: told.size.height > LEAST_TOLD)
        details.cursor = next(place for place in range(details.cursor, -1, -1) if details.rows[place].heading)
        await seen.until(lambda: told.size.height == LEAST_TOLD)

    edit(army, act, size=(80, 24))


def test_what_is_beside_the_choices_of_a_wide_screen_begins_with_its_first_line(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.until(lambda: "Ammunition" in seen.lines("profile"))
        assert seen.lines("profile").split()[:2] == ["Vanguard:", "Squad"]

    edit(tmp_path / "army.yaml", act, starter="lethal-marines-1000", size=(200, 60))


@pytest.mark.long
def test_the_pane_of_profile_and_rules_has_headings_and_tells_what_all_fire_of_a_unit_does(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        told = seen.lines("profile").splitlines()
        at = told.index("Order points")
        assert told[at + 1].startswith("───") and told[at + 2].startswith("Ld 9 fails above 167")
        assert "Rules" in told and "  May choose to fail a morale test." in told
        await seen.until(lambda: "All its fire" in seen.lines("profile"))
        told = [" ".join(line.split()) for line in seen.lines("profile").splitlines()]
        assert 'Enemy to 8" to 12" to 24" to 48"' in told and "T4 3+ 162 (4) 165 (4) 82 (2) 40 (1)" in told
        await seen.go("Sergeant")
        assert "All its fire" not in seen.lines("profile")
        await seen.go("Scout Squad")
        rows = seen.pane("details").rows
        heads = [place for place, row in enumerate(rows) if row.heading is not None and row.choice is None]
        assert len(heads) > 3 and not any(rows[place - 1].line.left for place in heads), "groups stand apart"

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=(200, 60))


@pytest.mark.long
def test_a_transport_says_how_many_it_has_room_for() -> None:
    session = EditorSession.open("space-marines-1000").editor
    squad = next(unit.id for unit in session.army.view.units() if unit.custom_name == "Tactical Squad Oriel")
    told = {each.name: session.effect(each).brief for each in session.details(squad, squad).choices}
    assert told["Rhino"] == "10 places, AV 11/11/10"
    assert told["Razorback"] == "6 places: too few for 10, AV 11/11/10"


@pytest.mark.parametrize("width", [24, 30, 36])
def test_no_name_in_a_table_is_broken_within_a_word(width: int) -> None:
    columns = (Column("Ability", ColumnKind.NAME), *(Column(f"Value {n}", ColumnKind.VALUE) for n in range(3)))
    rows = profile_lines(Details(tables=(Table(columns, (Row(("Bolts (Shooting)", "1", "2", "3")),)),)), width)
    assert "(Shooting)" in "\n".join("".join(text for text, _ in line.left) for line in rows)


@pytest.mark.long
def test_what_a_search_has_taken_stays_in_view_and_can_be_counted_at_once(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"sternguard", "enter", "slash", *"combi-melta", "enter", "plus", "plus", "escape")
        row = seen.pane("details").row
        assert row is not None and row.choice is not None and row.choice.name == "Combi-melta"
        taken = [part.number for unit in seen.army.view.units() for part in unit.walk() if part.name == "Combi-melta"]
        assert sum(taken) == 3

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_what_is_still_to_be_chosen_has_another_sign_than_what_is_wrong(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Gate of Infinity")
        await seen.press("space")
        painted = "\n".join(lines(seen.pilot.app))
        assert "[!] 1 open choice" in painted and "[!!]" not in painted
        await seen.press("f")
        await seen.until(lambda: "Open choices" in seen.lines("findings"))
        assert "[!!]" not in seen.lines("findings") and "[!] " in seen.lines("findings")

    edit(army, act, size=(80, 24))


@pytest.mark.long
def test_keys_that_count_are_named_at_choices_and_folding_at_headings(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        await seen.press("enter")
        await seen.until(lambda: "+ − Number" in keys_shown(seen.pilot))
        first, *rest = keys_shown(seen.pilot).splitlines()
        assert all(words in first for words in ("f Findings", "p Print", "? Keys", "Esc Back"))
        assert not "".join(rest).strip(), "the line below is for messages"
        await seen.press("down")
        await seen.until(lambda: "Enter Unfold" in keys_shown(seen.pilot))
        assert "+ − Number" not in keys_shown(seen.pilot)

    edit(army, act, starter="space-marines-1000", size=(80, 24))


def test_names_of_slots_of_the_catalogue_are_whole(army: Path) -> None:
    async def act(seen: Seen) -> None:
        painted = [line[1:27].strip() for line in lines(seen.pilot.app)]
        place = next(place for place, line in enumerate(painted) if line.startswith("▸ War Engines"))
        assert "Aircraft" in painted[place] or "Aircraft" in painted[place + 1]
        assert "…" not in painted[place]

    edit(army, act, starter="epic-space-marines-3000")


@pytest.mark.long
def test_a_unit_joins_only_groups_that_the_rules_allow_and_leaves_its_own(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Land Speeders")
        await seen.press("g")
        offered = [choice.words for choice in seen.pane("choices").rows]
        assert not any(words.startswith("Add it to") for words in offered)
        assert any(words.strip().startswith("Not in Vanguard: ") for words in offered)
        await seen.press("escape")
        await seen.go("Squad Corvin")
        await seen.press("g")
        offered = [choice.words.strip() for choice in seen.pane("choices").rows]
        assert "Leave Vanguard" not in offered, "a character joins as the third only"
        assert any(words.startswith("It cannot leave Vanguard: Captain Aldric is") for words in offered)
        assert any(
            words.startswith("Not in Speeders: those left in Vanguard are no group: Captain") for words in offered
        )
        await seen.press("escape")
        await seen.go("Captain Aldric")
        await seen.press("g", *"leave", "enter")
        groups = {group.name: len(group.units) for group in seen.army.view.groups}
        assert groups == {"Vanguard": 2, "Speeders": 1} and not seen.army.has_errors
        await seen.press("g", *"add it to van", "enter")
        assert {group.name: len(group.units) for group in seen.army.view.groups}["Vanguard"] == 3
        await seen.go("Land Speeders")
        await seen.press("g", "enter")
        await seen.write("Alone")
        groups = {group.name: len(group.units) for group in seen.army.view.groups}
        assert groups == {"Vanguard": 3, "Alone": 1}, "what deploys as several is a group, and in one at a time"

    edit(army, act, starter="lethal-marines-1000")


@pytest.mark.long
def test_vehicles_of_one_unit_are_offered_no_transport(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Land Speeders")
        await seen.until(lambda: "Options" in keys_shown(seen.pilot))
        assert not seen.screen.allows("transport") and "Transport" not in keys_shown(seen.pilot)
        await seen.go("Squad Osric")
        assert seen.screen.allows("transport")

    edit(army, act, starter="lethal-marines-1000")


@pytest.mark.long
def test_why_no_more_can_be_chosen_is_told_once_below_the_heading(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Smite")
        shown = seen.lines("details")
        assert shown.count("Psychic powers: at most 2") == 1 and "[-] Smite" in shown

    edit(army, act)


@pytest.mark.long
def test_none_of_some_is_no_row_among_numbers(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Gitstompa's warband")
        assert "( ) Oddboy with Zzap Gun" in seen.lines("details")
        assert ") none" not in seen.lines("details")

    edit(army, act, starter="epic-orks-3000")


@pytest.mark.long
def test_the_lines_of_a_long_effect_go_with_it(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)

    async def act(seen: Seen) -> None:
        effect = seen.screen.query_one("#effect")
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Terminator armour and combi-plasma")
        await seen.until(lambda: effect.size.height > 2)
        await seen.pick("Drop Pod")
        await seen.press("down")
        await seen.until(lambda: effect.size.height == 2)

    edit(army, act)


@pytest.mark.long
def test_figures_that_lead_past_the_most_are_refused_and_those_that_are_done_begin_anew(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("enter")
        await seen.pick("Scout")
        for figures, comes_to, told in (("999", 8, []), ("17", 8, ["Scout: 5 to 10"]), ("96", 5, [])):
            await seen.press(*figures)
            choice = seen.screen.board.details.choice
            assert choice is not None and (seen.told(), choice.number) == (told, comes_to), figures
            await seen.press("down", "up")
            assert seen.told() == []
        await seen.press("1", "0")
        assert "[10] models" in seen.lines("details")

    edit(army, act)
