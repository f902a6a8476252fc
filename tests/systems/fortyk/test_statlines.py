from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.fortyk.model import Toughness
from builder.systems.fortyk.profiles import Log, ProfileKind, capacity, kind_of, read_model, read_vehicle
from tests.systems.making import DREADNOUGHT, MARINE, RHINO, marine, profile, vehicle


@pytest.mark.parametrize(
    ("written", "save", "invulnerable"),
    [
        ("3+", 3, None),
        ("3", 3, None),
        ("2+/5++", 2, 5),
        ("2+/4+", 2, 4),
        ("5+ 5++", 5, 5),
        ("3+ (5+ inv)", 3, 5),
        ("5++", None, 5),
        ("-/5++", None, 5),
        ("-", None, None),
        ("–", None, None),
        ("", None, None),
    ],
)
def test_a_save_is_read_in_its_spellings(written: str, save: int | None, invulnerable: int | None) -> None:
    log = Log()
    read = read_model(marine(Sv=written), log)
    assert read is not None
    assert (read.save, read.invulnerable) == (save, invulnerable)
    assert log.findings == ()


@pytest.mark.parametrize(("written", "first", "full"), [("4", 4, 4), ("4(5)", 4, 5), ("4 (5)", 4, 5), ("3.", 3, 3)])
def test_toughness_keeps_the_value_in_brackets_for_wounds(written: str, first: int, full: int) -> None:
    read = read_model(marine(T=written), Log())
    assert read is not None
    assert (read.t.first, read.t.full) == (first, full)


def test_a_profile_has_all_values_of_a_model() -> None:
    """D-01."""
    read = read_model(marine(WS="1", BS="2", S="3", T="4", W="5", I="6", A="7", Ld="8", Sv="2+/4++"), Log())
    assert read is not None
    assert (read.ws, read.bs, read.s, read.t.full, read.w, read.i, read.a, read.ld) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert (read.save, read.invulnerable) == (2, 4)


def test_a_dash_is_no_value() -> None:
    read = read_model(marine(A="-", Ld="–", WS=""), Log())
    assert read is not None
    assert (read.a, read.ld, read.ws) == (None, None, None)


@pytest.mark.parametrize(
    ("column", "value"), [("Sv", "3+*"), ("BS", "three"), ("Sv", "7+"), ("A", "D6"), ("I", "*"), ("Sv", "1")]
)
def test_a_value_that_cannot_be_read_is_told_with_unit_profile_and_column(column: str, value: str) -> None:
    log = Log()
    log.about("u1", "Squad Ancora")
    assert read_model(marine(**{column: value}), log) is not None
    (finding,) = log.findings
    assert finding.message == f"Squad Ancora: {column} '{value}' of Space Marine cannot be read"
    assert finding.at.unit == "u1"


@pytest.mark.parametrize("column", ["T", "W"])
def test_a_model_without_toughness_or_wounds_is_left_out_and_told(column: str) -> None:
    log = Log()
    assert read_model(marine(**{column: "-"}), log) is None
    assert [finding.code for finding in log.findings] == ["fortyk.no_wounds"]


def test_a_model_whose_toughness_is_left_empty_is_a_model_with_its_strength_for_it() -> None:
    log = Log()
    model = read_model(marine(T="", S="4"), log)
    assert model is not None and model.t.first == 4
    assert [finding.code for finding in log.findings] == ["fortyk.no_toughness"]
    assert read_model(marine(T="", W=""), log) is None


def test_columns_are_known_by_other_names_and_profile_types_by_any() -> None:
    columns = {("LD" if name == "Ld" else "Save" if name == "Sv" else name): value for name, value in MARINE.items()}
    odd = profile("Guard", " Unit", columns)
    assert kind_of(odd) is ProfileKind.MODEL
    read = read_model(odd, Log())
    assert read is not None
    assert (read.ld, read.save, read.t, read.unit_type) == (8, 3, Toughness(4), "Infantry")


def test_a_stat_line_with_movement_and_no_initiative_is_foreign() -> None:
    columns = {"M": '6"', **{name: value for name, value in MARINE.items() if name != "I"}}
    assert kind_of(profile("Rubric Marine", "Unit", columns)) is ProfileKind.FOREIGN


@pytest.mark.parametrize(
    ("written", "types"),
    [
        ("Tank, Transport", ("tank", "transport")),
        ("Vehicle (Skimmer, Fast, Open-Topped, Transport)", ("skimmer", "fast", "open-topped", "transport")),
        ("Vehicle (Tank, Tranport)", ("tank", "transport")),
        ("Tank, Open topped", ("tank", "open-topped")),
        ("-", ()),
    ],
)
def test_vehicle_types_are_lower_case_words(written: str, types: tuple[str, ...]) -> None:
    read = read_vehicle(vehicle("Rhino", {**RHINO, "Type": written}), None, Log())
    assert read is not None
    assert read.types == types


def test_open_topped_and_capacity_may_stand_in_a_transport_profile() -> None:
    line = {name: value for name, value in RHINO.items() if name != "Capacity"}
    beside = profile("Trukk (Transport)", "Transport", {"Capacity": "12 Models", "Fire Points": "Open-topped"})
    read = read_vehicle(vehicle("Trukk", line), beside, Log())
    assert read is not None
    assert read.open_topped
    assert read.capacity == 12


def test_a_walker_has_the_values_of_close_combat() -> None:
    """D-06."""
    read = read_vehicle(vehicle("Dreadnought", DREADNOUGHT), None, Log())
    assert read is not None
    assert (read.walker, read.ws, read.s, read.i, read.a) == (True, 4, 6, 4, 2)


@pytest.mark.parametrize(
    ("written", "models"),
    [("10.", 10), ("12 models OR 1 dreadnought", 12), ("-", None), ("None", None), ("2 Rhino-Sized Vehicles", None)],
)
def test_capacity_is_the_number_of_models(written: str, models: int | None) -> None:
    assert capacity(written) == models


@given(st.dictionaries(st.sampled_from(sorted({*MARINE, *RHINO, *DREADNOUGHT})), st.text(max_size=8)))
def test_no_value_of_a_stat_line_crashes_the_reader(columns: dict[str, str]) -> None:
    log = Log()
    read_model(profile("Any", "Unit", columns), log)
    read_vehicle(profile("Any", "Vehicle", columns), None, log)
    assert all("Any" in finding.message for finding in log.findings)
