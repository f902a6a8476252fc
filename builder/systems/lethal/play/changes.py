"""The outcomes of a game of Lethal 40K, beside those that any game has; each makes the next state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play.state import (
    Activation,
    Battle,
    Combat,
    Corridor,
    Deeds,
    Lethal,
    Owed,
    Volley,
)
from builder.systems.play.changes import Change, Moved, Number, OnPart, OnUnit, SideNumber
from builder.systems.play.game import UnitRef, with_body, with_part


class Lost(OnUnit, frozen=True, kw_only=True, tag="lost"):
    """The models that a unit has lost in all, by group; `by` is the shot that it was, if any (L-30)."""

    models: Mapping[str, Number]
    by: str = ""
    checked: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        body = game.body(self.about)
        volley = body.volley if self.by and body.volley and body.volley.by == self.by else None
        if self.by:
            volley = volley or Volley(by=self.by, before=body.models)
            volley = replace(volley, checked=volley.checked or self.checked)
        return with_body(game, self.about, lost={**body.lost, **self.models}, volley=volley)


class StructureLost(OnUnit, frozen=True, kw_only=True, tag="structure"):
    """The structure points that a group of models or a vehicle has lost in all (L-53)."""

    of: str
    points: Number

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, damage={**game.body(self.about).damage, self.of: self.points})


class Damaged(OnPart, frozen=True, kw_only=True, tag="vehicle"):
    """What a vehicle has lost: weapons, by id, its tracks, or all (L-52)."""

    weapons: tuple[str, ...] = ()
    immobilised: bool = False
    destroyed: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_part(
            game,
            self.about,
            destroyed_weapons=self.weapons,
            immobilised=self.immobilised,
            destroyed=self.destroyed,
        )


class Fell(OnUnit, frozen=True, kw_only=True, tag="morale"):
    """A unit comes to a state, for this combat phase alone or until it changes (L-31, L-14)."""

    state: MoraleState
    for_phase: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, morale=self.state, for_phase=self.for_phase)


class Owes(OnUnit, frozen=True, kw_only=True, tag="owes"):
    """The checks that a unit must still take."""

    checks: tuple[Owed, ...] = ()

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, owed=self.checks)


class Acted(OnUnit, frozen=True, kw_only=True, tag="acted"):
    """What a unit has done this turn, and how far it went in its last action."""

    deeds: Deeds
    speed: Number = 0

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, deeds=self.deeds, speed=self.speed)


class Sheltered(OnUnit, frozen=True, kw_only=True, tag="cover"):
    """The cover that a unit stands in; None in the open (L-41)."""

    cover: Cover | None = None

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, cover=self.cover)


class Grouped(OnUnit, frozen=True, kw_only=True, tag="grouped"):
    """The unit group that a unit is in, and whether it was formed on its CM; none where its name is empty (L-14)."""

    group: str = ""
    forms: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return with_body(game, self.about, group=self.group, forms=self.forms)


class Seized(Change, frozen=True, kw_only=True, tag="initiative"):
    """A side has the initiative this turn (L-60)."""

    side: SideNumber

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        return _battle(replace(game, clock=replace(game.clock, active=self.side)), initiative=self.side)


class Activated(Change, frozen=True, kw_only=True, tag="activated"):
    """Units are activated, or where there are none, the next activation is that of the side."""

    side: SideNumber
    units: tuple[str, ...] = ()
    stance: str = ""

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        activation = Activation(self.side, self.units, self.stance) if self.units else None
        for ref in (UnitRef(self.side, each) for each in self.units):
            game = with_body(game, ref, deeds=replace(game.body(ref).deeds, activated=True))
        return _battle(replace(game, clock=replace(game.clock, active=self.side)), activation=activation)


class Suppressed(Change, frozen=True, kw_only=True, tag="corridor"):
    """A corridor of fire is made, or ends (L-92, L-94)."""

    corridor: Corridor
    ends: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        others = {key: each for key, each in game.extra.corridors.items() if key != self.corridor.id}
        return _battle(game, corridors=others if self.ends else {**others, self.corridor.id: self.corridor})


class Fought(Change, frozen=True, kw_only=True, tag="combat"):
    """How a close combat stands, or that it ends."""

    combat: Combat
    ends: bool = False

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        others = {key: each for key, each in game.extra.combats.items() if key != self.combat.id}
        return _battle(game, combats=others if self.ends else {**others, self.combat.id: self.combat})


class Passed(Moved[Lethal], frozen=True, kw_only=True, tag="phase"):
    """The clock moves; with a new turn nobody has done anything, and nobody has the initiative."""

    def apply(self, game: Lethal) -> Lethal:
        """The game after it."""
        if self.turn != game.clock.turn:
            for ref in game.refs(0, 1):
                body = game.body(ref)
                game = with_body(game, ref, deeds=Deeds(began=body.morale), volley=None)
            game = _battle(game, initiative=None, activation=None)
        return super().apply(game)


def _battle(game: Lethal, **values: Any) -> Lethal:
    extra: Battle = replace(game.extra, **values)
    return replace(game, extra=extra)
