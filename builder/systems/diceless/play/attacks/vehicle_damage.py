"""What an attack does to a vehicle in a game: armour, DMG on lines, hits, who was inside, its crew (D-50 to D-59).

As in the base game a shaken crew does not shoot, a stunned one neither moves nor shoots, to the end of the next turn of
its side. During deployment, where players stay who do not play by phases, nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from builder.record import Record, replace
from builder.scalars import counted, signed
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import SPEEDS, Speed
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.play.attacks.eligibility import SIDES, body_name, check_stands
from builder.systems.diceless.play.attacks.fields import Facing, HitChoices, OnHull, Side, said
from builder.systems.diceless.play.attacks.strength import ByStrength, total
from builder.systems.diceless.play.changes import Change, CrewSet, GroupHealthSet, HitRowsSet, LinesSet, Owing
from builder.systems.diceless.play.queries import aboard, vehicle_name, weapons_left
from builder.systems.diceless.play.state import (
    Crew,
    GameState,
    OwedTest,
    Phase,
    SideState,
    groups_left,
    hull_of,
    hulls,
    unit_of,
    vehicle_of,
)
from builder.systems.diceless.vehicle_damage import (
    EXPLODES,
    ROW_NAMES,
    SHAKEN,
    STUNNED,
    WEAPON,
    Hit,
    HitRows,
    Impact,
    Lines,
    ScoredDamage,
    Take,
    attack,
    chronus_hp,
    hit,
)
from builder.systems.fortyk.model import Unit, Vehicle
from builder.systems.parameters import Choice
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Boarded
from builder.systems.play.game import Ref
from builder.systems.play.lookup import find_named

EXTRA_ARMOUR = "extra armour"
"""Wargear with which a stunned crew counts as shaken."""
_COST = {Crew.SHAKEN: "no shooting", Crew.STUNNED: "no moving and no shooting"}


def coming_turn(state: GameState, number: int) -> int:
    """The game turn of the next turn that a side begins."""
    if state.clock.phase == Phase.DEPLOYMENT:
        return 1
    return state.clock.turn + (number == state.clock.active or state.clock.active != state.clock.first)


def dazed(state: GameState, ref: Ref, results: Collection[str]) -> Explained[CrewSet | None]:
    """Return what hits with these results do to the crew of a vehicle."""
    now, vehicle = hull_of(state.sides[ref.side], ref.id), vehicle_of(state.sides[ref.side], ref.id)[1]
    crew = Crew.STUNNED if STUNNED in results else Crew.SHAKEN
    if state.clock.phase == Phase.DEPLOYMENT or not {SHAKEN, STUNNED} & {*results}:
        return Explained(None)
    steps: tuple[str, ...] = ()
    if crew is Crew.STUNNED and any(EXTRA_ARMOUR in gear.casefold() for gear in vehicle.gear):
        crew, steps = Crew.SHAKEN, (f"{EXTRA_ARMOUR}: a stunned crew counts as shaken",)
    until = coming_turn(state, ref.side)
    after = CrewSet(
        side=ref.side,
        vehicle=ref.id,
        shaken=until if crew is Crew.SHAKEN else now.shaken,
        stunned=until if crew is Crew.STUNNED else now.stunned,
    )
    return Explained(after, (*steps, f"{crew} to the end of its turn {until}: {_COST[crew]}"))


def typed_crew(state: GameState, ref: Ref, crew: Crew) -> CrewSet:
    """Return what makes a crew be as players say: to the end of this turn of its side, or of the next one."""
    now = ref.side == state.clock.active and state.clock.phase != Phase.DEPLOYMENT
    until = state.clock.turn if now else coming_turn(state, ref.side)
    shaken, stunned = (until if crew is each else 0 for each in (Crew.SHAKEN, Crew.STUNNED))
    return CrewSet(side=ref.side, vehicle=ref.id, shaken=shaken, stunned=stunned)


def recovered(side: SideState, number: int, turn: int) -> Iterator[CrewSet]:
    """Yield what the end of a turn of a side changes for its crews."""
    for now in hulls(side):
        shaken, stunned = (until if until > turn else 0 for until in (now.shaken, now.stunned))
        if (shaken, stunned) != (now.shaken, now.stunned):
            yield CrewSet(side=number, vehicle=now.id, shaken=shaken, stunned=stunned)


class AttackResult(Record, frozen=True):
    """What an attack came to where it landed: the changes, how they came about, and a sentence for the log.

    `damage` is its DMG before saves; 0 for what has none, such as HP that are lost as they are.
    """

    changes: tuple[Change, ...]
    steps: tuple[str, ...]
    text: str
    damage: int = 0

    def after(self, *steps: str) -> AttackResult:
        """The same, with the steps that came before it."""
        return replace(self, steps=(*steps, *self.steps))


NEVER_MOVES = "immobile"
"""The rule of vehicles that stay where they landed, such as drop pods."""
LANCE_AV = 12
"""The most armour that counts against a lance, as in the base game (D-51)."""


def speed_of(state: GameState, ref: Ref, given: Speed | None, ask: Answers) -> Explained[Speed | None]:
    """How fast a vehicle counts as: as said, immobile if it is immobilised or never moves, else as it moved (D-50).

    Before the first turn of its side it stands where it was deployed. It is asked for where nobody noted it; a walker
    has no such speed.
    """
    side = state.sides[ref.side]
    now, vehicle = hull_of(side, ref.id), vehicle_of(side, ref.id)[1]
    if vehicle.profile.walker and given is None:
        return Explained(Speed.IMMOBILE if now.rows.immobilised else now.speed)
    if given is None and (why := stays_where_it_is(state, ref)):
        return Explained(Speed.IMMOBILE, (f"{body_name(state, ref)} {why}: it counts as {Speed.IMMOBILE}",))
    return Explained(ask.one("speed", given or now.speed, how_fast(state, ref), speeds()))


def stays_where_it_is(state: GameState, ref: Ref) -> str:
    """Return why a vehicle cannot have moved, in a few words; empty where it can (D-50)."""
    side, clock = state.sides[ref.side], state.clock
    unit, now = vehicle_of(side, ref.id)[0], hull_of(side, ref.id)
    if now.rows.immobilised:
        return "is immobilised"
    if has_rule(unit.rules, NEVER_MOVES):
        return "never moves from where it landed"
    waits = clock.turn == 1 and ref.side != clock.active and ref.side != clock.first
    return "has not had a movement phase yet" if waits and now.speed is None else ""


def how_fast(state: GameState, ref: Ref) -> str:
    """The question how fast a vehicle moved."""
    return f"How fast did {body_name(state, ref)} move in its last turn?"


def speeds() -> tuple[Choice[Speed], ...]:
    """The speeds, with what each adds to the BS of those who fire (D-50)."""
    return tuple(Choice(each, f"{each}: BS {signed(SPEEDS[each])}", each.value) for each in Speed)


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
) -> AttackResult:
    """DMG on a vehicle: the lines of each S, the strongest first, the hits they score, what they do (D-51 to D-58).

    The hits of some weapons have +1 on the damage chart (`plus_one`), unless it was said whether they have.
    """
    scored = Explained(ScoredDamage(None, 0, 0, hull_of(state.sides[ref.side], ref.id).lines), armour.steps)
    for strength, part in damage.items():
        more = attack(armour.value, strength or 0, part, scored.value.lines, extra)
        scored = Explained(scored.value.and_then(more.value), (*scored.steps, *more.steps))
    words = " and ".join(f"{part} DMG, S {strength}" for strength, part in damage.items())
    scoring = scored_on(state, ref, scored, f"{words} on AV {armour.value}", given, ask, plus_one)
    return replace(scoring, damage=total(damage))


def scored_on(
    state: GameState,
    ref: Ref,
    scored: Explained[ScoredDamage],
    words: str,
    given: OnHull,
    ask: Answers,
    plus_one: bool = False,
) -> AttackResult:
    """Return what DMG that is on its lines does to a vehicle, the glancing hits first (D-52, D-55, D-56)."""
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
    return AttackResult(wear.changes, (*scored.steps, *wear.steps), f"{name}: {words}: {result}")


def _filled(before: Lines, scored: ScoredDamage) -> str:
    changed = [f"{letter} {value}" for letter, value in scored.lines.items() if before.get(letter) != value]
    past = f", {scored.lost} lost past F" if scored.lost else ""
    if scored.line is None:
        return NO_DAMAGE
    return (
        (f"line {', '.join(changed)}" if len(changed) == 1 else f"lines {', '.join(changed)}") + past
        if changed
        else f"no line takes it{past}"
    )


NO_DAMAGE = "no damage"


def results_on_vehicles(told: Iterable[tuple[int, str, str]]) -> Sequence[str]:
    """Return how attacks on vehicles went, each told as number, weapon and words.

    Those in vain are summed up first, so that a line that is cut ends with the others.
    """
    vain: dict[str, int] = {}
    went: list[str] = []
    for number, weapon, words in told:
        if words.endswith(f": {NO_DAMAGE}"):
            vain[weapon] = vain.get(weapon, 0) + number
        else:
            went.append(words)
    summed = ", ".join(f"{number} × {weapon}" for weapon, number in vain.items())
    return [f"{NO_DAMAGE} by {summed}", *went] if vain else went


"""What comes of shots that no line takes."""
CHRONUS = "chronus"


def struck(
    state: GameState, ref: Ref, impacts: Sequence[Impact], lines: Lines, choices: HitChoices, ask: Answers
) -> AttackResult:
    """Land hits on the rows of a vehicle in order, its lines as given, with the attacker's choices (D-55 to D-58).

    Raises:
        PlayError: a weapon that was named is none that is left.
    """
    named, kept = choices.destroyed, choices.take  # they may be given before it comes to that
    side = state.sides[ref.side]
    unit, vehicle = vehicle_of(side, ref.id)
    before = hull_of(side, ref.id)
    rows, weapons = before.rows, before.destroyed_weapons
    steps: list[str] = []
    told: dict[Hit, list[str]] = {"G": [], "P": []}
    for row, plus_one in impacts:
        at_once = not before.rows.destroyed
        after = {choice: hit(rows, row, plus_one, choice, at_once) for choice in (Take.WEAPON, Take.IMMOBILISED)}
        choice = Take.IMMOBILISED
        if after[Take.WEAPON].value != after[Take.IMMOBILISED].value:
            choice = ask.next("take", kept, "The attacker chooses: another weapon, or immobilised?", _EITHER)
        was, rows = rows, after[choice].value
        steps += after[choice].steps
        if rows == was:
            continue
        result = rows.landed[-1].result.lower()
        if rows.landed[-1].result == WEAPON:
            gone = _weapon(vehicle, weapons, named, ask)
            weapons |= {gone}
            result = f"{weapons_left(vehicle, ())[gone]} destroyed"
            steps.append(result)
        told[row].append(result)
    changes: list[Change] = []
    if lines != before.lines:
        changes.append(LinesSet(side=ref.side, vehicle=ref.id, lines=lines))
    if rows != before.rows:
        changes.append(HitRowsSet(side=ref.side, vehicle=ref.id, rows=rows, weapons=weapons))
    words = [f"{ROW_NAMES[row]}: {', '.join(results)}" for row, results in told.items() if results]
    if rows.destroyed and not before.rows.destroyed:
        wrecked = _wreck(state, ref.side, unit, vehicle, rows)
        changes += wrecked.changes
        steps += wrecked.steps
        words.append(wrecked.text)
    elif not rows.destroyed:
        crew = dazed(state, ref, [each.result for each in rows.landed[len(before.rows.landed) :]])
        changes += filter(None, (crew.value,))
        steps += crew.steps
    return AttackResult(tuple(changes), tuple(steps), "; ".join(filter(None, words)))


_EITHER = (Choice(Take.WEAPON, "another weapon is destroyed"), Choice(Take.IMMOBILISED, "it is immobilised"))


def _weapon(vehicle: Vehicle, destroyed: frozenset[str], named: Sequence[str], ask: Answers) -> str:
    left = weapons_left(vehicle, destroyed)
    choices = [Choice(identity, name) for identity, name in left.items()]
    chosen = ask.next("destroyed", named, "Which weapon is destroyed? The attacker chooses.", choices)
    return find_named(chosen, left, f"weapon of {vehicle.name} that is left")


def _wreck(state: GameState, number: int, unit: Unit, vehicle: Vehicle, rows: HitRows) -> AttackResult:
    """What follows for those inside: they get out of a wreck, an explosion is an act of its own (D-61, D-106)."""
    side = state.sides[number]
    changes: list[Change] = []
    steps: list[str] = []
    exploded = rows.landed[-1].result == EXPLODES
    words = []
    for passenger in aboard(side, unit.id):
        name = unit_of(side, passenger).name
        models = sum(pool.models for pool in side.bodies[passenger].pools.values())
        if exploded:
            words.append(f"{name}: inside the explosion ({counted(models, 'model')}), a pinning test")
        else:
            changes.append(Boarded(side=number, unit=passenger))
            why = f"out of the wreck of {vehicle_name(unit, vehicle)}"
            owes = (*side.bodies[passenger].owes, OwedTest("pinning", why))
            changes.append(Owing(side=number, unit=passenger, tests=owes))
            words.append(f"{name}: out of the wreck, a pinning test")
    if any(CHRONUS in gear.casefold() for gear in (*vehicle.gear, *(group.name for group in unit.groups))):
        left = chronus_hp(rows)
        for group, pool in groups_left(side, unit.id):
            if CHRONUS in group.name.casefold() and pool.hp_left > left:
                hurt = Pool(1, pool.hp_each, pool.hp_each - left)
                changes.append(GroupHealthSet.between(number, unit.id, group.id, pool, hurt))
        steps.append(f"Chronus survives {vehicle_name(unit, vehicle)} with {left} HP")
        words.append(f"Chronus survives with {left} HP")
    return AttackResult(tuple(changes), tuple(steps), ", ".join(words))
