"""Texts of files are read in time that grows with their length: 60,000 blanks in a name once took 40 seconds.

Each text is made of what a pattern might begin with again and again; a pattern that goes back over it does not come to
an end before the guard ends it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from builder.catalogue.model import Characteristic
from builder.datafiles.armies.models import option_name
from builder.datafiles.text.source import read_document
from builder.roster.view import ProfileView
from builder.scalars import comma_parts, slug, small_number
from builder.services.editor import details as editordetails
from builder.systems.epic.transport import read_berths
from builder.systems.epic.units import read_ratings
from builder.systems.epic.weapons import read_firepower, read_notes, read_reach
from builder.systems.fortyk.items import conditional_saves
from builder.systems.fortyk.profiles import capacity
from builder.systems.fortyk.weapons import _stem, count_in_name, plain_name
from builder.systems.fortyk.weapontext import blast_size, longest, read_type
from builder.systems.registry import load_system, system_ids
from tests.guard import ended
from tests.shares import Part

LENGTH = 60_000
PIECES = (" ", ",", "(", "2", "- ", "a, ", "invul", "<br")
MORE_PIECES = (")", "x", "-", "a ", "x2 ", "invul ", "2+ invul ", "has ", "count as 2 ", "\n", "<br> ", "D6+", "#",
               " #", "blast ", "2/", ".", " . ")  # fmt: skip
BEGINNINGS = ("", "x", "Heavy 2", "blast", "5", "2+ invul", "a has initiative", "up to 8 ")


def wargear(text: str) -> object:
    profile = ProfileView(
        name="Shield",
        type_id="w",
        type_name="Wargear Item",
        characteristics=(Characteristic("Description", "d", text),),
    )
    return conditional_saves((profile,))


READERS: tuple[Callable[[str], object], ...] = (
    plain_name, count_in_name, _stem, read_type, blast_size, longest, capacity, wargear, read_firepower, read_reach,
    read_notes, read_berths, lambda text: read_ratings([text]), comma_parts, small_number, slug, option_name,
    editordetails._in_one_line,
)  # fmt: skip


def pumped(piece: str) -> str:
    return (piece * LENGTH)[:LENGTH]


NAMED = pytest.mark.parametrize("reader", READERS, ids=lambda reader: getattr(reader, "__name__", ""))


@NAMED
def test_a_long_text_is_read_to_its_end(reader: Callable[[str], object]) -> None:
    with ended():
        for piece in PIECES:
            reader(f"blast 2{pumped(piece)}\x01")


@NAMED
@pytest.mark.long
def test_any_long_text_is_read_to_its_end(reader: Callable[[str], object], part: Part) -> None:
    with ended():
        for piece in (*PIECES, *MORE_PIECES):
            reader(pumped(piece))
            for beginning in part(BEGINNINGS, 2):
                reader(f"{beginning}{pumped(piece)}\x01")


@pytest.mark.parametrize("system", system_ids())
def test_a_profile_with_long_texts_is_looked_through(system: str) -> None:
    titles = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "Range", "AP", "Type", "Speed", "Notes", "Firepower")
    with ended():
        for piece in PIECES:
            text = pumped(piece)
            cells = tuple(Characteristic(title, title, f"2{text}") for title in titles)
            for kind in ("Unit", "Weapon", "Vehicle", "Wargear", text):
                load_system(system).unread(ProfileView(name=text, type_id="t", type_name=kind, characteristics=cells))


@pytest.mark.long
@pytest.mark.parametrize(
    "line", ["[" + "a," * 300_000 + "]", "a: b" + " " * 600_000 + "c", "- a\n" * 60_000, "a: '" * 60_000]
)
def test_a_long_yaml_text_is_read_to_its_end(line: str) -> None:
    with ended():
        assert read_document(line.encode(), "army.yaml").file == "army.yaml"


def test_commas_in_brackets_part_nothing() -> None:
    assert comma_parts("Heavy 3, Poisoned (2+, 4+), Blast") == ["Heavy 3", " Poisoned (2+, 4+)", " Blast"]
    assert comma_parts("") == [""]
    assert comma_parts("a (b, c") == ["a (b", " c"]
    assert comma_parts("a, b) c") == ["a, b) c"]
