"""What a calculation, or an act of a table of acts, wants to know, and what is given to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.record import Record
from builder.systems.figures import switch
from builder.systems.given import Given
from builder.systems.parameters import NOTHING, Kind
from builder.systems.specs import Field
from builder.systems.words import keys_named, suggestion_for
from builder.text import clean_name, too_long

Key = TypeVar("Key")
Value = TypeVar("Value")


class Parameter(Record, frozen=True, kw_only=True):
    """What a calculation, or an act in a game, wants to know.

    Args:
        name: as it is asked for, with hyphens (`hull-down`).
        text: what it is, in a few words.
        read: makes a value of what was given; its ValueError says how it is written. None for a switch.
        default: meant where nothing is given; None where something must be.
        many: it can be given several times, in order; its value is a tuple.
        several: several can be written at once, with commas between.
        when: what it counts for alone (`for heavy weapons`), where it does not always decide on something.
        group: the kind of parameters it is listed under where there are many: `Tokens`.
        made_of: the field of an act that it stands for, where the act is a struct.
    """

    name: str
    text: str
    read: Callable[[str], object] | None = None
    default: str | None = None
    many: bool = False
    several: bool = False
    when: str = ""
    group: str = ""
    made_of: Field | None = None

    @classmethod
    def of(cls, field: Field) -> Parameter:
        """The parameter that stands for the field of an act."""
        return cls(
            name=field.name,
            text=field.text,
            read=None if field.switch else field.kind.read or str,
            default=None if field.required else field.written_default,
            many=field.several and field.many,
            several=field.several and not field.many,
            when=field.when,
            group=field.heading,
            made_of=field,
        )

    @property
    def key(self) -> str:
        """Its name among the values of a calculation."""
        return self.name.replace("-", "_")

    @property
    def figure(self) -> bool:
        """Whether it takes whole numbers, and no words."""
        return _reads(self.read, "12") and not _reads(self.read, "x")

    @property
    def field(self) -> Field:
        """It as a field, for whoever makes something of fields."""
        if self.made_of is not None:
            return self.made_of
        default: object = NOTHING if self.default is None else self.default
        return Field(
            name=self.name,
            path=(self.key,),
            kind=Kind(read=self.read or switch),
            text=self.text,
            default=False if self.read is None else () if self.many else default,
            when=self.when,
            many=self.many,
            switch=self.read is None,
            several=self.many,
            heading=self.group,
        )


class MissingValueError(ValueError):
    """Nothing was given to a parameter that must be given something."""


def said(parameter: Parameter, given: Given) -> bool:
    """Whether a parameter was given something that is not meant anyway."""
    value = given.get(parameter.name)
    if parameter.read is None:
        return bool(_read(parameter, value))
    return bool(value) and value != parameter.default


def read_values(
    parameters: Sequence[Parameter], given: Given, known: Callable[[Parameter], Iterable[str]] = lambda _: ()
) -> Mapping[str, Any]:
    """What was given, read, with the defaults of the rest, by the keys of the parameters.

    Args:
        parameters: what is asked for.
        given: what was given.
        known: what a parameter can be given, which is told where it is missing.

    Raises:
        InputError: something is missing, unknown or cannot be read; every mistake, with the parameter's name.
    """
    values: dict[str, Any] = {}
    unknown = given.keys() - {parameter.name for parameter in parameters}
    names = [parameter.name for parameter in parameters]
    mistakes = [_mistake(name, f"there is no such parameter{suggestion_for(name, names)}") for name in sorted(unknown)]
    for parameter in parameters:
        try:
            values[parameter.key] = _read(parameter, given.get(parameter.name))
        except MissingValueError as missing:
            there_are = ", ".join(known(parameter))
            mistakes.append(
                _mistake(parameter.name, f"{missing}; there are: {there_are}" if there_are else str(missing))
            )
        except ValueError as error:
            mistakes.append(_mistake(parameter.name, str(error)))
    if mistakes:
        raise InputError(mistakes)
    return values


def _read(parameter: Parameter, given: str | bool | Sequence[str] | None) -> object:
    if parameter.read is None:
        return switch(given) if isinstance(given, str) else bool(given)
    if isinstance(given, bool):
        raise ValueError(f"write a value: {parameter.text}")
    if parameter.many:
        return tuple(parameter.read(_line(text)) for text in ([given] if isinstance(given, str) else given or ()))
    if given is None:
        given = parameter.default
    if given is None:
        raise MissingValueError(f"this is missing: {parameter.text}")
    if not isinstance(given, str):
        raise ValueError("this is wanted only once")
    return parameter.read(_line(given))


def _line(text: str) -> str:
    if wrong := too_long(text):
        raise ValueError(f"this {wrong}")
    return clean_name(text)


def _reads(read: Callable[[str], object] | None, text: str) -> bool:
    try:
        return read is not None and read(text) is not None
    except ValueError:
        return False


def _mistake(name: str, message: str) -> Finding:
    return Finding(Severity.ERROR, "value", message, at=Place(field=f"--{name}"))


def player_called(written: str, names: Sequence[str]) -> int:
    """The player who is meant, 0 or 1: by his number, 1 or 2, his name or a part of it that the other has not.

    Raises:
        PlayError: neither is called so, or both are.
    """
    asked = written.strip()
    if asked in ("1", "2"):
        return int(asked) - 1
    found = keys_named(asked, dict(enumerate(names)))
    if len(found) == 1:
        return found[0]
    known = " or ".join(f"{number} ({name})" for number, name in enumerate(names, 1))
    raise PlayError(f"'{asked}' is {'both players' if found else 'no player'}; write {known}")
