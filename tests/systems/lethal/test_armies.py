"""Armies of Lethal 40K: units, ammunition, planned groups, settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.catalogue.model import Characteristic
from builder.errors import InputError
from builder.resources import find_resource, find_resources
from builder.roster.view import ProfileView
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.army.reports import summary_report
from builder.systems.blocks import PanelCard
from builder.systems.lethal import SYSTEM
from builder.systems.lethal.reading import LethalReading
from tests.systems.lethal.conftest import Make
from tests.systems.making import write_card

SQUADS = "  - {unit: Chaos Marines, id: a1}\n  - {unit: Chaos Marines, id: a2}\n  - {unit: Havocs, id: h1}\n"
MORE = (
    "  - {unit: Chaos Lord, id: l1}\n  - {unit: Predator, id: p1}\n  - {unit: Vindicator, id: v1}\n"
    "  - {unit: Cultist Squad, id: c1}\n  - {unit: Cultist Squad, id: c2}\n"
)


def found(army: Army, code: str) -> list[tuple[str | None, str]]:
    return [(finding.rule, finding.message) for finding in army.reading.findings if finding.code == f"lethal.{code}"]


def units(army: Army) -> dict[str, Any]:
    listed: Any = summary_report(army)["units"]
    return {unit["id"]: unit for unit in listed}


def group(*ids: str) -> str:
    return f"groups: [{{id: g1, name: Left, units: [{', '.join(ids)}]}}]\n"


def test_every_infantry_unit_brings_a_counter_and_the_extra_ones(army: Make) -> None:
    made = army(
        "  - {unit: Havocs, id: h1, options: [2 extra ammunition]}\n  - {unit: Chaos Lord}\n  - {unit: Predator}\n"
    )
    (counter,) = made.reading.counters
    assert (counter.id, counter.total) == ("ammo", 4)
    assert [(part.name, part.source, part.count) for part in counter.parts] == [
        ("Chaos Lord", "infantry unit", 1),
        ("Havocs", "infantry unit", 1),
        ("Havocs", "extra ammunition", 2),
    ]
    assert units(made)["h1"]["ammo"] == 3
    assert made.valid is not None and made.view.costs[0].value == 110 + 90 + 110


def test_more_extra_ammunition_than_the_list_sells_is_an_error(army: Make) -> None:
    made = army("  - {unit: Havocs, id: h1, options: [3 extra ammunition]}\n")
    assert any(
        "extra ammunition" in finding.message.casefold() or "Supply" in finding.message for finding in made.findings
    )
    assert made.has_errors


@pytest.mark.parametrize(
    ("ids", "rule", "words"),
    [
        (("a1", "h1"), "L-12", "Troops and Heavy Support do not mix"),
        (("a1", "p1"), "L-11", " are infantry, the Predator is a vehicle; a group holds one kind"),
        (("a1", "l1"), "L-11", "joins as the third unit"),
        (("a1",), "L-11", "one unit cannot be a group"),
        (("a1", "c1"), "L-10", "part of the structure Cult"),
    ],
)
def test_a_forbidden_group_is_an_error_with_its_rule(army: Make, ids: tuple[str, ...], rule: str, words: str) -> None:
    told = found(army(SQUADS + MORE, group(*ids)), "group")
    assert any(told_rule == rule and words in message for told_rule, message in told)
    assert all(message.partition(": ")[2].partition("; ")[2] for _, message in told), "what would do"


@pytest.mark.parametrize("ids", [("a1", "a2"), ("a1", "h1", "l1"), ("p1", "v1"), ("c1", "c2")])
def test_a_legal_group_is_no_finding(army: Make, ids: tuple[str, ...]) -> None:
    assert found(army(SQUADS + MORE, group(*ids)), "group") == []


def test_a_unit_in_two_groups_is_an_error(army: Make) -> None:
    groups = "groups:\n  - {name: Left, units: [a1, a2]}\n  - {name: Right, units: [a2, a1]}\n"
    told = found(army(SQUADS, groups), "two_groups")
    assert len(told) == 2 and "in two groups, Left and Right" in told[0][1]


def test_parts_of_a_structure_want_a_group(army: Make) -> None:
    assert [rule for rule, _ in found(army(MORE), "no_group")] == ["L-10", "L-10"]
    assert found(army(MORE, group("c1", "c2")), "no_group") == []


LEVY = "  - {unit: Spearmen, id: s1}\n  - {unit: Archers, id: a1}\n  - {unit: Peasants, id: p1}\n"


def test_a_linked_unit_is_grouped_with_the_unit_that_it_was_bought_through(army: Make) -> None:
    """L-10: with that unit alone, without a test; any other group is told what would do."""
    made = army(LEVY, group("p1", "s1"), data="feudal-levy")
    assert found(made, "group") == [] and found(made, "no_group") == []
    planned: Any = summary_report(made)["unit_groups"]
    assert [told["fixed"] for told in planned] == [True]
    for ids in (("p1", "a1"), ("p1", "s1", "a1")):
        told = found(army(LEVY, group(*ids), data="feudal-levy"), "group")
        assert any(rule == "L-10" and "its group is Spearmen alone" in message for rule, message in told)


def test_a_transport_may_be_named_in_the_group_of_those_who_ride_in_it(army: Make) -> None:
    """L-16: they are grouped by themselves, which is no group of two units."""
    carried = "  - {unit: Chaos Marines, id: a1, transport: {unit: Rhino, id: r1}}\n"
    made = army(carried, group("a1", "r1"))
    assert found(made, "group") == []
    planned: Any = summary_report(made)["unit_groups"]
    assert [(told["units"], told["fixed"]) for told in planned] == [(["a1", "r1"], True)]


def test_a_part_that_the_unit_does_not_have_is_an_error(army: Make) -> None:
    buggies = "  - {unit: Warbuggies, id: b1, count: 2}\n"
    ((rule, message),) = found(army(buggies, group("b1.v1", "b1.v2", "b1.v3"), data="orks"), "no_unit")
    assert rule == "L-10" and "Left names b1.v3" in message and "b1.v1, b1.v2" in message


@pytest.mark.parametrize(
    ("leader", "squad"), [("Warboss", "Boyz"), ("Big Mek", "Boyz")], ids=["a stubborn leader", "another leader"]
)
def test_a_stubborn_leader_shares_it_with_the_unit_that_he_leads(army: Make, leader: str, squad: str) -> None:
    """Stubborn is CM 2+ for both (L-06); nobody else gets it, and nobody gets worse."""
    lines = f"  - {{unit: {leader}, id: l1}}\n  - {{unit: {squad}, id: a1, marks: [led by l1]}}\n"
    told = units(army(f"{lines}  - {{unit: {squad}, id: a2}}\n", data="orks"))
    assert (told["a1"]["command"], told["a2"]["command"]) == (2 if leader == "Warboss" else 4, 4)
    assert "Stubborn" not in told["a1"]["rules"]


def test_units_that_deploy_alone_share_out_their_extra_ammunition(
    army: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was bought is neither lost nor multiplied (L-21)."""
    shipped = find_resource("datasheets", "lethal/chaos-space-marines")
    assert shipped is not None
    sheet = shipped.path.read_text(encoding="utf-8")
    spawn = "rules: [Fearless, Separate]\n"
    assert spawn in sheet
    supplied = f"{spawn}    options: [{{name: Supply, take: 2, choices: supply}}]\n"
    mine = tmp_path / "data" / "datasheets" / "lethal" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(sheet.replace(f"    {spawn}", f"    {supplied}"), encoding="utf-8")
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    made = army("  - {unit: Chaos Spawn, id: s1, count: 3, options: [2 extra ammunition]}\n", data="mine")
    assert [units(made)[f"s1.m{n}"]["ammo"] for n in (1, 2, 3)] == [2, 2, 1]
    assert made.reading.counters[0].total == 5


