"""A roster written back into the army file that it was read from: what did not change stays as it stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData
from builder.catalogue.model import Cost
from builder.datafiles.armies.kept import kept_by_force, kept_by_selection, kept_fields
from builder.datafiles.armies.models import ArmyFile, ArmyForce, ArmyGroup, mark_text
from builder.datafiles.armies.read import FORCE_ID, SHORT, ReadArmy, default_force, force_named, main_cost, read_army
from builder.datafiles.armies.short_form import Fields, short_form
from builder.datafiles.text.source import Document, Path, Value
from builder.datafiles.text.write import LayoutError, comments_of, patched, written
from builder.errors import InputError, MusterError
from builder.record import replace
from builder.roster.marks import PlannedGroup
from builder.roster.model import Force, Roster, Selection
from builder.scalars import is_budget

Costs = Mapping[str, tuple[Cost, ...]]
"""What each selection costs without what is below it, by id."""


class FieldWriter:
    """Makes the plain values of an army file, with those of the old file for all that has not changed."""

    def __init__(self, army: ReadArmy, costs: Costs, explicit: bool) -> None:
        self.army, self.data, self.costs, self.explicit = army, army.data, costs, explicit
        self.old = Document("", army.value)
        self.known = {selection.id: selection for selection in army.roster.all_selections()}

    def fields(self, roster: Roster) -> Fields:
        """Return the fields of the file."""
        old = self._old(())
        fields = dict(old)
        fields["id"] = roster.id
        fields["name"] = roster.name
        fields["data"] = self._origin(old.get("data"))
        fields.pop("notes", None)
        _say(fields, notes=roster.custom_notes)
        if roster.cost_limits != self.army.roster.cost_limits:
            self._limits(fields, roster.cost_limits)
        if roster.modules != self.army.roster.modules:
            fields.pop("modules", None)
            if roster.modules:
                fields["modules"] = list(roster.modules)
        if roster.settings != self.army.roster.settings:
            fields.pop("settings", None)
            if roster.settings:
                fields["settings"] = dict(roster.settings)
        self._groups(fields, roster.groups)
        own, others = None, list(roster.forces)
        if others and self._is_own(others[0]):
            own = others.pop(0)
        for name in ("force", "units", "forces"):
            fields.pop(name, None)
        if own is not None:
            fields.update(self._own_force(own, alone=not others))
        if own is None or others:
            fields["forces"] = [self.force(force) for force in others]
        return _sorted(fields, old, ArmyFile.model_fields)

    def _origin(self, old: Value) -> Value:
        data = self.data
        new: Fields = {"id": data.id, "name": data.name, "revision": str(data.revision), "digest": data.digest[:SHORT]}
        same = isinstance(old, dict) and (old.get("id"), str(old.get("digest"))[:SHORT]) == (
            data.id,
            data.digest[:SHORT],
        )
        return old if same else new

    def _limits(self, fields: Fields, limits: tuple[Cost, ...]) -> None:
        fields.pop("limit", None)
        fields.pop("limits", None)
        main = main_cost(self.data.library)
        others: Fields = {}
        for limit in limits:
            if main is not None and limit.type_id == main.id and is_budget(limit.value):
                fields["limit"] = f"{limit.value:f}"
            else:
                others[self._cost_name(limit)] = f"{limit.value:f}"
        if others:
            fields["limits"] = others

    def _groups(self, fields: Fields, groups: tuple[PlannedGroup, ...]) -> None:
        known = {group.id: group for group in self.army.roster.groups}
        fields.pop("groups", None)
        if groups:
            fields["groups"] = [self._group(group, known.get(group.id)) for group in groups]

    def _group(self, group: PlannedGroup, before: PlannedGroup | None) -> Fields:
        old = self._old(self.army.paths.get(group.id))
        if group == before:
            return _sorted({**old, "id": group.id}, old, ("id",))
        return _sorted(_say({"id": group.id, "units": list(group.units)}, name=group.name), old, ArmyGroup.model_fields)

    def _cost_name(self, cost: Cost) -> str:
        """Return the name of a cost's type, or its id where the name is not enough."""
        types = self.data.library.cost_types
        named = [id for id, cost_type in types.items() if cost_type.name == cost.name]
        return cost.name if named == [cost.type_id] and cost.name not in types and cost.name.strip() else cost.type_id

    # -- forces --------------------------------------------------------------
    def _is_own(self, force: Force) -> bool:
        """Whether the units of a force can stand in the file itself."""
        plain = not (force.forces or force.category_notes or force.custom_name or force.custom_notes or force.saved)
        return plain and force.id == FORCE_ID and force.catalogue_id == self.data.catalogue_id

    def _own_force(self, force: Force, *, alone: bool) -> Fields:
        old, fields = self._old(()), Fields()
        name = old.get("force")
        meant = force_named(self.data.library, name) if isinstance(name, str) else default_force(self.data)
        if isinstance(name, str) and (meant or name) == force.entry_id:
            fields["force"] = name
        elif meant != force.entry_id:
            fields["force"] = force.entry_id
        units = self._units(force)
        if units or "units" in old or not alone:
            fields["units"] = units or (None if alone else [])
        return fields

    def force(self, force: Force, above: str | None = None) -> Fields:
        """Return the fields of a force."""
        old = self._old(self.army.paths.get(force.id))
        fields: Fields = {"force": force.name} if force.name else {}
        fields.update({"entry": force.entry_id, "id": force.id})
        if force.catalogue_id != (above or self.data.catalogue_id):
            catalogue = self.data.library.catalogues.get(force.catalogue_id)
            name = catalogue.name if catalogue else force.saved.catalogue_name if force.saved else ""
            origin: Fields = {"id": force.catalogue_id, **({"name": name} if name else {})}
            before = old.get("catalogue")
            same = force.catalogue_id in (before, before.get("id") if isinstance(before, dict) else None)
            fields["catalogue"] = before if same else origin
        _say(fields, name=force.custom_name, notes=force.custom_notes)
        if force.category_notes:
            categories = self.data.library.categories
            fields["categories"] = [
                _say(
                    Fields(entry=note.category_id),
                    category=categories[note.category_id].name if note.category_id in categories else None,
                    name=note.custom_name,
                    notes=note.custom_notes,
                )
                for note in force.category_notes
            ]
        if force.saved and (kept := kept_fields(force.saved)):
            fields["kept"] = kept
        if force.selections or "units" in old:
            fields["units"] = self._units(force)
        if force.forces or "forces" in old:
            fields["forces"] = [self.force(child, force.catalogue_id) for child in force.forces]
        return _sorted(fields, old, ArmyForce.model_fields)

    # -- units ---------------------------------------------------------------
    def _units(self, force: Force) -> list[Value]:
        return [self.unit(selection, force.catalogue_id) for selection in force.selections]

    def unit(self, selection: Selection, catalogue: str) -> Value:
        """Return a unit as the old file has it, where it has not changed; else in the short form, or in full."""
        old = self._old(self.army.paths.get(selection.id))
        entry = self.data.library.root_entry(catalogue, selection.entry_path)
        short_before = bool(old) and "entry" not in old
        gone = short_before and not _whole(selection, entry)
        if old and self.known.get(selection.id) == selection and not gone and not self.explicit:
            fields = _pinned(old, selection) if short_before else {**old, "id": selection.id}
            return _sorted(fields, old, ("unit", "entry", "id"))
        if not self.explicit and (short_before or self.data.system is not None):
            made = short_form(selection, self.data, catalogue, old if short_before else None)
            if made is not None:
                return _sorted(made, old, made)
        return self._in_full(selection, entry, "unit")

    def _in_full(self, selection: Selection, entry: LinkedEntry | None, word: str) -> Fields:
        fields: Fields = {word: selection.name} if selection.name else {}
        fields.update({"entry": selection.entry_path, "id": selection.id})
        if selection.number != 1:
            fields["number"] = str(selection.number)
        _say(fields, name=selection.custom_name, notes=selection.custom_notes, art=selection.art)
        if selection.marks:
            fields["marks"] = [mark_text(mark) for mark in selection.marks]
        if cost := self._cost(selection.costs if entry is None else self.costs.get(selection.id, ())):
            fields["cost"] = cost
        if entry is None:
            _say(fields, type=selection.type if selection.type != "upgrade" else None, group=selection.group_path)
        if selection.saved and (kept := kept_fields(selection.saved)):
            fields["kept"] = kept
        if selection.selections:
            fields["choices"] = [
                self._in_full(child, entry.by_path.get(child.entry_path) if entry else None, "choice")
                for child in selection.selections
            ]
        return fields

    def _cost(self, costs: Iterable[Cost]) -> Value:
        main = main_cost(self.data.library)
        costs = [cost for cost in costs if cost.value]
        if len(costs) == 1 and main is not None and costs[0].type_id == main.id:
            return f"{costs[0].value:f}"
        return {self._cost_name(cost): f"{cost.value:f}" for cost in costs}

    def _old(self, path: Path | None) -> Fields:
        """Return the fields that stand at a place of the old file."""
        found = None if path is None else self.old.at(path)
        return found if isinstance(found, dict) else {}


