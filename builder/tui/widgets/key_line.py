"""The last lines of every screen: the keys that do something now, and below them what there is to say for a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType

from rich.cells import cell_len
from rich.segment import Segment
from textual.css.query import NoMatches
from textual.events import Click
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from builder.record import Record, replace
from builder.tui.actions import ACTIONS
from builder.tui.key_names import NONE, first_key, key_name
from builder.tui.screens.base import ActionScreen, Notice, in_view
from builder.tui.themes import PlainSigns, filters_of
from builder.tui.widgets.lines import SIGNS, Looks, cut

GAP = 2
LOOKS = {"information": "text", "warning": "warning", "error": "error"}
SOON = 0.05
"""Seconds after which the keys are looked at again."""
LOW = 16
"""Below this height of the screen there is one line for keys."""
TINY = 48
"""Below this width help is named by its key alone, and the palette by that: more wanted keys have room."""
LAST = ("game.acts", "app.palette", "app.help", "app.quit")
"""Stand at the end, however little room there is; behind them, instead of the last, the way back."""
PAIRS = (
    ("editor.more", "editor.fewer", "Number"),
    ("editor.find_up", "editor.find_down", "Choose"),
    ("export.before", "export.next", ""),
    ("lines.up", "lines.down", "Line"),
)
"""Actions with one meaning in two directions, and what both are called where each has its usual label.

