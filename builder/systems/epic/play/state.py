"""How a game of Epic stands: formations with their losses, markers and orders, who rides in what, whose turn it is.

Distances are in cm. Units of one kind are alike and counted; war engines are told apart by the damage capacity that
each has lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from builder.systems.epic.model import EpicArmy, Formation, UnitKind
from builder.systems.epic.weapons import EpicWeapon, Fire
from builder.systems.play.game import Body, Game, UnitRef

MOST_MARKERS = 99
BLAST, ASTRAY = "blast", "astray"
"""The counters of blast markers (E-10), and of units that are out of formation (E-04, E-19)."""
BROKEN, OVERWATCH, ON_ROAD = "broken", "on overwatch", "on a road"
DEPLOYMENT, START, STRATEGY, ACTION, END = "deployment", "start", "strategy", "action", "end"
"""What comes before the first turn, and the phases of a turn (E-08)."""
Numbers: TypeAlias = Mapping[str, int]
"""How many, by the ids of kinds of units."""


class FormationAttack(Struct, frozen=True, kw_only=True):
    """What a formation has fired in an attack.

    Args:
        target: the formation of the enemy.
        fired: the weapons, by their names.
        interrupts: it was fired from overwatch, into the action of its target.
        silenced: how many units its markers suppressed.
        suppressed: which these were, by kind; empty where players did not say.
    """

    target: str
    fired: tuple[str, ...]
    interrupts: bool = False
    silenced: int = 0
    suppressed: Numbers = {}


class Orders(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a formation did this turn.

    Args:
        activated: it had its action, or failed its test for one (E-12).
        action: the action that it takes; empty where there is none.
        succeeded: its test was passed.
        retained: it was activated to retain the initiative.
        road_march: its march is one along a road throughout (E-22).
        moves: moves that it has made.
        shot: it has shot.
        attack: its shooting, which its other weapons can still join (E-25).
        regrouped: it has regrouped.
        hold: what it does with a Hold: move, shoot or regroup; empty where that is not said yet.
        boarded, landed: units that were picked up, or set down, in the move that was made last (E-20).
        withdrawn: it has withdrawn, being broken.
        rallied: it has rolled to rally, whatever came of it.
    """

    activated: bool = False
    action: str = ""
    succeeded: bool = False
    retained: bool = False
    road_march: bool = False
    moves: int = 0
    shot: bool = False
    attack: FormationAttack | None = None
    regrouped: bool = False
    hold: str = ""
    boarded: Mapping[str, int] = {}
    landed: Mapping[str, int] = {}
    withdrawn: bool = False
    rallied: bool = False


