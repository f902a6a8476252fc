"""`muster game check` and `recover`: what of games is whole, and what of a damaged one can be saved."""

from __future__ import annotations

import shlex

import click

from builder.cli.output import echo, show_findings, show_json
from builder.resources import games_file
from builder.services.games.checks import CheckedGame, check_games, recover_game
from builder.services.games.reports import check_report, recovered_report

JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@JSON
def check(game: str | None, as_json: bool) -> int:
    """Look at every entry of GAME, or of all games: whether it is as it was written, and can be read."""
    checked = check_games(game)
    if as_json:
        show_json(check_report(checked))
        return 0 if checked.is_whole else 1
    for each in checked.games:
        echo(_said(each))
        show_findings(each.findings)
    if not checked.games:
        echo("You have no games yet: muster game new ARMY --against ARMY")
    show_findings(checked.findings)
    return 0 if checked.is_whole else 1


@click.command()
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", metavar="NEW", help="Another file of games, made if it is not there.")
@JSON
def recover(game: str, output: str | None, as_json: bool) -> int:
    """Save all entries of GAME up to the first damaged one, as a game of its own; GAME stays as it is.

    Without -o it is saved beside GAME.
    """
    saved = recover_game(game, output)
    if as_json:
        show_json(recovered_report(saved))
        return 0
    told = f"{saved.saved} of {saved.last} entries are saved as {saved.head.name} [{saved.id}] in {saved.file}"
    echo(told)
    if output is None:
        echo(f"Play on with it: muster game show {saved.id}")
    else:
        echo(f"Play on with it once this file is in the place of {games_file()}")
    return 0


def _said(game: CheckedGame) -> str:
    name = game.name if game.name == game.id else f"{game.name} [{game.id}]"
    if game.is_whole:
        return f"{name}: whole, {game.whole} of {game.last} entries"
    if not game.whole:
        return f"{name}: damaged, nothing of its log is whole"
    return f"{name}: damaged, {game.whole} of {game.last} entries are whole: muster game recover {shlex.quote(game.id)}"
