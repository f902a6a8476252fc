"""The stat lines of 40K datasheets as pydantic models: what may stand in a YAML file, and the columns it becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

KINDS = ("Assault", "Grenade", "Heavy", "Melee", "Ordnance", "Pistol", "Rapid Fire", "Salvo")
_KIND = re.compile(rf"(?i)({'|'.join(KINDS)})(?:\s+((?:\d*D[36]|\d+)(?:\s*[/+]\s*\d+)?))?")


def _stat(pattern: str, teach: str) -> BeforeValidator:
    """A validator for one characteristic, as text; the message says how it is written."""

    def check(value: object) -> str:
        text = (
            re.sub(r"\s+", "", str(value)).replace("–", "-").replace("−", "-") if isinstance(value, (str, int)) else ""
        )
        if re.fullmatch(pattern, text) is None:
            raise ValueError(f"write {teach}")
        return text

    return BeforeValidator(check)


def _text_or_number(example: str) -> WithJsonSchema:
    return WithJsonSchema({"type": ["string", "integer"], "examples": [example]})


Number = Annotated[str, _stat(r"\d{1,2}|-", 'a number such as 4, or "-"'), _text_or_number("4")]
Toughness = Annotated[str, _stat(r"\d{1,2}(\(\d{1,2}\))?", "a number such as 4, or 4(5)"), _text_or_number("4(5)")]
Wounds = Annotated[str, _stat(r"[1-9]\d?", "a number of wounds, 1 or more"), _text_or_number("1")]
Save = Annotated[
    str,
    _stat(r"-|([2-6]\+|-)/[2-6]\+\+|[2-6]\+", 'a save such as 3+, with an invulnerable one 2+/5++, or "-" for none'),
    _text_or_number("3+"),
]
Armour = Annotated[str, _stat(r"[5-9]|1[0-4]", "an armour value from 5 to 14"), _text_or_number("12")]
Strength = Annotated[
    str,
    _stat(r"(?i)\d{1,2}|x|-|user|d|[+x×*]\d|\d?d6(\+\d)?", 'a strength: 4, User, +2, ×2, X, D or "-"'),
    _text_or_number("4"),
]
Piercing = Annotated[str, _stat(r"[1-6]|-", 'an armour piercing value from 1 to 6, or "-"'), _text_or_number("5")]


def _words(value: object) -> str:
    if isinstance(value, (str, int)) and str(value).strip():
        return str(value).strip()
    raise ValueError("a text is needed here")


Line = Annotated[str, BeforeValidator(_words), WithJsonSchema({"type": "string"})]


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


def _kind(value: object) -> str:
    match = _KIND.fullmatch(str(value).strip())
    if match is None:
        raise ValueError(f"a weapon's type is one of {', '.join(KINDS)}, with its shots: 'Heavy 3', 'Assault D6'")
    return f"{match[1].title()} {match[2]}" if match[2] else match[1].title()


class _Schema(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of its values, as files write them."""
        return tuple(info.alias or name for name, info in cls.model_fields.items())

    def changed(self, values: Mapping[str, str]) -> Self:
        """The line with other values, by the names that files write.

        Raises:
            pydantic.ValidationError: it has no such value, or the value cannot stand there.
        """
        return self.model_validate({**self.model_dump(by_alias=True), **values})


class StatLine(_Schema):
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
        """The profile type and its characteristics."""
        values = {name: getattr(self, name) for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv")}
        return "Unit", {"Unit Type": self.type, **values}


class VehicleLine(_Schema):
    """A vehicle (D-06): BS, armour, types and capacity; walkers add WS, S, I and A."""

    type: Line = "Tank"
    BS: Number
    front: Armour
    side: Armour
    rear: Armour
    open_topped: Annotated[bool, Field(alias="open-topped")] = False
    capacity: Number = "-"
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
        """The profile type and its characteristics."""
        types = ", ".join([self.type, *(["Open-topped"] if self.open_topped else [])])
        armour = {"Front": self.front, "Side": self.side, "Rear": self.rear}
        last = {"Type": types, "Capacity": self.capacity}
        if self.WS is None:
            return "Vehicle", {"BS": self.BS, **armour, **last}
        walks = {"WS": self.WS, "BS": self.BS, "S": self.S or "-", **armour, "I": self.I or "-", "A": self.A or "-"}
        return "Walker", {**walks, **last}


class WeaponLine(_Schema):
    """One way to fire a weapon: range, S, AP, type, and what it does beyond."""

    range: Line = "-"
    S: Strength
    AP: Piercing = "-"
    type: Annotated[str, BeforeValidator(_kind), WithJsonSchema({"type": "string", "examples": ["Heavy 3"]})] = "Melee"
    blast: Literal["blast", "large blast", "template"] | None = None
    rules: Annotated[tuple[Line, ...], BeforeValidator(_listed, json_schema_input_type=tuple[Line, ...] | Line)] = ()

    def columns(self) -> tuple[str, dict[str, str]]:
        """The profile type and its characteristics; blast and rules stand in the type, as players write it."""
        kind = ", ".join([self.type, *([self.blast.title()] if self.blast else []), *map(_capital, self.rules)])
        reach = "Template" if self.blast == "template" and self.range == "-" else self.range
        return "Weapon", {"Range": reach, "Strength": self.S, "AP": self.AP, "Type": kind}


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
