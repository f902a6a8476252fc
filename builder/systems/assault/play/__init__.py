"""Games with Trial Assault: its acts, what follows by itself, and the seven steps as reminders (A-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from builder.record import replace
from builder.scalars import counted
from builder.systems.assault.cards import COMMON, SUFFIX, assault_cards, steps_card
from builder.systems.assault.play.charging import DeclareCharge, Lock, MoveCharge, ShotAtEnemy
from builder.systems.assault.play.fighting import (
    BreakOff,
    LoserMorale,
    PileIn,
    RoundResult,
    StrikeBlows,
    leaving,
)
from builder.systems.assault.play.state import (
    AnyBattle,
    AssaultCombat,
    Charged,
    FoughtOn,
    Parted,
    ShotAt,
    assaults,
    combat_of,
    left_fighters,
    losers,
    strikers,
    strikers_with_unit,
)
from builder.systems.assault.rules import STEPS, majority_t, majority_ws
from builder.systems.blocks import Card, Check, CheckRow, Panel, PanelCard, Tally
from builder.systems.blocks.fields import changed_blocks
from builder.systems.fortyk.charts import VALUES, to_hit, to_wound
from builder.systems.fortyk.squads import (
    ASSAULT,
    FALLING_BACK,
    SHOOTING,
    SHOT,
    SHOT_AT,
    FortykUnit,
    Wounded,
    key,
    ref_of,
)
from builder.systems.modules import keys_with
from builder.systems.play.changes import Flagged, Outcome
from builder.systems.play.clock import PLAYER_TURN_ENDS, Consequence, Due
from builder.systems.play.events import GameSheets
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import ref_text, unit_name
from builder.systems.play.protocol import Filler, Play
from builder.systems.play.view import Detail, Fact, Key, Span

ACTS = (ShotAtEnemy, DeclareCharge, MoveCharge, Lock, StrikeBlows, RoundResult, LoserMorale, PileIn, BreakOff)
WANTED = ("declare-charge", "charge-move", "locked", "strike", "round-result", "morale", "pile-in", "break-off")
KEYS = (
    Key("1", "declare-charge", "Declare"),
    Key("2", "charge-move", "Move"),
    Key("3", "locked", "Locked"),
    Key("", "strike", action="combat"),
    Key("4", "round-result", "Result"),
    Key("", "morale", action="test"),
    Key("6", "pile-in", "Pile in"),
    Key("7", "break-off", "Break off"),
    Key("", "shot", action="shoot"),
)


def with_assaults(play: Play[Any]) -> Play[Any]:
    """Return a game with the seven steps of Trial Assault."""
    course = play.rules.course.wanting({ASSAULT: WANTED, SHOOTING: ("shot",)})
    turn = tuple(replace(phase, due=(*phase.due, steps_due)) if phase.id == ASSAULT else phase for phase in course.turn)
    course = replace(course, turn=turn).adding(f"{ASSAULT} ends", charges_end, rounds_end, partings_end)
    course = course.adding(PLAYER_TURN_ENDS, shots_end).adding(SHOT_AT, shot_binds)
    sheets, filled = play.sheets, play.filled
    return replace(
        play,
        sheets=None if sheets is None else partial(sheets_in_play, sheets),
        filled=None if filled is None else partial(filled_in, filled),
        acts=(*play.acts, *ACTS),
        changes=(*play.changes, ShotAt, Charged, FoughtOn, Parted),
        rules=replace(play.rules, course=course),
        keys=keys_with(play.keys, KEYS),
        consequences=(*play.consequences, losses_part),
        facts=(*play.facts, combats),
        beside=(*play.beside, fighting_figures),
    )


def sheets_in_play(
    sheets: Callable[[AnyBattle, int, bool], GameSheets], game: AnyBattle, side: int, fresh: bool
) -> GameSheets:
    """The sheets of a side with its assault cards, their marks and wounds as they stand; fresh ones empty."""
    base = sheets(game, side, fresh)
    bodies = game.sides[side].bodies.values()
    enemy = common_enemy(game, 1 - side)
    made = ((card, body) for body in bodies for card in assault_cards(body.unit, enemy))
    cards = [card if fresh else _filled(card, body) for card, body in made]
    return GameSheets((*base.cards, *cards, steps_card()), base.page)


def filled_in(
    filled: Filler[AnyBattle], game: AnyBattle, side: int, card: Card, now: Card
) -> Iterator[Outcome[AnyBattle]]:
    """Yield the changes that were filled in on the card of a unit, or on its assault card: wounds and marks."""
    body = game.sides[side].bodies.get(card.id.removesuffix(SUFFIX))
    if body is None or not card.id.endswith(SUFFIX):
        yield from filled(game, side, card, now)
        return
    for _, new in changed_blocks(card, now):
        word = new.id.removeprefix(f"{card.id}.")
        match new:
            case Tally() if word in {group.id for group in body.unit.groups}:
                yield Wounded(side=side, unit=body.id, group=word, lost=new.struck)
            case Check():
                yield Flagged(side=side, unit=body.id, flag=word, on=new.checked)


def common_enemy(game: AnyBattle, side: int) -> tuple[int, int]:
    """The WS and the T that most models of a side have, as it stands; the usual ones where its army is not known."""
    models = [each for body in game.sides[side].bodies.values() for each in left_fighters(body)]
    ws = majority_ws((each.models, each.ws) for each in models)
    t = majority_t((each.models, each.t) for each in models if each.t is not None)
    return COMMON[0] if ws is None else ws, t[0] if t else COMMON[1]


def _filled(card: PanelCard, body: FortykUnit) -> PanelCard:
    def fill(panel: Panel) -> Panel:
        match panel:
            case Tally():
                return replace(panel, struck=body.wounds.get(panel.id.removeprefix(f"{card.id}."), 0))
            case CheckRow():
                now = (replace(box, checked=box.id.removeprefix(f"{card.id}.") in body.flags) for box in panel.checks)
                return replace(panel, checks=tuple(now))
            case _:
                return panel

    return replace(card, right=tuple(map(fill, card.right)), below=tuple(map(fill, card.below)))


def charges_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Charges that were not moved end with the phase."""
    changes = tuple(Charged(unit=unit) for unit in assaults(game).charges)
    if changes:
        yield Consequence(changes)


