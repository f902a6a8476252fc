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
