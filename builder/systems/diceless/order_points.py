"""Order points: the limits of leadership (tables 2 and 3), every test that adds or takes points, lost assaults."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import Record, replace
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.diceless.saves import NO_ATTACK, Protection, protected

TEST_COST = 25
"""Order points that a leadership test adds (D-10)."""

LIMITS = {2: 6, 3: 17, 4: 33, 5: 56, 6: 83, 7: 117, 8: 144, 9: 167, 10: 183}
"""Ld to the most order points with which a test is passed (D-10, table 2)."""

LIMITS_WITH_REROLL = {2: 11, 3: 32, 4: 61, 5: 96, 6: 132, 7: 165, 8: 185, 9: 194, 10: 199}
"""The same with a re-roll (D-10, table 3)."""


def limit(ld: int, reroll: bool = False) -> int | None:
    """Return the most order points with which leadership `ld` passes; None when it always fails (D-10, D-12)."""
    table = LIMITS_WITH_REROLL if reroll else LIMITS
    return table.get(min(ld, max(table)))


def passes(op: int, ld: int, reroll: bool = False) -> bool:
    """Whether a unit passes with `op` order points, those of the test included (D-10)."""
    highest = limit(ld, reroll)
    return highest is not None and op <= highest


HOOD_COST = 50
"""Order points of a psychic test within 24" of an enemy psychic hood (D-16)."""


class LeadershipOutcome(Record, frozen=True):
    """Order points after a test, and whether it was passed."""

    op: int
    passed: bool


class LedOutcome(Record, frozen=True):
    """The same for a unit that an independent character leads, with his own points."""

    op: int
    leader_op: int
    passed: bool


def leadership_test(op: int, ld: int, reroll: bool = False, cost: int = TEST_COST) -> Explained[LeadershipOutcome]:
    """A leadership test, pinning and morale among them: 25 OP more, failed above the Ld's value (D-10, D-12, D-19).

    Args:
        op: order points before.
        ld: of the model that tests, with its modifiers.
        reroll: the test may be taken again.
        cost: the order points that it adds.
    """
    return _compared(op + cost, ld, reroll, (f"{op} OP + {cost} = {op + cost} OP",))


def led_test(op: int, leader_op: int, ld: int, reroll: bool = False, cost: int = TEST_COST) -> Explained[LedOutcome]:
    """The test of a unit that an independent character leads: 25 OP on both, the unit's against his Ld (D-11)."""
    test = leadership_test(op, ld, reroll, cost)
    leader = leader_op + cost
    steps = (f"the leader: {leader_op} OP + {cost} = {leader} OP", *(f"the unit: {step}" for step in test.steps))
    return Explained(LedOutcome(test.value.op, leader, test.value.passed), steps)


def lost_by(suffered: int, inflicted: int, extra_wounds: int = 0, toughness_times_ten: int = 0) -> Explained[int]:
    """By how much an assault was lost, in HP (D-13).

    Args:
        suffered: HP that the loser lost.
        inflicted: HP that the winner lost.
        extra_wounds: wounds that a rule adds, each worth ten times the average T of the loser.
        toughness_times_ten: that worth.

    Raises:
        ValueError: this side has not lost.
    """
    extra = extra_wounds * toughness_times_ten
    difference = suffered - inflicted + extra
    if difference <= 0:
        raise ValueError(
            f"this side has not lost: it suffered {suffered} HP and inflicted {inflicted}; no test is taken"
        )
    added = f" + {extra_wounds} extra × {toughness_times_ten}" if extra_wounds else ""
    return Explained(difference, (f"lost by {suffered} − {inflicted}{added} = {difference} HP",))


def lost_assault(op: int, ld: int, difference: Explained[int], reroll: bool = False) -> Explained[LeadershipOutcome]:
    """Return the morale test after a lost assault: OP rise by the difference of HP, no 25.

    The Ld is unmodified (D-13).
    """
    total = op + difference.value
    return _compared(total, ld, reroll, (*difference.steps, f"{op} OP + {difference.value} = {total} OP"))


def regroup(op: int, leaderships: Sequence[int], ld: int, reroll: bool = False) -> Explained[LeadershipOutcome]:
    """Regrouping: OP fall by the Ld of every model left, not below 0, then the table, no 25 (D-15).

    Whether a unit may try (no enemy within 6" and the like) is the base game's to say.
    """
    total = max(0, op - sum(leaderships))
    models = counted(len(leaderships), "model")
    return _compared(total, ld, reroll, (f"{op} OP − {sum(leaderships)} (Ld of {models}) = {total} OP",))


def psychic_test(op: int, ld: int, hood: bool = False, reroll: bool = False) -> Explained[LeadershipOutcome]:
    """Return a psychic test, on the psyker's own points alone: 25 OP, under an enemy hood 50.

    Failed, they go to 0 (D-16).
    """
    why = ('an enemy psychic hood within 24"',) if hood else ()
    test = leadership_test(op, ld, reroll, HOOD_COST if hood else TEST_COST)
    if test.value.passed:
        return Explained(test.value, (*why, *test.steps))
    return Explained(LeadershipOutcome(0, False), (*why, *test.steps, "his order points go to 0"))


def _compared(op: int, ld: int, reroll: bool, steps: tuple[str, ...]) -> Explained[LeadershipOutcome]:
    highest, passed = limit(ld, reroll), passes(op, ld, reroll)
    table = "table 3, with a re-roll" if reroll else "table 2"
    if highest is None:
        return Explained(LeadershipOutcome(op, passed), (*steps, f"Ld {ld} is under {min(LIMITS)}: always failed"))
    counted = f", which counts as {max(LIMITS)}" if ld > max(LIMITS) else ""
    looked_up = f"{table}: Ld {ld}{counted} passes up to {highest} OP"
    return Explained(LeadershipOutcome(op, passed), (*steps, looked_up, f"{op} OP: {'passed' if passed else 'failed'}"))


NO_COVER = replace(NO_ATTACK, ignores_cover=True)


class NoRetreatDamage(Record, frozen=True):
    """DMG on a unit that does not retreat, before saves, and the HP that it costs."""

    damage: int
    hp_lost: int


def no_retreat(difference: Explained[int], protection: Protection) -> Explained[NoRetreatDamage]:
    """What a unit takes that does not retreat: the difference of HP as DMG, armour and invulnerable saves (D-14).

    The HP lost are those of models that are all so protected; a mixed unit divides the DMG as always (D-25).
    """
    saved = protected(difference.value, protection, NO_COVER)
    steps = (*difference.steps, f"no retreat: {difference.value} DMG on the unit", *saved.steps)
    return Explained(NoRetreatDamage(difference.value, saved.value.hp_lost), steps)


def escapes(fleeing: Sequence[int], winners: Sequence[int]) -> Explained[bool]:
    """Whether a side gets away from a sweeping advance: its sum of I must be higher, a tie is caught (D-43)."""
    ours, theirs = sum(fleeing), sum(winners)
    away = ours > theirs
    return Explained(
        away,
        (
            f"fleeing: I {_sum(fleeing)} = {ours}",
            f"winners: I {_sum(winners)} = {theirs}",
            f"{ours} is {'higher' if away else 'not higher'}: {'it gets away' if away else 'it is caught'}",
        ),
    )


def _sum(values: Sequence[int]) -> str:
    return " + ".join(map(str, values))
