"""Play aids: what lies on the table beside the cards, made for one army."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from builder.systems.blocks.basics import Shape, Table


class Outline(enum.StrEnum):
    """The shape of a token, so that kinds are told apart without colour and without reading."""

    CIRCLE = "circle"
    SHIELD = "shield"
    OCTAGON = "octagon"
    STAR = "star"
    BULLET = "bullet"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenKind:
    """Tokens of one kind to cut out.

    Args:
        line: what it does, in two or three words, printed under its name.
        count: how many the list gives; `later` are those added when the game starts.
        sources, later_sources: where they come from.
        text: its rule in a sentence or two.
        small: half as wide, with its name alone, where many are needed.
    """

    name: str
    outline: Outline
    line: str
    count: int
    later: int = 0
    sources: tuple[str, ...] = ()
    later_sources: tuple[str, ...] = ()
    text: str = ""
    small: bool = False

    @property
    def total(self) -> int:
        """Tokens to cut out."""
        return self.count + self.later


class Hatch(enum.StrEnum):
    """How a zone is filled, so that grey print tells it."""

    CROSSED = "crossed"
    LINES = "lines"
    DOTS = "dots"


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone on both sides of the perpendicular, from where the one before ends up to `until` degrees."""

    name: str
    until: int
    label: str
    hatch: Hatch
    remark: str = ""


@dataclass(frozen=True, slots=True)
class LineSteps:
    """A damage line in the rules: its letter, the AV−S that leads to it, thresholds with the shape that they score."""

    letter: str
    difference: str
    steps: tuple[tuple[int, Shape], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AngleTemplate:
    """A disc that is laid on the point of a vehicle that is hit, with what is computed with it.

    Args:
        placing, reading: lines printed on the disc: how to lay it, and what it says.
        modifiers: what changes the number that the zones change, each with its values in words.
        example: sentences, each on a line of its own.
    """

    title: str
    zones: tuple[Zone, ...]
    placing: tuple[str, ...]
    reading: tuple[str, ...]
    formula: str
    modifiers: tuple[tuple[str, str], ...]
    line_rule: str
    lines: tuple[LineSteps, ...]
    example: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceTable:
    """A table of numbers to look up, its first column the key.

    Args:
        aside: a remark at the right of the title.
        abreast: how many parts of the table stand side by side.
        boxed: titles of columns that concern this army.
    """

    title: str
    table: Table
    aside: str = ""
    abreast: int = 1
    boxed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aids:
    """The play aids of an army; what a system has not is empty; `token_title` says what to do with the tokens."""

    tokens: tuple[TokenKind, ...] = ()
    token_title: str = "Give these to your opponent"
    template: AngleTemplate | None = None
    reference: tuple[ReferenceTable, ...] = ()


NO_AIDS = Aids()
