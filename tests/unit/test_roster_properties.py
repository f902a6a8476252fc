"""What holds for any catalogue and any edits: totals add up, the old stays, nothing but EditError is raised."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.logic import Condition, Constraint, Modifier, Query, Repeat
from builder.catalogue.model import EntryHolder
from builder.errors import EditError
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.ids import Ids
from builder.roster.model import Roster
from builder.roster.options import options
from tests.unit.catalogues import entry, group, library, link, patrol, points

IDS = [f"e{number}" for number in range(8)]
SCOPES = st.sampled_from(["self", "parent", "force", "roster", "primary-category", "ancestor", "hq", *IDS[:3]])
CHILDREN = st.sampled_from(["any", "unit", "model", "hq", "patrol", "marines", "gone", *IDS])
FIELDS = st.sampled_from(["selections", "forces", "pts", "limit::pts", "nothing"])
FLAGS = st.booleans()
SMALL = st.integers(-1, 3).map(Decimal)
QUERIES = st.builds(Query, FIELDS, SCOPES, CHILDREN, FLAGS, FLAGS, FLAGS, FLAGS)
COMPARISONS = st.sampled_from(["equalTo", "notEqualTo", "lessThan", "atLeast", "instanceOf", "notInstanceOf"])
CONDITIONS = st.builds(Condition, COMPARISONS, SMALL, QUERIES)
REPEATS = st.builds(Repeat, SMALL, st.integers(0, 2), QUERIES, FLAGS)
CHANGES = [("increment", "pts", "1"), ("set", "pts", "7"), ("set", "hidden", "true"), ("append", "name", "x")]
CHANGES += [("add", "category", "hq"), ("set-primary", "category", "troops"), ("increment", "most", "1")]
MODIFIERS = st.builds(
    lambda change, conditions, repeats: Modifier(
        change[0], change[1], change[2], tuple(conditions), (), tuple(repeats)
    ),
    st.sampled_from(CHANGES),
    st.lists(CONDITIONS, max_size=2),
    st.lists(REPEATS, max_size=1),
)
CONSTRAINTS = st.builds(
    Constraint, st.sampled_from(["least", "most"]), st.sampled_from(["min", "max"]), SMALL, QUERIES
).map(lambda made: Constraint("most" if made.type == "max" else "least", made.type, made.value, made.query))


@st.composite
def catalogues(draw: st.DrawFn) -> Library:
    """A catalogue with some entries, nested, grouped and linked, under all kinds of limits and modifiers."""
    unused = iter(range(1000))

    def holder(depth: int, *, as_group: bool = False) -> EntryHolder:
        below = [holder(depth - 1, as_group=draw(FLAGS)) for _ in range(draw(st.integers(0, 3)))] if depth else []
        if draw(FLAGS):
            below.append(link(f"link{next(unused)}", draw(st.sampled_from(IDS))))
        fields = {
            "modifiers": tuple(draw(st.lists(MODIFIERS, max_size=2))),
            "constraints": tuple(draw(st.lists(CONSTRAINTS, max_size=2))),
            "collective": draw(FLAGS),
        }
        id = f"e{next(unused)}"
        if as_group:
            return group(id, *below, default_selection_entry_id=draw(st.sampled_from(IDS)), **fields)
        cost = points(draw(st.decimals(0, 9, places=1)))
        return entry(id, *below, slot="hq" if draw(FLAGS) else None, costs=cost, **fields)

    roots = [holder(2) for _ in range(draw(st.integers(1, 3)))]
    return library(*roots, link("shared", draw(st.sampled_from(IDS))))


EDITS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 99), st.integers(0, 99)), max_size=12)


def edited(roster: Roster, data: Library, kind: int, which: int, what: int) -> Roster:
    """The roster after an edit of one of its parts; possible or not."""
    ids = sorted(roster.ids())
    id = ids[which % len(ids)] if ids else "none"
    selections = list(roster.all_selections())
    selection = selections[which % len(selections)].id if selections else "none"
    if kind == 0:
        offers = list(options(roster, data, id))
        return edit.select(roster, data, id, offers[what % len(offers)].entry.path if offers else "none").roster
    if kind == 1:
        return edit.set_count(roster, data, selection, what % 4 - 1)
    if kind == 2:
        return edit.deselect(roster, data, selection)
    if kind == 3:
        return edit.duplicate(roster, id).roster
    if kind == 4:
        return edit.remove(roster, selection)
    if kind == 5:
        return edit.add_force(roster, data, ["patrol", "wing"][what % 2], parent_id=id if what % 3 else None).roster
    return edit.set_cost_limit(roster, data, "pts", Decimal(what))


@settings(max_examples=60, deadline=None)
@given(catalogues(), EDITS)
def test_whatever_is_edited_totals_add_up_and_the_old_roster_stays(
    data: Library, edits: list[tuple[int, int, int]]
) -> None:
    roster, _ = patrol(data)
    history = []
    for step in edits:
        history.append((roster, evaluate(roster, data)))
        with suppress(EditError):
            roster = edited(roster, data, *step)
        if len(roster.ids()) > 300:
            break
    evaluation = evaluate(roster, data)
    selections = [found for unit in evaluation.view.units() for found in unit.walk()]
    assert sorted(found.id for found in selections) == sorted(found.id for found in roster.all_selections())
    assert len(roster.ids()) == len(selections) + len(list(roster.all_forces()))
    total = sum((cost.value for found in selections for cost in found.costs), Decimal(0))
    assert total == sum((cost.value for cost in evaluation.view.costs), Decimal(0))
    assert all(finding.message.endswith(".") and finding.at.owner for finding in evaluation.findings)
    assert all(evaluate(old, data) == then for old, then in history)


@given(st.integers(1, 500))
def test_minted_ids_are_never_taken_twice(number: int) -> None:
    ids = Ids(())
    minted = [ids.mint() for _ in range(number)]
    assert len(set(minted)) == number
