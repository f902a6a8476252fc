"""Speaks the conformance suite's JSON lines over stdin and stdout and hands everything to the engine's public API.

Run as `python tests/conformance/adapter.py`; ../shared/conformance/README.md describes the messages.
"""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

# The suite starts this file by its path, from anywhere.
sys.path.insert(0, str(Path(__file__).parents[2]))

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue, Cost, GameSystem
from builder.errors import EditError, Finding, InputError
from builder.formats.battlescribe import write_roster
from builder.formats.saved import read_saved, tie_saved
from builder.roster import edit
from builder.roster.evaluate import Evaluation, evaluate
from builder.roster.model import Roster, Selection
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView
from tests.conformance import case

Json = dict[str, Any]


class Adapter:
    def __init__(self) -> None:
        self.library: Library
        self.roster: Roster

    def answer(self, message: Json) -> Json:
        kind = message["type"]
        if kind == "setup":
            system = case.read(GameSystem, message["gameSystem"])
            self.library = Library(system, [case.read(Catalogue, data) for data in message["catalogues"]])
            self.roster = edit.new_roster(self.library, message["specId"])
            return {"type": "setupResult", "errors": []}
        if kind == "action":
            try:
                return {"type": "actionResult", "ok": True, "outputs": self.act(message)}
            except (EditError, InputError) as impossible:
                return {"type": "actionResult", "ok": False, "error": str(impossible)}
        if kind == "getState":
            return {"type": "state", **self.state(self.evaluation().view)}
        if kind == "getErrors":
            return {"type": "errors", "errors": [error(finding) for finding in self.evaluation().findings]}
        if kind == "exportRosterXml":
            return {"type": "rosterXmlResult", "xml": self.saved().decode()}
        if kind == "teardown":
            return {"type": "teardownResult"}
        return {"type": "error", "message": f"{kind} is not supported"}

    def evaluation(self) -> Evaluation:
        return evaluate(self.roster, self.library)

    def saved(self) -> bytes:
        return write_roster(evaluate(self.roster, self.library, by_name=False).view)

    def load(self, data: bytes) -> Roster:
        return tie_saved(read_saved(data, "roster"), "roster", self.library).roster

    def act(self, message: Json) -> Json:
        roster, library, action = self.roster, self.library, message["action"]
        force, selection = message.get("forceId"), message.get("selectionId")
        if action in ("addForce", "addChildForce"):
            added = edit.add_force(roster, library, message["forceEntryId"], message["catalogueId"], parent_id=force)
            new = added.roster.force(added.id)
            assert new is not None
            self.roster = added.roster
            return {"forceId": added.id, "selections": by_entry(new.selections)}
        if action in ("selectEntry", "selectChildEntry"):
            added = edit.select(roster, library, selection or force or "", message["entryId"])
        elif action in ("duplicateSelection", "duplicateForce"):
            added = edit.duplicate(roster, selection or force or "")
        else:
            self.roster = self.change(message)
            return {}
        self.roster = added.roster
        chosen = self.roster.selection(added.id)
        if chosen is None:
            return {"forceId": added.id}
        return {"selectionId": added.id, "selections": by_entry(chosen.selections)}

    def change(self, message: Json) -> Roster:
        roster, library, action = self.roster, self.library, message["action"]
        force, selection = message.get("forceId") or "", message.get("selectionId")
        if action == "removeForce":
            return edit.remove_force(roster, force)
        if action == "deselectSelection":
            return edit.deselect(roster, library, selection or "")
        if action == "setSelectionCount":
            return edit.set_count(roster, library, selection or "", message["count"])
        if action == "setCostLimit":
            return edit.set_cost_limit(roster, library, message["costTypeId"], Decimal(str(message["value"])))
        if action == "setCustomization":
            names = {"name": message.get("customName"), "notes": message.get("customNotes")}
            return edit.customize(roster, selection or force, **names, category_id=message.get("categoryEntryId"))
        if action == "loadRoster":
            return self.load(message["xml"].encode())
        if action == "reload":
            return self.load(self.saved())
        raise EditError(f"{action} is not supported")

    def state(self, view: RosterView) -> Json:
        return {
            "name": view.name,
            "gameSystemId": view.game_system_id,
            "gameSystemName": view.game_system_name,
            "costs": [self.cost(cost) for cost in view.costs],
            "costLimits": [self.cost(cost) for cost in view.cost_limits],
            "forces": [self.force(force) for force in view.forces],
        }

    def cost(self, cost: Cost) -> Json:
        hidden = self.library.cost_types[cost.type_id].hidden
        return {"name": cost.name, "typeId": cost.type_id, "value": float(cost.value), "hidden": hidden}

    def force(self, view: ForceView) -> Json:
        return {
            "id": view.id,
            "name": view.name,
            "entryId": view.entry_id,
            "catalogueId": view.catalogue_id,
            "catalogueName": view.catalogue_name,
            "hidden": view.hidden,
            "selections": [self.selection(child) for child in view.selections],
            "childForces": [self.force(child) for child in view.forces],
            "categories": [category(slot) for slot in view.categories],
            "profiles": [profile(shown) for shown in view.profiles],
            "rules": [rule(shown) for shown in view.rules],
            "publications": [{"id": id, "name": name} for id, name in view.publications],
            "page": view.page,
            "publicationId": view.publication_id,
            "availableEntryCount": view.available_entry_count,
            "customName": view.custom_name,
            "customNotes": view.custom_notes,
        }

    def selection(self, view: SelectionView) -> Json:
        return {
            "id": view.id,
            "name": view.name,
            "entryId": view.entry_id,
            "entryGroupId": view.entry_group_id,
            "type": view.type,
            "number": view.number,
            "hidden": view.hidden,
            "costs": [self.cost(cost) for cost in view.costs],
            "children": [self.selection(child) for child in view.children],
            "profiles": [profile(shown) for shown in view.profiles],
            "rules": [rule(shown) for shown in view.rules],
            "categories": [category(slot) for slot in view.categories],
            "page": view.page,
            "publicationId": view.publication_id,
            "publicationName": view.publication_name,
            "customName": view.custom_name,
            "customNotes": view.custom_notes,
        }


