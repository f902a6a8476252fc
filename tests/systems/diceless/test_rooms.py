"""What the worked cases leave out: choices, limits, and how a number came about."""

from __future__ import annotations

from fractions import Fraction

import pytest

from builder.systems.calculation import Explained
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.aim import AngleZone, OnVehicle, Rerolls, Speed, seen_at_night, skill
from builder.systems.diceless.attacks import close_combat, factor, poison_strength, poisoned, volley
from builder.systems.diceless.casualties import Pool, casualties, kills_at_once, moonfang_kills, rending, shares
from builder.systems.diceless.hazards import (
    WarpChoice,
    cluster_mines,
    dangerous_terrain,
    explosion,
    gate_of_infinity,
    gets_hot,
    hurt,
    shots_left,
    warp_token,
)
from builder.systems.diceless.movement import (
    FIXED_MOVES,
    after_tremor,
    arrivals_with_delays,
    inside_difficult_terrain,
    outflank,
    servitors_work,
)
from builder.systems.diceless.order_points import led_test, lost_by
from builder.systems.diceless.saves import (
    INVULNERABLE_ONLY,
    Attack,
    Protection,
    best_save,
    protected,
    save_worked,
    vulnerable,
)
from builder.systems.diceless.tokens import blast_scatter, placing_tokens
from builder.systems.diceless.vehicle_damage import attack, score
from builder.systems.specs import name_of

TERMINATOR = Protection(armour=2, cover=4, invulnerable=5)


@pytest.mark.parametrize(
    ("attack", "save"),
    [
        (Attack(ap=3), 2),
        (Attack(ap=2), 4),
        (Attack(ap=2, ignores_cover=True), 5),
        (Attack(ignores_armour=True), 4),
        (INVULNERABLE_ONLY, 5),
    ],
)
def test_the_best_save_that_is_left_is_used(attack: Attack, save: int) -> None:
    """D-37."""
    assert best_save(TERMINATOR, attack).value == save


def test_an_attack_that_leaves_no_save_takes_all() -> None:
    saved = protected(50, Protection(armour=3), Attack(ap=3))
    assert (saved.value.hp_lost, saved.value.save) == (50, None)
    assert saved.steps == ("AP 3 pierces armour of 3+", "no save is left", "no save: 50 DMG are 50 HP lost")


def test_null_zone_worsens_invulnerable_saves_alone() -> None:
    """D-101."""
    zone = Protection(armour=2, invulnerable=6, null_zone=True)
    assert best_save(zone, INVULNERABLE_ONLY).value is None
    assert best_save(zone).value == 2


def test_feel_no_pain_comes_after_the_save() -> None:
    assert protected(64, Protection(armour=3, feel_no_pain=True)).value.hp_lost == 11
    assert vulnerable(48).value == 96


def test_the_owner_chooses_who_takes_the_points_left_over() -> None:
    assert shares(13, [1, 4]).value == (2, 11)
    assert shares(13, [1, 4], first=[0]).value == (3, 10)


def test_instant_death_goes_by_the_first_figure_of_toughness() -> None:
    assert kills_at_once(8, 4) and not kills_at_once(7, 4)


def test_a_model_already_hurt_goes_first_and_what_is_too_much_is_told() -> None:
    after = casualties(Pool(2, 40, noted=35), 50).value
    assert (after.removed, after.surplus, after.pool.models) == (2, 5, 0)


def test_moonfang_needs_ten_points_behind_the_invulnerable_save() -> None:
    blow = Attack(ignores_cover=True)
    assert moonfang_kills(rending(60, Protection(armour=2), blow).value)
    assert not moonfang_kills(rending(60, Protection(armour=2, invulnerable=4), blow).value)


def test_rending_in_close_combat_leaves_no_cover() -> None:
    shot = rending(90, TERMINATOR, Attack()).value
    blow = rending(90, TERMINATOR, Attack(ignores_cover=True)).value
    assert (shot.pierced_lost, blow.pierced_lost) == (8, 10)
    assert shot.saved_lost == blow.saved_lost == 13


def test_all_that_changes_a_skill_adds_up_and_is_told() -> None:
    target = OnVehicle(zone=AngleZone.RED, speed=Speed.COMBAT, ap="1", tank_hunters=True)
    aimed = skill(4, Rerolls(twin_linked=True), (Fraction(48), Fraction(20)), target)
    assert aimed.value == 4 + 1 + 2 + 1 + 1 + 1 + 1
    assert aimed.steps[0] == "BS 4" and aimed.steps[-1] == "BS 11"


def test_a_steady_sum_says_how_it_came_about() -> None:
    fired = volley(skill(4), Explained(4), 2, 10)
    assert fired.steps == ("BS 4", "BS 4 × S 4 × 2 shots = 32 DMG", "10 models × 32 = 320 DMG")


def test_poisoned_shots_go_by_toughness_as_poisoned_blows_do() -> None:
    fired = volley(skill(4), poison_strength(2, 5), 1)
    assert (fired.value, poison_strength(6, 1).value) == (28, 0)
    assert fired.steps[1] == "poisoned 2+ counts as T 5 + 2 = 7"


def test_night_hides_what_is_further_than_eighteen_inches() -> None:
    assert seen_at_night(Fraction(18)).value and not seen_at_night(Fraction(37, 2)).value
    assert seen_at_night(Fraction(24), acute_senses=True).value


