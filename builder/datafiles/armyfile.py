"""Army files as pydantic models: a list that a person can read, write and edit.

A unit stands in the short form, by the names of its data, or in the explicit form, by the ids of every entry.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from builder.datafiles.armyvalues import Ceiling, Costs, Exact, Id, Marks, Options
from builder.datafiles.values import Budget, Entry, Names, Text, Whole


class Ride(Entry):
    """The transport that a unit takes with it."""

    unit: Text
    id: Id | None = None
    name: Text | None = None
    options: Options = Field(default_factory=dict)
    marks: Marks = ()
    notes: Exact | None = None


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
    notes: Exact | None = None


class ArmyGroup(Entry):
    """Units, by their ids, that are planned to act together."""

    id: Id | None = None
    name: Text | None = None
    units: Names = Field(min_length=1)


def _listed(value: object) -> object:
    return () if value is None else value


def _origin(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class Part(Entry):
    """What was chosen, in full: the entry by its path, with the id, the number and the choices below it.

    `cost` is what it cost when it was saved, without what is below it; `type` and `group` are written when the data no
    longer has the entry.
    """

    entry: Exact
    id: Exact | None = None
    number: Whole = 1
    name: Exact | None = None
    notes: Exact | None = None
    marks: Marks = ()
    cost: Costs = Field(default_factory=dict)
    type: Exact | None = None
    group: Exact | None = None
    choices: Choices = ()


class Choice(Part):
    """A choice below a unit or below another choice; `choice` is the name it had when it was saved."""

    choice: Exact | None = None


Choices = Annotated[tuple[Choice, ...], BeforeValidator(_listed, json_schema_input_type=tuple[Choice, ...] | None)]


class ExplicitUnit(Part):
    """A unit with every choice by id; `unit` is the name it had when it was saved."""

    unit: Exact | None = None


_ONLY_EXPLICIT = frozenset(Part.model_fields) - frozenset(ArmyUnit.model_fields)


def _form(value: object) -> str:
    fields = value.keys() if isinstance(value, dict) else ()
    return "explicit" if _ONLY_EXPLICIT & set(fields) or isinstance(value, ExplicitUnit) else "short"


AnyUnit = Annotated[Annotated[ArmyUnit, Tag("short")] | Annotated[ExplicitUnit, Tag("explicit")], Discriminator(_form)]
Units = Annotated[tuple[AnyUnit, ...], BeforeValidator(_listed, json_schema_input_type=tuple[AnyUnit, ...] | None)]


class CatalogueOrigin(Entry):
    """The catalogue of a force that is not of the army's own one."""

    id: Exact
    name: Exact | None = None


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
