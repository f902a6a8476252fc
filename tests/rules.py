"""Write docs/rules.md anew: `uv run python -m tests.rules`.

A rule lives where code names its number, and a test shows it when it names the number. Measurements show none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import yaml

TOP = Path(__file__).parents[1]
TESTS = TOP / "tests"
TARGET = TOP / "docs" / "rules.md"
TITLES = Path(__file__).with_name("rules.yaml")
SPAN = re.compile(r"\b([A-Z])-(\d{2,3})(?: (?:to|through) \1-(\d{2,3}))?\b")
SHOWN = 4
"""Places named for one rule, at most."""
COLUMNS = "| rule | what | where | tests |\n|---|---|---|---|\n"
HEAD = """\
# Rules

Every rule of the games by its number, where it lives and which tests show it. Made by `uv run python -m tests.rules`;
do not edit.
A rule that is **open** has no code yet: it needs the tracker of games, or a game or module that is still to come.
A place with `.yaml` is a datasheet: it has the rule in words that sheets print, or in its figures.
One without a test is printed in words and not worked out, or shown by tests that do not name it.
"""


def titles() -> dict[str, dict[str, str]]:
    """What each rule is about, by game and number."""
    loaded: dict[str, dict[str, str]] = yaml.safe_load(TITLES.read_text(encoding="utf-8"))
    return loaded


def numbers(text: str) -> Iterator[str]:
    """Yield the rules that a text names, those of a span (`L-81 to L-86`) one by one."""
    for letter, first, last in SPAN.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}-{number:02}"


def rules_text() -> str:
    """The whole document."""
    code, tests = _code(), _tests()
    parts = [HEAD]
    for game, rules in titles().items():
        rows = [_row(rule, title, code.get(rule, ()), tests) for rule, title in rules.items()]
        done = sum("**open**" not in row for row in rows)
        parts.append(f"\n## {game}\n\n{done} of {len(rows)} rules have code.\n\n{COLUMNS}")
        parts.extend(rows)
    return "".join(parts)


def _row(rule: str, title: str, modules: Iterable[str], tests: Mapping[str, Collection[str]]) -> str:
    if not modules:
        return f"| {rule} | {title} | **open** | |\n"
    shown = [name for name, named in tests.items() if rule in named]
    return f"| {rule} | {title} | {_listed(list(modules))} | {_listed(shown)} |\n"


def _listed(places: list[str]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return ", ".join(f"`{place}`" for place in places[:SHOWN]) + more


def _code() -> dict[str, dict[str, None]]:
    """The modules and datasheets that name each rule."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted((TOP / "builder").rglob("*.py")):
        module = path.relative_to(TOP / "builder").with_suffix("").as_posix()
        for rule in numbers(_texts(path)):
            found.setdefault(rule, {})[module] = None
    for path in sorted((TOP / "datasheets").glob("*/*.yaml")):
        for rule in numbers(path.read_text(encoding="utf-8")):
            found.setdefault(rule, {})[path.relative_to(TOP).as_posix()] = None
    return found


def _texts(path: Path) -> str:
    """Every text in a module, those that document it included; none where no number of a rule stands."""
    text = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(text)) if SPAN.search(text) else ()
    return "\n".join(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _tests() -> dict[str, set[str]]:
    """The rules that each test file names."""
    paths = [path for path in sorted(TESTS.rglob("*")) if path.name.startswith("test_") or path.suffix == ".yaml"]
    return {
        path.relative_to(TESTS).as_posix(): set(numbers(path.read_text(encoding="utf-8")))
        for path in paths
        if path.suffix in (".py", ".yaml") and path != TITLES and TESTS / "bench" not in path.parents
    }


if __name__ == "__main__":
    TARGET.write_text(rules_text(), encoding="utf-8")
    print(TARGET)
