"""The weapons that an attacker has left for an attack, in order, and what players call them and their modes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from builder.errors import PlayError
from builder.systems.diceless.damage import strength_of
from builder.systems.diceless.play.attacks.wielders import Attacker, WeaponStack, fires, usable
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.weapon_rules import ONE_USE
from builder.systems.diceless.weapons import mode_figures
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.wording import mode_name
from builder.systems.parameters import Choice
from builder.systems.words import keys_named

Found = TypeVar("Found")
Fitting = list[tuple[WeaponStack, WeaponMode]]
"""Modes with their weapons, those first that are likeliest to be used."""
USUAL_STRENGTH, UNDER_A_BLAST = 4, 3
"""For the order alone: the S of what wounds by another rule, and how many a blast hits."""
SPARED = 2
"""How far those are held back that are used once a game, or thrown one at a time."""
Told = Callable[[WeaponStack], str]
"""What stands beside the number of a weapon."""


def fitting(attacker: Attacker, fits: Callable[[WeaponMode], bool], at_vehicle: bool) -> Fitting:
    """Every mode left that fits: guns by S against vehicles, else by S and shots in all; then pistols and grenades."""

    def rank(each: tuple[WeaponStack, WeaponMode]) -> tuple[int, int]:
        stack, mode = each
        if not fires(mode):
            return 0, 0
        strength = strength_of(mode, stack.wielders[0].profile) or USUAL_STRENGTH
        shots = (int(mode.shots) if mode.shots.isdecimal() else 1) * (UNDER_A_BLAST if mode.blast else 1)
        return held_back(stack, mode), -(strength if at_vehicle else strength * shots * stack.count)

    return sorted(usable(attacker.stacks, fits), key=rank)


def held_back(stack: WeaponStack, mode: WeaponMode) -> int:
    """How far a mode is held back behind others: pistols, and `SPARED` what is used once or thrown."""
    return SPARED if ONE_USE in mode.rules or is_hand_grenade(stack.weapon, mode) else int(mode.kind == "pistol")


def weapon_choices(left: Fitting, told: Told) -> Iterator[Choice[str]]:
    """Yield the weapons with their number; those of one mode with its figures."""
    for name, stack in by_name(left).items():
        figures = (
            mode_figures(stack.weapon.modes[0], stack.wielders[0].profile) if len(modes_of(stack, left)) == 1 else ""
        )
        yield Choice(name, ": ".join(filter(None, (f"{name} ×{stack.count}{told(stack)}", figures))))


def mode_choices(weapon: str, left: Fitting) -> Iterator[Choice[str]]:
    """Yield the modes of a weapon by name, with their figures."""
    stack = called(weapon, by_name(left), "weapon")
    for name, mode in modes_of(stack, left).items():
        yield Choice(name, f"{name}: {mode_figures(mode, stack.wielders[0].profile)}")


def modes_of(stack: WeaponStack, left: Fitting) -> dict[str, WeaponMode]:
    """The modes of a weapon that are left, by what players call them."""
    return {mode_name(stack.weapon, mode) or mode.name: mode for each, mode in left if each == stack}


def by_name(left: Fitting) -> dict[str, WeaponStack]:
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


def called(wanted: str, known: Mapping[str, Found], what: str) -> Found:
    """What a player means by a name, or by a part of one that no other has."""
    found = keys_named(wanted, {name: name for name in known})
    if len(found) > 1:
        raise PlayError(f"'{wanted}' can be more than one {what}: {', '.join(found)}")
    if not found:
        raise PlayError(f"'{wanted}' is no {what}; there are: {', '.join(known)}")
    return known[found[0]]
