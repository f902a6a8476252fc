"""What details say of a choice and of a vehicle: figures with what they are, texts whole."""

from __future__ import annotations

from builder.services.army.locator import open_army
from builder.services.editor.details import Details, part_details, unit_details
from builder.tui.widgets.profile_lines import profile_lines


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
    assert "Misses are rolled again (L-85)." in lines
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


def test_a_pane_of_its_own_tells_the_findings_of_a_unit_or_that_there_are_none() -> None:
    lines = told("lethal-chaos-1000", "Havocs", 48, ruled=True)
    assert lines[-3:] == ["Findings here", "─" * 48, "none"]
    assert "Findings here" not in told("lethal-chaos-1000", "Havocs", 36), "there they stand at the top"


def test_a_vehicle_that_counts_no_ammunition_tells_when_it_is_out_all_the_same() -> None:
    """L-20, L-96."""
    lines = told("lethal-chaos-1000", "Predator", 48)
    assert lines[lines.index("Ammunition") + 1] == "No counters; out only after suppressive fire"
    assert "Ammunition" not in told("lethal-orks-1000", "Deff Dread", 48), "it makes no corridor"


def test_order_points_stand_below_the_weapons_with_one_heading_and_their_limit_beside_the_hit_points() -> None:
    lines = told("space-marines-1000", "Tactical Squad Oriel", 48, ruled=True)
    assert lines.index("Order points") > next(place for place, line in enumerate(lines) if "Flamer" in line)
    at = lines.index("Order points") + 2
    assert lines[at : at + 2] == ["Ld 9 fails above 167, re-roll above 194", "no Sergeant, Ld 8: 144, 185"]
    opened = open_army("space-marines-1000")
    squad = next(unit for unit in opened.view.units() if unit.custom_name == "Tactical Squad Oriel")
    assert {"400 HP", "Ld 9 fails above 167"} <= {*unit_details(opened, squad, ()).facts}
