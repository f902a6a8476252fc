"""The states that a data set had before updates: folders with numbers, beside the folder of the data sets."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from builder.errors import InputError
from builder.services.data.datasets import DataSet, data_files


def former_states(data: DataSet) -> tuple[Path, ...]:
    """Return the folders of the states that a data set had before updates, as far as they are kept, newest first."""
    return tuple(path for path in numbered(former_folder(data.path)) if _holds_data(path))


def former_folder(target: Path) -> Path:
    """Return the folder of the former states of the data set in a folder."""
    return target.parent.with_name(f"{target.parent.name}-former") / target.name


def _holds_data(folder: Path) -> bool:
    with suppress(InputError):
        return bool(data_files(folder))
    return False


def numbered(folder: Path) -> list[Path]:
    """Return the folders in a folder that have a number for a name, the highest first."""
    states = (path for path in folder.glob("*") if path.name.isdecimal() and path.is_dir())
    return sorted(states, key=lambda path: int(path.name), reverse=True)
