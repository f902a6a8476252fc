"""The options of commands, made of the fields of named things with parameters, and what they are given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from builder.systems.arguments import Given
from builder.systems.specs import Field, Spec

ENDINGS = {".pdf": "pdf", ".txt": "text", ".text": "text", ".json": "json", ".ros": "ros", ".rosz": "rosz"}
"""How the names of files end that are written, and the forms that are meant by that."""


class ListedByKind(click.Command):
    """A command whose help lists options by what they are about, those without a kind first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was written; who leaves out the options is told the first of them."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            named = [each for each in self.get_params(ctx) if isinstance(each, FieldOption)]
            if not named or not error.message.startswith("Got unexpected extra argument"):
                raise
            words = f"{error.message}: say each with its option, such as {named[0].opts[0]} VALUE"
            raise click.UsageError(words, ctx) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each kind of options."""
        kinds: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None:
                kinds.setdefault(option.kind if isinstance(option, FieldOption) else "", []).append(record)
        for kind, records in kinds.items():
            with formatter.section(kind or "Options"):
                formatter.write_dl(records)


class FieldOption(click.Option):
    """An option made of a field; `kind` is what it is listed under, empty with those that are wanted often."""

    kind = ""


def options(fields: Sequence[Field], usual: int | None = None) -> Sequence[click.Parameter]:
    """Return an option for each field, an argument for each that has a place of its own.

    What is missing is told with all other mistakes once values are read. Options after the `usual` first ones are
    listed by their headings.
    """
    made: list[click.Parameter] = []
    for number, field in enumerate(fields):
        if field.positional:
            made.append(_argument(field))
            continue
        names, attributes = _of_option(field)
        option = FieldOption(names, **attributes)
        option.kind = field.heading if number >= (usual or len(fields)) else ""
        made.append(option)
    return made


def arguments_help(fields: Iterable[Field]) -> str:
    """Return what the arguments of a command are, a line each: Click tells only what its options are."""
    lines = [f"{field.label}: {field.text}" for field in fields if field.positional]
    return "\n".join(["\b", *lines]) if lines else ""


def given_of(fields: Iterable[Field], values: Mapping[str, object]) -> Given:
    """Return what a command line gives to fields, of the values that click has for its options."""
    given: dict[str, str | bool | Sequence[str]] = {}
    for field in fields:
        value = values[field.key]
        if isinstance(value, str) or (value and isinstance(value, bool | tuple)):
            given[field.name] = value
    return given


def is_default(name: str) -> bool:
    """Whether an option of the command that runs was not given, so that it has its default."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT


def _argument(field: Field) -> click.Argument:
    metavar = field.label + ("..." if field.many else "")
    metavar = metavar if field.required else f"[{metavar}]"
    return click.Argument([field.key], nargs=-1 if field.many else 1, required=False, metavar=metavar)


def _of_option(field: Field) -> tuple[Sequence[str], Mapping[str, Any]]:
    """Return the names of an option made of a field, and its attributes."""
    names, metavar = (f"--{field.name}", field.key), field.kind.metavar
    if field.switch:
        return names, {"is_flag": True, "help": field.text}
    if field.several and field.many:
        return names, {"metavar": metavar, "multiple": True, "help": field.text}
    once = {"multiple": True, "callback": _several if field.several else _once}
    if field.required:
        return names, {"metavar": metavar, "help": f"{field.text}  [required]", **once}
    default = field.written_default
    told = {"default": [default] if default else None, "show_default": bool(default), "help": field.text}
    return names, {"metavar": metavar, **told, **once}


def _once(_: click.Context, option: click.Parameter, values: Sequence[str]) -> str | None:
    """Return what an option was given, which Click would let the last of several values be."""
    if len(values) > 1:
        raise click.UsageError(f"{option.opts[0]} is given {len(values)} times, {', '.join(values)}: give it once.")
    return values[0] if values else None


def _several(_: click.Context, option: click.Parameter, values: Sequence[str]) -> str | None:
    """Return all that an option was given for a field that takes several values, with commas between as it does."""
    return ",".join(values) if values else None


Command = TypeVar("Command", bound=Callable[..., Any])


def options_of(spec: Spec[Any]) -> Callable[[Command], Command]:
    """Give a command the options of a named thing, among others of its own; `given_of` tells what they are given."""

    def decorate(command: Command) -> Command:
        for names, attributes in map(_of_option, reversed(spec.fields)):
            command = click.option(*names, cls=FieldOption, **attributes)(command)
        return command

    return decorate


def form_of(
    output: str, forms: Sequence[str], otherwise: str, asked: str | None = None, *, can_ask: bool = True
) -> str:
    """Return the form to write a file in: as it was asked for, else as its ending says, and `otherwise` without one.

    Raises:
        click.UsageError: the ending is that of none of these forms; `can_ask` where `--format` can say one.
    """
    endings = {ending: form for ending, form in ENDINGS.items() if form in forms}
    ending = PurePath(output).suffix.lower()
    if not asked and ending and ending not in endings:
        mend = f"end it in {', '.join(endings)}{', or say --format' if can_ask else ''}"
        raise click.UsageError(f"no file ends in {ending} here: {mend}")
    return asked or endings.get(ending, otherwise)
