"""The rules of a weapon that no act works out, and what is told of them: a proposal is not the whole then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.systems.diceless.weapon_rules import MONSTROUS
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.fortyk.weapontext import rule_name

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
