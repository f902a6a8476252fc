"""An army opened, whatever kind of file it is: evaluated where its data is known, read by its rule system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from builder.errors import Finding, InputError, Severity
from builder.formats.detection import is_saved_roster
from builder.inputs import guarded
from builder.record import Record, replace
from builder.resources import data_sets, find_resources
from builder.roster.view import ForceView, RosterView, SelectionView
from builder.services.army.evaluated import EvaluatedArmy, evaluate_army, evaluate_file, slots_of
from builder.services.data.army_data import Data, find_data
from builder.systems.blocks import Slot
from builder.systems.protocol import Reading, System
from builder.systems.registry import Playable, load_system, playable, readers, system_ids, unasked, with_modules
from builder.text import clean_name

if TYPE_CHECKING:
    from builder.catalogue.library import ArmyData
    from builder.datafiles.armies.read import ReadArmy
    from builder.formats.battlescribe import SavedRoster
    from builder.roster.evaluate import Evaluator
    from builder.roster.model import Roster
    from builder.systems.protocol import UnitCache


class Army(Record, frozen=True, kw_only=True):
    """An army as services hand it on.

    Args:
        data: None for a saved roster whose data is not installed.
        contents: those of its file; empty where it was edited since.
    """

    id: str | None
    name: str
    file: str
    notes: str
    system: System
    modules: tuple[str, ...]
    data: Data | None
    view: RosterView
    reading: Reading
    all_slots: tuple[Slot, ...]
    findings: tuple[Finding, ...]
    contents: bytes = b""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of its first force: those that are in use or required, or of which some may be taken at most."""
        first = self.view.forces[0].id if self.view.forces else ""
        return tuple(slot for slot in self.all_slots if slot.force == first and _matters(slot))

    @property
    def slots_in_all(self) -> tuple[Slot, ...]:
        """The slots of all its forces, those of one name together, as its list has them."""
        found: dict[str, Slot] = {}
        for slot in filter(_matters, self.all_slots):
            found[slot.name] = _together(found[slot.name], slot) if slot.name in found else slot
        return tuple(found.values())

    @property
    def game(self) -> str:
        """The game that is played with it: where its system reads any game, the one that its data names."""
        return (self.system.last_resort and clean_name(self.view.game_system_name)) or self.system.name

    @property
    def valid(self) -> bool | None:
        """Whether no finding is an error; None when there is no data to say so."""
        return None if self.data is None else not self.has_errors

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


_SECRET = frozenset({"reserve", "deep_strike"})
"""Marks of units that an opponent does not see."""


def opponents_copy(army: Army) -> Army:
    """Return an army as its opponent may read it: without notes and reserve, and without its file, which has both."""
    view = replace(army.view, custom_notes=None, forces=tuple(map(_opened_force, army.view.forces)))
    reading, said = army.system.read(view), {*army.reading.findings}
    findings = (*(finding for finding in army.findings if finding not in said), *reading.findings)
    return replace(army, view=view, reading=reading, findings=findings, notes="", contents=b"")


def _opened_force(force: ForceView) -> ForceView:
    selections, forces = tuple(map(_opened, force.selections)), tuple(map(_opened_force, force.forces))
    return replace(force, custom_notes=None, selections=selections, forces=forces)


def _opened(selection: SelectionView) -> SelectionView:
    marks = tuple(mark for mark in selection.marks if mark.kind not in _SECRET)
    return replace(selection, custom_notes=None, marks=marks, children=tuple(map(_opened, selection.children)))


def open_bytes(data: bytes, name: str, *, as_saved: bool = False, system: str | None = None) -> Army:
    """Open an army file or a saved roster that was read; `name` is what messages call it.

    A saved roster that is opened `as_saved` is what its file says, whatever data is installed; it is read by the
    `system` of that id, or by the one that is meant where none is asked for.

    Raises:
        InputError: it cannot be read, every mistake is told; or an army file is to be opened as it was saved, or as one
            of another system than its own.
    """
    if is_saved_roster(data):
        army = open_saved(data, name, no_data if as_saved else find_saved_data, system)
    elif as_saved:
        raise InputError(f"{name} is not a saved roster (.ros, .rosz, JSON): an army file says no costs nor profiles")
    else:
        army = _as_army(evaluate_file(data, name), name)
        if system is not None and load_system(system).id != army.system.id:
            raise InputError(f"{name} is an army of {army.system.name}: --system is for saved rosters, which name none")
    return replace(army, contents=data)


def read_as_army(
    army: ReadArmy, roster: Roster, name: str, evaluator: Evaluator, kept: UnitCache | None = None
) -> Army:
    """Return a roster of a read army file, as it is or edited since: evaluated, and read by its rule system."""
    with guarded(name):
        evaluated = evaluate_army(army, roster, evaluator)
    return _as_army(evaluated, name, kept)


