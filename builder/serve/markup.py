"""HTML made of elements: every text is escaped, unless it is HTML itself."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TypeAlias

from builder.text import clean

_VOID = frozenset({"br", "hr", "input", "link", "meta"})


class Html(str):
    """HTML that is finished; any other text is escaped where it stands in an element."""

    __slots__ = ()


Child: TypeAlias = str | Iterable["Child"] | None
"""What stands in an element: a text or an element, several of them one after another, or nothing."""
Attribute: TypeAlias = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element.

    Args:
        name: its name.
        children: what stands in it.
        attributes: by their names, an underline in the place of each hyphen and behind words of Python (`class_`);
            True for one without a value, False or None for none.
    """
    written = "".join(_attribute(each, value) for each, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{together(*children)}</{name}>")


def together(*children: Child) -> Html:
    """Elements and texts one after another."""
    return Html("".join(map(_written, children)))


def document(head: Html, body: Html) -> str:
    """A whole page."""
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'


def _written(child: Child) -> str:
    if child is None or isinstance(child, Html):
        return child or ""
    return html.escape(clean(child)) if isinstance(child, str) else together(*child)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(clean(str(value)))}"'
