"""Army files as pydantic models: a list that a person can read, write and edit."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from builder.datafiles.values import Budget, Entry, Names, Text, Whole
from builder.roster.view import Mark

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_TIMES = re.compile(r"(?:(?P<count>\d{1,3})\s*[x×]?\s+)?(?P<name>.+)")
_TARGETED = {"led by": "led_by", "riding in": "riding_in"}
_PLAIN = {"reserve": "reserve", "deep strike": "deep_strike"}


def _id(value: object) -> object:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise ValueError("an id is made of letters and digits, such as t9b8")


def _mark(value: object) -> object:
    words = value.split() if isinstance(value, str) else []
    plain = " ".join(words).casefold()
    if plain in _PLAIN:
        return Mark(_PLAIN[plain])
    kind = _TARGETED.get(" ".join(words[:2]).casefold())
    if kind and len(words) == 3 and _ID.fullmatch(words[2]):
        return Mark(kind, words[2])
    raise ValueError("a mark is 'reserve', 'deep strike', 'led by ID' or 'riding in ID'")


def _marks(value: object) -> object:
    return (value,) if isinstance(value, str) else value


def _options(value: object) -> object:
    """`[plasma gun, 2 meltagun]` and `{plasma gun: 1, meltagun: 2}` are the same."""
    items = (value,) if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        return items
    made: dict[str, str] = {}
    wrong: list[str] = []
    for item in items:
        match = _TIMES.fullmatch(item.strip()) if isinstance(item, str) else None
        if match is None or match["count"] == "0" or item.strip().startswith("-"):
            wrong.append(f"'{item}'")
        else:
            made[match["name"]] = str(int(made.get(match["name"], "0")) + int(match["count"] or 1))
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: an option is a name, or a number and a name: 'plasma gun', '2 meltagun'")
    return made


def option_name(item: str) -> str | None:
    """The name of an option without the number before it."""
    match = _TIMES.fullmatch(item.strip())
    return match["name"] if match else None


_MARK_PATTERN = r"^(reserve|deep strike|led by .+|riding in .+)$"
_STRING_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Id = Annotated[str, BeforeValidator(_id), WithJsonSchema({"type": "string"})]
OneMark = Annotated[Mark, BeforeValidator(_mark), WithJsonSchema({"type": "string", "pattern": _MARK_PATTERN})]
Marks = Annotated[tuple[OneMark, ...], BeforeValidator(_marks, json_schema_input_type=tuple[OneMark, ...] | OneMark)]
Options = Annotated[
    dict[Text, Whole],
    BeforeValidator(_options),
    WithJsonSchema(
        {"anyOf": [*_STRING_OR_LIST["anyOf"], {"type": "object", "additionalProperties": {"type": "integer"}}]}
    ),
]


class Ride(Entry):
    """The transport that a unit takes with it."""

    unit: Text
    id: Id | None = None
    name: Text | None = None
    options: Options = Field(default_factory=dict)
    marks: Marks = ()
    notes: Text | None = None


def _ride(value: object) -> object:
    return {"unit": value} if isinstance(value, str) else value


class ArmyUnit(Entry):
    """A unit: the datasheet's name, the models in all or by kind, what was chosen, notes and marks."""

    unit: Text
    id: Id | None = None
    name: Text | None = None
    count: Whole | None = None
    models: dict[Text, Whole] = Field(default_factory=dict)
    options: Options = Field(default_factory=dict)
    transport: Annotated[Ride | None, BeforeValidator(_ride, json_schema_input_type=Ride | str | None)] = None
    marks: Marks = ()
    notes: Text | None = None


class ArmyGroup(Entry):
    """Units, by their ids, that are planned to act together."""

    id: Id | None = None
    name: Text | None = None
    units: Names = Field(min_length=1)


class DataOrigin(Entry):
    """The data that an army was built with."""

    id: Text
    name: Text | None = None
    revision: Whole | None = None
    digest: Text | None = None


def _listed(value: object) -> object:
    return () if value is None else value


def _origin(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class ArmyFile(Entry):
    """An army: system, data, limit, units; readings of the rules (`settings`) and planned groups where it has them."""

    format: Literal["muster-army"]
    version: Literal["1"]
    id: Id | None = None
    name: Text
    system: Text
    modules: Names = ()
    data: Annotated[DataOrigin, BeforeValidator(_origin, json_schema_input_type=DataOrigin | str)]
    force: Text | None = None
    limit: Budget | None = None
    notes: Text | None = None
    settings: dict[Text, Text] = Field(default_factory=dict)
    units: Annotated[
        tuple[ArmyUnit, ...], BeforeValidator(_listed, json_schema_input_type=tuple[ArmyUnit, ...] | None)
    ] = ()
    groups: tuple[ArmyGroup, ...] = ()
