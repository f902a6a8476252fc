"""New Recruit's JSON made of a roster in XML, as New Recruit makes it."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

from builder.formats.saved import LISTS

Json = dict[str, object]


def as_json(document: bytes) -> bytes:
    """The same roster as New Recruit writes it: lists without their items' tags, numbers without quotes."""
    return json.dumps({"roster": _object(ElementTree.fromstring(document))}, ensure_ascii=False).encode()


def _object(element: ElementTree.Element) -> Json:
    made: Json = {}
    for child in element:
        tag = child.tag.rpartition("}")[2]
        made[tag] = [_object(item) for item in child] if tag in LISTS else (child.text or "")
    made.update((name, _scalar(value)) for name, value in element.attrib.items())
    if element.text and element.text.strip():
        made["$text"] = _scalar(element.text)
    return made


def _scalar(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return json.loads(text) if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?", text) else text
