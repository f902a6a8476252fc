"""Everything that a key can do, in one table: bindings, footer, help and docs/keys.md come of it; keys of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.binding import Binding

from builder.record import Record
from builder.tui.key_names import key_name

APP = "app"
"""The scope of actions that every screen has."""


class Action(Record, frozen=True):
    """Something that a key does.

    Args:
        id: `screen.action`: users remap keys by it.
        keys: the keys, separated by commas; the first is the one that is shown.
        label: a word or two for the footer.
        tooltip: a sentence for the help and the palette.
        panes: the panes of its screen in which it works; all where none is named.
        footer: whether the footer names it where no screen wants it; help and palette always do.
        by: the method that does it, `action_<by>`, which is given its name; `action_<name>` where none is named.
    """

    id: str
    keys: str
    label: str
    tooltip: str
    panes: tuple[str, ...] = ()
    footer: bool = True
    by: str = ""

    @property
    def scope(self) -> str:
        """The screen it belongs to, or `app`."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """What it is called in its screen."""
        return self.id.partition(".")[2]

    @property
    def call(self) -> str:
        """What Textual runs to do it."""
        return f"{self.by}({self.name!r})" if self.by else self.name

    @property
    def shown(self) -> str:
        """Its first key as people write it."""
        return key_name(self.keys.split(",")[0])


_LIST = ("armies",)
_PANES = ("army", "search", "details")
_ADDS = ("search", "preview")
_UNIT = ("army", "details")


def _act(name: str, key: str, label: str, tooltip: str) -> Action:
    """An act of a game: which one it is, and whether there is any, is for the system of the game to say."""
    return Action(f"game.{name}", key, label, tooltip, by="act")


def _numbered(id: str, label: str, tooltip: str) -> Iterator[Action]:
    """The figures that do something with the first, second … of what is there."""
    for number in range(1, 10):
        words, by = tooltip.format(number), id.partition(".")[2]
        yield Action(f"{id}_{number}", str(number), label, words, footer=number == 1, by=by)


def _moves(scope: str, panes: tuple[str, ...]) -> Iterator[Action]:
    """The keys that move the cursor in what was found while letters are written."""
    for key, words in (("up", "Up"), ("down", "Down"), ("pageup", "Page up"), ("pagedown", "Page down")):
        yield Action(f"{scope}.find_{key}", key, words, f"{words} in what was found.", panes, footer=False, by="find")


def _moves_in_choice() -> Iterator[Action]:
    """The keys that move the cursor in the list of a dialog, also while letters are written."""
    ways = {"up": "To the line above.", "down": "To the line below.", "page_up": "Up by what the list shows."}
    ways |= {"page_down": "Down by what the list shows.", "first": "To the first line.", "last": "To the last line."}
    for (name, words), key in zip(ways.items(), ("up", "down", "pageup", "pagedown", "home", "end"), strict=True):
        yield Action(f"choice.{name}", key, name.capitalize().replace("_", " "), words, footer=False, by="move")


ACTIONS: tuple[Action, ...] = (
    Action("app.palette", "ctrl+p", "Commands", "Finds any action of the screen by its name."),
    Action("app.help", "question_mark,f1", "Keys", "Shows every key of this screen."),
    Action("app.messages", "ctrl+l", "Messages", "Shows what was said, the last first.", footer=False),
    Action("app.theme", "ctrl+t", "Theme", "Chooses between dark, light and high contrast.", footer=False),
    Action("app.signs", "f8", "Signs", "Chooses between boxes and blocks, and plain signs.", footer=False),
    Action("app.next_pane", "tab", "Next pane", "Goes to the next pane.", footer=False),
    Action("app.last_pane", "shift+tab", "Pane before", "Goes to the pane before.", footer=False),
    Action("app.quit", "q,ctrl+q", "Quit", "Ends the program; everything is saved."),
    Action("lines.up", "up", "Up", "Goes to the line above.", footer=False),
    Action("lines.down", "down", "Down", "Goes to the line below.", footer=False),
    Action("lines.page_up", "pageup", "Page up", "Goes up by what the pane shows.", footer=False),
    Action("lines.page_down", "pagedown", "Page down", "Goes down by what the pane shows.", footer=False),
    Action("lines.first", "home", "First", "Goes to the first line.", footer=False),
    Action("lines.last", "end", "Last", "Goes to the last line.", footer=False),
    Action("library.open", "enter", "Open", "Opens the army, or begins one with the data there.", _LIST),
    Action("library.new", "n", "New", "Begins an army.", _LIST),
    Action("library.copy", "d", "Duplicate", "Copies the army, or a starter army into your library.", _LIST),
    Action("library.games", "g", "Games", "Shows your games, to go on with one or to begin one."),
    Action("library.data", "D", "Data", "Shows data sets, to look through and to keep.", by="app.show"),
    Action("library.rename", "r", "Rename", "Gives the army another name.", _LIST),
    Action("library.import", "i", "Import", "Brings an army file or a roster of another program.", _LIST),
    Action("library.rebuild", "b", "Build anew", "Builds a roster of another program anew from data here.", _LIST),
    Action("library.print", "p", "Print", "Prints the sheets, or writes the list for others.", _LIST),
    Action("library.matchup", "M", "Matchup", "Works out who beats whom against another army.", _LIST),
    Action("library.delete", "delete", "Delete", "Puts the army into the trash.", _LIST),
    Action("library.undo", "u", "Undo delete", "Brings back what was deleted last.", _LIST),
    Action("library.filter", "slash", "Filter", "Shows armies with certain words in name, system, faction or units."),
    Action("library.preview", "v", "Preview", "Shows the sheets, as pictures where the terminal can.", _LIST),
    Action("library.text", "y", "Copy text", "Copies the list as text, to paste into a chat.", _LIST),
    Action("library.sort", "s", "Sort", "Sorts by change, name, system, points, faction or findings.", _LIST),
    Action("library.trash", "t", "Trash", "Brings back an army that was deleted.", _LIST),
    Action("library.folder", "o", "Folder", "Opens the folder with the army files.", _LIST, footer=False),
    Action("library.reload", "f5", "Reload", "Looks through the folder again.", footer=False),
    Action("library.list", "down", "To the list", "Goes from the filter to the list.", ("filter",)),
    Action("library.clear", "escape", "Clear filter", "Shows all armies again.", ("filter", "armies")),
    Action("editor.choose", "enter", "Choose", "Adds the entry, goes to the details, or chooses the option."),
    *_moves("editor", ("search", "find")),
    Action("editor.add", "a", "Add", "Finds what can be added by a few letters, and adds it."),
    Action("editor.alike", "equals_sign", "Alike", "Adds one like the last, in the catalogue.", _ADDS, by="step"),
    Action("editor.more", "plus", "More", "One model or one of an option more.", by="count"),
    Action("editor.fewer", "minus", "Fewer", "One model or one of an option fewer.", by="count"),
    Action("editor.remove", "delete,backspace,x", "Remove", "Removes what the line stands for.", ("army",), by="step"),
    Action("editor.findings", "f", "Findings", "Shows what is wrong, with ways to fix it."),
    Action("editor.print", "p", "Print", "Prints the sheets of the army, or writes its list for others.", by="share"),
    Action("editor.undo", "u,ctrl+z", "Undo", "Takes back the last change; again and again.", by="undo"),
    Action("editor.back", "escape", "Back", "Leaves the search, goes to the army, then to the list of armies."),
    Action("editor.search", "slash", "Find", "Finds a choice of the unit, or an entry of the catalogue."),
    Action("editor.rename", "r", "Rename", "Names the unit, the force or the army.", _UNIT, by="ask"),
    Action("editor.note", "n", "Note", "Writes notes for the unit, the force or the army.", _UNIT, by="ask"),
    Action("editor.duplicate", "d", "Duplicate", "Copies the unit; it keeps its options.", _UNIT, by="step"),
    Action("editor.marks", "k", "Marks", "Reserve, deep strike, led by, riding in.", _UNIT, by="ask"),
    Action("editor.move", "m", "Move", "Moves the unit behind another one, or into another force.", _UNIT, by="ask"),
    Action("editor.transport", "t", "Transport", "Puts the unit into a transport.", _UNIT, by="ask"),
    Action("editor.join", "j", "Join", "Joins a character and a unit.", _UNIT, by="ask"),
    Action("editor.redo", "U,ctrl+y", "Redo", "Does again what was undone.", by="undo"),
    Action("editor.sheet", "s", "Sheet", "Shows the sheet of the unit as text, or those of the army.", by="share"),
    Action("editor.text", "y", "Copy text", "Copies the list as text, to paste into a chat.", by="share"),
    Action("editor.limit", "l", "Limit", "Sets what the army may cost.", by="ask"),
    Action("editor.fits", "L", "What fits", "Shows what the points that are left buy, to take it.", by="ask"),
    Action("editor.copy", "c", "Copy", "Copies the units: as text, and to be pasted here.", by="share"),
    Action("editor.paste", "v", "Paste", "Adds a copy of the unit that was copied.", by="step"),
    Action(
        "editor.groups", "g", "Group", "Makes the marked units a group that acts together, or the unit one.", by="ask"
    ),
    Action("editor.by_groups", "G", "As groups", "Shows the units in their groups, or in their slots."),
    Action("editor.forces", "F", "Forces", "Adds or removes a force.", by="ask"),
    Action(
        "editor.rules",
        "h",
        "House rules",
        "Chooses modules, and how the list reads rules that can be read in several ways.",
        by="ask",
    ),
    Action(
        "editor.earlier", "alt+up,shift+up", "Move up", "The unit goes up by one.", ("army",), footer=False, by="step"
    ),
    Action(
        "editor.later",
        "alt+down,shift+down",
        "Move down",
        "The unit goes down.",
        ("army",),
        footer=False,
        by="step",
    ),
    Action("editor.fold", "left", "Fold", "Hides what is below the line.", _PANES, footer=False, by="fold"),
    Action("editor.unfold", "right", "Unfold", "Shows what is below it.", _PANES, footer=False, by="fold"),
    Action("editor.tick", "space", "Mark", "Marks the unit, or ticks the option.", footer=False),
    Action("editor.versions", "V", "Versions", "Compares the army with what it was, or another.", footer=False),
    Action("editor.notes", "N", "Notes", "Shows what to remember at the table, by phase.", footer=False, by="share"),
    Action("editor.data", "D", "Data", "Shows data sets, to look through and to keep.", footer=False, by="app.show"),
    Action("editor.matchup", "M", "Matchup", "Works out who beats whom against another army.", footer=False),
    Action("editor.name_army", "R", "Name the army", "Names the army.", footer=False, by="ask"),
    Action("editor.save_as", "ctrl+s", "Save as", "Goes on in a file of another name.", footer=False),
    Action("versions.choose", "enter", "Changes", "Goes to what changed; there it shows what stayed the same, too."),
    Action("versions.restore", "b", "Go back to it", "Makes the army what it was then; undo leads back."),
    Action("versions.beside", "o", "Open beside", "Shows both lists beside each other, or what changed again."),
    Action("versions.other", "a", "Another army", "Compares the army with another one.", footer=False),
    Action("versions.file", "O", "A file", "Compares the army with one in a file.", footer=False),
    Action("versions.copy", "y,c", "Copy changes", "Copies what changed as text."),
    Action("versions.older", "left", "Older", "Goes to the version before.", footer=False, by="step"),
    Action("versions.newer", "right", "Newer", "Goes to the next version.", footer=False, by="step"),
    Action("versions.back", "escape,V", "Back", "Goes back to the versions, then to the army."),
    Action("findings.go", "enter", "Go there", "Goes to what the finding is about, or applies the fix at the cursor."),
    *_numbered("findings.mend", "Fix", "Applies fix number {}."),
    Action("findings.next", "n", "Next finding", "Goes to the next finding, after the last to the first."),
    Action("findings.copy", "c", "Copy", "Copies all findings as text."),
    Action("findings.undo", "u,ctrl+z", "Undo", "Takes back the last change."),
    Action("findings.redo", "U,ctrl+y", "Redo", "Does again what was undone.", footer=False, by="undo"),
    Action("findings.errors", "x", "Errors", "Shows or hides errors.", footer=False, by="filter"),
    Action("findings.warnings", "w", "Open", "Shows or hides open choices and warnings.", footer=False, by="filter"),
    Action("findings.notes", "i", "Notes", "Shows or hides notes.", footer=False, by="filter"),
    Action("findings.print", "p", "Print", "Prints the sheets of the army as it is now."),
    Action("findings.back", "escape,f", "Back", "Goes back to the army."),
    Action("dialog.cancel", "escape", "Cancel", "Closes the dialog; nothing is changed."),
    Action("dialog.next_pane", "tab", "Next part", "Goes to the next part of the dialog.", footer=False),
    Action("dialog.last_pane", "shift+tab", "Part before", "Goes to the part before.", footer=False),
    Action("dialog.quit", "ctrl+q", "Quit", "Ends the program; everything is saved.", footer=False),
    Action("dialog.help", "f1", "Keys", "Shows every key of this dialog.", footer=False),
    Action("export.write", "enter", "Write", "Writes the file."),
    Action("export.folder", "o", "Write and open", "Writes the file and opens it."),
    Action("export.change", "space", "Tick", "Ticks the box, takes the choice, or folds the group."),
    Action("export.against", "a", "Against", "Says which army the sheet of the matchup is against."),
    Action("export.before", "left", "Page", "Goes to the choice or page before, or folds the group."),
    Action("export.next", "right", "Page", "Goes to the next choice or page, or opens the group."),
    Action("export.other", "tab", "Preview", "Goes to the pages beside the form, and back."),
    Action("export.preview", "v,z", "Preview", "Shows the pages large, as pictures where the terminal can."),
    Action("export.command", "y", "Command", "Copies the command that does the same."),
    Action("export.forget", "r", "Forget these", "Forgets how the army was written; it can be remembered again."),
    Action("export.again", "u", "Remember again", "Remembers what was forgotten."),
    Action("export.target", "f", "File", "Says where the file goes.", footer=False),
    Action("export.text", "c", "Copy text", "Copies the list as text, to paste into a chat.", footer=False),
    Action("export.close", "escape", "Close", "Goes back; nothing is written."),
    Action("data.look", "enter", "Look through", "Looks through all that the set holds.", ("sets",)),
    Action("data.everything", "slash", "Search all", "Searches all sets at once.", ("sets",)),
    Action("data.fold_right", "right", "Unfold", "Unfolds the part of the list.", ("sets",), footer=False, by="fold"),
    Action("data.fold_left", "left", "Fold", "Folds the part of the list.", ("sets",), footer=False, by="fold"),
    Action("data.open", "enter", "Open", "Shows what is under the cursor in full.", ("find",)),
    *_moves("data", ("find",)),
    Action("data.new", "n,ctrl+n", "Begin an army", "Begins an army with the set, or with the catalogue of the entry."),
    Action("data.add", "a", "Add", "Adds a set: a folder, a zip, an address, or one of the gallery.", ("sets",)),
    Action("data.update", "U", "Update", "Shows what a new state changes, then brings it in.", ("sets",)),
    Action("data.restore", "b", "Bring back", "Brings back the state before the last update.", ("sets",)),
    Action("data.remove", "delete", "Remove", "Removes the set, after a question.", ("sets",)),
    Action("data.other", "tab,shift+tab", "Other pane", "Goes from the sets to what one holds, and back."),
    Action("data.copy", "ctrl+y", "Copy", "Copies what is under the cursor as text.", ("find",)),
    Action("data.back", "escape", "Back", "Stops what goes on; clears the search; goes back."),
    Action("games.open", "enter", "Play on", "Goes on with the game."),
    Action("games.new", "n", "New game", "Begins a game with one of the armies."),
    Action("games.remove", "delete", "Remove", "Removes the game with its log, after a question."),
    Action("games.back", "escape,g", "Back", "Goes back to the armies."),
    _act("damage", "d", "Damage", "What you know that the unit under the cursor has lost."),
    _act("shoot", "f", "Fire", "The whole unit fires at one target."),
    _act("weapon", "F", "One weapon", "One type of weapon of the unit fires."),
    _act("again", "full_stop", "Again", "The next weapon of the same unit at the same target."),
    _act("next", "space", "Next", "Goes on to the next phase, or to the other player's turn."),
    Action("game.undo", "u,ctrl+z", "Undo", "Takes back the last act, whoever did it; again and again."),
    _act("test", "l", "Test", "A test of the unit."),
    Action("game.acts", "a", "Acts", "Lists every act that the game knows."),
    _act("combat", "c", "Fight", "Close combat: both sides strike, in order of initiative."),
    _act("blows", "C", "One weapon", "One type of weapon strikes in close combat."),
    Action("game.use", "enter", "Act", "Opens the act that is wanted most, of what is under the cursor.", ("units",)),
    Action("game.due_do", "enter", "Do it", "Does what is due: at once where nothing is asked.", ("dues",)),
    Action("game.due_wave", "delete", "Dismiss", "Dismisses what is due; the log keeps that.", ("dues",)),
    Action("game.due_tests", "A", "All tests", "Does all that is due and needs no answer.", ("dues",)),
    Action("game.due_back", "escape,t", "Tables", "Goes back to the tables.", ("dues",)),
    Action("game.due", "t", "Due", "Goes to what is due, to do it or to dismiss it."),
    _act("speeds", "v", "Speeds", "How fast the vehicles of the side moved."),
    Action("game.targets", "equals_sign", "Targets", "Compares what the unit would do to each enemy.", by="look"),
    Action("game.matchup", "M", "Matchup", "Works out who beats whom, as both sides stand.", footer=False, by="look"),
    Action("game.summary", "i", "Summary", "Sums the game up turn by turn.", footer=False, by="look"),
    Action("game.side", "o", "Other side", "Shows the other side."),
    _act("marks", "m", "Marks", "Falling back, locked, reserve and the like."),
    Action("game.log", "g", "Log", "Shows the whole log, to jump in it or to write it into a file.", by="look"),
    Action("game.steps", "z", "Steps", "Shows how the last act on this row came about.", footer=False, by="look"),
    Action("game.redo", "U,ctrl+y", "Redo", "Does again what was undone."),
    _act("regroup", "r", "Regroup", "A unit that falls back regroups, or does not."),
    _act("assault", "L", "Lost assault", "The test of a unit that lost an assault."),
    _act("scatter", "s", "Token", "The player who waits uses a token."),
    _act("hot", "h", "Other token", "The player who waits uses a token of another kind."),
    _act("psychic", "w", "Psychic", "A psychic power."),
    _act("reserve", "e", "In or out", "Gets in, gets out, or arrives from reserve."),
    _act("vehicle", "V", "Vehicle hit", "Hits on a vehicle that you know."),
    _act("give", "plus", "Give back", "Gives used tokens back."),
    _act("points", "p", "Points", "Victory points of a player."),
    _act("clock", "k", "Clock", "Starts and pauses the clocks of the players."),
    Action("game.print", "P", "Print", "Writes the sheets as they stand, boxes filled, as PDF.", by="look"),
    Action("game.serve", "ctrl+s", "On phones", "The game on phones: who may come, who is there; off.", footer=False),
    _act("note", "n", "Note", "Writes a note to the unit, the vehicle or the game."),
    Action("game.back", "escape", "Back", "Goes to the tables, then leaves the game."),
    Action("gamelog.read", "enter", "Read", "Goes to the entry in full, and back."),
    Action("gamelog.jump", "j", "Go there", "Puts the game where it stood after this entry."),
    Action("gamelog.fold", "right,left", "Undone", "Shows what was undone, or folds it away."),
    Action("gamelog.export", "e", "Write file", "Writes the log into a file, as text or JSON."),
    Action("gamelog.copy", "c", "Copy", "Copies the log as text."),
    Action("gamelog.back", "escape,g", "Back", "Goes back to the game."),
    Action("act.take", "enter", "Do it", "Does the act as it is shown below the form."),
    Action("act.go_on", "space", "Next open", "Goes to the next open answer."),
    Action("act.more_of", "plus", "More", "Ticks the box, takes the choice, or folds the group.", footer=False),
    Action("act.less_of", "minus", "Less", "Takes the tick away, or goes to the choice before.", footer=False),
    Action("act.choose", "f3", "Choose", "Ticks the box, or lists what can be chosen."),
    Action("act.next", "right", "Next", "Goes to the next choice.", footer=False),
    Action("act.before", "left", "Before", "Goes to the choice before.", footer=False),
    Action("act.agree", "exclamation_mark", "By agreement", "Does what a rule refuses, as both players agree."),
    Action("act.roll", "ctrl+r,r", "Roll", "Rolls the dice that are asked for; the log tells that they were rolled."),
    Action("act.more", "f2", "More", "Shows what is seldom wanted too, or hides it again.", footer=False),
    Action("act.clear", "delete", "Clear", "Takes back what was given.", footer=False),
    Action("matchup.left", "left", "Column before", "Goes to the column before.", footer=False),
    Action("matchup.right", "right", "Next column", "Goes to the next column."),
    *_numbered("matchup.at", "Range", "Shows situation number {}: a distance, or an assault."),
    Action("matchup.sort", "s", "Sort", "Sorts units by the next thing: points destroyed, worth, HP, cost, name."),
    Action("matchup.filter", "slash", "Filter", "Shows units of some name, slot or points alone."),
    Action("matchup.value", "v", "Value", "Shows another figure: HP, models, points, rounds, DMG."),
    Action("matchup.turn", "o", "Turn round", "Shows what the other side does to yours."),
    Action("matchup.assume", "x", "Assume", "Changes how things are taken to stand: cover, speed, side, distances."),
    Action("matchup.json", "y", "Copy JSON", "Copies all of it as JSON.", footer=False),
    Action("matchup.back", "escape", "Back", "Goes back."),
    Action("targets.fire", "enter", "Attack it", "Attacks the enemy under the cursor; its letter attacks any."),
    *_numbered("targets.at", "Range", "Shows situation number {}: a distance, or an assault."),
    Action("targets.sort", "right,s", "Sort", "Sorts enemies by the next thing: points, HP, models, tests."),
    Action("targets.weapons", "plus,minus,w", "Weapons", "Chooses the weapons that are used."),
    Action("targets.back", "escape", "Back", "Goes back to the game."),
    Action("messages.go", "enter", "Go there", "Goes to the unit that the message is about, or opens the file."),
    Action("messages.copy", "c", "Copy", "Copies the messages that are shown as text.", ("messages",)),
    Action("messages.undo", "u,ctrl+z", "Undo", "Takes back the last change of the army.", ("messages",)),
    Action("messages.search", "slash", "Search", "Shows messages with certain words alone.", ("messages",)),
    *_moves("messages", ("find",)),
    Action("messages.back", "escape", "Back", "Shows all messages again, then goes back."),
    Action("preview.next", "right,n", "Next page", "Goes to the next page, where pages are shown as pictures."),
    Action("preview.before", "left,p", "Page before", "Goes to the page before."),
    Action("preview.pictures", "v", "Pictures", "Shows the pages as pictures, or the text again."),
    Action("preview.go_on", "space", "Next", "Goes on to the next phase or turn, from the summary of a game."),
    Action("preview.copy", "c", "Copy", "Copies the text."),
    Action("preview.close", "escape", "Close", "Goes back."),
    Action("file.take", "enter", "Open", "Takes the file, or goes into the folder."),
    Action("file.up", "f2", "Folder above", "Goes to the folder above.", footer=False),
    Action("file.list", "down", "To the list", "Goes from the path to the list.", footer=False),
    Action("choice.take", "enter", "Choose", "Takes the line under the cursor, or what is ticked.", footer=False),
    Action("choice.mark", "space", "Tick", "Ticks the line where several can be; else takes it.", footer=False),
    *_moves_in_choice(),
    Action("form.take", "enter", "Go on", "Goes from the name to the points, then begins the army.", footer=False),
    Action("form.mark", "space", "Choose", "Chooses the line under the cursor of the list, or ticks it.", footer=False),
    Action("form.up", "up", "Field above", "Goes to the field above.", footer=False, by="move"),
    Action("form.down", "down", "Field below", "Goes to the field below.", footer=False, by="move"),
    Action("write.take", "ctrl+s,f2", "Take", "Takes what is written.", footer=False),
    Action("question.yes", "y", "Yes", "Agrees.", footer=False),
    Action("question.no", "n", "No", "Declines.", footer=False),
)
"""All actions, in the order in which footer and help name them."""

TITLES = {
    "app": "Everywhere",
    "lines": "In every list",
    "library": "Armies",
    "editor": "Editor",
    "versions": "Versions of an army",
    "findings": "Findings",
    "export": "Printing and sharing",
    "data": "Data sets",
    "games": "Games",
    "game": "Game",
    "gamelog": "Log of a game",
    "act": "Form of an act",
    "matchup": "Matchup",
    "targets": "Best targets",
    "messages": "Messages",
    "preview": "Reading a text",
    "file": "Choosing a file",
    "dialog": "In every dialog",
    "choice": "Dialogs with a list",
    "form": "A new army",
    "write": "Writing notes",
    "question": "Questions",
}
"""What help and docs/keys.md call the screens and dialogs, by scope."""


def actions_of(*scopes: str) -> Iterator[Action]:
    """Yield the actions of screens, in the order of the table."""
    return (action for action in ACTIONS if action.scope in scopes)


def bindings_of(*scopes: str, first: bool = False) -> list[Binding]:
    """The bindings of screens, or of other scopes of actions; see `bindings_for`."""
    return bindings_for(actions_of(*scopes), first=first)


def bindings_for(actions: Iterable[Action], *, first: bool = False) -> list[Binding]:
    """The bindings of actions, with the ids by which users remap them.

    Args:
        actions: the actions.
        first: whether a key does its action before the widget with the focus is asked, and all those around it: that
            is sooner, but nothing can be written on such a screen.
    """
    return [
        Binding(
            action.keys,
            action.call,
            action.label,
            id=action.id,
            tooltip=action.tooltip,
            show=action.footer,
            priority=first,
        )
        for action in actions
    ]
