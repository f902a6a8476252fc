"""Ways through the rows of an army, which are a tree by their depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.services.editor.view import TreeRow


def neighbour(rows: Sequence[TreeRow], place: int, row: TreeRow) -> TreeRow | None:
    """The row to stand on once that at `place` is gone: the next beside it, else the one before."""
    behind = next((other for other in rows[place + 1 :] if other.depth <= row.depth), None)
    if behind is not None and behind.depth == row.depth:
        return behind
    return next(reversed(rows[:place]), None)


def around(rows: Sequence[TreeRow], place: int) -> Iterator[TreeRow]:
    """Yield the rows that a row is below, innermost first."""
    depth = rows[place].depth
    for row in reversed(rows[:place]):
        if row.depth < depth:
            depth = row.depth
            yield row
