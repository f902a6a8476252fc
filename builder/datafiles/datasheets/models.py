"""The datasheet files that a hobbyist writes, as pydantic models: a system's frame, and factions on its lines."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Annotated, Generic, Literal, Self, TypeAlias, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, WithJsonSchema, model_validator
from pydantic.config import JsonDict

from builder.datafiles.text.values import (
    LIMITED,
    RANGED,
    Art,
    Colour,
    Count,
    Entry,
    Limit,
    Names,
    Pattern,
    Points,
    Range,
    Text,
    Whole,
    limit,
)
from builder.scalars import match_name, slug
from builder.systems.protocol import DatasheetLines
from builder.systems.schema import Line, LineSchema

StatLine = TypeVar("StatLine", bound=LineSchema, covariant=True)
VehicleLine = TypeVar("VehicleLine", bound=LineSchema, covariant=True)
WeaponLine = TypeVar("WeaponLine", bound=LineSchema, covariant=True)

ONE = Range(1, 1)
EVERY_KIND = "all"
TAKEN = {"anyOf": [{"const": "all"}, *RANGED["anyOf"]]}


def _is_mapping(value: object) -> str:
    return "mapping" if isinstance(value, dict) else "value"


def _has_modes(value: object) -> str:
    return "modes" if isinstance(value, dict) and "modes" in value else "line"


def _take(value: object) -> object:
    return "all" if isinstance(value, str) and value.strip().casefold() == "all" else limit(value)


def _per(value: object) -> object:
    if isinstance(value, str) and value.strip().casefold() in ("unit", "model"):
        return value.strip().casefold()
    if isinstance(value, str) and value.strip().isdecimal() and len(value.strip()) < 4 and int(value) > 0:
        return int(value)
    raise ValueError("write 'unit', 'model', or a number of models such as 5")


_RATE = re.compile(r"(?:(\d{1,3})\s+)?(\S.*)")


@dataclass(frozen=True, slots=True)
class Rate:
    """For every so many models of another kind."""

    every: int
    kind: str


def _rate(value: object) -> object:
    match = _RATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or (match[1] and not int(match[1])):
        raise ValueError("write the kind of model that it goes by, such as 'Big Gun' or '10 Gretchin'")
    return Rate(int(match[1] or 1), match[2])


def _described(schema: JsonDict, model: type[BaseModel]) -> None:
    """A model that was given its lines has no docstring of its own: editors show that of the model it was made from."""
    schema["description"] = inspect.getdoc(model.__pydantic_generic_metadata__["origin"] or model) or ""


class OnLines(Entry):
    """An entry with lines of the system; it keeps its own name, whatever the lines are."""

    model_config = ConfigDict(json_schema_extra=_described)

    @classmethod
    def model_parametrized_name(cls, params: tuple[object, ...]) -> str:
        """Return the name that schemas show."""
        return cls.__name__


class WeaponModes(OnLines, Generic[WeaponLine]):
    """A weapon with several modes: ways to fire it, or ammunitions, by name."""

    modes: dict[Text, WeaponLine] = Field(min_length=1)


WeaponEntry = Annotated[
    Annotated[WeaponLine, Tag("line")] | Annotated[WeaponModes[WeaponLine], Tag("modes")], Discriminator(_has_modes)
]


class PowerEntry(OnLines, Generic[WeaponLine]):
    """A psychic power; one that shoots has a weapon's line."""

    text: Line = ""
    attack: WeaponLine | None = None


class WargearEntry(Entry):
    """A piece of wargear: what it does in our own words, rules that it gives, stat line values that it sets.

    `sets` changes the stat line of the whole model group that takes it, so it belongs to options that all take.
    """

    text: Line = ""
    rules: Names = ()
    sets: dict[Text, Text] = Field(default_factory=dict)


class OptionChoice(Entry):
    """One choice of an option: its points, and what it brings when its name alone does not say.

    `most` is how often one model can take it, where it replaces nothing.
    """

    points: Points = Decimal(0)
    most: Whole = 1
    weapons: Names = ()
    wargear: Names = ()
    powers: Names = ()
    rules: Names = ()

    @property
    def names_itself(self) -> bool:
        """Whether the choice is the weapon, wargear or power of its own name."""
        return not (self.weapons or self.wargear or self.powers or self.rules)


