"""How well a few letters fit a name."""

from __future__ import annotations

MOST_GAPS = 4
"""Letters with more gaps between them than this do not fit a name."""


def fit(name: str, wanted: str) -> tuple[int, int, int] | None:
    """Return how well letters fit a name, less is better: gaps between them, where they begin, how long the name is.

    None where they do not fit: not in this order, beginning within a word, or strewn over it.
    """
    name = name.casefold()
    if wanted in (joined := name.replace(" ", "")):
        at_word = any(word.startswith(wanted[: len(word)]) for word in name.split())
        return (0 if at_word else 1, joined.index(wanted), len(name))
    initials = "".join(word[0] for word in name.replace("-", " ").split())
    if initials.startswith(wanted):
        return (1, 0, len(name))
    begins = [at for at, letter in enumerate(name) if letter == wanted[:1] and not name[at - 1 : at].isalnum()]
    found = [(gaps, at, len(name)) for at in begins if (gaps := _gaps(name[at:], wanted)) is not None]
    return min(found, default=None)


def _gaps(name: str, wanted: str) -> int | None:
    """Return the gaps between letters of a name that begins with the first of them."""
    gaps, last = 1, -1
    for letter in wanted:
        at = name.find(letter, last + 1)
        if at < 0:
            return None
        gaps += at != last + 1
        last = at
    return gaps if gaps <= MOST_GAPS else None
