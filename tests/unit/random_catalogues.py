"""Catalogues and edits at random: entries nested, grouped, linked and imported, with limits and modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.model import (
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    Characteristic,
    Condition,
    ConditionGroup,
    Constraint,
    EntryHolder,
    ForceEntry,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    Query,
    Repeat,
    Rule,
)
from builder.roster import edit
from builder.roster.model import Roster
from builder.roster.options import options
from tests.unit.catalogues import catalogue, entry, group, link, points, system

IDS = [f"e{number}" for number in range(8)]
SHARED = ["shared-entry", "shared-group"]
SCOPES = st.sampled_from(["self", "parent", "force", "roster", "primary-category", "ancestor", "hq", *IDS[:3], *SHARED])
CHILDREN = st.sampled_from(["any", "unit", "model", "hq", "patrol", "marines", "gone", *IDS, *SHARED])
FIELDS = st.sampled_from(["selections", "selections", "forces", "pts", "limit::pts", "nothing"])
FLAGS = st.booleans()
SMALL = st.integers(-1, 3).map(Decimal)
QUERIES = st.builds(Query, FIELDS, SCOPES, CHILDREN, FLAGS, FLAGS, FLAGS, FLAGS)
COMPARISONS = st.sampled_from(["equalTo", "notEqualTo", "lessThan", "atLeast", "instanceOf", "notInstanceOf"])
ANY_CONDITION = st.builds(Condition, COMPARISONS, SMALL, QUERIES)
COUNTING = st.builds(
    Query, st.just("selections"), st.sampled_from(["force", "roster", "parent"]), st.sampled_from(["any", "unit", "hq"])
)
TIPPING = st.builds(Condition, st.sampled_from(["atLeast", "lessThan"]), st.integers(2, 4).map(Decimal), COUNTING)
"""Conditions that an edit more or less often tips."""
CONDITIONS = st.one_of(TIPPING.map(lambda condition: (condition,)), st.lists(ANY_CONDITION, max_size=2).map(tuple))
CONDITION_GROUPS = st.lists(st.builds(ConditionGroup, st.sampled_from(["and", "or"]), CONDITIONS), max_size=1).map(
    tuple
)
REPEATS = st.lists(st.builds(Repeat, SMALL, st.integers(0, 2), QUERIES, FLAGS), max_size=1).map(tuple)
CHANGES = [("increment", "pts", "1"), ("set", "pts", "7"), ("set", "hidden", "true"), ("append", "name", "x")]
CHANGES += [("add", "category", "hq"), ("set-primary", "category", "troops"), ("remove", "category", "hq")]
CHANGES += [("increment", "most", "1"), ("decrement", "least", "1"), ("set", "cell", "6+"), ("set", "page", "9")]
REACHES = [("", "")] * 5 + [("parent", ""), ("primary-category", ""), ("unit", "self.entries"), ("root-entry", "costs")]
REACHES += [("force", f"self.entries.recursive.{word}") for word in ("any", "hq", "unit", "e1", "shared-group.troops")]
REACHES += [("", "entries.recursive.profiles.lines"), ("roster", "entries.recursive.rules"), ("ancestor", "forces")]
REACHES += [("roster", "entries.forces.recursive.shared-entry"), ("force", "entries.hq.profiles.lines")]
"""Where modifiers begin that change something else than their element, and what they affect from there."""
MODIFIERS = st.lists(
    st.builds(
        lambda change, conditions, groups, repeats, reach: Modifier(
            change[0], change[1], change[2], conditions, groups, repeats, scope=reach[0], affects=reach[1]
        ),
        st.sampled_from(CHANGES),
        CONDITIONS,
        CONDITION_GROUPS,
        REPEATS,
        st.sampled_from(REACHES),
    ),
    min_size=1,
    max_size=2,
).map(tuple)
INNER_GROUPS = st.lists(st.builds(ModifierGroup, MODIFIERS, st.just(()), CONDITIONS), max_size=1).map(tuple)
MODIFIER_GROUPS = st.lists(
    st.builds(ModifierGroup, MODIFIERS, INNER_GROUPS, CONDITIONS, CONDITION_GROUPS, REPEATS), max_size=1
).map(tuple)
CONSTRAINTS = st.lists(
    st.builds(
        lambda type, value, query: Constraint("most" if type == "max" else "least", type, value, query),
        st.sampled_from(["min", "max"]),
        SMALL,
        st.one_of(QUERIES, st.just(Query(scope="parent"))),
    ),
    max_size=2,
).map(tuple)


@st.composite
def changing(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of an element that may be changed."""
    return {"modifiers": draw(MODIFIERS), "modifier_groups": draw(MODIFIER_GROUPS)}


@st.composite
def showing(draw: st.DrawFn) -> dict[str, Any]:
    """The fields of an element that shows profiles and rules."""
    profile = Profile(
        id="line",
        name="line",
        type_id="lines",
        characteristics=(Characteristic("Sv", "cell", "3+"),),
        **draw(changing()),
    )
    inner = InfoGroup(id="inner", rules=(Rule(id="rule", name="rule", **draw(changing())),), **draw(changing()))
    to = InfoLink(id="to-shared", target_id="shared-line", **draw(changing()))
    return {"profiles": (profile,), "info_groups": (inner,), "info_links": (to,)}


