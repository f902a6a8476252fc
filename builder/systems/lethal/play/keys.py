"""The keys of the acts of Lethal 40K."""

from __future__ import annotations

from builder.systems.lethal.command import (
    ENTRENCH,
    FAST,
    FIND_AMMO,
    FOCUSED,
    INDIRECT,
    MOVE_MOVE,
    MOVE_SHOOT,
    REFORM,
    SHOOT_MOVE,
    SHOOT_SHOOT,
    SUPPRESSING,
)
from builder.systems.play.view import Key

ACTION_KEYS = {
    MOVE_MOVE: "1",
    MOVE_SHOOT: "2",
    SHOOT_MOVE: "3",
    SHOOT_SHOOT: "4",
    FOCUSED: "5",
    ENTRENCH: "6",
    REFORM: "7",
    FIND_AMMO: "8",
    SUPPRESSING: "9",
    FAST: "0",
    INDIRECT: "0",
}
"""The keys of the actions of a unit: vehicles drive fast where others fire indirectly (L-35)."""
_OWN_ACTS = {ENTRENCH: "entrench", REFORM: "reform", FIND_AMMO: "find-ammo", SUPPRESSING: "suppress"}
"""Actions that are acts of their own."""
_SHORT = {FAST: "Fast move", INDIRECT: "Indirect", SUPPRESSING: "Suppress"}
_TABLES = {FAST: "vehicles", INDIRECT: "units"}


def _action_key(name: str) -> Key:
    """The key of an action of a unit."""
    verb, text, table = _OWN_ACTS.get(name, "action"), _SHORT.get(name, name), _TABLES.get(name, "")
    return Key(ACTION_KEYS[name], verb, text, given={} if name in _OWN_ACTS else {"action": name}, table=table)


KEYS = (
    *map(_action_key, ACTION_KEYS),
    Key("", "shoot", action="shoot"),
    Key("", "known-losses", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "fight", action="combat"),
    Key("", "end-round", action="damage", table="combats"),
    Key("l", "morale", "Morale"),
    Key("L", "confusion", "Confusion"),
    Key("r", "rally", "Rally"),
    Key("", "psychic", action="psychic"),
    Key("", "next", action="next", at_once=True),
    Key("", "mark", action="marks"),
    Key("", "arrive", action="reserve"),
    Key("", "points", action="points"),
    Key("", "clock", action="clock", at_once=True),
    Key("", "note", action="note"),
    Key("G", "group", "Group"),
    Key("I", "initiative", "Initiative"),
    Key("A", "ammo", "Ammo die"),
    Key("x", "end-round", "End round"),
    Key("S", "stand-and-shoot", "Stand and shoot"),
    Key("C", "cover", "Cover"),
    Key("K", "in-corridor", "In a corridor"),
    Key("F", "finish", "Finish"),
    Key("E", "disembark", "Get out"),
    Key("B", "embark", "Get in"),
)
