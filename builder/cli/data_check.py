"""How `muster data check` tells what it has found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from builder.cli.output import echo, show_findings, styled
from builder.scalars import counted
from builder.services.army.reports import findings_report
from builder.services.data import catalogue_check

MOST_LISTED = 6
"""Files of a set that are listed one by one; what more of them say alike is told once."""


def show_checked(checked: Iterable[catalogue_check.Checked]) -> None:
    """Write what was found: a set of many files as a whole."""
    for name, results in groupby(checked, key=lambda result: result.id.partition("/")[0]):
        files = [*results]
        if len(files) > MOST_LISTED:
            _show_set(name, files)
        for result in files if len(files) <= MOST_LISTED else ():
            _show_file(result)


def _show_file(result: catalogue_check.Checked) -> None:
    readers = f", {result.read} of them read by {', '.join(result.systems)}" if result.systems else ""
    total = sum(problem.count for problem in result.problems)
    echo(
        styled(result.id, bold=True),
        f" (revision {result.revision}): ",
        styled(counted(total, "finding"), fg="yellow") if total else styled("fine", fg="green"),
        f"; {result.entries} entries and links, {counted(result.profiles, 'profile')}{readers}",
    )
    for problem in result.problems:
        echo(f"  {problem.count:>5} × {problem.code}")
        show_findings(problem.examples)


def _show_set(name: str, files: Sequence[catalogue_check.Checked]) -> None:
    wrong = [result for result in files if result.problems]
    total = sum(problem.count for result in wrong for problem in result.problems)
    profiles, read = (sum(counts) for counts in zip(*((each.profiles, each.read) for each in files), strict=True))
    systems = dict.fromkeys(system for result in files for system in result.systems)
    readers = f", {'all' if read == profiles else read} of them read by {', '.join(systems)}" if systems else ""
    found = (
        f"{counted(total, 'finding')} in {len(wrong)} of {len(files)} files" if total else f"{len(files)} files, fine"
    )
    echo(
        styled(name, bold=True),
        ": ",
        styled(found, fg="yellow" if total else "green"),
        f"; {sum(result.entries for result in files):,} entries and links, {profiles:,} profiles{readers}",
    )
    problems = [(result, problem) for result in wrong for problem in result.problems]
    for code in dict.fromkeys(problem.code for _, problem in problems):
        its = [each for each in problems if each[1].code == code]
        count = sum(problem.count for _, problem in its)
        echo(f"  {count:>5} × {code} in {counted(len(its), 'file')}")
        show_findings(catalogue_check.unlike(code, its))
    if wrong:
        worst = max(wrong, key=lambda result: sum(problem.count for problem in result.problems))
        echo(f'One file alone: muster data check "{worst.id}"; each of them: --json')


def checked_report(result: catalogue_check.Checked) -> dict[str, object]:
    """Return what was found in a file, as it stands in JSON."""
    return {
        "id": result.id,
        "name": result.name,
        "revision": result.revision,
        "file": result.file,
        "entries": result.entries,
        "profiles": result.profiles,
        "profiles_read": result.read,
        "systems": list(result.systems),
        "problems": [
            {"code": problem.code, "count": problem.count, "examples": findings_report(problem.examples)}
            for problem in result.problems
        ],
    }
