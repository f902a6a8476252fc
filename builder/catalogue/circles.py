"""Finds the links that close a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Edge = tuple[str, str]
"""A link's id and the id of what it leads to."""


def closing(edges: Mapping[str, Sequence[Edge]]) -> Iterator[Edge]:
    """Yield the links that lead back to where they came from; without them, every walk comes to an end.

    `edges` says which links leave each element. The walk is depth first, in the order of the data.
    """
    done: set[str] = set()
    for start in edges:
        trail: list[str] = []
        steps: list[Iterator[Edge]] = [iter([("", start)])]
        while steps:
            link, here = next(steps[-1], (None, ""))
            if link is None:
                steps.pop()
                done.update(trail[-1:])
                del trail[-1:]
            elif here in trail:
                yield link, here
            elif here not in done:
                trail.append(here)
                steps.append(iter(edges.get(here, ())))
