"""Whatever a game's data finds wrong has a mend that was tried, or says why not; offers tell what would be wrong."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    ConditionGroup,
    Constraint,
    EntryHolder,
    ForceEntry,
    Modifier,
    Query,
)
from builder.errors import Finding, Severity
from builder.record import replace
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, AddForce, SetOption
from builder.services.editor.quick_fixes import mends, why_unmended, wrong_then
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import fitting, left_over
from tests.unit.catalogues import catalogue, change, entry, group, least, link, most, points, system, when

LEADER, OPTION = "leader", "regimental option"
CATEGORIES = tuple(CategoryEntry(id=each, name=each) for each in ("hq", "troops", LEADER, OPTION))
LEADS = Modifier("set-primary", "category", LEADER, (when("lessThan", 1, LEADER),), scope="root-entry")


def _begun(
    monkeypatch: pytest.MonkeyPatch, *roots: EntryHolder, limit: int | None = None, **fields: Any
) -> ArmyDocument:
    """An army of data that holds these entries, with its first force."""
    library = Library(system(**{"category_entries": CATEGORIES, **fields}), [catalogue(*roots)])
    data = ArmyData(id="club/marines", catalogue_id="marines", library=library, digest="c" * 64, path="", origin="test")
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    return ArmyDocument(begin(data.id, "Any", limit, system="generic").encode(), "Any", None)


def _regiments(monkeypatch: pytest.MonkeyPatch) -> ArmyDocument:
    """An army with a regiment: who leads it, which is a category that the first hero has, says who may be in it."""
    lead = CategoryLink(id="lead", target_id=LEADER, constraints=(least(1, "one", "force"), most(1, "only", "force")))
    slots = (lead, *(CategoryLink(id=f"r-{each}", target_id=each) for each in ("hq", "troops")))
    regiment = ForceEntry(id="regiment", name="Regiment", category_links=slots)
    host = ForceEntry(id="host", name="Host", category_links=slots[1:], force_entries=(regiment,))
    gives = Modifier(
        "add", "category", OPTION, (when("instanceOf", 1, LEADER, "self"),), scope="force",
        affects="self.entries.recursive.reavers",
    )  # fmt: skip
    inside = when("instanceOf", 1, "regiment", "ancestor")
    conditions = ConditionGroup("and", (inside, when("notInstanceOf", 1, OPTION, "self")))
    only = replace(change("set", "hidden", "true"), condition_groups=(conditions,))
    session = _begun(
        monkeypatch,
        entry("bearer", slot="hq", type="unit", modifiers=(LEADS,), costs=points(120)),
        entry("priest", slot="hq", type="unit", modifiers=(LEADS, gives), costs=points(130)),
        entry("reavers", slot="troops", type="unit", modifiers=(only,), costs=points(70)),
        force_entries=(host,),
    )
    session.apply(AddForce(force="Regiment"))
    return session


def _told(session: ArmyDocument, words: str) -> Finding:
    (finding,) = [each for each in session.army.findings if words in each.message and each.severity is Severity.ERROR]
    return finding


def _offered(session: ArmyDocument, words: str) -> dict[str, int]:
    return {mend.words: int(mend.price) for mend in mends(session.apart(), _told(session, words))}


def test_a_regiment_without_a_leader_is_offered_those_who_may_lead_and_who_stands_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = _regiments(monkeypatch)
    host, regiment = session.state.roster.all_forces()
    assert _offered(session, "No unit of leader") == {"Add bearer": 120, "Add priest": 130, "Remove Regiment": 0}
    session.apply(Add(unit="reavers", force=regiment.id))
    last = [*_offered(session, "No unit of leader")][-1]
    assert last.startswith("Remove Regiment; fixes reavers too"), "it mends most, but nobody means it"
    session.undo()
    session.apply(Add(unit="priest", force=host.id))
    assert _offered(session, "No unit of leader")["Move priest to Regiment"] == 0
    session.apply(Add(unit="bearer", force=regiment.id))
    assert not [each for each in session.army.findings if "leader" in each.message]


def test_who_may_not_be_in_a_regiment_is_mended_by_another_leader_or_place(monkeypatch: pytest.MonkeyPatch) -> None:
    session = _regiments(monkeypatch)
    regiment = list(session.state.roster.all_forces())[1]
    for unit in ("bearer", "reavers"):
        session.apply(Add(unit=unit, force=regiment.id))
    assert _told(session, "reavers").message.endswith("it needs priest as leader.")
    assert _offered(session, "reavers") == {
        "Take priest instead of bearer": 10,
        "Move reavers to Host": 0,
        "Remove reavers": -70,
    }


def test_what_is_to_be_shown_first_is_added_with_what_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only troops are hidden until a choice of something among the units shows them."""
    shown = change("set", "hidden", "true", replace(when("lessThan", 1, "show"), query=_everywhere("show")))
    slots = (CategoryLink(id="some", target_id="troops", constraints=(least(1, "some"),)),)
    session = _begun(
        monkeypatch,
        entry("shown and hidden", entry("show", type="upgrade"), type="upgrade"),
        entry("demons", slot="troops", type="unit", modifiers=(shown,), costs=points(90)),
        force_entries=(ForceEntry(id="host", name="Host", category_links=slots),),
    )
    assert _offered(session, "No unit of troops") == {"Add shown and hidden with show, then add demons": 90}


