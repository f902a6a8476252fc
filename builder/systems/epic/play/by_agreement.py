"""What players tell: assaults, regrouping, withdrawal, which the source only names; how a formation stands (E-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.epic.model import UnitKind
from builder.systems.epic.parameters import ActionId
from builder.systems.epic.play.casualties import (
    AnyRiders,
    Riders,
    SomeUnits,
    TargetRiders,
    UnitsOf,
    lose_units,
    units_by_kind,
)
from builder.systems.epic.play.changes import CapacityLost, UnitsLost
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import (
    AGREE,
    ENGAGE,
    HOLD,
    REGROUP,
    markers_text,
    regroup_hindrance,
    unhindered,
    units_text,
    untold_assaults,
)
from builder.systems.epic.play.state import (
    ASTRAY,
    BROKEN,
    OVERWATCH,
    EpicFormation,
    EpicGame,
)
from builder.systems.figures import Amount, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.common_acts import ANYWAY, anybody
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, unit_name, units

ASKED = "the core rules leave it open: as players tell it (E-26)"


def attackers(at: At[EpicGame], act: AssaultResult) -> Iterator[Choice[UnitRef]]:
    """Yield the formations whose assault is still to be told; by agreement all (E-13)."""
    untold = {each.ref for each in untold_assaults(at.game)}
    yield from (each for each in units(living)(at, act) if act.anyway or each.value in untold)


def opponents(at: At[EpicGame], act: AssaultResult) -> Iterator[Choice[UnitRef]]:
    """Yield the enemies of the attacker; as long as none is named, those of the side that acts."""
    attacker = known(lambda: act.unit)
    side = at.game.clock.active if attacker is None else attacker.side
    yield from (each for each in units(living)(at, act) if each.value.side != side)


def broken_by_it(at: At[EpicGame], act: AssaultResult) -> Iterator[Choice[UnitRef]]:
    """Yield the formations that an assault can break, those that fought it first."""
    of = (known(lambda: act.unit), known(lambda: act.target))
    yield from sorted(units(living)(at, act), key=lambda each: each.value not in of)


class AssaultResult(Act[EpicGame]):
    """The result of an assault, as players enter it."""

    rule, group = "E-26", "Action"
    usual = ("unit", "target", "winner", "lost", "target-lost", "breaks")
    unit: UnitRef = given("who assaulted", attackers, none="nobody has engaged")
    target: UnitRef = given("whom", opponents, none="there is nobody to assault")
    winner: Literal["attacker", "defender", "nobody"] | None = given("who won", default=None)
    lost: tuple[UnitsOf, ...] = given("units that the attacker lost: 2 Boyz, 1 Nobz", default=())
    target_lost: tuple[UnitsOf, ...] = given("units that the defender lost", default=())
    markers: Whole | None = given("markers of the attacker; one for each unit lost if not given", default=None)
    target_markers: Whole | None = given("markers of the defender, in the same way", default=None)
    breaks: tuple[UnitRef, ...] = given("formations that it breaks", broken_by_it, default=())
    riders: Riders = Riders()
    target_riders: TargetRiders = TargetRiders()
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """Losses, markers, winner and who breaks are typed in; riders of lost transports save themselves (E-20)."""
        out, name, whom = BattleOutcomes(game), unit_name(game, self.unit), unit_name(game, self.target)
        body, other = game.body(self.unit), game.body(self.target)
        if self.unit.side == self.target.side or body.gone or other.gone:
            raise PlayError("an assault is between formations of both sides of which somebody is left")
        if (why := self._hindrance(game)) and not self.anyway:
            raise PlayError(f"{name}: {why}; {AGREE}")
        choices = [Choice("attacker", name), Choice("defender", whom), Choice("nobody", "nobody")]
        winner = ask.one("winner", self.winner, "Who won the assault?", choices)
        won = {"attacker": name, "defender": whom}.get(winner, "nobody")
        out.say(f"{name} assaults {whom}: {won} wins")
        sides: tuple[tuple[UnitRef, Sequence[SomeUnits], int | None, AnyRiders], ...] = (
            (self.unit, self.lost, self.markers, self.riders),
            (self.target, self.target_lost, self.target_markers, self.target_riders),
        )
        for ref, lost, markers, riders in sides:
            there = out.game.body(ref)
            numbers = units_by_kind(there, lost, {kind.id: there.left(kind) for kind in there.kinds}) if lost else {}
            fallen = lose_units(out, ask, ref, numbers, riders)
            out.mark(ref, fallen if markers is None else markers, "assault")
        for ref in dict.fromkeys(self.breaks):
            out.breaks(ref)
        out.order(self.unit, shot=True)
        out.steps.append(ASKED)
        return out.ruling(self.unit.side)

    def _hindrance(self, game: EpicGame) -> str:
        """Return why the attacker can have no assault now; empty where it can."""
        orders = game.body(self.unit).orders
        if orders.action != ENGAGE:
            return "it has not engaged (E-13)"
        return "its assault has been told (E-13)" if orders.shot else ""


class RegroupFormation(Act[EpicGame]):
    """A formation regroups, as its marshal or its Hold."""

    called = "regroup"
    rule, group = "E-14", "Action"
    unit: UnitRef = given("the formation", units(unhindered(regroup_hindrance)), none="no action regroups")
    removed: Whole | None = given("blast markers taken off", default=None)
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """How many markers that takes off is not in the source: players tell it."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if (why := regroup_hindrance(game, self.unit)) and not self.anyway:
            raise PlayError(f"{name}: {why}; {AGREE}")
        if self.removed is not None and self.removed > body.markers:
            raise PlayError(f"{name} has {counted(body.markers, 'blast marker')}")
        counts = [Choice(number, str(number)) for number in range(body.markers + 1)]
        text = f"{name}, {markers_text(body.markers)}: how many come off?"
        removed = ask.one("removed", self.removed, text, counts)
        hold = REGROUP if body.orders.action == HOLD else body.orders.hold
        out.order(self.unit, regrouped=True, hold=hold)
        out.say(f"{name} regroups{'' if removed else ', and no marker goes'}", about=self.unit)
        out.mark(self.unit, -removed)
        out.steps.append(ASKED)
        return out.ruling(self.unit.side)