def partings_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """Units that have not broken off, pursued or consolidated as the phase ends can no longer do so."""
    if parted := assaults(game).parted:
        yield Consequence(tuple(Parted(unit=unit, on=False) for unit in parted))


def rounds_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """A round that is settled is followed by one in the next assault phase; who charged has the die for it once."""
    for name, combat in assaults(game).combats.items():
        now = replace(combat, charging=(), rests=False, piled=())
        if combat.settled and not losers(game, combat):
            now = AssaultCombat(places=combat.places, round=combat.round + 1)
        if now != combat:
            yield Consequence((FoughtOn(combat=name, now=now),))


def shot_binds(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """What a unit shot at binds its charge (A-03)."""
    unit, at = about
    yield Consequence((ShotAt(unit=key(unit), at=key(at)),))


def shots_end(game: AnyBattle, about: tuple[UnitRef, ...]) -> Iterator[Consequence[AnyBattle]]:
    """What units shot at counts in their own turn alone."""
    changes = tuple(ShotAt(unit=unit) for unit in assaults(game).shots)
    if changes:
        yield Consequence(changes)


def losses_part(before: AnyBattle, after: AnyBattle) -> Iterator[Consequence[AnyBattle]]:
    """Who falls back charges nobody and leaves the combat, which ends with its round if a side has nobody left."""
    for ref in after.refs(0, 1):
        body = after.body(ref)
        if body is before.body(ref):
            continue
        if FALLING_BACK in body.flags and FALLING_BACK not in before.body(ref).flags:
            written = f"{ref.side}:{ref.id}"
            changes: list[Outcome[AnyBattle]] = [*leaving(after, ref)]
            if written in assaults(after).charges:
                changes.append(Charged(unit=written))
            if changes:
                yield Consequence(
                    tuple(changes), "" if combat_of(after, ref) else f"{unit_name(after, ref)} charges nobody"
                )
        if SHOT not in body.flags and f"{ref.side}:{ref.id}" in assaults(after).shots:
            yield Consequence((ShotAt(unit=f"{ref.side}:{ref.id}"),))
    for combat in assaults(after).combats.values():
        alive = {ref.side for ref in combat.refs if not after.body(ref).gone}
        if combat.settled and len(alive) < 2:
            last = next((ref for ref in combat.refs if after.body(ref).gone), None)
            if last is not None:
                names = " and ".join(unit_name(after, ref) for ref in combat.refs)
                yield Consequence(tuple(leaving(after, last)), f"the combat of {names} is over")


def steps_due(game: AnyBattle) -> Iterator[Due]:
    """The steps of the assault phase, in the order in which they are done (A-01, A-12, A-16)."""
    kept = assaults(game)
    yield from _moves_due(game)
    for combat in kept.combats.values():
        yield from _rounds_due(game, combat)
    yield from _partings_due(game)
    if not kept.charges and not kept.combats and not kept.parted:
        yield Due(text=f"1 Declare: {STEPS[0][1]}", verb="declare-charge")


def _moves_due(game: AnyBattle) -> Iterator[Due]:
    """The charges that are declared: those who charge move, then it is said whom they have come to."""
    for written, charge in assaults(game).charges.items():
        ref = ref_of(written)
        given = {"unit": ref_text(game, ref)}
        if not charge.moved:
            yield Due(text=f"2 Move: {unit_name(game, ref)}; {STEPS[1][1]}", ref=ref, verb="charge-move", given=given)
        elif combat_of(game, ref) is None:
            yield Due(text=f"2 Move: who is in contact of {unit_name(game, ref)}", ref=ref, verb="locked", given=given)


def _rounds_due(game: AnyBattle, combat: AssaultCombat) -> Iterator[Due]:
    """What comes next in a combat: blows, the result of the round, tests of the losers, pile-in moves."""
    if testing := losers(game, combat):
        for ref in testing:
            given = {"unit": ref_text(game, ref)}
            text = f"5 Leadership: {unit_name(game, ref)} tests Ld"
            yield Due(text=text, ref=ref, verb="morale", given=given, before_end=True)
    elif combat.rests or combat.settled:
        for ref in combat.refs:
            if key(ref) not in combat.piled and not game.body(ref).gone:
                yield Due(text=f"6 Pile in: {unit_name(game, ref)}; {STEPS[5][1]}", ref=ref, verb="pile-in")
    elif waiting := strikers(game, combat):
        each = waiting[0]
        text = f"3 Fight: {strikers_with_unit(game, each)}"
        struck = {"unit": ref_text(game, each.ref), "models": each.models}
        yield Due(text=text, ref=each.ref, verb="strike", given=struck, before_end=True)
    else:
        first = next(iter(combat.refs))
        yield Due(text="4 Result: the round is fought", ref=first, verb="round-result", before_end=True)


def _partings_due(game: AnyBattle) -> Iterator[Due]:
    """How those move whose combat is over."""
    for ref in map(ref_of, assaults(game).parted):
        flees = FALLING_BACK in game.body(ref).flags
        what = "falls back, and tests to break off" if flees else "pursues, engages another, or consolidates"
        if not game.body(ref).gone:
            yield Due(text=f"7 Break off: {unit_name(game, ref)} {what}", ref=ref, verb="break-off")


def combats(game: AnyBattle) -> Iterator[Fact]:
    """The combats of a game, with what was inflicted in this round."""
    for combat in assaults(game).combats.values():
        names = " and ".join(unit_name(game, ref) for ref in combat.refs)
        wounds = "–".join(map(str, combat.inflicted))
        yield Fact(text=f"combat, round {combat.round}: {names}; wounds inflicted {wounds}")


def fighting_figures(body: FortykUnit) -> Iterator[Detail]:
    """What stands on the assault card of a unit, for each kind of model that is left of it (A-05 to A-09).

    What matters most stands first: a low screen has no room for more.
    """
    alike: dict[tuple[str, str, str], list[str]] = {}
    for each in left_fighters(body):
        dice, behind = each.dice(), each.dice(supporting=True)
        charging, shot = each.dice(charging=True), each.dice(charging=True, shot=True)
        first = f"{counted(dice, 'die', 'dice')}, charging {charging}, step {each.i}, S {each.s}"
        others = f"; after shooting {shot}, in support {behind}"
        scores = f"; hits {_scores('WS', partial(to_hit, each.ws))}; wounds {_scores('T', partial(to_wound, each.s))}"
        alike.setdefault((first, others, scores), []).append(each.name)
    for (first, others, scores), names in alike.items():
        spans = (Span(f"{first}: {', '.join(names)}"), Span(others), Span(scores, "dim"))
        yield Detail(kind="text", label="Assault", spans=spans)


def _scores(against: str, score: Callable[[int], int | None]) -> str:
    """The scores against each value of an enemy, those alike together: `3+ to WS 3, 4+ to WS 8, 5+ to WS 10`."""
    last = {score(value): value for value in VALUES}
    return ", ".join("never above" if each is None else f"{each}+ to {against} {value}" for each, value in last.items())
