"""What an act comes to, change by change, each in the state that those before it have made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from builder.systems.lethal.command import MoraleState, must_check_losses
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.model import LethalModelGroup
from builder.systems.lethal.play.changes import Acted, ChecksOwed, Lost, MoraleChanged, Sheltered, StructureLost
from builder.systems.lethal.play.queries import combat_of, worse
from builder.systems.lethal.play.state import (
    AT_EDGE,
    ENTRENCHED,
    FINDING,
    HULL_DOWN,
    CheckKind,
    Deeds,
    LethalGame,
    OwedCheck,
)
from builder.systems.play.actions import Gathered
from builder.systems.play.changes import Boarded
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import unit_name

DUE = {
    "morale": "morale check",
    "confusion": "confusion check",
    "ammo": "ammunition die",
    "corridor": "corridor of fire",
    "titan killer": "hit by a Titan Killer",
}
"""What checks are called in sentences."""


class Outcomes(Gathered[LethalGame]):
    """The changes that an act makes, what is said of them, and the game as it stands after them."""

    def did(self, ref: UnitRef, *, speed: int | None = None, **deeds: Any) -> None:
        """Note what a unit did, by the fields of `Deeds`."""
        body = self.game.body(ref)
        now: Deeds = replace(body.deeds, **deeds)
        self.add(Acted(side=ref.side, unit=ref.id, deeds=now, speed=body.speed if speed is None else speed))

    def fall(self, ref: UnitRef, state: MoraleState, *, for_phase: bool = False, told: bool = True) -> bool:
        """Lower a unit to a state, unless it is in a worse one, and return whether that changes it (L-31, L-33)."""
        body = self.game.body(ref)
        if body.gone or (worse(body.morale, state) is body.morale and body.morale is not state):
            return False
        falls = body.morale is not state or (body.for_phase and not for_phase)
        if falls:
            self.add(MoraleChanged(side=ref.side, unit=ref.id, state=state, for_phase=for_phase))
            self.say(*([f"{unit_name(self.game, ref)}: {state}"] if told else ()))
        if body.deeds.shots:
            self.did(ref, shots=0)
        if state is MoraleState.ROUTED and any(check.kind == "morale" for check in body.owed):
            left = tuple(check for check in body.owed if check.kind != "morale")
            self.add(ChecksOwed(side=ref.side, unit=ref.id, checks=left))
        return falls

    def becomes(self, ref: UnitRef, state: MoraleState) -> None:
        """Set the state of a unit, be it better or worse."""
        if self.game.body(ref).morale is not state:
            self.add(MoraleChanged(side=ref.side, unit=ref.id, state=state))
            self.say(f"{unit_name(self.game, ref)}: {state}")

    def owe(self, ref: UnitRef, kind: CheckKind, cause: str = "") -> None:
        """Note that a unit must take a check; none of morale while it routs: it rallies or is destroyed next (L-32)."""
        body = self.game.body(ref)
        if not body.gone and not (kind == "morale" and body.morale is MoraleState.ROUTED):
            self.add(ChecksOwed(side=ref.side, unit=ref.id, checks=(*body.owed, OwedCheck(kind, cause))))
            self.say(f"{unit_name(self.game, ref)}: {DUE[kind]}")

    def pay(self, ref: UnitRef, kind: CheckKind, cause: str = "") -> None:
        """Strike off a check that a unit has taken: the first of its kind, or the one of a cause."""
        checks = list(self.game.body(ref).owed)
        found = next((each for each in checks if each.kind == kind and cause in ("", each.cause)), None)
        if found is not None:
            checks.remove(found)
            self.add(ChecksOwed(side=ref.side, unit=ref.id, checks=tuple(checks)))

    def moved(self, ref: UnitRef) -> None:
        """A unit has moved: it is dug in and hidden no more, and infantry finds no ammunition (L-23, L-43 to L-45)."""
        for flag in (ENTRENCHED, AT_EDGE, HULL_DOWN):
            self.flag(ref, flag, on=False)
        if self.game.body(ref).infantry:
            self.flag(ref, FINDING, on=False)

    def comes_into(self, ref: UnitRef, cover: Cover | None) -> None:
        """A unit has moved into cover, or into the open."""
        self.moved(ref)
        if self.game.body(ref).cover is not cover:
            self.add(Sheltered(side=ref.side, unit=ref.id, cover=cover))

    def get_out(self, ref: UnitRef) -> None:
        """A unit leaves its transport: it has used the actions that the transport has (L-72)."""
        body = self.game.body(ref)
        assert body.aboard is not None
        deeds = self.game.body(UnitRef(ref.side, body.aboard)).deeds
        self.add(Boarded(side=ref.side, unit=ref.id))
        if deeds.used > body.deeds.used:
            self.did(ref, used=deeds.used, moved=deeds.moved, came=True)

    def lose_vehicle(self, ref: UnitRef, before: int) -> None:
        """A unit has lost one of its vehicles; losses of several call for a check as those on foot do (L-30)."""
        body = self.game.body(ref)
        due = must_check_losses(body.unit.models, before, body.models) and combat_of(self.game, ref) is None
        if due and all(check.kind != "morale" for check in body.owed):
            self.owe(ref, "morale", "losses")

    def lose(self, ref: UnitRef, models: Mapping[str, int], by: str = "") -> int:
        """Take models on foot off a unit, by group; it owes a morale check where that calls for one (L-30).

        Args:
            ref: the unit.
            models: how many, by the ids of their groups.
            by: the shot that it was; losses from one shot call for one check together.

        Returns:
            How many were lost.
        """
        before, lost = self.game.body(ref), {group: number for group, number in models.items() if number}
        if not lost:
            return 0
        total = {group: before.lost.get(group, 0) + number for group, number in lost.items()}
        volley = before.volley if by and before.volley and before.volley.by == by else None
        stood = volley.before if volley else before.models
        after = before.models - sum(lost.values())
        due = must_check_losses(before.unit.models, stood, after) and not (volley and volley.checked)
        due = due and combat_of(self.game, ref) is None
        self.add(Lost(side=ref.side, unit=ref.id, models=total, by=by, checked=due))
        self.say(f"{unit_name(self.game, ref)} loses {sum(lost.values())} of {before.models}")
        if due:
            self.owe(ref, "morale", "losses")
        return sum(lost.values())

    def wound(self, ref: UnitRef, hits: int, first: str | None = None, by: str = "") -> int:
        """Hits that nothing stopped, each of which takes a model, or a structure point of a large one (L-53, L-56).

        Returns:
            How many models were lost.
        """
        lost: dict[str, int] = {}
        for group in casualty_order(self.game, ref, first):
            body, size = self.game.body(ref), group.profile.structure
            gone, damage = divmod(body.damage.get(group.id, 0) + hits, size)
            fallen = min(gone, body.left(group))
            left = 0 if fallen == body.left(group) else damage
            if size > 1 and (fallen or left != body.damage.get(group.id, 0)):
                self.add(StructureLost(side=ref.side, unit=ref.id, of=group.id, points=left))
                if not fallen:
                    self.say(f"{unit_name(self.game, ref)} has {size - left} of {size} structure points")
            lost[group.id] = fallen
            hits = (gone - fallen) * size
            if not hits:
                break
        return self.lose(ref, lost, by)


def casualty_order(game: LethalGame, ref: UnitRef, first: str | None = None) -> Sequence[LethalModelGroup]:
    """Return the kinds of models in the order in which they fall: the named one, then the commonest armour (L-56)."""
    body = game.body(ref)
    wearing: dict[int, int] = {}
    for group in body.groups:
        wearing[group.profile.av] = wearing.get(group.profile.av, 0) + body.left(group)
    return sorted(body.groups, key=lambda group: (group.id != first, -wearing[group.profile.av], -body.left(group)))


def common_armour(game: LethalGame, ref: UnitRef) -> LethalModelGroup:
    """Return the kind of models whose armour is the commonest of a unit (L-56)."""
    return next(iter(casualty_order(game, ref)))
