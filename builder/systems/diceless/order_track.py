"""The track of order points on a unit's card: whose Ld it tests on, and the most points that pass (D-10, D-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from builder.systems.blocks import Threshold, Track
from builder.systems.diceless.leadership import TEST_COST, limit
from builder.systems.fortyk.model import ModelGroup, Unit


def order_track(unit: Unit, leader: Unit | None = None, leads: bool = False) -> Track:
    """The order track with the limits of the Ld that a unit tests on, and of the next for when those models are gone.

    That is the Ld of the character who leads it, be it worse than its own (D-11), else its best one.

    Args:
        unit: with the models that count.
        leader: the character who leads it.
        leads: it is a character who leads a unit.
    """
    ranks = [*islice(_ranks(leader.groups if leader else ()), 1), *_ranks(unit.groups)]
    thresholds: list[Threshold] = []
    hints: list[str] = []
    for ld, _ in ranks[:1]:
        plain, reroll = limit(ld), limit(ld, reroll=True)
        if plain is None or reroll is None:
            hints.append(f"Ld {ld}: every test fails")
        else:
            thresholds = [
                Threshold(f"Ld {ld} fails above", plain),
                Threshold("with re-roll above", reroll, reroll=True),
            ]
    for (best, names), (ld, _) in islice(pairwise(ranks), 1):
        whom = leader.name if leader else names
        if ld != best:
            hints.append(f"no {whom}, Ld {ld}: {limit(ld) or 'fails'}, {limit(ld, reroll=True) or 'fails'}")
    if leads:
        hints.append(f"+{TEST_COST} with each test of its unit")
    if unit.psykers:
        hints.append("psychic test failed: back to 0")
    return Track(id=f"{unit.id}.op", title="Order points", thresholds=tuple(thresholds), hints=tuple(hints))


def _ranks(groups: Iterable[ModelGroup]) -> Iterator[tuple[int, str]]:
    """Yield every Ld of some groups, the best one first, with the names of those who have it."""
    names: dict[int, list[str]] = {}
    for group in groups:
        if group.profile.ld is not None:
            names.setdefault(group.profile.ld, []).append(group.name)
    for ld in sorted(names, reverse=True):
        yield ld, " or ".join(dict.fromkeys(names[ld]))
