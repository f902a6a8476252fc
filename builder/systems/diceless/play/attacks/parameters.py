"""What attacks want to know, the same words for all of them; what is not given goes by the army and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from builder.systems.diceless.aim import AngleZone, Speed
from builder.systems.diceless.calculations import parts
from builder.systems.diceless.parameters import armour, inches, key, letter, printed_ap, save, toughness, word
from builder.systems.diceless.play.parameters import figures, names, wish, yes_no
from builder.systems.diceless.vehicle_damage import EXTRA as EXTRA_DICE
from builder.systems.diceless.vehicle_damage import Take
from builder.systems.figures import positive, whole
from builder.systems.questions import Parameter
from builder.systems.words import one_of

SIDES = ("front", "side", "rear")
"""The sides of a vehicle, in the order of its AV."""


def takings(text: str) -> tuple[Take, ...]:
    """What the attacker takes at each choice: `weapon,immobilised`."""
    return tuple(word(Take)(part) for part in names(text))


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


ATTACK = "The attack"
UNIT_HIT = "A unit that is hit"
VEHICLE_HIT = "A vehicle that is hit"
BY_HAND = "Figures set by hand"
"""What parameters of attacks are listed under."""
SAVING, COVERED = "where models save", "where cover saves are taken"
ON_HULL, ON_SKILL = "for DMG on a vehicle", "for BS and WS against a vehicle"
AREA = "for the DMG of blasts and templates on a unit"

_attack = partial(wish, group=ATTACK)
_unit_hit = partial(wish, group=UNIT_HIT)
_vehicle_hit = partial(wish, group=VEHICLE_HIT)
by_hand = partial(wish, group=BY_HAND)
switch = partial(Parameter, group=ATTACK)

ATTACKER = Parameter(name="attacker", text="the unit or vehicle that attacks", read=str.strip)
TARGET = Parameter(name="target", text="the unit or vehicle that is attacked", read=str.strip)

WEAPON = _attack("weapon", "the weapon")
MODE = _attack("mode", "which of its modes or ammunitions")
MODELS = _attack(
    "models", "how many of it are used; all that have not been yet if not given", positive, when="with a --weapon"
)
DISTANCE = _attack("distance", "inches to the target", inches)
HITS = _attack("hits", "models under the template or the blasts, in all", whole, when=AREA)
TO_HIT = switch(name="reroll-to-hit", text="rolls to hit may be re-rolled", when="where BS or WS counts")
TO_WOUND = switch(name="reroll-to-wound", text="rolls to wound may be re-rolled", when="for the DMG on a unit")
TWIN_LINKED = switch(name="twin-linked", text=parts.TWIN_LINKED, when="for BS and templates")
CLOSE_COMBAT = switch(name="close-combat", text=parts.CLOSE_COMBAT)
IGNORES_ARMOUR = _attack(
    "ignores-armour", "no armour save is taken: yes, no; by its rules if not given", yes_no, when=SAVING
)
IGNORES_COVER = _attack(
    "ignores-cover", "no cover save is taken: yes, no; by its rules if not given", yes_no, when=COVERED
)
RENDING = _attack("rending", "the attack rends: yes, no; by its rules if not given", yes_no)
INSTANT_DEATH = _attack(
    "instant-death",
    "it brings instant death: yes, no; by its rules, S and T if not given",
    yes_no,
    when="where models lose HP",
)

COVER = _unit_hit("cover", "the save of the target's cover", save, when=COVERED)
STEALTH = _unit_hit(
    "stealth",
    "it has Stealth, cover one better: yes, no; by its rules if not given",
    yes_no,
    when="with a --cover that counts",
)
ARMOUR = _unit_hit("armour", "its armour save, in the place of the profile's; or none", save_or_none, when=SAVING)
INVULNERABLE = _unit_hit(
    "invulnerable", "its invulnerable save, in the place of the profile's; or none", save_or_none, when=SAVING
)
FEEL_NO_PAIN = _unit_hit(
    "feel-no-pain", "it may use Feel No Pain: yes, no; by its rules if not given", yes_no, when=SAVING
)
VULNERABLE = _unit_hit(
    "vulnerable", "it is vulnerable to blasts and templates: yes, no; by its rules if not given", yes_no, when=AREA
)
SAVE_REROLLS = (
    Parameter(name="reroll-failed", text=parts.REROLL_FAILED, when=SAVING, group=UNIT_HIT),
    Parameter(name="reroll-passed", text=parts.REROLL_PASSED, when=SAVING, group=UNIT_HIT),
)
NULL_ZONE = Parameter(name="null-zone", text=parts.NULL_ZONE, when=SAVING, group=UNIT_HIT)
ALONE = Parameter(
    name="without-leader",
    text="the character who leads it is not hit",
    when="where the leader of a unit can be hit",
    group=UNIT_HIT,
)
LARGEST = "largest"
"""Instead of groups: the largest take the points left over (D-25)."""
FIRST = _unit_hit(
    "first",
    "groups that take the points left over, in order, as the owner chooses; or largest",
    names,
    when="where DMG is divided among models",
)

SIDE = _vehicle_hit(
    "side", "the side of a vehicle that is hit: front, side, rear", key(SIDES), when=f"{ON_HULL} without --av"
)
ZONE = _vehicle_hit(
    "zone",
    "the zone of the angle template, for heavy weapons: red, orange, yellow",
    word(AngleZone),
    when="for BS of heavy weapons against a vehicle",
)
SPEED = _vehicle_hit(
    "speed",
    "how fast it counts as: immobile, combat, cruising, flat out; as it moved if not given",
    word(Speed),
    when=ON_SKILL,
)
TANK_HUNTERS = _vehicle_hit(
    "tank-hunters", "the attackers hunt tanks: yes, no; by their rules if not given", yes_no, when=ON_SKILL
)
PLUS_ONE = _vehicle_hit(
    "plus-one", "its hits have +1 on the damage chart: yes, no; by its rules if not given", yes_no, when=ON_HULL
)
TAKE = _vehicle_hit(
    "take",
    "weapon or immobilised: what the attacker takes at each choice, in order",
    takings,
    when="for hits on a vehicle",
)
DESTROYED = _vehicle_hit(
    "destroyed", "the weapons destroyed, in order; the attacker chooses", names, when="for hits on a vehicle"
)

DAMAGE = by_hand("damage", "DMG before saves, in the place of what the rules come to", whole)
STRENGTH = by_hand("strength", "S of the attack, in the place of the weapon's", positive)
AP = by_hand("ap", "AP of the attack, in the place of the weapon's: 1 to 6, or -", printed_ap)
SHOTS = by_hand("shots", "shots of one weapon, in the place of its own", positive, when="for the DMG of shots")
BS = by_hand("bs", "BS of the firers, in the place of their own", whole, when="where BS counts")
AV = _vehicle_hit("av", "AV of what is hit, in the place of its side's", armour, when=ON_HULL)
EXTRA = _vehicle_hit("extra", "extra penetration, in the place of the weapon's: D6, D3, none", extra, when=ON_HULL)
TARGET_WS = by_hand(
    "target-ws", "WS of the target, in the place of most models'", whole, when="for the DMG of blows at a unit"
)
TARGET_T = by_hand(
    "toughness",
    "T of the target, in the place of most models'",
    toughness,
    when="for the DMG of sniper and poisoned weapons on a unit",
)
LOST = _unit_hit(
    "lost",
    "HP that groups lose, whatever the rules come to: GROUP=HP,GROUP=HP",
    hp_by_group,
    when="where models lose HP",
)

GROUP = wish("group", "the only group that is hit; all of them if not given")
LINE = wish("line", "the line that takes the DMG as it is: A to F", letter, when="for DMG")
SAVES = (ARMOUR, INVULNERABLE, *SAVE_REROLLS, FEEL_NO_PAIN, NULL_ZONE)
"""What protects the models of a unit wherever they stand."""
ON_SAVES = (COVER, *SAVES, STEALTH)
"""What protects the models of a unit."""
ON_UNIT = (*ON_SAVES, VULNERABLE, ALONE, FIRST, LOST)
"""What of a unit decides on what an attack costs it."""
ON_VEHICLE = (SIDE, SPEED, AV, EXTRA, TANK_HUNTERS, PLUS_ONE, TAKE, DESTROYED)
"""What of a vehicle, and the choices at it, decide on what an attack does."""
HIT_CHOICES = (TAKE, DESTROYED)
