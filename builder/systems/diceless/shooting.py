"""DMG of shooting at models: shots, snipers, templates and blasts."""

from __future__ import annotations

from builder.systems.diceless.aim import NO_REROLLS, Rerolls, strength
from builder.systems.diceless.damage import BLAST_FACTOR, TEMPLATE_FACTOR, TWIN_TEMPLATE_FACTOR, area_damage
from builder.systems.diceless.damage import shooting_damage as damage_of_shots
from builder.systems.diceless.explained import Explained, count
from builder.systems.diceless.saves import vulnerable

SNIPER_STRENGTH_ON_VEHICLES, SNIPER_EXTRA_ON_VEHICLES = 3, "D3"
"""A sniper weapon on a vehicle: S 3 and rending, which is an extra D3 (D-30, D-51)."""


def sniper_strength(toughness: int) -> Explained[int]:
    """Return what takes the place of S for a sniper weapon: the victim's T (D-30)."""
    return Explained(toughness, (f"sniper: T {toughness} takes the place of S",))


def volley(
    bs: Explained[int], weapon: Explained[int], shots: int, models: int = 1, rerolls: Rerolls = NO_REROLLS
) -> Explained[int]:
    """DMG of models that fire one type of weapon: BS × S × shots each (D-20, D-21).

    Args:
        bs: with what changes it, see `aim.skill`.
        weapon: its S; for a sniper weapon `sniper_strength` (D-30), for a poisoned one `poison_strength` (D-42).
        shots: of one model.
        models: that fire.
        rerolls: what is rolled again.
    """
    power = strength(weapon.value, rerolls)
    each = damage_of_shots(bs.value, power.value, shots)
    steps = [*bs.steps, *weapon.steps, *power.steps]
    steps.append(f"BS {bs.value} × S {power.value} × {count(shots, 'shot')} = {each} DMG")
    if models > 1:
        steps.append(f"{count(models, 'model')} × {each} = {models * each} DMG")
    return Explained(models * each, tuple(steps))


def template(
    hits: int, weapon_strength: int, rerolls: Rerolls = NO_REROLLS, vulnerable_target: bool = False
) -> Explained[int]:
    """DMG of a template: hits × S × 4, twin-linked × 5 (D-27); on models vulnerable to it double (D-33)."""
    factor = TWIN_TEMPLATE_FACTOR if rerolls.twin_linked else TEMPLATE_FACTOR
    power = strength(weapon_strength, rerolls)
    damage = area_damage(hits, power.value, "template", rerolls.twin_linked)
    return _area(hits, power, factor, damage, vulnerable_target)


def blast(
    hits: int, weapon_strength: int, rerolls: Rerolls = NO_REROLLS, vulnerable_target: bool = False
) -> Explained[int]:
    """DMG of a blast or a large blast: hits × S × 3 (D-28); on models vulnerable to it double (D-33)."""
    power = strength(weapon_strength, rerolls)
    return _area(hits, power, BLAST_FACTOR, area_damage(hits, power.value, "blast"), vulnerable_target)


def _area(hits: int, power: Explained[int], factor: int, damage: int, vulnerable_target: bool) -> Explained[int]:
    steps = (*power.steps, f"{count(hits, 'hit')} × S {power.value} × {factor} = {damage} DMG")
    if not vulnerable_target:
        return Explained(damage, steps)
    doubled = vulnerable(damage)
    return Explained(doubled.value, (*steps, *doubled.steps))
