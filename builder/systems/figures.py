"""Figures that players write, as the types of fields, each with a message that says how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple, TypeVar

from builder.systems.parameters import Kind

Value = TypeVar("Value")


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


def characteristic(text: str) -> int:
    """A value of a profile, 1 to 10."""
    if not text.strip().isdecimal() or not 1 <= int(text) <= 10:
        raise ValueError("write a value from 1 to 10")
    return int(text)


def inches_of(text: str) -> float:
    """Inches, whole or with a half: `5.5`."""
    try:
        inches = float(text.strip().rstrip('"'))
    except ValueError:
        inches = -1
    if not 0 <= inches < 1000:
        raise ValueError("write inches, such as 5.5")
    return inches


def signed(text: str) -> int:
    """A number to add or to take away, −9 to +9, with an ordinary hyphen or a minus sign."""
    sign, figures = text.strip()[:1], text.strip().lstrip("+-−")
    if len(figures) != 1 or not figures.isdecimal() or len(text.strip()) > 2:
        raise ValueError("write a modifier, such as -1 or +1")
    return -int(figures) if sign in ("-", "−") else int(figures)


def score(text: str) -> int:
    """Return what a die must show, `1+` to `6+`; the sign may be left out."""
    figure = text.strip().removesuffix("+")
    if figure not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("write a score from 1+ to 6+")
    return int(figure)


def die(text: str) -> int:
    """A face of a die."""
    if text.strip() not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError("a die shows 1 to 6")
    return int(text)


def optional(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    """A reader that makes None of nothing at all."""
    return lambda text: read(text) if text.strip() else None


MINUS = "−"


class Adjustment(NamedTuple):
    """A number that is added to what there is or, where it is not `added`, takes its place."""

    value: int
    added: bool

    def onto(self, before: int) -> int:
        """Return what it makes of a number."""
        return before + self.value if self.added else self.value

    def sum_text(self, before: int) -> str:
        """The sum, as the beginning of a sentence: `3 + 2 = 5`; the number alone where nothing is added."""
        after = self.onto(before)
        return f"{before} {MINUS if self.value < 0 else '+'} {abs(self.value)} = {after}" if self.added else f"{after}"


def read_amount(text: str) -> Adjustment:
    """An amount: `7`; or `+3`, `-1` to add or take away."""
    sign = text.strip()[:1]
    added = sign in ("+", "-", MINUS)
    try:
        value = whole(text.strip()[added:])
    except ValueError:
        raise ValueError(
            "write a whole number from 0 to 9999, such as 7; or +3, -1 for how many more or fewer"
        ) from None
    return Adjustment(-value if sign in ("-", MINUS) else value, added)


def write_amount(amount: Adjustment) -> str:
    """An amount as it is read."""
    return f"{amount.value:+}" if amount.added else str(amount.value)


def plus(value: int) -> str:
    """A score as it is written: `4+`."""
    return f"{value}+"


def _between(least: int, most: int) -> Mapping[str, object]:
    return {"type": "integer", "minimum": least, "maximum": most}


SCORES: Mapping[str, object] = {"enum": [*map(plus, range(1, 7))]}
"""The schema of a score."""
Whole = Annotated[int, Kind(read=whole, figure=True, schema=_between(0, 9999))]
"""A whole number from 0 to 9999, as the type of a field."""
Positive = Annotated[int, Kind(read=positive, figure=True, schema=_between(1, 9999))]
"""A whole number from 1 to 9999."""
Characteristic = Annotated[int, Kind(read=characteristic, figure=True, schema=_between(1, 10))]
"""A value of a profile, 1 to 10."""
Inches = Annotated[float, Kind(read=inches_of, metavar="INCHES", schema={"type": "number", "minimum": 0})]
"""A distance in inches, whole or with a half: `5.5`."""
Signed = Annotated[int, Kind(read=signed, schema=_between(-9, 9))]
"""A number that is added, −9 to +9."""
Score = Annotated[
    int, Kind(read=score, write=lambda value: f"{value}+", schema={"enum": ["1+", "2+", "3+", "4+", "5+", "6+"]})
]
"""What a die must show: `4+`."""
Die = Annotated[int, Kind(read=die, figure=True, of_dice=lambda dice: dice[0], schema=_between(1, 6))]
"""A face of a die."""
Dice = tuple[Die, ...]
"""Several dice, in order."""
Amount = Annotated[Adjustment, Kind(read=read_amount, write=write_amount, schema={"type": "string"})]
"""All of something, or how many are added or taken away."""
