"""Which weapon an attacker uses, in which of its modes, and how many of it.

What is offered, how a player's words find it, and what was used in this phase and, of some weapons, in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.damage import strength_of
from builder.systems.diceless.play.attacks.eligibility import RESTRICTIONS, Role, check_in_play, silent_of
from builder.systems.diceless.play.attacks.fields import Figures
from builder.systems.diceless.play.attacks.wielders import (
    UNNAMED,
    Attacker,
    WeaponStack,
    Wielders,
    attacker_of,
    fires,
    usable,
    weapons_left,
)
from builder.systems.diceless.play.changes import Attacked, Change, Pooled
from builder.systems.diceless.play.choosers import able
from builder.systems.diceless.play.queries import unit_with, units_of
from builder.systems.diceless.play.state import GameState, SideState, Volley, attacks_now
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE, PINNING, has
from builder.systems.diceless.weapons import mode_figures, mode_name
from builder.systems.figures import Positive
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice, Params, given
from builder.systems.play.actions import Act, known
from builder.systems.play.answers import Answers
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.game import AnyRef, PartRef, Ref
from builder.systems.play.lookup import At
from builder.systems.words import keys_named

Found = TypeVar("Found")
Fitting = list[tuple[WeaponStack, WeaponMode]]
"""Modes with their weapons, those first that are likeliest to be used."""
USUAL_STRENGTH, UNDER_A_BLAST = 4, 3
"""For the order alone: the S of what wounds by another rule, and how many a blast hits."""
Told = Callable[[WeaponStack], str]
"""What stands beside the number of a weapon."""


def attackers(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can attack, but for what players may agree on."""
    return able(act.roles[0])(at, act)


def targets(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[AnyRef]]:
    """The units and vehicles that can be attacked by whoever is named; those of both sides until somebody is."""
    attacker = known(lambda: act.attacker)
    return (each for each in able(act.roles[1])(at, act) if attacker is None or each.value.side != attacker.side)


