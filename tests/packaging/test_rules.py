"""docs/rules.md tells of every rule, and is fresh."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules import TARGET, numbers, rules_text, titles

LEDGERS = Path(__file__).parents[3] / "shared" / "rules"


@pytest.mark.long
def test_the_document_is_fresh() -> None:
    """Mend with: uv run python -m tests.rules."""
    assert TARGET.read_text(encoding="utf-8") == rules_text()


@pytest.mark.long
def test_code_and_tests_name_no_rule_that_is_not_listed() -> None:
    listed = {rule for rules in titles().values() for rule in rules}
    top = Path(__file__).parents[2]
    for path in (*top.glob("builder/**/*.py"), *top.glob("datasheets/*/*.yaml"), *top.glob("docs/*.md")):
        named = {rule for rule in numbers(path.read_text(encoding="utf-8")) if rule[0] in "DLEAH"}
        assert named <= listed, path


@pytest.mark.skipif(not LEDGERS.is_dir(), reason="there are no ledgers of the rules beside this checkout")
def test_the_list_has_every_rule_of_the_ledgers() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in LEDGERS.glob("*.md"))
    wanted = set(re.findall(r"^\| ([A-Z]-\d+)", text, re.MULTILINE))
    assert wanted == {rule for rules in titles().values() for rule in rules}


def test_a_span_names_all_of_its_rules() -> None:
    assert list(numbers("see L-81 to L-83 and D-02")) == ["L-81", "L-82", "L-83", "D-02"]
