"""`muster game export` and `import`: the sheets and the log of a game, and what was filled in on sheets."""

from __future__ import annotations

import click

from builder.cli.options import form_of, given_of, is_default, options_of
from builder.cli.output import echo, report_finding, show_json
from builder.errors import Finding, Severity
from builder.inputs import STANDARD
from builder.services.export.files import write_output
from builder.services.games import games
from builder.services.games.filled_sheets import Difference, take_in
from builder.services.games.reports import log_document
from builder.services.games.sheets import print_game
from builder.sheets.options import SheetOptions
from builder.systems.arguments import read
from builder.systems.specs import spec_of

FORMS = ("pdf", "text", "json")
SPEC = spec_of(SheetOptions)


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="Its sheets as PDF, or its log as text or JSON; without it, what FILE's name says, else text.",
)
@click.option("-o", "--output", default=STANDARD, metavar="FILE", help="The file to write; - for standard output.")
@click.option("--player", default="1", metavar="PLAYER", help="Whose sheets: 1, 2 or a name.", show_default=True)
@click.option("--force", is_flag=True, help="Replace FILE even if it is an army file or of another kind.")
@click.option("--fresh", is_flag=True, help="The sheets as before the game, with nothing filled in.")
@options_of(SPEC)
def export(game: str, form: str | None, output: str, player: str, fresh: bool, force: bool, **chosen: object) -> int:
    """Print the sheets of GAME as they stand, boxes filled; or write its log, with how every figure came about.

    A FILE that ends in .pdf gets the sheets, any other the log; as JSON, with all that its events hold.
    """
    wanted = form_of(output, FORMS, "text", form)
    with games.open_game(game, strict=True) as session:
        if wanted == "pdf":
            options = read(SPEC, given_of(SPEC.fields, chosen))
            made = print_game(session, player, options, usual=is_default("sheets"), fresh=fresh)
            write_output(output, made.data, force=force)
            for finding in made.findings:
                report_finding(finding)
        elif chosen["opponent"]:
            raise click.UsageError("--opponent is for sheets, such as -o now.pdf: the log shows notes and reserves")
        else:
            write_output(output, log_document(session, wanted), force=force)
    if output != STANDARD:
        echo(f"{output} is written", err=True)
    return 0


@click.command("import")
@click.argument("sheets", metavar="SHEETS...", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="The game to bring them into, where they are of another or of none.")
@click.option("--dry-run", is_flag=True, help="Only show what differs.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def import_(sheets: tuple[str, ...], game: str | None, dry_run: bool, as_json: bool) -> int:
    """Bring what was filled in on fillable SHEETS into their game: PDF files of one side, or of both.

    Their game is brought up to date by one act, which can be undone. If it is not here, or they belong to none, one is
    made. What differs is listed, and so is what cannot be taken in.
    """
    taken = take_in(sheets, game, dry_run=dry_run)
    with taken.session as session:
        if as_json:
            about = {"id": session.id, "name": session.name, "seq": session.seq, "new": taken.new}
            lists = {"differences": taken.differences, "left": taken.left}
            told = {key: [_told(each) for each in value] for key, value in lists.items()}
            show_json({"format": "muster-game-import", "version": 1, "game": about, "dry_run": dry_run, **told})
            return 0
        for each in taken.differences:
            echo(f"{each.words}: {each.sheet} on the sheet, {each.game} in the game")
        for each in taken.left:
            message = f"{each.words}: {each.sheet} on the sheet cannot be taken in; do it in the game"
            report_finding(Finding(Severity.WARNING, "left", message))
        if dry_run or not taken.differences:
            echo("Nothing is done." if dry_run else f"{session.name} is as the sheets say [{session.id}]")
        else:
            echo(f"{session.name} is brought up to date [{session.id}]; to take it back: muster game undo {session.id}")
    return 0


def _told(difference: Difference) -> dict[str, str]:
    return {"field": difference.words, "sheet": difference.sheet, "game": difference.game}
