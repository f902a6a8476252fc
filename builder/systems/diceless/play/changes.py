"""What acts change in a game of Diceless 40K: outcomes, each with the value that holds from then on.

They stand in the logs of games, so their tags and fields are kept; a new field has a default, and what is removed or
renamed raises `VERSION` and gets an upgrade. A new kind of change raises it as well, so that older programs say that
they are older. Those that any game has are `builder.systems.play.changes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.play.beginning import Begun
from builder.systems.diceless.play.state import AttackMade, Flag, GameState, OwedTest, Phase
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.play import changes as kernel
from builder.systems.play.changes import OnPart, OnUnit, Outcome, SideNumber, with_common
from builder.systems.play.events import Event
from builder.systems.play.game import AnyRef, PartRef, UnitRef, with_body, with_part, with_side

VERSION = 4
"""2 keeps attacks in mind, 3 until when crews are shaken and stunned, tremors, and that nobody noted a speed.

4 keeps who fights whom, and the tests that are owed from phase to phase.
"""

Change: TypeAlias = Outcome[GameState]
"""Any change of a game of Diceless."""
DicelessEvent: TypeAlias = Event[Change]


class GroupHealthSet(OnUnit, frozen=True, kw_only=True, tag="pool"):
    """A group has so many models and HP noted on the one that is hurt; `lost` HP and `removed` models by this act."""

    group: str
    models: int
    noted: int
    lost: int = 0
    removed: int = 0

    @classmethod
    def between(cls, side: int, unit: str, group: str, before: Pool, after: Pool) -> GroupHealthSet:
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

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        now = game.body(self.about)
        pools = {**now.pools, self.group: Pool(self.models, now.pools[self.group].hp_each, self.noted)}
        return with_body(game, self.about, pools=pools, removed=now.removed + self.removed)


class Ordered(OnUnit, frozen=True, kw_only=True, tag="op"):
    """A unit has so many order points, from a kind of test if it took one."""

    op: int
    test: str = ""

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        tested = (*game.body(self.about).tested, *filter(None, (self.test,)))
        return with_body(game, self.about, op=self.op, tested=tested)


class UnitFlagged(kernel.Flagged, frozen=True, kw_only=True, tag="flag"):
    """A unit enters a state, or leaves it."""

    flag: Flag


class Owing(OnUnit, frozen=True, kw_only=True, tag="owes"):
    """The tests that a unit owes from now on, whatever phase it is (D-19)."""

    tests: tuple[OwedTest, ...] = ()

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_body(game, self.about, owes=self.tests)


class Faced(OnUnit, frozen=True, kw_only=True, tag="facing"):
    """The enemy units that a unit fights, by their ids."""

    foes: tuple[str, ...] = ()

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_body(game, self.about, foes=self.foes)


class Arriving(OnUnit, frozen=True, kw_only=True, tag="arriving"):
    """A unit in reserve came in a turn, or was put off to the next in a turn (D-80)."""

    arrived: int | None = None
    put_off: int | None = None

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_body(game, self.about, arrived=self.arrived, put_off=self.put_off)


class LinesSet(OnPart, frozen=True, kw_only=True, tag="lines"):
    """The DMG on all lines of a vehicle, lines without any left out (D-52)."""

    lines: Mapping[str, int]

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_part(game, self.about, lines=self.lines)


class HitRowsSet(OnPart, frozen=True, kw_only=True, tag="rows"):
    """The hits of a vehicle, and its weapons that are destroyed, by id (D-55)."""

    rows: HitRows
    weapons: frozenset[str]

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_part(game, self.about, rows=self.rows, destroyed_weapons=self.weapons)


class SpeedSet(OnPart, frozen=True, kw_only=True, tag="speed"):
    """How far a vehicle moved (D-50); None where nobody has noted it by now."""

    speed: Speed | None

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_part(game, self.about, speed=self.speed)


class CrewSet(OnPart, frozen=True, kw_only=True, tag="crew"):
    """The crew of a vehicle is shaken, and stunned, to the end of these turns of its side; 0 where it is not."""

    shaken: int = 0
    stunned: int = 0

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_part(game, self.about, shaken=self.shaken, stunned=self.stunned)


class PhaseMoved(kernel.Moved[GameState], frozen=True, kw_only=True, tag="phase"):
    """Turn, side and phase that are played from now on; what befell units in the last phase is forgotten."""

    phase: Phase

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        for ref in game.refs(0, 1):
            if game.body(ref).removed or game.body(ref).tested:
                game = with_body(game, ref, removed=0, tested=())
        return super().apply(replace(game, extra=replace(game.extra, attacks=())))


class Warped(kernel.Change, frozen=True, kw_only=True, tag="warp"):
    """Whether a Warp token was used in this player turn (D-74)."""

    used: bool

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return replace(game, extra=replace(game.extra, warp_used=self.used))


class Reserved(kernel.Change, frozen=True, kw_only=True, tag="reserve_rolls"):
    """What is added to the reserve rolls of a side (D-80)."""

    side: SideNumber
    bonus: int

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return with_side(game, self.side, reserve_bonus=self.bonus)


class Attacked(kernel.Change, frozen=True, kw_only=True, tag="attack"):
    """Somebody attacked; what it cost stands in other changes too. `part` tells a vehicle from a unit of the same id.

    Logs that do not have it tell of no attacker.
    """

    volley: AttackMade
    part: bool | None = None

    @property
    def about(self) -> AnyRef | None:
        """Who attacked."""
        if self.part is None or not self.volley.attacker:
            return None
        return (PartRef if self.part else UnitRef)(self.volley.side, self.volley.attacker)

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        once = (self.volley,) if self.volley.once else ()
        attacks, used_up = (*game.extra.attacks, self.volley), (*game.extra.used_up, *once)
        return replace(game, extra=replace(game.extra, attacks=attacks, used_up=used_up))


class BattleAgreed(kernel.Agreed[GameState], frozen=True, kw_only=True, tag="agreed"):
    """What the players agreed on before the game (D-83), and whether it is fought at night (D-82)."""

    night: bool
    largest_first: bool = False

    def apply(self, game: GameState) -> GameState:
        """The game after it."""
        return super().apply(
            replace(game, extra=replace(game.extra, night=self.night, largest_first=self.largest_first))
        )


CHANGES = with_common(
    Begun,
    GroupHealthSet,
    Ordered,
    UnitFlagged,
    Owing,
    Faced,
    Arriving,
    LinesSet,
    HitRowsSet,
    SpeedSet,
    CrewSet,
    PhaseMoved,
    Warped,
    Reserved,
    Attacked,
    BattleAgreed,
)
"""All changes that events of it hold."""
