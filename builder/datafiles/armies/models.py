"""The kinds of values that army files are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema

from builder.datafiles.armies.kept import CatalogueOrigin, Kept
from builder.datafiles.text.values import Amount, Art, Budget, Entry, Exact, Names, Text, Whole, read_any_amount
from builder.roster.marks import Mark

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_TIMES = re.compile(r"(?:(?P<count>\d{1,3})\s*[x×]?\s+)?(?P<name>.+)")
_TARGETED = {"led by": "led_by", "riding in": "riding_in"}
_PLAIN = {"reserve": "reserve", "deep strike": "deep_strike"}


def _id(value: object) -> object:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise ValueError("an id is made of letters and digits, such as t9b8")


def read_mark(value: object) -> Mark:
    """Read a mark such as `reserve` or `led by t9b8`. Raises ValueError for anything else."""
    words = value.split() if isinstance(value, str) else []
    plain = " ".join(words).casefold()
    if plain in _PLAIN:
        return Mark(_PLAIN[plain])
    kind = _TARGETED.get(" ".join(words[:2]).casefold())
    if kind and len(words) == 3:
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


def mark_text(mark: Mark) -> str:
    """Return a mark as army files write it."""
    words = {kind: text for text, kind in (*_PLAIN.items(), *_TARGETED.items())}
    return f"{words[mark.kind]} {mark.target}" if mark.target else words[mark.kind]


def option_name(item: str) -> str | None:
    """Return the name of an option without the number before it."""
    match = _TIMES.fullmatch(item.strip())
    return match["name"] if match else None


def option_number(item: str) -> int:
    """Return the number before the name of an option; 1 without one."""
    match = _TIMES.fullmatch(item.strip())
    return int(match["count"] or 1) if match else 1


_MARK_PATTERN = r"^(reserve|deep strike|led by .+|riding in .+)$"
_STRING_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Id = Annotated[str, BeforeValidator(_id), WithJsonSchema({"type": "string"})]
OneMark = Annotated[Mark, BeforeValidator(read_mark), WithJsonSchema({"type": "string", "pattern": _MARK_PATTERN})]
Marks = Annotated[tuple[OneMark, ...], BeforeValidator(_marks, json_schema_input_type=tuple[OneMark, ...] | OneMark)]
Options = Annotated[
    dict[Text, Whole],
    BeforeValidator(_options),
    WithJsonSchema(
        {"anyOf": [*_STRING_OR_LIST["anyOf"], {"type": "object", "additionalProperties": {"type": "integer"}}]}
    ),
]

MAIN = ""
"""Stands for the cost type that comes first in the data, which a bare number means."""


def read_ceiling(value: object) -> Decimal:
    """Read a limit of any type of cost. Raises ValueError for anything that no army file can have as one."""
    amount = read_any_amount(value)
    if amount < 0:
        raise ValueError("a limit is 0 or more")
    return amount


def _costs(value: object) -> object:
    """`90` is so much of the first cost type; `{pts: 90, Power: 5}` names them."""
    return value if isinstance(value, Mapping) else {MAIN: value}


Ceiling = Annotated[Decimal, BeforeValidator(read_ceiling), WithJsonSchema({"type": "number", "minimum": 0})]
"""A limit of any type of cost, 0 or more."""

Costs = Annotated[
    dict[str, Amount],
    BeforeValidator(_costs),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "object", "additionalProperties": {"type": "number"}}]}),
]
"""What something cost: a number, or numbers by type of cost."""


class Ride(Entry):
    """The transport that a unit takes with it."""

    unit: Text
    id: Id | None = None
    name: Text | None = None
    options: Options = Field(default_factory=dict)
    marks: Marks = ()
    notes: Exact | None = None
    art: Art | None = None


def _ride(value: object) -> object:
    return {"unit": value} if isinstance(value, str) else value


class ArmyUnit(Entry):
    """A unit: the datasheet's name, the models in all or by kind, what was chosen, notes, marks, a picture (`art`)."""

    unit: Text
    id: Id | None = None
    name: Text | None = None
    count: Whole | None = None
    models: dict[Text, Whole] = Field(default_factory=dict)
    options: Options = Field(default_factory=dict)
    transport: Annotated[Ride | None, BeforeValidator(_ride, json_schema_input_type=Ride | str | None)] = None
    marks: Marks = ()
    notes: Exact | None = None
    art: Art | None = None