def test_infantry_with_their_transport_are_one_unit_of_a_group(army: Make) -> None:
    carried = "  - {unit: Chaos Marines, id: a1, transport: {unit: Rhino, id: r1}}\n  - {unit: Chaos Marines, id: a2}\n"
    assert found(army(carried, group("a1", "a2")), "group") == []
    riding = "  - {unit: Chosen, id: e1, marks: [riding in d1]}\n  - {unit: Land Raider, id: d1}\n"
    assert found(army(riding, group("e1", "d1")), "group") == []
    apart = riding + "  - {unit: Predator, id: p1}\n  - {unit: Chosen, id: e2}\n"
    groups = "groups: [{name: Left, units: [e1, e2]}, {name: Right, units: [d1, p1]}]\n"
    assert [rule for rule, _ in found(army(apart, groups), "transport_group")] == ["L-16"]


def test_the_summary_tells_the_planned_groups_with_the_best_command(army: Make) -> None:
    told: Any = summary_report(army(SQUADS + MORE, group("a1", "h1", "l1")))["unit_groups"]
    assert told == [{"id": "g1", "name": "Left", "units": ["a1", "h1", "l1"], "command": 1, "by": "l1", "fixed": False}]
    cult: Any = summary_report(army(MORE, group("c1", "c2")))["unit_groups"]
    assert [told["fixed"] for told in cult] == [True]


