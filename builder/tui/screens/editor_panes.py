"""The panes of the editor: the army as a tree, the catalogue, the details of what the cursor stands on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus
from textual.message import Message

from builder.services.editor.choice_row import ChoiceKey, ChoiceRow
from builder.services.editor.view import EditorView, TreeRow
from builder.tui.screens.base import Notice, Noticed
from builder.tui.screens.editor_army import NOTHING_YET, ArmyPane
from builder.tui.screens.editor_catalogue import CataloguePane, titled
from builder.tui.screens.editor_details import DetailsPane, title_of
from builder.tui.sentences import keyed
from builder.tui.widgets.adder_lines import PreviewPane, over_words, preview_rows, upgrade_preview
from builder.tui.widgets.editor_lines import CatalogueRow
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Horizontal, Input, SearchInput, Vertical
from builder.tui.widgets.profile_lines import ProfilePane

if TYPE_CHECKING:
    from builder.errors import Finding
    from builder.roster.model import Force
    from builder.services.editor.session import EditorSession
    from builder.systems.blocks import Table


class ChoiceSearch(SearchInput):
    """The line for what is looked for in a unit; while it is empty, + and − count what was taken last."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Take", id="editor.choose")]

    @property
    def acts(self) -> Mapping[str, str]:
        """What keys do while nothing is written: a slash begins the next search, as it does elsewhere."""
        acts = {"plus": "count('more')", "minus": "count('fewer')", "slash": "search"}
        return acts if not self.value else {}


