"""Hostile changes of files: of their bytes, and of their structure, where values become what nobody would write."""

from __future__ import annotations

import copy
import json
import xml.etree.ElementTree as ET
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

VALUES = (
    "", " ", "0", "-1", "1", "3", "1e999999999", "-1e999999999", "1e-999999999", "9" * 30, "9" * 5_000, "999999999",
    "NaN", "sNaN", "inf", "٣", "²", "1_000", "0x10", "1,5", "true", "maybe", "null", "any", "self", "parent", "roster",
    "force", "ancestor", "primary-category", "selections", "forces", "limit::pts", "pts", "hidden", "name", "category",
    "unit", "model", "upgrade", "min", "max", "set", "increment", "append", "add", "a" * 3_000, " " * 3_000,
    "," * 3_000,
    "(" * 3_000, "\u202e", "\u2028", "\ud7ff", "\U0001f600", "[/]", "[@click=app.quit]", "::", "a::b", "../..",
    "Heavy 2, Blast", "D6+3", "4(5)", "2+", "24\"", "x2", "Boltgun x 99",
)  # fmt: skip
"""What values become."""

JSON_VALUES: tuple[Any, ...] = (
    *VALUES, None, True, False, 0, -1, 10**400, 1.5, 1e308, float("nan"), [], {}, [[]], [{}], {"a": {}}, "\ud800",
    [None],
)  # fmt: skip


SEEDS = st.integers(0, 2**32)
"""What a change is made from, so that the same one can be made again."""


FUZZING = (200, 10_000)
"""The examples of the profiles for fuzzing, `sample` and `long`."""


def fuzzed(share: int = 1) -> settings:
    """Return the examples of a profile for fuzzing, or a part of them where each takes long; few in every other run."""
    examples = settings().max_examples
    return settings(max_examples=examples // share if examples in FUZZING else 20)


def changed_bytes(whole: bytes, random: Random) -> bytes:
    """The bytes with some cut out, repeated, or replaced."""
    data = bytearray(whole)
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(data))
        kind = random.choice(("bit", "bytes", "cut", "end", "repeat", "value"))
        if kind == "bit" and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif kind == "bytes":
            data[at : at + random.randint(0, 8)] = random.randbytes(random.randint(0, 8))
        elif kind == "cut":
            del data[at : at + random.randint(1, 400)]
        elif kind == "end":
            del data[at:]
        elif kind == "repeat":
            data[at:at] = data[at : at + random.randint(1, 60)] * random.randint(1, 20)
        elif kind == "value":
            data[at:at] = random.choice(VALUES).encode("utf-8", "surrogatepass")
    return bytes(data)


def damaged_bytes(whole: bytes) -> st.SearchStrategy[bytes]:
    """Such bytes."""
    return SEEDS.map(lambda seed: changed_bytes(whole, Random(seed)))


@st.composite
def damaged_xml(draw: st.DrawFn, whole: bytes) -> bytes:
    """The document with other attributes, texts, ids, and elements moved, repeated, nested in themselves or gone."""
    root = ET.fromstring(whole)
    space = root.tag.partition("}")[0][1:]
    ET.register_namespace("", space)
    ids = [element.get("id", "") for element in root.iter()]
    for _ in range(draw(st.integers(1, 5))):
        elements = list(root.iter())
        element = elements[draw(st.integers(0, len(elements) - 1))]
        kind = draw(
            st.sampled_from(("attribute", "attribute", "attribute", "id", "text", "gone", "twice", "nest", "move"))
        )
        if kind in ("attribute", "id") and element.attrib:
            name = draw(st.sampled_from(sorted(element.attrib)))
            element.set(name, draw(st.sampled_from(VALUES)) if kind == "attribute" else draw(st.sampled_from(ids)))
        elif kind == "text":
            element.text = draw(st.sampled_from(VALUES))
        elif kind == "gone":
            for child in list(element)[draw(st.integers(0, 3)) :]:
                element.remove(child)
        elif kind == "twice" and len(element):
            child = element[draw(st.integers(0, len(element) - 1))]
            element.extend(copy.deepcopy(child) for _ in range(draw(st.sampled_from((1, 2, 30)))))
        elif kind == "nest":
            inner = copy.deepcopy(element)
            for _ in range(draw(st.sampled_from((1, 3)))):
                element.append(copy.deepcopy(inner))
        elif kind == "move":
            other = elements[draw(st.integers(0, len(elements) - 1))]
            other.append(copy.deepcopy(element))
    made: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return made


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a JSON value, with each of its keys."""
    found: list[tuple[Any, Any]] = []
    ahead = [value]
    while ahead:
        here = ahead.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        found.extend((here, key) for key in keys)
        ahead.extend(here[key] for key in keys)
    return found


def changed_json(whole: Any, random: Random) -> Any:
    """The value with others in places of it: of another type, from elsewhere in it, deeper, or gone."""
    value = copy.deepcopy(whole)
    for _ in range(random.randint(1, 5)):
        spots = _spots(value)
        if not spots:
            break
        holder, key = random.choice(spots)
        kind = random.choice(("value", "value", "swap", "gone", "deep", "key"))
        if kind == "value":
            holder[key] = copy.deepcopy(random.choice(JSON_VALUES))
        elif kind == "swap":
            other, place = random.choice(spots)
            holder[key] = copy.deepcopy(other[place])
        elif kind == "gone":
            del holder[key]
        elif kind == "deep":
            holder[key] = _nested(holder[key], random.choice((3, 50, 300)))
        elif isinstance(holder, dict):
            holder[random.choice(VALUES)] = holder.pop(key)
    return value


def damaged_json(whole: Any) -> st.SearchStrategy[bytes]:
    """The JSON of such values."""
    return st.builds(
        lambda seed, plain: json.dumps(changed_json(whole, Random(seed)), ensure_ascii=plain).encode(
            "utf-8", "surrogatepass"
        ),
        SEEDS,
        st.booleans(),
    )


def _nested(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = [value]
    return value
