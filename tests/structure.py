"""What the modules of `builder` import and how large they are: `uv run poe structure` prints the figures."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from pathlib import Path

TOP = Path(__file__).parents[1]
RUN = 6


@dataclass(frozen=True)
class Module:
    """A module: its lines, what it imports of `builder` (for type checkers alone too), its classes, its code."""

    path: Path
    lines: int
    imports: frozenset[str]
    classes: frozenset[str]
    code: tuple[str, ...]

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__` of a package."""
        return self.path.name == "__init__.py"


@cache
def modules() -> Mapping[str, Module]:
    """All modules of `builder` by their full names."""
    paths = {module_name(path): path for path in sorted((TOP / "builder").rglob("*.py"))}
    return {name: read(name, path, paths) for name, path in paths.items()}


def module_name(path: Path) -> str:
    """How a file is imported."""
    return ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")


def read(name: str, path: Path, known: Mapping[str, Path]) -> Module:
    """What the text of a module says."""
    text = path.read_text(encoding="utf-8")
    nodes = list(statements(ast.parse(text)))
    return Module(
        path,
        lines=len(text.splitlines()),
        imports=frozenset(each for node in nodes for each in imported(node, known)) - {name},
        classes=frozenset(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        code=tuple(code_of(text, nodes)),
    )


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement below a node; nothing is looked for in what they calculate, which is most of a module."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def code_of(text: str, nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The lines that could stand in another module too: without imports, comments, blanks and bare signs."""
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    left_out = {line for node in imports for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    lines = (line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in left_out)
    return (line for line in lines if not line.startswith("#") and any(map(str.isalnum, line)))


def imported(node: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a statement imports: of `from package import name` the one of that name, where there is one."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name in known)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for each in node.names:
            inner = f"{node.module}.{each.name}"
            if inner in known:
                yield inner
            elif node.module in known:
                yield node.module


def cycle() -> list[str]:
    """A chain of modules that import each other, the first of them again at its end; empty where there is none."""
    try:
        TopologicalSorter({name: module.imports for name, module in modules().items()}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def with_one_importer() -> dict[str, str]:
    """The modules that a single other module imports, with that one; packages do not count."""
    importers: defaultdict[str, set[str]] = defaultdict(set)
    for name, module in modules().items():
        for each in module.imports:
            importers[each].add(name)
    return {
        name: next(iter(importers[name]))
        for name, module in modules().items()
        if len(importers[name]) == 1 and not module.is_package
    }


def classes_defined_twice() -> dict[str, list[str]]:
    """The names that several modules give to classes, with these modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, module in modules().items():
        for each in module.classes:
            places[each].append(name)
    return {each: found for each, found in places.items() if len(found) > 1}


def equal_runs() -> list[tuple[str, str, str]]:
    """The runs of six or more lines that stand twice, each with its two modules and its first line."""
    lines = {name: module.code for name, module in modules().items()}
    places: defaultdict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, found in lines.items():
        for at in range(len(found) - RUN + 1):
            places[found[at : at + RUN]].append((name, at))
    pairs = (pair for same in places.values() for pair in combinations(same, 2))
    return [
        (one, other, lines[one][at])
        for (one, at), (other, there) in pairs
        if not (at and there and lines[one][at - 1] == lines[other][there - 1])
    ]


def main() -> None:
    """Print the figures."""
    everything = modules().values()
    print(f"{sum(module.lines for module in everything)} lines in {len(everything)} files")
    print(f"{len(with_one_importer())} modules with one importer")
    print(f"{len(classes_defined_twice())} names of classes that are defined more than once")
    print(f"{len(equal_runs())} runs of {RUN} or more lines that stand twice")
    print(f"cycle: {' → '.join(cycle()) or 'none'}")


if __name__ == "__main__":
    main()
