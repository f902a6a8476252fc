"""The kinds of values that army files are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

from builder.datafiles.values import Text, Whole
from builder.roster.view import Mark

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_TIMES = re.compile(r"(?:(?P<count>\d{1,3})\s*[x×]?\s+)?(?P<name>.+)")
_TARGETED = {"led by": "led_by", "riding in": "riding_in"}
_PLAIN = {"reserve": "reserve", "deep strike": "deep_strike"}


def _id(value: object) -> object:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise ValueError("an id is made of letters and digits, such as t9b8")


def read_mark(value: object) -> Mark:
    """Read a mark such as `reserve` or `led by t9b8`. Raises ValueError for anything else."""
    words = value.split() if isinstance(value, str) else []
    plain = " ".join(words).casefold()
    if plain in _PLAIN:
        return Mark(_PLAIN[plain])
    kind = _TARGETED.get(" ".join(words[:2]).casefold())
    if kind and len(words) == 3:
        return Mark(kind, words[2])
    raise ValueError("a mark is 'reserve', 'deep strike', 'led by ID' or 'riding in ID'")


def _marks(value: object) -> object:
    return (value,) if isinstance(value, str) else value


def _options(value: object) -> object:
    """`[plasma gun, 2 meltagun]` and `{plasma gun: 1, meltagun: 2}` are the same."""
    items = (value,) if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        return items
    made: dict[str, str] = {}
    wrong: list[str] = []
    for item in items:
        match = _TIMES.fullmatch(item.strip()) if isinstance(item, str) else None
        if match is None or match["count"] == "0" or item.strip().startswith("-"):
            wrong.append(f"'{item}'")
        else:
            made[match["name"]] = str(int(made.get(match["name"], "0")) + int(match["count"] or 1))
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: an option is a name, or a number and a name: 'plasma gun', '2 meltagun'")
    return made


def mark_text(mark: Mark) -> str:
    """A mark as army files write it."""
    words = {kind: text for text, kind in (*_PLAIN.items(), *_TARGETED.items())}
    return f"{words[mark.kind]} {mark.target}" if mark.target else words[mark.kind]


def option_name(item: str) -> str | None:
    """The name of an option without the number before it."""
    match = _TIMES.fullmatch(item.strip())
    return match["name"] if match else None


def option_number(item: str) -> int:
    """The number before the name of an option; 1 without one."""
    match = _TIMES.fullmatch(item.strip())
    return int(match["count"] or 1) if match else 1


_MARK_PATTERN = r"^(reserve|deep strike|led by .+|riding in .+)$"
_STRING_OR_LIST = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Id = Annotated[str, BeforeValidator(_id), WithJsonSchema({"type": "string"})]
OneMark = Annotated[Mark, BeforeValidator(read_mark), WithJsonSchema({"type": "string", "pattern": _MARK_PATTERN})]
Marks = Annotated[tuple[OneMark, ...], BeforeValidator(_marks, json_schema_input_type=tuple[OneMark, ...] | OneMark)]
Options = Annotated[
    dict[Text, Whole],
    BeforeValidator(_options),
    WithJsonSchema(
        {"anyOf": [*_STRING_OR_LIST["anyOf"], {"type": "object", "additionalProperties": {"type": "integer"}}]}
    ),
]

MAIN = ""
"""Stands for the cost type that comes first in the data, which a bare number means."""

_AMOUNT = re.compile(r"[-−]?\d{1,12}(?:\.\d{1,12})?")


def _exact(value: object) -> object:
    if isinstance(value, str) and value:
        return value
    raise ValueError("a text is needed here")


def _amount(value: object) -> Decimal:
    if isinstance(value, str) and _AMOUNT.fullmatch(value.strip()):
        return Decimal(value.strip().replace("−", "-"))
    raise ValueError("write a number, such as 15")


def read_ceiling(value: object) -> Decimal:
    """Read a limit of any type of cost. Raises ValueError for anything that no army file can have as one."""
    amount = _amount(value)
    if amount < 0:
        raise ValueError("a limit is 0 or more")
    return amount


def _costs(value: object) -> object:
    """`90` is so much of the first cost type; `{pts: 90, Power: 5}` names them."""
    return value if isinstance(value, Mapping) else {MAIN: value}


Exact = Annotated[str, BeforeValidator(_exact), WithJsonSchema({"type": ["string", "number", "boolean"]})]
"""A text kept as it is, whatever its signs: the ids and names of other people's data, notes of several lines."""

Amount = Annotated[Decimal, BeforeValidator(_amount), WithJsonSchema({"type": "number"})]
"""A cost of any type, exact."""

Ceiling = Annotated[Decimal, BeforeValidator(read_ceiling), WithJsonSchema({"type": "number", "minimum": 0})]
"""A limit of any type of cost, 0 or more."""

Costs = Annotated[
    dict[str, Amount],
    BeforeValidator(_costs),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "object", "additionalProperties": {"type": "number"}}]}),
]
"""What something cost: a number, or numbers by type of cost."""
