"""A few letters find a name; letters that happen to stand in it do not."""

from __future__ import annotations

import pytest

from builder.scalars import fit


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Tactical Squad", "tac"),
        ("Tactical Squad", "squad"),
        ("Tactical Squad", "ts"),
        ("Tactical Squad", "tctsq"),
        ("Land Raider Crusader", "crus"),
        ("Kaptin Badrukk", "rukk"),
        ("Mek Gunz", "mekgunz"),
    ],
)
def test_letters_find_a_name(name: str, wanted: str) -> None:
    assert fit(name, wanted) is not None


@pytest.mark.parametrize(
    ("name", "wanted"), [("Kaptin Badrukk", "trukk"), ("Tactical Squad", "sqt"), ("Stormboyz", "rmz")]
)
def test_letters_in_another_order_or_from_within_words_do_not(name: str, wanted: str) -> None:
    assert fit(name, wanted) is None


def test_what_stands_together_fits_better_than_what_is_strewn() -> None:
    assert (fit("Trukk", "tru") or ()) < (fit("The raiding hut", "tru") or (99,))
    assert (fit("Company Command Squad", "command") or ()) < (fit("Knight Commander Pask", "command") or (99,))
