"""Editing an army of data that no datasheet of ours is."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import (
    CategoryLink,
    Condition,
    EntryHolder,
    ForceEntry,
    ForceEntryLink,
    Query,
)
from builder.datafiles.datasheets.library import load
from builder.errors import EditError, InputError
from builder.record import replace
from builder.roster import edit
from builder.services.army.locator import open_army
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choices import choices_of
from builder.services.editor.document import ArmyDocument
from builder.services.editor.joining import can_ride
from builder.services.editor.lookup import force_offers
from builder.services.editor.new_army import begin
from builder.services.editor.operations import (
    OPERATIONS,
    Add,
    AddForce,
    Count,
    EditContext,
    SetOption,
    State,
)
from builder.services.editor.perform import perform
from builder.services.editor.quick_fixes import mends
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import taking
from builder.services.editor.tree import editor_view
from tests.unit.catalogues import (
    catalogue,
    change,
    entry,
    group,
    least,
    library,
    link,
    most,
    patrol,
    points,
    system,
    when,
)

BELOW = {"include_child_selections": True, "include_child_forces": True}
COMMUNITY = ArmyData(
    id="club/marines",
    catalogue_id="marines",
    library=library(
        entry("captain", entry("sword", type="upgrade", costs=points(5)), slot="hq", costs=points(100)),
        entry(
            "squad",
            entry("sergeant", type="model", constraints=(least(1), most(1, "most1"))),
            entry(
                "marine",
                group("guns", entry("plasma", type="upgrade"), entry("melta", type="upgrade")),
                type="model",
                constraints=(least(4, "four"), most(9, "nine")),
                costs=points(15),
            ),
            slot="troops",
        ),
    ),
    digest="c" * 64,
    path="",
    origin="test",
)


def do(edited: ArmyDocument, operation: str, /, **arguments: str | int | tuple[str, ...]) -> str | None:
    return edited.apply(OPERATIONS[operation](**arguments)).id


@pytest.fixture
def community(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data that no datasheet of ours is."""
    path = "builder.datafiles.datasheets.library.load"
    monkeypatch.setattr(path, lambda id: COMMUNITY if id == COMMUNITY.id else load(id))


