"""The worked examples in docs/calc.md are what the commands say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.systems.registry import load_system
from builder.systems.specs import name_of

TEXT = (Path(__file__).parents[2] / "docs" / "calc.md").read_text(encoding="utf-8")
EXAMPLES = [
    tuple(example.split("\n", 1))
    for block in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)
    if example
]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_is_what_the_command_says(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "muster"
    assert run(arguments) == 0
    assert capsys.readouterr().out.strip() == shown.strip()


@pytest.mark.parametrize("name", [name_of(calculation) for calculation in load_system("diceless").calculations()])
def test_every_calculation_is_named(name: str) -> None:
    assert re.search(rf"\b{name}\b", TEXT)
