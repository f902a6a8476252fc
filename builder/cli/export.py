"""`muster export`."""

from __future__ import annotations

import click
from msgspec.structs import replace

from builder.cli.options import form_of, given_of, is_default, options_of
from builder.cli.output import AS_SAVED, SYSTEM, echo, report_finding
from builder.errors import Severity
from builder.inputs import STANDARD
from builder.scalars import counted
from builder.services.army.locator import open_army
from builder.services.export.files import FORMS, export_army, export_blanks, strict_failure, write_output
from builder.sheets.options import MATCHUP, SheetOptions, usual_sheets
from builder.systems.arguments import read
from builder.systems.specs import spec_of

SPEC = spec_of(SheetOptions)


@click.command()
@click.argument("army", metavar="[ARMY]", required=False)
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; - for standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS, case_sensitive=False),
    help="What to write; without it, what FILE's name says, else PDF. pdf, text and json are sheets; "
    "battlescribe-text and chat are lists to paste; ros and rosz are for BattleScribe and New Recruit.",
)
@options_of(SPEC)
@click.option("--against", metavar="ARMY", help="Whom the sheet “matchup” is against; without it, common profiles.")
@click.option("--blank", metavar="SYSTEM", help="Instead of an army: blank cards of a game, to fill in by hand.")
@click.option("--force", is_flag=True, help="Replace FILE even if it is an army file or of another kind.")
@AS_SAVED
@SYSTEM
@click.option("--strict", is_flag=True, help="End with 1 when the army has errors.")
def export(
    army: str | None,
    output: str,
    form: str | None,
    against: str | None,
    blank: str | None,
    force: bool,
    as_saved: bool,
    system: str | None,
    strict: bool,
    **chosen: object,
) -> int:
    """Print the sheets of ARMY: roster, units, vehicles, tokens, angle template, turn, reference tables and rules.

    An army with errors prints too, with the errors on its roster page. Its list can also be written for other programs.
    An existing FILE of the same kind is replaced; an army file, or a file of another kind, only with --force.
    """
    options = read(SPEC, given_of(SPEC.fields, chosen))
    wanted = form_of(output, FORMS, "pdf", form)
    if blank and not army:
        if wanted != "pdf":
            raise click.UsageError("blank cards are written as PDF only")
        write_output(output, export_blanks(blank, options).data, force=force)
        return 0
    if blank or not army:
        raise click.UsageError("name an army, or a game with --blank, and not both")
    if against and MATCHUP not in options.sheets:
        raise click.UsageError(f"--against says whom the sheet {MATCHUP} is against: add it to --sheets")
    opened = open_army(army, as_saved=as_saved, system=system)
    if wanted == "pdf" and is_default("sheets"):
        options = replace(options, sheets=usual_sheets(opened.reading.cards()))
    made = export_army(opened, wanted, options, open_army(against, system=system) if against else None)
    write_output(output, made.data, source=opened.file, force=force)
    for finding in made.findings:
        report_finding(finding)
    if output != STANDARD:
        errors = sum(finding.severity is Severity.ERROR for finding in opened.findings)
        said = f" (the army has {counted(errors, 'error')})" if errors else ""
        echo(f"{output} is written{said}", err=True)
    return int(strict and strict_failure(opened, made))
