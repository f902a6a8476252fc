"""The app: screens, themes, keys. What a screen shows and does is its own matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.command import CommandPalette, Provider

from builder.errors import Finding
from builder.services.settings import Settings, read_settings
from builder.tui.actions import ACTIONS, APP, actions_of, bindings_of, key_name
from builder.tui.commands import Commands
from builder.tui.screens.base import ActionScreen
from builder.tui.themes import EXTRA, THEMES


class MusterApp(App[None]):
    """Muster on a terminal: begins with a game, with an army in the editor, or with the library where none is named."""

    TITLE = "Muster"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(APP)]
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {Commands}
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, army: str | None = None, settings: Settings | None = None, game: str | None = None) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (80, "-narrow"), (120, "-wide")]
        self._army, self._game = army, game
        self._settings = read_settings() if settings is None else settings

    def on_mount(self) -> None:
        """Set themes and keys, open the first screen."""
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for theme in THEMES:
            self.register_theme(theme)
        known = {theme.name for theme in THEMES}
        wanted = self._settings.theme
        self.theme = wanted if wanted in known else THEMES[0].name
        ids = {action.id for action in ACTIONS}
        self.set_keymap({id: keys for id, keys in self._settings.keys.items() if id in ids})
        for finding in self._settings.findings:
            self.tell(finding)
        for id in self._settings.keys:
            if id not in ids:
                self.notify(f"There is no action “{id}”: docs/keys.md names all.", severity="warning", markup=False)
        if wanted is not None and wanted not in known:
            self.notify(f"There is no theme “{wanted}”: {', '.join(sorted(known))}.", severity="warning", markup=False)
        self.push_screen(self._first())

    def _first(self) -> ActionScreen:
        if self._game is not None:
            from builder.tui.screens.game import GameScreen

            return GameScreen.named(self._game)
        if self._army is not None:
            from builder.tui.screens.editor import EditorScreen

            return EditorScreen(self._army)
        from builder.tui.screens.library import LibraryScreen

        return LibraryScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, until a theme of ours is set."""
        return {f"muster-{name}": THEMES[0].variables[f"muster-{name}"] for name in EXTRA}

    def tell(self, finding: Finding) -> None:
        """Show a finding for a moment."""
        self.notify(str(finding), severity="error" if finding.severity == "error" else "warning", markup=False)

    def action_palette(self) -> None:
        """Open the command palette."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(id="--command-palette"))

    def action_theme(self) -> None:
        """Choose a theme."""
        from builder.tui.dialogs.choose import Choice, Choose

        names = [theme.name for theme in THEMES]

        def choose(name: str | None) -> None:
            if name is not None:
                self.theme = name

        choices = [Choice(name, name.capitalize().replace("-", " ")) for name in names]
        self.push_screen(Choose("Theme", choices, at=names.index(self.theme)), choose)

    def action_help(self) -> None:
        """Show the keys of the screen."""
        from builder.tui.dialogs.help import Help

        screen = self.screen
        scopes = (screen.scope, "lines", APP) if isinstance(screen, ActionScreen) else ("lines", APP)
        keys = {action.id: self._settings.keys.get(action.id, action.keys) for action in ACTIONS}
        rows = [(action, " ".join(map(key_name, keys[action.id].split(",")))) for action in actions_of(*scopes)]
        self.push_screen(Help(rows))

    def action_next_pane(self) -> None:
        """Go to the next pane."""
        self.screen.focus_next()

    def action_last_pane(self) -> None:
        """Go to the pane before."""
        self.screen.focus_previous()
