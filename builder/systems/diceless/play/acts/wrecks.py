"""Ramming, and vehicles that explode with their passengers, in a game (D-61)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.hazards import explosion_damage
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.casualties import Strike, on_squads
from builder.systems.diceless.play.attacks.eligibility import body_name
from builder.systems.diceless.play.attacks.fields import Facing
from builder.systems.diceless.play.attacks.parameters import (
    AV,
    DAMAGE,
    FIRST,
    HIT_CHOICES,
    LOST,
    SAVES,
    SIDE,
    STRENGTH,
)
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.attacks.uses import hp_lost
from builder.systems.diceless.play.attacks.vehicle_damage import armour_hit, on_hull
from builder.systems.diceless.play.changes import Attacked, Change, Rowed
from builder.systems.diceless.play.finding import find_vehicle
from builder.systems.diceless.play.parameters import VEHICLE, wish
from builder.systems.diceless.play.queries import aboard, burning, wrecked
from builder.systems.diceless.play.state import GameState, SideState, Volley, hull_of, unit_of, vehicle_of
from builder.systems.diceless.vehicle_attacks import ramming_damage
from builder.systems.diceless.vehicle_damage import EXPLODES, ROWS, Landed
from builder.systems.parameters import Choice
from builder.systems.play.changes import Boarded
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.lookup import ref_text
from builder.systems.play.verbs import Verb

EXPLODING = wish("vehicle", "the vehicle; the one that has exploded with somebody inside if not given")


def ram(state: GameState, given: Values) -> Decision[Change]:
    """A vehicle is rammed: 20 DMG, on a skimmer 10; its own damage is an act of the other vehicle (D-61)."""
    asking = Asking(given)
    ref = find_vehicle(state, asking[VEHICLE])
    if asking[STRENGTH] is None:
        raise PlayError("say the S of the ram with --strength: it is worked out as in the base game")
    skimmer = "skimmer" in vehicle_of(state.sides[ref.side], ref.id)[1].profile.types
    damage = ramming_damage(skimmer) if asking[DAMAGE] is None else asking[DAMAGE]
    armour = armour_hit(state, ref, asking.group(Facing), asking.answers)
    landing = on_hull(state, ref, {asking[STRENGTH]: damage}, armour, None, asking.on_hull, asking.answers)
    text = f"Ramming{' a skimmer' if skimmer else ''}, {landing.text}"
    return decided(text, landing.changes, landing.steps, 1 - ref.side, asking.questions)


def explode(state: GameState, given: Values) -> Decision[Change]:
    """What passengers take when their vehicle explodes; they stand where it was and take a pinning test (D-61).

    It goes without saying which one that is where only one has exploded with somebody still inside.
    """
    asking = Asking(given)
    refs = [Ref(number, each) for number, side in enumerate(state.sides) for each in burning(side)]
    if asking[EXPLODING] is None and not refs:
        raise PlayError("no vehicle has exploded with somebody inside: name the one that does with --vehicle")
    choices = [Choice(ref_text(state, each), body_name(state, each)) for each in refs]
    ref = find_vehicle(state, asking.one(EXPLODING, "Which vehicle explodes?", choices, leads=True))
    side = state.sides[ref.side]
    unit, vehicle = vehicle_of(side, ref.id)
    passengers = [Ref(ref.side, each) for each in aboard(side, unit.id)]
    if not passengers:
        raise PlayError(f"nobody is in {body_name(state, ref)}: damage takes DMG off a unit on foot")
    everybody = tuple(each for passenger in passengers for each in squads(state, passenger, with_leader=False))
    changes: list[Change] = []
    steps: list[str] = []
    words: list[str] = []
    for passenger in passengers:
        name = unit_of(side, passenger.id).name
        changes.append(Boarded(side=ref.side, unit=passenger.id))
        hit = squads(state, passenger, with_leader=False)
        if not hit:
            words.append(f"{name}: unhurt")
            continue
        models = sum(each.pool.models for each in hit)
        worked = explosion_damage(models, vehicle.profile.open_topped)
        landing = on_squads(name, hit, Strike(damage=worked.value), asking.on_models, asking.answers, everybody)
        shaken = Volley(side=1 - ref.side, target=passenger.id, pins=True, lost=hp_lost(landing.changes, ref.side))
        changes += (*landing.changes, Attacked(volley=shaken))
        steps += (f"{name}: {step}" for step in (*worked.steps, *landing.steps))
        words.append(landing.text)
    exploded = _exploded(side, ref)
    changes += exploded
    steps += ("the box Explodes of its penetrating row is checked",) * len(exploded)
    text = f"{body_name(state, ref)} explodes: {'; '.join(words)}; on foot now, a pinning test"
    return decided(text, changes, steps, ref.side, asking.questions)


def _exploded(side: SideState, ref: Ref) -> tuple[Change, ...]:
    """The last penetrating box checked, where players let a vehicle explode that its hits have left whole."""
    vehicle = hull_of(side, ref.id)
    if wrecked(side, ref.id):
        return ()
    landed = Landed("P", len(ROWS["P"]), EXPLODES)
    rows = replace(vehicle.rows, landed=(*vehicle.rows.landed, landed))
    return (Rowed(side=ref.side, vehicle=ref.id, rows=rows, weapons=vehicle.destroyed_weapons),)


WRECKS = (
    Act(
        Verb(
            name="ram",
            text="a vehicle is rammed",
            rule="D-61",
            group="Vehicles",
            parameters=(VEHICLE, STRENGTH, SIDE, DAMAGE, AV, *HIT_CHOICES),
        ),
        ram,
    ),
    Act(
        Verb(
            name="explosion",
            text="a vehicle explodes with passengers inside",
            rule="D-61",
            group="Hazards",
            parameters=(EXPLODING, *SAVES, FIRST, LOST),
        ),
        explode,
    ),
)
