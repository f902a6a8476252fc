"""Sentences of a game in little room: whose part of them is told, and which of their results."""

from __future__ import annotations

import pytest

from builder.tui.widgets.shortening import part_about, results


def test_of_several_who_rally_each_is_told_of_his_own_part() -> None:
    told = "Big mob: rally 6 on 3+, it rallies; 3 off, 1 left; Big Gunz: rally 1 on 3+, it does not; Nobz: rally 4"
    assert part_about(told, "Big mob") == "Big mob: rally 6 on 3+, it rallies; 3 off, 1 left"
    assert part_about(told, "Big Gunz") == "Big Gunz: rally 1 on 3+, it does not"
    shot = "Nobz at Big mob, infantry: 4 fire; 1 hit, 0 saved; Big mob loses 1 Boyz: 3 of 4 left"
    assert part_about(shot, "Big mob") == part_about(shot, "Nobz") == shot
    assert part_about("Big mob: passed; Boss 25", "Boss") == "Big mob: passed; Boss 25"


def test_hits_on_a_vehicle_are_told_whole_though_its_riders_come_between_them() -> None:
    told = "Squad Osric, at Trukk; Trukk: penetrating 2; Tankbustas is forced out; Trukk: no effect"
    for name in ("Squad Osric", "Trukk"):
        assert part_about(told, name) == told


@pytest.mark.parametrize(
    ("told", "width", "shown"),
    [
        ("Squad Osric, 3 × Boltgun, at Boss Gutrippa; 3 hits", 33, "Squad…, at Boss Gutrippa: 3 hits"),
        (
            "Squad Osric, 3 × Boltgun, at Boss Gutrippa; 3 hits, 1 saved; Boss Gutrippa loses 1; Squad Osric: ammo die",
            66,
            "Squad Osric…: …; Boss… loses 1; Squad…: ammo die",
        ),
    ],
)
def test_an_attack_without_a_colon_keeps_its_results_behind_who_and_whom(told: str, width: int, shown: str) -> None:
    assert results(told, width) == shown


def test_riders_who_are_forced_out_are_told_of_that_alone() -> None:
    told = "Squad Osric, at Trukk; Trukk: penetrating 2; Tankbustas is forced out; Trukk: no effect"
    assert part_about(told, "Tankbustas") == "Tankbustas is forced out"
