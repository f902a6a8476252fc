"""Finds the links that no walk may follow: those that close a circle, and those that make too much of an element."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.bounds import MOST_EXPANDED, MOST_LINKED

Edge = tuple[str, str]
"""A link's id and the id of what it leads to."""


class Cut(enum.Enum):
    """Why a link is not followed: it leads back to where it came from, or an element would come to too much with it."""

    CIRCLE = "circle"
    SIZE = "size"


@dataclass(slots=True)
class _Step:
    """An element on the way of a walk: the link that led to it, those that leave it, and what it comes to so far."""

    link: str
    here: str
    ahead: Iterator[Edge]
    size: int
    levels: int = 0

    def took(self, size: int, levels: int, most: int) -> bool:
        """Take in an element of this size, with so many levels of links below it; False where that is too much."""
        if self.size + size > most or levels >= MOST_LINKED:
            return False
        self.size, self.levels = self.size + size, max(self.levels, levels + 1)
        return True


def cut_links(
    edges: Mapping[str, Sequence[Edge]], weights: Mapping[str, int] | None = None, most: int = MOST_EXPANDED
) -> Iterator[tuple[str, str, Cut]]:
    """Yield links with what they lead to and why they are cut; without them, every walk comes to an end, and soon.

    `edges` says which links leave each element, `weights` what each comes to by itself, else 1; with what its links
    lead to it comes to `most` and no more. The walk is depth first, in the order of the data, and visits each element
    once: what it comes to is counted, not walked through.
    """
    done: dict[str, tuple[int, int]] = {}
    cut: set[str] = set()
    for start in edges:
        steps: list[_Step] = []
        trail: set[str] = set()
        ahead: Edge | None = ("", start)
        while True:
            if ahead is not None:
                link, here = ahead
                if here in trail:
                    cut.add(link)
                    yield link, here, Cut.CIRCLE
                elif here not in done:
                    trail.add(here)
                    steps.append(_Step(link, here, iter(edges.get(here, ())), (weights or {}).get(here, 1)))
                elif steps and not steps[-1].took(*done[here], most):
                    cut.add(link)
                    yield link, here, Cut.SIZE
            if not steps:
                break
            ahead = next((edge for edge in steps[-1].ahead if edge[0] not in cut), None)
            if ahead is None:
                step = steps.pop()
                trail.discard(step.here)
                done[step.here] = step.size, step.levels
                # It is met again, now that it is known what it comes to.
                ahead = step.link, step.here
