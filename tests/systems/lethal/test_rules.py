"""What holds of the rules whatever the numbers are."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.lethal.attacks import (
    AP_ALONE,
    DAMAGE,
    STAT_SECTION,
    VEHICLES_SECTION,
    Hit,
    after_finding,
    after_shooting,
    chance_to_hit,
    chance_to_survive,
    combat_dice,
    combat_penetration,
    dice_to_hit,
    move_in,
    penetrates,
    primitive_armour,
    spear_dice,
    speed_save,
    survives,
    vehicle_damage,
    vehicle_hit,
    volley,
    weapon_penetration,
)
from builder.systems.lethal.command import (
    ConfusionOutcome,
    MoraleState,
    after_morale_check,
    after_turn,
    best_command,
    confusion,
    fast_move,
    height_crossed,
    in_difficult_terrain,
    may_disembark,
    may_embark,
    must_check_losses,
    passes_command_check,
)
from builder.systems.lethal.contact import (
    BANDS,
    BASE_CONTACT,
    Cover,
    Stretch,
    cover_reaches,
    entrenched,
    protection,
    reach_steps,
    through,
)
from builder.systems.lethal.groups import Member, forbidden
from builder.systems.lethal.model import Bond, TroopType
from builder.systems.lethal.values import NO_ROLL, Roll, mount, read_command, read_kind, read_multiplier, read_roll

DISTANCES = st.integers(0, 300)
DICE = st.integers(1, 6)
MULTIPLIERS = st.sampled_from([Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4)])
PATHS = st.lists(st.builds(Stretch, st.integers(0, 60), st.sampled_from([None, *Cover])), max_size=5)


@given(DISTANCES, MULTIPLIERS, PATHS)
def test_more_on_the_way_never_lets_one_see_further(contact: int, multiplier: Fraction, path: list[Stretch]) -> None:
    lefts = [step.left for step in through(reach_steps(contact, multiplier)[-1].left, path)]
    assert lefts == sorted(lefts, reverse=True)
    assert all(left >= 0 for left in lefts)


@given(DISTANCES, MULTIPLIERS, st.integers(1, 6), st.booleans(), st.booleans())
def test_small_and_hidden_targets_are_never_seen_from_further(
    contact: int, multiplier: Fraction, structure: int, focused: bool, small: bool
) -> None:
    plain = reach_steps(contact, multiplier, structure=structure, focused=focused)[-1].left
    assert reach_steps(contact, multiplier, structure=structure, focused=focused, small=small)[-1].left <= plain
    assert reach_steps(contact, multiplier, structure=structure, focused=focused, hull_down=True)[-1].left <= plain
    assert plain >= reach_steps(contact, multiplier)[-1].left


@given(DISTANCES, MULTIPLIERS)
def test_the_four_reaches_of_a_sheet_are_those_of_the_rule(contact: int, multiplier: Fraction) -> None:
    far = reach_steps(contact, multiplier)[-1].left
    for cover, left in zip(
        (Cover.LIGHT, Cover.MEDIUM, Cover.HARD), cover_reaches(contact, multiplier)[1:], strict=True
    ):
        assert through(far, [Stretch(None, cover)])[-1].left == left
    assert cover_reaches(contact, multiplier)[0] == far


def test_entrenching_betters_cover_by_one_band() -> None:
    assert entrenched(None) is Cover.SOFT
    assert [entrenched(cover) for cover in Cover] == [*list(Cover)[1:], Cover.VERY_HARD]
    assert [BANDS[cover].armour for cover in Cover] == [1, 2, 3, 4, 5]


def test_a_target_at_the_edge_of_its_cover_is_seen_as_in_the_open_and_keeps_its_armour() -> None:
    """L-44."""
    for cover in Cover:
        at_edge = protection(cover, at_edge=True)
        assert at_edge.share == 1 and at_edge.armour == BANDS[cover].armour
        assert protection(cover).share <= 1
    assert protection(None) == protection(None, at_edge=True)


def test_a_firer_in_cover_sees_less_far_and_base_contact_is_always_in_range() -> None:
    """L-44: his own cover cuts the range first; where nothing is left the target has to be touched."""
    out_of_wood = through(100, [Stretch(10, Cover.LIGHT), Stretch(20)])
    assert out_of_wood[-1].left == 100 // 2 - 10 - 20
    assert through(100, [Stretch(300), Stretch(None, Cover.HARD)])[-1].left == BASE_CONTACT


def test_the_entrenched_have_a_band_more_against_every_shot() -> None:
    """L-45: of range and of armour."""
    assert protection(None, dug_in=True) == BANDS[Cover.SOFT]
    for cover, better in pairwise(Cover):
        assert protection(cover, dug_in=True) == BANDS[better]


@given(st.integers(1, 6), DICE)
def test_a_worse_roll_never_confuses_less(command: int, die: int) -> None:
    """L-33."""
    outcomes = list(ConfusionOutcome)
    now, worse = (outcomes.index(confusion(command, d).outcome) for d in (die, max(1, die - 1)))
    assert worse >= now
    assert (confusion(command, die).outcome is ConfusionOutcome.PASSED) == (die >= command)


@given(st.integers(1, 6))
def test_a_one_passes_no_command_check(command: int) -> None:
    """L-08, L-09."""
    assert not passes_command_check(command, 1)
    assert passes_command_check(command, 6)


@pytest.mark.parametrize(
    ("start", "before", "after", "checks"),
    [(10, 6, 5, False), (10, 5, 4, True), (11, 6, 5, True), (12, 5, 4, False), (12, 8, 6, True), (20, 9, 7, False),
     (4, 1, 0, False)],
)  # fmt: skip
def test_losing_a_quarter_at_once_or_falling_below_half_calls_for_a_check(
    start: int, before: int, after: int, checks: bool
) -> None:
    """L-30: just half of the starting strength is not below it, and below it once is not below it again."""
    assert must_check_losses(start, before, after) == checks


def test_stunned_and_paralysed_units_are_shaken_after_the_turn() -> None:
    assert [after_turn(state) for state in MoraleState] == [
        MoraleState.UNBROKEN, MoraleState.SHAKEN, MoraleState.SHAKEN, MoraleState.SHAKEN, MoraleState.ROUTED,
    ]  # fmt: skip


def test_routing_units_rally_or_are_destroyed_and_nobody_else_is_out_of_close_combat() -> None:
    """L-31 and L-32."""
    assert after_morale_check(MoraleState.ROUTED, True) is MoraleState.PARALYSED
    assert after_morale_check(MoraleState.ROUTED, False) is None
    for state, worse in pairwise(MoraleState):
        assert after_morale_check(state, True) is state
        assert after_morale_check(state, False) is worse
        assert after_morale_check(state, False, in_combat=True) is None


@given(st.builds(Roll, st.integers(1, 3), st.integers(2, 6)))
def test_the_chance_of_a_save_counts_every_roll_of_its_dice(save: Roll) -> None:
    """L-02."""
    rolls = list(product(range(1, 7), repeat=save.dice))
    assert chance_to_survive(save) == Fraction(sum(survives(save, roll) for roll in rolls), len(rolls))


@given(st.builds(Roll, st.integers(1, 2), st.integers(2, 6)), st.integers(1, 4), st.integers(1, 20))
def test_near_targets_draw_twice_the_rapid_fire(skill: Roll, shots: int, models: int) -> None:
    """L-80, L-81."""
    far = dice_to_hit(skill, shots, models)
    assert far == models * sum(1 for _ in range(shots * skill.dice))
    assert dice_to_hit(skill, shots, models, rapid_fire=True) == 2 * far


@given(st.integers(2, 6), st.booleans())
def test_a_die_hits_as_often_as_its_faces_say(target: int, twin_linked: bool) -> None:
    """L-80, L-85."""
    pairs = list(product(range(1, 7), repeat=2))
    hits = sum(first >= target or (twin_linked and second >= target) for first, second in pairs)
    assert chance_to_hit(Roll(1, target), twin_linked=twin_linked) == Fraction(hits, 36)


@given(st.integers(1, 20), st.integers(2, 6), st.integers(0, 8), st.integers(0, 8), st.integers(2, 6))
def test_a_volley_comes_to_what_all_its_rolls_come_to(dice: int, skill: int, ap: int, armour: int, save: int) -> None:
    """L-50, L-80: of the 216 rolls to hit, to pierce the armour and to save, those that kill."""
    faces = range(1, 7)
    rolls = list(product((hit >= skill for hit in faces), (penetrates(die, ap, armour) for die in faces)))
    found = volley(dice, Roll(1, skill), ap, armour, Roll(1, save))
    assert found.hits == dice * Fraction(7 - skill, 6)
    assert found.through == dice * Fraction(sum(hit and hurt for hit, hurt in rolls), 36)
    assert found.lost == found.through * Fraction(save - 1, 6)


@given(st.integers(0, 40), st.integers(2, 6), st.integers(0, 8), st.integers(0, 8), st.integers(2, 6))
def test_nothing_is_lost_that_was_not_hit_and_hurt(dice: int, skill: int, ap: int, armour: int, save: int) -> None:
    """L-50, L-80."""
    found = volley(dice, Roll(1, skill), ap, armour, Roll(1, save))
    assert dice >= found.hits >= found.through >= found.lost >= 0
    assert volley(dice, Roll(1, skill), ap, armour).lost == found.through
    assert (found.through == 0) == (not dice or not penetrates(6, ap, armour))


@pytest.mark.parametrize(
    ("rules", "fortified", "command"),
    [((), False, 4), (("fearless",), False, 2), (("stubborn",), False, 2), (("siege masters",), False, 4),
     (("siege masters",), True, 2)],
)  # fmt: skip
def test_steady_troops_have_a_better_command(rules: tuple[str, ...], fortified: bool, command: int) -> None:
    assert best_command(4, rules, in_fortification=fortified) == command
    assert best_command(1, rules, in_fortification=fortified) == 1


@given(st.integers(0, 6), st.integers(1, 9), st.booleans(), st.booleans(), st.integers(0, 400))
def test_combat_dice_are_never_less_than_none(
    multiple: int, round_number: int, charging: bool, furious: bool, moved: int
) -> None:
    dice = combat_dice(multiple, round_number, charging=charging, furious_charge=furious, vehicle_moved=moved)
    assert dice >= 0
    assert dice <= combat_dice(multiple, round_number + 1, charging=False, vehicle_moved=moved) + 2
    if round_number > 1:
        assert dice == combat_dice(multiple, round_number, vehicle_moved=moved)


def test_combat_uses_the_better_penetration_and_moves_in_by_half() -> None:
    assert combat_penetration(2, 1) == combat_penetration(1, 2) == 2
    assert move_in(15) == 7
    assert combat_dice(1, preferred_enemy=True) == 2


@given(DICE, st.integers(0, 12), st.integers(0, 12))
def test_more_penetration_never_hits_a_vehicle_less(die: int, penetration: int, armour: int) -> None:
    """L-51."""
    hits = list(Hit)
    for comparison in ("D6 + AP", AP_ALONE):
        now = hits.index(vehicle_hit(die, penetration, armour, comparison))
        assert now <= hits.index(vehicle_hit(die, penetration + 1, armour, comparison))
    assert penetration < armour or vehicle_hit(die, penetration, armour) is not Hit.NONE


def test_ap_alone_is_compared_when_the_list_says_so() -> None:
    assert [vehicle_hit(6, ap, 7, AP_ALONE) for ap in (6, 7, 8, 10)] == [
        Hit.NONE, Hit.GLANCING, Hit.PENETRATING, Hit.CATASTROPHIC,
    ]  # fmt: skip


def test_the_damage_tables_have_every_face_once() -> None:
    """L-52."""
    for hit, rows in DAMAGE.items():
        assert sorted(face for faces, _ in rows for face in faces) == [1, 2, 3, 4, 5, 6]
        assert vehicle_damage(hit, 6) == rows[-1][1]
    assert vehicle_damage(Hit.NONE, 6) == "no effect"
    assert vehicle_damage(Hit.CATASTROPHIC, 6) == "explodes"


@given(DISTANCES)
def test_faster_vehicles_save_better(moved: int) -> None:
    for table in (VEHICLES_SECTION, STAT_SECTION):
        assert (speed_save(moved + 1, table) or 7) <= (speed_save(moved, table) or 7)


@given(st.lists(DICE, max_size=4))
def test_any_one_die_of_a_save_will_do(dice: list[int]) -> None:
    assert survives(Roll(2, 5), dice) == any(die >= 5 for die in dice[:2])
    assert not survives(NO_ROLL, dice)


@given(st.integers(0, 9), st.lists(DICE))
def test_ammunition_is_never_less_than_none_and_found_only_when_out(counters: int, dice: list[int]) -> None:
    left = after_shooting(counters, dice)
    assert left == max(0, counters - dice.count(1))
    assert after_finding(left) == (left or 1)


def test_movement() -> None:
    assert fast_move(30) == 120
    assert (height_crossed(30, 1), height_crossed(30, 2)) == (15, 30)
    assert in_difficult_terrain(15, ranked=True) == 3
    assert [may_disembark(moved) for moved in (0, 30, 31)] == [True, True, False]
    assert not may_disembark(20, after_move_move=True)
    assert [may_embark(moved) for moved in (30, 31)] == [True, False]


def test_primitive_arms() -> None:
    assert primitive_armour("plate and shield", mounted=True, shield_to_assault=True) == 4
    assert [spear_dice(receiving=True, round_number=1, against_mounted=riders) for riders in (False, True)] == [1, 2]
    assert spear_dice(receiving=False, round_number=1) == spear_dice(receiving=True, round_number=2) == 0
    assert weapon_penetration("two-handed", assaulting=False, mounted=False) == 2
    assert weapon_penetration("lance", assaulting=True, mounted=True) == 2
    assert weapon_penetration("lance", assaulting=True, mounted=False) == 0


@given(st.integers(1, 12), st.integers(2, 6))
def test_rolls_are_read_as_they_are_written(dice: int, target: int) -> None:
    roll = Roll(dice, target)
    assert read_roll(str(roll)) == roll


@pytest.mark.parametrize("text", ["7+", "0x3+", "x3+", "3", "-1", "3++", "2 x", ""])
def test_what_is_no_roll_is_none(text: str) -> None:
    assert read_roll(text) is None


def test_what_is_no_command_or_multiplier_is_none() -> None:
    assert [read_command(text) for text in ("1+", "6+", "7+", "3", "")] == [1, 6, None, None, None]
    assert [read_multiplier(text) for text in ("1/4", "2", "0", "1/0", "x")] == [Fraction(1, 4), 2, None, None, None]


def test_a_forbidden_group_says_which_rule_and_what_would_do() -> None:
    squad = Member("Squad", TroopType.INFANTRY, "Troops")
    guns = Member("Guns", TroopType.INFANTRY, "Heavy Support")
    tank = Member("Tank", TroopType.VEHICLE, "Heavy Support")
    captain = Member("Captain", TroopType.CHARACTER, "HQ")
    platoon = Member("Platoon", TroopType.INFANTRY, "Troops", Bond.STRUCTURE)
    assert [reason.rule for reason in forbidden([squad, guns])] == ["L-12"]
    assert [reason.rule for reason in forbidden([squad, tank])] == ["L-11", "L-12"]
    assert [reason.rule for reason in forbidden([squad, captain])] == ["L-11"]
    assert [reason.rule for reason in forbidden([squad, platoon])] == ["L-10"]
    (reason,) = forbidden([squad, guns])
    assert "Troops and Heavy Support do not mix" in reason.wrong and "HQ" in reason.allowed


def test_parts_of_a_structure_join_no_other_structure() -> None:
    """L-10."""
    first, second, third = (
        Member(name, TroopType.INFANTRY, "Troops", Bond.STRUCTURE, whole)
        for name, whole in (("Command", "First Platoon"), ("Squad", "First Platoon"), ("Guns", "Second Platoon"))
    )
    assert forbidden([first, second]) == ()
    (reason,) = forbidden([first, third])
    assert reason.rule == "L-10"
    assert "First Platoon" in reason.wrong and "Second Platoon" in reason.wrong


def test_linked_units_go_with_one_unit_of_what_they_were_bought_through() -> None:
    """L-10: whatever that is, and with nobody else."""
    tank = Member("Old Thunder", TroopType.VEHICLE, "Heavy Support", entry="Command Tank")
    crew = Member("Crew", TroopType.INFANTRY, "Troops", Bond.LINKED, "command tank")
    squad = Member("Squad", TroopType.INFANTRY, "Troops", entry="Squad")
    assert forbidden([tank, crew, crew]) == ()
    assert {reason.rule for reason in forbidden([tank, squad, crew])} >= {"L-10"}
    assert {reason.rule for reason in forbidden([tank, tank, crew])} >= {"L-10"}
    assert [reason.rule for reason in forbidden([squad, crew])] == ["L-10"]


@given(st.lists(st.builds(Member, st.just("X"), st.sampled_from(list(TroopType)), st.sampled_from(["HQ", "Troops"]),
                          st.sampled_from(list(Bond)), st.sampled_from(["", "Y"]), st.sampled_from(["", "y"])),
                min_size=1, max_size=4))  # fmt: skip
def test_the_order_of_units_does_not_matter_to_a_group(members: list[Member]) -> None:
    assert {reason.rule for reason in forbidden(members)} == {reason.rule for reason in forbidden(members[::-1])}


def test_kinds_of_weapons_are_read_in_any_case() -> None:
    """L-05."""
    assert read_kind("Titan  Killer d6") == "titan killer D6"
    assert read_kind("Twin Linked") == "twin-linked"
    assert read_kind("bouncing") is None
    assert [mount(kinds) for kinds in (("heavy",), ("assault",), ("ordnance", "heavy"), ("heavy", "defensive"))] == [
        "main", "defensive", "ordnance", "defensive",
    ]  # fmt: skip
