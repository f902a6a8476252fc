"""The tables to look up: an army's weapons against each save."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.systems.diceless.aids import reference_tables
from builder.systems.diceless.saves import SAVES, hp_lost, rending_parts
from builder.systems.fortyk.model import FortykArmy, Weapon
from tests.exporters.making import group, mode, profile, unit


def against_saves(weapon: Weapon) -> tuple[int, list[int]]:
    """The DMG that one model deals with a weapon, and what is left of it behind each save, as the table has them."""
    squad = unit("u1", "TR", "Squad", 100, (group("u1.1", "Marines", 5, profile("M", "4 4 4 4 1 4 1 8", 3), weapon),))
    table = list(reference_tables(FortykArmy(name="Army", units=(squad,), points=Decimal(100))))[-1].table
    (row,) = table.rows
    _, _, damage, *behind = row.cells
    return int(damage), [int(cell) for cell in behind]


def gun(ap: str, *rules: str) -> Weapon:
    return Weapon(name="Gun", modes=(mode("Gun", '24"', "6", ap, "heavy", "3", "", *rules),))


@pytest.mark.parametrize("ap", ["1", "2", "3", "4", "5", "6", "–"])
def test_armour_that_a_weapon_pierces_saves_nothing_of_its_damage(ap: str) -> None:
    """D-23."""
    damage, behind = against_saves(gun(ap))
    for save, left in zip(SAVES, behind, strict=True):
        pierced = ap.isdigit() and int(ap) <= save
        assert left == (damage if pierced else hp_lost(damage, save)), (ap, save)


@pytest.mark.parametrize("rule", ["power weapon", "ignores armour"])
def test_no_armour_saves_against_a_weapon_that_ignores_it(rule: str) -> None:
    """D-23."""
    damage, behind = against_saves(gun("–", rule))
    assert set(behind) == {damage}


def test_rending_damage_is_saved_in_two_parts() -> None:
    """D-29: the 2+ value of it pierces all armour, the rest is saved as that of any weapon."""
    damage, behind = against_saves(gun("4", "rending"))
    pierced, rest = rending_parts(damage)
    assert 0 < pierced < damage and pierced + rest == damage
    for save, left in zip(SAVES, behind, strict=True):
        assert left == (damage if save >= 4 else pierced + hp_lost(rest, save)), save
