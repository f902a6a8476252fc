"""What lists of formations are told, and what their cards say: kinds that were not asked for, marks, limits, riders."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.systems.blocks import FormationCard

HEAD = "format: muster-army\nversion: 1\nname: Test\nsystem: epic\ndata: epic/{data}\n{more}units:\n"


def army(folder: Path, data: str, *units: str, more: str = "") -> Army:
    """An army of these lines."""
    path = folder / "army.yaml"
    path.write_text(HEAD.format(data=data, more=more) + "".join(f"  - {{{unit}}}\n" for unit in units))
    return open_army(str(path))


def told(found: Army) -> list[str]:
    return [finding.message for finding in found.findings]


@pytest.mark.parametrize(
    ("data", "unit", "wrong"),
    [
        ("imperial-guard", "unit: Tank Company, models: {Leman Russ: 9}", "Tank Company: choose 10 units, has 9."),
        (
            "imperial-guard",
            "unit: Artillery Battery, models: {Basilisk: 0}",
            "Artillery Battery: choose 3 units, has none.",
        ),
        ("orks", "unit: Kult of Speed, models: {Warbikes: 7}", "Kult of Speed: choose 8 to 24 units, has 7."),
    ],
)
def test_kinds_that_a_formation_may_be_without_are_there_only_where_they_are_asked_for(
    tmp_path: Path, data: str, unit: str, wrong: str
) -> None:
    found = army(tmp_path, data, unit)
    assert any(message.startswith(wrong) for message in told(found))
    assert all(group.name in unit for group in found.reading.units[0].groups) if found.reading.units else True


def test_too_many_of_an_upgrade_are_told_once(tmp_path: Path) -> None:
    found = army(tmp_path, "imperial-guard", "unit: Infantry Company, options: [5 Gorgon]")
    assert [message for message in told(found) if "Gorgon" in message] == [
        "Infantry Company has 5 × Gorgon, at most 4 are allowed."
    ]


@pytest.mark.parametrize("mark", ["led by k1", "reserve", "deep strike"])
def test_a_mark_that_means_nothing_in_epic_is_told(tmp_path: Path, mark: str) -> None:
    found = army(tmp_path, "orks", "unit: Stompa Mob, id: s1, marks: [reserve]".replace("reserve", mark),
                 "unit: Kult of Speed, id: k1")  # fmt: skip
    words = " ".join(mark.split()[:2])
    assert any(f"Stompa Mob is marked '{words}': " in message for message in told(found))


def test_a_card_says_whom_of_its_formation_a_unit_carries(tmp_path: Path) -> None:
    found = army(tmp_path, "orks", "unit: Warband, id: w1, options: [Battlewagon]")
    (card,) = found.reading.cards()
    assert isinstance(card, FormationCard)
    (note,) = (row.notes for row in card.rows if row.cells[1] == "Battlewagon")
    assert note.startswith("carries 2 Nobz/Boyz + 1 Grotz")
    (wagons,) = army(tmp_path, "orks", "unit: Blitz Brigade, id: b1").reading.cards()
    assert isinstance(wagons, FormationCard)
    assert [row.notes for row in wagons.rows] == ["carries nobody of its formation"]


def test_a_die_in_the_name_of_a_rule_has_a_capital(tmp_path: Path) -> None:
    found = army(tmp_path, "imperial-guard", "unit: Super-heavy Platoon, models: {Shadowsword: 1}")
    (card,) = found.reading.cards()
    assert isinstance(card, FormationCard)
    assert any("titan killer (D3)" in cell for row in card.rows for weapon in row.weapons for cell in weapon)


def test_a_list_can_count_damage_capacity_where_markers_break_a_formation(tmp_path: Path) -> None:
    unit = "unit: Super-heavy Company, models: {Baneblade: 3}"
    usual, chosen = (
        army(tmp_path, "imperial-guard", unit, more=more) for more in ("", "settings: {broken at: capacity}\n")
    )
    assert [each.reading.extra["settings"] for each in (usual, chosen)] == [
        {"broken at": "units"},
        {"broken at": "capacity"},
    ]
    cards = [each.reading.cards()[0] for each in (usual, chosen)]
    assert [card.broken_at for card in cards if isinstance(card, FormationCard)] == [3, 9]
    page = chosen.reading.roster_page((), (), "")
    assert any("our reading" in rule.text for rule in page.rules)
