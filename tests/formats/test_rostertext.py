from __future__ import annotations

from builder.formats.battlescribe import read_roster
from builder.formats.battlescribe.rosterwriter import write_roster_text
from tests.formats.rosterfiles import SQUAD, force, roster

BOLTER = '<selection id="{id}" name="{name}" entryId="b" number="{number}" type="upgrade"/>'
ARMED = SQUAD.replace(
    '<costs><cost name=" pts" typeId="points" value="144.0"/></costs>',
    "<selections>"
    + BOLTER.format(id="b", name="Bolter", number=8)
    + BOLTER.format(id="f", name="Flamer", number=1)
    + '</selections><costs><cost name=" pts" typeId="points" value="1440.0"/><cost name="CP" typeId="c" value="0.0"/>'
    "</costs>",
)
LONE = (
    '<selection id="l" name="Terms" entryId="x" number="1" type="upgrade">'
    '<costs><cost name="Power Level" typeId="pl" value="3.0"/></costs></selection>'
)


def test_units_stand_below_their_categories_with_their_costs_and_choices() -> None:
    text = write_roster_text(read_roster(roster(force(ARMED + LONE)), "a").roster)
    assert text.splitlines() == [
        "++ Detachment (Marines) [1,441.5pts, 3 Power Level] ++",
        "",
        "+ Troops +",
        "",
        "Tactical Squad (Ancora) [1,441.5pts]",
        ". 9x Marine: 8x Bolter, Flamer",
        "",
        "+ Uncategorised +",
        "",
        "Terms [3 Power Level]",
        "",
        "++ Total: [145.5pts] ++",
        "",
        "Created with Muster",
    ]


def test_a_category_that_the_force_has_no_slot_for_has_its_heading_too() -> None:
    squad = SQUAD.replace('name="Troops" entryId="troops"', 'name="Elites" entryId="elites"')
    text = write_roster_text(read_roster(roster(force(LONE + squad)), "a").roster)
    assert text.index("+ Elites +") < text.index("+ Uncategorised +") < text.index("Terms")


def test_plain_choices_stand_on_the_line_of_their_unit() -> None:
    text = write_roster_text(read_roster(roster(), "a").roster)
    assert "Tactical Squad (Ancora) [145.5pts]: 9x Marine\n" in text


def test_forces_within_forces_have_headings_of_their_own() -> None:
    inner = force(LONE.replace('id="l"', 'id="m"'), id="f2").replace('name="Detachment"', 'name="Ally"')
    text = write_roster_text(read_roster(roster(force(LONE, inner)), "a").roster)
    assert text.index("++ Detachment (Marines) [3 Power Level] ++") < text.index("++ Ally (Marines) [3 Power Level] ++")


def test_the_program_names_itself_and_no_other() -> None:
    text = write_roster_text(read_roster(roster(), "a").roster)
    assert "BattleScribe" not in text and text.endswith("Created with Muster\n")