def _everywhere(id: str) -> Query:
    return Query(scope="force", child_id=id, include_child_selections=True)


def test_what_nothing_mends_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = (CategoryLink(id="some", target_id="troops", constraints=(least(1, "some"),)),)
    forces = (ForceEntry(id="host", name="Host", category_links=slots),)
    nobody = _begun(monkeypatch, entry("captain", slot="hq"), force_entries=forces)
    finding = _told(nobody, "No unit of troops")
    assert mends(nobody, finding) == ()
    assert why_unmended(nobody, finding) == "The data offers nothing that would do here."
    shown = change("set", "hidden", "true", when("lessThan", 1, "duke"))
    roots = (entry("demons", slot="troops", modifiers=(shown,)), entry("duke", slot="hq", hidden=True))
    later = _begun(monkeypatch, *roots, force_entries=forces)
    finding = _told(later, "No unit of troops")
    assert mends(later, finding) == ()
    assert why_unmended(later, finding) == "What would do cannot be taken now: demons needs duke."


def test_an_empty_force_that_nothing_fills_is_taken_in_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = (CategoryLink(id="some", target_id="troops", constraints=(least(1, "some"),)),)
    forces = (ForceEntry(id="host", name="Host", category_links=slots), ForceEntry(id="band", name="Band"))
    session = _begun(monkeypatch, entry("captain", slot="hq"), force_entries=forces)
    assert _offered(session, "No unit of troops") == {"Take Band instead of Host": 0}


def test_what_is_too_many_in_the_forces_below_goes_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = most(1, "one", "force", include_child_forces=True, include_child_selections=True)
    slots = (CategoryLink(id="few", target_id="hq", constraints=(everywhere,)),)
    wing = ForceEntry(id="wing", name="Wing", category_links=(CategoryLink(id="w", target_id="hq"),))
    host = ForceEntry(id="host", name="Host", category_links=slots, force_entries=(wing,))
    session = _begun(monkeypatch, entry("captain", slot="hq", costs=points(90)), force_entries=(host,))
    session.apply(AddForce(force="Wing"))
    _, below = session.state.roster.all_forces()
    for _ in range(2):
        session.apply(Add(unit="captain", force=below.id))
    assert _offered(session, "2 units of hq") == {"Remove captain 1": -90, "Remove captain 2": -90}


