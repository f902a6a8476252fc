"""`muster game`: games begun, shown, played, undone, checked; their logs, and their sheets as they stand."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from builder.cli.game_show import show_game, show_public
from builder.cli.groups import LazyGroup
from builder.cli.output import STORE, SYSTEM, echo, report_finding, show_findings, show_json, table
from builder.errors import Finding, Severity, abridged
from builder.resources import games_database
from builder.scalars import relative_time
from builder.services.games import games
from builder.services.games.keeper import games_place
from builder.services.games.reports import (
    begun_report,
    check_report,
    clocks_report,
    done_report,
    game_report,
    games_report,
    log_report,
    log_text,
    recovered_report,
    removed_report,
)
from builder.services.games.session import GameSession
from builder.tracker import LogLine, clocks_of

if TYPE_CHECKING:
    from builder.services.games.checks import CheckedGame

GAME = click.argument("game", metavar="GAME")
LONGEST_NAME = 80
"""Longer ids and names are abridged in a list; ours have five letters, others come from damaged files."""
JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON (docs/json.md).")
TO = click.option("--to", type=click.IntRange(1), metavar="SEQ", help="Go to how it stood after that entry of the log.")


@click.group(
    cls=LazyGroup,
    lazy={
        "compare": ("builder.cli.matchup:compare", "Compare what a unit would do to each of its enemies."),
        "do": ("builder.cli.game_do:do", "Do something in GAME; without VERB: list what can be done."),
        "export": ("builder.cli.game_files:export", "Print the sheets of GAME as they stand, or write its log."),
        "import": ("builder.cli.game_files:import_", "Take in what was filled in on fillable sheets."),
    },
)
@STORE
def game() -> None:
    """Track a game as it is played. GAME is the id of a game, or how its name begins (muster game list)."""


@game.command("new")
@click.argument("army", metavar="ARMY")
@click.argument("other", metavar="[ARMY]", required=False)
@click.option("--against", metavar="ARMY|NAME", help="The opponent's army, or only his name.")
@click.option("--opponent", metavar="NAME", help="Only the opponent's name, even where an army is called so too.")
@click.option("--name", help="The name of the game; without it, those of its armies.")
@SYSTEM
@JSON
def new(
    army: str,
    other: str | None,
    against: str | None,
    opponent: str | None,
    name: str | None,
    system: str | None,
    as_json: bool,
) -> int:
    """Begin a game with ARMY, against a second ARMY if one is given."""
    if sum(each is not None for each in (other, against, opponent)) > 1:
        raise click.UsageError("A second ARMY, --against and --opponent all say who the opponent is: give one of them.")
    with games.new_game(army, against, name, other=other, opponent=opponent, system=system, strict=True) as session:
        if as_json:
            show_json(begun_report(session))
            return 0
        for finding in session.findings:
            report_finding(finding)
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
        show_json(games_report(games_place(), found))
    elif not found:
        echo("You have no games yet: muster game new ARMY --against ARMY")
    else:
        rows = [("Game", "Name", "Turn", "Entries", "Begun", "Played")]
        rows += [
            (
                abridged(g.id, LONGEST_NAME),
                abridged(g.name, LONGEST_NAME),
                g.where,
                str(g.seq),
                _when(g.begun),
                _when(g.changed),
            )
            for g in found
        ]
        table(rows, right=frozenset({3}))
        for finding in (finding for each in found for finding in each.findings):
            report_finding(finding)
    return 0


@game.command("play")
@GAME
def play(game: str) -> int:
    """Resume GAME on a screen."""
    from builder.tui.start import open_app

    return open_app(game=games.find_game(game, games.list_games()).id)


@game.command("show")
@GAME
@click.option(
    "--side", default="1", metavar="PLAYER", help="Who looks, with --public: 1, 2 or a name.", show_default=True
)
@click.option("--public", is_flag=True, help="Without the other side's notes and reserves.")
@JSON
def show(game: str, side: str, public: bool, as_json: bool) -> int:
    """Show how GAME stands."""
    from builder.services.games.visibility import side_of

    with games.open_game(game, strict=True) as session:
        known = side_of(session, side)
        viewer = known if public else None
        if as_json:
            show_json(game_report(session, viewer))
        elif viewer is not None:
            show_public(session, viewer)
        else:
            show_game(session)
    return 0


@game.command("summary")
@GAME
@click.option("--turn", type=int, metavar="N", help="Up to turn N, with the acts that cost most in it.")
@JSON
def summary(game: str, turn: int | None, as_json: bool) -> int:
    """Sum GAME up turn by turn: what each side lost, its tests, tokens and victory points."""
    from builder.services.games.analysis import game_summary, summary_lines, summary_report

    with games.open_game(game, strict=True) as session:
        found = game_summary(session, turn)
        if as_json:
            show_json(summary_report(session, found))
        else:
            echo("\n".join(summary_lines(found)))
    return 0


@game.command("clock")
@GAME
@click.argument("to", metavar="[start|pause|switch|off]", required=False)
@click.option("--minutes", metavar="NUMBER", help="The time of each player; 0 for as long as they like.")
@click.option("--player", metavar="PLAYER", help="Whose time is corrected: 1, 2 or a name.")
@click.option("--extra", metavar="MINUTES", help="Minutes to add to the time this player used, or take off: +3, -10.")
@JSON
def clock(game: str, to: str | None, minutes: str | None, player: str | None, extra: str | None, as_json: bool) -> int:
    """Start, pause or show the clocks of the players of GAME.

    The clock of the player whose turn it is runs; `switch` lets the other one run until the turn passes.
    """
    given = {"to": to, "minutes": minutes, "player": player, "extra": extra}
    with games.open_game(game, strict=True) as session:
        if any(given.values()):
            session.act("clock", {name: value for name, value in given.items() if value})
        clocks = clocks_of(session.log, datetime.now(UTC))
        if as_json:
            show_json(clocks_report(session))
        elif clocks is None:
            echo(f"The players have no clocks: muster game clock {session.id} start")
        else:
            for number, side in enumerate(session.view.sides):
                what = " left" if clocks.minutes else ""
                echo(f"{side.name}: {clocks.text(number)}{what}{', runs' if number == clocks.running else ''}")
    return 0


@game.command("log")
@GAME
@click.option("--steps", is_flag=True, help="Show how the figures came about, too.")
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
    """Undo what was done last in GAME.

    It does not matter who did it. This can be repeated back to the beginning.
    """
    with games.open_game(game, strict=True) as session:
        return _moved(session, [session.undo()] if to is None else session.jump(to), as_json)


@game.command("redo")
@GAME
@TO
@JSON
def redo(game: str, to: int | None, as_json: bool) -> int:
    """Redo what was undone last in GAME.

    This works until something new is done.
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
        report_finding(Finding(Severity.INFO, "same", "the game stands so already"))
    for line in done:
        act = session.log[(line.about or line.seq) - 1]
        said = "Undone" if act.undone else "Done again"
        echo(f"{said}: {act.seq}, {act.moment}, by {act.by}: {act.text}")
    return 0


