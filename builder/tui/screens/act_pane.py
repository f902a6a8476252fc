"""The rows of the form of an act: what is typed in them, letters for units, figures that answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Self

from rich.cells import cell_len
from textual.events import Click, Key, Paste

from builder.services.games.act_rows import ActRow, RowKind
from builder.tui.dialogs.choose import ListChoice, fitting
from builder.tui.widgets.act_lines import are_counts, label_width, paint_act
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, in_one_line

Edit = Callable[[str], str]
"""Makes the new value of a row of the one it has by then."""


class ActPane(LinePane[ActRow]):
    """The rows of the form; what is typed goes to the row under the cursor.

    Args:
        edit: takes what is typed into the row of a name.
        leave: gives the focus to another widget.
        answer: takes an answer that is whole into the row of a name, and goes on to the next open one.
        letters: gives the letters by which units are meant.
        shown: gives those of the side that is shown, whose unit comes first in an act.
    """

    def __init__(
        self,
        edit: Callable[[str, Edit], None],
        leave: Callable[[], None],
        answer: Callable[[str, str], None],
        letters: Callable[[], Mapping[str, str]],
        shown: Callable[[], Mapping[str, str]],
        *,
        id: str,
    ) -> None:
        super().__init__(self._line, id=id)
        self._edit, self._leave, self._answer, self._letters_of, self._shown_of = edit, leave, answer, letters, shown
        self._letters = self._lettered = self._exact = ""
        self._whole = ("", 0)
        self._found = ("", "")
        """The row that the cursor came to, and what stood in it, until something is typed."""
        self._label = 0

    def _line(self, row: ActRow, width: int) -> Line:
        label = max(self._label, label_width(self.rows, width))
        return paint_act(row, width, self._letters_of(), label=label, typed=row is self.row)

    def show(self, rows: Sequence[ActRow], cursor: int | None = None) -> None:
        """Show these rows; answers stay where they begin while an act is open, though rows with long names go."""
        if not rows:
            self.forget()
        before, width = self._label, self.scrollable_content_region.width
        self._label = max(self._label, label_width(rows, width)) if rows else 0
        super().show(rows, cursor)
        if before != self._label:
            self.refresh()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is written into the row rather than one that does something."""
        return character is not None and character.isprintable() and self._writes(character)

    def blur(self) -> Self:
        """Give the focus back, as Textual asks of a widget that has it and is hidden."""
        self._leave()
        return self

    def _in_view(self) -> None:
        """Show all above the cursor that there is room for, whatever room there was when it came to its row."""
        if height := self.size.height:
            self.scroll_to(y=max(0, self.cursor - height + 1), animate=False, force=True, immediate=True)

    def left_untold(self, row: ActRow) -> str:
        """Return what a row is for, or "" where its line has room for the whole of it."""
        line = self._line(row, self.scrollable_content_region.width - 1)
        told = {f"the {row.name}", *(text.strip() for text, _ in line.right)}
        return "" if row.kind in (RowKind.FOLD, RowKind.NOTHING) or row.text in told else row.text

    def _writes(self, sign: str = "") -> bool:
        """Whether a sign is written into the row under the cursor; into a number no letters, nor keys of the form."""
        row = self.row
        if row is None or row.kind is not RowKind.TEXT:
            return False
        return not (row.is_number and (sign.isalpha() or not sign.isascii() or sign in (" ", "!")))

    async def _on_key(self, event: Key) -> None:
        """Write what is typed, or find the choice that it means."""
        row, sign = self.row, event.character or ""
        if row is None:
            return
        anew = sign.isdecimal() and not row.open and self._found == (row.name, row.value)
        if event.is_printable or event.key == "backspace":
            self._found = ("", "")
        if row.kind is not RowKind.FOLD and event.key == "backspace":
            self._rub_out(row)
        elif row.kind is not RowKind.FOLD and event.key == "ctrl+u":
            self._letters = ""
            self._edit(row.name, lambda value: "")
        elif event.is_printable and self._writes(sign):
            self._edit(row.name, partial(put if anew and row.is_number else add, sign))
        elif event.is_printable and row.free and (sign.isalnum() or (self._lettered == row.name and self._letters)):
            self._word(row, sign)
        elif sign == '"' and row.kind is RowKind.CHOICE and row.figure:
            self._exact = row.name
        elif row.counted and row.value and (sign == "," or (sign.isdecimal() and "," in row.value and not anew)):
            self._edit(row.name, partial(add_figure, sign, True))
        elif row.adds and sign.isdecimal() and ((row.dice and self._is_whole(row)) or anew):
            self._edit(row.name, partial(put, sign))
        elif row.adds and (sign.isdecimal() or sign == ","):
            self._edit(row.name, partial(add_figure, sign, row.dice > 0 or _is_next(row, sign)))
        elif (sign.isalpha() and self._unit(row, sign)) or (sign.isdecimal() and self._place(row, sign)):
            pass
        elif event.key in self.screen.active_bindings and (row.dice or not self._begins(row, sign)):
            return  # a key of the form, such as the one that rolls
        elif row.is_number and event.is_printable and (sign.isalpha() or not sign.isascii()):
            self.app.notify(f"{row.name.replace('-', ' ')}: figures alone are written here.", severity="warning")
        elif sign.isdecimal() and not row.figure and self.places(row) and not self._letters:
            pass  # a figure that is the place of no answer finds none by its name: letters do, and figures behind them
        elif not self._letters and sign in self._letters_of().values() and _of_units(row, self._letters_of()):
            pass  # the letter of a unit that cannot be chosen here means no other one whose name it is in
        elif row.kind is RowKind.CHOICE and sign.isalnum():
            self._leap(row, sign.casefold())
        elif row.kind is not RowKind.SWITCH or not sign.isalnum():
            self._letters = ""
            return
        event.stop()
        event.prevent_default()

    def _unit(self, row: ActRow, letter: str) -> bool:
        """Give the unit that a letter means: to this row, or else to the first that must be given one still."""
        unit_rows = [each for each in self.rows if _of_units(each, self._letters_of())]
        for each in [row] if row in unit_rows else [each for each in unit_rows if each.missing][:1]:
            letters = self.letters_of(each)
            found = [choice.value for choice in each.choices if letters.get(choice.value) == letter]
            if found and each.many:
                self._edit(each.name, partial(toggled, found[0]))
            elif found:
                self._answer(each.name, found[0])
            if found:
                return True
        return False

    def _place(self, row: ActRow, figure: str) -> bool:
        """Give the answer at a place of the list; not where figures are answers themselves, or exact ones are typed."""
        before = self._letters if self._lettered == row.name else ""
        if not row.asked and (before or self.letters_of(row)):
            return False
        if not self.places(row, before + figure):
            return False
        if self._exact == row.name or not 1 <= int(figure) <= len(row.choices):
            return False
        self._letters, self._lettered = figure, row.name
        self._answer(row.name, row.choices[int(figure) - 1].value)
        return True

    def places(self, row: ActRow, figures: str = "") -> bool:
        """Whether figures mean places in the list of a row, and none of its answers is meant as it is written."""
        values = [choice.value.rpartition(",")[2] for choice in row.choices]
        if any(NEEDED.fullmatch(value) for value in values):
            return False  # 4 means a save of 4+, and not the fourth of them
        return row.numbered and not row.dice and figures not in values and not are_counts(values)

    def letters_of(self, row: ActRow) -> Mapping[str, str]:
        """The letters that mean units in a row: first of the side that is shown, then of the other one."""
        letters, shown = self._letters_of(), self._shown_of()
        if not _of_units(row, letters):
            return {}
        unit_rows = [each for each in self.rows if _of_units(each, letters)]
        if any(each.value in shown for each in unit_rows if each.name != row.name):
            others = {ref: letter for ref, letter in letters.items() if ref not in shown}
            return others if any(choice.value in others for choice in row.choices) else shown
        own = {shown[choice.value] for choice in row.choices if choice.value in shown}
        if row.name != unit_rows[0].name or not own:
            return letters
        return {**{ref: letter for ref, letter in letters.items() if letter not in own}, **shown}

    def forget(self) -> None:
        """Begin a new answer with the next letter or figure."""
        self._letters = self._exact = ""

    def watch_cursor(self, old: int, new: int) -> None:
        """Begin a new answer where letters and figures were typed in another row."""
        super().watch_cursor(old, new)
        if self.row is not None:
            self._letters = self._letters if self.row.name == self._lettered else ""
            self._found = (self.row.name, self.row.value)

    def _is_whole(self, row: ActRow) -> bool:
        """Whether a row has all its dice, so that one more begins them anew.

        How many they are is kept while they are typed again, since the rules ask for them a moment later.
        """
        dice = len(row.value.split(",")) if row.value else 0
        if row.open:
            self._whole = ("", 0)
        elif self._whole[0] != row.name:
            self._whole = (row.name, dice)
        return not row.open and dice >= self._whole[1] > 0

    def _rub_out(self, row: ActRow) -> None:
        """Take back the last letter of a text, the last of several figures or answers, or a choice."""
        self._letters = ""
        if self._writes():
            self._edit(row.name, lambda value: value[:-1])
        elif row.counted and "," in row.value:
            self._edit(row.name, without_last_die)
        else:
            self._edit(row.name, lambda value: value.rpartition(",")[0] if row.adds or row.asked else "")

    def _leap(self, row: ActRow, letter: str) -> None:
        """Go to the choice that fits the letters typed in this row best; figures may be others than those offered."""
        before = self._letters if self._lettered == row.name else ""
        for letters in (before + letter, letter):
            value = _meant(row, letters)
            if value is not None:
                self._letters, self._lettered = letters, row.name
                self._edit(row.name, partial(put, value))
                return
        if letter.isdecimal() and are_counts(values := [choice.value for choice in row.choices]):
            self.app.notify(f"{row.name.replace('-', ' ')}: {values[0]} to {values[-1]}.", severity="warning")

    def _begins(self, row: ActRow, sign: str) -> bool:
        """Whether a letter goes on with what is typed, or is written, or begins a word of an answer.

        Behind figures that are an answer by themselves, such as a distance, no word goes on.
        """
        if row.figure and self._letters.isdecimal() and sign.isalpha():
            return self._writes(sign)
        words = (word for choice in row.choices for word in choice.text.casefold().split())
        return bool(self._letters) or self._writes(sign) or any(word.startswith(sign.casefold()) for word in words)

    def _word(self, row: ActRow, sign: str) -> None:
        """Write a word of one's own: the first choice that begins with it stands for it, until it is another."""
        self._letters = (self._letters if self._lettered == row.name else "") + sign
        self._lettered = row.name
        begun = self._letters.casefold()
        known = next(
            (choice.value for choice in row.choices if choice.text.casefold().startswith(begun)), self._letters
        )
        self._edit(row.name, partial(put, known))

    def _on_paste(self, event: Paste) -> None:
        event.stop()
        if self.row is not None and self._writes() and event.text:
            self._edit(self.row.name, partial(add, in_one_line(event.text)))


