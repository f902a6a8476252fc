"""`muster new`."""

from __future__ import annotations

from decimal import Decimal

import click

from builder.cli.output import echo
from builder.services.files import write_target


def limit_of_points(word: str) -> Decimal:
    """Read a limit of points, bounded as army files bound it."""
    from builder.scalars import read_budget

    try:
        return read_budget(word)
    except ValueError as error:
        raise click.BadParameter(f"{word}: {error}.") from None


@click.command()
@click.argument("data", metavar="DATA")
@click.option("-o", "--output", default="-", metavar="FILE", help="The army file to write; - for standard output.")
@click.option("--name", help="The army's name.")
@click.option(
    "--limit", type=limit_of_points, metavar="POINTS", help="Its limit of points; 500 for our own datasheets."
)
@click.option("--system", help="The rule system, where several can read the data.")
@click.option("--force-entry", metavar="FORCE", help="The force it begins with, where there are several.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def new(
    data: str,
    output: str,
    name: str | None,
    limit: Decimal | None,
    system: str | None,
    force_entry: str | None,
    force: bool,
) -> int:
    """Begin an army file from DATA, such as diceless/space-marines, with all its units as comments."""
    from builder.services.editor.new_army import begin

    text = begin(data, name, limit, system=system, force=force_entry)
    write_target(output, text.encode(), replace=force)
    if output != "-":
        echo(f"{output} is begun: add units with: muster edit {output} add NAME, then type: muster check {output}")
    return 0
