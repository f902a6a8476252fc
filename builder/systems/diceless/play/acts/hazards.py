"""Damage that no enemy's attack deals: hot weapons, dangerous terrain, mines, the Gate of Infinity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import PlayError
from builder.systems.diceless.explained import Explained, count
from builder.systems.diceless.hazards import (
    DANGEROUS_TERRAIN,
    Hazard,
    cluster_mines,
    dangerous_terrain,
    gate_of_infinity,
    rides_well,
)
from builder.systems.diceless.parameters import inches
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.casualties import Casualties, Strike, on_squads, take
from builder.systems.diceless.play.attacks.eligibility import Role, body_name, check_in_play, is_vehicle
from builder.systems.diceless.play.attacks.parameters import (
    ALONE,
    BS,
    FEEL_NO_PAIN,
    FIRST,
    GROUP,
    HIT_CHOICES,
    INVULNERABLE,
    LOST,
    NULL_ZONE,
    SAVE_REROLLS,
    SAVES,
    STRENGTH,
)
from builder.systems.diceless.play.attacks.shot_tokens import burnt
from builder.systems.diceless.play.attacks.squads import Squad, named, squads
from builder.systems.diceless.play.attacks.vehicle_damage import scored_on
from builder.systems.diceless.play.attacks.wielders import runs_hot
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.finding import find_body, find_unit
from builder.systems.diceless.play.parameters import UNIT, names, wish, yes_no
from builder.systems.diceless.play.state import GameState, hull_of, vehicle_of
from builder.systems.diceless.vehicle_attacks import TERRAIN_STRENGTH
from builder.systems.diceless.vehicle_attacks import dangerous_terrain as vehicle_terrain
from builder.systems.diceless.weapon_rules import hits_again
from builder.systems.figures import positive
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter

MODELS = wish("models", "how many of its models move in it; all if not given", positive, when="for units")
TOKENS = wish("tokens", "Gets Hot! tokens used, one on each bearer", positive)
REROLL = Parameter(name="reroll", text="the bearers re-roll to hit, or the weapon is twin-linked")
GROUPS = wish("group", "the groups that move in it, in order", names, when="for units")
SKILLED = wish(
    "skilled-rider",
    "riders who take half: yes, no; by their rules and type if not given",
    yes_no,
    when="for units",
)
INCHES = wish("inches", "how far it moves in the terrain, in inches", inches)
AMOUNT = wish("amount", "DMG for each model or inch, where another was agreed", positive)


def gets_hot(state: GameState, given: Values) -> Decision[Change]:
    """Gets Hot! tokens on the bearers of a weapon, outside a shot of the tracker (D-31)."""
    asking = Asking(given)
    ref = find_unit(state, asking[UNIT])
    check_in_play(state, ref, Role.SHOOTS)
    hit = squads(state, ref, with_leader=False)
    hot = [each for each in hit if any(runs_hot(carried.weapon) for carried in each.group.weapons)]
    choices = [Choice(each.group.id, each.text) for each in hot or hit]
    squad = named(hit, asking.one(GROUP, "Which group bears the weapon?", choices))
    tokens = asking[TOKENS] or 1
    if tokens > squad.pool.models:
        raise PlayError(f"one token on each bearer: {squad.group.name} has {squad.pool.models}")
    again = asking[REROLL] or _rerolls(squad)
    used = burnt(state, ref, [(squad.group.id, tokens)], again, asking)
    text = f"{squad.unit.name}, {squad.group.name}: {used.text}"
    return decided(text, used.changes, used.steps, 1 - ref.side, asking.questions)


def _rerolls(squad: Squad) -> bool:
    """Whether every weapon of a group that gets hot re-rolls to hit, twin-linked ones among them."""
    hot = [mode for each in squad.group.weapons for mode in each.weapon.modes if "gets hot" in mode.rules]
    return bool(hot) and all(map(hits_again, hot))


def terrain(state: GameState, given: Values) -> Decision[Change]:
    """Dangerous terrain: 10 DMG a model with invulnerable saves only, 10 an inch on a vehicle's rear (D-35, D-61)."""
    asking = Asking(given)
    ref = find_body(state, asking[UNIT])
    check_in_play(state, ref, Role.STRUCK)
    amount = asking[AMOUNT] or DANGEROUS_TERRAIN
    if is_vehicle(state, ref):
        if asking[INCHES] is None:
            raise PlayError("say with --inches how far the vehicle moved in it")
        rear = vehicle_of(state.sides[ref.side], ref.id)[1].profile.rear
        lines = hull_of(state.sides[ref.side], ref.id).lines
        scored = vehicle_terrain(rear, asking[INCHES], lines, asking[STRENGTH] or TERRAIN_STRENGTH, amount)
        landing = scored_on(state, ref, scored, "dangerous terrain", asking.on_hull, asking.answers)
        return decided(landing.text, landing.changes, landing.steps, ref.side, asking.questions)
    hit = squads(state, ref, not asking[ALONE])
    damage = entered = 0
    toll = Casualties()
    for squad, models in _entering(hit, asking):
        rides = asking.yes(SKILLED, rides_well(squad.group.profile.unit_type, squad.unit.rules))
        worked = dangerous_terrain(models, rides, amount, asking[INCHES])
        more = take([squad], Strike.of(worked.value), asking.on_models, asking.answers, hit)
        steps = (f"{squad.group.name}: {step}" for step in (*worked.steps, *more.steps))
        damage += worked.value.damage
        entered += models
        toll = Casualties((*toll.changes, *more.changes), (*toll.steps, *steps), (*toll.saves, *more.saves))
    each = f", {damage // entered} a model" if entered > 1 else ""
    text = f"{body_name(state, ref)}, dangerous terrain: {damage} DMG{each}{toll.save_words}: {toll.text}"
    return decided(text, toll.changes, toll.steps, ref.side, asking.questions)


