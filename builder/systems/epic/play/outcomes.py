"""What an act of Epic comes to: losses, markers, orders, riders, each in the state that those before have made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from builder.errors import PlayError
from builder.scalars import signed
from builder.systems.epic.play.changes import CapacityLost, RidersChanged, Spent, TookOrders, UnitsLost
from builder.systems.epic.play.queries import markers_text
from builder.systems.epic.play.state import BLAST, BROKEN, MOST_MARKERS, OVERWATCH, EpicGame, Numbers
from builder.systems.play.actions import Gathered
from builder.systems.play.changes import Counted
from builder.systems.play.clock import Consequence
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import unit_name


def break_formations(before: EpicGame, after: EpicGame) -> Iterator[Consequence[EpicGame]]:
    """Yield what follows by itself: as many markers as units left break a formation, whatever brings that about (E-11).

    One that players have just agreed on to be no longer broken stays so, until its markers or units change.
    """
    for ref in after.refs(0, 1):
        body, was = after.body(ref), before.body(ref)
        same = body is was or (body.markers, body.strength) == (was.markers, was.strength)
        if same or body.gone or body.broken or was.broken or body.markers < body.strength:
            continue
        out = BattleOutcomes(after)
        out.breaks(ref)
        yield Consequence(tuple(out.changes), out.text)


class BattleOutcomes(Gathered[EpicGame]):
    """The changes that an act of Epic makes."""

    def __init__(self, game: EpicGame) -> None:
        """Begin with how a game stands, nothing told yet."""
        super().__init__(game)
        self._about: UnitRef | None = None

    def say(self, *words: str, about: UnitRef | None = None) -> None:
        """Add to what the log tells; `about` is a formation that is named in it."""
        super().say(*words)
        self._about = about or self._about

    def tell(self, ref: UnitRef, link: str, words: str) -> None:
        """Add what befalls a formation: its name, a link and words, or the words alone where it was named last."""
        name = unit_name(self.game, ref)
        self.say(words if ref == self._about else f"{name}{link}{words}", about=ref)

    def order(self, ref: UnitRef, **orders: Any) -> None:
        """Set what a formation did, by the fields of `Orders`."""
        now = replace(self.game.body(ref).orders, **orders)
        self.add(TookOrders(side=ref.side, unit=ref.id, orders=now))

    def mark(self, ref: UnitRef, markers: int, why: str = "") -> None:
        """Give a formation blast markers, or take them off; one of which nobody is left gets none (E-10, E-11)."""
        body = self.game.body(ref)
        if not markers or body.gone:
            return
        after = max(0, body.markers + markers)
        self.bear(ref, after)
        reason = f" ({why})" if why else ""
        self.tell(ref, ": ", f"{signed(markers)} {markers_text(abs(markers)).split()[1]}{reason}, {after} now")
        if after >= body.strength:
            self.breaks(ref)

    def bear(self, ref: UnitRef, markers: int) -> None:
        """Set the blast markers that a formation has in all.

        Raises:
            PlayError: these are more than any can have.
        """
        if markers > MOST_MARKERS:
            raise PlayError(f"a formation has at most {MOST_MARKERS} blast markers")
        self.add(Counted(side=ref.side, unit=ref.id, counter=BLAST, count=markers))

    def breaks(self, ref: UnitRef) -> None:
        """Break a formation, unless it is broken or nobody of it is left; its overwatch ends (E-11)."""
        body = self.game.body(ref)
        if not body.gone and not body.broken:
            self.flag(ref, BROKEN)
            self.flag(ref, OVERWATCH, on=False)
            self.say(f"{'it' if ref == self._about else unit_name(self.game, ref)} is broken", about=ref)

    def lose(self, ref: UnitRef, numbers: Numbers) -> int:
        """Take units off a formation, by kind; war engines are lost whole.

        Returns:
            How many were lost.
        """
        body, total = self.game.body(ref), 0
        lost: dict[str, int] = {}
        hits: dict[str, int] = {}
        for identity, number in numbers.items():
            kind = body.kind(identity)
            number = min(number, body.left(kind))
            total += number
            if kind.line.dc > 1:
                standing = [engine for engine, damage in body.engines(kind) if damage < kind.line.dc]
                worst = sorted(standing, key=lambda engine: -body.hits.get(engine, 0))
                hits |= dict.fromkeys(worst[:number], kind.line.dc)
            elif number:
                lost[identity] = body.lost.get(identity, 0) + number
        if lost:
            self.add(UnitsLost(side=ref.side, unit=ref.id, units=lost))
        if hits:
            self.add(CapacityLost(side=ref.side, unit=ref.id, hits=hits))
        if total:
            words = ", ".join(f"{number} {body.names[each]}" for each, number in numbers.items() if number)
            left = f"{self.game.body(ref).units} of {body.formation.units} left"
            self.tell(ref, " ", f"loses {words}: {left}")
        return total

    def damage(self, ref: UnitRef, identity: str, points: int) -> int:
        """Take damage capacity off war engines of a kind, off the one that has lost most first.

        Returns:
            How many of them are destroyed by it.
        """
        body = self.game.body(ref)
        kind, hits, gone = body.kind(identity), dict[str, int](), 0
        dc = kind.line.dc
        for engine, damage in sorted(body.engines(kind), key=lambda each: (each[1] >= dc, -each[1])):
            taken = min(points, dc - damage)
            if taken > 0:
                hits[engine] = damage + taken
                gone += hits[engine] == dc
                points -= taken
                left = f"{dc - hits[engine]} of {dc} left" if hits[engine] < dc else "destroyed"
                self.tell(ref, ", ", f"{body.names[identity]}: {taken} damage capacity lost, {left}")
        if hits:
            self.add(CapacityLost(side=ref.side, unit=ref.id, hits=hits))
        return gone

    def ride(self, ref: UnitRef, riding: Mapping[str, Numbers]) -> None:
        """Set who rides in what from now on."""
        kept = {carrier: {kind: n for kind, n in riders.items() if n} for carrier, riders in riding.items()}
        kept = {carrier: riders for carrier, riders in kept.items() if riders}
        if kept != self.game.body(ref).riding:
            self.add(RidersChanged(side=ref.side, unit=ref.id, riding=kept))

    def spend(self, ref: UnitRef, weapons: Numbers) -> None:
        """Use up weapons that fire once a game."""
        before = self.game.body(ref).spent
        if weapons:
            total = {name: before.get(name, 0) + number for name, number in weapons.items()}
            self.add(Spent(side=ref.side, unit=ref.id, weapons=total))