def _whole(selection: Selection, entry: LinkedEntry | None) -> bool:
    """Whether the data still has everything that was chosen."""
    return entry is not None and all(
        _whole(child, entry.by_path.get(child.entry_path)) for child in selection.selections
    )


def _pinned(old: Fields, selection: Selection) -> Fields:
    """Return a unit in the short form with its id and that of its transport, so that they stay."""
    fields = dict(old)
    ride = next((child for child in selection.selections if child.type == "unit"), None)
    transport = fields.get("transport")
    if ride is not None and (isinstance(transport, str) or (isinstance(transport, dict) and "id" not in transport)):
        named: Fields = {"unit": transport} if isinstance(transport, str) else transport
        fields["transport"] = _sorted({**named, "id": ride.id}, named, ("unit", "id"))
    return {**fields, "id": selection.id}


def _say(fields: Fields, **said: str | None) -> Fields:
    """Return the fields with those that say something."""
    fields.update({name: value for name, value in said.items() if value})
    return fields


def _sorted(fields: Fields, old: Mapping[str, Value], order: Iterable[str]) -> Fields:
    """Return the fields in the order of the old ones, each new one behind the last that the format puts before it."""
    names = [name for name in old if name in fields]
    rank = {name: place for place, name in enumerate(order)}
    for name in sorted((name for name in fields if name not in old), key=lambda name: rank.get(name, len(rank))):
        before = [index for index, other in enumerate(names) if rank.get(other, 0) < rank.get(name, len(rank))]
        names.insert(before[-1] + 1 if before else 0, name)
    return {name: fields[name] for name in names}


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WrittenArmy:
    """The bytes of an army file; `laid_out` says whether its layout was kept, `lost` which comments not."""

    data: bytes
    laid_out: bool = True
    lost: tuple[str, ...] = ()


