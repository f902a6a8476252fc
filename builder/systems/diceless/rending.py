"""Rending: the part of the DMG that is saved as AP2, and the rest (D-29, D-44), and Moonfang (D-107)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.systems.diceless.casualties import KILLING_LOSS
from builder.systems.diceless.protection import NO_ATTACK, Attack, Protection, Saved, protected
from builder.systems.diceless.saves import rending_parts
from builder.systems.diceless.worked import Worked

RENDING_AP = 2


@dataclass(frozen=True, slots=True)
class Rent:
    """Rending DMG in its two parts, with the HP that each costs after saves."""

    pierced: int
    saved: int
    pierced_lost: int
    saved_lost: int

    @property
    def hp_lost(self) -> int:
        """The HP lost in all."""
        return self.pierced_lost + self.saved_lost


def rending(damage: int, protection: Protection, attack: Attack = NO_ATTACK) -> Worked[Rent]:
    """Part rending DMG and save each part: the 2+ value as AP2, the 6+ value as the weapon's own AP (D-29).

    In close combat the attack ignores cover (D-44). Feel No Pain, which AP2 stops, is counted on the rest alone (D-33).
    """
    pierced, saved = rending_parts(damage)
    sharper = replace(attack, ap=min(attack.ap or RENDING_AP, RENDING_AP))
    piercing = _save("AP2 part", pierced, replace(protection, feel_no_pain=False), sharper)
    usual = _save("rest", saved, protection, attack)
    rent = Rent(pierced, saved, piercing.value.hp_lost, usual.value.hp_lost)
    return Worked(
        rent,
        (
            f"rending: of {damage} DMG the 2+ value, {pierced}, is saved as AP2, the 6+ value, {saved}, as usual",
            *piercing.steps,
            *usual.steps,
            f"{rent.pierced_lost} + {rent.saved_lost} = {rent.hp_lost} HP lost",
        ),
    )


def moonfang_kills(rent: Rent) -> bool:
    """Whether Moonfang removes the model: 10 or more AP2 damage after invulnerable saves (D-107)."""
    return rent.pierced_lost >= KILLING_LOSS


def _save(part: str, damage: int, protection: Protection, attack: Attack) -> Worked[Saved]:
    after = protected(damage, protection, attack)
    return Worked(after.value, tuple(f"{part}: {step}" for step in after.steps))
