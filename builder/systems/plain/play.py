"""Games of Plain 40K: wounds, vehicles and states are kept; the dice and the rules are the players' own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from builder.errors import PlayError
from builder.record import replace
from builder.systems.common.marks import marks_in_game
from builder.systems.figures import Amount
from builder.systems.fortyk.model import FortykArmy, ModelGroup
from builder.systems.fortyk.squads import (
    ASSAULT,
    BEFORE_MOVE,
    CHARGED,
    DECLARED,
    DEEDS,
    ENGAGED,
    FALLING_BACK,
    HULL_STATES,
    LOCKED,
    MOVED,
    MOVEMENT,
    PINNED,
    RESERVE,
    SHOOTING,
    SHOT,
    SHOT_AT,
    STOOD_TO_FIRE,
    FortykGame,
    FortykUnit,
    HullChanged,
    VehiclePart,
    Wounded,
)
from builder.systems.parameters import Choice, given
from builder.systems.plain.game_view import Armies, Plain, filled, sheets, side_views
from builder.systems.plain.reading import PlainReading
from builder.systems.play import common_acts as common
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Flagged, GameBegun, with_common
from builder.systems.play.clock import PLAYER_TURN_ENDS, Consequence, Course, Due, Phase, Rules, agreement
from builder.systems.play.events import Event, Player, armies_of, begin
from builder.systems.play.game import DESTROYED, Clock, PartRef, Side, UnitRef
from builder.systems.play.lookup import At, numbered, parts, unit_name, units, with_distinct_names
from builder.systems.play.protocol import Play
from builder.systems.play.view import Key, View

DEPLOYMENT = "deployment"


class PlainBegun(GameBegun, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    armies: Armies

    def begin(self) -> Plain:
        """The state that it brings.

        Raises:
            PlayError: an army has two units or vehicles of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        return with_distinct_names(FortykGame(sides=(one, other), extra=self.armies, clock=Clock(phase=DEPLOYMENT)))


def _side(name: str, army: FortykArmy | None) -> Side[FortykUnit]:
    bought = army.units if army else ()
    ids = [part.id for unit in bought for part in unit.vehicles]
    if len({unit.id for unit in bought}) < len(bought) or len({*ids}) < len(ids):
        raise PlayError(f"the army of {name} has two units of one id: its log is damaged")
    names = numbered({unit.id: unit.name for unit in bought})
    hulls = numbered({each.id: each.name if len(unit.vehicles) > 1 or unit.groups else names[unit.id]
                      for unit in bought for each in unit.vehicles})  # fmt: skip
    squads = []
    for unit in bought:
        relations = {mark.kind: mark.target for mark in unit.marks}
        waits = any(mark.kind in ("reserve", "deep_strike") for mark in unit.marks)
        squads.append(
            FortykUnit(
                id=unit.id,
                name=names[unit.id],
                unit=unit,
                flags=frozenset({RESERVE}) if waits else frozenset(),
                leader=relations.get("led_by") if relations.get("led_by") in names else None,
                aboard=relations.get("riding_in") if relations.get("riding_in") in names else None,
                parts={each.id: VehiclePart(id=each.id, name=hulls[each.id], vehicle=each) for each in unit.vehicles},
            )
        )
    return Side.of(name, squads)


def start(players: Sequence[Player[PlainReading]]) -> Event[PlainBegun]:
    """The first event of a game of two players."""
    one, other = players
    mine, theirs = map(_with_marks, armies_of(players))
    return begin(PlainBegun(names=(one.name, other.name), armies=(mine, theirs)), players)


def _with_marks(army: FortykArmy | None) -> FortykArmy | None:
    """The army as it begins a game."""
    marks = marks_in_game(army.units) if army else {}
    return army and replace(army, units=tuple(replace(unit, marks=marks[unit.id]) for unit in army.units))


def on_foot(game: Plain, ref: UnitRef) -> bool:
    """Whether a unit has models that lose wounds, be all of them dead."""
    return not game.body(ref).is_vehicle


def groups_of(at: At[Plain], act: LoseWounds) -> Iterator[Choice[str]]:
    """The groups of models of a unit, with the wounds that they have left."""
    body = at.game.body(act.unit)
    for group in body.unit.groups:
        yield Choice(group.id, f"{group.name}, {body.wounds_left(group)} of {group.wounds} wounds")


class LoseWounds(Act[Plain]):
    """Models of a unit lose wounds, or get them back."""

    called = "wounds"
    group = "Damage"
    unit: UnitRef = given("the unit", units(on_foot), none="there are no models on foot")
    wounds: Amount = given("all that are lost: 7; or how many more or fewer: +3, -1")
    models: str | None = given("which of its models", groups_of, pick=True, default=None)

    def decide(self, game: Plain, ask: Answers) -> Ruling[Plain]:
        """Wounds fall on one model until it is dead; whose they are, their player says."""
        body, name = game.body(self.unit), unit_name(game, self.unit)
        choices = groups_of(At(game, ask.rules), self)
        wanted = ask.one("models", self.models, f"Which models of {name}?", choices)
        found: ModelGroup = next(each for each in body.unit.groups if each.id == wanted)
        before, most = body.wounds.get(found.id, 0), found.wounds
        after = self.wounds.onto(before)
        if not 0 <= after <= most:
            raise PlayError(f"{name}, {found.name}: {self.wounds.sum_text(before)} wounds lost; there are {most}")
        change = Wounded(side=self.unit.side, unit=self.unit.id, group=found.id, lost=after)
        left = found.models - after // found.wounds_each
        lost = "wound" if after == 1 else "wounds"
        text = f"{name}, {found.name}: {self.wounds.sum_text(before)} {lost} lost, {left} of {found.models} models left"
        return Ruling(text, [change], side=self.unit.side)


