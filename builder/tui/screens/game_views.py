"""What else a game shows from its screen: who beats whom, its summary, the sheets on paper, its pages on phones."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from builder.errors import MusterError
from builder.services.files import write_target
from builder.tui.dialogs.prompts import Confirm, ask_target
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game_acts import GameActs
from builder.tui.screens.game_board import GameBoard
from builder.tui.screens.game_worker import PlayedGame
from builder.tui.screens.preview import PreviewScreen

if TYPE_CHECKING:
    from builder.serve.server import Server
    from builder.services.export.files import Exported
    from builder.services.games.session import GameSession


class GameViews:
    """Opens other views of the game of a screen; what it says goes to that game."""

    def __init__(self, screen: ActionScreen, game: PlayedGame, board: GameBoard, acts: GameActs) -> None:
        self._screen, self._game, self._board, self._acts = screen, game, board, acts
        self._server: Server | None = None

    def close(self) -> None:
        """Show the game nowhere else any more."""
        if self._server is not None:
            self._server.stop(wait=False)

    def allows(self, name: str) -> bool:
        """Whether a view can be opened: who beats whom where no dice decide."""
        session = self._acts.session
        play = session.system.play() if session is not None and name in ("targets", "matchup") else None
        return play is None or play.matcher is not None

    def open(self, name: str) -> None:
        """Open a view, by the name of the action that asks for it."""
        session, row = self._acts.session, self._board.row
        if session is None:
            return
        if name == "matchup":
            from builder.services.games.analysis import game_matchup
            from builder.tui.screens.matchup import MatchupScreen

            self._screen.app.push_screen(MatchupScreen(session.name, partial(game_matchup, session)))
        elif name == "summary":
            from builder.services.games.analysis import game_summary, summary_lines

            summary = PreviewScreen("Summary", lambda: "\n".join(summary_lines(game_summary(session))))
            self._screen.app.push_screen(summary)
        elif row is not None:
            from builder.services.games.analysis import game_targets
            from builder.tui.screens.targets import TargetsScreen

            targets = TargetsScreen(row.name, partial(game_targets, session, row.ref), self._acts.play)
            self._screen.app.push_screen(targets)

    async def print(self) -> None:
        """Write the sheets of the side that is shown, as they stand."""
        side = self._board.shown_side
        if side is None:
            return
        words = f"The sheets of {side.name} as they stand, as PDF: where do they go?"
        path = await ask_target(self._screen.app, "Print", words, f"{side.name}.pdf")
        if path is None:
            return
        try:
            made = await self._game.ask(partial(_printed, path, self._board.side))
        except MusterError as error:
            self._game.say(str(error), "error")
        else:
            found = " ".join(finding.message for finding in made.findings)
            self._game.say(f"Written: {path}. {found}".strip(), "good")

    async def serve(self) -> None:
        """Show the game on phones and other devices, and who may come; then who is there, or show it nowhere else."""
        from builder.serve.server import Server, invitation

        screen, session, server = self._screen, self._acts.session, self._server
        if session is None:
            return
        if server is None:
            words = "Who can reach the game by its address: all devices of this network, or only this computer?"
            lan = await screen.app.push_screen_wait(Confirm("On phones", words, "Network", "This computer"))
            if lan is None:
                return
            try:
                server = self._server = await asyncio.to_thread(Server, session.id, lan=lan)
            except MusterError as error:
                self._game.say(str(error), "error")
                return
            server.start()
        else:
            words = (
                f"The game is shown at {server.origin}. Its addresses stay the same when that is switched off and on."
            )
            goes_on = await screen.app.push_screen_wait(Confirm("On phones", words, "Who is there", "Switch it off"))
            if goes_on is False:
                await asyncio.to_thread(server.stop)
                self._server = None
                self._game.say("The game is shown on no other device any more.", "good")
            if not goes_on:
                return
        lines = partial(invitation, server, screen.size.width - 4, dark=screen.app.current_theme.dark)
        screen.app.push_screen(PreviewScreen("On phones", lambda: "\n".join(lines())))


def _printed(path: Path, side: int, session: GameSession) -> Exported:
    from builder.services.games.sheets import print_game
    from builder.sheets.options import SheetOptions

    made = print_game(session, str(side + 1), SheetOptions())
    write_target(str(path), made.data)
    return made
