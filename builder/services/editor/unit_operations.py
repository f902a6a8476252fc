"""Editing operations on units and what is below them: chosen, given a number, moved, noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armies.models import option_name, option_number, read_mark
from builder.datafiles.armies.short_form import regular, resized
from builder.errors import EditError
from builder.record import replace
from builder.roster import edit
from builder.roster.choose import choose, keep_together
from builder.roster.effective import EffectiveValues
from builder.roster.marks import Mark, unit_of_part
from builder.roster.model import Force, Roster, Selection
from builder.roster.options import Offers
from builder.roster.parts import put
from builder.roster.tree import tie
from builder.scalars import counted
from builder.services.editor.lookup import (
    EntryPlace,
    catalogue_of,
    find_force,
    find_part,
    find_places,
    find_selection,
    find_unit,
    force_of,
    names_option,
    unit_of,
)
from builder.services.editor.operations import (
    Add,
    Count,
    Done,
    Duplicate,
    EditContext,
    Move,
    Operation,
    Remove,
    SetMark,
    SetOption,
    State,
    TakeTransport,
    Unmark,
    Unset,
    within,
)


def add(ground: EditContext, state: State, operation: Add) -> Done:
    """Add a unit, its models counted before its options are chosen: what it can take hangs on them."""
    force = find_force(state.roster, operation.force)
    entry = find_unit(state.roster, ground.data, force, operation.unit)
    defaults = not is_ours(ground)
    added = edit.select(state.roster, ground.data.library, force.id, entry.path, defaults=defaults, complete=defaults)
    state = State(settled(ground, state.roster, added.roster))
    if operation.count is not None:
        state = count(ground, state, Count(id=added.id, number=operation.count)).state
    for option in operation.option:
        state = set_option(ground, state, _counted(ground, state, added.id, option)).state
    if operation.name:
        state = State(edit.customize(state.roster, added.id, name=operation.name))
    return Done(state, f"{entry.name} is added", added.id)


def remove(ground: EditContext, state: State, operation: Remove) -> Done:
    """Remove a unit, or something below one, whatever its number."""
    part = find_selection(state.roster, operation.id)
    roster = settled(ground, state.roster, edit.remove(state.roster, part.id))
    return Done(State(without_strays(state.roster, roster)), f"{named(part)} is removed")


def count(ground: EditContext, state: State, operation: Count) -> Done:
    """Give a unit so many models in all, or a selection below a unit its number."""
    part, wanted = find_selection(state.roster, operation.id), within(operation.number)
    catalogue = catalogue_of(state.roster, part.id)
    if catalogue is None:
        roster = numbered(ground, state.roster, part, wanted)
    elif is_regular(ground, part, catalogue):
        ground.made[part.id] = made = resized(part, ground.data, catalogue, wanted)
        roster = put(state.roster, {part.id: made})
        roster = settled(ground, roster, keep_together(roster, ground.data.library, part.id))
    else:
        roster = of_models(ground, state.roster, part, wanted)
    size = f"{wanted} in number" if catalogue is None else counted(wanted, "model")
    return Done(State(roster), f"{named(part)}: {size}")


def set_option(ground: EditContext, state: State, operation: SetOption) -> Done:
    """Choose so many of an option below a unit; none at all takes it away."""
    part, wanted = find_selection(state.roster, operation.id), within(operation.number)
    places = find_places(state.roster, ground.data, part, operation.option, operation.under)
    place, roster = places[0], state.roster
    for each, number_there in shared_out(ground, roster, places, wanted):
        roster = reached(ground, roster, each, number_there)
    there = [c for c in below(roster, place.parent.id) if c.entry_path == place.entry.path]
    new = there[0].id if there else None
    have = max(wanted, there[0].number) if len(there) == 1 else wanted
    known = state.roster.ids()
    return Done(
        State(without_strays(state.roster, roster)),
        f"{named(part)} has {have} {place.entry.name}" if wanted else f"{named(part)} has no {place.entry.name}",
        new if new is not None and new not in known else None,
    )


def unset(ground: EditContext, state: State, operation: Unset) -> Done:
    """Take an option of a unit away."""
    taken = SetOption(id=operation.id, option=operation.option, number=0, under=operation.under)
    return set_option(ground, state, taken)


def duplicate(ground: EditContext, state: State, operation: Duplicate) -> Done:
    """Copy a unit or a force, or several units together, with new ids, behind their siblings; tell what they lack."""
    part = find_part(state.roster, operation.id)
    others = [find_selection(state.roster, word) for word in operation.others]
    added = edit.duplicate(state.roster, part.id, *(other.id for other in others))
    roster = settled(ground, state.roster, added.roster)
    every = " and ".join(map(named, (part, *others)))
    said = f"{every} {'are' if others else 'is'} copied"
    told = without_company(state.roster, [Duplicate(id=part.id, others=tuple(other.id for other in others))])
    return Done(State(roster), f"{said}. {told}".removesuffix(".") if told else said, added.id)


ALONE = {"riding_in": ("rides in nothing", "carries nobody"), "led_by": ("is led by nobody", "leads nobody")}
"""What is said of the copy of a unit whose mark names one that is not copied, and of the copy of one that is named."""


def without_company(roster: Roster, operations: Sequence[Operation]) -> str:
    """Return in sentences whom copies will be without, though the units themselves are not; empty for nobody."""
    named_ids = (id for each in operations if isinstance(each, Duplicate) for id in (each.id, *each.others))
    parts = [part for id in named_ids if (unit := roster.selection(id)) is not None for part in unit.walk()]
    copied, said = {part.id: part for part in parts}, dict[str, list[str]]()
    known = {part.id: part for unit in roster.units() for part in unit.walk()}
    for part in known.values() if copied else ():
        for mark in (mark for mark in part.marks if mark.kind in ALONE and mark.target):
            of, target = ALONE[mark.kind], unit_of_part(mark.target or "")
            for one, other, words in ((part.id, target, of[0]), (target, part.id, of[1])):
                if one in copied and other in known and other not in copied:
                    said.setdefault(one, []).append(words)
    told = ((copied[id].custom_name or copied[id].name, dict.fromkeys(words)) for id, words in said.items())
    return " ".join(f"The copy of {name} {' and '.join(words)}." for name, words in told)


def move(ground: EditContext, state: State, operation: Move) -> Done:
    """Move a unit before or behind another one, or to the end of another force."""
    unit = find_selection(state.roster, operation.id)
    if sum(word is not None for word in (operation.before, operation.after, operation.to)) != 1:
        raise EditError("Say where to: --before UNIT, --after UNIT or --to FORCE.")
    if catalogue_of(state.roster, unit.id) is None:
        raise EditError(f"{named(unit)} belongs to its unit: only units move.")
    if operation.to is not None:
        beside, force = None, find_force(state.roster, operation.to)
    else:
        beside = find_selection(state.roster, operation.before or operation.after or "").id
        force = force_of(state.roster, ground.data, beside).force
    roster = edit.move(
        state.roster,
        ground.data.library,
        unit.id,
        before=beside if operation.before else None,
        after=beside if operation.after else None,
        force_id=force.id,
    )
    return Done(State(roster), f"{named(unit)} is moved")


def set_mark(ground: EditContext, state: State, operation: SetMark) -> Done:
    """Mark a unit; a mark takes the place of another one of its kind."""
    unit = find_selection(state.roster, operation.id)
    words = " ".join(operation.mark).split()
    if [word.casefold() for word in words[:2]] in (["led", "by"], ["riding", "in"]) and len(words) > 2:
        words = [*words[:2], find_selection(state.roster, " ".join(words[2:])).id]
    try:
        new = read_mark(" ".join(words))
    except ValueError as error:
        raise EditError(f"“{' '.join(words)}”: {error}.") from None
    others = (old for old in unit.marks if old.kind != new.kind)
    return _marked(state, unit, (*others, new), "is marked")


def unmark(ground: EditContext, state: State, operation: Unmark) -> Done:
    """Take a mark of a unit away, named by how it begins, or all of them."""
    unit = find_selection(state.roster, operation.id)
    wanted = "_".join(" ".join(operation.mark).casefold().split())
    kept = tuple(old for old in unit.marks if wanted and not f"{old.kind}_".startswith(f"{wanted}_"))
    if kept == unit.marks:
        raise EditError(f"{named(unit)} has no such mark.")
    return _marked(state, unit, kept, "is marked no more")


def take_transport(ground: EditContext, state: State, operation: TakeTransport) -> Done:
    """Put a unit into a transport, which it takes first where that is an option of it."""
    unit = find_selection(state.roster, operation.id)
    transport = operation.transport
    if names_option(state.roster, ground.data, unit, transport):
        taken = set_option(ground, state, SetOption(id=unit.id, option=transport))
        rides = [part for part in unit_of(taken.state.roster, unit.id).walk() if part.id not in state.roster.ids()]
        if not rides:
            raise EditError(f"{named(unit)} has {transport} already: name that unit to put it there.")
        state, transport = taken.state, rides[0].id
    done = set_mark(ground, state, SetMark(id=unit.id, mark=("riding", "in", transport)))
    inside = find_selection(done.state.roster, transport)
    return Done(done.state, f"{named(unit)} rides in {named(inside)}", unit.id)


def _counted(ground: EditContext, state: State, id: str, option: str) -> SetOption:
    """The choice that a text means, with its number: “8x Centaur” may be a name, or eight of “Centaur”."""
    if names_option(state.roster, ground.data, find_selection(state.roster, id), option):
        return SetOption(id=id, option=option)
    return SetOption(id=id, option=option_name(option) or option, number=option_number(option))


def without_strays(before: Roster, after: Roster) -> Roster:
    """The roster without the planned places of units that are gone, and without what was noted of others about these.

    A unit that took another transport in the place of the one that it rode in rides in that.
    """
    ids = {unit.id for unit in after.units()}
    groups = (group.only(ids) for group in after.groups)
    gone, new = before.ids() - after.ids(), after.ids() - before.ids()
    for unit in [part for part in after.all_selections() if any(mark.target in gone for mark in part.marks)]:
        rides = [part.id for part in unit.walk() if part.id in new and part.type == "unit"]
        place = {"riding_in": rides[0]} if len(rides) == 1 else {}
        marks = (
            replace(mark, target=place.get(mark.kind)) if mark.target in gone else mark
            for mark in unit.marks
            if mark.target not in gone or mark.kind in place
        )
        after = edit.set_marks(after, unit.id, marks)
    return replace(after, groups=tuple(group for group in groups if group.units))


def _marked(state: State, unit: Selection, marks: tuple[Mark, ...], said: str) -> Done:
    return Done(State(edit.set_marks(state.roster, unit.id, marks)), f"{named(unit)} {said}")


def settled(ground: EditContext, before: Roster, after: Roster) -> Roster:
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
                made = regular(unit, ground.data, force.catalogue_id)
                if made is not None:
                    ground.made[unit.id] = made
                changed[unit.id] = made or unit
    return put(after, changed)


def is_ours(ground: EditContext) -> bool:
    """Whether the army is of our datasheets."""
    return ground.data.system is not None


def is_regular(ground: EditContext, unit: Selection, catalogue: str) -> bool:
    """Whether a unit is as the short form reads it, so that what follows from its choices is up to the program."""
    if ground.made.get(unit.id) is unit:
        return True
    return is_ours(ground) and regular(unit, ground.data, catalogue) == unit


def reached(ground: EditContext, roster: Roster, place: EntryPlace, wanted: int) -> Roster:
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


def shared_out(
    ground: EditContext, roster: Roster, places: Sequence[EntryPlace], wanted: int
) -> Iterator[tuple[EntryPlace, int]]:
    """Yield the places that an option has below one part, with how many go there: as many as fit, then the next."""
    *others, last = places
    offers = Offers(EffectiveValues(tie(roster, ground.data.library)))
    for place in others:
        option = offers.one(place.parent.id, place.entry.path)
        fit = wanted if option.most is None else min(wanted, option.most)
        if fit or option.number:
            yield place, fit
        wanted -= fit
    if wanted or last.present:  # The rest goes there, whatever the limits say.
        yield last, wanted


def _is_default(entry: LinkedEntry) -> bool:
    return any(group.default is entry for group in entry.groups_around)


def _same(selection: Selection, entry: LinkedEntry) -> bool:
    """Whether a selection is of this entry, or of one of the same name elsewhere below the same parent."""
    return selection.entry_path == entry.path or selection.name == entry.name


def numbered(ground: EditContext, roster: Roster, part: Selection, wanted: int) -> Roster:
    """The roster with another number of something below a unit."""
    parent = next(above for above in roster.all_selections() if any(c.id == part.id for c in above.selections))
    if _entry_of(ground, roster, part.id) is None:
        return edit.set_count(roster, ground.data.library, part.id, wanted)
    top = find_places(roster, ground.data, parent, part.entry_path, parent.id)[0]
    if top.entry.separate:
        raise EditError(f"Each {part.name} is a choice of its own and has no number: duplicate or remove it instead.")
    return reached(ground, roster, top, wanted)


def has_number(ground: EditContext, roster: Roster, part_id: str) -> bool:
    """Whether a selection can be given a number: not one below a unit of which each is a choice of its own."""
    unit = unit_of(roster, part_id)
    entry = _entry_of(ground, roster, part_id) if unit.id != part_id else None
    return entry is None or not entry.separate


def _entry_of(ground: EditContext, roster: Roster, part_id: str) -> LinkedEntry | None:
    """What the data calls a selection; None where it no longer has it, or what is above it."""
    unit = unit_of(roster, part_id)
    entry = ground.data.library.root_entry(catalogue_of(roster, unit.id) or "", unit.entry_path)

    def reached_from(selection: Selection, linked: LinkedEntry | None) -> LinkedEntry | None:
        if linked is None or selection.id == part_id:
            return linked
        below_it = (reached_from(child, linked.by_path.get(child.entry_path)) for child in selection.selections)
        return next((found for found in below_it if found is not None), None)

    return reached_from(unit, entry)


def of_models(ground: EditContext, roster: Roster, unit: Selection, wanted: int) -> Roster:
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
    return reached(ground, roster, EntryPlace(unit, varying[0], present), max(0, wanted - others))


def below(roster: Roster, id: str) -> tuple[Selection, ...]:
    """Return what was chosen directly below a selection; nothing where it is gone."""
    part = roster.selection(id)
    return part.selections if part else ()


def named(part: Force | Selection) -> str:
    """Return what messages call a part of an army: by its name, with its id."""
    return f"{part.custom_name or part.name} ({part.id})"
