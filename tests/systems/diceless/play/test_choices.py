"""What the parameters of acts can be given as things stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState
from builder.systems.play.lookup import At
from tests.systems.diceless.play.games import SPECS, choices_of, decision, in_turn, marines, new_game, played


def values(game: GameState, verb: str, parameter: str, **given: str) -> list[str]:
    return [choice.value for choice in choices_of(game, verb, parameter, given)]


def test_units_of_the_player_whose_turn_it_is_come_first() -> None:
    assert values(new_game(), "note", "about")[:2] == ["cap", "anc"]
    theirs = in_turn(new_game(), 1, active=1)
    assert values(theirs, "note", "about")[:2] == ["bos", "mob"]


def test_a_unit_is_offered_with_its_marks() -> None:
    texts = {choice.value: choice.text for choice in choices_of(new_game(), "mark", "unit", {})}
    assert texts["anc"] == "Ancora; in Rhino 1; led by Captain"


def test_units_are_offered_for_what_they_can_do() -> None:
    game = played(new_game(), "mark unit=Gretchin mark='falling back'", "mark unit=Lobbas mark=destroyed")
    assert values(game, "regroup", "unit") == ["gre"]
    assert values(game, "arrive", "unit") == ["jmp", "ter"]
    assert values(game, "psychic", "unit") == ["lib"]
    assert values(game, "disembark", "unit") == ["cap", "anc", "boy"]
    assert values(game, "leave", "leader") == ["cap", "bos"]
    assert values(game, "join", "leader") == ["lib"]
    assert "lob" not in values(game, "test", "unit")
    assert "cap" not in values(game, "test", "unit")
    assert "lob" in values(game, "mark", "unit")


def test_transports_are_those_of_the_units_own_side_with_their_room() -> None:
    offered = choices_of(new_game(), "embark", "transport", {"unit": "Devastators"})
    assert [(choice.value, choice.text) for choice in offered] == [("rho", "Rhino 1, room for 0 more of 10")]
    empty = choices_of(played(new_game(), "disembark unit=Ancora"), "embark", "transport", {"unit": "Devastators"})
    assert [choice.text for choice in empty] == ["Rhino 1, room for 10"]


def test_tokens_say_how_many_are_left() -> None:
    texts = [choice.text for choice in choices_of(new_game(), "use", "token", {"player": "2"})]
    assert texts == ["Scatter, 6 left", "Gets Hot!, 1 left", "Warp, 1 left"]


def test_both_players_groups_weapons_and_words_are_offered() -> None:
    game = new_game()
    assert [choice.text for choice in choices_of(game, "points", "player", {})] == ["Third Company", "Gitstompa"]
    assert values(game, "psychic", "group", unit="Librarian") == ["lib.1"]
    assert values(game, "set-vehicle", "weapons", vehicle="Rhino 1") == ["rho.w1"]
    assert values(game, "deep-strike", "zone") == ["own", "neither", "enemy"]
    assert values(game, "outflank", "edge") == ["left", "right"]


def test_what_depends_on_a_unit_that_is_not_there_offers_nothing() -> None:
    assert values(new_game(), "psychic", "group", unit="Nobody") == []
    assert values(new_game(), "embark", "transport") == ["rho", "tru"]
    assert values(new_game(), "note", "text") == []


def test_units_of_equal_ids_are_offered_with_their_side() -> None:
    assert {"1:dev", "2:dev"} <= set(values(new_game(against=marines()), "test", "unit"))


@pytest.mark.long
def test_every_choice_is_read_by_its_field() -> None:
    game = played(new_game(), "mark unit=Gretchin mark='falling back'")
    given = {"unit": "Devastators", "vehicle": "Rhino 1", "player": "1", "attacker": "Devastators", "target": "Mob"}
    for verb in SPECS:
        for field in verb.listed:
            for choice in choices_of(game, verb.name, field.name, given):
                field.kind.value(choice.value, At(game, PLAY.rules))


def test_choices_that_cannot_be_are_not_offered() -> None:
    game = new_game()
    assert values(game, "explosion", "vehicle") == ["rho", "tru"]
    assert values(game, "repair", "vehicle") == []
    assert values(game, "give-back", "player") == []
    assert "anc" not in values(game, "embark", "unit")
    assert set(values(game, "sweep", "winners", fleeing="dev")) == {"bos", "mob", "tru", "gre", "lob"}
    assert "boy" not in values(game, "shoot", "target", attacker="dev")


WANTED = {
    "shoot damage=10 strength=4 side=front anyway": ("attacker", "target"),
    "fight damage=10 strength=4 anyway": ("attacker", "target"),
    "terrain inches=6": ("unit",),
    "cluster-mines": ("unit",),
    "gate-of-infinity anyway": ("unit",),
    "gets-hot": ("unit",),
    "damage damage=20": ("unit",),
    "explosion": ("vehicle",),
    "repair anyway": ("vehicle",),
    "machine-curse anyway": ("vehicle",),
    "sweep": ("fleeing", "winners"),
    "embark anyway": ("unit", "transport"),
    "disembark": ("unit",),
    "join": ("leader", "unit"),
    "leave": ("leader",),
    "give-back": ("player", "token"),
    "psychic": ("unit",),
    "test": ("unit",),
}
"""By an act that otherwise is whole: what must be said still."""
USED = played(
    in_turn(new_game(), 2), "use player=2 token=scatter", "set-vehicle vehicle=Trukk penetrating=6", "turn",
    "set-vehicle vehicle='Rhino 1' lines=A=20", "mark unit=Gretchin mark=destroyed", "set unit=Boss models-left=0",
)  # fmt: skip


def offers(game: GameState, verb: str, wanted: Sequence[str], given: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Every way to give what is wanted that is offered."""
    if not wanted:
        yield given
    for each in wanted[:1]:
        for value in values(game, verb, each, **given):
            yield from offers(game, verb, wanted[1:], {**given, each: value})


@pytest.mark.parametrize("game", [new_game(), USED], ids=["begun", "used"])
@pytest.mark.parametrize("line", WANTED)
def test_no_choice_that_is_offered_is_refused(game: GameState, line: str) -> None:
    verb = line.split()[0]
    for given in offers(game, verb, WANTED[line], {}):
        decision(game, " ".join((line, *(f"{name}={value}" for name, value in given.items()))))
