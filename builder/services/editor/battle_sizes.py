"""Choosing the size of the battle that fits the limit of an army, where its data has such a choice."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from builder.roster.battle_size import size_for, sizes_among
from builder.roster.view import points_limit
from builder.scalars import number
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Limit, Operation, SetOption


def sized(session: ArmyDocument) -> tuple[Operation, ...]:
    """The operations that choose the size which fits the limit; none where it is chosen, or there is no choice."""
    return tuple(operation for words, operation in sizings(session) if isinstance(operation, SetOption))


def sizings(session: ArmyDocument) -> Iterator[tuple[str, Operation]]:
    """Yield what makes the size of the battle and the limit fit each other, in a few words."""
    limit = points_limit(session.army.view, session.points_type)
    every = [unit for force in session.state.roster.all_forces() for unit in force.selections]
    for unit in (each for each in every if each.type == "upgrade" and limit):
        options = {option.entry.path: option for option in session.options(unit.id) if not option.hidden}
        sizes = sizes_among((path, option.name) for path, option in options.items())
        wanted = size_for(sizes, limit or Decimal(0))
        if wanted is None or options[wanted].number:
            continue
        name = options[wanted].name
        yield f"Take {name}", SetOption(id=unit.id, option=wanted, under=unit.id)
        for points in (points for path, points in sizes.items() if options[path].number):
            yield f"Set the limit to {number(points)}", Limit(number=f"{points:f}")