PricedChoice = Annotated[
    Annotated[Points, Tag("value")] | Annotated[OptionChoice, Tag("mapping")], Discriminator(_is_mapping)
]


Choices = Annotated[dict[Text, PricedChoice], Field(min_length=1)]
ChoiceList = Annotated[Annotated[Choices, Tag("mapping")] | Annotated[Text, Tag("value")], Discriminator(_is_mapping)]


class Option(Entry):
    """Choices for the models of a kind, or for the unit as a whole.

    `take` of the choices together for each `per` (unit, model, or so many models), in place of what `replace` names,
    once the unit has at least `needs` models. `take: all` means that every model of the kind takes it, or none.
    `for` several kinds, or `all`, is one option that they share. It needs one of what `with` names, and none of what
    `without` names: choices of other options, kinds of model, transports.
    `choices` are written here, or named: one of the file's `lists`.
    """

    name: Text | None = None
    for_: Annotated[Names, Field(alias="for")] = ()
    replace: Names = ()
    take: Annotated[Range | Literal["all"], BeforeValidator(_take), WithJsonSchema(TAKEN)] = Range(0, 1)
    per: Annotated[
        Literal["unit", "model"] | int, BeforeValidator(_per), WithJsonSchema({"type": ["string", "integer"]})
    ] = "unit"
    needs: Whole = 0
    with_: Annotated[Names, Field(alias="with")] = ()
    without: Names = ()
    choices: ChoiceList

    def kinds(self, known: Iterable[str]) -> list[str]:
        """Return the kinds of model that it is for, of those of its unit; none when it is for the unit as a whole."""
        names = list(known)
        if not self.for_:
            return names if len(names) == 1 else []
        if slug(self.for_[0]) == EVERY_KIND and match_name(EVERY_KIND, names) is None:
            return names
        return [kind for kind in names if match_name(kind, self.for_)]

    def priced(self, lists: Mapping[str, Mapping[str, Decimal | OptionChoice]]) -> dict[str, OptionChoice]:
        """Return the choices by name, short forms and named lists written out."""
        choices = lists[match_name(self.choices, lists) or ""] if isinstance(self.choices, str) else self.choices
        return {
            name: choice if isinstance(choice, OptionChoice) else OptionChoice(points=choice)
            for name, choice in choices.items()
        }


class ModelEntry(OnLines, Generic[StatLine, VehicleLine]):
    """A kind of model: how many, the points of each beyond the unit's, its stat line or armour, what it carries.

    With `per`, `count` is so many for each model of another kind; none of what `without` names may be in the unit.
    """

    count: Count = ONE
    per: Annotated[Rate | None, BeforeValidator(_rate), WithJsonSchema({"type": "string"})] = None
    without: Names = ()
    points: Points = Decimal(0)
    profile: StatLine | None = None
    vehicle: VehicleLine | None = None
    weapons: Names = ()
    wargear: Names = ()

    @model_validator(mode="after")
    def _one_profile(self) -> Self:
        if (self.profile is None) == (self.vehicle is None):
            raise ValueError("a model has either a 'profile' or, as a vehicle, a 'vehicle'")
        return self


class UnitEntry(OnLines, Generic[StatLine, VehicleLine]):
    """A unit: slot, points of its smallest size, models, equipment of every model, rules, options, transports.

    `size` bounds all models together, where the counts of its kinds do not say enough. `limit` is for the army, or,
    with `per`, for each unit of those names in it. `art` is a picture for its cards.
    """

    id: Text | None = None
    slot: Text
    points: Points
    size: Count | None = None
    models: dict[Text, ModelEntry[StatLine, VehicleLine]] = Field(default_factory=dict)
    profile: StatLine | None = None
    vehicle: VehicleLine | None = None
    weapons: Names = ()
    wargear: Names = ()
    powers: Names = ()
    rules: Names = ()
    options: tuple[Option, ...] = ()
    transport: Names = ()
    limit: Limit | None = None
    per: Names = ()
    source: Text | None = None
    page: Text | None = None
    art: Art | None = None

    @model_validator(mode="after")
    def _models_or_one(self) -> Self:
        if sum(map(bool, (self.models, self.profile, self.vehicle))) != 1:
            raise ValueError("a unit has 'models', or, when it is a single model, its 'profile' or 'vehicle'")
        return self

    def kinds(self, name: str) -> Mapping[str, ModelEntry[StatLine, VehicleLine]]:
        """Return the kinds of model by name; a unit of one model has one, named like the unit."""
        if self.models:
            return self.models
        return {name: ModelEntry(profile=self.profile, vehicle=self.vehicle)}

    def bounds(self, name: str) -> dict[str, Range]:
        """Return the fewest and the most of each kind of model, in the smallest and the largest unit."""
        kinds = self.kinds(name)
        return {kind: _bounds(model, kinds) for kind, model in kinds.items()}


