"""Pictures of the player's own on cards to cut out: where they stand, what is told of those that cannot be printed."""

from __future__ import annotations

import io
import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from builder.errors import EditError, Finding, InputError
from builder.services.army.locator import open_army
from builder.services.army.pictures import MOST_PICTURE_BYTES, PRINTED, Art, picture_of, read_pictures
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import SetPicture
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions

CARDS = SheetOptions(sheets=("cards",))
LARGE = SheetOptions(sheets=("cards",), card_size="70x120")
RED, BLUE = (200, 30, 40), (30, 40, 200)
ORIENTATION, UPRIGHT_BY_A_QUARTER = 0x112, 6
HEAD = "format: muster-army\nversion: 1\nid: a1\nname: Firsts\nsystem: diceless\ndata: diceless/space-marines\n"
UNITS = "units:\n  - {unit: Librarian, id: lib, art: figures/boss.jpg}\n  - {unit: Scout Squad, id: scouts}\n"


def a_picture(kind: str = "JPEG", size: tuple[int, int] = (900, 600), **more: object) -> bytes:
    """A picture whose upper half is red, its lower half blue."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (0, size[1] // 2, *size))
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def lying_on_its_side(size: tuple[int, int] = (600, 900)) -> bytes:
    """A photograph of a telephone that was held upright: its pixels lie on their side, and it says so."""
    image = Image.open(io.BytesIO(a_picture("PNG", size))).rotate(90, expand=True)
    exif = Image.Exif()
    exif[ORIENTATION] = UPRIGHT_BY_A_QUARTER
    exif[0x10F] = "A secret camera"
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif, quality=95)
    return out.getvalue()


@pytest.fixture
def army(tmp_path: Path) -> Path:
    """An army with a picture of one unit."""
    folder = tmp_path / "home/figures"
    folder.mkdir(parents=True)
    (folder / "boss.jpg").write_bytes(lying_on_its_side())
    (folder / "scouts.png").write_bytes(a_picture("PNG"))
    file = folder.parent / "army.yaml"
    file.write_text(HEAD + UNITS)
    return file


@pytest.fixture
def datasheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of datasheets of somebody's own, those of scouts with a picture."""
    folder = tmp_path / "data/datasheets/diceless"
    shipped = Path(__file__).parents[2] / "datasheets/diceless"
    (folder / "art").mkdir(parents=True)
    shutil.copy(shipped / "system.yaml", folder)
    text = (shipped / "space-marines.yaml").read_text(encoding="utf-8")
    named = text.replace("  Scout Squad:\n", "  Scout Squad:\n    art: art/scouts.png\n", 1)
    (folder / "space-marines.yaml").write_text(named, encoding="utf-8")
    (folder / "art/scouts.png").write_bytes(a_picture("PNG"))
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    return folder


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    found = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]
    assert all(each.Filter == "/DCTDecode" for each in found)
    return found


def colours(data: bytes) -> set[tuple[int, int, int]]:
    """The colours that cover much of the first page, as it is seen."""
    with pypdfium2.PdfDocument(data) as document:
        seen = document[0].render(scale=1.0).to_pil().convert("RGB").quantize(64).convert("RGB")
    counted = seen.getcolors(1 << 20) or []
    return {colour for count, colour in counted if count > 500}


def near(wanted: tuple[int, int, int], seen: set[tuple[int, int, int]]) -> bool:
    return any(all(abs(one - other) < 25 for one, other in zip(wanted, each, strict=True)) for each in seen)


