"""Write docs/rules.md anew: `uv run python -m tests.rules`.

A rule lives where code names its number. A test shows it when it names the number, or imports what implements it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

TOP = Path(__file__).parents[1]
TARGET = TOP / "docs" / "rules.md"
TITLES = Path(__file__).with_name("rules.yaml")
SPAN = re.compile(r"\b([A-Z])-(\d{2,3})(?: (?:to|through) \1-(\d{2,3}))?\b")
Shown = tuple[set[str], set[tuple[str, str]]]
"""The rules that a test file names, and what it imports, as module and name."""
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


@dataclass(slots=True)
class Found:
    """Where a rule is named: modules, and what implements it there, as module and name."""

    modules: dict[str, None] = field(default_factory=dict)
    names: set[tuple[str, str]] = field(default_factory=set)


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
        rows = [_row(rule, title, code.get(rule), tests) for rule, title in rules.items()]
        done = sum("**open**" not in row for row in rows)
        parts.append(f"\n## {game}\n\n{done} of {len(rows)} rules have code.\n\n{COLUMNS}")
        parts.extend(rows)
    return "".join(parts)


def _row(rule: str, title: str, found: Found | None, tests: Mapping[str, Shown]) -> str:
    if found is None:
        return f"| {rule} | {title} | **open** | |\n"
    shown = [name for name, (named, imported) in tests.items() if rule in named or imported & found.names]
    return f"| {rule} | {title} | {_listed(list(found.modules))} | {_listed(shown)} |\n"


def _listed(places: list[str]) -> str:
    more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
    return ", ".join(f"`{place}`" for place in places[:SHOWN]) + more


def _code() -> dict[str, Found]:
    """Where the code names each rule; definitions count first, then other texts of a module."""
    found: dict[str, Found] = {}
    for path in sorted((TOP / "builder").rglob("*.py")):
        module = path.relative_to(TOP / "builder").with_suffix("").as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, text in _documented(tree):
            for rule in numbers(text):
                place = found.setdefault(rule, Found())
                place.modules[module] = None
                if name:
                    place.names.add((module, name))
    for path in sorted((TOP / "datasheets").glob("*/*.yaml")):
        for rule in numbers(path.read_text(encoding="utf-8")):
            found.setdefault(rule, Found()).modules[path.relative_to(TOP).as_posix()] = None
    return found


def _documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield definitions and constants with what is said of them, and every text of the module without a name."""
    previous: ast.stmt | None = None
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield ("" if node.name.startswith("_") else node.name), ast.get_docstring(node) or ""
    for statement in tree.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and previous is not None:
            target = previous.targets[0] if isinstance(previous, ast.Assign) else None
            if isinstance(previous, ast.AnnAssign):
                target = previous.target
            if isinstance(target, ast.Name):
                yield target.id, str(statement.value.value)
        previous = statement
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "", node.value


def _tests() -> dict[str, Shown]:
    """The rules that each test file names, and what it imports of our code."""
    read: dict[str, Shown] = {}
    for path in sorted((TOP / "tests").rglob("*")):
        if path.suffix in (".py", ".yaml") and path not in (TITLES, Path(__file__)) and path.is_file():
            text = path.read_text(encoding="utf-8")
            name = path.relative_to(TOP / "tests").as_posix()
            if path.name.startswith("test_") or path.suffix == ".yaml":
                read[name] = (set(numbers(text)), set(_imports(text)) if path.suffix == ".py" else set())
    return read


def _imports(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("builder."):
            module = node.module.removeprefix("builder.").replace(".", "/")
            yield from ((module, alias.name) for alias in node.names)


if __name__ == "__main__":
    TARGET.write_text(rules_text(), encoding="utf-8")
    print(TARGET)
