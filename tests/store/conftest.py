"""The stores that games are kept in: each test of what all of them do is done with each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builder.store.logs import GameStore
from builder.store.postgres import PostgresStore
from builder.store.sqlite import SqliteStore
from tests.store.postgres import postgres

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], GameStore]]:
    """Open a store as another program would: all that are opened so have the same games."""
    with contextlib.ExitStack() as stack:
        address = request.getfixturevalue("postgres").new() if request.param == "postgres" else ""

        def open_one() -> GameStore:
            store = PostgresStore(address) if address else SqliteStore(tmp_path / "data" / "games.sqlite")
            return stack.enter_context(contextlib.closing(store))

        yield open_one
