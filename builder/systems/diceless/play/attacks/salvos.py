"""Which weapons a unit fires together: each model one, a vehicle all of its own; and how much an attack is worth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from builder.record import replace
from builder.systems.diceless.play.attacks.arms import Fitting
from builder.systems.diceless.play.attacks.uses import fresh_of
from builder.systems.diceless.play.attacks.wielders import Attacker, WeaponStack, Wielders, number_of
from builder.systems.diceless.play.changes import Change, Lined, Pooled, Rowed
from builder.systems.diceless.play.state import GameState, hull_of
from builder.systems.diceless.vehicle_damage import LINES, Hit
from builder.systems.fortyk.model import WeaponMode

Worth = Callable[[WeaponStack, WeaponMode], float]
"""What one of a weapon, fired in one of its modes, does to the target."""
_HIT_WORTH: Mapping[Hit, int] = {"G": 36, "P": 72}
_WRECK_WORTH = 10_000
_THRESHOLDS = {line.letter: len(line.thresholds) for line in LINES}


@dataclass(frozen=True, slots=True)
class SalvoPart:
    """A weapon that is fired with others: in which of its modes, and by whom."""

    stack: WeaponStack
    mode: WeaponMode
    wielders: tuple[Wielders, ...]

    @property
    def number(self) -> int:
        """How many of it are fired."""
        return number_of(self.wielders)


def salvo(
    game: GameState, attacker: Attacker, left: Fitting, worth: Worth | None = None, wanted: Collection[str] = ()
) -> Iterator[SalvoPart]:
    """Yield the weapons that a unit fires together, in the order of `left`.

    A model that could fire several of them fires one whose mode is wanted, then the one that does most, where that is
    known, then the first.

    Args:
        game: how the game stands.
        attacker: the unit, or the vehicle.
        left: the weapons that it may fire, in the order in which they are likely to be used.
        worth: what a weapon does; only asked of those that exclude each other.
        wanted: names of modes, in lower case.
    """
    rivals = _rivals(left)

    def rank(each: tuple[WeaponStack, WeaponMode]) -> tuple[bool, float]:
        doing = worth(*each) if worth is not None and each in rivals else 0
        return each[1].name.casefold() not in wanted, -doing

    busy: dict[str, int] = {}
    chosen: dict[WeaponStack, SalvoPart] = {}
    for stack, mode in sorted(left, key=rank):
        if stack in chosen:
            continue
        if wielders := tuple(_firing(game, attacker, stack, mode, busy)):
            chosen[stack] = SalvoPart(stack, mode, wielders)
    yield from (chosen[stack] for stack in dict.fromkeys(stack for stack, _ in left) if stack in chosen)


def _rivals(left: Fitting) -> Fitting:
    """Those of which somebody has to choose one: modes of one weapon, weapons of one model."""
    shared: dict[str, Fitting] = {}
    for each in left:
        for wielder in each[0].wielders:
            shared.setdefault(wielder.group, []).append(each)
    several = [each for group, one_of in shared.items() if group and len(one_of) > 1 for each in one_of]
    stacks = [stack for stack, _ in left]
    return [*several, *(each for each in left if stacks.count(each[0]) > 1)]


def _firing(
    game: GameState, attacker: Attacker, stack: WeaponStack, mode: WeaponMode, busy: dict[str, int]
) -> Iterator[Wielders]:
    """Yield who fires a weapon, with how many of it, while models are left that fire nothing else; `busy` counts."""
    pools = game.sides[attacker.ref.side].bodies[attacker.unit.id].pools
    for each, fresh in zip(stack.wielders, fresh_of(game, attacker, stack, mode), strict=True):
        free = pools[each.group].models - busy.get(each.group, 0) if each.group else fresh
        number = min(fresh, free)
        if number > 0:
            busy[each.group] = busy.get(each.group, 0) + number
            yield each if number == each.weapons else replace(each, weapons=number)


def worth_of(game: GameState, changes: Iterable[Change]) -> float:
    """How much an attack is worth, to choose among weapons: HP lost, or hits on a vehicle and what is on its lines."""
    worth = 0.0
    for each in changes:
        match each:
            case Pooled():
                worth += each.lost
            case Lined():
                before = hull_of(game.sides[each.side], each.vehicle).lines
                more = {letter: value - before.get(letter, 0) for letter, value in each.lines.items()}
                worth += sum(value * _THRESHOLDS[letter] for letter, value in more.items())
            case Rowed():
                new = each.rows.landed[len(hull_of(game.sides[each.side], each.vehicle).rows.landed) :]
                worth += sum(_HIT_WORTH[hit.row] for hit in new) + _WRECK_WORTH * each.rows.destroyed
    return worth