def _as_army(evaluated: EvaluatedArmy, name: str, kept: UnitCache | None = None) -> Army:
    system, view = with_modules(evaluated.system, evaluated.modules), evaluated.view
    with guarded(name):
        reading = system.read(view, kept)
    return Army(
        id=evaluated.id or None,
        name=evaluated.name,
        file=name,
        notes=evaluated.notes,
        system=system,
        modules=evaluated.modules,
        data=evaluated.data,
        view=view,
        reading=reading,
        all_slots=evaluated.slots,
        findings=_told_once(
            evaluated.findings,
            reading.findings,
            _unused_groups(system, view),
            _missing_pictures(view, evaluated.data, name),
        ),
    )


def _told_once(*found: Iterable[Finding]) -> tuple[Finding, ...]:
    """All that was found; what a link repeats of its target is the same twice, and told once."""
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def _unused_groups(system: System, view: RosterView) -> Iterator[Finding]:
    """Tell of planned groups in an army of a system that has none."""
    if view.groups and not system.plans_groups:
        names = ", ".join(group.name or group.id for group in view.groups)
        message = f"{system.name} has no groups of units: what is planned as {names} means nothing; take it out."
        yield Finding(Severity.WARNING, "groups", message)


def _missing_pictures(view: RosterView, data: Data, name: str) -> Iterator[Finding]:
    """Tell of pictures that are not where the army and its datasheets say."""
    if data.art or any(part.art for unit in view.units() for part in (unit, *unit.children)):
        from builder.services.army.pictures import art_of, missing_pictures  # Few armies have any.

        yield from missing_pictures(art_of(view, data, name).values())


def _together(one: Slot, other: Slot) -> Slot:
    return replace(
        one,
        taken=one.taken + other.taken,
        minimum=one.minimum + other.minimum,
        maximum=None if one.maximum is None or other.maximum is None else one.maximum + other.maximum,
        spent=one.spent + other.spent,
        allowance=None if one.allowance is None or other.allowance is None else one.allowance + other.allowance,
    )


def _matters(slot: Slot) -> bool:
    return bool(slot.taken or slot.minimum or slot.spent or slot.maximum)


NO_REVISIONS: Mapping[str, int] = MappingProxyType({})
"""Nothing is known of the revisions of data."""

FindSavedData: TypeAlias = "Callable[[str, tuple[str, ...], Mapping[str, int]], ArmyData | None]"
"""Finds the data that a roster was made with, by the ids of its game system and of its forces' catalogues.

The revisions that these had, by id, tell data sets of one game system apart.
"""


def find_saved_data(
    game_system_id: str, catalogues: tuple[str, ...], revisions: Mapping[str, int] = NO_REVISIONS
) -> ArmyData | None:
    """The data that a roster was made with: our datasheets of one faction, else catalogues of the community's data.

    None where they are not installed, or not all of them. Where several data sets have them, it is the one whose
    `revisions` are nearest to these.

    Raises:
        InputError: a file of them cannot be used.
    """
    if len(catalogues) == 1 and catalogues[0] in {found.id for found in find_resources("datasheets")}:
        return find_data(catalogues[0])
    if not data_sets():
        return None
    from builder.services.data.catalogues import open_for

    return open_for(game_system_id, catalogues, revisions)


def no_data(game_system_id: str, catalogues: tuple[str, ...], revisions: Mapping[str, int]) -> None:
    """Find no data, so that a roster is what its file says."""


def open_saved(data: bytes, name: str, find: FindSavedData = find_saved_data, system: str | None = None) -> Army:
    """Open a saved roster; `name` is what messages call its file, `system` the id of the one that reads it.

    Raises:
        InputError: it cannot be read.
    """
    from builder.formats.saved import catalogue_ids, read_saved, saved_revisions

    saved = read_saved(data, name)
    found = find(saved.roster.game_system_id, catalogue_ids(saved.roster), saved_revisions(saved.roster))
    with guarded(name):
        return _as_saved(saved, name, system) if found is None else read_with_data(saved, name, found, system)


def saved_systems(data: bytes, name: str) -> tuple[Playable, ...]:
    """Return the systems that a saved roster can become an army of.

    None where its data is not installed, so that it stays as it is, and for any other file.

    Raises:
        InputError: it cannot be read.
    """
    if not is_saved_roster(data):
        return ()
    from builder.formats.saved import catalogue_ids, read_saved, saved_revisions

    saved = read_saved(data, name)
    found = find_saved_data(saved.roster.game_system_id, catalogue_ids(saved.roster), saved_revisions(saved.roster))
    if found is None:
        return ()
    army = read_with_data(saved, name, found)
    # With our own datasheets there is no other game that it could be of.
    reading = [each for each in readers(army.view) if found.system is None or not each.last_resort]
    reading.sort(key=lambda each: (each.id != army.system.id, each.last_resort))
    return playable(reading, army.view.game_system_name)


