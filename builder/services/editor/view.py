"""What the editor shows of an army, as plain values: its totals, its tree, its findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from builder.errors import Finding, Severity
from builder.record import Record
from builder.roster.view import ForceView, SelectionView, points, points_limit, points_of, points_type
from builder.systems.blocks import Slot

if TYPE_CHECKING:
    from builder.services.army.opening import Army

MANY = 999
"""No number that an operation takes is greater."""


ChoiceKey: TypeAlias = tuple[str, str]
"""What a choice is known by: the id of the part that takes it, and the path of its entry."""


class ChoiceRow(Record, frozen=True, kw_only=True):
    """Something that a unit or a part of it can take.

    Args:
        unit: the id of the unit, `under` that of the part that takes it, `path` leads to its entry from there.
        group: what it is chosen among.
        control: `radio` where one of several is chosen, `check` for one or none, `number` for more.
        number: how many are chosen; `least` and `most` (None: any number) may be, `step` by `step`.
        default: whether it stands where nothing else was chosen.
        missing: how many of it, or of its group, are still to be chosen.
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
    missing: int = 0
    reason: str = ""

    @property
    def floor(self) -> str:
        """Why no fewer can be chosen."""
        if self.default:
            return f"{self.name}: choose what takes its place instead"
        return f"{self.name}: at least {self.least}"


class EntryStatus(Record, frozen=True, kw_only=True):
    """How an entry of the catalogue stands: how many are taken, what adding one adds to the points.

    `left` more may be taken (None: any number); `reason` says why none, or is empty. `needs` names what is to be chosen
    in it before it is complete.
    """

    taken: int
    left: int | None
    price: Decimal
    needs: tuple[str, ...] = ()
    reason: str = ""


def price_words(price: str, needs: Collection[str], *, short: bool = False) -> str:
    """What a list says of a price; empty is none. What needs a choice first is not free, whatever it costs by then."""
    if price:
        return f"{price}{'+' if short else ', needs a choice'}" if needs else price
    if needs:
        return "choice" if short else "needs a choice"
    return "free"


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


def _open(rows: tuple[TreeRow, ...], closed: frozenset[str]) -> Iterator[TreeRow]:
    below: int | None = None
    for row in rows:
        if below is not None and row.depth > below:
            continue
        below = row.depth if row.id in closed else None
        yield row


MARKS = {"reserve": "R", "deep_strike": "DS", "led_by": "L", "riding_in": "IN"}
"""The signs of marks, in the order in which a line shows them."""

Limits: TypeAlias = Mapping[str, tuple[int, int | None]]
"""The least and the greatest number of units (None: any) by the id of a slot."""

OTHERS = "(No Category)"


def editor_view(army: Army) -> EditorView:
    """The army as the editor shows it."""
    return EditorView(
        name=army.name,
        system=army.system.name,
        data=army.data.name if army.data else "",
        totals=totals_of(army),
        rows=tuple(_Tree(army).rows()),
    )


def totals_of(army: Army) -> Totals:
    """What is always in view."""
    kind = points_type(army.view)
    by_severity = Counter(finding.severity for finding in army.findings)
    told = sorted(army.findings, key=lambda finding: list(Severity).index(finding.severity))
    units, models = len(army.reading.units), sum(unit.models for unit in army.reading.units)
    return Totals(
        points=points(army.view, kind),
        limit=points_limit(army.view, kind),
        units=units,
        models=models,
        counted=army.system.list_words().counted(units, models),
        slots=tuple(_slot_line(slot) for slot in army.slots),
        counters=tuple(
            CounterLine(name=counter.name, total=counter.total, start=counter.total_at_start)
            for counter in army.reading.counters
            if counter.total_at_start
        ),
        errors=by_severity[Severity.ERROR],
        warnings=by_severity[Severity.WARNING],
        notes=by_severity[Severity.INFO],
        worst=told[0].message if told else "",
    )


def place_of(finding: Finding) -> str:
    """The id of the element that a finding is about, as the tree has it; empty where it is about the whole army."""
    at = finding.at
    return at.selection or at.unit or (at.owner_id if at.owner in ("selection", "force") else None) or ""


def _slot_line(slot: Slot) -> SlotLine:
    return SlotLine(
        name=slot.name,
        taken=slot.taken,
        least=slot.minimum,
        most=slot.maximum,
        spent=slot.spent,
        allowance=slot.allowance,
    )


