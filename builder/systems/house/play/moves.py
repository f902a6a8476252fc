"""Mounted infantry and universal consolidation in a game (H-04, H-05, H-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace as replaced

from builder.errors import PlayError
from builder.systems.figures import Dice, Positive
from builder.systems.fortyk.squads import (
    ASSAULT,
    CHARGED,
    ENGAGED,
    FALLING_BACK,
    LOCKED,
    MOVED,
    MOVEMENT,
    RESERVE,
    SHOOTING,
    key,
    squad,
    suffer,
)
from builder.systems.house.play.state import AnyBattle, HouseKept, flagged, kept
from builder.systems.house.rules import (
    CONSOLIDATION_MOVE,
    MOUNTED_ASSAULT,
    MOUNTED_DICE,
    riders_in_terrain,
)
from builder.systems.parameters import Choice, given
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome
from builder.systems.play.clock import Consequence, Due
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

DISMOUNTED = "dismounted"
NOT_STILL = frozenset({MOVED, CHARGED, LOCKED, ENGAGED, FALLING_BACK, RESERVE})
"""What keeps a unit from a universal consolidation (H-05)."""


def rides(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is mounted infantry, mounted or not."""
    body = squad(game, ref)
    return living(game, ref) and any("cavalry" in group.profile.unit_type.casefold() for group in body.groups)


