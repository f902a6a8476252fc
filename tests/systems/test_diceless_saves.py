"""Saves as the table of the rules has them."""

from __future__ import annotations

from typing import Any

import pytest

from builder.systems.diceless.saves import Reroll, hp_lost, rending_parts, save_worked
from tests.systems.diceless.vectors import vectors


@pytest.mark.parametrize("case", vectors("save"), ids=str)
def test_the_vectors_of_the_rules_hold(case: dict[str, Any]) -> None:
    save = int(case["save"].rstrip("+")) if case["save"] else None
    reroll = Reroll.of(failed=bool(case.get("reroll_failed")), passed=bool(case.get("reroll_passed")))
    assert save_worked(case["damage"], save, reroll).value == case["lost"]
    if reroll is Reroll.NONE:
        assert hp_lost(case["damage"], save) == case["lost"]


@pytest.mark.parametrize(
    ("damage", "row"),
    [
        (1, (0, 0, 1, 1, 1)),
        (3, (0, 1, 2, 2, 3)),
        (7, (1, 2, 4, 5, 6)),
        (39, (7, 13, 20, 26, 33)),
        (98, (16, 33, 49, 65, 82)),
        (100, (17, 33, 50, 67, 83)),
    ],
)
def test_rows_of_the_table_are_the_printed_ones(damage: int, row: tuple[int, ...]) -> None:
    assert tuple(hp_lost(damage, save) for save in range(2, 7)) == row


def test_hundreds_are_looked_up_one_by_one() -> None:
    assert hp_lost(128, 3) == 42
    assert hp_lost(303, 2) == 3 * 17


def test_a_better_save_never_lets_more_through() -> None:
    for damage in range(400):
        lost = [hp_lost(damage, save) for save in (2, 3, 4, 5, 6, None)]
        assert lost == sorted(lost)


def test_rerolls_help_no_model_without_a_save() -> None:
    assert {save_worked(50, None, reroll).value for reroll in Reroll} == {50}


@pytest.mark.parametrize("case", vectors("rending"), ids=str)
def test_rending_divides_the_damage(case: dict[str, Any]) -> None:
    assert rending_parts(case["damage"]) == (case["pierced"], case["saved"])
