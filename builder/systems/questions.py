"""Values that a player gives to a calculation or a game, each with a message that says how it is written."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from builder.errors import Finding, InputError, Place, PlayError, Severity

Key = TypeVar("Key")
Value = TypeVar("Value")
Given: TypeAlias = Mapping[str, "str | bool | Sequence[str]"]
"""What is given to parameters, by their names, as it is written; a switch is on where it is True or `yes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
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
    """

    name: str
    text: str
    read: Callable[[str], object] | None = None
    default: str | None = None
    many: bool = False
    several: bool = False
    when: str = ""
    group: str = ""

    @property
    def key(self) -> str:
        """Its name among the values of a calculation."""
        return self.name.replace("-", "_")

    @property
    def figure(self) -> bool:
        """Whether it takes whole numbers, and no words."""
        return _reads(self.read, "12") and not _reads(self.read, "x")


class Missing(ValueError):
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
    mistakes = [_mistake(name, f"there is no such parameter{meaning(name, names)}") for name in sorted(unknown)]
    for parameter in parameters:
        try:
            values[parameter.key] = _read(parameter, given.get(parameter.name))
        except Missing as missing:
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
        return tuple(parameter.read(text) for text in ([given] if isinstance(given, str) else given or ()))
    if given is None:
        given = parameter.default
    if given is None:
        raise Missing(f"this is missing: {parameter.text}")
    if not isinstance(given, str):
        raise ValueError("this is wanted only once")
    return parameter.read(given)


def _reads(read: Callable[[str], object] | None, text: str) -> bool:
    try:
        return read is not None and read(text) is not None
    except ValueError:
        return False


def _mistake(name: str, message: str) -> Finding:
    return Finding(Severity.ERROR, "value", message, at=Place(field=f"--{name}"))


def meaning(written: str, known: Collection[str]) -> str:
    """The end of a message about an unknown name: the nearest of those that are known, or all of them."""
    near = difflib.get_close_matches(written.casefold(), known, n=1)
    return f": did you mean {near[0]}?" if near else f"; there are: {', '.join(known) or 'none'}"


def switch(text: str) -> bool:
    """A switch: `yes` or `no`; nothing at all is no."""
    if text.strip().casefold() not in {"yes", "no", "true", "false", ""}:
        raise ValueError("write yes or no")
    return text.strip().casefold() in {"yes", "true"}


def whole(text: str) -> int:
    """A whole number, 0 to 9999."""
    if not text.strip().isdecimal() or len(text.strip()) > 4:
        raise ValueError("write a whole number from 0 to 9999, such as 75")
    return int(text)


def positive(text: str) -> int:
    """A whole number, 1 to 9999."""
    if whole(text) == 0:
        raise ValueError("write a whole number from 1 to 9999")
    return int(text)


def signed(text: str) -> int:
    """A number to add or to take away, −9 to +9, with an ordinary hyphen or a minus sign."""
    sign, figures = text.strip()[:1], text.strip().lstrip("+-−")
    if len(figures) != 1 or not figures.isdecimal() or len(text.strip()) > 2:
        raise ValueError("write a modifier, such as -1 or +1")
    return -int(figures) if sign in ("-", "−") else int(figures)


def score(text: str) -> int:
    """What a die must show, `1+` to `6+`; the sign may be left out."""
    figure = text.strip().removesuffix("+")
    if figure not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("write a score from 1+ to 6+")
    return int(figure)


def die(text: str) -> int:
    """A face of a die."""
    if text.strip() not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("a die shows 1 to 6")
    return int(text)


def dice(text: str) -> tuple[int, ...]:
    """Several dice, or none."""
    return tuple(die(part) for part in text.split(",") if part.strip())


def optional(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    """A reader that makes None of nothing at all."""
    return lambda text: read(text) if text.strip() else None


def meant(written: str, names: Mapping[Key, str]) -> Sequence[Key]:
    """The keys of what is called so or, where nothing is, of all that have it as a part of their names; in any case."""
    asked = written.strip().casefold()
    exact = [key for key, name in names.items() if name.casefold() == asked]
    return exact or [key for key, name in names.items() if asked and asked in name.casefold()]


def player_called(written: str, names: Sequence[str]) -> int:
    """The player who is meant, 0 or 1: by his number, 1 or 2, his name or a part of it that the other has not.

    Raises:
        PlayError: neither is called so, or both are.
    """
    asked = written.strip()
    if asked in ("1", "2"):
        return int(asked) - 1
    found = meant(asked, dict(enumerate(names)))
    if len(found) == 1:
        return found[0]
    known = " or ".join(f"{number} ({name})" for number, name in enumerate(names, 1))
    raise PlayError(f"'{asked}' is {'both players' if found else 'no player'}; write {known}")


def one_of(text: str, choices: Iterable[str], told: Iterable[str] = ()) -> str:
    """One of some words, or its beginning where only it begins so, in any case; the message names `told`."""
    choices = tuple(choices)
    asked = text.strip().casefold()
    found = [choice for choice in choices if choice.casefold() == asked]
    found = found or [choice for choice in choices if asked and choice.casefold().startswith(asked)]
    if len(found) != 1:
        several = "can be several of" if found else "is none of"
        raise ValueError(f"'{text.strip()}' {several}: {', '.join(told or choices)}")
    return found[0]
