"""The data that an army is checked against, as reports and games name it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Data:
    """Datasheets, or a catalogue; `digest` is that of all files they were read from."""

    id: str
    name: str
    revision: int
    digest: str
    source: str = ""
