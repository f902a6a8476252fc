"""The acts of a game on its screen: which keys open them and what they are given there; doing what is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from builder.errors import MusterError
from builder.record import replace
from builder.services.games.proposals import OpenAct
from builder.systems.play.actions import Act
from builder.systems.play.view import Key, Reminder, Row, SideView
from builder.systems.specs import Spec
from builder.tui.actions import Action, actions_of
from builder.tui.dialogs.choose import ListChoice
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.base import PaletteEntry
from builder.tui.screens.game_board import USE, GameBoard
from builder.tui.screens.game_worker import GameSnapshot, PlayedGame
from builder.tui.sentences import keyed, sentence

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

SCOPE = "game"
"""The scope of the actions of the screen."""
ALWAYS_WANTED = ("due", "undo", "side", "log", "print")
"""The actions that are wanted in every phase, behind those that its system names; what was undone behind undo."""
VERB = 16
"""Cells for the verb of an act in a list."""


class GameActs:
    """The acts of the game that is shown on a board; there are none until `session` is open.

    Which acts have keys, and which are wanted, is for the system of the game to say. A key stands for an action of the
    screen, by which players set it; one that the screen has no action for becomes one, called by its act.
    """

    def __init__(self, game: PlayedGame, board: GameBoard, form: ActForm) -> None:
        self._game, self._board, self._form = game, board, form
        self.session: GameSession | None = None

    @property
    def specs(self) -> Sequence[Spec[Act[Any]]]:
        """What the acts say of themselves that can be chosen as the game stands."""
        return self.session.acts if self.session is not None else ()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys of acts."""
        return self._board.view.keys if self._board.view is not None else ()

    def find(self, name: str) -> Spec[Act[Any]] | None:
        """The act of that name, if it can be chosen."""
        return next((spec for spec in self.specs if spec.name == name), None)

    def own_actions(self, scope: str) -> Iterator[Action]:
        """Yield actions of a scope for the keys of acts that the screen has none for."""
        for key in self.keys:
            if key.key and not key.action:
                spec, label = self.find(key.verb), key.text or key.verb.replace("-", " ").capitalize()
                tooltip = spec.phrase if spec is not None else label
                elsewhere = any(key.key in each.keys.split(",") for each in actions_of(scope) if each.panes)
                panes = ("units",) if elsewhere else ()  # What is due has a key of its own for what can be done there.
                yield Action(f"{scope}.{_action_of(key)}", key.key, label, sentence(tooltip), panes, by="act")

    def has_action(self, action: str) -> bool:
        """Whether an act can be chosen that an action opens."""
        return any(self.find(key.verb) is not None for key in self.keys if _action_of(key) == action)

    def listed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions of the screen without those of acts that this game does not have."""
        known = {_action_of(key) for key in self.keys}
        return [self._worded(each) for each in actions if each.by != "act" or not known or each.name in known]

    def label(self, action: str) -> str:
        """Return what the system calls an action, where that is another word than the screen's."""
        return next((key.text for key in self.keys if key.text and _action_of(key) == action), "")

    def _worded(self, action: Action) -> Action:
        """An action as the system words it."""
        key = next((key for key in self.keys if action.by == "act" and _action_of(key) == action.name), None)
        spec = self.find(key.verb) if key is not None else None
        if spec is None:
            return action
        label, again = self.label(action.name) or action.label, key is not None and key.again
        return replace(action, label=label, tooltip=action.tooltip if again else sentence(spec.phrase))

    def actions_by_verb(self) -> Mapping[str, str]:
        """The names of the actions that open acts on any row, by their verbs."""
        return {key.verb: _action_of(key) for key in self.keys if not key.table and not key.again}

    def key_of(self, action: str) -> Key | None:
        """The act that an action opens on the row that keys mean."""
        _, table, row = self._board.meant
        found = [key for key in self.keys if _action_of(key) == action]
        own = (key for key in found if table is not None and key.table == table.id)
        key = next(own, next((key for key in found if not key.table), None))
        verb = row.does.get(action) if row is not None else None
        return key if key is None or verb is None else replace(key, verb=verb)

    def use(self) -> None:
        """Open the form of the act that is wanted most of the row under the cursor, or say that none is."""
        _, _, row = self._board.meant
        if verb := self.most_wanted():
            self.play(verb, {})
        elif row is not None and self._board.view is not None:
            said = "{}: nothing is wanted now, in {}; {game.acts} lists all acts."
            self._game.say(keyed(said, row.name, self._board.view.phase), "warning")

    def most_wanted(self) -> str:
        """The act that is wanted most of the row under the cursor, and is asked about in a form; empty for none."""
        side, _, row = self._board.meant
        if row is not None and (verb := row.does.get(USE)):
            return verb
        offered = _offers(side, row)
        for name in self._board.view.wanted if self._board.view is not None else ():
            action = self.actions_by_verb().get(name, name)
            key = self.key_of(action)
            spec = self.find(key.verb) if key is not None and not key.at_once and not key.another else None
            # What is due is wanted wherever the cursor stands, as a roll of both players; else only what is of the row.
            of_row = spec is not None and any(each.name in offered for each in spec.fields)
            if key is not None and spec is not None and (key.due or of_row) and self.is_named(action):
                return key.verb
        return ""

    def wanted(self, *, due: bool) -> Sequence[str]:
        """The names of the actions that are most wanted now; `due`: beside what is due."""
        if due:
            return ("due_do", "due_wave", "due_tests", *self.going_on, "due_back", "undo", "side")
        actions = self.actions_by_verb()
        system = self._board.view.wanted if self._board.view else ()
        names = [actions.get(each, each) for each in (*system, *ALWAYS_WANTED)]
        behind = (each for name in names for each in ((name, "redo") if name == "undo" else (name,)))
        return tuple(dict.fromkeys(filter(self.is_named, behind)))

    def is_named(self, action: str) -> bool:
        """Whether an action can always be wanted, opens something of a row, has its act due, or was undone.

        What is not possible with the row that is meant is not named.
        """
        if (row := self._board.meant[2]) is not None and action in row.barred:
            return False
        if action == USE:
            return self._board.has_wanted or bool(self.most_wanted())
        if action == "redo":
            return self._game.snapshot is not None and self._game.snapshot.may_redo
        verbs = {each.verb for each in self._board.view.due} if self._board.view is not None else set()
        keys = [key for key in self.keys if _action_of(key) == action]
        return not keys or any(not key.due or (key.due_as or key.verb) in verbs for key in keys)

    @property
    def going_on(self) -> Sequence[str]:
        """The names of the actions that go on to another phase."""
        return [_action_of(key) for key in self.keys if key.at_once and self.moves_on(key)]

    def moves_on(self, key: Key) -> bool:
        """Whether a key goes on to another phase."""
        spec = self.find(key.verb)
        return spec is not None and spec.made.moves_on

    def owed(self, due: Reminder) -> Mapping[str, Sequence[str]]:
        """Return what the act that does what is due is offered: what it is about, as the row of that is."""
        side, _, row = self._board.about(due)
        return _offers(side, row)

    def barred(self, spec: Spec[Act[Any]]) -> str:
        """Return why an act is not possible beside a side that is only a name; empty where it is."""
        view, side = self._board.view, self._board.shown_side
        if view is None or side is None:
            return ""
        needed = {each.name for each in spec.fields if each.required}
        ways = {"{}: {game.damage} types in DMG on yours.": view.barred, "{}: {game.side} shows yours.": side.barred}
        return next((keyed(way, why) for way, each in ways.items() for name, why in each.items() if name in needed), "")

    def offered(self, verb: str) -> Mapping[str, Sequence[str]]:
        """Return what keys mean, by the fields of acts that take it, and the player that is meant."""
        view = self._board.view
        keys = [key for key in self.keys if key.verb == verb]
        waits = any(key.waiting for key in keys)
        player = 1 - view.active if view is not None and waits else self._board.side
        # What a key does at once, it does for both players.
        one = view is not None and not any(key.at_once for key in keys)
        whose = {view.whose: (str(player + 1),)} if view is not None and one else {}
        side, _, row = self._board.meant
        return {**whose, **_offers(side, row)}

    # -- opening them --------------------------------------------------------------
    def open(self, key: Key) -> None:
        """Open the form of the act of a key, given again what the last act was given as far as the key says."""
        spec, last, again = self.find(key.verb), self._form.last, dict[str, str]()
        if key.again and spec is not None and last is not None:
            names = {each.name for each in spec.fields} - {*key.again}
            again = {name: value for name, value in last.given.items() if name in names}
        self.play(key.verb, key.given, again, told=not key.another)

    async def do(self, key: Key) -> None:
        """Do the act of a key with the row under the cursor and without a form, unless it asks for something."""
        spec = self.find(key.verb)
        act = OpenAct(spec, dict(key.given), self.offered(key.verb)) if spec is not None else None
        if act is None or await self.at_once(act):
            return
        if act.proposal.against and not act.proposal.lifted:
            self._game.say(act.proposal.against, "warning")
        else:
            self.open(key)

    async def at_once(self, act: OpenAct) -> bool:
        """Do an act that needs no answer; whether it was done, or refused."""
        act.take(await self._game.ask(act.propose))
        decision = act.proposal.decision
        if decision is None or decision.questions:
            return False
        try:
            await self._game.done(lambda session: session.act(act.spec.name, act.given, act.proposal.seen))
        except MusterError as error:
            self._game.say(str(error), "error")
        return True

    def play(
        self, verb: str, given: Mapping[str, str], again: Mapping[str, str] | None = None, *, told: bool = True
    ) -> None:
        """Fill in the form of an act, which does it; what was answered before is given `again` once it is asked.

        Where the row under the cursor cannot be meant, it is `told` why not, or else another one is asked for.
        """
        found = self.find(verb)
        if found is None:
            return
        if against := self.barred(found):
            self._game.say(against, "warning")
            return
        asked = self._form.last.proposal.asked if again and self._form.last is not None else ()
        known = {name: value for name, value in (again or {}).items() if name not in asked}
        answers = {name: value for name, value in (again or {}).items() if name in asked}
        side, _, row = self._board.meant
        needed = {each.name for each in found.fields if each.required} - {*known, *given}
        meant = {name: row.name for name in _offers(side, row) if name in needed} if row and told else {}
        self._form.ask(OpenAct(found, {**known, **given}, self.offered(verb), meant, answers))

    @property
    def palette_entries(self) -> Sequence[PaletteEntry]:
        """Every act of the game, for the command palette."""
        return tuple(PaletteEntry(each.name, _worded(each), each.made.group) for each in self.specs)

    def choices(self, keys: Mapping[str, str]) -> Sequence[ListChoice]:
        """Every act of the game by its group, with the key of the action that opens it, by the id of that."""
        opened = {verb: keys.get(f"{SCOPE}.{name}", "") for verb, name in self.actions_by_verb().items()}
        offers: list[ListChoice] = []
        for group in dict.fromkeys(each.made.group for each in self.specs):
            offers.append(ListChoice("", group))
            offers.extend(
                ListChoice(each.name, f"  {_worded(each)}", opened.get(each.name, ""))
                for each in self.specs
                if each.made.group == group
            )
        return offers


