"""What adding a unit comes to is kept from one edit to the next, and worked out again where it can have changed."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import Query, Repeat
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import Evaluator
from builder.services.editor import catalogue
from builder.services.editor.catalogue import Addition, Additions
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import EditContext
from tests.services.community import (
    ORKS,
    SEVENTH_MARINES,
    SPACE_MARINES,
    community_library,
    edited,
    needs_catalogues,
)
from tests.unit.catalogues import change, entry, group, least, library, patrol, points, when

BESIDE_A_CAPTAIN = change("set", "pts", "10", when("atLeast", 1, "captain"))
"""What makes something cheaper that stands in a force with a captain."""
PER_GUARD = replace(
    change("increment", "pts", "5"),
    repeats=(Repeat(Decimal(1), 1, Query(scope="roster", child_id="guard", include_child_selections=True)),),
)
ASKED_FOR = change("set", "banner-least", "1", when("atLeast", 1, "captain"))

UNITS = (
    entry("captain", slot="hq", costs=points(90)),
    entry("guard", slot="troops", costs=points(30), modifiers=(BESIDE_A_CAPTAIN,)),
    entry("drum", slot="troops", costs=points(7), modifiers=(PER_GUARD,)),
    entry(
        "band",
        entry("banner", costs=points(20), constraints=(least(0, "banner-least"),), modifiers=(ASKED_FOR,)),
        slot="troops",
        costs=points(40),
    ),
    entry("plain", entry("knife", constraints=(least(1),)), slot="troops", costs=points(11)),
    entry(
        "chooser",
        group("arms", entry("axe"), entry("bow"), constraints=(least(1),)),
        slot="troops",
        costs=points(25),
    ),
)


class Army:
    """An army of the catalogue above, and what additions to it come to."""

    def __init__(self) -> None:
        self.data = library(*UNITS)
        self.roster, self.patrol = patrol(self.data)
        self.additions = begun(self.data)

    def add(self, unit: str) -> None:
        self.roster = edit.select(self.roster, self.data, self.patrol, unit, complete=True).roster

    def addition(self, unit: str) -> Addition:
        force = self.roster.forces[0]
        found = self.data.root_entry("marines", unit)
        assert found is not None
        asked = self.additions.of(self.roster, force, found)
        assert asked == begun(self.data).of(self.roster, force, found)
        return asked

    def price(self, unit: str) -> int:
        return int(self.addition(unit).of_type("pts"))


def begun(data: Library) -> Additions:
    army = ArmyData(id="x", catalogue_id="marines", library=data, digest="", path="", origin="")
    return Additions(Evaluator(data, by_name=False), EditContext(army, ""))


def test_a_unit_that_is_cheaper_beside_another_is_priced_anew_when_that_comes() -> None:
    army = Army()
    assert army.price("guard") == 30
    army.add("captain")
    assert army.price("guard") == 10


def test_what_the_rest_of_the_army_gains_or_loses_by_a_unit_is_part_of_its_price() -> None:
    army = Army()
    army.add("guard")
    assert army.price("captain") == 70
    army.add("guard")
    assert army.price("captain") == 50
    army.add("drum")
    assert army.price("guard") == 35
    army.add("captain")
    assert army.price("guard") == 15


def test_what_a_unit_begins_with_can_hang_on_the_army() -> None:
    army = Army()
    assert army.price("band") == 40
    army.add("captain")
    assert army.price("band") == 60


def test_what_is_to_be_chosen_is_told() -> None:
    assert Army().addition("chooser").needs == ("arms",)


def test_what_hangs_on_nothing_that_changed_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    army = Army()
    kept = {unit: army.addition(unit) for unit in ("plain", "chooser", "band", "guard")}
    army.add("plain")
    force = army.roster.forces[0]
    monkeypatch.setattr(catalogue, "perform", None)
    for unit, before in kept.items():
        found = army.data.root_entry("marines", unit)
        assert found is not None and army.additions.of(army.roster, force, found) == before


@pytest.mark.long
@needs_catalogues
@pytest.mark.parametrize("catalogue", [SPACE_MARINES, SEVENTH_MARINES, ORKS])
def test_after_any_edit_additions_to_armies_of_the_community_are_as_if_worked_out_anew(
    catalogue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(community_library(tmp_path / "data")))
    path = tmp_path / "army.yaml"
    path.write_text(begin(catalogue, "Any", 1850, system="diceless"))
    session, random = ArmyDocument.open(str(path)), Random(catalogue)
    ground = session.ground
    entries = [each for each in ground.data.library.root_entries(ground.data.catalogue_id) if not each.hidden]
    some = random.sample(entries, min(12, len(entries)))
    for _ in range(6):
        edited(session, random, 2)
        force, roster = session.state.roster.forces[0], session.state.roster
        fresh = Additions(Evaluator(ground.data.library, by_name=False), ground)
        for each in some:
            assert session.addition(force, each) == fresh.of(roster, force, each), each.name
