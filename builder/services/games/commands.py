"""Acts of a game written as JSON: one object, several one after another, or a list of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from builder.errors import Finding, InputError, Place, Severity
from builder.services.games.session import Request


def read_acts(text: str, name: str) -> Sequence[Request]:
    """The acts in a text, in order; `name` is what messages call it.

    An act is an object with `verb`, and with a value for each parameter that is given: a text, a number, true or
    false, or a list of texts and numbers. null stands for nothing given.

    Raises:
        InputError: it is no JSON, or not of this form; every mistake of form is told.
    """
    acts, mistakes = [], []
    for number, value in enumerate(_values(text, name), 1):
        try:
            acts.append(_act(value))
        except ValueError as error:
            mistakes.append(_mistake(name, f"act {number}: {error}"))
    if mistakes:
        raise InputError(mistakes)
    if not acts:
        raise InputError(_mistake(name, 'there is no act in it: write {"verb": "next"}, for instance'))
    return acts


# Numbers stay as they are written: whatever their size, the parameter that takes one says what it can be.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def _values(text: str, name: str) -> Iterator[object]:
    at = _begin(text, 0)
    while at < len(text):
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError) as error:
            where = getattr(error, "lineno", None), getattr(error, "colno", None)
            message = f"this is no JSON: {getattr(error, 'msg', 'it is nested too deeply')}"
            raise InputError(_mistake(name, message, *where)) from None
        yield from value if isinstance(value, list) else [value]
        at = _begin(text, end)


def _begin(text: str, at: int) -> int:
    """Where the next value begins; a comma between two does no harm."""
    while at < len(text) and (text[at].isspace() or text[at] in ",\ufeff"):
        at += 1
    return at


def _act(value: object) -> Request:
    if not isinstance(value, Mapping):
        raise ValueError('an act is an object, such as {"verb": "next"}')
    verb = value.get("verb")
    if not isinstance(verb, str):
        raise ValueError("its “verb” is missing, the name of what is done")
    given = {key: _given(key, each) for key, each in value.items() if key != "verb" and each is not None}
    return Request(verb, given)


def _given(key: str, value: object) -> str | bool | Sequence[str]:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, list) and not any(isinstance(each, bool) for each in value):
        return tuple(_word(key, each) for each in value)
    return _word(key, value)


def _word(key: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(f"“{key}” is a text, a number, true or false, or a list of texts and numbers")


def _mistake(name: str, message: str, line: int | None = None, column: int | None = None) -> Finding:
    return Finding(Severity.ERROR, "act", message, at=Place(file=name, line=line, column=column))
