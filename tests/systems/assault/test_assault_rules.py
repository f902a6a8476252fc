"""Trial Assault v7 as figures, worked out by hand from the source."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.record import replace
from builder.services.army.locator import open_army
from builder.systems.assault.combat import FieldedModels, Party, fielded, fight
from builder.systems.assault.fighters import Fighter, charge_range, fighters, strength
from builder.systems.assault.rules import (
    Kind,
    attacks,
    bound_to,
    charge_move,
    holds,
    loser,
    majority_t,
    majority_ws,
    may_declare,
    step,
)
from builder.systems.fortyk.charts import to_hit, to_wound
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.fortyk.readings import army_of

MARINE = Fighter(id="m", name="Marine", models=5, ws=4, s=4, i=4, a=1, t=4, saves=(3, None))
ELDAR = Fighter(id="e", name="Dark Eldar", models=40, ws=4, s=3, i=6, a=1, t=3, saves=(5, None))


@pytest.mark.parametrize(
    ("a", "charging", "shot", "two", "support", "kind", "dice"),
    [
        (1, False, False, False, False, "other", 1),
        (1, True, False, False, False, "other", 2),
        (1, True, True, False, False, "other", 1),
        (1, True, True, False, False, "terminator", 2),
        (2, True, True, False, False, "terminator", 3),
        (2, True, True, False, False, "walker", 3),
        (2, True, False, True, False, "other", 4),
        (3, True, False, True, True, "other", 1),
    ],
)
def test_dice_of_a_model(a: int, charging: bool, shot: bool, two: bool, support: bool, kind: Kind, dice: int) -> None:
    """A-05, A-06, A-11; terminators, bikes, dreadnoughts and walkers keep the die for charging."""
    assert attacks(a, charging=charging, shot=shot, two_weapons=two, supporting=support, kind=kind) == dice


@pytest.mark.parametrize(("ws", "target", "needs"), [(4, 3, 3), (4, 4, 4), (4, 8, 4), (4, 9, 5), (2, 4, 4), (1, 3, 5)])
def test_to_hit(ws: int, target: int, needs: int) -> None:
    """A-07."""
    assert to_hit(ws, target) == needs


@pytest.mark.parametrize(
    ("s", "t", "needs"),
    [(4, 3, 3), (4, 4, 4), (4, 5, 5), (4, 6, 6), (4, 7, 6), (4, 8, None), (8, 4, 2), (6, 4, 2), (2, 4, 6), (3, 4, 5)],
)
def test_to_wound(s: int, t: int, needs: int | None) -> None:
    """A-08, A-13: Grots and their Slaver wound marines on 6+ and on 5+."""
    assert to_wound(s, t) == needs


def test_who_is_the_majority() -> None:
    """A-07, A-08: of several values as many models have, the lowest WS, and the T that the owner chooses."""
    assert majority_ws([(20, 2), (1, 4)]) == 2
    assert majority_ws([(5, 4), (5, 3)]) == 3
    assert majority_ws([(1, 2), (1, 4)]) == 2
    assert majority_t([(20, 2), (1, 4)]) == (2,)
    assert majority_t([(1, 2), (1, 4)]) == (2, 4)
    assert majority_t([(2, 3), (2, 4), (2, 5)]) == (3, 4, 5)
    assert majority_ws([(10, 4), (10, 3), (1, 2)]) == 2, "without a majority, the lowest of the whole unit"
    assert majority_ws([(3, 3), (2, 3), (4, 4)]) == 3, "models with equal values count together"
    assert majority_ws([]) is None


@pytest.mark.parametrize(
    ("cover", "charged", "number", "at"),
    [(True, True, 1, 10), (True, True, 2, 4), (False, True, 1, 4), (True, False, 1, 4)],
)
def test_the_step_of_a_model(cover: bool, charged: bool, number: int, at: int) -> None:
    """A-09: a force field does not help who charges."""
    assert step(4, cover=cover, charged=charged, number=number) == at


def test_charges() -> None:
    """A-02, A-04: the highest of two dice; too short, and nobody moves."""
    assert charge_move(6).reaches and not charge_move(6.5).reaches
    short = charge_move(5.5, (2, 5))
    assert (short.move, short.reaches, short.moved) == (5, False, 0)
    assert charge_move(3, (3, 3)).move == 3
    assert charge_move(11, reach=12).reaches and not charge_move(7, (6, 6), reach=12).reaches


def test_who_may_declare() -> None:
    """A-02, A-03."""
    assert may_declare() == "" == may_declare(distance=6)
    assert "A-02" in may_declare(locked=True) and "A-02" in may_declare(distance=7)
    assert "A-03" in may_declare(stood_to_fire=True)
    assert bound_to("", ["x"]) and bound_to("a", ["a", "x"]) and not bound_to("a", ["x", "a"])


def test_the_result_of_a_round() -> None:
    """A-10: wounds, not models; equal wounds, and nobody tests."""
    assert loser((4, 3)) == 1 and loser((0, 2)) == 0 and loser((3, 3)) is None
    assert holds(8, (3, 5)) and not holds(8, (4, 5)) and not holds(8, (3, 5), -1)


def party(name: str, *ranks: FieldedModels, charging: bool = False, shot: bool = False) -> Party:
    return Party(name=name, ranks=ranks, charging=charging, shot=shot)


def test_five_marines_charge_dark_eldar() -> None:
    """A-11: 10 × 1/2 × 2/3 × 2/3 = 20/9; 10/9 if they shot at them before (A-05)."""
    eldar = replace(ELDAR, i=1)
    theirs = party("Eldar", *fielded([eldar], contact=1, support=39))
    came = fight((party("Marines", *fielded([MARINE]), charging=True), theirs))
    assert came.steps[0].step == 4 and came.steps[0].inflicted == (Fraction(20, 9), Fraction(0))
    came = fight((party("Marines", *fielded([MARINE]), charging=True, shot=True), theirs))
    assert came.steps[0].inflicted[0] == Fraction(10, 9)


def test_equal_initiative_strikes_together_and_a_higher_one_first() -> None:
    """A-09: who is struck down at an earlier step strikes no more."""
    sure = replace(MARINE, models=1, ws=10, s=10, saves=(None, None), pierces=2)
    alike = fight((party("One", *fielded([sure])), party("Two", *fielded([sure]))))
    hits = Fraction(1, 2) * Fraction(5, 6)
    assert [each.step for each in alike.steps] == [4] and alike.inflicted == (hits, hits)
    slow = replace(sure, i=1)
    came = fight((party("One", *fielded([sure])), party("Two", *fielded([slow]))))
    assert came.inflicted == (hits, (1 - hits) * hits)
    cover = fight((party("One", *fielded([sure])), party("Two", *fielded([slow], cover=1))))
    assert [each.step for each in cover.steps] == [10, 4] and cover.inflicted == ((1 - hits) * hits, hits)
    swift = fight((party("One", *fielded([replace(sure, i=10)])), party("Two", *fielded([slow], cover=1))))
    assert [each.step for each in swift.steps] == [10, 10], "whom those in cover kill does not strike at 10 either"
    assert swift.inflicted == cover.inflicted
    second = fight((party("One", *fielded([sure])), party("Two", *fielded([slow], cover=1))), 2)
    assert second.inflicted == came.inflicted


def test_a_model_in_support_has_one_die_with_its_own_strength_at_its_own_step() -> None:
    """A-06: no bonus, and nothing of what its klaw can do."""
    nob = replace(MARINE, t=8, models=2, s=8, i=1, a=3, pierces=2, two_weapons=True, bare=(4, 4))
    enemy = party("Two", *fielded([replace(MARINE, models=9, i=9, s=1)], contact=1, support=0))
    came = fight((party("One", *fielded([nob], contact=1, support=1), charging=True), enemy))
    assert [each.step for each in came.steps] == [9, 4, 1]
    alone = Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 3)
    assert came.steps[1].inflicted[0] == alone


def test_wounds_beyond_reach_are_lost_and_saves_are_taken() -> None:
    """A-14, A-15: three of nine models can be wounded; an invulnerable save is always taken."""
    slayer = replace(MARINE, models=20, s=8, i=9, pierces=2)
    few = replace(ELDAR, models=9, saves=(2, None))
    came = fight((party("One", *fielded([slayer])), party("Two", *fielded([few], contact=2, support=1))))
    assert 2.9 < came.inflicted[0] <= 3 and came.destroyed[1] > Fraction(9, 10)
    assert MARINE.save(0) == 3 == MARINE.save(4) and MARINE.save(3) is None
    assert replace(MARINE, saves=(3, 5)).save(2) == 5


def test_what_cannot_be_worked_out_is_told() -> None:
    with pytest.raises(ValueError, match="nobody of Two is in contact"):
        fight((party("One", *fielded([MARINE])), party("Two", *fielded([ELDAR], contact=0))))
    with pytest.raises(ValueError, match="armour instead of T"):
        fight((party("One", *fielded([MARINE])), party("Two", *fielded([replace(ELDAR, t=None)]))))
    with pytest.raises(ValueError, match="500 wounds within reach"):
        fight((party("One", *fielded([replace(MARINE, models=500)])), party("Two", *fielded([ELDAR]))))


models = st.builds(
    Fighter,
    id=st.just("f"),
    name=st.just("F"),
    models=st.integers(1, 4),
    ws=st.integers(1, 6),
    s=st.integers(1, 8),
    i=st.integers(1, 5),
    a=st.integers(1, 3),
    t=st.integers(2, 6),
    wounds=st.integers(1, 2),
    saves=st.tuples(st.sampled_from([None, 3, 6]), st.none()),
)


@given(models, models, st.integers(1, 3), st.booleans())
def test_chances_are_whole_and_a_round_seen_from_the_other_side_is_the_same(
    one: Fighter, two: Fighter, contact: int, charging: bool
) -> None:
    """A-10: won, drawn and lost are one; each side's wounds are the other's."""
    ours = party("One", *fielded([one], contact), charging=charging)
    theirs = party("Two", *fielded([two]))
    came, seen = fight((ours, theirs)), fight((theirs, ours))
    assert came.wins + came.draws + came.loses == 1
    assert (came.wins, came.draws) == (seen.loses, seen.draws)
    assert came.inflicted == seen.inflicted[::-1]


def test_a_small_combat_agrees_with_counting_every_outcome() -> None:
    """One model with one die each, at different steps: all 216 × 216 outcomes."""
    one = replace(MARINE, models=1, saves=(4, None))
    two = replace(ELDAR, models=1, i=2)
    came = fight((party("One", *fielded([one])), party("Two", *fielded([two]))))
    outcomes = {True: 0, False: 0}
    for hit, wound, save in product(range(1, 7), repeat=3):
        outcomes[hit >= 4 and wound >= 3 and save < 5] += 1
    first = Fraction(outcomes[True], 216)
    second = (1 - first) * Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 2)
    assert came.wins == first and came.loses == second and came.draws == 1 - first - second


def unit_of(army: str, id: str) -> Unit:
    found = army_of(open_army(army).reading)
    assert found is not None
    return next(unit for unit in found.units if unit.id == id)


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ('Charges 12".', 12),
        ('It may assault up to 9".', 9),
        ("Assault range: 15 inches", 15),
        ("A 12″ assault", 12),
        ('Those who get out and charge in the same turn charge 2" further', 6),
        ('May leave a combat at the end of the assault phase and moves 10"', 6),
        ('May charge in the turn in which it ran 4"', 6),
        ('assault cannon, 24"', 6),
    ],
)
def test_a_datasheet_says_how_far_its_unit_charges(text: str, inches: int) -> None:
    """A-02: 6" unless it does."""
    assert charge_range(replace(unit_of("plain-orks-500", "d5f6"), rule_texts=(("Rule", text),))) == inches


