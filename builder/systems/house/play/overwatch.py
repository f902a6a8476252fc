"""Modified overwatch in a game: the test, the fire at whoever assaults, and how it is lost (H-03, H-06)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace as replaced

from builder.errors import PlayError
from builder.systems.figures import Dice, Positive
from builder.systems.fortyk.cover import AlternateCover, cover_modifiers
from builder.systems.fortyk.squads import (
    CHARGED,
    ENGAGED,
    FALLING_BACK,
    LOCKED,
    MOVED,
    RESERVE,
    SHOT,
    FortykUnit,
    key,
    ref_of,
    squad,
)
from builder.systems.house.play.cover import shots
from builder.systems.house.play.state import AnyBattle, HouseKept, flagged, kept
from builder.systems.house.rules import (
    ARMY_LD,
    goes_on_overwatch,
)
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome
from builder.systems.play.clock import Consequence, Due
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

ON_OVERWATCH = "on overwatch"
ENDS_OVERWATCH = frozenset({MOVED, SHOT, CHARGED, ENGAGED, LOCKED, FALLING_BACK})
"""What a unit does, or is forced to, that costs its overwatch: moving, shooting, fighting, falling back (H-03)."""


def may_watch(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit may test for overwatch: once in its own turn, on the table, before it does anything (H-03)."""
    body, now = game.body(ref), kept(game)
    if key(ref) in (*now.tested, *now.consolidated):
        return False
    idle = not body.flags & {*ENDS_OVERWATCH, RESERVE, ON_OVERWATCH}
    return ref.side == game.clock.active and living(game, ref) and body.aboard is None and idle


def watching(game: AnyBattle, ref: UnitRef) -> bool:
    """Whether a unit is on overwatch."""
    return ON_OVERWATCH in game.body(ref).flags and living(game, ref)


class GoOnOverwatch(Act[AnyBattle]):
    """A unit tests to go on overwatch."""

    called = "overwatch"

    rule, group = "H-03", "House rules"
    unit: UnitRef = given("the unit", units(may_watch), none="no unit may go on overwatch now")
    dice: Dice = given("the two dice", default=())
    ld: Positive | None = given(
        "its Ld; for vehicles that of their army, said once for all of them; its own, or 8, if not given", default=None
    )

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """A failed test costs nothing; a passed one all that it could do this turn."""
        name = unit_name(game, self.unit)
        if not may_watch(game, self.unit):
            raise PlayError(f"{name} may not go on overwatch: once in its own turn, before it does anything (H-03)")
        body: FortykUnit = squad(game, self.unit)
        now, side = kept(game), self.unit.side
        tested = replaced(now, tested=(*now.tested, key(self.unit)))
        if body.is_vehicle:
            ld = self.ld or now.army_ld[side] or ARMY_LD
            if self.ld:
                said = (self.ld, now.army_ld[1]) if side == 0 else (now.army_ld[0], self.ld)
                tested = replaced(tested, army_ld=said)
        else:
            ld = self.ld or body.leadership or ARMY_LD
        dice = some_dice(ask, "dice", self.dice, f"Ld {ld} of {name}", 2)
        total = f"{sum(dice)} against Ld {ld}"
        if not goes_on_overwatch(ld, dice):
            text = f"{name}: {total}: not on overwatch, it acts as usual"
            return Ruling(text, [HouseKept(now=tested)], side=side)
        text = f"{name}: {total}: on overwatch; it may not move, shoot or assault"
        return Ruling(text, [HouseKept(now=tested), flagged(self.unit, ON_OVERWATCH)], side=side)


def targets_of(at: At[AnyBattle], act: OverwatchFire) -> Iterator[Choice[UnitRef]]:
    """The enemies that declared an assault on a unit; all of them where no module tells who did."""
    unit = known(lambda: act.unit)
    pairs = kept(at.game).chances
    for choice in units(living)(at, act):
        enemy = unit is None or choice.value.side != unit.side
        told_of = unit is None or not pairs or (key(unit), key(choice.value)) in pairs
        if enemy and told_of:
            yield choice