class DueActs:
    """Doing what is due in the game that is shown on a board: each thing by its act, at once where nothing is asked."""

    def __init__(self, game: PlayedGame, board: GameBoard, form: ActForm, acts: GameActs) -> None:
        self._game, self._board, self._form, self._acts = game, board, form, acts
        self._leaving = self._going = self._had = False
        self._doing: Reminder | None = None

    def asks_first(self) -> bool:
        """Whether a player who goes on is shown what is due before: once, then the same key goes on."""
        snapshot = self._game.snapshot
        if self._leaving or snapshot is None or not any(each.before_end for each in snapshot.view.due):
            self._leaving, self._going = False, True
            return False
        self.go()
        self._leaving = True
        self._game.say("This is still due: the same key again goes on.", "warning")
        return True

    def go(self) -> None:
        """Go to what is due, to the first thing of it."""
        self._leaving = False
        if not self._board.due.has_focus:
            self._board.due.action_first()
        self._board.due.focus()

    def leave(self) -> None:
        """Go back to the tables."""
        self.stay()
        self._board.units.list.focus()

    def stay(self) -> None:
        """Do something else before going on: the next key that does is asked again."""
        if self._leaving:
            self._game.say("")
        self._leaving = False

    def follow(self) -> None:
        """Go on to the next thing where one was done that is due still.

        Go to the tables once another phase has begun, or the last thing is done. Who goes on is asked again, now that
        something else is due.
        """
        pane, had = self._board.due, self._had
        done, self._doing = self._doing, None
        if done is not None:
            pane.next_after(done)
        self._leaving, self._had = False, pane.due is not None
        if (pane.has_focus and self._going) or (had and not self._had and (pane.has_focus or done is not None)):
            self.leave()
        self._going = False

    def allows(self, name: str) -> bool:
        """Whether there is anything due that an action of the screen could be done with; any other is possible."""
        view, due = self._board.view, self._board.due.due
        match name:
            case "due_do":
                return due is not None
            case "due_wave":
                return due is not None and bool(due.key)
            case "due_tests":
                return view is not None and any(each.is_settled for each in view.due)
            case _:
                return True

    async def do(self) -> None:
        """Do what is under the cursor: at once where it is told what it comes to and nothing is asked.

        What no act does is shown where it is: the row that it is about. What is about none is only to be minded.
        """
        due = self._board.due.due
        act = self._owed(due) if due is not None else None
        if due is not None and act is None:
            side, _, row = self._board.about(due)
            if row is not None:
                if side is not self._board.shown_side:
                    self._board.switch_side()
                self._board.units.go_to(row.ref)
                self.leave()
            said = "{}" if row is not None else "Nothing is entered for this: {}. {game.due_wave} dismisses it."
            self._game.say(keyed(said, due.text))
        if due is None or act is None or await self._at_once(due):
            return
        act.after = partial(setattr, self, "_doing", due)
        self._form.ask(act)

    async def do_all(self) -> None:
        """Do all that is settled, and say all that it came to; what comes to something else then is due again."""
        seen: set[tuple[str, str]] = set()
        before = len((await self._game.ask(GameSnapshot.of)).log)
        while True:
            now = await self._game.ask(GameSnapshot.of)
            open_still = (each for each in now.view.due if each.is_settled)
            first = next((each for each in open_still if (each.key, each.outcome) not in seen), None)
            if first is None:
                break
            seen.add((first.key, first.outcome))
            await self._at_once(first)
        if len(done := now.log[before:]) > 1:
            self._game.say("; ".join(line.text for line in done))

    def wave(self) -> None:
        """Dismiss what is under the cursor."""
        due, view = self._board.due.due, self._board.view
        if due is not None and view is not None:
            verb, field = view.waving
            self._game.change(lambda session: session.act(verb, {field: due.key}))

    def _owed(self, due: Reminder) -> OpenAct | None:
        """The act that does what is due, as far as it is given; None where there is none."""
        spec = self._acts.find(due.verb)
        return OpenAct(spec, dict(due.given), self._acts.owed(due)) if spec is not None else None

    async def _at_once(self, due: Reminder) -> bool:
        """Do what needs no answer; whether it was done, or refused."""
        act = self._owed(due) if due.outcome else None
        return act is not None and await self._acts.at_once(act)


def _offers(side: SideView | None, row: Row | None) -> Mapping[str, Sequence[str]]:
    """Return what a row offers to the fields of acts."""
    return {} if side is None or row is None else {**dict.fromkeys(side.fields, (row.ref,)), **row.offers}


def _action_of(key: Key) -> str:
    """The name of the action of a key."""
    return key.action or "-".join((key.verb, *key.given.values()))


def _worded(spec: Spec[Act[Any]]) -> str:
    """An act in a list: its verb, and what it is in words."""
    return f"{spec.name:<{VERB}} {spec.phrase}"
