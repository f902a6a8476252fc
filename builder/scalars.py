"""Names and numbers as people write them, in files, in commands and on screens: what is allowed is decided here."""

from __future__ import annotations

import re
from decimal import Decimal

from builder.text import clean_name, too_long

_POINTS = re.compile(r"[-−]?\d{1,6}(?:\.\d{1,3})?")

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
    """Read a limit of points. Raises ValueError for anything that no army file can have as one."""
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
