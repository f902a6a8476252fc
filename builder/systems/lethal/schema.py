"""The lines of Lethal datasheets as pydantic models: what may stand in a YAML file, and the columns it becomes."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from builder.systems.lethal.values import KINDS, read_kind
from builder.systems.protocol import DatasheetLines
from builder.systems.schema import Line, LineSchema, stat, text_or_number

MODEL_TYPES = ("Infantry", "Jump Infantry", "Cavalry", "Bike", "Artillery", "Monstrous Creature", "Character")
VEHICLE_TYPES = ("Vehicle", "Tank", "Transport", "Walker", "Skimmer", "Flyer", "Open-topped")
ENCLOSED, OPEN_TOPPED = "2+", "3+"

_ROLL = r"(\d{1,2}[x×])?[2-6]\+|0|-"

Distance = Annotated[str, stat(r"\d{1,3}", "a distance in cm, such as 15"), text_or_number("15")]
Whole = Annotated[str, stat(r"\d{1,2}", "a whole number such as 4"), text_or_number("4")]
Skill = Annotated[str, stat(_ROLL, "a skill such as 4+ or 2x3+, or 0 for none"), text_or_number("2x3+")]
Save = Annotated[
    str,
    stat(rf"(?i){_ROLL}|\(?M\)?", "a save such as 4+ or 3x5+, M for the one of its speed, or 0 for none"),
    text_or_number("4+"),
]
Command = Annotated[str, stat(r"[1-6]\+", "a command value from 1+ to 6+"), text_or_number("3+")]
Multiplier = Annotated[
    str,
    stat(r"[1-9]\d?(/[1-9]\d?)?|-", 'a multiple of the contact range such as 1/4, 1 or 2, or "-"'),
    text_or_number("1/4"),
]
Shots = Annotated[str, stat(r"[1-9]\d?", "a number of shots, 1 or more"), text_or_number("1")]


def _types(known: tuple[str, ...]) -> BeforeValidator:
    def check(value: object) -> str:
        words = [word.strip() for word in str(value).split(",")] if isinstance(value, str) else []
        by_name = {word.casefold(): word for word in known}
        wrong = [word for word in words if word.casefold() not in by_name]
        if wrong or not words:
            raise ValueError(f"a type is one of {', '.join(known)}, or several with commas between")
        return ", ".join(by_name[word.casefold()] for word in words)

    return BeforeValidator(check)


def _kinds(value: object) -> object:
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)):
        raise ValueError("write the kinds of the weapon as a list, such as [heavy, blast]")
    read = [(word, read_kind(word) if isinstance(word, str) else None) for word in words]
    wrong = [f"'{word}'" for word, kind in read if kind is None]
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: a kind of weapon is one of {', '.join(KINDS)}, titan killer D6")
    return tuple(kind for _, kind in read)


_KIND_SCHEMA = {"anyOf": [{"enum": list(KINDS)}, {"type": "string", "pattern": "^titan killer (\\d+|D3|D6)$"}]}
Kinds = Annotated[
    tuple[str, ...],
    BeforeValidator(_kinds),
    WithJsonSchema({"anyOf": [*_KIND_SCHEMA["anyOf"], {"type": "array", "items": _KIND_SCHEMA}]}),
]


class LethalStatLine(LineSchema):
    """A model on foot (L-01): M and CR in cm, CS, SS, AP, AV, SU, CM; structure points of the largest (L-40)."""

    type: Annotated[str, _types(MODEL_TYPES), WithJsonSchema({"type": "string", "examples": list(MODEL_TYPES)})] = (
        "Infantry"
    )
    M: Distance
    CR: Distance
    CS: Skill
    SS: Skill
    AP: Whole = "0"
    AV: Whole
    SU: Save = "0"
    CM: Command
    structure: Shots = "1"

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        values = {name: getattr(self, name) for name in ("M", "CR", "CS", "SS", "AP", "AV", "SU", "CM")}
        return "Model", {"Type": self.type, **values, "Structure": self.structure}


class LethalVehicleLine(LineSchema):
    """A vehicle (L-03): AV by side, CM from its hull unless it has its own; a walker has CS, and AP in close combat."""

    type: Annotated[str, _types(VEHICLE_TYPES), WithJsonSchema({"type": "string", "examples": list(VEHICLE_TYPES)})] = (
        "Vehicle"
    )
    M: Distance
    CR: Distance
    SS: Skill
    front: Whole
    side: Whole
    rear: Whole
    CS: Skill = "0"
    AP: Whole = "0"
    SU: Save = "M"
    CM: Command | None = None
    structure: Shots = "1"
    open_topped: Annotated[bool, Field(alias="open-topped")] = False
    capacity: Annotated[str, stat(r"\d{1,3}|-", 'a number of models, or "-"'), text_or_number("10")] = "-"

    @model_validator(mode="after")
    def _walker_fights(self) -> LethalVehicleLine:
        if ("Walker" in self.type) != (self.CS not in ("0", "-")):
            raise ValueError("a walker has a CS, another vehicle none")
        return self

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        kind = ", ".join([self.type, *(["Open-topped"] if self.open_topped else [])])
        return "Vehicle", {
            "Type": kind,
            "M": self.M,
            "CR": self.CR,
            "CS": self.CS,
            "SS": self.SS,
            "AP": self.AP,
            "AV front": self.front,
            "AV side": self.side,
            "AV rear": self.rear,
            "SU": self.SU,
            "CM": self.CM or (OPEN_TOPPED if self.open_topped else ENCLOSED),
            "Structure": self.structure,
            "Capacity": self.capacity,
        }


class LethalWeaponLine(LineSchema):
    """One way to fire a weapon (L-05): WRM, AP, shots, kinds; `minimum` is a range in cm; `text` what it does besides.

    A close combat weapon has no WRM.
    """

    WRM: Multiplier = "-"
    AP: Annotated[str, stat(r"\+?\d{1,2}", "an AP such as 4, or +2 on top of the profile's"), text_or_number("4")] = "0"
    shots: Shots = "1"
    kinds: Kinds = ()
    minimum: Distance = "0"
    text: Line | None = None

    @model_validator(mode="after")
    def _shoots_or_strikes(self) -> LethalWeaponLine:
        strikes = "close combat" in self.kinds
        if (self.WRM == "-") != strikes:
            raise ValueError("a weapon that shoots has a WRM, one without is of the kind 'close combat'")
        return self

    def columns(self) -> tuple[str, dict[str, str]]:
        """Return the profile type and its characteristics."""
        kinds = ", ".join(self.kinds)
        values = {"WRM": self.WRM, "AP": self.AP, "Shots": self.shots, "Kinds": kinds, "Minimum": self.minimum}
        return "Weapon", {**values, "Text": self.text or ""}


WEAPON_COLUMNS = ("WRM", "AP", "Shots", "Kinds", "Minimum", "Text")

DATASHEET_LINES = DatasheetLines(
    profile=LethalStatLine,
    vehicle=LethalVehicleLine,
    weapon=LethalWeaponLine,
    columns={
        "Model": ("Type", "M", "CR", "CS", "SS", "AP", "AV", "SU", "CM", "Structure"),
        "Vehicle": (
            "Type", "M", "CR", "CS", "SS", "AP", "AV front", "AV side", "AV rear", "SU", "CM", "Structure", "Capacity",
        ),
        "Weapon": WEAPON_COLUMNS,
        "Psychic Power": (*WEAPON_COLUMNS, "Details"),
    },
    weapon_rules=KINDS,
    is_weapon_rule=lambda name: read_kind(name) is not None,
)  # fmt: skip
