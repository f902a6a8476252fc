"""`muster armies`: the library of armies; `muster new`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import click

from builder.cli.groups import SuggestingGroup
from builder.cli.output import SYSTEM, echo, report_finding, show_findings, show_json, styled, table
from builder.errors import Finding, InputError, Severity
from builder.scalars import number, relative_time
from builder.services.army import locator
from builder.services.army.reports import Json, exact, findings_report
from builder.services.army.summary import ArmySummary
from builder.services.files import write_target
from builder.services.library import armies as armylibrary
from builder.services.library.armies import Starter, starter_armies
from builder.services.settings import read_settings


def limit_of_points(word: str) -> Decimal:
    """Read a limit of points, bounded as army files bound it."""
    from builder.scalars import read_budget

    try:
        return read_budget(word)
    except ValueError as error:
        raise click.BadParameter(f"{word}: {error}.") from None


MODULES = click.option(
    "--module", "modules", metavar="MODULE", multiple=True, help="A module that it is played with, such as assault."
)


@click.command("new")
@click.argument("data", metavar="DATA")
@click.option("-o", "--output", default="-", metavar="FILE", help="The army file to write; - for standard output.")
@click.option("--name", help="The army's name.")
@click.option(
    "--limit", type=limit_of_points, metavar="POINTS", help="Its points limit; 500 for our own datasheets if left out."
)
@click.option("--system", help="The rule system, where several can read the data.")
@click.option("--force-entry", metavar="FORCE", help="The force it begins with, where there are several.")
@MODULES
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def new_file(
    data: str,
    output: str,
    name: str | None,
    limit: Decimal | None,
    system: str | None,
    force_entry: str | None,
    modules: tuple[str, ...],
    force: bool,
) -> int:
    """Begin an army file from DATA, such as diceless/space-marines, with all its units as comments."""
    from builder.services.editor.new_army import begin, systems_for

    text = begin(data, name, limit, system=system, force=force_entry, modules=modules)
    write_target(output, text.encode(), replace=force)
    if output != "-":
        echo(f"{output} is begun: add units with: muster edit {output} add NAME, then type: muster check {output}")
        found = systems_for(data) if system is None else ()
        usual = next((each.name for each in found if each.usual), "")
        others = "; ".join(f"--system {each.system.id} for {each.name}" for each in found if not each.usual)
        if others and any(each.system.last_resort for each in found):
            echo(f"It is for {usual}, as no other game was named: {others}")
    return 0


JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
NAME = click.argument("army", metavar="ARMY")
NAMES = click.argument("armies", metavar="ARMY...", nargs=-1, required=True)


@click.group(cls=SuggestingGroup, invoke_without_command=True)
@JSON
@click.pass_context
def armies(ctx: click.Context, as_json: bool) -> int:
    """Your library of armies; wherever a command takes an ARMY, the name of one of these or of a starter army will do.

    Without a command: list them.
    """
    for finding in read_settings().findings:
        report_finding(finding)
    return 0 if ctx.invoked_subcommand else _list((), False, as_json)


@armies.command("list")
@click.argument("text", metavar="[TEXT]...", nargs=-1)
@click.option("--trash", is_flag=True, help="List what was deleted instead.")
@JSON
def list_(text: tuple[str, ...], trash: bool, as_json: bool) -> int:
    """List your armies and the starter armies; only those with TEXT in their name, system, faction or units."""
    return _list(text, trash, as_json)


def _list(text: tuple[str, ...], trash: bool, as_json: bool) -> int:
    words = " ".join(text)
    folder = locator.library_folder() / armylibrary.TRASH if trash else None
    refused = locator.library_findings()
    for finding in refused:
        report_finding(finding)
    own = armylibrary.search(armylibrary.library_armies(folder), words)
    starters = () if trash else starter_armies()
    if words:
        starters = tuple(found for found in starters if armylibrary.matches(found.id, found.army, words))
    if as_json:
        entries = [*(_own_entry(army) for army in own), *(_starter_entry(starter) for starter in starters)]
        show_json({"format": "muster-armies", "version": 1, "folder": str(locator.library_folder()), "armies": entries})
        return 2 if refused else 0
    if own:
        show_own(own)
    elif trash or words:
        echo("The trash is empty." if trash and not words else f"None of your armies has “{words}”.")
    elif not refused:
        echo("You have no armies yet: muster armies new DATA, or copy or import one.")
    if starters:
        echo()
        show_starters(starters)
    return 2 if refused else 0


def _own_entry(army: armylibrary.LibraryArmy) -> Json:
    changed = datetime.fromtimestamp(army.changed, UTC).isoformat(timespec="seconds")
    return {
        **_entry(army.id, army.line, "library", str(army.path)),
        "changed": changed,
        "editable": army.editable,
        "mistakes": findings_report(army.mistakes),
    }


def _starter_entry(starter: Starter) -> Json:
    line = _entry(starter.id, starter.army, starter.origin, starter.path)
    return {**line, "changed": None, "editable": False, "mistakes": []}


def _entry(id: str, line: ArmySummary | None, origin: str, file: str) -> Json:
    return {
        "id": id,
        "name": line.name if line else None,
        "system": line.system if line else None,
        "faction": line.faction if line else None,
        "points": exact(line.points) if line and line.points is not None else None,
        "limit": exact(line.limit) if line and line.limit is not None else None,
        "units": len(line.units) if line else None,
        "valid": line.valid if line else None,
        "errors": line.count(Severity.ERROR) if line else None,
        "warnings": line.count(Severity.WARNING) if line else None,
        "origin": origin,
        "file": file,
    }


def show_own(found: Iterable[armylibrary.LibraryArmy]) -> None:
    """Write a table of armies of the library."""
    rows = [("Army", "Name", "System", "Faction", "Points", "Valid", "Changed")]
    for army in found:
        line, when = army.line, relative_time(army.changed)
        if line is None:
            rows.append((army.id, f'has mistakes: muster check "{army.id}"', "", "", "", "", when))
            continue
        valid = {True: "yes", False: "no", None: "unknown"}[line.valid]
        rows.append((army.id, line.name, line.system_name, line.faction, _points(line), valid, when))
    table(rows, right=frozenset({4}))


def show_starters(found: Sequence[Starter]) -> None:
    """Write a table of starter armies."""
    rows = [("Army", "Name", "System", "Points", "Units")]
    for starter in found:
        army = starter.army
        if army is None:
            rows.append((starter.id, f"has mistakes: muster check {starter.id}", "", "", ""))
            continue
        rows.append((starter.id, army.name, army.system_name, _points(army), str(len(army.units))))
    table(rows, right=frozenset({3, 4}))


def _points(line: ArmySummary) -> str:
    return " / ".join(number(value) for value in (line.points, line.limit) if value is not None)


@armies.command("new")
@click.argument("data", metavar="DATA")
@click.option("--name", help="The army's name.")
@click.option(
    "--limit", type=limit_of_points, metavar="POINTS", help="Its points limit; what is usual in its system if left out."
)
@click.option("--system", help="The rule system, where several can read the data.")
@click.option("--force-entry", metavar="FORCE", help="The force it begins with, where there are several.")
@MODULES
@JSON
def new(
    data: str,
    name: str | None,
    limit: Decimal | None,
    system: str | None,
    force_entry: str | None,
    modules: tuple[str, ...],
    as_json: bool,
) -> int:
    """Begin an army in your library from DATA, such as diceless/space-marines."""
    from builder.services.library import commands as armyacts

    def create(given: str) -> Path:
        return armyacts.create(given, name, limit, system=system, force=force_entry, modules=modules)

    return _do("new", [data], create, as_json)


@armies.command("copy")
@NAME
@click.option("--name", help="The name of the copy; without it, the army's own with a number.")
@JSON
def copy(army: str, name: str | None, as_json: bool) -> int:
    """Copy ARMY into your library, with new ids: one of yours, a starter army, or any army file."""
    from builder.services.library import commands as armyacts

    return _do("copy", [army], lambda given: armyacts.copy(given, name), as_json)


@armies.command("rename")
@NAME
@click.argument("name", metavar="NAME")
@JSON
def rename(army: str, name: str, as_json: bool) -> int:
    """Rename ARMY to NAME; its file keeps its name."""
    from builder.services.library import commands as armyacts

    return _do("rename", [army], lambda given: armyacts.rename(given, name), as_json)


@armies.command("delete")
@NAMES
@JSON
def delete(armies: tuple[str, ...], as_json: bool) -> int:
    """Put armies of your library into its trash, from which they can be restored."""
    from builder.services.library import commands as armyacts

    return _do("delete", armies, armyacts.delete, as_json)


@armies.command("restore")
@NAMES
@JSON
def restore(armies: tuple[str, ...], as_json: bool) -> int:
    """Take armies out of the trash (muster armies list --trash); nothing is overwritten."""
    from builder.services.library import commands as armyacts

    return _do("restore", armies, armyacts.restore, as_json)


@armies.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--name", help="The name of its file; without it, that of the file it comes from.")
@click.option("--data", "anew", metavar="DATA", help="Build rosters anew from DATA, such as diceless/orks.")
@SYSTEM
@MODULES
@JSON
def import_(
    files: tuple[str, ...],
    name: str | None,
    anew: str | None,
    system: str | None,
    modules: tuple[str, ...],
    as_json: bool,
) -> int:
    """Bring armies into your library: army files, and rosters of BattleScribe or New Recruit.

    A roster whose data is installed becomes an army that you can edit. Any other, or one with parts that the data
    lacks, is kept as it is, to print and play. With --data it is built anew instead: from units of the same names, with
    all else in its notes or flagged.
    """
    from builder.services.library import commands as armyacts

    told: dict[Path, tuple[Finding, ...]] = {}

    def bring(file: str) -> Path:
        done = armyacts.bring(file, name, anew=anew, system=system, modules=modules)
        told[done.path] = done.findings
        return done.path

    return _do("import", files, bring, as_json, told)


_SAID = {
    "new": "is begun",
    "copy": "is copied",
    "rename": "has its new name",
    "delete": "is in the trash",
    "restore": "is back",
    "import": "is in your library",
}


def _do(
    act: str,
    names: Sequence[str],
    do: Callable[[str], Path],
    as_json: bool,
    told: dict[Path, tuple[Finding, ...]] | None = None,
) -> int:
    """Do something with each army, tell what became of it, and only then what could not be done."""
    done: list[Path] = []
    mistakes: list[Finding] = []
    for name in names:
        try:
            done.append(do(name))
        except InputError as error:
            mistakes.extend(error.findings)
    entries = [_own_entry(army) for army in armylibrary.armies_at(done)]
    findings = [(told or {}).get(path, ()) for path in done]
    if as_json:
        listed = [{**entry, "findings": findings_report(found)} for entry, found in zip(entries, findings, strict=True)]
        if done:
            show_json({"format": f"muster-armies-{act}", "version": 1, "armies": listed})
    else:
        for entry, found in zip(entries, findings, strict=True):
            name = styled(str(entry["name"] or entry["id"]), bold=True)
            kept = "" if entry["editable"] else ", as it was saved" if act == "import" else ""
            echo(name, f" {_SAID[act]}{kept} [{entry['id']}]: {entry['file']}")
            show_findings(found)
            if kept:
                echo("  To edit it, build it anew from data that is here: muster armies import FILE --data DATA")
    for mistake in mistakes:
        report_finding(mistake)
    return 2 if mistakes else 0
