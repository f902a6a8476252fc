"""A round of combat of two units, exactly: wounds at each step, and the chances of its result, by convolution.

What a side may lose is a number of wounds, which fall on its models in an order that its player chooses: here models
that only support before those in contact, and the weakest first. So a state of the round is two numbers, and its
chances are whole numbers over a power of 216, the outcomes of the three dice of a blow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from builder.record import Record
from builder.systems.assault.fighters import Fighter
from builder.systems.assault.rules import COVER_STEP, majority_t, majority_ws, order, step
from builder.systems.fortyk.charts import to_hit, to_wound

BLOW = 216
"""The outcomes of a die to hit, one to wound and one to save."""
MOST_DICE, MOST_WOUNDS = 400, 90
"""More dice, or more wounds within reach, are refused: it would take too long, and no table holds them."""


class FieldedModels(Record, frozen=True, kw_only=True):
    """Models that fight alike, in their places: `contact` in contact, `support` within 2", the others beyond reach.

    `cover` of them are charged in or behind cover.
    """

    fighter: Fighter
    contact: int
    support: int = 0
    cover: int = 0

    @property
    def reached(self) -> int:
        """The models that fight, and that can be wounded (A-14)."""
        return self.contact + self.support


class Party(Record, frozen=True, kw_only=True):
    """A unit in a combat; `charging` this turn, after it `shot` or not."""

    name: str
    ranks: tuple[FieldedModels, ...]
    charging: bool = False
    shot: bool = False


class StepOutcome(Record, frozen=True):
    """A step of a round: the wounds that each side inflicts at it, on average."""

    step: int
    inflicted: tuple[Fraction, Fraction]


class RoundOutcome(Record, frozen=True, kw_only=True):
    """A round of combat: its steps, and the chances that the first side wins it, that nobody does, that it loses it.

    `destroyed` are the chances that nobody within reach is left of each side.
    """

    steps: tuple[StepOutcome, ...]
    wins: Fraction
    draws: Fraction
    loses: Fraction
    destroyed: tuple[Fraction, Fraction]

    @property
    def inflicted(self) -> tuple[Fraction, Fraction]:
        """The wounds that each side inflicts in the round, on average."""
        first = sum((each.inflicted[0] for each in self.steps), Fraction(0))
        return first, sum((each.inflicted[1] for each in self.steps), Fraction(0))


class _Slot(Record, frozen=True):
    """A model within reach, in the order in which models fall: the place of its rank, whether it is in contact."""

    rank: int
    contact: bool
    cover: bool


def fielded(
    fighters: Sequence[Fighter], contact: int | None = None, support: int | None = None, cover: int = 0
) -> tuple[FieldedModels, ...]:
    """Return models in their places, those with the most dice nearest to the enemy.

    Args:
        fighters: the models of a unit.
        contact: how many are in contact; all of them if not given.
        support: how many of the others are within 2"; all the others if not given.
        cover: how many are charged in or behind cover.
    """
    models = sum(each.models for each in fighters)
    contact = models if contact is None else min(contact, models)
    support = models - contact if support is None else min(support, models - contact)
    places: dict[str, FieldedModels] = {}
    for each in sorted(fighters, key=lambda one: -one.dice()):
        near = min(contact, each.models)
        behind = min(support, each.models - near)
        covered = min(cover, each.models)
        contact, support, cover = contact - near, support - behind, cover - covered
        places[each.id] = FieldedModels(fighter=each, contact=near, support=behind, cover=covered)
    return tuple(places[each.id] for each in fighters)


def fight(parties: tuple[Party, Party], number: int = 1) -> RoundOutcome:
    """Return the outcome of a round of a combat, the first being 1 (A-05 to A-10, A-13 to A-15).

    Raises:
        ValueError: nobody of a side fights, it has armour instead of T, or there are too many models or dice.
    """
    for party in parties:
        _check(party)
    orders = (_order(parties[0]), _order(parties[1]))
    reach = (_wounds(parties[0], orders[0]), _wounds(parties[1], orders[1]))
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    power, steps = 0, []
    for at in _steps(parties, orders, number):
        blows = {
            lost: (
                _inflicted(parties, orders, 0, lost, at, number, reach[1] - lost[1]),
                _inflicted(parties, orders, 1, lost, at, number, reach[0] - lost[0]),
            )
            for lost in states
        }
        most = max(first[1] + second[1] for first, second in blows.values())
        after: dict[tuple[int, int], int] = {}
        sums = [0, 0]
        for lost, weight in states.items():
            (first, dice), (second, others) = blows[lost]
            scaled = weight * BLOW ** (most - dice - others)
            for given, chance in enumerate(first):
                for taken, other in enumerate(second):
                    share = scaled * chance * other
                    if share:
                        key = (lost[0] + taken, lost[1] + given)
                        after[key] = after.get(key, 0) + share
                        sums[0] += share * given
                        sums[1] += share * taken
        states, power = after, power + most
        whole = BLOW**power
        steps.append(StepOutcome(min(at, COVER_STEP), (Fraction(sums[0], whole), Fraction(sums[1], whole))))
    whole = BLOW**power
    results = {1: 0, 0: 0, -1: 0}
    for (own, theirs), weight in states.items():
        results[(theirs > own) - (theirs < own)] += weight
    fallen = tuple(
        Fraction(sum(weight for lost, weight in states.items() if lost[side] == reach[side]), whole) for side in (0, 1)
    )
    return RoundOutcome(
        steps=tuple(steps),
        wins=Fraction(results[1], whole),
        draws=Fraction(results[0], whole),
        loses=Fraction(results[-1], whole),
        destroyed=(fallen[0], fallen[1]),
    )


def _check(party: Party) -> None:
    if not any(rank.contact for rank in party.ranks):
        raise ValueError(f"nobody of {party.name} is in contact: there is no combat")
    if any(rank.fighter.t is None for rank in party.ranks):
        raise ValueError(f"{party.name} has armour instead of T: what pierces it is in the rules of your own book")
    wounds = _wounds(party, _order(party))
    if wounds > MOST_WOUNDS:
        message = f"{party.name} has {wounds} wounds within reach; up to {MOST_WOUNDS} are worked out: say who fights"
        raise ValueError(message)
    dice = sum(_dice(party, rank, rank.contact, rank.support) for rank in party.ranks)
    if dice > MOST_DICE:
        raise ValueError(f"{party.name} rolls {dice} dice; up to {MOST_DICE} are worked out")


def _dice(party: Party, rank: FieldedModels, contact: int, support: int) -> int:
    each = rank.fighter.dice(charging=party.charging, shot=party.shot)
    return contact * each + support * rank.fighter.dice(supporting=True)


def _order(party: Party) -> tuple[_Slot, ...]:
    """The models within reach in the order in which they fall."""
    slots: list[_Slot] = []
    for place, rank in enumerate(party.ranks):
        uncovered = rank.reached - rank.cover
        slots += [_Slot(place, model >= rank.support, model >= uncovered) for model in range(rank.reached)]
    return tuple(sorted(slots, key=lambda slot: (slot.contact, party.ranks[slot.rank].fighter.dice(), slot.rank)))


def _wounds(party: Party, order: Iterable[_Slot]) -> int:
    return sum(party.ranks[slot.rank].fighter.wounds for slot in order)


def _left(party: Party, order: Sequence[_Slot], lost: int) -> Sequence[_Slot]:
    """The models within reach that are left after so many wounds."""
    for place, slot in enumerate(order):
        lost -= party.ranks[slot.rank].fighter.wounds
        if lost < 0:
            return order[place:]
    return ()


def _steps(parties: Sequence[Party], orders: Sequence[Sequence[_Slot]], number: int) -> list[int]:
    found = {
        _step(party.ranks[slot.rank], slot, number)
        for party, order in zip(parties, orders, strict=True)
        for slot in order
    }
    return sorted(found, reverse=True)


def _inflicted(
    parties: tuple[Party, Party],
    orders: tuple[Sequence[_Slot], Sequence[_Slot]],
    side: int,
    lost: tuple[int, int],
    at: int,
    number: int,
    most: int,
) -> tuple[list[int], int]:
    """The chances of 0, 1 … `most` wounds that a side inflicts at a step, as whole numbers over a power of 216."""
    own, enemy = parties[side], parties[1 - side]
    ours = _left(own, orders[side], lost[side])
    theirs = _left(enemy, orders[1 - side], lost[1 - side])
    if not any(slot.contact for slot in ours) or not any(slot.contact for slot in theirs) or most <= 0:
        return [1], 0
    alive = _alive(enemy, theirs)
    ws = majority_ws((models, enemy.ranks[place].fighter.ws) for place, models in alive.items())
    toughness = majority_t((models, enemy.ranks[place].fighter.t or 0) for place, models in alive.items())
    target = enemy.ranks[theirs[0].rank].fighter
    chances, dice = [1], 0
    for place, rank in enumerate(own.ranks):
        striking = [slot for slot in ours if slot.rank == place and _step(rank, slot, number) == at]
        contact = sum(slot.contact for slot in striking)
        support = len(striking) - contact
        for fighter, blows in (
            (rank.fighter, _dice(own, rank, contact, 0)),
            (rank.fighter.supporting, _dice(own, rank, 0, support)),
        ):
            wounds = to_wound(fighter.s, max(toughness))
            if blows and ws is not None:
                save = target.save(fighter.pierces)
                fails = 6 if save is None else save - 1
                success = (7 - to_hit(fighter.ws, ws)) * (0 if wounds is None else 7 - wounds) * fails
                chances = _with(chances, _binomial(blows, success, most), most)
                dice += blows
    return chances, dice


def _step(rank: FieldedModels, slot: _Slot, number: int) -> int:
    """When a model strikes: at its step, and from cover before all others."""
    fighter = rank.fighter if slot.contact else rank.fighter.supporting
    return order(step(fighter.i, cover=slot.cover, number=number), cover=slot.cover and number == 1)


def _alive(party: Party, left: Iterable[_Slot]) -> dict[int, int]:
    """The models of each rank that are left, those beyond reach too: the majority is one of the whole unit."""
    counts = {place: rank.fighter.models - rank.reached for place, rank in enumerate(party.ranks)}
    for slot in left:
        counts[slot.rank] += 1
    return counts


def _binomial(dice: int, success: int, most: int) -> list[int]:
    """The chances of 0, 1 … `most` successes or more, over 216 to the power of the dice."""
    exact = [
        comb(dice, hits) * success**hits * (BLOW - success) ** (dice - hits) for hits in range(min(dice, most) + 1)
    ]
    if dice > most:
        exact[most] = BLOW**dice - sum(exact[:most])
    return exact


def _with(first: list[int], second: list[int], most: int) -> list[int]:
    """The chances of two numbers together, all above `most` counted as that."""
    made = [0] * (min(most, len(first) + len(second) - 2) + 1)
    for one, chance in enumerate(first):
        for two, other in enumerate(second):
            made[min(most, one + two)] += chance * other
    return made
