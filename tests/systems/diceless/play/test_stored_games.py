"""Games that players have on their disks are opened by every later Muster, or told to be damaged.

`stored/version-1.jsonl` is the log of a game of six turns as the first version of the events wrote it, with every kind
of change and nearly every field of an army; `version-1-standing.json` is how it stood at its end. So it is with each
version but the newest. None of them is ever made anew: where one of these tests fails, games that people play would not
open, and the code needs an upgrade of theirs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import PlayError
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.beginning import StoredSide, StoredUnit, StoredVehicle
from builder.systems.diceless.play.changes import CHANGES, DicelessEvent
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.sheets import sheets
from builder.systems.diceless.play.state import AttackMade, Flag, GameState, Phase, SideState, hulls
from builder.tracker import LogEntry, Timeline

STORED = Path(__file__).with_name("stored")
KINDS = {1: 17, 2: 18, 3: 19}
"""How many kinds of changes each version has."""
LOGS = {
    version: [json.loads(line) for line in (STORED / f"version-{version}.jsonl").read_text("utf-8").splitlines()]
    for version in KINDS
}
each_version = pytest.mark.parametrize("version", KINDS)


def decoded(version: int) -> Iterator[DicelessEvent]:
    return (PLAY.decode(version, json.dumps(stored).encode()) for stored in LOGS[version])


def entry(seq: int, version: int, stored: Any) -> LogEntry:
    return LogEntry(
        seq, str(stored.get("kind")), version, "2026-05-03T20:14:00+00:00", "anna", json.dumps(stored).encode()
    )


def replayed(events: Iterable[DicelessEvent]) -> GameState:
    first, *others = events
    return reduce(PLAY.evolve, others, PLAY.begin(first))


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands, as the first versions wrote it."""

    sides: tuple[StoredSide, StoredSide]
    turn: int = 0
    active: int = 0
    first: int = 0
    phase: Phase = Phase.DEPLOYMENT
    mission: str = ""
    night: bool = False
    warp_used: bool = False
    attacks: tuple[AttackMade, ...] = ()
    used_up: tuple[AttackMade, ...] = ()
    largest_first: bool = False
    notes: tuple[str, ...] = ()


def stands(state: GameState) -> Standing:
    """How a game stands, in the form of the first versions, armies left out."""
    one, other = map(_stored, state.sides)
    clock, extra = state.clock, state.extra
    return Standing(
        sides=(one, other),
        turn=clock.turn,
        active=clock.active,
        first=clock.first,
        phase=Phase(clock.phase),
        mission=state.mission,
        notes=state.notes,
        **msgspec.structs.asdict(extra),
    )


def _stored(side: SideState) -> StoredSide:
    units = {
        each: StoredUnit(
            pools=unit.pools,
            op=unit.op,
            flags=frozenset(map(Flag, unit.flags)),
            riding_in=unit.aboard,
            led_by=unit.leader,
            put_off=unit.put_off,
            arrived=unit.arrived,
            removed=unit.removed,
            tested=unit.tested,
            note=unit.note,
            last=unit.last,
        )
        for each, unit in side.bodies.items()
    }
    vehicles = {
        hull.id: StoredVehicle(
            rows=hull.rows,
            lines=hull.lines,
            destroyed_weapons=hull.destroyed_weapons,
            speed=hull.speed,
            shaken=hull.shaken,
            stunned=hull.stunned,
            note=hull.note,
            last=hull.last,
        )
        for hull in hulls(side)
    }
    return StoredSide(
        name=side.name,
        units=units,
        vehicles=vehicles,
        tokens=side.stock,
        points=side.points,
        reserve_bonus=side.reserve_bonus,
    )


def kept(stored: Any, read: Any) -> bool:
    """Whether all of a stored value is in what was read of it; what was added since may stand beside it."""
    if isinstance(stored, dict):
        return all(key in read and kept(value, read[key]) for key, value in stored.items())
    if isinstance(stored, list):
        return len(stored) == len(read) and all(map(kept, stored, read))
    return bool(stored == read)


@each_version
def test_a_stored_game_stands_as_it_stood(version: int) -> None:
    standing = json.loads((STORED / f"version-{version}-standing.json").read_text("utf-8"))
    state = replayed(decoded(version))
    assert stands(state) == msgspec.convert(standing, Standing)
    assert report(state).over


@each_version
def test_every_stored_word_and_field_is_still_read(version: int) -> None:
    for stored, read in zip(LOGS[version], decoded(version), strict=True):
        assert kept(stored, json.loads(msgspec.json.encode(read, order="deterministic"))), stored["text"]


@each_version
def test_a_stored_game_has_changes_of_every_kind_there_was(version: int) -> None:
    tags = {change["is"] for stored in LOGS[version] for change in stored.get("changes", ())}
    assert len(tags) == KINDS[version]
    known: tuple[Any, ...] = CHANGES
    assert tags <= {each.__struct_config__.tag for each in known}


def test_every_version_but_the_newest_is_stored() -> None:
    assert [*KINDS] == [*range(1, PLAY.version)]


def test_a_game_of_a_later_version_is_not_opened() -> None:
    with pytest.raises(PlayError, match="newer Muster"):
        PLAY.decode(PLAY.version + 1, json.dumps(LOGS[1][0]).encode())


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield everything in a stored event, as what it is in and its key there."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


@each_version
def test_tokens_of_a_kind_that_nobody_knows_do_not_stop_the_sheets(version: int) -> None:
    log = json.loads(json.dumps(LOGS[version]))
    named = [place for stored in log for place, key in places(stored) if key == "kind" and place[key] == "scatter"]
    for place in named:
        place["kind"] = "zzz"
    assert named
    game = Timeline(PLAY, (entry(seq, version, each) for seq, each in enumerate(log, 1)))
    assert "zzz" not in str(sheets(game.state, 0).page.note)


WRONG: st.SearchStrategy[Any] = st.sampled_from([-1, 0, 2, 99, 10**12, "", "0", "zzz", "f2c8", None, True, [], {}])
POINTING = {"id", "side", "unit", "group", "vehicle", "active", "units", "vehicles", "groups", "pools", "modes"}
"""Fields by which parts of a game find each other: these are tried more often."""


@settings(max_examples=50)
@given(version=st.sampled_from([*KINDS]), pointing=st.booleans(), wrong=WRONG, data=st.data())
def test_a_damaged_event_is_told_or_does_no_harm(version: int, pointing: bool, wrong: Any, data: st.DataObject) -> None:
    stored = LOGS[version]
    number = data.draw(st.just(0) | st.integers(0, len(stored) - 1))
    damaged = json.loads(json.dumps(stored[number]))
    found = [each for each in places(damaged) if not pointing or each[1] in POINTING] or list(places(damaged))
    place, key = found[data.draw(st.integers(0, len(found) - 1))]
    if isinstance(place, dict) and data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = wrong
    log = [*stored[:number], damaged, *stored[number + 1 :]]
    try:
        game = Timeline(PLAY, (entry(seq, version, each) for seq, each in enumerate(log, 1)))
        report(game.state)
        sheets(game.state, 0)
        sheets(game.state, 1)
    except PlayError as error:
        assert str(error)
