"""Plain values written as YAML: small parts on one line in brackets, every text so that it is read back as it was."""

from __future__ import annotations

import re
from typing import IO

import yaml

from builder.datafiles.text.source import Value

WIDTH = 120
"""A part in brackets is no longer than this."""

BLOCKS = frozenset({"units", "forces"})
"""The lists whose items stand below each other, one field a line, however small they are."""

_TEXT = "tag:yaml.org,2002:str"
_NULL = "tag:yaml.org,2002:null"


class _Resolver(yaml.resolver.BaseResolver):
    """Knows that texts which our reader takes for nothing need quotes, and nothing else."""


_Resolver.add_implicit_resolver(_NULL, re.compile(r"^(?:~|null|)$"), ["~", "n", ""])


class _Dumper(yaml.emitter.Emitter, yaml.serializer.Serializer, _Resolver):
    def __init__(self, stream: IO[str], **_options: object) -> None:
        yaml.emitter.Emitter.__init__(self, stream, allow_unicode=True, width=1_000_000)
        yaml.serializer.Serializer.__init__(self)
        _Resolver.__init__(self)

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def written(value: Value, column: int = 0, *, flow: bool = False) -> list[str]:
    """The lines of a value that begins in a column (from 0); in brackets if `flow` asks for it and it fits."""
    node = _node(value, column, flow and _fits(value, column))
    text: str = yaml.serialize(node, Dumper=_Dumper)
    return [(" " * column + line).rstrip() for line in text.removesuffix("\n").split("\n")]


def _node(value: Value, column: int, flow: bool, block: bool = False) -> yaml.Node:
    if isinstance(value, dict):
        pairs = [
            (
                _scalar(name),
                _node(item, column + 2, flow or _fits(item, column), name in BLOCKS),
            )
            for name, item in value.items()
        ]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=flow)
    if isinstance(value, list):
        items = [_node(item, column + 2, flow or (not block and _fits(item, column))) for item in value]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=flow or not value)
    return _scalar(value, flow) if value is not None else yaml.ScalarNode(_NULL, "")


def _scalar(text: str, flow: bool = False) -> yaml.ScalarNode:
    """A text as it is, as a block of lines where it has several, in quotes where nothing else keeps it."""
    lines = text.split("\n")
    if len(lines) > 1 and not flow and all(line == line.rstrip() and line.isprintable() for line in lines) and lines[0]:
        return yaml.ScalarNode(_TEXT, text, style="|")
    quoted = text.splitlines() != [text] or text.startswith("'")
    return yaml.ScalarNode(_TEXT, text, style='"' if quoted else None)


def _fits(value: Value, column: int) -> bool:
    """Whether a value is small enough to stand in brackets: short, without lists of mappings below it."""
    if isinstance(value, (str, type(None))):
        return value is None or "\n" not in value
    if isinstance(value, dict) and not all(_fits(item, column) for item in value.values() if isinstance(item, str)):
        return False
    if any(name in value for name in ("choices", *BLOCKS)) and isinstance(value, dict):
        return False
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return False
    return column + len(str(value).replace("'", "")) <= WIDTH
