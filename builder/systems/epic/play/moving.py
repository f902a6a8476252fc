"""Moves: roads, dangerous terrain, who is out of formation, who is picked up and set down (E-15, E-17 to E-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.errors import PlayError
from builder.systems.epic.actions import ON_ROAD as ROAD_GAINS
from builder.systems.epic.actions import action
from builder.systems.epic.model import Berth, UnitKind
from builder.systems.epic.play.casualties import UnitsOf, Victims, chosen_units, lose_units, on_the_table, units_by_kind
from builder.systems.epic.play.changes import RidersChanged
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    AGREE,
    ENGAGE,
    MOVE,
    action_hindrance,
    move_hindrance,
    must_choose_hold,
    unhindered,
    units_text,
)
from builder.systems.epic.play.state import ASTRAY, DEPLOYMENT, ON_ROAD, EpicFormation, EpicGame, Numbers
from builder.systems.epic.transport import seat, seats_of
from builder.systems.figures import Die, Whole
from builder.systems.parameters import given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.clock import Consequence
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.dice import some_dice
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, unit_name, units

LOST = 1
"""What a die must show for a unit to be lost in dangerous terrain (E-15)."""


class MoveFormation(Act[EpicGame]):
    """A formation makes a move of its action."""

    called = "move"
    rule, group = "E-17", "Action"
    usual = ("unit", "lost-out-of-formation", "in-danger", "danger-dice", "which")
    unit: UnitRef = given("the formation", units(unhindered(move_hindrance)), none="no action allows a move")
    lost_out_of_formation: Whole = given("units that are out of formation after it, and lost", default=0)
    in_danger: Whole = given("units that roll for dangerous terrain", default=0)
    danger_dice: tuple[Die, ...] = given("their dice: a 1 is lost", default=())
    cautious: bool = given("they move at 5 cm, and re-roll a 1", default=False, when="for dangerous terrain")
    rerolls: tuple[Die, ...] = given("the dice that are rolled again", default=())
    danger: Whole = given("units lost in dangerous terrain, without their dice", default=0)
    danger_which: tuple[UnitsOf, ...] = given("which of them, by their owner's choice", default=())
    road: bool = given("all of it goes along a road: 5 cm more", default=False)
    victims: Victims = Victims()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Made apart from the next one; dangerous terrain costs no marker, whoever is out of formation one each."""
        out, ref, name = BattleOutcomes(game), self.unit, unit_name(game, self.unit)
        body = game.body(ref)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        if (why := move_hindrance(game, ref)) and not self.anyway:
            raise PlayError(f"{name}: {why}; {AGREE}")
        orders: dict[str, object] = {"moves": body.orders.moves + 1, "boarded": {}, "landed": {}}
        if must_choose_hold(body):
            orders["hold"] = MOVE
        out.order(ref, **orders)
        along = self._is_on_road(body)
        if not along:
            out.flag(ref, ON_ROAD, on=False)
        out.say(f"{name}: move{self._which(body)}{self._distance(body, road=along)}", about=ref)
        if body.count(ASTRAY):
            out.add(Counted(side=ref.side, unit=ref.id, counter=ASTRAY, count=0))
        self._cross(out, ask)
        self._stray(out, ask)
        return out.ruling(ref.side)

    def _which(self, body: EpicFormation) -> str:
        orders = body.orders
        most = action(orders.action).moves if orders.action else 0
        return f" {orders.moves + 1} of {most}" if most > 1 else ""

    def _is_on_road(self, body: EpicFormation) -> bool:
        """Whether it goes along a road: as players say, or as a part of a road march (E-22)."""
        return self.road or body.orders.road_march

    def _distance(self, body: EpicFormation, *, road: bool) -> str:
        """Return how far its slowest and its fastest units can go in it."""
        speeds = sorted(
            {speed for kind in body.kinds if (speed := kind.line.speed) is not None and body.on_table(kind)}
        )
        speeds = [speed + ROAD_GAINS if road else speed for speed in speeds if speed]
        words = f", up to {'–'.join(map(str, dict.fromkeys((speeds[0], speeds[-1]))))} cm" if speeds else ""
        return f"{words}{' on a road' if road and words else ''}"

    def _cross(self, out: BattleOutcomes, ask: Answers) -> None:
        """Dangerous terrain: each 1 is a unit, without save or marker; at 5 cm a 1 is rolled again (E-15)."""
        lost, rolling = self.danger, self.in_danger or len(self.danger_dice)
        self._among(out, rolling)
        if rolling:
            dice = some_dice(ask, "danger-dice", self.danger_dice, "Dangerous terrain", rolling)
            ones = dice.count(LOST)
            words = f"dangerous terrain {', '.join(map(str, dice))}"
            if ones and self.cautious:
                again = some_dice(ask, "rerolls", self.rerolls, "Dangerous terrain at 5 cm, the ones again", ones)
                ones = again.count(LOST)
                words += f", again {', '.join(map(str, again))}"
            out.say(words)
            if ask.is_open("danger-dice", "rerolls"):
                return  # Who is lost is chosen once the dice are known.
            lost += ones
        on_table = self._among(out, lost)
        if lost:
            text = f"Which of {unit_name(out.game, self.unit)} are lost in it ({units_text(lost)})?"
            body = out.game.body(self.unit)
            numbers = chosen_units(ask, "danger-which", self.danger_which, text, body, on_table, lost)
            gone = lose_units(out, ask, self.unit, numbers, self.victims)
            out.mark(self.unit, gone - lost, "lost riders")

    def _among(self, out: BattleOutcomes, number: int) -> Numbers:
        """Return the units on the table, by kind, so many of which are meant.

        Raises:
            PlayError: there are not so many.
        """
        body = out.game.body(self.unit)
        there = on_the_table(body.kinds, body)
        if number > sum(there.values()):
            raise PlayError(f"{unit_name(out.game, self.unit)} has {units_text(sum(there.values()))} on the table")
        return there

    def _stray(self, out: BattleOutcomes, ask: Answers) -> None:
        """Whoever is out of formation is destroyed, with a marker each; the owner chooses (E-19)."""
        body, lost = out.game.body(self.unit), self.lost_out_of_formation
        on_table = self._among(out, lost)
        if lost:
            text = f"Which of {unit_name(out.game, self.unit)} are out of formation ({units_text(lost)})?"
            numbers = chosen_units(ask, "which", self.victims.which, text, body, on_table, lost)
            out.mark(self.unit, lose_units(out, ask, self.unit, numbers, self.victims), "out of formation")


