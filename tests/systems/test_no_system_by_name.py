"""Screens, commands and services show and do what a system gives them, and know nothing of one system by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import builder
from builder.systems.diceless.play.state import Phase
from builder.systems.diceless.play.view import KEYS
from builder.systems.play import common_acts
from builder.systems.play.view import Draw
from builder.systems.specs import name_of, spec_of
from builder.tui.actions import actions_of
from tests.systems.diceless.play.games import SPECS

ROOT = Path(builder.__file__).parent
SHOWN = [
    *ROOT.glob("tui/screens/game*.py"),
    *ROOT.glob("tui/widgets/game*.py"),
    *ROOT.glob("tui/widgets/tracks.py"),
    *ROOT.glob("tui/screens/*act*.py"),
    *ROOT.glob("cli/game*.py"),
    *ROOT.glob("services/games/*.py"),
]
"""What knows of games at all; elsewhere a word such as `group` is another thing."""

COMMON = {name for act in common_acts.ACTS for name in (name_of(act), *(each.name for each in spec_of(act).fields))}
"""What any game has: the acts of the kernel and their fields."""

PLAIN = {
    "side", "group", "kind", "lines", "first", "line", "models", "tokens", "weapons", "hp", "lost", "left",
}  # fmt: skip
"""Fields of Diceless that are the kernel's own words too, or those of JSON that is documented and of any comparison."""


def names() -> dict[str, str]:
    """What Diceless calls its verbs, fields and phases, each with what it is."""
    found = {phase.value: "phase" for phase in Phase}
    for verb in SPECS:
        found |= {each.name: "field" for each in verb.listed} | {verb.name: "verb"}
    actions = {action.name for action in actions_of("game")}
    return {name: what for name, what in found.items() if name not in COMMON | PLAIN | actions}


WORDS = re.compile(r"\b(?:DMG|Scatter|Gets Hot!|Warp|leadership|order points|cohesion|blast markers)\b", re.IGNORECASE)
"""What systems have that others know nothing of: no key of the screen is explained by it."""


def strings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_there_are_names_to_look_for() -> None:
    assert {"hit-vehicle", "gets-hot", "attacker", "target", "deployment"} <= set(names())
    assert len(SHOWN) > 15


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_no_verb_field_or_phase_is_known_by_name(path: Path) -> None:
    known = names()
    assert not [f"line {line}: the {known[text]} {text}" for line, text in strings(path) if text in known]


@pytest.mark.parametrize("path", [path for path in SHOWN if "tui" in path.parts], ids=lambda path: path.stem)
def test_the_screen_names_none_of_the_acts_that_any_game_has(path: Path) -> None:
    """Which act dismisses, and which field takes a player, is told by the view."""
    verbs = {name_of(act) for act in common_acts.ACTS}
    fields = {"what", "player", "about", "mark", "mission", "first_turn", "leader", "counter", "transport"}
    known = (verbs | fields) - {each.name for each in actions_of("game", "gamelog", "act")} - {*get_args(Draw)}
    assert not [f"line {line}: {text}" for line, text in strings(path) if text in known]


def test_no_key_of_a_game_is_explained_by_the_words_of_one_system() -> None:
    assert not [each.id for each in actions_of("game", "act") if WORDS.search(f"{each.label} {each.tooltip}")]


def test_each_key_opens_an_act_that_there_is_and_is_an_action_of_the_screen() -> None:
    verbs, actions = {verb.name for verb in SPECS}, {action.name for action in actions_of("game")}
    assert {key.verb for key in KEYS} <= verbs and {key.action for key in KEYS} <= actions
