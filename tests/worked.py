"""Files of worked cases: the rules as examples, ours and further ones beside the checkout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def worked_cases(path: Path) -> Mapping[str, Any]:
    """The cases of a file by name; none where it is missing."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) if path.is_file() else {}
