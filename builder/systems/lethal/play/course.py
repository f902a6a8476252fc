"""The turns of a game of Lethal 40K: its phases, what ends and begins with them, and what is due (L-14, L-32, L-60)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.lethal.attacks import FOUND
from builder.systems.lethal.command import MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT, MoraleState, after_turn
from builder.systems.lethal.play.changes import Activated, ClockMoved, Grouped
from builder.systems.lethal.play.combat import can_join, has_won
from builder.systems.lethal.play.fight import stand_and_shoot_weapons
from builder.systems.lethal.play.fighters import still_to_strike, strikers
from builder.systems.lethal.play.grouping import broken_groups, group_by_itself, to_test
from builder.systems.lethal.play.moving import scouts
from builder.systems.lethal.play.outcomes import Outcomes
from builder.systems.lethal.play.queries import (
    can_fire,
    combat_of,
    has_finished,
    is_off_table,
    no_ammunition,
    to_activate,
    unit_names,
)
from builder.systems.lethal.play.state import (
    AMMUNITION,
    AT_EDGE,
    COMBAT,
    COMMAND,
    DEEP_STRIKE,
    DEPLOYMENT,
    EMPTY,
    ENDING,
    ENTRENCHED,
    FINDING,
    HULL_DOWN,
    INITIATIVE,
    RESERVE,
    SCOUTED,
    Combat,
    LethalGame,
)
from builder.systems.lethal.play.suppression import corridors_end
from builder.systems.play.changes import Counted
from builder.systems.play.clock import TURN_ENDS, Consequence, CounterKind, Course, Due, Phase, Rules, mission_agreed
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import ref_text, unit_name
from builder.systems.play.view import Look

VERBS = {
    "morale": "morale",
    "confusion": "confusion",
    "ammo": "ammo",
    "corridor": "in-corridor",
    "titan killer": "titan-killer",
}
"""The acts by which checks are taken."""
CHECKS = {
    "morale": "a morale check",
    "confusion": "a confusion check",
    "ammo": "the opponent's ammunition die",
    "corridor": "hits in a corridor of fire",
    "titan killer": "the SU against a Titan Killer",
}


FIGHTS = "Close combat"
"""What is listed under it: who strikes, who joins, who has won."""


def turn_begins(game: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """Corridors end and cost ammunition; parts of one whole and those aboard are grouped (L-10, L-16, L-94, L-96)."""
    out = Outcomes(game)
    corridors_end(out)
    group_by_itself(out)
    yield Consequence(tuple(out.changes), out.text)


def no_longer_shaken(game: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """Those who failed to form a group are shaken for the combat phase alone (L-14)."""
    out = Outcomes(game)
    for ref in game.refs(0, 1):
        if game.body(ref).for_phase and not game.body(ref).gone:
            out.becomes(ref, MoraleState.UNBROKEN)
    yield Consequence(tuple(out.changes), out.text)


def turn_ends(game: LethalGame, about: tuple[UnitRef, ...] = ()) -> Iterator[Consequence[LethalGame]]:
    """Stunned and paralysed units are shaken, ammunition is found, groups and activations end (L-14, L-22, L-32)."""
    out = Outcomes(game)
    for ref in game.refs(0, 1):
        body = game.body(ref)
        if body.gone:
            continue
        if body.for_phase:
            out.becomes(ref, MoraleState.UNBROKEN)
        elif after_turn(body.morale) is not body.morale:
            out.becomes(ref, after_turn(body.morale))
        if FINDING in body.flags:
            out.flag(ref, FINDING, on=False)
            out.flag(ref, EMPTY, on=False)
            if body.infantry:
                out.add(Counted(side=ref.side, unit=ref.id, counter=AMMUNITION, count=FOUND))
            out.say(f"{unit_name(game, ref)} finds ammunition")
        if SCOUTED in body.flags:
            out.flag(ref, SCOUTED, on=False)  # free moves are over: nobody needs to be told apart by them any more
        if body.group:
            out.add(Grouped(side=ref.side, unit=ref.id))
    if game.extra.activation is not None:
        out.add(Activated(side=game.clock.active))
    yield Consequence(tuple(out.changes), out.text)


def end_begins(game: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """What the turn ends with happens at the beginning of its last phase."""
    yield from turn_ends(game)


def groups_break(before: LethalGame, after: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """Yield what follows by itself from every act: groups whose units fall, fight or are gone (L-15)."""
    out = Outcomes(after)
    broken_groups(before, after, out)
    if out.changes:
        yield Consequence(tuple(out.changes), out.text)


def nothing_owed(before: LethalGame, after: LethalGame) -> Iterator[Consequence[LethalGame]]:
    """Yield what follows by itself from every act: those who are gone owe nothing any more."""
    out = Outcomes(after)
    for ref in after.refs(0, 1):
        if after.body(ref).gone and after.body(ref).owed:
            for check in after.body(ref).owed:
                out.pay(ref, check.kind, check.cause)
    if out.changes:
        yield Consequence(tuple(out.changes))


def owed_checks(game: LethalGame) -> Iterator[Due]:
    """Yield the checks that units must still take (L-22, L-30, L-33, L-92)."""
    for ref in game.refs():
        owed = game.body(ref).owed
        for place, check in enumerate(owed):
            cause = f", {check.cause}" if check.cause and check.kind in ("morale", "confusion") else ""
            text, verb = f"{unit_name(game, ref)}: {CHECKS[check.kind]}{cause}", VERBS[check.kind]
            given: dict[str, str] = {}
            if check.kind == "corridor":
                given["corridor"], _, given["weapon"] = check.cause.partition("/")
            # The first of several alike is taken first: numbered from the last one, that one alone is gone then.
            later = sum(each.kind == check.kind for each in owed[place + 1 :])
            which = str(later + 1) if later else ""
            yield Due(text=text, ref=ref, verb=verb, given=given, before_end=True, which=which, kind="Checks")


def initiative_due(game: LethalGame) -> Iterator[Due]:
    """Yield who has the initiative; who rallies; free moves of scouts (L-07, L-32, L-60)."""
    if game.extra.initiative is None:
        yield Due(text="Both players roll for the initiative", verb="initiative", before_end=True)
    yield from rallies(game)
    for ref in game.refs():
        if game.clock.turn and scouts(game, ref):
            yield Due(text=f"{unit_name(game, ref)}: a free move", ref=ref, verb="scout")


def rallies(game: LethalGame) -> Iterator[Due]:
    """Routing units rally at the start of their turn, or go on routing (L-32)."""
    for ref in game.refs():
        body = game.body(ref)
        if body.morale is MoraleState.ROUTED and not body.gone and not body.deeds.used:
            yield Due(text=f"{unit_name(game, ref)} routs: it rallies, or moves on", ref=ref, verb="rally")


def command_due(game: LethalGame) -> Iterator[Due]:
    """Units that may arrive, and planned groups to be tested (L-14, L-60)."""
    for ref in game.refs():
        if is_off_table(game.body(ref)) and not game.body(ref).gone and game.body(ref).aboard is None:
            yield Due(text=f"{unit_name(game, ref)} may come: the mission says on what roll", ref=ref, verb="arrive")
    for choice in to_test(game):
        yield Due(text=f"Group {choice.text}: a test", verb="group", given={"plan": choice.value}, look="info")
    barred = [f"{unit_name(game, ref)}, {why}" for ref in game.refs() if (why := _ungrouped(game, ref))]
    if barred:
        yield Due(text=f"In no group this turn: {'; '.join(barred)} (L-13)", look="dim")


def _ungrouped(game: LethalGame, ref: UnitRef) -> str:
    """Return why a unit on the table can be in no group this turn; empty where it can (L-13)."""
    body = game.body(ref)
    if body.gone or is_off_table(body) or body.group:
        return ""
    if combat_of(game, ref) is not None:
        return "in close combat"
    return "" if body.deeds.began is MoraleState.UNBROKEN else str(body.deeds.began)


def fights_due(game: LethalGame) -> Iterator[Due]:
    """Yield what close combats still need: nobody acts before they are over (L-61)."""
    for combat in game.extra.combats.values():
        yield from _fighting(game, combat)


def combat_due(game: LethalGame) -> Iterator[Due]:
    """Yield who has won a close combat; then who is activated, and who is left (L-60, L-104)."""
    for ref in game.refs():
        if has_won(game, ref):
            yield Due(
                text=f"{unit_name(game, ref)} has won: it may move",
                ref=ref,
                verb="winners-move",
                look="info",
                kind=FIGHTS,
            )
    for corridor in game.extra.corridors.values():
        firer = unit_name(game, UnitRef(corridor.side, corridor.unit))
        text = f"Corridor of fire of {firer}: who enters it is hit"
        yield Due(text=text, verb="in-corridor", given={"corridor": corridor.id}, look="dim")
    yield from _activated(game)
    yield from _not_acted(game)
    yield from _at_the_end(game)


def _activated(game: LethalGame) -> Iterator[Due]:
    """Yield what the units that are activated have still to do, under the name of a group and its stance."""
    activation = game.extra.activation
    if activation is None:
        return
    refs = [UnitRef(activation.side, identity) for identity in activation.units]
    # A unit of no group is named by what it has to do.
    whose = next((f": {group}" for ref in refs if (group := game.body(ref).group)), "")
    kind = ", ".join(filter(None, (f"Now{whose}", activation.stance)))
    for ref in refs:
        body = game.body(ref)
        if not has_finished(game, ref) and combat_of(game, ref) is None and not body.owed:
            fires, begun = can_fire(game, ref), body.deeds.action
            what = "its shot" if fires else f"the rest of its {begun}" if begun else "an action"
            words = "; ".join((what, *(("no ammunition",) if no_ammunition(body) else ())))
            given = {"action": begun} if begun and not fires else {}
            text, verb = f"{unit_name(game, ref)}: {words}", "shoot" if fires else "action"
            yield Due(text=text, ref=ref, verb=verb, given=given, kind=kind)


def _not_acted(game: LethalGame) -> Iterator[Due]:
    """Yield the units of whoever is next that can still be activated, each with what it must reckon with (L-60)."""
    left = [[*to_activate(game, side)] for side in (0, 1)]
    next_ones = left[game.clock.active] or left[1 - game.clock.active]
    known = all(side.known for side in game.sides)
    kind = f"Not acted: you {len(left[0])}, they {len(left[1])}" if known else "Not acted"
    for ref in next_ones:
        body = game.body(ref)
        told = (
            unit_name(game, ref),
            body.group or "",
            "" if body.morale is MoraleState.UNBROKEN else str(body.morale),
            ENTRENCHED if ENTRENCHED in body.flags else "",
            "no ammunition" if no_ammunition(body) else "",
        )
        yield Due(text=", ".join(filter(None, told)), ref=ref, verb="action", before_end=True, kind=kind)


def _at_the_end(game: LethalGame) -> Iterator[Due]:
    """Yield what the end of the turn does by itself: who recovers, who finds ammunition (L-22, L-32)."""
    for ref in game.refs():
        body, name, kind = game.body(ref), unit_name(game, ref), "At the end of the turn"
        after = after_turn(body.morale)
        if not body.gone and not body.for_phase and after is not body.morale:
            yield Due(text=f"{name}: {body.morale} → {after}", ref=ref, which="end", look="dim", kind=kind)
        if not body.gone and FINDING in body.flags:
            yield Due(text=f"{name} finds ammunition", ref=ref, which="finds", look="dim", kind=kind)


def _fighting(game: LethalGame, combat: Combat) -> Iterator[Due]:
    """Yield who may stand and shoot, or join; who has yet to strike; the end of the round (L-101, L-103, L-107)."""
    if combat.round > 1 and any(can_join(game, ref) for ref in game.refs()):
        text = "Units that have not acted may join the close combat"
        yield Due(text=text, verb="join-combat", given={"combat": combat.id}, look="info", kind=FIGHTS)
    for ref in combat.refs:
        if stand_and_shoot_weapons(game, ref, combat):
            text, given = f"{unit_name(game, ref)}: may stand and shoot", {"unit": ref_text(game, ref)}
            yield Due(text=text, ref=ref, verb="stand-and-shoot", given=given, look="info", kind=FIGHTS)
    waiting: dict[UnitRef, list[str]] = {}
    for ref, each in still_to_strike(game, combat):
        waiting.setdefault(ref, []).append(each.text)
    for ref, models in waiting.items():
        text = f"{unit_name(game, ref)} strikes in close combat: {', '.join(models)}"
        given = {"unit": ref_text(game, ref)}
        # With each kind that strikes it is another thing that is due, on which the cursor stays.
        which = ", ".join(models)
        yield Due(
            text=text, ref=ref, verb="fight", given=given, before_end=True, look="warning", which=which, kind=FIGHTS
        )
    names = unit_names(game, (*combat.refs,))
    text = f"Close combat, round {combat.round}: {names}; the round ends"
    look: Look = "dim" if waiting else "warning"
    yield Due(text=text, verb="end-round", given={"combat": combat.id}, before_end=True, look=look, kind=FIGHTS)


def wanted_first(game: LethalGame, ref: UnitRef) -> dict[str, str]:
    """Return the acts that keys open on a unit: how it gets in or out, and what is wanted of it before any action.

    That is its check, its combat, the winners' move, the combat that it may join, or the shot that it has; before the
    combat phase that it comes, rallies or makes its free move.
    """
    body, phase, rides = game.body(ref), game.clock.phase, game.body(ref).aboard is not None or bool(game.riders(ref))
    if body.gone:
        return {}
    ways = {} if is_off_table(body) else {"reserve": "disembark" if rides else "embark"}
    if body.owed:
        return {**ways, "use": VERBS[body.owed[0].kind]}
    if combat_of(game, ref) is not None:
        return {**ways, "use": "fight" if strikers(game, ref) else "end-round"}
    if has_won(game, ref) and phase != ENDING:
        return {**ways, "use": "winners-move"}
    if phase == COMMAND and is_off_table(body) and body.aboard is None:
        return {**ways, "use": "arrive"}
    if phase in (INITIATIVE, COMMAND) and body.morale is MoraleState.ROUTED and not body.deeds.used:
        return {**ways, "use": "rally"}
    if phase == INITIATIVE and scouts(game, ref):
        return {**ways, "use": "scout"}
    if any(each.round > 1 for each in game.extra.combats.values()) and can_join(game, ref):
        return {**ways, "use": "join-combat"}
    return {**ways, "use": "shoot"} if phase != ENDING and can_fire(game, ref) else ways


COURSE: Course[LethalGame] = Course(
    before=Phase(id=DEPLOYMENT, wanted=("cover", "embark", "next"), due=(mission_agreed,)),
    turn=(
        Phase(
            id=INITIATIVE,
            wanted=("initiative", "rally", "next"),
            begins=(turn_begins,),
            due=(initiative_due, owed_checks),
        ),
        Phase(id=COMMAND, wanted=("group", "arrive", "rally", "next"), due=(command_due, rallies, owed_checks)),
        Phase(
            id=COMBAT,
            by_turns=True,
            wanted=(
                *(f"action-{name}" for name in (MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT)),
                *("find-ammo", "reform"),  # which few can take at a time, and need then
                *("shoot", "confusion", "morale", "ammo", "in-corridor", "fight", "end-round"),
            ),
            ends=(no_longer_shaken,),
            due=(fights_due, owed_checks, combat_due),
        ),
        Phase(id=ENDING, text="end of turn", wanted=("next", "points"), begins=(end_begins,), due=(owed_checks,)),
    ),
    each_player=False,
    moments={TURN_ENDS: (turn_ends,)},
)
RULES: Rules[LethalGame] = Rules(
    course=COURSE,
    flags=(ENTRENCHED, AT_EDGE, HULL_DOWN, FINDING, EMPTY, RESERVE, DEEP_STRIKE, SCOUTED, DESTROYED),
    counters=(CounterKind(AMMUNITION, "ammunition counters", most=99),),
    moved=ClockMoved,
)
