"""What players fill in on cards, as fields of a form: what each says, what is in it, and a card with other values.

A card with values is the same card as a system makes of the state of a game: what was filled in comes back as a card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from builder.record import Record
from builder.scalars import number
from builder.systems.blocks.basics import (
    Check,
    Figure,
    Head,
    NumberedBoxes,
    RuleText,
    Shape,
    SheetField,
    SheetResult,
    Table,
    Value,
)
from builder.systems.blocks.cards import DamageLine, FormationCard, HitPoints, ModelBoxes, Strength, Tally, Track
from builder.systems.blocks.roster import RosterPage


class _Run(NamedTuple):
    """Boxes that are numbered behind a prefix, so many of them ticked from the first on."""

    prefix: str
    size: int
    ticked: int

    def ticks(self, values: Mapping[str, Value]) -> int | None:
        """Return how many are ticked; None where the form has none of them."""
        found = [values[id] for id in self.ids() if id in values]
        return sum(value is True for value in found) if found else None

    def last(self, values: Mapping[str, Value]) -> int | None:
        """The number of the last that is ticked, 0 for none; None where the form has none of them."""
        found = [(n, values[id]) for n, id in enumerate(self.ids(), 1) if id in values]
        return max((n for n, value in found if value is True), default=0) if found else None

    def ids(self) -> Iterator[str]:
        return (f"{self.prefix}{n}" for n in range(1, self.size + 1))


def _run_of(block: object) -> _Run | None:
    match block:
        case HitPoints():
            return _Run(block.box_prefix, block.total // block.box, block.lost // block.box)
        case Track():
            return _Run(f"{block.id}.", block.size, min(block.value, block.size))
        case NumberedBoxes() if block.name:
            return _Run(f"{block.id}.", block.boxes, min(block.count, block.boxes))
        case Tally():
            return _Run(f"{block.id}.", block.boxes + block.further, block.struck)
        case Strength():
            return _Run(f"{block.id}.", block.models, block.struck)
        case ModelBoxes():
            return _Run(f"{block.id}.", block.total, block.lost)
        case _:
            return None


_TEXTS = (Table, Head, RuleText)
_EMPTY: dict[type[Record], dict[str, Any]] = {
    Check: {"checked": False},
    Figure: {"value": None},
    HitPoints: {"lost": 0},
    Track: {"value": 0},
    NumberedBoxes: {"count": 0},
    Tally: {"struck": 0},
    Strength: {"struck": 0},
    ModelBoxes: {"lost": 0},
    DamageLine: {"damage": None},
}
_NUMBERED = {"units": "unit", "markers": "blast marker"}
"""What single boxes of a formation are, by where they stand on its card."""
Block = TypeVar("Block", bound=Record)


def emptied(block: Block) -> Block:
    """Return a card, or a page, with nothing filled in."""
    made: Block = _changed(block, lambda each: replace(each, **_EMPTY[type(each)]))
    return made


def with_values(block: Block, values: Mapping[str, Value]) -> Block:
    """Return a card, or a page, with what was filled in; fields that are not among the values stay as they are."""
    made: Block = _changed(block, lambda each: _filled(each, values))
    return made


def changed_blocks(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what players fill in on a card, as it was and as it is, where that differs; both are one card."""
    if before is after or before == after:
        return
    if type(before) is tuple:
        for one, other in zip(before, after, strict=True):
            yield from changed_blocks(one, other)
    elif isinstance(before, Record):
        if type(before) in _EMPTY and any(getattr(before, key) != getattr(after, key) for key in _EMPTY[type(before)]):
            yield before, after
        for name in before.__struct_fields__:
            yield from changed_blocks(getattr(before, name), getattr(after, name))


def sheet_fields(blocks: Iterable[Record]) -> Iterator[SheetField]:
    """Yield the fields of cards and pages, with what is in them."""
    for block in blocks:
        head = getattr(block, "head", None)
        yield from _fields_of(block, (head.name,) if isinstance(head, Head) else ())
        if isinstance(head, Head):
            yield SheetField(f"{head.code}.note", f"{head.name}: notes", "")


