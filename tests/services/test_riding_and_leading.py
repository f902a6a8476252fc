"""Who rides in what, and who leads whom, by the data of any game."""

from __future__ import annotations

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryEntry, CategoryLink
from builder.record import replace
from builder.services.editor.document import ArmyDocument
from builder.services.editor.joining import can_join, can_ride, joinable, transports
from builder.services.editor.new_army import begin
from builder.services.editor.session import EditorSession
from tests.services.test_editing_other_data import COMMUNITY, do
from tests.unit.catalogues import catalogue, entry, group, least, system


def test_what_data_calls_a_transport_carries_the_units_of_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The barge carries the squad, and does not ride in the other barge; a section of a host takes one of its own."""
    slots = tuple(CategoryEntry(id=id, name=name) for id, name in (("hq", "Men"), ("troops", "Dedicated Transport")))
    takes = group("Dedicated Transports", entry("raft", type="unit"))
    host = entry("host", entry("section", takes, type="unit", constraints=(least(1),)), slot="hq", type="unit")
    roots = host, entry("squad", slot="hq"), entry("barge", slot="troops"), entry("boat", slot="troops")
    data = replace(COMMUNITY, library=Library(system(category_entries=slots), [catalogue(*roots)]))
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    edited = ArmyDocument(begin(data.id, None, None, system="generic", force="patrol").encode(), "army.yaml", None)
    do(edited, "add", unit="host")
    section = edited.state.roster.forces[0].selections[0].selections[0].id
    assert can_ride(edited, section) and [each.words for each in transports(edited, section).right] == ["raft"]
    squad, barge, _ = (do(edited, "add", unit=each) or "" for each in ("squad", "barge", "boat"))
    assert can_ride(edited, squad) and not can_ride(edited, barge)
    assert [each.words for each in transports(edited, squad).right] == ["barge", "boat"]
    do(edited, "transport", id=squad, transport="barge")
    (mark,) = next(unit.marks for unit in edited.army.reading.units if unit.id == squad)
    assert (mark.kind, mark.target) == ("riding_in", barge)


def test_in_any_game_characters_lead_squads_and_nobody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (("hq", "Men"), ("troops", "Vehicle"), ("heroes", "Character"))
    slots = tuple(CategoryEntry(id=id, name=name) for id, name in names)
    hero = (CategoryLink(id="a", target_id="hq", primary=True), CategoryLink(id="b", target_id="heroes"))
    squad = entry("squad", entry("man", type="model", constraints=(least(3),)), slot="hq", type="unit")
    alone = (entry(id, slot=slot, type="model") for id, slot in (("wagon", "troops"), ("cook", "hq")))
    roots = (squad, entry("captain", category_links=hero, type="model"), *alone)
    data = replace(COMMUNITY, library=Library(system(category_entries=slots), [catalogue(*roots)]))
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    edited = ArmyDocument(begin(data.id, None, None, system="generic", force="patrol").encode(), "army.yaml", None)
    ids = {name: do(edited, "add", unit=name) or "" for name in ("squad", "wagon", "cook")}
    assert [each.words for each in joinable(edited, ids["squad"]).right] == ["led by cook"]
    captain = do(edited, "add", unit="captain") or ""
    assert [each.words for each in joinable(edited, ids["squad"]).right] == ["led by captain"]
    assert [each.words for each in joinable(edited, captain).right] == ["leads squad"]
    assert [name for name, id in ids.items() if can_join(edited, id)] == ["squad"]


def test_a_transport_that_the_army_has_comes_before_one_to_buy_and_says_how_many_places_are_free() -> None:
    edited = EditorSession.open("orks-500").editor.session
    boyz = do(edited, "add", unit="boyz") or ""
    wagon = do(edited, "add", unit="battlewagon") or ""
    found = [(each.words, each.detail, int(each.cost)) for each in transports(edited, boyz).right]
    assert found == [("Battlewagon", "in the army, 20 places free", 0), ("Trukk", "", 30)]
    do(edited, "transport", id=boyz, transport=wagon)
    other = do(edited, "add", unit="boyz") or ""
    assert transports(edited, other).right[0].detail == "in the army, 10 places free"
