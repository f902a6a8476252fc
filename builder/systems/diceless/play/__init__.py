"""Games of Diceless 40K: what acts come to by the rules, and how the game stands after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from builder.systems.diceless.play.acts.bookkeeping import COURSE, MARKS, SPENDING
from builder.systems.diceless.play.acts.close_combat import CLOSE_COMBAT
from builder.systems.diceless.play.acts.hazards import EXPLODING, HAZARDS
from builder.systems.diceless.play.acts.known_damage import KNOWN, VEHICLES
from builder.systems.diceless.play.acts.lost_assaults import ASSAULTED
from builder.systems.diceless.play.acts.reserves import RESERVING
from builder.systems.diceless.play.acts.shooting import SHOOTING
from builder.systems.diceless.play.acts.tests import PSYCHIC, TESTS
from builder.systems.diceless.play.acts.typed_in import TYPED_IN
from builder.systems.diceless.play.acts.volleys import VOLLEYS
from builder.systems.diceless.play.beginning import Begun
from builder.systems.diceless.play.changes import CHANGES, VERSION, Change, DicelessEvent
from builder.systems.diceless.play.course import RULES, destroyed, fights_end
from builder.systems.diceless.play.state import GameState
from builder.systems.play.events import GameSheets, Player
from builder.systems.play.protocol import Play

if TYPE_CHECKING:
    from builder.systems.blocks import Card, RosterPage
    from builder.systems.diceless.play.report import GameReport
    from builder.systems.diceless.reading import DicelessReading
    from builder.systems.play.clock import Rules
    from builder.systems.play.matchup import Matcher
    from builder.systems.play.view import View


def _start(players: Sequence[Player[DicelessReading]]) -> DicelessEvent:
    from builder.systems.diceless.play.beginning import start

    return start(players)


def _viewer() -> Callable[[GameState], View]:
    from builder.systems.diceless.play.view import viewer

    return viewer(PLAY.reminders)


def _report(state: GameState) -> GameReport:
    from builder.systems.diceless.play.report import report

    return report(state)


def _sheets(state: GameState, side: int, fresh: bool) -> GameSheets:
    from builder.systems.diceless.play.sheets import sheets

    return sheets(state, side, fresh)


def _filled(state: GameState, side: int, card: Card, now: Card) -> Iterable[Change]:
    from builder.systems.diceless.play.sheets import filled

    return filled(state, side, card, now)


def _filled_page(state: GameState, side: int, page: RosterPage, now: RosterPage) -> Iterable[Change]:
    from builder.systems.diceless.play.sheets import filled_page

    return filled_page(state, side, page, now)


def _matcher(rules: Rules[Any]) -> Matcher:
    from builder.systems.diceless.matchup.sheets import matcher

    return matcher(rules)


def _tally(state: GameState, side: int) -> Mapping[str, int]:
    from builder.systems.diceless.play.report import tally

    return tally(state, side)


def _tested(kind: str, text: str) -> bool | None:
    from builder.systems.diceless.play.acts.tests import tested

    return tested(kind, text)


PLAY: Play[GameState] = Play(
    version=VERSION,
    acts=(
        *VOLLEYS,
        *SHOOTING,
        *CLOSE_COMBAT,
        *KNOWN,
        *TESTS,
        *ASSAULTED,
        *PSYCHIC,
        *MARKS,
        *RESERVING,
        *SPENDING,
        *TYPED_IN,
        *VEHICLES,
        *EXPLODING,
        *HAZARDS,
        *COURSE,
    ),
    begun=Begun,
    changes=CHANGES,
    rules=RULES,
    start=_start,
    viewer=_viewer,
    report=_report,
    sheets=_sheets,
    filled=_filled,
    filled_page=_filled_page,
    matcher=_matcher,
    tally=_tally,
    tested=_tested,
    consequences=(destroyed, fights_end),
)
"""How Diceless 40K is played."""
