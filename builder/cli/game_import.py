"""`muster game import`: what was filled in on fillable sheets comes into a game."""

from __future__ import annotations

import click

from builder.cli.output import echo, report_finding, show_json
from builder.errors import Finding, Severity
from builder.services.games.filled_sheets import Difference, take_in


@click.command("import")
@click.argument("sheets", metavar="SHEETS...", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="The game that is meant, where the sheets are of another or of none.")
@click.option("--dry-run", is_flag=True, help="Only show what differs.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
def import_(sheets: tuple[str, ...], game: str | None, dry_run: bool, as_json: bool) -> int:
    """Take in what was filled in on fillable SHEETS: PDF files of one side, or of both.

    Their game is brought up to date by one act, which can be undone; where it is not here, or they are of none, one is
    made. What differs is listed, and what cannot be taken in is told.
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
