"""XML as BattleScribe lays it out: two spaces for each level, text beside its tags, signs of XML as entities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\r": "&#13;"}
_IN_TEXT = str.maketrans(_SIGNS)
# A reader of XML makes a space of a plain line break or tab in an attribute.
_IN_ATTRIBUTE = str.maketrans({**_SIGNS, "\n": "&#10;", "\t": "&#9;"})
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold: control signs and halves of signs."""


@dataclass(frozen=True, slots=True)
class Node:
    """An element to be written; attributes that are None are left out."""

    tag: str
    attributes: Mapping[str, str | None]
    nodes: tuple[Node, ...] = ()
    text: str = ""


def write_xml(root: Node) -> bytes:
    """The document in UTF-8, without a line break at its end."""
    return "\n".join((HEAD, *_lines(root, ""))).encode()


def _lines(node: Node, indent: str) -> Iterator[str]:
    given = ((name, value) for name, value in node.attributes.items() if value is not None)
    opening = f"{indent}<{node.tag}" + "".join(f' {name}="{_clean(value, _IN_ATTRIBUTE)}"' for name, value in given)
    if node.nodes:
        yield f"{opening}>"
        for child in node.nodes:
            yield from _lines(child, indent + "  ")
        yield f"{indent}</{node.tag}>"
    elif node.text:
        yield f"{opening}>{_clean(node.text, _IN_TEXT)}</{node.tag}>"
    else:
        yield f"{opening}/>"


def _clean(text: str, table: dict[int, str]) -> str:
    return _IMPOSSIBLE.sub("", text).translate(table)
