"""What was used of weapons in this phase and, of some, in the game; who can still shoot; what a unit fires together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import PlayError
from builder.record import replace
from builder.scalars import counted
from builder.systems.diceless.play.attacks.eligibility import RESTRICTIONS, Role, closed_in, silent_of
from builder.systems.diceless.play.attacks.weapons import (
    SPARED,
    Attacker,
    Fitting,
    WeaponStack,
    Wielders,
    attacker_of,
    fires,
    fitting,
    held_back,
    is_armed,
    number_of,
    weapons_left,
)
from builder.systems.diceless.play.changes import Attacked, Change, GroupHealthSet, HitRowsSet, LinesSet
from builder.systems.diceless.play.queries import unit_with, units_of
from builder.systems.diceless.play.state import AttackMade, GameState, SideState, attacks_now, hull_of
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.vehicle_damage import LINES, Hit
from builder.systems.diceless.weapon_rules import ONE_USE, PINNING, has
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play.game import AnyRef, PartRef, Ref, UnitRef

HAS_FIRED = "has fired"
"""The state of a unit or a vehicle in this phase, for its row."""


@dataclass(frozen=True, slots=True)
class Use:
    """A weapon that is used: in which way, by whom, and how many of them have used it in this phase before."""

    weapon: str
    mode: WeaponMode
    wielders: tuple[Wielders, ...]
    again: int = 0
    close: bool = False

    @property
    def text(self) -> str:
        """What players should know of it, for the log; empty where nothing was done twice."""
        number = sum(each.weapons for each in self.wielders)
        whose = "this weapon has" if number == 1 else f"{self.again} of {number} have"
        return f"{whose} {'struck' if self.close else 'fired'} in this phase already" if self.again else ""

    def on(self, attacker: Ref, target: Ref, cost: Iterable[Change]) -> Attacked:
        """The change that keeps it in mind, with the HP that it cost the target."""
        return Attacked(
            part=isinstance(attacker, PartRef),
            volley=AttackMade(
                side=attacker.side,
                attacker=attacker.id,
                target=target.id,
                weapon=self.weapon,
                mode=self.mode.name if self.weapon else "",
                bearers={each.id: each.weapons for each in self.wielders if each.id},
                close=self.close,
                once=ONE_USE in self.mode.rules,
                pins=not self.close and has(self.mode, PINNING),
                lost=hp_lost(cost, target.side),
            ),
        )


def use(
    state: GameState,
    attacker: Attacker,
    stack: WeaponStack,
    mode: WeaponMode,
    wanted: int | None,
    agreed: bool,
    close: bool = False,
) -> Use:
    """A weapon as it is used: by as many as were said, else by all who have not yet, or by all; group by group.

    Of hand grenades one is thrown (D-70).

    Raises:
        PlayError: fewer are left, or it is used once a game and has been, and nothing else was agreed.
    """
    if wanted is not None and wanted > stack.count:
        raise PlayError(f"{stack.count} × {stack.weapon.name} left, not {wanted}: give another number with --models")
    side, rested = attacker.ref.side, _rested(state, attacker.ref.side, stack, close)
    unused = _unused(state, side, stack, mode)
    fresh = fresh_of(state, attacker, stack, mode, close)
    thrown = 1 if fires(mode) and is_hand_grenade(stack.weapon, mode) else None
    number = wanted or thrown or sum(fresh) or sum(unused) or stack.count
    if number > sum(unused) and not agreed:
        left = f"{sum(unused)} × {mode.name} left, not {number}" if any(unused) else f"no {mode.name} left"
        raise PlayError(f"{attacker.name}: {left} (used once a game); by agreement with --anyway")
    if number > sum(fresh) and stack.weapon.name and not agreed:
        raise PlayError(f"{attacker.name}: {_spent(stack, sum(fresh), close)}; by agreement with --anyway")
    return Use(stack.weapon.name, mode, tuple(_first(number, stack, fresh)), max(0, number - sum(rested)), close)


def fresh_of(
    state: GameState, attacker: Attacker, stack: WeaponStack, mode: WeaponMode, close: bool = False
) -> list[int]:
    """Return how many of a weapon each of its wielders can still use in this phase."""
    rested, unused = _rested(state, attacker.ref.side, stack, close), _unused(state, attacker.ref.side, stack, mode)
    free = (_free(state, attacker, each, stack, close) for each in stack.wielders)
    return [min(each) for each in zip(rested, unused, free, strict=True)]


def _unused(state: GameState, side: int, stack: WeaponStack, mode: WeaponMode) -> list[int]:
    """Return how many of a weapon each of its wielders has not used up, where it is used once a game."""
    if ONE_USE not in mode.rules:
        return [each.weapons for each in stack.wielders]
    spent = [each for each in state.extra.used_up if each.mode == mode.name]
    return [max(0, min(each.weapons, each.full - _times(spent, side, each, stack))) for each in stack.wielders]


def borne(stack: WeaponStack, bearers: Sequence[str]) -> WeaponStack:
    """A weapon in the hands of those alone who are named, in that order; of all where nobody is.

    Raises:
        PlayError: somebody who is named does not carry it.
    """
    if not bearers:
        return stack
    known = {each.name: each for each in reversed(stack.wielders)} | {each.id: each for each in stack.wielders}
    for name in bearers:
        if name not in known:
            there = ", ".join(dict.fromkeys(each.name for each in stack.wielders))
            raise PlayError(f"'{name}' has no {stack.weapon.name}; there are: {there}")
    return WeaponStack(stack.weapon, tuple(known[name] for name in bearers))


def _spent(stack: WeaponStack, fresh: int, close: bool) -> str:
    """Return why no more of a weapon can be used in this phase."""
    used = "struck" if close else "fired"
    left = f"{fresh} × {stack.weapon.name} can still be used" if fresh else f"nobody is left to use {stack.weapon.name}"
    return f"{left}, the others have {used} in this phase: a model uses one weapon, in one of its ways"


def _free(state: GameState, attacker: Attacker, wielder: Wielders, stack: WeaponStack, close: bool) -> int:
    """Return how many of a weapon are in the hands of models that have used no other one in this phase.

    Vehicles fire all they have, monstrous creatures two weapons, as in the base game.
    """
    if not wielder.group:
        return wielder.weapons
    models = state.sides[attacker.ref.side].bodies[attacker.unit.id].pools[wielder.group].models
    mine = (each for each in attacks_now(state) if each.side == attacker.ref.side and each.close == close)
    busy = sum(each.bearers.get(wielder.group, 0) for each in mine if each.weapon not in ("", stack.weapon.name))
    return min(wielder.weapons, wielder.weapons * max(0, models * _uses_of(wielder) - busy) // max(1, models))


def _uses_of(wielder: Wielders) -> int:
    """Return how many weapons each model of a group uses in a phase."""
    return 2 if "monstrous" in getattr(wielder.profile, "unit_type", "").casefold() else 1


def already(state: GameState, side: int, stack: WeaponStack, close: bool = False) -> str:
    """Return what is told beside the name of a weapon: whether it, or how many of it, were used in this phase."""
    used = stack.count - sum(_rested(state, side, stack, close))
    many = f"{used} of them " if used < stack.count else ""
    return f", {many}{'struck' if close else 'fired'} already" if used else ""


def hp_lost(changes: Iterable[Change], side: int) -> int:
    """The HP that changes cost a side."""
    return sum(each.lost for each in changes if isinstance(each, GroupHealthSet) and each.side == side)


def losses_text(changes: Sequence[Change], side: int, what: str = "HP") -> str:
    """The HP that changes cost a side and the models that are gone: `26 HP, 1 model gone`; empty for none."""
    lost = hp_lost(changes, side)
    gone = sum(each.removed for each in changes if isinstance(each, GroupHealthSet) and each.side == side)
    models = f", {counted(gone, 'model')} gone" if gone else ""
    return f"{lost} {what}{models}" if lost or gone else ""


def fired(state: GameState, ref: Ref) -> tuple[str, ...]:
    """Return what a unit, or a vehicle, has fired in this phase: `8 × Boltgun`."""
    side = state.sides[ref.side]
    numbers: dict[str, int] = {}
    for each in _shots(state, ref.side):
        whole = each.attacker if ref.id in side.owners else unit_with(side, each.attacker).id
        number = sum(each.bearers.values()) if ref.id == whole else each.bearers.get(ref.id, 0)
        if number or ref.id == whole:
            numbers[each.mode] = numbers.get(each.mode, 0) + number
    return tuple(f"{number} × {mode}" if mode else "DMG" for mode, number in numbers.items())


def may_shoot(state: GameState, number: int) -> tuple[AnyRef, ...]:
    """The units of a side that can shoot and have not, of squadrons their vehicles one by one, as they fire (D-20).

    Who has fired some weapons, but not as a whole, is among them while others are left. In transports those of
    open-topped ones alone can.
    """
    side, shots = state.sides[number], [*_shots(state, number)]
    able: list[AnyRef] = []
    for unit in map(units_of(side).__getitem__, _able_to_shoot(side)):
        if unit.groups or len(unit.vehicles) == 1:
            mine = [each for each in shots if unit_with(side, each.attacker).id == unit.id]
            able += [UnitRef(number, unit.id)] if _fires_on(state, UnitRef(number, unit.id), mine) else []
            continue
        for vehicle in unit.vehicles:
            ref = PartRef(number, vehicle.id)
            mine = [each for each in shots if {ref.id, unit.id} & {each.attacker, *each.bearers}]
            able += [ref] if is_armed(hull_of(side, ref.id)) and _fires_on(state, ref, mine) else []
    return tuple(able)


def _fires_on(state: GameState, ref: AnyRef, shots: Collection[AttackMade]) -> bool:
    """Whether a unit or a vehicle may still shoot after these shots of it."""
    known = all(each.weapon and not each.whole for each in shots)
    return not shots or (known and any(unfired(state, ref)))


def unfired(state: GameState, ref: AnyRef) -> Iterator[SalvoPart]:
    """Yield what a unit or a vehicle would fire together with the weapons that it has not used in this phase."""
    attacker = attacker_of(state, ref, silent_of(state, ref, agreed=False))
    yield from salvo(state, attacker, [each for each in fitting(attacker, fires, False) if held_back(*each) != SPARED])


def _able_to_shoot(side: SideState) -> tuple[str, ...]:
    """The ids of the units of a side that can shoot."""
    bars = [bar for bar in RESTRICTIONS if Role.SHOOTS in bar.roles]
    return tuple(
        id
        for id, unit in units_of(side).items()
        if not any(bar.holds(side, id) for bar in bars)
        and closed_in(side, id) is None
        and any(fires(mode) for weapon in weapons_left(side, unit) for mode in weapon.modes)
    )


def may_strike(side: SideState) -> tuple[str, ...]:
    """The ids of the units of a side that nothing keeps from close combat."""
    bars = [bar for bar in RESTRICTIONS if Role.STRIKES in bar.roles]
    return tuple(id for id in units_of(side) if not any(bar.holds(side, id) for bar in bars))


def _shots(state: GameState, side: int) -> Iterator[AttackMade]:
    return (each for each in attacks_now(state) if each.side == side and each.attacker and not each.close)


def _rested(state: GameState, side: int, stack: WeaponStack, close: bool) -> list[int]:
    """Return how many of a weapon each of its wielders has not used in this phase."""
    before = [each for each in attacks_now(state) if each.close == close]
    return [max(0, each.weapons - _times(before, side, each, stack)) for each in stack.wielders]


def _times(attacks: Iterable[AttackMade], side: int, wielder: Wielders, stack: WeaponStack) -> int:
    """Return how many of a weapon a group or a vehicle has used in attacks."""
    same = (each for each in attacks if each.side == side and each.weapon == stack.weapon.name)
    return sum(each.bearers.get(wielder.id, 0) for each in same)


def _first(number: int, stack: WeaponStack, fresh: Sequence[int]) -> Iterator[Wielders]:
    """Yield so many of those who have a weapon, group by group, those who have not used it first."""
    more = max(0, number - sum(fresh))
    for each, rested in zip(stack.wielders, fresh, strict=True):
        here = min(number, rested)
        extra = min(more, each.weapons - here)
        number, more = number - here - extra, more - extra
        if here + extra:
            yield replace(each, weapons=here + extra)


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
    shots = [each for each in _shots(game, attacker.ref.side) if each.weapon]
    for each, fresh in zip(stack.wielders, fresh_of(game, attacker, stack, mode), strict=True):
        done = sum(shot.bearers.get(each.group, 0) for shot in shots)
        free = pools[each.group].models * _uses_of(each) - done - busy.get(each.group, 0) if each.group else fresh
        number = min(fresh, free)
        if number > 0:
            busy[each.group] = busy.get(each.group, 0) + number
            yield each if number == each.weapons else replace(each, weapons=number)


def worth_of(game: GameState, changes: Iterable[Change]) -> float:
    """How much an attack is worth, to choose among weapons: HP lost, or hits on a vehicle and what is on its lines."""
    worth = 0.0
    for each in changes:
        match each:
            case GroupHealthSet():
                worth += each.lost
            case LinesSet():
                before = hull_of(game.sides[each.side], each.vehicle).lines
                more = {letter: value - before.get(letter, 0) for letter, value in each.lines.items()}
                worth += sum(value * _THRESHOLDS[letter] for letter, value in more.items())
            case HitRowsSet():
                new = each.rows.landed[len(hull_of(game.sides[each.side], each.vehicle).rows.landed) :]
                worth += sum(_HIT_WORTH[hit.row] for hit in new) + _WRECK_WORTH * each.rows.destroyed
    return worth
