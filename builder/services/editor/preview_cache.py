"""How an army looked when it was last evaluated: shown at the next start, until it is evaluated again."""

from __future__ import annotations

from collections.abc import Callable

from builder.cache import remembered
from builder.errors import InputError
from builder.services.army.locator import locate_army
from builder.services.editor.view import EditorView
from builder.services.files import STANDARD, read_army_source


class _UnknownError(Exception):
    pass


def cached_view(source: str) -> EditorView | None:
    """The picture of an army file, or a starter army, as it is now; None where it was never evaluated so."""

    def unknown() -> EditorView:
        raise _UnknownError

    if source == STANDARD:
        return None
    try:
        return _kept(read_army_source(locate_army(source).path)[0], unknown)
    except (InputError, _UnknownError):
        return None


def remember_view(data: bytes, picture: EditorView) -> None:
    """Remember what an army file with these bytes looks like."""
    _kept(data, lambda: picture)


def _kept(data: bytes, make: Callable[[], EditorView]) -> EditorView:
    return remembered(EditorView, (data,), make)
