"""Profiles of a roster: what each is, told by its columns, and stat lines as typed values (D-01, D-06)."""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from builder.errors import Finding, Place, Severity
from builder.roster.view import ProfileView
from builder.scalars import NOTHING, capitalized
from builder.systems.fortyk.model import ModelProfile, Toughness, VehicleProfile


class Log:
    """What reading one roster has to tell; `about` sets the unit that the next findings belong to."""

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}
        self._unit: str | None = None
        self._name = ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the order they were made, each once."""
        return tuple(self._findings)

    def about(self, unit: str | None, name: str = "") -> None:
        """Say which unit the next findings are about; None for the army."""
        self._unit, self._name = unit, name

    def take(self, findings: Iterable[Finding]) -> None:
        """Add findings that were gathered elsewhere."""
        self._findings.update(dict.fromkeys(findings))

    def warning(self, code: str, message: str, selection: str | None = None) -> None:
        """Tell of a likely slip; `code` follows `fortyk.`."""
        self._add(Severity.WARNING, code, message, selection)

    def info(self, code: str, message: str, selection: str | None = None) -> None:
        """Tell how something was read; `code` follows `fortyk.`."""
        self._add(Severity.INFO, code, message, selection)

    def _add(self, severity: Severity, code: str, message: str, selection: str | None) -> None:
        text = f"{self._name}: {message}" if self._name else capitalized(message)
        at = Place(unit=self._unit, selection=selection)
        self._findings[Finding(severity, f"fortyk.{code}", text, at=at)] = None


MODEL_COLUMNS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv")

_SAME = {
    "save": "sv",
    "strength": "s",
    "unit type": "type",
    "leadership": "ld",
    "transport capacity": "capacity",
}
_MODEL = frozenset(name.lower() for name in MODEL_COLUMNS)
_STAT_LINE = frozenset({"ws", "t", "w"})
_VEHICLE = frozenset({"front", "side", "rear"})
_WEAPON = frozenset({"range", "s", "ap"})


class ProfileKind(enum.Enum):
    """What a profile describes; `FOREIGN` is the stat line of a model in another edition or game."""

    MODEL = "model"
    VEHICLE = "vehicle"
    WEAPON = "weapon"
    POWER = "power"
    PSYKER = "psyker"
    TRANSPORT = "transport"
    BUILDING = "building"
    FOREIGN = "foreign"
    WARGEAR = "wargear"


def columns(profile: ProfileView) -> Mapping[str, str]:
    """Return the values of a profile by column, in lower case and with one name for each column (`sv`, `s`, `type`)."""
    values: dict[str, str] = {}
    for characteristic in profile.characteristics:
        values.setdefault(_column(characteristic.name), characteristic.value.strip())
    return values


@functools.lru_cache(maxsize=4096)
def _column(title: str) -> str:
    """Return the one name of a column, however the data writes it."""
    name = title.strip().rstrip(".").lower()
    return _SAME.get(name, name)


def kind_of(profile: ProfileView) -> ProfileKind:
    """Return what a profile describes."""
    return _kind_of(tuple(characteristic.name for characteristic in profile.characteristics), profile.type_name)


@functools.lru_cache(maxsize=4096)
def _kind_of(titles: tuple[str, ...], type_name: str) -> ProfileKind:
    """Return what profiles with these columns describe: data has few types, and an army many profiles."""
    names = {_column(title) for title in titles}
    type_name = type_name.strip().lower()
    if names >= _VEHICLE:
        return ProfileKind.VEHICLE
    if names >= _STAT_LINE:
        return ProfileKind.MODEL if names >= _MODEL else ProfileKind.FOREIGN
    if "warp charge" in names or type_name.startswith("psychic power"):
        return ProfileKind.POWER
    if "mastery level" in names or type_name == "psyker":
        return ProfileKind.PSYKER
    if names >= _WEAPON:
        return ProfileKind.WEAPON
    if "armour value" in names:
        return ProfileKind.BUILDING
    if "capacity" in names:
        return ProfileKind.TRANSPORT
    return ProfileKind.WARGEAR


def of_kind(profiles: tuple[ProfileView, ...], *kinds: ProfileKind) -> Iterator[ProfileView]:
    """Yield the visible profiles of some kinds."""
    return (profile for profile in profiles if not profile.hidden and kind_of(profile) in kinds)


def heading(profile: ProfileView) -> str:
    """Return the columns of a profile as the data names them, without the words that describe a type."""
    names = (characteristic.name.strip() for characteristic in profile.characteristics)
    return " ".join(name for name in names if len(name) <= 4)


_WHOLE = re.compile(r"(\d{1,2})\.?")
_BRACKETED = re.compile(r"(\d{1,2})\s*\(\s*(\d{1,2})\s*\)")
_SAVE = re.compile(r"([2-6])\s*(\+{1,2})")
_BARE_SAVE = re.compile("[2-6]")
_SAVE_WORDS = re.compile(r"inv(?:ul(?:n(?:erable)?)?)?\.?|saves?|sv", re.IGNORECASE)
_CAPACITY = re.compile(r"(\d{1,3})(?!\s*(?:rhino|land raider|dreadnought|vehicle))", re.IGNORECASE)
_TYPE_SPELLINGS = {
    "open topped": "open-topped",
    "opened-topped": "open-topped",
    "tranport": "transport",
    "super heavy": "super-heavy",
}


class ProfileValues:
    """The values of one profile, read one by one; what cannot be read is told, and stands as missing."""

    def __init__(self, profile: ProfileView, log: Log) -> None:
        self._profile = profile
        self._log = log
        self.texts: Mapping[str, str] = columns(profile)

    def text(self, column: str) -> str:
        """Return the text of a column, empty where there is none."""
        return self.texts.get(column, "")

    def whole(self, column: str) -> int | None:
        """Return a number, the first one of `6(10)`; None for a dash."""
        text = self.text(column)
        if text.lower() in NOTHING:
            return None
        found = _WHOLE.fullmatch(text) or _BRACKETED.fullmatch(text)
        if found is None:
            self.unreadable(column)
            return None
        return int(found.group(1))

    def toughness(self) -> Toughness | None:
        """`4` or `4(5)` (D-03)."""
        bracketed = _BRACKETED.fullmatch(self.text("t"))
        if bracketed:
            return Toughness(int(bracketed.group(1)), int(bracketed.group(2)))
        first = self.whole("t")
        return None if first is None else Toughness(first)

    def saves(self) -> tuple[int | None, int | None]:
        """Return the armour and the invulnerable save of `3+`, `3`, `2+/4++`, `3+ (5+ inv)`, `5++` or a dash."""
        text = self.text("sv")
        if text.lower() in NOTHING:
            return None, None
        if _BARE_SAVE.fullmatch(text):
            return int(text), None
        found = [(int(number), len(signs) == 2) for number, signs in _SAVE.findall(text)]
        rest = _SAVE_WORDS.sub("", _SAVE.sub("", text)).strip(" /,()-–—")
        if rest or not 1 <= len(found) <= 2:
            self.unreadable("sv")
            return None, None
        if len(found) == 2:
            return found[0][0], found[1][0]
        number, double = found[0]
        return (None, number) if double or _SAVE_WORDS.search(text) else (number, None)

    def unreadable(self, column: str) -> None:
        """Tell that a value cannot be read."""
        titles = (each.name.strip() for each in self._profile.characteristics)
        name = next((title for title in titles if _column(title) == column), column)
        self._log.warning("value", f"{name} '{self.text(column)}' of {self._profile.name} cannot be read")


def read_model(profile: ProfileView, log: Log) -> ModelProfile | None:
    """Return the stat line of a model.

    A model whose T the data leaves empty is a model all the same: its S stands for it, which is the same for most.
    None, with a finding, where it has no wounds, or neither T nor S, to count HP with.
    """
    values = ProfileValues(profile, log)
    toughness, wounds, strength = values.toughness(), values.whole("w"), values.whole("s")
    if not values.text("t").strip() and wounds and strength:
        log.warning("no_toughness", f"{profile.name} has no T; its S, {strength}, is taken for it: look it up")
        toughness = Toughness(strength)
    save, invulnerable = values.saves()
    if toughness is None or not wounds:
        log.warning("no_wounds", f"{profile.name} has no T or W, so it has no hit points and is left out")
        return None
    return ModelProfile(
        name=profile.name.strip(),
        ws=values.whole("ws"),
        bs=values.whole("bs"),
        s=strength,
        t=toughness,
        w=wounds,
        i=values.whole("i"),
        a=values.whole("a"),
        ld=values.whole("ld"),
        save=save,
        invulnerable=invulnerable,
        unit_type=values.text("type"),
    )


def read_vehicle(profile: ProfileView, transport: ProfileView | None, log: Log) -> VehicleProfile | None:
    """Return the stat line of a vehicle; `transport` is the profile beside it that tells its capacity, if any.

    None, with a finding, where an armour value is missing.
    """
    values = ProfileValues(profile, log)
    front, side, rear = values.whole("front"), values.whole("side"), values.whole("rear")
    if front is None or side is None or rear is None:
        log.warning("no_armour", f"{profile.name} has no armour on some side and is left out")
        return None
    texts = dict(values.texts)
    if transport is not None:
        texts.update(columns(transport))
    return VehicleProfile(
        name=profile.name.strip(),
        bs=values.whole("bs"),
        front=front,
        side=side,
        rear=rear,
        types=_types(profile.type_name, values.text("type"), texts),
        capacity=capacity(texts.get("capacity", "")),
        ws=values.whole("ws"),
        s=values.whole("s"),
        i=values.whole("i"),
        a=values.whole("a"),
    )


def capacity(text: str) -> int | None:
    """Return how many models a transport carries: the number that `10.`, `12 models OR 1 dreadnought` begin with."""
    found = _CAPACITY.match(text.strip())
    return int(found.group(1)) if found else None


def _types(type_name: str, text: str, texts: Mapping[str, str]) -> tuple[str, ...]:
    words = [word.strip(" -–").lower() for word in re.split(r"[,()/]", text)]
    for wrong, right in _TYPE_SPELLINGS.items():
        words = [word.replace(wrong, right) for word in words]
    types = [word for word in words if word not in NOTHING and word != "vehicle"]
    open_points = f"{texts.get('fire points', '')} {texts.get('access points', '')}".lower()
    if "open-topped" in open_points or "opened-topped" in open_points:
        types.append("open-topped")
    if type_name.strip().lower() == "walker" or texts.get("ws", "") not in NOTHING:
        types.append("walker")
    if type_name.strip().lower() == "flyer":
        types.append("flyer")
    return tuple(dict.fromkeys(types))
