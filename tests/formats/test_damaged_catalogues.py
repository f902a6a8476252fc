"""Catalogues with mistakes: one message each, with its line and its mend, and all the rest is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.bounds import MOST_LEVELS
from builder.catalogue.model import Catalogue
from builder.errors import Finding, InputError
from builder.formats.battlescribe.catalogues import read_data_file
from tests.formats.datafiles import HEAD, OLD_ENTRY, OLD_SYSTEM_BODY, SHARED, SQUAD, catalogue, game_system

WHOLE = catalogue(SQUAD + OLD_ENTRY)
BOMB = '<!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


def refused(data: bytes) -> Finding:
    """The one finding with which a file is refused."""
    with pytest.raises(InputError) as caught:
        read_data_file(data, "marines.cat")
    (finding,) = caught.value.findings
    assert finding.at.file == "marines.cat"
    return finding


def read(squad: str, *, shared: str = SHARED) -> tuple[Catalogue, list[Finding]]:
    file = read_data_file(catalogue(squad, shared), "marines.cat")
    assert file.catalogue
    return file.catalogue, list(file.findings)


def changed(old: str, new: str) -> tuple[Catalogue, Finding]:
    """The catalogue with one thing changed in its squad, and the one finding that this makes."""
    assert SQUAD.count(old) == 1
    found, findings = read(SQUAD.replace(old, new))
    (finding,) = findings
    assert finding.at.file == "marines.cat"
    return found, finding


def line_of(text: str, data: bytes) -> int:
    return data.decode().split(text)[0].count("\n") + 1


class TestRefused:
    def test_a_file_cut_off_is_told_with_its_place(self) -> None:
        finding = refused(WHOLE[:-30])
        assert "cut off" in finding.message and finding.at.line is not None

    @pytest.mark.parametrize("doctype", [BOMB, "<!DOCTYPE catalogue>", '<!DOCTYPE c SYSTEM "file:///etc/passwd">'])
    def test_a_doctype_is_refused(self, doctype: str) -> None:
        assert "DOCTYPE" in refused(WHOLE.replace(HEAD.encode(), (HEAD + doctype).encode())).message

    @pytest.mark.parametrize("tag", ["roster", "html", "dataIndex"])
    def test_another_root_is_named(self, tag: str) -> None:
        assert f"<{tag}>, neither" in refused(f"<{tag}/>".encode()).message

    @pytest.mark.parametrize("opening", ["<a>", "<selectionEntries><selectionEntry id='x'>"])
    def test_huge_depth_is_refused(self, opening: str) -> None:
        assert f"{MOST_LEVELS} deep" in refused(HEAD.encode() + f"<catalogue>{opening * 10_000}".encode()).message

    def test_what_is_no_xml_is_refused(self) -> None:
        assert refused(b"\x00\x01\x02").code == "file.xml"
        assert refused(b"").code == "file.xml"


class TestTold:
    def test_another_namespace(self) -> None:
        file = read_data_file(catalogue(space="http://example.org"), "marines.cat")
        (finding,) = file.findings
        assert (finding.code, finding.at.line) == ("data.namespace", 2)
        assert "http://example.org" in finding.message
        assert file.root == read_data_file(catalogue(), "marines.cat").root

    def test_a_repeated_id(self) -> None:
        found, finding = changed('id="arms"', 'id="squad"')
        assert finding.code == "data.id-repeated"
        assert finding.at.line == line_of('<selectionEntryGroup id="arms"', catalogue())
        assert str(line_of('<selectionEntry id="squad"', catalogue())) in finding.message
        assert found.selection_entries[0].selection_entry_groups[0].id == "squad"

    @pytest.mark.parametrize("none", ["", 'id="" ', 'id=" " '])
    def test_a_missing_id(self, none: str) -> None:
        found, finding = changed('id="arms" ', none)
        assert finding.code == "data.id" and "Arms" in finding.message
        assert found.selection_entries[0].selection_entry_groups[0].id == f"line-{finding.at.line}"

    def test_a_force_without_an_id_keeps_its_categories(self) -> None:
        file = read_data_file(game_system(OLD_SYSTEM_BODY.replace('id="chart" ', ""), version="2.00"), "old.gst")
        (finding,) = file.findings
        assert finding.code == "data.id"
        assert [link.target_id for link in file.root.force_entries[0].category_links] == ["hq", "elites"]
        assert [category.id for category in file.root.category_entries] == ["hq", "elites"]

    @pytest.mark.parametrize("wrong", ["many", "NaN", "1e400", "1,5", ""])
    def test_a_bound_that_is_no_number_is_left_out(self, wrong: str) -> None:
        found, finding = changed('value="50.5"', f'value="{wrong}"')
        assert finding.code == "data.value" and f"'{wrong}'" in finding.message
        assert found.selection_entries[0].selection_entry_groups[0].constraints == ()

    def test_a_cost_without_a_number_is_left_out(self) -> None:
        found, finding = changed(' value="90.0"', "")
        assert "has no value" in finding.message
        assert found.selection_entries[0].costs == ()

    def test_a_flag_that_is_neither_yes_nor_no_is_no(self) -> None:
        found, finding = changed('hidden="false" defaultSelectionEntryId', 'hidden="maybe" defaultSelectionEntryId')
        assert "'maybe'" in finding.message and "true or false" in finding.message
        assert not found.selection_entries[0].selection_entry_groups[0].hidden

    def test_an_unknown_kind_of_entry_is_an_upgrade(self) -> None:
        found, finding = changed('type="unit"', 'type="squadron"')
        assert "'squadron'" in finding.message
        assert found.selection_entries[0].type == "upgrade"

    @pytest.mark.parametrize("none", ["", ' targetId=""'])
    def test_a_link_without_a_target_is_left_out(self, none: str) -> None:
        found, finding = changed(' targetId="gun"', none)
        assert "targetId" in finding.message
        assert found.selection_entries[0].selection_entry_groups[0].entry_links == ()

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ('value="1" childId="any"', 'value="some" childId="any"'),
            ('type="atLeast"', 'type="perhaps"'),
            ('<conditionGroup type="or">', '<conditionGroup type="xor">'),
            ('value="5.0"', 'value="each"'),
        ],
    )
    def test_a_change_with_a_condition_that_cannot_be_read_never_applies(self, old: str, new: str) -> None:
        found, finding = changed(old, new)
        assert finding.code == "data.value"
        assert found.selection_entries[0].selection_entry_groups[0].modifiers == ()

    def test_an_element_that_nobody_knows_is_passed_over_with_all_in_it(self) -> None:
        found, finding = changed("<profiles>", "<profile id='x'><profiles/></profile><profiles>")
        assert finding.code == "data.element" and "<profile>" in finding.message
        assert len(found.selection_entries[0].profiles) == 1

    def test_every_mistake_of_a_file_is_told_in_its_order(self) -> None:
        squad = SQUAD.replace('value="90.0"', 'value="x"').replace('id="arms"', 'id="squad"')
        _, findings = read(squad.replace('hidden="false" typeId', 'hidden="?" typeId'))
        assert [finding.code for finding in findings] == ["data.value", "data.id-repeated", "data.value"]
        lines = [finding.at.line or 0 for finding in findings]
        assert lines == sorted(lines)


class TestAnything:
    @settings(max_examples=30)
    @given(st.integers(0, len(WHOLE)), st.integers(0, 200))
    def test_a_hole_in_a_file_is_refused_or_told(self, start: int, length: int) -> None:
        with_hole = WHOLE[:start] + WHOLE[start + length :]
        try:
            file = read_data_file(with_hole, "marines.cat")
        except InputError as error:
            assert len(error.findings) == 1
        else:
            assert file.root.id

    @settings(max_examples=30)
    @given(st.data())
    def test_pieces_that_change_places_are_refused_or_told(self, data: st.DataObject) -> None:
        pieces = WHOLE.split(b"\n")
        first, second = (data.draw(st.integers(2, len(pieces) - 1)) for _ in range(2))
        pieces[first], pieces[second] = pieces[second], pieces[first]
        try:
            read_data_file(b"\n".join(pieces), "marines.cat")
        except InputError as error:
            assert all(finding.message for finding in error.findings)

    @settings(max_examples=30)
    @given(st.sampled_from(["id", "value", "type", "hidden", "targetId", "field", "scope", "revision"]), st.text())
    def test_any_text_in_an_attribute_is_read_or_told(self, attribute: str, text: str) -> None:
        safe = "".join(sign for sign in text if sign.isprintable() and sign not in "<&\"'")
        for whole in (WHOLE, game_system()):
            parts = whole.decode().split(f' {attribute}="')
            parts[1:] = [f'{safe}"{part.partition(chr(34))[2]}' for part in parts[1:]]
            assert read_data_file(f' {attribute}="'.join(parts).encode(), "x.cat").root is not None
