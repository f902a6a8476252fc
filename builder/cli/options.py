"""Options that several commands share: those of rules and acts, and those of printed sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import click

from builder.sheets.options import ALL_SHEETS, EVERY_PAGE, SORTS
from builder.systems.given import Given
from builder.systems.specs import Field


class ListedByKind(click.Command):
    """A command whose help lists options by what they are about, those without a kind first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each kind of options."""
        kinds: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None:
                kinds.setdefault(option.kind if isinstance(option, Option) else "", []).append(record)
        for kind, records in kinds.items():
            with formatter.section(kind or "Options"):
                formatter.write_dl(records)


class Option(click.Option):
    """An option made of a field; `kind` is what it is listed under, empty with those that are wanted often."""

    kind = ""


def options(fields: Sequence[Field], usual: int | None = None) -> Sequence[click.Option]:
    """An option for each field; what is missing is told with all other mistakes once values are read.

    Those after the `usual` first ones are listed by their headings.
    """
    made = [_option(field) for field in fields]
    for option, field in [*zip(made, fields, strict=True)][usual or len(made) :]:
        option.kind = field.heading
    return made


def given_of(fields: Iterable[Field], values: Mapping[str, object]) -> Given:
    """What a command line gives to fields, of the values that click has for its options."""
    given: dict[str, str | bool | Sequence[str]] = {}
    for field in fields:
        value = values[field.key]
        if isinstance(value, str) or (value and isinstance(value, bool | tuple)):
            given[field.name] = value
    return given


def _option(field: Field) -> Option:
    names = [f"--{field.name}", field.key]
    if field.switch:
        return Option(names, is_flag=True, help=field.text)
    if field.several and field.many:
        return Option(names, metavar="VALUE", multiple=True, help=field.text)
    if field.required:
        return Option(names, metavar="VALUE", help=f"{field.text}  [required]")
    default = field.written_default
    return Option(names, metavar="VALUE", default=default, show_default=bool(default), help=field.text)


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
