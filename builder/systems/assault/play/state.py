"""What Trial Assault keeps of a game: whom units shot at, the charges of this phase, the combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from builder.record import replace as replaced
from builder.systems.assault.combat import FieldedModels, fielded
from builder.systems.assault.fighters import Fighter, fighters
from builder.systems.assault.rules import step
from builder.systems.fortyk.squads import FortykGame, FortykUnit
from builder.systems.play.changes import Change
from builder.systems.play.game import AnyGame, UnitRef

MODULE = "assault"
AnyBattle: TypeAlias = FortykGame[Any]


class DeclaredCharge(Struct, frozen=True, kw_only=True):
    """A charge that was declared.

    Args:
        targets: the units that are charged, the first one first, as keys.
        distance: inches to the nearest of them.
        moved: it was moved, and reached somebody.
    """

    targets: tuple[str, ...]
    distance: float
    moved: bool = False


class CombatPlace(Struct, frozen=True, kw_only=True):
    """Where the models of a unit are in a combat: in contact, within 2" of those; charged in or behind cover."""

    contact: int
    support: int = 0
    cover: int = 0


class AssaultCombat(Struct, frozen=True, kw_only=True):
    """A close combat.

    Args:
        places: the units in it, by their keys.
        charging: the units that charged this turn.
        round: from 1.
        step: the step that is fought; 0 before the first.
        standing: the models of each group that stood as that step began, by the key of the unit and the group's id.
        struck: who struck in this round: key, group, and whether from cover.
        inflicted: the wounds that each side inflicted in this round.
        loser: the side that lost the round and tests its Ld; None while it is fought, or where nobody lost.
        settled: the result of the round is told.
    """

    places: Mapping[str, CombatPlace]
    charging: tuple[str, ...] = ()
    round: int = 1
    step: int = 0
    standing: Mapping[str, int] = {}
    struck: tuple[str, ...] = ()
    inflicted: tuple[int, int] = (0, 0)
    loser: int | None = None
    settled: bool = False

    @property
    def refs(self) -> Iterator[UnitRef]:
        """Yield its units."""
        yield from map(ref_of, self.places)


class Assaults(Struct, frozen=True, kw_only=True):
    """All that the module keeps: whom units shot at this turn, charges by unit, combats by their ids."""

    shots: Mapping[str, str] = {}
    charges: Mapping[str, DeclaredCharge] = {}
    combats: Mapping[str, AssaultCombat] = {}


def key(ref: UnitRef) -> str:
    """A unit as charges and combats write it."""
    return f"{ref.side}:{ref.id}"


def ref_of(written: str) -> UnitRef:
    """The unit that such a key means."""
    side, _, identity = written.partition(":")
    return UnitRef(int(side), identity)


def assaults(game: AnyBattle) -> Assaults:
    """What is kept of a game."""
    return game.kept.get(MODULE) or Assaults()


def _with(game: AnyGame, kept: Assaults) -> AnyGame:
    return replace(game, kept={**game.kept, MODULE: kept})


class ShotAt(Change, frozen=True, kw_only=True, tag="assault-shot"):
    """A unit shot at another; at nobody any more where that is empty."""

    unit: str
    at: str = ""

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        kept = _kept(game)
        return _with(game, replace(kept, shots=_put(kept.shots, self.unit, self.at or None)))


class Charged(Change, frozen=True, kw_only=True, tag="assault-charge"):
    """The charge of a unit; None where it has none any more."""

    unit: str
    charge: DeclaredCharge | None = None

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        kept = _kept(game)
        return _with(game, replace(kept, charges=_put(kept.charges, self.unit, self.charge)))


class FoughtOn(Change, frozen=True, kw_only=True, tag="assault-combat"):
    """A combat as it stands; None where it is over."""

    combat: str
    now: AssaultCombat | None = None

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        kept = _kept(game)
        return _with(game, replace(kept, combats=_put(kept.combats, self.combat, self.now)))


def _kept(game: Any) -> Assaults:
    return assaults(game)


