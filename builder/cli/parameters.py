"""Options made of what rules and acts want to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import click

from builder.systems.questions import Given, Parameter


def options(parameters: Iterable[Parameter]) -> Sequence[click.Option]:
    """An option for each parameter; what is missing is told with all other mistakes once values are read."""
    return [_option(parameter) for parameter in parameters]


def given_of(parameters: Iterable[Parameter], values: Mapping[str, object]) -> Given:
    """What a command line gives to parameters, of the values that click has for its options."""
    given: dict[str, str | bool | Sequence[str]] = {}
    for parameter in parameters:
        value = values[parameter.key]
        if isinstance(value, str) or (value and isinstance(value, bool | tuple)):
            given[parameter.name] = value
    return given


def _option(parameter: Parameter) -> click.Option:
    names = [f"--{parameter.name}", parameter.key]
    if parameter.read is None:
        return click.Option(names, is_flag=True, help=parameter.text)
    if parameter.many:
        return click.Option(names, metavar="VALUE", multiple=True, help=parameter.text)
    if parameter.default is None:
        return click.Option(names, metavar="VALUE", help=f"{parameter.text}  [required]")
    shown = bool(parameter.default)
    return click.Option(names, metavar="VALUE", default=parameter.default, show_default=shown, help=parameter.text)
