"""Damage that no enemy's shot or blow deals: hot weapons, dangerous terrain, the warp, mines, exploding transports."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from fractions import Fraction

from builder.record import Record
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.diceless.saves import (
    INVULNERABLE_ONLY,
    NO_ATTACK,
    Attack,
    Protection,
    protected,
)

GETS_HOT, GETS_HOT_WITH_REROLL = 40, 10
"""DMG of a Gets Hot! token (D-31)."""
BS_WITH_REROLL = 6
"""The BS from which shots are re-rolled in the base game (D-31)."""
DANGEROUS_TERRAIN = 10
"""DMG for each model in dangerous terrain (D-35), and for each inch of a vehicle's way in it (D-61)."""
PERILS = 50
"""DMG on a psyker who goes on against a Warp token (D-74)."""
GATE_OF_INFINITY = 10
"""DMG on a unit that is taken through the Gate, as a whole (D-102)."""
CLUSTER_MINES = 90
"""DMG on a unit at the end of its move (D-103)."""
EXPLOSION, OPEN_TOPPED_EXPLOSION = 12, 9
"""DMG for each passenger of a vehicle that explodes (D-61)."""
MOUNTS = ("bike", "cavalry")
"""Words of the unit types of riders (D-35)."""
TEST_CANCELLED = ("the psychic test is cancelled", "the token is spent")
TOKEN_BACK = "the token goes back to its user"
"""What becomes of a Warp token (D-74)."""


class Hazard(Record, frozen=True):
    """DMG before saves, and what of it decides on them; `direct` is HP lost as they are, no save of any kind."""

    damage: int
    attack: Attack = NO_ATTACK
    direct: bool = False


class Hurt(Record, frozen=True):
    """DMG before saves, and the HP that it costs."""

    damage: int
    hp_lost: int


class WarpChoice(enum.StrEnum):
    """What the player of a psyker does about a Warp token (D-74)."""

    CANCELLED = "cancelled"
    GOES_ON = "goes on"


class WarpUse(Record, frozen=True):
    """What a Warp token came to: whether the test is taken, the HP lost, and whether the token is spent."""

    tested: bool
    hp_lost: int
    spent: bool


def hurt(hazard: Explained[Hazard], protection: Protection) -> Explained[Hurt]:
    """Return what a hazard costs whoever is so protected."""
    met = hazard.value
    saved = protected(met.damage, Protection() if met.direct else protection, met.attack)
    return Explained(Hurt(met.damage, saved.value.hp_lost), (*hazard.steps, *saved.steps))


def gets_hot(protection: Protection, bs: int | None = None, reroll: bool = False) -> Explained[Hurt]:
    """Return what a Gets Hot! token costs the bearer: 40 DMG, or 10 where he re-rolls to hit; saves apply (D-31).

    Args:
        protection: the bearer's saves.
        bs: his BS, which from 6 on re-rolls.
        reroll: he re-rolls to hit, or the weapon is twin-linked.
    """
    again = reroll or (bs is not None and bs >= BS_WITH_REROLL)
    damage = GETS_HOT_WITH_REROLL if again else GETS_HOT
    why = " (he re-rolls to hit)" if again else ""
    return hurt(Explained(Hazard(damage), (f"Gets Hot!: {damage} DMG{why}",)), protection)


def shots_left(shots: int, bearers_died: int) -> int:
    """Shots that still do damage: one fewer for each bearer whom a token killed (D-31)."""
    return max(0, shots - bearers_died)


