"""The details beside the army: of units, of parts of them, of entries on offer, of slots and the army as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.scalars import number
from builder.services.editor.adding import found, passengers_in
from builder.services.editor.catalogue import CatalogueEntry, CatalogueSlot
from builder.services.editor.details import Details
from builder.services.editor.operations import Add, AddForce, Limit, SetMark, WriteNote
from builder.services.editor.session import EditorSession
from builder.services.editor.view import SlotLine, Totals
from builder.systems.common.units import codes_of, short
from builder.tui.widgets.adder_lines import name_of
from builder.tui.widgets.totals_line import totals_lines
from tests.formats.datafiles import SQUAD, game_system
from tests.services.small_wars import small_army
from tests.starters import EACH_STARTER


def details_of(desk: EditorSession, name: str) -> Details:
    row = next(found for found in desk.view.rows if found.name == name)
    return desk.details(row.unit, row.id)


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_every_unit_has_a_title_points_and_profiles(starter: str) -> None:
    desk = EditorSession.open(starter).editor
    for unit in desk.army.view.units():
        shown = desk.details(unit.id, unit.id)
        assert shown.title.startswith(unit.custom_name or unit.name), "behind it stands only which of several it is"
        assert shown.points
        assert shown.tables or shown.lines
        assert all(len(row.cells) == len(table.columns) for table in shown.tables for row in table.rows)


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_what_units_give_comes_to_what_the_army_gives(starter: str) -> None:
    desk = EditorSession.open(starter).editor
    for counter in desk.army.reading.counters:
        given = {part.unit.partition(".")[0] for part in counter.parts}
        for unit in given:
            count = sum(part.count for part in counter.parts if part.unit.partition(".")[0] == unit)
            assert f"{counter.name} {count}" in desk.details(unit, unit).gives


def test_a_unit_of_models_shows_order_points_weapons_rules_and_notes() -> None:
    desk = EditorSession.open("space-marines-500").editor
    shown = details_of(desk, "Librarian Orsino Vael")
    assert shown.notes == "Leads whichever squad is in most trouble."
    assert "Librarian" not in shown.facts, "its name says it"
    assert any("Order points" in line for line in shown.lines)
    assert shown.weapons and shown.rules and not any("(D-" in text for _, text in shown.rules)


def test_a_unit_that_deploys_as_several_says_so() -> None:
    assert details_of(EditorSession.open("lethal-chaos-1000").editor, "Chaos Spawn").facts[0] == "2 units of 1 model"


def test_a_choice_tells_what_would_be_so_then_and_the_text_of_what_comes_with_it() -> None:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(Limit(number="1000"))
    walker = next(unit.id for unit in desk.army.view.units() if unit.name == "Dreadnought")
    pod = next(choice for choice in desk.details(walker, walker).choices if choice.name == "Drop Pod")
    told = desk.effect(pod).whole
    assert "(D-" not in told
    assert told.startswith("12 places · then rides in Drop Pod · ")
    assert "Inertial Guidance: A mishap is avoided" in told, "the rules come last, where there may be no room"


@pytest.mark.long
def test_wargear_tells_what_it_does_and_which_figures_it_changes() -> None:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(Limit(number="1000"))
    desk.apply(Add(unit="Captain", force=desk.session.state.roster.forces[0].id))
    captain = next(unit.id for unit in desk.army.view.units() if unit.name == "Captain")
    told = {choice.name: desk.effect(choice).whole for choice in desk.details(captain, captain).choices}
    assert told["Digital weapons"].startswith("One attack each assault phase re-rolls to wound")
    assert told["Artificer armour"] == "Sv 3+/4++ → 2+/4++ · Armour save 2+."
    assert told["Jump pack"].startswith("Moves up to 12") and "Deep Strike: Arrives" in told["Jump pack"]


def test_a_vehicle_shows_its_armour() -> None:
    desk = EditorSession.open("space-marines-500").editor
    (armour, *_) = details_of(desk, "Dreadnought").tables
    assert [column.title for column in armour.columns] == ["Armour", "Front", "Side", "Rear"]


def test_a_model_shows_what_it_is_part_of() -> None:
    desk = EditorSession.open("space-marines-500").editor
    row = next(found for found in desk.view.rows if found.kind == "model" and found.number > 1)
    shown = desk.details(row.unit, row.id)
    assert f"{row.number} of them" in shown.facts
    assert any(fact.startswith("of ") for fact in shown.facts)


def test_who_is_led_tells_of_the_leader_and_of_nothing_less() -> None:
    desk = EditorSession.open("space-marines-1000").editor
    mark = next(row for row in desk.view.rows if row.kind == "mark" and row.target)
    assert desk.details(mark.unit, mark.id) == desk.details(mark.unit, mark.unit)
    assert desk.details(mark.unit, mark.unit).choices


def test_findings_stand_with_the_unit_they_are_about() -> None:
    desk = EditorSession.open("space-marines-500").editor
    row = next(found for found in desk.view.rows if found.name == "Dreadnought")
    desk.apply(SetMark(id=row.id, mark=("deep", "strike")))
    assert any("deep strike" in finding.message for finding in details_of(desk, "Dreadnought").findings)
    assert not details_of(desk, "Scout Squad").findings


def test_an_entry_on_offer_says_what_it_costs_and_how_many_are_left() -> None:
    desk = EditorSession.open("space-marines-500").editor
    force = next(desk.session.state.roster.all_forces())
    captain = next(e for slot in desk.catalogue(force) for e in slot.entries if e.name == "Captain")
    shown = desk.entry_details(force, captain.path)
    assert shown.points == "100"
    assert shown.facts[0] == "not in the army"
    desk.apply(Add(unit=captain.path, force=force.id))
    again = desk.entry_details(next(desk.session.state.roster.all_forces()), captain.path)
    assert again.facts[0] == "1 in the army"
    assert desk.entry_details(force, "gone") == Details()


def test_the_army_as_a_whole_shows_its_findings_and_notes() -> None:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(WriteNote(id="army", text="Bring dice"))
    shown = desk.summary("")
    assert (shown.title, shown.notes) == (desk.army.name, "Bring dice")
    assert shown.findings == desk.army.findings


def test_a_force_shows_its_own_points_units_findings_and_notes() -> None:
    desk = EditorSession.open("space-marines-500").editor
    (first,) = desk.session.state.roster.all_forces()
    desk.apply(AddForce(force=first.entry_id))
    second = [*desk.session.state.roster.all_forces()][1]
    desk.apply(WriteNote(id=second.id, text="The relief"))
    desk.apply(Add(unit="Scout Squad", force=second.id))
    shown, other = desk.summary(second.id), desk.summary(first.id)
    assert (shown.title, shown.notes, "1 unit" in shown.facts) == (second.name, "The relief", True)
    assert shown.points != other.points != f"{number(desk.view.totals.points)} points"
    assert shown.findings and not set(shown.findings) & set(other.findings)


def test_a_text_of_a_unit_names_its_choices() -> None:
    desk = EditorSession.open("space-marines-500").editor
    row = next(found for found in desk.view.rows if found.name == "Scout Squad")
    assert desk.text_of(row.id).startswith("Scout Squad (")
    assert "Sniper rifle" in desk.text_of(row.id)
    assert desk.text_of("none") == ""


def test_a_slot_is_called_after_its_category_whatever_the_force_calls_its_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = game_system().replace(b'id="slot" name="Troops"', b'id="slot" name="New CategoryLink"')
    assert system != game_system()
    editor = EditorSession.open(str(small_army(tmp_path, monkeypatch, body=system))).editor
    (force,) = editor.session.state.roster.forces
    assert [slot.name for slot in editor.catalogue(force)] == ["Troops"]
    assert [slot.name for slot in editor.slots(force).values()] == ["Troops"]


def test_entries_are_found_by_words_initials_and_letters_best_first() -> None:
    entries = tuple(
        CatalogueEntry(name, name, "s", "Slot")
        for name in ("Land Raider", "Land Speeder Storm", "Stormraven", "Scout Squad")
    )
    slots = (CatalogueSlot("s", "Slot", entries),)
    assert [hit.entry.name for hit in found(slots, "storm", {})] == ["Stormraven", "Land Speeder Storm"]
    assert next(hit.entry.name for hit in found(slots, "lss", {})) == "Land Speeder Storm"
    assert not found(slots, "xyz", {}) and not found(slots, "  ", {})


def tome(id: str, needs: str) -> str:
    """A tome that an army with so many squads alone can see."""
    return f"""
    <selectionEntry id="{id}" name="Tome" hidden="true" type="upgrade">
      <modifiers><modifier type="set" field="hidden" value="false"><conditions>
        <condition type="atLeast" value="{needs}" field="selections" scope="force" childId="squad" shared="true"/>
      </conditions></modifier></modifiers>
      <categoryLinks><categoryLink id="{id}-in" name="Troops" hidden="false" targetId="troops" primary="true"/>
      </categoryLinks>
    </selectionEntry>"""


def test_entries_of_one_name_are_told_apart_by_what_they_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    army = small_army(tmp_path, monkeypatch, SQUAD + tome("t1", "1") + tome("t2", "2"))
    editor = EditorSession.open(str(army)).editor
    (force,) = editor.session.state.roster.forces
    entries = [entry for slot in editor.catalogue(force) for entry in slot.entries]
    names = [name_of(editor, force, entry) for entry in entries]
    assert len({*names}) == 3 and "Tome" not in names and names[-1].startswith("Tome: needs "), names


def test_a_formation_of_one_is_broken_at_one_marker_and_its_slot_has_the_letters_of_the_sheets() -> None:
    desk = EditorSession.open("epic-imperial-guard-3000").editor
    lines = {line for unit in desk.army.view.units() for line in desk.details(unit.id, unit.id).lines}
    assert any(line.endswith("broken at 1 marker") for line in lines), lines
    assert (short("War Engines and Aircraft"), short("Heavy Support"), short("Troops")) == ("WE", "HS", "TR")
    assert short("HERO: You MUST Manually Validate Unlocks") == "HE"


def test_slots_whose_names_begin_alike_have_codes_that_tell_them_apart() -> None:
    """As in Age of Sigmar 3."""
    codes = codes_of(["Leader", "Artillery", "Artefact", "Legends", "Realm of Origin", "Heavy Support", "Hired Swords"])
    assert list(codes.values()) == ["LEA", "ARTI", "ARTE", "LEG", "RO", "HS", "HIS"]
    assert list(codes_of(["HQ", "Troops", "Troops"]).values()) == ["HQ", "TR"]
    horus_heresy = ("HQ:", "Compulsory HQ:", "Compulsory Troops:", "Troops:", "Heavy Support:", "LoW & Primarchs")
    assert list(codes_of(horus_heresy).values()) == ["HQ", "COH", "COT", "TR", "HS", "LP"]
    relics = ("HQ", "Elites", "Relic Elites", "Relic Heavy Support", "Relic HQ", "UNIQUE: You MUST Validate", "Unit")
    assert list(codes_of(relics).values()) == ["HQ", "EL", "RE", "RHS", "RHQ", "UNIQ", "UNIT"]
    chambers = ("Sacrosanct Chamber Infantry", "Sacrosanct Chamber Cavalry", "Faction: Orks", "Faction: Eldar")
    assert list(codes_of(chambers).values()) == ["SCI", "SCC", "FO", "FE"]
    assert list(codes_of(("", " ", "Troops")).values()) == ["", "", "TR"], "names of blanks have none"
    slots = tuple(SlotLine(name=name, taken=1) for name in ("Artillery", "Artefact"))
    first, _ = totals_lines(Totals(slots=slots), 80)
    assert "ARTI 1 ARTE 1" in "".join(text for text, _ in first.right)


def test_an_entry_tells_what_it_could_take_with_prices() -> None:
    desk = EditorSession.open("space-marines-500").editor
    force = desk.session.state.roster.forces[0]
    entries = {entry.name: entry.path for slot in desk.catalogue(force) for entry in slot.entries}
    told = dict(desk.entry_details(force, entries["Tactical Squad"]).takes)
    assert told["Space Marine: up to 5 more"] == "+16"
    assert told["Transport: Rhino, Razorback, Drop Pod"] == "35–40"
    assert told["Sergeant: 14 choices"] == "0–25"
    assert told["Special weapon: Flamer, Meltagun, Plasma gun"] == "0–10"
    squad = next(iter(desk.army.view.units()))
    assert desk.details(squad.id, squad.id).takes == (), "what is there has its choices themselves"


@pytest.mark.parametrize(
    ("room", "whom"),
    [
        ("5 (Scouts only)", "Scouts"),
        (
            "5. Can only carry Scouts, Scout Sergeants, and/or Sergeant Telion.",
            "Scouts, Scout Sergeants, and/or Sergeant Telion",
        ),
        ("12 models OR 1 dreadnought", "1 dreadnought"),
        ("10", ""),
        ("6. No Bulky, Very Bulky, or Extremely Bulky", ""),
        ("12 (this model cannot transport Ogryns)", ""),
        ("-", ""),
    ],
)
def test_whom_a_transport_carries_is_read_where_its_data_names_them(room: str, whom: str) -> None:
    assert passengers_in(room) == whom
