"""What `check` and `summary` tell of an army as JSON objects; their shape is documented in docs/json.md and stable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from builder.errors import Finding
from builder.scalars import number

if TYPE_CHECKING:
    from builder.catalogue.model import Cost
    from builder.roster.marks import Mark
    from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, RuleView, SelectionView
    from builder.services.army.notes import PhaseNotes
    from builder.services.army.opening import Army, SavedEvaluation
    from builder.services.army.versions import ArmyComparison
    from builder.services.data.army_data import Data
    from builder.systems.protocol import Counter, UnitSummary

Json: TypeAlias = dict[str, object]


def check_report(army: Army) -> Json:
    """Return the report of `muster check --json`."""
    return {
        "format": "muster-check",
        "version": 1,
        **head_report(army),
        "valid": army.valid,
        "costs": costs_report(army.view),
        "slots": _slots(army),
        "findings": findings_report(army.findings),
    }


def unusable_report(source: str, findings: Sequence[Finding]) -> Json:
    """Return the report of `muster check --json` for a file that cannot be read."""
    return {
        "format": "muster-check",
        "version": 1,
        "army": {"id": None, "name": None, "file": source},
        "system": None,
        "modules": [],
        "data": None,
        "valid": False,
        "costs": [],
        "slots": [],
        "findings": findings_report(findings),
    }


def summary_report(army: Army) -> Json:
    """Return the report of `muster summary --json`."""
    return {
        "format": "muster-summary",
        "version": 1,
        **head_report(army),
        "notes": army.notes,
        "costs": costs_report(army.view),
        "slots": _slots(army),
        "units": [_unit(unit) for unit in army.reading.units],
        "counters": {counter.id: _counter(counter) for counter in army.reading.counters},
        **army.reading.extra,
    }


def diff_report(compared: ArmyComparison) -> Json:
    """Return the report of `muster diff --json`."""
    return {
        "format": "muster-diff",
        "version": 1,
        "before": {**head_report(compared.before), "costs": costs_report(compared.before.view)},
        "after": {**head_report(compared.after), "costs": costs_report(compared.after.view)},
        "figures": [
            {"name": each.name, "before": _exact_or_none(each.before), "after": _exact_or_none(each.after)}
            for each in compared.figures
        ],
        "units": [
            {
                "change": unit.fate,
                "id": unit.id,
                "name": unit.name,
                "models": unit.models,
                "points_before": _exact_or_none(unit.before),
                "points_after": _exact_or_none(unit.after),
                "details": [{"text": one.text, "points": exact(one.points)} for one in unit.details],
            }
            for unit in compared.units
        ],
        "new_findings": findings_report(compared.new),
        "mended_findings": findings_report(compared.mended),
    }


def notes_report(army: Army, notes: Sequence[PhaseNotes]) -> Json:
    """Return the report of `muster notes --json`."""
    return {
        "format": "muster-notes",
        "version": 1,
        **head_report(army),
        "notes": [
            {"phase": str(each.phase), "title": note.title, "text": note.text, "rule": note.rule or None}
            for each in notes
            for note in each.notes
        ],
    }


def _exact_or_none(value: Decimal | None) -> int | float | None:
    return None if value is None else exact(value)


def findings_report(findings: Sequence[Finding]) -> list[Json]:
    """Findings with where they are; a field that does not apply is null."""
    return [
        {
            "severity": str(finding.severity),
            "code": finding.code,
            "message": finding.message,
            "rule": finding.rule,
            "at": {
                field: getattr(finding.at, field)
                for field in ("unit", "selection", "entry", "constraint", "file", "line", "column", "field")
            },
        }
        for finding in findings
    ]


def head_report(army: Army) -> Json:
    """Return what the reports of an army begin with."""
    return {
        "army": {"id": army.id, "name": army.name, "file": army.file},
        "system": army.system.id,
        "modules": list(army.modules),
        "data": data_report(army.data),
    }


def data_report(data: Data | None) -> Json | None:
    """Return the data that an army is checked against, where there is any."""
    if data is None:
        return None
    return {"id": data.id, "name": data.name, "revision": data.revision, "digest": data.digest}


def marks_report(marks: Sequence[Mark]) -> list[Json]:
    """Marks of a unit with what they are about."""
    return [{"kind": mark.kind, "target": mark.target} for mark in marks]


def cost_words(view: RosterView) -> str:
    """Return what an army costs of all that it costs anything of, each with its limit: `1 980 of 2 000 pts, 3 CP`."""
    from builder.roster.view import costs_to_show

    limits = {limit.type_id: f" of {number(limit.value)}" for limit in view.cost_limits}
    told = ((number(cost.value), limits.get(cost.type_id, ""), cost.name.strip()) for cost in costs_to_show(view))
    return ", ".join(f"{value}{limit} {name}" for value, limit, name in told)


def costs_report(view: RosterView) -> list[Json]:
    """Return what an army costs of each type, with its limit."""
    limits = {limit.type_id: limit.value for limit in view.cost_limits}
    return [
        {
            "type": cost.type_id,
            "name": cost.name,
            "value": exact(cost.value),
            "limit": exact(limits[cost.type_id]) if cost.type_id in limits else None,
        }
        for cost in view.costs
    ]


def _slots(army: Army) -> list[Json]:
    return [
        {
            "id": slot.category,
            "name": slot.name,
            "taken": slot.taken,
            "least": slot.minimum,
            "most": slot.maximum,
            "spent": None if slot.allowance is None else exact(slot.spent),
            "allowance": None if slot.allowance is None else exact(slot.allowance),
        }
        for slot in army.slots
    ]


def _unit(unit: UnitSummary) -> Json:
    return {
        "id": unit.id,
        "entry": unit.entry,
        "name": unit.name,
        "kind": unit.kind,
        "slot": unit.slot,
        "models": unit.models,
        "costs": [{"type": "points", "name": "points", "value": exact(unit.points)}],
        "marks": marks_report(unit.marks),
        "hp": unit.hp,
        "op": unit.op,
        "model_groups": [
            {"id": group.id, "name": group.name, "models": group.models, "hp_each": group.hp_each, "hp": group.hp}
            for group in unit.groups
        ],
        **unit.extra,
    }


def _counter(counter: Counter) -> Json:
    parts = [
        {"unit": part.unit, "name": part.name, "source": part.source, "count": part.count, "when": part.when}
        for part in counter.parts
    ]
    return {"total": counter.total, "at_start": counter.total_at_start, "parts": parts}


def evaluation_report(evaluation: SavedEvaluation, *, compared: bool = False) -> Json:
    """Return the report of `muster summary --data … --json`, with what differs from the file if that is asked for."""
    view = evaluation.evaluated
    report: Json = {
        "format": "muster-evaluation",
        "version": 1,
        "army": {"id": None, "name": view.name, "file": evaluation.file},
        "data": data_report(evaluation.data),
        "costs": costs_report(view),
        "forces": [_force_report(force) for force in view.all_forces()],
        "selections": {id: found for force in view.all_forces() for id, found in _selections(force)},
        "findings": findings_report(evaluation.findings),
    }
    if compared:
        from builder.roster.comparison import compare

        report["differences"] = [
            {
                "of": each.of,
                "id": each.id,
                "name": each.name,
                "what": each.what,
                "saved": each.saved,
                "evaluated": each.evaluated,
            }
            for each in compare(evaluation.saved, evaluation.evaluated)
        ]
    return report


def _force_report(force: ForceView) -> Json:
    return {
        "id": force.id,
        "entry": force.entry_id,
        "name": force.name,
        "catalogue": force.catalogue_id,
        "forces": [child.id for child in force.forces],
        "selections": [selection.id for selection in force.selections],
        "categories": _categories(force.categories),
        **_texts(force),
    }


def _selections(force: ForceView) -> Iterator[tuple[str, Json]]:
    for unit in force.selections:
        for selection in unit.walk():
            yield (
                selection.id,
                {
                    "entry": selection.entry_id,
                    "group": selection.entry_group_id,
                    "name": selection.name,
                    "type": selection.type,
                    "number": selection.number,
                    "hidden": selection.hidden,
                    "selections": [child.id for child in selection.children],
                    "costs": _costs_of(selection.costs),
                    "categories": _categories(selection.categories),
                    **_texts(selection),
                },
            )


def _costs_of(costs: Iterable[Cost]) -> list[Json]:
    return [{"type": cost.type_id, "name": cost.name, "value": exact(cost.value)} for cost in costs]


def _categories(categories: Iterable[CategoryView]) -> list[Json]:
    return [{"id": each.entry_id, "name": each.name, "primary": each.primary} for each in categories]


def _texts(part: ForceView | SelectionView) -> Json:
    return {"profiles": [_profile(each) for each in part.profiles], "rules": [_rule(each) for each in part.rules]}


def _profile(profile: ProfileView) -> Json:
    return {
        "id": profile.id,
        "name": profile.name,
        "type": profile.type_id,
        "type_name": profile.type_name,
        "characteristics": [
            {"type": cell.type_id, "name": cell.name, "value": cell.value} for cell in profile.characteristics
        ],
    }


def _rule(rule: RuleView) -> Json:
    return {"id": rule.id, "name": rule.name, "description": rule.description}


def exact(value: Decimal) -> int | float:
    """Return a cost as a JSON number: whole where it is whole."""
    return int(value) if value == value.to_integral_value() else float(value)
