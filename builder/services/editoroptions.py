"""The options of a unit as the editor shows them, and what choosing one means as editing operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec.structs import replace

from builder.errors import EditError
from builder.roster.options import Option
from builder.roster.points import points_type
from builder.roster.view import SelectionView
from builder.services.editing import EditSession
from builder.services.editorrows import MANY, Choice
from builder.services.operations import Operation


def choices_of(session: EditSession, unit: str, part: SelectionView) -> tuple[Choice, ...]:
    """What a part of a unit, and what is below it but no unit of its own, can take."""
    kind = points_type(session.army.view)
    return tuple(_choices(session, unit, part, kind, top=True))


def _choices(session: EditSession, unit: str, part: SelectionView, kind: str, *, top: bool = False) -> Iterator[Choice]:
    if part.type == "unit" and not top:
        return
    ours = session.ground.data.system is not None
    try:
        offered = list(session.options(part.id))
    except EditError:
        return
    rows = [_choice(option, unit, part, kind, ours, top) for option in offered if _is_choice(option)]
    yield from _with_rooms(rows)
    for child in part.children:
        yield from _choices(session, unit, child, kind)


def _is_choice(option: Option) -> bool:
    """Whether there is something to choose: not what is always there, nor what is not on offer now."""
    least = option.entry.bound("min")
    fixed = option.entry.minimum and least == option.entry.bound("max") and option.number and option.left == 0
    return not fixed and not (option.hidden and not option.number)


def _choice(option: Option, unit: str, part: SelectionView, kind: str, ours: bool, top: bool) -> Choice:
    entry = option.entry
    per = max(1, part.number) if entry.collective and not ours else 1
    most = None if option.most is None else max(0, option.most) // per
    owner = "" if top else part.custom_name or part.name
    control = "number" if most is None or most > 1 else "radio" if option.shared else "check"
    group = option.limiter if control == "radio" else entry.group.name if entry.group else ""
    number = option.number // per
    return Choice(
        unit=unit,
        under=part.id,
        path=entry.path,
        name=option.name,
        group=" · ".join(filter(None, (owner, group))),
        cost=option.costs.get(kind, Decimal(0)),
        control=control,
        number=number,
        least=entry.minimum,
        most=None if option.left is None else number + option.left // per if control == "number" else most,
        reason=_reason(option) if option.left == 0 else "",
    )


def _reason(option: Option) -> str:
    return f"{option.limiter}: at most {option.most}" if option.most else f"{option.limiter}: none can be chosen now"


def _with_rooms(rows: Sequence[Choice]) -> Iterator[Choice]:
    """Yield the choices; one that takes the place of another needs no room of its own."""
    taken = {row.group for row in rows if row.control == "radio" and row.number}
    for row in rows:
        free = row.control == "radio" and row.group in taken and row.most
        yield replace(row, reason="") if free or (row.number and row.control != "number") else row


def choosing(choice: Choice, number: int, siblings: Sequence[Choice]) -> tuple[Operation, ...]:
    """The operations that give a choice a number; of several that exclude each other, the others go."""
    others: tuple[Operation, ...] = ()
    if choice.control == "radio" and number:
        same = (row for row in siblings if row.under == choice.under and row.group == choice.group)
        others = tuple(
            _set(row, 0) for row in same if row.number and row.path != choice.path and row.control == "radio"
        )
    return (*others, _set(choice, number))


def choose(session: EditSession, choice: Choice, number: int, siblings: Sequence[Choice]) -> str:
    """Give a choice a number, as one step of undo, and say what was done.

    Raises:
        EditError: it is not possible; nothing has changed then.
    """
    operations = choosing(choice, number, siblings)
    try:
        return session.apply_all(operations)[-1].said
    except EditError:
        # What others replace comes back by itself once they are gone, and cannot be taken away or set beside them.
        for fewer in (operations[-1:], operations[:-1]):
            if fewer and fewer != operations:
                try:
                    return session.apply_all(fewer)[-1].said
                except EditError:
                    continue
        raise


def _set(choice: Choice, number: int) -> Operation:
    return Operation(
        "set", {"id": choice.unit, "option": choice.path, "number": min(number, MANY), "under": choice.under}
    )
