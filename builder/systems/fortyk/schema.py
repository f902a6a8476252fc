"""The stat lines of 40K datasheets as pydantic models: what may stand in a YAML file, and the columns it becomes."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from builder.scalars import capitalized
from builder.systems.fortyk.weapontext import WEAPON_RULES, is_weapon_rule, rule_name
from builder.systems.protocol import DatasheetLines
from builder.systems.schema import Line, Lines, LineSchema, stat, text_or_number

KINDS = ("Assault", "Grenade", "Heavy", "Melee", "Ordnance", "Pistol", "Rapid Fire", "Salvo")
MODEL_TYPES = (
    "Artillery", "Beast", "Bike", "Cavalry", "Character", "Gargantuan Creature", "Infantry", "Jet Pack Infantry",
    "Jetbike", "Jump Infantry", "Monstrous Creature", "Swarm",
)  # fmt: skip
"""The words of a model's type; several stand side by side (`Infantry (Character)`)."""
VEHICLE_TYPES = (
    "Artillery", "Chariot", "Fast", "Flyer", "Heavy", "Hover", "Open-topped", "Skimmer", "Squadron", "Super-heavy",
    "Tank", "Transport", "Vehicle", "Walker",
)  # fmt: skip
"""The words of a vehicle's type; several stand side by side (`Fast, Skimmer`)."""
_KIND = re.compile(rf"(?i)({'|'.join(KINDS)})(?:\s+((?:\d*D[36]|\d+)(?:\s*[/+]\s*\d+)?))?")


Number = Annotated[str, stat(r"\d{1,2}|-", 'a number such as 4, or "-"'), text_or_number("4")]
Room = Annotated[
    str,
    stat(
        r"\d{1,2}( \([^()]+\))?|-",
        'a number such as 10, 5 (Scouts only) where it carries nobody else, or "-"',
        words=True,
    ),
    text_or_number("10"),
]
Toughness = Annotated[str, stat(r"\d{1,2}(\(\d{1,2}\))?", "a number such as 4, or 4(5)"), text_or_number("4(5)")]
Wounds = Annotated[str, stat(r"[1-9]\d?", "a number of wounds, 1 or more"), text_or_number("1")]
Save = Annotated[
    str,
    stat(r"-|([2-6]\+|-)/[2-6]\+\+|[2-6]\+", 'a save such as 3+, with an invulnerable one 2+/5++, or "-" for none'),
    text_or_number("3+"),
]
Armour = Annotated[str, stat(r"[5-9]|1[0-4]", "an armour value from 5 to 14"), text_or_number("12")]
Strength = Annotated[
    str,
    stat(r"(?i)\d{1,2}|x|-|user|d|[+x×*]\d|\d?d6(\+\d)?", 'a strength: 4, User, +2, ×2, X, D or "-"'),
    text_or_number("4"),
]
Piercing = Annotated[str, stat(r"[1-6]|-", 'an armour piercing value from 1 to 6, or "-"'), text_or_number("5")]


PROFILE_COLUMNS: dict[str, tuple[str, ...]] = {
    "Unit": ("Unit Type", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"),
    "Vehicle": ("BS", "Front", "Side", "Rear", "Type", "Capacity"),
    "Walker": ("WS", "BS", "S", "Front", "Side", "Rear", "I", "A", "Type", "Capacity"),
    "Weapon": ("Range", "Strength", "AP", "Type"),
    "Psychic Power": ("Range", "Strength", "AP", "Type", "Details"),
}
"""The profile types that the lines become, with their columns in order."""


def _kind(value: object) -> str:
    match = _KIND.fullmatch(str(value).strip())
    if match is None:
        raise ValueError(f"a weapon's type is one of {', '.join(KINDS)}, with its shots: 'Heavy 3', 'Assault D6'")
    return f"{match[1].title()} {match[2]}" if match[2] else match[1].title()


class StatLine(LineSchema):
    """A model: WS BS S T W I A Ld Sv (D-01), with its unit type."""

    type: Line = "Infantry"
    WS: Number
    BS: Number
    S: Number
    T: Toughness
    W: Wounds
    I: Number  # noqa: E741 - the name that every player knows
    A: Number
    Ld: Number
    Sv: Save

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        values = {name: getattr(self, name) for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv")}
        return "Unit", {"Unit Type": self.type, **values}


class VehicleLine(LineSchema):
    """A vehicle (D-06): BS, armour, types and capacity; walkers add WS, S, I and A."""

    type: Line = "Tank"
    BS: Number
    front: Armour
    side: Armour
    rear: Armour
    open_topped: Annotated[bool, Field(alias="open-topped")] = False
    capacity: Room = "-"
    WS: Number | None = None
    S: Number | None = None
    I: Number | None = None  # noqa: E741 - the name that every player knows
    A: Number | None = None

    @model_validator(mode="after")
    def _walker_is_whole(self) -> VehicleLine:
        given = [name for name in ("WS", "S", "I", "A") if getattr(self, name) is not None]
        if given and len(given) < 4:
            raise ValueError("a walker has all of WS, S, I and A, another vehicle none of them")
        return self

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        types = ", ".join([self.type, *(["Open-topped"] if self.open_topped else [])])
        armour = {"Front": self.front, "Side": self.side, "Rear": self.rear}
        last = {"Type": types, "Capacity": self.capacity}
        if self.WS is None:
            return "Vehicle", {"BS": self.BS, **armour, **last}
        walks = {"WS": self.WS, "BS": self.BS, "S": self.S or "-", **armour, "I": self.I or "-", "A": self.A or "-"}
        return "Walker", {**walks, **last}


class WeaponLine(LineSchema):
    """One way to fire a weapon: range, S, AP, type, and what it does beyond."""

    range: Line = "-"
    S: Strength
    AP: Piercing = "-"
    type: Annotated[str, BeforeValidator(_kind), WithJsonSchema({"type": "string", "examples": ["Heavy 3"]})] = "Melee"
    blast: Literal["blast", "large blast", "template"] | None = None
    rules: Lines = ()

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics; blast and rules stand in the type, as players write it."""
        kind = ", ".join([self.type, *([self.blast.title()] if self.blast else []), *map(capitalized, self.rules)])
        reach = "Template" if self.blast == "template" and self.range == "-" else self.range
        return "Weapon", {"Range": reach, "Strength": self.S, "AP": self.AP, "Type": kind}

    def named_rules(self) -> tuple[str, ...]:
        """Return the rules of the weapon."""
        return self.rules


DATASHEET_LINES = DatasheetLines(
    profile=StatLine,
    vehicle=VehicleLine,
    weapon=WeaponLine,
    columns=PROFILE_COLUMNS,
    weapon_rules=WEAPON_RULES,
    is_weapon_rule=lambda name: is_weapon_rule(rule_name(name)),
    model_types=MODEL_TYPES,
    vehicle_types=VEHICLE_TYPES,
)