class EditorBoard(Horizontal):
    """The panes, side by side; on narrow screens the catalogue takes the place of the details, or one pane that of all.

    Args:
        settle: shows all that the last change has come to, before anything hangs on where the cursor is.
    """

    def __init__(self, settle: Callable[[], None], *, id: str) -> None:
        super().__init__(id=id)
        self._settle = settle
        self.catalogue = CataloguePane(id="left")
        self.army = ArmyPane(id="army")
        self.profile = ProfilePane(id="profile")
        self.preview = PreviewPane(self.catalogue.search, id="preview")
        self.preview.add_class("pane", update=False)
        self.preview.frame, self.preview.border_title = self.preview, "Preview"
        self.preview.fit = self._fit_preview
        self._effect = FittedLines(id="effect")
        self.details = DetailsPane(self.profile, self._effect, id="details")
        self.find = ChoiceSearch(placeholder=keyed("{editor.search} search in the unit"), id="find")
        self.right = Vertical(id="right", classes="pane")
        self.army.frame, self.details.frame = self.army, self.right
        self.details.fit = self.show_details
        self.details.leaves_keys = self.profile.leaves_keys = lambda: (
            self.pane == "search" and self.entry_row is not None and self.entry_row.adds
        )
        self.right.border_title = "Details"
        self.copied: tuple[str, ...] = ()
        """The ids of the units that can be pasted."""
        self._session: EditorSession | None = None
        self._view = EditorView(name="")
        self._came_from, self._previewed, self._before = "army", "", Decimal(0)
        self.warning = ""
        """What adding the entry under the cursor of the adder would be against."""

    class Previewed(Message):
        """Another entry is under the cursor of the adder, or it was closed."""

    def compose(self) -> ComposeResult:
        """What is seen at once."""
        yield self.catalogue
        yield self.army.add_class("pane", "shown", update=False)
        yield self.right
        if self.screen.has_class("-huge"):
            yield self.profile

    async def add_rest(self) -> None:
        """Add what has nothing to say until the army is open, if that is not done yet: it would delay what has."""
        if self.details.is_attached:
            return
        await self.catalogue.add_parts()
        await self.right.mount(self.find, self.details, self._effect)
        if not self.profile.is_attached:
            await self.mount(self.profile)
        await self.mount(self.preview)

    # -- adding ------------------------------------------------------------------
    @property
    def is_adding(self) -> bool:
        """Whether the adder is open."""
        return self.catalogue.is_adding

    def open_adder(self) -> None:
        """Go to where anything that can be added is found, with the room for what that comes to."""
        if not self.is_adding:
            self._came_from = self.pane
        self.catalogue.search.value = ""
        self.catalogue.follow(self.force)
        self.catalogue.begin(adding=True)
        self.add_class("-adder")
        self.catalogue.search.focus()

    def close_adder(self) -> None:
        """Go back to where the adder, or the list of what can be added, was come to from."""
        before, self.catalogue.search.value = self._came_from if self.is_adding else "army", ""
        self.screen.set_focus(next(iter(self.query(f"#{before or 'army'}")), self.army))
        self._end_adding()
        self.show_details()  # Of what was added meanwhile, on which the army's cursor stands.

    def _end_adding(self) -> None:
        if not self.is_adding:
            return
        self.app.delay_update(0.02)  # Else the list is painted once as it will be, where it stands no more.
        self.remove_class("-adder")
        self.catalogue.begin(adding=False)
        self.warning = self._previewed = ""
        self.post_message(self.Previewed())

    def show_preview(self) -> None:
        """Show what adding the entry under the cursor would come to."""
        session, row, force = self._session, self.entry_row, self.force
        if session is None or force is None:
            return
        told = session.adding(force, row.path) if row is not None and row.path else None
        width = max(10, self.preview.content_region.width - 2)
        if told is not None:
            rows = tuple(preview_rows(told, width))
        elif row is not None and row.upgrade is not None:
            rows = tuple(upgrade_preview(row, session.name_of(row.upgrade.unit), session.view.totals, width))
        else:
            rows = ()
        about = row.path if row is not None else ""
        if about != self._previewed:
            self.preview.scroll_home(animate=False)
        if about != self._previewed or not about:
            self._before = session.view.totals.points
        self._previewed = about
        self.preview.show(rows)
        self.preview.refresh()
        self.catalogue.preview(told)
        own = told.price if told is not None and told.comes_to else None
        price = row.upgrade.price if row is not None and row.upgrade is not None else own
        name = told.details.title if told is not None else row.upgrade.name if row is not None and row.upgrade else ""
        self.warning = over_words(name, session.view.totals, price, self._before)
        self.post_message(self.Previewed())

    def _fit_preview(self) -> None:
        if self.is_adding:
            self.show_preview()

    # -- showing -----------------------------------------------------------------
    def open(self, session: EditorSession) -> None:
        """Take an army that was opened."""
        from builder.services.editor.choices import choices_of_absent_models  # the first paint needs none of it

        self.app.post_message(Noticed(Notice(f"Opened: {session.view.name}")))
        self._session, self.details.work_out = session, session.effect
        self.details.work_out_fire = self._fire_of
        self.army.session = session
        self.details.look_ahead = partial(choices_of_absent_models, session.session)
        self.army.say(keyed(NOTHING_YET))

    def _fire_of(self, unit: str) -> Table | None:
        from builder.services.matchups import fire_of  # a screen without a pane for it needs none of it

        return fire_of(self._session.army, unit) if self._session is not None else None

    def show_army(self, view: EditorView, *, at: str = "") -> None:
        """Show the tree alone, with the cursor on the row of an element, whatever is folded around it."""
        self._view = view
        self._show_titles()
        unit = self._session.row_of(at) if at and self._session is not None else None
        self.army.show_view(view, self.army.unfold_around(view, at, unit) if at else None)

    @on(LinePane.Resized, "#army")
    @on(LinePane.Resized, "#catalogue")
    def _show_titles(self) -> None:
        by_groups = self._session is not None and self._session.by_groups
        self.catalogue.show_title()
        self.army.border_title = titled(self.screen, "Army by groups" if by_groups else "Army", 2)

    def show(self, view: EditorView, *, at: str = "") -> None:
        """Show an army, with the cursor on the row of an element, if it is to be another one."""
        self.show_army(view, at=at)
        if self._session is not None:
            self.catalogue.show(self._session, self.force)
        self.show_details()

    def go_to(self, *ids: str) -> None:
        """Stand on the row of an element, whatever is folded around it: of the first of these ids that has one."""
        self._end_adding()
        rows = {row.id for row in self._view.rows}
        self.show_army(self._view, at=next((id for id in ids if id in rows), ids[-1] if ids else ""))
        self.show_details()
        self.screen.set_focus(self.army)

    def go_to_finding(self, finding: Finding) -> None:
        """Move the cursor to the very choice that a finding is about, or to the row of its unit or slot."""
        if self._session is None:
            return
        self.go_to(*self._session.rows_about(finding))
        choice = self._session.choice_about(finding)
        if choice is not None:
            self._go_to_choice(choice)

    def go_to_added(self, entry: CatalogueRow | None) -> None:
        """Go to what was added: to its first choice, to what a unit took, or to a force."""
        self.catalogue.search.value = ""
        if entry is not None and entry.upgrade is not None:
            self.go_to_upgrade(entry.upgrade)
        elif entry is not None and entry.force is not None:
            self._end_adding()
            self.screen.set_focus(self.army)
        else:
            self.go_to_choices()

    def go_to_upgrade(self, choice: ChoiceRow) -> None:
        """Move the cursor to a choice of a unit that was found among what can be added."""
        self.go_to(choice.unit)
        self._go_to_choice((choice.under, choice.path))

    def _go_to_choice(self, choice: ChoiceKey) -> None:
        self.screen.set_focus(self.details)
        self.show_details()
        self.details.go_to(choice)

    @on(LinePane.CursorMoved, "#army")
    def _moved_in_army(self) -> None:
        self.catalogue.follow(self.force)
        self.show_details()

    def show_details(self) -> None:
        """Show the details of what is under the cursor."""
        session = self._session
        if session is None:
            return
        if self.is_adding:
            self.show_preview()
            return
        entry, row, force = self.entry_row, self.tree_row, self.force
        if self.pane == "search" and entry is not None and entry.path and force is not None:
            details = session.entry_details(force, entry.path)
        elif self.pane == "search" and entry is not None and entry.upgrade is not None:
            details = session.details(entry.upgrade.unit, entry.upgrade.unit)
        elif row is not None and row.unit:
            details = session.details(row.unit, row.id)
        else:
            details = session.summary(row.id if row is not None else "")
        self.right.border_title, framed = title_of(details, self.screen, self.right.size.width)
        self.details.show_details(details, framed=framed)
        self.catalogue.tell(details.facts)

    @on(LinePane.CursorMoved, "#catalogue")
    def _moved_in_catalogue(self) -> None:
        if self.in_catalogue:
            self.show_details()

    @on(Input.Changed, "#search")
    def _look_for(self, event: Input.Changed) -> None:
        self.catalogue.look_for(event.value)
        self.show_details()
        self.screen.refresh_bindings()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The details are those of the pane with the focus."""
        for pane in (self.catalogue, self.army, self.right, self.preview):
            pane.set_class(pane in event.widget.ancestors_with_self, "shown")
        if not (self.catalogue.has_class("shown") or self.preview.has_class("shown")):
            self._end_adding()
        self.set_class(self.catalogue.has_class("shown"), "-adding")
        self.details.is_marked = self.pane == "find"
        if self.pane not in ("details", "find"):
            self.show_details()

    def search(self) -> None:
        """Write what to look for: in the unit under the cursor of the army, or where there is none in the catalogue."""
        row = self.tree_row
        if self.pane in ("army", "details", "find") and row is not None and row.unit:
            if self.pane == "army":
                self.go_to_choices()
            self.find.focus()
        else:
            self.catalogue.search.focus()

    @on(Input.Submitted, "#find")
    def _take_found(self) -> None:
        """Take the choice that was found, and look for the next; where none was, the words stay to be mended.

        Once more, with nothing written, ends it.
        """
        if not self.find.value:
            self.details.focus()
        if not self.find.value or self.details.choice is None:
            return
        # By the pane itself: what it posts goes up no further than to the widget at whose bidding it was posted.
        self.details.call_later(self.details.take)
        self.find.value = ""

    @on(Input.Changed, "#find")
    def _find(self, event: Input.Changed) -> None:
        self.details.look_for(event.value)
        self.screen.refresh_bindings()

    def choose(self) -> None:
        """Do what the row under the cursor of the army is for: lead on, find what fits an empty slot, fold, choose."""
        row = self.tree_row
        if row is not None and row.target:
            self.go_to(row.target)
        elif row is None:
            self.open_adder()
        elif row.unit:
            self.go_to_choices()
        elif row.kind == "slot" and not row.parent:
            self.open_adder()
            self.catalogue.look_in(row.id.partition("/")[2])
        else:
            self.toggle()

    def go_to_choices(self) -> None:
        """Go to the first choice of the unit under the cursor of the army, one that must be made where there is any."""
        self._end_adding()
        self.screen.set_focus(self.details)
        self.show_details()
        self.details.to_first_choice()

    # -- where the cursor is -------------------------------------------------------
    @property
    def pane(self) -> str:
        """The id of what has the focus."""
        focused = self.screen.focused
        return (focused.id if focused is not None else None) or ""

    @property
    def panes(self) -> Sequence[str]:
        """The ids of the panes that Tab leads to."""
        if self.is_adding:
            return ("search", "preview")
        return ("army", "details", *(("profile",) if self.screen.has_class("-huge") else ()), "search")

    @property
    def in_catalogue(self) -> bool:
        """Whether keys act on what can be added."""
        return self.pane in ("search", "preview")

    @property
    def tree_row(self) -> TreeRow | None:
        """The row of the army under the cursor."""
        self._settle()
        return self.army.row

    @property
    def entry_row(self) -> CatalogueRow | None:
        """The row of the catalogue under the cursor."""
        return self.catalogue.row

    @property
    def force(self) -> Force | None:
        """The force of what is under the cursor in the army, to which entries are added."""
        row = self.tree_row
        id = (row.unit or row.id) if row is not None else ""
        return self._session.force_of(id) if self._session is not None else None

    # -- folding -------------------------------------------------------------------
    def toggle(self) -> None:
        """Fold or unfold the line under the cursor."""
        if self.pane == "army":
            if self.tree_row is not None:
                self.army.toggle(self.tree_row.id)
        elif self.entry_row is not None:
            self.catalogue.toggle(self.entry_row.slot)
            self.show_details()

    def fold(self, *, folded: bool) -> None:
        """Fold or unfold the line under the cursor; where it is folded already, go to the line that it is below."""
        if self.pane == "search":
            entry = self.entry_row
            if entry is not None and self.catalogue.is_folded(entry.slot) != folded:
                self.toggle()
            return
        if (row := self.tree_row) is not None and row.parent and self.army.is_folded(row) != folded:
            self.army.toggle(row.id)
        elif folded:
            self.army.go_up()
