"""The stores whose games are served: each test of several servers is done with each."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.resources import STORE_VARIABLE
from tests.store.postgres import postgres

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def any_store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep games and seats in a store of the test's own."""
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    if request.param == "postgres":
        monkeypatch.setenv(STORE_VARIABLE, request.getfixturevalue("postgres").new())
