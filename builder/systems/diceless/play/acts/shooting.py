"""Shooting in a game: one type of weapon of a unit or a vehicle at a unit or a vehicle (D-20 to D-38, D-50 to D-58)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.aim import ZONES, AngleZone, OnVehicle, inches_text, seen_at_night
from builder.systems.diceless.explained import Explained, signed
from builder.systems.diceless.movement import TREMOR
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking, by_rules
from builder.systems.diceless.play.attacks.by_hand import left_to_players
from builder.systems.diceless.play.attacks.casualties import Strike, on_unit
from builder.systems.diceless.play.attacks.eligibility import Role, body_name, is_vehicle, silent_of
from builder.systems.diceless.play.attacks.fields import (
    ArmourPiercing,
    AttackRules,
    CoverRule,
    Facing,
    Figures,
    Penetration,
    Saves,
    TargetToughness,
)
from builder.systems.diceless.play.attacks.firing import (
    NO_RANGE_BONUS,
    Shot,
    check_reach,
    covered,
    on_models,
    on_vehicle,
    strength_on_vehicle,
)
from builder.systems.diceless.play.attacks.parameters import (
    ALONE,
    AP,
    ATTACK,
    ATTACKER,
    BS,
    COVER,
    DAMAGE,
    DISTANCE,
    EXTRA,
    HITS,
    IGNORES_ARMOUR,
    IGNORES_COVER,
    INSTANT_DEATH,
    MODE,
    MODELS,
    ON_UNIT,
    ON_VEHICLE,
    RENDING,
    SHOTS,
    SIDE,
    SPEED,
    STRENGTH,
    TANK_HUNTERS,
    TARGET,
    TARGET_T,
    TO_HIT,
    TO_WOUND,
    TWIN_LINKED,
    VULNERABLE,
    WEAPON,
    ZONE,
)
from builder.systems.diceless.play.attacks.shot_tokens import (
    GETS_HOT,
    INDIRECT,
    SCATTER,
    overheated,
    scattered,
    usable_on,
)
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.attacks.strength import (
    MELTA,
    attack_of,
    extra_of,
    ignores_cover,
    printed_ap,
    rends,
    strength_known,
    strongest,
    total,
    toughness_of,
    typed,
    wounds,
)
from builder.systems.diceless.play.attacks.uses import WeaponUse, already, check_opponents, fitting, picked, use
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull, speed_of
from builder.systems.diceless.play.attacks.wielders import attacker_of, fires
from builder.systems.diceless.play.changes import Change, Flagged, Pooled
from builder.systems.diceless.play.finding import find_body
from builder.systems.diceless.play.parameters import ANYWAY, wish, yes_no
from builder.systems.diceless.play.queries import unit_with
from builder.systems.diceless.play.state import Flag, GameState, Phase, hull_of, unit_of
from builder.systems.diceless.weapon_rules import DEEP_SHOTS, INSTANT_DEATH_RULE, PINNING, RENDING_SHOTS, has
from builder.systems.fortyk.model import Unit, WeaponMode
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb

ACUTE_SENSES = wish(
    "acute-senses",
    "the firers have acute senses, for the night: yes, no; by their rules if not given",
    yes_no,
    group=ATTACK,
    when="at night with a --distance",
)


def shoot(state: GameState, given: Values) -> Decision[Change]:
    """What one type of weapon of an attacker does to a target; the opponent's tokens on it are used up."""
    asking = Asking(given)
    attacker, target = find_body(state, asking[ATTACKER]), find_body(state, asking[TARGET])
    check_opponents(state, attacker, target, (Role.SHOOTS, Role.SHOT_AT), asking[ANYWAY])
    at_vehicle = is_vehicle(state, target)
    silent = silent_of(state, attacker, asking[ANYWAY])
    firing = attacker_of(state, attacker, silent)
    told, figures = partial(already, state, attacker.side), asking.group(Figures)
    fitted = fitting(firing, fires, at_vehicle)
    stack, mode = picked(firing, fitted, asking.group(WeaponUse), figures, asking.answers, told)
    using = use(state, firing, stack, mode, asking.group(WeaponUse), asking[ANYWAY])
    shot = Shot(mode, using.wielders)
    check_reach(shot, asking)
    seen = (*_held_back(state, attacker.side, silent), *_seen(state, firing.unit, asking))
    hot = overheated(state, attacker, shot, asking)
    moved = scattered(state, attacker, shot, asking)
    shot = Shot(mode, shot.bearers, hot.died)
    if at_vehicle:
        landing = _at_vehicle(state, shot, target, firing.unit.rules, asking)
    else:
        landing = _at_unit(state, shot, target, asking)
    tremor = _tremor(state, mode, target, asking)
    text = f"{firing.words(mode, shot.bearers)} at {landing.text}"
    return decided(
        "; ".join(part for part in (text, hot.text, moved.text, _after(mode, landing), using.text) if part),
        (*hot.changes, *moved.changes, *landing.changes, *tremor, using.on(attacker, target, landing.changes)),
        (*seen, *hot.steps, *moved.steps, *landing.steps, *left_to_players(firing.unit, mode, at_vehicle)),
        attacker.side,
        asking.questions,
        wanted=frozenset(usable_on(state, attacker, shot)),
    )


