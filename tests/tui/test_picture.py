"""The README's pictures show the screens as they are; renew them with: uv run python -m tests.tui.picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.picture import DOCS, PICTURES


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name == "newcomer.svg" else []) for name in PICTURES]
)
def test_the_pictures_are_up_to_date(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(home / "games"))
    kept = (DOCS / name).read_text(encoding="utf-8")
    assert PICTURES[name](home) == kept, "run: uv run python -m tests.tui.picture"
