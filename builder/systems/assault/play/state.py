"""What Trial Assault keeps of a game: whom units shot at, the charges of this phase, the combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from builder.record import replace as replaced
from builder.scalars import counted
from builder.systems.assault.combat import FieldedModels, fielded
from builder.systems.assault.fighters import Fighter, fighters
from builder.systems.assault.rules import order, step
from builder.systems.fortyk.squads import SHOT, FortykGame, FortykUnit, key, ref_of
from builder.systems.play.changes import Change
from builder.systems.play.game import AnyGame, UnitRef
from builder.systems.play.lookup import unit_name

MODULE = "assault"
AnyBattle: TypeAlias = FortykGame[Any]


class DeclaredCharge(Struct, frozen=True, kw_only=True):
    """A charge that was declared.

    Args:
        targets: the units that are charged, the first one first, as keys.
        distance: inches to the nearest of them.
        moved: it was moved, and reached somebody.
        dice: those of difficult terrain, where they were rolled as it was declared.
    """

    targets: tuple[str, ...]
    distance: float
    moved: bool = False
    dice: tuple[int, ...] = ()


class CombatPlace(Struct, frozen=True, kw_only=True):
    """Where the models of a unit are in a combat.

    Args:
        contact: the models in contact.
        support: those within 2" of them.
        cover: those that are charged in or behind cover.
        models: those that fought as this was said: who has fallen since then was within reach (A-14).
    """

    contact: int
    support: int = 0
    cover: int = 0
    models: int = 0

    def after(self, left: int) -> CombatPlace:
        """What is left of it where so many models are: of those within reach the ones in support fall first."""
        lost = max(0, self.models - left)
        behind = max(0, self.support - lost)
        near = max(0, self.contact - (lost - (self.support - behind)))
        return replace(self, contact=near, support=behind)


class AssaultCombat(Struct, frozen=True, kw_only=True):
    """A close combat.

    Args:
        places: the units in it, by their keys.
        charging: the units that charged this turn.
        round: from 1.
        step: the step that is fought, 11 for those in cover; 0 before the first.
        standing: the models of each group that stood as that step began, by the key of the unit and the group's id.
        struck: who struck in this round: key, group, and whether from cover.
        spent: the dice of those who have struck with some of theirs alone, by the same words.
        inflicted: the wounds that each side inflicted in this round.
        loser: the side that lost the round and tests its Ld; None while it is fought, or where nobody lost.
        settled: the result of the round is told.
        tested: the units of the loser that have tested their Ld.
        rests: its units pile in: the next round is one of the next assault phase.
        piled: the units that have piled in since.
    """

    places: Mapping[str, CombatPlace]
    charging: tuple[str, ...] = ()
    round: int = 1
    step: int = 0
    standing: Mapping[str, int] = {}
    struck: tuple[str, ...] = ()
    spent: Mapping[str, int] = {}
    inflicted: tuple[int, int] = (0, 0)
    loser: int | None = None
    settled: bool = False
    tested: tuple[str, ...] = ()
    rests: bool = False
    piled: tuple[str, ...] = ()

    @property
    def refs(self) -> Iterator[UnitRef]:
        """Yield its units."""
        yield from map(ref_of, self.places)


class Assaults(Struct, frozen=True, kw_only=True):
    """All that the module keeps.

    Args:
        shots: whom units shot at this turn.
        charges: the charges of this phase, by unit.
        combats: the combats by their ids.
        parted: the units whose combat ended in this phase, and which have yet to break off, pursue or consolidate.
    """

    shots: Mapping[str, str] = {}
    charges: Mapping[str, DeclaredCharge] = {}
    combats: Mapping[str, AssaultCombat] = {}
    parted: tuple[str, ...] = ()


def assaults(game: AnyBattle) -> Assaults:
    """What is kept of a game."""
    return game.kept.get(MODULE) or Assaults()


def _with(game: AnyGame, kept: Assaults) -> AnyGame:
    return replace(game, kept={**game.kept, MODULE: kept})


class ShotAt(Change, frozen=True, kw_only=True, tag="assault-shot"):
    """A unit shot at another; empty where that no longer counts."""

    unit: str
    at: str = ""

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        kept = _kept(game)
        return _with(game, replace(kept, shots=_put(kept.shots, self.unit, self.at or None)))


class Charged(Change, frozen=True, kw_only=True, tag="assault-charge"):
    """The charge of a unit; None where it no longer has one."""

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


class Parted(Change, frozen=True, kw_only=True, tag="assault-parted"):
    """The combat of a unit has ended, and step 7 is due for it, or done."""

    unit: str
    on: bool = True

    def apply(self, game: AnyGame) -> AnyGame:
        """The game after it."""
        kept = _kept(game)
        others = tuple(each for each in kept.parted if each != self.unit)
        return _with(game, replace(kept, parted=(*others, self.unit) if self.on else others))


def _kept(game: Any) -> Assaults:
    return assaults(game)


def _put(mapping: Mapping[str, Any], name: str, value: object) -> Mapping[str, Any]:
    rest = {each: kept for each, kept in mapping.items() if each != name}
    return rest if value is None else {**rest, name: value}


def combat_of(game: AnyBattle, ref: UnitRef) -> tuple[str, AssaultCombat] | None:
    """The combat that a unit is in, with its id."""
    return next(((id, each) for id, each in assaults(game).combats.items() if key(ref) in each.places), None)


def losers(game: AnyBattle, combat: AssaultCombat) -> tuple[UnitRef, ...]:
    """The units that lost the round of a combat and have not tested their Ld yet (A-10)."""
    if not combat.settled or combat.loser is None:
        return ()
    waiting = (ref for ref in combat.refs if ref.side == combat.loser and key(ref) not in combat.tested)
    return tuple(ref for ref in waiting if not game.body(ref).gone)


def left_fighters(body: FortykUnit, standing: Mapping[str, int] | None = None) -> tuple[Fighter, ...]:
    """The models of a unit that are left and fight; as many of each group as stood, where that is given."""
    left = {group.id: body.left(group) for group in body.unit.groups}
    left |= {part.id: 0 if part.gone else 1 for part in body.parts.values()}
    counts = left if standing is None else standing
    found = (replaced(each, models=counts.get(each.id, 0)) for each in fighters(body.unit))
    return tuple(each for each in found if each.models)


def ranks(body: FortykUnit, place: CombatPlace, standing: Mapping[str, int] | None = None) -> tuple[FieldedModels, ...]:
    """The models of a unit in their places in a combat, those that are left of it or that stood."""
    left = left_fighters(body, standing)
    now = place.after(sum(each.models for each in left))
    return fielded(left, now.contact, now.support, now.cover)


class Strikers(Struct, frozen=True, kw_only=True):
    """Models of one kind that strike together at a step."""

    ref: UnitRef
    fighter: Fighter
    step: int
    contact: int
    support: int
    covered: bool
    dice: int
    alone: bool = False

    @property
    def order(self) -> int:
        """When they strike, the highest first (A-09)."""
        return order(self.step, cover=self.covered)

    @property
    def mark(self) -> str:
        """What a combat remembers of them when they have struck; `alone`, those in support are told apart."""
        return f"{key(self.ref)}/{self.models}"

    @property
    def models(self) -> str:
        """What an act calls them."""
        return f"{self.fighter.id}{'/cover' * self.covered}{'/support' * self.alone}"


def strikers(game: AnyBattle, combat: AssaultCombat) -> tuple[Strikers, ...]:
    """Everybody who has not struck in this round, the highest step first (A-09); who is left is counted at each step.

    At the step that is fought, those count who stood as it began: equal steps strike together.
    """
    if combat.rests:
        return ()
    reached = {ref.side for ref in combat.refs if any(rank.contact for rank in _ranks(game, combat, ref))}
    able = (ref for ref in combat.refs if 1 - ref.side in reached)
    found = (each for ref in able for each in _of_unit(game, combat, ref) if each.mark not in combat.struck)
    left = (replace(each, dice=each.dice - combat.spent.get(each.mark, 0)) for each in found)
    waiting = [each for each in left if each.dice > 0]
    return tuple(sorted(waiting, key=lambda each: -each.order))


def _ranks(game: AnyBattle, combat: AssaultCombat, ref: UnitRef) -> tuple[FieldedModels, ...]:
    return ranks(game.body(ref), combat.places[key(ref)])


def _of_unit(game: AnyBattle, combat: AssaultCombat, ref: UnitRef) -> Iterator[Strikers]:
    body, place = game.body(ref), combat.places[key(ref)]
    charging, shot = key(ref) in combat.charging, SHOT in body.flags
    stood = {each.id: combat.standing.get(f"{key(ref)}/{each.id}", 0) for each in fighters(body.unit)}
    now = {rank.fighter.id: rank for rank in ranks(body, place)}
    then = {rank.fighter.id: rank for rank in ranks(body, place, stood)} if combat.step else now
    in_cover = (True, False) if place.cover and combat.round == 1 else (False,)
    for fighter, covered in product(fighters(body.unit), in_cover):
        alike = fighter.supporting == fighter
        for one, alone in ((fighter, False),) if alike else ((fighter, False), (fighter.supporting, True)):
            at = step(one.i, cover=covered, number=combat.round)
            turn = order(at, cover=covered)
            if combat.step and turn > combat.step:
                continue  # who moved up as others fell missed his step
            rank = (then if turn == combat.step else now).get(fighter.id)
            if rank is None:
                continue
            contact, support = _struck_from(rank, covered, combat.round)
            contact, support = 0 if alone else contact, support if alone or alike else 0
            dice = contact * one.dice(charging=charging, shot=shot) + support * one.dice(supporting=True)
            yield Strikers(
                ref=ref,
                fighter=one,
                step=at,
                contact=contact,
                support=support,
                covered=covered,
                dice=dice,
                alone=alone,
            )


def _struck_from(rank: FieldedModels, covered: bool, number: int) -> tuple[int, int]:
    """The models in contact and in support that strike from cover, or from the open; there is no cover after round 1.

    Those in contact are counted as in cover first.
    """
    in_cover = min(rank.cover, rank.reached) if number == 1 else 0
    near = min(rank.contact, in_cover)
    if covered:
        return near, in_cover - near
    return rank.contact - near, rank.support - (in_cover - near)


def standing_now(game: AnyBattle, combat: AssaultCombat) -> Mapping[str, int]:
    """The models of each group of a combat that stand now."""
    return {
        f"{written}/{each.id}": each.models
        for written in combat.places
        for each in left_fighters(game.body(ref_of(written)))
    }


def strikers_with_unit(game: AnyBattle, each: Strikers) -> str:
    """Who strikes, and of which unit: `Skarmaw's boyz, Nob: 4 dice at step 1`; one name where both have the same."""
    unit, name = unit_name(game, each.ref), each.fighter.name
    return strikers_text(each, unit if name == game.body(each.ref).name else f"{unit}, {name}")


def strikers_text(each: Strikers, name: str = "") -> str:
    """Who strikes, in a few words: `Nob: 4 dice at step 1`."""
    where = f"{' in support' * each.alone}{' from cover' * each.covered}"
    return f"{name or each.fighter.name}{where}: {counted(each.dice, 'die', 'dice')} at step {each.step}"
