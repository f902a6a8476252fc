"""The cases of the rules ledger, kept beside the checkout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

FILE = (Path(__file__).parents[3] / "../shared/vectors/epic.yaml").resolve()


def vectors(name: str) -> Sequence[Any]:
    """The cases of one name; a skipped one where the file is missing."""
    if not FILE.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason="the vectors are not beside the checkout"))]
    cases: Mapping[str, Sequence[Any]] = yaml.safe_load(FILE.read_text())
    return cases[name]
