"""The command `muster` as Click has it: its commands are imported when they are called, so that it starts at once."""

from __future__ import annotations

import io
import os

import click

from builder.cli.groups import LazyGroup
from builder.cli.output import echo, progress
from builder.inputs import progress_to

COMMANDS = {
    "armies": ("builder.cli.armies:armies", "Your library of armies: list, begin, copy, rename, delete, import."),
    "calc": ("builder.cli.calc:calc", "Work out a rule of a game: ranges, hits, checks."),
    "check": ("builder.cli.army:check", "Check an army: points, slots, options."),
    "data": ("builder.cli.data:data", "Add, list, remove and check the community's data."),
    "datasheets": ("builder.cli.datasheets:datasheets", "List, show and check datasheets."),
    "diff": ("builder.cli.diff:diff", "Compare two armies, or one with its earlier states."),
    "edit": ("builder.cli.edit:edit", "Change an army file: units, options, forces, names."),
    "export": ("builder.cli.export:export", "Print an army's sheets, or write its list for a chat or another program."),
    "game": ("builder.cli.game:game", "Track a game: damage, tests, turns; its log, undo and redo."),
    "matchup": ("builder.cli.matchup:matchup", "Work out who beats whom of two armies, in a game without dice."),
    "new": ("builder.cli.armies:new_file", "Begin an army file."),
    "notes": ("builder.cli.army:notes", "Show what a player must remember at the table, by phase."),
    "serve": ("builder.cli.serve:serve", "Show games on phones, tablets and other computers."),
    "show": ("builder.cli.show:show", "Show an army as a tree, and what a unit of it can take."),
    "summary": ("builder.cli.army:summary", "Show units, hit points and tokens."),
    "tui": ("builder.cli.tui:tui", "Open an army on a screen to edit it."),
}
"""Name → where it is, and the line that --help shows without importing it."""

NEXT_COMMANDS = (
    ("muster tui", "make armies on a screen"),
    ("muster check {army}", "is it legal?"),
    ("muster summary {army}", "units, hit points, tokens"),
    ("muster export {army} -o army.pdf", "print its sheets"),
    ("muster export roster.rosz -o army.pdf", "print a list saved with BattleScribe or New Recruit"),
    ("muster new diceless/orks -o army.yaml", "begin an army of your own"),
    ("muster show army.yaml standard", "the units that it can take"),
    ("muster edit army.yaml add Boyz", "add one; undo takes it back"),
    ("muster game new {army}", "track a game as it is played"),
    ("muster data add FOLDER|ZIP", "use the community's data"),
    ("muster --help", "everything else"),
)


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="musterbook", prog_name="muster", message="%(prog)s %(version)s")
@click.pass_context
def muster(ctx: click.Context) -> int:
    """Build armies, print their sheets, bring them to the table.

    ARMY is an army file (YAML), a saved roster (.ros, .rosz, New Recruit's .json), the name of an army
    in your library or of a starter army (muster armies), or - for standard input.
    """
    ctx.with_resource(progress_to(progress))
    ctx.call_on_close(lambda: progress(""))
    if ctx.invoked_subcommand is None:
        welcome()
    return 0


def welcome() -> None:
    """Write what the program says when it is called without a command: what it is, and what to type next."""
    from builder.cli.armies import show_own, show_starters
    from builder.cli.output import styled, table
    from builder.services.library.armies import library_armies, starter_armies
    from builder.systems.registry import load_system

    own, found = tuple(library_armies()), starter_armies()
    echo(styled("Muster", bold=True), ": armies, sheets and games.\n")
    if own:
        show_own(own)
        echo()
    show_starters(found)
    played = (each.id for each in found if each.army is not None and load_system(each.army.system).play() is not None)
    first = next(played, "ARMY")
    echo("\nWhat to type next:")
    table([("", line.format(army=first), told) for line, told in NEXT_COMMANDS])


def call(arguments: list[str]) -> int:
    """Read the arguments, do what they say, and return the exit status."""
    try:
        # Not `muster.main()`, which ends with 1 when the reader of our output has gone.
        colour = False if os.environ.get("NO_COLOR") else None
        with muster.make_context("muster", arguments, color=colour) as ctx:
            result = muster.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        usage = io.StringIO()
        error.show(usage)
        echo(usage.getvalue().rstrip("\n"), err=True)
        return 2
    return result if isinstance(result, int) else 0