def _as_saved(saved: SavedRoster, name: str, wanted: str | None) -> Army:
    system, modules = _fitting(saved.roster, name, wanted)
    reading = system.read(saved.roster)
    unchecked = Finding(
        Severity.INFO,
        "unchecked",
        f"This is a saved roster without its data{_data_of(saved.roster)}: it can be printed and played, "
        "but not checked for legality.",
    )
    return Army(
        id=None,
        name=saved.roster.name or clean_name(Path(name).stem),
        file=name,
        notes=saved.roster.custom_notes or "",
        system=system,
        modules=modules,
        data=None,
        view=saved.roster,
        reading=reading,
        all_slots=(),
        findings=(unchecked, *saved.findings, *reading.findings),
    )


def _data_of(view: RosterView) -> str:
    """Return the data that a saved roster was made with, as its file names it: `, “Orks” of “Warhammer 40,000”`."""
    names = dict.fromkeys(clean_name(force.catalogue_name) for force in view.forces)
    told = " and ".join(f"“{name}”" for name in names if name)
    return f", {told} of “{clean_name(view.game_system_name)}”" if told and view.game_system_name else ""


def read_with_data(saved: SavedRoster, name: str, data: ArmyData, wanted: str | None = None) -> Army:
    """Return a saved roster evaluated against its data, and read by the system that is `wanted`, if one is.

    Raises:
        InputError: it was made with another game system, or the system that is wanted cannot read it.
    """
    from builder.formats.saved import tie_saved
    from builder.roster.evaluate import Evaluator

    loaded = tie_saved(saved, name, data.library)
    evaluator = Evaluator(data.library, by_name=False)
    evaluation = evaluator.evaluate(loaded.roster)
    view = replace(evaluation.view, roles=data.roles)
    system, modules = _fitting(view, name, wanted, data.system)
    reading = system.read(view)
    return Army(
        id=None,
        name=view.name or clean_name(Path(name).stem),
        file=name,
        notes=view.custom_notes or "",
        system=system,
        modules=modules,
        data=Data.of(data),
        view=view,
        reading=reading,
        all_slots=tuple(slots_of(evaluator, loaded.roster, view)),
        findings=_told_once(loaded.findings, evaluation.findings, reading.findings),
    )


class SavedEvaluation(Record, frozen=True, kw_only=True):
    """What a saved roster comes to with its data, beside what its file says."""

    file: str
    data: Data
    saved: RosterView
    evaluated: RosterView
    findings: tuple[Finding, ...]


def evaluate_saved(contents: bytes, name: str, data_set: str | None = None) -> SavedEvaluation:
    """Evaluate a saved roster against a data set of the library, else against the one that has its catalogues.

    Raises:
        InputError: it is not a saved roster or cannot be read, or there is no such data.
    """
    from builder.formats.saved import catalogue_ids, read_saved, saved_revisions, tie_saved
    from builder.roster.comparison import as_its_program_writes
    from builder.roster.evaluate import evaluate

    if not is_saved_roster(contents):
        raise InputError(f"{name} is not a saved roster (.ros, .rosz, JSON): an army file names its data itself")
    saved = read_saved(contents, name)
    catalogues = catalogue_ids(saved.roster)
    if data_set is None:
        data = find_saved_data(saved.roster.game_system_id, catalogues, saved_revisions(saved.roster))
    else:
        from builder.services.data.catalogues import open_from

        data = open_from(data_set, catalogues)
    if data is None:
        wanted = saved.roster.game_system_name or saved.roster.game_system_id
        raise InputError(
            f"the data of “{wanted}” is not installed: add it with muster data add, or name it with --data"
        )
    loaded = tie_saved(saved, name, data.library)
    with guarded(name):
        evaluation = evaluate(loaded.roster, data.library, by_name=False)
    findings = (*loaded.findings, *data.findings, *evaluation.findings)
    view = as_its_program_writes(evaluation.view, saved.roster.program)
    return SavedEvaluation(file=name, data=Data.of(data), saved=saved.roster, evaluated=view, findings=findings)


def game_in_name(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the system and the modules that the name of a saved roster tells, such as `mob.plain+assault.rosz`."""
    before, _, words = Path(name).stem.rpartition(".")
    system, *modules = words.split("+")
    return (system, tuple(sorted({*modules}))) if before and system in system_ids() else ("", ())


def _fitting(
    view: RosterView, name: str, wanted: str | None, usual: str | None = None
) -> tuple[System, tuple[str, ...]]:
    """Return the system that is meant for a roster, with its modules, and their ids.

    It is the one that is wanted, else the `usual` one of its data, else the first that reads its profiles; of those the
    one comes first that the name of its file tells. That name tells the modules, too.

    Raises:
        InputError: there is no such system or module, or it cannot read the roster.
    """
    told, modules = game_in_name(name)
    with guarded(name):
        if wanted or usual:
            system = load_system(wanted or usual or "")
        else:
            reading = readers(view)
            system = next((each for each in reading if each.id == told), None) or unasked(reading)[0]
        if wanted and (missing := system.missing(view)):
            raise InputError([replace(each, at=replace(each.at, file=each.at.file or name)) for each in missing])
        modules = modules if system.id == told else ()
        return with_modules(system.id, modules), modules
