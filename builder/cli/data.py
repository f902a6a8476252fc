"""`muster data`: add, list, search, show, update, remove, check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from builder.cli.groups import SuggestingGroup
from builder.cli.output import echo, report_finding, show_findings, show_json, styled, table
from builder.errors import Finding, InputError, Severity
from builder.scalars import counted, number
from builder.services.army.reports import exact, findings_report
from builder.services.data import catalogue_check, catalogue_store, catalogues, lookup, sources
from builder.services.data.datasets import DataFileHead

if TYPE_CHECKING:
    from builder.services.data.contents import ContentEntry
    from builder.services.library.data_updates import ArmyStanding, DataUpdate

JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")

MOST_LISTED = 6
"""Files of a set that are listed one by one; what more of them say alike is told once."""


@click.group(cls=SuggestingGroup)
def data() -> None:
    """Add, list, search, update, remove and check the community's data: game systems and catalogues."""


@data.command(short_help="Add a folder, a zip, a file, an index, or an address of one.")
@click.argument("source", metavar="PATH|ZIP|INDEX|ADDRESS")
@click.option("--name", help="What to call the data set; without it, the name of its game system.")
@JSON
def add(source: str, name: str | None, as_json: bool) -> int:
    """Add a folder or zip of catalogues with their game system, or one file to the set of its game system.

    It can also be an index of the community (.catpkg.json, .bsi, GALLERY#NAME), whose files are fetched and checked, or
    the https address of any of these. A data set that is there already is brought to the new state.
    """
    from builder.services.library import data_updates

    added = data_updates.add(source, name)
    if as_json:
        first, *others = (_added(done) for done in added)
        show_json({"format": "muster-data-add", "version": 1, **first, "others": others})
        return 0
    for done in added:
        _show_added(done, data_updates.became(done))
    return 0


@data.command(short_help="List the data sets of a gallery; none is fetched.")
@click.argument("source", metavar="[FILE|ADDRESS]", default=sources.GALLERY)
@JSON
def gallery(source: str, as_json: bool) -> int:
    """List the data sets that a gallery knows, with where their authors keep them; that of the community by default."""
    found = sources.packages(source)
    if as_json:
        packages = [
            {"id": each.id, "name": each.name, "version": each.version, "source": each.source, "index": each.index,
             "archived": each.archived, "licence": None} for each in found
        ]  # fmt: skip
        show_json({"format": "muster-data-gallery", "version": 1, "packages": packages})
        return 0
    rows = [("Id", "Name", "Version", "From")]
    rows += [
        (each.id, each.name, each.version or "–", f"{each.source}{' (archived)' if each.archived else ''}")
        for each in found
    ]
    table(rows)
    echo("The licence of a data set is for its authors to say: galleries do not list it. To fetch one:")
    echo(f'muster data add "{source}#ID"')
    return 0


def _added(done: catalogue_store.AddedDataSet) -> dict[str, object]:
    return {
        "id": done.data.id,
        "folder": str(done.data.path),
        "updated": done.updated,
        "new": list(done.new),
        "revised": [{"name": each.name, "before": each.before, "now": each.now} for each in done.revised],
        "gone": list(done.gone),
        "unchanged": done.same,
        "findings": findings_report(done.data.findings),
    }


def _show_added(done: catalogue_store.AddedDataSet, verb: str) -> None:
    echo(styled(done.data.id, bold=True), f" {verb}: {done.data.path}")
    _show_files(done.new, done.revised, done.gone)
    if done.same:
        echo(f"  {counted(done.same, 'file')} as before")
    if done.updated and done.changed:
        echo(f'To go back to the state before: muster data update "{done.data.id}" --back')
    for finding in done.data.findings:
        report_finding(finding)
    echo(f'What is wrong with it: muster data check "{done.data.id}"')


def _show_files(new: Iterable[str], revised: Iterable[catalogue_store.Revised], gone: Iterable[str]) -> None:
    for file in new:
        echo(f"  new      {file}")
    for each in revised:
        echo(f"  changed  {each.name}, {each.words}")
    for file in gone:
        echo(f"  gone     {file}")


