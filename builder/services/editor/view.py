"""What the editor shows of an army, as plain values: its totals, its tree, its findings.

How an army looked when it was last evaluated is kept: the next start shows that until it is evaluated again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import TypeAlias

from builder.cache import remembered
from builder.errors import Finding, InputError
from builder.inputs import STANDARD
from builder.record import Record
from builder.scalars import capitalized, several
from builder.services.army.locator import locate_army
from builder.services.files import read_army_source
from builder.text import without_colon

ALONE = "alone"
"""The id of the node of units in no group."""

FULL = "full"
"""How a transport is with a vehicle in it, which takes all its room."""


class EntryStatus(Record, frozen=True, kw_only=True):
    """How an entry of the catalogue stands: how many the army has, in all forces, what adding one adds to the points.

    `left` more may be taken (None: any number); `reason` says why none, or is empty. `needs` names what is to be chosen
    in it before it is complete. What is `hidden` is not offered as the army stands; all else would stand in the `slot`
    of this name, whatever the catalogue lists it in.
    """

    taken: int
    left: int | None
    price: Decimal
    needs: tuple[str, ...] = ()
    reason: str = ""
    hidden: bool = False
    slot: str = ""
    slot_id: str = ""


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
    def words(self) -> str:
        """How full it is: `2 of 2–6`."""
        if self.most is None:
            return f"{self.taken} of {self.least}+" if self.least else str(self.taken)
        return f"{self.taken} of {self.most if self.least == self.most else f'{self.least}–{self.most}'}"

    @property
    def full(self) -> bool:
        """Whether nothing more fits."""
        return self.taken == self.most or self.spent == self.allowance


class CounterLine(Record, frozen=True, kw_only=True):
    """Tokens to bring: with the list, and once the game starts; `remark` says who gets them."""

    name: str
    total: int
    start: int
    remark: str = "to the opponent"

    @property
    def whose(self) -> str:
        """The remark as a heading."""
        return capitalized(self.remark)


class Totals(Record, frozen=True, kw_only=True):
    """What is always in view of an army: points, slots, units, tokens, findings.

    `counted` are units and models in the words of the game, `worst` is the first message, `others` are some of those
    behind it that are as grave. What is still to be chosen in units (`unmade`) is none of the errors. `groups` are
    counted where the units stand in these.
    """

    points: Decimal = Decimal(0)
    limit: Decimal | None = None
    units: int = 0
    models: int = 0
    counted: tuple[str, ...] = ()
    slots: tuple[SlotLine, ...] = ()
    counters: tuple[CounterLine, ...] = ()
    errors: int = 0
    unmade: int = 0
    warnings: int = 0
    notes: int = 0
    worst: str = ""
    groups: int | None = None
    others: tuple[str, ...] = ()

    def over_with(self, price: Decimal) -> Decimal:
        """By how much the army would be over its limit with something more in it; 0 where it would not be."""
        return Decimal(0) if self.limit is None or price <= 0 else max(Decimal(0), self.points + price - self.limit)


class TreeRow(Record, frozen=True, kw_only=True):
    """A line of the army: a force, a slot, a unit, a model or a choice, `depth` steps below the top.

    Args:
        id: that of the force, group or selection; a slot's is made of its force and its category.
        unit: the id of the unit that it is, or is below; empty for forces, groups and slots.
        kind: `force`, `group`, `slot`, `unit`, `model`, `choice`, `mark`, or `open` for what is still to be chosen.
        points: with all below it but units that it takes with it; None where a number would say nothing.
        severity: of the worst finding about it: `error`, `warning`, or nothing.
        parent: whether anything is below it.
        chosen: what was chosen of something that is itself a choice of the whole army, such as a detachment.
        called: its name with the number that tells it from others alike, where there are any.
        usual: whether it is a choice that stands there by itself, at no cost.
        short: its name with fewer and fewer of the words that say what it is: `Squad Oriel`, `Oriel`.
        models: those of a unit, of which so many are `vehicles`.
        target: the id of the other unit that a mark names.
        aboard: how many models ride in it, of how many, or that it is full; empty for what carries nobody.
        code: that of its slot, where the rows around it are of others; `says` is told beside it: `3 units`, `CM 1+`.
    """

    id: str
    depth: int
    kind: str
    name: str
    unit: str = ""
    number: int = 1
    models: int = 0
    vehicles: int = 0
    points: Decimal | None = None
    slot: SlotLine | None = None
    severity: str = ""
    parent: bool = False
    chosen: str = ""
    called: str = ""
    usual: bool = False
    short: tuple[str, ...] = ()
    target: str = ""
    aboard: str = ""
    code: str = ""
    says: str = ""

    @property
    def title(self) -> str:
        """What stands on its line: `Detachment: Gladius Task Force`, `Scout Squad 2`."""
        name = self.called or self.name
        if self.chosen.startswith(f"{name}:"):  # Data may say it in both: `Allegiance: Nighthaunt` of `Allegiance`.
            return self.chosen
        return f"{without_colon(name)}: {self.chosen}" if self.chosen else name

    @property
    def stops(self) -> bool:
        """Whether a cursor stands on it: on a mark where that leads to another unit."""
        return self.kind not in ("mark", "open", "rest") or bool(self.target)

    @property
    def aboard_words(self) -> str:
        """How full it is, in words: `9 of 10 aboard`."""
        return self.aboard if self.aboard in ("", FULL) else f"{self.aboard.replace('/', ' of ')} aboard"


KitLine: TypeAlias = tuple[str, Decimal]
"""A line of what models carry, and what that costs beside what all of them have."""


class EditorView(Record, frozen=True, kw_only=True):
    """An army as the editor shows it: what the next start can show before anything is evaluated again."""

    name: str
    system: str = ""
    data: str = ""
    totals: Totals = Totals()
    rows: tuple[TreeRow, ...] = ()

    def folded(self, closed: frozenset[str]) -> tuple[TreeRow, ...]:
        """The rows in view while these ids are folded."""
        return tuple(_open(self.rows, closed))

    def units(self) -> Iterator[tuple[list[str], TreeRow]]:
        """Yield the rows of units, each with the ids of those that it is below, innermost first."""
        for place, row in enumerate(self.rows):
            if row.kind == "unit":
                yield [above.id for above in rows_above(self.rows, place)], row

    def costs(self) -> Iterator[tuple[str, Decimal]]:
        """Yield what units cost with those that they take along, by their ids."""
        for place, row in enumerate(self.rows):
            if row.kind == "unit":
                units = (row, *(each for each in rows_below(self.rows, place) if each.kind == "unit"))
                yield row.id, sum((each.points or Decimal(0) for each in units), Decimal(0))

    def kits(self) -> Iterator[tuple[str, tuple[KitLine, ...]]]:
        """Yield by the ids of models the lines that tell who they are, and with what beside what all of them have.

        A single model that is a unit is called by what was chosen for it, else by what it comes with.
        """
        models = Counter(row.unit for row in self.rows if row.kind == "model")
        for place, row in enumerate(self.rows):
            below = [*rows_below(self.rows, place)] if row.kind == "model" else ()
            if below and all(each.kind == "choice" and not each.parent and not each.severity for each in below):
                yield row.id, tuple(_kit(row, below, alone=models[row.unit] == 1 and row.number == 1))

    def chosen_in(self, kits: Mapping[str, Sequence[KitLine]]) -> frozenset[str]:
        """The ids of units that have more to tell than what they come with, beside the kits of models."""
        told = (row for row in self.rows if row.kind in ("model", "choice") and row.id not in kits and not row.usual)
        return frozenset(row.unit for row in told)

    def beside(self) -> Sequence[list[str]]:
        """The units in their order, those that stand beside one another together."""
        found: dict[str, list[str]] = {}
        for above, row in self.units():
            found.setdefault("".join(above[:1]), []).append(row.id)
        return list(found.values())


def _kit(row: TreeRow, below: Sequence[TreeRow], *, alone: bool) -> Iterator[KitLine]:
    """Yield the lines of models: one for each weapon where each model has one of these, else one for all of them."""
    changed = [each for each in below if not each.usual]
    cost = sum((each.points or Decimal(0) for each in changed), Decimal(0))
    if alone:
        yield ", ".join(map(_counted, changed or below)), cost
        return
    told = [*[each for each in below if each.usual][:1], *changed]
    if len(told) > 1 and row.number > 1 and sum(each.number for each in told) == row.number:
        for each in told:
            who = f"{each.number} {several(row.title)}" if each.number > 1 else row.title
            yield f"{who}, {each.name}", each.points or Decimal(0)
        return
    who = f"{row.number} {several(row.title)}" if row.number > 1 else row.title
    all_have = len(told) == 1 and told[0].number == row.number
    if row.number == 1 or all_have:
        yield ", ".join((who, *(each.name for each in changed or told))), cost
    else:
        yield f"{who}: {', '.join(map(_counted, told))}", cost


def _counted(row: TreeRow) -> str:
    return f"{row.number} {row.name}" if row.number > 1 else row.name


def rows_above(rows: Sequence[TreeRow], place: int) -> Iterator[TreeRow]:
    """Yield the rows that a row is below, innermost first."""
    depth = rows[place].depth
    for row in (rows[at] for at in range(place - 1, -1, -1)):
        if row.depth < depth:
            depth = row.depth
            yield row


def rows_hiding(row: TreeRow, above: Iterable[TreeRow]) -> Iterator[TreeRow]:
    """Yield, of the rows that a row is below, innermost first, those that hide it when they are folded.

    A unit does not hide its marks, nor what is still to be chosen in it, nor the units that it takes with it.
    """
    stays = row.kind in ("unit", "mark", "open")
    for other in above:
        if not (stays and other.kind == "unit"):
            yield other
        stays = stays or other.kind == "unit"


def rows_below(rows: Sequence[TreeRow], place: int) -> Iterator[TreeRow]:
    """Yield the rows that are below a row."""
    below = (rows[at] for at in range(place + 1, len(rows)))
    return takewhile(lambda row: row.depth > rows[place].depth, below)


def _open(rows: tuple[TreeRow, ...], closed: frozenset[str]) -> Iterator[TreeRow]:
    """Yield the rows in view: below a folded unit its marks, and the units that it takes with it, still are."""
    above: list[TreeRow] = []
    for row in rows:
        while above and above[-1].depth >= row.depth:
            above.pop()
        if all(other.id not in closed for other in rows_hiding(row, reversed(above))):
            yield row
        above.append(row)


def place_of(finding: Finding) -> str:
    """The id of the element that a finding is about, as the tree has it; empty where it is about the whole army."""
    at = finding.at
    return at.selection or at.unit or (at.owner_id if at.owner in ("selection", "force") else None) or ""


def belongs(id: str, unit: str) -> bool:
    """Whether something of a reading is a unit of the army or one of those that it falls apart into."""
    return id == unit or id.startswith(f"{unit}.")


class _UnknownError(Exception):
    pass


def cached_view(source: str) -> EditorView | None:
    """The view of an army file, or a starter army, as it is now; None where it was never evaluated so."""

    def unknown() -> EditorView:
        raise _UnknownError

    if source == STANDARD:
        return None
    try:
        return _kept(read_army_source(locate_army(source).path)[0], unknown)
    except (InputError, _UnknownError):
        return None


def remember_view(data: bytes, view: EditorView) -> None:
    """Remember what an army file with these bytes looks like."""
    _kept(data, lambda: view)


def _kept(data: bytes, make: Callable[[], EditorView]) -> EditorView:
    # Until the army is evaluated it may be shown as an older program would have; what tells programs apart takes long.
    return remembered(EditorView, (data,), make, lasting=True)