class ActPreview(LinePane[Line]):
    """What the row under the cursor can be given, and what the act would come to; a click on a choice gives it.

    Args:
        answer: takes an answer that is whole into the row of a name.
    """

    def __init__(self, answer: Callable[[str, str], None], *, id: str) -> None:
        super().__init__(lambda line, width: line, stops=lambda line: False, id=id)
        self._answer, self._row = answer, ActRow(RowKind.NOTHING, "", "")
        self._offered = range(0)

    def tell(self, above: Sequence[Line], offers: Sequence[Line], below: Iterable[Line], row: ActRow | None) -> None:
        """Show lines; among them what a row is offered, each choice behind its key."""
        self._offered = range(len(above), len(above) + len(offers))
        self._row = row or self._row
        self.show((*above, *offers, *below))

    def on_click(self, event: Click) -> None:
        """Give the row the choice that was clicked: that of the last key up to there."""
        at, place = self.index_at(event), event.get_content_offset(self)
        if at is None or place is None or at not in self._offered or not self.is_click(event):
            return
        before = sum(_keys(self.rows[each]) for each in range(self._offered.start, at))
        number = before + _keys(self.rows[at], place.x - 1) - 1
        if 0 <= number < len(self._row.choices):
            self._answer(self._row.name, self._row.choices[number].value)