class OverwatchFire(Act[AnyBattle]):
    """A unit on overwatch fires at a unit that declared an assault on it."""

    rule, group = "H-03, H-06", "House rules"
    unit: UnitRef = given("who fires", units(watching), none="nobody is on overwatch")
    at: UnitRef = given("at whom", targets_of, none="nobody has declared an assault on it")
    cover: AlternateCover = given(
        "what those fired at are in, where lists play cover by modifiers", default=AlternateCover.NONE
    )
    falls_back: bool = given("whoever is fired at must fall back from it", default=False)
    out_of_sight: bool = given("nobody of them was in sight as the assault phase began", default=False)

    def decide(self, game: AnyBattle, ask: Answers) -> Ruling[AnyBattle]:
        """Once, at full strength as if it stood still; then it is on overwatch no more, and fights as usual."""
        name, target = unit_name(game, self.unit), unit_name(game, self.at)
        if not watching(game, self.unit) or self.at.side == self.unit.side:
            raise PlayError(f"{name} cannot fire from overwatch at {target} (H-03)")
        if kept(game).chances and (key(self.unit), key(self.at)) not in kept(game).chances:
            raise PlayError(f"{target} has declared no assault on {name} (H-03)")
        if self.out_of_sight:
            raise PlayError(f"{target} began the assault phase out of sight: it cannot be fired at (H-06)")
        chances = tuple(pair for pair in kept(game).chances if pair[0] != key(self.unit))
        changes: list[Outcome[AnyBattle]] = [
            flagged(self.unit, ON_OVERWATCH, on=False),
            HouseKept(now=replaced(kept(game), chances=chances)),
        ]
        if self.falls_back:
            changes.append(flagged(self.at, FALLING_BACK))
        steps = [
            "full strength, all weapons, as if it stood still; its target's cover counts",
            "only models that were in sight as the phase began can be removed (H-06)",
        ]
        if self.cover is not AlternateCover.NONE and cover_modifiers(ask.rules) is None:
            raise PlayError(f"{self.cover} cover is for lists that play cover by modifiers (H-01)")
        if cover_modifiers(ask.rules) is not None:
            steps += shots(game, ask.rules, self.unit, self.at, self.cover)
        driven = f"; {target} falls back, and does not assault" if self.falls_back else ""
        return Ruling(f"{name} fires from overwatch at {target}{driven}", changes, steps, side=self.unit.side)


def chances_come(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Units on overwatch may fire at whoever declares an assault on them, before that moves (H-03)."""
    charger, *targets = about
    if watching(game, charger):
        lost = f"{unit_name(game, charger)} is on overwatch no more"
        yield Consequence((flagged(charger, ON_OVERWATCH, on=False),), lost)
    pairs = tuple((key(each), key(charger)) for each in targets if watching(game, each))
    if pairs:
        now = replaced(kept(game), chances=(*kept(game).chances, *pairs))
        names = " and ".join(unit_name(game, ref_of(pair[0])) for pair in pairs)
        yield Consequence((HouseKept(now=now),), f"{names} may fire from overwatch before it moves (overwatch-fire)")


def chances_pass(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """A unit that moves can no longer be fired at; those that did not fire at it stay on overwatch."""
    charger, left = key(about[0]), kept(game).chances
    rest = tuple(pair for pair in left if pair[1] != charger)
    if rest != left:
        names = " and ".join(unit_name(game, ref_of(pair[0])) for pair in left if pair[1] == charger)
        yield Consequence((HouseKept(now=replaced(kept(game), chances=rest)),), f"{names} held its overwatch fire")


def chances_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """As the assault phase ends, nobody may fire from overwatch any more; units stay on it."""
    if kept(game).chances:
        yield Consequence((HouseKept(now=replaced(kept(game), chances=())),))


def overwatch_lost(before: AnyBattle, after: AnyBattle) -> Iterator[Consequence[AnyBattle]]:
    """What follows by itself from every act: any action and any forced move cost a unit its overwatch (H-03)."""
    for ref in after.refs(0, 1):
        was, now = before.body(ref), after.body(ref)
        consolidated = key(ref) in kept(after).consolidated
        if ON_OVERWATCH not in now.flags or (was is now and not consolidated):
            continue
        acted = (now.flags - was.flags) & ENDS_OVERWATCH or now.aboard != was.aboard or now.gone or consolidated
        if acted:
            yield Consequence(
                (flagged(ref, ON_OVERWATCH, on=False),), f"{unit_name(after, ref)} is on overwatch no more"
            )


def chances_due(game: AnyBattle) -> Iterator[Due]:
    """Who may fire from overwatch now, before whoever declared an assault moves (H-03)."""
    for firer, charger in kept(game).chances:
        ref, at = ref_of(firer), ref_of(charger)
        text = f"{unit_name(game, ref)} may fire from overwatch at {unit_name(game, at)}, before that moves"
        yield Due(text=text, ref=ref, verb="overwatch-fire", given={"at": f"{at.side + 1}:{at.id}"}, look="warning")


def watching_due(game: AnyBattle) -> Iterator[Due]:
    """Who is on overwatch in his own turn (H-03)."""
    for ref in game.refs(game.clock.active):
        if watching(game, ref):
            yield Due(
                text=f"{unit_name(game, ref)} is on overwatch: it may not move, shoot or assault", ref=ref, look="info"
            )
