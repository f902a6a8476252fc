"""Groups of commands, which tell what was nearly asked for and import what is called."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from typing import Any

import click

NEAR = 0.65
"""How like a command must be to be suggested: a slip of the finger is, `export` for `next` is not."""


class SuggestingGroup(click.Group):
    """A group that suggests a command in the place of one that it does not have; in any version of Click."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments begin with."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = difflib.get_close_matches(name.casefold(), self.list_commands(ctx), n=1, cutoff=NEAR)
            words = f": did you mean '{near[0]}'?" if near else f"; there are: {', '.join(self.list_commands(ctx))}"
            raise click.UsageError(f"there is no command '{name}'{words}", ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(SuggestingGroup):
    """A group that imports some of its commands when they are called.

    `lazy` says by their names where they are, and the line that --help shows without importing them.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, sorted."""
        return sorted((*self.commands, *self._lazy))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported where it is not there yet."""
        if cmd_name not in self._lazy:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        lines = [
            (name, self._lazy[name][1] if name in self._lazy else self.commands[name].get_short_help_str(room))
            for name in names
        ]
        with formatter.section("Commands"):
            formatter.write_dl(lines)
