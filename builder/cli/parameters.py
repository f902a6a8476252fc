"""Options made of what rules and acts want to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import click

from builder.systems.questions import Given, Parameter


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
    """An option made of a parameter; `kind` is what it is listed under, empty with those that are wanted often."""

    kind = ""


def options(parameters: Sequence[Parameter], usual: int | None = None) -> Sequence[click.Option]:
    """An option for each parameter; what is missing is told with all other mistakes once values are read.

    Those after the `usual` first ones are listed by their groups.
    """
    made = [_option(parameter) for parameter in parameters]
    for option, parameter in [*zip(made, parameters, strict=True)][usual or len(made) :]:
        option.kind = parameter.group
    return made


def given_of(parameters: Iterable[Parameter], values: Mapping[str, object]) -> Given:
    """What a command line gives to parameters, of the values that click has for its options."""
    given: dict[str, str | bool | Sequence[str]] = {}
    for parameter in parameters:
        value = values[parameter.key]
        if isinstance(value, str) or (value and isinstance(value, bool | tuple)):
            given[parameter.name] = value
    return given


def _option(parameter: Parameter) -> Option:
    names = [f"--{parameter.name}", parameter.key]
    if parameter.read is None:
        return Option(names, is_flag=True, help=parameter.text)
    if parameter.many:
        return Option(names, metavar="VALUE", multiple=True, help=parameter.text)
    if parameter.default is None:
        return Option(names, metavar="VALUE", help=f"{parameter.text}  [required]")
    shown = bool(parameter.default)
    return Option(names, metavar="VALUE", default=parameter.default, show_default=shown, help=parameter.text)