def _put(mapping: Mapping[str, Any], name: str, value: object) -> Mapping[str, Any]:
    rest = {each: kept for each, kept in mapping.items() if each != name}
    return rest if value is None else {**rest, name: value}


def combat_of(game: AnyBattle, ref: UnitRef) -> tuple[str, AssaultCombat] | None:
    """The combat that a unit is in, with its id."""
    return next(((id, each) for id, each in assaults(game).combats.items() if key(ref) in each.places), None)


def left_fighters(body: FortykUnit, standing: Mapping[str, int] | None = None) -> tuple[Fighter, ...]:
    """The models of a unit that are left and fight; as many of each group as stood, where that is given."""
    left = {group.id: body.left(group) for group in body.unit.groups}
    left |= {part.id: 0 if part.gone else 1 for part in body.parts.values()}
    counts = left if standing is None else standing
    found = (replaced(each, models=counts.get(each.id, 0)) for each in fighters(body.unit))
    return tuple(each for each in found if each.models)


def ranks(body: FortykUnit, place: CombatPlace, standing: Mapping[str, int] | None = None) -> tuple[FieldedModels, ...]:
    """The models of a unit in their places in a combat."""
    return fielded(left_fighters(body, standing), place.contact, place.support, place.cover)


class Strikers(Struct, frozen=True, kw_only=True):
    """Models of one kind that strike together at a step."""

    ref: UnitRef
    fighter: Fighter
    step: int
    contact: int
    support: int
    covered: bool
    dice: int

    @property
    def mark(self) -> str:
        """What a combat remembers of them when they have struck."""
        return f"{key(self.ref)}/{self.fighter.id}{'/cover' if self.covered else ''}"


def strikers(game: AnyBattle, combat: AssaultCombat) -> tuple[Strikers, ...]:
    """Everybody who has not struck in this round, the highest step first (A-09); who is left is counted at each step.

    At the step that is fought, those count who stood as it began: equal steps strike together.
    """
    found = [each for written in combat.places for each in _of_unit(game, combat, ref_of(written))]
    waiting = [each for each in found if each.mark not in combat.struck and each.dice]
    return tuple(sorted(waiting, key=lambda each: -each.step))


def _of_unit(game: AnyBattle, combat: AssaultCombat, ref: UnitRef) -> Iterator[Strikers]:
    body, place = game.body(ref), combat.places[key(ref)]
    charging, shot = key(ref) in combat.charging, key(ref) in assaults(game).shots
    stood = {each.id: combat.standing.get(f"{key(ref)}/{each.id}", 0) for each in fighters(body.unit)}
    now = {rank.fighter.id: rank for rank in ranks(body, place)}
    then = {rank.fighter.id: rank for rank in ranks(body, place, stood)} if combat.step else now
    for fighter in fighters(body.unit):
        for covered in (True, False) if place.cover and combat.round == 1 else (False,):
            at = step(fighter.i, cover=covered, number=combat.round)
            if combat.step and at > combat.step:
                continue  # who moved up as others fell missed his step
            rank = (then if at == combat.step else now).get(fighter.id)
            if rank is None:
                continue
            in_cover = min(rank.cover, rank.reached) if combat.round == 1 else 0
            models = in_cover if covered else rank.reached - in_cover
            near = min(rank.contact, in_cover)
            contact = near if covered else rank.contact - near
            dice = contact * fighter.dice(charging=charging, shot=shot) + models - contact
            yield Strikers(
                ref=ref,
                fighter=fighter,
                step=at,
                contact=contact,
                support=models - contact,
                covered=covered,
                dice=dice,
            )


def standing_now(game: AnyBattle, combat: AssaultCombat) -> Mapping[str, int]:
    """The models of each group of a combat that stand now."""
    return {
        f"{written}/{each.id}": each.models
        for written in combat.places
        for each in left_fighters(game.body(ref_of(written)))
    }


def strikers_text(each: Strikers) -> str:
    """Who strikes, in a few words: `Nob: 4 dice at step 1`."""
    where = " from cover" if each.covered else ""
    return f"{each.fighter.name}{where}: {each.dice} {'die' if each.dice == 1 else 'dice'} at step {each.step}"
