"""What a list shows of an army, remembered until its file or some data changes: lists of hundreds appear at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path

from builder.bounds import MOST_BYTES, MOST_YAML_BYTES
from builder.cache import digest, remembered
from builder.catalogue.model import Cost
from builder.errors import Finding, InputError, Severity
from builder.formats.detection import is_saved_roster
from builder.inputs import gathered, read_file
from builder.record import Record
from builder.resources import data_sets, find_resources
from builder.scalars import number
from builder.systems.protocol import sizes
from builder.text import numbered


class UnitPreview(Record, frozen=True, kw_only=True):
    """A unit in the preview of an army: `slot` is its short sign, `kind` the name that its data has for it.

    One that stands `within` another one was taken with it, as a transport is.
    """

    slot: str
    name: str
    kind: str
    models: int
    points: Decimal
    within: bool = False


class CounterPreview(Record, frozen=True, kw_only=True):
    """A kind of token in the preview of an army: how many, how many when the game starts, and who gets them."""

    name: str
    total: int
    at_start: int
    remark: str


class ArmySummary(Record, frozen=True, kw_only=True):
    """What a list shows of an army, and its preview.

    `system_name` is the one that players use, `faction` the name of its data and `data` the id; `valid` is None without
    data, `saved` says that it is a roster of another program, which is not edited, `counted` are units and models in
    its words.
    """

    name: str
    system: str
    system_name: str
    faction: str
    costs: tuple[Cost, ...]
    limits: tuple[Cost, ...]
    valid: bool | None
    saved: bool
    units: tuple[UnitPreview, ...]
    counted: tuple[str, ...] = ()
    counters: tuple[CounterPreview, ...]
    findings: tuple[Finding, ...]
    data: str = ""

    @property
    def points(self) -> Decimal | None:
        """What it costs of the first type; None where nothing costs anything."""
        return self.costs[0].value if self.costs else None

    @property
    def standing(self) -> tuple[str, ...]:
        """What tells it from others in a list of names: of which faction it is, and what it costs."""
        return tuple(filter(None, (self.faction, f"{number(self.points or 0)} points")))

    @property
    def limit(self) -> Decimal | None:
        """The limit of what the first type says; None where there is none."""
        limits = {limit.type_id: limit.value for limit in self.limits}
        return limits.get(self.costs[0].type_id) if self.costs else None

    def count(self, severity: Severity) -> int:
        """Return how many findings are of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


class SummaryOrMistakes(Record, frozen=True, kw_only=True):
    """A file of an army looked at: its line, or what is wrong with the file."""

    line: ArmySummary | None
    mistakes: tuple[Finding, ...] = ()


def data_stamp() -> bytes:
    """What tells the installed data of now from that of any other time: a line holds as long as it is the same."""
    return digest(*_sheets(), *_sets()).encode()


def summarize_file(path: Path, stamp: bytes) -> SummaryOrMistakes:
    """Return the line of an army file or a saved roster, or its mistakes.

    Worked out again only when something has changed.
    """
    findings: list[Finding] = []
    with gathered(str(path), findings):
        contents = read_file(path, MOST_BYTES)
        return remembered(
            SummaryOrMistakes, (os.fsencode(path), contents, stamp), lambda: _summary_or_mistakes(path, contents)
        )
    return SummaryOrMistakes(line=None, mistakes=tuple(findings))


def _sheets() -> Iterator[bytes]:
    for found in find_resources("datasheets"):
        try:
            contents = read_file(found.path, MOST_YAML_BYTES)
        except InputError:
            continue
        yield os.fsencode(found.path)
        yield contents


def _sets() -> Iterator[bytes]:
    """Yield the names, sizes and ages of the community's files: their contents are too large to be read each time."""
    for found in data_sets():
        for path in _files(found.path):
            try:
                state = path.stat()
            except OSError:
                continue
            yield f"{path} {state.st_size} {state.st_mtime_ns}".encode("utf-8", "surrogateescape")


def _files(folder: Path) -> Iterable[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return ()


def _summary_or_mistakes(path: Path, contents: bytes) -> SummaryOrMistakes:
    try:
        return SummaryOrMistakes(line=_summary_of(path, contents))
    except InputError as error:
        return SummaryOrMistakes(line=None, mistakes=error.findings)


def _summary_of(path: Path, contents: bytes) -> ArmySummary:
    from builder.roster.marks import unit_of_part
    from builder.roster.view import points_first
    from builder.services.army.opening import open_bytes

    army = open_bytes(contents, str(path))
    names = numbered({unit.id: unit.name for unit in army.reading.units})
    within = {part.id for top in army.view.units() for part in top.walk() if part is not top and part.type == "unit"}
    kinds = {part.id: part.name for top in army.view.units() for part in top.walk()}
    catalogues = dict.fromkeys(force.catalogue_name or "" for force in army.view.forces)
    return ArmySummary(
        name=army.name,
        system=army.system.id,
        system_name=army.game,
        faction=army.data.name if army.data else ", ".join(filter(None, catalogues)),
        costs=points_first(army.view),
        limits=army.view.cost_limits,
        valid=army.valid,
        saved=is_saved_roster(contents),
        data=army.data.id if army.data else "",
        units=tuple(
            UnitPreview(
                slot=unit.slot,
                name=names[unit.id],
                kind=kinds.get(unit.id) or kinds.get(unit_of_part(unit.id), ""),
                models=unit.models,
                points=unit.points,
                within=unit_of_part(unit.id) in within,
            )
            for unit in army.reading.units
        ),
        counted=army.system.list_words().counted(*sizes(army.reading.units)),
        counters=tuple(
            CounterPreview(
                name=counter.name, total=counter.total, at_start=counter.total_at_start, remark=counter.remark
            )
            for counter in army.reading.counters
        ),
        findings=army.findings,
    )
