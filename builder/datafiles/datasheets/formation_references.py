"""Names of a list of formations that refer to something else of it: each must be known, and each stands once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from builder.datafiles.datasheets.compile_formations import weapon_name
from builder.datafiles.datasheets.formation_models import FormationFaction
from builder.datafiles.datasheets.references import check_weapon_rules, keys, matching, named
from builder.datafiles.text.names import find, slug
from builder.datafiles.text.source import Document, Path
from builder.datafiles.text.validate import suggestion
from builder.systems.protocol import FormationLines

NAMES: tuple[tuple[str, str], ...] = (
    ("units/*/rules", "rule"),
    ("formations/*/slot", "slot"),
    ("formations/*/rules", "rule"),
    ("formations/*/upgrades/*", "upgrade"),
    ("lists/*/*", "upgrade"),
    ("lists/*/*/from", "upgrade"),
    ("formations/*/upgrades/*/from", "upgrade"),
    ("limits/*/per", "slot"),
)
KEYS: tuple[tuple[str, str], ...] = (
    ("formations/*/units", "unit"),
    ("upgrades/*/units", "unit"),
    ("limits", "slot"),
)
"""Where names stand as values and as keys, and what they are names of."""


def check_formation_names(
    document: Document, slots: Iterable[str], rules: Iterable[str], lines: FormationLines
) -> None:
    """Note every name that nothing answers to; slots, rules and lines are those of the system."""
    root = document.value
    if not isinstance(root, dict):
        return
    known: dict[str, tuple[str, ...]] = {
        "slot": tuple(slots),
        "rule": (*keys(root, "rules"), *rules),
        "unit": keys(root, "units"),
        "upgrade": keys(root, "upgrades"),
        "weapon": keys(root, "weapons"),
        "list": keys(root, "lists"),
    }
    for pattern, kind in NAMES:
        for path, value in matching(root, pattern.split("/"), ()):
            for place, name in named(path, value):
                _check(document, place, name, kind, known)
    for pattern, kind in KEYS:
        for path, value in matching(root, pattern.split("/"), ()):
            for name in value if isinstance(value, dict) else ():
                _check(document, (*path, name), name, kind, known)
    for path, value in matching(root, ["units", "*", "weapons"], ()):
        for place, name in named(path, value):
            _check(document, place, weapon_name(name, known["weapon"])[1], "weapon", known)
    for path, value in matching(root, ["formations", "*", "upgrades"], ()):
        if isinstance(value, str):
            _check(document, path, value, "list", known)
    check_weapon_rules(document, root, known["rule"], lines)


def check_formations(document: Document, file: FormationFaction, lines: FormationLines) -> None:
    """Note what cannot work: names twice, sizes out of reach, passengers that the list does not have."""
    tables: dict[Path, Iterable[str]] = {
        ("weapons",): file.weapons,
        ("units",): file.units,
        ("formations",): file.formations,
        ("upgrades",): file.upgrades,
        ("rules",): file.rules,
        ("lists",): file.lists,
    }
    tables.update({("formations", name, "units"): entry.units for name, entry in file.formations.items()})
    for path, names in tables.items():
        counts = Counter(map(slug, names))
        for name in (name for name in names if counts[slug(name)] > 1):
            document.add((*path, name), f"'{name}' stands here twice: give one of them another name", "name")
    for name, unit in file.units.items():
        for stranger in lines.strangers(unit.profile, tuple(file.units)):
            message = f"it carries '{stranger}', which is no unit of this list{suggestion(stranger, file.units)}"
            document.add(("units", name, "profile"), message, "reference")
    for name, entry in file.formations.items():
        least, most = (sum(getattr(each.count, end) for each in entry.units.values()) for end in ("least", "most"))
        if entry.size and not (least <= entry.size.least and entry.size.most <= most):
            message = f"the units make {least} to {most}, which a size of {entry.size} is not within"
            document.add(("formations", name, "size"), message, "option")
        if most == 0:
            document.add(("formations", name), "this formation has no units: give one a count above 0", "option")


def _check(document: Document, path: Path, name: str, kind: str, known: Mapping[str, tuple[str, ...]]) -> None:
    if find(name, known[kind]) is None:
        document.add(path, f"{kind} '{name}' is not known{suggestion(name, known[kind])}", "reference")
