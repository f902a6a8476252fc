"""Any game: what is read of a roster whose profiles no other system reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

import pytest

from builder.catalogue.model import Cost
from builder.catalogue.roles import ProfileRoles
from builder.cli.main import run
from builder.exporters.json import write_json
from builder.exporters.text import write_text
from builder.formats.battlescribe.rosterwriter import write_roster
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import CategoryView, RosterView, SelectionView
from builder.services.army.summary import summarize_file
from builder.services.export.files import pdf_of
from builder.sheets.options import SheetOptions
from builder.systems.blocks import ProfileCard, RulePhase
from builder.systems.generic.cards import marks_told, phase_told
from builder.systems.generic.model import GenericArmy, GenericUnit
from builder.systems.generic.reading import read
from builder.systems.protocol import UnitCache
from builder.systems.registry import readers, unasked
from tests.systems.generic.making import LONG, chosen, ferrymen, profile, roster

T = TypeVar("T")


def army_of(view: RosterView) -> GenericArmy:
    return read(view).army


def unit_of(view: RosterView) -> GenericUnit:
    (unit,) = army_of(view).units
    return unit


@pytest.mark.parametrize("wounds", ["W", "Wounds", "HP", "Health", "Hit Points"])
def test_models_have_the_wounds_that_their_profiles_say_whatever_the_data_calls_them(wounds: str) -> None:
    unit = unit_of(roster(ferrymen(wounds.replace(" ", "_"))))
    assert [(group.name, group.models, group.wounds) for group in unit.groups] == [("Boss", 1, 3), ("Ferryman", 4, 1)]
    assert (unit.models, unit.wounds, unit.wounds_name) == (5, 7, wounds)


def test_choices_with_a_stat_line_beside_a_model_are_models_of_the_squad() -> None:
    squad = ferrymen()
    boss, ferryman, lantern = squad.children
    unit = unit_of(roster(replace(squad, children=(boss, replace(ferryman, type="upgrade"), lantern))))
    assert [(group.name, group.models, group.wounds) for group in unit.groups] == [("Boss", 1, 3), ("Ferryman", 4, 1)]


def test_models_without_wounds_have_a_box_each_which_is_told() -> None:
    reading = read(roster(ferrymen("Cunning")))
    assert [(group.models, group.wounds) for group in reading.army.units[0].groups] == [(1, 1), (4, 1)]
    assert [finding.code for finding in reading.findings] == ["generic.wounds"]
    card, _ = reading.cards()
    assert isinstance(card, ProfileCard) and card.boxes_title == "Models"


def test_a_data_set_says_what_its_profiles_are() -> None:
    roles = ProfileRoles(wounds=("Cunning",), words=("Tool",))
    unit = unit_of(replace(roster(ferrymen("Cunning")), roles=roles))
    assert unit.wounds == 7 and not unit.tables
    assert [passage.title for passage in unit.passages if "Reach" in passage.text] == ["Hook", "Oar"]
    assert not unit_of(replace(roster(ferrymen()), roles=ProfileRoles(hidden=("Tool",)))).tables


def test_profiles_are_tables_with_the_columns_of_the_data_the_most_used_type_first() -> None:
    cannon = chosen(
        "u2", "Cannon", type="model", profiles=(profile("Siege", "Cannon", Range='48"', Load="-", Arc="90°"),)
    )
    army = army_of(roster(ferrymen(), cannon))
    assert [table.type for table in army.units[0].tables] == ["Tool"]
    assert army.units[0].tables[0].columns == ("Reach", "Blows", "Bite")
    assert [(line.count, line.name) for line in army.units[0].tables[0].lines] == [(1, "Hook"), (4, "Oar")]
    assert army.units[1].tables[0].columns == ("Range", "Arc"), "a column that nobody fills is left out"


def test_a_column_holds_words_in_all_tables_of_an_army_or_in_none() -> None:
    guns = [
        chosen(id, name, type="model", profiles=(profile("Gun", name, Range='48"', Load="2", Arc="90°", Notes=notes),))
        for id, name, notes in (("g1", "Pistol", "Pistol"), ("g2", "Flamer", "Ignores cover, torrent"))
    ]
    units = army_of(roster(ferrymen(), *guns)).units[1:]
    assert [unit.tables[0].wordy for unit in units] == [(False, False, False, True)] * 2


def test_costs_of_all_types_are_told() -> None:
    unit = unit_of(roster(ferrymen()))
    assert (int(unit.points), dict(unit.costs)) == (60, {"power": Decimal(2)})
    card, _ = read(roster(ferrymen())).cards()
    assert card.head.points == "60" and "2 power" in card.head.facts


def test_points_come_first_whatever_the_file_has_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costs = (Cost("power", Decimal(82), " PL"), Cost("p-1", Decimal(1448), "pts"))
    path = tmp_path / "list.ros"
    path.write_bytes(write_roster(replace(roster(ferrymen()), costs=costs)))
    run(["summary", str(path), "--as-saved"])
    assert "1 448 pts, 82 PL" in capsys.readouterr().out
    line = summarize_file(path, b"").line
    assert line and line.points == 1448


def test_long_texts_stand_under_their_numbers_where_the_sheet_of_rules_is_printed() -> None:
    reading = read(roster(ferrymen(), replace(ferrymen(), id="u2")))
    page = reading.roster_page()
    assert [(rule.title, rule.rule) for rule in page.rules] == [("Ford", "[1]"), ("Swim", "[2]")]
    text = write_text(reading.cards(), page, SheetOptions(sheets=("units",)))
    assert LONG.split(". ")[0].split()[-1] in text and "It can swim." in text
    assert "([" not in text and "[[" not in text, "a number stands in brackets once"


def test_what_is_chosen_for_the_army_is_no_unit() -> None:
    size = chosen("s", "Battle Size", chosen("s.1", "2. Raid"))
    army = army_of(roster(size, ferrymen()))
    assert [unit.id for unit in army.units] == ["u1"] and army.settings == ("Battle Size: 2. Raid",)


def test_what_only_configures_is_no_card_and_its_rules_are_those_of_the_army() -> None:
    band = chosen("d", "Detachment", chosen("d.1", "River Band", rules=(("Current", "They drift."),)), CP=5)
    army = army_of(roster(band, ferrymen()))
    assert [unit.id for unit in army.units] == ["u1"]
    assert army.settings == ("Detachment: River Band (5 CP)",)
    assert next((each.title, each.text) for each in army.passages) == ("Current", "They drift.")


def test_what_stands_on_the_table_comes_before_cards_of_words() -> None:
    traits = chosen("t", "Battle Traits", profiles=(profile("Trait", "Fog", Effect=LONG),))
    assert [unit.id for unit in army_of(roster(traits, ferrymen())).units] == ["u1", "t"]


@pytest.mark.parametrize(
    ("title", "text", "saves", "told"),
    [
        ("Invulnerable Save", "4+", ["4+", "4+"], False),
        ("Iron Halo", "All models in this unit have a 5+ invulnerable save.", ["5+", "5+"], True),
        ("Iron Halo", "This model has a 4+ invulnerable save.", [], True),
        ("Iron Halo", "Models in this unit have a 4+ invulnerable save against ranged attacks.", [], True),
    ],
)
def test_an_invulnerable_save_that_all_models_have_stands_behind_their_save(
    title: str, text: str, saves: list[str], told: bool
) -> None:
    lines = [profile("Unit", name, M='6"', T="4", SV=save, W="2") for name, save in (("Boss", "2+"), ("Crew", "3+"))]
    halo = profile("Abilities", title, Description=text)
    other = profile("Abilities", "Ford", Description=LONG)
    unit = unit_of(roster(chosen("u", "Crew", type="unit", number=5, profiles=(*lines, halo, other))))
    (table,) = unit.statistics
    found = [line.cells[table.columns.index("INV")] for line in table.lines] if "INV" in table.columns else []
    assert found == saves and (title in [passage.title for passage in unit.passages]) is told
    assert not found or table.columns == ("M", "T", "SV", "INV", "W")


def test_a_name_tells_how_many_models_there_are() -> None:
    """Data writes a horde as one model called `10 Chainrasps`, or as a unit with a choice called so."""
    line = (profile("Unit", "Rasps", Move="6", Save="5+", Wounds="1"),)
    horde = chosen("u", "Rasp Horde", chosen("u.1", "10 Rasps", type="model", profiles=line), type="unit")
    guard = chosen("u", "Rasps", chosen("u.1", "10 Rasps"), chosen("u.2", "3 Drums"), profiles=line)
    for unit in map(unit_of, map(roster, (horde, guard))):
        assert [(group.name, group.models) for group in unit.groups] == [("Rasps", 10)]
    assert unit_of(roster(guard)).choices == ("3 Drums",)


def test_a_choice_that_is_called_as_its_unit_is_not_told_again() -> None:
    line = (profile("Unit", "Boss", Move="6", Save="5+", Wounds="1"),)
    boss = chosen("u", "Boss", chosen("u.1", "Boss"), chosen("u.2", "Warlord"), type="model", profiles=line)
    assert unit_of(roster(boss)).choices == ("Warlord",)


def test_what_rides_in_what_is_no_unit_of_its_own_names_no_id() -> None:
    unit = unit_of(roster(chosen("u", "Squad", type="unit")))
    told = [*marks_told(replace(unit, marks=(Mark("riding_in", "gupqn"),)), {"other": "Rhino"})]
    assert told == ["rides in its transport"]


def test_a_long_text_of_a_table_is_told_among_the_abilities_under_the_number_that_the_table_has() -> None:
    gun = profile("Gun", "Mortar", Range='48"', Load="2", Arc="90", Notes=LONG)
    view = roster(chosen("u", "Mortar", type="model", profiles=(gun,), rules=(("Wade", "Slowly."),)))
    unit = unit_of(view)
    (table,) = (*unit.tables, *unit.statistics)
    assert table.lines[0].cells == ('48"', "2", "90", "[1]")
    assert [(each.title, each.number) for each in unit.passages] == [("Mortar", 1), ("Wade", 2)]
    card, _ = read(view).cards()
    assert isinstance(card, ProfileCard)
    assert [text.text.endswith(f"[{n}]") for n, text in enumerate(card.texts, 1)] == [True, False]


def test_a_stat_line_tells_how_many_models_have_it() -> None:
    """A squad has the stat line of most of its models, its leader his own; three guards alike are selections each."""
    line, boss, guard = (profile("Unit", name, Move="6", Guile="4+", Wounds="1") for name in ("Men", "Boss", "Guard"))
    guards = (chosen(f"u.g{n}", "Guard", type="model", profiles=(guard,)) for n in range(3))
    leader = chosen("u.a", "Boss", type="model", profiles=(boss,))
    men = chosen("u.b", "Man with oar", type="model", number=4)
    unit = unit_of(roster(chosen("u", "Men", leader, men, *guards, type="unit", profiles=(line,))))
    (table,) = unit.statistics
    assert [(each.name, each.count) for each in table.lines] == [("Men", 4), ("Boss", 1), ("Guard", 3)]


def test_what_has_no_models_tells_what_was_chosen_of_it_and_no_price() -> None:
    told = chosen("d.a", "River Guard", rules=(("Wade", "Slowly."),))
    pact = chosen("d", "Detachment", told, chosen("d.b", "Wade"), type="unit", rules=(("Oath", "Kept."),))
    army = army_of(roster(ferrymen(), pact))
    unit = army.units[-1]
    assert (unit.kind, unit.models, unit.choices) == ("other", 0, ("River Guard",))
    *_, card, _ = read(roster(ferrymen(), pact)).cards()
    assert isinstance(card, ProfileCard)
    assert (card.head.points, card.head.facts, card.boxes, card.checks) == ("", ("River Guard",), (), ())


SCALES = [("Barge (1)", "Barge (3)", "Barge (2)"), ("03-04", "10+", "0-02"), ("Barge9", "Barge10", "Barge2")]


@pytest.mark.parametrize("named", SCALES)
def test_the_lines_of_a_scale_stand_in_its_order_and_are_nothing_that_a_unit_carries(named: tuple[str, ...]) -> None:
    scale = tuple(profile("Track", name, Left=name[-1], Move="7", Guile="4+") for name in named)
    barge, gun = profile("Crew", "Barge", Move="*", Wounds="9"), profile("Gun", "Swivel gun", Range="24", Power="4")
    army = read(roster(chosen("u", "Barge", type="model", profiles=(barge, gun, *scale))))
    assert army.roster_page().rows[0].detail == "Swivel gun"
    card = army.cards()[0]
    assert isinstance(card, ProfileCard)
    names = [row.cells[1] for table in card.tables for row in table.rows if row.cells[1] in named]
    assert names == sorted(named, key=lambda name: int(re.findall(r"\d+", name)[0]))


def test_the_list_tells_what_a_unit_carries_and_no_steps_of_a_scale() -> None:
    scale = tuple(profile("Track", f"Barge {n}", Left=str(n), Move=str(n), Guile="4+") for n in (1, 2, 3))
    magic = profile("Magic", "Barge", Cast="1", Deny="1", Known="2")
    gun = profile("Gun", "Mortar", Range='48"', Load="2", Arc="90")
    barge = profile("Unit", "Barge", Move="6", Guile="4+", Wounds="9")
    view = roster(chosen("u", "Barge", type="model", profiles=(barge, gun, *scale, magic)))
    assert [row.detail for row in read(view).roster_page().rows] == ["Mortar"]


def test_categories_of_like_beginning_have_codes_of_their_own() -> None:
    units = (replace(ferrymen(), id=name) for name in ("Artillery", "Artefacts", "Armour"))
    views = [replace(unit, categories=(replace(unit.categories[0], name=unit.id),)) for unit in units]
    assert [row.slot for row in read(roster(*views)).roster_page().rows] == ["ARTI", "ARTE", "ARM"]


def test_a_category_that_the_data_does_not_name_is_no_keyword() -> None:
    """Where the file of the game itself is missing, one that a modifier gives has nothing but its id."""
    known, unknown = (
        CategoryView(entry_id=id, name=name, primary=False)
        for id, name in (("k1", "River Folk"), ("ed12-2e38-312e-83e6", "ed12-2e38-312e-83e6"))
    )
    unit = ferrymen()
    assert unit_of(roster(replace(unit, categories=(*unit.categories, known, unknown)))).keywords == ("River Folk",)


def test_a_text_with_a_column_of_the_name_of_a_figure_makes_no_words_of_it() -> None:
    gun = profile("Gun", "Mortar", Range='48"', Load="2", Arc="90")
    prayer = profile("Prayer", "Mend", Range="whoever is near enough to hear it", Effect=LONG)
    unit = unit_of(roster(replace(ferrymen(), profiles=(gun, prayer))))
    assert [table.wordy for table in unit.tables if table.type == "Gun"] == [(False, False, False)]


def test_a_word_among_figures_makes_no_column_of_words() -> None:
    arms = [
        profile("Tool", name, Reach='1"', Blows=blows, Bite="1")
        for name, blows in (("Oar", "2"), ("Howl", "See Howling Bow"))
    ]
    squad = ferrymen()
    unit = unit_of(roster(replace(squad, profiles=tuple(arms))))
    assert unit.tables[0].wordy == (False, False, False)


def test_units_inside_a_formation_are_units() -> None:
    formation = chosen("x", "River Watch", ferrymen(), pts=10)
    units = army_of(roster(formation)).units
    assert [(unit.name, unit.within, int(unit.points)) for unit in units] == [
        ("River Watch", "", 10),
        ("Ferrymen", "River Watch", 60),
    ]


def test_ornaments_and_signs_for_bold_letters_are_left_out() -> None:
    rule = ("Old", '**One**\n\n^^Two^^ 9\\"\n*Fast:* 2*3*4 a * b')
    unit = unit_of(roster(chosen("u", "➤ **Ferry** ^^Boss^^", type="model", rules=(rule,))))
    assert unit.name == "Ferry Boss" and unit.passages[0].text == 'One\nTwo 9"\nFast: 2*3*4 a * b'


def test_it_is_chosen_where_no_other_system_reads_the_profiles() -> None:
    stats = {"WS": "4", "BS": "4", "S": "4", "T": "4", "W": "1", "I": "4", "A": "1", "Ld": "8", "Sv": "3+"}
    marine = chosen("m", "Marine", type="model", profiles=(profile("Unit", "Marine", **stats),))
    assert [system.id for system in unasked(readers(roster(ferrymen())))] == ["generic"]
    assert [system.id for system in unasked(readers(roster(marine)))] == ["diceless"]
    assert {"diceless", "generic", "plain"} <= {system.id for system in readers(roster(marine))}


def test_an_edit_reads_no_other_unit_again() -> None:
    made: list[str] = []

    class Watched(UnitCache):
        def of(self, unit: SelectionView, about: Hashable, make: Callable[[], T], what: str = "unit") -> T:
            def noted() -> T:
                made.append(unit.id)
                return make()

            return super().of(unit, about, noted, what)

    kept, other = Watched(), chosen("u2", "Pole", type="unit", profiles=(profile("Tool", "Pole", Reach='2"'),))
    read(roster(ferrymen(), other), kept)
    longer = profile("Tool", "Pole", Reach='2" or 24"')
    engine = (profile("Engine", f"Paddle {n}", Speed="9") for n in range(9))
    for profiles in ((longer,), (longer, *engine)):
        made.clear()
        army = roster(ferrymen(), replace(other, profiles=profiles))
        assert read(army, kept).army == read(army).army
        assert {*made} == {"u2"}


def test_its_json_has_a_field_for_each_box() -> None:
    reading = read(roster(ferrymen()))
    text = write_json(reading.cards(), reading.roster_page(), SheetOptions())
    assert '"kind": "profiles"' in text and '"boxes_title": "Wounds"' in text


@pytest.mark.long
def test_hostile_numbers_and_texts_are_printed_all_the_same() -> None:
    """A horde of millions has no box each, and a cell that is a book stands among the rules."""
    book = profile("Tool", "Oar", Reach='1"', Blows="2", Bite="-1", Lore="word " * 5_000)
    stats = profile(
        "Crew", "Mob" * 400, Move='6"', Guile="4+", Wounds="9", Nerve="1", **{f"X{n}": "9" for n in range(60)}
    )
    mob = chosen("m", "Mob" * 400, chosen("o", "Oar", profiles=(book,)), type="model", number=10**8, profiles=(stats,))
    reading = read(roster(replace(mob, categories=ferrymen().categories), name="x" * 2_000))
    unit = reading.army.units[0]
    assert unit.models == 10**8 and max(len(cell) for cell in unit.tables[0].lines[0].cells) < 600
    assert any(passage.text.startswith("Lore: word") for passage in unit.passages)
    sheets = SheetOptions(sheets=("roster", "units", "rules", "cards"))
    assert pdf_of(reading.cards(), reading.roster_page(), sheets).data.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("At the start of your Command phase, choose one; until the Fight phase it holds.", RulePhase.TURN),
        ("In the Declare Battle Formations step it may be set up apart; see the Movement phase.", RulePhase.BEFORE),
        ("The unit can shoot in the Shooting phase.", RulePhase.SHOOTING),
        ("Once in each MOVEMENT PHASE", RulePhase.MOVEMENT),
        ("Melee weapons of the unit are stronger.", RulePhase.ASSAULT),
        ("Takes Battle-shock tests as if it were larger.", RulePhase.TESTS),
        ("Add 1 to the roll.", RulePhase.ANY),
        ("", RulePhase.ANY),
    ],
)
def test_a_rule_is_remembered_in_the_phase_that_it_names_first(text: str, phase: RulePhase) -> None:
    assert phase_told(text) is phase


def test_what_has_no_models_beside_units_that_do_is_no_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    oath = '<selection id="a" name="Oath" entryId="a" number="1" type="upgrade"><rules><rule id="x" name="Oath">'
    hero = '<selection id="b" name="Hero" entryId="b" number="1" type="model"/>'
    head = '<roster id="r" name="Crew" gameSystemId="g" gameSystemName="Ferries" battleScribeVersion="2.03"'
    force = '<forces><force id="f" name="Crew" entryId="e" catalogueId="c" catalogueName="Ferrymen"><selections>'
    xml = (
        f'{head} xmlns="http://www.battlescribe.net/schema/rosterSchema">{force}{oath}</rule></rules></selection>{hero}'
    )
    (tmp_path / "crew.ros").write_text(f"{xml}</selections></force></forces></roster>")
    assert run(["summary", str(tmp_path / "crew.ros")]) == 0
    assert "1 unit · 1 model" in capsys.readouterr().out


def test_notes_without_pages_name_no_number_of_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ferrymen.ros"
    path.write_bytes(write_roster(roster(ferrymen())))
    assert run(["notes", str(path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert " ".join(LONG.split())[:60] in said and not re.search(r"\[\d+\]", said)


def test_a_list_names_what_was_picked_of_several_or_paid_for_though_only_words_tell_of_it() -> None:
    paid = chosen("u1.e", "Helm of Tides", profiles=(profile("Ability", "Helm of Tides", Text=LONG),), pts=15)
    among = replace(chosen("u1.t", "Old Hand", rules=(("Old Hand", LONG),)), entry_group_id="traits")
    by_itself = chosen("u1.s", "Sure-footed", profiles=(profile("Ability", "Sure-footed", Text=LONG),))
    unit = ferrymen()
    view = roster(replace(unit, children=(*unit.children, paid, among, by_itself)))
    (row,) = read(view).roster_page().rows
    assert row.detail.endswith("4 Oar, Lantern, Helm of Tides, Old Hand"), row.detail


def test_a_nerve_of_two_figures_is_the_damage_that_a_unit_bears() -> None:
    cells = {"Type": "Inf", "Sp": "6", "Me": "4+", "De": "5+"}
    for nerve, wounds in (("14/16", 16), ("-/14", 14), ("4+", 1)):
        line = profile("Unit", "Shields", **cells, Ne=nerve)
        reading = read(roster(chosen("u", "Shields", type="unit", profiles=(line,), pts=155)))
        (unit,) = reading.army.units
        assert [(group.models, group.wounds) for group in unit.groups] == [(1, wounds)]
        told = [finding for finding in reading.findings if "how many wounds" in finding.message]
        assert len(told) == (wounds == 1)
