"""The acts of Diceless that have keys, and those that are most wanted in a phase."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.diceless.play.state import Phase
from builder.systems.play.view import Key

KEYS = (
    Key("", "fire", action="shoot"),
    Key("", "shoot", action="weapon"),
    Key("", "shoot", action="again", again=("weapon", "mode", "models", "hits", "shots", "bearers", "ways", "without")),
    Key("", "damage", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "combat", action="combat"),
    Key("", "fight", action="blows"),
    Key("", "speeds", action="speeds"),
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
    Key("", "embark", action="reserve"),
    Key("", "points", action="points"),
    Key("", "note", action="note"),
)

WANTED: Mapping[str, tuple[str, ...]] = {
    Phase.DEPLOYMENT.value: ("next", "side", "mark", "undo", "points", "note"),
    Phase.MOVEMENT.value: ("embark", "speeds", "due", "next", "side", "undo", "mark", "psychic", "use", "test"),
    Phase.SHOOTING.value: (
        "fire", "weapon", "again", "due", "next", "side", "undo", "damage", "use", "gets-hot", "hit-vehicle", "psychic",
    ),
    Phase.ASSAULT.value: (
        "combat", "due", "next", "side", "undo", "damage", "blows", "lost-assault", "hit-vehicle", "psychic", "mark",
    ),
}  # fmt: skip
