"""Our datasheets held against public catalogues: every stat line, weapon, cost and price of an option that differs.

Run `uv run python -m tests.datafiles.catalogue_facts` to see them all, the explained ones too.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.catalogue.library import ArmyData
from builder.catalogue.model import EntryHolder, Profile, SelectionEntry
from builder.datafiles.datasheets.library import load
from builder.datafiles.datasheets.sizes import kinds_of, size_of, smallest_points
from builder.scalars import slug
from tests.datafiles.catalogue_options import PricedOptions

DATA = (Path(__file__).parents[2] / "../shared/data/battlescribe").resolve()
SOURCES: Mapping[str, tuple[str, ...]] = {
    "diceless/space-marines": (
        "5th-edition/Space Marines.cat", "5th-edition/Space Marines Library.cat", "5th-edition/wh40k-5th-edition.gst",
    ),
    "diceless/imperial-guard": ("5th-edition/Imperial Guard.cat", "5th-edition/wh40k-5th-edition.gst"),
    "diceless/orks": ("7th-edition/Orks - Codex.cat", "7th-edition/Warhammer40K.gst"),
}  # fmt: skip
COLUMNS = {"Sv": "Save", "Strength": "S"}
NAMED_OTHERWISE: Mapping[str, str] = {
    "Assault Squad on Foot": "Assault Squad",
    "Bike Squad": "Space Marine Bike Squad",
    "Captain in Terminator Armour": "Captain",
    "Deathstrike": "Deathstrike Missile Launcher",
    "Hydra Battery": "Hydra Flak Tank Battery",
    "Manticore": "Manticore Rocket Launcher",
    "Two multiple rocket pods": "Multiple Rocket Pod",
    "Valkyrie Squadron": "Valkyrie Assault Carrier Squadron",
    "Vendetta Squadron": "Vendetta Gunship Squadron",
    "Warkoptas": "Warkopta Skwadron (FW)",
    "Chapter Master": "Space Marine Chapter Master",
    "Chapter Master in Terminator Armour": "Space Marine Chapter Master",
    "Free Drop Pod": "Drop Pod",
    "Free Rhino": "Rhino",
    "Vanguard Veterans": "Vanguard Veteran Squad",
    "Warboss in Mega Armour": "Warboss",
    "Big Mek in Mega Armour": "Big Mek",
    "Avenger": "The Avenger",
    "Gate of Infinity": "The Gate of Infinity",
    "Hellfire boltgun": "Hellfire Rounds",
    "Heavy bolter with hellfire shells": "Heavy Bolter (Hellfire)",
    "Kombi-rokkit": "Kombi-weapon w/ Rokkit Launcha",
    "Kombi-skorcha": "Kombi-weapon w/ Skorcha",
}
"""What some units and options of ours are called there."""
STATS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "Front", "Side", "Rear")
WEAPON = ("Range", "Strength", "AP")


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of ours that a public catalogue has otherwise."""

    faction: str
    name: str
    column: str
    ours: str
    theirs: str

    def __str__(self) -> str:
        return f"{self.faction}: {self.name}, {self.column}: {self.ours} here, {self.theirs} there"


