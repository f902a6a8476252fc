from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.bounds import MOST_LEVELS, MOST_ZIP_BYTES, MOST_ZIP_ENTRIES
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe import read_roster
from tests.formats.rosterfiles import HEAD, SQUAD, force, roster, zipped

WHOLE = roster()
PACKED = zipped(WHOLE)
BOMB = '<!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


def refused(data: bytes) -> Finding:
    """The one finding with which a file is refused."""
    with pytest.raises(InputError) as caught:
        read_roster(data, "list.ros")
    (finding,) = caught.value.findings
    assert finding.at.file == "list.ros"
    return finding


class TestXml:
    def test_a_file_cut_off_is_told_with_its_place(self) -> None:
        finding = refused(WHOLE[:-200])
        assert "cut off" in finding.message
        assert finding.at.line is not None and finding.at.column is not None

    def test_wrong_nesting_is_told_with_its_place(self) -> None:
        finding = refused(WHOLE.replace(b"</costs><costLimits>", b"</cost><costLimits>"))
        assert (finding.code, finding.at.line) == ("file.xml", 2)

    @pytest.mark.parametrize("mistake", [b"</cost><costLimits>", b'<cost name="pts" value="many" typeId="pts"/>'])
    def test_a_mistake_is_told_with_its_column_as_editors_count_it(self, mistake: bytes) -> None:
        """From 1, at the sign where the wrong tag begins or its name does."""
        whole = WHOLE.replace(b"<costs>", b"<costs>" + mistake, 1)
        finding = refused(whole)
        assert finding.at.line is not None and finding.at.column is not None
        rest = whole.splitlines()[finding.at.line - 1][finding.at.column - 1 :]
        assert rest.removeprefix(b"</").startswith(mistake.removeprefix(b"</"))

    def test_a_file_of_another_kind_is_told_where_it_begins(self) -> None:
        finding = refused(b"\n  <other/>")
        assert (finding.at.line, finding.at.column) == (2, 3)

    @pytest.mark.parametrize("doctype", [BOMB, "<!DOCTYPE roster>", '<!DOCTYPE roster SYSTEM "file:///etc/passwd">'])
    def test_a_doctype_is_refused(self, doctype: str) -> None:
        assert "DOCTYPE" in refused(roster(head=HEAD + doctype)).message

    def test_an_entity_without_a_doctype_is_refused(self) -> None:
        assert refused(WHOLE.replace(b"Never afraid.", b"&a;")).code == "file.xml"

    @pytest.mark.parametrize("tag", ["catalogue", "gameSystem", "html"])
    def test_another_root_is_named(self, tag: str) -> None:
        message = refused(
            WHOLE.replace(b"<roster ", f"<{tag} ".encode()).replace(b"/roster>", f"/{tag}>".encode())
        ).message
        assert f"<{tag}>, not a <roster>" in message

    def test_another_namespace_is_named(self) -> None:
        assert "http://example.org" in refused(roster(space="http://example.org")).message
        assert "no namespace" in refused(roster(space="")).message

    def test_huge_depth_is_refused(self) -> None:
        assert f"{MOST_LEVELS} deep" in refused(roster("<a>" * 100_000)).message

    @pytest.mark.parametrize("encoding", ["no-such-code", "utf-7", "shift_jis"])
    def test_an_unknown_encoding_is_refused(self, encoding: str) -> None:
        assert "encoding" in refused(WHOLE.replace(b"UTF-8", encoding.encode())).message

    @pytest.mark.parametrize("data", [b"", b"   ", b"format: muster-army", b"\x00\x01\x02"])
    def test_what_is_no_xml_is_refused(self, data: bytes) -> None:
        assert refused(data).code == "file.xml"


