"""How data writes lists and numbers in one text; all of it takes time in proportion to the text, however hostile."""

from __future__ import annotations

NOTHING = frozenset({"", "-", "–", "—", "n/a", "none"})
"""What stands where there is no value, in small letters."""


def comma_parts(text: str) -> list[str]:
    """The parts of a text between its commas, but for commas in brackets: `Heavy 3, Poisoned (2+, 4+)` has two."""
    parts: list[str] = []
    end, inside = len(text), False
    # From the right, so that each comma knows the bracket that comes after it without looking for it.
    for place in range(len(text) - 1, -1, -1):
        sign = text[place]
        if sign == "," and not inside:
            parts.append(text[place + 1 : end])
            end = place
        elif sign in "()":
            inside = sign == ")"
    parts.append(text[:end])
    return parts[::-1]


def small_number(text: str) -> int | None:
    """Return the whole number of at most three digits that a text holds, blanks around it aside; else None."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= 3 else None
