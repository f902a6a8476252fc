"""YAML as people write it: every scalar is text with its place, and slips of the pen are explained.

YAML 1.1's booleans, octals, dates and base-60 numbers do not exist here. Three slips are understood, reported with the
mend, and mended in memory, so that the other mistakes of the file are told in the same run: a lone `-`, a value that
begins with an apostrophe, and a `#` that cuts a name short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from builder.bounds import MOST_YAML_BYTES, MOST_YAML_LEVELS, MOST_YAML_VALUES
from builder.errors import LONGEST_MESSAGE, Finding, Place, Severity, abridged
from builder.text import LONGEST, clean, find_control, too_long

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"
Path: TypeAlias = tuple[str | int, ...]

TOO_DEEP = f"this is nested more than {MOST_YAML_LEVELS} levels deep"
LONGEST_NAME = 60
"""A longer name is abridged in what is told of a mistake."""
MOST_SLIPS = 50
"""Each slip of the pen is mended and the file read anew; no person makes more of them."""
_LONE_DASH = re.compile(r"(?<=:)(\s+)-(?=\s*(?:[,}\]#]|$))")
_APOSTROPHE = re.compile(r"(?<=[\s\[{,])(?P<value>'[^'\n]*?)(?=\s*(?:[,\]}]|:(?:\s|$)|$))")
_CUT_SHORT = re.compile(r"\s+#\S")


@dataclass(slots=True)
class Document:
    """A YAML file: its value, the place (line, column) of every node by path, what was found, and where it is wrong."""

    file: str
    value: Value = None
    places: dict[Path, tuple[int, int]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    wrong: list[Path] = field(default_factory=list)

    def place(self, path: Path) -> Place:
        """Return the place of a node, or of its nearest parent that the file has."""
        known = path
        while known and known not in self.places:
            known = known[:-1]
        line, column = self.places.get(known, (1, 1))
        return Place(file=self.file, line=line, column=column, field=field_name(path) or None)

    def at(self, path: Path) -> Value:
        """Return the value at a path, or None."""
        found = self.value
        for part in path:
            if isinstance(found, dict) and isinstance(part, str):
                found = found.get(part)
            elif isinstance(found, list) and isinstance(part, int) and part < len(found):
                found = found[part]
            else:
                return None
        return found

    def add(self, path: Path, message: str, code: str = "value", severity: Severity = Severity.ERROR) -> None:
        """Note a mistake at a path."""
        self.findings.append(Finding(severity, code, abridged(message, LONGEST_MESSAGE), at=self.place(path)))
        if severity is Severity.ERROR:
            self.wrong.append(path)

    def sorted_findings(self) -> list[Finding]:
        """Return what was found, in the order of the file's lines."""
        return sorted(self.findings, key=lambda finding: (finding.at.line or 0, finding.at.column or 0))


def field_name(path: Path) -> str:
    """Return a path as a player reads it: `units › Tactical Squad › options › 1`, list items counted from 1."""
    return " › ".join(str(part + 1) if isinstance(part, int) else abridged(part, LONGEST_NAME) for part in path)


def read_document(data: bytes, file: str) -> Document:
    """Read a YAML file; its mistakes are among the findings, and `value` is None when nothing could be read."""
    document = Document(file)
    text = _decoded(data, document)
    while text is not None:
        if len(document.findings) > MOST_SLIPS:
            document.add((), "more slips of this kind follow: fix these first", "syntax")
            return document
        reader = _YamlReader(text, document.file)
        try:
            reader.read()
        except yaml.MarkedYAMLError as error:
            text = _mended(text, error, document)
            if text is None:
                document.findings.extend(reader.findings)
        else:
            document.value, document.places = reader.value, reader.places
            document.findings.extend(reader.findings)
            return document
    return document


def _decoded(data: bytes, document: Document) -> str | None:
    if len(data) > MOST_YAML_BYTES:
        document.add(
            (), f"the file is larger than {MOST_YAML_BYTES // 1_000_000} MB, which no datasheet or army needs", "size"
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        document.places[()] = (line, error.start - data.rfind(b"\n", 0, error.start))
        document.add((), "this is not UTF-8 text: save the file with the encoding UTF-8", "encoding")
        return None
    unreadable = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if unreadable:
        start = unreadable.start()
        document.places[()] = (text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))
        document.add(
            (), f"the character U+{ord(unreadable[0]):04X} cannot stand in a YAML file: remove it", "character"
        )
        return None
    return text


def _mended(text: str, error: yaml.MarkedYAMLError, document: Document) -> str | None:
    """Return the text with the slip behind a syntax error quoted, after noting it; None for any other error."""
    lines = text.splitlines(keepends=True)
    for mark in (error.problem_mark, error.context_mark):
        if mark is None or mark.line >= len(lines):
            continue
        for number in range(mark.line, max(mark.line - 2, -1), -1):
            mended = _mend_line(lines[number], number, document)
            if mended is not None:
                lines[number] = mended
                return "".join(lines)
    # An apostrophe opens a text that runs on to the next one or the end of the file: no mark points at the slip.
    for number, line in enumerate(lines):
        if (mended := _mend_apostrophe(line, number, document)) is not None:
            lines[number] = mended
            return "".join(lines)
    mark = error.problem_mark or error.context_mark
    if mark is not None and "\t" in "".join(lines[mark.line : mark.line + 1])[: mark.column + 1]:
        document.places[()] = (mark.line + 1, mark.column + 1)
        document.add((), "a tab stands here: YAML is indented with spaces", "tab")
        return None
    if mark is not None:
        document.places[()] = (mark.line + 1, mark.column + 1)
    problem = error.problem or error.context or "it cannot be read"
    if "nesting depth" in problem:  # libyaml counts brackets before it tells of the first
        document.add((), TOO_DEEP, "depth")
        return None
    document.add((), f"this is not YAML from here on: {problem}; check the indentation, colons and quotes", "syntax")
    return None


