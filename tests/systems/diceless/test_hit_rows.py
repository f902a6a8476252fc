"""Which box a hit checks, and what becomes of the vehicle (D-55 to D-59, D-62, D-100, D-106)."""

from __future__ import annotations

from builder.systems.diceless.vehicle_damage import (
    MACHINE_CURSE,
    Hit,
    HitRows,
    Take,
    chronus_hp,
    hit,
    hits,
    own_repair,
    repair,
    undo,
)


def after(row: Hit, number: int, weapons: int = 2, choice: Take = Take.IMMOBILISED) -> HitRows:
    return hits(HitRows(weapons), [(row, False)] * number, choice).value


def results(rows: HitRows) -> list[str]:
    return [each.result for each in rows.landed]


def test_boxes_are_checked_from_the_left_and_rows_apart() -> None:
    rows = hits(HitRows(2), [("G", False), ("P", False), ("G", False)]).value
    assert (rows.checked("G"), rows.checked("P")) == ((1, 2), (1,))


def test_plus_one_checks_the_second_free_box_or_the_last() -> None:
    rows = hits(HitRows(2), [("P", True), ("P", True)]).value
    assert rows.checked("P") == (2, 3)
    nearly = after("P", 4)
    rows = hit(hit(nearly, "P", plus_one=True).value, "P", plus_one=True).value
    assert rows.checked("P") == (1, 2, 3, 4, 6)
    assert rows.destroyed and results(rows)[-1] == "Explodes"
    only = hits(HitRows(0), [("G", False)] * 5).value
    assert hit(only, "G", plus_one=True).value.checked("G") == (1, 2, 3, 4, 5, 6)


def test_an_open_topped_vehicle_begins_with_its_first_glancing_box_checked() -> None:
    start = HitRows(1, open_topped=True)
    assert start.checked("G") == (1,) and start.checked("P") == ()
    assert hit(start, "G").value.checked("G") == (1, 2)


def test_the_attacker_may_take_another_weapon_instead_of_immobilising() -> None:
    rows = after("P", 4, weapons=2, choice=Take.WEAPON)
    assert results(rows)[-2:] == ["Weapon destroyed", "Weapon destroyed"]
    assert rows.checked("P") == (1, 2, 3) and not rows.immobilised
    assert results(hit(rows, "P", choice=Take.WEAPON).value)[-1] == "Immobilised"


def test_the_choice_comes_after_the_first_destroyed_weapon_only() -> None:
    rows = hits(HitRows(2), [("P", False), ("P", False), ("P", True)], Take.WEAPON).value
    assert results(rows)[-1] == "Immobilised" and rows.weapons_left == 2


def test_a_vehicle_without_weapons_is_immobilised_instead() -> None:
    rows = after("P", 3, weapons=0)
    assert rows.immobilised and rows.checked("P") == (1, 2, 3) and rows.weapons_left == 0


def test_a_glancing_hit_wrecks_at_the_very_last() -> None:
    rows = after("G", 6, weapons=2)
    assert not rows.destroyed and rows.weapons_left == 0 and rows.checked("G") == (1, 2, 3, 4, 5)
    wrecked = hit(rows, "G").value
    assert wrecked.destroyed and wrecked.checked("G") == (1, 2, 3, 4, 5, 6)
    assert hit(wrecked, "P").value == wrecked


def test_a_glancing_hit_that_could_wreck_destroys_or_immobilises_as_the_attacker_likes() -> None:
    mobile = hits(after("G", 4, weapons=3), [("G", False)], Take.WEAPON).value
    assert mobile.weapons_left == 1 and not mobile.immobilised
    mobile = hit(mobile, "G", plus_one=True, choice=Take.IMMOBILISED).value
    assert mobile.immobilised and mobile.checked("G") == (1, 2, 3, 4)


def test_a_penetrating_hit_wrecks_whatever_is_left() -> None:
    rows = after("P", 5, weapons=4)
    assert rows.destroyed and rows.weapons_left == 3


def test_machine_curse_is_a_glancing_hit_and_chronus_gets_out_hurt() -> None:
    assert hits(HitRows(1), (MACHINE_CURSE,)).value.checked("G") == (1,)
    assert chronus_hp(after("P", 4)) == 40
    assert chronus_hp(after("P", 5)) == 30


def test_a_repair_unchecks_the_last_box_and_mends_what_it_did() -> None:
    rows = after("P", 4)
    assert rows.immobilised and own_repair(rows).value == 6
    mended = undo(rows, repair({"E": 30}, "E", 6).value)
    assert mended.checked("P") == (1, 2, 3) and not mended.immobilised
    assert own_repair(mended).value == 0
