"""What the library tells of an army beside its list fits whatever room there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.armylibrary import library_armies
from builder.tui.screens.librarypreview import preview
from builder.tui.screens.libraryrows import key_of
from tests.tui.making import put


@pytest.mark.parametrize("height", [3, 12, 30])
@pytest.mark.parametrize("width", [20, 76])
def test_a_preview_keeps_to_its_room(home: Path, width: int, height: int) -> None:
    library = home / "armies"
    put(library, "a.yaml", "space-marines-1000")
    (library / "bad.yaml").write_text("bad", encoding="utf-8")
    for army in library_armies():
        lines = preview(army, width, height)
        assert 0 < len(lines) <= height
        assert key_of(army) == str(army.path)
