"""Giving a choice a number: the operations that do it, and what that adds where other prices hang on the number."""

from __future__ import annotations

from collections.abc import Iterable

from builder.record import replace
from builder.services.editor.choice_row import MANY, ChoiceRow
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Operation, SetOption


def choosing(choice: ChoiceRow, number: int) -> tuple[Operation, ...]:
    """The operations that give a choice a number, and do nothing else but take the model that it needs."""
    wanted = min(number, MANY)
    if choice.clears is not None:
        return choosing(choice.clears, 0)
    if choice.bearer is not None:
        model = choosing(choice.bearer, choice.bearer.step)
        return (*model, SetOption(id=choice.unit, option=choice.path, number=wanted, under=choice.bearer.name))
    if not choice.copies:
        return (SetOption(id=choice.unit, option=choice.path, number=wanted, under=choice.under),)
    found, left = list[Operation](), wanted - choice.number
    for each in choice.copies if left > 0 else reversed(choice.copies):
        most = each.number if each.reason else MANY if each.most is None else each.most
        there = min(each.number + left, most) if left > 0 else max(each.number + left, each.least, 0)
        if there != each.number:
            found.append(SetOption(id=choice.unit, option=choice.path, number=there, under=each.under))
            left -= there - each.number
    return tuple(found)


def with_all_it_adds(session: ArmyDocument, choice: ChoiceRow, others: Iterable[ChoiceRow]) -> ChoiceRow:
    """Return a choice with what taking it once more adds in all, where that is not its own price alone.

    Args:
        session: the army.
        choice: one of what a unit can take, with which something comes that costs, or by which other prices change.
        others: all that the unit can take: what it takes the place of is among them.
    """
    if choice.reason or (choice.number and choice.control != "number"):
        return choice
    added = session.added_by(choosing(choice, choice.number + choice.step))
    place = (choice.under, choice.group)
    given_up = (
        each.cost * each.number
        for each in others
        if choice.control == each.control == "radio" and each.number and (each.under, each.group) == place
    )
    if added is None or added in (choice.price, choice.price - sum(given_up)):
        return choice
    return replace(choice, adds=added)
