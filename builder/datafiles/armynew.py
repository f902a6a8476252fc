"""A new army file, ready to be filled in with an editor."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from builder.catalogue.armydata import ArmyData
from builder.catalogue.model import Catalogue, CategoryLink, SelectionEntry
from builder.datafiles.armies import SHORT
from builder.datafiles.sizes import size_of, smallest_points

_HEAD = """\
# yaml-language-server: $schema={schema}
format: muster-army
version: 1
name: {name}
system: {system}
data: {{id: {data}, name: {data_name}, revision: {revision}, digest: {digest}}}
{force}limit: {limit}

# Take the # away before the units that you want, and say what they are made of (or: muster edit FILE add "{example}"):
#   - unit: {example}
#     name: First squad
#     count: {count}
#     options: [an option, 2 another option]
#     marks: [reserve]
#     notes: what to remember
# What a unit can take: muster datasheets show {data} {example_word}
units:
"""


def begin_army(datasheets: ArmyData, name: str, limit: Decimal, schema: str, *, force: str | None = None) -> str:
    """The text of a new army file: every unit that its data offers, by slot and with its points, as a comment."""
    slots = datasheets.library.game_system.force_entries[0].category_links
    units = [entry for slot in slots for entry in _of_slot(datasheets.catalogue, slot.target_id)]
    example = max(units, key=lambda entry: size_of(entry)[1] - size_of(entry)[0], default=None)
    head = _HEAD.format(
        schema=schema,
        name=_quoted(name),
        system=datasheets.system,
        data=datasheets.id,
        data_name=_quoted(datasheets.name),
        revision=datasheets.revision,
        digest=datasheets.digest[:SHORT],
        limit=f"{limit:f}",
        force=f"force: {_quoted(force)}\n" if force else "",
        example=_quoted(example.name) if example else "Name",
        example_word=f'"{example.name}"' if example else "UNIT",
        count=size_of(example)[1] if example else 10,
    )
    return head + "".join(f"{line}\n" for line in _offers(datasheets))


def _offers(datasheets: ArmyData) -> Iterator[str]:
    for slot in datasheets.library.game_system.force_entries[0].category_links:
        yield f"  # {slot.name}: {_bounds(slot)}"
        for entry in _of_slot(datasheets.catalogue, slot.target_id):
            yield f"  # - unit: {_quoted(entry.name)}  # {smallest_points(entry)} points"
    attached = attached_units(datasheets.catalogue)
    if attached:
        yield "  # Only with a unit, as its transport:"
    for entry in attached:
        yield f"  #   transport: {_quoted(entry.name)}  # {smallest_points(entry)} points"


def _bounds(slot: CategoryLink) -> str:
    """How many units a slot takes, as far as a list alone decides it."""
    least, most = slot.bound("min"), slot.bound("max", -1)
    if most >= 0 and not slot.modifiers:
        return f"{least} to {most}"
    return f"{least} or more" if least else "as many as the list allows"


def _of_slot(catalogue: Catalogue, category: str) -> list[SelectionEntry]:
    return [
        entry for entry in root_units(catalogue) if any(link.target_id == category for link in entry.category_links)
    ]


def root_units(catalogue: Catalogue) -> list[SelectionEntry]:
    """The units that an army can take by themselves."""
    linked = {link.target_id for link in catalogue.entry_links}
    return [*catalogue.selection_entries, *(e for e in catalogue.shared_selection_entries if e.id in linked)]


def attached_units(catalogue: Catalogue) -> list[SelectionEntry]:
    """The units that only come with others."""
    linked = {link.target_id for link in catalogue.entry_links}
    return [entry for entry in catalogue.shared_selection_entries if entry.id not in linked]


def _quoted(text: str) -> str:
    """A text as YAML reads it back: in double quotes where it holds a sign that YAML knows."""
    plain = (
        text not in ("", "~", "null")
        and text.strip() == text
        and not set(text) & set(":#{}[],&*!|>'\"%@`\\\n\t")
        and text[0] not in "-?"
    )
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\t", " ")
    return text if plain else f'"{escaped}"'
