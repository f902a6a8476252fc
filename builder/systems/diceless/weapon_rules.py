"""The rules of weapons by what they come to here, and those that no act works out: what is told of them.

Where a weapon has one of these, a proposal is not the whole of what it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from builder.record import replace
from builder.systems.fortyk.model import ModelProfile, Unit, Weapon, WeaponMode
from builder.systems.fortyk.weapontext import rule_name

MONSTROUS = "monstrous creature"
"""The rule that weapons of close combat have in the hands of a monstrous creature."""
_TYPES = ("monstrous", "gargantuan")


def in_hands(weapon: Weapon, bearer: ModelProfile) -> Weapon:
    """A weapon as a model uses it: in close combat with the rule `MONSTROUS`, where its unit type makes it one."""
    if not any(word in bearer.unit_type.casefold() for word in _TYPES):
        return weapon
    return replace(weapon, modes=tuple(map(_monstrous, weapon.modes)))


def _monstrous(mode: WeaponMode) -> WeaponMode:
    return replace(mode, rules=(*mode.rules, MONSTROUS)) if mode.kind == "melee" else mode


HITS_AGAIN = frozenset({"master-crafted"})
"""Re-roll to hit, which is BS or WS +1 (D-21, D-45)."""
WOUNDS_AGAIN = frozenset({"shred"})
"""Re-roll to wound, which is S +1 (D-21, D-45)."""
FLESHBANE = "fleshbane"
"""Wounds on 2+, as poison of 2+ does (D-42), but without that rule's re-roll."""
GRAVITON = "graviton"
"""Wounds on the target's armour save."""
NO_ARMOUR = frozenset({"power weapon", "smash", "ignores armour", "ignores armour saves", MONSTROUS})
"""Let no armour save be taken."""
DEEP_SHOTS, DEEP_BLOWS = frozenset({"armourbane"}), frozenset({"melta", "armourbane", MONSTROUS})
"""An extra D6 of penetration, melta by distance apart (D-51)."""
RENDING_SHOTS, RENDING_BLOWS = frozenset({"rending", "sniper"}), frozenset({"rending"})
"""An extra D3 of penetration (D-30, D-51)."""
PINNING = frozenset({"pinning", "barrage"})
"""A pinning test for whoever loses HP to it (D-19)."""
INSTANT_DEATH_RULE = "instant death"
"""Brings it whatever the T (D-26)."""
SEISMIC = "seismic"
"""Its hits have +1 on the damage chart (D-56)."""
TWO_HANDED = frozenset({"two-handed"})
"""Leaves no hand for a second weapon."""
PAIRED = frozenset({"strikes last", "unwieldy", "specialist weapon"})
"""Gain an attack from another weapon of their kind alone."""
ONE_USE = "one use"
"""Used once a game."""


def is_called(mode: WeaponMode, name: str) -> bool:
    """Whether a weapon is called so, or has a rule that is; `name` in small letters."""
    return any(name in word for word in (mode.name.casefold(), *mode.rules))


def hits_again(mode: WeaponMode) -> bool:
    """Whether a weapon re-rolls to hit by its own rules (D-21, D-45)."""
    return "twin-linked" in mode.rules or has(mode, HITS_AGAIN)


def has(mode: WeaponMode, rules: Set[str]) -> bool:
    """Whether a weapon has one of some rules."""
    return not rules.isdisjoint(mode.rules)


WORKED_OUT = frozenset(
    {
        "armourbane", "barrage", "fleshbane", "gets hot", "ignores armour", "ignores armour saves", "ignores cover",
        "instant death", "lance", "lightning claw", "master-crafted", "melta", MONSTROUS, "moonfang", "one use",
        "pinning", "poisoned", "power weapon", "rending", "seismic", "shred", "smash", "sniper", "template", "tremor",
        "twin-linked", "witchblade",
    }
)  # fmt: skip
"""Rules that acts go by themselves."""
NO_MATTER = frozenset(
    {
        "assault grenades", "bomb", "interceptor", "orbital", "precision shots", "psychic", "skyfire",
        "specialist weapon", "strikes last", "torrent", "two-handed", "unwieldy",
    }
)  # fmt: skip
"""Rules that change nothing in the sum of an attack: who strikes first, who may be shot at, how many attacks."""
AT_MODELS = frozenset(
    {"blind", "concussive", "deflagrate", "force", "murderous strike", "rad-phage", "soul blaze", "strikedown"}
)
"""Rules that matter where models are hit, not where a vehicle is."""
AT_VEHICLES = frozenset({"graviton", "haywire", "machine destroyer", "sunder", "traktor", "wrecker", "zzap"})
"""Rules that are left to the players where a vehicle is hit."""
WORDS: Mapping[str, str] = {
    "concussive": "whoever lost HP strikes last until the end of the next assault phase",
    "force": "once its psychic test is passed, say --instant-death yes",
    "graviton": "not worked out on vehicles; give what it does with hit-vehicle",
    "haywire": "not worked out here; give its hits with hit-vehicle, such as --hits G",
}
"""What is told of some of them; of others what the data says, if that is short."""
UNKNOWN = "not worked out here; say what it comes to, such as the DMG with --damage"
ORDNANCE = "ordnance: the better of two dice of penetration is not in these rules; --av one lower where you agree on it"
SHORT = 120
"""The most letters of a text that is told as the data has it."""


def left_to_players(unit: Unit, mode: WeaponMode, at_vehicle: bool) -> Iterator[str]:
    """Yield a line for each rule of a weapon of a unit that is not worked out against models, or a vehicle."""
    texts = {rule_name(name): text for name, text in unit.rule_texts if len(text) <= SHORT and "\n" not in text}
    passed_over = WORKED_OUT | NO_MATTER | (AT_MODELS if at_vehicle else AT_VEHICLES)
    for rule in mode.rules:
        name = rule.rpartition(" ")[0] if rule.endswith("+") else rule
        if name not in passed_over:
            yield f"{rule}: {WORDS.get(name) or texts.get(name) or UNKNOWN}"
    if at_vehicle and mode.kind == "ordnance":
        yield ORDNANCE