def belongs(id: str, unit: str) -> bool:
    """Whether something of a reading is a unit of the army or one of those that it falls apart into."""
    return id == unit or id.startswith(f"{unit}.")


class _Tree:
    def __init__(self, army: Army) -> None:
        self._view = army.view
        self._slots = {(slot.force, slot.category): _slot_line(slot) for slot in army.all_slots}
        self._type = points_type(army.view)
        self._models: Counter[str] = Counter()
        for unit in army.reading.units:
            for id in {unit.id, unit.id.partition(".")[0]}:
                self._models[id] += unit.models
        self._worst = _worst(army.findings)

    def rows(self) -> Iterator[TreeRow]:
        """Yield forces where there are several, slots, units, and what is below them."""
        several = len(self._view.forces) != 1 or bool(self._view.forces[0].forces)
        for force in self._view.forces:
            yield from self._force(force, 0, several)

    def _force(self, force: ForceView, depth: int, named: bool) -> Iterator[TreeRow]:
        if named:
            yield TreeRow(
                id=force.id,
                depth=depth,
                kind="force",
                name=force.custom_name or force.name,
                points=_sum(force, self._type),
                severity=self._worst.get(force.id, ""),
                parent=bool(force.selections or force.forces),
            )
            depth += 1
        taken: dict[str, list[SelectionView]] = {}
        for unit in force.selections:
            taken.setdefault(_slot_of(unit), []).append(unit)
        order = [category.entry_id for category in force.categories]
        names = {category.entry_id: category.custom_name or category.name for category in force.categories}
        for id in dict.fromkeys((*order, *taken)):
            units = taken.get(id, [])
            slot = self._slots.get((force.id, id)) or SlotLine(name="", taken=len(units))
            if not units and (id == OTHERS or not slot.least):
                continue
            yield TreeRow(
                id=f"{force.id}/{id}",
                depth=depth,
                kind="slot",
                name=names.get(id) or next((c.name for u in units for c in u.categories if c.primary), "Others"),
                points=sum((points_of(unit, self._type) for unit in units), Decimal(0)),
                slot=slot,
                severity="error" if slot.broken else "",
                parent=bool(units),
            )
            for unit in units:
                yield from self._selection(unit, depth + 1, unit.id)
        for child in force.forces:
            yield from self._force(child, depth, True)

    def _selection(self, view: SelectionView, depth: int, unit: str) -> Iterator[TreeRow]:
        kind = view.type if view.type in ("unit", "model") else "choice"
        if depth and unit == view.id:
            kind = "unit"
        own = view.id if kind == "unit" else unit
        shown = [child for child in view.children if _worth_a_line(child)]
        cost = points_of(view, self._type)
        yield TreeRow(
            id=view.id,
            depth=depth,
            kind=kind,
            name=view.custom_name or view.name,
            unit=own,
            number=view.number,
            models=self._models[view.id],
            points=cost if cost or kind != "model" else None,
            marks=tuple(sign for kind, sign in MARKS.items() if any(mark.kind == kind for mark in view.marks)),
            severity=self._worst.get(view.id, ""),
            parent=bool(shown),
        )
        for child in shown:
            yield from self._selection(child, depth + 1, own)


def _worth_a_line(view: SelectionView) -> bool:
    """Whether a choice was one: what comes with every model and costs nothing is told in the details."""
    if view.type != "upgrade" or view.entry_group_id or view.custom_name or view.custom_notes:
        return True
    return any(cost.value for cost in view.costs) or any(_worth_a_line(child) for child in view.children)


def _worst(findings: tuple[Finding, ...]) -> Mapping[str, str]:
    """The worst severity by the ids of what findings are about."""
    found: dict[str, str] = {}
    for finding in findings:
        if finding.severity is Severity.INFO:
            continue
        for id in {place_of(finding), finding.at.unit or ""} - {""}:
            if found.get(id) != "error":
                found[id] = str(finding.severity)
    return found


def _slot_of(unit: SelectionView) -> str:
    return next((category.entry_id for category in unit.categories if category.primary), OTHERS)


def _sum(force: ForceView, kind: str) -> Decimal:
    own = sum((points_of(unit, kind) for unit in force.selections), Decimal(0))
    return own + sum((_sum(child, kind) for child in force.forces), Decimal(0))
