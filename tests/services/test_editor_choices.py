"""The options of a unit as the editor offers them: in groups, with limits, costs and reasons; what choosing does."""

from __future__ import annotations

from decimal import Decimal

import pytest
from msgspec.structs import replace

from builder.errors import EditError, Severity
from builder.services.editor.choice_groups import grouped
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choosing import counting
from builder.services.editor.joining import can_join, can_ride, transports
from builder.services.editor.operations import Add, Duplicate, Move, Remove
from builder.services.editor.session import EditorSession
from builder.tui.sentences import keyed
from tests.starters import EACH_STARTER


class Chooser:
    """A unit of an army, and a player who chooses its options."""

    def __init__(self, name: str, starter: str = "space-marines-500") -> None:
        self.editor = EditorSession.open(starter).editor
        self.id = next(found.id for found in self.editor.view.rows if found.name == name)

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        return self.editor.details(self.id, self.id).choices

    def choice(self, name: str, group: str = "") -> ChoiceRow:
        return next(found for found in self.choices if found.name == name and group in found.group)

    def choose(self, name: str, number: int, group: str = "") -> None:
        self.editor.choose(self.choice(name, group), number)

    @property
    def points(self) -> object:
        return self.editor.view.totals.points


@pytest.fixture
def squad() -> Chooser:
    return Chooser("Tactical Squad Ancora")


def test_one_of_several_is_a_radio_and_takes_the_place_of_another(squad: Chooser) -> None:
    assert squad.choice("Plasma gun").control == "radio"
    assert not squad.choice("Meltagun", "Special").reason
    before = squad.points
    squad.choose("Meltagun", 1, "Special")
    assert squad.choice("Meltagun", "Special").number == 1
    assert squad.choice("Plasma gun").number == 0
    assert squad.points != before
    squad.editor.step(-1)
    assert squad.points == before


def test_one_or_none_is_a_check(squad: Chooser) -> None:
    assert squad.choice("Teleport homer").control == "check"
    squad.choose("Teleport homer", 1)
    assert squad.choice("Teleport homer").number == 1
    squad.choose("Teleport homer", 0)
    assert squad.choice("Teleport homer").number == 0


def test_models_are_a_number_with_least_and_most(squad: Chooser) -> None:
    models = squad.choice("Space Marine")
    assert (models.control, models.number, models.least, models.most) == ("number", 9, 4, 9)
    squad.choose("Space Marine", 6)
    assert squad.choice("Space Marine").number == 6


def test_a_formation_of_a_fixed_number_is_mixed_by_one_more_and_one_fewer() -> None:
    """Of four tanks one more of a kind takes one of the other, and one fewer gives it back."""
    tanks = Chooser("Tactical Detachment", "epic-space-marines-3000")
    tanks.id = tanks.editor.apply(Add(unit="Predator Detachment")) or ""
    before = tanks.points
    for number in (1, 2, 1, 3):
        tanks.choose("Predator Destructor", number)
        assert tanks.choice("Predator Destructor").number == number
        assert tanks.choice("Predator Annihilator").number == 4 - number
    row = tanks.choice("Predator Annihilator")
    assert (row.least, row.most, row.reason, tanks.points) == (0, 4, "", before)
    assert not tanks.editor.details(tanks.id, tanks.id).findings


def test_one_more_or_fewer_of_a_row_of_the_army_has_the_limits_of_its_choice() -> None:
    orks, squad = Chooser("Skarmaw's boyz", "plain-orks-500"), Chooser("Tactical Squad Ancora")

    def refusal(one: Chooser, part: str, by: int) -> str:
        unit = next(each for each in one.editor.session.state.roster.units() if each.id == one.id)
        id = next((each.id for each in unit.walk() if each.name == part), unit.id)
        return counting(one.choices, unit, id, 1, by)[1]

    assert refusal(squad, "", 1) == refusal(squad, "Space Marine", 1) == "at most 10 models"
    assert refusal(squad, "Sergeant", -1) == "Sergeant: this number cannot be chosen" and not refusal(squad, "", -1)
    assert refusal(orks, "Nob", 1) == "Nob: at most 1" and not refusal(orks, "", 1)
    orks.choose("Boy", 29)
    assert "at most 30" in refusal(orks, "", 1)


def test_what_cannot_be_chosen_says_why(squad: Chooser) -> None:
    assert squad.choice("Space Marine").reason == "at most 10 models"
    squad.choose("Space Marine", 5)
    assert not squad.choice("Space Marine").reason
    assert any(found.reason for found in squad.choices if not found.number)