class TestValues:
    @pytest.mark.parametrize("number", ["nine", "-1", "1.5", "1e9", "999999999999", "٣"])
    def test_a_number_that_is_none_is_told_with_its_element(self, number: str) -> None:
        finding = refused(roster(force(SQUAD.replace('number="9"', f'number="{number}"'))))
        assert finding.message.startswith(f"<selection> has number '{number}', which is not a whole number")
        assert finding.at.line is not None

    def test_numbers_that_come_to_more_than_any_army_has_are_refused(self) -> None:
        finding = refused(roster(force(SQUAD.replace('number="9"', 'number="9999"') * 3)))
        assert "over 20,000 units and choices" in finding.message

    @pytest.mark.parametrize("value", ["many", "NaN", "Infinity", "1e99", "1,5"])
    def test_a_cost_that_is_none_is_told_with_its_element(self, value: str) -> None:
        finding = refused(roster(force(SQUAD.replace('value="1.5"', f'value="{value}"'))))
        assert finding.message.startswith(f"<cost> has value '{value}', which is no amount")

    @pytest.mark.parametrize("attribute", ["id", "name", "entryId", "number"])
    def test_a_selection_without_what_it_needs_is_told(self, attribute: str) -> None:
        broken = SQUAD.replace(f' {attribute}="', f' no_{attribute}="', 1)
        assert refused(roster(force(broken))).message.startswith(f"<selection> has no {attribute}")


class TestZips:
    def test_a_zip_cut_off_is_refused(self) -> None:
        assert "damaged" in refused(PACKED[:-30]).message

    def test_a_zip_bomb_is_refused(self) -> None:
        assert "unpacks to far more" in refused(zipped(b" " * 5_000_000)).message

    def test_a_zip_that_lies_about_its_size_is_refused(self) -> None:
        lying = bytearray(zipped(b" " * 5_000_000))
        directory = lying.rindex(b"PK\x01\x02")
        lying[directory + 24 : directory + 28] = struct.pack("<I", 100)
        assert refused(bytes(lying)).code in {"file.zip", "file.xml"}

    def test_too_many_entries_are_refused(self) -> None:
        names = [f"{n}.ros" for n in range(MOST_ZIP_ENTRIES + 1)]
        assert f"{MOST_ZIP_ENTRIES + 1} entries" in refused(zipped(WHOLE, *names)).message

    def test_several_files_are_refused_and_a_folder_is_none(self) -> None:
        assert "2 files" in refused(zipped(WHOLE, "a.ros", "b.ros")).message
        assert read_roster(zipped(WHOLE, "folder/a.ros", "__MACOSX/._a.ros"), "x").roster.name == "My list"

    def test_an_empty_zip_is_refused(self) -> None:
        file = io.BytesIO()
        zipfile.ZipFile(file, "w").close()
        assert "no file" in refused(file.getvalue()).message

    def test_a_zip_in_a_zip_is_refused(self) -> None:
        assert "another zip" in refused(zipped(PACKED, compression=zipfile.ZIP_STORED)).message

    def test_a_password_is_refused(self) -> None:
        locked = bytearray(PACKED)
        locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
        assert "password" in refused(bytes(locked)).message

    def test_other_packing_is_refused(self) -> None:
        assert "packed in a way" in refused(zipped(WHOLE, compression=zipfile.ZIP_LZMA)).message

    def test_a_huge_file_is_refused_unread(self) -> None:
        assert "MiB" in refused(b"PK\x03\x04" + bytes(MOST_ZIP_BYTES)).message


@given(st.sampled_from([WHOLE, PACKED]), st.data())
def test_a_damaged_file_is_read_or_refused_with_one_message(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, min(len(data), start + 200)))
    other = draw.draw(st.integers(0, len(data)))
    filling = draw.draw(st.sampled_from([b"", data[other : other + end - start], b"\x00", b"<", b'"']))
    damaged = data[:start] + filling + data[end:]
    try:
        read_roster(damaged, "list.ros")
    except InputError as error:
        assert len(error.findings) == 1
        assert error.findings[0].at.file == "list.ros"


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_with_one_message(data: bytes) -> None:
    assert refused(data).severity is Severity.ERROR
