"""All acts of a game of Diceless 40K, in the order in which they are listed."""

from __future__ import annotations

from typing import Any

from builder.systems.diceless.play.acts.close_combat import CLOSE_COMBAT
from builder.systems.diceless.play.acts.combats import COMBATS
from builder.systems.diceless.play.acts.course import COURSE
from builder.systems.diceless.play.acts.hazards import EXPLODING, HAZARDS
from builder.systems.diceless.play.acts.known_damage import KNOWN
from builder.systems.diceless.play.acts.lost_assaults import ASSAULTED
from builder.systems.diceless.play.acts.marks import MARKS
from builder.systems.diceless.play.acts.reserves import RESERVING
from builder.systems.diceless.play.acts.shooting import SHOOTING
from builder.systems.diceless.play.acts.tests import PSYCHIC, TESTS
from builder.systems.diceless.play.acts.tokens import SPENDING
from builder.systems.diceless.play.acts.typed_in import TYPED_IN
from builder.systems.diceless.play.acts.vehicles import RAMMING, REPAIRS
from builder.systems.diceless.play.acts.volleys import VOLLEYS
from builder.systems.play.actions import Act

ACTS: tuple[type[Act[Any]], ...] = (
    *VOLLEYS,
    *SHOOTING,
    *COMBATS,
    *CLOSE_COMBAT,
    *KNOWN,
    *TESTS,
    *ASSAULTED,
    *PSYCHIC,
    *MARKS,
    *RESERVING,
    *SPENDING,
    *TYPED_IN,
    *REPAIRS,
    *RAMMING,
    *EXPLODING,
    *HAZARDS,
    *COURSE,
)
