"""docs/attacks.md tells of acts and options that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from builder.systems.diceless import SYSTEM
from builder.systems.specs import spec_of
from tests.systems.diceless.play.games import SPECS

TEXT = (Path(__file__).parents[2] / "docs" / "attacks.md").read_text(encoding="utf-8")
VERBS = {verb.name: verb for verb in SPECS}
COMMANDS = re.findall(r"muster game do Third ([^\n#]+)", TEXT)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_gives_an_act_what_it_can_read(command: str) -> None:
    verb, *words = shlex.split(command)
    known = {parameter.name: parameter for parameter in VERBS[verb].fields}
    given = iter(word for word in words if word != "--dry-run")
    for option in given:
        parameter = known[option.removeprefix("--")]
        if not parameter.switch and parameter.kind.read is not None:
            assert parameter.kind.read(next(given)) is not None
        elif not parameter.switch:
            assert next(given)


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
