"""What a saved roster says and its data knows nothing of stays with it; what the data hides or replaces does not."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Characteristic,
    Condition,
    Cost,
    CostType,
    EntryHolder,
    InfoGroup,
    InfoLink,
    Profile,
    Query,
    Rule,
)
from builder.datafiles.armies.read import read_army
from builder.datafiles.armies.write import as_saved, write_army
from builder.formats.battlescribe import read_roster, write_roster
from builder.record import replace
from builder.roster import edit
from builder.roster.comparison import compare
from builder.roster.evaluate import Evaluation, evaluate
from builder.roster.model import Roster
from builder.roster.relink import relink
from builder.roster.view import RosterView, SelectionView
from tests.unit.catalogues import army, catalogue, change, entry, group, library, link, points, system, when

BANNER, OATH = Rule(id="banner", name="Banner", description="Waves."), Rule(id="oath", name="Oath")
GUNS = Profile(id="guns", name="Guns", type_id="weapon", type_name="Weapon")
SHARED: dict[str, Any] = {
    "shared_rules": (BANNER, OATH),
    "shared_profiles": (GUNS,),
    "category_entries": (CategoryEntry(id="elite", name="Elite", rules=(Rule(id="proud", name="Proud"),)),),
}


def shows(target: str, id: str = "shows", **fields: Any) -> InfoLink:
    return InfoLink(id=id, target_id=target, **fields)


def of(target: str, *, primary: bool = False) -> CategoryLink:
    return CategoryLink(id=f"is-{target}", target_id=target, primary=primary)


def data(*roots: EntryHolder, **fields: Any) -> Library:
    return library(*roots, **{**SHARED, **fields})


def captain(**fields: Any) -> Library:
    return data(entry("captain", entry("relic"), costs=points(30), **fields))


def saved(whole: Library, *entries: str) -> RosterView:
    return evaluate(army(whole, *(entries or ("captain",))), whole).view


def opened(view: RosterView, library: Library) -> tuple[Roster, Evaluation]:
    roster = relink(view, library)
    return roster, evaluate(roster, library, by_name=False)


def said(view: RosterView) -> SelectionView:
    return next(iter(view.units()))


WAYS: dict[str, dict[str, Any]] = {
    "a link to a rule": {"info_links": (shows("banner"),)},
    "a link to a profile": {"info_links": (shows("guns"),)},
    "a rule of its own": {"rules": (Rule(id="own", name="Own", description="Text."),)},
    "a group": {
        "info_groups": (InfoGroup(id="texts", name="texts", info_links=(shows("banner"), shows("guns", "g"))),)
    },
    "a category": {"category_links": (of("elite"),)},
    "a slot": {"category_links": (of("hq"), of("elite", primary=True))},
}


LONG = "Waves. " * 1_000
MUCH: dict[str, Any] = {
    "info_links": (shows("banner"), shows("guns", "g")),
    "rules": (Rule(id="long", name="Long", description=LONG, page="7"),),
    "profiles": (Profile(id="stats", name="null", type_id="t", characteristics=(Characteristic("Ld", "l", "~"),)),),
    "category_links": (of("hq"), of("elite", primary=True)),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_the_data_does_not_link_stays_through_edits_and_files(way: str) -> None:
    """It is told once, and gone with the selection."""
    before = saved(captain(**WAYS[way]))
    damaged = captain()
    roster, found = opened(before, damaged)
    assert compare(before, found.view) == ()
    assert [finding.code for finding in found.findings] == ["kept"]

    unit = said(before).id
    roster, _ = edit.select(edit.customize(roster, unit, name="Bob"), damaged, unit, "relic")
    edited = said(evaluate(roster, damaged).view)
    for field in ("profiles", "rules", "categories"):
        assert getattr(edited, field) == getattr(said(before), field)

    again = read_roster(write_roster(evaluate(roster, damaged).view), "a.ros").roster
    assert compare(again, opened(again, damaged)[1].view) == ()
    assert evaluate(edit.remove(roster, unit), damaged).findings == ()


def test_what_is_kept_is_named_with_what_it_is_of() -> None:
    _, found = opened(saved(captain(**MUCH), "captain", "captain"), captain())
    (finding,) = found.findings
    kept = "“null” of captain, “Guns” of captain, “Long” of captain and 3 more"
    assert finding.message == (
        f"The data does not say this of what was chosen, so that it is kept as the file has it: {kept}. "
        "What is added anew is as the data says."
    )


def test_the_data_that_a_roster_was_saved_with_has_nothing_to_keep() -> None:
    whole = captain(**{**WAYS["a slot"], **WAYS["a group"], "modifiers": (change("add", "category", "troops"),)})
    roster = army(whole, "captain")
    assert relink(evaluate(roster, whole).view, whole) == roster


HIDES = (change("set", "hidden", "true", when("lessThan", 1, "relic", scope="self")),)
PROUD = (CategoryEntry(id="proud", name="Proud", info_links=(shows("banner"),)),)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"info_links": (shows("banner"),)}, {"info_links": (shows("banner", modifiers=HIDES),)}),
        (
            {"info_groups": (InfoGroup(id="texts", info_links=(shows("banner"),)),)},
            {"info_groups": (InfoGroup(id="texts", info_links=(shows("banner"),), modifiers=HIDES),)},
        ),
        (
            {"category_links": (of("proud"),)},
            {"modifiers": (change("add", "category", "proud", when("atLeast", 1, "relic", scope="self")),)},
        ),
    ],
)
def test_what_the_data_hides_now_does_not_come_back(before: dict[str, Any], now: dict[str, Any]) -> None:
    whole, damaged = (data(entry("captain", entry("relic"), **each), category_entries=PROUD) for each in (before, now))
    view = saved(whole)
    assert [rule.name for rule in said(view).rules] == ["Banner"]
    roster, found = opened(view, damaged)
    assert (said(found.view).rules, said(found.view).categories, found.findings) == ((), (), ())
    roster, _ = edit.select(roster, damaged, said(view).id, "relic")
    assert [rule.name for rule in said(evaluate(roster, damaged).view).rules] == ["Banner"]


def test_what_is_hidden_for_good_cannot_be_what_the_file_shows() -> None:
    view = saved(captain(info_links=(shows("banner"),)))
    _, found = opened(view, captain(info_links=(shows("banner", hidden=True),)))
    assert compare(view, found.view) == ()


def test_of_two_things_of_one_name_the_one_that_is_lost_stays() -> None:
    other = Profile(id="other", name="Guns", type_id="weapon", type_name="Weapon")
    both = data(entry("captain", info_links=(shows("guns"),), profiles=(other,)))
    lefts: list[dict[str, Any]] = [{"info_links": (shows("guns"),)}, {"profiles": (other,)}]
    for left in lefts:
        view = saved(both)
        assert compare(view, opened(view, data(entry("captain", **left)))[1].view) == ()


def test_what_the_data_calls_by_another_id_is_not_told_twice() -> None:
    view = saved(captain(info_links=(shows("banner"),), category_links=(of("elite"),)))
    renamed: dict[str, Any] = {
        "shared_rules": (Rule(id="banner-2", name="Banner"),),
        "category_entries": (CategoryEntry(id="elite-2", name="Elite"),),
    }
    unit = entry("captain", info_links=(shows("banner-2"),), category_links=(of("elite-2"),))
    _, found = opened(view, data(unit, **renamed))
    assert [rule.id for rule in said(found.view).rules] == ["shows::banner-2", "proud"]
    assert [category.entry_id for category in said(found.view).categories] == ["elite-2"]


def test_the_primary_category_is_that_of_the_file_where_the_data_cannot_make_it_so() -> None:
    """A link to an entry says of which of its categories it is; without that, another one would be."""
    shared = entry("captain", category_links=(of("hq", primary=True), of("troops")))

    def army_of(*slots: CategoryLink) -> Library:
        return data(link("to", "captain", category_links=slots), shared_selection_entries=(shared,))

    view = saved(army_of(of("troops", primary=True)), "to::captain")
    _, found = opened(view, army_of())
    assert compare(view, found.view) == ()
    assert [category.name for category in said(found.view).categories if category.primary] == ["troops"]
    as_set = change("set-primary", "category", "troops", when("atLeast", 1, "relic"))
    other = data(link("to", "captain", modifiers=(as_set,)), shared_selection_entries=(shared,))
    (hq, troops) = said(opened(view, other)[1].view).categories
    assert (hq.primary, troops.primary) == (True, False)


@pytest.mark.parametrize("lacking", [False, True])
def test_a_category_that_the_data_has_no_name_for_is_called_as_in_the_file(lacking: bool) -> None:
    """Where the file has none either, nothing is kept."""
    nameless = library(entry("captain", category_links=(of("elite"),)))
    view = saved(captain(category_links=(of("elite"),)) if not lacking else nameless)
    _, found = opened(view, nameless)
    assert [category.name for category in said(found.view).categories] == ["elite" if lacking else "Elite"]
    assert [finding.code for finding in found.findings] == ([] if lacking else ["kept"])


def test_a_category_that_is_kept_counts() -> None:
    """What it shows is shown, and conditions and other categories go by it."""
    elite = Condition("instanceOf", Decimal(1), Query(scope="self", child_id="elite"))
    fields: dict[str, Any] = {
        "costs": points(30),
        "modifiers": (change("set", "pts", "50", elite), change("remove", "category", "hq", elite)),
    }
    whole = data(entry("captain", category_links=(of("hq"), of("elite")), **fields))
    damaged = data(entry("captain", category_links=(of("hq"),), **fields))
    view = saved(whole)
    assert [rule.name for rule in said(view).rules] == ["Proud"]
    _, found = opened(view, damaged)
    assert compare(view, found.view) == ()
    assert [cost.value for cost in found.view.costs] == [50]


def test_a_cost_of_a_type_that_the_data_lacks_counts_for_each() -> None:
    power = CostType("power", "Power")
    costs = (*points(3), Cost("power", Decimal("1.5")))
    squad = catalogue(entry("squad", entry("man", costs=costs)))
    whole = Library(system(cost_types=(CostType("pts", "pts"), power)), [squad])
    roster = army(whole, "squad")
    roster, man = edit.select(roster, whole, roster.forces[0].selections[0].id, "man")
    view = evaluate(edit.set_count(roster, whole, man, 4), whole).view
    damaged = library(entry("squad", entry("man", costs=points(3))))
    roster, found = opened(view, damaged)
    assert compare(view, found.view) == ()
    assert [(cost.name, cost.value) for cost in found.view.costs] == [("pts", Decimal(12)), ("Power", Decimal(6))]
    more = evaluate(edit.set_count(roster, damaged, man, 6), damaged).view
    assert [cost.value for cost in more.costs] == [18, 9]


@pytest.mark.parametrize("gone", ["entry", "link", "group"])
def test_what_the_data_lost_counts_in_the_groups_that_are_still_there(gone: str) -> None:
    """Two drones make a team cost more, whatever is known of drones."""

    def team(*lost: str) -> Library:
        drones = () if "link" in lost else (link("to-drone", "drone"),)
        inner = () if "group" in lost else (group("kinds", *drones),)
        shared = () if "entry" in lost else (entry("drone"),)
        more = change("increment", "pts", "1", when("atLeast", 1, "drones", scope="self"))
        unit = entry("team", group("drones", link("to-kinds", "kinds")), costs=points(4), modifiers=(more,))
        return data(unit, shared_selection_entries=shared, shared_selection_entry_groups=inner)

    whole = team()
    roster = army(whole, "team")
    roster, _ = edit.select(roster, whole, roster.forces[0].selections[0].id, "to-kinds::to-drone::drone")
    view = evaluate(roster, whole).view
    assert [cost.value for cost in view.costs] == [5]
    assert compare(view, opened(view, team(gone))[1].view) == ()


def test_what_a_lost_selection_gave_to_others_stays() -> None:
    """In New Recruit's data a leader makes others of its force what they are; they could be leaders themselves."""
    leads = Condition("instanceOf", Decimal(1), Query(scope="self", child_id="hq"))
    gives = replace(change("add", "category", "elite", leads), scope="force", affects="self.entries.man")
    man, leader = entry("man", modifiers=(gives,)), entry("leader", slot="hq", modifiers=(gives,))
    whole = data(man, leader)
    view = evaluate(army(whole, "man", "leader"), whole, by_name=False).view
    assert [category.name for category in said(view).categories] == ["Elite"]
    assert compare(view, opened(view, data(man))[1].view) == ()
    alone = edit.remove(relink(view, whole), view.forces[0].selections[1].id)
    assert said(evaluate(alone, whole).view).categories == ()