def test_one_to_three_of_a_kind_deploy_alone_and_can_be_grouped_apart(army: Make) -> None:
    buggies = "  - {unit: Warbuggies, id: b1, count: 3, options: [skorcha]}\n"
    made = army(buggies, group("b1.v1", "b1.v2"), data="orks")
    assert [unit.id for unit in made.reading.units] == ["b1.v1", "b1.v2", "b1.v3"]
    assert [[w["name"] for w in unit["vehicles"][0]["weapons"]] for unit in units(made).values()] == [
        ["Twin big shoota"], ["Twin big shoota"], ["Skorcha"],
    ]  # fmt: skip
    assert [unit.points for unit in made.reading.units] == [35, 35, 40], "5 for the skorcha, on the one that has it"
    assert found(made, "group") == []
    spawn = army("  - {unit: Chaos Spawn, id: s1, count: 3}\n")
    assert [(unit.id, unit.models) for unit in spawn.reading.units] == [("s1.m1", 1), ("s1.m2", 1), ("s1.m3", 1)]
    assert spawn.reading.counters[0].total == 3


def test_a_list_can_choose_how_rules_are_read(army: Make) -> None:
    chosen = army("  - {unit: Predator, id: p1}\n", "settings: {speed save: stat section, vehicle damage: ap alone}\n")
    told: Any = summary_report(chosen)["settings"]
    assert told == {"speed save": "stat section", "vehicle damage": "AP alone"}
    usual: Any = summary_report(army("  - {unit: Predator}\n"))["settings"]
    assert usual == {"speed save": "vehicles section", "vehicle damage": "D6 + AP"}
    with pytest.raises(InputError) as caught:
        army("  - {unit: Predator}\n", "settings: {speed save: fast, damage: AP alone}\n")
    messages = [finding.message for finding in caught.value.findings]
    assert "'fast' is no choice of the setting 'speed save'" in messages[0]
    assert "has no setting 'damage'" in messages[1]


def test_profiles_and_reaches_are_in_the_summary(army: Make) -> None:
    squad = units(army("  - {unit: Chaos Marines, id: a1, count: 10, options: [missile launcher]}\n"))["a1"]
    champion, marine = squad["profiles"]
    assert (champion["CS"], marine["CR"], marine["M"], marine["CM"]) == ("2x3+", 75, 20, "3+")
    launcher = next(weapon for weapon in squad["weapons"] if weapon["name"] == "Missile launcher")
    assert [mode["name"] for mode in launcher["modes"]] == ["krak", "frag"]
    assert launcher["modes"][0]["reach"] == {"open": 150, "light": 75, "medium": 37, "hard": 15}


def test_special_rules_better_the_command(army: Make) -> None:
    plain, marked = "  - {unit: Chaos Marines, id: a1}\n", "  - {unit: Cultist Squad, id: c1}\n"
    assert units(army(plain))["a1"]["command"] == 2
    assert units(army(marked))["c1"]["command"] == 3
    assert units(army("  - {unit: Great Gargant, id: g1}\n", data="orks"))["g1"]["command"] == 2


def test_starter_armies_use_every_list() -> None:
    used = {open_army(found.id).data for found in find_resources("templates/armies") if "lethal" in found.id}
    assert {data.id.removeprefix("lethal/") for data in used if data} == {
        "chaos-space-marines",
        "feudal-levy",
        "orks",
        "space-marines",
    }


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"CM": "3+"}, []),
        ({"CM": "maybe"}, ["CM 'maybe' of Marine cannot be read"]),
        ({"CS": "3", "SU": "M"}, ["CS '3' of Marine cannot be read"]),
    ],
)
def test_what_cannot_be_read_of_a_profile_is_told(values: dict[str, str], told: list[str]) -> None:
    line = {"M": "15", "CR": "75", "CS": "3+", "SS": "3+", "AP": "0", "AV": "5", "SU": "4+", "CM": "3+"} | values
    cells = tuple(Characteristic(name, name, value) for name, value in line.items())
    profile = ProfileView(name="Marine", type_id="m", type_name="Model", characteristics=cells)
    assert [finding.message for finding in SYSTEM.unread(profile) or ()] == told
    assert SYSTEM.unread(ProfileView(name="Marine", type_id="w", type_name="Wargear")) is None


