"""Values written as YAML, and a YAML file changed where its values change: every other line stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import IO

import yaml

from builder.datafiles.text.source import Path, Value

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
    """Return the lines of a value that begins in a column (from 0); in brackets if `flow` asks for it and it fits."""
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
    """Return a text as it is, as a block of lines where it has several, in quotes where nothing else keeps it."""
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


Keys = Mapping[Path, str]
"""The ids of mappings in lists, by their place in the file, also of those that the file gives none."""


_COMMENT = re.compile(r"(?<!\s)\s+#.*$")
"""A comment at the end of a line, with the blanks before it."""


_ANY_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)


class LayoutError(Exception):
    """The file is laid out so that no part of it can be changed by itself."""


def patched(text: str, old: Value, new: Value, keys: Keys) -> str:
    """Return the text with the value `old` changed so that it reads as `new`.

    Mappings in lists are the same when their ids are; those of `new` carry theirs in the field `id`.

    Raises:
        LayoutError: it is laid out so that this cannot be done.
    """
    if not isinstance(old, dict) or not isinstance(new, dict):
        raise LayoutError
    ending = "\r\n" if "\r\n" in text else "\n"
    if ending == "\r\n" and text.count("\n") != text.count("\r\n"):
        raise LayoutError
    plain = text.replace("\r\n", "\n")
    root = yaml.compose(plain, Loader=yaml.CSafeLoader)
    lines = _Lines(plain.split("\n"), keys)
    if not isinstance(root, yaml.MappingNode):
        raise LayoutError
    made = lines.mapping(root, old, new, (), 0)
    return ending.join([*made, *lines.lines[lines.last(root) + 1 :]])


def comments_of(text: str) -> list[str]:
    """Return the comments of a YAML text; what looks like one inside a text of several lines or in quotes is none."""
    outside, end = [], 0
    for token in yaml.scan(text, Loader=yaml.CSafeLoader) if "#" in text else ():
        if isinstance(token, yaml.ScalarToken) and token.style:
            outside.append(text[end : token.start_mark.index])
            end = token.end_mark.index
    return _ANY_COMMENT.findall("".join((*outside, text[end:])))


class _Lines:
    def __init__(self, lines: list[str], keys: Keys) -> None:
        self.lines, self.keys = lines, keys

    def mapping(
        self, node: yaml.MappingNode, old: dict[str, Value], new: dict[str, Value], path: Path, first: int
    ) -> list[str]:
        """Return the lines of a mapping from line `first` on, changed."""
        column = node.start_mark.column
        if node.flow_style:
            raise LayoutError
        made: dict[str, list[str]] = {}
        loose: list[str] = []
        for key, value in node.value:
            start, end = key.start_mark.line, self.last(value, key)
            if start < first or key.start_mark.column != column:
                raise LayoutError
            loose, gap = [], [*loose, *self.lines[first:start]]
            name = key.value
            if name not in new:
                loose = [line for line in gap if line.strip()]
            elif old[name] == new[name]:
                made[name] = [*gap, *self.lines[start : end + 1]]
            else:
                made[name] = [*gap, *self.changed(key, value, old[name], new[name], (*path, name))]
            first = end + 1
        out: list[str] = []
        for name in _ordered(list(made), list(new)):
            out.extend(made[name] if name in made else written({name: new[name]}, column))
        return [*out, *loose]

    def changed(self, key: yaml.Node, node: yaml.Node, old: Value, new: Value, path: Path) -> list[str]:
        """Return the lines of a field whose value changes."""
        start, end = key.start_mark.line, self.last(node, key)
        if isinstance(node, yaml.MappingNode) and not node.flow_style and isinstance(old, dict):
            if isinstance(new, dict) and node.start_mark.line > start:
                return [self.lines[start], *self.mapping(node, old, new, path, start + 1)]
        elif isinstance(node, yaml.SequenceNode) and not node.flow_style and isinstance(old, list):
            keyed = bool(new) and all((*path, index) in self.keys for index in range(len(old)))
            if keyed and isinstance(new, list) and node.start_mark.line > start:
                return [self.lines[start], *self.sequence(node, old, new, path, start + 1)]
        made = written({key.value: new}, key.start_mark.column)
        if start == end and len(made) == 1:
            return [made[0] + self.tail(node, key)]
        comments = [line for line in self.lines[start : end + 1] if line.lstrip().startswith("#")]
        return made if new else [*made, *comments]

    def sequence(
        self, node: yaml.SequenceNode, old: list[Value], new: list[Value], path: Path, first: int
    ) -> list[str]:
        """Return the lines of a list of mappings from line `first` on, changed."""
        dash = node.start_mark.column
        wanted = {_id(item): item for item in new}
        chunks: dict[str, tuple[list[str], list[str]]] = {}
        spaced, loose = [], list[str]()
        for index, item in enumerate(node.value):
            start, end = item.start_mark.line, self.last(item)
            if start < first or self.lines[start][dash : dash + 1] != "-":
                raise LayoutError
            gap = [*loose, *self.lines[first:start]]
            loose, first = [], end + 1
            spaced.append("" in gap)
            id, place = self.keys[*path, index], (*path, index)
            if id not in wanted:
                loose = [line for line in gap if line.strip()]
            else:
                chunks[id] = (gap, self.item(item, old[index], wanted[id], place, dash))
        apart = len(spaced) > 1 and sum(spaced[1:]) * 2 >= len(spaced) - 1
        out: list[str] = []
        for id, item in wanted.items():
            gap, content = chunks.get(id) or ([], _dashed(written(item, dash + 2), dash))
            if not out:
                gap = gap[next((n for n, line in enumerate(gap) if line.strip()), len(gap)) :]
            elif apart and not any(not line.strip() for line in gap):
                gap = ["", *gap]
            out.extend((*gap, *content))
        return [*out, *loose]

    def item(self, node: yaml.Node, old: Value, new: Value, path: Path, dash: int) -> list[str]:
        """Return the lines of a mapping in a list, with its dash."""
        start, end = node.start_mark.line, self.last(node)
        if old == new:
            return self.lines[start : end + 1]
        if (
            isinstance(node, yaml.MappingNode)
            and not node.flow_style
            and isinstance(old, dict)
            and isinstance(new, dict)
        ):
            self.lines[start] = self.lines[start][:dash] + " " + self.lines[start][dash + 1 :]
            return _dashed(self.mapping(node, old, new, path, start), dash)
        made = _dashed(written(new, dash + 2, flow=isinstance(node, yaml.MappingNode)), dash)
        return [made[0] + self.tail(node, node)] if start == end and len(made) == 1 else made

    def tail(self, node: yaml.Node, key: yaml.Node) -> str:
        """Return what stands on a line behind a value: a comment."""
        mark = key.end_mark if _is_nothing(node) else node.end_mark
        rest = self.lines[mark.line][mark.column :]
        comment = _COMMENT.search(rest)
        return comment.group() if comment else ""

    def last(self, node: yaml.Node, key: yaml.Node | None = None) -> int:
        """Return the last line of a node, without the blank lines that follow it."""
        line = _last_line(node, key)
        while line > (key or node).start_mark.line and not self.lines[line].strip():
            line -= 1
        return line


def _dashed(lines: list[str], dash: int) -> list[str]:
    """Return the lines of a mapping with a dash before its first field."""
    first = next(index for index, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))
    line = lines[first]
    return [*lines[:first], line[:dash] + "-" + line[dash + 1 :], *lines[first + 1 :]]


def _ordered(there: list[str], wanted: list[str]) -> Iterator[str]:
    """Yield the fields that are there in their order, each new one behind that which comes before it in `wanted`."""
    after: dict[str | None, list[str]] = {}
    for before, name in pairwise([None, *wanted]):
        if name not in there and name is not None:
            after.setdefault(before, []).append(name)

    def following(name: str | None) -> Iterator[str]:
        for new in after.get(name, ()):
            yield new
            yield from following(new)

    yield from following(None)
    for name in there:
        yield name
        yield from following(name)


def _id(item: Value) -> str:
    id = item.get("id") if isinstance(item, dict) else None
    if not isinstance(id, str):
        raise LayoutError
    return id


def _is_nothing(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.value and node.style in (None, "")


def _last_line(node: yaml.Node, key: yaml.Node | None = None) -> int:
    """Return the last line of a node, without the blank lines and comments that follow it."""
    if isinstance(node, yaml.ScalarNode) and _is_nothing(node):
        return (key or node).end_mark.line
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1], last[0]) if isinstance(last, tuple) else _last_line(last)
    mark = node.end_mark
    line: int = mark.line
    return line if mark.column else line - 1