@pytest.mark.long
def test_pictures_stand_upright_on_cards_small_and_without_what_else_their_files_hold(
    army: Path, datasheets: Path, tmp_path: Path
) -> None:
    opened = open_army(str(army))
    made = export_army(opened, "pdf", LARGE)
    assert not made.findings and b"secret camera" not in made.data
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        sizes = sorted((int(each.Width), int(each.Height)) for each in images(pdf))
        assert sizes == [(600, 900), (768, 512)] and max(sizes) <= PRINTED
        alternatives = {
            str(each.Alt) for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/Alt" in each
        }
        assert {"A picture of Librarian", "A picture of Scout Squad"} <= alternatives
    seen = colours(made.data)
    assert near(RED, seen) and near(BLUE, seen)
    archived = export_army(opened, "pdf", SheetOptions(sheets=("cards",), archive=True)).data
    path = tmp_path / "archive.pdf"
    path.write_bytes(archived)
    if shutil.which("qpdf"):
        assert subprocess.run(["qpdf", "--check", path], capture_output=True, check=False).returncode == 0
    text = export_army(opened, "text", CARDS).data.decode()
    assert "  Picture: figures/boss.jpg\n" in text and "  Picture: art/scouts.png\n" in text
    assert b'"art": "figures/boss.jpg"' in export_army(opened, "json", SheetOptions(sheets=("roster", "cards"))).data
    assert "picture" not in export_army(opened, "text", SheetOptions()).data.decode().lower()


def test_printers_without_colour_and_ink_savers_are_heeded(army: Path) -> None:
    opened = open_army(str(army))
    for options, spaces in (
        (SheetOptions(sheets=("cards",), grey=True), {"/DeviceGray"}),
        (SheetOptions(sheets=("cards",), ink_saver=True), set()),
    ):
        with pikepdf.open(io.BytesIO(export_army(opened, "pdf", options).data)) as pdf:
            assert {str(each.ColorSpace) for each in images(pdf)} == spaces


def test_a_card_without_room_says_so(army: Path) -> None:
    army.write_text(army.read_text().replace("unit: Librarian", "unit: Dreadnought"))
    opened = open_army(str(army))
    (finding,) = export_army(opened, "pdf", CARDS).findings
    assert finding.message == "the card of 'Dreadnought' has no room for its picture: choose larger cards"
    assert not export_army(opened, "pdf", LARGE).findings