def marks(army: Army) -> list[str]:
    return [finding.message for finding in army.reading.findings if finding.code.startswith("fortyk.")]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            "{unit: Havocs, id: h1, marks: [led by a1]}",
            "'a1', which is Chaos Marines, no character: choose one",
        ),
        ("{unit: Predator, id: p1, marks: [led by l1]}", "is Chaos Lord, but nobody leads a vehicle"),
        (
            "{unit: Havocs, id: h1, marks: [led by l1, led by l2]}",
            "Havocs is led by Chaos Lord 1 and Chaos Lord 2",
        ),
        ("{unit: Havocs, id: h1, marks: [riding in p2]}", "is Predator, no transport: choose one"),
        (
            "{unit: Land Raider, id: r1, marks: [riding in r2]}",
            "is Land Raider 1, but no transport rides in another one",
        ),
    ],
)
def test_marks_that_mean_nothing_are_told(army: Make, lines: str, words: str) -> None:
    others = (
        "  - {unit: Chaos Marines, id: a1}\n  - {unit: Chaos Lord, id: l1}\n  - {unit: Predator, id: p2}\n"
        + "  - {unit: Chaos Lord, id: l2}\n" * ("l2" in lines)
        + "  - {unit: Land Raider, id: r2}\n" * ("r2" in lines)
    )
    (message,) = marks(army(f"{others}  - {lines}\n"))
    assert words in message


def test_a_leader_goes_with_one_unit(army: Make) -> None:
    two = "".join(f"  - {{unit: Havocs, id: h{n}, marks: [led by l1]}}\n" for n in (1, 2))
    assert marks(army(f"  - {{unit: Chaos Lord, id: l1}}\n{two}")) == [
        "Chaos Lord leads Havocs 1 and Havocs 2: he goes with one of them"
    ]


def test_a_structure_is_planned_as_one_group_and_groups_have_names_of_their_own(army: Make) -> None:
    cells = "".join(f"  - {{unit: Cultist Squad, id: c{n}}}\n" for n in (1, 2, 3, 4))
    made = army(f"{cells}groups: [{{name: Mob, units: [c1, c2]}}, {{name: Mob, units: [c3, c4]}}]\n")
    assert found(made, "parted") == [
        ("L-10", "Cult is planned as 2 groups, Mob and Mob: its parts start the game as one")
    ]
    assert found(made, "group_name") == [("L-14", "2 groups are called Mob: give each a name of its own")]
    assert found(made, "linked") == [], "parts of one whole are as many as there are"


def test_each_unit_brings_one_that_is_linked_to_it(army: Make) -> None:
    lines = "  - {unit: Spearmen, id: s1}\n  - {unit: Spearmen, id: s2}\n"
    lines += "  - {unit: Peasants, id: p1}\n  - {unit: Peasants, id: p2}\n"
    made = army(f"{lines}{group('s1', 'p1', 'p2')}", data="feudal-levy")
    assert found(made, "linked") == [
        (
            "L-10",
            "Left: Peasants 1 and Peasants 2 are linked to one unit of Spearmen, which brings one",
        ),
    ]
    two = "groups: [{name: Left, units: [s1, p1]}, {name: Right, units: [s2, p2]}]\n"
    apart = army(lines + two, data="feudal-levy")
    assert found(apart, "linked") == found(apart, "parted") == [], (
        "each with a unit of its own is no whole that is parted"
    )


def test_what_a_unit_cannot_have_says_what_it_needs(army: Make) -> None:
    squad = army("  - {unit: Chaos Marines, id: a1, count: 5, options: [lascannon]}\n")
    assert any(each.message.endswith("but has 1: needs 10 models.") for each in squad.findings)
    alone = army("  - {unit: Peasants, id: p1}\n", data="feudal-levy")
    assert any("cannot take Peasants, but has 1: needs Spearmen." in each.message for each in alone.findings)


def test_cards_tell_what_a_unit_is_and_what_its_command_rests_on(army: Make) -> None:
    """L-04, L-11, L-30."""
    lines = "  - {unit: Chaos Bikers, id: b1}\n  - {unit: Chaos Marines, id: m1}\n  - {unit: Chaos Marines, id: m2}\n"
    made = army(f"{lines}groups: [{{name: Spear, units: [m1, m2]}}]\n")
    bikes, _, marines, _ = sorted(made.reading.cards(), key=lambda card: card.id)
    assert isinstance(bikes, PanelCard) and isinstance(marines, PanelCard)
    told = write_card(bikes) + write_card(marines)
    assert "Bike" in bikes.head.facts and "Infantry" in marines.head.facts
    assert "30:\u00a06+; 45:\u00a05+; 60:\u00a04+" in told and "CM 2+; no Champion: CM 3+: two dice" in told
    assert "3 Chainsword: close combat, AP\u00a00\n" in told, "what has no reach has none that is not known"
    assert "Grouped: Spear" in told and "Grouped with" in told


def test_a_psychic_attack_is_among_the_weapons(army: Make) -> None:
    """L-87: with the CR and the SS of the psyker, on his card too."""
    made = army("  - {unit: Sorcerer, id: s1}\n")
    assert isinstance(made.reading, LethalReading)
    (psyker,) = made.reading.army.units
    assert [(each.weapon.name, each.contact) for each in psyker.weapons][-1] == ("Warp Bolt", 75)
