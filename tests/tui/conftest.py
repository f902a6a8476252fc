"""A home of its own for every test of the screens, and a game for those that play one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from tests.tui.gaming import NAME
from tests.tui.making import Play, complete
from tests.tui.quiet import at_once, paint_pictures_alone, quiet


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
    for module in ("editor", "game"):
        monkeypatch.setattr(f"builder.tui.screens.{module}.LOOK_EVERY", 3600)


@pytest.fixture(autouse=True)
def unworked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What choices change is worked out only in tests that look at it: when it would be is a matter of chance."""
    monkeypatch.setattr("builder.tui.screens.editor_details.RESTED", 3600)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressing keys and pausing wait for the app and not for the processor."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", quiet)
    monkeypatch.setattr(Pilot, "_wait_for_screen", at_once)
    monkeypatch.setattr(Compositor, "render_update", paint_pictures_alone)


@pytest.fixture(autouse=True, scope="session")
def styles() -> Iterator[None]:
    """The style sheet of each widget is parsed for the first app that shows it, and is known to all after that."""
    parse = Stylesheet._parse_rules
    parsed: dict[tuple[Any, ...], list[RuleSet]] = {}

    def kept(sheet: Stylesheet, css: str, *about: Any, **more: Any) -> list[RuleSet]:
        key = (frozenset(sheet._variables.items()), css, *about, *more.values())
        if key not in parsed:
            parsed[key] = parse(sheet, css, *about, **more)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", kept)
        yield


class SnapCompare(Protocol):
    """Compare a screen with the picture of it that is kept."""

    def __call__(self, app: MusterApp, kind: type[Screen[Any]], act: Play, size: tuple[int, int]) -> bool: ...


@pytest.fixture
def snap_compare(snap_compare: Callable[..., bool]) -> SnapCompare:
    """The fixture of this name as pytest-textual-snapshot has it, but for screens that are complete alone."""

    def compare(app: MusterApp, kind: type[Screen[Any]], act: Play, size: tuple[int, int]) -> bool:
        async def whole(pilot: Pilot[None]) -> None:
            await act(pilot)
            await complete(pilot, kind)

        return snap_compare(app, run_before=whole, terminal_size=size)

    return compare


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with one of two starter armies in it, just begun."""
    folder = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(folder))
        patch.setenv("MUSTER_PLAYER", "Ann")
        new_game("space-marines-1000", "orks-1000", NAME).close()
    return folder


@pytest.fixture
def games(begun: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which the test plays."""
    shutil.copytree(begun, home / "games")
    monkeypatch.setenv("MUSTER_PLAYER", "Ann")
    return home / "games"


@pytest.fixture
def game(games: Path) -> MusterApp:
    """The app with that game open."""
    return MusterApp(game=NAME)
