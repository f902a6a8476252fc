"""The datasheet files of systems whose armies are formations, as pydantic models: units, formations, upgrades."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated, Generic, TypeAlias, TypeVar, cast

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, WithJsonSchema

from builder.datafiles.datasheets.models import FactionHead, OnLines, WeaponEntry, WeaponLine
from builder.datafiles.text.values import Art, Count, Entry, Limit, Names, Points, Range, Text, Whole
from builder.systems.protocol import FormationLines
from builder.systems.schema import LineSchema

UnitLine = TypeVar("UnitLine", bound=LineSchema, covariant=True)
FormationLine = TypeVar("FormationLine", bound=LineSchema, covariant=True)
ArmyLine = TypeVar("ArmyLine", bound=LineSchema, covariant=True)

_SHARE = re.compile(r"([1-9]\d?)\s*/\s*([1-9]\d?)|([1-9]\d?)\s*%")


def _share(value: object) -> object:
    if isinstance(value, Fraction):
        return value
    found = _SHARE.fullmatch(str(value).strip())
    share = (Fraction(int(found[3]), 100) if found[3] else Fraction(int(found[1]), int(found[2]))) if found else None
    if share is None or share >= 1:
        raise ValueError("write a share of the points as 1/3 or 25%")
    return share


def _fielded(value: object) -> object:
    return value if isinstance(value, dict) else {"count": value}


def _set(value: object) -> object:
    return {"from": value} if isinstance(value, str) else value


Share = Annotated[Fraction, BeforeValidator(_share), WithJsonSchema({"type": "string", "examples": ["1/3", "25%"]})]


class ListedUnit(OnLines, Generic[UnitLine]):
    """A unit: its line, its weapons (`2 lascannon` for two), its special rules."""

    profile: UnitLine
    weapons: Names = ()
    rules: Names = ()


class Fielded(Entry):
    """How many units of a kind a formation has, and the points of each beyond the smallest number."""

    count: Count
    points: Points = Decimal(0)


class UpgradeSet(Entry):
    """Upgrades of which a formation may take so many together."""

    take: Limit | None = None
    from_: Annotated[Names, Field(alias="from", min_length=1)]


FieldedUnits = dict[Text, Annotated[Fielded, BeforeValidator(_fielded, json_schema_input_type=Fielded | int | str)]]
UpgradeSets = tuple[Annotated[UpgradeSet, BeforeValidator(_set, json_schema_input_type=UpgradeSet | str)], ...]
UpgradeList = Annotated[
    Annotated[UpgradeSets, Tag("list")] | Annotated[Text, Tag("name")],
    Discriminator(lambda value: "name" if isinstance(value, str) else "list"),
]


class FormationEntry(OnLines, Generic[FormationLine]):
    """A formation: slot, points of its smallest size, units, upgrades; `size` bounds all its units together.

    `upgrades` are written here, or named: one of the file's `lists`. `art` is a picture for its cards.
    """

    id: Text | None = None
    slot: Text
    points: Points
    size: Count | None = None
    profile: FormationLine | None = None
    units: Annotated[FieldedUnits, Field(min_length=1)]
    upgrades: UpgradeList = ()
    rules: Names = ()
    limit: Limit | None = None
    page: Text | None = None
    art: Art | None = None


class UpgradeEntry(Entry):
    """An upgrade: its points and the units that it adds, for each time that it is taken (`take`, once if not said)."""

    points: Points = Decimal(0)
    units: Annotated[dict[Text, Whole], Field(min_length=1)]
    take: Limit = Range(0, 1)


class SlotLimit(Entry):
    """How much of a slot an army takes: `most` for each formation of `per` (or at all), or a share of points."""

    per: Text | None = None
    most: Whole | None = None
    share: Share | None = None


class FormationFile(FactionHead, OnLines, Generic[UnitLine, WeaponLine, FormationLine, ArmyLine]):
    """A list of formations: what it says of every army, units, formations, how much of each slot one may take.

    `lists` are upgrades that several formations share, by name.
    """

    model_config = ConfigDict(extra="forbid")

    revision: Whole = 1
    source: Text | None = None
    army: ArmyLine
    weapons: dict[Text, WeaponEntry[WeaponLine]] = Field(default_factory=dict)
    rules: dict[Text, Text] = Field(default_factory=dict)
    units: Annotated[dict[Text, ListedUnit[UnitLine]], Field(min_length=1)]
    formations: Annotated[dict[Text, FormationEntry[FormationLine]], Field(min_length=1)]
    upgrades: dict[Text, UpgradeEntry] = Field(default_factory=dict)
    lists: dict[Text, UpgradeSets] = Field(default_factory=dict)
    limits: dict[Text, SlotLimit] = Field(default_factory=dict)


FormationFaction: TypeAlias = "FormationFile[LineSchema, LineSchema, LineSchema, LineSchema]"
FormationKind: TypeAlias = "FormationEntry[LineSchema]"


@cache
def _schema(unit: type, weapon: type, formation: type, army: type) -> type[FormationFaction]:
    return cast("type[FormationFaction]", FormationFile.__class_getitem__((unit, weapon, formation, army)))


def formation_schema(lines: FormationLines) -> type[FormationFaction]:
    """Return the schema of the faction files of a system with these lines."""
    return _schema(lines.unit, lines.weapon, lines.formation, lines.army)
