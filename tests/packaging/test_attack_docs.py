"""docs/attacks.md tells of acts and options that there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from builder.services.army.locator import open_army
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.play import PLAY
from builder.systems.play.events import Player
from builder.systems.specs import spec_of
from tests.packaging.test_acts_docs import options
from tests.systems.diceless.play.games import SPECS, read_command

TEXT = (Path(__file__).parents[2] / "docs" / "attacks.md").read_text(encoding="utf-8")
VERBS = {verb.name: verb for verb in SPECS}
COMMANDS = re.findall(r"muster game do Third ([^\n#]+)", TEXT)
ARMIES = re.findall(r"muster game new (\S+) --against (\S+)", TEXT)
SHOWN = re.findall(r"\$ muster game do Third ([^\n]+)\n([^…]+)…", TEXT)


def test_the_examples_start_from_one_game_and_say_what_it_says() -> None:
    players: list[Player[Any]] = [Player(army.name, army.reading) for army in map(open_army, ARMIES[0])]
    start, *others = COMMANDS
    said = {command.strip(): shown.splitlines() for command, shown in SHOWN}
    state = PLAY.begin(PLAY.start(players))
    verb, *given = options(start)
    state = PLAY.evolve(state, PLAY.decide(state, read_command(state, verb, given)).event)
    for command in others:
        verb, *given = (each for each in options(command) if each != "dry-run")
        event = PLAY.decide(state, read_command(state, verb, given)).event
        shown = [line.strip() for line in said.pop(command.strip(), ()) if line.strip()]
        assert shown == [event.text, *event.steps][: len(shown)]
    assert not said


@pytest.mark.parametrize("option", sorted(set(re.findall(r"`--([a-z-]+)", TEXT)) - {"dry-run"}))
def test_an_option_that_is_named_is_one_of_an_act_or_a_calculation(option: str) -> None:
    names = {parameter.name for act in VERBS.values() for parameter in act.listed}
    assert option in names | {
        field.name for calculation in SYSTEM.calculations() for field in spec_of(calculation).fields
    }


GROUPS = ("Damage", "Hazards")


@pytest.mark.parametrize("verb", [act.name for act in VERBS.values() if act.made.group in GROUPS])
def test_every_attack_and_hazard_is_named(verb: str) -> None:
    assert re.search(rf"\b{verb}\b", TEXT)
