"""The lines of Epic datasheets as pydantic models: units, weapons, formations, and what a list says of its army."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

from builder.scalars import capitalized
from builder.systems.epic.transport import kind_names, name_key, read_berths
from builder.systems.epic.weapons import ReachKind, read_arc, read_firepower, read_reach
from builder.systems.protocol import FormationLines
from builder.systems.schema import Line, Lines, LineSchema, stat, text_or_number

TYPES = ("INF", "AV", "LV", "WE", "AC", "SC", "CH", "WE, AC")
ARCS = ("forward", "rear", "left", "right", "fixed forward")
WEAPON_RULES = (
    "anti-aircraft", "disrupt", "extra attacks +1", "extra attacks +2", "extra attacks +3", "extra attacks +d3",
    "first strike", "ignore cover", "indirect fire", "lance", "macro-weapon", "one shot", "single shot", "slow firing",
    "sniper", "titan killer", "titan killer (d3)", "titan killer (d6)",
)  # fmt: skip
"""Special rules of weapons that published lists use; the core rules only name them."""

COLUMNS: dict[str, tuple[str, ...]] = {
    "Unit": ("Type", "Speed", "Armour", "CC", "FF", "DC", "Crit", "Transport", "Stand"),
    "Weapon": ("Range", "Firepower", "Notes"),
    "Formation": ("Initiative", "Mechanised"),
    "Army": ("Strategy", "Initiative"),
}
"""The profile types that the lines become, with their columns in order."""

Score = Annotated[str, stat(r"[1-6]\+|-", 'a score such as 4+, or "-"'), text_or_number("4+")]
Initiative = Annotated[str, stat(r"[1-6]\+", "an initiative from 1+ to 6+"), text_or_number("2+")]
Rating = Annotated[str, stat(r"\d", "a strategy rating from 0 to 9"), text_or_number("3")]
Capacity = Annotated[str, stat(r"[1-9]\d?", "a damage capacity, 1 or more"), text_or_number("3")]


_DIE = re.compile(r"\bd([36])\b")
"""A die in the name of a rule, which is written with a capital."""


def _type(value: object) -> str:
    words = ", ".join(part.strip().upper() for part in str(value).split(","))
    if words not in TYPES:
        raise ValueError(f"a unit's type is one of {'; '.join(TYPES)}")
    return words


def _speed(value: object) -> str:
    text = str(value).strip()
    return f"{int(text)}cm" if text.isdecimal() and len(text) < 4 else text


def _reach(value: object) -> str:
    found = read_reach(str(value))
    if found is None or found.span is ReachKind.NONE:
        raise ValueError("a range is a number of cm such as 45, (15) for firefights, contact or unlimited")
    return str(found)


def _firepower(value: object) -> str:
    if read_firepower(str(value)) is None:
        raise ValueError("write firepower as AP5+, AP5+/AT6+, 3 x AP5+, D3 x MW4+, 2BP, small arms or assault weapon")
    return " ".join(str(value).split())


def _arc(value: object) -> str:
    if read_arc(str(value)) is None:
        raise ValueError(f"an arc is one of {', '.join(ARCS)}; leave it out for all round")
    return str(value).strip().lower()


def _transport(value: object) -> str:
    text = " ".join(str(value).split())
    if not read_berths(text):
        raise ValueError(
            "write what it carries as '2 Infantry, Commander', '1 Ogryns or 2 Infantry', "
            "'8 Boyz, Nobz. 1 unit may be a Big Gunz. May carry 4 Grotz in addition'"
        )
    return text


class UnitSchema(LineSchema):
    """A unit (E-01): type, speed in cm (words for aircraft), armour, close combat, firefight; war engines have a DC."""

    type: Annotated[str, BeforeValidator(_type), WithJsonSchema({"type": "string", "examples": list(TYPES)})]
    speed: Annotated[str, BeforeValidator(_speed), WithJsonSchema({"type": ["integer", "string"]})] = "-"
    armour: Score = "-"
    CC: Score = "-"
    FF: Score = "-"
    DC: Capacity = "1"
    critical: Line = "-"
    transport: Annotated[str | None, BeforeValidator(_transport), WithJsonSchema({"type": "string"})] = None
    stand: Annotated[str, stat(r"\d{1,2}x\d{1,2}(,[1-9]models?)?", "a stand as '30 x 15' or '30 x 15, 5 models'")] = ""

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        line = {"Type": self.type, "Speed": self.speed, "Armour": self.armour, "CC": self.CC, "FF": self.FF}
        rest = {"DC": self.DC, "Crit": self.critical, "Transport": self.transport or "", "Stand": self.stand}
        return "Unit", {**line, **rest}


class WeaponSchema(LineSchema):
    """One way to use a weapon (E-02): range in cm, firepower, arc, special rules."""

    range: Annotated[str, BeforeValidator(_reach), WithJsonSchema({"type": ["integer", "string"]})]
    firepower: Annotated[
        str, BeforeValidator(_firepower), WithJsonSchema({"type": "string", "examples": ["AP5+/AT6+"]})
    ]
    arc: Annotated[str | None, BeforeValidator(_arc), WithJsonSchema({"enum": list(ARCS)})] = None
    rules: Lines = ()

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics; the arc stands among the notes, as lists write it."""
        arc = [f"{capitalized(self.arc)} arc"] if self.arc else []
        return "Weapon", {
            "Range": self.range,
            "Firepower": self.firepower,
            "Notes": ", ".join([*(_DIE.sub(r"D\1", capitalized(rule)) for rule in self.rules), *arc]),
        }


class FormationSchema(LineSchema):
    """What a formation has of its own (E-04, E-06): initiative, and whether everybody must ride."""

    initiative: Initiative | None = None
    mechanised: bool = False

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        return "Formation", {"Initiative": self.initiative or "-", "Mechanised": "yes" if self.mechanised else "no"}


class ArmySchema(LineSchema):
    """What a list says of its army: strategy rating (E-05), and the initiative of formations that have no other."""

    strategy: Rating
    initiative: Initiative

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        return "Army", {"Strategy": self.strategy, "Initiative": self.initiative}


def _unknown_names(line: LineSchema, units: Collection[str]) -> tuple[str, ...]:
    named = kind_names(line.transport) if isinstance(line, UnitSchema) and line.transport else ()
    known = {name_key(unit) for unit in units}
    return tuple(name for name in named if name not in known)


def _is_weapon_rule(name: str) -> bool:
    return " ".join(name.casefold().split()) in WEAPON_RULES


FORMATION_LINES = FormationLines(
    unit=UnitSchema,
    weapon=WeaponSchema,
    formation=FormationSchema,
    army=ArmySchema,
    columns=COLUMNS,
    weapon_rules=WEAPON_RULES,
    is_weapon_rule=_is_weapon_rule,
    strangers=_unknown_names,
)
