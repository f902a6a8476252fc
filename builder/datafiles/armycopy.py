"""A copy of an army file with ids of its own: everything else stays as it stands there, comments and layout too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from builder.datafiles.armies import ReadArmy, read_army
from builder.datafiles.armybuild import FORCE_ID
from builder.datafiles.armyfields import Costs
from builder.datafiles.armyvalues import mark_text, read_mark
from builder.datafiles.armywrite import write_army
from builder.datafiles.yamlpatch import LayoutError, patched
from builder.datafiles.yamltext import Path, Value
from builder.errors import InputError
from builder.roster.model import Roster
from builder.roster.parts import with_new_ids


def copy_army(old: bytes, army: ReadArmy, name: str, costs: Costs) -> bytes:
    """The army file `old`, read as `army`, under another name and with a new id for the army and all in it.

    Raises:
        MusterError: the file would not be read back as the same army.
    """
    made, renewed = with_new_ids(army.roster, frozenset({FORCE_ID}))
    roster = replace(made, name=name)
    value = _renamed(army.value, (), {path: id for id, path in army.paths.items()}, renewed)
    if isinstance(value, dict):
        value = _with_id({**value, "name": name}, roster.id, "version")
    text, keys = old.decode("utf-8-sig"), {path: renewed[id] for id, path in army.paths.items()}
    try:
        copied = patched(text, army.value, value, keys)
        if _reads_as(copied, army, roster):
            return copied.encode()
    except LayoutError:
        pass
    paths = {renewed[id]: path for id, path in army.paths.items()}
    known = {renewed.get(id, id): cost for id, cost in costs.items()}
    return write_army(old, replace(army, paths=paths), roster, known).data


def _renamed(value: Value, path: Path, ids: Mapping[Path, str], renewed: Mapping[str, str]) -> Value:
    """The value at a path with new ids, also where marks and groups name them."""
    if isinstance(value, list):
        return [_renamed(item, (*path, index), ids, renewed) for index, item in enumerate(value)]
    id = ids.get(path)
    if isinstance(value, str) and id is not None:
        return {"unit": value, "id": renewed[id]}
    if not isinstance(value, dict):
        return value
    made: dict[str, Value] = {}
    for field, item in value.items():
        if field == "marks":
            made[field] = _marks(item, renewed)
        elif field == "units" and path[:1] == ("groups",) and isinstance(item, list):
            made[field] = [renewed.get(unit, unit) if isinstance(unit, str) else unit for unit in item]
        elif field in ("units", "forces", "choices", "groups", "transport"):
            made[field] = _renamed(item, (*path, field), ids, renewed)
        else:
            made[field] = item
    below_another = path[-2:-1] == ("choices",)
    if id is None or id == FORCE_ID or (below_another and "id" not in made):
        return made
    return _with_id(made, renewed[id], next(iter(made)))


def _with_id(fields: dict[str, Value], id: str, behind: str) -> dict[str, Value]:
    """The fields with an id: where there is one, else behind another field."""
    if "id" in fields:
        return {**fields, "id": id}
    made: dict[str, Value] = {}
    for name, item in fields.items():
        made[name] = item
        if name == behind:
            made["id"] = id
    return made


def _marks(value: Value, renewed: Mapping[str, str]) -> Value:
    if isinstance(value, list):
        return [_marks(item, renewed) for item in value]
    if not isinstance(value, str):
        return value
    mark = read_mark(value)
    if mark.target is None or mark.target not in renewed:
        return value
    return mark_text(replace(mark, target=renewed[mark.target]))


def _reads_as(text: str, army: ReadArmy, roster: Roster) -> bool:
    try:
        return read_army(text.encode(), "", lambda *_: army.data).roster == roster
    except InputError:
        return False
