"""What holds for any catalogue and any edits: totals add up, undo restores, nothing but EditError is raised."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.errors import EditError
from builder.ids import Ids
from builder.roster.evaluate import Evaluation, Evaluator, evaluate
from builder.roster.model import Roster
from builder.roster.options import options
from tests.unit.catalogues import patrol
from tests.unit.random_catalogues import EDITS, edited, libraries


def check(roster: Roster, evaluation: Evaluation) -> None:
    """All is shown once, and what it costs together is the sum of its parts."""
    selections = [found for unit in evaluation.view.units() for found in unit.walk()]
    assert sorted(found.id for found in selections) == sorted(found.id for found in roster.all_selections())
    assert len(roster.ids()) == len(selections) + len(list(roster.all_forces()))
    total = sum((cost.value for found in selections for cost in found.costs), Decimal(0))
    assert total == sum((cost.value for cost in evaluation.view.costs), Decimal(0))
    assert all(finding.message.endswith(".") and finding.at.owner for finding in evaluation.findings)


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(libraries(), EDITS)
def test_whatever_is_edited_totals_add_up_and_undo_restores(data: Library, edits: list[tuple[int, int, int]]) -> None:
    roster, _ = patrol(data)
    evaluator = Evaluator(data)
    history: list[tuple[Roster, Evaluation]] = []
    for step in [(10, 0, 0), *edits]:
        with suppress(EditError):
            roster = edited(roster, data, *step)
        evaluation = evaluator.evaluate(roster)
        assert evaluation == evaluate(roster, data)
        check(roster, evaluation)
        history.append((roster, evaluation))
        if len(roster.ids()) > 200:
            break
    assert all(evaluator.evaluate(old) == then for old, then in reversed(history))


@settings(max_examples=7, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(libraries(), EDITS)
def test_what_is_offered_after_an_evaluation_is_what_is_offered_without(
    data: Library, edits: list[tuple[int, int, int]]
) -> None:
    roster, _ = patrol(data)
    evaluator = Evaluator(data)
    for step in edits:
        with suppress(EditError):
            roster = edited(roster, data, *step)
        evaluator.evaluate(roster)
    for id in sorted(roster.ids())[:20]:
        assert list(evaluator.options(roster, id)) == list(options(roster, data, id))


@given(st.integers(1, 500))
def test_minted_ids_are_never_taken_twice(number: int) -> None:
    ids = Ids(())
    minted = [ids.mint() for _ in range(number)]
    assert len(set(minted)) == number
