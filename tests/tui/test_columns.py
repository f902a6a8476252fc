"""Columns of lists stand apart, and names are there, however narrow the list is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.errors import Finding, Severity
from builder.record import replace
from builder.services.editor.session import EditorSession
from builder.services.library.armies import LibraryArmy, starter_armies
from builder.systems.blocks import number
from builder.tui.screens.library_panes import paint, preview
from builder.tui.widgets.editor_lines import tree_line
from builder.tui.widgets.lines import Line, width_of
from tests.starters import EACH_STARTER


def text_of(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def test_the_preview_of_an_army_keeps_slots_and_names_apart() -> None:
    for starter in starter_armies():
        assert starter.army is not None
        shown = [text_of(line).split(maxsplit=1) for line in preview(starter, 38, 60)]
        names = [words[1] for words in shown if len(words) == 2]
        for unit in starter.army.units[:3]:
            assert f"{unit.name} {unit.points:f}" in names, (starter.id, shown)


@pytest.mark.parametrize("starter", EACH_STARTER)
@pytest.mark.parametrize("width", [30, 38, 60])
def test_slots_and_points_of_the_tree_stand_apart(starter: str, width: int) -> None:
    for row in EditorSession.open(starter).picture.rows:
        line = tree_line(row, True, width)
        assert text_of(line).startswith(" ") or row.depth == 0
        right = "".join(text for text, _ in line.right)
        assert right.startswith(" ") or row.kind == "mark"
        if row.kind in ("slot", "unit") and row.points is not None:
            assert right.endswith(f" {number(row.points)} ")


@pytest.mark.parametrize("width", [36, 50, 76, 118])
def test_a_row_of_the_library_leaves_room_for_the_name(width: int) -> None:
    for starter in starter_armies():
        line = paint(starter, width)
        assert starter.army is not None
        assert starter.army.name[:6] in text_of(line)
        assert width_of(line.left) + width_of(line.right) <= width


@pytest.mark.parametrize("width", [49, 76, 118])
def test_columns_of_the_library_never_touch(width: int) -> None:
    (line,) = [each.army for each in starter_armies() if each.id == "orks-500" and each.army is not None]
    wrong = replace(line, valid=False, findings=(Finding(Severity.ERROR, "max", "Too many."),))
    right = "".join(text for text, _ in paint(LibraryArmy("a", Path("a.yaml"), 0.0, wrong), width).right)
    assert re.search(r"500 +\[!!\] 1( +\S+ \S+( \d+)? *)?$", right)
