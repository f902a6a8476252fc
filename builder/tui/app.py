"""The app: screens, themes, signs, and the keys that players set. What a screen shows and does is its own matter."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import MouseDown, MouseUp
from textual.filter import LineFilter, Monochrome, NoColor
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from builder.errors import MusterError
from builder.services.settings import Settings, keep_setting, read_settings
from builder.text import clean
from builder.tui.actions import APP, actions_of, bindings_of
from builder.tui.dialogs.dialog import Dialog
from builder.tui.key_names import key_name
from builder.tui.own_keys import chosen_keys, keymap_of, keys_of
from builder.tui.screens.base import REFUSED, ActionScreen, Notice, Noticed, in_view
from builder.tui.themes import CHOICES, SAFE_SIGNS, THEMES, JoinedFilter, WholeCells, plain_signs, theme_variables
from builder.tui.typeahead import TypeaheadApp

if TYPE_CHECKING:
    from builder.tui.screens.data_known import DataRenewed

KEPT = 500
"""So many of the messages are kept."""
GARBAGE = 20_000
"""So many new objects are looked through for garbage at once: by fewer, every key that changes an army would wait."""
ENDING = ("SIGTERM", "SIGHUP")
"""Signals that end the program, as far as the system knows them and whoever started it lets them through."""
HUNG_UP = 128 + 1
"""The exit status of a program whose terminal is gone, which is that of SIGHUP."""
LOOK_AFTER = 0.5
"""Seconds between two looks whether the terminal is still there."""
PATIENCE = 10.0
"""Seconds within which the program saves what is left once its terminal is gone."""


class MusterApp(TypeaheadApp):
    """Muster on a terminal: begins with a game, with an army in the editor, or with the library where none is named."""

    TITLE = "Muster"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(APP)]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, army: str | None = None, settings: Settings | None = None, game: str | None = None) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (80, "-narrow"), (110, "-wide")]
        # Screens show notices themselves and no widget has a tooltip: Textual adds what shows these to every screen.
        self._disable_notifications = self._disable_tooltips = True
        self._army, self._game = army, game
        self._settings = read_settings() if settings is None else settings
        self._signs = self._settings.signs or "auto"
        self._plain = plain_signs(self._signs)
        self._filter = JoinedFilter(())
        self._said: deque[tuple[datetime, Notice]] = deque(maxlen=KEPT)
        self._keys, self._bad_keys = chosen_keys(self._settings.keys)
        self._set_looks()

    def _set_looks(self) -> None:
        """Set the theme, and the looks of the first screen.

        Done later, either makes Textual read the looks of all widgets again.
        """
        ScrollBar.renderer = WholeCells
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for theme in THEMES:
            self.register_theme(theme)
        wanted = self._settings.theme
        self.set_reactive(MusterApp.theme, wanted if wanted in self.available_themes else THEMES[0].name)
        self.stylesheet.set_variables(self.get_css_variables())
        first = "game" if self._game is not None else "editor" if self._army is not None else "library"
        self.css_path = [*self.css_path, Path(__file__).parent / "screens" / f"{first}.tcss"]

    def on_mount(self) -> None:
        """Set the keys, open the first screen, tell what was wrong with the settings."""
        known, wanted = [theme.name for theme in THEMES], self._settings.theme
        self.set_keymap(keymap_of(self._keys))
        wrong = [*map(str, self._settings.findings), *self._bad_keys]
        if wanted is not None and wanted not in known:
            wrong.append(f"There is no theme “{wanted}”: {', '.join(known)}.")
        if self._signs not in CHOICES:
            wrong.append(f"There are no signs “{self._signs}”: {', '.join(CHOICES)}.")
        if wrong:
            self.notify("\n".join(wrong), title="Settings", severity="warning", kind="settings")
        self.call_after_refresh(self._started)

    def _started(self) -> None:
        """Do what can wait for the first paint.

        Watch for the end of the terminal; turn the garbage collector on again, without what the start has made.
        """
        if not self.is_headless:
            self._end_with_terminal(asyncio.get_running_loop())
        if not gc.isenabled():
            gc.freeze()
            gc.set_threshold(GARBAGE)
            gc.enable()

    def _first(self) -> ActionScreen:
        if self._game is not None:
            from builder.tui.screens.game import GameScreen

            return GameScreen.named(self._game)
        if self._army is not None:
            from builder.tui.screens.editor import EditorScreen

            return EditorScreen(self._army)
        from builder.tui.screens.library import LibraryScreen

        return LibraryScreen()

    def get_default_screen(self) -> Screen[str]:
        """Begin with the first screen itself: below it, an empty one would be laid out and painted as well."""
        screen = self._first()
        # Textual forgets this for the first screen, and fails where another one takes its place.
        screen._push_result_callback(self, None)
        return screen

    def pop_screen(self) -> AwaitComplete:
        """Go back to the screen below; instead of the first, show the list that it would have been chosen in."""
        if len(self.screen_stack) > 1:
            return super().pop_screen()
        from builder.tui.screens.games import GamesScreen
        from builder.tui.screens.library import LibraryScreen

        of_a_game = isinstance(self.screen, ActionScreen) and self.screen.scope == "game"
        return self.switch_screen(GamesScreen(self._game or "") if of_a_game else LibraryScreen(self._army_path))

    @property
    def _army_path(self) -> str:
        """Where the army of the first screen lies now, as the library has it; empty where there is none."""
        from builder.services.army.locator import locate_army
        from builder.tui.screens.editor import EditorScreen

        path = self.screen.saver.path if isinstance(self.screen, EditorScreen) else ""
        with contextlib.suppress(MusterError):  # What cannot be found has no place in the library.
            return str(Path(path or locate_army(self._army or "").path).absolute())
        return ""

    def action_show(self, name: str) -> None:
        """Show a screen that several others lead to: `data`."""
        from builder.tui.screens.data import DataScreen

        if name == "data":
            self.push_screen(DataScreen())

    # -- looks -------------------------------------------------------------------
    def get_css_variables(self) -> dict[str, str]:
        """What style sheets can name of our theme, or of the first of ours until one is set."""
        self.theme_variables = dict(theme_variables(self.theme))
        return self.theme_variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what is put over all that is painted.

        Nothing that acts on the terminal; plain signs where they are wanted; no colour at all with NO_COLOR.
        """
        found = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        if self.no_color:
            found.append(NoColor())
        found.append(SAFE_SIGNS)
        if self._plain is not None:
            found.append(self._plain)
        if self._filter.filters != tuple(found):
            self._filter = JoinedFilter(found)
        return (self._filter,)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
        kind: str = "",
    ) -> None:
        """Show a notice on the screen that the player sees, also below a dialog; a pane warns of what it refuses."""
        kind = kind or (REFUSED if severity != "information" else "")
        if (screen := in_view(self)) is not None:
            screen.notify(message, title=title, severity=severity, timeout=timeout, markup=markup, kind=kind)

    def on_noticed(self, noticed: Noticed) -> None:
        """Keep what was said, to be looked at later."""
        self._said.append((datetime.now(), noticed.notice))

    def on_data_renewed(self, renewed: DataRenewed) -> None:
        """Show armies that are open by what their data is now."""
        from builder.tui.screens.editor import EditorScreen

        for screen in self.screen_stack:
            if isinstance(screen, EditorScreen):
                screen.saver.data_renewed(renewed.sets)

    def action_messages(self) -> None:
        """Show what was said, the last first."""
        from builder.tui.screens.messages import MessagesScreen

        if isinstance(self.screen, ActionScreen) and self.screen.scope != "messages":
            self.push_screen(MessagesScreen([*reversed(self._said)]))

    async def action_quit(self) -> None:
        """End the program once everything is saved, and what would be lost is agreed to."""
        if not self.is_asking("quit"):
            self.run_worker(self._end(), group="quit", exclusive=True)

    def action_help_quit(self) -> None:
        """Say which key ends the program: Ctrl+C, which ends many others, copies what is marked in a text."""
        ends = next(action for action in actions_of(APP) if action.name == "quit")
        self.notify(f"{key_name(keys_of(ends, self._keys)[-1])} quits; everything is saved.", kind="quit")

    async def _end(self) -> None:
        for shown in self.screen_stack[:]:
            if isinstance(shown, ActionScreen | Dialog) and not await shown.may_leave():
                return
        screens = [screen for screen in self.screen_stack if isinstance(screen, ActionScreen)]
        for screen in screens:
            if screen.has_work:
                self.notify("Saving: Muster ends when it is done.")
            await screen.finish()
        self._leave(screens)

    def _leave(self, screens: Sequence[ActionScreen], status: int = 0) -> None:
        told = [screen.exit_message for screen in screens if screen.exit_message]
        self.exit(return_code=status, message=clean("\n".join(told)) or None)

    # -- ended from outside ------------------------------------------------------
    def _end_with_terminal(self, loop: asyncio.AbstractEventLoop) -> None:
        """End as by quitting, but without a question, when a signal says so or the terminal is gone."""
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has SIGHUP ignored
                with contextlib.suppress(NotImplementedError):  # where loops take no signals, as on Windows
                    loop.add_signal_handler(number, self._end_by_signal, loop, number)
        threading.Thread(target=self._watch_terminal, args=(loop,), name="terminal", daemon=True).start()

    def _end_by_signal(self, loop: asyncio.AbstractEventLoop, number: int) -> None:
        """Save and end; the same signal a second time ends the program without more ado."""
        loop.remove_signal_handler(number)
        self._end_at_once(128 + number)

    @work(group="quit", exclusive=True)
    async def _end_at_once(self, status: int) -> None:
        screens = [screen for screen in self.screen_stack if isinstance(screen, ActionScreen)]
        for screen in screens:
            await screen.finish()
        self._leave(screens, status)

    def _watch_terminal(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait until the terminal is gone, on a thread of its own: Textual would read its end without end.

        What is still painted goes nowhere. The program ends without saving where that takes too long, or where a paint
        that the terminal did not take any more holds it up; what was changed is kept with each change.
        """
        while os.isatty(0):
            time.sleep(LOOK_AFTER)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in range(3):
            os.dup2(nowhere, each)
        with contextlib.suppress(RuntimeError):  # The program has ended meanwhile.
            loop.call_soon_threadsafe(self._end_at_once, HUNG_UP)
        time.sleep(PATIENCE)
        os._exit(HUNG_UP)

    @work
    async def action_theme(self) -> None:
        """Choose a theme; it is kept for the next time."""
        from builder.tui.dialogs.choose import Choose, ListChoice

        names = [theme.name for theme in THEMES]
        choices = [ListChoice(name, name.capitalize().replace("-", " ")) for name in names]
        name = await self.push_screen_wait(Choose("Theme", choices, at=names.index(self.theme)))
        if name is not None:
            self.theme = name
            await self._keep("theme", name)

    @work
    async def action_signs(self) -> None:
        """Choose the signs that boxes and bars are made of; they are kept for the next time."""
        from builder.tui.dialogs.choose import Choose, ListChoice

        choices = [ListChoice(name, words, name) for name, words in CHOICES.items()]
        at = list(CHOICES).index(self._signs) if self._signs in CHOICES else 0
        name = await self.push_screen_wait(Choose("Signs", choices, at=at))
        if name is not None:
            self._signs, self._plain = name, plain_signs(name)
            for screen in self.screen_stack:
                screen.update_node_styles()
                screen.refresh(layout=True)
                for widget in screen.query("*"):
                    widget.refresh(layout=True)
            await self._keep("signs", name)

    async def _keep(self, name: str, value: str) -> None:
        """Keep a setting for the next time, or say why that is impossible."""
        try:
            await asyncio.to_thread(keep_setting, name, value)
        except MusterError as error:
            self.notify(str(error), title="Not kept for the next time", severity="warning", kind="settings")

    # -- keys --------------------------------------------------------------------
    @property
    def chosen_keys(self) -> Mapping[str, str]:
        """The keys that the player has set, by the ids of their actions."""
        return self._keys

    @work
    async def action_palette(self) -> None:
        """Find an action by its name, and do it."""
        from builder.tui.dialogs.help import ENTRY, palette

        screen = self.screen if isinstance(self.screen, ActionScreen) else None
        id = await self.push_screen_wait(palette(screen, self._keys))
        if id is not None and id.startswith(ENTRY) and screen is not None:
            screen.run_palette_entry(id.removeprefix(ENTRY))
        elif id is not None:
            await self._act(id)

    async def _act(self, id: str) -> None:
        """Do an action of the screen, of what has its keys now, or of the app; or say why that is not possible now."""
        screen = self.screen
        own = screen.actions if isinstance(screen, ActionScreen) else ()
        action = next((each for each in (*own, *actions_of(APP)) if each.id == id), None)
        if isinstance(screen, ActionScreen) and action is not None and action in own:
            await screen.action_press(id)
        elif action is not None:
            await self.run_action(action.call, default_namespace=self)
        else:
            active = (each for each in screen.active_bindings.values() if each.binding.id == id and each.enabled)
            for each in active:
                await self.run_action(each.binding.action, default_namespace=each.node)
                return

    @work
    async def action_help(self) -> None:
        """Show the keys of the screen, or of the dialog that is over it, and do what is clicked there."""
        from builder.tui.dialogs.help import Help

        screen = self.screen
        scopes = screen.scopes if isinstance(screen, ActionScreen | Dialog) else ("lines", APP)
        own = {screen.scope: screen.listed_actions} if isinstance(screen, ActionScreen) else {}
        shown = {scope: own.get(scope) or tuple(actions_of(scope)) for scope in scopes}
        if (id := await self.push_screen_wait(Help(shown, self._keys))) is not None:
            await self._act(id)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        if priority and (seen := in_view(self)) is not None:
            seen.forget(seen.outdated)
        # Textual says nothing of keys that do nothing; whoever reads of one in the help wants to know why.
        done = await super()._check_bindings(key, priority)
        if not done and not priority and isinstance(self.screen, ActionScreen):
            self.screen.refuse(key)
        return done

    async def _click(self, event: MouseDown | MouseUp) -> None:
        seen = in_view(self)
        before = seen.outdated if seen is not None else ()
        await super()._click(event)
        # What was said goes once the click is made: the lines under the mouse must not move before.
        if seen is not None and isinstance(event, MouseUp):
            seen.forget(before)

    def action_next_pane(self) -> None:
        """Go to the next pane."""
        self.screen.focus_next()

    def action_last_pane(self) -> None:
        """Go to the pane before."""
        self.screen.focus_previous()
