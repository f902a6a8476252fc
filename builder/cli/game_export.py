"""`muster game export`: the sheets of a game as they stand, and its log."""

from __future__ import annotations

from pathlib import PurePath

import click

from builder.cli.options import given_of, options_of
from builder.cli.output import echo, report_finding
from builder.services.export.files import write_output
from builder.services.files import STANDARD
from builder.services.games import games
from builder.services.games.reports import log_document
from builder.services.games.sheets import GameSheetOptions, print_game
from builder.systems.given import read
from builder.systems.specs import spec_of

ENDINGS = {".pdf": "pdf", ".txt": "text", ".text": "text", ".json": "json"}
SPEC = spec_of(GameSheetOptions)


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--format",
    "form",
    type=click.Choice(["pdf", "text", "json"]),
    help="Its sheets as PDF, or its log as text or JSON; without it, what FILE's name says, else text.",
)
@click.option("-o", "--output", default=STANDARD, metavar="FILE", help="The file to write; - for standard output.")
@click.option("--player", default="1", metavar="PLAYER", help="Whose sheets: 1, 2 or a name.", show_default=True)
@click.option("--force", is_flag=True, help="Replace FILE also where it is an army or of another kind.")
@click.option("--fresh", is_flag=True, help="Sheets as before the game, nothing filled in.")
@options_of(SPEC)
def export(game: str, form: str | None, output: str, player: str, fresh: bool, force: bool, **chosen: object) -> int:
    """Print the sheets of GAME as they stand, boxes filled; or write its log, with how all figures came about.

    A FILE that ends in .pdf is made of sheets, any other of the log; as JSON with all that its events hold.
    """
    ending = PurePath(output).suffix.lower()
    if not form and ending and ending not in ENDINGS:
        raise click.UsageError(f"no file ends in {ending} here: end it in {', '.join(ENDINGS)}, or say --format")
    with games.open_game(game, strict=True) as session:
        if (form or ENDINGS.get(ending)) == "pdf":
            made = print_game(session, player, read(SPEC, given_of(SPEC.fields, chosen)), fresh=fresh)
            write_output(output, made.data, force=force)
            for finding in made.findings:
                report_finding(finding)
        else:
            write_output(output, log_document(session, form or ENDINGS.get(ending, "text")), force=force)
    if output != STANDARD:
        echo(f"{output} is written", err=True)
    return 0
