"""A game system for catalogues that come without theirs: made of what they say of it themselves.

Catalogues name the types of their costs and profiles and the categories of their entries; limits and the shape of
armies stand in the game system alone, so an army of such data has one force with a slot for each category, no limits.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.catalogue.model import CategoryEntry, CategoryLink, Cost, DataRoot, Profile
from builder.services.data.catalogue_check import below
from builder.text import to_json


def stand_in(id: str, name: str, roots: Iterable[DataRoot]) -> bytes:
    """Return a game system with this id, in New Recruit's JSON, for catalogues of it."""
    costs: dict[str, str] = {}
    profiles: dict[str, tuple[str, dict[str, str]]] = {}
    categories: dict[str, str] = {}
    primary: dict[str, None] = {}
    own: set[str] = set()
    for record in (record for root in roots for record in below(root)):
        match record:
            case Cost():
                costs.setdefault(record.type_id, record.name)
            case Profile():
                _, columns = profiles.setdefault(record.type_id, (record.type_name, {}))
                for cell in record.characteristics:
                    columns.setdefault(cell.type_id, cell.name)
            case CategoryLink():
                categories.setdefault(record.target_id, record.name)
                if record.primary:
                    primary[record.target_id] = None
            case CategoryEntry():
                own.add(record.id)
    system = {
        "id": id,
        "name": name,
        "revision": 0,
        "battleScribeVersion": 2.03,
        "xmlns": "http://www.battlescribe.net/schema/gameSystemSchema",
        "costTypes": [{"id": cost, "name": label or cost, "defaultCostLimit": -1} for cost, label in costs.items()],
        "profileTypes": [
            {
                "id": kind,
                "name": label or kind,
                "characteristicTypes": [{"id": column, "name": title} for column, title in columns.items()],
            }
            for kind, (label, columns) in profiles.items()
        ],
        "categoryEntries": [
            {"id": category, "name": label or category, "hidden": False}
            for category, label in categories.items()
            if category not in own or category in primary
        ],
        "forceEntries": [
            {
                "id": f"{id}.army",
                "name": "Army",
                "hidden": False,
                "categoryLinks": [
                    {
                        "id": f"{id}.{slot}",
                        "name": categories[slot],
                        "targetId": slot,
                        "hidden": False,
                        "primary": False,
                    }
                    for slot in primary
                ],
            }
        ],
    }
    return to_json({"gameSystem": system}).encode()
