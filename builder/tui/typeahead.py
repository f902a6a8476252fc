"""Keys typed ahead: each waits until all that the keys before it have set off is done, and acts on what came of it.

So does a click behind keys that wait: it would else overtake letters that were typed before it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from textual import work
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.dom import DOMNode
from textual.events import Event, Key, MouseDown, MouseUp, Paste
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker, get_current_worker

from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.line_pane import LinePane

BACKGROUND = frozenset({"count", "keep", "look", "mends", "save", "typeahead"})
"""Groups of workers that no key waits for: what they find is shown when it is there, and no key acts on it."""

READING = "reading"
"""The group of workers that lay out a text to be read, or do what takes long; Escape leaves or stops them at once."""

URGENT = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that wait for no work, so that the program can always be ended; a second one goes before all that wait."""

POLL = 0.001
"""Seconds between two looks whether all is done, while a key waits."""


ESCAPE = "\x1b"
SEQUENCES = ("\x1b[", "\x1bO", "\x1b\x1b", "\x1b\t", "\x1b\x7f")
"""What more of a key may follow, and what is a key itself: Shift+Tab, and Alt+Backspace, which deletes a word."""

ENTER, LINE_END = "\r", "\n"
"""Enter, and what a terminal makes of it while the program that is to have it is still being started."""


class TypedKeys(XTermParser):
    """Keys from what a terminal writes, where it writes Escape and a key close behind it.

    It writes the same for Alt and that key. No action has Alt with a letter, figure or sign, so both are keys of their
    own: Textual would lose the Escape, or take it and a figure for another sign.
    """

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        if len(sequence) == 2 and sequence[0] == ESCAPE and sequence not in SEQUENCES:
            sequence, alt = sequence[1], True
        if alt:
            yield Key("escape", ESCAPE)
        if sequence == LINE_END:
            sequence = ENTER
        yield from super()._sequence_to_key_events(sequence)


