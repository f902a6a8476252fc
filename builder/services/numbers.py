"""How many of a thing an army has: units, models and choices given a number, with what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armyshort import regular
from builder.errors import EditError
from builder.roster import edit
from builder.roster.choose import choose
from builder.roster.effective import Values
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import offer
from builder.roster.parts import put
from builder.roster.tree import tie
from builder.services.lookup import Place, catalogue_of, find_places, unit_of
from builder.services.operations import Ground


def settled(ground: Ground, before: Roster, after: Roster) -> Roster:
    """The roster with what follows from the choices in the units that changed, where our datasheets say so.

    A unit that never stood in the short form stays as it is.
    """
    if not is_ours(ground):
        return after
    known = {unit.id: (unit, force.catalogue_id) for force in before.all_forces() for unit in force.selections}
    changed: dict[str, Force | Selection | None] = {}
    for force in after.all_forces():
        for unit in force.selections:
            old = known.get(unit.id)
            if old is None or (old[0] is not unit and is_regular(ground, old[0], old[1])):
                changed[unit.id] = regular(unit, ground.data, force.catalogue_id) or unit
    return put(after, changed)


def is_ours(ground: Ground) -> bool:
    """Whether the army is of our datasheets."""
    return ground.data.system is not None


def is_regular(ground: Ground, unit: Selection, catalogue: str) -> bool:
    """Whether a unit is as the short form reads it, so that what follows from its choices is up to the program."""
    return is_ours(ground) and regular(unit, ground.data, catalogue) == unit


def reached(ground: Ground, roster: Roster, place: Place, wanted: int) -> Roster:
    """The roster with so many of an entry at a place, and with what that leaves of what it is exchanged for."""
    entry, parent = place.entry, place.parent
    chosen = choose(roster, ground.data.library, parent.id, entry.path, wanted)
    if not is_ours(ground):
        return chosen
    after = settled(ground, roster, chosen)
    said, there = (sum(c.number for c in below(made, parent.id) if _same(c, entry)) for made in (chosen, after))
    if there != said or (wanted != there and _is_default(entry)):
        unit = unit_of(roster, parent.id)
        raise EditError(
            f"{unit.name} would have {there} {entry.name}, not {wanted}: it follows from the other choices."
        )
    return after


def shared_out(ground: Ground, roster: Roster, places: Sequence[Place], wanted: int) -> Iterator[tuple[Place, int]]:
    """Yield the places that an option has below one part, with how many go there: as many as fit, then the next."""
    values = Values(tie(roster, ground.data.library))
    for number, place in enumerate(places, 1):
        option = offer(values, place.parent.id, place.entry.path)
        fit = wanted if option.most is None or number == len(places) else min(wanted, option.most)
        if fit or option.number:
            yield place, fit
        wanted -= fit


def _is_default(entry: LinkedEntry) -> bool:
    return any(group.default is entry for group in entry.groups_around)


def _same(selection: Selection, entry: LinkedEntry) -> bool:
    """Whether a selection is of this entry, or of one of the same name elsewhere below the same parent."""
    return selection.entry_path == entry.path or selection.name == entry.name


def numbered(ground: Ground, roster: Roster, part: Selection, wanted: int) -> Roster:
    """The roster with another number of something below a unit."""
    parent = next(above for above in roster.all_selections() if any(c.id == part.id for c in above.selections))
    if not _is_known(ground, roster, part):
        return edit.set_count(roster, ground.data.library, part.id, wanted)
    top = find_places(roster, ground.data, parent, part.entry_path, parent.id)[0]
    if top.entry.separate:
        raise EditError(f"Each {part.name} is a choice of its own: duplicate or remove {part.id} instead.")
    return reached(ground, roster, top, wanted)


def _is_known(ground: Ground, roster: Roster, part: Selection) -> bool:
    """Whether the data still has what is above a selection, and the selection itself."""
    unit = unit_of(roster, part.id)
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)

    def reaches(selection: Selection, linked: LinkedEntry | None) -> bool:
        if linked is None or selection.id == part.id:
            return linked is not None
        return any(reaches(child, linked.by_path.get(child.entry_path)) for child in selection.selections)

    return reaches(unit, entry)


def of_models(ground: Ground, roster: Roster, unit: Selection, wanted: int) -> Roster:
    """A unit of other data with so many models: of the one kind whose number varies, or the one of these it has."""
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)
    kinds = [kind for kind in entry.entries if kind.type == "model"] if entry else []
    varying = [kind for kind in kinds if kind.bound("max", wanted) != kind.bound("min")]
    chosen = {child.entry_path for child in unit.selections}
    varying = [kind for kind in varying if kind.path in chosen] if len(varying) > 1 else varying
    if len(varying) != 1:
        names = ", ".join(f"“{kind.name}”" for kind in varying or kinds)
        how = f"set how many of each kind: {names}" if names else "it has no models to count"
        raise EditError(f"{named(unit)} cannot be counted as a whole: {how}.")
    present = tuple(child for child in unit.selections if child.entry_path == varying[0].path)
    others = sum(c.number for c in unit.selections if c.type == "model" and c not in present)
    return reached(ground, roster, Place(unit, varying[0], present), max(0, wanted - others))


def below(roster: Roster, id: str) -> tuple[Selection, ...]:
    """What was chosen directly below a selection; nothing where it is gone."""
    part = roster.selection(id)
    return part.selections if part else ()


def named(part: Force | Selection) -> str:
    """What messages call a part of an army: by its name, with its id."""
    return f"{part.custom_name or part.name} ({part.id})"
