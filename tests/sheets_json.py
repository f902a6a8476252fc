"""What sheets are in JSON: the table in docs/json.md, made of the records that cards and the roster page consist of.

Run `uv run python -m tests.sheets_json` to write it anew. A field that is gone, or means something else, raises the
version.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builder.exporters.json import AIDS, CARDS, PANELS, SCORE
from builder.record import Record
from builder.systems.blocks import Aids, RosterPage

DOCUMENT = Path(__file__).parents[1] / "docs" / "json.md"
BEGIN, END = "<!-- sheets -->\n", "<!-- end of sheets -->\n"
ADDED = {"HitPoints": ("each", "total", "lost_id")}
"""What the export works out of a record."""


def records() -> dict[type[Record], tuple[str, ...]]:
    """The records that sheets consist of, those of cards first, each with the names of its fields."""
    found: dict[type[Record], tuple[str, ...]] = {}
    left: list[Any] = [*CARDS, RosterPage, Aids]
    for kind in left:
        if isinstance(kind, type) and issubclass(kind, Record) and kind not in found:
            found[kind] = (*kind.__struct_fields__, *ADDED.get(kind.__name__, ()))
            left.extend(typing.get_type_hints(kind).values())
        elif not isinstance(kind, type) or isinstance(kind, types.GenericAlias):
            left.extend(typing.get_args(kind))
    return found


def table() -> Iterator[str]:
    """The lines of the table."""
    yield "| record | in the file | fields |\n"
    yield "|---|---|---|\n"
    for kind, fields in sorted(records().items(), key=lambda each: each[0].__name__):
        where = (
            f'`"kind": "{CARDS[kind]}"`' if kind in CARDS else f'`"panel": "{PANELS[kind]}"`' if kind in PANELS else ""
        )
        left = [field for field in fields if kind is not RosterPage or field not in (AIDS, SCORE)]
        yield f"| {kind.__name__} | {where} | {', '.join(f'`{field}`' for field in left)} |\n"


def written(document: str) -> str:
    """The document with the table as it is now."""
    before, _, rest = document.partition(BEGIN)
    return f"{before}{BEGIN}\n{''.join(table())}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
