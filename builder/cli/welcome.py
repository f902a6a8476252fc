"""What `muster` says without a command."""

from __future__ import annotations

from builder.cli.armies import show_starters
from builder.cli.output import echo, styled, table
from builder.services.library.starters import starter_armies
from builder.systems.registry import load_system

NEXT = (
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


def welcome() -> None:
    """What the program says when it is called without a command."""
    found = starter_armies()
    echo(styled("Muster", bold=True), ": armies, sheets and games without dice.\n")
    show_starters(found)
    played = (each.id for each in found if each.army is not None and load_system(each.army.system).play() is not None)
    first = next(played, "ARMY")
    echo("\nWhat to type next:")
    table([("", line.format(army=first), told) for line, told in NEXT])