def can_mount(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit of the player whose turn it is may mount or dismount: as the movement phase begins (H-04)."""
    ready = game.clock.phase == MOVEMENT and ref.side == game.clock.active
    return ready and rides(game, ref) and MOVED not in game.body(ref).flags


def may_dismount(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is mounted, and may get off."""
    return can_mount(game, ref) and mounted_now(game, ref)


def may_mount(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is on foot, and may mount again."""
    return can_mount(game, ref) and not mounted_now(game, ref) and game.body(ref).aboard is None


def _mounting(game: AnyBattle, ref: UnitRef, *, mounts: bool) -> Ruling[AnyBattle]:
    """What comes of mounting or dismounting: it is free, at the start of a movement phase (H-04)."""
    name = unit_name(game, ref)
    if not can_mount(game, ref):
        raise PlayError(f"{name} mounts or dismounts at the start of its movement phase alone (H-04)")
    if not (may_mount(game, ref) if mounts else may_dismount(game, ref)):
        raise PlayError(f"{name} is {'mounted' if mounts else 'on foot'} already")
    words = "mounts" if mounts else "dismounts: plain infantry until it mounts again"
    return Ruling(f"{name} {words}", [flagged(ref, DISMOUNTED, on=not mounts)], side=ref.side)


class Dismount(Act[AnyBattle]):
    """Mounted infantry dismounts."""

    rule, group = "H-04", "House rules"
    unit: UnitRef = given("the unit", units(may_dismount), none="nobody may dismount now")

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Its models are plain infantry from then on."""
        return _mounting(game, self.unit, mounts=False)


class Mount(Act[AnyBattle]):
    """Mounted infantry that dismounted mounts again."""

    rule, group = "H-04", "House rules"
    unit: UnitRef = given("the unit", units(may_mount), none="nobody may mount now")

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Its models are cavalry again."""
        return _mounting(game, self.unit, mounts=True)


def can_embark(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may go aboard a transport: mounted infantry may not (H-04)."""
    return common.on_foot(game, ref) and not mounted_now(game, ref)


class EmbarkOnFoot(common.Embark[AnyBattle]):
    """A unit that is not mounted goes aboard a transport."""

    called = "embark"
    rule = "H-04"
    unit: UnitRef = given("the unit", units(can_embark), none="nobody is on foot")

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Mounted infantry rides in nothing else; all others as ever."""
        mounted = [unit_name(game, each) for each in game.company(self.unit) if mounted_now(game, each)]
        if mounted and not self.anyway:
            raise PlayError(f"{mounted[0]} is mounted: no transport; by agreement with --anyway (H-04)")
        return super().decide(game, ask)


def mounted_due(game: AnyBattle) -> Iterator[Due]:
    """How mounted infantry is shot at, how far it falls back and pursues, what it shoots with (H-04, H-07)."""
    for ref in game.refs(1 - game.clock.active) if game.clock.phase == SHOOTING else ():
        if mounted_now(game, ref):
            text = f"{unit_name(game, ref)} is mounted: whoever shoots at it has BS+1, and its riders' T counts (H-04)"
            yield Due(text=text, ref=ref, look="info")
    for ref in game.refs(game.clock.active):
        flags, name = game.body(ref).flags, unit_name(game, ref)
        if not mounted_now(game, ref):
            continue
        if game.clock.phase == MOVEMENT and FALLING_BACK in flags:
            yield Due(text=f'{name} is mounted: it falls back {MOUNTED_DICE}D6" (H-04)', ref=ref, look="info")
        if game.clock.phase == SHOOTING and MOVED in flags:
            yield Due(text=f"{name} is mounted and moved: no rapid fire, no heavy weapons (H-07)", ref=ref, look="info")
        if game.clock.phase == ASSAULT and flags & {CHARGED, ENGAGED, LOCKED}:
            yield Due(text=f'{name} is mounted: if it wins it pursues {MOUNTED_DICE}D6" (H-04)', ref=ref, look="info")


def mounted_now(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is mounted."""
    return rides(game, ref) and DISMOUNTED not in game.body(ref).flags


def mounted_range(game: AnyBattle, ref: UnitRef) -> int | None:
    """How far a mounted unit assaults, whatever its datasheet says of cavalry (H-04); None for others."""
    return MOUNTED_ASSAULT if mounted_now(game, ref) else None


def riders(at: At[AnyBattle], act: EnterTerrain) -> Iterator[Choice[str]]:
    """The models of a unit."""
    return (Choice(group.id, group.name) for group in squad(at.game, act.unit).groups)


class EnterTerrain(Act[AnyBattle]):
    """Mounted models enter difficult terrain."""

    called = "terrain"
    rule, group = "H-04", "House rules"
    unit: UnitRef = given("the unit", units(mounted_now), none="nobody is mounted")
    models: Positive = given("how many models enter it")
    dice: Dice = given("a die for each of them", default=())
    falls: str | None = given("which models are removed first", riders, pick=True, default=None)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """A 1 removes a model, without a save; all others move on."""
        body, name = squad(game, self.unit), unit_name(game, self.unit)
        if not mounted_now(game, self.unit):
            raise PlayError(f"{name} is not mounted: terrain takes no die of it (H-04)")
        if self.models > body.on_foot:
            raise PlayError(f"{name} has {body.on_foot} models, and {self.models} cannot enter the terrain")
        came = riders_in_terrain(some_dice(ask, "dice", self.dice, f"terrain for {name}", self.models))
        order = tuple(sorted(body.groups, key=lambda group: (group.id != self.falls, -group.models)))
        moves = self.unit.side == game.clock.active and MOVED not in body.flags
        changes: list[Outcome[AnyBattle]] = [flagged(self.unit, MOVED)] if moves else []
        left = came.removed
        for group in order:
            taken = min(left, body.left(group))
            left -= taken
            if taken:
                changes += suffer(body, self.unit, taken * group.wounds_each, (group,))
        words = f"{came.removed} removed, no save; {came.move_on} move on"
        return Ruling(f"{name} in difficult terrain: {words}", changes, side=self.unit.side)


def stood_still(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may consolidate: without armour, it did not move and was in no close assault (H-05)."""
    body = game.body(ref)
    mine = ref.side == game.clock.active and game.clock.phase == ASSAULT
    walks = not body.parts and body.aboard is None
    still = not body.flags & NOT_STILL and key(ref) not in (*kept(game).consolidated, *kept(game).busy)
    return mine and walks and still and living(game, ref)


class Consolidate(Act[AnyBattle]):
    """A unit that stood still consolidates."""

    rule, group = "H-05", "House rules"
    unit: UnitRef = given("the unit", units(stood_still), none="nobody stood still through a turn that is nearly over")

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Three inches in any direction, terrain ignored, as its turn ends; shooting does not forbid it."""
        name = unit_name(game, self.unit)
        if not stood_still(game, self.unit):
            raise PlayError(
                f"{name} may not consolidate: it stands still all turn, fights nobody, has no armour (H-05)"
            )
        now = replaced(kept(game), consolidated=(*kept(game).consolidated, key(self.unit)))
        steps = ['not within 1" of an enemy, in coherency, difficult terrain ignored']
        text = f'{name} stood still: it may move {CONSOLIDATION_MOVE}"'
        return Ruling(text, [HouseKept(now=now)], steps, side=self.unit.side)


def busy_now(before: AnyBattle, after: AnyBattle) -> Iterator[Consequence[AnyBattle]]:
    """Who fights, arrives, gets in or gets out in the turn of its player did not stand still (H-05)."""
    if after.clock != before.clock:
        return
    busy = []
    for ref in after.refs(after.clock.active):
        was, now = before.body(ref), after.body(ref)
        not_still = (was.flags | now.flags) & {ENGAGED, LOCKED, RESERVE}
        if was is not now and (not_still or was.aboard != now.aboard) and key(ref) not in kept(after).busy:
            busy.append(key(ref))
    if busy:
        yield Consequence((HouseKept(now=replaced(kept(after), busy=(*kept(after).busy, *busy))),))


def consolidation_due(game: AnyBattle) -> Iterator[Due]:
    """Who may consolidate as the turn ends (H-05)."""
    names = [unit_name(game, ref) for ref in game.refs(game.clock.active) if stood_still(game, ref)]
    if names:
        yield Due(text=f'After the assault phase, who stood still may move {CONSOLIDATION_MOVE}": {", ".join(names)}',
                  verb="consolidate", look="info")  # fmt: skip
