"""The PDF of an army's sheets is a save file: its army is opened, edited and brought into the library from it."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pikepdf
import pytest

from builder.cli.main import run as muster
from builder.errors import InputError
from builder.formats.sheets_pdf import MOST_ATTACHED_BYTES, read_sheets
from builder.services.army.locator import open_army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Limit
from builder.services.export.files import export_army
from builder.services.files import ARMY_FILE, army_within
from builder.sheets.options import SheetOptions

ROSTER = SheetOptions(sheets=("roster",))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert muster([*words]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.mark.long
def test_an_army_is_read_edited_printed_and_brought_from_its_pdf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, again, changed = (str(tmp_path / name) for name in ("army.pdf", "again.pdf", "changed.yaml"))
    run(capsys, "export", "orks-500", "-o", pdf, "--sheets", "roster")
    for command in ("check", "summary"):
        assert run(capsys, command, pdf) == run(capsys, command, "orks-500")
    run(capsys, "export", pdf, "-o", again, "--sheets", "roster")
    assert Path(pdf).read_bytes() == Path(again).read_bytes()
    run(capsys, "edit", pdf, "limit", "600", "-o", changed)
    assert "600" in run(capsys, "summary", changed)
    document = ArmyDocument.open(pdf)
    assert document.source is None
    run(capsys, "armies", "import", pdf, "--name", "brought")
    assert open_army("brought").contents == open_army("orks-500").contents


def test_a_saved_roster_goes_with_its_sheets_as_it_is(tmp_path: Path) -> None:
    saved = tmp_path / "army.ros"
    saved.write_bytes(export_army(open_army("orks-500"), "ros", ROSTER).data)
    pdf = tmp_path / "army.pdf"
    pdf.write_bytes(export_army(open_army(str(saved)), "pdf", ROSTER).data)
    assert open_army(str(pdf)).contents == saved.read_bytes()


def test_the_pdf_of_an_edited_army_has_it_as_it_is_now() -> None:
    document = ArmyDocument.open("orks-500")
    document.apply(Limit(number="700"))
    assert document.army.contents == b""
    assert b"700" in document.written().data


def written(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, compress_streams=False)
    return out.getvalue()


def bomb(filters: str) -> bytes:
    """A PDF whose army is 64 MiB of nothing, packed once or twice."""
    packed = zlib.compress(bytes(2**26), 9)
    if "," in filters:
        packed = zlib.compress(packed, 9)
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        stream = pikepdf.Stream(pdf, b"")
        stream.write(packed, filter=pikepdf.Array([pikepdf.Name(each) for each in filters.split(",")]))
        file = pikepdf.Dictionary(EF=pikepdf.Dictionary(F=pdf.make_indirect(stream)))
        pdf.Root.Names = pikepdf.Dictionary(
            EmbeddedFiles=pikepdf.Dictionary(Names=pikepdf.Array([pikepdf.String(ARMY_FILE), file]))
        )
        return written(pdf)


@pytest.mark.long
@pytest.mark.parametrize("filters", ["/FlateDecode", "/FlateDecode,/FlateDecode"])
def test_an_attachment_is_not_unpacked_beyond_its_bound(filters: str) -> None:
    data = bomb(filters)
    assert len(data) < MOST_ATTACHED_BYTES
    with pytest.raises(InputError) as caught:
        army_within(data, "bomb.pdf")
    assert len(caught.value.findings) == 1


def test_a_form_that_leads_back_into_itself_is_refused() -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        field = pdf.make_indirect(pikepdf.Dictionary(T=pikepdf.String("a"), FT=pikepdf.Name.Btn))
        field.Kids = pikepdf.Array([field, field])
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]))
        data = written(pdf)
    with pytest.raises(InputError, match="more fields"):
        read_sheets(data, "loop.pdf", (), fields=True)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n%%EOF", b"%PDF-1.7\n" * 9])
def test_a_pdf_without_an_army_is_one_message(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.pdf"
    path.write_bytes(data)
    assert muster(["check", str(path)]) == 2
    assert capsys.readouterr().err.count("other.pdf") == 1
