"""One evaluator for edit after edit: what another unit changes is noticed, whatever was kept of the first."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from builder.catalogue.library import Library
from builder.catalogue.model import CategoryEntry, Characteristic, InfoGroup, InfoLink, Modifier, Profile, Rule
from builder.roster import count, edit, tree
from builder.roster.choose import choose
from builder.roster.evaluate import Evaluator, evaluate
from builder.roster.evaluation_cache import EvaluationCache
from builder.roster.model import Roster
from tests.unit.catalogues import (
    catalogue,
    change,
    entry,
    group,
    least,
    library,
    link,
    most,
    patrol,
    points,
    system,
    when,
)

LED = when("atLeast", 1, "captain")
LINE = Profile(id="line", name="line", type_id="lines", characteristics=(Characteristic("Sv", "sv", "3+"),))
CHANGED: dict[str, dict[str, Any]] = {
    "a profile": {"profiles": (replace(LINE, modifiers=(change("set", "sv", "2+", LED),)),)},
    "a rule": {"rules": (Rule(id="rule", name="rule", modifiers=(change("append", "name", "better", LED),)),)},
    "a link to a profile": {
        "info_links": (InfoLink(id="to", target_id="shared-line", modifiers=(change("set", "hidden", "true", LED),)),)
    },
    "a group of profiles": {
        "info_groups": (InfoGroup(id="group", profiles=(LINE,), modifiers=(change("set", "hidden", "true", LED),)),)
    },
    "its name": {"modifiers": (change("append", "name", "led", LED),)},
    "its category": {"modifiers": (change("add", "category", "hq", LED),)},
    "its limit": {"constraints": (most(1, scope="force"),), "modifiers": (change("set", "most", "0", LED),)},
    "what it is hidden by": {"modifiers": (change("set", "hidden", "true", LED),)},
}


def differs(data: Library) -> bool:
    """Whether a squad or what is told of it differs once a captain is there, for one evaluator as for a fresh one."""
    evaluator = Evaluator(data)
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    before = evaluator.evaluate(roster)
    led, _ = edit.select(roster, data, force, "captain")
    after = evaluator.evaluate(led)
    assert (before, after) == (evaluate(roster, data), evaluate(led, data))
    assert evaluator.evaluate(roster) == before
    assert led.selection(squad) is roster.selection(squad)
    shown = [next(unit for unit in found.view.units() if unit.id == squad) for found in (before, after)]
    return shown[0] != shown[1] or before.findings != after.findings


@pytest.mark.parametrize("what", CHANGED)
def test_what_another_unit_changes_is_noticed(what: str) -> None:
    squad = entry("squad", slot="troops", **CHANGED[what])
    assert differs(library(squad, entry("captain", slot="hq"), shared_profiles=(LINE, replace(LINE, id="shared-line"))))


@pytest.mark.parametrize("what", CHANGED)
def test_what_another_unit_changes_of_equipment_is_noticed(what: str) -> None:
    sword = entry("sword", constraints=(least(1, "one"),))
    sword = replace(sword, **{**CHANGED[what], "constraints": (*sword.constraints, most(1, scope="parent"))})
    lines = (replace(LINE, id="shared-line"),)
    assert differs(library(entry("squad", sword), entry("captain", slot="hq"), shared_profiles=lines))


def test_the_limit_of_a_group_that_another_unit_changes_is_noticed() -> None:
    more = change("set", "most", "0", LED)
    arms = group("arms", entry("sword", constraints=(least(1),)), constraints=(most(1),), modifiers=(more,))
    assert differs(library(entry("squad", arms), entry("captain", slot="hq")))


def test_a_category_that_another_unit_renames_is_noticed() -> None:
    troops = CategoryEntry(id="troops", name="troops", modifiers=(change("set", "name", "line", LED),))
    frame = system(category_entries=(troops, CategoryEntry(id="hq", name="hq")))
    assert differs(Library(frame, [catalogue(entry("squad", slot="troops"), entry("captain", slot="hq"))]))


def test_what_nothing_changes_is_the_same_object_after_an_edit() -> None:
    data = library(entry("squad", entry("sword", constraints=(least(1),)), profiles=(LINE,)), entry("captain"))
    evaluator = Evaluator(data)
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "squad")
    before = evaluator.evaluate(roster)
    after = evaluator.evaluate(edit.select(roster, data, force, "captain").roster)
    assert any(unit is next(before.view.units()) for unit in after.view.units())
    assert evaluator.evaluate(roster) == before


def test_too_few_are_told_where_none_is_chosen() -> None:
    below = entry("squad", entry("sergeant", constraints=(least(1),)))
    data = library(below, link("a", "tank", constraints=(least(1, "tanks", "force"),)))
    data = Library(
        data.game_system,
        [replace(next(iter(data.catalogues.values())), shared_selection_entries=(entry("tank"),))],
    )
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    for selection in list(roster.all_selections()):
        if selection.id != squad:
            roster = edit.remove(roster, selection.id)
    assert [(found.at.entry, found.at.constraint) for found in evaluate(roster, data).findings] == [
        ("a", "tanks"),
        ("sergeant", "least"),
    ]


def test_what_is_gone_is_forgotten_once_there_is_much_of_it() -> None:
    data = library(entry("squad"))
    roster, force = patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    selection, (linked,) = roster.forces[0].selections[0], data.root_entries("marines")
    kept = EvaluationCache(fine={str(n): (selection, linked) for n in range(999)})
    kept.fine[squad] = (selection, linked)
    kept.forget(roster.ids(), len(roster.ids()))
    assert len(kept.fine) == 1_000
    kept.fine.update({f"more {n}": (selection, linked) for n in range(9)})
    kept.forget(roster.ids(), len(roster.ids()))
    assert list(kept.fine) == [squad]


DEARER = change("increment", "pts", "7")
REACHING = replace(DEARER, scope="force", affects="self.entries.recursive.gun")


@pytest.mark.parametrize(
    ("own", "others", "comes_to"),
    [((), (), 20), ((DEARER,), (), 27), ((), (REACHING,), 27)],
    ids=["free", "changed by its own", "changed from elsewhere"],
)
def test_what_costs_nothing_counts_where_a_modifier_gives_it_a_price(
    own: tuple[Modifier, ...], others: tuple[Modifier, ...], comes_to: int
) -> None:
    gun = entry("gun", constraints=(least(1),), costs=points(0), modifiers=own)
    data = library(entry("squad", gun, slot="troops", costs=points(20), modifiers=others))
    roster, force = patrol(data)
    roster, _ = edit.select(roster, data, force, "squad")
    (cost,) = Evaluator(data).costs(roster)
    assert cost.value == comes_to and evaluate(roster, data).view.costs == (cost,)


def test_a_choice_and_what_the_army_costs_then_tie_every_roster_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = library(entry("squad", entry("man", type="model", constraints=(least(1), most(9))), slot="troops"))
    evaluator, (roster, force) = Evaluator(data), patrol(data)
    roster, squad = edit.select(roster, data, force, "squad")
    tied: list[Roster] = []
    make = tree._tie

    def counted(roster: Roster, library: Library) -> tree.RosterNode:
        tied.append(roster)
        return make(roster, library)

    monkeypatch.setattr(tree, "_tie", counted)
    evaluator.costs(roster)
    evaluator.costs(choose(roster, data, squad, "man", 2))
    assert len(tied) == len({id(each) for each in tied})


def test_names_that_two_threads_ask_for_at_once_are_learnt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor evaluates on several threads: a kind that is known twice would be counted twice ever after."""
    names, nodes = count.Names(), {("a", None, None): "a", ("b", None, None): "b"}
    other = Thread(target=lambda: names.learn(nodes))  # type: ignore[arg-type]

    def meanwhile(node: str) -> tuple[list[str], list[str]]:
        if other.ident is None:
            other.start()
            other.join(0.1)
        return [node], [node]

    monkeypatch.setattr(count, "_names", meanwhile)
    names.learn(nodes)  # type: ignore[arg-type]
    other.join()
    assert names.exact == names.shared == {"a": [("a", None, None)], "b": [("b", None, None)]}
