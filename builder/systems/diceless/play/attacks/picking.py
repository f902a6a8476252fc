"""Which weapon of an attacker is meant, and which of its modes: what is offered, and how a player's words find it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from builder.errors import PlayError
from builder.systems.diceless.damage import strength_of
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.arms import UNNAMED, Arm, Attacker, Bearers, fires, usable
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play
from builder.systems.diceless.play.attacks.parameters import ATTACKER, DAMAGE, MODE, TARGET, WEAPON
from builder.systems.diceless.play.finding import find_body
from builder.systems.diceless.play.parameters import ANYWAY
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE
from builder.systems.diceless.weapons import mode_figures, mode_name
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice
from builder.systems.play.game import Ref
from builder.systems.words import keys_named

Found = TypeVar("Found")
Fitting = list[tuple[Arm, WeaponMode]]
"""Modes with their weapons, those first that are likeliest to be used."""
USUAL_STRENGTH, UNDER_A_BLAST = 4, 3
"""For the order alone: the S of what wounds by another rule, and how many a blast hits."""
Told = Callable[[Arm], str]
"""What stands beside the number of a weapon."""


def fitting(attacker: Attacker, fits: Callable[[WeaponMode], bool], at_vehicle: bool) -> Fitting:
    """Every mode left that fits: guns by S against vehicles, else by S and shots in all; then pistols and grenades."""

    def rank(each: tuple[Arm, WeaponMode]) -> tuple[int, int]:
        arm, mode = each
        if not fires(mode):
            return 0, 0
        strength = strength_of(mode, arm.bearers[0].profile) or USUAL_STRENGTH
        shots = (int(mode.shots) if mode.shots.isdecimal() else 1) * (UNDER_A_BLAST if mode.blast else 1)
        return _held_back(arm, mode), -(strength if at_vehicle else strength * shots * arm.count)

    return sorted(usable(attacker.arms, fits), key=rank)


def _held_back(arm: Arm, mode: WeaponMode) -> int:
    return 2 if ONE_USE in mode.rules or is_hand_grenade(arm.weapon, mode) else int(mode.kind == "pistol")


def weapon_choices(left: Fitting, told: Told) -> Iterator[Choice[str]]:
    """Yield the weapons with their number; those of one mode with its figures."""
    for name, arm in _by_name(left).items():
        figures = mode_figures(arm.weapon.modes[0], arm.bearers[0].profile) if len(_modes(arm, left)) == 1 else ""
        yield Choice(name, ": ".join(filter(None, (f"{name} ×{arm.count}{told(arm)}", figures))))


def mode_choices(weapon: str, left: Fitting) -> Iterator[Choice[str]]:
    """Yield the modes of a weapon by name, with their figures."""
    arm = _called(weapon, _by_name(left), "weapon")
    for name, mode in _modes(arm, left).items():
        yield Choice(name, f"{name}: {mode_figures(mode, arm.bearers[0].profile)}")


def picked(attacker: Attacker, left: Fitting, asking: Asking, told: Told) -> tuple[Arm, WeaponMode]:
    """The weapon and mode that an attack is made with; asked for where there are several, none for known DMG.

    Raises:
        PlayError: it has none, or none that is called so.
    """
    if asking[DAMAGE] is not None and asking[WEAPON] is None:
        return Arm(UNNAMED, (Bearers(attacker.name, attacker.profile, 1),)), UNNAMED.modes[0]
    if not left:
        raise PlayError(f"{attacker.name}: no weapon is left for that, give the DMG itself with --damage")
    wanted = asking.one(WEAPON, f"Which weapon of {attacker.name}?", weapon_choices(left, told), leads=True)
    arm = _called(wanted, _by_name(left), f"weapon of {attacker.name} that is left for that")
    wanted_mode = asking.one(MODE, f"Which {arm.weapon.name}?", mode_choices(wanted, left), leads=True)
    return arm, _called(wanted_mode, _modes(arm, left), f"mode of {arm.weapon.name}")


def _modes(arm: Arm, left: Fitting) -> dict[str, WeaponMode]:
    return {mode_name(arm.weapon, mode) or mode.name: mode for each, mode in left if each == arm}


def _by_name(left: Fitting) -> dict[str, Arm]:
    """Weapons by what players call them; different ones of one name are told apart by S and AP, or by their bearers."""
    found: dict[str, list[Arm]] = {}
    for arm in dict.fromkeys(arm for arm, _ in left):
        found.setdefault(arm.weapon.name, []).append(arm)
    return {name: arm for first, alike in found.items() for name, arm in _told_apart(first, alike)}


def _told_apart(name: str, alike: Sequence[Arm]) -> Iterable[tuple[str, Arm]]:
    """Yield different weapons of one name under names of their own."""
    figures = [f"S {arm.weapon.modes[0].strength} AP {arm.weapon.modes[0].ap}" for arm in alike]
    for arm, told in zip(alike, figures, strict=True):
        if figures.count(told) > 1:
            told = ", ".join(dict.fromkeys(each.name for each in arm.bearers))
        yield (name if len(alike) == 1 else f"{name} ({told})"), arm


def _called(wanted: str, known: Mapping[str, Found], what: str) -> Found:
    """What a player means by a name, or by a part of one that no other has."""
    found = keys_named(wanted, {name: name for name in known})
    if len(found) > 1:
        raise PlayError(f"'{wanted}' can be more than one {what}: {', '.join(found)}")
    if not found:
        raise PlayError(f"'{wanted}' is no {what}; there are: {', '.join(known)}")
    return known[found[0]]


def opponents(state: GameState, asking: Asking, roles: tuple[Role, Role]) -> tuple[Ref, Ref]:
    """Attacker and target of an act, by the roles that they have.

    Raises:
        PlayError: they are of one side, or something keeps one of them from it and nothing else was agreed.
    """
    asking.ahead(ANYWAY)
    attacker, target = find_body(state, asking[ATTACKER]), find_body(state, asking[TARGET])
    if attacker.side == target.side:
        raise PlayError("attacker and target are of one side; damage takes DMG off anybody")
    for ref, role in zip((attacker, target), roles, strict=True):
        check_in_play(state, ref, role, asking[ANYWAY])
    return attacker, target
