"""What several calculations ask for, and how each answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.diceless.aim import Rerolls
from builder.systems.diceless.protection import Attack, Protection, protected
from builder.systems.diceless.questions import ap, save
from builder.systems.diceless.saves import Reroll
from builder.systems.diceless.worked import Worked, save_text
from builder.systems.figures import positive, whole
from builder.systems.protocol import Answer
from builder.systems.questions import Parameter

Values = Mapping[str, Any]
"""What is given to a calculation, read, by the keys of its parameters."""

DAMAGE = Parameter(name="damage", text="DMG before saves", read=whole)
SAVE = Parameter(name="save", text="the armour save, such as 3+, or none", read=save, default="none")
COVER = Parameter(name="cover", text="the save of its cover", read=save, default="none")
INVULNERABLE = Parameter(name="invulnerable", text="the invulnerable save", read=save, default="none")
FEEL_NO_PAIN = Parameter(name="feel-no-pain", text="it may use Feel No Pain")
SAVE_REROLLS = (
    Parameter(name="reroll-failed", text="failed saves may be re-rolled"),
    Parameter(name="reroll-passed", text="passed saves must be re-rolled"),
)
NULL_ZONE = Parameter(name="null-zone", text="it stands in an enemy's Null Zone")
PROTECTION = (SAVE, COVER, INVULNERABLE, *SAVE_REROLLS, FEEL_NO_PAIN, NULL_ZONE)
"""All that protects a model."""
NO_COVER_PROTECTION = tuple(parameter for parameter in PROTECTION if parameter is not COVER)
AP = Parameter(name="ap", text="the AP of the attack", read=ap, default="none")
IGNORES_ARMOUR = Parameter(name="ignores-armour", text="a power weapon or the like")
CLOSE_COMBAT = Parameter(name="close-combat", text="an attack in close combat: no cover")
ATTACK = (AP, IGNORES_ARMOUR, CLOSE_COMBAT)
"""What of an attack decides on saves."""
STRENGTH = Parameter(name="strength", text="S of the attack", read=positive)
TWIN_LINKED = Parameter(name="twin-linked", text="the weapon is twin-linked")
TO_HIT = Parameter(name="reroll-to-hit", text="rolls to hit may be re-rolled")
TO_WOUND = Parameter(name="reroll-to-wound", text="rolls to wound may be re-rolled")


def answer(result: Mapping[str, object], worked: Worked[object]) -> Answer:
    """The fields of a result, and its steps as a list beside them and as lines."""
    return Answer({**result, "steps": list(worked.steps)}, worked.steps)


def dealt(given: Values, damage: Worked[int], **more: object) -> Answer:
    """DMG, and where saves of the target are given, the HP that it costs."""
    target = protection(given)
    if target == Protection():
        return answer({"damage": damage.value, **more}, damage)
    saved = protected(damage.value, target, attack(given))
    result = {"damage": damage.value, **more, "hp_lost": saved.value.hp_lost, "save": written(saved.value.save)}
    return answer(result, Worked(saved.value, (*damage.steps, *saved.steps)))


def protection(given: Values) -> Protection:
    """What protects the target; saves that are not asked for are none."""
    return Protection(
        armour=given.get("save"),
        cover=given.get("cover"),
        invulnerable=given.get("invulnerable"),
        reroll=reroll(given),
        feel_no_pain=given.get("feel_no_pain", False),
        null_zone=given.get("null_zone", False),
    )


def reroll(given: Values) -> Reroll:
    """Which saves are rolled again."""
    failed, passed = given.get("reroll_failed", False), given.get("reroll_passed", False)
    if failed and passed:
        raise ValueError("saves are re-rolled when they fail or when they pass: leave one of the two switches out")
    return Reroll.FAILED if failed else Reroll.PASSED if passed else Reroll.NONE


def attack(given: Values) -> Attack:
    """What of the attack decides on saves."""
    return Attack(
        ap=given.get("ap"),
        ignores_armour=given.get("ignores_armour", False),
        ignores_cover=given.get("close_combat", False),
    )


def rerolls(given: Values) -> Rerolls:
    """What the attacker rolls again."""
    return Rerolls(
        to_hit=given.get("reroll_to_hit", False),
        preferred_enemy=given.get("preferred_enemy", False),
        twin_linked=given.get("twin_linked", False),
        to_wound=given.get("reroll_to_wound", False),
    )


def written(save: int | None) -> str | None:
    """A save as JSON has it."""
    return None if save is None else save_text(save)
