from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.bounds import MOST_LEVELS
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe import write_roster
from builder.formats.detection import is_saved_roster
from builder.formats.saved import read_newrecruit, read_saved
from builder.record import replace
from builder.roster.evaluate import evaluate
from tests.formats.newrecruitfiles import as_json
from tests.formats.rosterfiles import SQUAD, force, load_roster, roster
from tests.unit.catalogues import entry, library, patrol, points

SAVED = (Path(__file__).parents[2] / "../shared/data/rosters").resolve()
WHOLE = as_json(roster())
SELECTION = "roster.forces[0].selections[0]"


def refused(data: bytes) -> Finding:
    """The one finding with which a file is refused."""
    with pytest.raises(InputError) as caught:
        read_newrecruit(data, "list.json")
    (finding,) = caught.value.findings
    assert finding.at.file == "list.json"
    return finding


def test_a_roster_reads_the_same_in_either_format() -> None:
    assert read_saved(WHOLE, "list") == read_saved(roster(), "list")


@pytest.mark.skipif(not SAVED.is_dir(), reason="the public rosters are not beside the checkout")
@pytest.mark.parametrize("file", ["HH_Test.ros", "TraitorTest.ros"])
def test_public_rosters_read_the_same_in_either_format(file: str) -> None:
    document = write_roster(read_saved((SAVED / file).read_bytes(), file).roster)
    assert read_saved(as_json(document), file) == read_saved(document, file)


def test_it_is_tied_to_its_data_like_any_saved_roster() -> None:
    known = library(entry("squad", costs=points("7.5")))
    made, _ = patrol(known)
    document = as_json(write_roster(evaluate(made, known, by_name=False).view))
    assert load_roster(document, "list.json", known).roster == made
    with pytest.raises(InputError, match="open it with the data of “40K”"):
        load_roster(WHOLE, "list.json", known)


def test_new_recruits_own_fields_do_no_harm() -> None:
    document = json.loads(WHOLE)
    document["roster"]["generatedBy"] = "https://newrecruit.eu"
    squad = document["roster"]["forces"][0]["selections"][0]
    squad.update({"from": "group", "group": "Squads::Core", "associations": [{"to": ["x"]}], "tags": None})
    squad["selections"][0]["profiles"][0]["attributes"] = [{"$text": "Black", "name": "Color", "typeId": "a"}]
    read, known = read_newrecruit(json.dumps(document).encode(), "list"), read_saved(roster(), "list")
    assert read.roster == replace(known.roster, program="https://newrecruit.eu")
    assert read.findings == known.findings


@pytest.mark.parametrize("wrap", [lambda costs: costs[0], lambda costs: {"cost": costs}])
def test_a_list_of_one_may_lack_its_brackets(wrap: object) -> None:
    document = json.loads(WHOLE)
    assert callable(wrap)
    document["roster"]["costs"] = wrap(document["roster"]["costs"])
    assert read_newrecruit(json.dumps(document).encode(), "list").roster.costs == read_saved(WHOLE, "list").roster.costs


def test_it_is_told_from_army_files() -> None:
    assert is_saved_roster(WHOLE) and is_saved_roster(b"\xef\xbb\xbf \n" + WHOLE)
    assert is_saved_roster(WHOLE[:40])
    assert not is_saved_roster(b'{"format": "muster-army", "name": "roster"}')


class TestDamage:
    def test_a_file_cut_off_is_told_with_its_place(self) -> None:
        finding = refused(json.dumps(json.loads(WHOLE), indent=1).encode()[:-40])
        assert "cut off" in finding.message
        assert finding.at.line is not None and finding.at.line > 40

    @pytest.mark.parametrize("fields", ["number", "id", "name", "entryId"])
    def test_what_is_missing_is_told_with_its_place(self, fields: str) -> None:
        finding = refused(WHOLE.replace(f'"{fields}"'.encode(), b'"other"'))
        assert finding.at.field is not None and finding.at.field.startswith("roster")
        assert finding.message == f"has no {fields}: save it again in the program that made it"

    @pytest.mark.parametrize("number", ['"nine"', "-1", "1.5", "1e9", "true", "9" * 5000])
    def test_a_number_that_is_none_is_told_with_its_place(self, number: str) -> None:
        finding = refused(WHOLE.replace(b'"number": 9', b'"number": ' + number.encode()))
        assert finding.at.field == f"{SELECTION}.selections[0]"
        assert "not a whole number" in finding.message

    @pytest.mark.parametrize("value", ["NaN", "Infinity", "1e99", '"many"'])
    def test_a_cost_that_is_none_is_told_with_its_place(self, value: str) -> None:
        finding = refused(WHOLE.replace(b'"value": 1.5', b'"value": ' + value.encode()))
        assert finding.at.field == f"{SELECTION}.costs[0]"
        assert "which is no amount" in finding.message

    @pytest.mark.parametrize(
        "nested", ['{"roster": ' + "[" * 200_000, '{"roster": {"a": ' + '{"a": ' * MOST_LEVELS + "{}"]
    )
    def test_huge_depth_is_refused(self, nested: str) -> None:
        closed = nested + "}" * (MOST_LEVELS + 2)
        assert "deep" in refused(closed.encode()).message

    def test_other_codes_and_other_contents_are_refused(self) -> None:
        assert "UTF-8" in refused(WHOLE.replace(b"Painted", b"\xff")).message
        assert "holds no roster" in refused(b'{"roster": [1]}').message

    def test_half_a_sign_is_replaced(self) -> None:
        document = WHOLE.replace(b"Painted", rb"\ud800")
        (unit,) = read_newrecruit(document, "list").roster.units()
        assert unit.custom_notes == "\ufffd"

    def test_an_id_used_twice_is_replaced_and_told(self) -> None:
        saved = read_newrecruit(as_json(roster(force(SQUAD + SQUAD))), "list")
        assert [unit.id for unit in saved.roster.units()] == ["squad", "squad-2"]
        assert {finding.severity for finding in saved.findings} == {Severity.WARNING}


@given(st.data())
def test_a_damaged_file_is_read_or_refused_with_one_message(draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(WHOLE)))
    end = draw.draw(st.integers(start, min(len(WHOLE), start + 200)))
    other = draw.draw(st.integers(0, len(WHOLE)))
    filling = draw.draw(st.sampled_from([b"", WHOLE[other : other + end - start], b"\x00", b"{", b'"', b"9", b"null"]))
    try:
        read_newrecruit(WHOLE[:start] + filling + WHOLE[end:], "list.json")
    except InputError as error:
        assert len(error.findings) == 1
        assert error.findings[0].at.file == "list.json"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["forces", "selections", "costs", "id", "name", "description"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(["forces", "name", "gameSystemId", "customNotes", "roster"]), VALUES))
def test_any_json_is_read_or_refused_with_one_message(fields: dict[str, object]) -> None:
    try:
        read_newrecruit(json.dumps({"roster": fields}).encode(), "list.json")
    except InputError as error:
        assert len(error.findings) == 1
