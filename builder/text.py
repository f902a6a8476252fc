"""Text that comes from files, arguments and other programs: what of it is kept and shown.

Control characters could set a terminal's title or its clipboard and move its cursor; invisible ones could turn the
words around them or make two names look the same; a pile of accents could cover the lines above it. Readers clean what
they read, and whatever writes to a terminal or into a text cleans it again, so that nothing slips through. The names of
files on disk stay as they are: only what is shown of them is cleaned.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any

LONGEST = 2_000
"""Characters of a name or a note; a longer one is cut, which its reader tells."""

_ENDS = "\r\v\f\x1c-\x1e\x85\u2028\u2029"
_HALVES = "\ud800-\udfff"
_HIDDEN = "\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e00ff"
"""Turns, hidden signs and tags; what joins letters (U+200C, U+200D) is part of how some scripts are written."""
_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"

_LINE_ENDS = f"\r\n|[{_ENDS}]"
_CONTROLS = f"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f{_HALVES}\ufffe\uffff]"
_INVISIBLE = f"[{_HIDDEN}]"
_PILES = f"({_MARKS}{{4}}){_MARKS}+"
_ESCAPES = rb"\\[ubfrt]"
"""Those of JSON that may stand for characters that are cleaned."""
_UNSAFE = f"[\x7f-\x9f\u2028\u2029{_HALVES}{_HIDDEN}]"


def clean(text: str) -> str:
    """A text of several lines as it can be shown: U+FFFD for control characters, blanks for tabs, nothing invisible."""
    plain = text if text.isprintable() else text.replace("\n", "").replace("\xa0", "")
    if plain.isprintable() and (plain.isascii() or not re.search(_PILES, plain)):
        return text
    text = re.sub(_LINE_ENDS, "\n", text).replace("\t", " ")
    text = re.sub(_INVISIBLE, "", re.sub(_CONTROLS, "\ufffd", text))
    return re.sub(_PILES, r"\1", text)


_GOES_ON = re.compile(r"(?i:\b(?:a|an|and|as|at|by|each|for|from|in|of|on|or|than|the|to|with)|,)$")
"""A line that ends so is not the end of its sentence."""
_LOST = re.compile("(?<!\\w)\ufffd+(?!\\w)")
"""Characters that were lost before the data came here; beside a letter they say that one is missing."""
_SENTENCE = ".:;!?…"


def paragraphs_of(text: str) -> str:
    """Return a text of several lines without empty ones, ragged blanks, lost characters and line ends in a sentence."""
    paragraphs: list[str] = []
    for line in filter(None, (" ".join(each.split()) for each in _LOST.sub("", text).splitlines())):
        before = paragraphs[-1] if paragraphs else ""
        if before and before[-1] not in _SENTENCE and (line[0].islower() or _GOES_ON.search(before)):
            paragraphs[-1] = f"{before} {line}"
        else:
            paragraphs.append(line)
    return "\n".join(paragraphs).removeprefix("- ")


_BOLD = re.compile(r"(\*\*|\^\^|__)(?=[^\s*])(.+?)(?<=[^\s*])\1(?!\*)")


@lru_cache(8_192)
def without_bold(name: str) -> str:
    """Return a name of the data without pairs of signs for bold letters: `**Pitched Battle**`; `Gors ***` stays."""
    plain = _BOLD.sub(r"\2", name)
    return name if plain == name else without_bold(plain)


def without_colon(name: str) -> str:
    """Return what a heading of the data is called in a sentence, or before what was chosen: `HQ:` is HQ."""
    return name.rstrip(" :") or name


_MARKUP = re.compile(r"\^\^|\*\*|__")
_SLANTED = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")


@lru_cache(8_192)
def without_markup(text: str) -> str:
    """Return a text of the data without its signs for bold and slanted letters, small capitals and escaped quotes.

    Those of an army are the same in every unit, so many are remembered.
    """
    return paragraphs_of(_SLANTED.sub(r"\1", _MARKUP.sub("", text)).replace('\\"', '"'))


_RULE_NUMBERS = re.compile(r" \([A-Z]-\d+(?:, [A-Z]-\d+)*\)")


def without_rule_numbers(text: str) -> str:
    """Return a text of ours without the ids of rules, which lead on from paper and from nowhere else."""
    return _RULE_NUMBERS.sub("", text)


def on_one_line(text: str) -> str:
    """Return a text on one line, with a dot between its parts where no sentence ends."""
    told = ""
    for line in filter(None, (" ".join(each.split()) for each in text.splitlines())):
        apart = told and told[-1] not in _SENTENCE and line[0].isalnum() and not line[0].islower()
        told = f"{told} · {line}" if apart else f"{told} {line}".strip()
    return told


_LABELLED = re.compile(r"[A-Z]\w*: ")


def as_note(text: str) -> str:
    """Return a note of a card, a player's own words after what they are: rules stand beside them."""
    return text if _LABELLED.match(text) else f"Note: {text}"


def clean_name(text: str) -> str:
    """Return a text of one line as it can be shown: as `clean`, and its line ends are blanks."""
    return clean(text).replace("\n", " ")


def folded(text: str) -> str:
    """Return a text as a search compares it: without case and accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).replace("’", "'")


def clean_json(document: bytes) -> bytes:
    """Return JSON with all its texts cleaned; what is no JSON is returned as it is."""
    if not re.search(_ESCAPES, document):
        with suppress(UnicodeDecodeError):
            if clean(text := document.decode()) == text:
                return document
    import json  # most that starts needs none of it

    try:
        return json.dumps(_cleaned(json.loads(document)), ensure_ascii=False, separators=(",", ":")).encode()
    except (ValueError, RecursionError):
        return document


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case list():
            return [_cleaned(each) for each in value]
        case dict():
            return {clean(key): _cleaned(each) for key, each in value.items()}
    return value


def find_control(text: str) -> str:
    """Return the first control character of a text, or half of a character; empty where there is none."""
    found = re.search(_CONTROLS, text)
    return found[0] if found else ""


def too_long(text: str) -> str:
    """Return what is wrong with a name or a note that is cut to `LONGEST`; empty where nothing is."""
    if len(text) <= LONGEST:
        return ""
    return f"is {len(text):,} characters long, of which the first {LONGEST:,} are read: shorten it"


def to_json(value: Mapping[str, object]) -> str:
    """Return an object as JSON in the characters of its texts; those that could act on a terminal are escaped."""
    import json

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub(_UNSAFE, lambda found: json.dumps(found[0])[1:-1], text)


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Names by id, those that are there more than once with a number: `Trukk 1`, `Trukk 2`."""
    times = Counter(names.values())
    free = {name: _free(name, times) for name in times}
    return {each: name if times[name] == 1 else next(free[name]) for each, name in names.items()}


_NUMBER = re.compile(r"(?<=\S) \d+$")
"""The number at the end of a name (`Trukk 2`)."""


def without_number(name: str) -> str:
    """Return a name without the number that tells it from others: `Trukk` of `Trukk 2`."""
    return _NUMBER.sub("", name)


def _free(name: str, taken: Iterable[str]) -> Iterator[str]:
    return (each for each in (f"{name} {number}" for number in count(1)) if each not in taken)