def _keys(line: Line, end: int | None = None) -> int:
    """How many keys stand in a line, as far as some cell."""
    starts = accumulate((cell_len(text) for text, _ in line.left), initial=0)
    return sum(
        look == "focus" and (end is None or start <= end) for start, (_, look) in zip(starts, line.left, strict=False)
    )


def _is_next(row: ActRow, figure: str) -> bool:
    """Whether a figure begins another number, since there is none so large as the one before with it."""
    last = row.value.rpartition(",")[2]
    most = [int(number) for each in row.choices if (number := each.value.rpartition(",")[2]).isdecimal()]
    return bool(last) and last.isdecimal() and figure.isdecimal() and bool(most) and int(last + figure) > max(most)


NEEDED = re.compile(r"\d\+")
"""What a die must show, as the value of a choice: a save."""
DIE = tuple("123456")
"""The figures of a die."""


def _of_units(row: ActRow, letters: Mapping[str, str]) -> bool:
    """Whether a row is given units that have letters."""
    return row.kind is RowKind.CHOICE and any(choice.value in letters for choice in row.choices)


def _meant(row: ActRow, letters: str) -> str | None:
    """Return what letters typed in a row of choices mean; None where they fit nothing."""
    if row.dice and not (row.counted or row.adds):
        return letters if letters in DIE else None
    if row.figure and letters.isdecimal():
        return letters
    if any(choice.value == letters for choice in row.choices):
        return letters
    if row.counted and letters in DIE:
        return f"{letters},"  # no number of dice that can succeed, so the first of the dice themselves
    if letters.isdecimal() and are_counts([choice.value for choice in row.choices]):
        return None  # 41 is no 14 of 18
    found = fitting([ListChoice(choice.value, choice.text) for choice in row.choices], letters)
    return found[0].key if found else None


def put(value: str, _: str) -> str:
    """A value in the place of the one there was."""
    return value


def toggled(part: str, value: str) -> str:
    """Parts with one more at the end, or without it where it was among them."""
    parts = [each for each in value.split(",") if each]
    return ",".join([each for each in parts if each != part] if part in parts else [*parts, part])


def add_figure(sign: str, dice: bool, value: str) -> str:
    """Figures with one more behind them, or the comma that ends one; each die is a figure of its own."""
    if not value or value.endswith(","):
        return value if sign == "," else f"{value}{sign}"
    return f"{value},{sign}" if dice and sign != "," else f"{value}{sign}"


def without_last_die(value: str) -> str:
    """Dice without the last of them; a single one keeps the comma that makes it a die."""
    left = value.rstrip(",").rpartition(",")[0]
    return f"{left}," if left and "," not in left else left


def add(written: str, value: str) -> str:
    """A value with something written behind it; it begins with no space."""
    return (value + written).lstrip()
