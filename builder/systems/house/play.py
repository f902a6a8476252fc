"""Games with the Dark Millennia house rules: the acts and reminders of those that are chosen, and of no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace as replaced

from builder.errors import PlayError
from builder.record import replace
from builder.systems.figures import Dice, Positive
from builder.systems.fortyk.squads import (
    ASSAULT,
    BEFORE_MOVE,
    CHARGED,
    DECLARED,
    ENGAGED,
    FALLING_BACK,
    LOCKED,
    MOVED,
    MOVEMENT,
    RESERVE,
    SHOT,
    FortykUnit,
    squad,
    suffer,
)
from builder.systems.house.rules import (
    ARMY_LD,
    CONSOLIDATION_MOVE,
    goes_on_overwatch,
    riders_in_terrain,
)
from builder.systems.house.settings import (
    CONSOLIDATION,
    MODIFIED,
    MOUNTED,
    OVERWATCH,
    UNIVERSAL,
    YES,
    chosen,
)
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Change, Flagged, Outcome
from builder.systems.play.clock import PLAYER_TURN_ENDS, Consequence, Due
from builder.systems.play.game import AnyGame, Game, UnitRef
from builder.systems.play.lookup import At, living, told, units
from builder.systems.play.protocol import Play
from builder.systems.play.view import Fact

MODULE = "house"
ON_OVERWATCH, DISMOUNTED = "on overwatch", "dismounted"
ENDS_OVERWATCH = frozenset({MOVED, SHOT, CHARGED, FALLING_BACK})
"""What a unit does, or is forced to, that costs its overwatch (H-03)."""
NOT_STILL = frozenset({MOVED, CHARGED, LOCKED, ENGAGED, FALLING_BACK, RESERVE})
"""What keeps a unit from a universal consolidation (H-05)."""
AnyBattle: TypeAlias = Game[Any, Any]


class House(Struct, frozen=True, kw_only=True):
    """What the module keeps: who may fire from overwatch at whom, as pairs; who consolidated in this turn."""

    chances: tuple[tuple[str, str], ...] = ()
    consolidated: tuple[str, ...] = ()


class HouseKept(Change, frozen=True, kw_only=True, tag="house"):
    """What the module keeps from now on."""

    now: House

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        return replaced(game, kept={**game.kept, MODULE: self.now})


def kept(game: AnyBattle) -> House:
    """What the module keeps of a game."""
    return game.kept.get(MODULE) or House()


def _key(ref: UnitRef) -> str:
    return f"{ref.side}:{ref.id}"


def _ref(written: str) -> UnitRef:
    side, _, identity = written.partition(":")
    return UnitRef(int(side), identity)


def _flag(ref: UnitRef, flag: str, on: bool = True) -> Flagged:
    return Flagged(side=ref.side, unit=ref.id, flag=flag, on=on)


# -- overwatch -----------------------------------------------------------------
def may_watch(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may test for overwatch: in its own turn, on the table, before it does anything (H-03)."""
    body = game.body(ref)
    idle = not body.flags & {*ENDS_OVERWATCH, LOCKED, ENGAGED, RESERVE, ON_OVERWATCH}
    return ref.side == game.clock.active and living(game, ref) and body.aboard is None and idle


