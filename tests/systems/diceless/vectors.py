"""The worked cases of the rules: ours, and a file of further cases where one lies beside the checkout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.worked import worked_cases

OURS = Path(__file__).with_name("cases.yaml")
FURTHER = (Path(__file__).parents[4] / "shared" / "vectors" / "diceless.yaml").resolve()


def vectors(name: str) -> Sequence[Any]:
    """The cases of one name."""
    return [case for path in (OURS, FURTHER) for case in as_list(worked_cases(path).get(name, []))]


def every_case() -> Iterator[Any]:
    """Yield each case with its name, for pytest; a skipped one where the further file is missing."""
    for origin, path in (("ours", OURS), ("further", FURTHER)):
        for name, listed in worked_cases(path).items():
            for number, case in enumerate(as_list(listed)):
                yield pytest.param(name, case, id=f"{origin}-{name}-{number}")
    if not FURTHER.is_file():
        reason = "there is no file of further cases beside this checkout"
        yield pytest.param("", {}, id="further", marks=pytest.mark.skip(reason=reason))


def as_list(listed: Any) -> list[Any]:
    """Cases that are one by themselves as a list."""
    return listed if isinstance(listed, list) else [listed]
