"""What modifiers make of texts, numbers and memberships of categories."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

from builder.bounds import AMOUNT, MOST_TEXT, read_amount
from builder.catalogue.info import AppliedModifier
from builder.catalogue.model import Modifier

T = TypeVar("T")

_ADDING = frozenset({"append", "prepend"})
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

_LAST = {"floor": 3, "ceil": 3, "cumulative-add": 4, "cumulative-multiply": 4, "cumulative-power": 4, "replace": 4}
_STEPS = {**dict.fromkeys(("set", "add", "remove", "set-primary", "unset-primary"), 0), "append": 1, "prepend": 1}
"""The steps in which New Recruit applies modifiers, whatever the order of the file; arithmetic is the second."""


def in_order(changes: Sequence[AppliedModifier], *, by_steps: bool) -> Sequence[AppliedModifier]:
    """Return modifiers in the order in which they apply: as they are written, or by New Recruit's steps."""
    if len(changes) < 2 or not by_steps:
        return changes
    return sorted(changes, key=lambda change: {**_STEPS, **_LAST}.get(change.modifier.type, 2))


def text(value: str, modifier: Modifier, times: int, *, once: bool = False) -> str:
    """Return a text after a modifier; what changes numbers changes those that stand in it.

    New Recruit adds to a text `once` however often a modifier is repeated, BattleScribe each time.
    """
    times = min(times, 1) if once and modifier.type in _ADDING else times
    if times < 1 or (modifier.skip_if_present and modifier.type in _ADDING and modifier.value in value):
        return value
    if modifier.type == "set":
        return modifier.value
    if modifier.type == "append":
        return modifier.join.join((value, *_repeated(modifier.value, times)))
    if modifier.type == "prepend":
        return modifier.join.join((*_repeated(modifier.value, times), value))
    if modifier.type == "replace":
        return _replaced(value, modifier)
    old = read_amount(value)
    if old is not None:
        return plain(number(old, modifier, times)) if modifier.type in _ARITHMETIC else value
    return _with_numbers(value, modifier, times) if modifier.type in _ARITHMETIC else value


def _replaced(value: str, modifier: Modifier) -> str:
    """Return a text with another in place of `arg`; without one, an empty text is filled."""
    if not modifier.arg:
        return value or modifier.value
    found = [match.start() for match in re.finditer(re.escape(modifier.arg), value)]
    for start in reversed(_at(found, modifier.position or 0)):
        value = value[:start] + modifier.value + value[start + len(modifier.arg) :]
    return value[:MOST_TEXT]


def _with_numbers(value: str, modifier: Modifier, times: int) -> str:
    """Return a text with the numbers in it changed that are meant: the first, if the modifier does not say."""
    found = list(_NUMBER.finditer(value[:MOST_TEXT]))
    for match in reversed(_at(found, 1 if modifier.position is None else modifier.position)):
        old = read_amount(match[0])
        if old is not None:
            value = value[: match.start()] + plain(number(old, modifier, times)) + value[match.end() :]
    return value


def _at(found: list[T], position: int) -> list[T]:
    """Return what is at a position, from 1 or from the end below 0; all for 0."""
    if position == 0:
        return found
    index = position - 1 if position > 0 else len(found) + position
    return found[index : index + 1] if index >= 0 else []


def _clamped(value: Decimal) -> Decimal:
    return max(-AMOUNT, min(AMOUNT, value))


def _powered(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS)):
        value = _clamped(value**step) if abs(step) <= _MOST_POWERS and step == int(step) and value else value
    return value


def _multiplied(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS)):
        value = _clamped(value * step)
    return value


def _divided(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS) if step else 0):
        value /= step
    return value


_MOST_POWERS = 100
"""How often a number is multiplied: a few dozen times make of any number one that is larger than every amount."""

_ARITHMETIC: Mapping[str, Callable[[Decimal, Decimal, int], Decimal]] = {
    "increment": lambda value, step, times: value + step * times,
    "decrement": lambda value, step, times: value - step * times,
    "multiply": _multiplied,
    "divide": _divided,
    "modulo": lambda value, step, times: value % step if step else value,
    "power": _powered,
    "floor": lambda value, step, times: max(value, step),
    "ceil": lambda value, step, times: min(value, step),
    "cumulative-add": lambda value, step, times: value + step * times,
    "cumulative-multiply": _multiplied,
    "cumulative-power": _multiplied,
}
"""What changes a number by another one, so many times. New Recruit's `floor` and `ceil` clamp and do not round.

How the cumulative ones add up is not public: where data has them, a price doubles with each further copy.
"""

KINDS = frozenset(
    {"set", "append", "prepend", "replace", "add", "remove", "set-primary", "unset-primary", *_ARITHMETIC}
)
"""The types of modifiers that change something here."""


def number(value: Decimal, modifier: Modifier, times: int) -> Decimal:
    """Return a number after a modifier."""
    step = read_amount(modifier.value)
    if step is None or times < 1:
        return value
    if modifier.type == "set":
        return step
    change = _ARITHMETIC.get(modifier.type)
    return value if change is None else _clamped(change(value, step, times))


def flag(value: bool, modifier: Modifier, times: int) -> bool:
    """Return a yes or no after a modifier."""
    return modifier.value.lower() == "true" if times > 0 and modifier.type == "set" else value


GIVING = frozenset({"add", "set-primary"})
"""The types of modifiers by which one becomes of a category."""


def membership(categories: dict[str, bool], modifier: Modifier, times: int) -> dict[str, bool]:
    """Categories, with whether they are primary, after a modifier."""
    id = modifier.value
    if times < 1:
        return categories
    if modifier.type == "add":
        return {**categories, id: categories.get(id, False)}
    if modifier.type == "remove":
        return {other: primary for other, primary in categories.items() if other != id}
    if modifier.type == "set-primary":
        return {**dict.fromkeys(categories, False), id: True}
    if modifier.type == "unset-primary" and id in categories:
        return {**categories, id: False}
    return categories


def plain(value: Decimal) -> str:
    """Return a number as players write it: without needless zeros and never with an exponent."""
    return f"{value.normalize():f}" if value else "0"


def _repeated(addition: str, times: int) -> list[str]:
    """Return what is added to a text so many times, or as often as a text may hold it."""
    return [addition] * min(times, 1 + MOST_TEXT // (len(addition) + 1))