def _mend_line(line: str, number: int, document: Document) -> str | None:
    dash = _LONE_DASH.search(line.rstrip("\r\n"))
    if dash is None:
        return _mend_apostrophe(line, number, document)
    document.places[()] = (number + 1, dash.end())
    document.add((), "a lone '-' begins a list in YAML: write it in quotes, \"-\"", "quoting")
    return line[: dash.end() - 1] + '"-"' + line[dash.end() :]


def _mend_apostrophe(line: str, number: int, document: Document) -> str | None:
    slip = _APOSTROPHE.search(line.rstrip("\r\n"))
    if slip is None or line.count("'") % 2 == 0:
        return None
    document.places[()] = (number + 1, slip.start() + 1)
    document.add((), f'a value that begins with an apostrophe needs double quotes: write "{slip["value"]}"', "quoting")
    return f'{line[: slip.start()]}"{slip["value"]}"{line[slip.end() :]}'


class _TooLargeError(Exception):
    """The file is nested deeper, or holds more, than any that a person writes."""


class _YamlReader(Document):
    """Builds a document from the events of a parser, which never recurse however deep the file is nested."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(file)
        self.lines = text.splitlines()
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.CSafeLoader)

    def read(self) -> None:
        """Read the first YAML document of the file.

        Raises:
            yaml.MarkedYAMLError: the text is not YAML.
        """
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent) and self.places:
                self.places["---",] = _spot(event)
                self.add(("---",), "a second document begins here: keep one document in a file", "documents")
                return
            if isinstance(event, yaml.NodeEvent):
                try:
                    self.value = self.node(event, ())
                except _TooLargeError:
                    return  # The deeper the parser is, the longer it takes for every sign that follows.

    def node(self, event: yaml.Event, path: Path) -> Value:
        self.places.setdefault(path, _spot(event))
        if len(self.places) > MOST_YAML_VALUES:
            self.add(path, f"the file holds over {MOST_YAML_VALUES:,} values, as no datasheet or army does", "size")
            raise _TooLargeError
        if isinstance(event, yaml.AliasEvent):
            self.add(path, f"'*{event.anchor}' refers to another place of the file: write the value out here", "alias")
            return None
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path)
        if len(path) > MOST_YAML_LEVELS:
            self.add(path, TOO_DEEP, "depth")
            raise _TooLargeError
        return self.sequence(path) if isinstance(event, yaml.SequenceStartEvent) else self.mapping(path)

    def scalar(self, event: yaml.ScalarEvent, path: Path) -> Value:
        text = self.text(event, path)
        if event.style not in (None, ""):
            return text
        end = event.end_mark
        line = self.lines[end.line] if end and end.line < len(self.lines) else ""
        if text and end and _CUT_SHORT.match(line, end.column):
            rest = line[end.column :]
            message = (
                f"'{rest.strip()}' is read as a comment: if it belongs to the name, write \"{text}{rest}\" in quotes"
            )
            self.add(path, message, "comment", Severity.WARNING)
        return None if text in ("", "~", "null") else text

    def text(self, event: yaml.ScalarEvent, path: Path) -> str:
        """Return what a scalar says, cleaned and bounded."""
        text = clean(event.value)
        if text is not event.value and (control := find_control(event.value)):
            message = f"the character U+{ord(control):04X} cannot be shown, and \ufffd stands for it here: remove it"
            self.add(path, message, "character", Severity.WARNING)
        if wrong := too_long(text):
            self.add(path, f"this {wrong}", "long", Severity.WARNING)
        return text[:LONGEST]

    def sequence(self, path: Path) -> list[Value]:
        made: list[Value] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            made.append(self.node(event, (*path, len(made))))
        return made

    def mapping(self, path: Path) -> dict[str, Value]:
        made: dict[str, Value] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            name = self.text(event, path) if isinstance(event, yaml.ScalarEvent) else "?"
            below = (*path, name)
            if not isinstance(event, yaml.ScalarEvent):
                self.node(event, below)
                self.add(below, "a name must be plain text here: is a value in brackets meant?", "key")
                self.node(next(self.events), below)
                continue
            key, value = _spot(event), next(self.events)
            if name in made:
                self.node(value, (*below, "again"))
                place = Place(file=self.file, line=key[0], column=key[1], field=field_name(below))
                message = f"'{name}' stands here twice: keep one of them"
                self.findings.append(Finding(Severity.ERROR, "duplicate", message, at=place))
                continue
            self.places[below] = _spot(value) if isinstance(value, yaml.ScalarEvent) and value.value else key
            made[name] = self.node(value, below)
        return made


def _spot(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)
