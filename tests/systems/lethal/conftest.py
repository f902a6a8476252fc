"""Lethal armies written as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.services.army.opening import Army

HEAD = "format: muster-army\nversion: 1\nname: Test\nsystem: lethal\ndata: lethal/{data}\n"

Make = Callable[..., Army]


@pytest.fixture
def army(tmp_path: Path) -> Make:
    """Makes an army of a list from the lines of its units and what follows."""

    def make(units: str, more: str = "", data: str = "chaos-space-marines") -> Army:
        path = tmp_path / "army.yaml"
        path.write_text(f"{HEAD.format(data=data)}{more}units:\n{units}", encoding="utf-8")
        return open_army(str(path))

    return make
