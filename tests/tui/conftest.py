"""A home of its own for every test of the screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.quiet import quiet


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home: no data, settings or states of whoever runs the tests."""
    for variable in ("ARMIES", "DATA", "GAMES", "STATE", "CONFIG"):
        monkeypatch.setenv(f"MUSTER_{variable}", str(tmp_path / variable.lower()))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


@pytest.fixture
def unlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No screen looks by itself at what others have done: when it would is a matter of chance."""
    for module in ("editor", "gameframe"):
        monkeypatch.setattr(f"builder.tui.screens.{module}.LOOK_EVERY", 3600)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressing keys and pausing wait for the app and not for the processor."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", quiet)