class Facts:
    """What the catalogues say: profiles and smallest costs by the id of a name."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.profiles: dict[str, list[dict[str, str]]] = {}
        self.costs: dict[str, set[int]] = {}
        roots = [ElementTree.parse(DATA / file).getroot() for file in files]
        self.options = PricedOptions(roots, _key)
        for root in roots:
            for element in root.iter():
                kind = element.tag.rpartition("}")[2]
                if kind == "profile":
                    cells = {
                        _column(c): (c.get("value") or c.text or "").strip() for c in _all(element, "characteristic")
                    }
                    self.profiles.setdefault(_key(element.get("name", "")), []).append(cells)
                elif kind == "selectionEntry" and element.get("type") in ("unit", "model"):
                    self.costs.setdefault(_key(element.get("name", "")), set()).add(_smallest(element))


def differences(faction: str) -> Iterator[Difference]:
    """Yield every figure of a faction that its catalogues have, and have otherwise."""
    sheets, facts = load(faction), Facts(SOURCES[faction])
    for profile in sheets.catalogue.shared_profiles:
        if profile.type_name == "Weapon":
            yield from _profile(faction, profile, facts, WEAPON)
    for entry in _units(sheets):
        theirs = {cost for cost in facts.costs.get(_key(entry.name), set()) if cost}
        if theirs and smallest_points(entry) not in theirs:
            yield Difference(faction, entry.name, "points", str(smallest_points(entry)), _either(map(str, theirs)))
        yield from _options(faction, entry, facts)
        for kind in kinds_of(entry):
            for profile in kind.profiles:
                yield from _profile(faction, profile, facts, STATS)


def _units(sheets: ArmyData) -> tuple[SelectionEntry, ...]:
    return (*sheets.catalogue.selection_entries, *sheets.catalogue.shared_selection_entries)


def _options(faction: str, unit: SelectionEntry, facts: Facts) -> Iterator[Difference]:
    """Yield the choices of a unit that the catalogues price otherwise.

    Theirs may be for all the models of a squad, or for the model with what it chose.
    """
    theirs = facts.options.below(NAMED_OTHERWISE.get(unit.name, unit.name))
    size = size_of(unit)[0]
    bodies = {0, int(smallest_points(unit)), *(int(cost.value) for kind in kinds_of(unit) for cost in kind.costs)}
    told: set[tuple[str, int]] = set()
    for choice in _choices(unit):
        points = int(sum(cost.value for cost in choice.costs))
        known = theirs.get(_key(NAMED_OTHERWISE.get(choice.name, choice.name)))
        if (
            known
            and not known & {points * size, *(points + body for body in bodies)}
            and (choice.name, points) not in told
        ):
            told.add((choice.name, points))
            yield Difference(faction, f"{unit.name}: {choice.name}", "points", str(points), _either(map(str, known)))


def _choices(holder: EntryHolder) -> Iterator[SelectionEntry]:
    """Yield everything of a unit that options offer, with its price."""
    for group in holder.selection_entry_groups:
        yield from (entry for entry in group.selection_entries if entry.type == "upgrade" and entry.costs)
        yield from _choices(group)
    for entry in holder.selection_entries:
        if entry.type == "model":
            yield from _choices(entry)


def _profile(faction: str, profile: Profile, facts: Facts, columns: tuple[str, ...]) -> Iterator[Difference]:
    candidates = facts.profiles.get(_key(profile.name), [])
    ours = {cell.name: cell.value for cell in profile.characteristics}
    for column in (column for column in columns if column in ours):
        theirs = {_plain(cells[c]) for cells in candidates if (c := _known(cells, column)) and _plain(cells[c])}
        if theirs and _plain(ours[column]) not in theirs:
            yield Difference(faction, profile.name, column, ours[column], _either(theirs))


def _known(cells: Mapping[str, str], column: str) -> str | None:
    return next((name for name in (column, COLUMNS.get(column, column)) if name in cells), None)


def _plain(value: str) -> str:
    """A value as all write it: invulnerable saves, quotes and spellings of nothing aside."""
    return value.split("/")[0].replace('"', "").replace("–", "-").replace("×", "x").strip().casefold()


def _key(name: str) -> str:
    return slug(name).replace("-", "")


def _column(element: ElementTree.Element) -> str:
    return (element.get("name") or "").strip()


def _all(element: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    plural = "selectionEntries" if tag == "selectionEntry" else f"{tag}s"
    return element.findall(f"./{{*}}{plural}/{{*}}{tag}")


def _smallest(entry: ElementTree.Element) -> int:
    """The points of an entry with the least that its own models and groups ask for."""
    own = sum(float(cost.get("value", "0")) for cost in _all(entry, "cost"))
    for child in _all(entry, "selectionEntry"):
        own += _least(child) * _smallest(child)
    for group in entry.findall("./{*}selectionEntryGroups/{*}selectionEntryGroup"):
        models = _all(group, "selectionEntry")
        if models:
            own += _least(group) * min(_smallest(model) for model in models)
    return int(own)


def _least(element: ElementTree.Element) -> int:
    bounds = (c for c in _all(element, "constraint") if c.get("type") == "min" and c.get("field") == "selections")
    return max((int(float(bound.get("value", "0"))) for bound in bounds), default=0)


def _either(values: Iterator[str] | set[str]) -> str:
    return " or ".join(sorted(values))


if __name__ == "__main__":
    for faction in sys.argv[1:] or SOURCES:
        for difference in differences(faction):
            print(difference)
