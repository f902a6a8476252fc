"""Parameters that decide on nothing beside what is given: they change nothing, and all others can be given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import InputError, PlayError
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.games import SPECS, choices_of, decision, in_turn, new_game
from tests.systems.diceless.play.test_play_properties import GAMES, value_of


def came_to(state: GameState, verb: str, given: dict[str, str | bool]) -> tuple[object, set[str]]:
    """What an act comes to, or why it cannot be done, and the parameters that decide on nothing in it."""
    try:
        decided = PLAY.decide(state, PLAY.read(state, verb, given))
    except InputError as error:
        return str(error), set()
    except PlayError as error:
        return str(error), set(error.idle)
    return (decided.event, decided.questions), set(decided.idle)


@settings(max_examples=30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 3), st.data())
def test_what_is_idle_changes_nothing_whatever_it_is_given(game: str, turn: int, draw: st.DataObject) -> None:
    state, verb = in_turn(GAMES[game], turn), draw.draw(st.sampled_from(SPECS))
    values: dict[str, str | bool] = {}

    def give(name: str) -> None:
        parameter = next(each for each in verb.listed if each.name == name)
        written = {key: value for key, value in values.items() if isinstance(value, str)}
        offered = [choice.value for choice in choices_of(state, verb.name, name, written)]
        text = parameter.switch or value_of(parameter, offered, draw)
        if text:
            values[name] = text

    for parameter in verb.listed:
        needed = parameter.required
        if needed or draw.draw(st.sampled_from([False] * 5 + [True])):
            give(parameter.name)
            if needed and parameter.name not in values:
                return
    for leading in ("weapon", "mode", "warp"):
        if leading in {parameter.name for parameter in verb.listed}:
            give(leading)
    before, idle = came_to(state, verb.name, values)
    if not idle:
        return
    for name in draw.draw(st.lists(st.sampled_from(sorted(idle)), min_size=1)):
        give(name)
    assert came_to(state, verb.name, values) == (before, idle)


@pytest.mark.parametrize(
    ("line", "idle", "heeded"),
    [
        ("shoot attacker=Devastators target=Mob weapon=Boltgun", {"zone", "side", "hits"}, {"cover", "distance", "bs"}),
        ("shoot attacker=Lobbas target=Devastators weapon=Lobba hits=3", {"shots", "bs"}, {"hits", "vulnerable"}),
        ("shoot attacker=Devastators target=Trukk weapon=Missile", {"hits", "first", "lost"}, {"zone", "take", "av"}),
        ("shoot attacker=Devastators target=Mob damage=40", {"bs", "hits", "models"}, {"weapon", "cover", "first"}),
        ("fight attacker=Mob target=Devastators", {"side", "take", "toughness"}, {"target-ws", "bonus"}),
        ("damage unit=Mob damage=40", set(), {"cover", "ap", "close-combat", "first", "lost"}),
        ("damage unit=Mob hp=40", {"cover", "ap", "rending", "armour"}, {"group", "strength", "first"}),
        ("hit-vehicle vehicle=Trukk hits=P", {"side", "av", "cover", "plus-one"}, {"take", "destroyed"}),
        ("terrain unit=Trukk inches=4", {"models", "skilled-rider", "lost"}, {"amount", "strength"}),
        ("terrain unit=Mob", {"strength", "take"}, {"models", "inches", "group"}),
        ("lost-assault unit=Mob suffered=30 inflicted=10", {"toughness"}, {"extra-wounds", "ld"}),
        ("use player=2 token=scatter", {"no-pull-back"}, {"bs", "barrage", "on"}),
        ("use player=2 token=warp", {"bs", "barrage"}, {"on", "count"}),
        ("test unit=Mob", set(), {"stands", "ld", "reroll"}),
    ],
)
def test_what_an_act_heeds_goes_by_what_is_given(line: str, idle: set[str], heeded: set[str]) -> None:
    phase = {"shoot": Phase.SHOOTING, "fight": Phase.ASSAULT}.get(line.split()[0], Phase.MOVEMENT)
    found = set(decision(in_turn(new_game(), 1, phase), f"{line} anyway" if phase is not Phase.MOVEMENT else line).idle)
    assert idle <= found
    assert not heeded & found


def test_before_the_weapon_is_known_nothing_that_hangs_on_it_is_asked_or_heeded() -> None:
    asked = decision(new_game(), "shoot attacker=Devastators target=Mob")
    assert [question.parameter for question in asked.questions] == ["weapon"]
    assert {"mode", "models", "distance", "hits", "cover"} <= set(asked.idle)
    assert "damage" not in asked.idle
