"""DMG of attacks: shots, snipers, templates and blasts, blows in close combat, and all of them on vehicles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.diceless.aim import NO_REROLLS, Rerolls, skill, strength
from builder.systems.diceless.damage import (
    BLAST_FACTOR,
    GRENADE_DAMAGE,
    MELEE_FACTORS,
    POISON,
    TEMPLATE_FACTOR,
    TWIN_TEMPLATE_FACTOR,
    area_damage,
)
from builder.systems.diceless.damage import shooting_damage as damage_of_shots
from builder.systems.diceless.hazards import DANGEROUS_TERRAIN, travelled
from builder.systems.diceless.saves import save_worked, vulnerable
from builder.systems.diceless.vehicle_damage import Lines, ScoredDamage, attack

SNIPER_STRENGTH_ON_VEHICLES, SNIPER_EXTRA_ON_VEHICLES = 3, "D3"
"""A sniper weapon on a vehicle: S 3 and rending, which is an extra D3 (D-30, D-51)."""


def sniper_strength(toughness: int) -> Explained[int]:
    """Return what takes the place of S for a sniper weapon: the victim's T (D-30)."""
    return Explained(toughness, (f"sniper: T {toughness} takes the place of S",))


def volley(
    bs: Explained[int],
    weapon: Explained[int],
    shots: int,
    models: int = 1,
    rerolls: Rerolls = NO_REROLLS,
    bearer: str = "model",
) -> Explained[int]:
    """DMG of models that fire one type of weapon: BS × S × shots each (D-20, D-21).

    Args:
        bs: with what changes it, see `aim.skill`.
        weapon: its S; for a sniper weapon `sniper_strength` (D-30), for a poisoned one `poison_strength` (D-42).
        shots: of one model.
        models: that fire.
        rerolls: what is rolled again.
        bearer: `model`, or `weapon` where one vehicle fires several.
    """
    power = strength(weapon.value, rerolls)
    each = damage_of_shots(bs.value, power.value, shots)
    steps = [*bs.steps, *weapon.steps, *power.steps]
    steps.append(f"BS {bs.value} × S {power.value} × {counted(shots, 'shot')} = {each} DMG")
    if models > 1:
        steps.append(f"{counted(models, bearer)} × {each} = {models * each} DMG")
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
    steps = (*power.steps, f"{counted(hits, 'hit')} × S {power.value} × {factor} = {damage} DMG")
    if not vulnerable_target:
        return Explained(damage, steps)
    doubled = vulnerable(damage)
    return Explained(doubled.value, (*steps, *doubled.steps))


MORE_THAN_TWICE, LOWER = MELEE_FACTORS
EQUAL_TO_TWICE, NO_SKILL = 4, 6
"""The other close combat factors: the target's WS is equal up to twice, or 0 (D-40)."""
WITCHBLADE_POISON = 2
WITCHBLADE_ON_VEHICLES = 9
"""The S of a witchblade on a vehicle (D-42)."""


def factor(ws: int, target_ws: int, lightning_claw: bool = False) -> Explained[int]:
    """Return the close combat factor of one WS against another (D-40), +1 for a lightning claw (D-41)."""
    if target_ws == 0:
        base, why = NO_SKILL, "the target has WS 0"
    elif target_ws < ws:
        base, why = LOWER, f"WS {target_ws} is lower than WS {ws}"
    elif target_ws <= 2 * ws:
        base, why = EQUAL_TO_TWICE, f"WS {target_ws} is equal up to twice WS {ws}"
    else:
        base, why = MORE_THAN_TWICE, f"WS {target_ws} is more than twice WS {ws}"
    steps = [f"{why}: factor {base}"]
    if lightning_claw:
        base += 1
        steps.append(f"lightning claw: factor {base}")
    return Explained(base, tuple(steps))


def close_combat(
    ws: int,
    target_ws: int,
    attacks: int,
    attack_strength: int,
    rerolls: Rerolls = NO_REROLLS,
    lightning_claw: bool = False,
) -> Explained[int]:
    """DMG of so many attacks: S × factor each (D-40, D-41); preferred enemy and re-rolls as D-33 and D-45 say."""
    attacker, used = _skill_and_factor(ws, target_ws, rerolls, lightning_claw)
    power = strength(attack_strength, rerolls)
    damage = power.value * used.value * attacks
    last = f"S {power.value} × factor {used.value} × {counted(attacks, 'attack')} = {damage} DMG"
    return Explained(damage, (*attacker, *used.steps, *power.steps, last))


def poison_strength(poison: int, toughness: int) -> Explained[int]:
    """Return what takes the place of S for a weapon poisoned n+: T−2 for 6+ … T+2 for 2+, never under 0 (D-42)."""
    change = POISON[poison]
    venom = max(0, toughness + change)
    words = f"T {toughness}" + (f" {'+' if change > 0 else '−'} {abs(change)} = {venom}" if change else "")
    return Explained(venom, (f"poisoned {poison}+ counts as {words}",))


