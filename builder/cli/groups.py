"""Groups of commands, which tell what was nearly asked for."""

from __future__ import annotations

import difflib

import click


class SuggestingGroup(click.Group):
    """A group that suggests a command in the place of one that it does not have; in any version of Click."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments begin with."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = difflib.get_close_matches(name.casefold(), self.list_commands(ctx), n=1)
            words = f": did you mean '{near[0]}'?" if near else f"; there are: {', '.join(self.list_commands(ctx))}"
            raise click.UsageError(f"there is no command '{name}'{words}", ctx)
        return super().resolve_command(ctx, args)
