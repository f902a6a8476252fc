"""Profiles of a roster as typed lines (L-01 to L-05); what cannot be read is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from builder.errors import Finding, Severity
from builder.roster.view import ProfileView
from builder.systems.lethal.model import LethalModelProfile, LethalVehicleProfile, LethalWeaponMode
from builder.systems.lethal.values import NO_ROLL, Roll, read_command, read_kind, read_multiplier, read_roll

_MODEL = frozenset({"m", "cr", "cs", "ss", "ap", "av", "su", "cm"})
_VEHICLE = frozenset({"m", "cr", "ss", "av front", "av side", "av rear", "cm"})
_WEAPON = frozenset({"wrm", "ap", "shots", "kinds"})
_DASHES = frozenset({"", "-", "–", "—"})
Tell = Callable[[str], None]
"""Tells of a value that cannot be read."""
Value = TypeVar("Value")


def columns(profile: ProfileView) -> Mapping[str, str]:
    """Return the values of a profile by column, in lower case."""
    return {cell.name.strip().casefold(): cell.value.strip() for cell in profile.characteristics}


def is_model(profile: ProfileView) -> bool:
    """Whether a profile is the line of a model on foot."""
    return not profile.hidden and columns(profile).keys() >= _MODEL


def is_vehicle(profile: ProfileView) -> bool:
    """Whether a profile is the line of a vehicle."""
    return not profile.hidden and columns(profile).keys() >= _VEHICLE


def is_weapon(profile: ProfileView) -> bool:
    """Whether a profile is the line of a weapon, or of a psychic power that shoots."""
    values = columns(profile)
    return not profile.hidden and values.keys() >= _WEAPON and bool(values["wrm"])


def unread(profile: ProfileView) -> tuple[Finding, ...] | None:
    """Return what cannot be read of a stat line or a weapon; None for a profile that is neither."""
    found: list[Finding] = []

    def tell(message: str) -> None:
        found.append(Finding(Severity.WARNING, "lethal.value", message))

    if is_model(profile):
        read_model(profile, tell)
    elif is_vehicle(profile):
        read_vehicle(profile, tell)
    elif is_weapon(profile):
        read_weapon(profile, "", tell)
    else:
        return None
    return tuple(found)


class _Values:
    """The values of one profile, read one by one."""

    def __init__(self, profile: ProfileView, tell: Tell) -> None:
        self.name, self.texts, self._tell = profile.name.strip(), columns(profile), tell

    def read(self, column: str, reader: Callable[[str], Value | None], otherwise: Value) -> Value:
        value = reader(self.texts.get(column, ""))
        if value is None:
            self._tell(f"{column.upper()} '{self.texts.get(column, '')}' of {self.name} cannot be read")
            return otherwise
        return value

    def whole(self, column: str, otherwise: int = 0) -> int:
        return self.read(column, _whole, otherwise)

    def roll(self, column: str) -> Roll:
        return self.read(column, read_roll, NO_ROLL)

    def save(self) -> Roll | None:
        """Return the SU; None where the speed decides it (L-04)."""
        return None if self.texts.get("su", "").strip("() ").casefold() == "m" else self.roll("su")

    def types(self) -> tuple[str, ...]:
        return tuple(word.strip().casefold() for word in self.texts.get("type", "").split(",") if word.strip())


def _whole(text: str) -> int | None:
    if text in _DASHES:
        return 0
    return int(text) if text.isdecimal() and len(text) < 5 else None


def read_model(profile: ProfileView, tell: Tell) -> LethalModelProfile:
    """Return the line of a model on foot (L-01)."""
    values = _Values(profile, tell)
    return LethalModelProfile(
        name=values.name,
        types=values.types(),
        m=values.whole("m"),
        cr=values.whole("cr"),
        cs=values.roll("cs"),
        ss=values.roll("ss"),
        ap=values.whole("ap"),
        av=values.whole("av"),
        su=values.save(),
        cm=values.read("cm", read_command, 6),
        structure=max(1, values.whole("structure", 1)),
    )


def read_vehicle(profile: ProfileView, tell: Tell) -> LethalVehicleProfile:
    """Return the line of a vehicle (L-03)."""
    values = _Values(profile, tell)
    return LethalVehicleProfile(
        name=values.name,
        types=values.types(),
        m=values.whole("m"),
        cr=values.whole("cr"),
        cs=values.roll("cs") if values.texts.get("cs") else NO_ROLL,
        ss=values.roll("ss"),
        ap=values.whole("ap"),
        front=values.whole("av front"),
        side=values.whole("av side"),
        rear=values.whole("av rear"),
        su=values.save(),
        cm=values.read("cm", read_command, 6),
        structure=max(1, values.whole("structure", 1)),
        capacity=values.whole("capacity") or None,
    )


def read_weapon(profile: ProfileView, name: str, tell: Tell) -> LethalWeaponMode:
    """One way to fire a weapon (L-05), under that name."""
    values = _Values(profile, tell)
    strikes = values.texts["wrm"] in _DASHES
    penetration = values.texts["ap"]
    kinds = [word.strip() for word in values.texts["kinds"].split(",") if word.strip()]
    return LethalWeaponMode(
        name=name,
        multiplier=None if strikes else values.read("wrm", read_multiplier, Fraction(1)),
        ap=values.read("ap", lambda text: _whole(text.removeprefix("+")), 0),
        shots=max(1, values.whole("shots", 1)),
        kinds=tuple(read_kind(kind) or kind for kind in kinds),
        minimum=values.whole("minimum"),
        adds=penetration.startswith("+"),
        text=values.texts.get("text", ""),
    )
