"""Where the text of Leader names units, as in 10th edition, these are offered to be led, and others are warned of."""

from __future__ import annotations

import pytest

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Characteristic,
    CharacteristicType,
    Profile,
    ProfileType,
    SelectionEntry,
)
from builder.errors import Severity
from builder.services.editor.document import ArmyDocument
from builder.services.editor.joining import joinable
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, SetMark, Unmark
from builder.services.editor.quick_fixes import mends
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import Suggestion
from builder.systems.common.leader_text import CODE, is_named, named_by_leader
from tests.unit.catalogues import catalogue, entry, least, points, system

ABILITIES = ProfileType("abilities", "Abilities", (CharacteristicType("text", "Description"),))
TEXT = (
    "This model can be attached to the following units:\n\n■ Assault Squad\n■ TACTICAL SQUAD\n■ Inquistorial Henchmen\n"
    "■ IMPERIUM BATTLELINE INFANTRY\nYou can attach this model to one of the above units even if a Captain is there."
)


def _profile(text: str) -> Profile:
    told = (Characteristic("Description", "text", text),)
    return Profile(id="leader", name="Leader", type_id="abilities", type_name="Abilities", characteristics=told)


def _squad(name: str, *categories: str) -> SelectionEntry:
    links = tuple(CategoryLink(id=f"{name}-{each}", target_id=each) for each in categories)
    men = entry(f"{name} man", type="model", constraints=(least(3),))
    return entry(name, men, type="unit", costs=points(90), category_links=links)


def _army(monkeypatch: pytest.MonkeyPatch, text: str = TEXT) -> tuple[ArmyDocument, dict[str, str]]:
    names = ("Character", "Imperium", "Battleline", "Infantry")
    hero = (CategoryLink(id="c", target_id="Character"),)
    roots = (
        entry("Captain", type="model", category_links=hero, profiles=(_profile(text),), costs=points(80)),
        _squad("Tactical Squad", "Infantry"),
        _squad("Inquisitorial Henchmen"),
        _squad("Guards", "Imperium", "Battleline", "Infantry"),
        _squad("Scout Squad", "Infantry"),
        _squad("Terminators", "Imperium", "Infantry"),
    )
    game = system(
        profile_types=(ABILITIES,), category_entries=tuple(CategoryEntry(id=each, name=each) for each in names)
    )
    library = Library(game, [catalogue(*roots)])
    data = ArmyData(id="club/marines", catalogue_id="marines", library=library, digest="c" * 64, path="", origin="test")
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    session = ArmyDocument(begin(data.id, "Any", None, system="generic", force="patrol").encode(), "Any", None)
    return session, {each.name: session.apply(Add(unit=each.name)).id or "" for each in roots}


def test_a_leader_is_offered_the_units_that_his_text_names_and_of_others_why_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, ids = _army(monkeypatch)
    offered = joinable(session, ids["Captain"])
    assert [each.words for each in offered.right] == [
        "leads Tactical Squad",
        "leads Inquisitorial Henchmen",
        "leads Guards",
    ]
    named = "Assault Squad, TACTICAL SQUAD, Inquistorial Henchmen, IMPERIUM BATTLELINE INFANTRY"
    assert offered.refusals == (f"Not Scout Squad, Terminators: the text of Leader names {named}.",)
    assert [each.words for each in joinable(session, ids["Tactical Squad"]).right] == ["led by Captain"]
    assert joinable(session, ids["Scout Squad"]).right == ()


def test_a_leader_who_joins_another_unit_leaves_the_one_that_he_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    session, ids = _army(monkeypatch)
    session.apply(SetMark(id=ids["Guards"], mark=("led", "by", "Captain")))
    (offered,) = joinable(session, ids["Tactical Squad"]).right
    assert (offered.words, offered.detail) == ("led by Captain", "leaves Guards")
    for operation in offered.operations:
        session.apply(operation)
    assert [unit.name for unit in session.army.view.units() if unit.marks] == ["Tactical Squad"]


def test_a_leader_who_joins_a_squad_leaves_a_transport_that_it_is_not_in() -> None:
    session = EditorSession.open("space-marines-500").editor.session
    vael, rhino, ancora, scouts = "f2c8", "a5h4", "t9b8", "p5w2"
    session.apply(SetMark(id=vael, mark=("riding", "in", rhino)))

    def joining() -> Suggestion:
        return next(each for each in joinable(session, vael).right if each.words == "leads Scout Squad")

    on_foot = joining()
    session.apply(Unmark(id=ancora, mark=("riding", "in")))
    session.apply(SetMark(id=scouts, mark=("riding", "in", rhino)))
    assert (on_foot.detail, joining().detail) == ("leaves Rhino 1", "")
    for operation in on_foot.operations:
        session.apply(operation)
    leader = session.state.roster.selection(vael)
    assert leader is not None and not leader.marks


def test_a_unit_that_the_text_does_not_name_is_warned_of_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    session, ids = _army(monkeypatch)
    session.apply(SetMark(id=ids["Scout Squad"], mark=("led", "by", ids["Captain"])))
    (finding,) = [each for each in session.army.findings if each.severity is not Severity.INFO]
    assert (finding.code, finding.severity, finding.at.unit) == (CODE, Severity.WARNING, ids["Scout Squad"])
    assert finding.message.startswith("Captain leads Scout Squad: the text of Leader names Assault Squad, ")
    assert [each.words for each in mends(session.apart(), finding)] == ["Captain does not lead Scout Squad"]
    session.apply(SetMark(id=ids["Tactical Squad"], mark=("led", "by", ids["Captain"])))
    assert [each.at.unit for each in session.army.findings if each.code == CODE] == [ids["Scout Squad"]]


@pytest.mark.parametrize("text", ["He leads whom he likes.", "While this model is leading a unit, add 1.", ""])
def test_a_text_in_other_words_holds_nobody_to_anything(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    session, ids = _army(monkeypatch, text)
    assert len(joinable(session, ids["Captain"]).right) == 5
    session.apply(SetMark(id=ids["Scout Squad"], mark=("led", "by", ids["Captain"])))
    assert not [each for each in session.army.findings if each.code == CODE]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "This model can be attached to the following units: ■ Boyz ■ Beast Snagga Boyz You can attach this model "
            "even if one Nob has been.",
            ("Boyz", "Beast Snagga Boyz"),
        ),
        ("This unit must be attached to the following unit:\xa0\n- WARBIKERS", ("WARBIKERS",)),
        ("This model can be attached to the following unit:\r\n• **Kabalite Warriors** (see Drukhari)\n\nIf", None),
    ],
)
def test_the_names_are_read_as_the_data_writes_them(
    monkeypatch: pytest.MonkeyPatch, text: str, names: tuple[str, ...] | None
) -> None:
    session, ids = _army(monkeypatch, text)
    unit = next(each for each in session.army.view.units() if each.id == ids["Captain"])
    found = tuple(named_by_leader(unit))
    assert found == (names or ("Kabalite Warriors (see Drukhari)",))
    scouts = next(each for each in session.army.view.units() if each.id == ids["Scout Squad"])
    assert not is_named(found, scouts)