@st.composite
def libraries(draw: st.DrawFn) -> Library:
    """A system with a catalogue that imports another one's root entries."""
    unused: Iterator[int] = iter(range(1000))
    # A few ways to be changed, limited and shown, which elements take at random, are drawn faster than each its own.
    changes = [{}, *draw(st.lists(changing(), min_size=2, max_size=4))]
    limits = [(), *draw(st.lists(CONSTRAINTS, min_size=2, max_size=4))]
    shows = [{}, draw(showing())]

    def changed() -> dict[str, Any]:
        return draw(st.sampled_from(changes))

    def limited() -> tuple[Constraint, ...]:
        return draw(st.sampled_from(limits))

    def fields() -> dict[str, Any]:
        hidden, collective = draw(st.sampled_from([(False, False), (False, True), (False, False), (True, False)]))
        looks = {**changed(), **draw(st.sampled_from(shows))}
        return {**looks, "collective": collective, "hidden": hidden, "constraints": limited()}

    def holder(depth: int, *, as_group: bool = False) -> EntryHolder:
        below = [holder(depth - 1, as_group=draw(FLAGS)) for _ in range(draw(st.integers(0, 2)))] if depth else []
        if draw(FLAGS):
            below.append(a_link())
        id = f"e{next(unused)}"
        if as_group:
            return group(id, *below, default_selection_entry_id=draw(st.sampled_from(IDS)), **fields())
        type = draw(st.sampled_from(["unit", "model", "upgrade"]))
        cost = points(draw(st.decimals(0, 9, places=1)))
        slot = draw(st.sampled_from(["hq", "troops", None]))
        return entry(id, *below, slot=slot, costs=cost, type=type, import_=draw(FLAGS), **fields())

    def a_link() -> EntryHolder:
        costs = points(1) if draw(FLAGS) else ()
        return link(f"l{next(unused)}", draw(st.sampled_from([*IDS, *SHARED])), costs=costs, **fields())

    shared = entry("shared-entry", holder(0), costs=points(3), **fields())
    shared_group = group("shared-group", holder(0), holder(0), **fields())
    line = Profile(id="shared-line", name="shared-line", type_id="lines", **changed())
    slots = tuple(
        CategoryLink(id=f"patrol-{slot}", target_id=slot, constraints=limited(), **changed())
        for slot in ("hq", "troops")
    )
    wing = ForceEntry(id="wing", name="wing", constraints=limited(), **changed())
    patrol = ForceEntry(id="patrol", name="patrol", category_links=slots, force_entries=(wing,), **changed())
    frame = system(
        category_entries=tuple(CategoryEntry(id=slot, name=slot, **changed()) for slot in ("hq", "troops")),
        force_entries=(patrol,),
    )
    imported = catalogue(
        holder(1),
        id="allies",
        shared_selection_entries=(shared,),
        shared_selection_entry_groups=(shared_group,),
        shared_profiles=(line,),
    )
    roots = [holder(2) for _ in range(draw(st.integers(1, 2)))]
    own = catalogue(*roots, a_link(), links=(CatalogueLink(id="to-allies", target_id="allies"),))
    return Library(frame, [own, imported])


EDITS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 99), st.integers(0, 99)), min_size=4, max_size=12)


def ids_in_order(roster: Roster) -> list[str]:
    """The ids of a roster where their order depends on what was done to it, not on how ids were minted."""
    return [*(force.id for force in roster.all_forces()), *(selection.id for selection in roster.all_selections())]


def edited(roster: Roster, data: Library, kind: int, which: int, what: int) -> Roster:
    """The roster after an edit of one of its parts; possible or not."""
    ids = ids_in_order(roster)
    id, other = (ids[which % len(ids)], ids[what % len(ids)]) if ids else ("none", "none")
    selections = list(roster.all_selections())
    selection = selections[which % len(selections)].id if selections else "none"
    if kind < 4:
        offers = list(options(roster, data, id))
        return edit.select(roster, data, id, offers[what % len(offers)].entry.path if offers else "none").roster
    if kind == 4:
        return edit.set_count(roster, data, selection, what % 4 - 1)
    if kind == 5:
        return edit.deselect(roster, data, selection)
    if kind == 6:
        return edit.duplicate(roster, id).roster
    if kind == 7:
        return edit.remove(roster, selection)
    if kind == 8:
        return edit.add_force(roster, data, ["patrol", "wing"][what % 2], parent_id=id if what % 3 else None).roster
    if kind == 9:
        return edit.move(roster, data, id, index=what % 3, force_id=other if what % 2 else None)
    if kind == 10:
        return edit.customize(roster, id, name=f"name {what}")
    return edit.set_cost_limit(roster, data, "pts", Decimal(what))
