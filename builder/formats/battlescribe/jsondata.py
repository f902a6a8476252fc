"""Data files in New Recruit's JSON, told as the elements of the same data in XML.

Attributes are keys there, a list of elements has no tags for its items, and the text of an element is a key `$text` or,
for a description, a plain string. Whoever reads elements of XML reads these too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from xml.parsers.expat import XMLParserType

import msgspec

from builder.bounds import MIB, MOST_BYTES, MOST_LEVELS
from builder.formats.battlescribe.dataelements import LISTS, ROOTS
from builder.formats.battlescribe.safexml import refusal

_TEXT = "$text"
_ELEMENTS = frozenset({"description", "readme", "comment", "alias"})
"""Texts that are elements of their own in XML."""

_BEGINS = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"(catalogue|gameSystem)"\s*:')
_AGAIN = "save it again in New Recruit's editor, or fetch it again"


def is_json_data(data: bytes) -> bool:
    """Whether bytes begin as a data file in JSON."""
    return _BEGINS.match(data) is not None


class JsonElements:
    """Tells of the elements of a JSON document; it has no lines."""

    CurrentByteIndex = 0
    CurrentLineNumber = 0
    CurrentColumnNumber = 0

    def __init__(self, file: str) -> None:
        self._file = file
        self.StartElementHandler: Callable[[str, dict[str, str]], object] | None = None
        self.EndElementHandler: Callable[[str], object] | None = None
        self.CharacterDataHandler: Callable[[str], object] | None = None

    def parse(self, data: bytes) -> None:
        """Tell of a whole document.

        Raises:
            InputError: the document is damaged, too large or nested too deeply.
        """
        if len(data) > MOST_BYTES:
            raise refusal("json", f"the file is over {MOST_BYTES // MIB} MiB, as no data file is: {_AGAIN}", self._file)
        document = self._parsed(data)
        for tag in ROOTS:
            root = document.get(tag)
            if isinstance(root, dict):
                self._element(tag, root, 1)
                return
        raise refusal("json", f"the file holds no game system and no catalogue: {_AGAIN}", self._file)

    def _parsed(self, data: bytes) -> dict[str, object]:
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            document = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self._damaged(data) from None
        except RecursionError:
            raise self._too_deep() from None
        return document if isinstance(document, dict) else {}

    def _damaged(self, data: bytes) -> Exception:
        """Return the error that names the place; the quick reader does not know the line."""
        line = column = None
        said = "its end is missing"
        try:
            json.loads(data)
        except UnicodeDecodeError:
            said = "it is not in UTF-8"
        except json.JSONDecodeError as error:
            line, column, said = error.lineno, error.colno, error.msg
        except RecursionError:
            return self._too_deep()
        return refusal("json", f"the file is damaged or cut off ({said}): {_AGAIN}", self._file, line, column)

    def _too_deep(self) -> Exception:
        return refusal(
            "json", f"the file is nested more than {MOST_LEVELS} deep, as no data file is: {_AGAIN}", self._file
        )

    def _element(self, tag: str, fields: dict[str, object], depth: int) -> None:
        if depth > MOST_LEVELS:
            raise self._too_deep()
        attributes: dict[str, str] = {}
        below: list[tuple[str, object]] = []
        for key, value in fields.items():
            if isinstance(value, list | dict) or key in _ELEMENTS or key == _TEXT:
                below.append((key, value))
            elif value is not None:
                attributes[key] = _text(value)
        self._start(tag, attributes)
        for key, value in below:
            if key == _TEXT:
                self._characters(_text(value))
            elif key in _ELEMENTS:
                self._texts(key, value)
            else:
                self._list(key, value, depth)
        self._end(tag)

    def _list(self, key: str, value: object, depth: int) -> None:
        """Tell of a list; what is no element has no place in one."""
        item = LISTS[key][1].tag if key in LISTS else key
        items = value if isinstance(value, list) else [value]
        self._start(key, {})
        for one in items:
            if isinstance(one, dict):
                self._element(item, one, depth + 2)
        self._end(key)

    def _texts(self, key: str, value: object) -> None:
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                one = one.get(_TEXT)
            if one is not None and not isinstance(one, list):
                self._start(key, {})
                self._characters(_text(one))
                self._end(key)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.StartElementHandler is not None:
            self.StartElementHandler(tag, attributes)

    def _end(self, tag: str) -> None:
        if self.EndElementHandler is not None:
            self.EndElementHandler(tag)

    def _characters(self, text: str) -> None:
        if self.CharacterDataHandler is not None:
            self.CharacterDataHandler(text)


def _text(value: object) -> str:
    """Return a value as an attribute of XML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


Elements = XMLParserType | JsonElements
"""What tells of elements one after the other."""
