"""Systems are found by name, and a name is taken once."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from builder import plugins
from builder.errors import InputError
from builder.systems.registry import load_system, system_ids, usable_systems


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """What packages register."""
    found = [
        EntryPoint("lethal", "builder.systems.lethal:SYSTEM", plugins.GROUP),
        EntryPoint("diceless", "builder.systems.diceless:SYSTEM", plugins.GROUP),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda: EntryPoints(found))
    forget()
    yield found
    forget()


def forget() -> None:
    """Look for packages anew."""
    plugins.every_point.cache_clear()
    plugins.registered.cache_clear()
    plugins.data_folders.cache_clear()
    load_system.cache_clear()


def test_a_name_that_is_taken_is_refused_and_the_others_go_on(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("diceless", "theirs:SYSTEM", plugins.GROUP))
    with pytest.raises(InputError, match=r"'diceless' is taken: .*builder\.systems.* and .*theirs"):
        load_system("diceless")
    assert system_ids() == ("lethal",) and load_system("lethal").id == "lethal"


def test_a_package_that_is_found_twice_takes_its_name_once(points: list[EntryPoint]) -> None:
    points.append(EntryPoint("diceless", "builder.systems.diceless:SYSTEM", plugins.GROUP))
    assert system_ids() == ("diceless", "lethal") and load_system("diceless").id == "diceless"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no_such_package:SYSTEM", "No module named 'no_such_package'"),
        ("builder.systems.diceless:NOTHING", "NOTHING"),
        ("builder.systems.parameters:keys_named", "it has no id, name"),
        ("builder.systems.lethal:SYSTEM", "it calls itself 'lethal'"),
    ],
)
def test_a_package_that_is_damaged_or_made_for_another_version_is_named(
    points: list[EntryPoint], value: str, told: str
) -> None:
    points.append(EntryPoint("odd", value, plugins.GROUP))
    with pytest.raises(InputError, match=rf"system 'odd' of the package \w+ cannot be used: .*{told}.*; install"):
        load_system("odd")
    assert [system.id for system in usable_systems()] == ["diceless", "lethal"]