class TypeaheadApp(App[None]):
    """An app whose keys act as if they were pressed slowly, however fast they come.

    Textual hands a key to whatever has the focus as soon as the key arrives, while a screen that an earlier key opened
    is still being made. Here keys and pasted text are handed on one at a time, each when the app is at rest: every
    message is handled, every screen is made and laid out, and every worker has ended, but for those that do not matter
    to keys and those that wait for the player's answer in a dialog.
    """

    def __init__(self) -> None:
        super().__init__()
        # Each of Textual's drivers makes its parser where it reads; none lets an app bring its own.
        setattr(sys.modules[self.driver_class.__module__], XTermParser.__name__, TypedKeys)
        self._typed: deque[Key | Paste | MouseDown | MouseUp] = deque()
        self._asking: dict[Worker[Any], Screen[Any]] = {}
        self._pressed: MouseDown | None = None
        self._pressed_on: Screen[Any] | None = None
        self._is_second = False

    # -- keys ------------------------------------------------------------------------
    async def on_event(self, event: Event) -> None:
        """Handle an event; a key, or pasted text, once it is its turn."""
        if isinstance(event, MouseDown | MouseUp) and not event.is_forwarded:
            if self._typed:
                self._typed.append(event)
            else:
                await self._click(event)
            return
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        if self._typed:
            if _is_urgent(event) and any(map(_is_urgent, self._typed)):
                self._typed.clear()
                await super().on_event(event)
            else:
                self._typed.append(event)
        elif not self._has_messages and self._is_ready_for(event):
            await self._take(event)
        else:
            self._typed.append(event)
            self._hand_on()

    async def _click(self, event: MouseDown | MouseUp) -> None:
        """Hand on a click, but for one that was meant for another screen."""
        if not self._is_for_another(event):
            await super().on_event(event)

    def _is_for_another(self, event: MouseDown | MouseUp) -> bool:
        """Whether it is the second of two clicks whose first has led to another screen, or chose something here.

        It does nothing then: where the first was may be another row by now, or another pane.
        """
        if isinstance(event, MouseUp):
            return self._is_second or self.screen is not self._pressed_on
        before, self._pressed = self._pressed, event
        if before is None or before.screen_offset != event.screen_offset:
            again = False
        else:
            again = event.time - before.time <= self.CLICK_CHAIN_TIME_THRESHOLD
        if not again:
            self._pressed_on = self.screen
        chose = again and before is not None and any(_has_chosen(pane, before) for pane in self.screen.query(LinePane))
        self._is_second = chose or (again and self.screen is not self._pressed_on)
        return self._is_second

    @work(group="typeahead")
    async def _hand_on(self) -> None:
        """Hand on what was typed, each key when all before it is done."""
        while self._typed:
            while not (self.is_idle and self._typed and self._is_ready_for(self._typed[0])):
                self.lay_out()
                await asyncio.sleep(POLL)
                if not self._typed:
                    return
            # The app's own task does it, as it does with a key that need not wait.
            event = self._typed.popleft()
            if isinstance(event, MouseDown | MouseUp):
                self.call_later(self._click, event)
            else:
                self.call_later(self._take, event)

    async def _take(self, event: Key | Paste) -> None:
        """Do what a key or a pasted text is for.

        A key that no widget around the one with the focus hears would else pass all of them, each on a task of its own,
        before its action is looked for. Escape is heard by any screen, which ends a selection of text.
        """
        around = (self.focused or self.screen).ancestors_with_self
        if isinstance(event, Paste) or not self.app_focus or event.key == "escape" or any(map(_hears_keys, around)):
            await super().on_event(event)
        elif not await self._check_bindings(event.key, priority=True):
            await self._check_bindings(event.key)

    # -- rest ------------------------------------------------------------------------
    @property
    def is_idle(self) -> bool:
        """Whether the app itself has no message to handle, and handles none."""
        return not _is_busy(self)

    @property
    def is_at_rest(self) -> bool:
        """Whether all that was typed is done, with everything that came of it."""
        return not self._typed and self.is_idle and self._is_ready_for(None)

    def _is_ready_for(self, event: Event | None) -> bool:
        """Whether a key would act on what the keys before it have brought about."""
        return not (
            any(_is_stale(screen) or _is_behind(screen) for screen in self.screen_stack)
            or (not _is_urgent(event) and any(self._is_awaited(worker, event) for worker in self.workers))
            or any(_is_busy(node) for screen in self.screen_stack for node in screen.walk_children(with_self=True))
        )

    @property
    def _has_messages(self) -> bool:
        """Whether there are messages behind the one that is being handled."""
        return bool(self.message_queue_size or self._next_callbacks)

    def _is_awaited(self, worker: Worker[Any], event: Event | None) -> bool:
        """Whether a key waits for a worker, which it does not where the worker waits for keys itself."""
        if worker.is_finished or worker.group in BACKGROUND:
            return False
        if worker.group == READING and isinstance(event, Key) and event.key == "escape":
            return False
        return self._asking.get(worker) not in self.screen_stack

    def lay_out(self) -> None:
        """Lay out what is to be laid out, rather than with the next frame."""
        for screen in filter(_is_stale, self.screen_stack):
            screen._on_timer_update()

    async def push_screen_wait(self, screen: Any, *, mode: str | None = None) -> Any:
        """Push a dialog and wait for its answer; keys do not wait for who does so."""
        worker = get_current_worker()
        self._asking[worker] = screen
        try:
            return await super().push_screen_wait(screen, mode=mode)
        finally:
            del self._asking[worker]

    def is_asking(self, group: str) -> bool:
        """Whether a worker of a group waits for the player's answer in a dialog."""
        return any(worker.group == group and screen in self.screen_stack for worker, screen in self._asking.items())


# Textual says of none of this in public whether it is so; what is asked for here is as small as it can be.


def _is_busy(pump: MessagePump) -> bool:
    """Whether messages are waiting or being handled, or it is still being made."""
    ready: Any = pump._message_queue.ready_event
    if not pump.is_running:
        return not (pump._is_mounted or pump._closing or pump._closed)
    # It waits at its queue for the next message unless it handles one.
    return bool(ready.is_set() or not ready._waiters or pump._next_callbacks)


def _has_chosen(pane: LinePane[Any], press: MouseDown) -> bool:
    return pane.chose_at >= press.time


def _hears_keys(node: DOMNode) -> bool:
    """Whether a widget does something at keys beside what its bindings say."""
    return hasattr(node, "on_key") or (isinstance(node, Widget) and type(node)._on_key is not Widget._on_key)


def _is_stale(screen: Screen[Any]) -> bool:
    """Whether widgets are to be laid out, or something is to be done once they are."""
    return screen.is_current and bool(
        screen._layout_required or screen._scroll_required or screen._recompose_required or screen._callbacks
    )


def _is_behind(screen: Screen[Any]) -> bool:
    return isinstance(screen, ActionScreen) and screen.is_behind


def _is_urgent(event: Event | None) -> bool:
    return isinstance(event, Key) and event.key in URGENT