Those without a name for both are named together where they have one label.
"""
ARROWS = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
"""Arrow keys are named by their signs only where two of them stand together: alone they look like other keys."""
LETTERS = "letters"
UNBOUND = (LETTERS, "tab")
"""Stand among what is wanted though no binding of a screen names them: its label says what they are for."""
BACK = ("back", ".close", ".cancel")
"""How the ids of actions end that lead back: a player without a keyboard can leave a screen by this line alone."""


class KeyHint(Record, frozen=True):
    """A key with what it does, at its place; with the `other` key, if two have their label in common."""

    key: str
    label: str
    x: int = 0
    y: int = 0
    other: str = ""
    words: bool = False
    """Whether arrow keys are named in words: with plain signs `<` and `>` would look like keys."""

    @property
    def keys(self) -> str:
        """The keys as people write them."""
        if self.other:
            return f"{self._sign(self.key)} {self._sign(self.other)}"
        return self.key if self.key == LETTERS else key_name(self.key)

    def _sign(self, key: str) -> str:
        sign = "" if self.words else ARROWS.get(key, "")
        return sign or key_name(key).replace("-", "−")

    @property
    def width(self) -> int:
        """The cells that it takes."""
        return cell_len(self.keys) + (1 + cell_len(self.label) if self.label else 0)

    def key_at(self, x: int) -> str:
        """The key that a click is on, or right behind; with the label stands the first."""
        before = self.x + cell_len(self._sign(self.key)) + 1
        return self.other if self.other and before <= x <= self.x + cell_len(self.keys) else self.key


class KeyLine(Looks):
    """Names the keys that do something now, as many as there is room for; a click does it.

    While the screen has notices, these stand below one line of keys, which has the way back and help as ever: the
    second line of keys makes room for a short notice, and nothing else moves. A dialog has one of its own in the same
    place, with the same notices; it is given the ids of the actions that are `wanted` there, what `enter` does in a
    line to write, and what else than usual actions are called there, by their ids.
    """

    def __init__(
        self, wanted: Sequence[str] = (), enter: str = "", labels: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        super().__init__()
        self._wanted, self._enter, self._labels = wanted, enter, labels
        self._shown: tuple[KeyHint, ...] = ()
        self._notices: tuple[tuple[str, str], ...] = ()
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Keep up with what is possible."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self._look_soon())
        if (shown := in_view(self.app)) is not None:
            shown.noticed.subscribe(self, self._show_notices)
        self.on_resize()

    def on_resize(self) -> None:
        """Fit keys and notices to the room there is."""
        shown = self.screen if isinstance(self.screen, ActionScreen) else in_view(self.app)
        self._show_notices(shown.notices if shown is not None else ())

    @property
    def _most_wanted(self) -> Sequence[str]:
        return self.screen.wanted if isinstance(self.screen, ActionScreen) else self._wanted

    def _show_notices(self, notices: Sequence[Notice]) -> None:
        """Show notices line by line, whole ones: the last where not all have room."""
        most, lines = max(2, self.screen.size.height // 4), list[tuple[str, str]]()
        for notice in reversed(notices):
            before = [*_notice_lines(notice, max(20, self.size.width - 6), most)]
            if lines and len(before) + len(lines) > most:
                break
            lines = [*before, *lines]
        self._notices = tuple(lines)
        self.styles.height = max(self._usual, 1 + len(lines)) if lines else self._usual
        self._look()
        self.refresh()

    @property
    def _usual(self) -> int:
        return 1 if self.screen.size.height < LOW else 2

    @property
    def taken(self) -> int:
        """The lines that notices take from what is above, as long as they stand."""
        return max(0, self.size.height - self._usual)

    def _look_soon(self) -> None:
        """Look once what the keys led to is painted: finding what is possible takes as long as an act."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SOON, self._look)

    def _look(self) -> None:
        try:
            shown = tuple(self._fitting())
        except NoMatches:
            return  # The screen is being taken down: panes that its keys are about are gone already.
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def _possible(self) -> dict[str, KeyHint]:
        """The keys that do something now, by the ids of their actions."""
        writing, screen = self.screen.focused, self.screen
        keys_of: dict[str | None, list[str]] = {}
        for key, active in screen.active_bindings.items():
            if active.enabled and key != NONE and not (writing and _is_written(writing, key)):
                keys_of.setdefault(active.binding.id, []).append(key)
        shown: dict[str, KeyHint] = {}
        wanted = self._most_wanted
        actions = screen.actions if isinstance(screen, ActionScreen) else ()
        if isinstance(screen, ActionScreen):
            panes = {"tab": keys_of.get("app.next_pane", ["tab"])[0]}
            shown |= {key: KeyHint(panes.get(key, key), screen.label(key)) for key in UNBOUND if key in wanted}
        for action in (*actions, *ACTIONS):
            if (action.footer or action.id in wanted) and action.id in keys_of and action.id not in shown:
                keys = keys_of[action.id]
                own = first_key(action.keys, keys)
                own_label = self._labels.get(action.id, "")
                label = screen.label(action.name) if isinstance(screen, ActionScreen) else own_label
                shown[action.id] = KeyHint(own, label or action.label)
        if self._enter and all(each.key != "enter" and each.label != self._enter for each in shown.values()):
            shown["enter"] = KeyHint("enter", self._enter)
        return _in_pairs(shown, words=any(isinstance(each, PlainSigns) for each in filters_of(self.app)))

    def _fitting(self) -> list[KeyHint]:
        """The keys to show, each at its place."""
        if self.app.no_color and self.app.screen is not self.screen:
            return []  # Below a dialog they do nothing, and without colours nothing else would say so.
        possible = self._possible()
        wanted = self._most_wanted
        ids = sorted(possible, key=lambda id: wanted.index(id) if id in wanted else len(wanted))
        if isinstance(self.screen, ActionScreen):
            ids = [id for id in ids if id in wanted or self.screen.names(id)]
        most = self.screen.keys_named if isinstance(self.screen, ActionScreen) else None
        back = [id for id in possible if id.endswith(BACK)][:1]
        ending = LAST[0 if most is None else 2 : -1 if back else None]
        first = [possible[id] for id in ids if id not in (*LAST, *back)][:most]
        # The first picture has keys as well: it is made before this is laid out, which will be as wide as the terminal.
        end = self.size.width or self.app.size.width
        last = [possible[id] for id in (*ending, *back) if id in possible and not (end < TINY and id == "app.palette")]
        placed: list[KeyHint] = []
        if end < TINY and "app.help" in possible:
            last = [KeyHint(each.key, "") if each is possible["app.help"] else each for each in last]
        in_one = not isinstance(self.screen, ActionScreen) or end >= self.screen.keys_in_line_from
        bottom, x, y = 0 if self._notices or in_one else max(0, self.size.height - 1), 1, 0
        while (kept := sum(shown.width + GAP for shown in last)) > end - 1 + GAP and len(last) > 2:
            del last[-3]  # Help and the way back are the last to go.
        for shown in first:
            if x + shown.width > end and y < bottom:
                x, y = 1, y + 1
            if y == bottom and x + shown.width + kept > end:  # Behind the last of them no gap is needed.
                if in_one or end < TINY:
                    continue  # A shorter one may have room.
                break
            placed.append(replace(shown, x=x, y=y))
            x += shown.width + GAP
        for shown in last:
            if x + shown.width > end and y < bottom:
                x, y = 1, y + 1
            placed.append(replace(shown, x=x, y=y))
            x += shown.width + GAP
        return placed

    def render_line(self, y: int) -> Strip:
        """One of its lines."""
        style = self.rich_style
        if y and self._notices:
            text, look = self._notices[y - 1] if y <= len(self._notices) else ("", "text")
            segment = Segment(cut(text, self.size.width), self.style_of(look))
            return Strip([segment]).adjust_cell_length(self.size.width, style)
        key_style, label_style = self.style_of("key"), self.style_of("dim")
        segments = [Segment(" ", style)]
        for shown in self._shown:
            if shown.y == y:
                segments += [
                    Segment(shown.keys, key_style),
                    Segment(f" {shown.label}" if shown.label else "", label_style),
                    Segment(" " * GAP, style),
                ]
        return Strip(segments).adjust_cell_length(self.size.width, style)

    async def on_click(self, event: Click) -> None:
        """Do what the clicked key does."""
        for shown in self._shown:
            if shown.y == event.y and shown.x <= event.x < shown.x + shown.width:
                self.app.simulate_key(shown.key_at(event.x))
                return


def _in_pairs(shown: dict[str, KeyHint], *, words: bool) -> dict[str, KeyHint]:
    """Name two keys at once where they do one thing in two directions."""
    for id, other, label in PAIRS:
        both = [(each.id, each.label) for each in ACTIONS if each.id in (id, other)]
        if not label and id in shown and other in shown and shown[id].label == shown[other].label:
            shown[id] = replace(shown[id], other=shown.pop(other).key, words=words)
        elif label and all(each in shown and shown[each].label == usual for each, usual in both):
            shown[id] = KeyHint(shown[id].key, label, other=shown.pop(other).key)
    return shown


def _notice_lines(notice: Notice, width: int, most: int) -> Iterator[tuple[str, str]]:
    """Yield the lines of a notice, no more than `most`, with the look that they have."""
    sign = SIGNS[notice.severity]
    lines = [part for line in notice.text.splitlines() for part in wrap(line, width)]
    for line in lines if len(lines) <= most else (*lines[: most - 1], f"{lines[most - 1][: width - 2]} …"):
        yield f" {sign} {line}", LOOKS[notice.severity]
        sign = " " * len(sign)


def _is_written(widget: Widget, key: str) -> bool:
    """Whether a key is a sign that is written into a line rather than one that does something."""
    name = key_name(key)
    return len(name) == 1 and widget.check_consume_key(key, name)
