"""What holds for any catalogue and any edits: totals add up, undo restores, nothing but EditError is raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.model import Modifier
from builder.errors import EditError
from builder.ids import Ids
from builder.roster.count import CategoryNode, GroupNode, Here, Scope
from builder.roster.effective import EffectiveValues
from builder.roster.evaluate import Evaluation, Evaluator, evaluate
from builder.roster.model import Roster
from builder.roster.options import options
from builder.roster.reach import Affected
from builder.roster.tree import ForceNode, SelectionNode, tie
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


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(libraries(), EDITS)
def test_what_is_looked_for_from_below_is_what_modifiers_mean_from_above(
    data: Library, edits: list[tuple[int, int, int]]
) -> None:
    roster, _ = patrol(data)
    for step in edits:
        with suppress(EditError):
            roster = edited(roster, data, *step)
    values = EffectiveValues(tie(roster, data))
    asked = values.conditions.matches
    nodes: list[SelectionNode | ForceNode] = [*values.top.all_forces(), *values.top.selections[:40]]
    for node in nodes:
        changes = [change for each in values.reach.changes_of(node).values() for change in each]
        found = [change for change in changes if all(asked(node, word) for word in getattr(change, "filters", ()))]
        assert Counter(change.modifier for change in found) == Counter(meant_for(node, values))


def meant_for(node: SelectionNode | ForceNode, values: EffectiveValues) -> Iterator[Modifier]:
    """The modifiers of entries that change an element itself, found by going down from wherever they begin."""
    for sender in values.top.selections:
        holders = (sender.entry, *sender.entry.all_groups) if sender.entry else ()
        for holder in holders:
            own = Here(sender, sender.above) if holder is sender.entry else Here(None, sender)
            shown = [
                (change, Here(sender if holder is sender.entry else None, sender))
                for info in holder.own_info
                for change in info.visible.relative
            ]
            for change, here in [*((change, own) for change in holder.relative), *shown]:
                modifier = change.modifier
                target = Affected.of(modifier.affects)
                itself = target.flags.isdisjoint(("entries", "forces"))
                start = values.counts.element(modifier.scope or "self", here)
                if target.selector in ("profiles", "rules") or isinstance(start, CategoryNode) or start is None:
                    continue
                below = list(going_down(start, "forces" in target.flags, "recursive" in target.flags))
                meant = below if "entries" in target.flags else []
                meant += [start] if itself or "self" in target.flags else []
                if node in meant and all(values.conditions.matches(node, word) for word in target.filters):
                    yield modifier


def going_down(start: Scope, forces: bool, deep: bool) -> Iterator[Scope]:
    """All selections that `entries` means below an element."""
    if isinstance(start, SelectionNode):
        roots = start.selections
    else:
        every = (
            [force for each in start.forces for force in each.walk()]
            if not isinstance(start, GroupNode | CategoryNode)
            else []
        )
        own = [start] if isinstance(start, ForceNode) else []
        roots = [one for force in (*own, *(every if forces or not own else ())) for one in force.selections]
    for root in roots:
        yield from root.walk() if deep else (root,)


@given(st.integers(1, 500))
def test_minted_ids_are_never_taken_twice(number: int) -> None:
    ids = Ids(())
    minted = [ids.mint() for _ in range(number)]
    assert len(set(minted)) == number
