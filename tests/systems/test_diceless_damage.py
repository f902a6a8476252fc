"""DMG as printed for one weapon in its bearer's hands."""

from __future__ import annotations

from typing import Any

import pytest

from builder.record import replace
from builder.systems.diceless.damage import area_damage, damage_text, strength_of
from builder.systems.fortyk.model import VehicleProfile
from tests.exporters.making import mode, profile
from tests.systems.diceless.vectors import vectors

MARINE = profile("Marine", "4 4 4 4 1 4 1 8", 3)
SCOUT = profile("Scout", "3 3 4 4 1 4 1 8", 4)
ORK = profile("Boy", "4 2 3 4 1 2 2 7", 6)
WALKER = VehicleProfile(name="Dreadnought", bs=4, front=12, side=12, rear=10, ws=4, s=6, i=4, a=2, types=("walker",))


@pytest.mark.parametrize("case", vectors("template"))
def test_templates_hurt_as_in_the_worked_examples(case: dict[str, Any]) -> None:
    assert area_damage(case["hits"], case["strength"], "template", case.get("twin_linked", False)) == case["damage"]


@pytest.mark.parametrize("case", vectors("blast"))
def test_blasts_hurt_as_in_the_worked_examples(case: dict[str, Any]) -> None:
    assert area_damage(case["hits"], case["strength"], "blast") == case["damage"]


@pytest.mark.parametrize(
    ("printed", "kind", "shots", "blast", "rules", "expected"),
    [
        ("4", "rapid fire", "", "", (), "16 / 32"),
        ("4", "assault", "2", "", (), "32"),
        ("4", "pistol", "", "", (), "16"),
        ("4", "salvo", "2/4", "", (), "32 / 64"),
        ("5", "assault", "3", "", ("twin-linked",), "75"),
        ("4", "heavy", "D6", "", (), "16 a shot"),
        ("4", "assault", "1", "template", (), "16 a hit"),
        ("4", "assault", "1", "template", ("twin-linked",), "20 a hit"),
        ("10", "heavy", "1", "blast", (), "30 a hit"),
        ("10", "ordnance", "1", "large blast", ("twin-linked",), "30 a hit"),
        ("X", "heavy", "1", "", ("sniper",), "4 × T"),
        ("X", "rapid fire", "", "", ("poisoned 2+",), "4 / 8 × (T + 2)"),
        ("X", "heavy", "1", "blast", ("poisoned 4+",), "3 × T a hit"),
        ("X", "heavy", "1", "", (), "–"),
        ("D", "heavy", "1", "blast", (), "–"),
        ("4", "", "", "", (), "–"),
        ("6", "grenade", "", "", (), "20"),
    ],
)
def test_shooting_prints_what_is_known(
    printed: str, kind: str, shots: str, blast: str, rules: tuple[str, ...], expected: str
) -> None:
    assert damage_text(mode("weapon", '24"', printed, "5", kind, shots, blast, *rules), MARINE) == expected


@pytest.mark.parametrize(
    ("kind", "printed", "rules", "toughness", "expected"),
    [
        ("heavy", "X", ("sniper",), 4, "16"),
        ("rapid fire", "X", ("poisoned 2+",), 3, "20 / 40"),
        ("melee", "User", ("poisoned 4+",), 5, "15–25"),
        ("melee", "User", ("poisoned 4+",), 4, "16–24"),
        ("melee", "User", ("poisoned 6+",), 1, "0–0"),
        ("assault", "4", (), 4, "16"),
    ],
)
def test_against_a_toughness_what_goes_by_it_is_a_number(
    kind: str, printed: str, rules: tuple[str, ...], toughness: int, expected: str
) -> None:
    assert damage_text(mode("weapon", "-", printed, "5", kind, "", "", *rules), MARINE, toughness) == expected


@pytest.mark.parametrize(
    ("name", "strength", "rules", "expected"),
    [
        ("sword", "User", (), "12–20"),
        ("fist", "×2", (), "24–40"),
        ("fist", "x2", (), "24–40"),
        ("maul", "+2", (), "18–30"),
        ("blade", "7", (), "21–35"),
        ("lightning claws", "User", (), "16–24"),
        ("venom", "User", ("poisoned 4+",), "T × f"),
        ("venom", "User", ("poisoned 2+",), "(T + 2) × f"),
        ("witchblade", "User", (), "(T + 2) × f"),
        ("mystery", "*", (), "–"),
    ],
)
def test_close_combat_prints_the_least_and_the_most(
    name: str, strength: str, rules: tuple[str, ...], expected: str
) -> None:
    assert damage_text(mode(name, "-", strength, "-", "melee", "", "", *rules), MARINE) == expected


def test_the_bearer_decides() -> None:
    boltgun = mode("boltgun", '24"', "4", "5", "rapid fire")
    assert damage_text(boltgun, SCOUT) == "12 / 24"
    assert damage_text(boltgun, ORK) == "8 / 16"
    fist = mode("fist", "-", "×2", "-", "melee")
    assert strength_of(fist, WALKER) == 10
    assert damage_text(fist, WALKER) == "30–50"
    assert damage_text(boltgun, replace(MARINE, bs=None)) == "–"
    assert damage_text(fist, replace(WALKER, s=None)) == "–"
