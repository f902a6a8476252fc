"""What the attributes of data files become, and what is wrong with those that become nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from builder.bounds import read_amount
from builder.text import LONGEST, clean, clean_name, too_long


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: the field that it fills, how, and what is `wanted` of it.

    `read` raises ValueError or KeyError over a text that it cannot read.
    """

    field: str
    read: Callable[[str], object]
    wanted: str = ""


class LongTextError(ValueError):
    """A text is longer than any is read; `shortened` is what is read of it."""

    def __init__(self, text: str) -> None:
        super().__init__(too_long(text))
        self.shortened = text[:LONGEST].rstrip()


def _line(text: str) -> str:
    text = clean_name(text).strip()
    if len(text) > LONGEST:
        raise LongTextError(text)
    return text


def _or_none(text: str) -> str | None:
    return _line(text) or None


@cache
def _number(text: str) -> Decimal:
    """A number; the same text gives the same object, and `10.0` is 10."""
    value = read_amount(text.strip())
    if value is None:
        raise ValueError
    whole = value.to_integral_value()
    return whole if whole == value else value


def _whole(text: str) -> int:
    value = int(_number(text))
    if value != _number(text) or value < 0:
        raise ValueError
    return value


def _filled(text: str) -> str:
    value = _line(text)
    if not value:
        raise ValueError
    return value


def _total(text: str) -> int:
    return sum(_whole(part) for part in text.split(","))


_FLAGS = {"true": True, "false": False, "1": True, "0": False, "": False}
_NUMBER = "a number below a thousand million, with a point for the decimals"


def text(field: str) -> Attribute:
    """A text, on one line and trimmed."""
    return Attribute(field, _line)


def long_text(field: str) -> Attribute:
    """A text of any length, trimmed, with its lines."""
    return Attribute(field, lambda text: clean(text).strip())


def part_of_text(field: str) -> Attribute:
    """A text that is joined to others: its lines and blanks count."""
    return Attribute(field, clean)


def needed(field: str) -> Attribute:
    """A text, on one line and trimmed, that is not empty."""
    return Attribute(field, _filled, "anything")


def reference(field: str) -> Attribute:
    """A text that may be missing: an empty one is none."""
    return Attribute(field, _or_none)


def flag(field: str) -> Attribute:
    """`true` or `false`, whatever the case."""
    return Attribute(
        field, lambda text: _FLAGS[text] if text in _FLAGS else _FLAGS[text.strip().lower()], "true or false"
    )


def number(field: str) -> Attribute:
    """A decimal number, as Decimal."""
    return Attribute(field, _number, _NUMBER)


def whole(field: str) -> Attribute:
    """A whole number from 0."""
    return Attribute(field, _whole, "a whole number from 0 up")


def total(field: str) -> Attribute:
    """A whole number from 0, or several with commas between, which are added up."""
    return Attribute(field, _total, "whole numbers from 0 up, with commas between")


def choice(field: str, *words: str) -> Attribute:
    """One of some words."""
    known: Mapping[str, str] = {word: word for word in words}
    return Attribute(field, lambda text: known[text.strip()], f"one of {', '.join(words)}")