def test_slots_and_rules_of_a_force_stay() -> None:
    slots = (CategoryEntry(id="hq", name="HQ"), CategoryEntry(id="troops", name="Troops"))
    shown = catalogue(entry("captain"), info_links=(shows("oath"),), **SHARED)
    whole = Library(system(category_entries=slots), [shown])
    bare = replace(system().force_entries[0], category_links=())
    damaged = Library(system(category_entries=(), force_entries=(bare,)), [catalogue(entry("captain"), **SHARED)])
    view = saved(whole)
    _, found = opened(view, damaged)
    assert compare(view, found.view) == ()
    names = [[slot.name for slot in force.categories] for force in (view.forces[0], found.view.forces[0])]
    assert names[0] == names[1] == ["Uncategorised", "HQ", "Troops"]
    assert [finding.code for finding in found.findings] == ["kept"]


EMPTY = b"format: muster-army\nversion: 1\nname: army\nsystem: generic\ndata: set/marines\nforces: []\n"


def as_data(library: Library, digest: str = "a" * 16) -> ArmyData:
    return ArmyData(id="set/marines", catalogue_id="marines", library=library, digest=digest, path="", origin="")


def written(roster: Roster, known: ArmyData) -> bytes:
    return write_army(EMPTY, read_army(EMPTY, "", lambda *_: known), roster, {}).data


