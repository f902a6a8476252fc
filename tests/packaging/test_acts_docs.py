"""The game in docs/acts.md is played as it is told there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from builder.services.army.locator import open_army
from builder.systems.diceless.play import PLAY
from builder.systems.play.events import Player
from tests.systems.diceless.play.games import SPECS, read_command

TEXT = (Path(__file__).parents[2] / "docs" / "acts.md").read_text(encoding="utf-8")
ARMIES = re.findall(r"muster game new (\S+) --against (\S+)", TEXT)
EXAMPLES = [
    example.strip().split("\n")
    for block in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    for example in re.split(r"^\$ muster game do Third ", block, flags=re.MULTILINE)
    if example
]


def options(written: str) -> list[str]:
    """The verb, and the options as `name=value`."""
    found: list[str] = []
    for word in shlex.split(written):
        if word.startswith("--") or not found:
            found.append(word.removeprefix("--"))
        else:
            found[-1] += f"={word}"
    return found


def test_the_examples_are_a_game() -> None:
    armies = [open_army(name) for name in ARMIES[0]]
    players: list[Player[Any]] = [Player(army.name, army.reading) for army in armies]
    state = PLAY.begin(PLAY.start(players))
    assert len(EXAMPLES) > 10
    for command, line, *steps in EXAMPLES:
        verb, *given = options(command)
        event = PLAY.decide(state, read_command(state, verb, given)).event
        state = PLAY.evolve(state, event)
        assert line.split("  ", 2)[2] == event.text
        assert [step.strip() for step in steps] == list(event.steps)


@pytest.mark.parametrize("verb", [verb.name for verb in SPECS])
def test_every_act_is_named(verb: str) -> None:
    assert re.search(rf"`{verb}\b|game do Third {verb}\b", TEXT)