def write_army(old: bytes, army: ReadArmy, roster: Roster, costs: Costs) -> WrittenArmy:
    """Return the army file `old`, read as `army`, with this roster in it.

    What is written is read back, and given only if it is the same roster.

    Raises:
        MusterError: the file would not be read as this roster.
    """
    wanted = as_saved(roster, army.data)
    for explicit in (False, True):
        value = FieldWriter(army, costs, explicit).fields(wanted)
        text = old.decode("utf-8-sig")
        try:
            changed: str | None = patched(text, army.value, value, {path: id for id, path in army.paths.items()})
        except LayoutError:
            changed = None
        for made in (changed, _anew(text, value)):
            if made is not None and _reads_as(made, army, wanted):
                lost = Counter(comments_of(text)) - Counter(comments_of(made))
                mark = b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b""
                return WrittenArmy(mark + made.encode(), made is changed, tuple(lost.elements()))
    raise MusterError(f"“{roster.name}” was not saved: its file would not be read as the same army again.")


def as_saved(roster: Roster, data: ArmyData) -> Roster:
    """Return the roster as it is read back: names and types are those of the data, costs only known of what is lost.

    What is so already is the same object, so that whoever knows it need not look at it again.
    """

    def selection(one: Selection, entry: LinkedEntry | None) -> Selection:
        below = tuple(
            selection(child, entry.by_path.get(child.entry_path) if entry else None) for child in one.selections
        )
        saved = kept_by_selection(one.saved, known=entry is not None)
        if entry is None:
            return _same(one, replace(one, selections=below, saved=saved))
        group = entry.group.path if entry.group else None
        return _same(
            one,
            replace(one, selections=below, name=entry.name, type=entry.type, group_path=group, costs=(), saved=saved),
        )

    def force(one: Force) -> Force:
        entry = data.library.force_entries.get(one.entry_id)
        roots = tuple(
            selection(root, data.library.root_entry(one.catalogue_id, root.entry_path)) for root in one.selections
        )
        saved = kept_by_force(one.saved, one.catalogue_id, data.library)
        name, below = entry.name if entry else one.name, tuple(force(child) for child in one.forces)
        return _same(one, replace(one, name=name, selections=roots, forces=below, saved=saved))

    return _same(roster, replace(roster, forces=tuple(force(one) for one in roster.forces)))


def _same(old: T, new: T) -> T:
    """Return the old one where the new one is equal to it."""
    return old if new == old else new


def _reads_as(text: str, army: ReadArmy, roster: Roster) -> bool:
    try:
        again = read_army(text.encode(), "", lambda *_: army.data)
    except InputError:
        return False
    return again.roster == roster


def _anew(text: str, value: Fields) -> str:
    """Return the whole file written anew, with the comments at its head."""
    head = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        head.append(line)
    return "\n".join([*head, *written(value), ""])
