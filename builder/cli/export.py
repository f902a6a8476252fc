"""`muster export`."""

from __future__ import annotations

from pathlib import PurePath

import click

from builder.cli.output import tell
from builder.errors import Severity
from builder.services.army import open_army
from builder.services.files import STANDARD, write_target

FORMS = {".pdf": "pdf", ".txt": "text", ".text": "text", ".json": "json"}
SHEETS = ("roster", "units", "vehicles")


def _sheets(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
    unknown = [sheet for sheet in chosen if sheet not in SHEETS]
    if unknown or not chosen:
        raise click.BadParameter(f"choose among {', '.join(SHEETS)}, separated by commas")
    return chosen


@click.command()
@click.argument("army", metavar="ARMY")
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; - for standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(sorted(set(FORMS.values()))),
    help="What to write; without it, what FILE's name says, else PDF.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--sheets", callback=_sheets, default=",".join(SHEETS), show_default=True, help="Which sheets, separated by commas."
)
@click.option("--strict", is_flag=True, help="End with 1 when the army has errors.")
def export(army: str, output: str, form: str | None, paper: str, sheets: tuple[str, ...], strict: bool) -> int:
    """Print the sheets of ARMY: roster, unit and vehicle sheets.

    An army with errors prints too, with the errors on its roster page.
    """
    from builder.services.export import export_army, strict_failure
    from builder.sheets.options import SheetOptions

    opened = open_army(army)
    chosen = form or FORMS.get(PurePath(output).suffix.lower(), "pdf")
    made = export_army(opened, chosen, SheetOptions(paper=paper, sheets=sheets))
    write_target(output, made.data)
    for finding in made.findings:
        tell(finding)
    if output != STANDARD:
        errors = sum(finding.severity is Severity.ERROR for finding in opened.findings)
        said = f" (the army has {errors} error{'s' if errors != 1 else ''})" if errors else ""
        click.echo(f"{output} is written{said}", err=True)
    return int(strict and strict_failure(opened, made))
