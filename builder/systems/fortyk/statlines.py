"""Profiles of models and vehicles as typed stat lines (D-01, D-06), in all the spellings that data has for a value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder.roster.view import ProfileView
from builder.systems.fortyk.columns import columns
from builder.systems.fortyk.log import Log
from builder.systems.fortyk.model import ModelProfile, Toughness, VehicleProfile

NOTHING = frozenset({"", "-", "–", "—", "n/a", "none"})

_WHOLE = re.compile(r"(\d{1,2})\.?")
_BRACKETED = re.compile(r"(\d{1,2})\s*\(\s*(\d{1,2})\s*\)")
_SAVE = re.compile(r"([2-6])\s*(\+{1,2})")
_SAVE_WORDS = re.compile(r"inv(?:ul(?:n(?:erable)?)?)?\.?|saves?|sv", re.IGNORECASE)
_CAPACITY = re.compile(r"(\d{1,3})(?!\s*(?:rhino|land raider|dreadnought|vehicle))", re.IGNORECASE)
_TYPE_SPELLINGS = {
    "open topped": "open-topped",
    "opened-topped": "open-topped",
    "tranport": "transport",
    "super heavy": "super-heavy",
}


class Values:
    """The values of one profile, read one by one; what cannot be read is told, and stands as missing."""

    def __init__(self, profile: ProfileView, log: Log) -> None:
        self._profile = profile
        self._log = log
        self.texts: Mapping[str, str] = columns(profile)

    def text(self, column: str) -> str:
        """The text of a column, empty where there is none."""
        return self.texts.get(column, "")

    def whole(self, column: str) -> int | None:
        """A number, the first one of `6(10)`; None for a dash."""
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
        """The armour and the invulnerable save of `3+`, `2+/4++`, `2+/4+`, `3+ (5+ inv)`, `5++` or a dash."""
        text = self.text("sv")
        if text.lower() in NOTHING:
            return None, None
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
        name = next(
            (each.name.strip() for each in self._profile.characteristics if each.value.strip() == self.text(column)),
            column,
        )
        self._log.warning("value", f"{name} '{self.text(column)}' of {self._profile.name} cannot be read")


def read_model(profile: ProfileView, log: Log) -> ModelProfile | None:
    """The stat line of a model; None, with a finding, where it has no toughness or no wounds to count HP with."""
    values = Values(profile, log)
    toughness, wounds = values.toughness(), values.whole("w")
    save, invulnerable = values.saves()
    if toughness is None or not wounds:
        log.warning("no_wounds", f"{profile.name} has no T or W, so it has no hit points and is left out")
        return None
    return ModelProfile(
        name=profile.name.strip(),
        ws=values.whole("ws"),
        bs=values.whole("bs"),
        s=values.whole("s"),
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
    """The stat line of a vehicle; `transport` is the profile beside it that tells its capacity, if any.

    None, with a finding, where an armour value is missing.
    """
    values = Values(profile, log)
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
    """How many models a transport carries: the number that `10.`, `12 models OR 1 dreadnought` begin with."""
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
