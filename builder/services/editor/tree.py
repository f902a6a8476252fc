"""The army as the editor's tree: its units by slots or by the groups that act together, what they take below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from builder.catalogue.library import Library
from builder.errors import Finding, Severity, is_unmade, look_of
from builder.record import replace
from builder.roster.marks import mark_words, unit_of_part
from builder.roster.naming import own_name, unit_names
from builder.roster.view import ForceView, SelectionView, points, points_limit, points_of, points_type
from builder.scalars import counted, number
from builder.services.army.opening import Army
from builder.services.editor.finding_places import entries_of, is_usual, unmade_of
from builder.services.editor.view import (
    ALONE,
    FULL,
    CounterLine,
    EditorView,
    SlotLine,
    Totals,
    TreeRow,
    belongs,
    place_of,
)
from builder.systems.blocks import Slot
from builder.systems.common.units import codes_of, slot_of, slot_rank
from builder.systems.protocol import ANY_ROOM, UnitSummary, sizes

OTHERS = "(No Category)"
MOST_BESIDE = 4
"""So many findings at most are kept for the line that tells of them."""
MOST_OPEN = 3
"""So many choices that are still to be made stand below their unit."""
MOST_NAMED = 2
"""So many choices of something like a detachment stand on its line."""


def editor_view(army: Army, library: Library | None = None, *, by_groups: bool = False) -> EditorView:
    """The army as the editor shows it; its units `by_groups`, or by forces and slots.

    What is still to be chosen, and what models come with, is told where the `library` of its data is given.
    """
    tree = _Tree(army, library)
    totals = totals_of(army, tree.grave_words)
    return EditorView(
        name=army.name,
        system=army.game,
        data=army.data.name if army.data else "",
        totals=replace(totals, groups=len(army.view.groups)) if by_groups else totals,
        rows=tuple(tree.grouped_rows() if by_groups else tree.rows()),
    )


def totals_of(army: Army, words: Callable[[Finding], str] = lambda finding: finding.message) -> Totals:
    """Return what is always in view; `words` are those for the gravest finding."""
    kind = points_type(army.view)
    by_severity = Counter(finding.severity for finding in army.findings)
    unmade = sum(map(is_unmade, army.findings))
    told = sorted(army.findings, key=lambda each: (list(Severity).index(each.severity), is_unmade(each)))
    units, models, vehicles = sizes(army.reading.units)
    return Totals(
        points=points(army.view, kind),
        limit=points_limit(army.view, kind),
        units=units,
        models=models,
        counted=(*army.system.list_words().counted(units, models, vehicles), *_other_costs(army, kind)),
        slots=tuple(slot_line(slot) for slot in army.slots),
        counters=tuple(
            CounterLine(name=counter.name, total=counter.total, start=counter.total_at_start, remark=counter.remark)
            for counter in army.reading.counters
            if counter.total_at_start
        ),
        errors=by_severity[Severity.ERROR] - unmade,
        unmade=unmade,
        warnings=by_severity[Severity.WARNING],
        notes=by_severity[Severity.INFO],
        worst=words(told[0]) if told else "",
        others=tuple(each.message for each in told[1:MOST_BESIDE] if each.severity is told[0].severity),
    )


def slot_line(slot: Slot) -> SlotLine:
    """The line of a slot."""
    return SlotLine(
        name=slot.name,
        taken=slot.taken,
        least=slot.minimum,
        most=slot.maximum,
        spent=slot.spent,
        allowance=slot.allowance,
    )


def units_within(view: SelectionView) -> Iterator[SelectionView]:
    """Yield the units that a unit takes with it, such as its transport, but not what these take."""
    for child in view.children:
        if child.type == "unit":
            yield child
        else:
            yield from units_within(child)


def own_points(view: SelectionView, kind: str) -> Decimal:
    """Return what a unit costs without the units that it takes with it."""
    return points_of(view, kind) - sum((points_of(unit, kind) for unit in units_within(view)), Decimal(0))


def aboard(units: Sequence[UnitSummary]) -> Mapping[str, str]:
    """Return how full transports are, by their ids: `9/10`, `full`; `9`, or nothing, where no number is the most."""
    by_id = {unit.id: unit for unit in units}
    return {id: _full(by_id[id], those) for id, those in _riders(units).items()}


def places_free(units: Sequence[UnitSummary], transport: str) -> int | None:
    """Return how many models a transport still has room for; None where no number is the most."""
    room = next((unit.room for unit in units if unit.id == transport), 0)
    riders = _riders(units).get(transport, [])
    if any(rider.kind == "vehicle" for rider in riders):
        return 0
    return None if room >= ANY_ROOM else max(0, room - sum(rider.models for rider in riders))


def _riders(units: Sequence[UnitSummary]) -> Mapping[str, Sequence[UnitSummary]]:
    """Return who is in each transport.

    Who leads a unit that rides goes with it, unless he rides himself; a vehicle takes all the room that there is.
    """
    riders = {unit.id: dict[str, UnitSummary]() for unit in units if unit.room}
    if not riders:
        return {}
    by_id = {unit.id: unit for unit in units}
    riding = [(unit, mark.target or "") for unit in units for mark in unit.marks if mark.kind == "riding_in"]
    themselves = {unit.id for unit, _ in riding}
    for unit, transport in riding:
        leaders = {mark.target or "" for mark in unit.marks if mark.kind == "led_by"} - themselves
        if transport in riders:
            riders[transport] |= {id: by_id[id] for id in (unit.id, *leaders) if id in by_id}
    return {id: [*those.values()] for id, those in riders.items()}


def _full(transport: UnitSummary, riders: Sequence[UnitSummary]) -> str:
    if any(rider.kind == "vehicle" for rider in riders):
        return FULL
    models = sum(rider.models for rider in riders)
    if transport.room >= ANY_ROOM:
        return f"{models or ''}"
    return f"{models}/{transport.room}"


class _Tree:
    def __init__(self, army: Army, library: Library | None) -> None:
        self._army, self._view = army, army.view
        self._slots = {(slot.force, slot.category): slot_line(slot) for slot in army.all_slots}
        self._type = points_type(army.view)
        self._models: Counter[str] = Counter()
        self._vehicles: Counter[str] = Counter()
        for unit in army.reading.units:
            for id in {unit.id, unit_of_part(unit.id)}:
                self._models[id] += unit.models
                self._vehicles[id] += unit.hulls
        self._aboard = aboard(army.reading.units)
        self._worst = _worst(army.findings)
        self._every = every = [part for unit in self._view.units() for part in unit.walk()]
        self._names = {**{part.id: own_name(part) for part in every}, **unit_names(army.view)}
        self._short = _shorter_names(every)
        self._entries = dict(entries_of(army.view, library)) if library is not None else {}
        self._unmade: dict[str, list[str]] = {}
        for finding in army.findings:
            if is_unmade(finding) and finding.at.unit:
                unmade = unmade_of(finding, every, self._entries)
                self._unmade.setdefault(finding.at.unit, []).extend([unmade.words] if unmade is not None else [])
        self._led: dict[str, list[str]] = {}
        for part in every:
            for mark in part.marks:
                if mark.kind == "led_by" and mark.target:
                    self._led.setdefault(mark.target, []).append(part.id)

    def grave_words(self, finding: Finding) -> str:
        """What a finding says; of what is still to be chosen where, and among what."""
        unit = finding.at.unit or ""
        unmade = unmade_of(finding, self._every, self._entries) if is_unmade(finding) else None
        if unmade is None or unit not in self._names:
            return finding.message
        return ", ".join(dict.fromkeys((self._names[unit], unmade.name)))

    def rows(self) -> Iterator[TreeRow]:
        """Yield forces where there are several, slots, units, and what is below them."""
        several = len(self._view.forces) != 1 or bool(self._view.forces[0].forces)
        self._allied = len({force.catalogue_id for force in self._view.all_forces()}) > 1
        for force in self._view.forces:
            yield from self._force(force, 0, several)

    def _force(self, force: ForceView, depth: int, named: bool) -> Iterator[TreeRow]:
        if named:
            yield TreeRow(
                id=force.id,
                depth=depth,
                kind="force",
                name=force.custom_name
                or (f"{own_name(force)} · {force.catalogue_name}" if self._allied else own_name(force)),
                points=sum_of(force, self._type),
                severity=self._worst.get(force.id, ""),
                parent=bool(force.selections or force.forces),
            )
            depth += 1
        taken: dict[str, list[SelectionView]] = {}
        for unit in force.selections:
            taken.setdefault(_slot_of(unit), []).append(unit)
        order = [category.entry_id for category in force.categories]
        names = {category.entry_id: category.custom_name or category.name for category in force.categories}
        for id in dict.fromkeys((*order, *taken)):
            units = taken.get(id, [])
            slot = self._slots.get((force.id, id)) or SlotLine(name="", taken=len(units))
            if not units and (id == OTHERS or not slot.least):
                continue
            yield TreeRow(
                id=f"{force.id}/{id}",
                depth=depth,
                kind="slot",
                name=names.get(id) or next(filter(None, (unit.primary_name for unit in units)), "Others"),
                points=sum((points_of(unit, self._type) for unit in units), Decimal(0)),
                slot=slot,
                severity="error" if slot.broken else "",
                parent=bool(units),
            )
            for unit in units:
                yield from self._selection(unit, depth + 1, unit.id)
        for child in force.forces:
            yield from self._force(child, depth, True)

    def grouped_rows(self) -> Iterator[TreeRow]:
        """Yield the groups with their units in the order of slots, then the units in none."""
        units = {unit.id: unit for unit in sorted(self._view.units(), key=slot_rank)}
        grouped: set[str] = set()
        for group in self._view.groups:
            ids = {*map(unit_of_part, group.units)}
            those = [unit for unit in units.values() if unit.id in ids]
            grouped |= ids
            name = group.name or group.id
            yield TreeRow(
                id=group.id,
                depth=0,
                kind="group",
                name=name if name.startswith("Group ") else f"Group {name}",
                points=sum((points_of(unit, self._type) for unit in those), Decimal(0)),
                parent=bool(those),
                says=self._group_words(ids) or counted(len(those), "unit"),
            )
            yield from self._members(those)
        alone = [unit for unit in units.values() if unit.id not in grouped]
        if alone:
            yield TreeRow(id=ALONE, depth=0, kind="group", name="Alone", parent=True)
            yield from self._members(alone)

    def _group_words(self, ids: Collection[str]) -> str:
        return self._army.system.group_words([each for id in ids for each in self._units_of(id)])

    def _units_of(self, id: str) -> list[UnitSummary]:
        return [each for each in self._army.reading.units if belongs(each.id, id)]

    def _members(self, units: Sequence[SelectionView]) -> Iterator[TreeRow]:
        """Yield units with the code of their slot and what their system tells of them beside it."""
        title, codes = self._army.system.list_words().title, codes_of(slot.name for slot in self._army.slots)
        for unit in units:
            values = {each.value for each in self._units_of(unit.id)}
            code, slot = slot_of(unit)
            told = f"{title} {value}" if len(values) == 1 and (value := values.pop()) else ""
            first, *below = self._selection(unit, 1, unit.id)
            yield replace(first, code=codes.get(slot, code), says=told)
            yield from below

    def _selection(self, view: SelectionView, depth: int, unit: str) -> Iterator[TreeRow]:
        kind = view.type if view.type in ("unit", "model") else "choice"
        if depth and unit == view.id:
            kind = "unit"
        own = view.id if kind == "unit" else unit
        within = [] if kind != "unit" else [*units_within(view)]
        below = [child for child in view.children if child.type != "unit" and _worth_a_line(child)]
        if len(below) == 1 and below[0].name in (view.custom_name or view.name) and _is_bare(below[0]):
            below = []
        cost = own_points(view, self._type)
        yield TreeRow(
            id=view.id,
            depth=depth,
            kind=kind,
            name=view.custom_name or view.name,
            unit=own,
            number=view.number,
            models=self._models[view.id],
            vehicles=self._vehicles[view.id],
            points=cost if cost or kind != "model" else None,
            severity=self._worst.get(view.id, ""),
            parent=bool(below),
            chosen=_chosen(view) if kind == "unit" else "",
            called=called if kind == "unit" and (called := self._names[view.id]) != own_name(view) else "",
            usual=kind == "choice" and not cost and is_usual(self._entries.get(view.id)),
            short=self._short.get(view.id, ()) if kind == "unit" else (),
            aboard=self._aboard.get(view.id, "") if kind == "unit" else "",
        )
        for child in below:
            yield from self._selection(child, depth + 1, own)
        if kind == "unit":
            yield from self._marks(view, depth + 1)
        for child in within:
            yield from self._selection(child, depth + 1, own)

    def _marks(self, view: SelectionView, depth: int) -> Iterator[TreeRow]:
        """Yield what is still to be chosen in a unit, then what the player noted of it.

        Where it rides stands below it if it took that itself.
        """
        for place, words in enumerate(self._unmade.get(view.id, ())[:MOST_OPEN]):
            yield TreeRow(id=f"{view.id}?{place}", depth=depth, kind="open", name=words, unit=view.id)
        own = {part.id for part in view.walk()}
        said = [(mark.kind, mark.target or "") for mark in view.marks if mark.target not in own]
        said += [("leads", other) for other in self._led.get(view.id, ())]
        for place, (kind, target) in enumerate(said):
            yield TreeRow(
                id=f"{view.id}#{place}",
                depth=depth,
                kind="mark",
                name=mark_words(kind, self._names.get(target, "nobody")),
                unit=view.id,
                short=tuple(mark_words(kind, each) for each in self._short.get(target, ())),
                target=target if target in self._names else "",
            )


def _shorter_names(parts: Sequence[SelectionView]) -> Mapping[str, tuple[str, ...]]:
    """Names that players gave to units, with fewer and fewer words of what they are, as far as each means one alone."""
    found: dict[str, list[str]] = {}
    for part in parts:
        own, kind = (part.custom_name or "").split(), part.name.split()
        same = next((at for at, (a, b) in enumerate(zip(own, kind, strict=False)) if a != b), min(len(own), len(kind)))
        forms = [" ".join(own[place:]) for place in range(1, min(same, len(own) - 1) + 1)]
        if forms:
            found[part.id] = forms
    times = Counter(form for forms in found.values() for form in forms)
    return {
        id: tuple(form for form in forms if times[form] == 1 and not form.isdecimal()) for id, forms in found.items()
    }


def _chosen(view: SelectionView) -> str:
    """What was chosen of a thing without models that an army has one of; empty for what has other things below it."""
    if view.type != "upgrade" or view.custom_name or any(child.type != "upgrade" for child in view.children):
        return ""
    named = [child.custom_name or child.name for child in view.children if not child.hidden]
    return ", ".join(named) if len(named) <= MOST_NAMED else ""


def _worth_a_line(view: SelectionView) -> bool:
    """Whether a choice was one: what comes with every model and costs nothing is told in the details."""
    if view.type != "upgrade" or view.entry_group_id or view.custom_name or view.custom_notes:
        return True
    return any(cost.value for cost in view.costs) or any(_worth_a_line(child) for child in view.children)


def _is_bare(view: SelectionView) -> bool:
    """Whether a single model has nothing to tell but its name: a vehicle as it comes."""
    bare = view.type == "model" and view.number == 1 and not (view.custom_name or view.custom_notes)
    return bare and not any(map(_worth_a_line, view.children)) and not any(cost.value for cost in view.costs)


def _other_costs(army: Army, kind: str) -> Iterator[str]:
    """Yield what an army comes to beside its points: `105 PL`, `3 CP`."""
    for cost in army.view.costs:
        if cost.value and cost.type_id != kind and cost.type_id not in army.view.hidden_costs:
            yield f"{number(cost.value)} {cost.name.strip()}"


def _worst(findings: tuple[Finding, ...]) -> Mapping[str, str]:
    """The worst severity by the ids of what findings are about."""
    found: dict[str, str] = {}
    for finding in findings:
        if finding.severity is Severity.INFO:
            continue
        for id in {place_of(finding), finding.at.unit or ""} - {""}:
            if found.get(id) != "error":
                found[id] = look_of(finding)
    return found


def _slot_of(unit: SelectionView) -> str:
    return unit.primary_id or OTHERS


def sum_of(force: ForceView, kind: str) -> Decimal:
    """Return what a force comes to, with those below it."""
    own = sum((points_of(unit, kind) for unit in force.selections), Decimal(0))
    return own + sum((sum_of(child, kind) for child in force.forces), Decimal(0))