class Withdraw(Act[EpicGame]):
    """A broken formation withdraws."""

    rule, group = "E-11", "Action"
    unit: UnitRef = given("the formation", units(lambda game, ref: game.body(ref).broken), none="nobody is broken")
    note: str = given("where to, or what came of it", default="")

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The source only names it: what it comes to is told, and losses are entered as such."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if body.gone or not body.broken:
            raise PlayError(f"{name} is not broken: only broken formations withdraw (E-11)")
        out.order(self.unit, withdrawn=True)
        out.say(f"{name} withdraws{f': {self.note}' if self.note else ''}")
        return out.ruling(self.unit.side)


class Markers(Act[EpicGame]):
    """Blast markers that a formation gets or loses."""

    rule, group = "E-10", "Damage"
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    number: Amount = given("all of them: 7; or those to add or take away: +3, -1")
    cause: str = given("why, such as a crossfire", default="")

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """As many as units are left break it; those above that number are kept (E-11)."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        after = self.number.onto(body.markers)
        if after < 0:
            raise PlayError(f"{name} has {counted(body.markers, 'blast marker')}: no more than those can be taken away")
        if after == body.markers:
            raise PlayError(f"{name} has {counted(body.markers, 'blast marker')} already")
        out.mark(self.unit, after - body.markers, self.cause)
        return out.ruling(self.unit.side)


class Overwatch(Act[EpicGame]):
    """A formation goes on overwatch, or its marker goes."""

    rule, group = "E-13", "Action"
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    off: bool = given("its marker goes", default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The action overwatch sets it, its shot takes it away; this is for whatever else does."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if (OVERWATCH in body.flags) != self.off:
            raise PlayError(f"{name} is {'not ' if self.off else ''}on overwatch{'' if self.off else ' already'}")
        if not self.off and body.broken:
            raise PlayError(f"{name} is broken, and takes no action (E-11)")
        if not self.off and body.count(ASTRAY):
            raise PlayError(f"{name} has {units_text(body.count(ASTRAY))} out of formation (E-13)")
        out.flag(self.unit, OVERWATCH, on=not self.off)
        out.say(f"{name}: {'no longer ' if self.off else ''}on overwatch")
        return out.ruling(self.unit.side)


def kinds(at: At[EpicGame], act: CorrectFormation) -> Iterator[Choice[str]]:
    """Yield the kinds of units of a formation."""
    body = at.game.body(act.unit)
    for kind in body.formation.kinds:
        yield Choice(kind.id, f"{body.names[kind.id]}, {body.left(kind)} of {kind.count}")


class CorrectFormation(Act[EpicGame]):
    """How a formation stands, by agreement."""

    called = "set"
    group = "Marks"
    unit: UnitRef = given("the formation", units(anybody))
    kind: str | None = given("the kind of units whose number is meant", kinds, default=None, pick=True)
    left: Whole | None = given("how many units of that kind are left", default=None)
    capacity: tuple[Whole, ...] = given("damage capacity lost by each war engine of that kind, in order", default=())
    markers: Whole | None = given("blast markers", default=None)
    broken: bool | None = given("whether it is broken", default=None)
    astray: Whole | None = given("units that are out of formation", default=None)
    action: ActionId | None = given("its action of this turn", default=None)
    not_acted: bool = given("it may still have an action this turn", default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """What is given takes the place of what was; nothing follows from it but what always does."""
        out, ref, name, body = BattleOutcomes(game), self.unit, unit_name(game, self.unit), game.body(self.unit)
        if self.left is not None or self.capacity:
            self._units(out, ask, body)
        if self.astray is not None and self.astray > (units := out.game.body(ref).units):
            raise PlayError(f"{name} has {units_text(units)}, and not {self.astray} that are out of formation")
        if self.markers is not None:
            out.bear(ref, self.markers)
            out.say(f"blast {self.markers}")
        if self.astray is not None:
            out.add(Counted(side=ref.side, unit=ref.id, counter=ASTRAY, count=self.astray))
            out.say(f"{units_text(self.astray)} out of formation")
        if self.broken is not None:
            out.flag(ref, BROKEN, on=self.broken)
            out.say("broken" if self.broken else "not broken")
        if self.action is not None:
            out.order(ref, activated=True, action=self.action, succeeded=self.action != "hold")
            out.say(self.action)
        if self.not_acted:
            out.order(ref, activated=False, action="", succeeded=False, moves=0, shot=False, hold="", regrouped=False)
            out.say("has not acted")
        if not out.changes:
            raise PlayError(f"say what of {name} is to be set")
        return Ruling(f"{name} as agreed: {out.text}", out.changes, side=ref.side)

    def _units(self, out: BattleOutcomes, ask: Answers, body: EpicFormation) -> None:
        """The units of a kind that are left, or how its war engines stand."""
        ref, name = self.unit, unit_name(out.game, self.unit)
        offered = [Choice(kind.id, body.names[kind.id]) for kind in body.formation.kinds]
        kind = body.kind(ask.one("kind", self.kind, f"Which units of {name}?", offered))
        label = body.names[kind.id]
        if kind.line.dc > 1:
            self._engines(out, kind, label)
        elif self.capacity or self.left is None or self.left > kind.count:
            raise PlayError(f"{name} had {kind.count} {label} at most, which have no damage capacity")
        else:
            out.add(UnitsLost(side=ref.side, unit=ref.id, units={kind.id: kind.count - self.left}))
            out.say(f"{self.left} {label} left")

    def _engines(self, out: BattleOutcomes, kind: UnitKind, label: str) -> None:
        """Damage capacity that each has lost, or so many of them left whole."""
        ref, dc = self.unit, kind.line.dc
        gone = kind.count - (kind.count if self.left is None else self.left)
        lost: Sequence[int] = self.capacity or (*([0] * (kind.count - gone)), *([dc] * gone))
        if len(lost) > kind.count or max(lost) > dc or gone < 0:
            raise PlayError(f"{unit_name(out.game, ref)} had {kind.count} {label} of damage capacity {dc}")
        hits = {engine: each for (engine, _), each in zip(out.game.body(ref).engines(kind), lost, strict=False)}
        out.add(CapacityLost(side=ref.side, unit=ref.id, hits=hits))
        out.say(f"{label}: damage capacity lost {', '.join(map(str, lost))}")
