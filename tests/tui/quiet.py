"""Waiting until an app has done what it was asked for, however long that takes.

Textual itself waits until the processor has been idle for a fiftieth of a second: too long where nothing is to be done,
too short on a machine that has other work.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from textual._context import active_app

from builder.tui.typeahead import TypeaheadApp

MOST = 600
"""Seconds after which a test fails where something never ends: far longer than anything takes on a loaded machine."""


async def quiet(*_: float) -> None:
    """Wait until the app is at rest, and all that it changed is painted."""
    app = active_app.get()
    assert isinstance(app, TypeaheadApp)
    end = monotonic() + MOST
    await asyncio.sleep(0.001)  # A key that was pressed is on its way only now.
    while app.screen_stack and not app._exit and monotonic() < end:
        if app.is_at_rest:
            if not app.screen._dirty_widgets and not app.screen._repaint_required:
                return
            app.screen._on_timer_update()
        else:
            app.lay_out()
        await asyncio.sleep(0.001)
