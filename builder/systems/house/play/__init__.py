"""Games with the Dark Millennia house rules: the acts and reminders of those that are chosen, and of no other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any

from builder.record import replace
from builder.systems.blocks import Card
from builder.systems.fortyk.cover import COVER as COVER_VARIANT
from builder.systems.fortyk.squads import ASSAULT, ASSAULT_RANGE, BEFORE_MOVE, DECLARED, MOVEMENT, SHOOTING, key
from builder.systems.house.play.cover import ShootAtCover, TakeBothSaves, cover_due
from builder.systems.house.play.moves import (
    DISMOUNTED,
    Consolidate,
    Dismount,
    EmbarkOnFoot,
    EnterTerrain,
    Mount,
    busy_now,
    consolidation_due,
    mounted_due,
    mounted_range,
)
from builder.systems.house.play.overwatch import (
    ON_OVERWATCH,
    GoOnOverwatch,
    OverwatchFire,
    chances_come,
    chances_due,
    chances_end,
    chances_pass,
    overwatch_lost,
    watching_due,
)
from builder.systems.house.play.state import AnyBattle, HouseKept, kept, turn_ends
from builder.systems.house.rules import (
    BOTH_SAVES,
    CONSOLIDATION,
    COVER,
    COVER_MODIFIERS,
    MODIFIED,
    MODIFIERS,
    MOUNTED,
    OVERWATCH,
    UNIVERSAL,
    YES,
    chosen,
)
from builder.systems.house.sheets import ON_FOOT, RULES, STOOD, WATCHES, HouseFigures
from builder.systems.modules import keys_with
from builder.systems.play.actions import Act
from builder.systems.play.changes import Flagged, Outcome
from builder.systems.play.clock import PLAYER_TURN_ENDS
from builder.systems.play.events import GameSheets
from builder.systems.play.game import UnitRef
from builder.systems.play.protocol import Filler, Play
from builder.systems.play.view import Fact, Key
from builder.systems.specs import name_of

WANTED = {SHOOTING: ("shoot",)}
ALSO_WANTED = {
    MOVEMENT: ("overwatch", "dismount", "mount", "terrain"),
    SHOOTING: ("both-saves",),
    ASSAULT: ("overwatch-fire", "consolidate"),
}
KEYS = (
    Key("W", "overwatch", "Overwatch"),
    Key("X", "overwatch-fire", "Overwatch fire", waiting=True),
    Key("D", "dismount", "Dismount"),
    Key("B", "mount", "Mount"),
    Key("T", "terrain", "Terrain"),
    Key("K", "consolidate", "Consolidate"),
    Key("S", "both-saves", "Both saves", waiting=True),
    Key("", "shoot", action="shoot"),
)


def sheets_in_play(
    sheets: Callable[[AnyBattle, int, bool], GameSheets], figures: HouseFigures, game: AnyBattle, side: int, fresh: bool
) -> GameSheets:
    """The sheets of a side with the figures and boxes of the rules that are chosen, the boxes as they stand."""
    base, now = sheets(game, side, fresh), game.sides[side]
    cards = []
    for card in base.cards:
        owner = now.owners.get(card.id, card.id if card.id in now.bodies else card.id.rpartition(".")[0])
        body = now.bodies.get(owner)
        if body is None:
            cards.append(card)
            continue
        states = {WATCHES: ON_OVERWATCH in body.flags, ON_FOOT: DISMOUNTED in body.flags}
        states[STOOD] = key(UnitRef(side, owner)) in kept(game).consolidated
        checked = () if fresh else [word for word, holds in states.items() if holds]
        cards.append(figures.on_card(card, body.unit, checked=checked))
    return GameSheets(tuple(cards), replace(base.page, rules=(*figures.rules, *base.page.rules)))


def _of_those(wanted: Mapping[str, tuple[str, ...]], verbs: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    return {phase: tuple(verb for verb in named if verb in verbs) for phase, named in wanted.items()}


def filled_in(
    filled: Filler[AnyBattle], game: AnyBattle, side: int, card: Card, now: Card
) -> Iterator[Outcome[AnyBattle]]:
    """Yield the changes that were filled in on the card of a unit; whether it stood still is not kept in a game."""
    for change in filled(game, side, card, now):
        if not (isinstance(change, Flagged) and change.flag == STOOD.casefold()):
            yield change


def with_house_rules(play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
    """Return a game with what the settings choose; without any choice it is the game that it was."""
    rules = {each for each in chosen(settings).items() if each[1] in (MODIFIED, YES, UNIVERSAL)}
    told_settings = ", ".join(
        f"{name}: {choice}" for name, choice in chosen(settings).items() if settings.get(name) == choice
    )
    acts: list[type[Act[Any]]] = []
    course, due = play.rules.course, [*play.rules.due]
    consequences = [*play.consequences]
    variants = dict(play.rules.variants)
    if chosen(settings)[COVER] == MODIFIERS:
        variants[COVER_VARIANT] = COVER_MODIFIERS
        acts += [ShootAtCover] if name_of(ShootAtCover) not in map(name_of, play.acts) else []
    if chosen(settings)[COVER] == BOTH_SAVES:
        acts.append(TakeBothSaves)
    if (OVERWATCH, MODIFIED) in rules:
        acts += [GoOnOverwatch, OverwatchFire]
        course = course.adding(DECLARED, chances_come).adding(BEFORE_MOVE, chances_pass)
        course = course.adding(f"{ASSAULT} ends", chances_end)
        turn = (
            replace(phase, due=(chances_due, *phase.due)) if phase.id == ASSAULT else phase for phase in course.turn
        )
        course = replace(course, turn=tuple(turn))
        due.append(watching_due)
        consequences.append(overwatch_lost)
    if (MOUNTED, YES) in rules:
        variants |= {MOUNTED: True, ASSAULT_RANGE: mounted_range}
        acts += [Dismount, Mount, EnterTerrain]
        due.append(mounted_due)
    if (CONSOLIDATION, UNIVERSAL) in rules:
        acts.append(Consolidate)
        due.append(consolidation_due)
        consequences.append(busy_now)
    if rule := RULES.get((COVER, chosen(settings)[COVER])):
        due.append(cover_due(rule))
    added = {name_of(act) for act in acts}
    if added:
        course = course.adding(PLAYER_TURN_ENDS, turn_ends)
        course = course.wanting(_of_those(WANTED, added), _of_those(ALSO_WANTED, added))
    on_foot = {name_of(EmbarkOnFoot): EmbarkOnFoot} if (MOUNTED, YES) in rules else {}
    sheets, filled = play.sheets, play.filled
    return replace(
        play,
        sheets=None if sheets is None else partial(sheets_in_play, sheets, HouseFigures(chosen(settings))),
        filled=None if filled is None else partial(filled_in, filled),
        acts=(*(on_foot.get(name_of(each), each) for each in play.acts), *acts),
        changes=(*play.changes, *((HouseKept,) if acts else ())),
        rules=replace(play.rules, course=course, due=tuple(due), variants=variants),
        consequences=tuple(consequences),
        keys=keys_with(play.keys, (key for key in KEYS if key.verb in added)),
        facts=(*play.facts, *((lambda game: (Fact(text=f"house rules: {told_settings}"),),) if told_settings else ())),
    )
