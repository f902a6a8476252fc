"""The acts of a game on its screen: which keys open them, what they are given there, and when they are impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from builder.record import replace
from builder.systems.play.actions import Act
from builder.systems.play.view import Key, Reminder, Row
from builder.systems.specs import Spec
from builder.tui.actions import Action
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game_board import GameBoard

if TYPE_CHECKING:
    from builder.services.games.session import GameSession


class GameActs:
    """The acts of the game that is shown on a board; there are none until `session` is open.

    Which acts have keys, and which are wanted, is for the system of the game to say. A key stands for an action of the
    screen, by which players set it; one that the screen has no action for becomes one, called by its act.
    """

    def __init__(self, board: GameBoard) -> None:
        self._board = board
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
                spec = self.find(key.verb)
                label = key.text or key.verb.replace("-", " ").capitalize()
                tooltip = spec.phrase if spec is not None else label
                yield Action(f"{scope}.{_action_of(key)}", key.key, label, f"{tooltip}.", by="act")

    def has_action(self, action: str) -> bool:
        """Whether an act can be chosen that an action opens."""
        return any(self.find(key.verb) is not None for key in self.keys if _action_of(key) == action)

    def listed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions of the screen without those of acts that this game does not have."""
        known = {_action_of(key) for key in self.keys}
        return [self._worded(each) for each in actions if each.by != "act" or not known or each.name in known]

    def label(self, action: str) -> str:
        """What the system calls an action, where that is another word than the screen's."""
        return next((key.text for key in self.keys if key.text and _action_of(key) == action), "")

    def _worded(self, action: Action) -> Action:
        """An action as the system words it."""
        key = next((key for key in self.keys if action.by == "act" and _action_of(key) == action.name), None)
        spec = self.find(key.verb) if key is not None else None
        if spec is None:
            return action
        return replace(action, label=self.label(action.name) or action.label, tooltip=f"{spec.phrase}.")

    def actions_by_verb(self) -> Mapping[str, str]:
        """The names of the actions that open acts on any row, by their verbs."""
        return {key.verb: _action_of(key) for key in self.keys if not key.table and not key.again}

    def key_of(self, action: str) -> Key | None:
        """The act that an action opens on the row under the cursor."""
        table, row = self._board.table, self._board.row
        found = [key for key in self.keys if _action_of(key) == action]
        own = (key for key in found if table is not None and key.table == table.id)
        key = next(own, next((key for key in found if not key.table), None))
        verb = row.does.get(action) if row is not None else None
        return key if key is None or verb is None else replace(key, verb=verb)

    def most_wanted(self) -> Key | None:
        """The act that is wanted most of the row under the cursor, and is asked about in a form."""
        wanted = self._board.view.wanted if self._board.view is not None else ()
        for name in wanted:
            action = self.actions_by_verb().get(name, name)
            key = self.key_of(action)
            if key is not None and not key.at_once:
                return key
        return None

    @property
    def going_on(self) -> Sequence[str]:
        """The names of the actions that go on to another phase."""
        return [_action_of(key) for key in self.keys if key.at_once and self.moves_on(key)]

    def moves_on(self, key: Key) -> bool:
        """Whether a key goes on to another phase."""
        spec = self.find(key.verb)
        return spec is not None and spec.made.moves_on

    def owed(self, due: Reminder) -> Mapping[str, Sequence[str]]:
        """What the act that does what is due is offered: what it is about, as the row of that is."""
        sides = self._board.view.sides if self._board.view is not None else ()
        for side in sides:
            for row in (row for table in side.tables for row in table.rows):
                if row.ref == due.ref:
                    return {**dict.fromkeys(side.fields, (row.ref,)), **row.offers}
        return {}

    def barred(self, spec: Spec[Act[Any]]) -> str:
        """Why an act is not possible beside a side that is only a name; empty where it is."""
        view, side = self._board.view, self._board.shown_side
        if view is None or side is None:
            return ""
        needed = {each.name for each in spec.fields if each.required}
        return next((why for name, why in (*view.barred.items(), *side.barred.items()) if name in needed), "")

    def offered(self, verb: str) -> Mapping[str, Sequence[str]]:
        """What the cursor stands on, by the fields of acts that take it, and the player that is meant."""
        view, side, row = self._board.view, self._board.shown_side, self._board.row
        waits = any(key.waiting for key in self.keys if key.verb == verb)
        player = 1 - view.active if view is not None and waits else self._board.side
        offered: dict[str, Sequence[str]] = {view.whose: (str(player + 1),)} if view is not None else {}
        if side is not None and row is not None:
            offered |= dict.fromkeys(side.fields, (row.ref,))
            offered |= row.offers
        return offered


def _action_of(key: Key) -> str:
    """The name of the action of a key."""
    return key.action or "-".join((key.verb, *key.given.values()))


def open_view(
    name: str,
    screen: ActionScreen,
    session: GameSession | None,
    row: Row | None,
    play: Callable[[str, Mapping[str, str]], None],
) -> None:
    """Open a view of the game that a screen shows.

    Args:
        name: that of the action that asks for it.
        screen: the screen of the game.
        session: the game; None until it is open.
        row: what its cursor stands on.
        play: opens the form of an act, by its verb and what it is given.
    """
    if session is None:
        return
    if name == "matchup":
        from builder.services.games.analysis import game_matchup
        from builder.tui.screens.matchup import MatchupScreen

        screen.app.push_screen(MatchupScreen(session.name, partial(game_matchup, session)))
    elif name == "summary":
        from builder.services.games.analysis import game_summary, summary_lines
        from builder.tui.screens.preview import PreviewScreen

        screen.app.push_screen(PreviewScreen("Summary", lambda: "\n".join(summary_lines(game_summary(session)))))
    elif row is not None:
        from builder.services.games.analysis import game_targets
        from builder.tui.screens.targets import TargetsScreen

        screen.app.push_screen(TargetsScreen(row.name, partial(game_targets, session, row.ref), play))
