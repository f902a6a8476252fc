"""What a unit fires as a whole: of each model one weapon, the likeliest to be used; of vehicles all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.diceless.play.attacks.arms import SPARED, Fitting, by_name, held_back, modes_of
from builder.systems.diceless.play.attacks.uses import fresh_of
from builder.systems.diceless.play.attacks.wielders import Attacker, WeaponStack, Wielders
from builder.systems.diceless.play.state import GameState
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.weapontext import longest


@dataclass(frozen=True, slots=True)
class SalvoPart:
    """A weapon of a salvo: what it and its mode are called, the mode, and who fires how many of it."""

    weapon: str
    called: str
    mode: WeaponMode
    number: int
    bearers: tuple[str, ...]


def salvo(
    game: GameState,
    attacker: Attacker,
    left: Fitting,
    distance: Fraction | None,
    preferred: Collection[str] = (),
    without: Collection[str] = (),
) -> Iterator[SalvoPart]:
    """Yield the weapons that a unit fires together, in the order of what they do.

    Args:
        game: how the game stands.
        attacker: the unit, or the vehicle.
        left: its weapons in the order in which they are likely to be used.
        distance: to the target, in inches; what does not reach it is left out.
        preferred: names of the modes that are fired in the place of others.
        without: names of the weapons, or modes, that are not fired.
    """
    wanted, spared = _folded(preferred), _folded(without)
    names = {stack: name for name, stack in by_name(left).items()}
    models: dict[str, int] = {}
    seen: set[WeaponStack] = set()
    for stack, mode in sorted(left, key=lambda each: each[1].name.casefold() not in wanted):
        reach, asked = longest(mode.range), mode.name.casefold() in wanted
        far = distance is not None and reach is not None and reach < distance
        if stack in seen or far or {names[stack].casefold(), mode.name.casefold()} & spared:
            continue
        if held_back(stack, mode) == SPARED and not asked:
            continue
        bearers = [*_bearers(game, attacker, stack, mode, models)]
        if bearers:
            seen.add(stack)
            called = next(name for name, each in modes_of(stack, left).items() if each == mode)
            ids = tuple(each.id for each, _ in bearers)
            yield SalvoPart(names[stack], called, mode, sum(number for _, number in bearers), ids)


def _bearers(
    game: GameState, attacker: Attacker, stack: WeaponStack, mode: WeaponMode, models: dict[str, int]
) -> Iterator[tuple[Wielders, int]]:
    """Yield who fires a weapon, and how many of it, while models are left that fire nothing else; `models` counts."""
    pools = game.sides[attacker.ref.side].bodies[attacker.unit.id].pools
    for each, fresh in zip(stack.wielders, fresh_of(game, attacker, stack, mode), strict=True):
        free = pools[each.group].models - models.get(each.group, 0) if each.group else fresh
        number = min(fresh, free)
        if number > 0:
            models[each.group] = models.get(each.group, 0) + number
            yield each, number


def _folded(names: Sequence[str] | Collection[str]) -> set[str]:
    return {name.strip().casefold() for name in names}
