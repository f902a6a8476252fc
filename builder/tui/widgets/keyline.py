"""The last line of every screen: the keys that do something now."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click
from textual.strip import Strip
from textual.widget import Widget

from builder.tui.actions import ACTIONS, key_name

GAP = 2
LAST = ("app.palette", "app.help", "app.quit")
"""Stand at the end of the line, however little room there is."""


class KeyLine(Widget):
    """Names the keys that do something now, as many as there is room for; a click does it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keyline--key", "keyline--label"}
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        """Keep up with what is possible."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def _fitting(self) -> list[tuple[int, int, str, Binding]]:
        """The keys to show: where each begins, its line, its words, what it does."""
        possible = {key: active.binding for key, active in self.screen.active_bindings.items() if active.enabled}
        shown: dict[str, Binding] = {}
        for action in ACTIONS:
            keys = [key for key, binding in possible.items() if binding.id == action.id]
            own = next((key for key in action.keys.split(",") if key in keys), next(iter(keys), None))
            if own is not None and action.footer:
                shown[action.id] = possible[own]
        first = [binding for id, binding in shown.items() if id not in LAST]
        last = [shown[id] for id in LAST if id in shown]
        placed: list[tuple[int, int, str, Binding]] = []
        end, bottom, x, y = self.size.width, max(0, self.size.height - 1), 1, 0
        kept = sum(_width(binding) for binding in last)
        for binding in first:
            width = _width(binding)
            if x + width > end - (kept if y == bottom else 0) and y < bottom:
                x, y = 1, y + 1
            if x + width > end - (kept if y == bottom else 0):
                break
            placed.append((x, y, key_name(binding.key), binding))
            x += width
        for binding in last:
            if x + _width(binding) - GAP > end and y < bottom:
                x, y = 1, y + 1
            placed.append((x, y, key_name(binding.key), binding))
            x += _width(binding)
        return placed

    def render_line(self, y: int) -> Strip:
        """The line itself, or one of its lines where it has several."""
        style = self.rich_style
        key_style = self.get_component_rich_style("keyline--key")
        label_style = self.get_component_rich_style("keyline--label")
        segments = [Segment(" ", style)]
        for key, binding in [(key, binding) for _, line, key, binding in self._fitting() if line == y]:
            segments += [
                Segment(key, key_style),
                Segment(f" {binding.description}", label_style),
                Segment(" " * GAP, style),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, style)

    async def on_click(self, event: Click) -> None:
        """Do what the clicked key does."""
        for x, y, _, binding in self._fitting():
            if y == event.y and x <= event.x < x + _width(binding) - GAP:
                self.app.simulate_key(binding.key)
                return


def _width(binding: Binding) -> int:
    return cell_len(key_name(binding.key)) + 1 + cell_len(binding.description) + GAP
