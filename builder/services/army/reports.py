"""What `check` and `summary` tell of an army as JSON objects; their shape is documented in docs/json.md and stable."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from builder.errors import Finding
from builder.roster.view import Mark
from builder.services.data.army_data import Data
from builder.systems.protocol import Counter, UnitSummary

if TYPE_CHECKING:
    from builder.services.army.opening import Army

Json: TypeAlias = dict[str, object]


def check_report(army: Army) -> Json:
    """Return the report of `muster check --json`."""
    return {
        "format": "muster-check",
        "version": 1,
        **head_report(army),
        "valid": army.valid,
        "costs": costs_report(army),
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
        "costs": costs_report(army),
        "slots": _slots(army),
        "units": [_unit(unit) for unit in army.reading.units],
        "counters": {counter.id: _counter(counter) for counter in army.reading.counters},
        **army.reading.extra,
    }


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


def costs_report(army: Army) -> list[Json]:
    """Return what the army costs of each type, with its limit."""
    limits = {limit.type_id: limit.value for limit in army.view.cost_limits}
    return [
        {
            "type": cost.type_id,
            "name": cost.name,
            "value": exact(cost.value),
            "limit": exact(limits[cost.type_id]) if cost.type_id in limits else None,
        }
        for cost in army.view.costs
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


def exact(value: Decimal) -> int | float:
    """Return a cost as a JSON number: whole where it is whole."""
    return int(value) if value == value.to_integral_value() else float(value)
