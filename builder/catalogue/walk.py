"""Walks through everything that a game system or a catalogue holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.catalogue.model import (
    DataRoot,
    EntryHolder,
    EntryLink,
    ForceEntry,
    InfoGroup,
    InfoHolder,
    InfoLink,
    Profile,
    Rule,
    SelectionEntry,
)


def tops(root: DataRoot) -> Iterator[EntryHolder]:
    """Yield the entries, links and groups that the root holds directly, shared ones included."""
    yield from root.selection_entries
    yield from root.entry_links
    yield from root.shared_selection_entries
    yield from root.shared_selection_entry_groups


def holders(parts: Iterable[EntryHolder]) -> Iterator[EntryHolder]:
    """Yield these entries, links and groups and all below them, parents first; links are not followed."""
    for part in parts:
        yield part
        yield from holders(part.selection_entries)
        yield from holders(part.selection_entry_groups)
        yield from holders(part.entry_links)


def entry_links(part: EntryHolder) -> Iterator[EntryLink]:
    """Yield the links found anywhere below an entry or group."""
    return (found for found in holders((part,)) if isinstance(found, EntryLink))


def cost_type_ids(roots: Iterable[DataRoot]) -> Iterator[str]:
    """Yield the cost types that entries and links name, as often as they do."""
    for holder in (holder for root in roots for holder in holders(tops(root))):
        if isinstance(holder, SelectionEntry | EntryLink):
            yield from (cost.type_id for cost in holder.costs)


def forces(entries: Iterable[ForceEntry]) -> Iterator[ForceEntry]:
    """Yield these force entries and their child forces, parents first."""
    for entry in entries:
        yield entry
        yield from forces(entry.force_entries)


def info_holders(root: DataRoot) -> Iterator[InfoHolder]:
    """Yield every element that can carry profiles and rules, info groups included."""

    def with_groups(holder: InfoHolder) -> Iterator[InfoHolder]:
        yield holder
        for group in holder.info_groups:
            yield from with_groups(group)

    carriers: list[InfoHolder] = [*holders(tops(root)), *forces(root.force_entries), *root.category_entries]
    carriers += root.shared_info_groups
    for carrier in carriers:
        yield from with_groups(carrier)


def info(root: DataRoot) -> Iterator[Profile | Rule | InfoGroup]:
    """Yield every profile, rule and info group of the root."""
    yield from root.shared_profiles
    yield from root.shared_rules
    yield from root.rules
    yield from root.shared_info_groups
    for holder in info_holders(root):
        yield from holder.profiles
        yield from holder.rules
        yield from holder.info_groups


def info_links(root: DataRoot) -> Iterator[InfoLink]:
    """Yield every info link of the root."""
    yield from root.info_links
    for holder in info_holders(root):
        yield from holder.info_links
