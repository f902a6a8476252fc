"""The kinds of values that our YAML files are made of, each read from text with a message that teaches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from builder.scalars import read_budget, read_points, read_text, read_whole

_RANGE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
_OPEN = re.compile(r"(\d{1,2})\s*\+")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_ART = r"\.([Pp][Nn][Gg]|[Jj][Pp][Ee]?[Gg])$"
_AMOUNT = re.compile(r"[-−]?\d{1,12}(?:\.\d{1,12})?")
PICTURES = (".png", ".jpg", ".jpeg")
PATTERNS = ("/", "\\", "x", "|", "-", ".")
UNLIMITED = 999
"""The greatest number that a range has: no limit."""


class Entry(BaseModel):
    """A mapping of a file: unknown fields are mistakes, values are text until a field says otherwise."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


@dataclass(frozen=True, slots=True)
class Range:
    """From `least` to `most`, both included."""

    least: int
    most: int

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def _range(value: object) -> object:
    if isinstance(value, Range):
        return value
    match = _RANGE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError("write a number or a range up to 999, such as 5 or 5-10")
    least, most = int(match[1]), int(match[2] or match[1])
    if most < least:
        raise ValueError(f"the range runs backwards: write {most}-{least}")
    return Range(least, most)


def limit(value: object) -> object:
    """Read a limit: a single number is the most, and none is the least; `1+` has no most."""
    open_end = _OPEN.fullmatch(value.strip()) if isinstance(value, str) else None
    if open_end is not None:
        return Range(int(open_end[1]), UNLIMITED)
    made = _range(value)
    if isinstance(made, Range) and isinstance(value, str) and value.strip().isdigit():
        return Range(0, made.most)
    return made


def _colour(value: object) -> object:
    if isinstance(value, str) and _COLOUR.fullmatch(value.strip()):
        return value.strip().lower()
    raise ValueError('a colour stands in quotes, six figures 0 to f behind its sign: "#17336b"')


def _pattern(value: object) -> object:
    if isinstance(value, str) and value.strip() in PATTERNS:
        return value.strip()
    raise ValueError(f"a pattern is one of these signs, in quotes: {', '.join(map(repr, PATTERNS))}")


def read_art(value: object) -> str:
    """Read where a picture is, from the folder of the file that names it. Raises ValueError for any other path."""
    text = value.strip() if isinstance(value, str) else ""
    parts = text.split("/")
    if not text.isprintable() or not text.lower().endswith(PICTURES):
        raise ValueError("a picture is a PNG or a JPEG, such as pictures/squad.jpg")
    if not all(part.strip(" .") for part in parts) or set(text) & set("\\:"):
        raise ValueError("a picture lies beside this file or in a folder below, such as pictures/squad.jpg")
    return text


def _names(value: object) -> object:
    return (value,) if isinstance(value, str) else value


_NUMERIC = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+$"}]}
RANGED = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+\s*([-–]\s*\d+)?$"}]}
LIMITED = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+\s*([-–]\s*\d+|\+)?$"}]}

Text = Annotated[str, BeforeValidator(read_text), WithJsonSchema({"type": ["string", "number", "boolean"]})]
"""Any text; numbers, dates, yes and no are text as well."""

Names = Annotated[
    tuple[Text, ...],
    BeforeValidator(_names),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
"""One name, or a list of names."""

Count = Annotated[Range, BeforeValidator(_range), WithJsonSchema(RANGED)]
"""A number of models: `10`, or `5-10`."""

Limit = Annotated[Range, BeforeValidator(limit), WithJsonSchema(LIMITED)]
"""How many may be taken: `2` means up to two, `2-2` exactly two, `1+` one or more."""

Colour = Annotated[str, BeforeValidator(_colour), WithJsonSchema({"type": "string", "pattern": _COLOUR.pattern})]
"""A colour, `"#17336b"`."""

Pattern = Annotated[str, BeforeValidator(_pattern), WithJsonSchema({"enum": [*PATTERNS]})]
"""A pattern of signs that tells a faction where its colour is grey."""

Art = Annotated[str, BeforeValidator(read_art), WithJsonSchema({"type": "string", "pattern": _ART})]
"""A picture of the player's own, by its path from the folder of the file."""

Points = Annotated[Decimal, BeforeValidator(read_points), WithJsonSchema({"type": "number"})]
"""A cost, exact; it may be negative."""

Whole = Annotated[int, BeforeValidator(read_whole), WithJsonSchema(_NUMERIC)]
"""A whole number, 0 or more."""

Budget = Annotated[Decimal, BeforeValidator(read_budget), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})]
"""A limit of points, above 0."""


def _exact(value: object) -> object:
    if isinstance(value, str) and value:
        return value
    raise ValueError("a text is needed here")


def read_any_amount(value: object) -> Decimal:
    """Read an amount, below 0 too. Raises ValueError for anything else."""
    if isinstance(value, str) and _AMOUNT.fullmatch(value.strip()):
        return Decimal(value.strip().replace("−", "-"))
    raise ValueError("write a number, such as 15")


Exact = Annotated[str, BeforeValidator(_exact), WithJsonSchema({"type": ["string", "number", "boolean"]})]
"""A text kept as it is, whatever its signs: the ids and names of other people's data, notes of several lines."""

Amount = Annotated[Decimal, BeforeValidator(read_any_amount), WithJsonSchema({"type": "number"})]
"""A cost of any type, exact."""
