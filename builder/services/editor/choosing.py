"""Giving a choice a number: the operations that do it, and what that adds where other prices hang on the number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.record import replace
from builder.roster.model import Selection
from builder.services.editor.choice_row import MANY, ChoiceRow
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Count, Operation, SetOption


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


def counting(
    choices: Iterable[ChoiceRow], unit: Selection, part: str, number: int, by: int
) -> tuple[Sequence[Operation], str]:
    """The operations that give a unit so many models more than its number, or a part of it; else why it cannot be so.

    Args:
        choices: all that the unit can take.
        unit: the unit.
        part: the id of the part, or of the unit itself.
        number: how many it has now.
        by: how many more, or fewer; where only several at once can be taken, how often so many.
    """
    rows = [each for row in choices for each in row.singles]
    if part == unit.id:
        models = [each for each in rows if each.is_size or (each.model and each.control == "number")]
        choice = models[0] if len(models) == 1 else None
    else:
        keys = {(above.id, each.entry_path) for above in unit.walk() for each in above.selections if each.id == part}
        choice = next((each for each in rows if (each.under, each.path) in keys), None)
    step = by * choice.step if choice is not None else by
    refusal = choice.refusal(choice.number + step) if choice is not None else ""
    if choice is None and part != unit.id:
        refusal = f"{next(each.name for each in unit.walk() if each.id == part)}: this number cannot be chosen"
    if choice is None or part == unit.id:
        return (Count(id=part, number=max(0, number + step)),), refusal
    return choosing(choice, max(0, choice.number + step)), refusal


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
