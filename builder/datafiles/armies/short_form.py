"""Units written in the short form, where that reads back as the very same selections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData
from builder.datafiles.armies.ids import ArmyIds
from builder.datafiles.armies.models import ArmyUnit, mark_text
from builder.datafiles.armies.read_units import UnitBuilder, models_of, place_names
from builder.datafiles.text.source import Document, Value
from builder.errors import EditError
from builder.roster.fill import fill_groups
from builder.roster.model import Force, Roster, Selection
from builder.scalars import counted, slug

Fields = dict[str, Value]


def read_unit(fields: Mapping[str, Value], data: ArmyData, catalogue: str) -> Selection | None:
    """Return the selection that a unit in the short form is read as, by itself; None if it has mistakes."""
    document = Document("", {"units": [dict(fields)]})
    try:
        unit = ArmyUnit.model_validate(dict(fields))
    except ValidationError:
        return None
    made = UnitBuilder(document, data.library, ArmyIds(), keep_lost=False).unit(unit, catalogue, ("units", 0))
    if made is None or document.findings:
        return None
    force = Force(id="", entry_id="", catalogue_id=catalogue, selections=(made,))
    roster = Roster(name="", game_system_id="", forces=(force,))
    return fill_groups(roster, data.library, {made.id}).forces[0].selections[0]


def short_form(selection: Selection, data: ArmyData, catalogue: str, old: Value = None) -> Fields | None:
    """Return the shortest fields that read back as this selection, in the words of `old` where those still do."""
    entry = data.library.root_entry(catalogue, selection.entry_path)
    if entry is None:
        return None
    kept = dict(old) if isinstance(old, dict) else {}
    size: Fields = {name: kept[name] for name in ("count", "models") if name in kept}
    for fields in _candidates(selection, entry, size):
        if read_unit(fields, data, catalogue) == selection:
            return _in_words_of(kept, _shortened(fields, selection, data, catalogue), selection, data, catalogue)
    return None


def regular(selection: Selection, data: ArmyData, catalogue: str) -> Selection | None:
    """Return the selection with the ids and numbers that the short form gives it; None where that cannot say all of it.

    What follows from the choices (the weapons that are left where some were replaced) gets its number.
    """
    entry = data.library.root_entry(catalogue, selection.entry_path)
    if entry is None or not _plain(selection):
        return None
    if not selection.selections:
        return read_unit(_head(selection), data, catalogue)
    wanted = _unordered(_in_full(selection, entry, placed=True))
    for placed in (False, True):
        made = read_unit(_in_full(selection, entry, placed=placed), data, catalogue)
        if made is not None and _unordered(_in_full(made, entry, placed=True)) == wanted:
            return made
    return None


def _unordered(value: Value) -> object:
    """Return a value in which the order of lists says nothing: options stand in the order in which they were chosen."""
    if isinstance(value, dict):
        return {name: _unordered(item) for name, item in value.items()}
    return Counter(item for item in value if isinstance(item, str)) if isinstance(value, list) else value


def resized(selection: Selection, data: ArmyData, catalogue: str, count: int) -> Selection:
    """Return a unit that stands in the short form with so many models in all, shared among its kinds as that form does.

    Raises:
        EditError: the unit cannot have so many, or the data no longer has it.
    """
    entry = data.library.root_entry(catalogue, selection.entry_path)
    if entry is None:
        raise EditError(f"The data no longer has “{selection.name}”: it cannot be counted.")
    full = _in_full(selection, entry, placed=True)
    numbers = {child.entry_path: child.number for child in selection.selections if child.type == "model"}
    some = [kind for kind in models_of(entry) if kind.path in numbers and not kind.bound("min")]
    for models in ({kind.name: str(numbers[kind.path]) for kind in some}, {}):
        fields: Fields = {**full, "count": str(count), "models": dict(models)}
        made = read_unit(fields, data, catalogue)
        if made is not None and sum(part.number for part in made.selections if part.type == "model") == count:
            return made
    name = selection.custom_name or selection.name
    raise EditError(f"{name} cannot have {counted(count, 'model')}: {_sizes(models_of(entry))}.")


def _sizes(kinds: Sequence[LinkedEntry]) -> str:
    """What stands for the sizes that a unit can have: how many of each kind of model, or that there is no choice."""
    if not any(kind.bound("max", -1) != kind.bound("min") for kind in kinds):
        return "its size is always the same"
    return f"it has {', '.join(f'{_from_to(kind)} × {kind.name}' for kind in kinds)}"


def _from_to(kind: LinkedEntry) -> str:
    least, most = kind.bound("min"), kind.bound("max", -1)
    if most < 0:
        return f"{least} or more"
    return f"{least} to {most}" if least < most else str(most)


def _plain(selection: Selection) -> bool:
    """Whether nothing below a unit has a name, notes, marks or a picture of its own, or is gone from the data."""
    rides = [child for child in selection.selections if child.type == "unit"]
    others = [child for child in selection.selections if child.type != "unit"]
    parts = [
        part for child in (*others, *(below for ride in rides for below in ride.selections)) for part in child.walk()
    ]
    return len(rides) < 2 and not any(part.custom_name or part.custom_notes or part.marks or part.art for part in parts)


def _candidates(selection: Selection, entry: LinkedEntry, size: Fields) -> Iterator[Fields]:
    """Yield ways to write a unit: with the size as it was, then with the one that says least first."""
    numbers = {child.entry_path: child.number for child in selection.selections if child.type == "model"}
    some = [kind for kind in models_of(entry) if kind.path in numbers and not kind.bound("min")]
    count: Fields = {"count": str(sum(numbers.values()))}
    models: Fields = {"models": {kind.name: str(numbers[kind.path]) for kind in some}} if some else {}
    for placed in (False, True):
        full = _in_full(selection, entry, placed=placed)
        without = {name: value for name, value in full.items() if name != "models"}
        for said in (size, {}, count, models, {**count, **models}):
            yield {**without, **said}
        yield full


def _in_full(selection: Selection, entry: LinkedEntry, *, placed: bool) -> Fields:
    """Return the unit with the number of every kind of model and every option; with its place, if it is `placed`."""
    kinds = models_of(entry)
    numbers = {child.entry_path: child.number for child in selection.selections if child.type == "model"}
    models: Fields = {kind.name: str(numbers.get(kind.path, 0)) for kind in kinds}
    return {**_head(selection), "models": models, **_tail(selection, entry, kinds, placed)}


def _head(selection: Selection) -> Fields:
    fields: Fields = {"unit": selection.name, "id": selection.id}
    if selection.custom_name:
        fields["name"] = selection.custom_name
    return fields


def _tail(selection: Selection, entry: LinkedEntry, kinds: Sequence[LinkedEntry], placed: bool) -> Fields:
    fields: Fields = {}
    options = _options(selection, entry, kinds, placed)
    if options:
        fields["options"] = [name if number == 1 else f"{number} {name}" for name, number in options.items()]
    for child in selection.selections:
        ride = entry.by_path.get(child.entry_path)
        if child.type == "unit" and ride is not None:
            fields["transport"] = {**_head(child), **_tail(child, ride, models_of(ride), placed)}
    if selection.marks:
        fields["marks"] = [mark_text(mark) for mark in selection.marks]
    if selection.custom_notes:
        fields["notes"] = selection.custom_notes
    if selection.art:
        fields["art"] = selection.art
    return fields


def _options(selection: Selection, entry: LinkedEntry, kinds: Sequence[LinkedEntry], placed: bool) -> dict[str, int]:
    """Return what was chosen beyond what the unit has anyway, by name.

    With the model's name where several could take it, and with its place where it has several and is to be `placed`.
    """
    present = {child.entry_path: child for child in selection.selections}
    takers: dict[str, set[str]] = {}
    for kind in kinds:
        for offered in kind.entries if kind.path in present else ():
            takers.setdefault(slug(offered.name), set()).add(kind.path if offered.group else "")
    found: dict[str, int] = {}
    for kind in kinds:
        for child in present[kind.path].selections if kind.path in present else ():
            option = kind.by_path.get(child.entry_path)
            if option is not None and option.group and option.group.default is not option:
                several = len(takers[slug(option.name)] - {""}) > 1
                place = _place(option, kind) if placed else None
                name = "/".join(filter(None, (kind.name if several else None, place, option.name)))
                found[name] = found.get(name, 0) + child.number
    for child in selection.selections:
        option = entry.by_path.get(child.entry_path)
        if option is not None and option.group and option.type == "upgrade":
            found[option.name] = found.get(option.name, 0) + child.number
    return found


def _place(option: LinkedEntry, kind: LinkedEntry) -> str | None:
    """Return what tells the place of an option from the others in which the same model could have it.

    None with one place.
    """
    named = slug(option.name)
    others = [each for each in kind.entries if each.group and each is not option and slug(each.name) == named]
    taken = {slug(name) for other in others for name in place_names(other)}
    return next((name for name in place_names(option) if slug(name) not in taken), None) if others else None


def _shortened(fields: Fields, selection: Selection, data: ArmyData, catalogue: str) -> Fields:
    """Return the fields without the numbers of options that all models take."""
    options = fields.get("options")
    for index, option in enumerate(options if isinstance(options, list) else ()):
        if isinstance(options, list) and isinstance(option, str) and option.split(" ")[0].isdigit():
            plain = [*options[:index], option.partition(" ")[2], *options[index + 1 :]]
            if read_unit({**fields, "options": plain}, data, catalogue) == selection:
                fields, options = {**fields, "options": plain}, plain
    return fields


def _in_words_of(old: Fields, fields: Fields, selection: Selection, data: ArmyData, catalogue: str) -> Fields:
    """Return the fields with those of the old form that say the same; its transport only where it has an id."""
    made = dict(fields)
    options, before = made.get("options"), old.get("options")
    if isinstance(options, list) and isinstance(before, list):
        words = {slug(item): item for item in before if isinstance(item, str)}
        made["options"] = [words.get(slug(item), item) if isinstance(item, str) else item for item in options]
        if read_unit(made, data, catalogue) != selection:
            made["options"] = options
    for name, value in old.items():
        if name == "transport" and not (isinstance(value, dict) and "id" in value):
            continue
        if made.get(name) != value and read_unit({**made, name: value}, data, catalogue) == selection:
            made[name] = value
    return {name: made[name] for name in ArmyUnit.model_fields if name in made}
