"""Textual's widgets, for texts that come from files: each text is shown as it is, and no markup is read in it.

Textual takes `[` in a title, a message or a button for markup, which can colour, hide, and bind actions to a click.
Screens and dialogs take their widgets from here and not from Textual, which the linter keeps.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual import containers, widgets
from textual.content import Content
from textual.events import Key


class PlainText:
    """A widget whose titles are plain text; it stands before Textual's own class among the bases."""

    def render_str(self, text_content: str | Content) -> Content:
        """A text as Textual shows it, its brackets as they are."""
        return text_content if isinstance(text_content, Content) else Content(text_content)


class Container(PlainText, containers.Container):
    """Holds widgets."""


class Vertical(PlainText, containers.Vertical):
    """Holds widgets one below the other."""


class Horizontal(PlainText, containers.Horizontal):
    """Holds widgets side by side."""


class Input(PlainText, widgets.Input):
    """A line to write."""


class SearchInput(Input):
    """A line for what is looked for, in which some keys do something instead of being written."""

    @property
    def acts(self) -> Mapping[str, str]:
        """What the screen does at a key, as things stand."""
        return {}

    async def _on_key(self, event: Key) -> None:
        act = self.acts.get(event.key)
        if act is not None:
            event.stop()
            event.prevent_default()
            await self.screen.run_action(act)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether a key is written, and so no key of the screen."""
        return key not in self.acts and super().check_consume_key(key, character)


class Static(PlainText, widgets.Static):
    """Shows a text."""

    def __init__(self, text: str, *, id: str | None = None) -> None:
        super().__init__(text, id=id, markup=False)
