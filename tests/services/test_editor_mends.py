"""What is offered to mend a finding mends it: each was tried, and is one step of undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import Finding, Severity
from builder.services.editor.choice_effects import effect_of
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, AddGroup, Count, Duplicate, Limit, Remove, RemoveGroup, SetMark
from builder.services.editor.quick_fixes import mends
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import points_left, what_fits
from tests.services.community import SEVENTH_MARINES, community_library, needs_catalogues

CHANGES = {
    "too many points": Limit(number="100"),
    "no HQ": Remove(id="f2c8"),
    "a mark that makes no sense": SetMark(id="h9j2", mark=("deep", "strike")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_mend_takes_its_finding_away_and_undo_brings_it_back(change: str) -> None:
    desk = EditorSession.open("space-marines-500").editor
    known = {finding.message for finding in desk.army.findings}
    desk.apply(CHANGES[change])
    new = [finding for finding in desk.army.findings if finding.message not in known and finding.severity != "info"]
    assert new
    for finding in new:
        offered = mends(desk.session.apart(), finding)
        assert offered, finding.message
        for mend in offered:
            desk.apply(*mend.operations)
            assert finding not in desk.army.findings
            desk.step(-1)
            assert finding in desk.army.findings


def test_a_unit_that_starts_the_game_grouped_is_put_into_a_group_of_those_that_it_came_with() -> None:
    desk = EditorSession.open("lethal-chaos-1000").editor
    desk.apply(Duplicate(id="c3s1"))

    def offered() -> list[str]:
        finding = next(each for each in desk.army.findings if each.code == "lethal.no_group")
        return [mend.words for mend in mends(desk.session.apart(), finding)]

    assert offered() == ["Add First Cell 2 to Cult"], "the other group would be an error"
    desk.apply(RemoveGroup(group="ga2"))
    assert offered()[:2] == [
        "Make First Cell 1, Second Cell and First Cell 2 a group",
        "Make First Cell 1 and Second Cell a group",
    ]


def test_a_mend_calls_it_as_the_groups_of_a_unit_do_that_a_group_is_broken_up() -> None:
    desk = EditorSession.open("lethal-chaos-1000").editor
    desk.apply(AddGroup(name="Cult", units=("c3s1", "c3s2")))
    finding = next(each for each in desk.army.findings if each.groups)
    assert mends(desk.session.apart(), finding)[0].words.startswith("Break up Cult")


@pytest.mark.long
def test_mends_have_their_price_and_say_what_goes_and_what_remains() -> None:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(Limit(number="450"))
    (finding,) = [found for found in desk.army.findings if found.code == "cost-limit"]
    told = {mend.words: int(mend.price) for mend in mends(desk.session.apart(), finding)}
    assert next(iter(told.items())) == ("Remove Dreadnought", -105), "what is enough and breaks nothing comes first"
    broken = "; but then: 1 unit of Troops, the army needs 2 to 6"
    assert list(told)[-3] == f"Remove Scout Squad{broken}" and told[list(told)[-3]] == -75
    assert told[f"Remove Tactical Squad Ancora, with Plasma gun and Melta bombs{broken}"] == -220
    assert told["Remove Rhino 1 of Tactical Squad Ancora; on foot then: Tactical Squad Ancora; 15 over remain"] == -35
    assert told["Set the limit to 500"] == 0
    dear = EditorSession.open("space-marines-1000").editor
    dear.apply(Limit(number="990"))
    (finding,) = [found for found in dear.army.findings if found.code == "cost-limit"]
    assert "Set the limit to 1\u00a0000" in [mend.words for mend in mends(dear.session.apart(), finding)]
    librarian = next(unit for unit in desk.army.view.units() if unit.name == "Librarian")
    desk.apply(Duplicate(id=librarian.id), Duplicate(id=librarian.id), Limit(number="650"))
    (finding,) = [found for found in desk.army.findings if found.code == "max"]
    said = [mend.words for mend in mends(desk.session.apart(), finding)]
    assert "Remove Librarian Orsino Vael 3; fixes the limit too" in said


def _with_two_more_librarians(limit: str) -> EditorSession:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(Add(unit="Librarian"), Add(unit="Librarian"), Limit(number=limit))
    return desk


def _said(desk: EditorSession, code: str) -> list[str]:
    finding = next(found for found in desk.army.findings if found.code == code)
    return [mend.words for mend in mends(desk.session.apart(), finding)]


@pytest.mark.long
def test_what_mends_most_comes_first_and_says_what_it_mends_beside() -> None:
    said = _said(_with_two_more_librarians("595"), "cost-limit")
    assert said[0] == "Remove Librarian 1; fixes HQ and its open choice too; 5 over remain"
    assert said.index("Remove Librarian Orsino Vael; fixes HQ too; 5 over remain") < said.index("Remove Dreadnought")


def test_a_mend_of_something_else_says_how_near_it_brings_the_limit() -> None:
    assert "Remove Librarian 1; fixes its open choice too; 5 over remain" in _said(
        _with_two_more_librarians("595"), "max"
    )
    assert "Remove Librarian 1; fixes the limit and its open choice too" in _said(
        _with_two_more_librarians("600"), "max"
    )


@pytest.mark.long
def test_choices_are_made_at_once_as_another_unit_has_them_or_the_first_that_can_be() -> None:
    desk = _with_two_more_librarians("650")
    finding = next(found for found in desk.army.findings if found.code == "min")
    first, second, third, *_ = mends(desk.session.apart(), finding)
    assert first.words == "as Librarian Orsino Vael: Vortex of Doom, Gate of Infinity; Scatter +4"
    assert second.words == "Smite and Avenger; no tokens" and third.words == "Take Smite"
    assert first.makes_whole and second.makes_whole and not third.makes_whole
    desk.apply(*first.operations)
    unit = next(each for each in desk.army.view.units() if each.id == finding.at.unit)
    assert {"Vortex of Doom", "Gate of Infinity"} <= {part.name for part in unit.walk()}
    assert not any(found.at == finding.at for found in desk.army.findings)


def test_a_transport_that_is_too_full_is_mended_by_each_of_those_who_ride() -> None:
    desk = EditorSession.open("space-marines-500").editor
    desk.apply(SetMark(id="f2c8", mark=("riding", "in", "a5h4")))
    said = _said(desk, "fortyk.capacity")
    assert said[:2] == ["Let Librarian Orsino Vael walk", "Let Tactical Squad Ancora walk"]
    assert any(words.startswith("Make Tactical Squad Ancora 9 models") for words in said)


@pytest.mark.long
@needs_catalogues
def test_what_the_data_hides_as_things_stand_mends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(community_library(tmp_path / "data")))
    session = ArmyDocument(begin(SEVENTH_MARINES, "Any", 1000, system="diceless").encode(), "Any", None)
    (finding,) = [each for each in session.army.findings if "No unit of HQ" in each.message]
    offered = mends(session.apart(), finding)
    assert {"Add Librarian", "Add Techmarine", "Add Chaplain", "Add Captain"} <= {mend.words for mend in offered}
    for mend in offered:
        assert not [each for each in session.preview(mend.operations).findings if each.code == "hidden"], mend.words


def test_a_session_apart_leaves_the_army_as_it_is() -> None:
    desk = EditorSession.open("space-marines-500").editor
    before, army = desk.session.state, desk.army
    apart = desk.session.apart()
    apart.apply(Remove(id="f2c8"))
    assert desk.session.state is before
    assert desk.army is army
    assert not desk.session.can_undo


def test_what_nothing_mends_has_no_mends() -> None:
    desk = EditorSession.open("space-marines-500").editor
    finding = Finding(Severity.INFO, "decided", "This is how we read it.")
    assert mends(desk.session.apart(), finding) == ()


@pytest.mark.long
def test_what_the_points_that_are_left_buy_is_told_with_its_price_and_can_be_done() -> None:
    session = ArmyDocument.open("space-marines-1000")
    assert what_fits(session) == () and points_left(session.army) == 0
    session.apply(Limit(number="1026"))
    found = {each.words: each for each in what_fits(session)}
    assert len(found) == len(what_fits(session))
    assert found["Scout Squad: one more Scout"].cost == 13 and found["Squad Meridius: one more Veteran"].cost == 25
    assert not any(words.startswith(("Add Whirlwind", "Add Tactical")) for words in found)
    assert [each.cost for each in found.values()] == sorted((each.cost for each in found.values()), reverse=True)
    for each in list(found.values())[::7]:
        after = points_left(session.preview(each.operations))
        assert after == 26 - each.cost, each.words
    session.apply(Limit(number="none"))
    assert what_fits(session) == () and points_left(session.army) is None


@pytest.mark.long
def test_no_transport_is_offered_for_the_points_that_are_left_that_does_not_hold_its_unit() -> None:
    session = ArmyDocument.open("orks-500")
    mob = next(unit.id for unit in session.army.view.units() if unit.custom_name == "Big mob")
    session.apply(Limit(number="1000"))
    session.apply(Count(id=mob, number=12))
    assert "Big mob: Trukk" in {each.words for each in what_fits(session)}
    session.apply(Count(id=mob, number=30))
    assert "Big mob: Trukk" not in {each.words for each in what_fits(session)}


@pytest.mark.long
def test_nothing_is_taken_twice_that_may_be_there_once() -> None:
    desk = EditorSession.open("space-marines-500").editor
    librarian = next(unit for unit in desk.army.view.units() if unit.name == "Librarian")
    vortex = next(part for part in librarian.walk() if part.name == "Vortex of Doom")
    desk.apply(Remove(id=vortex.id))
    (finding,) = [found for found in desk.army.findings if found.code == "min"]
    offered = [mend.words for mend in mends(desk.session.apart(), finding)]
    assert "Take Vortex of Doom" in offered and not any("Gate of Infinity" in words for words in offered)


def test_a_squad_too_small_for_its_heavy_weapon_is_brought_to_its_size_or_does_without_it() -> None:
    session = ArmyDocument.open("lethal-chaos-1000")
    squad = next(unit for unit in session.army.view.units() if unit.name == "Chaos Marines")
    session.apply(Count(id=squad.id, number=9))
    (finding,) = [found for found in session.army.findings if found.code == "max"]
    assert finding.message.endswith("but has 1: needs 10 models.")
    offered = {mend.words: mend.price for mend in mends(session, finding)}
    (bring,) = [words for words in offered if words.startswith("Bring ")]
    assert bring.endswith(" to 10 models") and offered[bring] > 0
    assert any(words.startswith("Remove ") for words in offered)


def test_what_is_barred_is_told_without_the_tokens_of_what_stands_in_its_place() -> None:
    desk = EditorSession.open("space-marines-1000").editor
    squad = next(unit.id for unit in desk.army.view.units() if unit.custom_name == "Tactical Squad Oriel")

    def choice(name: str) -> ChoiceRow:
        choices = desk.details(squad, squad).choices
        return next(each for each in choices if each.name == name and "Heavy weapon" in each.group)

    desk.choose(choice("Missile launcher"), 1)
    desk.apply(Count(id=squad, number=9))
    assert choice("Lascannon").reason == "needs 10 models, the squad has 9"
    assert effect_of(desk.session, choice("Lascannon"), {}, whole=False).brief == "DMG 36, AP 2"
