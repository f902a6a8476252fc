"""A named thing with parameters, whatever it is: an act of a game, a calculation, an operation, an option of a sheet.

It is written as a struct whose fields say what they are, what they can be given, and how that is read:

    class Board(Act[Skirmish]):
        \"\"\"A unit goes aboard a transport.\"\"\"

        unit: UnitRef = given("who goes aboard", units(on_foot), none="nobody is on foot")
        hatch: Literal["side", "rear"] | None = given("by which hatch", default=None)

Its name (`board`), its help, its options, its form and its JSON follow from these fields: see `specs`. The type of a
field says how it is written: by its `Kind`, which stands in the type (`Annotated[int, Kind(…)]`) or in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, dataclass_transform, overload

from msgspec import Struct, StructMeta, field

from builder.record import Record

Value = TypeVar("Value")
Offered = TypeVar("Offered", covariant=True)

NOTHING = object()
"""The default of a field that must be given something."""


class Choice(Record, Generic[Offered], frozen=True):
    """One of several values that a field can be given.

    Args:
        value: the value.
        text: what it means, in words.
        key: how it is written; as the value itself if empty.
    """

    value: Offered
    text: str
    key: str = ""

    @property
    def written(self) -> str:
        """How it is written."""
        return self.key or str(self.value)

    @property
    def offer(self) -> Choice[str]:
        """The choice as it is offered to a player: its value is what is written."""
        return Choice(self.written, self.text)


class Kind(Record, Generic[Value], frozen=True, kw_only=True, eq=False):
    """How values of a type are written and read.

    Exactly one of `read` and `find` is given; their ValueError, or PlayError, says how a value is written.

    Args:
        read: makes a value of what was written.
        find: makes a value of what was written and of what surrounds it, such as the state of a game.
        write: how a value is written.
        schema: the JSON schema of what is written.
        figure: whether numbers alone are written, so that a form takes figures at once, whatever it offers.
        of_dice: makes a value of dice that were rolled; None where no dice say what it is.
        words: the values that there are, where they are the same ones everywhere.
        metavar: what stands for a value in the help of a command.
    """

    read: Callable[[str], Value] | None = None
    find: Callable[[Any, str], Value] | None = None
    write: Callable[[Value], str] = str
    schema: Mapping[str, object] = field(default_factory=lambda: {"type": "string"})
    figure: bool = False
    of_dice: Callable[[Sequence[int]], Value] | None = None
    words: tuple[Choice[Value], ...] = ()
    metavar: str = "VALUE"

    def value(self, written: str, around: object) -> Value:
        """The value of what was written, `around` being what surrounds it."""
        if self.find is not None:
            return self.find(around, written)
        assert self.read is not None
        return self.read(written)


def words(values: Mapping[Value, str], metavar: str = "VALUE") -> Kind[Value]:
    """The kind of some values, each with how it is written; `metavar` as in `Kind`."""

    def read(text: str) -> Value:
        found = one_of(text, values.values())
        return next(value for value, word in values.items() if word == found)

    choices = tuple(Choice(value, word, word) for value, word in values.items())
    schema = {"enum": [*values.values()]}
    return Kind(read=read, write=lambda value: values[value], schema=schema, words=choices, metavar=metavar)


def names(values: Iterable[str], metavar: str = "VALUE") -> Kind[str]:
    """The kind of some words that say all themselves; `metavar` as in `Kind`."""
    return words({value: value for value in values}, metavar)


YES_NO: Kind[bool] = words({True: "yes", False: "no"})
"""The kind of a plain answer, for what may be left open as well; what is only on or off is a switch."""

KINDS: dict[object, Kind[Any]] = {str: Kind(read=str.strip)}
"""The kinds of types that do not say it themselves. The kernel of games adds references to units and their parts."""

Chooser: TypeAlias = Callable[[Any, Any], Iterable[Choice[object]]]
"""Yields what a field can be given, from what surrounds it and what was given before it (see `StandIn`)."""


class Param(Record, frozen=True, kw_only=True):
    """What `given` says of a field until its struct is made."""

    text: str
    choices: Chooser | None
    default: Any
    none: str
    when: str
    pick: bool
    free: bool
    many: bool
    first: bool
    positional: bool


@overload
def given(
    text: str,
    choices: Callable[[Any, Any], Iterable[Choice[object]]] | None = None,
    *,
    none: str = "",
    when: str = "",
    pick: bool = False,
    free: bool = False,
    many: bool = False,
    positional: bool = False,
) -> Any: ...


@overload
def given(
    text: str,
    choices: Callable[[Any, Any], Iterable[Choice[object]]] | None = None,
    *,
    default: Value,
    first: bool = False,
    none: str = "",
    when: str = "",
    pick: bool = False,
    free: bool = False,
    many: bool = False,
    positional: bool = False,
) -> Value: ...


def given(
    text: str,
    choices: Chooser | None = None,
    *,
    default: Any = NOTHING,
    first: bool = False,
    none: str = "there is nothing to choose",
    when: str = "",
    pick: bool = False,
    free: bool = False,
    many: bool = False,
    positional: bool = False,
) -> Any:
    """Return what a field of a struct of parameters is, written in the place of its default.

    Args:
        text: what it is, in a few words.
        choices: what it can be given as things stand; where there is none, the words of its type, or free text.
        default: what it is where nothing is given; something must be given where this is left out.
        first: the first of its choices is meant where nothing is given, so that a form can name it.
        none: why there is nothing to choose, where there is nothing.
        when: what it counts for alone (`for heavy weapons`), where it does not always decide on something.
        pick: what is given is one of its choices, by key, text or a part of that; for what only they tell apart.
        free: any words will do, whatever the choices are.
        many: of several values, a command is given each by itself, in order; else all at once, commas between.
        positional: a command takes it by its place, without its name.
    """
    return Param(
        text=text,
        choices=choices,
        default=default,
        none=none,
        when=when,
        pick=pick,
        free=free,
        many=many,
        first=first,
        positional=positional,
    )


class _Meta(StructMeta):
    """Takes what `given` says out of a class before msgspec sees it, and makes all of them frozen and keyword-only."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:
        said = {key: value for key, value in namespace.items() if isinstance(value, Param) or _is_group(value)}
        for key, value in said.items():
            if isinstance(value, Param) and value.default is NOTHING:
                del namespace[key]
            elif isinstance(value, Param):
                namespace[key] = value.default
        known = {key: value for base in reversed(bases) for key, value in getattr(base, "said_of_fields", {}).items()}
        namespace["said_of_fields"] = {**known, **said}
        return super().__new__(mcls, name, bases, namespace, **{"frozen": True, "kw_only": True, **config})


