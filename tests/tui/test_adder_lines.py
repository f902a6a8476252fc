"""The lines of the adder: what an upgrade that is taken several at a time costs is told of all of these."""

from __future__ import annotations

from decimal import Decimal

from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.view import Totals
from builder.tui.widgets.adder_lines import adder_line, upgrade_preview
from builder.tui.widgets.editor_lines import UPGRADES, CatalogueRow, catalogue_line
from builder.tui.widgets.lines import Line

TOTALS = Totals(points=Decimal(990), limit=Decimal(1000))
BY_THREES = CatalogueRow(
    UPGRADES,
    "Swarm, for Brood",
    upgrade=ChoiceRow(
        unit="brood",
        under="brood",
        path="swarm",
        name="Swarm",
        group="",
        cost=Decimal(5),
        control="number",
        number=0,
        least=0,
        most=9,
        step=3,
    ),
)


def test_the_price_of_an_upgrade_is_that_of_all_that_are_taken_at_once() -> None:
    """The list with columns, the one without and the preview tell the same price, and what is over the limit then."""
    assert _words(catalogue_line(BY_THREES, None, 40)).split()[-1] == "+15"
    told = _words(adder_line(BY_THREES, None, TOTALS, 70))
    assert told.startswith("- ")
    assert told.split()[-2:] == ["15", "–"]
    preview = [_words(row.line) for row in upgrade_preview(BY_THREES, "Brood", TOTALS, 50)]
    assert preview[0].split() == ["Swarm", "15"]
    assert "army 990 + 15 = 1\u00a0005, 5 over" in preview


def _words(line: Line | None) -> str:
    assert line is not None
    return "".join(text for text, _ in (*line.left, *line.right))
