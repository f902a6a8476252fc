"""What may be in a force can hang on who leads it: offers, reasons and findings agree, in a player's words."""

from __future__ import annotations

from decimal import Decimal

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryEntry, ConditionGroup, Constraint, Modifier, Query, Repeat
from builder.record import replace
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.options import EntryOption, options
from tests.unit.catalogues import change, entry, library, patrol, system, when

LEADER, OPTION = "leader", "regimental option"


def _gives(target: str) -> Modifier:
    """What lets a leader bring a unit into his force."""
    leads = when("instanceOf", 1, LEADER, scope="self")
    return Modifier("add", "category", OPTION, (leads,), scope="force", affects=f"self.entries.recursive.{target}")


_SECOND = ConditionGroup(
    "and", (when("instanceOf", 1, "patrol", scope="ancestor"), when("notInstanceOf", 1, OPTION, scope="self"))
)
_ONLY_WITH_LEADER = (replace(change("set", "hidden", "true"), condition_groups=(_SECOND,)),)
_LEADS = Modifier("add", "category", LEADER, (when("lessThan", 1, LEADER),), scope="root-entry")


def _regiments() -> Library:
    categories = tuple(CategoryEntry(id=each, name=each) for each in ("hq", "troops", LEADER, OPTION))
    roots = (
        entry("banner bearer", slot="hq", modifiers=(_LEADS,)),
        entry("priest", slot="hq", modifiers=(_LEADS, _gives("reavers"))),
        entry("herald", slot="hq", modifiers=(_LEADS, _gives("reavers"))),
        entry("reavers", slot="troops", modifiers=_ONLY_WITH_LEADER),
        entry("daemons", slot="troops", modifiers=_ONLY_WITH_LEADER),
    )
    plain = library(*roots)
    return Library(system(category_entries=categories), list(plain.catalogues.values()))


def _led(leader: str, *units: str) -> tuple[Library, Roster, str]:
    data = _regiments()
    roster, force = patrol(data)
    for unit in (leader, *units):
        roster = edit.select(roster, data, force, unit).roster
    return data, roster, force


def _offer(data: Library, roster: Roster, force: str, name: str) -> EntryOption:
    return next(each for each in options(roster, data, force) if each.name == name)


def test_a_unit_that_the_leader_allows_is_offered_and_taken_without_a_finding() -> None:
    data, roster, force = _led("priest")
    assert (_offer(data, roster, force, "reavers").hidden, _offer(data, roster, force, "reavers").reason) == (False, "")
    roster = edit.select(roster, data, force, "reavers").roster
    assert evaluate(roster, data).findings == ()


def test_a_unit_that_the_leader_does_not_allow_says_which_leaders_do() -> None:
    data, roster, force = _led("banner bearer")
    reavers = _offer(data, roster, force, "reavers")
    assert (reavers.hidden, reavers.reason) == (True, "needs priest or herald as leader")
    (finding,) = evaluate(edit.select(roster, data, force, "reavers").roster, data).findings
    assert finding.message == (
        "reavers cannot be taken in troops of patrol as the army stands: it needs priest or herald as leader."
    )


def test_what_nobody_allows_says_what_it_would_have_to_be() -> None:
    data, roster, force = _led("priest")
    assert _offer(data, roster, force, "daemons").reason == f"needs {OPTION}"


def test_an_offer_tells_the_categories_that_a_unit_would_have_there() -> None:
    data, roster, force = _led("priest")
    assert OPTION in _offer(data, roster, force, "reavers").categories
    assert LEADER not in _offer(data, roster, force, "herald").categories
    empty, without = patrol(data)
    assert LEADER in _offer(data, empty, without, "herald").categories


def test_of_several_forces_alike_a_finding_names_the_one_by_its_leader() -> None:
    data, roster, _ = _led("banner bearer")
    roster, other = edit.add_force(roster, data, "patrol", next(iter(data.catalogues)))
    for unit in ("herald", "daemons"):
        roster = edit.select(roster, data, other, unit).roster
    (finding,) = evaluate(roster, data).findings
    assert finding.message.startswith("daemons cannot be taken in troops of patrol of herald as the army stands")


def test_any_of_several_who_each_allow_one_more_will_do() -> None:
    """As a retinue of 40K comes with each captain, of whatever kind he is."""
    officers = tuple(Repeat(Decimal(1), 1, Query(scope="force", child_id=each)) for each in ("captain", "khan"))
    data = library(
        *(entry(each, slot="hq") for each in ("captain", "khan")),
        entry(
            "retinue",
            slot="hq",
            constraints=(Constraint("most", "max", Decimal(0), Query(scope="force")),),
            modifiers=(Modifier("increment", "most", "1", repeats=officers),),
        ),
    )
    roster, force = patrol(data)
    assert _offer(data, roster, force, "retinue").reason == "needs captain or khan"
    roster = edit.select(roster, data, force, "khan").roster
    assert _offer(data, roster, force, "retinue").reason == ""