def watching(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is on overwatch."""
    return ON_OVERWATCH in game.body(ref).flags and living(game, ref)


class GoOnOverwatch(Act[AnyBattle]):
    """A unit tests to go on overwatch."""

    called = "overwatch"

    rule, group = "H-03", "House rules"
    unit: UnitRef = given("the unit", units(may_watch), none="no unit may go on overwatch now")
    dice: Dice = given("the two dice")
    ld: Positive | None = given("its Ld, for vehicles that of their army; its own, or 8, if not given", default=None)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """A failed test costs nothing; a passed one all that it could do this turn."""
        name = told(game, self.unit)
        if not may_watch(game, self.unit):
            raise PlayError(f"{name} may not go on overwatch: in its own turn, before it does anything (H-03)")
        if len(self.dice) != 2:
            raise PlayError("a test of Ld takes two dice")
        body: FortykUnit = squad(game, self.unit)
        own = None if body.is_vehicle else body.leadership
        ld = self.ld or own or ARMY_LD
        total = f"{sum(self.dice)} against Ld {ld}"
        if not goes_on_overwatch(ld, self.dice):
            return Ruling(f"{name}: {total}: not on overwatch, it acts as usual", side=self.unit.side)
        text = f"{name}: {total}: on overwatch; it may not move, shoot or assault"
        return Ruling(text, [_flag(self.unit, ON_OVERWATCH)], side=self.unit.side)


def targets_of(at: At[AnyBattle], act: OverwatchFire) -> Iterator[Choice[UnitRef]]:
    """The enemies that declared an assault on a unit; all of them where no module tells who did."""
    unit = known(lambda: act.unit)
    pairs = kept(at.game).chances
    for choice in units(living)(at, act):
        enemy = unit is None or choice.value.side != unit.side
        told_of = unit is None or not pairs or (_key(unit), _key(choice.value)) in pairs
        if enemy and told_of:
            yield choice


class OverwatchFire(Act[AnyBattle]):
    """A unit on overwatch fires at a unit that declared an assault on it."""

    rule, group = "H-03, H-06", "House rules"
    unit: UnitRef = given("who fires", units(watching), none="nobody is on overwatch")
    at: UnitRef = given("at whom", targets_of, none="nobody has declared an assault on it")
    falls_back: bool = given("whoever is fired at must fall back from it", default=False)
    out_of_sight: bool = given("nobody of them was in sight as the assault phase began", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Once, at full strength as if it stood still; then it is on overwatch no more, and fights as usual."""
        name, target = told(game, self.unit), told(game, self.at)
        if not watching(game, self.unit) or self.at.side == self.unit.side:
            raise PlayError(f"{name} cannot fire from overwatch at {target} (H-03)")
        if kept(game).chances and (_key(self.unit), _key(self.at)) not in kept(game).chances:
            raise PlayError(f"{target} has declared no assault on {name} (H-03)")
        if self.out_of_sight:
            raise PlayError(f"{target} began the assault phase out of sight: it cannot be fired at (H-06)")
        chances = tuple(pair for pair in kept(game).chances if pair[0] != _key(self.unit))
        changes: list[Outcome[AnyBattle]] = [
            _flag(self.unit, ON_OVERWATCH, on=False),
            HouseKept(now=replaced(kept(game), chances=chances)),
        ]
        if self.falls_back:
            changes.append(_flag(self.at, FALLING_BACK))
        steps = [
            "full strength, all weapons, as if it stood still; its target's cover counts",
            "only models that were in sight as the phase began can be removed (H-06)",
        ]
        driven = f"; {target} falls back, and does not assault" if self.falls_back else ""
        return Ruling(f"{name} fires from overwatch at {target}{driven}", changes, steps, side=self.unit.side)


def chances_come(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Units on overwatch may fire at whoever declares an assault on them, before that moves (H-03)."""
    charger, *targets = about
    pairs = tuple((_key(each), _key(charger)) for each in targets if watching(game, each))
    if pairs:
        now = replaced(kept(game), chances=(*kept(game).chances, *pairs))
        names = " and ".join(told(game, _ref(pair[0])) for pair in pairs)
        yield Consequence((HouseKept(now=now),), f"{names} may fire from overwatch before it moves (overwatch-fire)")


def chances_pass(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Whoever moves can be fired at no more; who let it pass stays on overwatch."""
    charger, left = _key(about[0]), kept(game).chances
    rest = tuple(pair for pair in left if pair[1] != charger)
    if rest != left:
        names = " and ".join(told(game, _ref(pair[0])) for pair in left if pair[1] == charger)
        yield Consequence((HouseKept(now=replaced(kept(game), chances=rest)),), f"{names} held its overwatch fire")


def chances_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """As the assault phase ends, nobody may fire from overwatch any more; units stay on it."""
    if kept(game).chances:
        yield Consequence((HouseKept(now=replaced(kept(game), chances=())),))


def overwatch_lost(before: AnyBattle, after: AnyBattle) -> Iterator[Consequence[AnyBattle]]:
    """What follows of itself from every act: any action and any forced move cost a unit its overwatch (H-03)."""
    for ref in after.refs(0, 1):
        was, now = before.body(ref), after.body(ref)
        if was is now or ON_OVERWATCH not in now.flags:
            continue
        acted = (now.flags - was.flags) & ENDS_OVERWATCH or now.aboard != was.aboard or now.gone
        if acted:
            yield Consequence((_flag(ref, ON_OVERWATCH, on=False),), f"{told(after, ref)} is on overwatch no more")


def overwatch_due(game: AnyBattle) -> Iterator[Due]:
    """Who may fire from overwatch now; who is on it in his own turn (H-03)."""
    for firer, charger in kept(game).chances:
        ref, at = _ref(firer), _ref(charger)
        text = f"{told(game, ref)} may fire from overwatch at {told(game, at)}, before that moves"
        yield Due(text=text, ref=ref, verb="overwatch-fire", given={"at": f"{at.side + 1}:{at.id}"}, look="warning")
    for ref in game.refs(game.clock.active):
        if watching(game, ref):
            yield Due(
                text=f"{told(game, ref)} is on overwatch: it may not move, shoot or assault", ref=ref, look="info"
            )


# -- mounted infantry ------------------------------------------------------------
def rides(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is mounted infantry, mounted or not."""
    body = squad(game, ref)
    return living(game, ref) and any("cavalry" in group.profile.unit_type.casefold() for group in body.groups)


def can_mount(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit of the player whose turn it is may mount or dismount: as the movement phase begins (H-04)."""
    ready = game.clock.phase == MOVEMENT and ref.side == game.clock.active
    return ready and rides(game, ref) and MOVED not in game.body(ref).flags


class Dismount(Act[AnyBattle]):
    """Mounted infantry dismounts, or mounts again."""

    rule, group = "H-04", "House rules"
    unit: UnitRef = given("the unit", units(can_mount), none="nobody may mount or dismount now")
    mount: bool = given("it mounts again", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """It is free, at the start of a movement phase; dismounted it is plain infantry."""
        name, on_foot = told(game, self.unit), DISMOUNTED in game.body(self.unit).flags
        if not can_mount(game, self.unit):
            raise PlayError(f"{name} mounts or dismounts at the start of its movement phase alone (H-04)")
        if on_foot != self.mount:
            raise PlayError(f"{name} is {'on foot' if on_foot else 'mounted'} already")
        words = "mounts" if self.mount else "dismounts: plain infantry until it mounts again"
        return Ruling(f"{name} {words}", [_flag(self.unit, DISMOUNTED, on=not self.mount)], side=self.unit.side)


def mounted_now(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is mounted."""
    return rides(game, ref) and DISMOUNTED not in game.body(ref).flags


def riders(at: At[AnyBattle], act: EnterTerrain) -> Iterator[Choice[str]]:
    """The models of a unit."""
    return (Choice(group.id, group.name) for group in squad(at.game, act.unit).groups)


class EnterTerrain(Act[AnyBattle]):
    """Mounted models enter difficult terrain."""

    called = "terrain"
    rule, group = "H-04", "House rules"
    unit: UnitRef = given("the unit", units(mounted_now), none="nobody is mounted")
    dice: Dice = given("a die for each model that enters it")
    falls: str | None = given("which models are removed first", riders, pick=True, default=None)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """A 1 removes a model, without a save; all others move on."""
        body, name = squad(game, self.unit), told(game, self.unit)
        if not 0 < len(self.dice) <= body.on_foot:
            raise PlayError(f"{name} has {body.on_foot} models: a die for each that enters the terrain")
        came = riders_in_terrain(self.dice)
        order = tuple(sorted(body.groups, key=lambda group: (group.id != self.falls, -group.models)))
        changes: list[Outcome[AnyBattle]] = []
        left = came.removed
        for group in order:
            taken = min(left, body.left(group))
            left -= taken
            if taken:
                changes += suffer(body, self.unit, taken * group.wounds_each, (group,))
        words = f"{came.removed} removed, no save; {came.move_on} move on"
        return Ruling(f"{name} in difficult terrain: {words}", changes, side=self.unit.side)


# -- consolidation -----------------------------------------------------------------
def stood_still(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may consolidate: without armour, it did not move and was in no close assault (H-05)."""
    body = game.body(ref)
    mine = ref.side == game.clock.active and game.clock.phase == ASSAULT
    walks = not body.parts and body.aboard is None
    still = not body.flags & NOT_STILL and _key(ref) not in kept(game).consolidated
    return mine and walks and still and living(game, ref)


class Consolidate(Act[AnyBattle]):
    """A unit that stood still consolidates."""

    rule, group = "H-05", "House rules"
    unit: UnitRef = given("the unit", units(stood_still), none="nobody stood still through a turn that is nearly over")

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Three inches in any direction, terrain ignored, as its turn ends; shooting does not forbid it."""
        name = told(game, self.unit)
        if not stood_still(game, self.unit):
            raise PlayError(
                f"{name} may not consolidate: it stands still all turn, fights nobody, has no armour (H-05)"
            )
        now = replaced(kept(game), consolidated=(*kept(game).consolidated, _key(self.unit)))
        steps = ['not within 1" of an enemy, in coherency, difficult terrain ignored']
        text = f'{name} stood still: it may move {CONSOLIDATION_MOVE}"'
        return Ruling(text, [HouseKept(now=now)], steps, side=self.unit.side)


def consolidation_ends(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Who consolidated matters for that turn alone."""
    if kept(game).consolidated:
        yield Consequence((HouseKept(now=replaced(kept(game), consolidated=())),))


def consolidation_due(game: AnyBattle) -> Iterator[Due]:
    """Who may consolidate as the turn ends (H-05)."""
    names = [told(game, ref) for ref in game.refs(game.clock.active) if stood_still(game, ref)]
    if names:
        yield Due(text=f'After the assault phase, who stood still may move {CONSOLIDATION_MOVE}": {", ".join(names)}',
                  verb="consolidate", look="info")  # fmt: skip


def with_house_rules(play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
    """Return a game with what the settings choose; without any choice it is the game that it was."""
    rules = {each for each in chosen(settings).items() if each[1] in (MODIFIED, YES, UNIVERSAL)}
    told_settings = [f"{name}: {choice}" for name, choice in chosen(settings).items() if settings.get(name) == choice]
    acts: list[type[Act[Any]]] = []
    course, due, consequences = play.rules.course, [*play.rules.due], [*play.consequences]
    if (OVERWATCH, MODIFIED) in rules:
        acts += [GoOnOverwatch, OverwatchFire]
        course = course.adding(DECLARED, chances_come).adding(BEFORE_MOVE, chances_pass)
        course = course.adding(f"{ASSAULT} ends", chances_end)
        due.append(overwatch_due)
        consequences.append(overwatch_lost)
    if (MOUNTED, YES) in rules:
        acts += [Dismount, EnterTerrain]
    if (CONSOLIDATION, UNIVERSAL) in rules:
        acts.append(Consolidate)
        course = course.adding(PLAYER_TURN_ENDS, consolidation_ends)
        due.append(consolidation_due)
    return replace(
        play,
        acts=(*play.acts, *acts),
        changes=(*play.changes, *((HouseKept,) if acts else ())),
        rules=replace(play.rules, course=course, due=tuple(due)),
        consequences=tuple(consequences),
        facts=(*play.facts, lambda game: (Fact(text=f"house rules: {each}") for each in told_settings)),
    )
