"""Games of Epic: its acts, its changes and its turns, put together for the kernel of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.record import replace
from builder.systems.epic.play import changes
from builder.systems.epic.play.activation import (
    ActivateFormation,
    Hold,
    StartEffects,
    Strategy,
    next_activation,
    test_passed,
)
from builder.systems.epic.play.by_agreement import (
    AssaultResult,
    CorrectFormation,
    Markers,
    Overwatch,
    RegroupFormation,
    Withdraw,
)
from builder.systems.epic.play.casualties import LoseUnits
from builder.systems.epic.play.changes import EpicBegun, start
from builder.systems.epic.play.course import RULES, EndPhase, RallyFormations, Victory
from builder.systems.epic.play.moving import DisembarkUnits, EmbarkUnits, MoveFormation, reseat_riders
from builder.systems.epic.play.outcomes import break_formations
from builder.systems.epic.play.sheets import filled, filled_page, sheets
from builder.systems.epic.play.state import EpicGame
from builder.systems.epic.play.view import KEYS, acting, all_have_acted, facts, side_views
from builder.systems.epic.play.volley import ShootFormation
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act
from builder.systems.play.changes import with_common
from builder.systems.play.protocol import Play
from builder.systems.play.view import View

VERSION = 1
NOT_HERE = (common.Embark, common.Disembark, common.Join, common.Leave, common.Agree)
"""Common acts for which Epic has its own, or that mean nothing here: formations do not lead or ride in each other."""
ACTS: tuple[type[Act[EpicGame]], ...] = (
    StartEffects,
    Strategy,
    ActivateFormation,
    Hold,
    MoveFormation,
    EmbarkUnits,
    DisembarkUnits,
    ShootFormation,
    AssaultResult,
    RegroupFormation,
    Overwatch,
    Withdraw,
    LoseUnits,
    Markers,
    EndPhase,
    RallyFormations,
    Victory,
    CorrectFormation,
    common.AgreeMission,
    *(each for each in common.ACTS if each not in NOT_HERE),
)
CHANGES = with_common(
    EpicBegun,
    changes.UnitsLost,
    changes.CapacityLost,
    changes.RidersChanged,
    changes.TookOrders,
    changes.Spent,
    changes.StrategyWon,
    changes.StrategyNoted,
    changes.Rated,
    changes.ActionTaken,
    changes.TurnToAct,
    changes.TookEffect,
    changes.VictoryChecked,
    changes.PhasePassed,
)


def viewer() -> Callable[[EpicGame], View]:
    """Return what makes views of one game, and keeps its rows from one view to the next."""
    sides = side_views()

    def view(game: EpicGame) -> View:
        shown = replace(PLAY.view_of(game, sides(game), tuple(facts(game))), acting=acting(game))
        return replace(shown, played_by="both") if all_have_acted(game) else shown

    return view


def tally(game: EpicGame, side: int) -> Mapping[str, int]:
    """Return what is left of a side: units, and formations."""
    bodies = [body for body in game.sides[side].bodies.values() if not body.gone]
    return {"units": sum(body.units for body in bodies), "formations": len(bodies)}


PLAY: Play[EpicGame] = Play(
    version=VERSION,
    acts=ACTS,
    begun=EpicBegun,
    changes=CHANGES,
    rules=RULES,
    start=start,
    viewer=viewer,
    sheets=sheets,
    filled=filled,
    filled_page=filled_page,
    keys=KEYS,
    tally=tally,
    tested=test_passed,
    consequences=(common.destroyed, reseat_riders, break_formations, next_activation),
)