def test_an_army_of_other_data_is_begun_edited_and_saved(community: None, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Diceless 40K cannot read 'club/marines': Any game can read its profiles"):
        begin(COMMUNITY.id, None, None, system="diceless")
    assert "\nsystem: generic\n" in begin(COMMUNITY.id, None, None, force="patrol")
    path = tmp_path / "army.yaml"
    head = "format: muster-army\nversion: 1\nname: Theirs\nsystem: diceless\ndata: club/marines\nforces: []\n"
    path.write_text(head, encoding="utf-8")
    edited = ArmyDocument.open(str(path))
    do(edited, "force add", force="patrol")
    squad = do(edited, "add", unit="Squad")
    assert squad is not None
    assert not can_ride(edited, squad), "no data of theirs has a transport"
    do(edited, "count", id=squad, number=7)
    found = edited.state.roster.selection(squad)
    assert found is not None
    marines = [part for part in found.selections if part.name == "marine"]
    assert len(marines) == 6
    with pytest.raises(EditError, match=f"--under {marines[0].id}"):
        do(edited, "set", id=squad, option="plasma")
    do(edited, "set", id=squad, option="plasma", under=marines[2].id)
    do(edited, "rename", id=marines[2].id, name="Bob")
    edited.save()
    assert ArmyDocument.open(str(path)).state.roster == edited.state.roster
    assert "{choice: plasma, entry: plasma, id: " in path.read_text(encoding="utf-8")
    assert open_army(str(path)).view.costs[0].value == 90


def test_a_name_means_first_what_the_force_has_a_slot_for() -> None:
    twins = entry("boyz", slot="troops"), structs.replace(entry("other", slot="formation"), name="boyz")
    data = replace(COMMUNITY, library=library(*twins))
    state = State(patrol(data.library)[0])
    done = perform(EditContext(data, "diceless"), state, Add(unit="Boyz"))
    assert [unit.entry_path for unit in done.state.roster.all_selections()] == ["boyz"]


def test_a_unit_of_other_data_is_counted_by_the_kind_that_it_has() -> None:
    kinds = (
        entry(name, type="model", constraints=(*([least(2)] if name == "boy" else []), most(30, name)))
        for name in ("boy", "boy with a rokkit")
    )
    data = replace(COMMUNITY, library=library(entry("mob", *kinds, slot="troops")))
    added = perform(EditContext(data, "diceless"), State(patrol(data.library)[0]), Add(unit="mob"))
    wanted = Count(id=added.id or "", number=12)
    counted = perform(EditContext(data, "diceless"), added.state, wanted).state.roster
    assert [(part.name, part.number) for part in counted.all_selections()] == [("mob", 1), ("boy", 12)]


def test_the_name_of_an_option_may_hold_a_slash() -> None:
    parts = entry("boy", type="model", constraints=(least(2),)), entry("boy w/ rokkit", type="model")
    data = replace(COMMUNITY, library=library(entry("mob", *parts, slot="troops")))
    ground = EditContext(data, "diceless")
    added = perform(ground, State(patrol(data.library)[0]), Add(unit="mob"))
    done = perform(ground, added.state, SetOption(id=added.id or "", option="Boy w/ Rokkit"))
    assert "boy w/ rokkit" in {part.name for part in done.state.roster.all_selections()}


ONE = (least(1), most(1, "one"))


def opened(*roots: EntryHolder, monkeypatch: pytest.MonkeyPatch, folder: Path, **fields: Any) -> ArmyDocument:
    """An army with a patrol of data that holds these entries."""
    data = replace(COMMUNITY, library=library(*roots, **fields))
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    path = folder / "army.yaml"
    head = "format: muster-army\nversion: 1\nname: Theirs\nsystem: generic\ndata: club/marines\nforces: []\n"
    path.write_text(head, encoding="utf-8")
    edited = ArmyDocument.open(str(path))
    do(edited, "force add", force="patrol")
    return edited


@pytest.fixture
def squad(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[ArmyDocument, str]:
    """A squad of four models, each with a gun of its own; at most one of them is the leader."""
    only = most(1, "only", scope="squad", include_child_selections=True)
    guns = (entry("bolter"), entry("melta"), entry("laser"))
    model = entry(
        "trooper",
        group("guns", *guns, constraints=ONE, default_selection_entry_id="bolter"),
        entry("leader", constraints=(most(1, "a leader"), only)),
        type="model",
        constraints=(least(4),),
    )
    edited = opened(entry("squad", model, slot="troops"), monkeypatch=monkeypatch, folder=tmp_path)
    return edited, do(edited, "add", unit="squad") or ""


def test_models_that_are_alike_are_chosen_for_together(squad: tuple[ArmyDocument, str]) -> None:
    edited, unit = squad

    def numbers() -> dict[str, tuple[str, int, int | None]]:
        return {each.name: (each.control, each.number, each.most) for each in choices_of(edited, unit, unit)}

    def give(name: str, number: int) -> None:
        choice = next(each for each in choices_of(edited, unit, unit) if each.name == name)
        edited.apply_all(taking(edited, choice, number))

    assert numbers() == {
        "trooper": ("number", 4, None),
        "bolter": ("number", 4, 4),
        "melta": ("number", 0, 4),
        "laser": ("number", 0, 4),
        "leader": ("check", 0, 1),
    }
    give("melta", 2)
    give("laser", 1)
    give("leader", 1)
    assert [numbers()[name][1] for name in ("bolter", "melta", "laser", "leader")] == [1, 2, 1, 1]
    give("laser", 3)
    assert [numbers()[name][1] for name in ("bolter", "melta", "laser")] == [0, 1, 3]
    give("laser", 0)
    assert [numbers()[name][1] for name in ("bolter", "melta", "laser")] == [3, 1, 0]
    give("leader", 0)
    assert numbers()["leader"] == ("check", 0, 1)


def test_a_model_with_a_name_of_its_own_is_chosen_for_alone(squad: tuple[ArmyDocument, str]) -> None:
    edited, unit = squad
    found = edited.state.roster.selection(unit)
    assert found is not None
    do(edited, "rename", id=found.selections[1].id, name="Bob")
    rows = [(each.group, each.control, each.number) for each in choices_of(edited, unit, unit) if each.name == "bolter"]
    assert rows == [("trooper · guns", "number", 3), ("Bob · guns", "radio", 1)]


@pytest.mark.parametrize(("squires", "title"), [((), "May take"), (("Squire",), "Legate Marshal, may take")])
def test_whose_choice_it_is_goes_without_saying_in_a_unit_of_one_model(
    squires: tuple[str, ...], title: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kit = group("May take:", entry("Familiar", constraints=(most(1),)), entry("Bombs", constraints=(most(1),)))
    marshal = entry("Legate Marshal", kit, type="model", constraints=ONE)
    others = (entry(name, type="model", constraints=(most(1),)) for name in squires)
    edited = opened(entry("Marshal", marshal, *others, slot="hq"), monkeypatch=monkeypatch, folder=tmp_path)
    unit = do(edited, "add", unit="Marshal") or ""
    assert f"{title}: none of 2" in [each.title + each.summary for each in grouped(choices_of(edited, unit, unit))]


def test_what_a_section_of_a_tercio_can_take_is_among_the_upgrades(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    section = entry("Rifle Section", entry("Aurox", constraints=(most(1),)), type="unit", constraints=ONE)
    edited = opened(entry("Infantry Tercio", section, slot="hq"), monkeypatch=monkeypatch, folder=tmp_path)
    do(edited, "add", unit="Infantry Tercio")
    editor = EditorSession(edited)
    assert [each.name for each in editor.upgrades] == ["Aurox"]
    part = next(each for unit in edited.army.view.units() for each in unit.walk() if each.name == "Rifle Section")
    assert editor.details(part.id, part.id).slot == "hq", "it stands in the slot of its tercio"


def test_a_limit_that_a_link_repeats_is_told_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    guns = group("guns", entry("bolter"), entry("melta"), constraints=(least(1, "of the group"),))
    repeated = link("squad guns", "guns", type="selectionEntryGroup", constraints=(least(1, "of the link"),))
    shared = {"shared_selection_entry_groups": (guns,)}
    data = entry("squad", repeated, slot="troops")
    edited = opened(data, monkeypatch=monkeypatch, folder=tmp_path, **shared)
    do(edited, "add", unit="squad")
    told = [finding.message for finding in edited.army.findings if finding.code == "min"]
    assert told == ["squad: choose at least 1 of the guns, has none."]


def test_a_second_force_has_what_each_force_asks_for_and_not_what_the_army_asks_for_once() -> None:
    """As a Battalion of the 9th edition has its choice of a dynasty, beside the Patrol that has the battle size."""
    own = change("set", "own", "1", when("atLeast", 1, "any", "roster"))
    data = library(
        entry("dynasty", slot="hq", constraints=(least(1, "each", scope="force"),)),
        entry("command", slot="hq", constraints=(least(2, "two"),)),
        entry("changed", slot="hq", constraints=(least(0, "own"),), modifiers=(own,)),
        entry("size", slot="hq", constraints=(least(1, "once", scope="roster"), most(1, "only", scope="roster"))),
        entry("elsewhere", slot="no-such-slot", constraints=(least(1, "else"),)),
        entry("hidden", slot="hq", hidden=True, constraints=(least(1, "unseen"),)),
    )
    known = ArmyData(id="x", catalogue_id="marines", library=data, digest="", path="", origin="")
    ground, state = EditContext(known, "generic"), State(edit.new_roster(data, "army"))
    for _ in range(2):
        state = perform(ground, state, AddForce(force="patrol")).state
    first, second = state.roster.forces
    assert "size" in [each.name for each in first.selections]
    assert [each.name for each in second.selections] == ["dynasty", "command", "command", "changed"]


def test_a_force_is_offered_below_the_one_that_has_it_and_never_where_it_is_hidden() -> None:
    """A regiment stands below an army alone; one of the elves is shown where the army is theirs."""
    elves = change("set", "hidden", "false", when("instanceOf", 1, "elves", "primary-catalogue"))
    links = tuple(ForceEntryLink(id=f"l-{id}", target_id=id) for id in ("regiment", "grove", "barrow"))
    shown = replace(links[0], modifiers=(change("set", "hidden", "false"),))
    roots = (
        ForceEntry(id="host", name="Host", force_entry_links=(shown, *links[1:])),
        ForceEntry(id="regiment", name="Regiment", hidden=True),
        ForceEntry(id="grove", name="Grove", modifiers=(elves,), hidden=True),
        ForceEntry(id="barrow", name="Barrow", hidden=True),
    )
    library = Library(system(force_entries=roots), [catalogue(id="elves")])
    data = ArmyData(id="x", catalogue_id="elves", library=library, digest="", path="", origin="")
    ground, empty = EditContext(data, "generic"), State(edit.new_roster(library, "army"))
    assert [offer.name for offer in force_offers(empty.roster, library, "elves")] == ["Host"]
    state = perform(ground, empty, AddForce(force="Host")).state
    offers = [(offer.name, offer.below and offer.below.name) for offer in force_offers(state.roster, library, "elves")]
    assert offers == [("Regiment", "Host"), ("Grove", "Host"), ("Host", None)]
    (host,) = perform(ground, state, AddForce(force="Regiment")).state.roster.forces
    assert [force.entry_id for force in host.forces] == ["l-regiment::regiment"]


def test_an_error_of_the_data_that_wants_a_force_below_another_is_mended_by_adding_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As armies of Age of Sigmar need a regiment: a hidden force to which theirs links, and which is to be filled."""
    lone = change("add", "error", "Add one.", Condition("atMost", Decimal(1), Query("forces", "roster", "any")))
    slot = CategoryLink(id="regiment-hq", target_id="hq", constraints=(least(1, "one"),))
    regiment = ForceEntry(id="regiment", name="Regiment", hidden=True, category_links=(slot,))
    shown = change("set", "hidden", "false")
    to_regiment = ForceEntryLink(id="to", name="Regiment", target_id="regiment", modifiers=(shown,))
    army = ForceEntry(id="army", name="Army", modifiers=(lone,), force_entry_links=(to_regiment,))
    game = system(force_entries=(army, regiment))
    data = replace(COMMUNITY, library=Library(game, [catalogue(entry("captain", slot="hq"))]))
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    path = tmp_path / "army.yaml"
    path.write_text(begin(data.id, None, None, system="generic"), encoding="utf-8")
    edited = ArmyDocument.open(str(path))
    (finding,) = edited.army.findings
    mend, other = mends(edited, finding)
    assert (mend.words, mend.breaks, other.words) == ("Add Regiment", False, "Remove Army")
    edited.apply_all(mend.operations)
    assert ["No unit of hq" in each.message for each in edited.army.findings] == [True]


def test_what_the_army_asks_for_once_is_begun_with_in_the_first_unit_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As the general of Age of Sigmar 4: a second leader of a regiment is none by himself."""
    once = (least(1, "one", scope="roster", **BELOW), most(1, "only", scope="roster", **BELOW))
    lord = entry("lord", entry("general", type="upgrade", constraints=once), slot="hq", type="model")
    edited = opened(lord, monkeypatch=monkeypatch, folder=tmp_path)
    first = do(edited, "add", unit="lord") or ""
    second = do(edited, "add", unit="lord") or ""
    chosen = {unit.id: [part.name for part in unit.selections] for unit in edited.state.roster.units()}
    assert chosen == {first: ["general"], second: []}
    do(edited, "remove", id=first)
    do(edited, "add", unit="lord")
    assert [[part.name for part in unit.selections] for unit in edited.state.roster.units()] == [[], ["general"]]


def test_a_mend_names_what_costs_something_itself_of_what_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As an Overlord with his Tachyon Arrow, which stands below the pair that it is taken in."""
    arrow = entry("Arrow", type="upgrade", costs=points(5), constraints=(least(1, "one"),))
    pair = entry("Arrow and Glaive", arrow, type="upgrade", constraints=(least(1, "pair"),))
    lord = entry("lord", pair, slot="hq", type="model", costs=points(95), constraints=(most(1, "only"),))
    edited = opened(lord, monkeypatch=monkeypatch, folder=tmp_path)
    for _ in range(2):
        do(edited, "add", unit="lord")
    (finding,) = [found for found in edited.army.findings if found.code == "max"]
    assert [mend.words for mend in mends(edited.apart(), finding)] == ["Remove lord 2, with Arrow"]


def test_what_is_missing_is_taken_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kinds = (entry("man", type="model"), entry("bowman", type="model", constraints=(most(2, "two"),)))
    squad = entry("squad", group("men", *kinds, constraints=(least(5),)), slot="troops", type="unit")
    edited = opened(squad, monkeypatch=monkeypatch, folder=tmp_path)
    do(edited, "add", unit="squad")

    def offered() -> list[str]:
        (finding,) = [found for found in edited.army.findings if found.code == "min"]
        return [mend.words for mend in mends(edited.apart(), finding)]

    assert offered() == ["Take 5 man", "Take 2 bowman"]
    do(edited, "set", id=next(unit.id for unit in edited.army.view.units()), option="man", number=2)
    assert offered() == ["Take 3 more man", "Take 2 bowman"]


def test_a_line_of_the_army_tells_what_was_chosen_of_what_has_no_models(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    oaths = group("oaths", entry("of fire", type="upgrade"), entry("of ice", type="upgrade"), constraints=ONE)
    roots = (
        entry("pact", oaths, type="upgrade", slot="hq"),
        entry("men", entry("oar", type="upgrade"), type="unit", slot="troops"),
    )
    edited = opened(*roots, monkeypatch=monkeypatch, folder=tmp_path)
    id, men = do(edited, "add", unit="pact") or "", do(edited, "add", unit="men") or ""
    do(edited, "set", id=id, option="of ice")
    do(edited, "set", id=men, option="oar")
    titles = {row.id: row.title for row in editor_view(edited.army).rows}
    assert (titles[id], titles[men]) == ("pact: of ice", "men")
