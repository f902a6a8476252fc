"""What the attributes of data files become, and what is wrong with those that become nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from builder.bounds import read_amount


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: the field that it fills, how, and what is `wanted` of it.

    `read` raises ValueError or KeyError over a text that it cannot read.
    """

    field: str
    read: Callable[[str], object]
    wanted: str = ""


def _or_none(text: str) -> str | None:
    return text.strip() or None


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
    value = text.strip()
    if not value:
        raise ValueError
    return value


def _total(text: str) -> int:
    return sum(_whole(part) for part in text.split(","))


_FLAGS = {"true": True, "false": False, "1": True, "0": False, "": False}
_NUMBER = "a number below a thousand million, with a point for the decimals"


def text(field: str) -> Attribute:
    """A text, trimmed."""
    return Attribute(field, str.strip)


def needed(field: str) -> Attribute:
    """A text, trimmed, that is not empty."""
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
