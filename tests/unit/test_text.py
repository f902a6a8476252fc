"""Texts from files, as they can be kept and shown."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builder.text import (
    LONGEST,
    clean,
    clean_json,
    clean_name,
    find_control,
    on_one_line,
    paragraphs_of,
    to_json,
    too_long,
)

ANY = st.text(st.characters() | st.sampled_from("\x1b\x00\x9b\x85\u202e\u2028\u200b\u0301\r\n\t"))


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Captain [/] Ünal", "Captain [/] Ünal"),
        ("A\x1b]0;title\x07B", "A\ufffd]0;title\ufffdB"),
        ("A\x9b31mB\x7f", "A\ufffd31mB\ufffd"),
        ("A\tB\r\nC\nD\x85E\u2028F", "A B C D E F"),
        ("A\u202eB\u2066C\u200bD\ufeffE\xadF", "ABCDEF"),
        ("A\x00B\ud800C\udcffD", "A\ufffdB\ufffdC\ufffdD"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("non\xa0breaking", "non\xa0breaking"),
    ],
)
def test_a_name_has_nothing_that_acts(raw: str, name: str) -> None:
    assert clean_name(raw) == name


def test_notes_keep_their_lines() -> None:
    assert clean("one\ttwo\r\nthree\x1b\u2029four") == "one two\nthree\ufffd\nfour"


@given(ANY)
@example("half \ud800")
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    name, note = clean_name(text), clean(text)
    assert (clean_name(name), clean(note)) == (name, note)
    assert {unicodedata.category(sign) for sign in name}.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
    assert {unicodedata.category(sign) for sign in note.replace("\n", "")}.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
    note.encode()


def test_line_ends_are_no_control_characters() -> None:
    assert find_control("one\r\ntwo\x85three\x1cfour\tfive") == ""
    assert find_control("one\x85two\x9bthree") == "\x9b"


def test_what_is_too_long_says_how_long_it_is() -> None:
    assert too_long("x" * LONGEST) == ""
    assert "2,001" in too_long("x" * (LONGEST + 1))


@given(st.dictionaries(ANY, ANY))
@example({"a": "half a sign \ud83d and \x9b31m, \u202e"})
def test_json_holds_all_and_acts_on_nothing(value: dict[str, str]) -> None:
    written = to_json(value)
    assert json.loads(written) == value
    assert {unicodedata.category(sign) for sign in written.replace("\n", "")}.isdisjoint({"Cc", "Cs", "Zl", "Zp"})


@given(
    st.recursive(st.text() | st.integers() | st.none(), lambda each: st.lists(each) | st.dictionaries(st.text(), each))
)
@example(["a\x1b]0;x\x07", {"\u202eb": "\t"}])
def test_json_is_clean_in_all_its_texts_and_otherwise_as_it_was(value: object) -> None:
    def cleaned(part: object) -> object:
        if isinstance(part, list):
            return [cleaned(each) for each in part]
        if isinstance(part, dict):
            return {clean(key): cleaned(each) for key, each in part.items()}
        return clean(part) if isinstance(part, str) else part

    for document in (json.dumps(value).encode(), json.dumps(value, ensure_ascii=False).encode(errors="replace")):
        assert json.loads(clean_json(document)) == cleaned(json.loads(document))


@pytest.mark.parametrize("document", [b"{", b"\xff", b'"\\u00', b"[" * 100_000, b"1" * 5_000 + b"\\u0000"])
def test_what_is_no_json_stays_as_it_is(document: bytes) -> None:
    assert clean_json(document) == document


@pytest.mark.parametrize(
    ("raw", "lines", "line"),
    [
        ("- Units may\n\n    regroup.  Always.", "Units may regroup. Always.", "- Units may regroup. Always."),
        ('Not within 24" of\nAmon himself.', 'Not within 24" of Amon himself.', 'Not within 24" of · Amon himself.'),
        ("Timing: Any Turn\nEffect: Roll.\n\nAgain.", "Timing: Any Turn\nEffect: Roll.\nAgain.", None),
        ("1-2 Commanders\n1-2 Troops", "1-2 Commanders\n1-2 Troops", "1-2 Commanders · 1-2 Troops"),
        ("The K\ufffdon loses 1.\ufffd", "The K\ufffdon loses 1.", "The K\ufffdon loses 1.\ufffd"),
        ("Joins:\n■ Squads", "Joins:\n■ Squads", "Joins: ■ Squads"),
        ("", "", ""),
    ],
)
def test_texts_of_data_are_read_in_paragraphs_and_on_one_line(raw: str, lines: str, line: str | None) -> None:
    assert paragraphs_of(raw) == lines
    assert on_one_line(raw) == ("Timing: Any Turn · Effect: Roll. Again." if line is None else line)
