"""Page designs read from YAML files."""

from __future__ import annotations

from pathlib import Path

from builder.cache import remembered
from builder.errors import Finding, InputError, Place, Severity
from builder.sheets.design import Design


def read_design(path: Path) -> Design:
    """Read a page design.

    Raises:
        InputError: the file cannot be read, is not YAML, or has mistakes; all of them at once.
    """
    try:
        contents = path.read_bytes()
    except OSError as error:
        raise InputError(
            Finding(Severity.ERROR, "design", f"cannot be read: {error.strerror}", at=_at(path))
        ) from error
    return Design.from_mapping(remembered(dict, (b"design", contents), lambda: _parsed(contents, path)), str(path))


def _parsed(contents: bytes, path: Path) -> dict[str, object]:
    import yaml

    try:
        data = yaml.load(contents.decode(), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        place = _at(path, mark.line + 1, mark.column + 1) if mark else _at(path)
        raise InputError(Finding(Severity.ERROR, "design", "is not valid YAML", at=place)) from error
    if not isinstance(data, dict):
        raise InputError(
            Finding(Severity.ERROR, "design", "is empty: copy templates/sheets/standard.yaml", at=_at(path))
        )
    return data


def _at(path: Path, line: int | None = None, column: int | None = None) -> Place:
    return Place(file=str(path), line=line, column=column)
