"""Weapon profiles as weapons with modes, psychic powers and psykers, and what of a profile cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.errors import Finding
from builder.record import replace
from builder.roster.view import ProfileView, RuleView, SelectionView
from builder.scalars import NOTHING
from builder.systems.fortyk.model import THROW, Carried, Weapon, WeaponMode
from builder.systems.fortyk.profiles import Log, ProfileKind, columns, kind_of, of_kind, read_model, read_vehicle
from builder.systems.fortyk.weapontext import WeaponType, is_weapon_rule, longest, read_range, read_type, rule_name

_COUNT = re.compile(r"(?<!\s)\s*(?:[x×]\s*(?P<after>\d{1,2})|\(\s*[x×]\s*(?P<inside>\d{1,2})\s*\))$", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT_BEFORE = re.compile(rf"({'|'.join(_NUMBERS)})\s+(?=\S.*s$)", re.IGNORECASE)
_VARIANT = re.compile(r"(?<!\s)\s*(?:\([^()]*\)|[-–—:]\s+.*|\s[-–—]\s*.*)$", re.DOTALL)
_GRENADE = re.compile(r"grenade|stikkbomb|melta ?bomb", re.IGNORECASE)
_WEAK_GRENADE = re.compile(r"\b(?:frag|assault|defensive) grenade|stikkbomb", re.IGNORECASE)
_LAUNCHER = re.compile(r"launcher", re.IGNORECASE)
_WEAK_GRENADE_STRENGTH = "4"
_POWER = re.compile(
    r"\b(?:power|force) (?:weapon|sword|axe|maul|mace|lance|sta(?:ff|ve)|fist|claw|klaw)\b", re.IGNORECASE
)
_PSYCHIC_TEXT = re.compile(r"psychic shooting attack|is a psychic power", re.IGNORECASE)


def weapons_of(selection: SelectionView, log: Log) -> tuple[Carried, ...]:
    """Return the weapons that one of a choice stands for; none where it has no weapon profile.

    All its profiles are modes of one weapon, unless its name lists their names (`Power fist and plasma pistol`).
    """
    profiles = _weapon_profiles(selection)
    if not profiles:
        return ()
    stems = _by_stem(profiles)
    if len(stems) > 1 and all(_bare(stem) in _bare(selection.name) for stem in stems):
        return _weapons(stems, selection, log)
    name = profiles[0].name if len(profiles) == 1 else next(iter(stems))
    return _weapons({plain_name(selection.name) if len(stems) > 1 else name: profiles}, selection, log)


def built_in_weapons(selection: SelectionView, log: Log) -> tuple[Carried, ...]:
    """Return the weapons whose profiles stand on a model itself: one for each name, its variants as modes."""
    return _weapons(_by_stem(_weapon_profiles(selection)), selection, log)


def is_power(selection: SelectionView) -> bool:
    """Whether a choice is a psychic power: by its profile, or by what its rule says."""
    if any(of_kind(selection.profiles, ProfileKind.POWER)):
        return True
    if selection.type != "upgrade" or any(of_kind(selection.profiles, ProfileKind.MODEL, ProfileKind.VEHICLE)):
        return False
    return any(_PSYCHIC_TEXT.search(rule.description) for rule in visible(selection.rules))


def visible(rules: Iterable[RuleView]) -> tuple[RuleView, ...]:
    """Return the rules that are not hidden."""
    return tuple(rule for rule in rules if not rule.hidden)


def plain_name(name: str) -> str:
    """Return a name without the count that some data writes into it (`Tempest Rockets x 4`)."""
    return _COUNT.sub("", name.strip())


def tidy(name: str) -> str:
    """Return a name without stray blanks (`Tactical Squad, Legion , Compulsory`)."""
    return " ".join(name.split()).replace(" ,", ",")


def count_in_name(name: str, number: int = 1) -> int:
    """Return the count that some data writes into a name (`Heavy Bolter x 2`, `Two Lascannons`), else 1.

    A word for the `number` that is selected, as in 2 × `Two Lascannons`, says again what is counted already.
    """
    word = _COUNT_BEFORE.match(name.strip())
    if word:
        count = _NUMBERS[word[1].lower()]
        return 1 if count == number else count
    found = _COUNT.search(name.strip())
    return max(1, int(found["after"] or found["inside"])) if found else 1


def read_profile_type(profile: ProfileView, log: Log) -> WeaponType:
    """Return the type of a weapon's profile, taken apart; one that cannot be is told."""
    text = columns(profile).get("type", "")
    read = read_type(text)
    if not read.understood:
        log.info("weapon_type", f"type '{text}' of {profile.name} is not understood and kept as text")
    return read


def _weapon_profiles(selection: SelectionView) -> list[ProfileView]:
    shooting = of_kind(selection.profiles, ProfileKind.WEAPON, ProfileKind.POWER)
    return [profile for profile in shooting if kind_of(profile) is ProfileKind.WEAPON or columns(profile).get("s")]


def _by_stem(profiles: Iterable[ProfileView]) -> dict[str, list[ProfileView]]:
    stems: dict[str, list[ProfileView]] = {}
    for profile in profiles:
        stems.setdefault(_stem(profile.name), []).append(profile)
    return stems


def _weapons(profiles: Mapping[str, Sequence[ProfileView]], selection: SelectionView, log: Log) -> tuple[Carried, ...]:
    """Return the weapons with these names and profiles; a profile that stands there twice is a weapon carried twice."""
    made: list[Carried] = []
    for name, its in profiles.items():
        kinds = Counter(its)
        modes = _with_rules([_mode(profile, selection, log) for profile in kinds], selection)
        modes = [*modes, *_at_vehicles(modes)]
        bare = _COUNT_BEFORE.sub("", plain_name(name))
        made.append(Carried(Weapon(name=bare, modes=tuple(modes)), min(kinds.values())))
    return tuple(made)