def test_forces_that_are_too_many_go(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Constraint("one", "max", Decimal(1), Query("forces", "roster"))
    host = ForceEntry(id="host", name="Host", constraints=(one,))
    session = _begun(monkeypatch, entry("captain", slot="hq"), force_entries=(host,))
    session.apply(AddForce(force="Host"))
    assert set(_offered(session, "2 forces of Host")) == {"Remove Host 1", "Remove Host 2"}


def test_a_share_of_the_limit_is_mended_by_a_higher_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    share = Constraint("share", "max", Decimal(25), Query("limit::pts", "roster", percent=True))
    slots = (CategoryLink(id="allies", target_id="hq", constraints=(share,)),)
    session = _begun(
        monkeypatch,
        entry("giant", slot="hq", costs=points(300)),
        limit=1000,
        force_entries=(ForceEntry(id="host", name="Host", category_links=slots),),
    )
    session.apply(Add(unit="giant"))
    assert _offered(session, "on hq, but may spend") == {
        "Remove giant": -300,
        "Set the limit to 1\N{NO-BREAK SPACE}250": 0,
    }


def test_an_offer_says_what_would_be_wrong_once_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    only = most(1, "only", "roster", include_child_selections=True, include_child_forces=True)
    general = entry("general", type="upgrade", constraints=(least(1, "must"), only))
    session = _begun(
        monkeypatch,
        entry("duke", general, slot="hq", type="unit"),
        entry("king", group("rank", entry("crown", type="upgrade")), slot="hq", type="unit"),
    )
    (force,) = session.state.roster.forces
    session.apply(Add(unit="duke"))
    assert wrong_then(session.army, session.preview((Add(unit="king"),))) == ""
    wrong = wrong_then(session.army, session.preview((Add(unit="duke"),)))
    assert wrong == "2 × general, the army may have at most 1."
    desk = EditorSession(session)
    assert f"but then: {wrong}" in desk.entry_details(force, "duke").facts
    assert not any("but then" in fact for fact in desk.entry_details(force, "king").facts)


def test_a_choice_that_the_data_wants_elsewhere_is_taken_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data says in words that the king must be the general: one unit of the army may be."""
    wants = when("lessThan", 1, "general", scope="self")
    told = change("add", "error", "A king must be the General.", wants)
    only = most(1, "only", "roster", include_child_selections=True, include_child_forces=True)
    general = entry("general", type="upgrade", constraints=(only,))
    session = _begun(
        monkeypatch,
        entry("duke", general, slot="hq", type="unit"),
        entry("king", replace(general), slot="hq", type="unit", modifiers=(told,)),
    )
    duke = session.apply(Add(unit="duke")).id or ""
    session.apply(SetOption(id=duke, option="general"))
    session.apply(Add(unit="king"))
    offered = _offered(session, "must be the General")
    assert list(offered)[:1] == ["Take general, not of duke"]


@pytest.mark.parametrize(
    ("words", "mending"), [("", ["Add giant", "Add captain"]), ("Bring more to the battle!", ["Add giant"])]
)
def test_what_must_be_spent_is_mended_by_what_may_be_bought_the_dearest_first(
    monkeypatch: pytest.MonkeyPatch, words: str, mending: list[str]
) -> None:
    """So it is where the data has words of its own, which do not say whether a step on the way helps."""
    query = Query("pts", "roster", include_child_selections=True)
    spent = Constraint("spent", "min", Decimal(250), query, message=words)
    host = ForceEntry(id="host", name="Host", constraints=(spent,))
    roots = (entry("captain", slot="hq", costs=points(90)), entry("giant", slot="hq", costs=points(300)))
    session = _begun(monkeypatch, *roots, force_entries=(host,))
    assert list(_offered(session, words or "must spend 250 or more")) == mending


def test_a_force_that_the_data_finds_wrong_goes_or_is_taken_in_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    told = change("add", "error", "This is only valid for Emperor's Children")
    forces = (ForceEntry(id="brothers", name="Brotherhood", modifiers=(told,)), ForceEntry(id="band", name="Band"))
    session = _begun(monkeypatch, entry("captain", slot="hq"), force_entries=forces)
    assert set(_offered(session, "only valid")) == {"Take Band instead of Brotherhood", "Remove Brotherhood"}


def test_what_would_allow_a_unit_is_found_where_its_reason_names_only_the_first_of_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = ("anvil", "banner", "candle", "drum", "horn")
    shown = change("set", "hidden", "true", *(replace(when("lessThan", 1, each)) for each in others))
    some = CategoryLink(id="some", target_id="troops", constraints=(least(1, "some"),))
    slots = (some, CategoryLink(id="any", target_id="hq"))
    session = _begun(
        monkeypatch,
        entry("demons", slot="troops", modifiers=(shown,), costs=points(90)),
        *(entry(each, slot="hq", hidden=each != "horn", costs=points(10)) for each in others),
        force_entries=(ForceEntry(id="host", name="Host", category_links=slots),),
    )
    (offered,) = [each for each in session.options(session.state.roster.forces[0].id) if each.name == "demons"]
    assert "2 more" in offered.reason and "horn" not in offered.reason
    assert _offered(session, "No unit of troops") == {"Add horn, then add demons": 100}


def test_what_fits_in_the_points_that_are_left_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a regiment of the Age of Sigmar that has all units that it may have."""
    few = CategoryLink(id="few", target_id=OPTION, constraints=(most(1, "few", "force"),))
    slots = (few, CategoryLink(id="t", target_id="troops"))

    def squad(id: str, cost: int, *more: str) -> EntryHolder:
        links = tuple(CategoryLink(id=f"{id}-{each}", target_id=each, primary=each == "troops") for each in more)
        return entry(id, type="unit", category_links=links, costs=points(cost))

    session = _begun(
        monkeypatch,
        squad("guards", 50, "troops", OPTION),
        squad("levy", 20, "troops"),
        limit=200,
        force_entries=(ForceEntry(id="host", name="Host", category_links=slots),),
    )

    def offered() -> list[str]:
        left = left_over(session.army)
        assert left is not None
        return [each.words for each in fitting(session.apart(), left)]

    assert offered() == ["Add guards", "Add levy"]
    session.apply(Add(unit="guards"))
    assert offered() == ["Add levy"]


def test_a_model_that_is_a_unit_by_itself_may_go_for_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """As vehicles and characters of 10th edition; one model of a squad goes by the number of these."""
    trooper = entry("trooper", type="model", costs=points(30), constraints=(least(1), most(1, "m")))
    session = _begun(
        monkeypatch,
        entry("squad", trooper, slot="troops", type="unit"),
        entry("tank", slot="troops", type="model", costs=points(90)),
        limit=100,
    )
    for unit in ("squad", "tank"):
        session.apply(Add(unit=unit))
    assert list(_offered(session, "limit")) == ["Remove squad", "Remove tank", "Set the limit to 120"]


def test_ways_of_equal_words_and_price_are_offered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of three Rat Ogors with a gun each, where one is allowed: which of them loses it is all the same."""
    gun = entry("gun", type="upgrade", constraints=(most(1, "only", "unit", include_child_selections=True),))
    armed = [link(f"gun-{place}", "gun", constraints=(least(1),)) for place in "abc"]
    ogors = [replace(entry(each.id[-1], each, type="model", constraints=(least(1),)), name="ogor") for each in armed]
    session = _begun(monkeypatch, entry("ogors", *ogors, slot="troops", type="unit"), gun)
    session.apply(Add(unit="ogors"))
    told = [mend.words for mend in mends(session.apart(), _told(session, "3 × gun"))]
    assert told == ["Remove gun of ogors; with a choice to make"]
