"""Each kind of thing that data can say: what it comes to in an army, or that it is told as not understood."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue, GameSystem
from builder.formats.battlescribe.catalogues import read_data_file
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.services.data.catalogue_check import Checked, check
from builder.services.data.catalogue_store import add

Json = dict[str, Any]

SYSTEM: Json = {
    "id": "system",
    "name": "Small Wars",
    "battleScribeVersion": "2.03",
    "costTypes": [{"id": "pts", "name": "pts"}],
    "profileTypes": [{"id": "man", "name": "Man", "characteristicTypes": [{"id": "w", "name": "W"}]}],
    "categoryEntries": [{"id": slot, "name": slot} for slot in ("hq", "troops")],
    "forceEntries": [
        {
            "id": "patrol",
            "name": "Patrol",
            "categoryLinks": [{"id": f"in-{s}", "targetId": s} for s in ("hq", "troops")],
        }
    ],
    "sharedForceEntries": [{"id": "wing", "name": "Wing"}],
}


def read(kind: str, data: Json) -> GameSystem | Catalogue:
    return read_data_file(json.dumps({kind: data}).encode(), f"{kind}.json").root


def query(scope: str, child: str | None = "any", **more: Any) -> Json:
    return {"field": "selections", "scope": scope, "value": 1, **({"childId": child} if child else {}), **more}


def when(type: str, scope: str, child: str | None = "any", **more: Any) -> Json:
    return {"conditions": [{"type": type, **query(scope, child, **more)}]}


def change(type: str, field: str, value: object = "", **more: Any) -> Json:
    return {"type": type, "field": field, "value": value, **more}


def set_name(**more: Any) -> Json:
    return change("set", "name", "yes", **more)


def dearer(*repeats: Json) -> Json:
    return change("increment", "pts", 1, repeats=list(repeats))


def repeat(scope: str, child: str, times: int = 1, **more: Any) -> Json:
    return query(scope, child, repeats=times, **more)


def catalogue(*modifiers: Json, id: str = "marines", **more: Any) -> Json:
    """A captain, and a squad with these modifiers: a man of 2 wounds, two swords from a group and by a link."""
    man: Json = {"id": "stat", "name": "Man", "typeId": "man", "typeName": "Man"}
    man["characteristics"] = [{"name": "W", "typeId": "w", "$text": "2+"}]
    two = [{"id": "two", "type": "min", **query("parent", None), "value": 2}]
    link = {"id": "to-sword", "targetId": "sword", "type": "selectionEntry", "constraints": two}
    squad = {
        "id": "squad",
        "name": "Squad",
        "type": "unit",
        "profiles": [man],
        "costs": [{"name": "pts", "typeId": "pts", "value": 100}],
        "categoryLinks": [{"id": "squad-troops", "targetId": "troops", "primary": True}],
        "selectionEntryGroups": [{"id": "arms", "name": "Arms", "entryLinks": [link]}],
        "modifiers": list(modifiers),
    }
    slot = [{"id": "captain-hq", "targetId": "hq", "primary": True}]
    captain = {"id": "captain", "name": "Captain", "type": "model", "subType": "crew", "categoryLinks": slot}
    sword = {"id": "sword", "name": "Sword", "type": "upgrade"}
    made = {"id": id, "name": id.title(), "gameSystemId": "system", "battleScribeVersion": "2.03"}
    return {**made, "selectionEntries": [squad, captain], "sharedSelectionEntries": [sword], **more}


def seen(*modifiers: Json) -> Mapping[str, object]:
    """What a squad beside a captain comes to with these modifiers."""
    system, marines = read("gameSystem", SYSTEM), read("catalogue", catalogue(*modifiers))
    assert isinstance(system, GameSystem) and isinstance(marines, Catalogue)
    library = Library(system, [marines])
    added = edit.add_force(edit.new_roster(library, "army"), library, "patrol", "marines")
    roster, squad = edit.select(added.roster, library, added.id, "squad")
    roster, _ = edit.select(roster, library, added.id, "captain")
    done = evaluate(roster, library)
    unit = next(found for found in done.view.units() if found.id == squad)
    return {
        "name": unit.name,
        "pts": sum(cost.value for cost in unit.costs),
        "w": unit.profiles[0].characteristics[0].value if unit.profiles else None,
        "categories": {category.entry_id: category.primary for category in unit.categories},
        "findings": [finding.code for finding in done.findings],
    }


AND = {"type": "and", **when("atLeast", "force", "captain")}
NEVER = {"type": "or", "conditions": [{"type": "never", **query("self")}]}
BOTH = {"conditionGroups": [AND, NEVER]}

DONE: dict[str, tuple[Json | list[Json], str, object]] = {
    # Modifiers: 1.2.
    "append": (change("append", "name", "II"), "name", "Squad II"),
    "append what is there": (change("append", "name", "quad", skipIfPresent=True), "name", "Squad"),
    "prepend what is there": (change("prepend", "name", "Sq", skipIfPresent=True), "name", "Squad"),
    "append what is not there": (change("append", "name", "II", skipIfPresent=True), "name", "Squad II"),
    "set what is there": (change("set", "name", "quad", skipIfPresent=True), "name", "quad"),
    "joined by nothing": (change("append", "name", "s", join=""), "name", "Squads"),
    "no value": ({"type": "set", "field": "name"}, "name", ""),
    "replace by nothing": ({"type": "replace", "field": "name", "arg": "Squ"}, "name", "ad"),
    "a position left empty": (change("increment", "w", 1, position="", affects="profiles.Man"), "w", "3+"),
    "divide": (change("divide", "pts", 8), "pts", 12.5),
    "floor is a least value": (change("floor", "w", 3, affects="profiles.Man"), "w", "3+"),
    "ceil is a greatest value": (change("ceil", "pts", 60), "pts", 60),
    "clamped last": ([change("ceil", "pts", 60), change("set", "pts", 90)], "pts", 60),
    "cumulative-add": (change("cumulative-add", "pts", 5, repeats=[repeat("self", "sword")]), "pts", 110),
    "cumulative-multiply": (change("cumulative-multiply", "pts", 2), "pts", 200),
    "another primary": (change("set-primary", "category", "hq"), "categories", {"troops": False, "hq": True}),
    "no primary": (change("unset-primary", "category", "troops"), "categories", {"troops": False}),
    "no primary of another": (change("unset-primary", "category", "hq"), "categories", {"troops": True}),
    "set a category": (change("set", "category", "hq"), "categories", {"troops": False, "hq": True}),
    "remove a category": (change("remove", "category", "troops"), "categories", {}),
    # Groups of conditions: 1.4.
    "hidden by a group": (change("set", "hidden", True, conditionGroups=[AND]), "findings", ["hidden"]),
    "shown by a group": (change("set", "hidden", True, conditionGroups=[NEVER]), "findings", []),
    "arithmetic by a group": (change("multiply", "pts", 2, conditionGroups=[AND]), "pts", 200),
    "no arithmetic by a group": (change("multiply", "pts", 2, conditionGroups=[NEVER]), "pts", 100),
    "a group in a group": (change("power", "pts", 2, conditionGroups=[{"type": "or", **BOTH}]), "pts", 10_000),
    "not all in a group": (change("power", "pts", 2, conditionGroups=[{"type": "and", **BOTH}]), "pts", 100),
    "some of a group": (set_name(conditionGroups=[{"type": "count", "min": 1, "max": 1, **BOTH}]), "name", "yes"),
    "a note of the editor": (set_name(**when("atLeast", "force", "captain", childName="Captain")), "name", "yes"),
    # Scopes: 2.1.
    "an ancestor is a force": (set_name(**when("instanceOf", "ancestor", "patrol")), "name", "yes"),
    "an ancestor is of a catalogue": (set_name(**when("instanceOf", "ancestor", "marines")), "name", "yes"),
    "the force": (set_name(**when("instanceOf", "force", "patrol")), "name", "yes"),
    "the parent is of a catalogue": (set_name(**when("instanceOf", "parent", "marines")), "name", "yes"),
    "no ancestor of one's own": (set_name(**when("instanceOf", "ancestor", "squad")), "name", "Squad"),
    "the nearest unit above": (set_name(**when("instanceOf", "unit", "squad")), "name", "Squad"),
    "the nearest unit from here": (set_name(**when("instanceOf", "unit-self", "squad")), "name", "yes"),
    # What is counted: 2.2.
    "what a link leads to": (set_name(**when("atLeast", "self", "to-sword")), "name", "yes"),
    "what a group holds": (set_name(**when("atLeast", "self", "arms", value=2)), "name", "yes"),
    "a type of New Recruit": (set_name(**when("atLeast", "force", "crew")), "name", "yes"),
    "nothing named": (set_name(**when("atLeast", "force", None, value=0)), "name", "Squad"),
    "none of a thing in oneself": (set_name(**when("atLeast", "self", "captain", value=0)), "name", "yes"),
    # Repeats: 2.3.
    "repeats add up": (dearer(repeat("self", "sword", 3), repeat("force", "captain")), "pts", 107),
    "a repeat for a part": (dearer(repeat("self", "sword", value=0.3)), "pts", 106),
    "a repeat rounded up": (dearer(repeat("self", "sword", value=0.3, roundUp=True)), "pts", 107),
    "text for each repeat": (change("append", "name", "x", repeats=[repeat("self", "sword")]), "name", "Squad x x"),
}


@pytest.mark.parametrize("kind", DONE)
def test_what_data_says_comes_to_what_it_means(kind: str) -> None:
    modifiers, what, expected = DONE[kind]
    assert seen(*(modifiers if isinstance(modifiers, list) else [modifiers]))[what] == expected


def doing(type: str, **more: Any) -> Json:
    return {"modifiers": [{"type": type, "field": "pts", "value": 1, **more}]}


def grouped(type: str) -> Json:
    return doing("increment", conditionGroups=[{"type": type, **when("atLeast", "force")}])


def asking(**more: Any) -> Json:
    return doing("increment", **when("atLeast", **more))


UNSURE: dict[str, tuple[Json, str]] = {
    "exponent": (doing("exponent"), "a modifier “exponent” is not understood and has no effect"),
    "triangular": (doing("triangular"), "a modifier “triangular” is not understood"),
    "hide": (doing("hide"), "a modifier “hide” is not understood"),
    "add-info": (doing("add", field="add-info"), "a modifier of “add-info” is not understood"),
    "tracked": (doing("set", field="tracked"), "a modifier of “tracked” is not understood"),
    "readme": (doing("set", field="readme"), "a modifier of “readme” is not understood"),
    "a modifier of ancestors": (doing("set", scope="ancestor"), "a modifier of the scope “ancestor” is not understood"),
    "a modifier of a group": (doing("set", scope="group"), "a modifier of the scope “group” is not understood"),
    "a modifier of a link": (doing("set", scope="link-self"), "a modifier of the scope “link-self” is not"),
    "a modifier of what is tied": (
        doing("set", affects="associations.profiles.Man"),
        "a modifier of “associations.profiles.Man” is not understood",
    ),
    "arithmetic of groups": (grouped("add"), "type 'add', which is not one of and, or, count, not"),
    "comparisons of groups": (grouped("greater"), "type 'greater', which is not one of and, or, count, not"),
    "a scope of groups": (asking(scope="group"), "the scope “group” is not understood: nothing is there"),
    "a scope of links": (asking(scope="link"), "the scope “link” is not understood"),
    "a count of headers": (asking(scope="force", child="header"), "what counts “header” is not understood"),
    "a count of nothing": (asking(scope="force", child=None), "without a childId counts nothing and never holds"),
    "ties that are counted": (asking(scope="force", field="associations"), "counts “associations”, which does not"),
    "ties that are followed": (asking(scope="force", traverseAssociationGroup=True), "says traverseAssociationGroup"),
    "ties that are asked": (asking(scope="force", queryFromSelf=True), "says queryFromSelf, which means nothing here"),
    "a limit of another": (
        {"constraints": [{"id": "most", "type": "max", **query("self", "captain")}]},
        "a limit of another element than its own (childId) is not understood",
    ),
    "ties": ({"associations": [{"id": "x"}]}, "“associations” (ties between units) has no effect here"),
    "links to ties": ({"associationLinks": [{"id": "x"}]}, "“associationLinks” (ties between units) has no effect"),
    "second values": (
        {
            "profiles": [
                {"id": "tied", "name": "Man", "typeId": "man", "typeName": "Man", "attributes": [{"name": "a"}]}
            ]
        },
        "“attributes” (a second set of values) has no effect here",
    ),
    "collapsible": ({"collapsible": True}, "“collapsible” (how options are shown) has no effect here"),
    "exportable": ({"exportable": False}, "“exportable” (what other programs export) has no effect here"),
    "names for texts": (
        {"rules": [{"id": "fury", "name": "Fury", "alias": ["Furious"], "noindex": True}]},
        "“noindex” (which names texts link to) has no effect here",
    ),
    "a cost of nothing known": (
        {"costs": [{"name": "Gold", "typeId": "g", "value": 1}]},
        "a cost is in “Gold” (g), which the game system does not count",
    ),
    "something new": ({"novelty": 1}, "<selectionEntry> says novelty, which means nothing here"),
}
IN_SYSTEM: dict[str, tuple[str, Json, str]] = {
    "second columns": ("profileTypes", {"attributeTypes": [{"id": "a"}]}, "“attributeTypes” (a second set of columns)"),
    "kinds of profiles": ("profileTypes", {"kind": "model"}, "“kind” (how profiles are shown) has no effect here"),
    "labels of forces": ("forceEntries", {"childForcesLabel": "Wings"}, "“childForcesLabel” (how forces are shown)"),
    "ties for all": ("sharedAssociations", {}, "“sharedAssociations” (ties between units) has no effect here"),
    "a cost of a slot": ("categoryEntries", {"costs": [{"typeId": "pts", "value": 1}]}, "<costs> has no meaning here"),
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checked, ...]:
    """What is told of a set whose two catalogues both hold all that is not understood."""
    place = tmp_path_factory.mktemp("kinds")
    system = {**SYSTEM, **{tag: [*SYSTEM.get(tag, ())] for tag, _, _ in IN_SYSTEM.values()}}
    for number, (tag, more, _) in enumerate(IN_SYSTEM.values()):
        system[tag].append({"id": f"s{number}", "name": "S", **more})
    files: dict[str, Json] = {"s": {"gameSystem": system}}
    for id in ("a", "b"):
        kinds = [{"id": f"{id}{number}", "name": "X", **more} for number, (more, _) in enumerate(UNSURE.values())]
        files[id] = {"catalogue": {"id": id, "name": id, "gameSystemId": "system", "selectionEntries": kinds}}
    (place / "set").mkdir()
    for name, data in files.items():
        (place / "set" / f"{name}.json").write_text(json.dumps(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_DATA", str(place / "own"))
        add(str(place / "set"))
        return check("Small Wars")


@pytest.mark.parametrize(
    "said",
    [said for _, said in UNSURE.values()] + [said for _, _, said in IN_SYSTEM.values()],
    ids=[*UNSURE, *IN_SYSTEM],
)
def test_what_is_not_understood_is_told(said: str, checked: tuple[Checked, ...]) -> None:
    examples = (finding for each in checked for problem in each.problems for finding in problem.examples)
    assert any(said in finding.message for finding in examples)


def test_what_is_not_understood_is_told_once_a_set(checked: tuple[Checked, ...]) -> None:
    _, first, second = ({problem.code for problem in each.problems} for each in checked)
    kinds = {"data.modifier", "data.query", "data.attribute", "data.unused"}
    assert kinds <= first and not kinds & second
