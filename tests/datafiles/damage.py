"""Damage as it happens to text files: cuts, swaps, other types, other encodings, and what nobody would write."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

ODD = (
    "", "-", "~", "null", "yes", "0", "-1", "3.5", "1e999", "9" * 5000, "٣", "NaN", "0x1F", "12:30", "2024-01-01", "=",
    "[]", "{}", "[[]]", "{a: {b: [c]}}", "[1, [2, {x: 3}]]", "{? [a] : b}", "&a x", "*a", "&a [*a]", "<<: *a",
    "!!int x", "!!python/object:os.system {}", "!!binary aGk=", "|", ">-", "'", '"', '"\\x00"', '"\\ud800"',
    '"\\u202e"', "# x", "'x", "x: y: z",
    "---", "...", "%YAML 9.9", "\t", "\x00", "\x07", "\x85", "\u2028", "\ufeff", "\U0001f600",
    "a" * 9000, "[" * 60 + "]" * 60, "[" * 5000, "- " * 3000, "{a: " * 60, "&b {c: &c [*b, *c]}", "D6",
    "10-5", "5-999", "all",
)  # fmt: skip
"""Values to put where something else is expected."""
PLAIN = (
    "0",
    "1",
    "2",
    "4",
    "5",
    "10",
    "30",
    "3+",
    "4(5)",
    "-",
    "all",
    "unit",
    "model",
    "X",
    "User",
    "Heavy 2",
    "1-3",
    "[]",
)
"""Values that may stand in many places."""
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "cp437", "utf-7")
ENDS = ("\n", "\r\n", "\r", "\x85", "\u2028", "")
TOKEN = re.compile(r"[^\s\[\]{},:]+")


@dataclass(frozen=True)
class Damage:
    """One mishap, at places given as parts of a thousand."""

    kind: str
    first: int
    second: int
    odd: str

    def of(self, text: str) -> str:
        """The text after it."""
        lines = text.splitlines(keepends=True) or [""]
        i, j = (place * len(lines) // 1000 for place in (self.first, self.second))
        at, to = (place * len(text) // 1000 for place in (self.first, self.second))
        match self.kind:
            case "cut":
                return text[:at]
            case "remove":
                return text[: min(at, to)] + text[max(at, to) :]
            case "swap lines":
                lines[i], lines[j] = lines[j], lines[i]
            case "repeat line":
                lines.insert(j, lines[i])
            case "indent":
                lines[i] = self.second % 9 * " " + lines[i].lstrip(" ")
            case "sign":
                return text[:at] + self.odd + text[at + 1 :]
            case "swap tokens":
                return self._tokens(text, swap=True)
            case "token":
                return self._tokens(text, swap=False)
        return "".join(lines)

    def _tokens(self, text: str, *, swap: bool) -> str:
        found = list(TOKEN.finditer(text))
        if not found:
            return self.odd
        one, other = (found[place * len(found) // 1000] for place in (self.first, self.second))
        changed = text[: one.start()] + (other[0] if swap else self.odd) + text[one.end() :]
        if not swap or other.start() < one.end():
            return changed
        moved = len(changed) - len(text)
        return changed[: other.start() + moved] + one[0] + changed[other.end() + moved :]


KINDS = ("cut", "remove", "swap lines", "repeat line", "indent", "sign", "swap tokens", "swap tokens", "token", "token")
MISHAPS = st.lists(
    st.builds(
        Damage,
        st.sampled_from(KINDS),
        st.integers(0, 999),
        st.integers(0, 999),
        st.sampled_from(PLAIN) | st.sampled_from(ODD) | st.text(max_size=6),
    ),
    min_size=1,
    max_size=3,
)
WRITING = st.tuples(st.sampled_from(("utf-8",) * 20 + ENCODINGS), st.sampled_from(("\n",) * 9 + ENDS))


def damages() -> st.SearchStrategy[Callable[[str], bytes]]:
    """Ways to damage a text and to write it into a file."""
    return st.builds(_damaging, MISHAPS, WRITING)


def _damaging(mishaps: list[Damage], writing: tuple[str, str]) -> Callable[[str], bytes]:
    encoding, end = writing

    def damage(text: str) -> bytes:
        for mishap in mishaps:
            text = mishap.of(text)
        return text.replace("\n", end).encode(encoding, "replace" if encoding[:3] != "utf" else "surrogatepass")

    return damage