def of_pixels(width: int, height: int, rows: int) -> bytes:
    """A PNG that says that it has so many pixels, with so many black rows of them."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes((width + 1) * rows))), (b"IEND", b""))
    chunks = (struct.pack(">I", len(data)) + kind + data for kind, data in parts)
    sums = (struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk + crc for chunk, crc in zip(chunks, sums, strict=True))


def _write(contents: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(contents)

    return write


def _link_away(path: Path) -> None:
    outside = path.parents[2] / "elsewhere.jpg"
    outside.write_bytes(a_picture())
    path.unlink()
    path.symlink_to(outside)


def _as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _too_long(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_PICTURE_BYTES + 1)


UNFIT: dict[str, tuple[Callable[[Path], None], str]] = {
    "missing": (Path.unlink, "is not in the folder of this file: put it there"),
    "a folder": (_as_folder, "is not in the folder of this file: put it there"),
    "a pipe": (_as_pipe, "is not in the folder of this file: put it there"),
    "a link": (_link_away, "is a link that leads elsewhere: copy it into the folder"),
    "drawn in SVG": (_write(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "neither PNG nor JPEG: save it as one"),
    "another kind": (_write(a_picture("GIF")), "neither PNG nor JPEG: save it as one"),
    "empty": (_write(b""), "neither PNG nor JPEG: save it as one"),
    "cut off": (_write(lying_on_its_side()[:2_000]), "is damaged: save it again"),
    "too many pixels": (_write(of_pixels(10_000, 6_000, 6_000)), "has more than 50 million pixels: save it smaller"),
    "a bomb": (_write(of_pixels(2**30, 2**30, 0)), "has more than 50 million pixels: save it smaller"),
    "too large": (_too_long, "larger than 32 MiB"),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_a_picture_that_cannot_be_printed_is_told_of_and_the_others_are_printed(kind: str, army: Path) -> None:
    spoil, message = UNFIT[kind]
    spoil(army.parent / "figures/boss.jpg")
    arts = {"lib": Art("figures/boss.jpg", str(army)), "scouts": Art("figures/scouts.png", str(army))}
    pictures, (finding,) = read_pictures(arts, grey=False)
    assert [*pictures] == ["scouts"]
    assert finding.message.startswith("the picture 'figures/boss.jpg' is not printed: ") and message in finding.message
    assert (finding.at.file, finding.at.line, finding.at.field) == (str(army), 8, "units › 1 › art")


def test_a_missing_picture_is_told_of_where_the_army_is_checked_and_where_it_is_printed(army: Path) -> None:
    (army.parent / "figures/boss.jpg").unlink()
    opened = open_army(str(army))
    assert [each.code for each in opened.findings].count("art") == 1
    made = export_army(opened, "pdf", CARDS)
    assert made.data.startswith(b"%PDF") and [each.code for each in made.findings] == ["art"]
    assert not export_army(opened, "pdf", SheetOptions()).findings


@given(st.data())
def test_any_damage_gives_a_picture_or_a_reason(data: st.DataObject) -> None:
    whole = WHOLE[data.draw(st.integers(0, len(WHOLE) - 1))]
    damaged = bytearray(whole[: data.draw(st.integers(0, len(whole)))])
    for _ in range(data.draw(st.integers(0, 8))):
        if damaged:
            damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        made = picture_of(bytes(damaged), grey=False)
    except ValueError as error:
        assert ":" in str(error)
    else:
        assert made.data.startswith(b"\xff\xd8") and made.width <= PRINTED[0] and made.height <= PRINTED[1]


def of_mode(mode: str, kind: str) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (40, 30), 3).save(out, kind)
    return out.getvalue()


WHOLE = (
    lying_on_its_side((60, 90)),
    a_picture("PNG", (90, 60)),
    of_mode("P", "PNG"),
    of_mode("LA", "PNG"),
    of_mode("I;16", "PNG"),
)


@pytest.mark.parametrize(
    ("mode", "kind"), [("1", "PNG"), ("P", "PNG"), ("LA", "PNG"), ("I;16", "PNG"), ("CMYK", "JPEG")]
)
def test_every_mode_of_picture_is_printed(mode: str, kind: str) -> None:
    assert picture_of(of_mode(mode, kind), grey=True).grey


def test_what_is_transparent_is_white() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(out, "PNG")
    made = Image.open(io.BytesIO(picture_of(out.getvalue(), grey=False).data))
    assert made.getpixel((9, 9)) == (255, 255, 255)


@pytest.mark.parametrize(
    "path", ["../boss.jpg", "/boss.jpg", "C:\\boss.jpg", "a\\b.png", "boss.svg", "boss", "a/.../b.png"]
)
def test_a_path_that_leads_elsewhere_or_to_another_kind_is_a_mistake_of_the_file(path: str, army: Path) -> None:
    army.write_text(army.read_text().replace("figures/boss.jpg", f"'{path}'"))
    with pytest.raises(InputError) as refused:
        open_army(str(army))
    found: tuple[Finding, ...] = refused.value.findings
    assert [(each.at.line, each.at.field) for each in found] == [(8, "units › 1 › art")]
    assert "such as pictures/squad.jpg" in found[0].message


def test_a_picture_is_chosen_undone_and_kept_by_all_that_is_done_besides(army: Path) -> None:
    session = ArmyDocument(army.read_bytes(), str(army), None)
    session.apply(SetPicture(id="scouts", path="figures/boss.jpg"))
    session.apply(SetPicture(id="lib"))
    written = session.written().data.decode()
    assert "art: figures/boss.jpg" in written and written.count("art:") == 1
    session.undo()
    session.undo()
    assert {unit.id: unit.art for unit in session.army.view.units()} == {"lib": "figures/boss.jpg", "scouts": None}
    with pytest.raises(EditError, match="such as pictures/squad"):
        session.apply(SetPicture(id="lib", path="boss.svg"))
