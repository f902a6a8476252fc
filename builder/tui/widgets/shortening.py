"""Sentences of a game in the room that a line has: who and on whom, then what came of it; `…` stands for the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len

from builder.tui.widgets.lines import cut

LEAST = 14
"""Cells that a sentence keeps of its beginning where that is cut for the sake of its end."""
_COLON = re.compile(": ")
_WHOM = re.compile(r"(?<=, )(?:at|against) [^:]*")
"""Whom something was done to, where weapons stand before that."""


def shortened(text: str, width: int) -> str:
    """A sentence in so many cells, its result whole if there is room, of several the last; … stands for the rest."""
    if cell_len(text) <= width:
        return text
    places = [found.start() for found in re.finditer(": ", text)]
    if (short := _from_one_of(places, text, width)) is not None:
        return short
    if not places:
        return cut(text, width)
    head, results = text[: places[-1]], text[places[-1] + 2 :].split("; ")
    for number in range(1, len(results)):
        end = f": …; {'; '.join(results[number:])}"
        if width - cell_len(end) >= LEAST:
            return f"{cut(head, width - cell_len(end))}{end}"
    return cut(f"{cut(head, LEAST)}: {'; '.join(results)}", width)


def _from_one_of(places: Iterable[int], text: str, width: int) -> str | None:
    """A text whole from the first of some places from which that fits, and what stands before it as far as it does."""
    for place in places:
        room = width - cell_len(text[place:])
        if room >= min(place, LEAST):
            return _beginning(text[:place], room) + text[place:]
    return None


def _beginning(text: str, width: int) -> str:
    """The beginning of a sentence in so many cells: figures go first, then weapons, last whom they were fired at."""
    whom = _WHOM.search(text)
    if whom is None or cell_len(text[: whom.end()]) < width or cell_len(text) <= width:
        return re.sub(r"[;,]…$", "…", cut(text, width))
    room = width - cell_len(f", {whom[0]}")
    return f"{cut(text[: whom.start() - 2], room)}, {whom[0]}" if room >= LEAST // 2 else cut(whom[0], width)


def _in_brief(text: str) -> str:
    """A sentence with its results alone behind its beginning, without the figures that led to the first of them."""
    head, _, rest = text.partition(": ")
    first, *others = rest.split("; ")
    figures, _, result = first.rpartition(": ")
    return f"{head}: … {'; '.join((result, *others))}" if figures else text


def results(text: str, width: int) -> str:
    """The results of a sentence in so many cells: as many as fit, the last ones, rather than who brought them about.

    Reasons in brackets go first, then all but one word of names that stand at its beginning too.
    """
    if cell_len(text) <= width:
        return text
    first, _, rest = text.partition("; ")
    if ": " not in first and _WHOM.search(first):  # an attack that tells of nothing but who and whom before its results
        text = f"{first}: {rest}"
    for plain in (text, re.sub(r" \([^()]*\)", "", text)):
        brief = _in_brief(plain)
        if cell_len(brief) <= width:
            return brief
        end = plain.find("; ", plain.find(": ") + 1)
        places = (found.start() for found in _COLON.finditer(plain, 0, end if end > 0 else len(plain)))
        if (short := _from_one_of(places, plain, width)) is not None:
            return short
    if "; " not in plain:
        return shortened(text, width)
    first, *others = plain.split("; ")
    head, names = re.sub(r"[;,]…$", "…", cut(first.partition(": ")[0], LEAST)), [_name(each, first) for each in others]
    told = [f"{_first(name)}{each[len(name) :]}" for each, name in zip(others, names, strict=True)]
    for number in range(len(told)):
        # What follows on a sentence about somebody is about him, though that sentence has no room.
        about = "" if names[number] else next(filter(None, reversed(names[:number])), "")
        tail = "; ".join(told[number:])
        for name in (f"{about}: ", f"{_first(about)}: ") if about else ("",):
            for each in (f"{head}: …; {name}{tail}", f"…; {name}{tail}"):
                if cell_len(each) <= width:
                    return each
    return shortened(text, width)


def part_about(text: str, name: str) -> str:
    """What a sentence tells of somebody: of several who have nothing to do with each other, his part alone.

    One that does not begin with a name is about him from its beginning, in his own row. A bare figure of his, as of a
    leader who has tested with his unit, tells nothing without the rest.
    """
    if not text[:1].isupper():
        return text
    parts: list[str] = []
    others = name not in text.partition("; ")[0]  # he is one whom it only befell, whatever became of the others
    for clause in text.split("; "):
        place = next((at for at in range(len(parts) - 1, -1, -1) if _goes_on(clause, parts[at])), len(parts))
        if not clause[:1].isupper():
            place = max(0, len(parts) - 1)
        elif others and (clause.startswith(name) or (parts[-1:] and parts[-1].startswith(name))):
            place = len(parts)
        parts[place:] = ["; ".join((*parts[place:], clause))]
    own = "; ".join(part for part in parts if part.startswith(name)) or text
    return text if own.removeprefix(name).strip().isdecimal() else own


def _goes_on(clause: str, before: str) -> bool:
    """Whether a clause begins with the whole of a name that a part of a sentence before it has."""
    known = _name(clause, before)
    return bool(known) and not clause[len(known) :].lstrip(" ,:")[:1].isupper()


def _first(name: str) -> str:
    """The first word of a name, … standing for others."""
    first, _, others = name.partition(" ")
    return f"{first}…" if others else name


def _name(clause: str, first: str) -> str:
    """The words with which a clause begins, as far as another one has them too; empty where that is no name."""
    words = clause.split(" ")
    names = (" ".join(words[:number]).rstrip(":,") for number in range(len(words), 0, -1))
    return next((name for name in names if name in first and name[:1].isupper()), "")
