"""The texts of rules: those that the game gives numbers are in our datasheets, and print once for an army."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of

TOP = Path(__file__).parents[2]
SHEETS = sorted((TOP / "datasheets" / "diceless").glob("*.yaml"))
LEDGER = TOP / "../shared/rules/diceless.md"
SPECIAL = (
    10, 11, 14, 16, 17, 18, 19, 21, 24, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 41, 42, 45, 51, 56, 60, 61, 62, 70, 71,
    72, 73, 75, 76, 80, 81, 82, 100, 101, 102, 103, 104, 105, 106, 107,
)  # fmt: skip
"""The rules of the game that are a special rule of something: of a unit, a weapon, a character."""


def named() -> set[int]:
    return {int(number) for sheet in SHEETS for number in re.findall(r"D-(\d+)", sheet.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("number", SPECIAL)
def test_every_special_rule_of_the_game_is_told_somewhere(number: int) -> None:
    assert number in named()


@pytest.mark.skipif(not LEDGER.is_file(), reason="the list of rules is not beside the checkout")
def test_no_text_names_a_rule_that_is_none() -> None:
    known = {int(number) for number in re.findall(r"D-(\d+)", LEDGER.read_text(encoding="utf-8"))}
    assert named() <= known


def test_the_texts_of_rules_wargear_powers_and_weapons_print_once() -> None:
    rules = {rule.title.split(" (")[0]: rule for rule in roster_page_of(open_army("space-marines-1000")).rules}
    assert rules["Iron halo"].text == "Gives a 4+ invulnerable save."
    assert rules["Ignores Cover"].title == "Ignores Cover (Special issue boltgun, Whirlwind launcher)"
    assert rules["Cluster Mines"].rule == "D-103"
    titles = [rule.title for rule in roster_page_of(open_army("space-marines-500")).rules]
    assert sum(title.startswith("Gets Hot!") for title in titles) == 1
    assert any(title.startswith("Vortex of Doom") for title in titles)
    assert len(titles) == len(set(titles))