def hull_states(at: At[Plain], act: ChangeHull) -> Iterator[Choice[str]]:
    """The states of a vehicle, and its weapons."""
    yield from (Choice(state, state) for state in HULL_STATES)
    part = at.game.body(act.vehicle).parts[act.vehicle.id]
    for weapon_id, weapon in part.vehicle.weapons:
        yield Choice(weapon_id, f"{weapon.name} destroyed")


def every_hull(game: Plain, ref: PartRef) -> bool:
    """Every vehicle, those that are wrecked too."""
    return True


class ChangeHull(Act[Plain]):
    """What happens to a vehicle: a state, or the loss of a weapon."""

    called = "vehicle"
    group = "Damage"
    vehicle: PartRef = given("the vehicle", parts(every_hull), none="there are no vehicles")
    what: str = given("what happens to it", hull_states, pick=True)
    off: bool = given("it is so no longer", default=False)

    def decide(self, game: Plain, ask: Answers) -> Ruling[Plain]:
        """It changes something."""
        part, name, on = game.body(self.vehicle).parts[self.vehicle.id], unit_name(game, self.vehicle), not self.off
        weapons = dict(part.vehicle.weapons)
        is_on = self.what in part.states or self.what in part.destroyed_weapons
        what = f"{weapons[self.what].name} destroyed" if self.what in weapons else self.what
        if is_on == on:
            raise PlayError(f"{name}: {'already' if on else 'not'} {what}")
        if part.gone and self.what != "wrecked":
            raise PlayError(f"{name} is wrecked")
        kind = {"weapon": self.what} if self.what in weapons else {"state": self.what}
        change = HullChanged(side=self.vehicle.side, vehicle=self.vehicle.id, on=on, **kind)
        return Ruling(f"{name}: {'' if on else 'no longer '}{what}", [change], side=self.vehicle.side)


def deeds_end(game: Plain, about: object) -> Iterator[Consequence[Plain]]:
    """What the units of a player did is done with his turn."""
    changes = tuple(
        Flagged(side=ref.side, unit=ref.id, flag=flag, on=False)
        for ref in game.refs(game.clock.active)
        for flag in DEEDS
        if flag in game.body(ref).flags
    )
    if changes:
        yield Consequence(changes)


def waiting(game: Plain) -> Iterator[Due]:
    """Units in reserve, and those that fall back, as their player's turn begins."""
    for ref in game.refs(game.clock.active):
        body = game.body(ref)
        off = {"off": "yes"}
        if RESERVE in body.flags and not body.gone and body.aboard is None:
            yield Due(
                text=f"{unit_name(game, ref)} is in reserve", ref=ref, verb="mark", given={"mark": RESERVE, **off}
            )
        if FALLING_BACK in body.flags and not body.gone:
            yield Due(
                text=f"{unit_name(game, ref)} falls back", ref=ref, verb="mark", given={"mark": FALLING_BACK, **off}
            )


RULES: Rules[Plain] = Rules(
    course=Course(
        before=Phase(id=DEPLOYMENT, due=(agreement,)),
        turn=(
            Phase(id=MOVEMENT, wanted=("mark", "embark", "disembark"), due=(waiting,)),
            Phase(id=SHOOTING, wanted=("wounds", "vehicle", "mark")),
            Phase(id=ASSAULT, wanted=("wounds", "vehicle", "mark")),
        ),
        moments={PLAYER_TURN_ENDS: (deeds_end,), SHOT_AT: (), DECLARED: (), BEFORE_MOVE: ()},
    ),
    flags=(RESERVE, MOVED, SHOT, STOOD_TO_FIRE, CHARGED, ENGAGED, LOCKED, FALLING_BACK, PINNED, DESTROYED),
)


def viewer() -> Callable[[Plain], View]:
    """Return what makes views of one game, whose rows it keeps from one view to the next."""
    sides = side_views(RULES)
    return lambda game: PLAY.view_of(game, sides(game))


PLAY: Play[Plain] = Play(
    version=1,
    acts=(LoseWounds, ChangeHull, *common.ACTS),
    begun=PlainBegun,
    changes=with_common(PlainBegun, Wounded, HullChanged),
    rules=RULES,
    start=start,
    viewer=viewer,
    sheets=sheets,
    filled=filled,
    keys=(
        Key("", "wounds", action="damage"),
        Key("", "vehicle", action="damage", table="vehicles"),
        Key("", "vehicle", action="vehicle"),
        Key("", "mark", action="marks"),
        Key("", "next", action="next", at_once=True),
        Key("", "points", action="points"),
        Key("", "clock", action="clock", at_once=True),
        Key("", "note", action="note"),
        Key("", "embark", action="reserve"),
    ),
    consequences=(common.destroyed,),
)
