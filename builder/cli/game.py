"""`muster game`: games begun, shown, played, undone; their logs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click

from builder.cli.game_check import check, recover
from builder.cli.game_do import do
from builder.cli.game_export import export
from builder.cli.game_show import show_game
from builder.cli.groups import Group
from builder.cli.output import echo, show_json, table, tell
from builder.errors import Finding, Severity
from builder.resources import games_file
from builder.services.games import games
from builder.services.games.reports import (
    begun_report,
    done_report,
    game_report,
    games_report,
    log_report,
    log_text,
    removed_report,
)
from builder.services.games.session import GameSession
from builder.services.relative_time import told_when
from builder.tracker.entries import LogLine

GAME = click.argument("game", metavar="GAME")
JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
TO = click.option("--to", type=click.IntRange(1), metavar="SEQ", help="Go to how it stood after that entry of the log.")


@click.group(cls=Group)
def game() -> None:
    """Track a game as it is played. GAME is the id of a game, or its name (muster game list)."""


game.add_command(check)
game.add_command(do)
game.add_command(export)
game.add_command(recover)


@game.command("new")
@click.argument("army", metavar="ARMY")
@click.option("--against", metavar="ARMY|NAME", help="The opponent's army, or only his name.")
@click.option("--opponent", metavar="NAME", help="Only his name, even if it is like that of an army.")
@click.option("--name", help="What the game is called; else after its armies.")
@JSON
def new(army: str, against: str | None, opponent: str | None, name: str | None, as_json: bool) -> int:
    """Begin a game with ARMY."""
    if against is not None and opponent is not None:
        raise click.UsageError("--against and --opponent both say who the opponent is: give one of them.")
    with games.new_game(army, against, name, opponent=opponent, strict=True) as session:
        if as_json:
            show_json(begun_report(session))
            return 0
        for finding in session.findings:
            tell(finding)
        echo(f"{session.name} is begun [{session.id}]")
        if session.head.sides[1].army is None:
            echo(f"{session.head.sides[1].name} is only a name: nothing of that army is tracked.")
        echo(f"What can be done: muster game do {session.id}; how it stands: muster game show {session.id}")
    return 0


@game.command("list")
@JSON
def list_(as_json: bool) -> int:
    """List your games, the one played last first."""
    found = games.list_games()
    if as_json:
        show_json(games_report(str(games_file()), found))
    elif not found:
        echo("You have no games yet: muster game new ARMY --against ARMY")
    else:
        rows = [("Game", "Name", "Turn", "Entries", "Begun", "Played")]
        rows += [(g.id, g.name, g.where, str(g.seq), _when(g.begun), _when(g.changed)) for g in found]
        table(rows, right=frozenset({3}))
        for finding in (finding for each in found for finding in each.findings):
            tell(finding)
    return 0


@game.command("play")
@GAME
def play(game: str) -> int:
    """Play on with GAME on a screen."""
    from builder.cli.tui import open_app

    return open_app(game=games.find_game(game, games.list_games()).id)


@game.command("show")
@GAME
@JSON
def show(game: str, as_json: bool) -> int:
    """Show how GAME stands."""
    with games.open_game(game, strict=True) as session:
        if as_json:
            show_json(game_report(session))
        else:
            show_game(session)
    return 0


@game.command("log")
@GAME
@click.option("--steps", is_flag=True, help="With how the figures came about.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N entries.")
@JSON
def log(game: str, steps: bool, last: int | None, as_json: bool) -> int:
    """Show the log of GAME: × marks what is undone."""
    with games.open_game(game, strict=True) as session:
        if as_json:
            show_json(log_report(session, last))
        else:
            echo("\n".join(log_text(session, steps, last)))
    return 0


@game.command("undo")
@GAME
@TO
@JSON
def undo(game: str, to: int | None, as_json: bool) -> int:
    """Take back what was done last in GAME.

    Whoever did it; again and again, back to the beginning.
    """
    with games.open_game(game, strict=True) as session:
        return _moved(session, [session.undo()] if to is None else session.jump(to), as_json)


@game.command("redo")
@GAME
@TO
@JSON
def redo(game: str, to: int | None, as_json: bool) -> int:
    """Put back what was undone last in GAME.

    That can be done until something else is.
    """
    with games.open_game(game, strict=True) as session:
        return _moved(session, [session.redo()] if to is None else session.jump(to), as_json)


@game.command("remove")
@GAME
@click.option("--yes", is_flag=True, help="Really remove it: it cannot be brought back.")
@JSON
def remove(game: str, yes: bool, as_json: bool) -> int:
    """Remove GAME with its log, for good."""
    if not yes:
        raise click.UsageError("A game cannot be brought back: add --yes to remove it for good.")
    gone = games.remove_game(game)
    if as_json:
        show_json(removed_report(gone))
    else:
        echo(f"{gone.name} is removed [{gone.id}]")
    return 0


def _moved(session: GameSession, done: Sequence[LogLine], as_json: bool) -> int:
    """Tell what was taken back or put back, and whose it was."""
    if as_json:
        show_json(done_report(session, done))
        return 0
    if not done:
        tell(Finding(Severity.INFO, "same", "the game stands so already"))
    for line in done:
        act = session.log[(line.about or line.seq) - 1]
        said = "Undone" if act.undone else "Done again"
        echo(f"{said}: {act.seq}, {act.moment}, by {act.by}: {act.text}")
    return 0


def _when(moment: datetime | None) -> str:
    return told_when(moment.timestamp()) if moment else "–"
