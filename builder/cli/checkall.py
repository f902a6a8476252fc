"""`muster check` with many armies: a line for each, and what they come to together."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.cli.output import counted, echo, progress, show_findings, show_json, tell
from builder.errors import Finding, InputError, Severity
from builder.services.army import Army, open_army
from builder.services.reports import check_report, exact, unusable_report

MANY = 20
"""From so many armies on a terminal shows how far the check has come."""

VERDICTS = {True: "valid", False: "not valid", None: "not checked"}
UNREADABLE = "not readable"


def check_all(sources: Sequence[str], as_json: bool) -> int:
    """Check armies one after the other; those that cannot be read are told and passed over."""
    verdicts: Counter[str] = Counter()
    reports = []
    errors = False
    for source, army, findings in _opened(sources):
        verdicts[VERDICTS[army.valid] if army else UNREADABLE] += 1
        errors = errors or (army is not None and army.has_errors)
        if as_json:
            reports.append(check_report(army) if army else unusable_report(source, findings))
        elif army is None:
            for finding in findings:
                tell(finding)
        else:
            _line(source, army)
    if as_json:
        show_json({"format": "muster-checks", "version": 1, "checks": reports})
    else:
        echo(f"{counted(len(sources), 'army').replace('armys', 'armies')}: {_summary(verdicts)}")
    return 2 if verdicts[UNREADABLE] else int(errors)


def _opened(sources: Sequence[str]) -> Iterator[tuple[str, Army | None, Sequence[Finding]]]:
    shown = len(sources) >= MANY and sys.stderr.isatty()
    for number, source in enumerate(sources, 1):
        if shown:
            progress(f"{number} of {len(sources)}")
        army: Army | None = None
        findings: Sequence[Finding] = ()
        try:
            army = open_army(source)
        except InputError as error:
            findings = error.findings
        if shown:
            progress("")
        yield source, army, findings


def _line(source: str, army: Army) -> None:
    costs = ", ".join(f"{exact(cost.value)} {cost.name}" for cost in army.view.costs)
    echo(f"{source}: {VERDICTS[army.valid]}, {costs}")
    show_findings(finding for finding in army.findings if finding.severity is Severity.ERROR)


def _summary(verdicts: Counter[str]) -> str:
    return ", ".join(
        f"{verdicts[verdict]} {verdict}" for verdict in (*VERDICTS.values(), UNREADABLE) if verdicts[verdict]
    )
