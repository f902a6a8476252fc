"""Every wish that players have is in docs/wishes.md, met by tests that exist, or said to be open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
WISHES = TOP / "../shared/wishes.md"
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in (TOP / "docs" / "wishes.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| wish "))
]


def names_of_tests() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in (TOP / "tests").rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r"^\s*def (test_\w+)\(", source, re.MULTILINE)}


def test_every_test_that_a_wish_names_is_there() -> None:
    named = {name for row in ROWS for name in re.findall(r"`(test_\w+)`", row[2])}
    assert named <= names_of_tests()


@pytest.mark.parametrize(("wish", "place", "tests"), ROWS, ids=[row[0] for row in ROWS])
def test_a_wish_is_met_or_open(wish: str, place: str, tests: str) -> None:
    assert wish and (tests or place.startswith("open"))


@pytest.mark.skipif(not WISHES.is_file(), reason="the list of wishes is not beside the checkout")
def test_no_wish_is_forgotten() -> None:
    paragraphs = re.findall(r"^(?:Lists|Paper|Play): (.*?)\.$", WISHES.read_text(encoding="utf-8"), re.S | re.M)
    wishes = [" ".join(wish.split()) for paragraph in paragraphs for wish in paragraph.split("·")]
    assert len(paragraphs) == 3
    assert wishes == [row[0] for row in ROWS]
