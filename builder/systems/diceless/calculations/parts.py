"""What several calculations ask for, and how each answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from builder.systems.calculation import Answer, Explained
from builder.systems.diceless.parameters import (
    CLOSE_COMBAT,
    NULL_ZONE,
    REROLL_FAILED,
    REROLL_PASSED,
    ArmourPiercing,
    Save,
)
from builder.systems.diceless.saves import Attack, Protection, Reroll, protected, save_text
from builder.systems.parameters import Params, given

_SAVE: Save = given("the armour save, such as 3+, or none", default=None)
_COVER: Save = given("the save of its cover", default=None)
_INVULNERABLE: Save = given("the invulnerable save", default=None)
_REROLL_FAILED: bool = given(REROLL_FAILED, default=False)
_REROLL_PASSED: bool = given(REROLL_PASSED, default=False)
_FEEL_NO_PAIN: bool = given("it may use Feel No Pain", default=False)
_NULL_ZONE: bool = given(NULL_ZONE, default=False)


class _Shielded(Params):
    """Fields that protect somebody, each under the name that it has in `Shield`."""

    @property
    def protection(self) -> Protection:
        """What protects whoever is so shielded: the fields that there are."""
        fields: dict[str, Any] = structs.asdict(self)
        rerolled = Reroll.of(failed=fields.pop("reroll_failed", False), passed=fields.pop("reroll_passed", False))
        return Protection(armour=fields.pop("save", None), reroll=rerolled, **fields)


class Shield(_Shielded):
    """All that protects a model."""

    save: Save = _SAVE
    cover: Save = _COVER
    invulnerable: Save = _INVULNERABLE
    reroll_failed: bool = _REROLL_FAILED
    reroll_passed: bool = _REROLL_PASSED
    feel_no_pain: bool = _FEEL_NO_PAIN
    null_zone: bool = _NULL_ZONE


class ShieldWithoutCover(_Shielded):
    """What protects a model where cover does not."""

    save: Save = _SAVE
    invulnerable: Save = _INVULNERABLE
    reroll_failed: bool = _REROLL_FAILED
    reroll_passed: bool = _REROLL_PASSED
    feel_no_pain: bool = _FEEL_NO_PAIN
    null_zone: bool = _NULL_ZONE


class UnitShield(_Shielded):
    """What protects a whole unit beside the saves of its groups."""

    cover: Save = _COVER
    reroll_failed: bool = _REROLL_FAILED
    reroll_passed: bool = _REROLL_PASSED
    feel_no_pain: bool = _FEEL_NO_PAIN
    null_zone: bool = _NULL_ZONE


class InvulnerableShield(_Shielded):
    """The invulnerable save alone, with what changes it."""

    invulnerable: Save = _INVULNERABLE
    reroll_failed: bool = _REROLL_FAILED
    reroll_passed: bool = _REROLL_PASSED
    null_zone: bool = _NULL_ZONE


AP: ArmourPiercing = given("the AP of the attack", default=None)
IGNORES_ARMOUR: bool = given("a power weapon or the like", default=False)


class AttackKind(Params):
    """What of an attack decides on saves."""

    ap: ArmourPiercing = AP
    ignores_armour: bool = IGNORES_ARMOUR
    close_combat: bool = given(CLOSE_COMBAT, default=False)

    @property
    def attack(self) -> Attack:
        """The attack, for saves."""
        return Attack(ap=self.ap, ignores_armour=self.ignores_armour, ignores_cover=self.close_combat)


def answer(result: Mapping[str, object], worked: Explained[object]) -> Answer:
    """The fields of a result, and its steps as a list beside them and as lines."""
    return Answer({**result, "steps": list(worked.steps)}, worked.steps)


def dealt(damage: Explained[int], target: Protection, attack: Attack, **more: object) -> Answer:
    """DMG, and where saves of the target are given, the HP that it costs."""
    if target == Protection():
        return answer({"damage": damage.value, **more}, damage)
    saved = protected(damage.value, target, attack)
    result = {"damage": damage.value, **more, "hp_lost": saved.value.hp_lost, "save": written(saved.value.save)}
    return answer(result, Explained(saved.value, (*damage.steps, *saved.steps)))


def written(save: int | None) -> str | None:
    """A save as JSON has it."""
    return None if save is None else save_text(save)
