"""Names, numbers and lists of them as people write them, in files, in commands and on screens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache

from builder.text import clean_name, too_long

_POINTS = re.compile(r"[-−]?\d{1,6}(?:\.\d{1,3})?")
_GROUPED = re.compile(r"\d{1,3}[ \u00a0,]\d{3}")

BUDGETS = "above 0 and up to 999999"
"""What a limit of points may be, for messages and questions."""


def read_text(value: object) -> str:
    """Read a line of a file, cleaned, without blanks around it. Raises ValueError where there is none."""
    text = clean_name(value).strip() if isinstance(value, str) else ""
    if not text:
        raise ValueError("a text is needed here")
    return text


def read_name(value: object) -> str:
    """Read a name that somebody gives: one that files keep as it is. Raises ValueError for any other."""
    name = read_text(value)
    if not isinstance(value, str) or name != value.strip():
        raise ValueError("a name is one line of signs that can be printed")
    if wrong := too_long(name):
        raise ValueError(f"the name {wrong}")
    return name


def read_points(value: object) -> Decimal:
    """Read what something costs. Raises ValueError for anything else."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str) and _POINTS.fullmatch(value.strip()):
        return Decimal(value.strip().replace("−", "-"))
    raise ValueError("write a number of points up to 999999, such as 15")


def read_budget(value: object) -> Decimal:
    """Read a limit of points, also as screens show it: `1 000`.

    Raises:
        ValueError: no army file can have it as a limit.
    """
    if isinstance(value, str) and _GROUPED.fullmatch(value.strip()):
        value = re.sub(r"[,\s]", "", value)
    if isinstance(value, str) and _POINTS.fullmatch(value.strip()):
        made = Decimal(value.strip().replace("−", "-"))
        if made > 0:
            return made
    raise ValueError(f"a limit is a number of points {BUDGETS}, such as 500")


def is_budget(value: Decimal) -> bool:
    """Whether an army file can have this number as its limit of points."""
    try:
        return read_budget(f"{value:f}") == value
    except ValueError:
        return False


def read_whole(value: object) -> int:
    """Read a whole number, 0 or more. Raises ValueError for anything else."""
    if isinstance(value, int) or (isinstance(value, str) and value.strip().isdecimal() and len(value.strip()) < 7):
        return int(value)
    raise ValueError("write a whole number from 0 to 999999")


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return the id that a name makes: lower case, accents dropped, everything but letters and digits a hyphen."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^\w]+|_", "-", plain.replace("'", "").replace("’", "")).strip("-") or "unnamed"


def file_stem(name: str) -> str:
    """Return the name of a file for something of this name, without an ending: short enough for every file system."""
    return slug(name)[:50].rstrip("-")


def match_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is written like `name`, whatever the case, hyphens and accents."""
    wanted = slug(name)
    return next((candidate for candidate in known if slug(candidate) == wanted), None)


def capitalized(name: str) -> str:
    """Return a name as it is printed, or words as a sentence begins: the first letter is a capital."""
    return name[:1].upper() + name[1:]


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


def counted(number: float | str, one: str, several: str = "") -> str:
    """Return a number with its word: `1 shot`, `2 shots`."""
    return f"{number} {one if str(number) == '1' else several or one + 's'}"


def several(name: str) -> str:
    """Return the name of several of a kind of models, where it is plain how English makes that: `Space Marines`."""
    if not name[-1:].isalpha() or not name.isascii() or " of " in name or " with " in name:
        return name
    last = name.rpartition(" ")[2]
    if last.endswith(("man", "Man")) and len(last) > len("man"):
        return f"{name[:-2]}en"
    if last.endswith(("s", "x", "z", "sh", "ch", "i", "o")):
        return name
    return f"{name[:-1]}ies" if last.endswith("y") and last[-2:-1] not in "aeiou" else f"{name}s"


def ordinal(place: int) -> str:
    """Return which of several something is: `1st`, `2nd`, `10th`."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def number(value: Decimal | int) -> str:
    """Write a number as players read it: `1 140` with a no-break space, no idle noughts after the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value.normalize():,f}"
    return text.replace(",", "\u00a0").replace("-", "−")


def signed(change: Decimal | int, nothing: str = "±0") -> str:
    """Write what is added, or taken away, with its sign: `+15`, `−1 100`; `nothing` is said where that is nothing."""
    return f"{'+' if change > 0 else ''}{number(change)}" if change else nothing


def relative_time(seconds: float, now: datetime | None = None, *, short: bool = False) -> str:
    """A moment, in seconds since 1970, as a player says it: `today 20:14`, `yesterday`, `3 May`, `3 September 2025`.

    A `short` one is of 11 cells at most, as its month is of three letters.
    """
    then, now = datetime.fromtimestamp(seconds), now or datetime.now()
    if then.date() == now.date():
        return f"today {then:%H:%M}"
    if then.date() == now.date() - timedelta(days=1):
        return "yesterday"
    day = f"{then.day} {then:%b}" if short else f"{then.day} {then:%B}"
    return day if then.year == now.year else f"{day} {then.year}"


def moment(seconds: float) -> str:
    """A moment as a list of several tells it: `today 20:14`, `3 May 21:10`."""
    day = relative_time(seconds)
    return day if day.startswith("today") else f"{day} {datetime.fromtimestamp(seconds):%H:%M}"


MOST_GAPS = 4
"""Letters with more gaps between them than this do not fit a name."""


def fit(name: str, wanted: str) -> tuple[int, int, int] | None:
    """Return how well letters fit a name, less is better: how, where they begin, how long the name is.

    Whole words and the beginning of the name fit best, then beginnings of words, then letters with the fewer gaps. None
    where they do not fit: not in this order, beginning within a word, or strewn over it.
    """
    name = name.casefold()
    if wanted in (joined := name.replace(" ", "")):
        words = name.split()
        whole = any("".join(words[first:last]) == wanted for last in range(len(words) + 1) for first in range(last))
        at_word = any(word.startswith(wanted[: len(word)]) for word in words)
        best = whole or joined.startswith(wanted)
        return (0 if best else 1 if at_word else 2, joined.index(wanted), len(name))
    initials = "".join(word[0] for word in name.replace("-", " ").split())
    if initials.startswith(wanted):
        return (2, 0, len(name))
    begins = [at for at, letter in enumerate(name) if letter == wanted[:1] and not name[at - 1 : at].isalnum()]
    found = [(gaps + 1, at, len(name)) for at in begins if (gaps := _gaps(name[at:], wanted)) is not None]
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
