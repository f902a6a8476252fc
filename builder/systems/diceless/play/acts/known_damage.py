"""Damage that players worked out themselves, or read from paper: on a unit, on a vehicle, or a hit alone."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.parameters import hits, letter
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.bodies import body_name, check_stands
from builder.systems.diceless.play.attacks.hull import struck
from builder.systems.diceless.play.attacks.landed import Landing
from builder.systems.diceless.play.attacks.landing import armour_hit, on_hull, on_squads, on_unit, scored_on
from builder.systems.diceless.play.attacks.parameters import (
    ALONE,
    AP,
    AV,
    CLOSE_COMBAT,
    COVER,
    DAMAGE,
    EXTRA,
    FIRST,
    HIT_CHOICES,
    IGNORES_ARMOUR,
    IGNORES_COVER,
    INSTANT_DEATH,
    LOST,
    PLUS_ONE,
    RENDING,
    SAVES,
    SIDE,
    STEALTH,
    STRENGTH,
)
from builder.systems.diceless.play.attacks.squads import named, squads
from builder.systems.diceless.play.attacks.this_phase import hp_lost
from builder.systems.diceless.play.attacks.unit_losses import Strike
from builder.systems.diceless.play.changes import Attacked, Change
from builder.systems.diceless.play.finding import find_living, find_vehicle
from builder.systems.diceless.play.parameters import UNIT, VEHICLE, wish
from builder.systems.diceless.play.state import GameState, Volley, hull_of
from builder.systems.diceless.play.wording import sentence
from builder.systems.diceless.saves import Attack
from builder.systems.diceless.vehicle_attacks import in_cover
from builder.systems.diceless.vehicle_damage import MACHINE_CURSE, Impact, score
from builder.systems.figures import positive
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb

HP = wish("hp", "HP that are lost as they are, without a save; in the place of --damage", positive)
GROUP = wish("group", "the only group that is hit; all of them if not given")
LINE = wish("line", "the line that takes the DMG as it is: A to F", letter, when="for DMG")
HITS = wish("hits", "hits in the place of DMG: G,P; P+1 with +1 on the chart", hits)


def damage(state: GameState, given: Values) -> Decision[Change]:
    """DMG on a unit, which then saves and loses models, or HP that it loses as they are (D-23, D-25)."""
    asking = Asking(given)
    ref, unit = find_living(state, asking[UNIT])
    if not unit.groups:
        raise PlayError(f"{sentence(unit, 'has')} no HP: hit-vehicle takes DMG on vehicles")
    close, amount, hp = bool(asking[CLOSE_COMBAT]), asking[DAMAGE], asking[HP]
    if (amount is None) == (hp is None):
        raise PlayError("give either --damage, which is saved against, or --hp, HP that are lost as they are")
    strike = (
        Strike(damage=hp, by_strength={asking[STRENGTH]: hp}, direct=True)
        if amount is None
        else _saved(amount, close, asking)
    )
    if asking[GROUP] is not None:
        hit = [named(squads(state, ref, not asking[ALONE]), asking[GROUP])]
        landing = on_squads(unit.name, hit, strike, asking)
    elif strike.direct:
        landing = on_squads(unit.name, squads(state, ref, not asking[ALONE]), strike, asking)
    else:
        landing = on_unit(state, ref, strike, asking, shot=not close)
    return _decided(ref, _remembered(ref, landing) if close else landing, asking)


def _saved(amount: int, close: bool, asking: Asking) -> Strike:
    """DMG that is saved against, with what was said of the attack."""
    ap = asking[AP] or ""
    attack = Attack(
        ap=int(ap) if ap.isdecimal() else None,
        ignores_armour=asking.yes(IGNORES_ARMOUR, False),
        ignores_cover=asking.yes(IGNORES_COVER, close),
    )
    return Strike(
        damage=amount, attack=attack, by_strength={asking[STRENGTH]: amount}, rending=asking.yes(RENDING, False)
    )


def hit_vehicle(state: GameState, given: Values) -> Decision[Change]:
    """DMG on a side of a vehicle or on one of its lines, or hits alone (D-51 to D-58)."""
    asking = Asking(given)
    ref = find_vehicle(state, asking[VEHICLE])
    amount, impacts = asking[DAMAGE], asking[HITS]
    if (amount is None) == (impacts is None):
        raise PlayError("give either --damage, with --strength or a --line, or --hits")
    if impacts is not None:
        return _decided(ref, _hits(state, ref, impacts, asking), asking)
    worked = in_cover(Explained(amount), asking[COVER])
    if asking[LINE] is not None:
        scored = score(asking[LINE], worked.value, hull_of(state.sides[ref.side], ref.id).lines)
        words = f"{worked.value} DMG on {asking[LINE]}"
        landing = scored_on(state, ref, Explained(scored.value, (*worked.steps, *scored.steps)), words, asking)
        return _decided(ref, landing, asking)
    if asking[STRENGTH] is None:
        raise PlayError("say the S of the attack with --strength, or with --line the line that takes the damage")
    extra = None if asking[EXTRA] == "none" else asking[EXTRA]
    landing = on_hull(state, ref, {asking[STRENGTH]: worked.value}, armour_hit(state, ref, asking), extra, asking)
    return _decided(ref, landing.after(*worked.steps), asking)


def machine_curse(state: GameState, given: Values) -> Decision[Change]:
    """One glancing hit, once the psychic test is passed (D-100)."""
    asking = Asking(given)
    ref = find_vehicle(state, asking[VEHICLE])
    landing = _hits(state, ref, (MACHINE_CURSE,), asking)
    return _decided(ref, replace(landing, text=f"Machine Curse on {landing.text}"), asking)


def _remembered(ref: Ref, landing: Landing) -> Landing:
    """Blows that somebody struck: they count for who has lost the assault (D-13)."""
    volley = Volley(side=1 - ref.side, target=ref.id, close=True, lost=hp_lost(landing.changes, ref.side))
    return replace(landing, changes=(*landing.changes, Attacked(volley=volley)))


def _hits(state: GameState, ref: Ref, impacts: Sequence[Impact], asking: Asking) -> Landing:
    check_stands(state, ref)
    wear = struck(state, ref, impacts, hull_of(state.sides[ref.side], ref.id).lines, asking)
    return Landing(wear.changes, wear.steps, f"{body_name(state, ref)}: {wear.text or 'no box is left'}")


def _decided(ref: Ref, landing: Landing, asking: Asking) -> Decision[Change]:
    return decided(landing.text, landing.changes, landing.steps, 1 - ref.side, asking.questions)


KNOWN = (
    Act(
        Verb(
            name="damage",
            text="DMG that you know on a unit, or HP that it loses",
            rule="D-25",
            group="Damage",
            usual=7,
            parameters=(
                UNIT, DAMAGE, HP, GROUP, AP, STRENGTH, COVER, IGNORES_ARMOUR, IGNORES_COVER, RENDING, INSTANT_DEATH,
                CLOSE_COMBAT, *SAVES, STEALTH, ALONE, FIRST, LOST,
            ),
        ),
        damage,
    ),
    Act(
        Verb(
            name="hit-vehicle",
            text="DMG that you know on a vehicle, or hits",
            rule="D-52",
            group="Vehicles",
            usual=7,
            parameters=(VEHICLE, DAMAGE, STRENGTH, SIDE, LINE, HITS, COVER, EXTRA, AV, PLUS_ONE, *HIT_CHOICES),
        ),
        hit_vehicle,
    ),
    Act(
        Verb(
            name="machine-curse",
            text="Machine Curse: a glancing hit, once its psychic test is passed",
            rule="D-100",
            group="Vehicles",
            parameters=(VEHICLE, *HIT_CHOICES),
        ),
        machine_curse,
    ),
)  # fmt: skip
