"""`muster calc`: the rules of a system worked out one by one, as the system offers them."""

from __future__ import annotations

from functools import partial

import click

from builder.cli.groups import SuggestingGroup
from builder.cli.options import given_of, options
from builder.cli.output import echo, show_json
from builder.errors import InputError
from builder.systems.arguments import read
from builder.systems.calculation import Calculation
from builder.systems.registry import load_module, load_system, system_ids, usable_modules, usable_systems
from builder.systems.specs import Spec, spec_of


class Books(SuggestingGroup):
    """The systems and modules that have something to work out."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their ids."""
        systems = [system.id for system in usable_systems() if system.calculations()]
        return sorted((*systems, *(module.id for module in usable_modules() if module.calculations())))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a group of calculations."""
        if cmd_name not in self.list_commands(ctx):
            return None
        book = load_system(cmd_name) if cmd_name in system_ids() else load_module(cmd_name)
        specs = [spec_of(each) for each in book.calculations()]
        commands = {spec.name: _command(cmd_name, spec) for spec in specs}
        return SuggestingGroup(cmd_name, commands=commands, help=f"Calculations for {book.name}.")


@click.group(cls=Books)
def calc() -> None:
    """Work out a rule of a game or of a module: muster calc SYSTEM RULE."""


def _command(system: str, spec: Spec[Calculation]) -> click.Command:
    return click.Command(
        spec.name,
        params=[
            *options(spec.listed),
            click.Option(["--json", "as_json"], is_flag=True, help="Write JSON (docs/json.md)."),
        ],
        callback=partial(_run, system, spec),
        help=f"{spec.text}. ({spec.made.rule})",
        short_help=f"{spec.text}.",
    )


def _run(system: str, spec: Spec[Calculation], as_json: bool, **given: object) -> int:
    from builder.services.army.locator import find_unit

    calculation = read(spec, given_of(spec.fields, given), find_unit)
    try:
        answer = calculation.answer()
    except ValueError as error:
        raise InputError(str(error)) from None
    if as_json:
        report = {
            "format": "muster-calculation",
            "version": 1,
            "system": system,
            "calculation": spec.name,
            "rule": spec.made.rule,
            "given": {field.name: given[field.key] for field in spec.listed},
            "result": answer.result,
        }
        report |= {name: value for name, value in answer.result.items() if name not in report}
        show_json(report)
    else:
        for line in answer.lines:
            echo(line)
    return 0
