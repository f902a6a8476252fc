"""The README's picture shows the editor as it is; renew it with: uv run python -m tests.tui.picture."""

from __future__ import annotations

from pathlib import Path

from tests.tui.picture import PICTURE, drawn


def test_the_picture_of_the_editor_is_up_to_date(home: Path) -> None:
    assert drawn(home) == PICTURE.read_text(encoding="utf-8"), "run: uv run python -m tests.tui.picture"
