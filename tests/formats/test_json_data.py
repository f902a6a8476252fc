"""Data files in New Recruit's JSON: the same as their XML, and one message for what is damaged."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue
from builder.errors import InputError, Severity
from builder.formats.battlescribe.catalogues import read_data_file
from builder.formats.battlescribe.dataelements import LISTS
from builder.record import replace
from builder.roster.edit import select
from builder.roster.evaluate import evaluate
from builder.roster.parts import put
from tests.formats.datafiles import catalogue, game_system
from tests.unit.catalogues import patrol, system


def as_json(document: bytes) -> bytes:
    """A data file of XML as New Recruit's editor writes it."""
    root = ElementTree.fromstring(document)
    tag = root.tag.partition("}")[2]
    return json.dumps({tag: fields(root)}, indent=2).encode()


def fields(element: ElementTree.Element) -> dict[str, Any]:
    made: dict[str, Any] = {key: typed(value) for key, value in element.attrib.items()}
    for child in element:
        tag = child.tag.partition("}")[2]
        if tag in LISTS:
            if len(child):
                made[tag] = [fields(one) for one in child]
        else:
            made[tag] = child.text or ""
    if element.text and element.text.strip():
        made["$text"] = element.text
    return made


def typed(value: str) -> object:
    if value in ("true", "false"):
        return value == "true"
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value


@pytest.mark.parametrize("document", [game_system(), catalogue()], ids=["system", "catalogue"])
def test_a_file_is_read_as_its_xml_is(document: bytes) -> None:
    assert read_data_file(as_json(document), "file").root == read_data_file(document, "file").root


def test_numbers_for_ids_and_names_are_texts() -> None:
    entry = {"id": 1234, "name": 40, "type": "model", "hidden": False, "defaultAmount": "1,1,1", "page": 7}
    data = {"catalogue": {"id": "c", "name": "C", "gameSystemId": "s", "selectionEntries": [entry]}}
    (found,) = read_data_file(json.dumps(data).encode(), "c.json").root.selection_entries
    assert (found.id, found.name, found.page, found.default_amounts) == ("1234", "40", "7", (1, 1, 1))


def test_what_is_wrong_in_it_is_told_without_a_line() -> None:
    entries = [{"name": "No id"}, {"id": "a", "name": "A"}, {"id": "a", "name": "A again"}, "no entry"]
    cost = [{"typeId": "pts", "value": "many"}]
    data = {"catalogue": {"id": "c", "name": "C", "selectionEntries": [*entries, {"id": "b", "costs": cost}]}}
    read = read_data_file(json.dumps(data).encode(), "c.json")
    assert [(finding.code, finding.at.line) for finding in read.findings] == [
        ("data.namespace", None),
        ("data.version", None),
        ("data.id", None),
        ("data.id-repeated", None),
        ("data.value", None),
    ]
    assert [entry.id for entry in read.root.selection_entries] == ["nameless-1", "a", "a", "b"]


def test_unknown_lists_and_keys_are_told_once() -> None:
    entry = {"id": "a", "name": "A", "novelty": 1, "wonders": [{"id": "x"}]}
    data = {"catalogue": {"id": "c", "name": "C", "selectionEntries": [entry, {**entry, "id": "b"}]}}
    told = {finding.code: finding.message for finding in read_data_file(json.dumps(data).encode(), "c.json").findings}
    assert told["data.element"].startswith("<wonders> has no meaning here") and "2 times" in told["data.element"]
    assert told["data.attribute"].startswith("<selectionEntry> says novelty") and "2 times" in told["data.attribute"]


def test_what_is_known_and_not_used_is_told_once_with_what_it_is_for() -> None:
    entry = {"id": "a", "name": "A", "flatten": True, "sortIndex": 3, "associations": [{"id": "x", "name": "Leader"}]}
    rule = {"id": "r", "name": "Fury", "alias": ["Furious"]}
    inside = {"selectionEntries": [entry, {**entry, "id": "b"}], "sharedRules": [rule]}
    read = read_data_file(json.dumps({"catalogue": {"id": "c", "name": "C", **inside}}).encode(), "c.json")
    assert [each.message for each in read.findings if each.severity is Severity.INFO] == [
        "“associations” (ties between units) has no effect here (2 times in this file)",
        "“flatten” (how options are shown) has no effect here (2 times in this file)",
        "“alias” (other names that texts may use) has no effect here",
    ]
    assert not any(finding.code in ("data.element", "data.attribute") for finding in read.findings)


def test_exactly_is_a_least_and_a_greatest_count_that_one_modifier_changes() -> None:
    limit = {"id": "two", "type": "exactly", "value": 2, "scope": "parent", "field": "selections", "message": "Two!"}
    more = {"type": "set", "field": "two", "value": 3}
    sword = {"id": "sword", "name": "Sword", "constraints": [limit], "modifiers": [more]}
    squad = {"id": "squad", "name": "Squad", "type": "unit", "step": 5, "selectionEntries": [sword]}
    data = {"catalogue": {"id": "marines", "name": "C", "gameSystemId": "system", "selectionEntries": [squad]}}
    root = read_data_file(json.dumps(data).encode(), "c.json").root
    assert isinstance(root, Catalogue)
    library = Library(system(), [root])
    roster, force = patrol(library)
    roster, _ = select(roster, library, force, "squad")
    (unit,) = roster.forces[0].selections
    assert [(part.entry_path, part.number) for part in unit.selections] == [("sword", 3)]
    few = replace(unit, selections=tuple(replace(part, number=1) for part in unit.selections))
    told = evaluate(put(roster, {unit.id: few}), library).findings
    assert [(each.code, each.message, each.at.constraint) for each in told] == [("min", "Two!", "two-min")]


@pytest.mark.parametrize(("negative", "told"), [(False, []), (True, ["deep"])])
def test_a_greatest_number_below_0_is_a_limit_only_where_it_may_be_negative(negative: bool, told: list[str]) -> None:
    limit = {"id": "deep", "type": "max", "value": -1, "scope": "force", "field": "selections", "negative": negative}
    diver = {"id": "diver", "name": "Diver", "type": "unit", "constraints": [limit]}
    data = {"catalogue": {"id": "marines", "name": "C", "gameSystemId": "system", "selectionEntries": [diver]}}
    read = read_data_file(json.dumps(data).encode(), "c.json")
    assert isinstance(read.root, Catalogue) and not any(each.code == "data.attribute" for each in read.findings)
    library = Library(system(), [read.root])
    roster, force = patrol(library)
    roster, _ = select(roster, library, force, "diver")
    assert [each.at.constraint for each in evaluate(roster, library).findings] == told


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        (b'{"catalogue": {"id": "a"', "damaged or cut off"),
        (b'{"catalogue": ["a"]}', "no game system and no catalogue"),
        (b'{"catalogue": {"name": "\xff"}}', "damaged or cut off"),
        (b'{"catalogue": ' + b'{"a": ' * 400 + b"1" + b"}" * 401, "more than 200 deep"),
        (b'{"catalogue": ' + b"[" * 100_000, "deep"),
        (b'{"catalogue": {"battleScribeVersion": "1.15"}}', "version 1.15"),
    ],
)
def test_what_cannot_be_read_is_one_message(document: bytes, wanted: str) -> None:
    with pytest.raises(InputError) as refused:
        read_data_file(document, "bad.json")
    (finding,) = refused.value.findings
    assert wanted in finding.message and finding.at.file == "bad.json"
