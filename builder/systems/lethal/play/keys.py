"""The keys of the acts of Lethal 40K."""

from __future__ import annotations

from builder.systems.lethal.command import FAST, FOCUSED, INDIRECT, MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT
from builder.systems.play.view import Key

KEYS = (
    Key("1", "action", "Move-Move", given={"action": MOVE_MOVE}),
    Key("2", "action", "Move-Shoot", given={"action": MOVE_SHOOT}),
    Key("3", "action", "Shoot-Move", given={"action": SHOOT_MOVE}),
    Key("4", "action", "Shoot-Shoot", given={"action": SHOOT_SHOOT}),
    Key("5", "action", "Focused Shot", given={"action": FOCUSED}),
    Key("6", "entrench", "Entrench"),
    Key("7", "reform", "Reform"),
    Key("8", "find-ammo", "Find Ammo"),
    Key("9", "suppress", "Suppress"),
    Key("0", "action", "Fast move", given={"action": FAST}, table="vehicles"),
    Key("0", "action", "Indirect", given={"action": INDIRECT}, table="units"),
    Key("", "shoot", action="shoot"),
    Key("", "known-losses", action="damage"),
    Key("", "hit-vehicle", action="damage", table="vehicles"),
    Key("", "hit-vehicle", action="vehicle"),
    Key("", "fight", action="combat"),
    Key("l", "morale", "Morale"),
    Key("L", "confusion", "Confusion"),
    Key("r", "rally", "Rally"),
    Key("", "psychic", action="psychic"),
    Key("", "next", action="next", at_once=True),
    Key("", "mark", action="marks"),
    Key("", "arrive", action="reserve"),
    Key("", "points", action="points"),
    Key("", "note", action="note"),
    Key("G", "group", "Group"),
    Key("i", "initiative", "Initiative"),
    Key("A", "ammo", "Ammo die"),
    Key("x", "end-round", "End round"),
    Key("S", "stand-and-shoot", "Stand and shoot"),
    Key("C", "cover", "Cover"),
    Key("K", "in-corridor", "In a corridor"),
    Key("F", "finish", "Finish"),
    Key("E", "disembark", "Get out"),
    Key("t", "embark", "Get in"),
)
