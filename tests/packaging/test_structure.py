"""The code stays in rooms that one can walk through: no cycle of imports, no file too long, few with one importer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.structure import TOP, classes_defined_twice, cycle, equal_runs, modules, with_one_importer

MOST_LINES = 400


@pytest.mark.long
def test_no_modules_import_each_other() -> None:
    assert cycle() == []


def test_no_file_is_longer_than_one_idea() -> None:
    files = [path for folder in ("builder", "tests") for path in (TOP / folder).rglob("*.py")]
    assert {path.as_posix(): lines for path in files if (lines := lines_of(path)) > MOST_LINES} == {}


def test_a_whole_system_takes_few_lines() -> None:
    assert lines_of(TOP / "tests" / "systems" / "play" / "toy.py") <= 250


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_ideas_are_not_cut_into_files_of_one_importer() -> None:
    assert len(with_one_importer()) <= 89, with_one_importer()


def test_a_name_means_one_class() -> None:
    assert len(classes_defined_twice()) <= 10, classes_defined_twice()


def test_nothing_long_is_written_twice() -> None:
    assert len(equal_runs()) <= 8, equal_runs()


def test_every_module_of_the_code_was_looked_at() -> None:
    assert len(modules()) > 100
