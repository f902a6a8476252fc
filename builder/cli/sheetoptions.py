"""The options of printed sheets, the same for every command that prints some."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from builder.sheets.options import ALL_SHEETS, EVERY_PAGE, SORTS

Command = TypeVar("Command", bound=Callable[..., Any])


def sheet_options(usual: Sequence[str]) -> Callable[[Command], Command]:
    """Give a command the options of sheets, by the names of the fields of `SheetOptions`.

    Args:
        usual: the sheets that are printed where none are chosen.
    """
    options = (
        click.option(
            "--paper", type=click.Choice(["a4", "a5", "letter"], case_sensitive=False), default="a4", show_default=True
        ),
        click.option(
            "--sheets",
            callback=_sheets,
            default=",".join(usual),
            show_default=True,
            help=f"Which sheets, in their order, separated by commas: {', '.join(EVERY_PAGE)}, or all of them; cards "
            "are 63 × 88 mm, to cut out.",
        ),
        click.option(
            "--sort", type=click.Choice(SORTS), default=SORTS[0], show_default=True, help="The order of units."
        ),
        click.option("--larger-text", is_flag=True, help="Everything a third larger, on paper turned sideways."),
        click.option("--ink-saver", is_flag=True, help="Outlines instead of black, no tints, damage as crosses."),
        click.option("--grey", is_flag=True, help="No colour; only the angle template has any."),
        click.option("--one-a-page", is_flag=True, help="Each unit on a page of its own."),
        click.option("--merge", is_flag=True, help="Identical units on one card, with boxes for each of them."),
        click.option("--compact", is_flag=True, help="Unit and vehicle cards closer together: more of them on a page."),
    )

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _sheets(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    named = [part.strip().lower() for part in value.split(",") if part.strip()]
    chosen = tuple(dict.fromkeys(sheet for name in named for sheet in (EVERY_PAGE if name == "all" else (name,))))
    unknown = [sheet for sheet in chosen if sheet not in ALL_SHEETS]
    if unknown or not chosen:
        raise click.BadParameter(f"choose among {', '.join(ALL_SHEETS)}, separated by commas, or all")
    return chosen
