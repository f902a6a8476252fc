"""Options made of what rules and acts want to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import click

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