def test_what_is_impossible_changes_nothing(squad: Chooser) -> None:
    before = squad.editor.session.state
    with pytest.raises(EditError):
        squad.editor.choose(replace(squad.choice("Space Marine"), path="gone"), 1)
    assert squad.editor.session.state is before


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_every_choice_that_is_free_can_be_chosen_and_undone(starter: str) -> None:
    desk = EditorSession.open(starter).editor
    tried = 0
    for unit in [unit.id for unit in desk.army.view.units()][:2]:
        choices = desk.details(unit, unit).choices
        for choice in [found for found in choices if not found.reason and not found.number][:4]:
            before = desk.session.state.roster.forces
            desk.choose(choice, 1)
            assert desk.session.state.roster.forces != before
            desk.step(-1)
            assert desk.session.state.roster.forces == before
            tried += 1
    assert tried


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_numbers_lie_between_least_and_most(starter: str) -> None:
    desk = EditorSession.open(starter).editor
    for unit in desk.army.view.units():
        for choice in desk.details(unit.id, unit.id).choices:
            assert choice.control in ("radio", "check", "number")
            assert choice.most is None or choice.least <= choice.number <= max(choice.most, choice.number)
            assert choice.most != 0 or choice.reason


@pytest.mark.parametrize(
    ("name", "group", "brief", "whole"),
    [
        ("Plasma gun", "Special weapon", "DMG 28/56, Gets Hot! +1, AP 2", "S 7, AP 2"),
        ("Lascannon", "Heavy weapon", "DMG 36, AP 2", "Scatter −2 · then 10 over the limit"),
        ("Flamer", "Special weapon", "DMG 16 a hit", "Range Tpl, S 4, AP 5"),
        (
            "Razorback",
            "Transport",
            "6 places: too few for 10, AV 11/11/10",
            "5 over the limit · Tactical Squad Oriel rides in Razorback: 10 models, Razorback carries 6",
        ),
    ],
)
def test_a_choice_tells_what_it_changes_beside_the_points(name: str, group: str, brief: str, whole: str) -> None:
    squad = Chooser("Tactical Squad Oriel", "space-marines-1000")
    before = squad.editor.session.state
    effect = squad.editor.effect(squad.choice(name, group))
    assert effect.brief == brief and whole in effect.whole
    assert squad.editor.session.state is before


EPIC, LETHAL = "epic-space-marines-3000", "lethal-marines-1000"


@pytest.mark.parametrize(
    ("starter", "unit", "choice", "brief", "whole"),
    [
        (LETHAL, "Squad Corvin", "Meltagun", "Shots 1, AP 7, WRM ½, open 37, assault", "½ 18, ¼ 9"),
        (LETHAL, "Squad Corvin", "Power fist", "AP 6, close combat", "AP 6"),
        (LETHAL, "Squad Corvin", "Missile launcher", "Shots 1, AP 5 or 1, WRM 2, open 150", "frag: heavy"),
        (LETHAL, "Hammer of Dawn", "Smoke launchers", "once a game it counts as hull down for a turn", ""),
        (LETHAL, "Captain Aldric", "Storm shield", "SU 2×4+", "SU 2×3+ → 2×4+"),
        (LETHAL, "Land Speeders", "Multi-melta", "Shots 1, AP 8, WRM 1, open 75, main", "main"),
        (
            EPIC,
            "Tactical Detachment",
            "Vindicator",
            "30 AP3+/AT4+, ignore cover, Blast markers +1",
            "Vindicator: Type AV, Speed 20, Armour 4+, CC 6+, FF 4+",
        ),
        (
            EPIC,
            "Tactical Detachment",
            "Chaplain",
            "Inspiring, Invulnerable Save, Leader",
            "Inspiring: Adds 1",
        ),
        (EPIC, "Tactical Detachment", "Hunter", "60 AT4+/AA4+", "Hunter-killer: Range 60"),
        (EPIC, "Predator Detachment", "Predator Destructor", "45 AP5+/AT6+; 30 AP5+", "2 → 3"),
    ],
)
def test_choices_of_other_games_tell_their_weapons_and_abilities(
    starter: str, unit: str, choice: str, brief: str, whole: str
) -> None:
    asked = Chooser(unit, starter)
    effect = asked.editor.effect(asked.choice(choice))
    assert effect.brief.startswith(brief) and whole in effect.whole


def test_weapons_that_are_alike_are_told_once() -> None:
    desk = EditorSession.open("orks-500").editor
    desk.apply(Add(unit="Deff Dread", force=desk.session.state.roster.forces[0].id))
    dread = next(row.id for row in desk.view.rows if row.name == "Deff Dread")
    klaw = next(each for each in desk.details(dread, dread).choices if each.name == "Power klaw")
    told = desk.effect(klaw).whole
    assert told.count("DMG 30–50") == 1


def test_a_model_more_tells_of_its_hit_points() -> None:
    scouts = Chooser("Scout Squad", "space-marines-1000")
    effect = scouts.editor.effect(scouts.choice("Scout", "Models"))
    assert effect.brief.endswith("HP +40") and "6 models · 240 HP" in effect.whole and "13 over" in effect.whole


