"""The Dark Millennia house rules as figures, worked out by hand from the source."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from builder.exporters.text import write_text
from builder.services.army.opening import open_bytes
from builder.services.export.files import roster_page_of
from builder.sheets.options import SheetOptions
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.house.rules import (
    band_for,
    bs_in_cover,
    cover_save,
    fails_both,
    goes_on_overwatch,
    hits_on,
    mounted_move,
    riders_in_terrain,
    t_in_cover,
    unsaved,
)

NONE, LIGHT, SOFT, HARD = AlternateCover


@pytest.mark.parametrize(
    ("cover", "bs", "t", "blast"), [(NONE, 4, 4, 4), (LIGHT, 3, 4, 4), (SOFT, 3, 5, 5), (HARD, 2, 5, 6)]
)
def test_cover_by_modifiers(cover: AlternateCover, bs: int, t: int, blast: int) -> None:
    """H-01."""
    assert bs_in_cover(4, cover) == bs and t_in_cover(4, cover) == t
    assert t_in_cover(4, cover, blast=True) == blast


def test_a_bolter_at_a_marine_in_woods() -> None:
    """H-01: 1/2 × 1/3 × 1/3 = 1/18; 1/9 in the open."""
    assert unsaved(bs_in_cover(4, SOFT), 4, t_in_cover(4, SOFT), 3) == Fraction(1, 18)
    assert unsaved(4, 4, 4, 3) == Fraction(1, 9)


def test_bounds_of_cover() -> None:
    """H-01, H-04: BS never under 1, T never over 10; +1 for riders and −1 for cover add up before that."""
    assert bs_in_cover(2, HARD) == 1 and hits_on(1) == 6 and t_in_cover(10, SOFT) == 10
    assert bs_in_cover(1, HARD, mounted=True) == 1 and bs_in_cover(2, HARD, mounted=True) == 1
    assert bs_in_cover(3, HARD, mounted=True) == 2 and bs_in_cover(3, NONE, mounted=True) == 4
    assert bs_in_cover(4, HARD, direct=False) == 4


def test_monstrous_creatures_and_vehicles_in_cover() -> None:
    """H-01: one band lower, none instead of light; of a vehicle the BS part alone."""
    assert band_for(HARD, monstrous=True) is SOFT and band_for(LIGHT, monstrous=True) is NONE
    assert bs_in_cover(4, HARD, monstrous=True) == 3 and t_in_cover(6, HARD, monstrous=True) == 7
    assert bs_in_cover(4, LIGHT, monstrous=True) == 4 and t_in_cover(6, LIGHT, monstrous=True) == 6
    assert bs_in_cover(4, SOFT) == 3 and t_in_cover(6, SOFT, vehicle=True) == 6


def test_cover_by_two_saves() -> None:
    """H-02: 6+ saves a sixth, 5+ a third, 4+ half, whatever the armour saves."""
    assert [1 - fails_both(None, cover) for cover in (6, 5, 4)] == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    assert fails_both(3, 4) == Fraction(1, 6)
    assert cover_save(4, monstrous=True) == 5 and cover_save(6, monstrous=True) is None
    assert fails_both(3, 6, monstrous=True) == Fraction(1, 3)


def test_overwatch_and_riders() -> None:
    """H-03, H-04: 3 and 4 pass on Ld 8, 4 and 4 fail on Ld 7; a 1 in ruins removes a rider, a 6 does not."""
    assert goes_on_overwatch(8, (3, 4)) and not goes_on_overwatch(7, (4, 4))
    came = riders_in_terrain((1, 2, 6, 4, 5))
    assert (came.removed, came.move_on) == (1, 4)
    assert mounted_move((4, 2, 6)) == 12
    with pytest.raises(ValueError, match="3 dice"):
        mounted_move((4, 2))


LIST = """\
format: muster-army
version: 1
name: Lancers
system: {system}
{modules}data: diceless/imperial-guard
{settings}
units:
  - {{unit: Rough Rider Squad, id: r1}}
  - {{unit: Veteran Squad, id: v1}}
  - {{unit: Armoured Sentinel Squadron, id: s1}}
"""
EVERY = "settings: {cover: modifiers, overwatch: modified, mounted infantry: yes, consolidation: universal}"


def printed(settings: str = "", system: str = "plain", modules: str = "modules: [house]\n") -> str:
    """All sheets of a list as text, in one line."""
    army = open_bytes(LIST.format(system=system, modules=modules, settings=settings).encode(), "lancers.yaml")
    sheets = SheetOptions(sheets=("roster", "units", "vehicles", "rules"))
    return " ".join(write_text(army.reading.cards(), roster_page_of(army), sheets).split())


def test_what_is_chosen_is_printed() -> None:
    """H-01, H-03, H-04, H-05, H-07: names on the roster page, figures and boxes on the cards."""
    text = printed(EVERY)
    for name in ("by modifiers H-01", "Modified overwatch H-03", "Mounted infantry H-04", "consolidation H-05"):
        assert name in text, name
    assert re.search(r"Laspistol, .*Lasgun.*: BS 4, light 3, soft 3, hard 2", text), "a weapon that rolls to hit"
    assert "Multi-laser: BS 3, light 2, soft 2, hard 1" in text, "of a vehicle too"
    assert "Veteran Sergeant, Veteran: soft 4, hard 4, blast 5" in text
    assert "[ ] On overwatch [ ] Stood still [ ] Dismounted" in text and "BS+1" in text
    assert "armour as it is (H-01)" in text and "only while it" in text
    saves = printed("settings: {cover: both saves}")
    assert "cover 4+ 5+&4+" in saves and "H-02" in saves and "On overwatch" not in saves


def test_both_modules_print_together() -> None:
    text = printed(EVERY, modules="modules: [assault, house]\n")
    assert "by modifiers H-01" in text and "H-01" in text


def test_it_is_nowhere_to_be_seen_where_nothing_is_chosen() -> None:
    plain = printed(modules="")
    assert printed().replace(" + Dark Millennia house rules", "") == plain
    assert "overwatch" not in plain.casefold() and "H-0" not in plain


def test_without_dice_cover_by_modifiers_and_consolidation_alone() -> None:
    """H-01, H-05: in a list of Diceless 40K."""
    text = printed("settings: {cover: modifiers, consolidation: universal}", system="diceless")
    assert "BS at targets in cover" in text and "Stood still" in text and "H-05" in text
    assert "DMG at targets in light or soft cover: Lasgun 9 / 18;" in text, "BS 4 × S 3 is 12 in the open"
    assert "in hard cover: Lasgun 6 / 12;" in text and "DMG at targets" not in printed(system="diceless")
