"""Who rides, who walks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.systems.epic.model import Berth
from builder.systems.epic.transport import seat

KINDS = ("boyz", "nobz", "grotz")


def berth(places: int, most: Mapping[str, int] | None = None, **takes: int) -> Berth:
    return Berth(places, takes, most or {})


def test_everyone_rides_where_there_are_places_enough() -> None:
    seating = seat({"tactical": 6}, [berth(2, tactical=1)] * 3)
    assert seating.everyone and seating.places == 6 and seating.riding == {"tactical": 6}


def test_those_without_a_place_walk() -> None:
    seating = seat({"devastator": 4}, [berth(1, devastator=1)] * 2)
    assert seating.walking == {"devastator": 2}


def test_a_kind_that_no_transport_takes_walks() -> None:
    assert seat({"terminator": 1}, [berth(2, tactical=1)]).walking == {"terminator": 1}


def test_a_large_unit_takes_two_places_and_is_not_split_over_two_transports() -> None:
    chimera = berth(2, infantry=1, ogryn=2)
    assert seat({"infantry": 2, "ogryn": 1}, [chimera, chimera]).everyone
    assert seat({"infantry": 3, "ogryn": 1}, [chimera, chimera]).walking == {"infantry": 1}


def test_of_a_limited_kind_only_so_many_ride_in_one_transport() -> None:
    wagon = berth(2, {"gunz": 1}, boyz=1, gunz=1)
    assert seat({"gunz": 2}, [wagon]).walking == {"gunz": 1}
    assert seat({"gunz": 2, "boyz": 2}, [wagon, wagon]).everyone


def test_one_gives_up_its_place_for_another_where_it_finds_a_different_one() -> None:
    both, boyz_only = berth(1, boyz=1, nobz=1), berth(1, boyz=1)
    assert seat({"boyz": 1, "nobz": 1}, [both, boyz_only]).everyone


@st.composite
def cabins(draw: st.DrawFn) -> tuple[dict[str, int], list[Berth]]:
    passengers = {kind: draw(st.integers(0, 3)) for kind in KINDS}
    berths = [
        Berth(
            draw(st.integers(1, 2)),
            dict.fromkeys(draw(st.lists(st.sampled_from(KINDS), min_size=1, unique=True)), 1),
            dict.fromkeys(draw(st.lists(st.sampled_from(KINDS), max_size=1)), 1),
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    return passengers, berths


def most_riders(passengers: Mapping[str, int], berths: list[Berth]) -> int:
    """By trying out all that may sit in the first berth, then the others."""
    if not berths:
        return 0
    first, *others = berths
    best = 0
    for load in product(*(range(passengers[kind] + 1) for kind in KINDS)):
        aboard = dict(zip(KINDS, load, strict=True))
        allowed = all(
            number <= first.most.get(kind, first.places) and (not number or kind in first.takes)
            for kind, number in aboard.items()
        )
        if allowed and sum(load) <= first.places:
            left = {kind: passengers[kind] - aboard[kind] for kind in KINDS}
            best = max(best, sum(load) + most_riders(left, others))
    return best


@given(cabins())
@settings(max_examples=30)
def test_nobody_walks_who_could_ride(cabin: tuple[dict[str, int], list[Berth]]) -> None:
    passengers, berths = cabin
    seating = seat(passengers, berths)
    assert sum(seating.riding.values()) == most_riders(passengers, berths)
    assert all(seating.riding.get(kind, 0) + seating.walking.get(kind, 0) == passengers[kind] for kind in KINDS)