def test_units_more_of_a_formation_are_told_by_their_name() -> None:
    warband = Chooser("Gitstompa's warband", "epic-orks-3000")
    assert "Nobz 4 → 5" in warband.editor.effect(warband.choice("Nobz")).whole


@pytest.mark.long
def test_weapons_of_one_model_are_told_apart_from_those_of_the_others() -> None:
    """The Nob's choppa hits harder than those of the boys, who are no better armed by armour."""

    def briefs(unit: str, starter: str) -> dict[tuple[str, str], str]:
        asked = Chooser(unit, starter)
        return {(each.owner, each.name): asked.editor.effect(each).brief for each in asked.choices}

    mob = briefs("Big mob", "orks-500")
    assert mob["Nob", "Choppa"] == "DMG 12–20"
    assert mob["Boy", "'eavy armour"].startswith("Sv 4+") and mob["Boy", "'eavy armour"].count("Sv") == 1
    # Tables call the Scout Sergeant by the end of that.
    scouts = briefs("Scout Squad", "space-marines-500")
    assert scouts["Scout Sergeant", "Sniper rifle"] == "DMG 4 × T"
    assert scouts["Scout", "Boltgun"] == "DMG 12/24"
    bikes = briefs("Scout Bike Squad", "space-marines-1000")
    assert bikes["Scout Biker", "Twin-linked boltgun"] == "DMG 16/32"
    assert bikes["Scout Biker Sergeant", "Bolt pistol"] == "DMG 16"


def test_one_more_model_costs_also_what_all_models_take() -> None:
    mob = Chooser("Big mob", "orks-500")
    assert mob.choice("Boy").price == 6
    mob.choose("Shoota", 1, "Boy")
    assert mob.choice("Boy").price == 7


def test_models_that_a_unit_has_anyway_are_no_extra_cost() -> None:
    mob = Chooser("Big mob", "orks-500")
    mob.id = mob.editor.apply(Add(unit="Boyz")) or ""

    def cost() -> Decimal:
        return next(group.cost for group in grouped(mob.choices) if group.name == "Models")

    assert cost() == 0
    mob.choose("Nob", 1)
    assert cost() == mob.choice("Nob").cost
    mob.choose("Boy", 12)
    assert cost() == mob.choice("Nob").cost + 2 * mob.choice("Boy").cost


def test_the_only_one_of_a_group_is_a_tick() -> None:
    rhino = Chooser("Rhino 1", "space-marines-1000")
    assert rhino.choice("Antaro Chronus").control == "check"


def test_a_squad_rides_in_the_transport_that_it_takes_and_in_the_one_that_takes_its_place() -> None:
    squad = Chooser("Tactical Squad Oriel", "space-marines-1000")

    def rides() -> list[str | None]:
        unit = squad.editor.unit(squad.id)
        assert unit is not None
        within = {part.id: part.name for part in unit.walk() if part.type == "unit" and part is not unit}
        return [within.get(mark.target or "") for mark in unit.marks if mark.kind == "riding_in"]

    assert can_ride(squad.editor.session, squad.id)
    squad.choose("Drop Pod", 1)
    assert rides() == ["Drop Pod"] and not squad.editor.army.has_errors
    squad.choose("Drop Pod", 0)
    assert rides() == [] and not squad.editor.army.has_errors
    squad.choose("Rhino", 1)
    assert rides() == ["Rhino"]
    squad.choose("Razorback", 1)
    assert rides() == ["Razorback"]
    assert any("Razorback carries 6" in found.message for found in squad.editor.army.findings)


def _company(desk: EditorSession) -> list[str]:
    """Who rides in, or is led by, which other unit, each told by its name and its place among those of that name."""
    told, units = list[str](), [part for top in desk.army.view.units() for part in top.walk() if part.type == "unit"]
    names = {
        part.id: f"{part.name} {[each.name for each in units[: at + 1]].count(part.name)}"
        for at, part in enumerate(units)
    }
    for part in units:
        told += [f"{names[part.id]} {mark.kind} {names[mark.target]}" for mark in part.marks if mark.target in names]
    return told


def test_a_copy_of_a_squad_with_its_transport_rides_in_the_copy_of_that() -> None:
    desk = Chooser("Tactical Squad Oriel", "space-marines-1000")
    desk.choose("Rhino", 1)
    before = _company(desk.editor)
    said = desk.editor.session.apply(Duplicate(id=desk.id)).said
    new = [each for each in _company(desk.editor) if each not in before]
    assert len(new) == 1 and "riding_in Rhino" in new[0] and said.endswith("is copied")


