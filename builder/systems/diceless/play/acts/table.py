"""All acts of a game of Diceless 40K by their names, in the order in which they are listed.

Those of a family whose acts are structs stand here as they are, the others as entries with their verbs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from builder.systems.diceless.play.act import Act
from builder.systems.diceless.play.acts.close_combat import CLOSE_COMBAT
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
from builder.systems.diceless.play.state import GameState
from builder.systems.play import actions
from builder.systems.specs import name_of

Played: TypeAlias = actions.Act[GameState]
_ALL: tuple[Act | type[Played], ...] = (
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
    *REPAIRS,
    *RAMMING,
    *EXPLODING,
    *HAZARDS,
    *COURSE,
)
ACTS: Mapping[str, Act | type[Played]] = {
    each.verb.name if isinstance(each, Act) else name_of(each): each for each in _ALL
}
