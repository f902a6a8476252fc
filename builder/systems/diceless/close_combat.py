"""DMG in close combat: the factor of the two WS, lightning claws and poison."""

from __future__ import annotations

from builder.systems.diceless.aim import NO_REROLLS, Rerolls, skill, strength
from builder.systems.diceless.damage import MELEE_FACTORS, POISON
from builder.systems.diceless.explained import Explained, count

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
    last = f"S {power.value} × factor {used.value} × {count(attacks, 'attack')} = {damage} DMG"
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
    steps.append(f"{venom.value} × factor {multiple} × {count(attacks, 'attack')} = {damage} DMG")
    return Explained(damage, tuple(steps))


def _skill_and_factor(
    ws: int, target_ws: int, rerolls: Rerolls, lightning_claw: bool
) -> tuple[tuple[str, ...], Explained[int]]:
    modified = skill(ws, rerolls, name="WS")
    return modified.steps if rerolls.skill else (), factor(modified.value, target_ws, lightning_claw)
