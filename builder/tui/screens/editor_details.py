"""The details of the editor: what is known of the unit under the cursor, its choices in groups, what each changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import on
from textual.events import Key
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from builder.services.editor.choice_groups import GroupKey, grouped, typed
from builder.services.editor.choice_row import MANY, ChoiceKey, ChoiceRow
from builder.tui.screens.editor_catalogue import titled
from builder.tui.widgets.choice_lines import BROAD, effect_key, lowest, wrapped
from builder.tui.widgets.detail_lines import NOTHING, Below, DetailRow, detail_rows, shut_at_first
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, apart, plain
from builder.tui.widgets.profile_lines import ProfilePane, says

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

    from builder.services.editor.choice_effects import Effect
    from builder.services.editor.details import Details
    from builder.systems.blocks import Table

RESTED = 0.1
"""Seconds that the cursor rests on a choice before what it changes is worked out."""

RESTED_FOR_FIRE = 0.4
"""Seconds that the cursor of the army rests before what all fire of a unit does is worked out."""

LEAST_TOLD = 2
"""Lines that what a choice changes has at least, and more up to a third of the pane where that is longer."""

NEXT = 0.02
"""Seconds until the same is worked out for the next choice in view: keys come first."""


def title_of(details: Details, screen: Screen[object], width: int) -> tuple[str, bool]:
    """The title of a frame of details, and whether it says what they are of: that spares a line where these are few."""
    title = titled(screen, details.title, 3) if details.title and screen.has_class("-low") else ""
    if title and cell_len(title) <= width - 4:  # A dash and a blank stay on both sides.
        return title, True
    return titled(screen, f"Details · {details.slot}" if details.slot else "Details", 3), False


class DetailsPane(LinePane[DetailRow]):
    """What is known of a unit, an entry or the army, with the choices that it has.

    Args:
        profile: shows what the thing is where the screen has room for that beside its choices.
        effect: shows all that the choice under the cursor changes.
    """

    class Picked(Message):
        """The player gives a choice a number; None where that is to be asked for."""

        def __init__(self, choice: ChoiceRow, number: int | None) -> None:
            super().__init__()
            self.choice, self.number = choice, number

    def __init__(self, profile: ProfilePane, effect: FittedLines, *, id: str) -> None:
        super().__init__(lambda row, width: row.line, stops=lambda row: row.stops, more=lambda row: row.more, id=id)
        self._profile, self._effect = profile, effect
        self.work_out: Callable[[ChoiceRow, bool], Effect] | None = None
        """Works out what one more of a choice changes, the whole of it or in short."""
        self.look_ahead: Callable[[str], Sequence[ChoiceRow]] = lambda unit: ()
        """Finds what models could take that a unit has none of."""
        self.work_out_fire: Callable[[str], Table | None] = lambda unit: None
        """Works out what all fire of a unit does."""
        self._fires: dict[str, Table] = {}
        self._resting_fire: Timer | None = None
        self._ahead: Sequence[ChoiceRow] | None = None
        self._effects: dict[tuple[str, str, str], Effect] = {}
        self._briefs: dict[tuple[str, str, str], str] = {}
        self._below = NOTHING
        self._resting: Timer | None = None
        self._details: Details | None = None
        self._about = ("", "")
        self._words = self._typed = ""
        self._at_head = False
        self._made_for = 0
        self._turned: dict[tuple[str, GroupKey], bool] = {}
        self._shut: tuple[tuple[str, int], frozenset[GroupKey]] = ("", 0), frozenset()
        self._framed = False

    @property
    def choice(self) -> ChoiceRow | None:
        """The choice under the cursor."""
        return self.row.choice if self.row is not None else None

    # -- choosing --------------------------------------------------------------------
    def pick(self) -> None:
        """Take what is under the cursor, or take it away again; fold or unfold a heading."""
        if (row := self.row) is not None and row.heading is not None:
            self._fold(row.heading)
        if row is not None and row.tie:
            self.call_later(self.run_action, f"screen.ask('{row.tie}')")
        if (choice := self.choice) is None:
            return
        if choice.reason and not choice.number:
            self.post_message(self.Picked(choice, choice.step))
        elif choice.is_counted:
            self.to_next_group()
        elif not choice.number:
            self.give(choice, choice.step)
        elif choice.control == "check" or not choice.least:
            self.give(choice, 0)

    @on(LinePane.Chosen)
    def _ask(self, chosen: LinePane.Chosen) -> None:
        """Ask for a number that was clicked: with a mouse alone it cannot be typed."""
        if chosen.sign is not None and (choice := self.choice) is not None and choice.is_counted:
            chosen.stop()
            self.post_message(self.Picked(choice, None))

    def to_next_group(self) -> None:
        """Go to the next group, its first choice where it is open; behind the last to the first."""
        rows, at = self.rows, self.cursor
        others = [*range(at + 1, len(rows)), *range(at + 1)]
        head = next((place for place in others if rows[place].group is not None), at)
        group = rows[head].heading
        self.cursor = head if group is None or self.is_folded(group) else self._stop(head + 1, 1)

    def take(self) -> None:
        """Take one of what is under the cursor, or one more."""
        choice = self.choice
        if choice is not None and choice.reason and not choice.number:
            self.post_message(self.Picked(choice, choice.step))
        elif choice is not None and (choice.control == "number" or not choice.number):
            self.give(choice, choice.number + choice.step)

    def count(self, by: int, *, anywhere: bool = False) -> None:
        """Take so many more of what is under the cursor; `anywhere` in the unit where its own place has no more."""
        choice = self.choice
        if choice is None or self._details is None:
            return
        if anywhere and by > 0 and choice.reason:
            free = (each for each in self._details.choices if not each.reason)
            choice = next((each for each in free if each.name == choice.name), choice)
        self.give(choice, choice.number + by * choice.step)

    def give(self, choice: ChoiceRow, number: int) -> None:
        """Give a choice a number, or say why it cannot have it."""
        if said := choice.refusal(number):
            self.app.notify(said, severity="warning")
        elif 0 <= number <= MANY and number != choice.number:
            self.post_message(self.Picked(choice, number))

    def on_key(self, event: Key) -> None:
        """Figures give the number under the cursor as soon as they make one that it can have; a box is 0 or 1."""
        choice, sign = self.choice, event.character or ""
        if choice is not None and choice.control != "number" and sign in ("0", "1"):
            event.stop()
            self.give(choice, int(sign) * choice.step)
            return
        if choice is None or choice.control != "number" or not (sign.isascii() and sign.isdecimal()):
            self._typed = ""
            return
        event.stop()
        wanted, self._typed = typed(choice, self._typed, sign)
        if isinstance(wanted, str):
            self.app.notify(wanted, severity="warning")
        elif wanted is not None:
            self.give(choice, wanted)

    # -- showing ---------------------------------------------------------------------
    def show_details(self, details: Details, *, framed: bool = False) -> None:
        """Show details; of the same unit, the cursor stays on its choice. What they are of may stand in the frame."""
        self._framed, about = framed, (details.unit, details.title)
        same = about == self._about
        as_it_was = same and self._details is not None and self._details.choices == details.choices
        if same and self.has_focus:
            details = details.in_order([row.group for row in self.rows], self.cursor)
        self._about, self._details = about, details
        self._effects.clear()
        self._fires.clear()
        if not as_it_was and not (same and self.choice is not None and self.choice.is_size):
            self._below = NOTHING
        self._ahead = None
        self._show(keep=same)
        if not same:
            self._words = self._typed = ""
            self.scroll_home(animate=False)
            self._profile.scroll_home(animate=False)
        self._rest()
        self._rest_of_fire()
        if self._at_head:
            self.call_after_refresh(self._show_head)

    def _rest_of_fire(self) -> None:
        """Work out what all fire of the unit does once the cursor rests, where there is a pane for it."""
        if self._resting_fire is not None:
            self._resting_fire.stop()
        if self._details is not None and self._details.slot and self.screen.has_class("-huge"):
            self._resting_fire = self.set_timer(RESTED_FOR_FIRE, self._tell_fire)

    def _tell_fire(self) -> None:
        if (fire := self.work_out_fire(self._about[0])) is not None:
            self._fires[self._about[0]] = fire
            self._show(keep=True)

    def look_for(self, words: str) -> None:
        """Show the choices with these words alone; all that is known where there are none."""
        self._words = words.strip()
        self._show(keep=True)
        if self._words:  # What fits best is first, and may be another choice than the one that fewer letters led to.
            self.to_first_choice()

    def to_first_choice(self) -> None:
        """Move the cursor to the first choice below a heading, one that must be made where there is any."""
        self.cursor = next((place for place, row in enumerate(self.rows) if row.is_below), self._stop(0, 1))
        self.call_after_refresh(self._show_head)

    def go_to(self, key: ChoiceKey) -> None:
        """Move the cursor to a choice, whether or not its group is folded."""
        for group in grouped(self._details.choices if self._details is not None else ()):
            if self.is_folded(group.key) and any(each.stands_for(key) for each in group.choices):
                self._fold(group.key)
        found = (place for place, row in enumerate(self.rows) if row.choice is not None and row.choice.stands_for(key))
        self.cursor = next(found, self.cursor)

    def _show_head(self) -> None:
        """Keep what stands above the first choice in view, or its heading, once the lines are made for this width."""
        self._at_head = not self.size.height or self._made_for != self._width
        above = (place for place in range(self.cursor, -1, -1) if self.rows[place].group is not None)
        first = 0 if self.cursor < self.size.height else next(above, self.cursor)
        if self.cursor - first < self.size.height:
            self.scroll_to(y=first, animate=False, force=True, immediate=True)

    def fold(self, *, folded: bool) -> None:
        """Fold or unfold the group of the line under the cursor."""
        group = next((row.heading for row in reversed(self.rows[: self.cursor + 1]) if row.group is not None), None)
        if group is not None and self.is_folded(group) != folded:
            self._fold(group)

    def _fold(self, group: GroupKey) -> None:
        self._turned[self._about[0], group] = not self.is_folded(group)
        self._show(keep=False)
        self.cursor = next((place for place, row in enumerate(self.rows) if row.heading == group), self.cursor)
        self.refresh()
        self.screen.refresh_bindings()

    def is_folded(self, group: GroupKey) -> bool:
        """Whether the choices of a group are hidden below its heading."""
        return self._turned.get((self._about[0], group), group in self._shut[1])

    def _shut_what_has_no_room(self, details: Details) -> None:
        """Fold groups of another unit, or in another height, so that the headings of all are in view."""
        about = self._about[0], self._height
        if about[1] and about != self._shut[0]:
            height = about[1] - (1 if self.screen.has_class("-low") else LEAST_TOLD)
            huge = self.screen.has_class("-huge")
            shut = shut_at_first(details, self._width, height, titled=not self._framed, searched=huge)
            self._shut = about, frozenset(shut)

    # -- what choices change -----------------------------------------------------------
    def watch_cursor(self, old: int, new: int) -> None:
        """Show what the choice under the cursor changes, once the cursor rests there."""
        super().watch_cursor(old, new)
        self._rest()

    def _rest(self) -> None:
        if self._resting is not None:
            self._resting.stop()
        self._show_effect()
        self._resting = self.set_timer(RESTED, self._work_out)

    def _work_out(self) -> None:
        """Work out what the choice under the cursor changes, then the same of the others in view, one by one."""
        if self.work_out is None or self.screen.focused is None or self.screen.focused.parent is not self.parent:
            return
        choice = next((each for each in self._in_question() if not self._is_known(each)), None)
        if choice is not None:
            self._effects[effect_key(choice)] = self.work_out(choice, choice is self.choice)
            self._show_effect()
            self._resting = self.set_timer(NEXT, self._work_out)
        elif (briefs := self._briefs | {key: each.brief for key, each in self._effects.items()}) != self._briefs:
            self._briefs = briefs
            self._show(keep=True)
        if self.choice is None or self._is_known(self.choice):
            self._tell_below()

    def _is_known(self, choice: ChoiceRow) -> bool:
        known = self._effects.get(effect_key(choice))
        return known is not None and (known.is_whole or choice is not self.choice)

    def _tell_below(self) -> None:
        """Tell below the choice under the cursor what Enter does there, or one model more brings."""
        key = effect_key(self.choice) if self.choice is not None else NOTHING.key
        known = self._effects.get(key)
        below = Below(key, known.below, known.does) if known is not None and known.below else NOTHING
        if below != self._below:
            self._below = below
            self._show(keep=True)
            others = self.rows[self.cursor + 1 :]
            self.keep_below(next((place for place, row in enumerate(others) if row.stops), len(others)))

    @property
    def _rows_in_view(self) -> Sequence[DetailRow]:
        return self.rows[self.scroll_offset.y : self.scroll_offset.y + self.size.height]

    def _says(self, words: str) -> bool:
        """Whether lines in view say these words already, as the rule of what is taken."""
        beside = self._profile.rows if self.screen.has_class("-huge") else ()
        return says((row.line for row in self._rows_in_view), words) or says(beside, words)

    def _in_question(self) -> Iterator[ChoiceRow]:
        """Yield the choices whose effects are shown: that under the cursor, and where there is room those in view."""
        in_view = self._rows_in_view if self.content_region.width >= BROAD else ()
        return chain((self.choice,) if self.choice is not None else (), (row.choice for row in in_view if row.choice))

    @property
    def tells_effects(self) -> bool:
        """Whether all that is shown of what choices change is there."""
        return all(effect_key(each) in self._briefs for each in self._in_question())

    def _show_effect(self) -> None:
        known = self._effects.get(effect_key(self.choice)) if self.choice is not None else None
        known = known if known is not None and known.is_whole else None
        words = known.whole if known is not None and not self._says(known.whole) else ""
        # Until it is known the lines stay as they are: they would jump at each step. A heading has nothing to tell.
        if known is not None or self.choice is None:
            low = self.screen.has_class("-low")
            most = 2 - bool(self._below.words) if low else max(LEAST_TOLD, (self._height + 2) // 3)
            least = 1 if low else LEAST_TOLD
            self._effect.styles.height = max(least, min(most, len(wrapped(words, self._effect.size.width))))
        self._effect.fit(
            lambda width, height: [plain(f" {line}", "info") for line in lowest(wrapped(words, width), height)]
        )

    def _keep_open(self, details: Details, choice: ChoiceRow) -> None:
        """Keep the group of the choice under the cursor open, as after a search that had led to it."""
        place = choice.under, choice.path
        for group in grouped(details.choices):
            if any((each.under, each.path) == place for each in group.rows):
                self._turned[self._about[0], group.key] = False

    @property
    def _height(self) -> int:
        """The lines of its frame: for the choices, what is looked for, and what one of them changes.

        Those that a message takes for a while count too: nothing is folded or parted anew for it.
        """
        height = self.parent.size.height if isinstance(self.parent, Widget) else 0
        return height + self.screen.query_one(KeyLine).taken if height else 0

    @property
    def _width(self) -> int:
        """The cells of its lines; those of the last time while the pane is hidden, as it is beside the adder."""
        room = self.content_region.width
        return max(10, room - 2 if room else self._made_for)

    def _show(self, *, keep: bool) -> None:
        if self._details is None:
            return
        at = self.row.key if keep and self.row is not None else None
        width, beside = self._width, self.screen.has_class("-huge")
        self._made_for = width
        if self._words and self._ahead is None:
            self._ahead = self.look_ahead(self._details.unit)
        self._shut_what_has_no_room(self._details)
        if keep and not self._words and self.choice is not None:
            self._keep_open(self._details, self.choice)
        rows = detail_rows(
            self._details,
            width,
            folded=self.is_folded,
            words=self._words,
            ahead=self._ahead or (),
            effects=self._briefs,
            profile=not beside,
            searched=beside,
            titled=not self._framed,
            below=self._below,
        )
        if self.screen.has_class("-low"):
            rows = tuple(row for row in rows if row.line.left)
        if beside:
            spaced = apart(rows, lambda row: row.group is not None, DetailRow(Line(())))
            rows = spaced if len(spaced) + LEAST_TOLD <= self._height else rows
            self._profile.tell(self._details, self._fires.get(self._about[0]))
        self.show(rows, next((place for place, row in enumerate(rows) if at and row.key == at), self.cursor * keep))
        self._redraw(self.scroll_offset.y + self.size.height - 1)

    def render_line(self, y: int) -> Strip:
        """The line at a height of the pane; in the last one no heading stands without what is below it."""
        at = y + self.scroll_offset.y
        around = self.rows[at - 1 : at + 2] if 0 < y == self.size.height - 1 else ()
        if [bool(row.line.left) for row in around] == [False, True, True] and not around[1].stops:
            return Strip.blank(self.scrollable_content_region.width, self._style("text", False))
        return super().render_line(y)
