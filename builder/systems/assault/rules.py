"""The rules of Trial Assault v7 as figures: attacks, scores, who counts, the order of fighting, charges, results.

Distances are in inches. The two charts are pictures that the source lacks; the standard ones of its edition are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from builder.record import Record

Kind: TypeAlias = Literal["other", "terminator", "bike", "dreadnought", "walker"]
KINDS: tuple[Kind, ...] = ("other", "terminator", "bike", "dreadnought", "walker")
RANGE = 6
"""How far a unit charges unless its datasheet says otherwise (A-02)."""
COVER_STEP = 10
"""The step at which models strike that defend cover (A-09)."""
NEAR = 2
"""How near a model must be to an engaged one of its own unit to fight (A-06), and to be reached (A-14)."""


def attacks(
    a: int,
    *,
    charging: bool = False,
    shot: bool = False,
    two_weapons: bool = False,
    supporting: bool = False,
    kind: Kind = "other",
) -> int:
    """Return the dice of one model (A-05, A-06, A-11).

    Args:
        a: its attacks.
        charging: it charged this turn.
        shot: its unit shot before that; terminators, bikes, dreadnoughts and walkers have the bonus all the same.
        two_weapons: it has two close combat weapons, or a pistol besides one; more than two give no more.
        supporting: it is in contact with nobody, but within 2" of an engaged model of its unit: one die, whatever else.
        kind: what it is.
    """
    if supporting:
        return 1
    return a + two_weapons + (charging and (not shot or kind != "other"))


Counts: TypeAlias = Iterable[tuple[int, int]]
"""Models, and the value that they have."""


def _counted(values: Counts) -> dict[int, int]:
    """How many models have each value."""
    counts: dict[int, int] = {}
    for models, value in values:
        if models:
            counts[value] = counts.get(value, 0) + models
    return counts


def _most(counts: Mapping[int, int]) -> tuple[int, ...]:
    """The values that as many models have as any other value, lowest first."""
    most = max(counts.values(), default=0)
    return tuple(sorted(value for value, models in counts.items() if models == most))


def majority_ws(values: Counts) -> int | None:
    """Return the WS that counts for blows against a mixed unit: that of most models (A-07).

    Where several share the first place, the lowest of the whole unit; None where nobody is left.
    """
    counts = _counted(values)
    most = _most(counts)
    return most[0] if len(most) == 1 else min(counts, default=None)


def majority_t(values: Counts) -> tuple[int, ...]:
    """Return the T that counts for wounds of a mixed unit: that of most models; of several its owner chooses (A-08)."""
    return _most(_counted(values))


def step(initiative: int, *, cover: bool = False, charged: bool = True, number: int = 1) -> int:
    """Return the step at which a model strikes (A-09): 10 if it is charged in or behind cover, in round 1."""
    return COVER_STEP if cover and charged and number == 1 else initiative


def order(at: int, *, cover: bool) -> int:
    """Return when models strike, the highest first: from cover before all others, those of step 10 too (A-09).

    Args:
        at: their step, see `step`.
        cover: they strike from cover.
    """
    return at + (cover and at == COVER_STEP)


class ChargeMove(Record, frozen=True):
    """How far chargers can move, and whether that is far enough; else nobody moves and nobody is locked (A-04)."""

    move: int
    reaches: bool

    @property
    def moved(self) -> int:
        """The inches that they move at most: none where that is too short."""
        return self.move if self.reaches else 0


def charge_move(distance: float, dice: Sequence[int] = (), reach: int = RANGE) -> ChargeMove:
    """Return what comes of a charge (A-02, A-04).

    Args:
        distance: to the nearest enemy that is charged.
        dice: the two dice of difficult terrain, of which the highest counts, whatever the range; none in the open.
        reach: how far the unit charges.
    """
    move = max(dice) if dice else reach
    return ChargeMove(move, distance <= move)


def may_declare(*, locked: bool = False, stood_to_fire: bool = False, distance: float = 0, reach: int = RANGE) -> str:
    """Return why a unit may not charge (A-02, A-03); empty where it may.

    Args:
        locked: it is in close combat already.
        stood_to_fire: it stood still to fire heavy weapons, or twice with pistols or rapid fire.
        distance: to the nearest enemy that it would charge.
        reach: how far it charges.
    """
    if locked:
        return "it is in close combat already (A-02)"
    if stood_to_fire:
        return "it stood still to fire heavy weapons, or twice: it charges nobody this turn (A-03)"
    if distance > reach:
        return f'the enemy is {distance:g}" away, and it charges {reach}" (A-02)'
    return ""


def bound_to(shot_at: str, targets: Sequence[str]) -> bool:
    """Return whether a unit that shot must charge its target, before any other that it charges (A-03)."""
    return not shot_at or targets[:1] == [shot_at] or tuple(targets[:1]) == (shot_at,)


def loser(inflicted: Sequence[int]) -> int | None:
    """Return the side that lost a round, which tests its Ld; None where both inflicted as many wounds (A-10).

    Wounds on models out of reach do not count (A-14).
    """
    first, second = inflicted
    return None if first == second else int(first > second)


def holds(ld: int, dice: Sequence[int], modifier: int = 0) -> bool:
    """Return whether the loser stands: two dice of at most its Ld, with a modifier that its players agree on (A-10)."""
    return sum(dice) <= ld + modifier


STEPS: tuple[tuple[str, str], ...] = (
    ("Declare", 'what it shot at first; not after heavy weapons or double shots at a stand; 6" (A-02, A-03)'),
    (
        "Move",
        "unit by unit: the nearest model first, to the nearest enemy; then to enemies not yet engaged, else to engaged"
        ' ones, else within 2" of an engaged friend, else 2" of the unit; never within 1" of others; difficult ground:'
        " 2D6, the highest (A-04, A-12, A-16)",
    ),
    (
        "Fight",
        "charged in cover: at 10, in round 1; then by I, equal together; majority WS and T at each step; own WS and S"
        ' model by model; reach 2"; armour saves, no cover saves (A-07 to A-09, A-13 to A-15)',
    ),
    ("Result", "more wounds given wins; those out of reach do not count (A-10, A-14)"),
    ("Leadership", "the loser tests Ld on 2D6; failed: step 7 (A-10)"),
    ("Pile in", 'whoever is in contact with nobody; within 2" of a fighting friend of its unit: one die (A-06, A-10)'),
    ("Break off", "and consolidate: distances as agreed; pursue, engage another, or consolidate (A-10)"),
)
"""The seven steps of the assault phase (A-01); the player whose turn it is orders the combats."""
