"""Games of Lethal 40K: its acts, its changes and its turns, put together for the kernel of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.systems.lethal.play import changes
from builder.systems.lethal.play.acting import Entrench, FindAmmo, Reform, TakeAction, TakeCover
from builder.systems.lethal.play.activation import Activate, Finish, next_activation
from builder.systems.lethal.play.by_agreement import CallCheck, Correct, CorrectVehicle, KnownLosses
from builder.systems.lethal.play.checks import Ammo, Confusion, Morale, Psychic, Rally
from builder.systems.lethal.play.combat import Charge, EndRound, HitAndRun, JoinCombat, WinnersMove
from builder.systems.lethal.play.course import RULES, groups_break, nothing_owed
from builder.systems.lethal.play.fight import Fight, StandAndShoot
from builder.systems.lethal.play.grouping import GroupUnits, Initiative
from builder.systems.lethal.play.hull_damage import HitVehicle, TitanKiller
from builder.systems.lethal.play.moving import Arrive, DisembarkByActions, EmbarkByActions, Scout
from builder.systems.lethal.play.sheets import filled, sheets
from builder.systems.lethal.play.shooting import Shoot
from builder.systems.lethal.play.state import DEEP_STRIKE, RESERVE, LethalGame
from builder.systems.lethal.play.suppression import InCorridor, Suppress
from builder.systems.lethal.play.view import KEYS, facts, side_views
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act
from builder.systems.play.changes import with_common
from builder.systems.play.protocol import Play
from builder.systems.play.view import View

VERSION = 2
ACTS: tuple[type[Act[LethalGame]], ...] = (
    Initiative,
    GroupUnits,
    Activate,
    TakeAction,
    Entrench,
    Reform,
    FindAmmo,
    Finish,
    Shoot,
    Suppress,
    InCorridor,
    Psychic,
    Morale,
    Confusion,
    Ammo,
    Rally,
    CallCheck,
    Charge,
    Fight,
    StandAndShoot,
    EndRound,
    JoinCombat,
    HitAndRun,
    WinnersMove,
    KnownLosses,
    HitVehicle,
    TitanKiller,
    Arrive,
    Scout,
    TakeCover,
    EmbarkByActions,
    DisembarkByActions,
    Correct,
    CorrectVehicle,
    common.AgreeMission,
    *(each for each in common.ACTS if each not in (common.Embark, common.Disembark, common.Agree)),
)
CHANGES = with_common(
    changes.LethalBegun,
    changes.Lost,
    changes.StructureLost,
    changes.Damaged,
    changes.MoraleChanged,
    changes.ChecksOwed,
    changes.Acted,
    changes.Sheltered,
    changes.Grouped,
    changes.Seized,
    changes.Activated,
    changes.CorridorChanged,
    changes.CombatChanged,
    changes.ClockMoved,
)


def viewer() -> Callable[[LethalGame], View]:
    """Return what makes views of one game, whose rows it keeps from one view to the next."""
    sides = side_views()
    return lambda game: PLAY.view_of(game, sides(game), tuple(facts(game)))


def tally(game: LethalGame, side: int) -> Mapping[str, int]:
    """Return what is left of a side: models, vehicles among them, and units."""
    bodies = [body for body in game.sides[side].bodies.values() if not body.gone]
    return {"models": sum(body.models for body in bodies), "units": len(bodies)}


PLAY: Play[LethalGame] = Play(
    version=VERSION,
    tally=tally,
    unseen=frozenset({RESERVE, DEEP_STRIKE}),
    acts=ACTS,
    begun=changes.LethalBegun,
    changes=CHANGES,
    rules=RULES,
    start=changes.start,
    viewer=viewer,
    sheets=sheets,
    filled=filled,
    keys=KEYS,
    consequences=(common.destroyed, groups_break, nothing_owed, next_activation),
)
