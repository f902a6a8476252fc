"""The cases of the rules ledger, kept beside the checkout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.worked import worked_cases

FILE = (Path(__file__).parents[3] / "../shared/vectors/epic.yaml").resolve()


def vectors(name: str) -> Sequence[Any]:
    """The cases of one name; a skipped one where the file is missing."""
    if not FILE.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason="the vectors are not beside the checkout"))]
    listed: Sequence[Any] = worked_cases(FILE)[name]
    return listed
