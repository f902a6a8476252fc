"""What follows from a struct of parameters: what it is called, and its fields with how each of them is written."""

from __future__ import annotations

import enum
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from builder.record import Record
from builder.systems.parameters import KINDS, NOTHING, YES_NO, Chooser, Kind, Param, Params, words

Made = TypeVar("Made", bound=Params)
DOCSTRINGS_GONE = 2
"""How much Python optimizes (`-OO`) where it leaves docstrings out."""


class Field(Record, frozen=True, kw_only=True, eq=False):
    """A field of a named thing with parameters.

    Args:
        name: as it is asked for, with hyphens (`hull-down`).
        path: the attributes that lead to it; more than one for the field of a group.
        kind: how a value is written; of a field of several values, how one of them is.
        switch: it is on or off.
        several: it takes several values, written at once with commas between; where it is `many`, a command takes each
            by itself.
        optional: nothing at all can be given, and is None.
        heading: what it is listed under.

    The others are those of `given`.
    """

    name: str
    path: tuple[str, ...]
    kind: Kind[Any]
    text: str
    choices: Chooser | None = None
    default: Any = NOTHING
    none: str = ""
    when: str = ""
    pick: bool = False
    free: bool = False
    many: bool = False
    first: bool = False
    positional: bool = False
    switch: bool = False
    several: bool = False
    optional: bool = False
    heading: str = ""

    @property
    def key(self) -> str:
        """Its attribute in its struct."""
        return self.path[-1]

    @property
    def label(self) -> str:
        """What messages and help call it: `--name`, or `NAME` where it has a place of its own."""
        return self.key.rstrip("_").upper() if self.positional else f"--{self.name}"

    @property
    def counts_dice(self) -> bool:
        """Whether it takes how many dice succeed, or the dice themselves: `5,2,6`, `4,` for a single one."""
        return self.kind.of_dice is not None and not self.kind.figure and not self.several

    @property
    def required(self) -> bool:
        """Whether something must be given."""
        return self.default is NOTHING

    @property
    def written_default(self) -> str:
        """Its default as it is written; empty for nothing, for a switch, and where something must be given."""
        return "" if self.required or self.switch else self.write(self.default)

    def of_dice(self, dice: Sequence[int], before: Any) -> str:
        """Return what is given to it where dice are rolled, as it is written; of several values, behind those `before`.

        Raises:
            TypeError: its act is at fault: no dice say what the field is.
        """
        if self.kind.of_dice is None:
            raise TypeError(f"{self.name} is not said by dice, and its act asks for some")
        return self.write((*before, *dice) if self.several else self.kind.of_dice(dice))

    def write(self, value: Any) -> str:
        """A value as it is written; empty for nothing at all, unless the field has a word for that."""
        if value is None and self.optional:
            return ""
        if self.switch:
            return "yes" if value else "no"
        return ",".join(map(self.kind.write, value)) if self.several else self.kind.write(value)


class Spec(Record, Generic[Made], frozen=True, kw_only=True, eq=False):
    """A named thing with parameters, as its struct says.

    Args:
        made: the struct.
        name: as it is asked for, with hyphens.
        text: what it is: the first line of its docstring.
        fields: in the order in which they are read: what a field can be given hangs on those before it alone.
    """

    made: type[Made]
    name: str
    text: str
    fields: tuple[Field, ...]

    @property
    def phrase(self) -> str:
        """What it is, as it goes on behind a colon: with a small letter, unless it begins with an abbreviation."""
        first, _, _ = self.text.partition(" ")
        return self.text if first[1:] != first[1:].lower() else f"{self.text[:1].lower()}{self.text[1:]}"

    @property
    def usual(self) -> tuple[Field, ...]:
        """The fields that are wanted often, in the order in which they are listed; a form folds the others."""
        return tuple(map(self.field, self.made.usual)) if self.made.usual else self.fields

    @property
    def listed(self) -> tuple[Field, ...]:
        """The fields as forms and help list them: those first that are wanted often."""
        usual = self.usual
        return (*usual, *(each for each in self.fields if each not in usual))

    def field(self, name: str) -> Field:
        """The field of a name.

        Raises:
            KeyError: there is none.
        """
        for each in self.fields:
            if each.name == name:
                return each
        raise KeyError(name)

    def make(self, values: Mapping[str, object]) -> Made:
        """The struct with values by the keys of its fields; those that are not given have their defaults."""
        made: dict[str, Any] = {}
        for each in self.fields:
            if each.key in values:
                *group, key = each.path
                place = made.setdefault(group[0], {}) if group else made
                place[key] = values[each.key]
        groups = {name: type(said) for name, said in self.made.said_of_fields.items() if isinstance(said, Params)}
        return self.made(**{name: groups[name](**each) if name in groups else each for name, each in made.items()})

    def value(self, made: Made, of: Field) -> object:
        """The value of a field in a struct."""
        value: object = made
        for name in of.path:
            value = getattr(value, name)
        return value


