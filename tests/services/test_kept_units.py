"""An army that is edited is read as one that is opened: what is kept of units that did not change is what they are."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.datafiles.armies.write import as_saved
from builder.resources import find_resource
from builder.roster.view import SelectionView
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Rename
from builder.systems.protocol import UnitCache
from builder.systems.registry import load_system
from tests.services.community import edited
from tests.starters import EACH_STARTER, STARTERS


def session_of(starter: str) -> ArmyDocument:
    found = find_resource("templates/armies", starter)
    assert found is not None
    return ArmyDocument(found.path.read_bytes(), starter, None)


def told(army: Army) -> tuple[object, ...]:
    """All that is read of an army."""
    reading = army.reading
    return (army.view, army.slots, army.findings, *map(tuple, (reading.units, reading.counters)), reading.extra)


@pytest.mark.long
@settings(max_examples=12)
@given(starter=st.sampled_from(STARTERS), seed=st.integers(0, 10_000), edits=st.integers(1, 12))
def test_an_edited_army_is_read_as_a_fresh_one(starter: str, seed: int, edits: int) -> None:
    session, random = session_of(starter), Random(seed)
    for _ in range(edits):
        assert session.army
        edited(session, random, 1)
    fresh = load_system(session.ground.system).read(session.army.view)
    kept = session.army.reading
    assert kept.units == fresh.units and kept.counters == fresh.counters
    assert kept.findings == fresh.findings and kept.extra == fresh.extra
    assert kept.cards() == fresh.cards()


@settings(max_examples=5)
@given(starter=st.sampled_from(STARTERS), seed=st.integers(0, 10_000))
def test_what_an_army_costs_is_known_before_the_rest_of_it(starter: str, seed: int) -> None:
    session = session_of(starter)
    edited(session, Random(seed), 5)
    assert session.costs == session.army.view.costs


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_marks_and_names_are_read_anew(starter: str) -> None:
    session = session_of(starter)
    before = session.army
    unit = session.state.roster.forces[0].selections[0]
    session.apply(Rename(id=unit.id, name="The Only One"))
    assert "The Only One" in [found.name for found in session.army.reading.units]
    session.undo()
    assert told(session.army) == told(before)


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_the_cards_of_one_unit_are_those_among_all(starter: str) -> None:
    army = session_of(starter).army
    every = list(army.reading.cards())
    by_unit = [card for unit in army.reading.units for card in army.reading.cards(unit.id)]
    assert [card for card in every if card in by_unit] == by_unit
    assert len(every) - len(by_unit) in (0, 1)  # planned groups have a card of their own
    assert not army.reading.cards("none")


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_what_is_saved_as_it_is_stays_the_same_object(starter: str) -> None:
    session = session_of(starter)
    edited(session, Random(3), 3)
    roster = as_saved(session.state.roster, session.ground.data)
    assert as_saved(roster, session.ground.data) is roster


def test_many_units_are_forgotten_and_made_again() -> None:
    kept = UnitCache()
    views = [SelectionView(id=str(n), name=str(n), entry_id="e", type="unit", number=1) for n in range(2_500)]
    assert [kept.of(view, None, partial(getattr, view, "name")) for view in views] == [view.name for view in views]
    assert len(kept._known) <= 1_000
    assert kept.of(views[0], "else", lambda: "other") == "other"
