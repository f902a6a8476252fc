"""All acts of a game of Diceless 40K by their verbs, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.diceless.play.act import Act
from builder.systems.diceless.play.acts.course import COURSE
from builder.systems.diceless.play.acts.fighting import FIGHTING
from builder.systems.diceless.play.acts.hazards import HAZARDS
from builder.systems.diceless.play.acts.known_damage import KNOWN
from builder.systems.diceless.play.acts.lost_assaults import ASSAULTED
from builder.systems.diceless.play.acts.marking import MARKING
from builder.systems.diceless.play.acts.order_tests import TESTED
from builder.systems.diceless.play.acts.psykers import PSYKERS
from builder.systems.diceless.play.acts.repairs import REPAIRS
from builder.systems.diceless.play.acts.reserves import RESERVING
from builder.systems.diceless.play.acts.shooting import SHOOTING
from builder.systems.diceless.play.acts.tokens import SPENDING
from builder.systems.diceless.play.acts.typed_units import TYPED
from builder.systems.diceless.play.acts.typed_vehicles import TYPED_VEHICLES
from builder.systems.diceless.play.acts.wrecks import WRECKS

_ALL = (
    *SHOOTING,
    *FIGHTING,
    *KNOWN,
    *TESTED,
    *ASSAULTED,
    *PSYKERS,
    *MARKING,
    *RESERVING,
    *SPENDING,
    *TYPED,
    *TYPED_VEHICLES,
    *REPAIRS,
    *WRECKS,
    *HAZARDS,
    *COURSE,
)
AFTER_THE_END = frozenset({"note", "points", "set", "set-vehicle", "tokens", "mark"})
"""The acts that are there once a game is over: what is counted, and typed in from paper."""
ACTS: Mapping[str, Act] = {act.verb.name: act for act in _ALL}
