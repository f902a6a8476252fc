"""What details say of a choice and of a vehicle: figures with what they are, texts whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.details import Details, part_details, unit_details
from builder.services.editor.session import EditorSession
from builder.systems.blocks import Column, ColumnKind, Row, Table
from builder.tui.screens.editor_details import DetailsPane
from builder.tui.widgets.choice_lines import lowest
from builder.tui.widgets.profile_lines import profile_lines
from tests.services.small_wars import small_army
from tests.tui.editing import Seen, edit
from tests.tui.making import put
from tests.tui.painted import lines


def shown(details: Details, width: int = 36) -> str:
    rows = profile_lines(details, width)
    return " ".join(" ".join(words for words, _ in line.left) for line in rows)


def test_a_power_in_the_army_says_what_it_does() -> None:
    army = open_army("space-marines-500")
    unit, power = next(
        (unit, part) for unit in army.view.units() for part in unit.walk() if part.name == "Vortex of Doom"
    )
    words = " ".join(shown(part_details(army, unit, power, ())).split())
    assert "Heavy 1, Blast" in words and "the blast is placed on the Librarian and is not moved" in words


def test_saves_by_speed_say_that_they_are() -> None:
    army = open_army("lethal-marines-1000")
    tank = next(unit for unit in army.view.units() if unit.id == "p2g7")
    assert "SU (M): save after a 30 45 60 75 76+" in " ".join(shown(unit_details(army, tank, ())).split())


def told(army: str, unit: str, width: int, *, ruled: bool = False) -> list[str]:
    """What is told of a unit, line by line."""
    opened = open_army(army)
    found = next(each for each in opened.view.units() if unit in (each.custom_name, each.name))
    rows = profile_lines(unit_details(opened, found, ()), width, ruled=ruled)
    return ["".join(words for words, _ in line.left) for line in rows]


def test_weapons_stay_a_table_in_a_narrow_pane_with_the_rest_below_them() -> None:
    lines = told("lethal-chaos-1000", "Havocs", 36)
    at = lines.index("Weapon           AP WRM open 1/2 1/4")
    assert lines[at + 1 : at + 9] == [
        "5 Bolt pistol     1 1/4   18   9   4",
        "  pistol, Shots 1, 1/10 1",
        "4 Boltgun         1   1   75  37  18",
        "  rapid fire, Shots 1, 1/10 7",
        "1 Missile         5   2  150  75  37",
        "  launcher, krak",
        "  heavy, Shots 1, 1/10 15",
        "    frag          1   2  150  75  37",
    ]
    assert max(map(len, lines)) <= 36
    wide = told("lethal-chaos-1000", "Havocs", 48, ruled=True)
    assert "Weapon            Shots AP WRM open 1/2 1/4 1/10" in wide


def test_weapons_of_a_vehicle_that_are_alike_are_counted_and_their_kinds_explained() -> None:
    lines = told("lethal-chaos-1000", "Predator", 36)
    assert sum("Sponson heavy" in line for line in lines) == 1
    assert any(line.startswith("2 Sponson heavy ") for line in lines)
    assert "Misses are rolled again." in lines
    opened = open_army("lethal-chaos-1000")
    tank = next(unit for unit in opened.view.units() if unit.name == "Predator")
    assert unit_details(opened, tank, ()).facts[-2:] == ("AV 8/6/5", "CM 2+")


def test_figures_of_the_weapons_of_a_vehicle_stand_in_columns() -> None:
    lines = told("space-marines-1000", "Whirlwind", 36)
    assert "Weapon           Range S AP      DMG" in lines
    assert '  castellan    12"–48" 4  5 12 a hit' in lines, "each way to fire by its name"


def test_columns_of_formations_are_called_by_fewer_letters_where_their_titles_take_the_room_of_names() -> None:
    narrow, broad = (told("epic-orks-3000", "Gitstompa's warband", width) for width in (36, 52))
    assert "Unit           Type Spd Arm CC FF" in narrow and "Unit           Type Speed Armour CC FF" in broad
    assert "Weapon             Range   Firepower" in narrow and "  macro-weapon, extra attacks +1" in narrow
    assert "At hand for both players: Blast" in "\n".join(narrow)


def test_a_title_without_room_is_said_in_fewer_letters_or_shows_that_it_is_cut() -> None:
    titles = ("Weapon", "Range", "Keywords", "Unknown")
    columns = tuple(Column(title, ColumnKind.VALUE if place else ColumnKind.NAME) for place, title in enumerate(titles))
    table = Table(columns, (Row(("Heavy bolt pistol", '18"', "Pistol", "1+")), Row(("Chainsword", "–", "–", "2+"))))
    narrow, broad = (shown(Details(weapons=(table,)), width).split() for width in (36, 60))
    assert broad[:4] == list(titles) and narrow[:4] == ["Weapon", "Rng", "Keys", "Un…"]


def test_words_among_figures_go_below_their_row_first() -> None:
    """As abilities of weapons in Age of Sigmar, of which some are short."""
    titles = ("Melee Weapon", "Atk", "Hit", "Wnd", "Rnd", "Dmg", "Ability")
    named = (Column("", ColumnKind.COUNT), Column(titles[0], ColumnKind.NAME))
    table = Table(
        (*named, *(Column(title, ColumnKind.VALUE) for title in titles[1:])),
        (Row(("1", "Slaughter", "4", "3+", "2+", "2", "4", "Blood-hungry")),),
    )
    lines = ["".join(words for words, _ in line.left) for line in profile_lines(Details(weapons=(table,)), 36)]
    assert [line.split() for line in lines if line][1:] == [
        ["1", "Slaughter", "4", "3+", "2+", "2", "4"],
        ["Ability", "Blood-hungry"],
    ]


def test_a_pane_of_its_own_tells_the_findings_of_a_unit_or_that_there_are_none() -> None:
    lines = told("lethal-chaos-1000", "Havocs", 48, ruled=True)
    assert lines[-3:] == ["Findings here", "─" * 48, "none"]
    assert "Findings here" not in told("lethal-chaos-1000", "Havocs", 36), "there they stand at the top"


def test_a_vehicle_that_counts_no_ammunition_tells_when_it_is_out_all_the_same() -> None:
    """L-20, L-96."""
    lines = told("lethal-chaos-1000", "Predator", 48)
    assert lines[lines.index("Ammunition") + 1] == "No counters; out only after suppressive fire."
    assert "Ammunition" not in told("lethal-orks-1000", "Deff Dread", 48), "it makes no corridor"


def test_order_points_stand_below_the_weapons_with_one_heading_and_their_limit_beside_the_hit_points() -> None:
    lines = told("space-marines-1000", "Tactical Squad Oriel", 48, ruled=True)
    assert lines.index("Order points") > next(place for place, line in enumerate(lines) if "Flamer" in line)
    at = lines.index("Order points") + 2
    assert lines[at : at + 2] == ["Ld 9 fails above 167, re-roll above 194", "no Sergeant, Ld 8: 144, 185"]
    opened = open_army("space-marines-1000")
    squad = next(unit for unit in opened.view.units() if unit.custom_name == "Tactical Squad Oriel")
    assert {"400 HP", "Ld 9 fails above 167"} <= {*unit_details(opened, squad, ()).facts}


def effects_of(army: str, unit: str) -> dict[str, str]:
    desk = EditorSession.open(army).editor
    id = next(each.id for each in desk.army.view.units() if unit in (each.name, each.custom_name))
    return {choice.name: desk.effect(choice).brief for choice in desk.details(id, id).choices}


@pytest.mark.long
def test_a_choice_says_in_a_few_words_what_it_changes() -> None:
    told = effects_of("space-marines-500", "Librarian Orsino Vael")
    assert told["Smite"] == "DMG 64, AP 2" and told["Gate of Infinity"] == "Scatter +2"
    assert told["Machine Curse"] == "one glancing hit" and told["Null Zone"] == "their ++ saves −1"
    assert told["Force Dome"] == "a 5++ save" and told["Might of the Ancients"].startswith("S 6")
    assert told["Terminator armour"] == "Sv 2+/5++" and told["Rhino"] == "10 places, AV 11/11/10"
    told = effects_of("space-marines-1000", "Tactical Squad Oriel")
    assert told["Combi-plasma"] == "plasma once, Gets Hot! +1" and told["Combi-flamer"] == "flamer once"
    assert told["Power weapon"] == "DMG 12–20, ignores armour" and told["Meltagun"] == "DMG 32, AP 1"
    assert told["Hunter-killer missile"] == "DMG 32", "what its transport can take is there too"


@pytest.mark.long
def test_what_a_choice_brings_is_the_same_before_and_after_it_is_made() -> None:
    desk = EditorSession.open("space-marines-1000").editor
    squad = next(unit.id for unit in desk.army.view.units() if unit.custom_name == "Tactical Squad Oriel")

    def told() -> dict[str, str]:
        special = (each for each in desk.details(squad, squad).choices if "Special" in each.group)
        return {each.name: desk.effect(each).brief for each in special}

    before = told()
    desk.choose(next(each for each in desk.details(squad, squad).choices if each.name == "Plasma gun"), 1)
    assert told() == before and before["Plasma gun"] == "DMG 28/56, Gets Hot! +1, AP 2"


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((120, 40), "    Enter makes the squad 10 and takes it: +16"),
        ((40, 12), "    Enter makes it 10, takes it: +16"),
    ],
)
def test_a_group_that_needs_more_models_says_so_and_what_enter_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], told: str
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)
    path = put(tmp_path, "army.yaml", "space-marines-1000")
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("count: 10\n    options: [flamer, missile launcher]", "count: 9"), encoding="utf-8", newline=""
    )

    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        before = seen.editor.session.state
        await seen.pick("Flamer")
        lines = seen.lines("details").splitlines()
        at = lines.index("▾ Special weapon: Boltgun")
        assert lines[at + 1] == "    needs 10 models, the squad has 9" and lines[at + 2].startswith("    (o) Boltgun")
        await seen.until(lambda: told in seen.lines("details").splitlines())
        lines = seen.lines("details").splitlines()
        assert lines[lines.index(told) - 1].startswith("    (-) Flamer")
        await seen.press("enter")
        assert "▾ Special weapon: Flamer" in seen.lines("details") and "▾ Size: 10" in seen.lines("details")
        await seen.press("u")
        assert seen.editor.session.state == before

    edit(path, act, size=size)


def test_one_model_more_says_what_it_brings_and_allows() -> None:
    desk = EditorSession.open("space-marines-1000").editor
    squad = next(unit.id for unit in desk.army.view.units() if unit.custom_name == "Tactical Squad Oriel")

    def size() -> ChoiceRow:
        return next(each for each in desk.details(squad, squad).choices if each.is_size)

    assert desk.effect(size()).below == ("the most it may have",)
    for name in ("Flamer", "Missile launcher"):
        desk.choose(next(each for each in desk.details(squad, squad).choices if each.name == name), 0)
    desk.choose(size(), 8)
    assert desk.effect(size()).below == ("10: HP +40, allows special and heavy weapon",)


@pytest.mark.long
def test_what_a_transport_can_take_is_a_group_of_its_squad_with_the_same_keys(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Oriel")
        assert "▸ Rhino 1: nothing of 5" in seen.lines("details")
        await seen.pick("Dozer blade")
        await seen.press("space")
        assert "▾ Rhino 1: Dozer blade" in seen.lines("details") and "[x] Dozer blade" in seen.lines("details")
        rhino = next(part for unit in seen.army.view.units() for part in unit.walk() if part.name == "Rhino")
        assert any(part.name == "Dozer blade" for part in rhino.walk())

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000")


def test_groups_stand_in_the_order_in_which_a_squad_is_made() -> None:
    desk = EditorSession.open("space-marines-1000").editor
    squad = next(unit.id for unit in desk.army.view.units() if unit.custom_name == "Tactical Squad Oriel")
    assert [f"{group.title}{group.summary}" for group in grouped(desk.details(squad, squad).choices)] == [
        "Size: 10",
        "Transport: Rhino",
        "Special weapon: Flamer",
        "Heavy weapon: Missile launcher",
        "Sergeant, gun: Boltgun",
        "Sergeant, pistol: Bolt pistol",
        "Sergeant, wargear: none of 2",
        "Rhino 1: nothing of 5",
    ]


@pytest.mark.long
def test_the_second_line_says_what_tests_a_unit_fails(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("enter")
        assert seen.lines("details").splitlines()[1] == "1 model · 80 HP · Ld 10, fails above 183"

    edit(tmp_path / "army.yaml", act, size=(80, 24))


def test_what_a_choice_changes_stands_at_the_bottom_of_its_room() -> None:
    assert lowest(["then 11 models"], 2) == ["", "then 11 models"], "a blank keeps it apart from what ends above"
    assert lowest([], 2) == [] and lowest(["a", "b", "c"], 2) == ["a", "b", "c"]


@pytest.mark.long
@pytest.mark.parametrize("size", [(200, 60), (120, 40)])
def test_the_rule_of_what_is_taken_is_not_told_again_below_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 0.01)
    charm = (
        '<selectionEntry id="charm" name="Charm" hidden="false" type="upgrade"><rules><rule id="heals" name="Charm" '
        'hidden="false"><description>Heals whoever wears it, and only him.</description></rule></rules><constraints>'
        '<constraint id="one" type="max" field="selections" scope="parent" value="1"/></constraints></selectionEntry>'
    )
    squad = '<selectionEntry id="squad" name="Guard" hidden="false" type="unit"><selectionEntries>{}</selectionEntries>'
    path = small_army(tmp_path, monkeypatch, f"{squad.format(charm)}</selectionEntry>", system="generic")

    async def act(seen: Seen) -> None:
        def told() -> int:
            return " ".join(" ".join(lines(seen.pilot.app)).replace("│", " ").replace("┃", " ").split()).count("Heals")

        details = seen.pane("details")
        assert isinstance(details, DetailsPane)
        await seen.press("a", *"guard", "enter")
        await seen.until(lambda: seen.screen.pane == "details" and told() == 1)
        await seen.press("space")
        await seen.until(lambda: "[x] Charm" in seen.lines("details") and bool(details._effects))
        assert told() == 1

    edit(path, act, size=size)
