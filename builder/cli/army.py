"""`muster check` and `muster summary`, of one army or of many."""

from __future__ import annotations

import collections
import textwrap
from collections.abc import Iterator, Sequence

import click

from builder.cli.output import (
    AS_SAVED,
    SYSTEM,
    echo,
    progress,
    report_finding,
    show_findings,
    show_json,
    styled,
    table,
)
from builder.errors import Finding, InputError, Severity
from builder.roster.marks import unit_of_part
from builder.roster.view import costs_to_show, points_of, points_type
from builder.scalars import counted, number
from builder.services.army.locator import locate_army, open_army
from builder.services.army.opening import Army
from builder.services.army.reports import (
    check_report,
    cost_words,
    evaluation_report,
    notes_report,
    summary_report,
    unusable_report,
)
from builder.services.files import read_army_source
from builder.systems.blocks import vehicles_beside
from builder.systems.common.listing import together
from builder.systems.protocol import Counter, GroupSummary, sizes

MANY = 20
"""From so many armies on a terminal shows how far the check has come."""

WIDTH = 100
"""Columns of a text to read."""
VERDICTS = {True: "valid", False: "not valid", None: "not checked"}
UNREADABLE = "not readable"


def check_all(sources: Sequence[str], as_json: bool, *, as_saved: bool = False, system: str | None = None) -> int:
    """Check armies one after the other; those that cannot be read are told and passed over."""
    verdicts: collections.Counter[str] = collections.Counter()
    reports = []
    errors = False
    for source, army, findings in _opened(sources, as_saved, system):
        verdicts[VERDICTS[army.valid] if army else UNREADABLE] += 1
        errors = errors or (army is not None and army.has_errors)
        if as_json:
            reports.append(check_report(army) if army else unusable_report(source, findings))
        elif army is None:
            for finding in findings:
                report_finding(finding)
        else:
            _line(source, army)
    if as_json:
        show_json({"format": "muster-checks", "version": 1, "checks": reports})
    else:
        echo(f"{counted(len(sources), 'army', 'armies')}: {_summary(verdicts)}")
    return 2 if verdicts[UNREADABLE] else int(errors)


def _opened(
    sources: Sequence[str], as_saved: bool, system: str | None
) -> Iterator[tuple[str, Army | None, Sequence[Finding]]]:
    shown = len(sources) >= MANY
    for at, source in enumerate(sources, 1):
        if shown:
            progress(f"{at} of {len(sources)}")
        army: Army | None = None
        findings: Sequence[Finding] = ()
        try:
            army = open_army(source, as_saved=as_saved, system=system)
        except InputError as error:
            findings = error.findings
        yield source, army, findings


def _line(source: str, army: Army) -> None:
    costs = ", ".join(f"{number(cost.value)} {cost.name.strip()}" for cost in costs_to_show(army.view))
    echo(f"{source}: {VERDICTS[army.valid]}, {costs}")
    show_findings(finding for finding in together(army.findings) if finding.severity is Severity.ERROR)


def _summary(verdicts: collections.Counter[str]) -> str:
    return ", ".join(
        f"{verdicts[verdict]} {verdict}" for verdict in (*VERDICTS.values(), UNREADABLE) if verdicts[verdict]
    )


JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
ARMY = click.argument("army", metavar="ARMY")


@click.command()
@click.argument("armies", metavar="ARMY...", nargs=-1, required=True)
@AS_SAVED
@SYSTEM
@JSON
def check(armies: tuple[str, ...], as_saved: bool, system: str | None, as_json: bool) -> int:
    """Check each ARMY: points, slots, sizes, options, and what its rule system says.

    Ends with 0 when there are no errors, 1 when there are, 2 when an ARMY cannot be read.
    """
    if len(armies) > 1:
        return check_all(armies, as_json, as_saved=as_saved, system=system)
    (army,) = armies
    try:
        opened = open_army(army, as_saved=as_saved, system=system)
    except InputError as error:
        if as_json:
            show_json(unusable_report(army, error.findings))
        raise
    if as_json:
        show_json(check_report(opened))
        return int(opened.has_errors)
    head(opened)
    show_findings(together(opened.findings))
    echo({True: "Valid.", False: "Not valid.", None: "Not checked: no data."}[opened.valid])
    return int(opened.has_errors)