def spec_of(made: type[Made]) -> Spec[Made]:
    """Return what a struct says of itself as a named thing with parameters.

    Raises:
        TypeError: it cannot be one: a type that nobody knows how to read, or a name that stands for two fields.
    """
    spec: Spec[Made] = _spec_of(made)
    return spec


@cache
def _spec_of(made: type[Made]) -> Spec[Made]:
    fields = tuple(_fields(made))
    names = [each.name for each in fields]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise TypeError(f"{made.__qualname__} has more than one field called {', '.join(sorted(twice))}")
    if strange := {*made.usual} - {*names}:
        raise TypeError(f"{made.__qualname__} lists fields as usual that it does not have: {', '.join(strange)}")
    return Spec(made=made, name=name_of(made), text=text_of(made), fields=fields)


def schema_of(spec: Spec[Any]) -> dict[str, object]:
    """A short JSON schema of what a named thing can be given: values as they are written, switches as true or false."""
    properties: dict[str, object] = {}
    for each in spec.listed:
        schema: dict[str, object] = {"type": "boolean"} if each.switch else dict(each.kind.schema)
        if each.several:
            schema = {"type": "array", "items": schema}
        default = {} if each.required or each.switch else {"default": each.written_default or None}
        properties[each.name] = {**schema, "description": each.text, **default}
    return {
        "type": "object",
        "title": spec.name,
        "description": spec.text,
        "properties": properties,
        "required": [each.name for each in spec.listed if each.required],
        "additionalProperties": False,
    }


def name_of(made: type[Params]) -> str:
    """What a struct is called, unless it says so itself: `hit-vehicle` for HitVehicle, `arc` for ArcCalculation."""
    return made.called or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", made.__name__.removesuffix("Calculation")).lower()


def text_of(made: type[Params]) -> str:
    """What a struct is: the first line of its own docstring, without its full stop; its name where Python left it out.

    Raises:
        TypeError: it has none.
    """
    doc = (made.__doc__ or "").strip().partition("\n")[0].removesuffix(".")
    if not doc and sys.flags.optimize < DOCSTRINGS_GONE:
        raise TypeError(f"{made.__qualname__} has no docstring to say what it is")
    return doc or name_of(made).replace("-", " ")


def _fields(made: type[Params], path: tuple[str, ...] = (), group: Params | None = None) -> Iterator[Field]:
    """Yield the fields of a struct, those of its groups where they stand; in a `group`, its values are the defaults."""
    hints = _hints(made)
    for name in made.__struct_fields__:
        where, said = f"{made.__qualname__}.{name}", made.said_of_fields.get(name)
        if isinstance(said, Params):
            if path:
                raise TypeError(f"{where} is a group in a group")
            yield from _fields(type(said), (name,), said)
        elif said is None:
            raise TypeError(f"{where} does not say what it is: write given(…) behind it")
        elif path and said.default is NOTHING:
            raise TypeError(f"{where} needs a default: it stands in a group")
        else:
            default = said.default if group is None else getattr(group, name)
            yield _field(where, (*path, name), hints[name], said, default, made.heading if group else "")


def _field(where: str, path: tuple[str, ...], hint: Any, said: Param, default: object, heading: str) -> Field:
    optional = _is_union(hint) and type(None) in get_args(hint)
    plain = _without_none(hint) if optional else hint
    switch = plain is bool and not optional
    kind = YES_NO if plain is bool else _kind(plain)
    several = kind is None and get_origin(plain) is tuple
    if kind is None and several:
        kind = _kind(get_args(plain)[0])
    if kind is None:
        raise TypeError(f"nobody knows how {where} is written: give its type, {plain}, a Kind")
    if switch and default is not False:
        raise TypeError(f"{where} is on or off: its default is False")
    return Field(
        name=path[-1].rstrip("_").replace("_", "-"),
        path=path,
        kind=kind,
        text=said.text,
        choices=said.choices,
        default=default,
        none=said.none,
        when=said.when,
        pick=said.pick,
        free=said.free,
        many=said.many,
        first=said.first,
        positional=said.positional,
        switch=switch,
        several=several,
        optional=optional,
        heading=heading,
    )


def _kind(hint: Any) -> Kind[Any] | None:
    """The kind of a type; None where nothing is known of it."""
    if get_origin(hint) is Annotated:
        return next((each for each in hint.__metadata__ if isinstance(each, Kind)), None) or _kind(hint.__origin__)
    if get_origin(hint) is Literal:
        return words({value: str(value) for value in get_args(hint)})
    if isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        return words({value: str(value) for value in hint})
    return KINDS.get(hint)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _without_none(hint: Any) -> Any:
    return reduce(or_, (each for each in get_args(hint) if each is not type(None)))


def _hints(made: type[Params]) -> Mapping[str, Any]:
    """The types of fields, those of each class looked up in the module where it stands."""
    hints: dict[str, Any] = {}
    fields = set(made.__struct_fields__)
    for base in reversed(made.__mro__):
        if issubclass(base, Params):
            written = base.__annotations__
            own = types.SimpleNamespace(__annotations__={name: written[name] for name in written if name in fields})
            hints |= get_type_hints(own, vars(sys.modules[base.__module__]), {}, include_extras=True)
    return hints
