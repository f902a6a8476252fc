"""Actions, and the test that a formation takes before each (E-12, E-13, E-17)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from builder.systems.epic.dice import FACES, chance


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationAction:
    """What a formation may do with its turn (E-13).

    Args:
        moves: moves of up to its speed each, made one after the other (E-17).
        shooting: what is added to the rolls to hit; None where it does not shoot.
        text: what it does, in a few words.
        whole: whether it needs every unit in formation.
    """

    id: str
    name: str
    moves: int
    shooting: int | None
    text: str
    whole: bool = False


ACTIONS: tuple[FormationAction, ...] = (
    FormationAction(id="advance", name="Advance", moves=1, shooting=0, text="move, then shoot"),
    FormationAction(id="engage", name="Engage", moves=1, shooting=None, text="charge, then fight an assault"),
    FormationAction(id="double", name="Double", moves=2, shooting=-1, text="two moves, then shoot"),
    FormationAction(id="march", name="March", moves=3, shooting=None, text="three moves"),
    FormationAction(id="marshal", name="Marshal", moves=1, shooting=-1, text="shoot or move, then regroup"),
    FormationAction(
        id="overwatch", name="Overwatch", moves=0, shooting=0, text="shoot into an enemy's action", whole=True
    ),
    FormationAction(
        id="sustained-fire", name="Sustained fire", moves=0, shooting=1, text="shoot without turning", whole=True
    ),
    FormationAction(id="hold", name="Hold (test failed)", moves=1, shooting=0, text="move, shoot or regroup"),
)  # fmt: skip
"""The actions of the core rules (E-13)."""

ON_ROAD = 5
"""cm that a move gains wholly on a road (E-22)."""
FAILED = "hold"
"""The action that is left after a failed test."""


def action(id: str) -> FormationAction:
    """Return an action by its id, such as `sustained-fire`."""
    return next(found for found in ACTIONS if found.id == id)


def moves(id: str, speed: int, road: bool = False) -> tuple[int, ...]:
    """Return the moves of an action in cm, each up to the speed, never added up (E-17).

    Args:
        id: the id of the action.
        speed: cm.
        road: whether each of them is wholly on a road (E-22).
    """
    return (speed + (ON_ROAD if road and speed else 0),) * action(id).moves


@dataclass(frozen=True, slots=True)
class ActionTest:
    """An action test: the score that is needed on one D6, and the chance of it (E-12)."""

    needs: int

    @property
    def chance(self) -> Fraction:
        """The chance to pass: a need of 1 passes without a roll (E-09)."""
        return chance(self.needs)

    def passed(self, roll: int) -> bool:
        """Whether a roll of 1 to 6 passes."""
        return roll >= self.needs


@dataclass(frozen=True, slots=True)
class ActionTestOutcome:
    """What a test leads to: the markers afterwards, and the action that is left when it failed."""

    passed: bool
    markers: int
    action: str | None = None


def action_test(initiative: int, markers: int = 0, retaining: bool = False, road_march: bool = False) -> ActionTest:
    """Return the test of a formation: −1 with any blast marker, −1 more to retain the initiative (E-12).

    Args:
        initiative: 1 to 6, for 1+ to 6+.
        markers: its blast markers, 0 or more.
        retaining: whether its side acted just before.
        road_march: it marches on a road throughout, which needs no test (E-22).
    """
    if road_march:
        return ActionTest(1)
    return ActionTest(initiative + (markers > 0) + retaining)


def outcome(test: ActionTest, roll: int, markers: int) -> ActionTestOutcome:
    """Return what a roll leads to: a failed test costs a blast marker and leaves Hold (E-10, E-12)."""
    if test.passed(roll):
        return ActionTestOutcome(True, markers)
    return ActionTestOutcome(False, markers + 1, FAILED)


def strategy_roll(roll: int, rating: int) -> int:
    """Return the total of a strategy roll: a D6 and the army's rating (E-05)."""
    return roll + rating


def chance_to_choose(rating: int, other: int, tie_is_won: bool = False, first_turn: bool = False) -> Fraction:
    """Return the chance to win the strategy roll against another army (E-05).

    Args:
        rating: our strategy rating.
        other: theirs.
        tie_is_won: whether a tie is ours, because the other side won last turn.
        first_turn: whether nobody did, so that a tie is rolled again.
    """
    pairs = [(ours, theirs) for ours in range(1, FACES + 1) for theirs in range(1, FACES + 1)]
    won = sum(ours + rating > theirs + other for ours, theirs in pairs)
    tied = sum(ours + rating == theirs + other for ours, theirs in pairs)
    if first_turn:
        return Fraction(won, len(pairs) - tied)
    return Fraction(won + tied * tie_is_won, len(pairs))
