"""The sheet that tells what each unit does to each enemy: its rows, whom it is against, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.cli.main import run
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.services.army.locator import open_army
from builder.services.export.files import cards_of, export_army
from builder.services.matchups import match_armies
from builder.sheets.grid_table import grid_strips
from builder.sheets.options import SheetOptions
from builder.sheets.page import Text, flat
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Column, ColumnKind, PanelCard, Row, Table, TablePanel
from builder.systems.play.matchup import Assumptions

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"

ARMY, ENEMY = "space-marines-500", "orks-500"
OPTIONS = SheetOptions(sheets=("matchup",))


def rows(card: PanelCard) -> list[tuple[str, ...]]:
    (panel,) = card.below
    assert isinstance(panel, TablePanel)
    return [row.cells for row in panel.table.rows if not row.sub]


def matched(cards: tuple[object, ...]) -> list[PanelCard]:
    return [card for card in cards if isinstance(card, PanelCard) and card.sheet == "matchup"]


def test_each_unit_has_a_row_for_each_enemy_with_what_the_matchup_says() -> None:
    ours, theirs = open_army(ARMY), open_army(ENEMY)
    found = match_armies(ours, theirs, Assumptions(distances=(8, 12, 24, 36, 48)))
    cards = matched(cards_of(ours, OPTIONS, theirs))
    assert [card.head.name for card in cards] == [unit.name for unit in found.sides[0]]
    for card, unit in zip(cards, found.sides[0], strict=True):
        cells = {cells[0]: cells for cells in rows(card)}
        target = next(each for each in found.sides[1] if each.hp is not None)
        here = found.encounters[0, unit.id, target.id, "12"]
        row = next(cells for name, cells in cells.items() if target.name in name)
        assert row[1] == str(target.hp)
        assert row[3] == (f"{here.hp}, {here.models}" + " †" * here.destroyed if here.weapons else "–")


def test_without_an_opponent_it_is_against_common_profiles() -> None:
    cards = matched(cards_of(open_army(ARMY), OPTIONS))
    names = [cells[0] for cells in rows(cards[0])]
    assert {"T3 5+", "T4 3+", "T4 2+"} <= {word for name in names for word in name.split(", ")}
    assert {word for name in names if "AV" in name for word in name.replace("AV", "").replace(",", " ").split()} == {
        "10", "11", "12", "13", "14"
    }  # fmt: skip


@pytest.mark.long
def test_the_text_and_the_json_have_it_too() -> None:
    ours = open_army(ARMY)
    text = export_army(ours, "text", OPTIONS).data.decode()
    assert "T4 3+" in text and "against Common profiles" in text
    assert b'"matchup"' in export_army(ours, "json", OPTIONS).data


@pytest.mark.parametrize(
    "options", [SheetOptions(sheets=("matchup",), paper="a5"), SheetOptions(sheets=("matchup",), larger_text=True)]
)
def test_it_is_printed_on_any_paper(options: SheetOptions) -> None:
    assert export_army(open_army(ARMY), "pdf", options, open_army(ENEMY)).data.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((ARMY, "--against", ENEMY), "add it to --sheets"),
        ((ARMY, "--sheets", "matchup", "--against", "lethal-orks-1000"), "units of one system alone can meet"),
        (("lethal-orks-1000", "--sheets", "matchup"), "is decided by dice"),
    ],
)
def test_what_cannot_be_told_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    target = tmp_path / "sheet.pdf"
    assert run(["export", *arguments, "-o", str(target)]) == 2
    assert told in capsys.readouterr().err
    assert not target.exists()


def test_figures_of_a_wide_table_stand_near_their_names() -> None:
    columns = (Column("Enemy", ColumnKind.NAME), *(Column(title, ColumnKind.VALUE) for title in ("to 12", "to 24")))
    setter = Typesetter(read_design(DESIGN), load_fonts())
    head, *_ = grid_strips(setter, Table(columns, (Row(("T4 3+", "54", "27")),)), 190)
    places = {item.text: item.x for item in flat(head.items) if isinstance(item, Text)}
    assert places["to 12"] < 0.6 * 190 and places["to 24"] - places["to 12"] > 40