@data.command("list")
@JSON
def list_(as_json: bool) -> int:
    """List the data sets in the library with their catalogues, and the earlier states of them that are kept."""
    from builder.services.library.data_updates import former_in_use

    found, refused = catalogues.listed(), lookup.set_findings()
    for finding in refused:
        report_finding(finding)
    status = 2 if refused else 0
    if as_json:
        show_json({"format": "muster-data", "version": 1, "sets": [_set(each) for each in found]})
        return status
    if not found:
        if not refused:
            echo("No community data is installed yet: muster data add PATH|ZIP (docs/data.md).")
        return status
    rows = [("Id", "Revision", "From")]
    for each in found:
        if each.data is None:
            rows.append((each.id, "–", f'cannot be used: muster data check "{each.id}"'))
            continue
        rows.append((each.id, str(each.data.system.revision), f"{each.origin}: {each.path}"))
        for head in each.data.catalogues:
            note = "library for the others" if head.library else ""
            rows.append((f"{each.id}/{head.name}", str(head.revision), note))
        for former in former_in_use(each.data):
            used = f"used by {', '.join(former.armies)}" if former.armies else "used by none of your armies"
            files = ", ".join(f"{name} {revision}" for name, revision in former.revisions)
            rows.append((f"  before an update of {each.id}", str(former.revision), f"{files or 'files gone'}: {used}"))
    table(rows, right=frozenset({1}))
    for finding in (finding for each in found for finding in each.findings):
        report_finding(finding)
    return status


def _set(each: catalogues.ListedSet) -> dict[str, object]:
    from builder.services.library.data_updates import former_in_use

    found = each.data
    return {
        "id": each.id,
        "origin": each.origin,
        "folder": str(each.path),
        "valid": found is not None,
        "game_system": _head(found.system) if found else None,
        "catalogues": [{"id": f"{each.id}/{head.name}", **_head(head)} for head in found.catalogues] if found else [],
        "former": [{"folder": str(former.path), "revision": former.revision, "armies": list(former.armies),
             "files": [{"name": name, "revision": revision} for name, revision in former.revisions]}
                   for former in (former_in_use(found) if found else ())],
        "findings": findings_report(each.findings),
    }  # fmt: skip


def _head(head: DataFileHead) -> dict[str, object]:
    return {"name": head.name, "revision": head.revision, "file": head.file, "library": head.library}


@data.command(short_help="Show what a new state of a data set changes; --yes brings it in.")
@click.argument("identity", metavar="DATASET")
@click.option("--from", "source", metavar="SOURCE", help="Where the new state is; without it, where the set came from.")
@click.option("--yes", is_flag=True, help="Bring the new state in.")
@click.option("--back", is_flag=True, help="Go back to the state before the last update; again, to the newer one.")
@JSON
def update(identity: str, source: str | None, yes: bool, back: bool, as_json: bool) -> int:
    """Show what a new state of a data set changes, and for which armies. With --yes it replaces the old one.

    The old state is kept until the next update, and longer while an army of the library was last saved with it; --back
    brings it back.
    """
    if back:
        former = catalogue_store.bring_back(lookup.find_set(identity))
        if as_json:
            show_json({"format": "muster-data-update", "version": 1, "done": True, **_added(former)})
        else:
            _show_added(former, "is exchanged with its former state")
        return 0
    from builder.services.library.data_updates import bring_in, plan_update

    plan = plan_update(identity, source)
    done = bring_in(plan) if yes and not plan.nothing else None
    if as_json:
        show_json({"format": "muster-data-update", "version": 1, "done": done is not None, **_planned(plan)})
        return 0
    if plan.nothing:
        echo(styled(plan.data.id, bold=True), f" is as {plan.source} has it.")
        return 0
    echo(styled(plan.data.id, bold=True), f", from {plan.source}:{f' {plan.age}' if plan.age else ''}")
    _show_files(plan.new, plan.revised, plan.gone)
    for army in plan.armies:
        echo(f"  army     {army.id}: {army.before.summary} → {army.now.summary}")
    used = "1 army of yours uses it" if plan.users == 1 else f"{plan.users} armies of yours use it"
    echo(f"{used}; it changes {len(plan.armies) or 'none'} of them.")
    again, origin = f'muster data update "{plan.data.id}"', f' --from "{source}"' if source else ""
    restored = f"It is brought in; what was before comes back with: {again} --back"
    echo(restored if done else f"Bring it in: {again}{origin} --yes")
    return 0


def _planned(plan: DataUpdate) -> dict[str, object]:
    return {
        "id": plan.data.id,
        "source": plan.source,
        "new": list(plan.new),
        "revised": [{"name": each.name, "before": each.before, "now": each.now} for each in plan.revised],
        "gone": list(plan.gone),
        "users": plan.users,
        "armies": [{"id": each.id, "before": _standing_report(each.before), "now": _standing_report(each.now)}
                   for each in plan.armies],
    }  # fmt: skip


def _standing_report(standing: ArmyStanding) -> dict[str, object]:
    value = None if standing.points is None else exact(standing.points)
    return {"points": value, "errors": standing.errors, "problem": standing.problem or None}


