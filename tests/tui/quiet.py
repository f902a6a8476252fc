"""Waiting until an app has done what it was asked for, however long that takes.

Textual itself waits until the processor has been idle for a fiftieth of a second: too long where nothing is to be done,
too short on a machine that has other work. It also paints every change, which takes longer than all that tests do.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app
from textual.screen import Screen

from builder.tui.typeahead import TypeaheadApp

MOST = 180
"""Seconds after which a test fails where something never ends: far longer than anything takes on a loaded machine."""


_render_update = Compositor.render_update


def paint_pictures_alone(
    compositor: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """Paint nothing for a terminal that is not there: tests that look at a screen ask for it (`painted`)."""
    if full:
        return _render_update(compositor, full, screen_stack, simplify)
    compositor._dirty_regions.clear()
    return None


async def quiet(*_: float) -> None:
    """Wait until the app is at rest."""
    app = app_that_runs()
    end = monotonic() + MOST
    await asyncio.sleep(0.001)  # A key that was pressed is on its way only now.
    turns = 0
    while app.screen_stack and not app._exit and not app.is_at_rest and monotonic() < end:
        app.lay_out()
        turns += 1
        await asyncio.sleep(0 if turns < 20 else 0.001)


async def at_once(*_: object, **__: object) -> bool:
    """Wait for no widget: one that is taken down meanwhile would never say that it is done."""
    return True


def app_that_runs() -> TypeaheadApp:
    """The app that the test runs."""
    app = active_app.get()
    assert isinstance(app, TypeaheadApp)
    return app
