"""Data that asks for too much of everything: it is told of, and building and editing come to an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import ids
from builder.bounds import MOST_EXPANDED, MOST_LINKED, MOST_OFFERED, MOST_TEXT
from builder.catalogue.library import Library
from builder.catalogue.links import Cut, all_can_be_followed, cut_links
from builder.catalogue.model import Catalogue, GameSystem
from builder.catalogue.survey import Edge
from builder.errors import EditError
from builder.formats.battlescribe.catalogues import read_data_file
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.options import options
from tests.formats.datafiles import catalogue, game_system
from tests.guard import ended

LEAST = (
    '<constraints><constraint id="{id}" type="min" field="selections" scope="parent" value="{value}"/></constraints>'
)


def library(entries: str, shared: str = "") -> Library:
    system = read_data_file(game_system(), "wars.gst").root
    built = read_data_file(catalogue(entries, shared), "marines.cat").root
    assert isinstance(system, GameSystem) and isinstance(built, Catalogue)
    return Library(system, (built,))


def least(id: str, value: str = "1") -> str:
    return LEAST.format(id=f"{id}-least", value=value)


def entry(id: str, inside: str = "") -> str:
    return f'<selectionEntry id="{id}" name="{id}" type="upgrade">{inside}</selectionEntry>'


def group(id: str, inside: str = "") -> str:
    return f'<selectionEntryGroup id="{id}" name="{id}">{inside}</selectionEntryGroup>'


def links(*targets: str, kind: str = "selectionEntry", value: str = "1") -> str:
    made = (
        f'<entryLink id="{target}-by-{number}" targetId="{target.partition("/")[2]}" type="{kind}" name="x">'
        f"{least(f'{target}-{number}', value)}</entryLink>"
        for number, target in enumerate(targets)
    )
    return f"<entryLinks>{''.join(made)}</entryLinks>"


def doubled(levels: int, times: int = 2) -> Library:
    """Entries of which each leads so many times to the next one."""
    shared = "".join(entry(f"e{at}", links(*[f"e{at}/e{at + 1}"] * times)) for at in range(levels))
    return library(
        entry("top", links("top/e0")), f"<sharedSelectionEntries>{shared}{entry(f'e{levels}')}</sharedSelectionEntries>"
    )


def doubled_groups(levels: int, times: int = 2) -> Library:
    """The same of groups, which are all offered at once."""
    shared = "".join(
        group(f"g{at}", links(*[f"g{at}/g{at + 1}"] * times, kind="selectionEntryGroup")) for at in range(levels)
    )
    last = group(f"g{levels}", f"<selectionEntries>{entry('last')}</selectionEntries>")
    top = entry("top", links("top/g0", kind="selectionEntryGroup"))
    return library(top, f"<sharedSelectionEntryGroups>{shared}{last}</sharedSelectionEntryGroups>")


def added(data: Library, *, complete: bool = True) -> Roster:
    force = edit.add_force(edit.new_roster(data, "Test"), data, "detachment", "cat", defaults=False)
    return edit.select(force.roster, data, force.id, "top", complete=complete).roster


@pytest.mark.parametrize("build", [doubled, doubled_groups])
def test_thirty_links_that_each_lead_twice_to_the_next_are_cut_and_told(build: Callable[..., Library]) -> None:
    with ended():
        data = build(30)
        assert any(finding.code == "link-size" for finding in data.findings)
        (top,) = (found for found in data.root_entries("cat") if found.id == "top")
        assert sum(1 for _ in top.entries) <= MOST_OFFERED
        force = edit.add_force(edit.new_roster(data, "Test"), data, "detachment", "cat", defaults=False)
        assert [option.entry.id for option in options(force.roster, data, force.id)] == ["top"]


def test_what_such_an_entry_needs_is_more_than_an_army_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "MOST_SELECTIONS", 1_000)
    with ended(), pytest.raises(EditError, match="at most 1,000"):
        added(doubled(30))


@pytest.mark.parametrize("build", [doubled, doubled_groups])
def test_a_chain_of_1500_links_is_cut_and_told(build: Callable[..., Library]) -> None:
    with ended():
        data = build(1_500, 1)
        assert any(finding.code == "link-size" for finding in data.findings)
        roster = added(data)
        assert len(list(roster.all_selections())) <= MOST_LINKED + 2
        assert evaluate(roster, data, by_name=False).view.forces


def test_a_few_links_that_lead_twice_to_the_next_are_all_followed() -> None:
    data = doubled(5)
    assert not [finding for finding in data.findings if finding.code == "link-size"]
    assert len(list(added(data).all_selections())) == 2 + 2 + 4 + 8 + 16 + 32


@pytest.mark.parametrize("number", ["999999999", "30000"])
@pytest.mark.parametrize("below", ["", least("below") + entry("below")])
def test_a_least_number_beyond_all_armies_is_refused(number: str, below: str) -> None:
    inside = f"<selectionEntries>{entry('below', least('below'))}</selectionEntries>" if below else ""
    many = f"<selectionEntries>{entry('many', least('many', number) + inside)}</selectionEntries>"
    with ended(), pytest.raises(EditError, match=r"at most|over"):
        added(library(entry("top", many)))


@pytest.mark.parametrize("kind", ["append", "prepend"])
def test_a_name_that_is_lengthened_a_thousand_million_times_stays_a_name(kind: str) -> None:
    repeats = (
        '<repeats><repeat field="selections" scope="force" childId="any" value="1" repeats="999999999" shared="true"'
        ' includeChildSelections="true"/></repeats>'
    )
    modifier = f'<modifiers><modifier type="{kind}" field="name" value="more">{repeats}</modifier></modifiers>'
    data = library(entry("top", modifier))
    with ended():
        (force,) = evaluate(added(data), data, by_name=False).view.forces
    assert len("top") < len(force.selections[0].name) < MOST_TEXT + 100


@pytest.mark.parametrize("value", ["1e999999999", "9" * 400, "1e-999999999", "NaN", "inf"])
@pytest.mark.parametrize("kind", ["set", "increment", "decrement"])
def test_a_modifier_by_what_is_no_amount_changes_nothing(kind: str, value: str) -> None:
    cost = '<costs><cost name="pts" typeId="pts" value="10"/></costs>'
    data = library(entry("top", f'<modifiers><modifier type="{kind}" field="pts" value="{value}"/></modifiers>{cost}'))
    (found,) = evaluate(added(data), data, by_name=False).view.costs
    assert found.value == 10


def cuts(edges: Mapping[str, Sequence[Edge]], weights: Mapping[str, int] | None = None) -> list[tuple[str, Cut]]:
    return [(link, why) for link, _, why in cut_links(edges, weights)]


def test_of_a_circle_the_last_link_is_cut() -> None:
    assert cuts({"a": [("1", "b")], "b": [("2", "a")]}) == [("2", Cut.CIRCLE)]
    assert cuts({"a": [("1", "a"), ("2", "a")]}) == [("1", Cut.CIRCLE), ("2", Cut.CIRCLE)]


def test_two_ways_to_one_element_are_no_circle() -> None:
    assert cuts({"a": [("1", "b"), ("2", "c")], "b": [("3", "d")], "c": [("4", "d")]}) == []


def test_the_link_with_which_an_element_comes_to_too_much_is_cut() -> None:
    assert cuts({"a": [("1", "b"), ("2", "c")]}, {"b": MOST_EXPANDED - 1, "c": 1}) == [("2", Cut.SIZE)]


@pytest.mark.long
def test_a_long_chain_is_walked_without_going_deep() -> None:
    chain = {str(at): [(f"link {at}", str(at + 1))] for at in range(20_000)}
    with ended():
        assert all(why is Cut.SIZE for _, why in cuts(chain))


NAMES = "abcdef"
graphs = st.dictionaries(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=4), max_size=6)


@given(graphs, st.dictionaries(st.sampled_from(NAMES), st.integers(0, 9)), st.integers(5, 40))
def test_what_can_be_followed_whole_is_told_as_the_cuts_tell_it(
    graph: dict[str, list[str]], weights: dict[str, int], most: int
) -> None:
    edges = {name: [(f"{name}{at}", target) for at, target in enumerate(ahead)] for name, ahead in graph.items()}
    if all_can_be_followed(edges, weights, most):
        assert list(cut_links(edges, weights, most)) == []
    else:
        heavy = any(weight > most for weight in weights.values())
        assert heavy or list(cut_links(edges, weights, most))


def test_a_chain_that_is_just_short_enough_can_be_followed() -> None:
    chain = {str(at): [(f"link {at}", str(at + 1))] for at in range(MOST_LINKED + 1)}
    assert not all_can_be_followed(chain, {})
    assert all_can_be_followed({name: chain[name] for name in list(chain)[1:]}, {})
    assert all_can_be_followed(chain, {}, among=frozenset()) and not all_can_be_followed({"a": [("1", "a")]}, {})