def sheet_results(blocks: Sequence[Record], fields: Collection[str]) -> Iterator[SheetResult]:
    """Yield what forms work out of the fields of cards, whose ids are known."""
    yield from _destroyed(blocks, fields)
    for block in blocks:
        if isinstance(block, RosterPage):
            yield from (_left_over(token.boxes) for token in block.tokens if token.boxes)
        head = getattr(block, "head", None)
        if isinstance(head, Head):
            groups = list(_group_figures(block))
            if len(groups) > 1:
                near = f"{groups[0][0]}.h1"
                yield SheetResult(f"{head.code}.left", head.code, near, f"{head.name}: HP left", "mHp", (groups, ", "))
            for card, result in _results_of(block, head):
                yield SheetResult(result[0], card, *result[1:])


def _group_figures(value: Any) -> Iterator[tuple[str, int, int, int]]:
    """Yield the id, boxes, HP of a box and HP of a model of each group on a card."""
    for group in getattr(value, "groups", ()):
        if isinstance(group, HitPoints):
            yield group.id, group.total // group.box, group.box, group.each


_Result: TypeAlias = tuple[str, tuple[str, str, str, str, tuple[object, ...]]]
"""The card of a result, and what else there is to say of it."""


def _results_of(value: Any, head: Head) -> Iterator[_Result]:
    """Yield the results of all that stands in a part of a card."""
    if type(value) is tuple:
        for part in value:
            yield from _results_of(part, head)
        return
    if not isinstance(value, Record) or isinstance(value, _TEXTS):
        return
    if (own := _own_result(value, head)) is not None:
        yield own
    for name in value.__struct_fields__:
        yield from _results_of(getattr(value, name), head)


