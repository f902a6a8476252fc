"""Texts of other people's files: what acts on a terminal is taken out, what is endless is cut and told."""

from __future__ import annotations

import json

from builder.errors import Finding, Severity
from builder.formats.battlescribe.catalogues import read_data_file
from builder.formats.saved import read_saved
from builder.text import LONGEST

ESCAPES = "A\x1b]0;title\x07\tB\u202e\ud800\x9b31m"
CLEANED = "A\ufffd]0;title\ufffd B\ufffd\ufffd31m"
ENDLESS = "x" * 1_000_000


def new_recruit(name: str, note: str = "") -> bytes:
    unit = {"id": "u", "name": name, "entryId": "e", "number": 1, "type": "unit", "customNotes": note}
    force = {"id": "f", "name": name, "entryId": "p", "catalogueId": "c", "selections": [unit]}
    roster = {"id": "r", "name": name, "gameSystemId": "g", "forces": [force]}
    return json.dumps({"roster": roster}).encode()


def saved(name: str, note: str = "") -> bytes:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<roster xmlns="http://www.battlescribe.net/schema/rosterSchema" id="r" name="{name}" gameSystemId="g"><forces>
<force id="f" name="{name}" entryId="p" catalogueId="c"><selections>
<selection id="u" name="{name}" entryId="e" number="1" type="unit"><customNotes>{note}</customNotes></selection>
</selections></force></forces></roster>""".encode()


def test_a_roster_of_new_recruit_has_names_that_act_on_nothing() -> None:
    read = read_saved(new_recruit(ESCAPES, f"one\r\n{ESCAPES}"), "a.json").roster
    (unit,) = read.units()
    assert {read.name, read.forces[0].name, unit.name} == {CLEANED}
    assert unit.custom_notes == f"one\n{CLEANED}"


def test_a_saved_roster_has_names_that_act_on_nothing() -> None:
    raw = "A&#x9b;31m&#10;B\u202eC"
    read = read_saved(saved(raw, raw), "a.ros").roster
    (unit,) = read.units()
    assert {read.name, unit.name} == {"A\ufffd31m BC"}
    assert unit.custom_notes == "A\ufffd31m\nBC"


def long_ones(findings: tuple[Finding, ...]) -> list[str]:
    assert {finding.severity for finding in findings} <= {Severity.WARNING}
    return [str(finding) for finding in findings if finding.code in ("file.long", "data.long")]


def test_an_endless_name_is_cut_and_told_with_its_place() -> None:
    for document, place in (
        (new_recruit(ENDLESS, ENDLESS), "a: roster.forces[0].selections[0]: "),
        (saved(ENDLESS, ENDLESS), "a:4:1: "),
    ):
        read = read_saved(document, "a")
        (unit,) = read.roster.units()
        assert len(read.roster.name) == len(unit.name) == len(unit.custom_notes or "") == LONGEST
        told = long_ones(read.findings)
        assert len(told) == 4
        assert f"{place}the name is 1,000,000 characters long, of which the first 2,000 are read: shorten it" in told


def test_a_catalogue_has_names_that_act_on_nothing_and_an_end() -> None:
    document = f"""<?xml version="1.0" encoding="UTF-8"?>
<catalogue id="c" name="A&#x9b;31m&#10;B\u202eC" gameSystemId="g" battleScribeVersion="2.03"
 xmlns="http://www.battlescribe.net/schema/catalogueSchema">
<rules><rule id="r" name="{ENDLESS}"><description>one&#x85;two&#x9b;{ENDLESS}</description></rule></rules>
</catalogue>""".encode()
    read = read_data_file(document, "a.cat")
    assert read.root.name == "A\ufffd31m BC"
    (rule,) = read.root.rules
    assert rule.name == ENDLESS[:LONGEST]
    assert rule.description == f"one\ntwo\ufffd{ENDLESS}"
    (told,) = long_ones(read.findings)
    assert told.startswith("a.cat:4: <rule> “xxx") and "is 1,000,000 characters long" in told and len(told) < 500
