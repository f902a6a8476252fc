"""Names and the ids made of them: `Tactical Squad` and `tactical squad` are one name, `tactical-squad` its id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return the id that a name makes: lower case, accents dropped, everything but letters and digits a hyphen."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^\w]+|_", "-", plain.replace("'", "").replace("’", "")).strip("-") or "unnamed"


def file_stem(name: str) -> str:
    """Return the name of a file for something of this name, without an ending: short enough for every file system."""
    return slug(name)[:50].rstrip("-")


def find(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is written like `name`, whatever the case, hyphens and accents."""
    wanted = slug(name)
    return next((candidate for candidate in known if slug(candidate) == wanted), None)


def capitalized(name: str) -> str:
    """Return a name as it is printed: its first letter is a capital."""
    return name[:1].upper() + name[1:]
