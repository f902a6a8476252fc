"""What attacks want to know, the same words for all of them; what is not given goes by the army and the rules."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.diceless.aim import Speed, Zone
from builder.systems.diceless.calculations.parts import NULL_ZONE, SAVE_REROLLS
from builder.systems.diceless.hit_rows import Choice
from builder.systems.diceless.play.parameters import figures, names, wish, yes_no
from builder.systems.diceless.questions import armour, inches, key, printed_ap, save, toughness, word
from builder.systems.diceless.vehicles import EXTRA as EXTRA_DICE
from builder.systems.questions import Parameter, one_of, positive, whole

SIDES = ("front", "side", "rear")
"""The sides of a vehicle, in the order of its AV."""


def takings(text: str) -> tuple[Choice, ...]:
    """What the attacker takes at each choice: `weapon,immobilised`."""
    return tuple(word(Choice)(part) for part in names(text))


def hp_by_group(text: str) -> Mapping[str, int]:
    """HP by group: `u1.1=20, sergeant=13`."""
    found = figures(text)
    if "" in found:
        raise ValueError("write groups with the HP that each loses, such as sergeant=13,bolters=42")
    return found


def save_or_none(text: str) -> int:
    """A save in the place of a profile's; 0 for none at all."""
    return save(text) or 0


def numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas between."""
    return tuple(whole(part) for part in names(text))


def extra(text: str) -> str:
    """Extra penetration, `none` for a weapon that has some by its rules."""
    return one_of(text, (*EXTRA_DICE, "none"))


ATTACKER = Parameter(name="attacker", text="the unit or vehicle that attacks", read=str.strip)
TARGET = Parameter(name="target", text="the unit or vehicle that is attacked", read=str.strip)

WEAPON = wish("weapon", "the weapon", str.strip)
MODE = wish("mode", "which of its modes or ammunitions", str.strip)
MODELS = wish("models", "how many of it are used; all that have not been yet if not given", positive)
DAMAGE = wish("damage", "DMG before saves, in the place of what the rules come to", whole)
STRENGTH = wish("strength", "S of the attack, in the place of the weapon's", positive)
AP = wish("ap", "AP of the attack, in the place of the weapon's: 1 to 6, or -", printed_ap)
TO_HIT = Parameter(name="reroll-to-hit", text="rolls to hit may be re-rolled")
TO_WOUND = Parameter(name="reroll-to-wound", text="rolls to wound may be re-rolled")
IGNORES_ARMOUR = Parameter(name="ignores-armour", text="no armour save is taken")
IGNORES_COVER = Parameter(name="ignores-cover", text="no cover save is taken")
RENDING = Parameter(name="rending", text="the attack is rending")

COVER = wish("cover", "the save of the target's cover", save)
ARMOUR = wish("armour", "its armour save, in the place of the profile's; or none", save_or_none)
INVULNERABLE = wish("invulnerable", "its invulnerable save, in the place of the profile's; or none", save_or_none)
FEEL_NO_PAIN = wish("feel-no-pain", "it may use Feel No Pain: yes, no; by its rules if not given", yes_no)
VULNERABLE = wish("vulnerable", "to blasts and templates: yes, no; by its rules if not given", yes_no)
TARGET_WS = wish("target-ws", "WS of the target, in the place of most models'", whole)
TARGET_T = wish("toughness", "T of the target, in the place of most models'", toughness)
ALONE = Parameter(name="without-leader", text="the character who leads it is not hit")
LARGEST = "largest"
"""Instead of groups: the largest take the points left over (D-25)."""
FIRST = wish("first", "groups that take the points left over, in order, as the owner chooses; or largest", names)
LOST = wish("lost", "HP that groups lose, whatever the rules come to: GROUP=HP,GROUP=HP", hp_by_group)

SIDE = wish("side", "the side that is hit: front, side, rear", key(SIDES))
ZONE = wish("zone", "of the angle template, for heavy weapons: red, orange, yellow", word(Zone))
SPEED = wish("speed", "of the vehicle that is hit; as it moved if not given", word(Speed))
AV = wish("av", "the armour that is hit, in the place of its side's", armour)
EXTRA = wish("extra", "extra penetration, in the place of the weapon's: D6, D3, none", extra)
TANK_HUNTERS = wish("tank-hunters", "the attackers hunt tanks: yes, no; by their rules if not given", yes_no)
PLUS_ONE = Parameter(name="plus-one", text="its hits have +1 on the damage chart")
TAKE = wish("take", "another weapon, or immobilised: what the attacker takes at each choice, in order", takings)
DESTROYED = wish("destroyed", "the weapons destroyed, in order; the attacker chooses", names)

DISTANCE = wish("distance", "inches to the target", inches)
SHOTS = wish("shots", "shots of one weapon, in the place of its own", positive)
HITS = wish("hits", "models under the template or the blasts, in all", whole)
BS = wish("bs", "BS of the firers, in the place of their own", whole)

ON_SAVES = (COVER, ARMOUR, INVULNERABLE, *SAVE_REROLLS, FEEL_NO_PAIN, NULL_ZONE)
"""What protects the models of a unit."""
ON_UNIT = (*ON_SAVES, VULNERABLE, ALONE, FIRST, LOST)
"""What of a unit decides on what an attack costs it."""
ON_VEHICLE = (SIDE, SPEED, AV, EXTRA, TANK_HUNTERS, PLUS_ONE, TAKE, DESTROYED)
"""What of a vehicle, and the choices at it, decide on what an attack does."""
HIT_CHOICES = (TAKE, DESTROYED)