def _entering(hit: Sequence[Squad], asking: Asking) -> Iterator[tuple[Squad, int]]:
    """Yield who moves in dangerous terrain: the groups named, else all; of fewer models, those whose player says so."""
    entered, left = asking[MODELS], sum(each.pool.models for each in hit)
    if entered is not None and entered > left:
        raise PlayError(f"{count(left, 'model')} left, not {entered}")
    if entered in (None, left):
        chosen = [named(hit, name) for name in asking[GROUPS] or ()] if entered is None else []
        yield from ((each, each.pool.models) for each in chosen or hit)
        return
    others = list(hit)
    while entered:
        choices = [Choice(each.group.id, each.text) for each in others]
        squad = named(others, asking.next(GROUPS, "Which models move in it?", choices))
        others.remove(squad)
        models = min(entered, squad.pool.models)
        entered -= models
        yield squad, models


def mines(state: GameState, given: Values) -> Decision[Change]:
    """A unit ends its move in cluster mines (D-103)."""
    return _hurt(state, given, "cluster mines", cluster_mines())


def gate(state: GameState, given: Values) -> Decision[Change]:
    """A unit goes through the Gate of Infinity (D-102)."""
    return _hurt(state, given, "Gate of Infinity", gate_of_infinity())


def _hurt(state: GameState, given: Values, words: str, hazard: Explained[Hazard]) -> Decision[Change]:
    """What a hazard costs a unit, with the character who leads it unless he is left out."""
    asking = Asking(given)
    ref = find_unit(state, asking[UNIT])
    check_in_play(state, ref, Role.STRUCK)
    hit = squads(state, ref, not asking[ALONE])
    landing = on_squads(
        f"{body_name(state, ref)}, {words}", hit, Strike.of(hazard.value), asking.on_models, asking.answers
    )
    return decided(landing.text, landing.changes, (*hazard.steps, *landing.steps), ref.side, asking.questions)


HAZARDS = (
    Act(
        Verb(
            name="gets-hot",
            text="Gets Hot! tokens on the bearers of a weapon",
            rule="D-31",
            group="Hazards",
            parameters=(UNIT, GROUP, TOKENS, REROLL, BS, *SAVES, LOST),
        ),
        gets_hot,
    ),
    Act(
        Verb(
            name="terrain",
            text="a unit or vehicle moves in dangerous terrain",
            rule="D-35",
            group="Hazards",
            usual=5,
            parameters=(
                UNIT, MODELS, INCHES, GROUPS, SKILLED, AMOUNT, STRENGTH, INVULNERABLE, *SAVE_REROLLS, NULL_ZONE,
                FEEL_NO_PAIN, ALONE, LOST, *HIT_CHOICES,
            ),
        ),
        terrain,
    ),
    Act(
        Verb(
            name="cluster-mines",
            text="a unit ends its move in cluster mines",
            rule="D-103",
            group="Hazards",
            parameters=(UNIT, *SAVES, FIRST, LOST, ALONE),
        ),
        mines,
    ),
    Act(
        Verb(
            name="gate-of-infinity",
            text="a unit goes through the Gate of Infinity",
            rule="D-102",
            group="Hazards",
            parameters=(UNIT, FIRST, LOST, ALONE),
        ),
        gate,
    ),
)  # fmt: skip
