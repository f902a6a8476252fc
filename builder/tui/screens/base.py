"""What all screens and dialogs share: their actions are allowed or not, by pane and by what there is."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.binding import BindingsMap
from textual.css.query import QueryType
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.signal import Signal
from textual.widget import Widget

from builder.errors import MusterError
from builder.inputs import Progress, barred, progress_to
from builder.record import Record
from builder.tui.actions import APP, Action, actions_of, bindings_for
from builder.tui.painting import LineCompositor
from builder.tui.sentences import key_of
from builder.tui.widgets.lines import Backdrop, TextLines, plain

if TYPE_CHECKING:
    from textual._compositor import CompositorMap
    from textual.app import App
    from textual.geometry import Size

T = TypeVar("T")
NOTICE_TIME = 5.0
"""Seconds for which a notice is shown; one that stays is shown no shorter, unless it answers a key."""
REFUSED = "refused"
"""The kind of notices that answer a key by why it does nothing: they go with the next one, which has another answer."""
PLACES = {
    "armies": "the list",
    "army": "the army",
    "details": "the details",
    "dues": "what is due",
    "filter": "the filter",
    "find": "the search",
    "messages": "the messages",
    "search": "the catalogue",
    "sets": "the data sets",
    "units": "the tables",
}
"""What messages call the panes that actions are for."""
SILENT = frozenset({"escape", "enter", "tab", "shift+tab", "up", "down", "left", "right", "pageup", "pagedown"})
"""Keys that lead about the screen: nothing is said where they lead nowhere."""


class Notice(Record, frozen=True):
    """A short message: `information` goes by itself, a `warning` or an `error` with a key or a click.

    `unit` is the id of the unit that it is about, and `file` the path of a file that was written. Behind so many
    `changes` of the army stands what it tells of: undo takes that back while there are no more of them; 0 is no change.
    """

    text: str
    severity: SeverityLevel = "information"
    kind: str = ""
    unit: str = ""
    file: str = ""
    changes: int = 0

    @property
    def stays(self) -> bool:
        """Whether it is told until the next key or click, as it says what is not so or was not done."""
        return self.severity != "information"


class Noticed(Message):
    """A screen shows a notice, which the app keeps."""

    def __init__(self, notice: Notice) -> None:
        super().__init__()
        self.notice = notice


class PaletteEntry(Record, frozen=True):
    """Something that a screen can do beyond its actions: what it is known by, its words, what it is about."""

    key: str
    words: str
    about: str = ""


class ActionScreen(Screen[str], Backdrop):
    """A screen whose keys come from the table of actions, under its `scope`; its answer, if any, is an id."""

    scope: ClassVar[str]
    keys_named: ClassVar[int | None] = 8
    """So many keys at most stand in the line of keys, the rest under `?`; None for as many as there is room for."""
    keys_in_line_from: ClassVar[int] = 1000
    """From this width on they stand in one line, and the one below it is for messages alone."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = LineCompositor()
        self.actions: tuple[Action, ...] = tuple(actions_of(self.scope))
        self._named = {action.name: action for action in reversed(self.actions)}
        self.notices: list[Notice] = []
        self.noticed = Signal[Sequence[Notice]](self, "noticed")
        """Published when there are other notices to show."""
        self._told_of: CompositorMap | None = None
        """Where all widgets stood when they were told of their sizes last."""
        self._unseen: list[tuple[Notice, float]] = []
        """Notices that were not painted yet, with the seconds for which they are shown from then on."""
        self._had_time: list[Notice] = []
        """Notices that stay, and were shown so long that the next key or click may take them away."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
        kind: str = "",
        unit: str = "",
        changes: int = 0,
    ) -> None:
        """Show a notice on this screen, below its keys: nothing is covered, and no other screen has it.

        It is text, whatever `markup` says. What is said again stands once and anew; of a `kind` only the last stands.
        """
        notice = Notice(f"{title}: {message}" if title else message, severity, kind, unit, changes=changes)
        others = (other for other in self.notices if other != notice and not (kind and other.kind == kind))
        self.notices = [*others, notice]
        self.app.post_message(Noticed(notice))
        self.noticed.publish(self.notices)
        self._unseen.append((notice, timeout or NOTICE_TIME))
        self.call_after_refresh(self._count_down)

    def on_compose(self) -> None:
        """Take the classes for the size of the terminal: once something is laid out, all would be laid out again."""
        width, height = self.app.size
        for size, own, general in (
            (width, self.HORIZONTAL_BREAKPOINTS, self.app.HORIZONTAL_BREAKPOINTS),
            (height, self.VERTICAL_BREAKPOINTS, self.app.VERTICAL_BREAKPOINTS),
        ):
            breakpoints = general if own is None else own
            names = [name for least, name in breakpoints or () if size >= least][-1:]
            self.add_class(*names, update=False)  # It looks for its styles when it is shown.

    def _compositor_refresh(self) -> None:
        # Textual draws during a batch what it then does not show, and draws all of it again behind that.
        if not self.app._batch_count:
            super()._compositor_refresh()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        # Textual tells widgets of their new size by comparing with where they stood; asked for a place in between, it
        # works that out by the new styles, and then tells nobody.
        if self._told_of is not None:
            self._compositor._full_map = self._told_of
        super()._refresh_layout(size, scroll)
        self._told_of = self._compositor._full_map

    def on_screen_suspend(self) -> None:
        """Tell the line of keys that a dialog or another screen has the keys now."""
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Tell the line of keys that they are its own again; what was said meanwhile is seen from now on."""
        self.refresh_bindings()
        self.call_after_refresh(self._count_down)

    def _count_down(self) -> None:
        """Begin the time of the notices that were painted: below a dialog they are, behind another screen they wait."""
        if not self.is_left and self is in_view(self.app):
            for notice, seconds in self._unseen:
                self.set_timer(seconds, partial(self._had_time.extend if notice.stays else self.forget, [notice]))
            self._unseen.clear()

    @property
    def outdated(self) -> Sequence[Notice]:
        """The notices that the next key or click takes away: it is answered anew."""
        return [each for each in self.notices if each.kind == REFUSED or any(each is old for old in self._had_time)]

    def forget(self, notices: Iterable[Notice]) -> None:
        """Say some of the notices no more."""
        gone = {id(notice) for notice in notices}
        self.notices = [other for other in self.notices if id(other) not in gone]
        self._had_time = [other for other in self._had_time if id(other) not in gone]
        if gone:
            self.noticed.publish(self.notices)

    def outdate(self, kind: str) -> None:
        """Say no more what was said of a `kind`, as something else was done since."""
        self.forget(each for each in self.notices if each.kind == kind)

    @property
    def panes(self) -> Sequence[str]:
        """The ids of the panes that Tab leads to, in this order; none: it leads to whatever can have the focus."""
        return ()

    def focus_next(self, selector: str | type[QueryType] = "*") -> Widget | None:
        """Go to the next pane."""
        return self._to_pane(1) if self.panes else super().focus_next(selector)

    def focus_previous(self, selector: str | type[QueryType] = "*") -> Widget | None:
        """Go to the pane before."""
        return self._to_pane(-1) if self.panes else super().focus_previous(selector)

    def _to_pane(self, by: int) -> Widget:
        """Go to the pane so many further on; those count too that have no room just now, and get it then."""
        panes = [pane for id in self.panes for pane in self.query(f"#{id}")]
        within = self.focused.ancestors_with_self if self.focused is not None else ()
        at = next((place for place, pane in enumerate(panes) if pane in within), 0)
        return panes[(at + by) % len(panes)].focus()

    @property
    def pane(self) -> str:
        """The id of the pane that has the focus; empty where none has it."""
        return (self.focused.id if self.focused is not None else None) or ""

    @property
    def is_behind(self) -> bool:
        """Whether something that a key has brought about is not shown yet: the next key waits for it."""
        return False

    @property
    def has_work(self) -> bool:
        """Whether something must be done before the screen can go."""
        return False

    async def may_leave(self) -> bool:
        """Whether nothing would be lost if the program ended now, or the player agrees to it."""
        return True

    @property
    def exit_message(self) -> str:
        """What to tell on the terminal when the program ends."""
        return ""

    async def finish(self) -> None:
        """Do what must be done before the screen goes."""

    @property
    def is_left(self) -> bool:
        """Whether the screen is gone, or about to go: its panes may be gone before it."""
        return self not in self.app.screen_stack or not self.app.is_running

    async def unless_left(self, coming: Awaitable[T]) -> T:
        """What comes of something done beside the screen; on one that was left meanwhile nobody waits for it any more.

        Raises:
            asyncio.CancelledError: the screen was left, and nothing can be shown on it.
        """
        try:
            return await coming
        finally:
            if self.is_left:
                raise asyncio.CancelledError

    async def tried(self, do: Callable[[], T]) -> T | None:
        """Return what comes of something done beside the screen; None, and a message, if it cannot be done."""
        try:
            return await self.beside(do)
        except MusterError as error:
            self.fail(error)
            return None

    async def beside(self, do: Callable[[], T], listener: Progress | None = None) -> T:
        """Return what comes of something done on a thread; `listener` is told how far it is, where that takes long.

        Raises:
            asyncio.CancelledError: the screen was left, as `unless_left` says.
        """
        loop = asyncio.get_running_loop()

        def listen(words: str) -> None:
            if not self.is_left:
                (listener or self.say)(barred(words))

        def tell(words: str) -> None:
            with contextlib.suppress(RuntimeError):  # The program ended meanwhile.
                loop.call_soon_threadsafe(listen, words)

        with progress_to(tell):
            return await self.unless_left(asyncio.to_thread(do))

    def fail(self, error: MusterError) -> None:
        """Tell why something could not be done."""
        self.say(str(error), "error")
        self.notify(str(error), severity="error", kind=REFUSED)

    def say(self, words: str, look: str = "dim") -> None:
        """Tell something on the line for that, if there is one; the app keeps what was done, which looks `good`."""
        for line in self.query("#said").results(TextLines):
            line.show(plain(f" {words}", look))
        if look == "good":
            self.app.post_message(Noticed(Notice(words)))

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        return True

    def label(self, name: str) -> str:
        """Return what the line of keys calls an action just now; empty for its usual label."""
        return ""

    @property
    def wanted(self) -> Sequence[str]:
        """The ids of the actions that are most wanted just now, which the line of keys names first."""
        return ()

    def names(self, id: str) -> bool:
        """Whether the line of keys names an action behind those, where there is room."""
        return True

    def palette_entries(self) -> Sequence[PaletteEntry]:
        """Return what can be done beyond the actions, for the command palette."""
        return ()

    def run_palette_entry(self, key: str) -> None:
        """Do one of these."""

    # -- actions -------------------------------------------------------------------
    @property
    def scopes(self) -> Sequence[str]:
        """The scopes of the actions that are possible now, its own first."""
        return (self.scope, "lines", APP)

    def add_actions(self, actions: Iterable[Action]) -> None:
        """Take actions that are not in the table, with their keys; what has a name or a key there keeps it."""
        new = [action for action in actions if self.find_action(action.name) is None]
        self.actions = (*self.actions, *new)
        self._named = {action.name: action for action in reversed(self.actions)}
        # Textual binds keys while it runs for the whole app alone, and not for one screen.
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(bindings_for(new, first=True))])
        self.refresh_bindings()

    def find_action(self, name: str) -> Action | None:
        """The action of the screen that is called so."""
        return self._named.get(name)

    @property
    def listed_actions(self) -> Sequence[Action]:
        """The actions that help and palette name."""
        return self.actions

    def is_possible(self, action: Action) -> bool:
        """Whether an action of the screen is possible now."""
        return (not action.panes or self.pane in action.panes) and self.is_offered(action)

    def is_offered(self, action: Action) -> bool:
        """Whether an action of the screen is possible now in one of its panes."""
        return action.scope in self.scopes and self.allows(action.name)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that an action of the screen could be done with; empty where nobody says."""
        return ""

    def refusal(self, action: Action) -> str:
        """Return why an action of the screen is not possible now."""
        label = self.label(action.name) or action.label
        if action.panes and self.pane not in action.panes:
            places = " and ".join(PLACES[pane] for pane in action.panes if pane in PLACES)
            return f"{label} is for {places}: {self._way(action)} goes there."
        return f"{label}: {self.why_not(action.name) or f'not possible here. {action.tooltip}'}"

    def _way(self, action: Action) -> str:
        """The key that leads to a pane of an action soonest."""
        panes = self.panes
        at = panes.index(self.pane) if self.pane in panes else -1
        before = at >= 0 and panes[at - 1] in action.panes and panes[(at + 1) % len(panes)] not in action.panes
        return key_of("app.last_pane" if before else "app.next_pane")

    def refuse(self, key: str) -> None:
        """Say why a key of the screen does nothing just now; of several actions, that of the pane says it."""
        having = (each for each in self.listed_actions if key in self.app._keymap.get(each.id, each.keys).split(","))
        refused = [action for action in having if action.scope in self.scopes and not self.is_possible(action)]
        if refused and key not in SILENT:
            here = next((action for action in refused if not action.panes or self.pane in action.panes), refused[0])
            self.notify(self.refusal(here), severity="warning", kind=REFUSED)

    async def action_press(self, id: str) -> None:
        """Do an action that was chosen by its words, in the first pane for it in sight; or say why that is no use."""
        action = self._named[id.partition(".")[2]]
        if action.panes and self.pane not in action.panes:
            panes = (pane for id in action.panes for pane in self.query(f"#{id}") if pane.focusable and pane.size)
            self.set_focus(next(panes, self.focused))
        if self.is_possible(action):
            await self.run_action(action.call)
        else:
            self.notify(self.refusal(action), severity="warning", kind=REFUSED)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now; keys of one that is not do nothing and are not shown."""
        found = self.find_action(str(parameters[0]) if parameters else action)
        return found is None or self.is_possible(found)


def in_view(app: App[None]) -> ActionScreen | None:
    """The screen that the player sees, also below a dialog: notices are shown there."""
    return next((screen for screen in reversed(app.screen_stack) if isinstance(screen, ActionScreen)), None)