def test_re_rolls_in_close_combat_add_to_skill_and_strength() -> None:
    assert factor(4, 5).value == 4
    assert close_combat(4, 4, 1, 4, Rerolls(to_hit=True, to_wound=True)).value == 5 * 5


def test_a_re_roll_to_wound_with_poison_counts_for_the_wielder_alone() -> None:
    plain = poisoned(4, 4, 1, 4, 3, 4).value
    assert (plain, poisoned(4, 4, 1, 4, 3, 4, Rerolls(to_wound=True)).value) == (16, 20)


def test_a_leader_and_his_unit_both_take_the_points() -> None:
    led = led_test(120, 0, 9).value
    assert (led.op, led.leader_op, led.passed) == (145, 25, True)


def test_extra_wounds_can_lose_an_assault() -> None:
    assert lost_by(20, 30, 1, 40).value == 30
    with pytest.raises(ValueError, match="has not lost"):
        lost_by(20, 30)


def test_a_bearer_with_the_best_aim_is_burnt_less() -> None:
    assert gets_hot(Protection(), bs=6).value.hp_lost == 10
    assert gets_hot(Protection(), bs=5).value.hp_lost == 40
    assert (shots_left(2, True), shots_left(2, False), shots_left(0, True)) == (1, 2, 0)


def test_a_warp_token_is_spent_by_cancelling_alone() -> None:
    cancelled = warp_token(WarpChoice.CANCELLED, TERMINATOR).value
    assert (cancelled.tested, cancelled.hp_lost, cancelled.spent) == (False, 0, True)
    braved = warp_token(WarpChoice.GOES_ON, Protection(armour=2, cover=2)).value
    assert (braved.tested, braved.hp_lost, braved.spent) == (True, 50, False)


def test_terrain_by_the_inch_is_rounded_for_each_model_and_says_so() -> None:
    worked = dangerous_terrain(5, inches=Fraction(5, 4))
    assert worked.value.damage == 65
    assert worked.steps[:2] == ('1.25" × 10 = 12.5, rounded 13 DMG', "5 models × 13 = 65 DMG")


def test_terrain_may_be_agreed_by_the_inch() -> None:
    assert dangerous_terrain(3, amount=4, inches=Fraction(3, 2)).value.damage == 18
    assert hurt(dangerous_terrain(1), Protection(armour=2, invulnerable=4)).value.hp_lost == 5


def test_mines_gates_and_explosions_leave_the_saves_they_leave() -> None:
    assert hurt(cluster_mines(), Protection(armour=6, cover=2)).value.hp_lost == 75
    assert hurt(gate_of_infinity(), Protection(armour=2)).value.hp_lost == 10
    assert explosion(3, Protection(armour=3, cover=4)).value.hp_lost == 12


def test_a_move_through_cover_is_not_halved_but_ends_after_five_inches() -> None:
    assert inside_difficult_terrain(Fraction(12), Fraction(0), through_cover=True).value == 5
    assert inside_difficult_terrain(Fraction(6), Fraction(3), through_cover=True).value == 3
    assert after_tremor(Fraction(1)).value == 0
    assert servitors_work(1) and not servitors_work(2)


def test_a_delayed_unit_comes_a_turn_later_and_is_not_picked_again() -> None:
    assert arrivals_with_delays(5, delayed={4: 1}).value == {2: 2, 3: 2, 5: 1}
    with pytest.raises(ValueError, match="only 2 may arrive"):
        arrivals_with_delays(5, delayed={3: 3})
    with pytest.raises(ValueError, match="in turn 5 all that are left arrive"):
        arrivals_with_delays(5, bonus=-9, delayed={5: 1})


def test_a_unit_that_outflanks_comes_from_the_edge_its_player_picks_or_is_removed() -> None:
    assert outflank("left", can_be_placed=True).steps[-1] == "it arrives from the left edge"
    removed = outflank("right", can_be_placed=False)
    assert not removed.value.arrived and removed.steps[-1].endswith("removed from play")


def test_fast_units_fall_back_further() -> None:
    """D-17."""
    assert FIXED_MOVES["fall back"] < FIXED_MOVES["fast fall back"] == FIXED_MOVES["hit and run"] == 10
    assert FIXED_MOVES["run"] == FIXED_MOVES["consolidate"] == 4


def test_one_token_more_is_allowed_at_night() -> None:
    assert blast_scatter(7, 0, night=True).value == 14
    with pytest.raises(ValueError, match="at most 7 tokens at night"):
        blast_scatter(8, 0, night=True)
    assert placing_tokens(1).value == 0


def test_damage_past_the_last_line_is_lost_and_told() -> None:
    scored = score("F", 50, {"F": 10})
    assert (scored.value.lines, scored.value.lost) == ({"F": 36}, 24)
    assert "24 DMG lost past line F" in scored.steps


def test_an_attack_that_is_too_weak_does_nothing() -> None:
    scored = attack(14, 4, 90, {"A": 3}).value
    assert (scored.line, scored.lines, scored.glancing, scored.penetrating) == (None, {"A": 3}, 0, 0)


def test_every_calculation_names_a_rule_once() -> None:
    names = [name_of(calculation) for calculation in SYSTEM.calculations()]
    assert len(names) == len(set(names))
    assert all(calculation.rule.startswith("D-") for calculation in SYSTEM.calculations())


def test_a_great_deal_of_damage_is_told_in_one_sum() -> None:
    assert save_worked(1_000_000_003, 3).steps[-1] == "10000000 × 33 + 1 = 330000001 HP lost"