def _at_unit(state: GameState, shot: Shot, target: Ref, asking: Asking) -> AttackResult:
    hit = squads(state, target, not asking[ALONE])
    wounding = wounds(shot.mode, hit, asking.group(Figures), asking.group(Saves))
    mode = wounding.value
    shot = replace(shot, mode=mode)
    if asking[DAMAGE] is None:
        rules = unit_of(state.sides[target.side], target.id).rules
        doubled = bool(mode.blast) and by_rules(asking, VULNERABLE, rules, "vulnerable", "swarm")
        toughness = toughness_of(mode, hit, asking.group(Figures), asking.group(TargetToughness))
        damage = on_models(shot, toughness, doubled, asking, sum(each.pool.models for each in hit))
    else:
        damage = typed(asking.group(Figures), strength_known(mode, shot.bearers, asking.group(Figures)))
    strike = Strike(
        damage=total(damage.value),
        attack=attack_of(mode, asking.group(ArmourPiercing), asking.group(AttackRules), asking.group(CoverRule)),
        by_strength=damage.value,
        instant_death=INSTANT_DEATH_RULE in mode.rules,
        rending=rends(mode, asking.group(AttackRules)),
    )
    landing = on_unit(state, target, strike, asking.on_unit, asking.answers)
    return landing.after(*wounding.steps, *damage.steps)


def _at_vehicle(state: GameState, shot: Shot, target: Ref, rules: tuple[str, ...], asking: Asking) -> AttackResult:
    mode = shot.mode
    cover = None if ignores_cover(mode, asking.group(CoverRule)) else asking[COVER]
    if asking[DAMAGE] is None:
        speed = speed_of(state, target, asking[SPEED])
        aimed = OnVehicle(
            zone=zone_of(mode, asking),
            speed=speed.value,
            ap=printed_ap(mode, asking.group(ArmourPiercing)),
            tank_hunters=by_rules(asking, TANK_HUNTERS, rules, "tank hunter"),
        )
        fired = on_vehicle(shot, aimed, cover, asking)
        damage = Explained(fired.value, (*speed.steps, *fired.steps))
    else:
        strength = strongest(strength_on_vehicle(mode, each, asking) for each in shot.bearers)
        damage = covered(typed(asking.group(Figures), strength), cover)
    armour = armour_hit(state, target, asking.group(Facing), asking.answers, lance="lance" in mode.rules)
    landing = on_hull(state, target, damage.value, armour, extra_of_shot(shot, asking), asking.on_hull, asking.answers)
    return landing.after(*damage.steps)


def zone_of(mode: WeaponMode, asking: Asking) -> AngleZone | None:
    """The zone of the angle template, for heavy weapons alone (D-50)."""
    if mode.kind != "heavy":
        return None
    choices = [Choice(zone.value, f"{zone}: BS {signed(ZONES[zone])}") for zone in AngleZone]
    zone: AngleZone = asking.one(ZONE, "From which zone of the angle template does the heavy weapon fire?", choices)
    return zone


