from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from builder.systems.common.units import SharedItem, share


def kinds(models: int, *portions: SharedItem) -> list[tuple[int, list[int]]]:
    """How many models carry how many of each portion."""
    return [(load.models, load.counts) for load in share(models, portions)]


def test_seven_bolters_a_plasma_gun_and_a_missile_launcher_arm_nine_marines() -> None:
    weapons = [SharedItem(7, "weapon"), SharedItem(1, "weapon"), SharedItem(1, "weapon"), SharedItem(9)]
    assert kinds(9, *weapons) == [(7, [1, 0, 0, 1]), (1, [0, 1, 0, 1]), (1, [0, 0, 1, 1])]


def test_weapons_of_different_groups_go_to_different_models_while_there_are_some() -> None:
    assert kinds(5, SharedItem(3, "a"), SharedItem(1, "b"), SharedItem(1, "c")) == [
        (3, [1, 0, 0]),
        (1, [0, 1, 0]),
        (1, [0, 0, 1]),
    ]


def test_models_alike_are_not_split_without_need() -> None:
    pistols_and_swords = [
        SharedItem(4, "pistol"),
        SharedItem(1, "pistol"),
        SharedItem(1, "sword"),
        SharedItem(4, "sword"),
    ]
    assert kinds(5, *pistols_and_swords) == [(4, [1, 0, 0, 1]), (1, [0, 1, 1, 0])]


def test_a_multiple_of_the_models_goes_to_each_alike() -> None:
    assert kinds(3, SharedItem(6)) == [(3, [2])]


def test_what_is_left_over_is_carried_one_by_one() -> None:
    assert kinds(2, SharedItem(3)) == [(1, [2]), (1, [1])]


portions = st.builds(SharedItem, st.integers(0, 30), st.sampled_from([None, "a", "b"]))


@given(st.integers(1, 20), st.lists(portions, max_size=6))
def test_everything_is_handed_out_and_every_model_counted(models: int, carried: list[SharedItem]) -> None:
    loads = share(models, carried)
    assert sum(load.models for load in loads) == models
    for index, portion in enumerate(carried):
        assert sum(load.models * load.counts[index] for load in loads) == portion.number
        assert max(load.counts[index] for load in loads) - min(load.counts[index] for load in loads) <= 1


@given(st.integers(5, 30), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_things_that_exclude_each_other_are_on_different_models(models: int, numbers: list[int]) -> None:
    assume(sum(numbers) <= models)
    loads = share(models, [SharedItem(number, "one place") for number in numbers])
    assert all(sum(load.counts) <= 1 for load in loads)
