"""What keys come to, pressed slowly or all at once: the screens, what they paint, and what is stored."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from difflib import unified_diff
from pathlib import Path

import pytest

from builder.services.games.games import list_games, open_game
from builder.tui.app import MusterApp
from builder.tui.screens.base import ActionScreen
from tests.tui.making import burst, complete, done
from tests.tui.painted import lines

SHOWN_ID = re.compile(r"\[[0-9a-z]{5}\]")
"""An id, drawn at random, by which a sheet tells two units of one name apart."""


class Noon(datetime):
    """A clock that stands still: everything that screens date was written at this time, and it is so still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Noon:
        return cls(2026, 5, 3, 12, tzinfo=tz)

    @classmethod
    def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> Noon:
        return cls.now(tz)


@dataclass(frozen=True)
class Outcome:
    """What a player sees at the end, and what is stored."""

    screens: tuple[str, ...]
    focused: str
    painted: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    logs: tuple[tuple[str, ...], ...]

    def difference(self, other: Outcome) -> str:
        """What is another in the other outcome, line by line; empty where nothing is."""
        return "\n".join(unified_diff([*self._lines()], [*other._lines()], n=0, lineterm=""))

    def _lines(self) -> Iterator[str]:
        yield from (*self.screens, self.focused, *self.painted)
        for name, text in self.files:
            yield from (name, *map(str, text.splitlines()))
        for log in self.logs:
            yield from log


class Bursts:
    """Presses keys on the same armies and games again and again; `home` holds them."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._home, self._monkeypatch = home, monkeypatch
        self._kept = home.with_name(f"{home.name}-kept")
        shutil.copytree(home, self._kept)

    def reset(self) -> None:
        """Put armies and games back to what they were."""
        shutil.rmtree(self._home)
        shutil.copytree(self._kept, self._home)
        self._monkeypatch.chdir(self._home)

    def outcome(
        self, keys: Sequence[str], *, at_once: bool, size: tuple[int, int], army: str | None, game: str | None
    ) -> Outcome:
        """What these keys come to, on a program that begins with a game, an army, or the library."""
        self.reset()
        self._monkeypatch.setattr("builder.scalars.datetime", Noon)
        return asyncio.run(self._run(keys, at_once, size, MusterApp(army, game=game)))

    async def _run(self, keys: Sequence[str], at_once: bool, size: tuple[int, int], app: MusterApp) -> Outcome:
        async with app.run_test(size=size) as pilot:
            if at_once:
                burst(pilot, *keys)
            for key in () if at_once else keys:
                burst(pilot, key)
                await done(pilot)
            await done(pilot)
            for screen in app.screen_stack:
                if isinstance(screen, ActionScreen):
                    screen.notices.clear()
                    screen.noticed.publish(screen.notices)
            await complete(pilot)
            # What is below a dialog is painted with it.
            app.screen.refresh()
            await pilot.pause()
            focused = app.focused.id if app.focused is not None else None
            screens = tuple(type(screen).__name__ for screen in app.screen_stack)
            painted = tuple(SHOWN_ID.sub("[.....]", line) for line in lines(app))
        return Outcome(screens, focused or "", painted, self.files(), self.logs())

    def files(self) -> tuple[tuple[str, bytes], ...]:
        """The files that players have."""
        found = (path for path in sorted(self._home.rglob("*")) if path.suffix in (".yaml", ".txt", ".toml"))
        return tuple((str(path.relative_to(self._home)), _numbered(path.read_bytes())) for path in found)

    @staticmethod
    def logs() -> tuple[tuple[str, ...], ...]:
        """What the logs of all games say."""
        logs = []
        for each in sorted(list_games(), key=lambda game: game.name):
            with open_game(each.id) as session:
                logs.append(tuple(line.text for line in session.log))
        return tuple(logs)


def _numbered(text: bytes) -> bytes:
    """A text with numbers for the ids in it, which are drawn at random."""
    for number, id in enumerate(dict.fromkeys(re.findall(rb"\bid: (\w+)", text))):
        text = re.sub(rb"\b%b\b" % id, b"#%d" % number, text)
    return text