def _bounds(model: Kind, kinds: Mapping[str, Kind]) -> Range:
    leader = match_name(model.per.kind, kinds) if model.per else None
    if model.per is None or leader is None:
        return model.count
    least, most = (getattr(kinds[leader].count, end) // model.per.every for end in ("least", "most"))
    return Range(model.count.least * least, model.count.most * most)


class FactionHead(Entry):
    """What every faction file begins with; all that can be checked while its system is not known.

    Its colour and its pattern are on the bars of its cards.
    """

    model_config = ConfigDict(extra="ignore")

    format: Literal["muster-datasheet"]
    version: Literal["1"]
    system: Text
    name: Text
    colour: Colour | None = None
    pattern: Pattern | None = None


class DatasheetFile(FactionHead, OnLines, Generic[StatLine, VehicleLine, WeaponLine]):
    """A faction's datasheets; `lists` are choices that several options share, by name."""

    model_config = ConfigDict(extra="forbid")

    revision: Whole = 1
    source: Text | None = None
    weapons: dict[Text, WeaponEntry[WeaponLine]] = Field(default_factory=dict)
    wargear: dict[Text, WargearEntry] = Field(default_factory=dict)
    powers: dict[Text, PowerEntry[WeaponLine]] = Field(default_factory=dict)
    rules: dict[Text, Text] = Field(default_factory=dict)
    lists: dict[Text, Choices] = Field(default_factory=dict)
    units: dict[Text, UnitEntry[StatLine, VehicleLine]] = Field(min_length=1)


Faction: TypeAlias = "DatasheetFile[LineSchema, LineSchema, LineSchema]"
Unit: TypeAlias = "UnitEntry[LineSchema, LineSchema]"
Kind: TypeAlias = "ModelEntry[LineSchema, LineSchema]"


@cache
def _schema(profile: type, vehicle: type, weapon: type) -> type[Faction]:
    return cast("type[Faction]", DatasheetFile.__class_getitem__((profile, vehicle, weapon)))


def datasheet_schema(lines: DatasheetLines) -> type[Faction]:
    """Return the schema of the faction files of a system with these lines."""
    return _schema(lines.profile, lines.vehicle, lines.weapon)


def _bounded(value: object) -> object:
    return None if isinstance(value, str) and value.strip().casefold() == "any" else limit(value)


class ForceShape(Entry):
    """A force organisation: how many units each slot takes, `any` for as many as other units bring."""

    slots: dict[
        Text,
        Annotated[
            Range | None, BeforeValidator(_bounded), WithJsonSchema({"anyOf": [{"const": "any"}, *LIMITED["anyOf"]]})
        ],
    ]


class SystemFile(Entry):
    """What all factions of a system share: force organisations, slots, rules.

    `attached` are the slots of units that only come with another unit, such as dedicated transports; `limit` are the
    points that a new army may cost.
    """

    format: Literal["muster-system"]
    version: Literal["1"]
    id: Text
    name: Text
    revision: Whole = 1
    limit: Whole = 500
    forces: dict[Text, ForceShape] = Field(min_length=1)
    attached: Names = ()
    rules: dict[Text, Text] = Field(default_factory=dict)

    def slots(self) -> tuple[str, ...]:
        """Return every slot, in order of first mention."""
        named = [slot for force in self.forces.values() for slot in force.slots]
        return tuple(dict.fromkeys([*named, *self.attached]))
