"""The army of the editor: what can be done to marked units, what models carry, and what stands below the army."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.tui.screens.versions import VersionsScreen
from tests.tui.editing import Seen, edit
from tests.tui.making import put
from tests.tui.painted import lines

pytestmark = pytest.mark.long


def painted(seen: Seen, pane: str) -> list[str]:
    """The lines of a pane as a terminal gets them, without what is beside them."""
    region = seen.pane(pane).region
    return [line[region.x : region.right] for line in lines(seen.pilot.app)][region.y : region.bottom]


def place(seen: Seen, words: str) -> tuple[int, int]:
    """Where words of the army stand in its pane."""
    found = painted(seen, "army")
    y = next(y for y, line in enumerate(found) if words in line)
    return found[y].index(words), y


async def mark(seen: Seen, *names: str) -> None:
    for name in names:
        await seen.go(name)
        await seen.press("space")


def test_marked_units_say_what_can_be_done_to_them_and_what_it_costs(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def told() -> str:
            return " ".join("\n".join(painted(seen, "army")).replace("┃", " ").split())

        await seen.press("G")
        await mark(seen, "Havocs", "Predator")
        assert "2 marked: Havocs, Predator Esc unmarks" in told()
        assert "d Duplicate both +260, over by 258" in told() and "Del Remove both −260" in told()
        why = "Havocs are infantry, the Predator is a vehicle; a group holds one kind (L-11)"
        await seen.until(lambda: f"g Group them not allowed: {why}" in told())
        assert "Nothing is written down until g makes it a group." in told()
        why = "Spearhead: 4 units are too many; a group holds 2 or 3 (L-11) Cult: First Cell is part of"
        await seen.until(lambda: f"Groups these could join {why}" in told())
        await seen.press("escape")
        assert "marked" not in told() and "Duplicate" not in told()
        await mark(seen, "The Ashen", "The Flayed")
        assert "d Duplicate both +398" in told(), "with the transport that one takes along"
        await mark(seen, "Gate Runner")
        assert "2 marked: The Flayed, The Ashen" in told(), "it goes with its squad, marked or not"
        await mark(seen, "Gate Runner")
        assert "not allowed" not in told()

    edit(tmp_path / "army.yaml", act, starter="lethal-chaos-1000")


def test_marked_units_are_named_on_a_small_screen_which_leaves_room_for_others_and_where_they_move(
    tmp_path: Path,
) -> None:
    async def act(seen: Seen) -> None:
        await mark(seen, "The Ashen", "Havocs", "Predator")
        told = painted(seen, "army")
        assert any("3 marked: The Ashen," in line for line in told) and any(
            " Havocs, Predator " in line for line in told
        )
        assert sum("▪" in line for line in told) == 2 and any("Chaos Spawn" in line for line in told)
        await seen.press("m")
        shown = "\n".join(lines(seen.pilot.app))
        assert "━ Move The Ashen, Havocs, Predator ━" in shown and "▌To the end of the army" in shown
        await seen.press("escape")

    edit(tmp_path / "army.yaml", act, starter="lethal-chaos-1000", size=(40, 12))


def test_an_army_by_groups_tells_slots_and_what_its_game_asks_for(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("G")
        told = [" ".join(line.replace("┃", " ").replace("▌", "").split()) for line in painted(seen, "army")]
        assert told[1:5] == [
            "▾ Group Spearhead 3 units 518",
            "▸ Lord Karrax HQ CM 1+ 120",
            "▸ The Flayed ×10 TR CM 2+ 220",
            "▸ Gate Runner 10 of 10 aboard 35",
        ]
        assert "▾ Group Cult one structure 140" in told and "▾ Alone" in told
        assert "▸ Havocs ×5 HS CM 3+ 125" in told
        columns = {line.index("CM ") for line in painted(seen, "army") if "CM " in line}
        assert len(columns) == 1, "one below the other"
        assert "groups 2" in seen.said("totals")
        assert "Spearhead" in seen.lines("details") and "Lord Karrax: CM 1+" in seen.lines("details")
        assert "Gives" not in seen.lines("details"), "the group under the cursor, not the army"

    edit(tmp_path / "army.yaml", act, starter="lethal-chaos-1000")


def test_what_is_told_of_marked_units_is_done_by_a_click(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        async def click(words: str) -> None:
            await seen.pilot.click("#army", offset=place(seen, words))
            await seen.settled()

        before = seen.units()
        await mark(seen, "Dreadnought", "Scout Squad")
        await click("Duplicate both")
        assert len(seen.units()) == len(before) + 2
        await mark(seen, "Dreadnought")
        assert any("1 marked: Dreadnought 1 " in line for line in painted(seen, "army")), "as its line calls it"
        await seen.press("escape", "u")
        await mark(seen, "Dreadnought", "Scout Squad")
        await click("Esc unmarks")
        assert not seen.screen.board.army.has_marks and seen.units() == before
        await mark(seen, "Dreadnought", "Scout Squad")
        await click("Remove both")
        assert seen.units() == [name for name in before if name not in ("Dreadnought", "Scout Squad")]
        await seen.press("u")
        assert seen.units() == before

    edit(tmp_path / "army.yaml", act)


@pytest.mark.parametrize("size", [(120, 24), (80, 20)])
def test_every_unit_can_be_seen_above_what_is_told_of_marked_ones(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.pane("army")
        await seen.press("home", "down", "space")
        await seen.until(lambda: any("Duplicate it" in line for line in lines_of(seen)))
        assert not [line for line in lines_of(seen) if "…" in line], "what can be done is named whole"
        below = pane.rows[pane.scroll_offset.y + pane.rows_in_view :]
        hidden = [row for row in below if row.target or row.kind not in ("mark", "rest")]
        assert f"{len(hidden)} more below" in str(pane.border_subtitle), "what the panel covers is out of view too"
        for key in ("down", "pagedown", "pageup"):
            for _ in range(len(pane.rows)):
                await seen.press(key)
                names = (pane.row.name, *pane.row.short) if pane.row is not None else ("",)
                begins = [name[:9] for name in names]
                at = [line for line in lines_of(seen) if line[1:].startswith("▌")]
                assert any(name in line for line in at for name in begins), (key, names)

    def lines_of(seen: Seen) -> list[str]:
        return painted(seen, "army")

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=size)


def test_slots_stand_apart_where_there_is_room(tmp_path: Path) -> None:
    def blank(seen: Seen) -> int:
        return sum(not row.name for row in seen.pane("army").rows)

    async def tall(seen: Seen) -> None:
        assert blank(seen) == 4
        await seen.press("end", "x", "home", "end")
        assert seen.screen.board.tree_row is not None and seen.screen.board.tree_row.unit, "no cursor on a blank line"

    async def low(seen: Seen) -> None:
        assert not blank(seen)

    edit(tmp_path / "army.yaml", tall, starter="space-marines-1000")
    edit(tmp_path / "army.yaml", low, size=(120, 19))


def test_models_are_told_by_what_was_chosen_for_them_until_they_are_unfolded(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def told() -> list[str]:
            return [" ".join(line.strip("┃│").split()) for line in painted(seen, "army")]

        await seen.go("Tactical Squad Oriel")
        await seen.press("right")
        at = told().index("▌ ▾ Tactical Squad Oriel ×10 170")
        assert told()[at + 1 : at + 5] == [
            "Sergeant, Boltgun",
            "7 Space Marines, Boltgun",
            "Space Marine, Flamer",
            "Space Marine, Missile launcher",
        ]
        assert "Bolt pistol" not in seen.lines("army"), "what all of them have need not be told"
        await seen.press("down", "right", "down")
        row = seen.screen.board.tree_row
        assert row is not None and row.name == "Boltgun" and "▾ Sergeant " in seen.lines("army")
        await seen.press("left", "left")
        assert any("Sergeant, Boltgun" in line for line in told())
        await seen.go("Brother Adrastos")
        await seen.press("right")
        assert "Seismic hammer" in seen.lines("army"), "who has nothing but what he came with tells that if asked"

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


def test_units_alike_have_the_numbers_by_which_others_name_them(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("d")
        assert "Scout Squad 1 ×5" in seen.lines("army") and "Scout Squad 2 ×5" in seen.lines("army")
        await seen.press("u")
        assert "Scout Squad ×5" in seen.lines("army")

    edit(tmp_path / "army.yaml", act)


def test_what_is_still_to_be_chosen_stands_below_its_unit_and_in_the_last_lines(tmp_path: Path) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    path.write_bytes(path.read_bytes().replace(b", Gate of Infinity", b""))

    async def act(seen: Seen) -> None:
        at = next(place for place, line in enumerate(painted(seen, "army")) if "Librarian Orsino" in line)
        assert "[!]" in painted(seen, "army")[at]
        assert painted(seen, "army")[at + 1].strip("┃ ") == "Psychic powers: 1 of 2"
        (told,) = (line for line in lines(seen.pilot.app) if "1 open choice" in line)
        assert told.split("   ")[0].strip() == "[!] 1 open choice: Librarian Orsino Vael, Psychic powers"

    edit(path, act, size=(80, 24))


def test_a_name_without_room_leaves_out_what_kind_of_unit_it_is(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("tab")
        await seen.until(lambda: any("▸ Squad Ancora ×10" in line for line in painted(seen, "army")))
        await seen.press("shift+tab")
        await seen.until(lambda: any("▸ Tactical Squad Ancora ×10" in line for line in painted(seen, "army")))

    edit(tmp_path / "army.yaml", act, size=(80, 24))


def test_a_large_screen_has_all_units_open_and_tells_tokens_and_versions_below(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def told() -> list[str]:
            return [" ".join(line.strip("┃│").split()) for line in painted(seen, "army")]

        assert "3 Scouts, Sniper rifle" in told() and "Scout, Missile launcher +10" in told()
        assert "▸ Assault Squad ×5 100" in told(), "where nothing was chosen there is nothing to be open"
        at = told().index("To the opponent")
        assert told()[at + 1 : at + 3] == ["Scatter 10, 14 when the game starts", "Gets Hot! 5"]
        profile = seen.screen.board.profile
        await seen.go("Tactical Squad Oriel")
        await seen.until(lambda: str(profile.border_subtitle).endswith(" more below"))
        profile.scroll_end(animate=False)
        await seen.go("Scout Squad")
        await seen.until(lambda: not profile.scroll_offset.y)  # Another unit is read from its beginning.
        await seen.go("Cluster mines")
        await seen.press("x")
        await seen.until(lambda: any("V compares" in line for line in told()))
        at = told().index("Versions")
        assert told()[at + 1].startswith("today ") and told()[at + 1].endswith("990 this one")
        assert told()[at + 2].endswith("1 000 V compares")
        await seen.pilot.click("#army", offset=place(seen, "V compares"))
        await seen.until(lambda: isinstance(seen.pilot.app.screen, VersionsScreen))

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=(200, 60))


def test_enter_leads_from_a_row_to_what_it_names_and_the_last_line_says_so(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def named() -> str:
            return lines(seen.pilot.app)[-2] + lines(seen.pilot.app)[-1]

        def at() -> str:
            row = seen.screen.board.tree_row
            return row.name if row is not None else ""

        await seen.go("Chapter Master Teor Harkan")
        await seen.press("down")
        assert at() == "leads Squad Meridius"
        await seen.until(lambda: "Enter Go there" in named())
        await seen.press("delete")
        assert seen.told()[-1] == "Remove: k and j change what holds of the unit."
        await seen.press("enter")
        assert at() == "Squad Meridius" and seen.screen.pane == "army"
        await seen.until(lambda: "Enter Options" in named() and "/ Find" in named())
        await seen.go("Troops")
        await seen.until(lambda: "Enter Fold" in named())
        await seen.press("enter")
        await seen.until(lambda: "Enter Unfold" in named())
        await seen.press("enter")
        await seen.go("Rhino 1")
        await seen.press("enter")
        assert seen.screen.pane == "details" and "Dozer blade" in seen.lines("details"), "the transport's own choices"

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


def test_marked_units_are_grouped_copied_and_removed_at_once(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        before = seen.units()
        await seen.press("G", "end", "space", "up", "space", "g")
        told = " ".join(seen.lines("choices").split())
        assert "Not a group of their own: Havocs are infantry, the Predator" in told
        assert "Spearhead: 4 units are too many; a group holds 2 or 3 (L-11)" in told
        await seen.press("enter", "escape")
        assert len(seen.editor.session.state.roster.groups) == 2 and "▪" in seen.lines("army")
        await seen.press("escape")
        assert "▪" not in seen.lines("army")
        await seen.go("The Ashen")
        await seen.press("space")
        await seen.go("The Flayed")
        await seen.press("space", "g")
        groups = {group.name: len(group.units) for group in seen.army.view.groups}
        assert groups == {"Cult": 2, "Group 1": 2}
        rows = [row.name for row in seen.screen.view.rows if row.kind in ("group", "unit")]
        assert rows[rows.index("Group 1") + 1 :][:3] == ["The Flayed", "Gate Runner", "The Ashen"]
        await seen.go("First Cell")
        await seen.press("space", "down", "space", "home")
        assert seen.screen.board.tree_row is not None and not seen.screen.board.tree_row.unit
        await seen.press("c", "d")
        assert len(seen.units()) == len(before) + 2
        await seen.press("u", "v")
        assert len(seen.units()) == len(before) + 2
        await seen.press("u")
        await seen.go("First Cell")
        await seen.press("space", "down", "space", "home", "m", "enter")
        assert seen.units()[-2:] == ["First Cell", "Second Cell"]
        await seen.press("u")
        await seen.go("First Cell")
        await seen.press("space", "down", "space", "delete")
        assert seen.units() == [name for name in before if "Cell" not in name]

    edit(tmp_path / "army.yaml", act, starter="lethal-chaos-1000")


def test_whom_a_unit_leads_stands_at_both_and_enter_there_changes_it(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("enter", "end")
        lines = seen.lines("details").splitlines()
        assert "▸ Leads: nobody    j joins a squad" in lines
        at = next(place for place, line in enumerate(lines) if line.startswith("▸ Marks: "))
        assert lines[at] == "▸ Marks: none (or reserve, deep strike)"
        await seen.press("enter", *"Warlord", "ctrl+s")
        unit = seen.screen.board.tree_row
        assert unit is not None and seen.editor.notes_of(unit.unit).endswith("Warlord")
        await seen.press("up", "up", "enter")
        await seen.until(lambda: "leads Scout Squad" in seen.lines("choices"))
        await seen.press("enter")
        assert "▸ Leads: Scout Squad" in seen.lines("details").splitlines() and seen.screen.pane == "details"
        await seen.go("Scout Squad")
        assert "▸ Led by: Librarian Orsino Vael" in seen.lines("details").splitlines()
        assert "▸ Marks: reserve" in seen.lines("details").splitlines()
        await seen.go("Dreadnought")
        assert "Led by" not in seen.lines("details") and "Leads" not in seen.lines("details")
        await seen.go("Rhino 1")
        assert "Marks:" not in seen.lines("details")

    edit(tmp_path / "army.yaml", act, size=(80, 24))


def test_marked_units_move_together_stay_marked_and_take_their_transport_along(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        def elites() -> list[str]:
            rows = [row for row in seen.screen.view.rows if row.kind in ("slot", "unit")]
            place = next(place for place, row in enumerate(rows) if row.name == "Elites")
            return [row.name for row in rows[place + 1 : place + 5]]

        await seen.go("Squad Meridius")
        await seen.press("d")
        before = seen.editor.session.state
        await seen.go("Brother Adrastos")
        await seen.press("space")
        await seen.go("Drop Pod Ferrum")
        await seen.press("space")
        await seen.go("Elites")
        await seen.press("alt+down")
        assert elites() == ["Squad Meridius", "Brother Adrastos", "Drop Pod Ferrum", "Squad Meridius"]
        await seen.press("alt+down", "alt+down")
        assert elites() == ["Squad Meridius", "Squad Meridius", "Brother Adrastos", "Drop Pod Ferrum"]
        assert seen.lines("army").count("▪") == 2
        await seen.press("alt+up", "u", "u", "u")
        assert seen.editor.session.state == before
        assert sum(told.startswith("Undone") for told in seen.told()) == 1
        await seen.go("Brother Adrastos")
        await seen.press("space")
        await seen.go("Drop Pod Ferrum")
        await seen.press("space", "delete")
        assert "Brother Adrastos" not in seen.units() and not any(told.startswith("Undone") for told in seen.told())

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")