def poisoned(
    ws: int,
    target_ws: int,
    attacks: int,
    poison: int,
    wielder_strength: int | None,
    toughness: int,
    rerolls: Rerolls = NO_REROLLS,
    lightning_claw: bool = False,
) -> Explained[int]:
    """DMG of attacks with a poisoned weapon; factor +1 if the wielder's S is at least the victim's T (D-42).

    A witchblade is poisoned 2+, and so is fleshbane, to which the wielder's S (None) says nothing. A re-roll to wound
    counts for that S, which poison does not use otherwise.
    """
    attacker, used = _skill_and_factor(ws, target_ws, rerolls, lightning_claw)
    steps = [*attacker, *used.steps]
    multiple = used.value
    if wielder_strength is not None:
        power = strength(wielder_strength, rerolls)
        steps += power.steps
        if power.value >= toughness:
            multiple += 1
            steps.append(f"S {power.value} is at least T {toughness}: factor {multiple}")
    venom = poison_strength(poison, toughness)
    damage = multiple * venom.value * attacks
    steps += venom.steps
    steps.append(f"{venom.value} × factor {multiple} × {counted(attacks, 'attack')} = {damage} DMG")
    return Explained(damage, tuple(steps))


def _skill_and_factor(
    ws: int, target_ws: int, rerolls: Rerolls, lightning_claw: bool
) -> tuple[tuple[str, ...], Explained[int]]:
    modified = skill(ws, rerolls, name="WS")
    return modified.steps if rerolls.skill else (), factor(modified.value, target_ws, lightning_claw)


GRENADES: Mapping[str, int] = {"defensive": 4, "assault": 4, "krak": 6, "melta bomb": 12}
"""The strength of grenades on vehicles (D-60)."""
RAM, RAM_ON_SKIMMER = 20, 10
"""DMG of ramming, and on a skimmer (D-61); its strength is the base game's."""
TERRAIN_STRENGTH = 8
"""The strength of dangerous terrain, on rear armour (D-61)."""


def vehicle_volley(
    skill: Explained[int],
    shots: int,
    models: int = 1,
    cover: int | None = None,
    name: str = "BS",
    unit: str = "shot",
    bearer: str = "model",
) -> Explained[int]:
    """DMG of one type of weapon on a vehicle: modified BS × shots, then cover by table 1 (D-50).

    Args:
        skill: modified BS; in an assault modified WS (D-60).
        shots: of one model; attacks in an assault.
        models: that fire.
        cover: the save of the vehicle's cover, None for none.
        name: `BS` or `WS`.
        unit: `shot` or `attack`.
        bearer: `model`, or `weapon` where one vehicle fires several.
    """
    damage = skill.value * shots * models
    by_models = f" × {counted(models, bearer)}" if models > 1 else ""
    steps = (*skill.steps, f"{name} {skill.value} × {counted(shots, unit)}{by_models} = {damage} DMG")
    return in_cover(Explained(damage, steps), cover)


def in_cover(damage: Explained[int], cover: int | None) -> Explained[int]:
    """DMG on a vehicle after its cover, if it has any, through table 1 (D-50)."""
    if cover is None:
        return damage
    saved = save_worked(damage.value, cover)
    return Explained(saved.value, (*damage.steps, f"cover {cover}+: {damage.value} DMG become {saved.value}"))


def grenade_damage(models: int) -> Explained[int]:
    """DMG of models that attack a vehicle with grenades: 20 each (D-60)."""
    damage = models * GRENADE_DAMAGE
    return Explained(damage, (f"{counted(models, 'model')} × {GRENADE_DAMAGE} = {damage} DMG",))


def grenades(kind: str, models: int, av: int, lines: Lines | None = None) -> Explained[ScoredDamage]:
    """Return what models do that attack a vehicle with grenades: 20 DMG each (D-60); `kind` is one of `GRENADES`."""
    damage = grenade_damage(models)
    scored = attack(av, GRENADES[kind], damage.value, lines)
    return Explained(scored.value, (f"{damage.steps[0]}, S {GRENADES[kind]}", *scored.steps))


def ramming_damage(skimmer: bool = False) -> int:
    """DMG of ramming a vehicle (D-61)."""
    return RAM_ON_SKIMMER if skimmer else RAM


def ramming(av: int, strength: int, lines: Lines | None = None, skimmer: bool = False) -> Explained[ScoredDamage]:
    """Return what ramming does to a vehicle; `strength` is worked out as in the base game (D-61)."""
    damage = ramming_damage(skimmer)
    scored = attack(av, strength, damage, lines)
    return Explained(scored.value, (f"ramming{' a skimmer' if skimmer else ''}: {damage} DMG", *scored.steps))


def dangerous_terrain(
    rear: int,
    inches: Fraction,
    lines: Lines | None = None,
    strength: int = TERRAIN_STRENGTH,
    amount: int = DANGEROUS_TERRAIN,
) -> Explained[ScoredDamage]:
    """Return what dangerous terrain, or moving after a tremor, does to a vehicle (D-61, D-104).

    10 DMG for each inch in it, rounded half up, with S8 on rear armour; other figures as the players agree.
    """
    damage = travelled(amount, inches)
    scored = attack(rear, strength, damage.value, lines)
    return Explained(scored.value, (f"{damage.steps[0]}, S {strength} on rear armour", *scored.steps))