class EpicFormation(Body, frozen=True, kw_only=True):
    """A formation as it stands.

    Args:
        formation: what it was when the game began.
        names: what the kinds of its units are called, by their ids: those of one name with a number.
        lost: units lost, by kind; of kinds with a damage capacity `hits` says it.
        hits: damage capacity lost, by war engine (`u1.2.1`, the first of the kind `u1.2`).
        riding: who rides in what: numbers of passengers, by the kind of their transports.
        orders: what it did this turn.
        spent: weapons used up that fire once a game, by the ids of kinds and their names (`u1.2/rocket pod`).
    """

    formation: Formation
    names: Mapping[str, str] = {}
    lost: Mapping[str, int] = {}
    hits: Mapping[str, int] = {}
    riding: Mapping[str, Mapping[str, int]] = {}
    orders: Orders = Orders()
    spent: Mapping[str, int] = {}

    @property
    def army_notes(self) -> Sequence[str]:
        """What its player wrote of it in the army."""
        return self.formation.notes

    def kind(self, identity: str) -> UnitKind:
        """A kind of its units.

        Raises:
            KeyError: there is none of that id.
        """
        for each in self.formation.kinds:
            if each.id == identity:
                return each
        raise KeyError(identity)

    def left(self, kind: UnitKind) -> int:
        """Return the units of a kind that are left."""
        if kind.line.dc > 1:
            return sum(lost < kind.line.dc for _, lost in self.engines(kind))
        return kind.count - self.lost.get(kind.id, 0)

    def engines(self, kind: UnitKind) -> Iterator[tuple[str, int]]:
        """Yield the war engines of a kind, each with the damage capacity that it has lost."""
        for number in range(1, kind.count + 1):
            identity = f"{kind.id}.{number}"
            yield identity, self.hits.get(identity, 0)

    @property
    def kinds(self) -> tuple[UnitKind, ...]:
        """The kinds of units of which some are left."""
        return tuple(kind for kind in self.formation.kinds if self.left(kind))

    @property
    def units(self) -> int:
        """The units that are left, those that ride too."""
        return sum(map(self.left, self.formation.kinds))

    @property
    def strength(self) -> int:
        """The number of blast markers that breaks it (E-11)."""
        return self.formation.strength({kind.id: self.left(kind) for kind in self.formation.kinds})

    @property
    def markers(self) -> int:
        """Its blast markers."""
        return self.count(BLAST)

    @property
    def broken(self) -> bool:
        """Whether it is broken (E-11)."""
        return BROKEN in self.flags

    def aboard_of(self, kind: UnitKind) -> int:
        """Return how many units of a kind ride."""
        return sum(riders.get(kind.id, 0) for riders in self.riding.values())

    @property
    def passengers(self) -> int:
        """How many units ride."""
        return sum(number for riders in self.riding.values() for number in riders.values())

    def on_table(self, kind: UnitKind) -> int:
        """Return the units of a kind that are left and do not ride."""
        return max(0, self.left(kind) - self.aboard_of(kind))

    @property
    def able(self) -> Numbers:
        """How many units on the table have a weapon that shoots, and not only fights, by kind (E-02, E-24).

        A kind without listed weapons may have some, unless it is known to have none. Where no kind shoots, but a
        character does, any unit may be the one whose stand it shares (E-01).
        """
        there = [(kind, number) for kind in self.formation.kinds if (number := self.on_table(kind))]
        armed = [(kind, number) for kind, number in there if _may_be_armed(kind)]
        led = any(_shoots(weapon) for kind in self.formation.characters for weapon in kind.weapons)
        return {kind.id: number for kind, number in (there if led and not armed else armed)}

    @property
    def armed(self) -> int:
        """How many units on the table are able to shoot."""
        return sum(self.able.values())

    @property
    def dead(self) -> bool:
        """Whether nobody of it is left."""
        return not self.units


def _may_be_armed(kind: UnitKind) -> bool:
    return any(map(_shoots, kind.weapons)) if kind.weapons else not kind.unarmed


def _shoots(weapon: EpicWeapon) -> bool:
    """Whether a weapon shoots, or may: of what data does not say players know it."""
    fires = [mode.firepower for mode in weapon.modes]
    return any(fire is None or fire.fire in (Fire.SHOTS, Fire.BARRAGE) for fire in fires)


class StrategyRoll(Struct, frozen=True, kw_only=True):
    """The strategy roll of a turn (E-05): dice and totals of both sides, who won it, and who goes first."""

    turn: int
    dice: tuple[int, int]
    totals: tuple[int, int]
    won: int
    first: int


class LastAction(Struct, frozen=True, kw_only=True):
    """The action that was taken last this turn, by which side and formation."""

    side: int
    unit: str
    succeeded: bool
    retained: bool = False

    @property
    def ref(self) -> UnitRef:
        """The formation."""
        return UnitRef(self.side, self.unit)


class EpicBattle(Struct, frozen=True, kw_only=True):
    """What Epic keeps of the whole game.

    Args:
        armies: those of both sides; None where a side is only a name.
        ratings: the strategy ratings; None where nobody has said one.
        rolls: the strategy rolls, that of the last turn last.
        last: the action that was taken last this turn.
        effects: the sides whose abilities took effect as this turn began, in order.
        checked: the victory conditions were checked this turn.
    """

    armies: tuple[EpicArmy | None, EpicArmy | None] = (None, None)
    ratings: tuple[int | None, int | None] = (None, None)
    rolls: tuple[StrategyRoll, ...] = ()
    last: LastAction | None = None
    effects: tuple[int, ...] = ()
    checked: bool = False


class EpicGame(Game[EpicFormation, EpicBattle], frozen=True, kw_only=True):
    """A game of Epic as it stands."""