@click.command()
@ARMY
@click.option("--data", "data_set", metavar="SET", help="Evaluate a saved roster against this data set of the library.")
@click.option("--compare", "compared", is_flag=True, help="List where this differs from what the file says.")
@AS_SAVED
@SYSTEM
@JSON
def summary(army: str, data_set: str | None, compared: bool, as_saved: bool, system: str | None, as_json: bool) -> int:
    """Show the units of ARMY with their models, and the tokens or counters to bring.

    With --data or --compare it shows what a saved roster comes to by its data, for any game. With --compare it ends
    with 1 where that differs from what the file says.
    """
    if data_set or compared:
        if as_saved:
            raise click.UsageError("--as-saved takes the file as it is: leave out --data and --compare")
        if system:
            raise click.UsageError("--data and --compare show costs, which depend on no game: leave out --system")
        return _evaluated(army, data_set, compared, as_json)
    opened = open_army(army, as_saved=as_saved, system=system)
    if as_json:
        show_json(summary_report(opened))
        return 0
    head(opened)
    if opened.notes:
        echo(f"{opened.notes}\n")
    words = opened.system.list_words()
    rows = [("", words.unit.capitalize(), "Id", words.members, words.title, "Points")]
    for unit in opened.reading.units:
        value = unit.value or ("–" if unit.hp is None else str(unit.hp))
        rows.append((unit.slot, unit.name, unit.id, str(unit.on_foot or "–"), value, number(unit.points)))
        if apart := vehicles_beside(unit.on_foot, unit.hulls):
            rows.append(("", f"  {apart}", "", "", "", ""))
        rows.extend(
            ("", f"  {group.name}", "", str(group.models), _each(group, bool(unit.value)), "")
            for group in unit.groups
            if len(unit.groups) > 1
        )
    table(rows, right=frozenset({3, 4, 5}))
    echo()
    _as_a_whole(opened)
    for counter in opened.reading.counters:
        _counter(counter)
    return 0


@click.command()
@ARMY
@AS_SAVED
@SYSTEM
@JSON
def notes(army: str, as_saved: bool, system: str | None, as_json: bool) -> int:
    """Show what the player of ARMY must remember, by phase: rules, gear, tokens to hand over, reserves, own notes."""
    from builder.services.army.notes import notes_text, table_notes

    opened = open_army(army, as_saved=as_saved, system=system)
    if as_json:
        show_json(notes_report(opened, table_notes(opened)))
        return 0
    head(opened)
    for line in notes_text(opened).splitlines():
        echo("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="    ")))
    return 0


def _evaluated(army: str, data_set: str | None, compared: bool, as_json: bool) -> int:
    """Show what a saved roster comes to by its data, and where its file says something else."""
    from builder.roster.comparison import compare, in_words, names_of
    from builder.services.army.opening import evaluate_saved

    contents, name = read_army_source(locate_army(army).path)
    evaluation = evaluate_saved(contents, name, data_set)
    differences = compare(evaluation.saved, evaluation.evaluated) if compared else ()
    if as_json:
        show_json(evaluation_report(evaluation, compared=compared))
        return int(bool(differences))
    view = evaluation.evaluated
    told = f" · {evaluation.data.name} ({evaluation.data.source}) · {cost_words(view)}\n"
    echo(styled(view.name, bold=True), told)
    if not compared:
        units = (
            (unit.name, unit.id, str(unit.number), number(points_of(unit, points_type(view)))) for unit in view.units()
        )
        table([("Unit", "Id", "Number", "Points"), *units], right=frozenset({2, 3}))
        return 0
    names = names_of(evaluation.saved, view)
    for each in differences:
        echo(f"{each.name} ({each.id}): {in_words(each, names)}")
    echo(f"{counted(len(differences), 'difference')}.")
    return int(bool(differences))


def _each(group: GroupSummary, has_value: bool) -> str:
    if group.hp_each is None:
        return "" if has_value else "–"
    return f"{group.models} × {group.hp_each}"


def head(army: Army) -> None:
    """Write what an army is called, what it plays and what it comes to."""
    source = f" · {army.data.name}" if army.data else ""
    edition = f" ({army.data.source})" if army.data and army.data.source not in ("", army.game) else ""
    echo(styled(army.name, bold=True), f" · {army.game}{source}{edition}")
    echo(" · ".join((cost_words(army.view), *army.system.list_words().counted(*sizes(army.reading.units)))))
    for slot in army.slots:
        if slot.spent and slot.allowance is not None:
            echo(f"{slot.name}: {number(slot.spent)} of at most {number(slot.allowance)} points")
    echo()


def _as_a_whole(army: Army) -> None:
    """Write the numbers that a system gives an army, such as a strategy rating, and the groups that are planned."""
    extra = [f"{name.capitalize()}: {value}" for name, value in army.reading.extra.items() if isinstance(value, int)]
    for line in extra:
        echo(line)
    groups = army.view.groups if army.system.plans_groups else ()
    for group in groups:
        found = [unit for id in group.units for unit in army.reading.units if id in (unit.id, unit_of_part(unit.id))]
        members = ", ".join(unit.name for unit in found)
        echo(styled(group.name or group.id, bold=True), f": {members}")
    if extra or groups:
        echo()


def _counter(counter: Counter) -> None:
    start = f", {counter.total_at_start} when the game starts" if counter.total_at_start != counter.total else ""
    echo(styled(f"{counter.name}: {counter.total}{start}", bold=True), f" ({counter.remark})")
    for part in counter.parts:
        later = " (when the game starts)" if part.when == "start" else ""
        echo(f"  {part.count:>3}  {part.name}: {part.source}{later}")
