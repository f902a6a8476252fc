from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.fortyk.weapontext import longest, read_range, read_type

DATA = (Path(__file__).parents[3] / "../shared/data").resolve()


@pytest.mark.parametrize(
    ("text", "kind", "shots", "blast", "rules"),
    [
        ("Rapid Fire", "rapid fire", "", "", ()),
        ("Heavy 3, Blast, Gets Hot!", "heavy", "3", "blast", ("gets hot",)),
        ('Heavy 1 , Blind, Parabolic Shot, Blast (3")', "heavy", "1", "blast", ("blind", "parabolic shot")),
        ('Ordnance 1, 5" Blast', "ordnance", "1", "large blast", ()),
        ("Ordnance Barrage D3, Large Blast", "ordnance", "D3", "large blast", ("barrage",)),
        ("Heavy 1 Blast", "heavy", "1", "blast", ()),
        ("Ordnance 1, Massive Blast, Twin linked", "ordnance", "1", "large blast", ("twin-linked",)),
        ("Apocalyptic Barrage (8), One shot", "", "", "large blast", ("one use",)),
        ("Assault 1, Template", "assault", "1", "template", ()),
        ("Assault D6", "assault", "D6", "", ()),
        ("Assault 2D6 (Psychic shooting attack)", "assault", "2D6", "", ("psychic",)),
        ("Salvo 2/4, Shred", "salvo", "2/4", "", ("shred",)),
        ("Heavy D3+1", "heavy", "D3+1", "", ()),
        ("Pistol, Get's Hot", "pistol", "", "", ("gets hot",)),
        ("Rapid Fire, Poisoned (2+)", "rapid fire", "", "", ("poisoned 2+",)),
        ("Assaut 1, Melta", "assault", "1", "", ("melta",)),
        ("Assult 2, Twin-linked", "assault", "2", "", ("twin-linked",)),
        ("Assualt D6", "assault", "D6", "", ()),
        ("Melee, Two-Handed, Unwieldy", "melee", "", "", ("two-handed", "unwieldy")),
        ("Heavy 1, Rolls an additional D6 for armour penetration", "heavy", "1", "", ()),
        ("-", "", "", "", ()),
    ],
)
def test_the_type_of_a_weapon_is_taken_apart(
    text: str, kind: str, shots: str, blast: str, rules: tuple[str, ...]
) -> None:
    read = read_type(text)
    assert (read.kind, read.shots, read.blast, read.rules) == (kind, shots, blast, rules)
    assert read.understood


def test_words_that_say_nothing_are_not_understood() -> None:
    assert not read_type("Lifta-droppa").understood
    assert not read_type("See the rules for this weapon in its codex.").understood


@pytest.mark.parametrize(
    ("written", "read", "inches"),
    [
        ('24"', '24"', 24),
        ("12", '12"', 12),
        ('18" - 42"', '18"–42"', 42),
        ("Template", "Template", None),
        ("G24", "G24", 24),
        ("", "-", None),
    ],
)
def test_ranges_are_kept_as_players_write_them(written: str, read: str, inches: int | None) -> None:
    assert read_range(written) == read
    assert longest(written) == inches


@given(st.text(max_size=60))
def test_no_text_crashes_the_reader(text: str) -> None:
    read = read_type(text)
    assert all(rule == rule.lower() for rule in read.rules)


def _types_in_the_wild() -> list[str]:
    files = [*DATA.glob("battlescribe/[57]*/*"), DATA / "rosters/HH_Test.ros", DATA / "rosters/TraitorTest.ros"]
    found: list[str] = []
    for file in files:
        for element in ElementTree.parse(file).iter():
            if re.sub(r"\{.*}", "", element.tag) == "profile":
                cells = {cell.get("name"): (cell.text or cell.get("value") or "") for cell in element.iter()}
                if "Range" in cells and "Type" in cells:
                    found.append(cells["Type"])
    return found


@pytest.mark.long
@pytest.mark.skipif(not DATA.exists(), reason="the public data is not beside the checkout")
def test_the_weapons_of_public_data_are_understood() -> None:
    types = _types_in_the_wild()
    unknown = [text for text in types if not read_type(text).understood]
    assert len(types) > 500
    assert len(unknown) / len(types) < 0.01, unknown
    wordy = [text for text in types if re.search(r"\bblast\b", text, re.IGNORECASE) and not read_type(text).blast]
    assert wordy == []
    hot = [text for text in types if re.search(r"gets hot", text, re.IGNORECASE)]
    assert all("gets hot" in read_type(text).rules for text in hot)
