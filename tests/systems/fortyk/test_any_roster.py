from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builder.roster.view import SelectionView
from builder.systems.fortyk.units import read_army
from tests.systems.making import (
    DREADNOUGHT,
    marine,
    power,
    profile,
    roster,
    selection,
    unit,
    vehicle,
    wargear,
    weapon_profile,
)

PROFILES = [
    marine(),
    marine("Sergeant", T="4(5)", Sv="2+/5++"),
    marine("Ghost", W="-"),
    vehicle("Rhino"),
    vehicle("Wreck", {"Front": "?", "Side": "10", "Rear": "10"}),
    profile("Walker", "Walker", DREADNOUGHT),
    weapon_profile("Bolter"),
    weapon_profile("Launcher (frag)", "Heavy 1, Blast"),
    weapon_profile("Launcher (krak)", "Heavy 1"),
    wargear("Shield", "A 4+ invulnerable save."),
    power("Smite", "Assault 4"),
    profile("Rubric", "Unit", {"M": "6", "WS": "3+", "T": "4", "W": "1"}),
]


def _selection(children: st.SearchStrategy[list[SelectionView]]) -> st.SearchStrategy[SelectionView]:
    return st.builds(
        lambda name, number, type, group, profiles, rules, children: selection(
            name, number, type=type, group=group, profiles=profiles, rules=rules, children=children
        ),
        st.sampled_from(["Marine", "Sergeant", "Bolters", "Rockets x 2", "None"]),
        st.integers(0, 10),
        st.sampled_from(["unit", "model", "upgrade"]),
        st.sampled_from([None, "a", "b"]),
        st.lists(st.sampled_from(PROFILES), max_size=3),
        st.lists(st.sampled_from(["Psyker", "Brotherhood of Psykers", "Twin-linked", "Deep Strike"]), max_size=2),
        children,
    )


selections = st.recursive(_selection(st.just([])), lambda inner: _selection(st.lists(inner, max_size=4)), max_leaves=15)


@given(st.lists(selections, max_size=3))
def test_any_roster_is_read_with_an_id_for_everything(tops: list[SelectionView]) -> None:
    army = read_army(roster(*tops)).army
    ids = [group.id for unit in army.units for group in unit.groups]
    ids += [vehicle.id for unit in army.units for vehicle in unit.vehicles]
    ids += [weapon_id for unit in army.units for vehicle in unit.vehicles for weapon_id, _ in vehicle.weapons]
    assert len(set(ids)) == len(ids)
    for found in army.units:
        assert found.models > 0
        assert all(group.models > 0 for group in found.groups)
        assert all(carried.count > 0 for carried in found.weapons)


@given(st.lists(selections, max_size=4))
def test_no_points_are_lost_on_the_way(tops: list[SelectionView]) -> None:
    first = selection("M", type="model", profiles=[marine()], points=5)
    army = read_army(roster(selection("Top", type="unit", points=10, children=[first, *tops]))).army
    assert sum(found.points for found in army.units) == army.points == 15


@given(st.integers(1, 20), st.lists(st.integers(1, 6), max_size=4))
def test_weapons_of_models_are_all_counted(models: int, numbers: list[int]) -> None:
    carried = [
        selection(f"Gun {n}", number, group="g", profiles=[weapon_profile(f"Gun {n}")])
        for n, number in enumerate(numbers)
    ]
    squad = unit("Squad", selection("Marine", models, type="model", profiles=[marine()], children=carried))
    (found,) = read_army(roster(squad)).army.units
    assert {each.weapon.name: each.count for each in found.weapons} == {
        f"Gun {n}": number for n, number in enumerate(numbers)
    }
