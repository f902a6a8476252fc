"""Who is meant by what a player writes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import PlayError
from builder.systems.play.events import Player
from builder.systems.play.game import PartRef, Side, UnitRef
from builder.systems.play.lookup import At, find_any, find_part, find_side, find_unit, marks, numbered, ref_text
from tests.systems.play.bands import MIA, begun, played
from tests.systems.play.toy import PLAY, RULES, start

AT: At[Any] = At(PLAY.begin(begun()), RULES)


@pytest.mark.parametrize(
    ("written", "side", "identity"),
    [
        ("b", 0, "b"),
        ("X", 1, "x"),
        ("guns 2", 0, "b"),
        ("boy", 1, "x"),
        ("1:a", 0, "a"),
        ("2:a", 1, "a"),
        ("2:Captain", 1, "a"),
        ("Mia's Captain", 0, "c"),
        (" guns 1 ", 0, "a"),
    ],
)
def test_a_unit_is_found_by_id_name_or_part_of_it(written: str, side: int, identity: str) -> None:
    found = find_unit(AT, written)
    assert (found.side, found.id) == (side, identity)
    assert isinstance(found, UnitRef)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Captain", "can be several: write one of c (Mia's Captain) or 2:a (Tom's Captain)"),
        ("Guns", "can be several: write one of 1:a (Guns 1) or b (Guns 2)"),
        ("Boyz", "no unit is called 'Boyz': did you mean x (Boys)?"),
        ("", "no unit is called ''; there are: 1:a"),
        ("3:a", "no unit is called '3:a'"),
        ("2:guns", "no unit is called '2:guns'"),
    ],
)
def test_who_is_not_found_or_not_alone_is_told(written: str, told: str) -> None:
    with pytest.raises(PlayError) as caught:
        find_unit(AT, written)
    assert told in str(caught.value)


def test_a_body_that_is_one_part_is_that_part_where_either_can_be_meant() -> None:
    assert isinstance(find_any(AT, "1:k"), PartRef)
    assert isinstance(find_any(AT, "Mia's Cart"), PartRef)
    assert isinstance(find_any(AT, "x"), UnitRef)
    assert isinstance(find_unit(AT, "1:k"), UnitRef)
    assert find_part(AT, "2:cart") == PartRef(1, "k")
    with pytest.raises(PlayError, match="no vehicle is called 'boys'"):
        find_part(AT, "boys")


@pytest.mark.parametrize(("written", "side"), [("1", 0), ("2", 1), ("mia", 0), ("To", 1)])
def test_a_player_is_found_by_number_or_name(written: str, side: int) -> None:
    assert find_side(AT, written) == side


def test_a_player_who_is_not_found_is_told() -> None:
    with pytest.raises(PlayError, match=r"'Anna' is no player; write 1 \(Mia\) or 2 \(Tom\)"):
        find_side(AT, "Anna")
    with pytest.raises(PlayError, match="is both players"):
        find_side(AT, "m")


def test_every_reference_is_found_by_what_commands_call_it() -> None:
    for ref in AT.game.refs(0, 1):
        assert find_unit(AT, ref_text(AT.game, ref)) == ref
    for part in AT.game.parts(0, 1):
        assert find_part(AT, ref_text(AT.game, part)) == part


def test_an_opponent_who_is_only_a_name_has_nobody() -> None:
    event = PLAY.decode(PLAY.version, PLAY.encode(start([Player("Mia", MIA), Player("Anna")])))
    at: At[Any] = At(PLAY.begin(event), RULES)
    assert not at.game.sides[1].known
    assert find_unit(at, "Captain") == UnitRef(0, "c")
    with pytest.raises(PlayError, match="Anna is only a name in this game"):
        find_unit(at, "Anna")


def test_the_states_of_a_body_are_told_in_words() -> None:
    game = played(
        ("join", {"leader": "c", "unit": "Guns 1"}),
        ("climb", {"unit": "1:a", "transport": "cart"}),
        ("mark", {"unit": "1:a", "mark": "hidden"}),
    )
    at: At[Any] = At(game, RULES)
    assert [*marks(at, UnitRef(0, "a"))] == ["hidden", "in Mia's Cart", "led by Mia's Captain"]
    assert [*marks(at, UnitRef(0, "c"))] == ["in Mia's Cart", "leads Guns 1"]
    assert [*marks(at, UnitRef(0, "k"))] == ["carries Guns 1 and Mia's Captain"]


@given(st.dictionaries(st.text(max_size=3), st.sampled_from(["Trukk", "Trukk 1", "Boyz", ""]), max_size=6))
def test_numbered_names_are_all_different(names: dict[str, str]) -> None:
    found = numbered(names)
    assert list(found) == list(names)
    assert len(set(found.values())) == len(names) or sum(not name for name in names.values()) > 1
    assert all(found[each].startswith(name) for each, name in names.items())


def test_a_side_says_whose_it_is() -> None:
    assert [Side.of(name, ()).possessive for name in ("Mia", "Boris")] == ["Mia's", "Boris'"]
