"""Sizes of battles that name their points: which of them fits the limit of an army, and whether another was chosen.

Data has them as choices of something that stands among the units: “2. Strike Force (2000 Point limit)”,
“1001-2000 Points”, “2000 Points - Battlehost”. A choice is one where the data offers several that name their points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from builder.errors import Finding, Place, Severity
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues
from builder.scalars import number

BATTLE_SIZE = "battle-size"
"""The code of the finding that another size was chosen than fits the limit."""

_POINTS = re.compile(r"(?<![\d.,])(\d{3,5})\s*(?:points?\b|pts?\b)", re.IGNORECASE)
_LEAST = 250
"""Fewer points are the price of something, and no size of a battle."""


def sizes_among(named: Iterable[tuple[str, str]]) -> Mapping[str, Decimal]:
    """Return the points of sizes by what identifies them, from that and their names, the smallest first.

    It is empty where no two names tell of points.
    """
    found = {key: Decimal(match[1]) for key, name in named if (match := _POINTS.search(name)) is not None}
    sizes = {key: points for key, points in found.items() if points >= _LEAST}
    return dict(sorted(sizes.items(), key=lambda each: each[1])) if len(sizes) > 1 else {}


def size_for(sizes: Mapping[str, Decimal], limit: Decimal) -> str | None:
    """Return which size an army with this limit is of: the smallest that has room for it; None where none has."""
    return next((key for key, points in sizes.items() if points >= limit), None)


def size_findings(values: EffectiveValues, points_type: str) -> Iterator[Finding]:
    """Warn of a size of the battle that does not fit the limit of the army."""
    limit = values.top.roster.cost_limit(points_type)
    roots = (node for force in values.top.all_forces() for node in force.selections) if limit else ()
    for node in roots:
        if limit is None or node.entry is None or node.entry.type != "upgrade" or not node.selections:
            continue
        here = Here(None, node)
        shown = [each for each in node.entry.entries if not values.hidden(each.hidden, each.changes, here)]
        sizes = sizes_among((each.path, each.name) for each in shown)
        wanted = size_for(sizes, limit)
        for child in node.selections:
            chosen = sizes.get(child.selection.entry_path)
            if chosen is None or wanted is None or sizes[wanted] == chosen:
                continue
            fits = next(each.name for each in shown if each.path == wanted)
            message = (
                f"“{child.selection.name}” is chosen, but the army's limit is {number(limit)}: "
                f"choose “{fits}”, or set the limit to {number(chosen)}."
            )
            place = Place(unit=node.root().selection.id, selection=child.selection.id, entry=child.selection.entry_path)
            yield Finding(Severity.WARNING, BATTLE_SIZE, message, at=place)
