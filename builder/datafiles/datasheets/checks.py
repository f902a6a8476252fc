"""What the fields and names of a datasheet file must agree on, once each is right by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pydantic import ValidationError

from builder.datafiles.datasheets.models import EVERY_KIND, Faction, Kind, Option, Unit
from builder.datafiles.text.source import Document, Path, Value
from builder.datafiles.text.validate import suggestion
from builder.errors import Severity
from builder.scalars import match_name, slug
from builder.systems.protocol import DatasheetLines, WeaponRules
from builder.systems.schema import LineSchema

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
    if match_name(name, candidates) is None:
        document.add(path, f"{kinds[0]} '{name}' is not known{suggestion(name, candidates)}", "reference")


def check_weapon_rules(document: Document, root: Value, rules: tuple[str, ...], lines: WeaponRules) -> None:
    """A weapon's rule that nothing knows is kept, but costs its player what the rule would do: a warning."""
    for pattern in ("weapons/*/rules", "weapons/*/modes/*/rules", "powers/*/attack/rules"):
        for path, value in matching(root, pattern.split("/"), ()):
            for place, name in named(path, value):
                if not lines.is_weapon_rule(name) and match_name(name, rules) is None:
                    message = f"no rule of weapons is called '{name}'{suggestion(name, (*lines.weapon_rules, *rules))}"
                    document.add(place, message, "weapon-rule", Severity.WARNING)


def _check_type(document: Document, path: Path, value: Value, whose: str, known: tuple[str, ...]) -> None:
    """A word of a type that nothing knows is kept and printed, but may be a slip of the pen: a warning."""
    for word in re.split(r"[,()/]", value) if isinstance(value, str) else ():
        if word.strip() and match_name(word, known) is None:
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
            if match_name(name, (*models, EVERY_KIND)) is None:
                document.add(place, f"model '{name}' is not known{suggestion(name, models)}", "reference")
        _check_choices(document, (*here, "choices"), option.get("choices"), known)


def _check_choices(document: Document, path: Path, choices: Value, known: Mapping[str, tuple[str, ...]]) -> None:
    for choice, value in (choices if isinstance(choices, dict) else {}).items():
        if not (isinstance(value, dict) and BRINGS & value.keys()):
            _check(document, (*path, choice), choice, GEAR, known)


def keys(mapping: Mapping[str, Value], field: str) -> tuple[str, ...]:
    """Return the names that a table of a file defines."""
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


def check_options(document: Document, file: Faction) -> None:
    """Note what cannot work: names twice, sizes out of reach, options with nothing to replace or without takers."""
    _check_names(document, file)
    for name, unit in file.units.items():
        kinds = unit.kinds(name)
        bounds = unit.bounds(name).values()
        least, most = (sum(getattr(bound, end) for bound in bounds) for end in ("least", "most"))
        if unit.size and not (least <= unit.size.least and unit.size.most <= most):
            message = f"the models make {least} to {most}, which a size of {unit.size} is not within"
            document.add(("units", name, "size"), message, "option")
        if any(match_name(ride, [name]) for ride in unit.transport):
            document.add(("units", name, "transport"), "a unit cannot ride in itself", "option")
        for index, option in enumerate(unit.options):
            here: Path = ("units", name, "options", index)
            takers = option.kinds(kinds)
            if not takers and option.replace:
                teach = f"say which model gives it up, with 'for'{suggestion('', kinds)}"
                document.add((*here, "replace"), teach, "option")
            if len(takers) > 1 and isinstance(option.per, int):
                message = "an option of several kinds of model is per 'unit' or per 'model': write one for each kind"
                document.add((*here, "per"), message, "option")
            for kind in takers:
                _check_replaced(document, (*here, "replace"), option, unit, kinds[kind], kind)
                _check_sets(document, here, option, kinds[kind], file)
            _check_company(document, here, option, unit, file)
        _check_rates(document, ("units", name), unit, kinds, file)
        if not any(kind.count.most for kind in kinds.values()):
            document.add(("units", name), "this unit has no models: give one of them a count above 0", "option")


