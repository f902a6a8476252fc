"""What `muster` says without a command."""

from __future__ import annotations

import click

from builder.cli.armies import show_starters
from builder.services.starters import starter_armies


def welcome() -> None:
    """What the program says when it is called without a command."""
    found = starter_armies()
    click.echo(click.style("Muster", bold=True) + ": armies, sheets and games without dice.\n")
    show_starters(found)
    first = found[0].id if found else "ARMY"
    click.echo(
        f"""
What to type next:
  muster check {first}               is it legal?
  muster summary {first}             units, hit points, tokens
  muster export {first} -o army.pdf  print its sheets
  muster export roster.rosz -o army.pdf          print a list saved with BattleScribe or New Recruit
  muster new diceless/orks -o army.yaml          begin an army of your own
  muster datasheets show diceless/orks           what it can be made of
  muster --help                                  everything else"""
    )
