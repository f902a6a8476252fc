"""Page designs read from YAML files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from builder.errors import Finding, InputError, Place, Severity
from builder.sheets.design import Design


def read_design(path: Path) -> Design:
    """Read a page design.

    Raises:
        InputError: the file cannot be read, is not YAML, or has mistakes; all of them at once.
    """
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except OSError as error:
        raise InputError(
            Finding(Severity.ERROR, "design", f"cannot be read: {error.strerror}", at=_at(path))
        ) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        place = _at(path, mark.line + 1, mark.column + 1) if mark else _at(path)
        raise InputError(Finding(Severity.ERROR, "design", "is not valid YAML", at=place)) from error
    if not isinstance(data, Mapping):
        raise InputError(
            Finding(Severity.ERROR, "design", "is empty: copy templates/sheets/standard.yaml", at=_at(path))
        )
    return Design.from_mapping(data, str(path))


def _at(path: Path, line: int | None = None, column: int | None = None) -> Place:
    return Place(file=str(path), line=line, column=column)
