"""Names that refer to something else of a datasheet file: each must be known, or nearly is and gets a suggestion.

The walk is over the file as it was read, not over its schema, so that wrong names are told together with
wrong values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from builder.datafiles.datasheets.models import EVERY_KIND
from builder.datafiles.text.names import find
from builder.datafiles.text.source import Document, Path, Value
from builder.datafiles.text.validate import suggestion
from builder.errors import Severity
from builder.systems.protocol import DatasheetLines, WeaponRules

GEAR = ("weapon", "wargear", "power")
REFERENCES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("units/*/slot", ("slot",)),
    ("units/*/weapons", ("weapon",)),
    ("units/*/wargear", ("wargear",)),
    ("units/*/powers", ("power",)),
    ("units/*/rules", ("rule",)),
    ("units/*/transport", ("unit",)),
    ("units/*/per", ("unit",)),
    ("units/*/models/*/weapons", ("weapon",)),
    ("units/*/models/*/wargear", ("wargear",)),
    ("units/*/options/*/replace", GEAR),
    ("units/*/options/*/choices/*/weapons", ("weapon",)),
    ("units/*/options/*/choices/*/wargear", ("wargear",)),
    ("units/*/options/*/choices/*/powers", ("power",)),
    ("units/*/options/*/choices/*/rules", ("rule",)),
    ("units/*/options/*/choices", ("list",)),
    ("lists/*/*/weapons", ("weapon",)),
    ("lists/*/*/wargear", ("wargear",)),
    ("lists/*/*/powers", ("power",)),
    ("lists/*/*/rules", ("rule",)),
    ("wargear/*/rules", ("rule",)),
)
"""Where names stand, and the tables that may hold them."""

TYPES = {
    **{f"{place}/profile/type": "models" for place in ("units/*", "units/*/models/*")},
    **{f"{place}/vehicle/type": "vehicles" for place in ("units/*", "units/*/models/*")},
    "wargear/*/sets/type": "models and vehicles",
}
"""Where a type stands, and whose it is."""

BRINGS = {"weapons", "wargear", "powers", "rules"}


def check_references(document: Document, slots: Iterable[str], rules: Iterable[str], lines: DatasheetLines) -> None:
    """Note every name of a datasheet file that nothing answers to; slots, rules and lines are those of the system."""
    root = document.value
    if not isinstance(root, dict):
        return
    known: dict[str, tuple[str, ...]] = {
        "slot": tuple(slots),
        "weapon": keys(root, "weapons"),
        "wargear": keys(root, "wargear"),
        "power": keys(root, "powers"),
        "rule": (*keys(root, "rules"), *rules),
        "unit": keys(root, "units"),
        "list": keys(root, "lists"),
    }
    for pattern, kinds in REFERENCES:
        for path, value in matching(root, pattern.split("/"), ()):
            for place, name in named(path, value):
                _check(document, place, name, kinds, known)
    check_weapon_rules(document, root, known["rule"], lines)
    own = keys(root, "rules")
    for pattern, whose in TYPES.items():
        both = (*lines.model_types, *lines.vehicle_types)
        words = {"models": lines.model_types, "vehicles": lines.vehicle_types}.get(whose, both)
        for path, value in matching(root, pattern.split("/"), ()) if words else ():
            _check_type(document, path, value, whose, (*words, *own))
    for path, value in matching(root, ["lists", "*"], ()):
        _check_choices(document, path, value, known)
    for path, value in matching(root, ["units", "*"], ()):
        _check_options(document, path, value, known)


def _check(
    document: Document, path: Path, name: str, kinds: tuple[str, ...], known: Mapping[str, tuple[str, ...]]
) -> None:
    candidates = [candidate for kind in kinds for candidate in known[kind]]
    if find(name, candidates) is None:
        document.add(path, f"{kinds[0]} '{name}' is not known{suggestion(name, candidates)}", "reference")


def check_weapon_rules(document: Document, root: Value, rules: tuple[str, ...], lines: WeaponRules) -> None:
    """A weapon's rule that nothing knows is kept, but costs its player what the rule would do: a warning."""
    for pattern in ("weapons/*/rules", "weapons/*/modes/*/rules", "powers/*/attack/rules"):
        for path, value in matching(root, pattern.split("/"), ()):
            for place, name in named(path, value):
                if not lines.is_weapon_rule(name) and find(name, rules) is None:
                    message = f"no rule of weapons is called '{name}'{suggestion(name, (*lines.weapon_rules, *rules))}"
                    document.add(place, message, "weapon-rule", Severity.WARNING)


def _check_type(document: Document, path: Path, value: Value, whose: str, known: tuple[str, ...]) -> None:
    """A word of a type that nothing knows is kept and printed, but may be a slip of the pen: a warning."""
    for word in re.split(r"[,()/]", value) if isinstance(value, str) else ():
        if word.strip() and find(word, known) is None:
            message = f"no type of {whose} is called '{word.strip()}'{suggestion(word.strip(), known)}"
            document.add(path, message, "type", Severity.WARNING)


def _check_options(document: Document, path: Path, unit: Value, known: Mapping[str, tuple[str, ...]]) -> None:
    """An option is for a model of its unit, and a choice without contents is itself something known."""
    if not isinstance(unit, dict):
        return
    models = keys(unit, "models") or (str(path[-1]),)
    options = unit.get("options")
    for index, option in enumerate(options if isinstance(options, list) else []):
        if not isinstance(option, dict):
            continue
        here: Path = (*path, "options", index)
        for place, name in named((*here, "for"), option.get("for")):
            if find(name, (*models, EVERY_KIND)) is None:
                document.add(place, f"model '{name}' is not known{suggestion(name, models)}", "reference")
        _check_choices(document, (*here, "choices"), option.get("choices"), known)


def _check_choices(document: Document, path: Path, choices: Value, known: Mapping[str, tuple[str, ...]]) -> None:
    for choice, value in (choices if isinstance(choices, dict) else {}).items():
        if not (isinstance(value, dict) and BRINGS & value.keys()):
            _check(document, (*path, choice), choice, GEAR, known)


def keys(mapping: Mapping[str, Value], field: str) -> tuple[str, ...]:
    """The names that a table of a file defines."""
    table = mapping.get(field)
    return tuple(table) if isinstance(table, dict) else ()


def matching(value: Value, pattern: list[str], path: Path) -> Iterator[tuple[Path, Value]]:
    """Yield what stands at a pattern below a value, `*` for any key or place of a list."""
    if not pattern:
        yield path, value
    elif pattern[0] == "*" and isinstance(value, dict):
        for key, below in value.items():
            yield from matching(below, pattern[1:], (*path, key))
    elif pattern[0] == "*" and isinstance(value, list):
        for index, below in enumerate(value):
            yield from matching(below, pattern[1:], (*path, index))
    elif isinstance(value, dict) and pattern[0] in value:
        yield from matching(value[pattern[0]], pattern[1:], (*path, pattern[0]))


def named(path: Path, value: Value) -> Iterator[tuple[Path, str]]:
    """Yield the names of a value that is one name or a list of them, each with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        yield from (((*path, index), name) for index, name in enumerate(value) if isinstance(name, str))
