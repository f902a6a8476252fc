"""XML read as a stream, elements becoming values as they end; no DOCTYPE, no entities, bounded depth and size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from xml.parsers import expat

from builder.errors import InputError
from builder.formats.battlescribe.refusal import refusal

MAX_DEPTH = 200
MAX_SIZE = 64 * 1024 * 1024

_AGAIN = "save it again in the program that made it"
T = TypeVar("T")


@dataclass(slots=True)
class Element:
    """An element while it is read: its attributes, text, and the values that its children became.

    It stands at a line and column of XML, or under a field of other data that has the same elements.
    """

    tag: str
    attributes: dict[str, str]
    file: str
    line: int | None = None
    column: int | None = None
    under: str | None = None
    text: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)

    def refuse(self, message: str) -> InputError:
        """The error that points at this element."""
        if self.under is not None:
            return refusal("json", message, self.file, field=self.under)
        return refusal("xml", f"<{self.tag}> {message}", self.file, self.line, self.column)

    def needed(self, attribute: str) -> str:
        """An attribute that must be there, trimmed."""
        value = self.attributes.get(attribute, "").strip()
        if not value:
            raise self.refuse(f"has no {attribute}: {_AGAIN}")
        return value

    def optional(self, attribute: str) -> str | None:
        """An attribute, trimmed, or None where it is missing or empty."""
        return self.attributes.get(attribute, "").strip() or None

    def label(self) -> str:
        """The name, trimmed, which may be empty."""
        return self.attributes.get("name", "").strip()

    def flag(self, attribute: str) -> bool:
        """An attribute that is `true` or not."""
        return self.attributes.get(attribute, "").strip().lower() == "true"

    def content(self) -> str:
        """The text of the element, trimmed."""
        return "".join(self.text).strip()

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """What its children, and the lists among them, became of one kind, in order."""
        found: list[T] = []
        for value in self.values:
            if isinstance(value, kind):
                found.append(value)
            elif isinstance(value, tuple):
                found.extend(item for item in value if isinstance(item, kind))
        return tuple(found)


Build = Callable[[Element], object]


def read_xml(data: bytes, file: str, namespace: str, root: str, builders: dict[str, Build]) -> object:
    """Build the value of the root element from the inside out.

    Args:
        data: the document, up to 64 MiB, in UTF-8 or UTF-16 or as it declares.
        file: the name used in messages.
        namespace: the one that the root must have.
        root: the tag that the root must have.
        builders: how the elements with these tags become values; any other becomes the tuple of its children's values.

    Raises:
        InputError: the document is damaged, too large or too deep, declares a DOCTYPE, or has another root.
    """
    if len(data) > MAX_SIZE:
        raise refusal("xml", f"the file is over {MAX_SIZE // 2**20} MiB, no roster is: {_AGAIN}", file)
    reader = _Reader(file, namespace, root, builders)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"the file is damaged or cut off ({expat.ErrorString(error.code)}): {_AGAIN}, or fetch it again"
        raise refusal("xml", message, file, error.lineno, error.offset + 1) from None
    except (LookupError, ValueError):
        raise refusal("xml", "the file has an encoding that is not read here: save it as UTF-8", file, 1, 1) from None
    return reader.value


class _Reader:
    """The handlers of one document and the elements that are open."""

    def __init__(self, file: str, namespace: str, root: str, builders: dict[str, Build]) -> None:
        self.file = file
        self.prefix = f"{namespace} "
        self.root = root
        self.builders = builders
        self.open: list[Element] = []
        self.value: object = None
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters

    def refuse(self, message: str) -> InputError:
        return refusal("xml", message, self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def doctype(self, name: str, system_id: str | None, public_id: str | None, internal: bool) -> None:
        raise self.refuse(f"the file declares a DOCTYPE, as no roster does, and is not read: {_AGAIN}")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.open:
            self.check_root(name)
        if len(self.open) == MAX_DEPTH:
            raise self.refuse(f"the file is nested more than {MAX_DEPTH} deep, as no roster is: {_AGAIN}")
        tag = name.removeprefix(self.prefix)
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.open.append(Element(tag, attributes, self.file, line, column))

    def check_root(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        if tag != self.root:
            raise self.refuse(f"the file is a <{tag}>, not a <{self.root}>: choose a {self.root} file")
        if name != self.prefix + self.root:
            space = name.rpartition(" ")[0] or "no namespace"
            wanted = self.prefix.strip()
            raise self.refuse(
                f"the {self.root} has {space} where {wanted} is expected: {_AGAIN}, in its current version"
            )

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
