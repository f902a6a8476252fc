"""Where an attack in a game lands: on a unit, its artillery parted, or on a side of a vehicle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.record import replace
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import shares
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.attacks.bodies import body_name, check_stands
from builder.systems.diceless.play.attacks.dealing import ByStrength
from builder.systems.diceless.play.attacks.fields import Facing, OnHull, OnModels, OnUnit, Side
from builder.systems.diceless.play.attacks.hull import struck
from builder.systems.diceless.play.attacks.landed import Landing
from builder.systems.diceless.play.attacks.sheltering import said
from builder.systems.diceless.play.attacks.squads import Squad, is_gun, squads
from builder.systems.diceless.play.attacks.unit_losses import Strike, take
from builder.systems.diceless.play.choosers import SIDES
from builder.systems.diceless.play.queries import has_rule
from builder.systems.diceless.play.state import USUAL_SPEED, GameState, hull_of, unit_of, vehicle_of
from builder.systems.diceless.saves import GUNS_UNHURT_UP_TO, artillery
from builder.systems.diceless.vehicle_damage import Impact, Lines, ScoredDamage, attack
from builder.systems.parameters import Choice
from builder.systems.play.answers import Answers
from builder.systems.play.game import Ref

NEVER_MOVES = "immobile"
"""The rule of vehicles that stay where they landed, such as drop pods."""
LANCE_AV = 12
"""The most armour that counts against a lance, as in the base game (D-51)."""


def on_unit(state: GameState, ref: Ref, strike: Strike, given: OnUnit, ask: Answers, *, shot: bool = True) -> Landing:
    """A strike on a unit; of shots at artillery crew and guns take their parts, while both are left (D-34).

    In close combat (`shot` False) guns are not hit, nor the character who leads the unit.
    """
    hit = squads(state, ref, with_leader=shot and not given.leader.without_leader)
    guns = [each for each in hit if is_gun(each)]
    crew = [each for each in hit if not is_gun(each)]
    name = unit_of(state.sides[ref.side], ref.id).name
    if guns and crew and not shot:
        hit, guns = tuple(crew), []
    hulls = _gun_hulls(state, ref) if shot and crew else ()
    if not crew or not (guns or hulls):
        return on_squads(name, hit, strike, given.models, ask)
    strength = GUNS_UNHURT_UP_TO + 1 if strike.strength is None else strike.strength
    parts = artillery(strike.damage, strength)
    toll = take(crew, replace(strike, damage=parts.value.crew), given.models, ask, hit)
    landed = [Landing(toll.changes, (*parts.steps, *toll.steps), f"crew {toll.text}")]
    if guns:
        toll = take(guns, replace(strike, damage=parts.value.guns), given.models, ask, hit)
        landed.append(Landing(toll.changes, toll.steps, f"guns {toll.text}"))
    each_hull = shares(parts.value.guns, [1] * len(hulls)).value if hulls else ()
    for hull, damage in zip(hulls, each_hull, strict=True):
        armour = armour_hit(state, hull, given.hull.facing, ask, SIDES[0])
        landed.append(on_hull(state, hull, {strength: damage}, armour, None, given.hull, ask))
    return _together(landed, f"{name}: {strike.damage} DMG on artillery: ")


def on_squads(
    name: str, hit: Sequence[Squad], strike: Strike, given: OnModels, ask: Answers, among: Sequence[Squad] = ()
) -> Landing:
    """A strike on some groups of a unit; `among` are all that can be named, where others are hit in the same act."""
    toll = take(hit, strike, given, ask, among)
    models = sum(each.pool.models for each in hit)
    each = f", {strike.damage // models} a model" if 1 < models <= strike.damage else ""
    words = f"{strike.damage} DMG{each}{toll.save_words}: " if not strike.direct else ""
    whom = f"{name}, {hit[0].group.name}" if strike.direct and len(hit) == 1 < len(hit[0].unit.groups) else name
    return Landing(toll.changes, toll.steps, f"{whom}: {words}{toll.text}")


def _gun_hulls(state: GameState, ref: Ref) -> tuple[Ref, ...]:
    """The guns of a unit that have armour in the place of HP, and still stand."""
    side = state.sides[ref.side]
    unit = unit_of(side, ref.id)
    return tuple(Ref(ref.side, each.id) for each in unit.vehicles if not hull_of(side, each.id).rows.destroyed)


def speed_of(state: GameState, ref: Ref, given: Speed | None) -> Explained[Speed | None]:
    """How fast a vehicle counts as: as said, immobile if it is immobilised or never moves, else as it moved (D-50).

    Where nobody noted how it moved, as is usual; a walker has no such speed.
    """
    side = state.sides[ref.side]
    now, (unit, vehicle) = hull_of(side, ref.id), vehicle_of(side, ref.id)
    stays = now.rows.immobilised or has_rule(unit.rules, NEVER_MOVES)
    speed = given or (Speed.IMMOBILE if stays else now.speed)
    if speed is None and not vehicle.profile.walker:
        return Explained(USUAL_SPEED, (f"nobody noted how {body_name(state, ref)} moved: it counts as {USUAL_SPEED}",))
    return Explained(speed)


def armour_hit(
    state: GameState, ref: Ref, given: Facing, ask: Answers, side: Side | None = None, lance: bool = False
) -> Explained[int]:
    """The AV that is hit; where its sides differ, which one is asked for, unless the act knows it (`side`)."""
    if given.av is not None:
        return Explained(given.av)
    profile = vehicle_of(state.sides[ref.side], ref.id)[1].profile
    values: Mapping[Side, int] = {"front": profile.front, "side": profile.side, "rear": profile.rear}
    if given.side is None and (side or len(set(values.values())) == 1):
        facing = side or SIDES[0]
    else:
        choices = [Choice(name, f"{name}, AV {value}") for name, value in values.items()]
        facing = ask.one("side", given.side, f"Which side of {body_name(state, ref)} is hit?", choices)
    if lance and values[facing] > LANCE_AV:
        return Explained(LANCE_AV, (f"lance: AV {values[facing]} counts as {LANCE_AV}",))
    return Explained(values[facing])


def on_hull(
    state: GameState,
    ref: Ref,
    damage: ByStrength,
    armour: Explained[int],
    extra: str | None,
    given: OnHull,
    ask: Answers,
    plus_one: bool = False,
) -> Landing:
    """DMG on a vehicle: the lines of each S, the strongest first, the hits they score, what they do (D-51 to D-58).

    The hits of some weapons have +1 on the damage chart (`plus_one`), unless it was said whether they have.
    """
    scored = Explained(ScoredDamage(None, 0, 0, hull_of(state.sides[ref.side], ref.id).lines), armour.steps)
    for strength, part in damage.items():
        more = attack(armour.value, strength or 0, part, scored.value.lines, extra)
        scored = Explained(scored.value.and_then(more.value), (*scored.steps, *more.steps))
    words = " and ".join(f"{part} DMG, S {strength}" for strength, part in damage.items())
    return scored_on(state, ref, scored, f"{words} on AV {armour.value}", given, ask, plus_one)


def scored_on(
    state: GameState,
    ref: Ref,
    scored: Explained[ScoredDamage],
    words: str,
    given: OnHull,
    ask: Answers,
    plus_one: bool = False,
) -> Landing:
    """What DMG that is on its lines does to a vehicle, the glancing hits first (D-52, D-55, D-56)."""
    check_stands(state, ref)
    now, name = hull_of(state.sides[ref.side], ref.id), body_name(state, ref)
    after = scored.value
    plus = said(given.chart.plus_one, plus_one)
    glancing: Impact = ("G", plus)
    penetrating: Impact = ("P", plus)
    impacts = [*[glancing] * after.glancing, *[penetrating] * after.penetrating]
    wear = struck(state, ref, impacts, after.lines, given.choices, ask)
    filled = _filled(now.lines, after)
    result = "; ".join(part for part in (filled, wear.text) if part)
    return Landing(wear.changes, (*scored.steps, *wear.steps), f"{name}: {words}: {result}")


def _filled(before: Lines, scored: ScoredDamage) -> str:
    changed = [f"{letter} {value}" for letter, value in scored.lines.items() if before.get(letter) != value]
    past = f", {scored.lost} lost past F" if scored.lost else ""
    if scored.line is None:
        return "no damage"
    return (
        (f"line {', '.join(changed)}" if len(changed) == 1 else f"lines {', '.join(changed)}") + past
        if changed
        else f"no line takes it{past}"
    )


def _together(landings: Sequence[Landing], words: str) -> Landing:
    return Landing(
        tuple(change for each in landings for change in each.changes),
        tuple(step for each in landings for step in each.steps),
        words + "; ".join(each.text for each in landings),
    )
