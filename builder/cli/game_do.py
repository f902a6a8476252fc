"""`muster game do`: every act of a game, as commands made of the system's verbs, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import click

from builder.bounds import MOST_YAML_BYTES
from builder.cli.game_show import show_line, show_proposal, show_questions
from builder.cli.options import ListedByKind, given_of, options
from builder.cli.output import echo, report_finding, show_json, table
from builder.errors import Finding, MusterError, Severity
from builder.inputs import STANDARD
from builder.services.games.games import open_game
from builder.services.games.reports import acts_report, done_report, read_acts
from builder.services.games.session import GameSession, OpenQuestionsError, Request
from builder.systems.play.actions import Act
from builder.systems.specs import Spec


class Verbs(click.Group):
    """The acts of the game that is named before them."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return an act with its options; `--json` alone lists the acts."""
        if args == ["--json"]:
            return "acts", click.Command("acts", callback=partial(_tell_verbs, _session(ctx))), []
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return an act, or JSON with acts: as it stands there, or - for standard input; help lists the acts."""
        session = _session(ctx)
        if cmd_name in ctx.help_option_names:
            return click.Command("help", callback=partial(_show_verbs, session))
        game = ctx.parent.command if ctx.parent else None
        acts = {spec.name for spec in session.acts}
        if isinstance(game, click.Group) and cmd_name in game.commands and cmd_name not in acts:
            raise click.UsageError(f"That is not an act but a command of its own: muster game {cmd_name} {session.id}")
        if cmd_name == STANDARD or cmd_name.lstrip()[:1] in ("{", "["):
            return _json_command(session, cmd_name)
        if cmd_name.startswith("-"):
            raise click.UsageError(f"Put options after the act: muster game do {session.id} next {cmd_name}")
        return _act_command(session, session.spec(cmd_name))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """None: which there are depends on the game."""
        return []


@click.group("do", cls=Verbs, invoke_without_command=True, subcommand_metavar="[VERB [OPTIONS]... | JSON | - | --json]")
@click.argument("game", metavar="GAME")
@click.pass_context
def do(ctx: click.Context, game: str) -> int:
    """Do something in GAME. Without VERB, list what can be done; with --json, as JSON with all that each act asks for.

    JSON is an object with a verb and its parameters, such as {"verb": "next"}, or a list of such objects; with - it is
    read from standard input. Of several acts, all are done or none. muster game do GAME VERB --help shows the options
    of a verb.
    """
    if ctx.invoked_subcommand is None:
        _show_verbs(_session(ctx))
    return 0


def _session(ctx: click.Context) -> GameSession:
    """Return the game that the group's command is about, opened once."""
    if ctx.obj is None:
        ctx.obj = ctx.with_resource(open_game(ctx.params["game"], strict=True))
    session: GameSession = ctx.obj
    return session


def _common() -> list[click.Parameter]:
    return [
        click.Option(["--dry-run"], is_flag=True, help="Only show what it would come to."),
        click.Option(["--roll"], is_flag=True, help="Roll the dice that it asks for; the log shows them."),
        click.Option(["--json", "as_json"], is_flag=True, help="Write JSON (docs/json.md)."),
    ]


def _act_command(session: GameSession, spec: Spec[Act[Any]]) -> click.Command:
    fields = spec.listed

    def run(dry_run: bool, roll: bool, as_json: bool, **values: object) -> int:
        return _do(session, [Request(spec.name, given_of(fields, values))], dry_run, roll, as_json)

    text, rule = spec.phrase, spec.made.rule
    help_text = f"{text[:1].upper()}{text[1:]}{f' ({rule})' if rule else ''}."
    params = [*options(fields, len(spec.made.usual) or None), *_common()]
    return ListedByKind(spec.name, callback=run, params=params, help=help_text, short_help=text)


def _json_command(session: GameSession, text: str) -> click.Command:
    def run(dry_run: bool, roll: bool, as_json: bool) -> int:
        told, name = text, "the acts"
        if text == STANDARD:
            from builder.services.files import read_source  # Acts are seldom piped in.

            data, name = read_source(STANDARD, MOST_YAML_BYTES)
            told = data.decode("utf-8", "replace")
        return _do(session, read_acts(told, name), dry_run, roll, as_json)

    return click.Command("JSON", callback=run, params=_common(), help="Do what JSON says.")


def _do(session: GameSession, acts: Sequence[Request], dry_run: bool, roll: bool, as_json: bool) -> int:
    if dry_run and roll:
        raise click.UsageError("Dice count once they are rolled: leave out --dry-run or --roll.")
    try:
        acts = session.rolled(acts) if roll else acts
        proposed = session.preview_all(acts) if dry_run else ()
        done = () if dry_run else session.act_all(acts)
    except OpenQuestionsError as error:
        if as_json:
            show_json(done_report(session, proposed=[error.decision]))
        report_finding(
            Finding(Severity.ERROR, "question", f"{error.which}: something must be chosen first, nothing is done")
        )
        show_questions(error.decision, err=True)
        for dice in _rolled(acts):
            report_finding(Finding(Severity.INFO, "rolled", f"rolled, to be given with the answer: {dice}"))
        return 2
    except MusterError:
        if len(acts) > 1:
            report_finding(Finding(Severity.INFO, "none", f"none of the {len(acts)} acts is done"))
        raise
    if as_json:
        show_json(done_report(session, done, proposed, dry_run))
        return 0
    for decision in proposed:
        show_proposal(decision)
        show_questions(decision)
    for line in done:
        show_line(line)
    return 0


def _rolled(acts: Sequence[Request]) -> Iterator[str]:
    """The dice that were rolled for acts, as options: they stand, whatever must still be chosen."""
    for act in acts:
        if act.rolled:
            yield " ".join((act.verb, *(f"--{name} {act.given[name]}" for name in act.rolled)))


def _tell_verbs(session: GameSession) -> int:
    show_json(acts_report(session))
    return 0


def _show_verbs(session: GameSession) -> None:
    acts = session.acts
    rows: list[tuple[str, ...] | str] = []
    for group in dict.fromkeys(each.made.group for each in acts):
        rows.append(group)
        rows += [(each.name, each.phrase, each.made.rule) for each in acts if each.made.group == group]
    table(rows)
    echo(f"\nWhat an act asks for: muster game do {session.id} {acts[0].name} --help")
