"""`muster export` with its options."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pypdfium2
import pytest

from builder.cli import export as command
from builder.cli.main import run
from builder.formats.battlescribe.rosterwriter import write_roster
from builder.record import replace
from builder.roster.view import RuleView
from builder.sheets import options
from tests.systems.generic.making import LONG, ferrymen, roster

ARMY = "space-marines-500"


def pages_of(path: Path) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(path.read_bytes()) as document:
        return [document.get_page_size(n) for n in range(len(document))]


@pytest.mark.parametrize(
    ("asked", "sheets"),
    [
        ((), ["Roster", "Units", "Vehicles", "Rules"]),
        (
            ("--sheets", "all"),
            ["Roster", "Units", "Vehicles", "Tokens", "Template", "Turn and tables", "Reference", "Rules"],
        ),
        (("--sheets", "tokens, Units"), ["Tokens", "Units"]),
        (("--sheets", "notes,units"), ["Notes for the table", "Units"]),
    ],
)
def test_the_sheets_that_were_asked_for_are_printed_in_order(
    asked: tuple[str, ...], sheets: list[str], tmp_path: Path
) -> None:
    assert run(("export", ARMY, "-o", str(tmp_path / "army.pdf"), *asked)) == 0
    with pypdfium2.PdfDocument((tmp_path / "army.pdf").read_bytes()) as document:
        assert [bookmark.get_title() for bookmark in document.get_toc() if bookmark.level == 0] == sheets


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "sheets"),
    [((), ["Roster", "Units", "Rules"]), (("--sheets", "roster,units"), ["Roster", "Units"])],
)
def test_an_army_of_any_game_has_its_rules_once_unless_other_sheets_are_asked_for(
    asked: tuple[str, ...], sheets: list[str], tmp_path: Path
) -> None:
    crew = replace(ferrymen(), rules=tuple(RuleView(name=f"Ford {n}", description=LONG * 8) for n in range(20)))
    (tmp_path / "list.ros").write_bytes(write_roster(roster(crew)))
    assert run(("export", str(tmp_path / "list.ros"), "-o", str(tmp_path / "army.pdf"), *asked)) == 0
    with pypdfium2.PdfDocument((tmp_path / "army.pdf").read_bytes()) as document:
        assert [bookmark.get_title() for bookmark in document.get_toc() if bookmark.level == 0] == sheets


def test_an_army_with_errors_prints_with_them_and_only_strict_minds(tmp_path: Path) -> None:
    army, sheets = str(tmp_path / "army.yaml"), tmp_path / "army.txt"
    assert run(("new", "diceless/orks", "-o", army)) == 0
    assert run(("export", army, "-o", str(sheets))) == 0
    assert "No unit of HQ, the army needs 1 or 2." in sheets.read_text(encoding="utf-8")
    assert run(("export", army, "-o", str(sheets), "--strict")) == 1
    assert run(("export", ARMY, "-o", str(sheets), "--strict")) == 0


def test_an_army_is_not_written_over_by_its_own_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "army.yaml"
    assert run(("new", "diceless/orks", "-o", str(path))) == 0
    before = path.read_bytes()
    assert run(("export", str(path), "-o", str(path), "--format", "pdf")) == 2
    assert path.read_bytes() == before and "the army itself" in capsys.readouterr().err


def test_the_command_offers_what_the_options_know() -> None:
    flags = {parameter.name for parameter in command.export.params}
    assert set(inspect.signature(options.SheetOptions).parameters) <= flags


@pytest.mark.long
@pytest.mark.parametrize("flag", ["--larger-text", "--ink-saver", "--grey", "--one-a-page"])
def test_each_flag_changes_the_pages(flag: str, tmp_path: Path) -> None:
    plain, changed = tmp_path / "plain.pdf", tmp_path / "changed.pdf"
    every = ("export", ARMY, "--sheets", "all", "-o")
    assert run((*every, str(plain))) == run((*every, str(changed), flag)) == 0
    assert plain.read_bytes() != changed.read_bytes()


def test_a5_is_used_sideways(tmp_path: Path) -> None:
    assert run(("export", ARMY, "-o", str(tmp_path / "a5.pdf"), "--paper", "a5", "--sheets", "units")) == 0
    assert all(width > height for width, height in pages_of(tmp_path / "a5.pdf"))


def test_tokens_and_rules_are_written_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("export", ARMY, "-o", "-", "--format", "json", "--sheets", "tokens,rules", "--sort", "points")) == 0
    aids = json.loads(capsys.readouterr().out)["aids"]
    assert set(aids) == {"tokens", "rules"}
    assert {kind["outline"] for kind in aids["tokens"]} <= {"circle", "shield", "octagon"}


def test_paper_too_small_for_larger_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(("export", ARMY, "-o", str(tmp_path / "a.pdf"), "--paper", "a5", "--larger-text")) == 2
    assert "too small for larger text; choose a4 or letter" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("slot", ["Captain", "Scout Squad", "Tactical Squad", "Devastator Squad"]),
        ("roster", ["Scout Squad", "Devastator Squad", "Tactical Squad", "Captain"]),
    ],
)
def test_units_stand_by_slot_or_as_in_the_army_file(
    sort: str, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "format: muster-army\nversion: 1\nname: Mine\nsystem: diceless\ndata: diceless/space-marines\nunits:\n"
    units = ("Scout Squad", "Devastator Squad", "Tactical Squad", "Captain")
    file = tmp_path / "mine.yaml"
    file.write_text(head + "".join(f"  - unit: {name}\n" for name in units))
    assert run(("export", str(file), "-o", "-", "--format", "json", "--sheets", "roster,units", "--sort", sort)) == 0
    exported = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in exported["roster"]["rows"]] == names
    assert [card["head"]["name"] for card in exported["cards"]] == names


@pytest.mark.parametrize("arguments", [(ARMY,), ("--blank", "diceless")])
def test_an_ending_that_is_none_of_ours_is_refused_with_those_that_are(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "army.docx"
    assert run(("export", *arguments, "-o", str(path))) == 2
    assert (
        "no file ends in .docx here: end it in .pdf, .txt, .text, .json, .ros, .rosz, or say --format"
        in capsys.readouterr().err
    )
    assert not path.exists()
    assert run(("export", *arguments, "-o", str(path), "--format", "pdf")) == 0
    assert run(("export", *arguments, "-o", str(tmp_path / "army"))) == 0


def test_an_unknown_order_is_a_usage_mistake(tmp_path: Path) -> None:
    assert run(("export", ARMY, "-o", str(tmp_path / "a.pdf"), "--sort", "age")) == 2


def test_blank_cards_need_no_army(tmp_path: Path) -> None:
    file = tmp_path / "blank.pdf"
    assert run(("export", "--blank", "diceless", "-o", str(file), "--paper", "letter")) == 0
    with pypdfium2.PdfDocument(file.read_bytes()) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
        cards = [bookmark for bookmark in document.get_toc() if bookmark.level == 1]
    assert len(cards) == 6
    assert "Order points" in texts[0] and "fails above" not in texts[0]
    assert "Glancing" in texts[-1] and "DMG on the line" in texts[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--blank", "diceless", ARMY), "name an army, or a game with --blank, and not both"),
        ((), "name an army, or a game with --blank, and not both"),
        (("--blank", "diceless", "--format", "text"), "blank cards are written as PDF only"),
        (("--blank", "diceless", "-o", "blank.txt"), "blank cards are written as PDF only"),
        (("--blank", "chess"), "chess"),
        (("--blank", "diceless", "--sheets", "tokens"), "no sheet is chosen"),
    ],
)
def test_blank_cards_that_cannot_be_made_are_explained(
    arguments: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(("export", "-o", str(tmp_path / "a.pdf"), *arguments)) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", ["army.ros", "army.rosz"])
def test_a_saved_roster_goes_to_other_programs_and_comes_back(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert run(("export", ARMY, "-o", str(path))) == 0
    assert path.read_bytes().startswith(b"PK" if name.endswith("z") else b"<?xml")
    assert run(("check", str(path))) == 0


@pytest.mark.parametrize(
    ("form", "line"), [("battlescribe-text", "++ Total: [500pts] ++"), ("chat", "**Total: 500 of")]
)
def test_a_list_to_paste_goes_to_standard_output(
    form: str, line: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(("export", ARMY, "--format", form, "-o", "-")) == 0
    assert line in capfdbinary.readouterr().out.decode()


def test_a_text_file_still_holds_the_sheets(tmp_path: Path) -> None:
    assert run(("export", ARMY, "-o", str(tmp_path / "army.txt"))) == 0
    assert "++ Total" not in (tmp_path / "army.txt").read_text(encoding="utf-8")
