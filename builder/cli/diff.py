"""`muster diff`: two armies side by side, or one and what it was some changes ago."""

from __future__ import annotations

import click

from builder.cli.army import head
from builder.cli.output import AS_SAVED, echo, show_findings, show_json, styled, table
from builder.services.army.locator import open_army
from builder.services.army.reports import diff_report
from builder.services.army.version_words import change_rows, figure_rows
from builder.services.army.versions import ArmyComparison, compare_armies, open_former


@click.command()
@click.argument("army", metavar="ARMY")
@click.argument("other", metavar="[OTHER]", required=False)
@click.option(
    "--undo", "changes", type=click.IntRange(1), metavar="N", help="Compare with ARMY as it was N changes ago."
)
@AS_SAVED
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def diff(army: str, other: str | None, changes: int | None, as_saved: bool, as_json: bool) -> int:
    """Show how OTHER differs from ARMY: figures, units, options, marks, findings.

    With --undo it shows what the last N changes to ARMY did, here or on the screen.
    """
    if (other is None) == (changes is None):
        raise click.UsageError("say which army to compare with, or --undo and how many changes to look back")
    after = open_army(other or army, as_saved=as_saved)
    before = open_army(army, as_saved=as_saved) if changes is None else open_former(army, changes)
    compared = compare_armies(before, after)
    if as_json:
        show_json(diff_report(compared))
    else:
        _show(compared)
    return 0


def _show(compared: ArmyComparison) -> None:
    echo(styled(f"{compared.before.name} ({compared.before.file})", dim=True))
    head(compared.after)
    rows = [(each.name, each.before, each.after, each.change) for each in figure_rows(compared)]
    table([("", "Before", "After", "Change"), *rows], right=frozenset({1, 2, 3}))
    changed = compared.changed
    if changed:
        echo()
    told = [("    " * row.detail + row.words, row.price) for row in change_rows(compared, every=False)]
    if told:
        table(told, right=frozenset({1}))
    echo(f"\n{len(changed)} changed, {compared.alike} as they were.")
    for title, findings in compared.findings("New findings", "Findings that are gone"):
        if findings:
            echo(f"\n{title}:")
            show_findings(findings)