def carriers(body: EpicFormation) -> tuple[UnitKind, ...]:
    """Return the kinds of a formation that are left and carry others."""
    return tuple(kind for kind in body.kinds if kind.berths)


def can_embark(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation has transports, and somebody beside them on foot."""
    body = game.body(ref)
    on_foot = any(body.on_table(kind) for kind in body.kinds if not kind.berths)
    return not body.gone and bool(carriers(body)) and on_foot


def carrying(game: EpicGame, ref: UnitRef) -> bool:
    """Whether somebody of a formation rides."""
    return living(game, ref) and bool(game.body(ref).passengers)


class EmbarkUnits(Act[EpicGame]):
    """Units go aboard the transports of their formation."""

    called = "embark"
    rule, group = "E-20", "Action"
    unit: UnitRef = given("the formation", units(can_embark), none="nobody has a transport to ride in")
    riders: tuple[UnitsOf, ...] = given("who: 4 Infantry, 1 Commander; all that find a place if not given", default=())
    countercharge: bool = given("as part of a countercharge", default=False)
    trapped: bool = given("the transport touches two enemies", default=False, when="for a countercharge")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Picked up in passing, as a part of a move; never set down in the same one."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        check_boarding(game, self.unit, countercharge=self.countercharge, trapped=self.trapped, anyway=self.anyway)
        landed = body.orders.landed
        on_foot = {kind.id: body.on_table(kind) for kind in body.kinds if not kind.berths}
        free = {kind: number - (0 if self.anyway else landed.get(kind, 0)) for kind, number in on_foot.items()}
        wanted = units_by_kind(body, self.riders, on_foot) if self.riders else free
        none_left = not any(number > 0 for number in free.values())
        if landed and (none_left or any(number > free[kind] for kind, number in wanted.items())):
            raise PlayError(f"{name}: nobody goes aboard in the move in which he got out (E-20); {AGREE}")
        riding, walking = _seated(body, wanted)
        if self.riders and walking and not self.anyway:
            words = ", ".join(f"{number} {body.names[kind]}" for kind, number in walking.items())
            raise PlayError(f"{name} has no place for {words} (E-06); {AGREE}")
        new = {
            kind: sum(each.get(kind, 0) for each in riding.values()) - body.aboard_of(body.kind(kind)) for kind in free
        }
        new = {kind: number for kind, number in new.items() if number > 0}
        if not new:
            raise PlayError(f"{name} has nobody on foot for whom there is a place")
        out.ride(self.unit, riding)
        if game.clock.phase != DEPLOYMENT:
            boarded = {kind: body.orders.boarded.get(kind, 0) + number for kind, number in new.items()}
            out.order(self.unit, boarded={**body.orders.boarded, **boarded})
        out.say(f"{name}: {', '.join(f'{number} {body.names[kind]}' for kind, number in new.items())} go aboard")
        return out.ruling(self.unit.side)


class DisembarkUnits(Act[EpicGame]):
    """Units get out of the transports of their formation."""

    called = "disembark"
    rule, group = "E-20", "Action"
    unit: UnitRef = given("the formation", units(carrying), none="nobody rides")
    riders: tuple[UnitsOf, ...] = given("who: 4 Infantry; all that may if not given", default=())
    in_zone: bool = given("within an enemy zone of control", default=False)
    countercharge: bool = given("as part of a countercharge", default=False)
    trapped: bool = given("the transport touches two enemies", default=False, when="for a countercharge")
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """At the end of a later move, within 5 cm, after overwatch fire, before shooting; in a zone only to engage."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        check_boarding(game, self.unit, countercharge=self.countercharge, trapped=self.trapped, anyway=self.anyway)
        if self.in_zone and body.orders.action != ENGAGE and not self.anyway:
            raise PlayError(f"{name} sets nobody down within a zone of control, but to engage (E-20); {AGREE}")
        boarded = {} if self.anyway else body.orders.boarded
        aboard = {kind.id: body.aboard_of(kind) for kind in body.kinds if body.aboard_of(kind)}
        free = {kind: number - boarded.get(kind, 0) for kind, number in aboard.items() if number > boarded.get(kind, 0)}
        wanted = units_by_kind(body, self.riders, aboard) if self.riders else free
        if not free or any(number > free.get(kind, 0) for kind, number in wanted.items()):
            raise PlayError(f"{name}: nobody gets out in the move in which he was picked up (E-20); {AGREE}")
        riding = {carrier: dict(riders) for carrier, riders in body.riding.items()}
        for kind, number in wanted.items():
            left = number
            for riders in riding.values():
                taken = min(left, riders.get(kind, 0))
                riders[kind] = riders.get(kind, 0) - taken
                left -= taken
        out.ride(self.unit, riding)
        landed = {kind: body.orders.landed.get(kind, 0) + number for kind, number in wanted.items()}
        out.order(self.unit, landed={**body.orders.landed, **landed})
        out.say(f"{name}: {', '.join(f'{number} {body.names[kind]}' for kind, number in wanted.items())} get out")
        return out.ruling(self.unit.side)


def check_boarding(game: EpicGame, ref: UnitRef, *, countercharge: bool, trapped: bool, anyway: bool) -> None:
    """Raise a PlayError where nobody gets in or out now: that goes with a move, or a countercharge (E-20, E-21)."""
    name, orders = unit_name(game, ref), game.body(ref).orders
    if countercharge and trapped:
        raise PlayError(f"{name}: nobody gets in or out of a transport that touches two enemies (E-21)")
    if countercharge or anyway or game.clock.phase == DEPLOYMENT:
        return
    if not orders.moves:
        raise PlayError(f"{name}: units get in and out as part of a move: enter the move first (E-20); {AGREE}")
    why = "units get in and out before it shoots or fights (E-20)" if orders.shot else action_hindrance(game, ref)
    if why:
        raise PlayError(f"{name}: {why}; {AGREE}")


def reseat_riders(before: EpicGame, after: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """Yield what follows by itself: nobody rides in what is lost, nor more than are left or find a place (E-20)."""
    for ref in after.refs(0, 1):
        body = after.body(ref)
        if body.riding and body is not before.body(ref) and (riding := _fitting(body)) != body.riding:
            yield Consequence((RidersChanged(side=ref.side, unit=ref.id, riding=riding),))


def _fitting(body: EpicFormation) -> dict[str, dict[str, int]]:
    """Return who still finds a place where he rides, in transports that are left."""
    free = {kind.id: body.left(kind) for kind in body.kinds}
    riding: dict[str, dict[str, int]] = {}
    for carrier in carriers(body):
        aboard = {kind: min(number, free.get(kind, 0)) for kind, number in body.riding.get(carrier.id, {}).items()}
        seated = seat(aboard, _places(carrier, body, aboard)).riding
        free = {kind: number - seated.get(kind, 0) for kind, number in free.items()}
        riding |= {carrier.id: dict(seated)} if seated else {}
    return riding


def _places(carrier: UnitKind, body: EpicFormation, riders: Mapping[str, int]) -> list[Berth]:
    """Return the places of the transports of a kind that are left, for riders of some kinds."""
    kinds = tuple(kind for kind in body.kinds if kind.id in riders)
    return seats_of(carrier, body.left(carrier), kinds)


def _seated(body: EpicFormation, wanted: Mapping[str, int]) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """Return who rides in what with some more going aboard, and who of them finds no place, by kind (E-06)."""
    numbers = {kind.id: wanted.get(kind.id, 0) + body.aboard_of(kind) for kind in body.kinds if not kind.berths}
    numbers = {kind: number for kind, number in numbers.items() if number}
    riding: dict[str, dict[str, int]] = {}
    for carrier in carriers(body):
        seating = seat(numbers, _places(carrier, body, numbers))
        riding[carrier.id] = dict(seating.riding)
        numbers = dict(seating.walking)
    return riding, {kind: number for kind, number in numbers.items() if number}
