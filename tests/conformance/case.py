"""Turns the JSON of a conformance case into a game system and catalogues."""

from __future__ import annotations

import types
import typing
from decimal import Decimal

from msgspec import NODEFAULT, Struct, structs

from builder.catalogue import model
from builder.catalogue import model as logic

Json = dict[str, typing.Any]

LEFT_OUT: dict[type, Json] = {
    logic.Constraint: {"scope": "parent", "field": "selections", "shared": False},
    logic.Condition: {"scope": "self", "field": "selections", "shared": False},
    logic.Repeat: {"scope": "self", "field": "selections", "shared": False},
    model.CatalogueLink: {"importRootEntries": True},
    model.GameSystem: {"revision": 1},
    model.Catalogue: {"revision": 1},
}
"""What a case means where it leaves a field out."""

NAMES = {"query": None, "import_": "import", "percent": "percentValue"}


def read(kind: typing.Any, data: typing.Any) -> typing.Any:
    """Read a value of this type; records take their fields by name, in camel case."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return tuple(read(inner[0], item) for item in data or ())
    if origin in (typing.Union, types.UnionType):
        return None if data is None else read(inner[0], data)
    if kind is Decimal:
        return Decimal(str(data))
    if not issubclass(kind, Struct):
        return str(data) if kind is str else kind(data)
    return _read_class(kind, data)


def _read_class(kind: type[Struct], data: Json) -> typing.Any:
    data = {**LEFT_OUT.get(kind, {}), **data}
    made: Json = {}
    for field in structs.fields(kind):
        if field.name == "query":
            made["query"] = read(logic.Query, data)
            continue
        value = data.get(NAMES.get(field.name) or _camel(field.name))
        if value is not None:
            made[field.name] = read(field.type, value)
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            made[field.name] = field.type()
    return kind(**made)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