def weapons(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The attacker's weapons that are left, with their number and whether they were used already."""
    told = partial(already, at.game, act.attacker.side, close=act.close)
    return weapon_choices(_left(at.game, act), told)


def modes(at: At[GameState], act: WeaponAttack) -> Iterator[Choice[str]]:
    """The modes of the weapon that is named."""
    return mode_choices(act.uses.weapon or "", _left(at.game, act))


def _left(game: GameState, act: WeaponAttack) -> Fitting:
    attacker = attacker_of(game, act.attacker, silent_of(game, act.attacker, act.close or act.anyway))
    return fitting(attacker, act.fits, isinstance(known(lambda: act.target), PartRef))


class WeaponUse(Params):
    """Which weapon is used, and how many of it."""

    heading = "The attack"
    weapon: str | None = given("the weapon", weapons, default=None, none="it has no weapon for that")
    mode: str | None = given("which of its modes or ammunitions", modes, default=None)
    models: Positive | None = given(
        "how many of it are used; all that have not been yet if not given", default=None, when="with a --weapon"
    )


class WeaponAttack(Act[GameState]):
    """One type of weapon of an attacker is used on a target."""

    group = "Damage"
    roles: ClassVar[tuple[Role, Role]] = (Role.SHOOTS, Role.SHOT_AT)
    """What attacker and target do in it."""
    close: ClassVar[bool] = False
    """Whether it is one of close combat."""
    attacker: AnyRef = given("the unit or vehicle that attacks", attackers)
    target: AnyRef = given("the unit or vehicle that is attacked", targets, none="nobody is left to attack")
    anyway: bool = given(ANYWAY, default=False)
    uses: WeaponUse = WeaponUse()

    def fits(self, mode: WeaponMode) -> bool:
        """Whether the attack can be made with a mode of a weapon, on the target if that is known."""
        raise NotImplementedError


def fitting(attacker: Attacker, fits: Callable[[WeaponMode], bool], at_vehicle: bool) -> Fitting:
    """Every mode left that fits: guns by S against vehicles, else by S and shots in all; then pistols and grenades."""

    def rank(each: tuple[WeaponStack, WeaponMode]) -> tuple[int, int]:
        stack, mode = each
        if not fires(mode):
            return 0, 0
        strength = strength_of(mode, stack.wielders[0].profile) or USUAL_STRENGTH
        shots = (int(mode.shots) if mode.shots.isdecimal() else 1) * (UNDER_A_BLAST if mode.blast else 1)
        return _held_back(stack, mode), -(strength if at_vehicle else strength * shots * stack.count)

    return sorted(usable(attacker.stacks, fits), key=rank)


def _held_back(stack: WeaponStack, mode: WeaponMode) -> int:
    return 2 if ONE_USE in mode.rules or is_hand_grenade(stack.weapon, mode) else int(mode.kind == "pistol")


def weapon_choices(left: Fitting, told: Told) -> Iterator[Choice[str]]:
    """Yield the weapons with their number; those of one mode with its figures."""
    for name, stack in _by_name(left).items():
        figures = (
            mode_figures(stack.weapon.modes[0], stack.wielders[0].profile) if len(_modes(stack, left)) == 1 else ""
        )
        yield Choice(name, ": ".join(filter(None, (f"{name} ×{stack.count}{told(stack)}", figures))))


def mode_choices(weapon: str, left: Fitting) -> Iterator[Choice[str]]:
    """Yield the modes of a weapon by name, with their figures."""
    stack = _called(weapon, _by_name(left), "weapon")
    for name, mode in _modes(stack, left).items():
        yield Choice(name, f"{name}: {mode_figures(mode, stack.wielders[0].profile)}")


def picked(
    attacker: Attacker, left: Fitting, given: WeaponUse, figures: Figures, ask: Answers, told: Told
) -> tuple[WeaponStack, WeaponMode]:
    """The weapon and mode that an attack is made with; asked for where there are several, none for known DMG.

    Raises:
        PlayError: it has none, or none that is called so.
    """
    if figures.damage is not None and given.weapon is None:
        return WeaponStack(UNNAMED, (Wielders(attacker.name, attacker.profile, 1),)), UNNAMED.modes[0]
    if not left:
        raise PlayError(f"{attacker.name}: no weapon is left for that, give the DMG itself with --damage")
    question = f"Which weapon of {attacker.name}?"
    wanted = ask.one("weapon", given.weapon, question, weapon_choices(left, told), leads=True)
    stack = _called(wanted, _by_name(left), f"weapon of {attacker.name} that is left for that")
    question = f"Which {stack.weapon.name}?"
    wanted_mode = ask.one("mode", given.mode, question, mode_choices(wanted, left), leads=True)
    return stack, _called(wanted_mode, _modes(stack, left), f"mode of {stack.weapon.name}")


def _modes(stack: WeaponStack, left: Fitting) -> dict[str, WeaponMode]:
    return {mode_name(stack.weapon, mode) or mode.name: mode for each, mode in left if each == stack}


def _by_name(left: Fitting) -> dict[str, WeaponStack]:
    """Weapons by what players call them; different ones of one name are told apart by S and AP, or by who has them."""
    found: dict[str, list[WeaponStack]] = {}
    for stack in dict.fromkeys(stack for stack, _ in left):
        found.setdefault(stack.weapon.name, []).append(stack)
    return {name: stack for first, alike in found.items() for name, stack in _told_apart(first, alike)}


def _told_apart(name: str, alike: Sequence[WeaponStack]) -> Iterable[tuple[str, WeaponStack]]:
    """Yield different weapons of one name under names of their own."""
    figures = [f"S {stack.weapon.modes[0].strength} AP {stack.weapon.modes[0].ap}" for stack in alike]
    for stack, told in zip(alike, figures, strict=True):
        if figures.count(told) > 1:
            told = ", ".join(dict.fromkeys(each.name for each in stack.wielders))
        yield (name if len(alike) == 1 else f"{name} ({told})"), stack


def _called(wanted: str, known: Mapping[str, Found], what: str) -> Found:
    """What a player means by a name, or by a part of one that no other has."""
    found = keys_named(wanted, {name: name for name in known})
    if len(found) > 1:
        raise PlayError(f"'{wanted}' can be more than one {what}: {', '.join(found)}")
    if not found:
        raise PlayError(f"'{wanted}' is no {what}; there are: {', '.join(known)}")
    return known[found[0]]


def check_opponents(state: GameState, attacker: Ref, target: Ref, roles: tuple[Role, Role], agreed: bool) -> None:
    """Whether attacker and target can have the roles of an attack.

    Raises:
        PlayError: they are of one side, or something keeps one of them from it and nothing else was agreed.
    """
    if attacker.side == target.side:
        raise PlayError("attacker and target are of one side; damage takes DMG off anybody")
    for ref, role in zip((attacker, target), roles, strict=True):
        check_in_play(state, ref, role, agreed)


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
            volley=Volley(
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
            )
        )


