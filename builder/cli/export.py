"""`muster export`."""

from __future__ import annotations

from pathlib import PurePath

import click

from builder.cli.output import tell
from builder.errors import Severity
from builder.services.army import open_army
from builder.services.export import FORMS, export_army, export_blanks, strict_failure
from builder.services.files import STANDARD, write_target
from builder.sheets.options import ALL_SHEETS, EVERY_PAGE, SHEETS, SORTS, SheetOptions

ENDINGS = {".pdf": "pdf", ".txt": "text", ".text": "text", ".json": "json", ".ros": "ros", ".rosz": "rosz"}


def _sheets(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    named = [part.strip().lower() for part in value.split(",") if part.strip()]
    chosen = tuple(dict.fromkeys(sheet for name in named for sheet in (EVERY_PAGE if name == "all" else (name,))))
    unknown = [sheet for sheet in chosen if sheet not in ALL_SHEETS]
    if unknown or not chosen:
        raise click.BadParameter(f"choose among {', '.join(ALL_SHEETS)}, separated by commas, or all")
    return chosen


def _form(form: str | None, output: str) -> str:
    """What to write: as asked, else as the file's ending says, else PDF."""
    ending = PurePath(output).suffix.lower()
    if not form and ending and ending not in ENDINGS:
        raise click.UsageError(f"no file ends in {ending} here: end it in {', '.join(ENDINGS)}, or say --format")
    return form or ENDINGS.get(ending, "pdf")


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
@click.option(
    "--paper", type=click.Choice(["a4", "a5", "letter"], case_sensitive=False), default="a4", show_default=True
)
@click.option(
    "--sheets",
    callback=_sheets,
    default=",".join(SHEETS),
    show_default=True,
    help=f"Which sheets, in their order, separated by commas: {', '.join(EVERY_PAGE)}, or all of them; cards are "
    "63 × 88 mm, to cut out.",
)
@click.option("--sort", type=click.Choice(SORTS), default=SORTS[0], show_default=True, help="The order of units.")
@click.option("--larger-text", is_flag=True, help="Everything a third larger, on paper turned sideways.")
@click.option("--ink-saver", is_flag=True, help="Outlines instead of black, no tints, damage as crosses.")
@click.option("--grey", is_flag=True, help="No colour; only the angle template has any.")
@click.option("--one-a-page", is_flag=True, help="Each unit on a page of its own.")
@click.option("--merge", is_flag=True, help="Identical units on one card, with boxes for each of them.")
@click.option("--compact", is_flag=True, help="Unit and vehicle cards closer together: more of them on a page.")
@click.option("--blank", metavar="SYSTEM", help="Instead of an army: blank cards of a game, to fill in by hand.")
@click.option("--strict", is_flag=True, help="End with 1 when the army has errors.")
def export(
    army: str | None,
    output: str,
    form: str | None,
    paper: str,
    sheets: tuple[str, ...],
    sort: str,
    larger_text: bool,
    ink_saver: bool,
    grey: bool,
    one_a_page: bool,
    merge: bool,
    compact: bool,
    blank: str | None,
    strict: bool,
) -> int:
    """Print the sheets of ARMY: roster, units, vehicles, tokens, angle template, reference tables and rules.

    An army with errors prints too, with the errors on its roster page. Its list can be written for other programs too.
    """
    options = SheetOptions(
        paper=paper,
        sheets=sheets,
        sort=sort,
        larger_text=larger_text,
        ink_saver=ink_saver,
        grey=grey,
        one_a_page=one_a_page,
        merge=merge,
        compact=compact,
    )
    chosen = _form(form, output)
    if blank and not army:
        if chosen != "pdf":
            raise click.UsageError("blank cards are written as PDF only")
        write_target(output, export_blanks(blank, options).data)
        return 0
    if blank or not army:
        raise click.UsageError("name an army, or a game with --blank, and not both")
    opened = open_army(army)
    made = export_army(opened, chosen, options)
    write_target(output, made.data, source=opened.file)
    for finding in made.findings:
        tell(finding)
    if output != STANDARD:
        errors = sum(finding.severity is Severity.ERROR for finding in opened.findings)
        said = f" (the army has {errors} error{'s' if errors != 1 else ''})" if errors else ""
        click.echo(f"{output} is written{said}", err=True)
    return int(strict and strict_failure(opened, made))
