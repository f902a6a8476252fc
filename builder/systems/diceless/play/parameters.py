"""How players write names, and figures for groups of models."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.figures import whole


def names(text: str) -> tuple[str, ...]:
    """Names or ids, with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def figures(text: str) -> Mapping[str, int]:
    """A figure for each group, `Sergeant=29,Boltgun=206`; for the only one just the figure, or 0 for all of them."""
    found: dict[str, int] = {}
    for part in names(text):
        name, equals, figure = part.rpartition("=")
        if bool(equals) != bool(name.strip()) or name.strip() in found:
            raise ValueError("write each group once with its figure, such as Sergeant=29,Boltgun=206")
        if not equals and figure[:1].isalpha():
            raise ValueError(f"write the group with its figure, such as {figure}=29")
        found[name.strip()] = whole(figure)
    return found


def by_group(value: Mapping[str, int]) -> str:
    """Figures for groups as they are read."""
    return ",".join(f"{name}={figure}" if name else str(figure) for name, figure in value.items())
