"""Waiting until an app has done what it was asked for, however long that takes.

Textual itself waits until the processor has been idle for a fiftieth of a second: too long where nothing is to be done,
too short on a machine that has other work.
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

MOST = 600
"""Seconds after which a test fails where something never ends: far longer than anything takes on a loaded machine."""


_render_update = Compositor.render_update


def render_at_rest(
    compositor: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """Paint what is dirty once the app is at rest: what was painted before, nobody would see."""
    if full or app_that_runs().is_at_rest:
        return _render_update(compositor, full, screen_stack, simplify)
    return None


async def at_rest(*_: float) -> None:
    """Wait until the app has done what a key asked for; what the next key changes again, nobody needs painted."""
    await _until_at_rest(paint=False)


async def quiet(*_: float) -> None:
    """Wait until the app is at rest, and all that it changed is painted."""
    await _until_at_rest(paint=True)


async def _until_at_rest(*, paint: bool) -> None:
    app = app_that_runs()
    end = monotonic() + MOST
    await asyncio.sleep(0.001)  # A key that was pressed is on its way only now.
    while app.screen_stack and not app._exit and monotonic() < end:
        if app.is_at_rest:
            screen = app.screen
            if not (paint and (screen._dirty_widgets or screen._repaint_required or screen._compositor._dirty_regions)):
                return
            screen._on_timer_update()
            screen._compositor_refresh()
        else:
            app.lay_out()
        await asyncio.sleep(0.001)


async def at_once(*_: object, **__: object) -> bool:
    """Wait for no widget: one that is taken down meanwhile would never say that it is done."""
    return True


def app_that_runs() -> TypeaheadApp:
    """The app that the test runs."""
    app = active_app.get()
    assert isinstance(app, TypeaheadApp)
    return app
