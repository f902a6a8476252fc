"""The sheet that tells what each unit does to each enemy: its rows, whom it is against, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from builder.cli.main import run
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import cards_of, export_army
from builder.services.matchups import match_armies
from builder.sheets.grid_table import grid_strips
from builder.sheets.options import SheetOptions
from builder.sheets.page import Text, Weight, flat
from builder.sheets.panel_block import panel_blocks
from builder.sheets.panels import panel_strips
from builder.sheets.score_table import score_tables
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Column, ColumnGroup, ColumnKind, PanelCard, Row, Table, TablePanel
from builder.systems.play.matchup import Assumptions

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"

ARMY, ENEMY = "space-marines-500", "orks-500"
OPTIONS = SheetOptions(sheets=("matchup",))


def table(card: PanelCard) -> TablePanel:
    (panel,) = card.below
    assert isinstance(panel, TablePanel)
    return panel


def rows(card: PanelCard) -> list[tuple[str, ...]]:
    return [row.cells for row in table(card).table.rows]


def columns(card: PanelCard) -> list[tuple[str, str]]:
    """The title of each column with that of its group."""
    groups = [group.title for group in table(card).groups for _ in range(group.columns)]
    return [(group, column.title) for group, column in zip(groups, table(card).table.columns, strict=True)]


def matched(cards: tuple[object, ...]) -> list[PanelCard]:
    """The cards of units, without the one that tells how they are read."""
    return [card for card in cards if isinstance(card, PanelCard) and card.sheet == "matchup" and card.head.unit]


@pytest.mark.long
def test_each_unit_has_a_row_for_each_enemy_and_columns_for_each_of_its_weapons() -> None:
    ours, theirs = open_army(ARMY), open_army(ENEMY)
    found = match_armies(ours, theirs, Assumptions(distances=(8, 12, 24, 36, 48)))
    cards = matched(cards_of(ours, OPTIONS, theirs))
    assert [card.head.name for card in cards] == [unit.name for unit in found.sides[0]]
    target = next(each for each in found.sides[1] if each.name == "Big mob")
    for card, unit in zip(cards, found.sides[0], strict=True):
        (cells,) = (cells for cells in rows(card) if target.name in cells[0])
        told = dict(zip(columns(card), cells, strict=True))
        assert [cells[1], cells[2], cells[3]] == ["T 4", "6+", str(target.hp)]
        charge = found.encounters[0, unit.id, target.id, "charging"]
        assert told.get(("In assault", "charges")) == (f"{charge.hp} ({charge.models})" if charge.weapons else None)
    squad = next(card for card in cards if card.head.name == "Tactical Squad Ancora")
    near = found.encounters[0, found.sides[0][cards.index(squad)].id, target.id, "12"]
    (cells,) = (cells for cells in rows(squad) if target.name in cells[0])
    told = dict(zip(columns(squad), cells, strict=True))
    assert told["all its shots", 'to 12"'] == f"{near.hp} ({near.models})"
    for each in near.weapons:
        assert told[each.name.removeprefix("1 × "), 'to 12"'] == str(each.hp)
    bolters = columns(squad).index(("8 × Boltgun", 'to 24"'))
    assert (rows(squad).index(cells), bolters) in table(squad).strong and cells[bolters] == "128"


@pytest.mark.long
def test_a_wide_table_goes_on_below_with_the_names_of_its_rows_and_a_long_one_on_the_next_page() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    (card,) = (card for card in matched(cards_of(open_army(ARMY), OPTIONS)) if "Tactical" in card.head.name)
    assert score_tables(setter, table(card), setter.design.grid.width) == [table(card)]
    halves = score_tables(setter, table(card), 120.0)
    assert len(halves) > 1
    assert {half.table.columns[:4] for half in halves} == {table(card).table.columns[:4]}
    assert sum(len(half.strong) for half in halves) == len(table(card).strong)
    names = tuple(Row((f"Enemy {n}", *row.cells[1:])) for n in range(40) for row in table(card).table.rows[:2])
    long = replace(card, below=(replace(table(card), table=replace(table(card).table, rows=names), strong=()),))
    blocks = panel_blocks(setter, long, 64)
    assert [(block.part, block.parts) for block in blocks] == [(1, 2), (2, 2)]
    drawn = [item.text for block in blocks for item in flat((*block.upper, *block.lower)) if isinstance(item, Text)]
    assert drawn.count("In assault") == 2 and sum(text.startswith("Enemy ") for text in drawn) == 80


@pytest.mark.long
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
@pytest.mark.long
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


def test_letters_of_damage_lines_are_bold_and_models_that_are_gone_are_not() -> None:
    groups = (ColumnGroup("", 1), ColumnGroup("Lascannon", 2))
    columns = (Column("Enemy", ColumnKind.NAME), *(Column(title, ColumnKind.VALUE) for title in ("to 24", "to 48")))
    panel = TablePanel(table=Table(columns, (Row(("Trukk", "80 (1)", "A 8 E 6")),)), groups=groups, strong=((0, 1),))
    setter = Typesetter(read_design(DESIGN), load_fonts())
    *_, row = panel_strips(setter, panel, 190)
    drawn = [(item.text, item.style.weight) for item in flat(row.items) if isinstance(item, Text)]
    bold, regular = Weight.BOLD, Weight.REGULAR
    assert drawn[1:] == [("80", bold), ("(1)", regular), ("A", bold), ("8", regular), ("E", bold), ("6", regular)]


@pytest.mark.long
def test_the_sheet_tells_what_its_figures_mean_and_how_things_are_taken_to_stand() -> None:
    army = open_army(ARMY)
    text = export_army(army, "text", OPTIONS, open_army(ENEMY)).data.decode()
    assert text.count("Gitstompa's warband") == 1, "whom it is against stands in the head, once"
    assert "10 models · BS 4 · WS 4 · S 4" in text
    _, told = text.split("How to read it")
    assert "1G 2P: glancing and penetrating hits" in told and "Taken: no cover; vehicles shot at" in told
    with pypdfium2.PdfDocument(export_army(army, "pdf", OPTIONS, open_army(ENEMY)).data) as document:
        assert len(document) == 1 and "How to read it" in document[0].get_textpage().get_text_range()