def _is_group(value: object) -> bool:
    return isinstance(type(value), _Meta)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(given,))
class Params(Struct, frozen=True, kw_only=True, metaclass=_Meta):
    """Fields that are given values: those of a named thing, or a group that several of them share.

    A group stands in a field of its own (`shelter: Shelter = Shelter()`), and its fields among those of the whole. All
    of them have defaults. Structs of parameters stand at module level: types are looked up there.
    """

    said_of_fields: ClassVar[Mapping[str, Any]] = {}
    """What `given` says of each field, and of each group the group itself."""
    heading: ClassVar[str] = ""
    """What its fields are listed under where they are a group."""
    called: ClassVar[str] = ""
    """Its name, where that does not follow from the name of the class."""
    usual: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that are wanted often, in the order in which they are listed; all of them if empty."""


Key = TypeVar("Key")


def one_of(text: str, choices: Iterable[str], named: Iterable[str] = ()) -> str:
    """One of some words, or its beginning where only it begins so, in any case; messages name them, or the `named`."""
    choices = tuple(choices)
    asked = text.strip().casefold()
    found = [choice for choice in choices if choice.casefold() == asked]
    found = found or [choice for choice in choices if asked and choice.casefold().startswith(asked)]
    if len(found) != 1:
        several = "can be several of" if found else "is none of"
        raise ValueError(f"'{text.strip()}' {several}: {', '.join(named or choices)}")
    return found[0]


def keys_named(written: str, names: Mapping[Key, str]) -> Sequence[Key]:
    """The keys of what is called so or, where nothing is, of all that have it as a part of their names; in any case."""
    asked = written.strip().casefold()
    exact = [key for key, name in names.items() if name.casefold() == asked]
    return exact or [key for key, name in names.items() if asked and asked in name.casefold()]


def suggestion_for(written: str, known: Collection[str]) -> str:
    """The end of a message about an unknown name: the nearest of those that are known, or all of them."""
    import difflib  # only where a name is unknown: its import takes longer than all else here

    near = difflib.get_close_matches(written.casefold(), known, n=1)
    return f": did you mean {near[0]}?" if near else f"; there are: {', '.join(known) or 'none'}"
