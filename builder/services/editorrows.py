"""What the editor shows, as plain values: a cache can hold them, and nothing heavy is imported for them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from builder.catalogue.record import Record

MANY = 999
"""No number that an operation takes is greater."""


class Choice(Record, frozen=True, kw_only=True):
    """Something that a unit or a part of it can take.

    Args:
        unit: the id of the unit, `under` that of the part that takes it, `path` leads to its entry from there.
        group: what it is chosen among.
        control: `radio` where one of several is chosen, `check` for one or none, `number` for more.
        number: how many are chosen; `least` and `most` (None: any number) may be, `step` by `step`.
        default: whether it stands where nothing else was chosen.
        reason: why no more can be chosen; empty where more can.
    """

    unit: str
    under: str
    path: str
    name: str
    group: str
    cost: Decimal
    control: str
    number: int
    least: int
    most: int | None
    step: int = 1
    default: bool = False
    reason: str = ""

    @property
    def floor(self) -> str:
        """Why no fewer can be chosen."""
        if self.default:
            return f"{self.name}: choose what takes its place instead"
        return f"{self.name}: at least {self.least}"


class Standing(Record, frozen=True, kw_only=True):
    """How an entry of the catalogue stands: how many are taken, what adding one adds to the points.

    `left` more may be taken (None: any number); `reason` says why none, or is empty.
    """

    taken: int
    left: int | None
    price: Decimal
    reason: str = ""


class SlotLine(Record, frozen=True, kw_only=True):
    """A slot: how many are taken, required and allowed (None: any number).

    `spent` are the points that these cost, of those that they may (`allowance`); None where that is not limited.
    """

    name: str
    taken: int = 0
    least: int = 0
    most: int | None = None
    spent: Decimal = Decimal(0)
    allowance: Decimal | None = None

    @property
    def broken(self) -> bool:
        """Whether it holds too few or too many, or they cost too much."""
        over = self.allowance is not None and self.spent > self.allowance
        return over or self.taken < self.least or (self.most is not None and self.taken > self.most)

    @property
    def full(self) -> bool:
        """Whether nothing more fits."""
        return self.taken == self.most or self.spent == self.allowance


class CounterLine(Record, frozen=True, kw_only=True):
    """Tokens to bring: with the list, and once the game starts."""

    name: str
    total: int
    start: int


class Totals(Record, frozen=True, kw_only=True):
    """What is always in view of an army: points, slots, units, tokens, findings.

    `counted` are units and models in the words of the game, `worst` is the first message.
    """

    points: Decimal = Decimal(0)
    limit: Decimal | None = None
    units: int = 0
    models: int = 0
    counted: tuple[str, ...] = ()
    slots: tuple[SlotLine, ...] = ()
    counters: tuple[CounterLine, ...] = ()
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    worst: str = ""


class TreeRow(Record, frozen=True, kw_only=True):
    """A line of the army: a force, a slot, a unit, a model or a choice, `depth` steps below the top.

    Args:
        id: that of the force or selection; a slot's is made of its force and its category.
        unit: the id of the unit that it is, or is below; empty for forces and slots.
        kind: `force`, `slot`, `unit`, `model` or `choice`.
        points: with all below it; None where a number would say nothing.
        marks: what the player noted of it: R reserve, DS deep strike, L led, IN rides.
        severity: of the worst finding about it: `error`, `warning`, or nothing.
        parent: whether anything is below it.
    """

    id: str
    depth: int
    kind: str
    name: str
    unit: str = ""
    number: int = 1
    models: int = 0
    points: Decimal | None = None
    slot: SlotLine | None = None
    marks: tuple[str, ...] = ()
    severity: str = ""
    parent: bool = False


class Picture(Record, frozen=True, kw_only=True):
    """An army as the editor shows it: what the next start can show before anything is evaluated again."""

    name: str
    system: str = ""
    data: str = ""
    totals: Totals = Totals()
    rows: tuple[TreeRow, ...] = ()

    def folded(self, closed: frozenset[str]) -> tuple[TreeRow, ...]:
        """The rows in view while these ids are folded."""
        return tuple(_open(self.rows, closed))


def _open(rows: tuple[TreeRow, ...], closed: frozenset[str]) -> Iterator[TreeRow]:
    below: int | None = None
    for row in rows:
        if below is not None and row.depth > below:
            continue
        below = row.depth if row.id in closed else None
        yield row
