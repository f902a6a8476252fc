"""Which option a name means: visible before hidden, a name before a number, a place told by what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import pytest
from msgspec.structs import replace

from builder.catalogue.library import ArmyData, Library
from builder.errors import EditError
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin, blank_army
from builder.services.editor.operations import Add, EditContext, SetOption, State
from builder.services.editor.perform import perform
from builder.services.editor.weapon_words import weapon_words
from builder.systems.blocks import Column, ColumnKind, Row, Table
from tests.unit.catalogues import change, entry, group, least, library, most, when

ONE = (least(1), most(1, "one"))


def data_of(made: Library) -> ArmyData:
    return ArmyData(id="test/marines", catalogue_id="marines", library=made, digest="", path="", origin="test")


def added(made: Library, unit: str, *options: str) -> Mapping[str, int]:
    """What a unit has below it, by path, once it is added with these options."""
    data = data_of(made)
    operation = Add(unit=unit, option=options)
    done = perform(EditContext(data, ""), State(blank_army(data, "patrol")), operation)
    chosen = done.state.roster.selection(done.id or "")
    assert chosen is not None
    return {child.entry_path: child.number for child in chosen.selections}


def test_an_option_that_is_hidden_does_not_win_over_one_of_the_same_name_that_is_not() -> None:
    hidden = (change("set", "hidden", "true", when("lessThan", 1, "engineers")),)
    gone = replace(entry("old", modifiers=hidden), name="Tank Squadron")
    made = library(entry("headquarters", gone, replace(entry("new"), name="Tank Squadron")), entry("engineers"))
    assert added(made, "headquarters", "Tank Squadron") == {"new": 1}


def test_what_is_always_there_does_not_win_over_an_option_of_the_same_name() -> None:
    fixed = replace(entry("base", constraints=(least(2), most(2, "two"))), name="Chimera")
    made = library(entry("company", fixed, replace(entry("upgrade"), name="Chimera")))
    assert added(made, "company", "Chimera") == {"base": 2, "upgrade": 1}


def test_a_name_that_begins_with_a_number_is_a_name_before_it_is_a_number() -> None:
    made = library(entry("company", entry("8x Centaur"), entry("Centaur")))
    assert added(made, "company", "8x Centaur") == {"8x Centaur": 1}
    assert added(made, "company", "2 Centaur") == {"Centaur": 2}


def test_an_option_is_found_by_the_name_that_it_has_in_this_army() -> None:
    renamed = entry("bolter", modifiers=(change("set", "name", "Two Bolters"),))
    assert added(library(entry("wing", renamed)), "wing", "two bolters") == {"bolter": 1}


def test_one_of_a_group_that_holds_one_takes_the_place_of_the_other() -> None:
    arms = group("arms", entry("witchblade"), entry("spear"), constraints=ONE, default_selection_entry_id="witchblade")
    assert added(library(entry("farseer", arms)), "farseer", "spear") == {"spear": 1}


def test_the_place_of_an_option_is_told_by_what_it_replaces_and_read_back() -> None:
    session = ArmyDocument(begin("diceless/space-marines", None, None).encode(), "army.yaml", None)
    captain = session.apply(Add(unit="Captain")).id or ""
    for option in ("Chainsword/boltgun", "Bolt pistol/plasma pistol"):
        session.apply(SetOption(id=captain, option=option))
    carried = session.state.roster.selection(f"{captain}.1")
    assert carried is not None
    places = {child.name: child.group_path for child in carried.selections if child.group_path}
    assert set(places) == {"Boltgun", "Plasma pistol"}
    read = ArmyDocument(session.written().data, "army.yaml", None).state.roster.selection(f"{captain}.1")
    assert read == carried
    for option in ("Chainsword", "Bolt pistol"):
        session.apply(SetOption(id=captain, option=option))
    again = session.state.roster.selection(f"{captain}.1")
    assert again is not None and {"Chainsword", "Bolt pistol"} <= {child.name for child in again.selections}
    with pytest.raises(EditError, match="no option"):
        session.apply(SetOption(id=captain, option="Frag grenades/boltgun"))


def test_what_all_models_take_or_none_needs_no_model_and_is_given_to_all() -> None:
    session = ArmyDocument(begin("diceless/orks", None, None).encode(), "army.yaml", None)
    mob = session.apply(Add(unit="Boyz", count=10)).id or ""
    for number in (1, 0):
        session.apply(SetOption(id=mob, option="'eavy armour", number=number))
        unit = session.state.roster.selection(mob)
        assert unit is not None
        armour = [part.number for part in unit.walk() if part.name == "'eavy armour"]
        assert sum(armour) == 10 * number


@pytest.mark.parametrize(("data", "marked"), [("diceless/orks", True), ("lethal/orks", True), ("epic/orks", False)])
def test_a_new_file_shows_how_a_unit_is_kept_in_reserve_where_its_game_has_reserves(data: str, marked: bool) -> None:
    assert ("marks: [reserve]" in begin(data, None, None)) is marked


@pytest.mark.parametrize(
    ("kind", "rows", "told"),
    [
        ("Melee Weapons", (("Plasma pistol", "Melee", "4", "8", "2"),), "A 4, S 8, D 2"),
        (
            "Ranged Weapons",
            (("Plasma pistol - standard", '12"', "1", "7", "1"), ("Plasma pistol - supercharge", '12"', "1", "8", "2")),
            '12", A 1, S 7 or 8, D 1 or 2',
        ),
    ],
)
def test_figures_of_a_weapon_are_told_in_the_room_beside_a_choice(
    kind: str, rows: tuple[tuple[str, ...], ...], told: str
) -> None:
    """As in 10th edition: what its table says already has no room there, and its modes are one weapon."""
    titles = ("Range", "A", "S", "D")
    columns = (Column(kind, ColumnKind.NAME), *(Column(title, ColumnKind.VALUE) for title in titles))
    assert weapon_words((), (Table(columns, tuple(map(Row, rows))),), "Plasma pistol", (), "", ())[0] == (told,)


@pytest.mark.parametrize(("number", "told"), [(9, "as it comes"), (0, "nothing of 1")])
def test_what_a_unit_within_a_unit_has_by_itself_is_told_as_that(number: int, told: str) -> None:
    """As the section of a tercio, whose ten men are there before anything is chosen."""
    men = ChoiceRow(
        unit="tercio",
        under="section",
        path="men",
        name="Veletarii",
        group="Storm Section",
        cost=Decimal(8),
        control="number",
        number=number,
        least=number,
        most=19,
        default=True,
        within="Storm Section",
    )
    assert [each.summary for each in grouped((men,))] == [f": {told}"]
