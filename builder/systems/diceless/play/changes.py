"""What acts change in a game of Diceless 40K: outcomes, each with the value that holds from then on.

They stand in the logs of games, so their tags and fields are kept; a new field has a default, and what is removed or
renamed raises `VERSION` and gets an upgrade. A new kind of change raises it as well, so that older programs say that
they are older.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.play.state import Flag, Phase, SideState, Volley
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.play.events import Event

VERSION = 3
"""2 keeps attacks in mind, 3 until when crews are shaken and stunned, tremors, and that nobody noted a speed."""


class Begun(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="begun"):
    """A game begins with these sides, their armies as plain data."""

    sides: tuple[SideState, SideState]


class Pooled(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="pool"):
    """A group has so many models and HP noted on the one that is hurt; `lost` HP and `removed` models by this act."""

    side: int
    unit: str
    group: str
    models: int
    noted: int
    lost: int = 0
    removed: int = 0

    @classmethod
    def between(cls, side: int, unit: str, group: str, before: Pool, after: Pool) -> Pooled:
        """The change of a group from one pool to another; what it has more than before is nothing lost (D-25)."""
        return cls(
            side=side,
            unit=unit,
            group=group,
            models=after.models,
            noted=after.noted,
            lost=max(0, before.hp_left - after.hp_left),
            removed=max(0, before.models - after.models),
        )


class Ordered(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="op"):
    """A unit has so many order points, from a kind of test if it took one."""

    side: int
    unit: str
    op: int
    test: str = ""


class Flagged(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="flag"):
    """A unit enters a state, or leaves it."""

    side: int
    unit: str
    flag: Flag
    on: bool = True


class Boarded(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="riding"):
    """A unit is aboard the vehicle of another unit; on foot where that is None."""

    side: int
    unit: str
    riding_in: str | None = None


class Led(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="led"):
    """A unit is led by a character, by the id of his unit; by nobody where that is None."""

    side: int
    unit: str
    led_by: str | None = None


class Arriving(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="arriving"):
    """A unit in reserve came in a turn, or was put off to the next in a turn (D-80)."""

    side: int
    unit: str
    arrived: int | None = None
    put_off: int | None = None


class Lined(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="lines"):
    """The DMG on all lines of a vehicle, lines without any left out (D-52)."""

    side: int
    vehicle: str
    lines: Mapping[str, int]


class Rowed(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="rows"):
    """The hits of a vehicle, and its weapons that are destroyed, by id (D-55)."""

    side: int
    vehicle: str
    rows: HitRows
    weapons: frozenset[str]


class Sped(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="speed"):
    """How far a vehicle moved (D-50); None where nobody has noted it by now."""

    side: int
    vehicle: str
    speed: Speed | None


class Dazed(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="crew"):
    """The crew of a vehicle is shaken, and stunned, to the end of these turns of its side; 0 where it is not."""

    side: int
    vehicle: str
    shaken: int = 0
    stunned: int = 0


class Held(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="tokens"):
    """How many tokens of a kind a side holds, of how many."""

    side: int
    kind: str
    left: int
    total: int


class Moved(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="phase"):
    """Turn, side and phase that are played from now on."""

    turn: int
    active: int
    phase: Phase


class Warped(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="warp"):
    """Whether a Warp token was used in this player turn (D-74)."""

    used: bool


class Scored(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="points"):
    """The victory points of a side."""

    side: int
    points: int


class Reserved(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="reserve_rolls"):
    """What is added to the reserve rolls of a side (D-80)."""

    side: int
    bonus: int


class Attacked(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="attack"):
    """Somebody attacked; what it cost stands in other changes too."""

    volley: Volley


class Agreed(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="agreed"):
    """What the players agreed on before the game (D-83), and whether it is fought at night (D-82)."""

    mission: str
    first: int
    night: bool
    largest_first: bool = False


class Noted(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is", tag="note"):
    """What is noted: of a unit or a vehicle in the place of what was, or one line more of the game."""

    text: str
    side: int | None = None
    unit: str | None = None
    vehicle: str | None = None


Change = (
    Begun
    | Pooled
    | Ordered
    | Flagged
    | Boarded
    | Led
    | Arriving
    | Lined
    | Rowed
    | Sped
    | Dazed
    | Held
    | Moved
    | Warped
    | Scored
    | Reserved
    | Attacked
    | Agreed
    | Noted
)

DicelessEvent = Event[Change]