def _with_rules(modes: Sequence[WeaponMode], selection: SelectionView) -> Sequence[WeaponMode]:
    """Return the modes with the weapon rules that stand on the choice and in none of its types."""
    said = {rule.split()[0] for mode in modes for rule in mode.rules}
    names = (rule_name(rule.name) for rule in visible(selection.rules))
    more = tuple(name for name in names if is_weapon_rule(name) and name.split()[0] not in said)
    return [replace(mode, rules=(*mode.rules, *more)) for mode in modes]


def _at_vehicles(modes: Sequence[WeaponMode]) -> Iterator[WeaponMode]:
    """Yield what frag grenades that are thrown do to vehicles in close combat, where the data leaves it out."""
    planted = {_stem(mode.name) for mode in modes if mode.kind == "grenade"}
    thrown = (mode.name for mode in modes if (longest(mode.range) or 0) in range(1, THROW + 1))
    for name in dict.fromkeys(map(_stem, thrown)):
        if name not in planted and _WEAK_GRENADE.search(name) and not _LAUNCHER.search(name):
            yield WeaponMode(
                name=f"{name} (assault)", range="-", strength=_WEAK_GRENADE_STRENGTH, ap="-", kind="grenade"
            )


def _mode(profile: ProfileView, selection: SelectionView, log: Log) -> WeaponMode:
    values = columns(profile)
    read = read_profile_type(profile, log)
    if not any(values.values()):
        log.warning("empty_weapon", f"the data has no range, strength, AP and type for {profile.name.strip()}")
    rules = list(read.rules)
    if "twin-linked" in rule_name(profile.name) and "twin-linked" not in rules:
        rules.append("twin-linked")
    if is_power(selection) and "psychic" not in rules:
        rules.append("psychic")
    if _is_power_weapon(profile, read, values.get("ap", "")) and "power weapon" not in rules:
        rules.append("power weapon")
        log.info("power_weapon", f"{profile.name.strip()} has no AP in the data: read by its name as a power weapon")
    weapon_range = read_range(values.get("range", ""))
    planted = not read.kind and read.understood and weapon_range == "-" and _GRENADE.search(profile.name)
    in_range = weapon_range.lower().startswith(("template", "hellstorm"))
    return WeaponMode(
        name=profile.name.strip(),
        range=weapon_range,
        strength=values.get("s", ""),
        ap=values.get("ap", ""),
        kind="grenade" if planted else read.kind,
        shots=read.shots,
        blast=read.blast or ("template" if in_range else ""),
        rules=tuple(rules),
        text=values.get("type", ""),
    )


def _is_power_weapon(profile: ProfileView, read: WeaponType, ap: str) -> bool:
    """Whether data without a number for its AP means a weapon that is known to leave no armour save."""
    return read.kind == "melee" and ap.strip().lower() in NOTHING and bool(_POWER.search(profile.name))


def _stem(name: str) -> str:
    return _VARIANT.sub("", name.strip()) or name.strip()


def _bare(name: str) -> str:
    return name.strip().lower().rstrip("s")


_PSYKER = re.compile(
    r"(?:(?:battle|master|primaris|sanctioned) )?psykers?\b(?! (?:hunter|slayer|bane|hater))|psychic (?:pilot|choir)\b|"
    r"mastery level",
    re.IGNORECASE,
)
_BROTHERHOOD = re.compile(r"brotherhood of (?:psykers|sorcerers)|psychic choir", re.IGNORECASE)


def has_brotherhood(selections: Iterable[SelectionView]) -> bool:
    """Whether some choices make their unit a brotherhood, with one power for all."""
    return any(_BROTHERHOOD.match(name) for selection in selections for name in _names(selection))


def count_psykers(selections: Iterable[SelectionView]) -> int:
    """How many psykers some choices of the same models make: as many as the most numerous choice that makes one."""
    return max((selection.number for selection in selections if _shows_psyker(selection)), default=0)


def power_names(selection: SelectionView) -> tuple[str, ...]:
    """Return the names of the psychic powers that a choice is or brings."""
    names = tuple(profile.name.strip() for profile in of_kind(selection.profiles, ProfileKind.POWER))
    if not names and is_power(selection):
        return (selection.name.strip(),)
    return names


def _shows_psyker(selection: SelectionView) -> bool:
    if any(of_kind(selection.profiles, ProfileKind.PSYKER)) or is_power(selection):
        return True
    if any(
        "psyker" in columns(profile).get("type", "").lower()
        for profile in of_kind(selection.profiles, ProfileKind.MODEL)
    ):
        return True
    return any(_PSYKER.match(name) for name in _names(selection))


def _names(selection: SelectionView) -> Iterable[str]:
    yield from (rule.name.strip() for rule in visible(selection.rules))
    yield from (category.name.strip() for category in selection.categories)


def unread(profile: ProfileView) -> tuple[Finding, ...] | None:
    """Return what cannot be read of a stat line or a weapon; None for a profile that is neither."""
    log = Log()
    kind = kind_of(profile)
    if kind is ProfileKind.MODEL:
        read_model(profile, log)
    elif kind is ProfileKind.VEHICLE:
        read_vehicle(profile, None, log)
    elif kind is ProfileKind.WEAPON:
        read_profile_type(profile, log)
    else:
        return None
    return log.findings
