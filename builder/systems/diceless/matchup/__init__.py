"""Every unit of two armies against every unit of the other, and one unit of a game against all of its enemies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace as replaced

from builder.bounds import MOST_PAIRS
from builder.errors import PlayError
from builder.systems.diceless.casualties import group_hit_points
from builder.systems.diceless.matchup.encounters import Differences, Encounters, points_left
from builder.systems.diceless.play.acts.close_combat import BothStrike, FightWithWeapon
from builder.systems.diceless.play.acts.forecasts import CHARGED, CHARGING, USUAL_HITS
from builder.systems.diceless.play.acts.shooting import ShootWithWeapon
from builder.systems.diceless.play.acts.volleys import FireAll
from builder.systems.diceless.play.attacks.eligibility import Role, body_name, kept_from
from builder.systems.diceless.play.attacks.fields import kind_of_cover
from builder.systems.diceless.play.attacks.uses import fired, fresh_of
from builder.systems.diceless.play.attacks.weapons import SPARED, attacker_of, fires, held_back, usable
from builder.systems.diceless.play.beginning import Begun, start
from builder.systems.diceless.play.queries import wrecked
from builder.systems.diceless.play.state import GameState, hull_of
from builder.systems.play.clock import Rules
from builder.systems.play.events import Player
from builder.systems.play.game import AnyRef, PartRef, UnitRef
from builder.systems.play.lookup import ref_text
from builder.systems.play.matchup import (
    Assumptions,
    Combatant,
    Comparison,
    Matchup,
    Situation,
)
from builder.systems.specs import name_of

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading


def matchup(rules: Rules[GameState], players: Sequence[Player[DicelessReading]], assumptions: Assumptions) -> Matchup:
    """Two armies as they are listed, before a game; nobody of them is in reserve or aboard."""
    (begun,) = start(players).changes
    assert isinstance(begun, Begun)
    return matchup_of(rules, begun.begin(), assumptions)


def matchup_of(rules: Rules[GameState], game: GameState, assumptions: Assumptions) -> Matchup:
    """Both sides of a game as they stand, whoever may not act or be attacked for now.

    Raises:
        PlayError: there is no such cover by the rules of the game, or there are too many pairs to be worked out.
    """
    kind_of_cover(rules, assumptions.cover)  # which refuses what the game does not have
    now, game = game, rested(settled(game))
    situations = situations_of(assumptions)
    fighters = (tuple(_left(game, 0)), tuple(_left(game, 1)))
    ours, theirs = map(len, fighters)
    if ours * theirs > MOST_PAIRS:
        pairing = f"{ours:,} units and vehicles against {theirs:,} are {ours * theirs:,} pairs"
        raise PlayError(f"{pairing}: at most {MOST_PAIRS:,} are worked out, so compare smaller armies")
    pairs = [pair for side in (0, 1) for pair in product(fighters[side], fighters[1 - side])]
    return Matchup(
        names=(game.sides[0].name, game.sides[1].name),
        sides=(
            tuple(combatant(now, ref) for ref in fighters[0]),
            tuple(combatant(now, ref) for ref in fighters[1]),
        ),
        situations=situations,
        encounters=Encounters(rules, game, pairs, situations, assumptions),
        taken=(*taken(assumptions), *_by_psykers(game, *(ref for side in fighters for ref in side))),
    )


def _by_psykers(game: GameState, *fighters: AnyRef) -> tuple[str, ...]:
    """Return how psychic tests are taken to go, where any of the fighters is a psyker."""
    return ("psychic tests passed",) if any(game.body(ref).unit.psykers for ref in fighters) else ()


def situations_of(assumptions: Assumptions) -> tuple[Situation, ...]:
    """The ways in which units meet: at each distance, and in an assault."""
    fire, shoot = name_of(FireAll), name_of(ShootWithWeapon)
    combat, fight = name_of(BothStrike), name_of(FightWithWeapon)
    shooting = (
        Situation(str(each), f'to {each}"', each, verb=fire, one=shoot, given={"distance": str(each)})
        for each in assumptions.distances
    )
    foes = ("unit", "enemy")
    assault = (
        Situation(CHARGING, "charging", verb=combat, fields=foes, one=fight, given={"charge": "yes"}),
        Situation(CHARGED, "charged", verb=combat, fields=foes, one=fight),
    )
    return (*shooting, *assault)


def taken(assumptions: Assumptions) -> tuple[str, ...]:
    """Return how things are taken to stand, in words."""
    usual = ", ".join(f"{number} under a {area}" for area, number in USUAL_HITS.items())
    hits = usual if assumptions.hits is None else f"{assumptions.hits} under a template or blast"
    noted = "at the speed that was noted, immobile where they cannot have moved, else cruising"
    return (
        cover_text(assumptions.cover),
        f"vehicles shot at from the {assumptions.side}, heavy weapons in the {assumptions.zone} zone",
        f"vehicles {assumptions.speed or noted}",
        f"models hit: {hits}",
        "each model uses the one weapon that does most"
        + (", those of one use too" if assumptions.once else ", none that is used once a game"),
        "attacks as the profile has them, one more for a charge and for a second weapon",
    )


def cover_text(cover: int | str | None) -> str:
    """The cover that is taken to be there, in words."""
    if isinstance(cover, str):
        return f"{cover} cover"
    return f"cover {cover}+" if cover else "no cover"


def targets(
    rules: Rules[GameState], game: GameState, attacker: AnyRef, weapons: Sequence[str], assumptions: Assumptions
) -> Comparison:
    """One unit or vehicle of a game against all of its enemies, with the weapons that are named, or with all.

    Raises:
        PlayError: it has no weapon that is called so, or there is no such cover by the rules of the game.
    """
    kind_of_cover(rules, assumptions.cover)  # which refuses what the game does not have
    now, game = game, settled(game)
    who, situations = attacker_of(game, attacker), situations_of(assumptions)
    if not any(sum(fresh_of(game, who, *each)) for each in usable(who.stacks, fires) if held_back(*each) != SPARED):
        game = rested(game)
    known = tuple(stack.weapon.name for stack in who.stacks if stack.count)
    for word in weapons:
        if not any(word.casefold() in name.casefold() for name in known):
            raise PlayError(
                f"'{word}' is no weapon of {who.name} that is left; there are: {', '.join(known) or 'none'}"
            )
    enemies = [combatant(game, ref, Role.SHOT_AT) for ref in _everybody(game, 1 - attacker.side)]
    away = {each.id for each in enemies if each.absent}
    pairs = [(attacker, ref) for ref in _left(game, 1 - attacker.side) if ref.id not in away]
    encounters = Encounters(rules, game, pairs, situations, assumptions, weapons)
    met = {key[2:]: each for key, each in encounters.items()}
    changes = Differences(game, encounters, (key for key in encounters if not met[key[2:]].harmless))
    return Comparison(
        attacker=combatant(now, attacker),
        targets=tuple(enemies),
        situations=situations,
        encounters=met,
        differences=changes,
        weapons=known,
        used=tuple(weapons),
        taken=(*taken(assumptions), *_by_psykers(game, attacker)),
    )


def combatant(game: GameState, ref: AnyRef, role: Role | None = None) -> Combatant:
    """A unit or vehicle as it stands; with a role, why it cannot have that."""
    unit = game.body(ref).unit
    absent = "" if role is None else kept_from(game, ref, role)
    shots = ", ".join(fired(game, ref))
    done = f"has fired {shots}" if shots else ""
    if isinstance(ref, PartRef):
        now = hull_of(game.sides[ref.side], ref.id)
        boxes = "".join(sorted(each.row for each in now.rows.landed))
        return Combatant(
            id=ref.id,
            name=_name(game, ref),
            slot=unit.slot,
            points=points_left(game, ref),
            boxes=boxes,
            absent=absent,
            done=done,
            ref=ref_text(game, ref),
        )
    pools = game.body(ref).pools.values()
    return Combatant(
        id=ref.id,
        name=_name(game, ref),
        slot=unit.slot,
        points=unit.points,
        models=sum(pool.models for pool in pools),
        hp=sum(pool.hp_left for pool in pools),
        hp_full=sum(map(group_hit_points, unit.groups)),
        absent=absent,
        done=done,
        ref=ref_text(game, ref),
    )


def _name(game: GameState, ref: AnyRef) -> str:
    """Return what a unit or vehicle is called; those of one name in a unit by their number."""
    name = body_name(game, ref)
    if not isinstance(ref, PartRef):
        return name
    hulls = game.body(ref).unit.vehicles
    alike = [each.id for each in hulls if each.name == next(hull.name for hull in hulls if hull.id == ref.id)]
    return f"{name} {alike.index(ref.id) + 1}" if len(alike) > 1 and name == hulls[0].name else name


def _left(game: GameState, side: int) -> Iterator[AnyRef]:
    """Yield who is left of a side: units of models, and vehicles one by one."""
    for body in game.sides[side].bodies.values():
        if body.unit.groups and not body.gone:
            yield UnitRef(side, body.id)
        elif not body.unit.groups:
            yield from (PartRef(side, part) for part in body.parts if not wrecked(game.sides[side], part))


def _everybody(game: GameState, side: int) -> Iterator[AnyRef]:
    """Yield all of a side, those too who are gone."""
    for body in game.sides[side].bodies.values():
        if body.unit.groups:
            yield UnitRef(side, body.id)
        else:
            yield from (PartRef(side, part) for part in body.parts)


def rested(game: GameState) -> GameState:
    """A game in which nobody has attacked in this phase, so that what units do does not hang on that."""
    return replaced(game, extra=replaced(game.extra, attacks=()))


def settled(game: GameState) -> GameState:
    """A game in which nobody is asked who takes points of DMG left over: the largest groups do (D-25)."""
    return replaced(game, extra=replaced(game.extra, largest_first=True))
