"""XML read as a stream, elements becoming values as they end; no DOCTYPE, no entities, bounded depth and size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from xml.parsers import expat
from xml.parsers.expat import XMLParserType

from builder.bounds import MIB, MOST_BYTES, MOST_LEVELS
from builder.errors import LONGEST_MESSAGE, Finding, InputError, Place, Severity, abridged
from builder.inputs import BREAKING, what_broke
from builder.text import LONGEST, clean, clean_name, too_long


def refusal(
    code: str, message: str, file: str, line: int | None = None, column: int | None = None, field: str | None = None
) -> InputError:
    """Return the error for a file that cannot be used; lines and columns count from 1, `code` follows `file.`."""
    place = Place(file=file, line=line, column=column, field=field)
    return InputError(Finding(Severity.ERROR, f"file.{code}", abridged(message, LONGEST_MESSAGE), at=place))


AGAIN = "save it again in the program that made it"
"""The mend of what no hand should touch."""

T = TypeVar("T")


@dataclass(slots=True)
class XmlElement:
    """An element while it is read: its attributes, text, and the values that its children became.

    It stands at a line and column of XML, or under a field of other data that has the same elements. What is noticed of
    it is added to `findings`, which all elements of a file share.
    """

    tag: str
    attributes: dict[str, str]
    file: str
    line: int | None = None
    column: int | None = None
    under: str | None = None
    text: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def refuse(self, message: str) -> InputError:
        """Return the error that points at this element."""
        if self.under is not None:
            return refusal("json", message, self.file, field=self.under)
        return refusal("xml", f"<{self.tag}> {message}", self.file, self.line, self.column)

    def needed(self, attribute: str) -> str:
        """Return an attribute that must be there, on one line and trimmed."""
        value = self._line(attribute)
        if not value:
            raise self.refuse(f"has no {attribute}: {AGAIN}")
        return value

    def optional(self, attribute: str) -> str | None:
        """Return an attribute, on one line and trimmed, or None where it is missing or empty."""
        return self._line(attribute) or None

    def label(self) -> str:
        """Return the name, on one line and trimmed, which may be empty."""
        return self._line("name")

    def flag(self, attribute: str) -> bool:
        """Return an attribute that is `true` or not."""
        return self.attributes.get(attribute, "").strip().lower() == "true"

    def content(self) -> str:
        """Return the text of the element, trimmed."""
        return clean("".join(self.text)).strip()

    def note(self) -> str:
        """Return the text of the element as a player's note, which is cut where it is too long."""
        return self._shortened("note", self.content())

    def _line(self, attribute: str) -> str:
        return self._shortened(attribute, clean_name(self.attributes.get(attribute, "")).strip())

    def _shortened(self, what: str, text: str) -> str:
        wrong = too_long(text)
        if not wrong:
            return text
        at = Place(file=self.file, line=self.line, column=self.column, field=self.under)
        self.findings.append(Finding(Severity.WARNING, "file.long", f"the {what} {wrong}", at=at))
        return text[:LONGEST].rstrip()

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Return what its children, and the lists among them, became of one kind, in order."""
        found: list[T] = []
        for value in self.values:
            if isinstance(value, kind):
                found.append(value)
            elif isinstance(value, tuple):
                found.extend(item for item in value if isinstance(item, kind))
        return tuple(found)


Build = Callable[[XmlElement], object]


def read_xml(
    data: bytes, file: str, namespace: str, root: str, builders: dict[str, Build], findings: list[Finding]
) -> object:
    """Build the value of the root element from the inside out.

    Args:
        data: the document, up to 64 MiB, in UTF-8 or UTF-16 or as it declares.
        file: the name used in messages.
        namespace: the one that the root must have.
        root: the tag that the root must have.
        builders: how the elements with these tags become values; any other becomes the tuple of its children's values.
        findings: takes what is noticed on the way.

    Raises:
        InputError: the document is damaged, too large or too deep, declares a DOCTYPE, or has another root.
    """
    parser = new_parser(file, namespaces=" ")
    reader = _XmlReader(file, namespace, root, builders, findings, parser)
    run_parser(parser, data, file)
    return reader.value


def new_parser(file: str, namespaces: str | None = None) -> XMLParserType:
    """Return a parser that refuses a DOCTYPE: no entity, no bomb.

    With a separator, tags are preceded by their namespace.
    """
    parser = expat.ParserCreate(namespace_separator=namespaces)
    parser.buffer_text = True

    def doctype(name: str, system_id: str | None, public_id: str | None, internal: bool) -> None:
        raise refuse_here(
            parser, f"the file declares a DOCTYPE, as no file of this kind does, and is not read: {AGAIN}", file
        )

    parser.StartDoctypeDeclHandler = doctype
    return parser


def run_parser(parser: XMLParserType, data: bytes, file: str) -> None:
    """Hand a whole document to a parser.

    Raises:
        InputError: the document is over 64 MiB, damaged, in an unknown encoding, or holds what breaks its reader.
    """
    if len(data) > MOST_BYTES:
        raise refusal("xml", f"the file is over {MOST_BYTES // MIB} MiB, as none of this kind is: {AGAIN}", file)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"the file is damaged or cut off ({expat.ErrorString(error.code)}): {AGAIN}, or fetch it again"
        raise refusal("xml", message, file, error.lineno, error.offset + 1) from None
    except BREAKING as error:
        raise refuse_here(parser, f"{what_broke(error)}: fix it there, or {AGAIN}", file) from None
    except (LookupError, ValueError):
        raise refusal("xml", "the file has an encoding that is not read here: save it as UTF-8", file, 1, 1) from None


class Position(Protocol):
    """Where a parser is: a line from 1 and a column from 0; line 0 where it has none."""

    @property
    def CurrentLineNumber(self) -> int:  # noqa: N802 - expat calls it so
        """The line."""

    @property
    def CurrentColumnNumber(self) -> int:  # noqa: N802 - expat calls it so
        """The column."""


def refuse_here(parser: Position, message: str, file: str) -> InputError:
    """Return the error that points at where a parser is."""
    line = parser.CurrentLineNumber
    if not line:
        return refusal("json", message, file)
    return refusal("xml", message, file, line, parser.CurrentColumnNumber + 1)


def too_deep(parser: Position, file: str) -> InputError:
    """Return the error for elements nested over 200 deep."""
    message = f"the file is nested more than {MOST_LEVELS} deep, as none of this kind is: {AGAIN}"
    return refuse_here(parser, message, file)


class _XmlReader:
    """The handlers of one document and the elements that are open."""

    def __init__(
        self,
        file: str,
        namespace: str,
        root: str,
        builders: dict[str, Build],
        findings: list[Finding],
        parser: XMLParserType,
    ) -> None:
        self.file = file
        self.findings = findings
        self.prefix = f"{namespace} "
        self.root = root
        self.builders = builders
        self.open: list[XmlElement] = []
        self.value: object = None
        self.parser = parser
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.open:
            self.check_root(name)
        if len(self.open) == MOST_LEVELS:
            raise too_deep(self.parser, self.file)
        tag = name.removeprefix(self.prefix)
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.open.append(XmlElement(tag, attributes, self.file, line, column, findings=self.findings))

    def check_root(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        if tag != self.root:
            message = f"the file is a <{tag}>, not a <{self.root}>: choose a {self.root} file"
            raise refuse_here(self.parser, message, self.file)
        if name != self.prefix + self.root:
            space = name.rpartition(" ")[0] or "no namespace"
            wanted = self.prefix.strip()
            message = f"the {self.root} has {space} where {wanted} is expected: {AGAIN}, in its current version"
            raise refuse_here(self.parser, message, self.file)

    def characters(self, text: str) -> None:
        self.open[-1].text.append(text)

    def end(self, name: str) -> None:
        element = self.open.pop()
        build = self.builders.get(element.tag)
        value = tuple(element.values) if build is None else build(element)
        if self.open:
            self.open[-1].values.append(value)
        else:
            self.value = value


class Notes:
    """What is to be said of one file; unknown elements are told once for each tag.

    `unused` are the elements and attributes that are known and have no effect here, with what they are for. Places are
    bytes of the `document`: a parser that is asked for the line of each element would take a tenth longer. One without
    lines is empty.
    """

    def __init__(self, file: str, unused: Mapping[str, str], document: bytes) -> None:
        self._file = file
        self._document = document
        self._counted = (0, 1)
        self._unused = unused
        self._findings: list[Finding] = []
        self._unknown: dict[str, tuple[int, int]] = {}
        self._attributes: dict[tuple[str, str], tuple[int, int]] = {}

    def line(self, place: int) -> int:
        """Return the line of a place, counted on from the one that was asked for last; 0 where there are none."""
        if not self._document:
            return 0
        before, line = self._counted if place >= self._counted[0] else (0, 1)
        self._counted = place, line + self._document.count(b"\n", before, place)
        return self._counted[1]

    def add(
        self, place: int, code: str, message: str, entry: str | None = None, severity: Severity = Severity.WARNING
    ) -> None:
        """Note something about the element that begins at this place."""
        at = Place(file=self._file, line=self.line(place) or None, entry=entry)
        self._findings.append(Finding(severity, f"data.{code}", abridged(message, LONGEST_MESSAGE), at=at))

    def unknown(self, tag: str, place: int) -> None:
        """Note an element that does not belong where it stands."""
        first, times = self._unknown.get(tag, (place, 0))
        self._unknown[tag] = (first, times + 1)

    def unknown_attribute(self, tag: str, key: str, place: int) -> None:
        """Note an attribute that means nothing here."""
        if key in self._unused:
            self.unknown(key, place)
            return
        first, times = self._attributes.get((tag, key), (place, 0))
        self._attributes[tag, key] = (first, times + 1)

    def all_findings(self) -> tuple[Finding, ...]:
        """Return all findings, in the order of the file."""
        for tag, (place, times) in self._unknown.items():
            more = f" ({times} times in this file)" if times > 1 else ""
            if tag in self._unused:
                said = f"“{tag}” ({self._unused[tag]}) has no effect here{more}"
                self.add(place, "unused", said, severity=Severity.INFO)
            else:
                self.add(place, "element", f"<{tag}> has no meaning here and is passed over{more}: check its spelling")
        for (tag, key), (place, times) in self._attributes.items():
            more = f" ({times} times in this file)" if times > 1 else ""
            self.add(place, "attribute", f"<{tag}> says {clean_name(key)}, which means nothing here{more}")
        return tuple(sorted(self._findings, key=lambda finding: finding.at.line or 0))
