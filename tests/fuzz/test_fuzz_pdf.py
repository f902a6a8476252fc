"""PDF files that are changed at random: what is wrong with one is a message, and nothing else happens."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from random import Random

import pikepdf
import pytest
from hypothesis import given

from builder.errors import InputError
from builder.formats.sheets_pdf import read_sheets
from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.services.files import ARMY_FILE
from builder.services.games.filled_sheets import game_attachment, read_game, restored
from builder.services.games.games import new_game
from builder.sheets.options import SheetOptions
from tests.fuzz.hostile import SEEDS, VALUES, changed_bytes, changed_json, fuzzed
from tests.guard import ended, limited


@pytest.fixture(scope="module")
def plain() -> bytes:
    """Sheets whose objects stand in the file one by one, so that changes reach them."""
    made = export_army(open_army("lethal-levy-500"), "pdf", SheetOptions(sheets=("units",), fillable=True)).data
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(made)) as pdf:
        pdf.save(
            out, object_stream_mode=pikepdf.ObjectStreamMode.disable, stream_decode_level=pikepdf.StreamDecodeLevel.none
        )
    return out.getvalue()


WORDS = (
    b"/Kids",
    b"/Names",
    b"/EF",
    b"/F ",
    b"/Filter",
    b"/Fields",
    b"/V ",
    b"/FT",
    b"/T ",
    b"/Length",
    b"/EmbeddedFiles",
    b" 0 R",
)


def changed(whole: bytes, random: Random) -> bytes:
    """The bytes with parts cut out or repeated, or with other values behind the keys that readers look at."""
    if random.random() < 0.4:
        return changed_bytes(whole, random)
    for _ in range(random.randint(1, 3)):
        word = random.choice(WORDS)
        at = whole.find(word, random.randrange(len(whole)))
        if at >= 0:
            value = random.choice(
                (b"null", b"[", b"<<", b">>", b"(", b"1 0 R", b"7 0 R", random.choice(VALUES)[:50].encode())
            )
            end = at + len(word) + random.randint(0, 8)
            whole = whole[: at + len(word)] + b" " + value + b" " + whole[end:]
    return whole


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """A game as it goes with its sheets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(tmp_path_factory.mktemp("games")))
        with new_game("plain-orks-500", "plain-space-marines-500", strict=True) as session:
            session.act("next", {})
            yield game_attachment(session, 0).data


@fuzzed(4)
@given(seed=SEEDS)
def test_games_that_go_with_sheets(game: bytes, seed: int) -> None:
    random = Random(seed)
    data = json.dumps(changed_json(json.loads(game), random)).encode() if seed % 3 else changed_bytes(game, random)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch, ended():
        patch.setenv("MUSTER_GAMES", folder)
        try:
            with limited():
                copy = read_game(data, "army.pdf")
                restored(copy, "army.pdf")[0].close()
        except InputError as error:
            assert error.findings and str(error)


@fuzzed()
@given(seed=SEEDS)
def test_sheets(plain: bytes, seed: int) -> None:
    data = changed(plain, Random(seed))
    with ended():
        try:
            with limited():
                read_sheets(data, "army.pdf", (ARMY_FILE,), fields=True)
        except InputError as error:
            assert [finding.at.file for finding in error.findings] == ["army.pdf"]
