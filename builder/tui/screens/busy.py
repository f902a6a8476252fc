"""A screen that does what may take long, tells how far it is, and stops it where the player wants that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from textual import on
from textual.message import Message

from builder.errors import InputError, MusterError
from builder.inputs import barred, progress_to
from builder.tui.screens.base import ActionScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.lines import Line, TextLines

T = TypeVar("T")


class BusyScreen(ActionScreen):
    """Does one thing at a time that may take long; `busy` says in words what it is."""

    @dataclass
    class Progressed(Message):
        """How far something is."""

        words: str

    def __init__(self) -> None:
        super().__init__()
        self.busy = ""
        self._stopped = False

    async def done(self, words: str, do: Callable[[], T]) -> T | None:
        """What comes of something that may take a while; None, and a message, if it cannot be done or was stopped."""
        self.busy, self._stopped = words, False
        self._say_busy(f"{words} …")
        self.refresh_bindings()
        try:
            with progress_to(self.tell, after=0):
                come = await self.unless_left(asyncio.to_thread(do))
            self.say("")
            return come
        except MusterError as error:
            self.fail(error)
            return None
        finally:
            self.busy = ""
            self.refresh_bindings()

    def stop(self) -> bool:
        """Stop what goes on; whether anything does."""
        if self.busy:
            self._stopped = True
            self.say(f"{self.busy}: it stops …")
        return bool(self.busy)

    def tell(self, words: str) -> None:
        """Tell how far something is, from the thread that does it; stop that where the player wants it.

        Raises:
            InputError: it is stopped.
        """
        if self._stopped:
            raise InputError("it is stopped; nothing was changed")
        self.post_message(self.Progressed(words))

    @on(Progressed)
    def _progress(self, progress: Progressed) -> None:
        if self.busy:
            self._say_busy(barred(f"{self.busy}: {progress.words}"))
        else:
            self.say(barred(progress.words))

    def _say_busy(self, words: str) -> None:
        """Tell how far something is, which Escape stops."""
        stops = keyed("  {data.back} stops it ")
        self.query_one("#said", TextLines).show(Line(((f" {words}", "dim"),), ((stops, "dim"),)))