def _when(moment: datetime | None) -> str:
    return relative_time(moment.timestamp()) if moment else "–"


@game.command()
@click.argument("game", metavar="[GAME]", required=False)
@JSON
def check(game: str | None, as_json: bool) -> int:
    """Check that every entry of GAME, or of all games, is as it was written and can be read."""
    from builder.services.games.checks import check_games

    checked = check_games(game)
    if as_json:
        show_json(check_report(checked))
        return 0 if checked.is_whole else 1
    for each in checked.games:
        echo(_wholeness(each))
        show_findings(each.findings)
    if not checked.games:
        echo("You have no games yet: muster game new ARMY --against ARMY")
    show_findings(checked.findings)
    return 0 if checked.is_whole else 1


@game.command()
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", metavar="NEW", help="Another file of games, made if there is none.")
@JSON
def recover(game: str, output: str | None, as_json: bool) -> int:
    """Save all entries of GAME up to the first damaged one, as a game of its own; GAME stays as it is.

    Without -o it is saved beside GAME.
    """
    from builder.services.games.checks import recover_game

    saved = recover_game(game, output)
    if as_json:
        show_json(recovered_report(saved))
        return 0
    told = f"{saved.saved} of {saved.last} entries are saved as {saved.head.name} [{saved.id}] in {saved.file}"
    echo(told)
    if output is None:
        echo(f"Go on with it: muster game show {saved.id}")
    elif not games_database():
        echo(f"Go on with it once this file has taken the place of {games_place()}")
    return 0


def _wholeness(game: CheckedGame) -> str:
    name = game.name if game.name == game.id else f"{game.name} [{game.id}]"
    if game.is_whole:
        return f"{name}: whole, {game.whole} of {game.last} entries"
    if not game.whole:
        return f"{name}: damaged, nothing of its log is whole"
    return f"{name}: damaged, {game.whole} of {game.last} entries are whole: muster game recover {shlex.quote(game.id)}"
