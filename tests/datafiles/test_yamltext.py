"""YAML read as text with places."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.datafiles.text.source import Value, read_document
from builder.errors import Severity
from builder.text import LONGEST


def read(text: str) -> Value:
    document = read_document(text.encode(), "a.yaml")
    assert not document.findings
    return document.value


def messages(text: str) -> list[str]:
    return [str(finding) for finding in read_document(text.encode(), "a.yaml").findings]


@pytest.mark.parametrize(
    "text", ["No", "yes", "12:30", "010", "1e3", "2024-01-01", "0x1F", "3+", '24"', "4(5)", "true"]
)
def test_every_scalar_is_text(text: str) -> None:
    assert read(f"name: {text}") == {"name": text}


def test_nothing_is_nothing() -> None:
    assert read("name:\nother: ~") == {"name": None, "other": None}
    assert read('name: ""') == {"name": ""}


def test_a_place_is_that_of_the_value() -> None:
    document = read_document(b"units:\n  Squad:\n    points: ninety\n", "a.yaml")
    place = document.place(("units", "Squad", "points"))
    assert (place.line, place.column, place.field) == (3, 13, "units › Squad › points")


def test_a_missing_node_is_placed_at_its_parent() -> None:
    document = read_document(b"units:\n  Squad:\n    points: 3\n", "a.yaml")
    assert document.place(("units", "Squad", "slot")).line == 2


def test_a_lone_dash_is_taught() -> None:
    found = read_document(b"weapon:\n  AP: -\n  S: 4\n", "a.yaml")
    assert [str(f) for f in found.findings] == [
        "a.yaml:2:7: a lone '-' begins a list in YAML: write it in quotes, \"-\""
    ]
    assert found.value == {"weapon": {"AP": "-", "S": "4"}}


@pytest.mark.parametrize("line", ["name: 'Ard Boyz", "- 'Ard Boyz", "names: [a, 'Ard Boyz]"])
def test_a_leading_apostrophe_is_taught(line: str) -> None:
    assert messages(f"{line}\n")[0].endswith('needs double quotes: write "\'Ard Boyz"')


def test_a_name_cut_short_by_a_comment_is_a_warning() -> None:
    document = read_document(b"name: Boyz #2\n", "a.yaml")
    assert document.findings[0].severity is Severity.WARNING
    assert '"Boyz #2"' in document.findings[0].message
    assert not messages("name: Boyz # a real comment\n")


def test_several_slips_are_told_at_once() -> None:
    assert len(messages("a:\n  b: -\n  c: -\nname: 'Ard\nother: 'Uge\n")) == 4


def test_a_name_twice_is_a_mistake() -> None:
    assert messages("a: 1\na: 2\n") == ["a.yaml:2:1: a: 'a' stands here twice: keep one of them"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        (b"name: a\x07b", "U+0007"),
        (b"[" * 100_000, "40 levels deep"),
        (b"- " * 100_000, "40 levels deep"),
        (b"a: &a [*a, *a]", "refers to another place"),
        (b"a: b\n---\nc: d", "second document"),
        (b"? [a]\n: b", "plain text"),
        (b"a: [1, 2", "not YAML"),
        (b"\tname: x", "a tab stands here"),
        (b"%%%", "not YAML"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, said: str) -> None:
    assert any(said in str(finding) for finding in read_document(data, "a.yaml").findings)


def test_what_is_told_of_half_a_file_is_short_and_keeps_its_end() -> None:
    document = read_document(b"name: " + b"x" * 5000, "a.yaml")
    document.add(("y" * 5000,), f"'{document.value}' is wrong: write less")
    long, finding = document.findings
    assert "is 5,000 characters long" in long.message and document.value == {"name": "x" * LONGEST}
    assert len(finding.message) < 600 and finding.message.endswith("is wrong: write less")
    assert len(finding.at.field or "") < 100


ANYTHING = (
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.text(alphabet="ab:'\"-#[]{},&*?|>!% \n\t~0", max_size=80).map(str.encode)
)


@settings(max_examples=100)
@given(ANYTHING)
def test_whatever_is_read_every_mistake_has_its_place(data: bytes) -> None:
    document = read_document(data, "a.yaml")
    assert all(finding.at.file == "a.yaml" and (finding.at.line or 0) >= 1 for finding in document.findings)
    assert document.places or document.value is None