def by_entry(selections: tuple[Selection, ...]) -> dict[str, str]:
    return {found.entry_path: found.id for selection in selections for found in selection.walk()}


def profile(view: ProfileView) -> Json:
    cells = [{"name": cell.name, "typeId": cell.type_id, "value": cell.value} for cell in view.characteristics]
    return {
        "name": view.name,
        "typeId": view.type_id,
        "typeName": view.type_name,
        "hidden": view.hidden,
        "page": view.page,
        "publicationId": view.publication_id,
        "characteristics": cells,
    }


def rule(view: RuleView) -> Json:
    return {
        "name": view.name,
        "description": view.description,
        "hidden": view.hidden,
        "page": view.page,
        "publicationId": view.publication_id,
    }


def category(view: CategoryView) -> Json:
    return {
        "entryId": view.entry_id,
        "name": view.name,
        "primary": view.primary,
        "profiles": [profile(shown) for shown in view.profiles],
        "rules": [rule(shown) for shown in view.rules],
        "publicationId": view.publication_id,
        "page": view.page,
        "customName": view.custom_name,
        "customNotes": view.custom_notes,
    }


def error(finding: Finding) -> Json:
    return {
        "message": finding.message,
        "ownerType": finding.at.owner,
        "ownerId": finding.at.owner_id,
        "ownerEntryId": finding.at.owner_entry,
        "entryId": finding.at.entry,
        "constraintId": finding.at.constraint,
    }


def main() -> None:
    adapter = Adapter()
    for line in sys.stdin:
        print(json.dumps(adapter.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
