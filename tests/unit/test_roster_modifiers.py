"""What a modifier makes of a text and of a number, and in which order several apply."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Modifier, Query, Repeat
from builder.record import replace
from builder.roster.evaluate import evaluate
from builder.roster.model import Roster
from builder.roster.modifiers import number, text
from builder.roster.view import SelectionView
from tests.unit.catalogues import army, change, entry, library, points, when


def units(data: Library, roster: Roster) -> list[SelectionView]:
    return list(evaluate(roster, data, by_name=False).view.units())


@pytest.mark.parametrize(
    ("before", "modifier", "times", "after"),
    [
        ("4", Modifier("multiply", "t", "2"), 3, "32"),
        ("9", Modifier("divide", "t", "2"), 1, "4.5"),
        ("9", Modifier("divide", "t", "0"), 1, "9"),
        ("9", Modifier("modulo", "t", "4"), 1, "1"),
        ("3", Modifier("power", "t", "2"), 1, "9"),
        ("3", Modifier("floor", "t", "5"), 1, "5"),
        ("12", Modifier("ceil", "t", "10"), 1, "10"),
        ("100", Modifier("cumulative-power", "t", "2"), 2, "400"),
        ("2", Modifier("power", "t", "99"), 100, "1000000000"),
        ("4+", Modifier("increment", "t", "-1"), 1, "3+"),
        ('12" / 4', Modifier("increment", "t", "1", position=-1), 1, '12" / 5'),
        ("2 and 3", Modifier("multiply", "t", "2", position=0), 1, "4 and 6"),
        ("Blast (X)", Modifier("replace", "name", '3"', arg="X"), 1, 'Blast (3")'),
        ("a a a", Modifier("replace", "name", "b", arg="a", position=-1), 1, "a a b"),
        ("", Modifier("replace", "name", "none"), 1, "none"),
        ("some", Modifier("replace", "name", "none"), 1, "some"),
        ("Fly", Modifier("append", "t", "Ward", join=", "), 1, "Fly, Ward"),
        ("Hero", Modifier("prepend", "t", "War", join=""), 1, "WarHero"),
        ("ancient", Modifier("increment", "t", "1"), 1, "ancient"),
    ],
)
def test_modifiers_of_texts(before: str, modifier: Modifier, times: int, after: str) -> None:
    assert text(before, modifier, times) == after


@pytest.mark.parametrize("program", ["", "https://newrecruit.eu"])
@pytest.mark.parametrize("data_is_theirs", [True, False])
def test_new_recruit_applies_modifiers_by_steps_and_adds_to_a_text_once(program: str, data_is_theirs: bool) -> None:
    """BattleScribe applies them as they are written, and adds as often as they repeat."""
    twice = Repeat(Decimal(1), 2, Query(scope="force", child_id="squad", include_child_selections=True))
    own = (
        Modifier("append", "name", "again", repeats=(twice,)),
        change("increment", "pts", "5"),
        change("set", "pts", "50"),
    )
    warned = (change("add", "warning", "Mind this.", when("atLeast", 9, "squad")),)
    data = library(
        entry("squad", costs=points(10), modifiers=own), entry("other", modifiers=warned if data_is_theirs else ())
    )
    (unit,) = units(data, replace(army(data, "squad"), program=program))
    theirs = bool(program) or data_is_theirs
    assert unit.name == ("squad again" if theirs else "squad again again")
    assert unit.costs[0].value == (55 if theirs else 50)


def test_no_modifier_makes_a_number_beyond_all_amounts() -> None:
    assert number(Decimal(10), Modifier("multiply", "pts", "999999"), 100_000) == Decimal(10**9)


def test_what_clamps_a_value_applies_after_all_else() -> None:
    data = library(
        entry("tank", costs=points(8), modifiers=(change("ceil", "pts", "10"), change("increment", "pts", "5")))
    )
    assert units(data, army(data, "tank"))[0].costs[0].value == 10