def use(
    state: GameState,
    attacker: Attacker,
    stack: WeaponStack,
    mode: WeaponMode,
    given: WeaponUse,
    agreed: bool,
    close: bool = False,
) -> Use:
    """A weapon as it is used: by as many as were said, else by all who have not yet, or by all; group by group.

    Of hand grenades one is thrown (D-70).

    Raises:
        PlayError: fewer are left, or it is used once a game and has been, and nothing else was agreed.
    """
    wanted: int | None = None if stack.weapon is UNNAMED else given.models
    if wanted is not None and wanted > stack.count:
        raise PlayError(f"{stack.count} × {stack.weapon.name} left, not {wanted}: give another number with --models")
    side, rested = attacker.ref.side, _rested(state, attacker.ref.side, stack, close)
    unused = [each.weapons for each in stack.wielders]
    if ONE_USE in mode.rules:
        spent = [each for each in state.extra.used_up if each.mode == mode.name]
        unused = [max(0, min(each.weapons, each.full - _times(spent, side, each, stack))) for each in stack.wielders]
    fresh = [min(each) for each in zip(rested, unused, strict=True)]
    thrown = 1 if fires(mode) and is_hand_grenade(stack.weapon, mode) else None
    number = wanted or thrown or sum(fresh) or sum(unused) or stack.count
    if number > sum(unused) and not agreed:
        left = f"{sum(unused)} × {mode.name} left, not {number}" if any(unused) else f"no {mode.name} left"
        raise PlayError(f"{attacker.name}: {left} (used once a game); by agreement with --anyway")
    return Use(stack.weapon.name, mode, tuple(_first(number, stack, fresh)), max(0, number - sum(rested)), close)


def already(state: GameState, side: int, stack: WeaponStack, close: bool = False) -> str:
    """What is told beside the name of a weapon: whether it, or how many of it, were used in this phase."""
    used = stack.count - sum(_rested(state, side, stack, close))
    many = f"{used} of them " if used < stack.count else ""
    return f", {many}{'struck' if close else 'fired'} already" if used else ""


def hp_lost(changes: Iterable[Change], side: int) -> int:
    """The HP that changes cost a side."""
    return sum(each.lost for each in changes if isinstance(each, Pooled) and each.side == side)


def fired(state: GameState, ref: Ref) -> tuple[str, ...]:
    """What a unit, or a vehicle, has fired in this phase: `8 × Boltgun`."""
    side = state.sides[ref.side]
    numbers: dict[str, int] = {}
    for each in _shots(state, ref.side):
        whole = each.attacker if ref.id in side.owners else unit_with(side, each.attacker).id
        number = sum(each.bearers.values()) if ref.id == whole else each.bearers.get(ref.id, 0)
        if number or ref.id == whole:
            numbers[each.mode] = numbers.get(each.mode, 0) + number
    return tuple(f"{number} × {mode}" if mode else "DMG" for mode, number in numbers.items())


def may_shoot(state: GameState, number: int) -> tuple[str, ...]:
    """The ids of the units of a side that can shoot and have not; in transports those of open-topped ones alone."""
    side = state.sides[number]
    done = {unit_with(side, attack.attacker).id for attack in _shots(state, number)}
    return tuple(unit for unit in _able_to_shoot(side) if unit not in done)


def _able_to_shoot(side: SideState) -> tuple[str, ...]:
    """The ids of the units of a side that can shoot."""
    bars = [bar for bar in RESTRICTIONS if Role.SHOOTS in bar.roles]
    return tuple(
        id
        for id, unit in units_of(side).items()
        if not any(bar.holds(side, id) for bar in bars)
        and _in_the_open(side, id)
        and any(fires(mode) for weapon in weapons_left(side, unit) for mode in weapon.modes)
    )


def _in_the_open(side: SideState, unit: str) -> bool:
    transport = units_of(side).get(side.bodies[unit].aboard or "")
    return transport is None or any(vehicle.profile.open_topped for vehicle in transport.vehicles)


def _shots(state: GameState, side: int) -> Iterator[Volley]:
    return (each for each in attacks_now(state) if each.side == side and each.attacker and not each.close)


def _rested(state: GameState, side: int, stack: WeaponStack, close: bool) -> list[int]:
    """How many of a weapon each of its wielders has not used in this phase."""
    before = [each for each in attacks_now(state) if each.close == close]
    return [max(0, each.weapons - _times(before, side, each, stack)) for each in stack.wielders]


def _times(attacks: Iterable[Volley], side: int, wielder: Wielders, stack: WeaponStack) -> int:
    """How many of a weapon a group or a vehicle has used in attacks."""
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
