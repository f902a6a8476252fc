"""`muster armies`, `muster new`, and what `muster` says without a command."""

from __future__ import annotations

import click

from builder.cli.output import show_json, table
from builder.services import starters
from builder.services.files import write_target
from builder.services.reports import exact

JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")


@click.command()
@JSON
def armies(as_json: bool) -> int:
    """List the starter armies; every command takes one of their names as ARMY."""
    found = starters.starter_armies()
    if as_json:
        listed = [_entry(starter) for starter in found]
        show_json({"format": "muster-armies", "version": 1, "armies": listed})
        return 0
    _show(found)
    return 0


def _entry(starter: starters.Starter) -> dict[str, object]:
    army = starter.army
    return {
        "id": starter.id,
        "name": army.name if army else None,
        "system": army.system if army else None,
        "points": exact(army.costs[0].value) if army else None,
        "limit": next((exact(limit.value) for limit in army.limits), None) if army else None,
        "units": army.units if army else None,
        "origin": starter.origin,
        "file": starter.path,
    }


def _show(found: tuple[starters.Starter, ...]) -> None:
    rows = [("Army", "Name", "System", "Points", "Units")]
    for starter in found:
        army = starter.army
        if army is None:
            rows.append((starter.id, f"has mistakes: muster check {starter.id}", "", "", ""))
            continue
        points = " / ".join(str(exact(cost.value)) for cost in (*army.costs, *army.limits))
        rows.append((starter.id, army.name, army.system_name, points, str(army.units)))
    table(rows, right=frozenset({3, 4}))


NEXT = (
    ("muster check {army}", "is it legal?"),
    ("muster summary {army}", "units, hit points, tokens"),
    ("muster export {army} -o army.pdf", "print its sheets"),
    ("muster export roster.rosz -o army.pdf", "print a list saved with BattleScribe or New Recruit"),
    ("muster new diceless/orks -o army.yaml", "begin an army of your own"),
    ("muster show army.yaml standard", "the units that it can take"),
    ("muster edit army.yaml add Boyz", "add one; undo takes it back"),
    ("muster data add FOLDER|ZIP", "use the community's data"),
    ("muster --help", "everything else"),
)


def welcome() -> None:
    """What the program says when it is called without a command."""
    found = starters.starter_armies()
    click.echo(click.style("Muster", bold=True) + ": armies, sheets and games without dice.\n")
    _show(found)
    first = found[0].id if found else "ARMY"
    click.echo("\nWhat to type next:")
    table([("", line.format(army=first), told) for line, told in NEXT])


@click.command()
@click.argument("data", metavar="DATA")
@click.option("-o", "--output", default="-", metavar="FILE", help="The army file to write; - for standard output.")
@click.option("--name", help="The army's name.")
@click.option("--limit", type=click.IntRange(1, 100_000), help="Its limit of points; what is usual in its system.")
@click.option("--system", help="The rule system, where several can read the data.")
@click.option("--force-entry", metavar="FORCE", help="The force it begins with, where there are several.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def new(
    data: str,
    output: str,
    name: str | None,
    limit: int | None,
    system: str | None,
    force_entry: str | None,
    force: bool,
) -> int:
    """Begin an army file from DATA, such as diceless/space-marines, with all its units as comments."""
    from builder.services.newarmy import begin

    text = begin(data, name, limit, system=system, force=force_entry)
    write_target(output, text.encode(), replace=force)
    if output != "-":
        click.echo(
            f"{output} is begun: add units with: muster edit {output} add NAME, then type: muster check {output}"
        )
    return 0
