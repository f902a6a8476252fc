"""What a modifier makes of a value: a text, a number, a yes or no, a set of categories."""

from __future__ import annotations

from decimal import Decimal

from builder.bounds import MOST_TEXT, read_amount
from builder.catalogue.logic import Modifier


def text(value: str, modifier: Modifier, times: int) -> str:
    """A text after a modifier; adding to a text that is no number leaves it."""
    if times < 1:
        return value
    if modifier.type == "set":
        return modifier.value
    if modifier.type == "append":
        return " ".join((value, *_repeated(modifier.value, times)))
    if modifier.type == "prepend":
        return " ".join((*_repeated(modifier.value, times), value))
    old, step = read_amount(value), read_amount(modifier.value)
    if old is None or step is None or modifier.type not in ("increment", "decrement"):
        return value
    return plain(number(old, modifier, times))


def number(value: Decimal, modifier: Modifier, times: int) -> Decimal:
    """A number after a modifier."""
    step = read_amount(modifier.value)
    if step is None or times < 1:
        return value
    if modifier.type == "set":
        return step
    if modifier.type == "increment":
        return value + step * times
    if modifier.type == "decrement":
        return value - step * times
    return value


def flag(value: bool, modifier: Modifier, times: int) -> bool:
    """A yes or no after a modifier."""
    return modifier.value.lower() == "true" if times > 0 and modifier.type == "set" else value


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
    """A number as players write it: without needless zeros and never with an exponent."""
    return f"{value.normalize():f}" if value else "0"


def _repeated(addition: str, times: int) -> list[str]:
    """What is added to a text so many times, or as often as a text may hold it."""
    return [addition] * min(times, 1 + MOST_TEXT // (len(addition) + 1))