def test_a_copy_without_its_company_says_whom_it_lacks_and_units_copied_together_keep_each_other() -> None:
    desk = Chooser("Squad Meridius", "space-marines-1000").editor
    squad, master = (
        next(each.id for each in desk.view.rows if each.name.startswith(name)) for name in ("Squad Mer", "Chapter M")
    )
    before = _company(desk)
    said = desk.session.apply(Duplicate(id=squad)).said
    assert said.endswith("is copied. The copy of Squad Meridius is led by nobody") and _company(desk) == before
    desk.step(-1)
    said = desk.session.apply(Duplicate(id=master)).said
    assert "leads nobody" in said
    desk.step(-1)
    said = desk.session.apply(Duplicate(id=squad, others=(master,))).said
    assert said.endswith("are copied") and len(_company(desk)) == len(before) + 1


def test_who_was_led_by_a_unit_that_goes_is_led_by_nobody() -> None:
    veterans = Chooser("Squad Meridius", "space-marines-1000")
    veterans.editor.apply(Remove(id="Chapter Master Teor Harkan"))
    unit = veterans.editor.unit(veterans.id)
    assert unit is not None and unit.marks == ()


@pytest.mark.parametrize(
    ("starter", "able"),
    [
        ("epic-orks-3000", set()),
        ("space-marines-500", {"Librarian Orsino Vael", "Scout Squad", "Tactical Squad Ancora"}),
    ],
)
def test_only_units_on_foot_join_where_one_of_two_is_a_single_model(starter: str, able: set[str]) -> None:
    session = EditorSession.open(starter).editor.session
    assert {unit.name for unit in session.army.reading.units if can_join(session, unit.id)} == able


def test_only_transports_carry_units_and_no_vehicle_rides_in_one() -> None:
    """A Whirlwind carries nobody, and needs no transport; a walker takes the drop pod that its data offers."""
    session = EditorSession.open("space-marines-1000").editor.session
    named = {unit.name: unit.id for unit in session.army.reading.units}
    assert not can_ride(session, named["Whirlwind"]) and not can_ride(session, named["Rhino 1"])
    scouts = transports(session, named["Scout Squad"])
    assert scouts.right == ()
    assert "Not in Drop Pod Ferrum: Brother Adrastos takes all of its room" in scouts.refusals
    assert transports(session, named["Squad Meridius"]).refusals
    assert can_ride(session, named["Brother Adrastos"])


def test_what_is_refused_on_the_screen_names_no_id() -> None:
    editor = Chooser("Rhino 1").editor
    ids = {row.name: row.id for row in editor.view.rows}
    with pytest.raises(EditError, match=r"^Rhino 1 belongs to its unit: only units move\.$"):
        editor.apply(Move(id=ids["Rhino 1"], after=ids["Scout Squad"]))


@pytest.mark.long
@pytest.mark.parametrize(
    ("unit", "starter", "name", "told", "models"),
    [
        ("The Ashen", "lethal-chaos-1000", "Heavy bolter", "makes the squad 10 and takes it: +47", 10),
        ("Karrow's veterans", "imperial-guard-1000", "Flamer", "takes it instead of Meltagun: −5", 10),
        ("Karrow's veterans", "imperial-guard-1000", "Demolition charge", "takes Demolitions with it: +30", 10),
    ],
)
def test_what_a_unit_cannot_have_as_it_stands_is_allowed_and_taken_in_one_step(
    unit: str, starter: str, name: str, told: str, models: int
) -> None:
    squad = Chooser(unit, starter)
    before, wanted = squad.editor.session.state.roster.forces, squad.choice(name)
    assert wanted.reason and not wanted.number
    effect = squad.editor.effect(wanted)
    assert keyed(f"{effect.does}{effect.below[0]}") == f"Enter {told}"
    assert squad.editor.session.state.roster.forces is before
    squad.choose(name, 1)
    assert squad.choice(name).number == 1
    assert all(each.code == "cost-limit" for each in squad.editor.army.findings if each.severity is Severity.ERROR)
    assert next(each.models for each in squad.editor.army.reading.units if each.id == squad.id) == models
    squad.editor.step(-1)
    assert squad.editor.session.state.roster.forces == before


def test_of_what_is_missing_a_group_is_first_unless_groups_stay_as_they_were_shown() -> None:
    vael = Chooser("Librarian Orsino Vael")
    shown = [group.key for group in grouped(vael.choices)]
    vael.choose("Gate of Infinity", 0)
    missing = vael.editor.details(vael.id, vael.id)
    assert grouped(missing.choices)[0].name == "Psychic powers" != shown[0][1]
    order = missing.in_order(shown[1:], 1).order
    kept = [group.key for group in grouped(missing.choices, order=order)]
    assert kept == [*shown[1:3], shown[0], *shown[3:]], "what is new stands behind those that stay above"
