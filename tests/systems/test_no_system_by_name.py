"""Screens, commands and services show and do what a system gives them, and know nothing of one system by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import builder
from builder.systems.diceless.play.state import Phase
from builder.systems.diceless.play.view.game_view import KEYS
from builder.systems.play import common_acts
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


def test_each_key_opens_an_act_that_there_is_and_is_an_action_of_the_screen() -> None:
    verbs, actions = {verb.name for verb in SPECS}, {action.name for action in actions_of("game")}
    assert {key.verb for key in KEYS} <= verbs and {key.action for key in KEYS} <= actions
