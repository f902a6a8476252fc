"""A roster written back into the army file that it was read from: what did not change stays as it stands there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TypeVar

from builder.catalogue.armydata import ArmyData
from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armies import ReadArmy, read_army
from builder.datafiles.armyfields import Costs, FieldWriter
from builder.datafiles.armyshort import Fields
from builder.datafiles.yamlpatch import LayoutError, comments_of, patched
from builder.datafiles.yamlwrite import written
from builder.errors import InputError, MusterError
from builder.roster.model import Force, Roster, Selection

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WrittenArmy:
    """The bytes of an army file; `laid_out` says whether its layout was kept, `lost` which comments not."""

    data: bytes
    laid_out: bool = True
    lost: tuple[str, ...] = ()


def write_army(old: bytes, army: ReadArmy, roster: Roster, costs: Costs) -> WrittenArmy:
    """The army file `old`, read as `army`, with this roster in it.

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
    """The roster as it is read back: names and types are those of the data, costs only known of what is lost.

    What is so already is the same object, so that whoever knows it need not look at it again.
    """

    def selection(one: Selection, entry: LinkedEntry | None) -> Selection:
        below = tuple(
            selection(child, entry.by_path.get(child.entry_path) if entry else None) for child in one.selections
        )
        if entry is None:
            return _same(one, replace(one, selections=below))
        group = entry.group.path if entry.group else None
        return _same(one, replace(one, selections=below, name=entry.name, type=entry.type, group_path=group, costs=()))

    def force(one: Force) -> Force:
        entry = data.library.force_entries.get(one.entry_id)
        roots = tuple(
            selection(root, data.library.root_entry(one.catalogue_id, root.entry_path)) for root in one.selections
        )
        name = entry.name if entry else one.name
        return _same(one, replace(one, name=name, selections=roots, forces=tuple(force(child) for child in one.forces)))

    return _same(roster, replace(roster, forces=tuple(force(one) for one in roster.forces)))


def _same(old: T, new: T) -> T:
    """The old one where the new one is equal to it."""
    return old if new == old else new


def _reads_as(text: str, army: ReadArmy, roster: Roster) -> bool:
    try:
        again = read_army(text.encode(), "", lambda *_: army.data)
    except InputError:
        return False
    return again.roster == roster


def _anew(text: str, value: Fields) -> str:
    """The whole file written anew, with the comments at its head."""
    head = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        head.append(line)
    return "\n".join([*head, *written(value), ""])