def dangerous_terrain(
    models: int, skilled_rider: bool = False, amount: int = DANGEROUS_TERRAIN, inches: Fraction | None = None
) -> Explained[Hazard]:
    """Dangerous terrain for models in it: 10 DMG each, invulnerable saves only (D-35).

    Args:
        models: that enter, leave or move in it.
        skilled_rider: riders of bikes or cavalry so skilled, who take half, rounded up.
        amount: DMG for each model, where the players agreed on another.
        inches: of the way in it, where they agreed that `amount` counts for each.
    """
    each = Explained(amount) if inches is None else travelled(amount, inches)
    damage = models * each.value
    steps = [*each.steps, f"{counted(models, 'model')} × {each.value} = {damage} DMG"]
    if skilled_rider:
        steps.append(f"skilled riders: half of {damage} DMG")
        damage = (damage + 1) // 2
    return Explained(Hazard(damage, INVULNERABLE_ONLY), (*steps, f"{damage} DMG, invulnerable saves only"))


def rides_well(unit_type: str, rules: Iterable[str]) -> bool:
    """Whether models of a unit type and with some rules are skilled riders, on bikes or in the saddle (D-35)."""
    mounted = any(mount in unit_type.casefold() for mount in MOUNTS)
    return mounted and any("skilled rider" in rule.casefold() for rule in rules)


def travelled(amount: int, inches: Fraction) -> Explained[int]:
    """DMG for so many inches at an amount for each, rounded half up."""
    exact = amount * inches
    damage = int(exact + Fraction(1, 2))
    rounded = "" if exact == damage else f"{float(exact):g}, rounded "
    return Explained(damage, (f'{float(inches):g}" × {amount} = {rounded}{damage} DMG',))


def warp_token(choice: WarpChoice, protection: Protection) -> Explained[WarpUse]:
    """Return what a Warp token does to a psychic test (D-74).

    Cancelled, the test is not taken and the token is spent. A psyker who goes on takes 50 DMG that neither armour nor
    cover stops, the token goes back to its user, and the test follows as usual.
    """
    if choice is WarpChoice.CANCELLED:
        return Explained(WarpUse(False, 0, True), TEST_CANCELLED)
    lost = hurt(perils(), protection)
    return Explained(
        WarpUse(True, lost.value.hp_lost, False), (*lost.steps, TOKEN_BACK, "then the psychic test as usual")
    )


def perils() -> Explained[Hazard]:
    """The perils of the warp for a psyker who goes on against a Warp token: 50 DMG, no armour or cover saves (D-74)."""
    words = f"perils of the warp: {PERILS} DMG, no armour or cover saves"
    return Explained(Hazard(PERILS, INVULNERABLE_ONLY), (words,))


def cluster_mines() -> Explained[Hazard]:
    """Cluster mines for a unit at the end of its move: 90 DMG, no cover (D-103)."""
    words = f"cluster mines: {CLUSTER_MINES} DMG on the unit, no cover"
    return Explained(Hazard(CLUSTER_MINES, Attack(ignores_cover=True)), (words,))


def gate_of_infinity() -> Explained[Hazard]:
    """Return the Gate of Infinity for a unit that is taken along: 10 DMG as a whole, no save of any kind (D-102)."""
    words = f"Gate of Infinity: {GATE_OF_INFINITY} DMG on the unit as a whole"
    return Explained(Hazard(GATE_OF_INFINITY, direct=True), (words,))


def explosion(passengers: int, protection: Protection, open_topped: bool = False) -> Explained[Hurt]:
    """Return what passengers take when their vehicle explodes: 12 DMG each, open-topped 9, AP− (D-61).

    The survivors stand where it was and take a pinning test (D-19).
    """
    damage = explosion_damage(passengers, open_topped)
    after = hurt(Explained(Hazard(damage.value), damage.steps), protection)
    return Explained(after.value, (*after.steps, "survivors stand where it was and take a pinning test"))


def explosion_damage(passengers: int, open_topped: bool = False) -> Explained[int]:
    """DMG on the passengers of a vehicle that explodes, before saves (D-61)."""
    each = OPEN_TOPPED_EXPLOSION if open_topped else EXPLOSION
    damage = passengers * each
    kind = ", open-topped" if open_topped else ""
    return Explained(damage, (f"{counted(passengers, 'passenger')} × {each}{kind} = {damage} DMG, AP –",))