@data.command()
@click.argument("identity", metavar="DATASET")
@JSON
def remove(identity: str, as_json: bool) -> int:
    """Take a data set out of the library."""
    from builder.services.library.data_updates import users_of

    listed = catalogues.find_listed(identity)
    armies = users_of(listed.data) if listed.data else ()
    gone = catalogue_store.remove(identity)
    if as_json:
        report = {"id": gone.id, "folder": str(gone.path), "armies": list(armies)}
        show_json({"format": "muster-data-remove", "version": 1, **report})
        return 0
    held = f", with {counted(len(gone.data.catalogues), 'catalogue')}" if gone.data else ""
    echo(f"{gone.id} is removed{held}.")
    if armies:
        echo(f"These armies of yours were built from it; to open them, add it again: {', '.join(armies)}")
    return 0


@data.command(short_help="Check what leads nowhere and what cannot be read.")
@click.argument("identities", nargs=-1, metavar="[DATASET[/CATALOGUE]]...")
@JSON
def check(identities: tuple[str, ...], as_json: bool) -> int:
    """Check catalogues, whole data sets, or all: what leads nowhere and what cannot be read, counted, with examples."""
    wanted = identities or tuple(each.id for each in catalogues.listed())
    checked: list[catalogue_check.Checked] = []
    unusable: list[Finding] = [] if identities else [*lookup.set_findings()]
    for identity in wanted:
        try:
            checked += catalogue_check.check(identity)
        except InputError as error:
            unusable += error.findings
    problems = [problem for result in checked for problem in result.problems]
    damaged = any(finding.severity is Severity.ERROR for problem in problems for finding in problem.examples)
    if as_json:
        show_json({"format": "muster-data-check", "version": 1, "files": [_checked(result) for result in checked]})
    else:
        _show_checked(checked)
        if not wanted and not unusable:
            echo("No community data is installed yet: muster data add PATH|ZIP (docs/data.md).")
    for finding in unusable:
        report_finding(finding)
    return 2 if unusable else int(damaged)


def _show_checked(checked: Iterable[catalogue_check.Checked]) -> None:
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
        f"; {number(sum(result.entries for result in files))} entries and links, {number(profiles)} profiles{readers}",
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


def _checked(result: catalogue_check.Checked) -> dict[str, object]:
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


@data.command(short_help="Find units, profiles and rules in a whole data set, or in all.")
@click.argument("identity", metavar="[DATASET]")
@click.argument("text", metavar="[TEXT]", default="")
@click.option("--all", "every", is_flag=True, help="Search all data sets and datasheets; give TEXT alone.")
@JSON
def search(identity: str, text: str, every: bool, as_json: bool) -> int:
    """Find units, profiles and rules by TEXT in their name, in all catalogues of a data set; without TEXT, list them.

    DATASET can also be datasheets, such as diceless/orks.
    """
    from builder.services.data.contents import EVERYTHING, contents

    if every:
        identity, text = EVERYTHING, " ".join((identity, text)).strip()
    held = contents(identity)
    found = held.search(text)
    if as_json:
        show_json({"format": "muster-data-search", "version": 1, "id": held.id, "readers": list(held.readers),
                   "found": [_found(entry) for entry in found]})  # fmt: skip
        return 0
    rows: list[tuple[str, ...] | str] = [("Points", "Catalogue", "")]
    for heading, group in groupby(found, lambda entry: entry.heading):
        rows.append(heading)
        rows += [("" if entry.points is None else number(entry.points), entry.place, entry.name) for entry in group]
    table(rows, right=frozenset({0}))
    if not found:
        echo(f"Nothing in {'any data set' if every else held.id} is called so.")
    return 0


def _found(entry: ContentEntry) -> dict[str, object]:
    return {
        "heading": entry.heading,
        "name": entry.name,
        "catalogue": entry.catalogue,
        "data": entry.data or None,
        "entry": entry.path or None,
        "points": None if entry.points is None else exact(entry.points),
        "cells": [{"name": name, "value": value} for name, value in entry.cells],
        "text": entry.text,
    }


@data.command(short_help="Show the units of a catalogue, or one of them.")
@click.argument("identity", metavar="DATASET/CATALOGUE")
@click.argument("unit", metavar="[UNIT]", required=False)
@click.option("--force", help="The force it is for; without it, the one that armies begin with.")
@JSON
def show(identity: str, unit: str | None, force: str | None, as_json: bool) -> int:
    """Show the units of a catalogue with what they cost, or one UNIT with what it can take."""
    from builder.cli.show import show_catalogue, show_catalogue_unit

    if unit is not None:
        return show_catalogue_unit(identity, unit, force, as_json)
    return show_catalogue(identity, force, as_json)