@pytest.mark.parametrize("lost", [entry("captain", entry("relic"), costs=points(30)), entry("other")])
def test_an_army_file_has_all_that_is_kept(lost: EntryHolder) -> None:
    view = saved(captain(**MUCH))
    known = as_data(data(lost))
    roster, found = opened(view, known.library)
    file = written(roster, known)
    again = read_army(file, "", lambda *_: known)
    assert again.roster == as_saved(replace(roster, id=again.roster.id), known)
    assert evaluate(again.roster, known.library, by_name=False).findings == found.findings
    assert compare(view, evaluate(again.roster, known.library).view) == ()


@pytest.mark.parametrize(("revision", "kept"), [(1, ["Long"]), (2, [])])
def test_of_changed_data_nothing_is_kept_that_it_knows_by_now(revision: int, kept: list[str]) -> None:
    """Data that is newer than the army has done away with the rest."""
    roster, _ = opened(saved(captain(**MUCH)), captain())
    file = written(roster, as_data(data(entry("captain", entry("relic")), revision=1)))
    changed = data(entry("captain", entry("relic"), **{**MUCH, "rules": ()}), revision=revision)
    again = read_army(file, "", lambda *_: as_data(changed, "b" * 16))
    (unit,) = again.roster.forces[0].selections
    assert [rule.name for rule in unit.saved.rules] == kept if unit.saved else not kept
    assert [rule.name for rule in said(evaluate(again.roster, changed).view).rules] == ["Banner", "Proud", *kept]


