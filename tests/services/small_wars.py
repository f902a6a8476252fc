"""Armies of a small game whose data is made for a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.data.catalogue_store import add
from builder.services.editor.new_army import begin
from tests.formats.datafiles import SQUAD, catalogue, folder, game_system


def small_army(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    entries: str = SQUAD,
    *,
    body: bytes | None = None,
    limit: int | None = None,
    system: str | None = None,
) -> Path:
    """Begin an army of data that has these entries, the only set in the library of data; `body` is its game system."""
    monkeypatch.setenv("MUSTER_DATA", str(place / "data"))
    add(str(folder(place / "source", {"s.gst": body or game_system(), "m.cat": catalogue(entries)})))
    path = place / "army.yaml"
    path.write_text(begin("Small Wars/Marines", "Test", limit, system=system), encoding="utf-8")
    return path
