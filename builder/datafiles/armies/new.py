"""New army files: empty ones, ready to be filled in, and copies with ids of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.library import ArmyData
from builder.catalogue.model import Catalogue, CategoryLink, SelectionEntry
from builder.datafiles.armies.models import mark_text, read_mark
from builder.datafiles.armies.read import FORCE_ID, SHORT, ReadArmy, read_army
from builder.datafiles.armies.write import Costs, write_army
from builder.datafiles.datasheets.sizes import size_of, smallest_points
from builder.datafiles.text.source import Path, Value
from builder.datafiles.text.write import LayoutError, patched
from builder.errors import InputError
from builder.record import replace
from builder.roster.marks import renewed_id
from builder.roster.model import Roster
from builder.roster.parts import with_new_ids

_HEAD = """\
# yaml-language-server: $schema={schema}
format: muster-army
version: 1
name: {name}
system: {system}
{modules}data: {{id: {data}, name: {data_name}, revision: {revision}, digest: {digest}}}
{force}limit: {limit}

# Take the # away before the units that you want, and say what they are made of (or: muster edit FILE add "{example}"):
#   - unit: {example}
#     name: First squad
#     count: {count}
#     options: [an option, 2 another option]
{marks}#     notes: what to remember
# What a unit can take: muster datasheets show {data} {example_word}
units:
"""


def begin_army(
    datasheets: ArmyData,
    name: str,
    limit: Decimal,
    schema: str,
    system: str,
    modules: Sequence[str] = (),
    force: str | None = None,
    marks: Collection[str] = (),
) -> str:
    """The text of a new army file: every unit that its data offers, by slot and with its points, as a comment.

    `marks` are those that its units can have before a game; the first stands for all.
    """
    slots = datasheets.library.game_system.force_entries[0].category_links
    units = [entry for slot in slots for entry in _of_slot(datasheets.catalogue, slot.target_id)]
    example = max(units, key=lambda entry: size_of(entry)[1] - size_of(entry)[0], default=None)
    head = _HEAD.format(
        schema=schema,
        name=_quoted(name),
        system=system,
        modules=f"modules: [{', '.join(modules)}]\n" if modules else "",
        data=datasheets.id,
        data_name=_quoted(datasheets.name),
        revision=datasheets.revision,
        digest=datasheets.digest[:SHORT],
        limit=f"{limit:f}",
        force=f"force: {_quoted(force)}\n" if force else "",
        example=_quoted(example.name) if example else "Name",
        example_word=f'"{example.name}"' if example else "UNIT",
        count=size_of(example)[1] if example else 10,
        marks="".join(f"#     marks: [{mark}]\n" for mark in [*marks][:1]),
    )
    return head + "".join(f"{line}\n" for line in _offers(datasheets))


def _offers(datasheets: ArmyData) -> Iterator[str]:
    for slot in datasheets.library.game_system.force_entries[0].category_links:
        units = _of_slot(datasheets.catalogue, slot.target_id)
        if units:
            yield f"  # {slot.name}: {_bounds(slot)}"
        for entry in units:
            yield f"  # - unit: {_quoted(entry.name)}  # {smallest_points(entry)} points"
    attached = attached_units(datasheets.catalogue)
    if attached:
        yield "  # Only with a unit, as its transport:"
    for entry in attached:
        yield f"  #   transport: {_quoted(entry.name)}  # {smallest_points(entry)} points"


def _bounds(slot: CategoryLink) -> str:
    """Return how many units a slot takes, as far as a list alone decides it."""
    least, most = slot.bound("min"), slot.bound("max", -1)
    if most >= 0 and not slot.modifiers:
        return f"{least} to {most}"
    return f"{least} or more" if least else "as many as the list allows"


def _of_slot(catalogue: Catalogue, category: str) -> list[SelectionEntry]:
    return [
        entry for entry in root_units(catalogue) if any(link.target_id == category for link in entry.category_links)
    ]


def root_units(catalogue: Catalogue) -> list[SelectionEntry]:
    """Return the units that an army can take by themselves."""
    linked = {link.target_id for link in catalogue.entry_links}
    return [*catalogue.selection_entries, *(e for e in catalogue.shared_selection_entries if e.id in linked)]


def attached_units(catalogue: Catalogue) -> list[SelectionEntry]:
    """Return the units that only come with others."""
    linked = {link.target_id for link in catalogue.entry_links}
    return [entry for entry in catalogue.shared_selection_entries if entry.id not in linked]


def _quoted(text: str) -> str:
    """Return a text as YAML reads it back: in double quotes where it holds a sign that YAML knows."""
    plain = (
        text not in ("", "~", "null")
        and text.strip() == text
        and not set(text) & set(":#{}[],&*!|>'\"%@`\\\n\t")
        and text[0] not in "-?"
    )
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\t", " ")
    return text if plain else f'"{escaped}"'


def copy_army(old: bytes, army: ReadArmy, name: str, costs: Costs) -> bytes:
    """Return the army file `old`, read as `army`, under another name and with a new id for the army and all in it.

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
    """Return the value at a path with new ids, also where marks and groups name them."""
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
            made[field] = [renewed_id(unit, renewed) if isinstance(unit, str) else unit for unit in item]
        elif field in ("units", "forces", "choices", "groups", "transport"):
            made[field] = _renamed(item, (*path, field), ids, renewed)
        else:
            made[field] = item
    below_another = path[-2:-1] == ("choices",)
    if id is None or id == FORCE_ID or (below_another and "id" not in made):
        return made
    return _with_id(made, renewed[id], next(iter(made)))


def _with_id(fields: dict[str, Value], id: str, behind: str) -> dict[str, Value]:
    """Return the fields with an id: where there is one, else behind another field."""
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
    target = mark.target and renewed_id(mark.target, renewed)
    return value if target == mark.target else mark_text(replace(mark, target=target))


def _reads_as(text: str, army: ReadArmy, roster: Roster) -> bool:
    try:
        return read_army(text.encode(), "", lambda *_: army.data).roster == roster
    except InputError:
        return False
