"""What holds of the rules whatever the numbers are."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.systems.arguments import read
from builder.systems.calculation import Calculation
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.aim import NO_REROLLS, AngleZone, OnVehicle, Rerolls, Speed, range_bonus, skill
from builder.systems.diceless.attacks import close_combat, factor, poisoned
from builder.systems.diceless.casualties import Group, Pool, casualties, rending, shares, unit_casualties
from builder.systems.diceless.movement import LAST_TURN, arrivals_with_delays
from builder.systems.diceless.order_points import leadership_test, limit, passes, psychic_test, regroup
from builder.systems.diceless.saves import (
    Attack,
    Protection,
    Reroll,
    best_save,
    hp_lost,
    protected,
    rending_parts,
    save_worked,
)
from builder.systems.diceless.tokens import DeepStrikeZone, blast_scatter, deep_strike
from builder.systems.diceless.vehicle_damage import (
    LETTERS,
    LINE_CAPACITY,
    LINES,
    ROWS,
    HitRows,
    Impact,
    Take,
    attack,
    hits,
    repair,
    score,
    without_last_box,
)
from builder.systems.specs import Field, Spec, spec_of

damage = st.integers(0, 600)
save = st.sampled_from([2, 3, 4, 5, 6, None])
protection = st.builds(
    Protection,
    armour=save,
    cover=save,
    invulnerable=save,
    reroll=st.sampled_from(Reroll),
    feel_no_pain=st.booleans(),
    null_zone=st.booleans(),
)
attacks = st.builds(
    Attack,
    ap=st.one_of(st.none(), st.integers(1, 6)),
    ignores_armour=st.booleans(),
    ignores_cover=st.booleans(),
)
pools = (
    st.integers(1, 60)
    .flatmap(
        lambda each: st.builds(Pool, models=st.integers(0, 12), hp_each=st.just(each), noted=st.integers(0, each - 1))
    )
    .filter(lambda pool: pool.models or not pool.noted)
)
lines = st.dictionaries(st.sampled_from(LETTERS), st.integers(0, LINE_CAPACITY))
impacts: st.SearchStrategy[list[Impact]] = st.lists(st.tuples(st.sampled_from(list(ROWS)), st.booleans()), max_size=16)
rows = st.builds(HitRows, weapons=st.integers(0, 4), open_topped=st.booleans())


@given(damage, save, st.sampled_from(Reroll))
def test_a_save_lets_no_more_through_than_there_is(dmg: int, save: int | None, reroll: Reroll) -> None:
    assert 0 <= save_worked(dmg, save, reroll).value <= dmg


@given(damage, save)
def test_more_damage_never_costs_less(dmg: int, save: int | None) -> None:
    assert hp_lost(dmg, save) <= hp_lost(dmg + 1, save)


@given(damage, save)
def test_a_reroll_of_failures_helps_and_one_of_successes_hurts(dmg: int, save: int | None) -> None:
    lost = [save_worked(dmg, save, reroll).value for reroll in (Reroll.FAILED, Reroll.NONE, Reroll.PASSED)]
    assert lost == sorted(lost)


@given(protection, attacks)
def test_the_save_used_is_one_that_the_target_has(target: Protection, attack: Attack) -> None:
    best = best_save(target, attack).value
    usual = {target.armour, target.cover, target.invulnerable}
    assert best is None or best in usual or (target.null_zone and best - 1 == target.invulnerable)


@given(damage, protection, attacks)
def test_protection_never_makes_it_worse_than_none(dmg: int, target: Protection, attack: Attack) -> None:
    assert 0 <= protected(dmg, target, attack).value.hp_lost <= dmg


@given(damage, protection, attacks)
def test_rending_is_divided_whole_to_a_point(dmg: int, target: Protection, attack: Attack) -> None:
    pierced, saved = rending_parts(dmg)
    assert abs(pierced + saved - dmg) <= 1 + dmg // 100
    rent = rending(dmg, target, attack).value
    assert 0 <= rent.hp_lost <= pierced + saved


@given(pools, damage, st.booleans())
def test_hit_points_never_fall_below_nothing(pool: Pool, lost: int, instant_death: bool) -> None:
    after = casualties(pool, lost, instant_death).value
    assert after.pool.hp_left >= 0 and after.pool.models >= 0
    assert 0 <= after.pool.noted < pool.hp_each
    assert after.removed + after.pool.models == pool.models
    if not instant_death:
        assert pool.hp_left - after.pool.hp_left + after.surplus == lost


@given(pools, damage, damage)
def test_losses_add_up_however_they_are_divided(pool: Pool, first: int, second: int) -> None:
    one_by_one = casualties(casualties(pool, first).value.pool, second).value.pool
    assert one_by_one == casualties(pool, first + second).value.pool


@given(pools, damage)
def test_instant_death_never_spares_a_model(pool: Pool, lost: int) -> None:
    assert casualties(pool, lost, True).value.pool.models <= casualties(pool, lost).value.pool.models


@given(damage, st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), st.data())
def test_shares_are_all_of_the_damage_and_even_by_model(dmg: int, models: list[int], data: st.DataObject) -> None:
    first = data.draw(st.lists(st.sampled_from(range(len(models)))))
    taken = shares(dmg, models, first).value
    each = dmg // sum(models)
    assert sum(taken) == dmg
    assert all(each * number <= share <= (each + 1) * number for share, number in zip(taken, models, strict=True))
    left_over = dmg % sum(models)
    if first and left_over:
        assert taken[first[0]] == each * models[first[0]] + min(left_over, models[first[0]])


@given(damage, st.lists(pools, min_size=1, max_size=4).filter(lambda each: any(pool.models for pool in each)), attacks)
def test_a_unit_loses_no_more_than_its_groups_have(dmg: int, each: list[Pool], attack: Attack) -> None:
    groups = [Group(f"group {number}", pool, Protection(armour=3)) for number, pool in enumerate(each)]
    for group, after in zip(groups, unit_casualties(dmg, groups, attack).value, strict=True):
        assert 0 <= after.losses.pool.hp_left <= group.pool.hp_left


@given(lines, st.sampled_from(LETTERS), damage)
def test_a_line_never_holds_more_than_36_and_nothing_vanishes(before: dict[str, int], letter: str, dmg: int) -> None:
    after = score(letter, dmg, before).value
    assert all(0 < value <= LINE_CAPACITY for value in after.lines.values())
    assert all(after.lines.get(each, 0) >= before.get(each, 0) for each in LETTERS)
    assert sum(after.lines.values()) + after.lost == sum(before.values()) + dmg
    assert all(after.lines.get(each, 0) == before.get(each, 0) for each in LETTERS if each < letter)


@given(lines, st.sampled_from(LETTERS), damage, damage)
def test_damage_scores_the_same_in_one_go_or_two(before: dict[str, int], letter: str, one: int, two: int) -> None:
    once = score(letter, one + two, before).value
    half = score(letter, one, before).value
    rest = score(letter, two, half.lines).value
    assert (once.lines, once.glancing, once.penetrating) == (
        rest.lines,
        half.glancing + rest.glancing,
        half.penetrating + rest.penetrating,
    )


@given(st.integers(9, 15), st.integers(1, 12), st.integers(1, 36))
def test_a_stronger_attack_never_lands_on_an_earlier_line(av: int, strength: int, dmg: int) -> None:
    weak, strong = attack(av, strength, dmg).value.line, attack(av, strength + 1, dmg).value.line
    assert weak is None or (strong is not None and strong >= weak)


@given(lines, st.sampled_from(LETTERS), st.integers(0, 60))
def test_a_repair_takes_off_what_is_there_and_undoes_what_it_scored(
    before: dict[str, int], letter: str, amount: int
) -> None:
    repaired = repair(before, letter, amount).value
    assert 0 <= repaired.removed <= min(amount, before.get(letter, 0))
    again = score(letter, repaired.removed, repaired.lines).value
    assert again.lines == {each: value for each, value in before.items() if value}
    assert (again.glancing, again.penetrating) == (repaired.undone.count("G"), repaired.undone.count("P"))


@given(rows, impacts, impacts, st.sampled_from(Take))
def test_a_checked_box_stays_checked(start: HitRows, first: list[Impact], then: list[Impact], choice: Take) -> None:
    before = hits(start, first, choice).value
    after = hits(before, then, choice).value
    for row in ROWS:
        assert set(before.checked(row)) <= set(after.checked(row))
    assert 0 <= after.weapons_left <= before.weapons_left
    assert after.immobilised or not before.immobilised
    assert after.destroyed or not before.destroyed


@given(rows, impacts, st.sampled_from(Take))
def test_a_glancing_hit_wrecks_only_what_neither_shoots_nor_moves(
    start: HitRows, struck: list[Impact], choice: Take
) -> None:
    after = hits(start, [(row, plus_one) for row, plus_one in struck if row == "G"], choice).value
    if after.destroyed:
        assert after.immobilised and not after.weapons_left


@given(rows, impacts)
def test_a_repair_unchecks_one_box_and_never_the_first_of_an_open_topped_vehicle(
    start: HitRows, struck: list[Impact]
) -> None:
    before = hits(start, struck).value
    for row in ROWS:
        after = without_last_box(before, row)
        gone = set(before.checked(row)) - set(after.checked(row))
        assert len(gone) == (1 if any(each.row == row and each.box for each in before.landed) else 0)
        assert not (start.open_topped and row == "G") or 1 in after.checked("G")


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 10), st.booleans())
def test_the_factor_falls_as_the_target_gets_better(ws: int, target: int, strength: int, claw: bool) -> None:
    assert factor(ws, target + 1, claw).value <= factor(ws, target, claw).value
    assert close_combat(ws, target, 1, strength).value >= 3 * strength


@given(st.integers(1, 10), st.integers(1, 10), st.integers(3, 6), st.integers(1, 10), st.integers(1, 10))
def test_a_stronger_poison_never_hurts_less(ws: int, target: int, poison: int, strength: int, toughness: int) -> None:
    weak = poisoned(ws, target, 1, poison, strength, toughness).value
    assert 0 <= weak <= poisoned(ws, target, 1, poison - 1, strength, toughness).value


@given(
    st.integers(0, 10),
    st.sampled_from([None, *AngleZone]),
    st.sampled_from(Speed),
    st.sampled_from(["", "-", "1", "4"]),
)
def test_a_skill_is_never_below_nothing(bs: int, zone: AngleZone | None, speed: Speed, ap: str) -> None:
    assert 0 <= skill(bs, NO_REROLLS, None, OnVehicle(zone=zone, speed=speed, ap=ap)).value <= bs + 4


@given(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 10))
def test_several_rerolls_count_once(to_hit: bool, preferred_enemy: bool, twin_linked: bool, bs: int) -> None:
    rerolls = Rerolls(to_hit=to_hit, preferred_enemy=preferred_enemy, twin_linked=twin_linked)
    assert skill(bs, rerolls).value == bs + (to_hit or preferred_enemy or twin_linked)


@given(st.integers(1, 120), st.fractions(0, 120))
def test_the_bonus_of_range_counts_whole_feet_below_it(reach: int, distance: Fraction) -> None:
    if distance <= reach:
        bonus = range_bonus(Fraction(reach), distance)
        assert bonus == sum(distance < reach - 12 * step for step in range(1, 11))


@given(st.integers(0, 300), st.integers(0, 12), st.booleans())
def test_more_order_points_never_pass_where_fewer_fail(op: int, ld: int, reroll: bool) -> None:
    assert passes(op, ld, reroll) or not passes(op + 1, ld, reroll)
    assert not passes(op, ld, reroll) or passes(op, ld + 1, reroll)
    assert (limit(ld, True) or 0) >= (limit(ld) or 0)


@given(st.integers(0, 300), st.lists(st.integers(2, 10), min_size=1, max_size=20), st.integers(1, 11))
def test_order_points_never_fall_below_nothing(op: int, leaderships: list[int], ld: int) -> None:
    assert 0 <= regroup(op, leaderships, ld).value.op <= op
    assert leadership_test(op, ld).value.op == op + 25
    psychic = psychic_test(op, ld, hood=True).value
    assert psychic.op == (op + 50 if psychic.passed else 0)


@given(st.integers(0, 40), st.integers(-3, 3), st.data())
def test_all_reserves_arrive_once_whatever_is_delayed(units: int, bonus: int, data: st.DataObject) -> None:
    usual = arrivals_with_delays(units, bonus).value
    delayed = {turn: data.draw(st.integers(0, number)) for turn, number in usual.items() if turn < LAST_TURN}
    late = arrivals_with_delays(units, bonus, delayed).value
    assert sum(usual.values()) == sum(late.values()) == units
    assert 1 not in late and max(late, default=0) <= 6


@given(st.integers(0, 6), st.integers(0, 10), st.booleans())
def test_a_blast_never_ends_behind_its_mark_nor_beyond_its_tokens(tokens: int, bs: int, pull_back: bool) -> None:
    assert 0 <= blast_scatter(tokens, bs, pull_back).value <= 2 * tokens


@given(st.sampled_from(DeepStrikeZone), st.booleans(), st.booleans())
def test_an_arrival_takes_no_more_tokens_than_a_beacon_allows(zone: DeepStrikeZone, jamming: bool, kept: bool) -> None:
    arrival = deep_strike(zone, jamming, kept).value
    assert 0 <= arrival.tokens <= 12 and (arrival.tokens == 0) is kept


def test_the_table_of_lines_is_monotone() -> None:
    for line in LINES:
        values = [value for value, _ in line.thresholds]
        assert values == sorted(set(values))
    for weaker, stronger in itertools.pairwise(LINES):
        assert weaker.thresholds[0][0] > stronger.thresholds[0][0]
        assert len(weaker.thresholds) < len(stronger.thresholds)


TEXTS = (
    *("", "0", "1", "2", "3", "5", "12", "36", "9999", "-", "none", "3+", "4(5)", "1.5", "A", "A=12,E=8", "2=1", "D6"),
    *("G,P,P+1", "3x4,2", "boyz, 4, 40, 6+", "nob, 0, 40, -", "red", "flat out", "krak", "own", "left", "Tigurius"),
    *("run", "weapon", "goes on", "7+", "A=99", "−1", "1e9", "½", "x" * 300),
)


def readable(field: Field) -> list[str]:
    """The texts that mean something to a field; the others it must refuse in words."""
    found = []
    for text in ("yes", "no") if field.switch else TEXTS:
        try:
            field.kind.value(text, None)
        except ValueError as error:
            assert str(error)
        else:
            found.append(text)
    return found


SPECS = tuple(map(spec_of, SYSTEM.calculations()))
READABLE = {(spec.name, field.name): readable(field) for spec in SPECS for field in spec.fields}


@settings(max_examples=50)
@given(st.sampled_from(SPECS), st.data())
def test_whatever_is_given_is_answered_or_refused_in_words(spec: Spec[Calculation], data: st.DataObject) -> None:
    given: dict[str, str | Sequence[str]] = {}
    for field in spec.fields:
        known = st.sampled_from(READABLE[spec.name, field.name])
        given[field.name] = data.draw(st.lists(known, max_size=3) if field.several else known)
    try:
        answer = read(spec, given).answer()
    except ValueError as error:
        assert str(error)
        return
    assert json.loads(json.dumps(answer.result))["steps"] == list(answer.lines)
    assert answer.lines and all(line.strip() for line in answer.lines)
