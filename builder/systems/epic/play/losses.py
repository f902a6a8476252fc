"""What players tell of a formation: losses from whatever it was, markers, overwatch, how it stands (E-10, E-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from builder.errors import PlayError
from builder.systems.epic.model import UnitKind
from builder.systems.epic.parameters import ActionId
from builder.systems.epic.play.casualties import Victims, chosen_units, lose_units
from builder.systems.epic.play.changes import CapacityLost, UnitsLost
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import units_text
from builder.systems.epic.play.state import ASTRAY, BLAST, BROKEN, OVERWATCH, EpicFormation, EpicGame
from builder.systems.epic.play.volley import damage_engines
from builder.systems.figures import Amount, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Counted
from builder.systems.play.common_acts import anybody
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import At, living, told, units

SHOT, LOST, STRAYED, DANGER = "shot at", "lost", "out of formation", "dangerous terrain"


class LoseUnits(Act[EpicGame]):
    """Units that a formation loses, from whatever it was."""

    called = "losses"
    rule, group = "E-10", "Damage"
    usual = ("unit", "number", "cause", "which")
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    number: Whole | None = given("how many units, or the capacity that a war engine loses", default=None)
    cause: Literal["lost", "shot at", "out of formation", "dangerous terrain"] = given(
        "what it was: shot at is a marker more, dangerous terrain none", default="lost"
    )
    capacity: bool = given("the number is damage capacity of war engines, not units", default=False)
    reason: str = given("in words, such as a falling tower", default="")
    victims: Victims = Victims()

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """A marker for each unit, and one for being shot at; none for dangerous terrain (E-10, E-19)."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), told(game, self.unit)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        named = sum(each.number for each in self.victims.which)
        number = named if self.number is None else self.number
        out.say(f"{name}, {self.reason or self.cause}")
        lost = self._lost(out, ask, number) if number else 0
        markers = 0 if self.cause == DANGER else lost + (self.cause == SHOT)
        if not number and self.cause != SHOT:
            raise PlayError(f"say how many units {name} loses, or that it was shot at")
        out.mark(self.unit, markers)
        out.check(self.unit)
        return out.ruling(1 - self.unit.side)

    def _lost(self, out: BattleOutcomes, ask: Answers, number: int) -> int:
        body = out.game.body(self.unit)
        of = [kind for kind in body.kinds if not self.capacity or kind.line.dc > 1]
        free = {kind.id: body.left(kind) * (kind.line.dc if self.capacity else 1) for kind in of}
        if number > sum(free.values()):
            whole = "damage capacity" if self.capacity else "units"
            raise PlayError(f"{body.name} has {sum(free.values())} {whole} left, and not {number}")
        text = f"Which of {told(out.game, self.unit)}, {units_text(number)}?"
        numbers = chosen_units(ask, "which", self.victims.which, text, body, free, number)
        if self.capacity:
            return sum(damage_engines(out, ask, self.unit, kind, n, self.victims) for kind, n in numbers.items())
        return lose_units(out, ask, self.unit, numbers, self.victims)


class Markers(Act[EpicGame]):
    """Blast markers that a formation gets or loses."""

    rule, group = "E-10", "Damage"
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    number: Amount = given("all of them: 7; or those to add or take away: +3, -1")
    cause: str = given("why, such as a crossfire", default="")

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """As many as units are left break it; those above that number are kept (E-11)."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), told(game, self.unit)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        after = self.number.onto(body.markers)
        if after < 0:
            raise PlayError(f"{name} has {body.markers} blast markers: no more than those can be taken away")
        if after == body.markers:
            raise PlayError(f"{name} has {body.markers} blast markers already")
        out.mark(self.unit, after - body.markers, self.cause)
        return out.ruling(self.unit.side)


class Overwatch(Act[EpicGame]):
    """A formation goes on overwatch, or its marker goes."""

    rule, group = "E-13", "Action"
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    off: bool = given("its marker goes", default=False)

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """The action overwatch sets it, its shot takes it away; this is for whatever else does."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), told(game, self.unit)
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
    """The kinds of units of a formation."""
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
        out, ref, name, body = BattleOutcomes(game), self.unit, told(game, self.unit), game.body(self.unit)
        if self.left is not None or self.capacity:
            self._units(out, ask, body)
        for counter, number in ((BLAST, self.markers), (ASTRAY, self.astray)):
            if number is not None:
                out.add(Counted(side=ref.side, unit=ref.id, counter=counter, count=number))
                out.say(f"{counter} {number}")
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
        ref, name = self.unit, told(out.game, self.unit)
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
            raise PlayError(f"{told(out.game, ref)} had {kind.count} {label} of damage capacity {dc}")
        hits = {engine: each for (engine, _), each in zip(out.game.body(ref).engines(kind), lost, strict=False)}
        out.add(CapacityLost(side=ref.side, unit=ref.id, hits=hits))
        out.say(f"{label}: damage capacity lost {', '.join(map(str, lost))}")
