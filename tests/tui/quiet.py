"""Waiting until an app has done what it was asked for, however long that takes.

Textual itself waits until the processor has been idle for a fiftieth of a second: too long where nothing is to be done,
too short on a machine that has other work.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

from textual._context import active_app
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

MOST = 60
"""Seconds after which a test goes on, and fails, where something never ends."""


async def quiet(*_: float) -> None:
    """Wait until every message is handled, and all that they changed is painted."""
    app: App[object] = active_app.get()
    end = monotonic() + MOST
    await asyncio.sleep(0.001)  # A key that was pressed is on its way only now.
    while app.screen_stack and not app._exit and monotonic() < end:
        busy = any(_is_busy(pump) for pump in (app, *app.screen.walk_children(with_self=True)))
        if not busy and not _is_stale(app.screen):
            return
        if not busy:
            app.screen._on_timer_update()
        await asyncio.sleep(0.001)


def _is_busy(pump: MessagePump) -> bool:
    """Whether messages are waiting or being handled: else it waits for the next one."""
    ready: Any = pump._message_queue.ready_event
    return pump.is_running and bool(ready.is_set() or not ready._waiters or pump._next_callbacks)


def _is_stale(screen: Screen[object]) -> bool:
    """Whether something is to be painted, or to be done once that is painted."""
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
