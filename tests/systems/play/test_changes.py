"""Changes and their fold; events as they are kept, damaged ones too."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from builder.errors import PlayError
from builder.record import replace
from builder.systems.play.changes import COMMON, Boarded, Counted, Flagged, Held, Led, Noted, Scored, fold, with_common
from builder.systems.play.events import Event
from builder.systems.play.game import Game, PartRef, Ref, UnitRef
from builder.tracker import LogEntry, Timeline
from tests.systems.play.bands import MIA, TOM, begun
from tests.systems.play.random_player import play_at_random
from tests.systems.play.test_games import evening
from tests.systems.play.toy import PLAY, Begun, Broken, Hurt, Passed, Skirmish

GAME = PLAY.begin(begun())
DAMAGED = 500
ids = st.sampled_from(["a", "b", "c", "k"])
sides = st.integers(0, 0)
on_units = st.one_of(
    st.builds(Flagged, side=sides, unit=ids, flag=st.sampled_from(["shaken", "hidden"]), on=st.booleans()),
    st.builds(Boarded, side=sides, unit=ids, riding_in=st.one_of(st.none(), ids)),
    st.builds(Led, side=sides, unit=ids, led_by=st.one_of(st.none(), ids)),
    st.builds(Counted, side=sides, unit=ids, counter=st.just("fear"), count=st.integers(0, 9)),
    st.builds(Hurt, side=sides, unit=ids, lost=st.integers(0, 5), odds=st.fractions(0, 1, max_denominator=12)),
)
others = st.one_of(
    st.builds(Scored, side=st.integers(0, 1), points=st.integers(0, 50)),
    st.builds(Held, side=st.integers(0, 1), kind=st.just("scatter"), left=st.integers(0, 3), total=st.just(3)),
    st.builds(Noted, text=st.text(max_size=5)),
    st.builds(Noted, text=st.text(max_size=5), side=sides, unit=ids),
    st.builds(Noted, text=st.text(max_size=5), side=sides, vehicle=st.just("k")),
    st.builds(Broken, side=sides, vehicle=st.just("k")),
    st.builds(Passed, turn=st.integers(0, 6), active=st.integers(0, 1), phase=st.sampled_from(["march", "fight"])),
)
changes = st.lists(st.one_of(on_units, others), max_size=12)


@given(changes, changes)
def test_to_fold_is_to_apply_one_after_another(first: list[Any], second: list[Any]) -> None:
    assert fold(fold(GAME, first), second) == fold(GAME, [*first, *second])


@given(changes, st.text(min_size=1, max_size=8))
def test_who_an_event_is_about_remembers_it_and_nobody_else(made: list[Any], text: str) -> None:
    after = fold(GAME, made, text)
    about = {(type(each.about), each.about) for each in made if each.about is not None}
    bodies = [ref for kind, ref in about if kind is UnitRef]
    about |= {(PartRef, PartRef(each.side, part)) for each in bodies for part in after.body(each).parts}
    if any(isinstance(each, Passed) for each in made):
        about.clear()  # None of them is named.
    for ref in (*after.refs(0, 1), *after.parts(0, 1)):
        assert after.body_or_part(ref).last == (text if (type(ref), ref) in about else "")


def test_as_the_game_goes_on_only_those_remember_it_whom_its_text_names() -> None:
    shot = fold(GAME, [Flagged(side=0, unit=each, flag="shaken") for each in "bc"], "shot at")
    on = Passed(turn=2, active=1, phase="march")
    gone_on = fold(
        shot, [on, *(Flagged(side=0, unit=each, flag="shaken", on=False) for each in "bc")], "Turn 2; Guns 2: calm"
    )
    assert [gone_on.sides[0].bodies[each].last for each in "bc"] == ["Turn 2; Guns 2: calm", "shot at"]


@given(changes)
def test_events_are_equal_after_their_way_through_json(made: list[Any]) -> None:
    event = Event(kind="strike", side=0, text="text", steps=("step",), changes=tuple(made))
    read = PLAY.decode(PLAY.version, PLAY.encode(event))
    assert read == event
    assert PLAY.evolve(GAME, read) == PLAY.evolve(GAME, event)


@given(st.lists(st.builds(Counted, side=sides, unit=ids, counter=st.just("fear"), count=st.integers(0, 9)), min_size=1))
def test_a_change_tells_the_value_that_holds_from_then_on(made: list[Counted]) -> None:
    """So that applying one twice is applying it once."""
    assert fold(GAME, [*made, made[-1]]) == fold(GAME, made)


def test_a_body_and_its_part_of_the_same_id_are_told_apart() -> None:
    both = fold(GAME, [Noted(text="body", side=0, unit="k"), Noted(text="part", side=0, vehicle="k")], "last")
    body, part = both.body(UnitRef(0, "k")), both.part(PartRef(0, "k"))
    assert (body.note, part.note) == ("body", "part")
    assert (body.last, part.last) == ("last", "last"), "references to them are equal, as tuples are"
    assert both.unit_of(PartRef(0, "k")) == UnitRef(0, "k")


def test_references_are_equal_by_side_and_id() -> None:
    assert UnitRef(0, "a") == Ref(0, "a") == PartRef(0, "a")
    assert len({UnitRef(0, "a"), Ref(0, "a")}) == 1


def test_a_derived_change_stands_in_the_place_of_the_common_one_with_its_tag() -> None:
    assert Passed in PLAY.changes and not any(each.__name__ == "Moved" for each in PLAY.changes)
    event = Event(kind="next", text="", changes=(Passed(turn=1, active=0, phase="march"),))
    assert json.loads(PLAY.encode(event))["changes"] == [{"is": "phase", "turn": 1, "active": 0, "phase": "march"}]
    twice: tuple[Any, ...] = (*COMMON, Passed)
    with pytest.raises(TypeError):
        replace(PLAY, changes=twice).decode(2, b"{}")
    assert len(with_common(Begun)) == len(COMMON) + 1


@pytest.mark.parametrize("side", [-1, 2])
@pytest.mark.parametrize("change", ["flag", "riding", "led", "counter", "tokens", "points", "hurt", "broken", "note"])
def test_no_change_is_about_a_side_that_is_none(change: str, side: int) -> None:
    """The last of two sides could be meant by −1, and the log would be damaged without a word."""
    fields = {"unit": "a", "flag": "shaken", "counter": "fear", "count": 1, "kind": "x", "left": 1, "total": 1}
    fields |= {"points": 1, "lost": 1, "vehicle": "k", "text": "x"}
    body = {"kind": "x", "text": "", "changes": [{"is": change, "side": side, **fields}]}
    with pytest.raises(PlayError, match="cannot be read"):
        PLAY.decode(2, json.dumps(body).encode())
    body["changes"] = [{"is": change, "side": 0, **fields}]
    assert PLAY.decode(2, json.dumps(body).encode()).changes


@pytest.mark.parametrize("odds", ["1/0", "x", "", "nan"])
def test_a_fraction_that_is_none_is_told(odds: str) -> None:
    body = {"kind": "x", "text": "", "changes": [{"is": "hurt", "side": 0, "unit": "a", "lost": 1, "odds": odds}]}
    with pytest.raises(PlayError, match="cannot be read"):
        PLAY.decode(2, json.dumps(body).encode())


def test_what_has_no_place_in_an_event_is_not_encoded() -> None:
    strange: Any = structs.replace(Hurt(side=0, unit="a", lost=1, odds=Fraction(1, 3)), odds=object())
    with pytest.raises(TypeError, match="no place in an event"):
        PLAY.encode(Event(kind="x", text="", changes=(strange,)))


def test_an_act_that_makes_a_change_which_its_system_does_not_have_is_at_fault() -> None:
    """No player can do anything about it, so it is not told as if he could."""
    play = replace(PLAY, changes=tuple(each for each in PLAY.changes if each.__name__ != "Counted"))
    with pytest.raises(TypeError, match="count makes an event that is none of its system's"):
        play.decide(GAME, play.read(GAME, "count", {"unit": "b", "counter": "fear", "number": "2"}))


def test_events_of_a_newer_version_are_refused_and_older_ones_upgraded() -> None:
    def renamed(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "changes": [{**each, "lost": each.pop("hp")} for each in event["changes"]]}

    play = replace(PLAY, upgrades={1: renamed})
    old = json.dumps({"kind": "x", "text": "", "changes": [{"is": "hurt", "side": 0, "unit": "a", "hp": 2}]}).encode()
    assert play.decode(1, old).changes == (Hurt(side=0, unit="a", lost=2),)
    with pytest.raises(PlayError, match="newer Muster"):
        play.decode(3, old)


@pytest.mark.parametrize("changes", [(), (Begun(names=("a", "b"), bands=(MIA, TOM)),) * 2])
def test_a_first_event_that_begins_no_game_is_told(changes: tuple[Begun, ...]) -> None:
    with pytest.raises(PlayError, match="its log is damaged"):
        PLAY.begin(Event(kind="start", text="", changes=changes))


def cut(body: bytes, random: Random) -> bytes:
    place = random.randrange(len(body))
    return body[:place] + body[place + random.randint(1, 6) :]


def scribbled(body: bytes, random: Random) -> bytes:
    place = random.randrange(len(body))
    return body[:place] + bytes([random.randrange(256)]) + body[place + 1 :]


def exchanged(body: bytes, random: Random) -> bytes:
    """A value of the JSON is another one."""
    event = json.loads(body)
    place: Any = event
    while isinstance(place, dict | list) and place:
        key = random.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or random.random() < 0.2:
            place[key] = random.choice([None, -1, 7, "a", "zz", [], {}, True, 1.5, 10**20])
            break
        place = place[key]
    return json.dumps(event).encode()


@pytest.mark.parametrize("harm", [cut, scribbled, exchanged])
def test_a_damaged_log_is_told_or_is_harmless(harm: Callable[[bytes, Random], bytes]) -> None:
    random, entries = Random(7), evening().entries
    told = 0
    for _ in range(DAMAGED // 3):
        place = random.randrange(len(entries))
        damaged = [*entries]
        was = entries[place]
        damaged[place] = LogEntry(was.seq, was.kind, was.version, was.at, was.by, harm(was.body, random))
        try:
            game: Timeline[Skirmish] = Timeline(PLAY, damaged)
            view = PLAY.viewer()(game.state)
        except PlayError as error:
            assert str(error)
            told += 1
        else:
            assert view.turn >= 0
    assert told > DAMAGED // 12


@given(
    st.lists(
        st.one_of(
            st.builds(Boarded, side=sides, unit=ids, riding_in=st.sampled_from(["a", "b", "zz"])),
            st.builds(Led, side=sides, unit=ids, led_by=st.sampled_from(["a", "c", "zz"])),
        )
    )
)
def test_whatever_rides_and_leads_whatever_is_shown(made: list[Any]) -> None:
    """A log may say that a body rides in itself, or is led by one that is not there."""
    assert PLAY.viewer()(fold(GAME, made)).sides


def test_games_at_random_are_what_their_changes_make_of_the_beginning() -> None:
    for seed in range(10):
        turns = [*play_at_random(PLAY, begun(), seed)]
        state: Game[Any, Any] = GAME
        for turn in turns:
            assert turn.before == state
            state = fold(state, turn.event.changes, turn.event.text)