class ArmyGroup(Entry):
    """Units, by their ids, that are planned to act together."""

    id: Id | None = None
    name: Text | None = None
    units: Names = Field(min_length=1)


def _listed(value: object) -> object:
    return () if value is None else value


def _origin(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class ChosenPart(Entry):
    """What was chosen, in full: the entry by its path, with the id, the number and the choices below it.

    `cost` is what it cost when it was saved, without what is below it; `type` and `group` are written when the data no
    longer has the entry, `kept` what another program said of it that the data knows nothing of.
    """

    entry: Exact
    id: Exact | None = None
    number: Whole = 1
    name: Exact | None = None
    notes: Exact | None = None
    art: Art | None = None
    marks: Marks = ()
    cost: Costs = Field(default_factory=dict)
    type: Exact | None = None
    group: Exact | None = None
    kept: Kept | None = None
    choices: Choices = ()


class PartChoice(ChosenPart):
    """A choice below a unit or below another choice; `choice` is the name it had when it was saved."""

    choice: Exact | None = None


Choices = Annotated[
    tuple[PartChoice, ...], BeforeValidator(_listed, json_schema_input_type=tuple[PartChoice, ...] | None)
]


class ExplicitUnit(ChosenPart):
    """A unit with every choice by id; `unit` is the name it had when it was saved."""

    unit: Exact | None = None


_ONLY_EXPLICIT = frozenset(ChosenPart.model_fields) - frozenset(ArmyUnit.model_fields)


def _form(value: object) -> str:
    fields = value.keys() if isinstance(value, dict) else ()
    return "explicit" if _ONLY_EXPLICIT & set(fields) or isinstance(value, ExplicitUnit) else "short"


AnyUnit = Annotated[Annotated[ArmyUnit, Tag("short")] | Annotated[ExplicitUnit, Tag("explicit")], Discriminator(_form)]
Units = Annotated[tuple[AnyUnit, ...], BeforeValidator(_listed, json_schema_input_type=tuple[AnyUnit, ...] | None)]


class NotedCategory(Entry):
    """A name and notes for a category of a force."""

    entry: Exact
    category: Exact | None = None
    name: Exact | None = None
    notes: Exact | None = None


class ArmyForce(Entry):
    """A force with its units and the forces below it; `force` is the name its entry had when it was saved."""

    force: Exact | None = None
    entry: Exact
    id: Exact | None = None
    catalogue: Annotated[
        CatalogueOrigin | None, BeforeValidator(_origin, json_schema_input_type=CatalogueOrigin | str | None)
    ] = None
    name: Exact | None = None
    notes: Exact | None = None
    categories: tuple[NotedCategory, ...] = ()
    kept: Kept | None = None
    units: Units = ()
    forces: Forces = ()


Forces = Annotated[tuple[ArmyForce, ...], BeforeValidator(_listed, json_schema_input_type=tuple[ArmyForce, ...] | None)]


class DataOrigin(Entry):
    """The data that an army was built with."""

    id: Text
    name: Text | None = None
    revision: Whole | None = None
    digest: Text | None = None


class ArmyFile(Entry):
    """An army: system, data, limits, readings of the rules (`settings`); units, in forces or not; planned groups."""

    format: Literal["muster-army"]
    version: Literal["1"]
    id: Id | None = None
    name: Text
    system: Text
    modules: Names = ()
    data: Annotated[DataOrigin, BeforeValidator(_origin, json_schema_input_type=DataOrigin | str)]
    force: Text | None = None
    limit: Budget | None = None
    limits: dict[Text, Ceiling] = Field(default_factory=dict)
    notes: Exact | None = None
    settings: dict[Text, Text] = Field(default_factory=dict)
    units: Units | None = None
    forces: Forces | None = None
    groups: tuple[ArmyGroup, ...] = ()

    def named_catalogues(self) -> tuple[str, ...]:
        """Return the ids of the catalogues that its forces are of, beside its own, each once."""
        return tuple(dict.fromkeys(_catalogues(self.forces or ())))


def _catalogues(forces: Iterable[ArmyForce]) -> Iterator[str]:
    for force in forces:
        if force.catalogue:
            yield force.catalogue.id
        yield from _catalogues(force.forces)
