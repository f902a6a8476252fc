"""Systems are found by name, and a name is taken once."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from builder.errors import InputError
from builder.systems import registry
from builder.systems.registry import load_system, system_ids


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """What packages register."""
    found = [
        EntryPoint("lethal", "builder.systems.lethal:SYSTEM", registry.GROUP),
        EntryPoint("diceless", "builder.systems.diceless:SYSTEM", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    load_system.cache_clear()
    return found


def test_a_name_that_is_taken_is_refused_and_the_others_go_on(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("diceless", "theirs:SYSTEM", registry.GROUP))
    with pytest.raises(InputError, match=r"'diceless' is taken: .*builder\.systems.* and .*theirs"):
        load_system("diceless")
    assert system_ids() == ("lethal",) and load_system("lethal").id == "lethal"


def test_a_package_that_is_found_twice_takes_its_name_once(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("diceless", "builder.systems.diceless:SYSTEM", registry.GROUP))
    assert system_ids() == ("diceless", "lethal") and load_system("diceless").id == "diceless"
