"""The acts of Diceless that have keys, and those that are most wanted in a phase."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.diceless.play.state import Phase
from builder.systems.play.view import Key

KEYS = (
    Key("", "shoot", action="shoot"),
    Key("", "damage", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "fight", action="combat"),
    Key("", "test", action="test"),
    Key("", "lost-assault", action="assault"),
    Key("", "regroup", action="regroup"),
    Key("", "psychic", action="psychic"),
    Key("", "next", action="next", at_once=True),
    # The tokens that a player holds are used on whoever acts.
    Key("", "use", action="scatter", given={"token": "scatter"}, waiting=True),
    Key("", "gets-hot", action="hot"),
    Key("", "give-back", action="give"),
    Key("", "mark", action="marks"),
    Key("", "arrive", action="reserve"),
    Key("", "points", action="points"),
    Key("", "note", action="note"),
)

WANTED: Mapping[str, tuple[str, ...]] = {
    Phase.DEPLOYMENT.value: ("next", "side", "mark", "undo", "points", "note"),
    Phase.MOVEMENT.value: ("next", "side", "regroup", "arrive", "undo", "mark", "psychic", "use", "test"),
    Phase.SHOOTING.value: (
        "shoot", "damage", "side", "next", "undo", "test", "use", "gets-hot", "hit-vehicle", "psychic",
    ),
    Phase.ASSAULT.value: (
        "fight", "damage", "side", "next", "undo", "lost-assault", "test", "hit-vehicle", "psychic", "mark",
    ),
}  # fmt: skip
