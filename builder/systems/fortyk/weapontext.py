"""The type and range of a weapon, as data writes them in words: `Heavy 3, Blast, Gets Hot!`, `24"`."""

from __future__ import annotations

import re

from builder.record import Record
from builder.scalars import NOTHING, comma_parts

WEAPON_RULES = frozenset(
    {
        "armourbane", "barrage", "blind", "concussive", "deflagrate", "destroyer", "fleshbane", "force",
        "gets hot", "graviton", "haywire", "heat seeker", "ignores cover", "instant death", "interceptor",
        "lance", "machine destroyer", "master-crafted", "melta", "murderous strike", "one use", "orbital",
        "parabolic shot", "pinning", "poisoned", "power weapon", "precision shots", "psychic", "rad-phage",
        "rampage", "rending", "shred", "skyfire", "smash", "sniper", "soul blaze", "specialist weapon",
        "strikedown", "sunder", "template", "torrent", "tremor", "twin-linked", "two-handed", "unwieldy",
        "vortex", "wrecker",
    }
)  # fmt: skip
"""Rules that weapons have; one with a number is known by its first word (`poisoned 4+`)."""

_DICE = r"\d{0,2}D\d{1,2}(?:\s*\+\s*\d{1,2})?|\d{1,3}(?:\s*/\s*\d{1,3})?|X|\*"
_KIND = re.compile(
    r"(?P<kind>rapid\s?fire|ass?(?:a?ul?t|ualt)|heavy|pistol|ordnance|melee|salvo|grenade|primary weapon|bomb)\b"
    r"(?P<barrage>\s+barrage)?\s*(?P<shots>(?:" + _DICE + r")(?=\W|$))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_KIND_SPELLINGS = {"rapidfire": "rapid fire"} | dict.fromkeys(("assaut", "assult", "asault", "assualt"), "assault")
_BLAST = re.compile(
    r'(?:(?P<size>small|large|massive|apocalyptic|apocalyptic mega-?)\s*|(?P<inches>[\dD+]{1,6})\s*["”]\s*)?'
    r"(?:blast|(?<=apocalyptic )barrage)(?: template| marker)?"
    r'(?:\s*\(?\s*(?:(?P<after>\d{1,4})|\*)\s*["”]?\s*\)?)?(?:\s*/\s*-)?',
    re.IGNORECASE,
)
_TEMPLATE = frozenset({"template", "hellstorm", "inferno", "flamer template", "hellstorm template"})
_SPELLINGS = (
    (re.compile(r"get'?s? hot"), "gets hot"),
    (re.compile(r"twin[ -]?linked"), "twin-linked"),
    (re.compile(r"one[ -](?:use|shot)(?: only)?"), "one use"),
    (re.compile(r"master[ -]crafted"), "master-crafted"),
    (re.compile(r"rend"), "rending"),
    (re.compile(r"haywiire"), "haywire"),
    (re.compile(r"ignores? cover(?: saves?)?|no cover sv"), "ignores cover"),
    (re.compile(r"concussion"), "concussive"),
    (re.compile(r"two[ -]handed"), "two-handed"),
    (re.compile(r"psychic(?: shooting attack)?|witchfire|nova|beam"), "psychic"),
    (re.compile(r"poison(?:ed)? ?([2-6])?"), "poisoned"),
)
_LONGEST_RULE = 4
_BETWEEN = re.compile(r"(?<=[\d\"”]) ?[-–] ?(?=\d)")
_INCHES = re.compile(r"(?<!\d)\d{1,4}(?!\d)")


class WeaponType(Record, frozen=True):
    """A weapon's type, taken apart; `understood` is False where not one word of a text was recognised."""

    kind: str = ""
    shots: str = ""
    blast: str = ""
    rules: tuple[str, ...] = ()
    understood: bool = True


def read_type(text: str) -> WeaponType:
    """Take the type of a weapon apart; whole sentences are passed over, a dash is a weapon of no type."""
    if text.strip().lower() in NOTHING:
        return WeaponType()
    kind = shots = blast = ""
    rules: list[str] = []
    for part in comma_parts(text):
        part = " ".join(part.split())
        found = _KIND.match(part)
        if found and not kind:
            kind, shots = _kind(found["kind"]), re.sub(r"\s+", "", found["shots"] or "").upper()
            if found["barrage"]:
                rules.append("barrage")
            part = found["rest"]
        clean = part.strip(" \t\n.()!")
        size = blast_size(part)
        if size:
            blast = "large blast" if "large blast" in (size, blast) else blast or size
        elif clean.lower() in _TEMPLATE:
            blast = blast or "template"
        elif clean and len(clean.split()) <= _LONGEST_RULE:
            rules.append(rule_name(clean))
    names = tuple(dict.fromkeys(rule for rule in rules if rule))
    understood = bool(kind or blast or any(is_weapon_rule(name) for name in names))
    return WeaponType(kind, shots, blast, names, understood)


def rule_name(text: str) -> str:
    """Return the name of a weapon's rule in lower case, without punctuation and with one spelling."""
    name = re.sub(r"[!.()’+]", lambda found: "'" if found.group() == "’" else "", text.strip().lower()).strip()
    for wrong, right in _SPELLINGS:
        found = wrong.fullmatch(name)
        if found:
            number = found.group(1) if found.groups() else None
            return f"{right} {number}+" if number else right
    return name


def is_weapon_rule(name: str) -> bool:
    """Whether a rule, named as `rule_name` does, is one that weapons have."""
    return name in WEAPON_RULES or (name.endswith("+") and name.split()[0] in WEAPON_RULES)


def blast_size(text: str) -> str:
    """`blast` for one of 3", `large blast` for any that is larger, empty for what is no blast."""
    found = _BLAST.fullmatch(" ".join(text.split()).strip(" .!"))
    if not found:
        return ""
    inches = found["inches"] or found["after"] or "3"
    small = inches.isdigit() and int(inches) <= 3
    return "blast" if small and (found["size"] or "small").lower() == "small" else "large blast"


def read_range(text: str) -> str:
    """Return a range as players write it: `24` becomes `24"`, `12" - 48"` one word, a dash stays one; else as it is."""
    text = text.strip()
    if text.lower() in NOTHING:
        return "-"
    return f'{text}"' if text.isdecimal() else _BETWEEN.sub("–", text)


def longest(text: str) -> int | None:
    """Return the longest range in inches; None where the text names no number."""
    numbers = [int(number) for number in _INCHES.findall(text)]
    return max(numbers, default=None)


def _kind(word: str) -> str:
    name = " ".join(word.lower().split())
    return _KIND_SPELLINGS.get(name, name)