@pytest.mark.parametrize(
    ("written", "s"), [("User", 4), ("-", 4), ("+2", 6), ("S+2", 6), ("S + 1", 5), ("x2", 8), ("S×2", 8), ("6", 6)]
)
def test_a_weapon_adds_to_the_strength_of_its_model(written: str, s: int) -> None:
    """A-13."""
    mode = WeaponMode(name="Blade", range="-", strength=written, ap="-", kind="melee")
    assert strength(mode, 4) == s and strength(None, 4) == 4


def test_what_models_fight_with_is_read_of_their_weapons() -> None:
    """A-05, A-13: choppa and slugga are two weapons; a power klaw doubles S, pierces armour, strikes last."""
    boys, rokkits, nob = fighters(unit_of("plain-orks-500", "d5f6"))
    assert (boys.dice(), boys.dice(charging=True), boys.s, boys.i) == (3, 4, 3, 2)
    assert rokkits.dice() == 2
    assert (nob.s, nob.i, nob.pierces, nob.two_weapons) == (8, 1, 2, True)
    assert charge_range(unit_of("plain-orks-500", "d5f6")) == 6
    (dread,) = fighters(unit_of("plain-space-marines-500", "e4r5"))
    assert dread.kind == "walker" and dread.t is None and dread.dice(charging=True, shot=True) == dread.dice() + 1
    squad = unit_of("plain-space-marines-500", "t6y7")
    for gear, kind in (("Terminator armour", "terminator"), ("Terminator honours", "other"), ("Swift", "other")):
        veterans = replace(squad, groups=tuple(replace(group, gear=(gear,)) for group in squad.groups))
        assert {each.kind for each in fighters(veterans)} == {kind}, "honours are no armour"
    sergeant, *_ = fighters(squad)
    assert sergeant.dice() == 2, "a bolt pistol alone is no second weapon"