def extra_of_shot(shot: Shot, asking: Asking) -> str | None:
    """Extra penetration of a shot: melta up to half its range, rending, snipers (D-30, D-51)."""
    rules = shot.mode.rules
    if asking[EXTRA] is None and "melta" in rules and shot.reach is not None:
        half = Fraction(shot.reach, 2)
        choices = [
            Choice(f"{float(half):g}", f'up to {float(half):g}": an extra D6 of penetration'),
            Choice(str(shot.reach), f'up to {shot.reach}": none'),
        ]
        if asking.one(DISTANCE, f"{shot.mode.name} is a melta weapon: how far is the target?", choices) <= half:
            return MELTA
    return extra_of(shot.mode, DEEP_SHOTS, RENDING_SHOTS, asking.group(Penetration), asking.group(AttackRules))


def _held_back(state: GameState, side: int, silent: Iterable[str]) -> Iterator[str]:
    """Yield which vehicles of a unit do not shoot with it (D-55)."""
    for each in silent:
        yield f"{body_name(state, Ref(side, each))}: its crew is {hull_of(state.sides[side], each).crew}, no shooting"


def _seen(state: GameState, firers: Unit, asking: Asking) -> tuple[str, ...]:
    """How far it is seen at night, where the distance was said; a barrage without line of sight need not see (D-82).

    Raises:
        PlayError: the target is out of sight, and nothing else was agreed.
    """
    distance = asking[DISTANCE]
    if not state.extra.night or distance is None or asking[INDIRECT]:
        return ()
    seen = seen_at_night(distance, by_rules(asking, ACUTE_SENSES, firers.rules, "acute senses", "night vision"))
    if not seen.value and not asking[ANYWAY]:
        why = f"the target is out of sight at {inches_text(distance)}: {seen.steps[0]} (D-82)"
        raise PlayError(f"{why}; by agreement with --anyway")
    return seen.steps


def _tremor(state: GameState, mode: WeaponMode, target: Ref, asking: Asking) -> tuple[Change, ...]:
    """What a tremor leaves on whom it hits, for his next move; nothing where players stay in the deployment (D-104)."""
    side = state.sides[target.side]
    unit = unit_with(side, target.id).id
    if "tremor" not in mode.rules or state.clock.phase == Phase.DEPLOYMENT or Flag.TREMOR in side.bodies[unit].flags:
        return ()
    missed = not is_vehicle(state, target) and asking[HITS] == 0
    return () if missed else (Flagged(side=target.side, unit=unit, flag=Flag.TREMOR),)


def _after(mode: WeaponMode, landing: AttackResult) -> str:
    """What the target's player must mind afterwards (D-19, D-104)."""
    if "tremor" in mode.rules:
        return f'tremor: it moves {TREMOR}" less next turn, a vehicle as in dangerous terrain'
    hurt = any(isinstance(change, Pooled) for change in landing.changes)
    return "pinning weapon: a pinning test" if has(mode, PINNING) and hurt else ""


SHOOTING = (
    Act(
        Verb(
            name="shoot",
            text="one type of weapon fires at a unit or a vehicle",
            rule="D-20",
            group="Damage",
            usual=10,
            parameters=(
                ATTACKER,
                TARGET,
                WEAPON,
                MODE,
                MODELS,
                DISTANCE,
                HITS,
                COVER,
                SIDE,
                ZONE,
                ANYWAY,
                TWIN_LINKED,
                TO_HIT,
                TO_WOUND,
                RENDING,
                IGNORES_ARMOUR,
                IGNORES_COVER,
                INSTANT_DEATH,
                NO_RANGE_BONUS,
                ACUTE_SENSES,
                *(each for each in (*ON_UNIT, *ON_VEHICLE) if each not in (COVER, SIDE, EXTRA)),
                GETS_HOT,
                SCATTER,
                INDIRECT,
                DAMAGE,
                STRENGTH,
                AP,
                SHOTS,
                BS,
                TARGET_T,
            ),
        ),
        shoot,
    ),
)