def test_once_the_data_is_whole_nothing_is_kept() -> None:
    """Neither of forces, nor what others give."""
    leads = Condition("instanceOf", Decimal(1), Query(scope="self", child_id="hq"))
    gives = replace(change("add", "category", "elite", leads), scope="force", affects="self.entries.captain")
    leader = entry("leader", slot="hq", modifiers=(gives,))
    slots = (CategoryEntry(id="hq", name="HQ"), CategoryEntry(id="troops", name="Troops"))
    parts = catalogue(entry("captain", **MUCH), leader, info_links=(shows("oath"),), **SHARED)
    whole = Library(system(category_entries=slots), [parts])
    view = saved(whole, "captain", "leader")
    bare = replace(system().force_entries[0], category_links=())
    damaged = Library(system(force_entries=(bare,)), [catalogue(entry("captain", entry("relic")), **SHARED)])
    roster, found = opened(view, damaged)
    assert {finding.code for finding in found.findings} == {"entry-missing", "kept"}
    file = written(roster, as_data(damaged))
    again = read_army(file, "", lambda *_: as_data(whole, "b" * 16)).roster
    assert compare(view, evaluate(again, whole).view) == ()
    assert not any(force.saved for force in again.all_forces())
    assert not any(part.saved for part in again.all_selections())
