"""What keys do to the line under the cursor of the editor: whether they can, and by which operations.

Operations are imported where a key is pressed: the first paint needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from builder.scalars import signed
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.view import ALONE, TreeRow, rows_above
from builder.tui.screens.base import REFUSED, ActionScreen, in_view
from builder.tui.screens.edit_step import RETRACED, tell_change
from builder.tui.screens.edit_step import EditStep as EditStep
from builder.tui.screens.editor_army import ArmyPane
from builder.tui.screens.editor_panes import EditorBoard
from builder.tui.sentences import keyed

if TYPE_CHECKING:
    from builder.services.editor.session import EditorSession

NEEDS_UNIT = frozenset({"duplicate", "move", "earlier", "later", "marks", "copy"})
NEEDS_ARMY = frozenset({
    "add", "alike", "by_groups", "findings", "versions", "notes", "print", "sheet", "text", "limit", "fits", "forces",
    "rename", "note", "name_army", "save_as", "matchup",
})  # fmt: skip


WANTED: Mapping[str, tuple[str, ...]] = {
    pane: tuple(f"editor.{name}" for name in names.split())
    for pane, names in {
        "army": "choose more fewer add join findings print undo redo transport tick back",
        "wide": "choose more fewer search add findings print undo redo transport join tick back",
        "tie": "choose add transport join findings print undo redo marks search back",
        "heading": "choose add findings print undo redo search back",
        "grouped": "choose more fewer groups add findings print undo redo transport join tick back",
        "group": "choose groups remove add findings print undo redo search back",
        "tiny": "add findings print choose undo redo transport join tick back",
        "tiny heading": "add findings print choose undo redo search back",
        "force": "forces choose add findings print undo redo rename back",
        "marked": "tick groups duplicate copy move remove back findings",
        "details": "choose more fewer findings print search undo redo add join transport back",
        "search": "find_up find_down choose more alike fewer back",
        "find": "choose more fewer back",
    }.items()
}
"""The actions that the line of keys begins with, by the pane with the focus; where that is tiny or wide or shows
groups, at a group or a force, at what ties a unit to another, where units are `marked`."""

_ADDS = ("editor.choose", "editor.more", "editor.alike", "tab", "editor.fewer", "editor.back")
ADDING: Mapping[str, tuple[str, ...]] = {
    "search": ("letters", "editor.find_up", "editor.find_down", *_ADDS),
    "narrow": ("letters", *_ADDS),
    "preview": ("letters", *_ADDS),
}
"""The same while something is added."""


def add(board: EditorBoard) -> EditStep | None:
    """Add the entry, or the force, under the cursor of the catalogue."""
    from builder.services.editor.operations import Add

    entry, force = board.entry_row, board.force
    if entry is not None and entry.force is not None:
        return EditStep(entry.force.operations)
    if entry is None or not entry.path or force is None:
        return None
    board.catalogue.search.answered()
    return EditStep([Add(unit=entry.path, force=force.id)])


def adding(screen: ActionScreen, board: EditorBoard) -> Callable[[EditorSession], str | None] | None:
    """Return what adds what is under the cursor of the catalogue, or lets a unit take it; a heading is folded."""
    entry = board.entry_row
    if entry is not None and not entry.adds:
        board.toggle()
    elif entry is not None and entry.upgrade is not None:
        board.catalogue.search.answered()
        return partial(choose, screen, entry.upgrade, entry.upgrade.number + entry.upgrade.step)
    elif (step := add(board)) is not None:
        return partial(step.apply, screen)
    return None


def count(board: EditorBoard, session: EditorSession | None, by: int) -> EditStep | None:
    """Give the row under the cursor of the army another number, or remove a unit of the entry in the catalogue."""
    from builder.services.editor.choices import choices_of
    from builder.services.editor.choosing import counting
    from builder.services.editor.operations import Remove

    if board.pane == "army":
        row = board.tree_row
        unit = session.session.state.roster.selection(row.unit) if session is not None and row is not None else None
        if session is None or row is None or unit is None:
            return None
        number = row.models if row.kind == "unit" else row.number
        operations, refusal = counting(choices_of(session.session, unit.id, unit.id), unit, row.id, number, by)
        if refusal:
            board.notify(refusal, severity="warning")
        return None if refusal else EditStep(operations, row.id)
    entry, force = board.entry_row, board.force
    if entry is None or force is None:
        return None
    taken = [unit for unit in force.selections if unit.entry_path == entry.path]
    return EditStep([Remove(id=taken[-1].id)]) if taken else None


def remove(board: EditorBoard) -> EditStep | None:
    """Remove what the line stands for; undo brings it back."""
    from builder.services.editor.operations import Remove, RemoveForce, RemoveGroup

    row = board.tree_row
    if board.army.has_marks:
        return EditStep([Remove(id=id) for id in board.army.marked])
    if row is None or not can_go(row):
        return None
    words = f"{row.title} removed{f', {signed(-row.points)}' if row.points else ''}"
    kinds = {"force": RemoveForce(force=row.id), "group": RemoveGroup(group=row.id)}
    return EditStep([kinds.get(row.kind, Remove(id=row.id))], board.army.neighbour(), said=words, about=row.unit)


def can_go(row: TreeRow) -> bool:
    """Whether what a row stands for can be removed."""
    return row.kind not in ("slot", "mark") and row.id != ALONE


def add_alike(board: EditorBoard) -> EditStep | None:
    """Add one like the last of what is under the cursor of the catalogue; one as it comes where the army has none."""
    from builder.services.editor.operations import Duplicate

    entry, force = board.entry_row, board.force
    if entry is None or force is None:
        return None
    taken = [unit for unit in force.selections if unit.entry_path == entry.path]
    board.catalogue.search.answered()
    return EditStep([Duplicate(id=taken[-1].id)]) if taken else add(board)


def duplicate(board: EditorBoard) -> EditStep | None:
    """Copy the units, to stand behind the others."""
    return _copies(board.army.marked) if board.tree_row is not None else None


def paste(board: EditorBoard) -> EditStep | None:
    """Add a copy of what was copied."""
    return _copies(board.copied)


def _copies(ids: Sequence[str]) -> EditStep | None:
    from builder.services.editor.operations import Duplicate

    return EditStep([Duplicate(id=ids[0], others=tuple(ids[1:]))]) if ids else None


def shift(by: int, board: EditorBoard) -> EditStep | None:
    """Move the units up or down by one, past the next that is not moved."""
    from builder.services.editor.operations import Move

    moved, moves = board.army.marked, list[Move]()
    for units in board.army.view.beside():
        for place in range(1, len(units)) if by < 0 else range(len(units) - 2, -1, -1):
            unit, other = units[place], units[place + by]
            if unit in moved and other not in moved:
                moves.append(Move(id=unit, before=other) if by < 0 else Move(id=unit, after=other))
                units[place], units[place + by] = other, unit
    row = board.tree_row
    if not moves:
        board.notify(f"No unit of its slot or group stands {'above' if by < 0 else 'below'} it.", severity="warning")
        return None
    return EditStep(moves, row.id if row is not None else None, keeps_marks=True)


def drop(screen: ActionScreen, session: EditorSession, dropped: ArmyPane.Dropped) -> EditStep | None:
    """Move a unit to the place of another one: behind it where it comes from above, else before it.

    Where the other one stands below another heading of the same force nothing would be seen to move: the two join or
    one gets into the other, as into a transport anywhere; or it is told why that cannot be. In another group it acts
    with those from now on.
    """
    from builder.services.editor.grouping import brought_to_group
    from builder.services.editor.joining import brought_to, can_join
    from builder.services.editor.operations import Move

    unit, target = dropped.unit, dropped.target
    rows, kinds = session.view.rows, ("slot", "group")
    places = {row.id: place for place, row in enumerate(rows)}
    own, other = (tuple(rows_above(rows, places[id])) or (rows[places[id]],) for id in (unit, target))
    stays = own[0].id != other[0].id and own[0].kind in kinds and own[1:] == other[1:]
    is_grouped = stays and own[0].kind == "group"
    onto = {dropped.over, target} if stays and not is_grouped else {dropped.over} - {target}
    offers = [brought_to(session.session, unit, id) for id in sorted(onto, key=target.__eq__)]
    offers += [brought_to_group(session.session, unit, other[0].id)] if is_grouped else []
    for done in (done for offered in offers for done in offered.right):
        return EditStep(done.operations, unit, said=f"{done.words}.", about=unit)
    if not stays:
        return EditStep([Move(id=unit, after=target) if dropped.below else Move(id=unit, before=target)], unit)
    name, way = rows[places[unit]].title, keyed(" {editor.join} lists whom it can join.")
    way = way if can_join(session.session, unit) else ""
    said = f"{name} stays in {own[0].name}: its slot is set by its datasheet.{way}"
    said = next((words for offered in offers for words in offered.refusals), said)
    screen.notify(said, severity="warning", kind=REFUSED)
    return None


def choose(screen: ActionScreen, choice: ChoiceRow, number: int, session: EditorSession) -> None:
    """Give a choice a number, and tell what had to change to allow it, or who has nothing to ride in now."""
    before = session.session.state.roster
    done = session.choose(choice, number)
    if done is not None:
        screen.notify(done.words, title=f"{choice.name} is taken", kind=RETRACED, unit=choice.unit)
    else:
        tell_change(screen, session, before)


def retrace(screen: ActionScreen, board: EditorBoard, name: str, session: EditorSession) -> str | None:
    """Undo or redo, tell what that has changed, and give the row to go to, if the cursor is not there already."""
    done = session.step(-1 if name == "undo" else 1)
    if done is None:
        return None
    title, seen = "Undone" if name == "undo" else "Done again", in_view(screen.app) or screen
    seen.notify(done.words, title=title, kind=RETRACED, unit=done.unit)
    if done.gone:
        return board.army.neighbour(done.unit)
    row = board.tree_row
    return done.unit if row is None or row.unit != done.unit else None


STEPS: Mapping[str, Callable[[EditorBoard], EditStep | None]] = {
    "remove": remove,
    "alike": add_alike,
    "duplicate": duplicate,
    "paste": paste,
    "earlier": partial(shift, -1),
    "later": partial(shift, 1),
}
"""The steps that actions of the editor are, by their names."""


def is_possible(name: str, board: EditorBoard, session: EditorSession | None) -> bool:
    """Whether an action of the editor can be done as things stand."""
    if name in ("back", "search", "fold", "unfold", "choose") or name.startswith("find_"):
        return True
    if name == "tick":
        at = board.tree_row
        return board.pane != "army" or session is None or (at is not None and (bool(at.unit) or at.parent))
    if session is None:
        return False
    row = board.tree_row
    match name:
        case "undo" | "redo":
            return session.session.can_undo if name == "undo" else session.session.can_redo
        case "paste":
            return bool(board.copied)
        case "rules":
            from builder.systems.registry import usable_modules

            system = session.army.system
            return bool(system.settings()) or any(not each.refusal(system) for each in usable_modules())
        case "groups":
            return session.army.system.plans_groups or bool(session.session.state.roster.groups)
        case "copy" | "duplicate" | "move" | "earlier" | "later" if board.army.has_marks:
            return True
        case "remove":
            return row is not None and (can_go(row) or board.army.has_marks)
        case "more" | "fewer" | "alike" if board.in_catalogue:
            return _can_add(name, board)
        case "transport" | "join":
            from builder.services.editor.joining import can_join, can_ride  # the first paint needs none of it

            can = can_join if name == "join" else can_ride
            return row is not None and bool(row.unit) and can(session.session, row.unit)
        case "more" | "fewer" if board.pane == "details":
            return board.details.choice is not None
        case "more" | "fewer":
            if board.pane != "army" or row is None or row.kind not in COUNTED:
                return board.pane != "army"
            from builder.services.editor.choices import choices_of
            from builder.services.editor.unit_operations import has_number

            if row.kind == "unit":
                return any(each.model and each.is_counted for each in choices_of(session.session, row.id, row.id))
            return has_number(session.session.ground, session.session.state.roster, row.id)
    if name in NEEDS_UNIT:
        return row is not None and bool(row.unit)
    return name in NEEDS_ARMY


def _can_add(name: str, board: EditorBoard) -> bool:
    """Whether the line under the cursor of the catalogue can be added so, or taken back."""
    entry, force = board.entry_row, board.force
    if entry is None or not entry.path:
        return name == "more" and entry is not None and entry.adds
    return name != "fewer" or (force is not None and any(unit.entry_path == entry.path for unit in force.selections))


COUNTED = ("unit", "model", "choice")
"""The kinds of lines of the army that can have a number."""
REASONS: Mapping[str, str] = {
    "undo": "there is nothing to undo.",
    "redo": "there is nothing to redo.",
    "paste": "nothing was copied yet; {editor.copy} copies the unit under the cursor.",
    "rules": "its system and the modules here have nothing to choose.",
    "groups": "units of this system act alone.",
    "remove": "a heading goes when the last unit below it is removed.",
    **dict.fromkeys(("more", "fewer"), "only units and what they carry have a number."),
    "alike": "only what stands in the catalogue can be added.",
    "tick": "nothing stands below it to be folded.",
    "transport": "it rides in nothing, and no transport of the army could take it.",
    "join": "a single model and a squad join; there is none here that it could join.",
}
"""Why actions of the editor are not possible, by their names, where more is to be said than that no unit is meant."""


def why_not(name: str, board: EditorBoard, session: EditorSession | None) -> str:
    """Return why an action of the editor cannot be done as things stand."""
    if session is None:
        return "the army is being opened."
    row = board.tree_row
    if (name in NEEDS_UNIT or name in ("transport", "join")) and (row is None or not row.unit):
        return "no unit is under the cursor."
    if name == "remove" and row is not None and row.kind == "mark":
        return keyed("{editor.marks} and {editor.join} change what holds of the unit.")
    if name in ("more", "fewer") and board.pane == "army" and row is not None and row.kind in COUNTED:
        return f"{row.title}: this number cannot be chosen."
    if name == "fewer" and board.in_catalogue:
        path, forces = board.entry_row and board.entry_row.path, session.session.state.roster.all_forces()
        elsewhere = bool(path) and any(unit.entry_path == path for force in forces for unit in force.selections)
        return f"{'this force has' if elsewhere else 'there is'} none of it to take away."
    is_heading = name in ("more", "fewer") and board.pane == "details"
    known = REASONS.get("alike" if name == "more" and board.in_catalogue else name, "")
    return keyed("a heading has no number." if is_heading else known)


def wanted(board: EditorBoard) -> Sequence[str]:
    """The ids of the actions that are most wanted in the pane with the focus, or for what is marked."""
    row = board.army.row if board.pane == "army" else None
    pane = board.pane
    if row is not None and not row.unit:
        pane = row.kind if row.kind in ("force", "group") else "heading"
    elif row is not None and row.target:
        pane = "tie"
    if pane in ("army", "heading", "group", "tie") and board.screen.has_class("-tiny"):
        pane = "tiny" if pane in ("army", "tie") else "tiny heading"
    if board.is_adding:
        return ADDING[
            "preview" if board.pane == "preview" else "search" if board.screen.size.width >= 110 else "narrow"
        ]
    if pane == "army" and not board.screen.has_class("-narrow"):
        pane = "grouped" if board.army.session is not None and board.army.session.by_groups else "wide"
    return WANTED.get("marked" if board.army.has_marks else pane, WANTED["army"])


CALLED: Mapping[str, tuple[str, str]] = {
    "more": ("Add and stay", "Add, stay"),
    "fewer": ("Remove one", "Remove one"),
    "alike": ("Like the last", "Alike"),
}
"""What keys are called that act on what can be added, and where there is less room."""
FOLDING = ("Fold", "Unfold")
"""What Enter does with a heading, by whether it is folded."""


def label(name: str, board: EditorBoard) -> str:
    """Return what the line of keys calls an action on the line under the cursor; empty where it is as everywhere."""
    if name == "back":
        return "Close" if board.is_adding else "Unmark" if board.pane == "army" and board.army.has_marks else ""
    if name in ("letters", "tab"):
        return "Find" if name == "letters" else "Preview" if board.pane == "search" else "Search"
    if name == "tick":
        row = board.tree_row
        marks = "Mark" if row is None or row.unit else "Fold"
        return {"army": marks, "search": "Fold"}.get(board.pane, "Tick")
    if board.in_catalogue and name in CALLED:
        return CALLED[name][board.screen.size.width < 110]
    if name == "remove" and board.tree_row is not None and board.tree_row.kind == "group":
        return "Break up"
    return _choosing(board) if name == "choose" else ""


def _choosing(board: EditorBoard) -> str:
    entry, row = board.entry_row, board.tree_row
    if board.in_catalogue:
        return "" if entry is None else "Add" if entry.adds else FOLDING[board.catalogue.is_folded(entry.slot)]
    if board.pane == "find":
        return "Take" if board.find.value else "Done"
    if board.pane == "details":
        line = board.details.row
        tie = line.tie.capitalize() if line is not None else ""
        if line is not None and line.choice is not None and line.choice.is_counted:
            return "Next group"
        heading = line.heading if line is not None else None
        return tie or (FOLDING[board.details.is_folded(heading)] if heading is not None else "")
    if row is None:
        return "Add"
    if row.target or row.unit:
        return "Go there" if row.target else "Options"
    return "Add here" if not row.parent else FOLDING[board.army.is_folded(row)]