def _own_result(value: Record, head: Head) -> _Result | None:
    """Return the result of a thing itself, whatever is in it; None where there is nothing to work out."""
    own = head.code
    match value:
        case HitPoints():
            figures: tuple[object, ...] = ([(value.id, value.total // value.box, value.box, value.each)], "\n")
            return own, (f"{value.id}.left", value.lost_id, f"{head.name}, {value.name}: HP left", "mHp", figures)
        case Track(thresholds=thresholds):
            firm = [each.value for each in thresholds if not each.reroll]
            again = [each.value for each in thresholds if each.reroll]
            if firm:
                limits = (f"{value.id}.", value.size, min(firm), max(again, default=0))
                words = f"{head.name}: {value.title} and the next test; re-roll: it passes only with one"
                return own, (f"{value.id}.now", f"{value.id}.1", words, "mOp", limits)
        case DamageLine():
            steps = [(threshold, "G" if check.shape is Shape.CIRCLE else "P") for threshold, check in value.steps]
            words = f"{head.name}, line {value.letter}: the hit of its DMG, G glancing, P penetrating"
            card = value.id.rpartition(".")[0]
            return card, (f"{value.id}.hit", value.id, words, "mDmg", (f"{value.id}.value", steps))
        case Strength():
            figures = (f"{value.id}.", value.models, value.below + 1 if value.below else 0, value.title.lower())
            card = value.id.rpartition(".")[0]
            return card, (f"{value.id}.left", f"{value.id}.1", f"{head.name}: {value.title} left", "mLeft", figures)
        case Tally():
            figures, card = (f"{value.id}.", value.boxes, 0, value.title.lower()), value.id.rpartition(".")[0]
            return card, (f"{value.id}.left", f"{value.id}.1", f"{head.name}: {value.title} left", "mLeft", figures)
        case FormationCard(markers=markers) if markers and value.broken_at:
            losses = value.losses or ((1, 0),) * len(value.units)
            lost = sum(less for (less, _), unit in zip(losses, value.units, strict=True) if unit.checked)
            engines = [_prefix(row.checks) for row in value.damage]
            units = [(less, *(engines[row - 1] if row else ())) for less, row in losses]
            figures = (f"{value.id}.b", len(markers), f"{value.id}.u", units, value.broken_at + lost)
            return own, (f"{value.id}.strength", markers[0].id, f"{head.name}: blast markers", "mBroken", figures)
        case ModelBoxes():
            figures = (f"{value.id}.", value.models, value.wounds)
            words = f"{head.name}, {value.name}: models left"
            return own, (f"{value.id}.left", f"{value.id}.1", words, "mModels", figures)
    return None


def counts_capacity(card: FormationCard) -> bool:
    """Whether a war engine of a formation that is lost takes off as many markers as its damage capacity."""
    return any(less > 1 for less, _ in card.losses)


def _left_over(boxes: Tally) -> SheetResult:
    figures = (f"{boxes.id}.", boxes.boxes, 0, boxes.title)
    return SheetResult(f"{boxes.id}.left", boxes.id, f"{boxes.id}.1", f"{boxes.title} left", "mLeft", figures)


def _destroyed(cards: Sequence[Record], fields: Collection[str]) -> Iterator[SheetResult]:
    """Yield the points of what is destroyed: of whom all boxes are ticked, or the one that says so."""
    units: list[tuple[int, list[tuple[str, int, str, int]], str]] = []
    near = ""
    for card in cards:
        head = getattr(card, "head", None)
        points = "".join(head.points.split()) if isinstance(head, Head) else ""
        if not isinstance(head, Head) or not points.isascii() or not points.isdecimal():
            continue
        runs = list(_lives(card))
        box = f"{head.code}.destroyed" if f"{head.code}.destroyed" in fields else ""
        if runs or box:
            units.append((int(points), runs, box))
            near = near or box or f"{runs[0][0]}1"
    if units:
        yield SheetResult("points-destroyed", "", near, "Points destroyed so far", "mPoints", (units,))


def _lives(value: Any) -> Iterator[tuple[str, int, str, int]]:
    """Yield the boxes of what lives: how their ids begin, their number, and the field that adds up to so many."""
    if type(value) is tuple:
        for part in value:
            yield from _lives(part)
        return
    if not isinstance(value, Record) or isinstance(value, _TEXTS):
        return
    run = _run_of(value)
    match value:
        case HitPoints() | ModelBoxes() if run is not None and run.size:
            yield run.prefix, run.size, f"{value.id}.lost", value.total
        case Strength() if run is not None:
            yield run.prefix, run.size, "", 0
        case Tally(id=id) if run is not None and id.endswith(".w"):
            yield run.prefix, run.size, "", 0
        case FormationCard():
            if len(value.damage) < len(value.units):
                yield f"{value.id}.u", len(value.units), "", 0
            yield from ((*_prefix(engine.checks), "", 0) for engine in value.damage)
        case _:
            for name in value.__struct_fields__:
                yield from _lives(getattr(value, name))


def _prefix(boxes: Sequence[Check]) -> tuple[str, int]:
    """Return what the ids of numbered boxes begin with, and how many they are."""
    return boxes[0].id.rstrip("0123456789"), len(boxes)


def _changed(value: Any, change: Any) -> Any:
    """Return a value with each record in it that players fill in changed."""
    if type(value) is tuple:
        parts = tuple(_changed(part, change) for part in value)
        return value if all(one is other for one, other in zip(parts, value, strict=True)) else parts
    if not isinstance(value, Record) or isinstance(value, _TEXTS):
        return value
    fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
    made = ((name, part, _changed(part, change)) for name, part in fields)
    others = {name: new for name, part, new in made if new is not part}
    value = replace(value, **others) if others else value
    return change(value) if type(value) in _EMPTY else value


def _filled(block: Any, values: Mapping[str, Value]) -> Any:
    run = _run_of(block)
    match block:
        case Check():
            return replace(block, checked=values.get(block.id, block.checked) is True)
        case Figure():
            given = values.get(block.id)
            return block if given is None else replace(block, value=_figure(given))
        case DamageLine():
            given = values.get(block.id)
            return block if given is None else replace(block, damage=_figure(given) or None)
        case Track() if run is not None:
            last = run.last(values)
            return block if last is None or last == run.ticked else replace(block, value=last)
        case NumberedBoxes() if run is not None:
            last = run.last(values)
            return block if last is None or last == run.ticked else replace(block, count=last)
        case HitPoints() | ModelBoxes() if run is not None:
            count, box = run.ticks(values), block.box if isinstance(block, HitPoints) else 1
            written = _figure(values.get(f"{block.id}.lost", ""))
            if count is None and f"{block.id}.lost" not in values:
                return block
            return replace(block, lost=min(block.total, max((count or 0) * box, written or 0)))
        case Tally() | Strength() if run is not None:
            most = block.boxes if isinstance(block, Tally) else block.models
            count = run.ticks(values)
            shown = min(most, block.struck)  # More can be struck off than there are boxes.
            return block if count in (None, shown) else replace(block, struck=min(most, count or 0))
    return block


def _figure(written: Value) -> int | None:
    """Return the number that was written, None where it is none."""
    text = str(written).strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _fields_of(value: Any, above: tuple[str, ...]) -> Iterator[SheetField]:
    """Yield the fields of all that stands in a part of a card, below what is said of them `above`."""
    if type(value) is tuple:
        for part in value:
            yield from _fields_of(part, above)
        return
    if not isinstance(value, Record) or isinstance(value, _TEXTS):
        return
    own = next((word for key in ("title", "label", "name") if (word := getattr(value, key, ""))), "")
    here = (*above, own) if own and own not in above else above
    yield from _own_fields(value, here)
    if type(value) is Check or isinstance(value, Figure | DamageLine):
        return
    for name in value.__struct_fields__:
        part = getattr(value, name)
        if isinstance(value, FormationCard) and name in _NUMBERED:
            for n, box in enumerate(part, 1):
                words = f"{', '.join((*here, _NUMBERED[name]))} {n}{f': {box.label}' if box.label else ''}"
                yield SheetField(box.id, words, box.checked, box.shape)
        elif isinstance(part, Record | tuple):
            yield from _fields_of(part, here)


def _own_fields(value: Record, here: tuple[str, ...]) -> Iterator[SheetField]:
    """Yield the fields of a thing itself, whatever is in it."""
    words = ", ".join(here)
    match value:
        case Check() if type(value) is Check:  # One that has others within says what these are.
            yield SheetField(value.id, words or value.id, value.checked, value.shape)
            return
        case Figure():
            yield SheetField(value.id, words, "" if value.value is None else str(value.value))
            return
        case DamageLine():
            yield SheetField(value.id, f"{words}, line {value.letter}: DMG", str(value.damage or ""))
            for threshold, check in value.steps:
                yield SheetField(check.id, f"{words}, line {value.letter}: {threshold} DMG", check.checked, check.shape)
            return
    if (run := _run_of(value)) is not None:
        for n, (id, place) in enumerate(zip(run.ids(), _places(value, run.size), strict=True), 1):
            yield SheetField(id, words + place, n <= run.ticked)
    if isinstance(value, HitPoints):
        rest = value.lost % value.box
        yield SheetField(value.lost_id, f"{words}: HP lost, exactly", str(value.lost) if rest else "")
    elif isinstance(value, ModelBoxes):
        yield SheetField(f"{value.id}.lost", f"{words}: wounds lost", str(value.lost or ""))


def _places(block: object, size: int) -> Sequence[str]:
    """Return what is said of each of many boxes, in words."""
    match block:
        case HitPoints():
            return _parts_of_models(size, block.each // block.box, block.box)
        case ModelBoxes() if block.wounds > 1:
            return _parts_of_models(size, block.wounds, 0)
        case Strength() | ModelBoxes():
            return _numbers(size, ": model ")
        case _:
            return _numbers(size, " ")


@lru_cache(512)
def _numbers(size: int, words: str) -> Sequence[str]:
    return [f"{words}{number(n)}" for n in range(1, size + 1)]


@lru_cache(512)
def _parts_of_models(size: int, boxes: int, hp: int) -> Sequence[str]:
    """Return what is said of boxes of models that have so many each, of so many HP or of a wound."""
    places = (divmod(n, boxes) for n in range(size))
    said = (
        (model, f"HP {place * hp + 1} to {(place + 1) * hp}" if hp else f"wound {place + 1}") for model, place in places
    )
    return [f": model {model + 1}, {part}" for model, part in said]
