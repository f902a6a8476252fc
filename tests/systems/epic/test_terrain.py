"""Terrain: losses in dangerous ground, and the saves that cover lends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.epic.shooting import COVER_SAVES, IN_COVER, MODIFIERS, Save, Shelter, best_save, danger, to_hit

ARMOUR = st.none() | st.integers(1, 6)
SHELTERS = st.none() | st.sampled_from(Shelter)


def test_a_one_in_dangerous_terrain_is_rolled_again_by_the_cautious() -> None:
    """E-15."""
    assert (danger(), danger(cautious=True)) == (Fraction(1, 6), Fraction(1, 36))


@pytest.mark.parametrize(
    ("armour", "shelter", "needs", "sheltered"),
    [
        (5, None, 5, False),
        (5, Shelter.BUILDING, 4, True),
        (3, Shelter.BUILDING, 3, False),
        (None, Shelter.FORTIFICATION, 3, True),
        (None, Shelter.OVERWATCH, 5, True),
        (None, Shelter.TRANSPORT, 6, True),
    ],
)
def test_infantry_saves_on_its_armour_or_on_its_cover(
    armour: int | None, shelter: Shelter | None, needs: int, sheltered: bool
) -> None:
    """One of the two, whichever is better (E-15), in a destroyed transport too (E-20)."""
    assert best_save(armour, shelter) == Save(needs, sheltered)


def test_a_fortification_ignores_the_crossfire() -> None:
    """E-23: its save and the armour of those in it stay as they are; any other is worse by one."""
    assert best_save(None, Shelter.FORTIFICATION, crossfire=True) == Save(3, True)
    assert best_save(2, Shelter.FORTIFICATION, crossfire=True) == Save(2, False)
    assert best_save(None, Shelter.BUILDING, crossfire=True) == Save(5, True)
    assert best_save(6, None, crossfire=True) == Save(7, False)


@given(ARMOUR, SHELTERS, st.booleans())
def test_no_shelter_ever_makes_a_save_worse(armour: int | None, shelter: Shelter | None, crossfire: bool) -> None:
    """E-15."""
    bare, covered = best_save(armour, None, crossfire=crossfire), best_save(armour, shelter, crossfire=crossfire)
    if bare is not None:
        assert covered is not None and covered.needs <= bare.needs and covered.chance >= bare.chance
    assert (covered is None) == (armour is None and shelter is None)


def test_cover_is_harder_to_hit_whether_it_saves_or_not() -> None:
    """E-15 and E-23: −1 for who is partly hidden, fortified, on overwatch in the open, or beside a tank."""
    assert to_hit(4, [IN_COVER]) == 5
    assert {change for name, change in MODIFIERS if "cover" in name or "nfantry" in name} == {IN_COVER}
    assert max(COVER_SAVES.values()) == 6