def _check_names(document: Document, file: Faction) -> None:
    """A name stands for one thing: names that differ in capitals alone are the same."""
    seen: dict[str, str] = {}
    gear: dict[str, Iterable[str]] = {"weapons": file.weapons, "wargear": file.wargear, "powers": file.powers}
    for table, names in gear.items():
        for name in names:
            if slug(name) in seen:
                document.add(
                    (table, name), f"'{name}' is already a name, under {seen[slug(name)]}: give it another", "name"
                )
            seen.setdefault(slug(name), table)
    others: dict[Path, Iterable[str]] = {("units",): file.units, ("lists",): file.lists, ("rules",): file.rules}
    others.update({("lists", name): choices for name, choices in file.lists.items()})
    for name, unit in file.units.items():
        others["units", name, "models"] = unit.models
        for index, option in enumerate(unit.options):
            if not isinstance(option.choices, str):
                others["units", name, "options", index, "choices"] = option.choices
    for path, names in others.items():
        counts = Counter(map(slug, names))
        for name in (name for name in names if counts[slug(name)] > 1):
            document.add((*path, name), f"'{name}' stands here twice: give one of them another name", "name")
    ids = Counter(unit.id or slug(name) for name, unit in file.units.items())
    for name, unit in file.units.items():
        if unit.id and ids[unit.id] > 1:
            document.add(("units", name, "id"), f"another unit has the id '{unit.id}': give this one another", "name")


def _check_rates(document: Document, path: Path, unit: Unit, kinds: Mapping[str, Kind], file: Faction) -> None:
    """A kind that goes by another goes by one of the unit that itself goes by none; a limit `per` unit has a number."""
    for kind, model in unit.models.items():
        if model.per:
            others = [other for other, found in kinds.items() if other != kind and found.per is None]
            if match_name(model.per.kind, others) is None:
                message = f"no kind of model to go by is called '{model.per.kind}'{suggestion(model.per.kind, others)}"
                document.add((*path, "models", kind, "per"), message, "option")
        _check_known(document, (*path, "models", kind, "without"), model.without, unit, file)
    if unit.per and unit.limit is None:
        document.add((*path, "per"), "say how many for each of them, with 'limit'", "option")


def _check_company(document: Document, here: Path, option: Option, unit: Unit, file: Faction) -> None:
    _check_known(document, (*here, "with"), option.with_, unit, file)
    _check_known(document, (*here, "without"), option.without, unit, file)


def _check_known(document: Document, path: Path, names: Iterable[str], unit: Unit, file: Faction) -> None:
    """What something needs or keeps out is a choice, a kind of model or a transport of the unit."""
    choices = (choice for option in unit.options for choice in option.priced(file.lists))
    known = tuple(dict.fromkeys((*choices, *unit.models, *unit.transport)))
    for name in names:
        if match_name(name, known) is None:
            document.add(
                path, f"the unit has no choice, model or transport '{name}'{suggestion(name, known)}", "option"
            )


def _check_replaced(document: Document, path: Path, option: Option, unit: Unit, model: Kind, kind: str) -> None:
    carried = [*model.weapons, *model.wargear, *unit.weapons, *unit.wargear]
    for name in option.replace:
        if match_name(name, carried) is None:
            document.add(path, f"{kind} does not carry '{name}'{suggestion(name, carried)}", "option")


def _check_sets(document: Document, here: Path, option: Option, model: Kind, file: Faction) -> None:
    line = model.profile or model.vehicle
    for name, choice in option.priced(file.lists).items():
        brought = (name,) if choice.names_itself else choice.wargear
        for item in (match_name(wargear, file.wargear) for wargear in brought):
            sets = file.wargear[item].sets if item else {}
            for column, value in sets.items():
                problem = _problem(line, column, value) if line else None
                if problem:
                    document.add((*here, "choices", name), f"{item} sets {column} to '{value}': {problem}", "option")
            if sets and model.count.most > 1 and option.take != "all":
                message = f"{item} changes the stat line of every model: let all take it, with 'take: all'"
                document.add((*here, "choices", name), message, "option")


def _problem(line: LineSchema, column: str, value: str) -> str | None:
    """Return why a stat line cannot have that value in that column."""
    if column not in line.names():
        return f"the stat line does not have it{suggestion(column, line.names())}"
    try:
        line.changed({column: value})
    except ValidationError as error:
        return str(error.errors()[0]["msg"]).removeprefix("Value error, ")
    return None
