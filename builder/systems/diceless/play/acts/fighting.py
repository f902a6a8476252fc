"""Close combat in a game: one type of weapon of a unit or a walker on a unit or a vehicle (D-40 to D-45, D-60)."""

from __future__ import annotations

from functools import partial

from builder.errors import PlayError
from builder.systems.diceless.aim import OnVehicle
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking, by_rules
from builder.systems.diceless.play.attacks.blows import (
    ATTACKS,
    BONUS,
    LIGHTNING_CLAW,
    MOONFANG,
    PREFERRED_ENEMY,
    WS,
    enemies_preferred,
    on_models,
    on_vehicle,
    strength_on_vehicle,
)
from builder.systems.diceless.play.attacks.by_hand import left_to_players
from builder.systems.diceless.play.attacks.casualties import Strike, on_unit
from builder.systems.diceless.play.attacks.charging import CHARGE, FURIOUS_CHARGE, charged
from builder.systems.diceless.play.attacks.eligibility import Role, body_name, is_vehicle
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
from builder.systems.diceless.play.attacks.parameters import (
    AP,
    ATTACKER,
    DAMAGE,
    FIRST,
    IGNORES_ARMOUR,
    INSTANT_DEATH,
    LOST,
    MODE,
    MODELS,
    ON_VEHICLE,
    RENDING,
    SAVES,
    SPEED,
    STRENGTH,
    TANK_HUNTERS,
    TARGET,
    TARGET_T,
    TARGET_WS,
    TO_HIT,
    TO_WOUND,
    WEAPON,
)
from builder.systems.diceless.play.attacks.squads import is_gun, majority, squads
from builder.systems.diceless.play.attacks.strength import (
    attack_of,
    extra_of,
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
from builder.systems.diceless.play.attacks.wielders import Wielders, attacker_of, strikes
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.finding import find_body
from builder.systems.diceless.play.parameters import ANYWAY
from builder.systems.diceless.play.state import GameState, vehicle_of
from builder.systems.diceless.weapon_rules import DEEP_BLOWS, INSTANT_DEATH_RULE, RENDING_BLOWS, SEISMIC
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play.events import Decision
from builder.systems.play.game import Ref
from builder.systems.play.verbs import Verb


def fight(state: GameState, given: Values) -> Decision[Change]:
    """What one type of weapon of an attacker does in close combat; the HP lost are those of a lost assault (D-13)."""
    asking = Asking(given)
    attacker, target = find_body(state, asking[ATTACKER]), find_body(state, asking[TARGET])
    check_opponents(state, attacker, target, (Role.STRIKES, Role.STRUCK), asking[ANYWAY])
    at_vehicle = is_vehicle(state, target)
    fighter = attacker_of(state, attacker)

    def fits(mode: WeaponMode) -> bool:
        return strikes(mode) and (at_vehicle or mode.kind != "grenade")

    told = partial(already, state, attacker.side, close=True)
    stack, mode = picked(
        fighter,
        fitting(fighter, fits, at_vehicle),
        asking.group(WeaponUse),
        asking.group(Figures),
        asking.answers,
        told,
    )
    using = use(state, fighter, stack, mode, asking.group(WeaponUse), asking[ANYWAY], close=True)
    charge = charged(fighter.unit, mode, using.wielders, asking)
    bearers = charge.value
    if at_vehicle:
        landing = _on_vehicle(state, mode, bearers, target, fighter.unit.rules, asking)
    else:
        landing = _on_unit(state, mode, bearers, target, asking)
    text = "; ".join(filter(None, (f"{fighter.words(mode, bearers)} on {landing.text}", using.text)))
    changes = (*landing.changes, using.on(attacker, target, landing.changes))
    known = asking[DAMAGE] is not None or mode.kind == "grenade"
    prefers = () if known else enemies_preferred(fighter.unit, asking)
    steps = (*charge.steps, *landing.steps, *prefers, *left_to_players(fighter.unit, mode, at_vehicle))
    return decided(text, changes, steps, attacker.side, asking.questions)


def _on_unit(
    state: GameState, mode: WeaponMode, bearers: tuple[Wielders, ...], target: Ref, asking: Asking
) -> AttackResult:
    hit = [each for each in squads(state, target, with_leader=False) if not is_gun(each)]
    if not hit:
        raise PlayError(f"{body_name(state, target)}: no model is left to fight")
    wounding = wounds(mode, hit, asking.group(Figures), asking.group(Saves))
    mode = wounding.value
    if asking[DAMAGE] is None:
        target_ws = asking[TARGET_WS] if asking[TARGET_WS] is not None else majority(hit, "ws")
        damage = on_models(
            mode,
            bearers,
            target_ws,
            toughness_of(mode, hit, asking.group(Figures), asking.group(TargetToughness)),
            asking,
        )
    else:
        damage = typed(asking.group(Figures), strength_known(mode, bearers, asking.group(Figures)))
    strike = Strike(
        damage=total(damage.value),
        attack=attack_of(mode, asking.group(ArmourPiercing), asking.group(AttackRules), CoverRule()),
        by_strength=damage.value,
        instant_death=INSTANT_DEATH_RULE in mode.rules,
        rending=rends(mode, asking.group(AttackRules)) or asking[MOONFANG],
        moonfang=asking[MOONFANG] or "moonfang" in mode.name.casefold(),
    )
    landing = on_unit(state, target, strike, asking.on_unit, asking.answers, shot=False)
    return landing.after(*wounding.steps, *damage.steps)


def _on_vehicle(
    state: GameState,
    mode: WeaponMode,
    bearers: tuple[Wielders, ...],
    target: Ref,
    rules: tuple[str, ...],
    asking: Asking,
) -> AttackResult:
    """Blows land on the rear, on the front of a walker, as in the base game, unless a side was said."""
    if asking[DAMAGE] is None:
        speed = speed_of(state, target, asking[SPEED])
        aimed = OnVehicle(speed=speed.value, tank_hunters=by_rules(asking, TANK_HUNTERS, rules, "tank hunter"))
        blows = on_vehicle(mode, bearers, aimed, asking)
        damage = Explained(blows.value, (*(() if mode.kind == "grenade" else speed.steps), *blows.steps))
    else:
        damage = typed(asking.group(Figures), strongest(strength_on_vehicle(mode, each, asking) for each in bearers))
    walker = vehicle_of(state.sides[target.side], target.id)[1].profile.walker
    armour = armour_hit(
        state, target, asking.group(Facing), asking.answers, "front" if walker else "rear", "lance" in mode.rules
    )
    extra = extra_of(mode, DEEP_BLOWS, RENDING_BLOWS, asking.group(Penetration), asking.group(AttackRules))
    plus_one = SEISMIC in mode.rules
    landing = on_hull(state, target, damage.value, armour, extra, asking.on_hull, asking.answers, plus_one)
    return landing.after(*damage.steps)


FIGHTING = (
    Act(
        Verb(
            name="fight",
            text="one type of weapon strikes in close combat",
            rule="D-40",
            group="Damage",
            usual=8,
            parameters=(
                ATTACKER,
                TARGET,
                WEAPON,
                MODE,
                MODELS,
                ATTACKS,
                BONUS,
                CHARGE,
                ANYWAY,
                FURIOUS_CHARGE,
                PREFERRED_ENEMY,
                TO_HIT,
                TO_WOUND,
                LIGHTNING_CLAW,
                RENDING,
                MOONFANG,
                IGNORES_ARMOUR,
                INSTANT_DEATH,
                *SAVES,
                FIRST,
                LOST,
                *ON_VEHICLE,
                DAMAGE,
                STRENGTH,
                AP,
                WS,
                TARGET_WS,
                TARGET_T,
            ),
        ),
        fight,
    ),
)
