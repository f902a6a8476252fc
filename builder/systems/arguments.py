"""What is given to the fields of a named thing, read: every mistake at once, each with the field's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from builder.errors import Finding, InputError, Place, PlayError, Severity
from builder.systems.figures import switch
from builder.systems.parameters import Choice, Params, keys_named, suggestion_for
from builder.systems.specs import Field, Spec

Made = TypeVar("Made", bound=Params)
Given: TypeAlias = Mapping[str, "str | bool | Sequence[str]"]
"""What is given to fields, by their names, as it is written; a switch is on where it is True or `yes`."""


class NotGivenError(Exception):
    """A field was looked at that must be given something, and has not been by now."""


class StandIn:
    """Stands for a struct of parameters: with the values there are by now, and noting which of them are looked at.

    It passes `isinstance` and `match` as the struct, and its methods and properties are those of the struct, bound to
    the stand-in, so that what they look at is noted too. It has no part in `==`, `replace` or encoding.
    """

    __slots__ = ("_look", "_made", "_values")

    def __init__(
        self, made: type[Params], values: Mapping[str, object], look: Callable[[str], object] | None = None
    ) -> None:
        """Stand for a struct of a class, with values of its fields by their attributes; `look` hears of those seen."""
        self._made, self._values, self._look = made, values, look

    @property
    def __class__(self) -> Any:
        return self._made

    @__class__.setter
    def __class__(self, made: type) -> None:
        raise TypeError("a stand-in stays what it stands for")

    def __getattr__(self, name: str) -> Any:
        made = self._made
        if name in made.__struct_fields__:
            said = made.said_of_fields[name]
            if isinstance(said, Params):
                return StandIn(type(said), self._values, self._look)
            if self._look is not None:
                self._look(name)
            if name not in self._values:
                raise NotGivenError(name)
            return self._values[name]
        for base in made.__mro__:
            if name in base.__dict__:
                found = base.__dict__[name]
                return found.__get__(self, made) if hasattr(found, "__get__") else found
        raise AttributeError(f"{made.__name__} has no {name}")


def offers(field: Field, half: StandIn, around: object = None) -> tuple[Choice[Any], ...] | None:
    """Return what a field can be given as things stand.

    Args:
        field: the field.
        half: the struct as far as it is given.
        around: what surrounds it, such as the state of a game.

    Returns:
        Its choices, which may be none at all. None for a switch or free text, and where they hang on what is not
        given yet.
    """
    if field.choices is None:
        return None if field.switch else field.kind.words or None
    try:
        return tuple(field.choices(around, half))
    except (NotGivenError, PlayError):
        return None


def read_fields(spec: Spec[Any], given: Given, around: object = None) -> tuple[dict[str, object], tuple[Finding, ...]]:
    """Return what was given to the fields of a named thing, read.

    Args:
        spec: the named thing.
        given: what was given.
        around: what surrounds it, such as the state of a game.

    Returns:
        The values by the attributes of their fields, with the defaults of what was not given, and every mistake. A
        field that has a mistake, or hangs on one that has, has no value.
    """
    names = [each.name for each in spec.listed]
    values: dict[str, object] = {each.key: each.default for each in spec.fields if not each.required}
    mistakes = [
        _mistake(f"--{name}", f"there is no such parameter{suggestion_for(name, names)}")
        for name in sorted(given.keys() - {*names})
    ]
    half = StandIn(spec.made, values)
    for field in spec.fields:
        try:
            if field.name in given:
                values[field.key] = _read(field, given[field.name], half, around)
            elif field.required:
                raise ValueError(_missing(field, half, around))
        except NotGivenError:
            values.pop(field.key, None)
        except (ValueError, PlayError) as error:
            values.pop(field.key, None)
            mistakes.append(_mistake(field.label, str(error)))
    return values, tuple(mistakes)


def read(spec: Spec[Made], given: Given, around: object = None) -> Made:
    """A named thing with what was given to its fields.

    Raises:
        InputError: something is missing, unknown or cannot be read; every mistake, with the field's name.
    """
    values, mistakes = read_fields(spec, given, around)
    if mistakes:
        raise InputError(mistakes)
    return spec.make(values)


def _read(field: Field, written: str | bool | Sequence[str], half: StandIn, around: object) -> object:
    if field.switch:
        return switch(written) if isinstance(written, str) else bool(written)
    if isinstance(written, bool):
        raise ValueError(f"write a value: {field.text}")
    if field.several:
        if isinstance(written, str):
            written = [text for text in written.split(",") if text.strip()]
        return tuple(_one(field, text, half, around) for text in written if field.many or text.strip())
    if not isinstance(written, str):
        raise ValueError("this is wanted only once")
    if field.optional and not written.strip():
        return None
    return _one(field, written, half, around)


def _one(field: Field, written: str, half: StandIn, around: object) -> object:
    if not field.pick or field.choices is None:
        return field.kind.value(written, around)
    choices = dict(enumerate(field.choices(around, half)))
    asked = written.strip().casefold()
    found: Sequence[int] = [number for number, choice in choices.items() if choice.written.casefold() == asked]
    found = found or [n for n, choice in choices.items() if choice.text.partition(", ")[0].casefold() == asked]
    found = found or keys_named(written, {number: choice.text for number, choice in choices.items()})
    if len(found) == 1:
        return choices[found[0]].value
    there_are = ", ".join(map(_told, choices.values())) or field.none
    raise ValueError(f"'{written.strip()}' {'can be several' if found else 'is none'} of: {there_are}")


def _missing(field: Field, half: StandIn, around: object) -> str:
    """That nothing is given which must be, and what could be, unless the field's own text tells that."""
    known = offers(field, half, around)
    if known == ():
        return f"this is missing: {field.text}; {field.none}"
    there_are = ", ".join(map(_told, known or ()))
    named = any(choice.text in field.text for choice in known or ())
    return f"this is missing: {field.text}{f'; there are: {there_are}' if there_are and not named else ''}"


def _told(choice: Choice[object]) -> str:
    return choice.written if choice.text == choice.written else f"{choice.written} ({choice.text})"


def _mistake(label: str, message: str) -> Finding:
    return Finding(Severity.ERROR, "value", message, at=Place(field=label))
