"""The sheets of a side in a game: its cards as they stand, boxes filled, or fresh ones (L-20, L-31, L-52)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from builder.record import replace
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    HullPanel,
    Panel,
    PanelCard,
    States,
    Strength,
    TablePanel,
    Tally,
)
from builder.systems.blocks.fields import changed_blocks, sheet_fields
from builder.systems.lethal.cards import RIDES, army_cards
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.play.changes import (
    Acted,
    Damaged,
    Grouped,
    Lost,
    MoraleChanged,
    Sheltered,
    StructureLost,
    unit_groups,
)
from builder.systems.lethal.play.queries import BOTH
from builder.systems.lethal.play.state import AMMUNITION, EMPTY, ENTRENCHED, HULL_DOWN, LethalGame, LethalUnit
from builder.systems.lethal.reading import ammunition
from builder.systems.lethal.roster_page import roster_page
from builder.systems.play.changes import Boarded, Counted, Flagged, Outcome
from builder.systems.play.events import GameSheets
from builder.systems.play.game import DESTROYED, UnitRef
from builder.systems.play.lookup import known_army, printed_when, unit_name


def sheets(game: LethalGame, side: int, fresh: bool = False) -> GameSheets:
    """Return the cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    stored = known_army(game, side, game.extra.armies[side])
    groups = unit_groups(stored)
    cards = army_cards(stored.army, groups)
    page = roster_page(stored.army, groups, (ammunition(stored.army),), (), (), "")
    if fresh:
        return GameSheets(cards, page)
    checked: dict[str, bool] = {}
    for body in game.sides[side].bodies.values():
        checked |= states(game, body)
    return GameSheets(
        tuple(_filled(card, game, side, checked) for card in cards), replace(page, note=printed_when(game))
    )


def states(game: LethalGame, body: LethalUnit) -> Mapping[str, bool]:
    """Return the boxes of a unit that are checked, by their ids."""
    identity = body.id
    found = {f"{identity}.{state}": state is body.morale and not body.gone for state in MoraleState}
    found |= {f"{identity}.entrenched": ENTRENCHED in body.flags, f"{identity}.cover": body.cover is not None}
    found[f"{identity}.grouped"] = bool(body.group)
    found |= {f"{identity}.used_{number}": body.deeds.used >= number for number in (1, BOTH)}
    found[f"{identity}.corridor"] = not game.extra.corridors.keys().isdisjoint(body.deeds.under_fire)
    found[f"{identity}.aboard"] = body.aboard is not None
    for hull in body.parts.values():
        own = hull.id
        found |= {f"{weapon}.destroyed": weapon in hull.destroyed_weapons for weapon, _ in hull.vehicle.weapons}
        found[f"{own}.shaken"] = body.morale is MoraleState.SHAKEN
        found[f"{own}.stunned"] = body.morale is MoraleState.STUNNED
        found[f"{own}.hull_down"] = HULL_DOWN in body.flags
        found[f"{own}.out_of_ammunition"] = EMPTY in body.flags
    return found


def _filled(card: PanelCard, game: LethalGame, side: int, checked: Mapping[str, bool]) -> PanelCard:
    """Return a card with its boxes as they stand."""
    owner = game.sides[side].owners.get(card.id, card.id)
    body = game.sides[side].bodies.get(owner)
    if body is None:
        return card

    def filled(panel: Panel) -> Panel:
        return _panel(panel, body, lambda check: replace(check, checked=checked.get(check.id, check.checked)))

    return replace(
        card,
        head=replace(card.head, facts=tuple(_facts(card, game, UnitRef(side, owner)))),
        left=tuple(map(filled, card.left)),
        right=tuple(map(filled, card.right)),
        below=tuple(map(filled, card.below)),
        notes=(*card.notes, *((DESTROYED,) if body.gone else ()), *((body.note,) if body.note else ())),
    )


def _facts(card: PanelCard, game: LethalGame, ref: UnitRef) -> Iterator[str]:
    """Yield what the head of a card tells of its unit, with what it rides in now."""
    carrier = game.body(ref).aboard
    rides = None if carrier is None else f"{RIDES}{unit_name(game, UnitRef(ref.side, carrier))}"
    for fact in card.head.facts:
        if not fact.startswith(RIDES):
            yield fact
        elif rides is not None:
            yield rides
            rides = None
    if rides is not None:
        yield rides


def _panel(panel: Panel, body: LethalUnit, check: Callable[[Check], Check]) -> Panel:
    match panel:
        case Tally(id=identity) if identity.endswith(".ammo"):
            return replace(panel, struck=max(0, panel.boxes - body.count(AMMUNITION)))
        case Tally(id=identity):
            return replace(panel, struck=_points_lost(body, identity.removesuffix(".structure")))
        case Strength():
            return replace(panel, struck=panel.models if body.gone else sum(body.lost.values()))
        case States():
            return replace(panel, cells=tuple((check(box), text) for box, text in panel.cells))
        case CheckRow():
            return replace(panel, checks=tuple(map(check, panel.checks)), blank=panel.blank and check(panel.blank))
        case TablePanel():
            return replace(panel, checks=tuple(box and check(box) for box in panel.checks))
        case HullPanel():
            beside = (_panel(each, body, check) for each in panel.beside)
            return replace(panel, beside=tuple(each for each in beside if isinstance(each, TablePanel | Tally)))
        case _:
            return panel


def filled(game: LethalGame, side: int, card: Card, now: Card) -> Iterator[Outcome[LethalGame]]:
    """Yield what changes a unit to what was filled in on its card; `card` is it as the unit stands.

    Which models fell is not on a card: those that the unit has most of are taken.
    """
    owner = game.sides[side].owners.get(card.id, card.id)
    body = game.sides[side].bodies.get(owner)
    if body is None:
        return
    for _, new in changed_blocks(card, now):
        match new:
            case Tally() if new.id.endswith(".ammo"):
                yield Counted(side=side, unit=owner, counter=AMMUNITION, count=new.boxes - new.struck)
            case Tally():
                yield from _structure(body, side, new)
            case Strength():
                yield Lost(side=side, unit=owner, models=_fallen(body, new.struck))
            case Check(id=identity) if identity.rpartition(".")[2] in [*MoraleState]:
                worst = _worst(now, identity.rpartition(".")[0])
                if worst is not body.morale:
                    yield MoraleChanged(side=side, unit=owner, state=worst)
            case Check(id=identity) if identity in (f"{owner}.used_1", f"{owner}.used_2"):
                yield Acted(side=side, unit=owner, deeds=replace(body.deeds, used=_used(now, owner)), speed=body.speed)
            case Check():
                yield from _ticked(body, side, new)


def _structure(body: LethalUnit, side: int, tally: Tally) -> Iterator[Outcome[LethalGame]]:
    of = tally.id.removesuffix(".structure")
    hull = body.parts.get(of)
    if hull is not None:
        yield StructureLost(side=side, unit=body.id, of=of, points=tally.struck)
        destroyed = tally.struck >= hull.vehicle.profile.structure
        weapons = hull.destroyed_weapons
        yield Damaged(side=side, vehicle=of, weapons=weapons, immobilised=hull.immobilised, destroyed=destroyed)
    elif len(body.unit.groups) == 1:
        yield StructureLost(side=side, unit=body.id, of=body.unit.groups[0].id, points=tally.struck)


def _fallen(body: LethalUnit, struck: int) -> dict[str, int]:
    """Return the models lost by group, so many in all; those that are lost already come first."""
    lost = {group.id: min(body.lost.get(group.id, 0), group.models) for group in body.unit.groups}
    largest = sorted(body.unit.groups, key=lambda group: -group.models)
    for group in largest:
        lost[group.id] += max(0, min(group.models - lost[group.id], struck - sum(lost.values())))
    for group in reversed(largest):
        lost[group.id] -= max(0, min(lost[group.id], sum(lost.values()) - struck))
    return lost


def _boxes(card: Card) -> Collection[str]:
    """Return the ids of the boxes of a card that are ticked."""
    return {field.id for field in sheet_fields((card,)) if field.value is True}


def _used(card: Card, identity: str) -> int:
    """Return the actions that a unit has used, by the boxes for them."""
    return next((number for number in (BOTH, 1) if f"{identity}.used_{number}" in _boxes(card)), 0)


def _worst(card: Card, identity: str) -> MoraleState:
    """Return the last state that is ticked of those that a unit falls through."""
    ticked = _boxes(card)
    return next((each for each in reversed(MoraleState) if f"{identity}.{each}" in ticked), MoraleState.UNBROKEN)


def _ticked(body: LethalUnit, side: int, box: Check) -> Iterator[Outcome[LethalGame]]:
    of, _, word = box.id.rpartition(".")
    hull = next((each for each in body.parts.values() if box.id.startswith(f"{each.id}.")), None)
    if hull is not None and word == "destroyed":
        others = [weapon for weapon in hull.destroyed_weapons if weapon != of]
        weapons = (*others, of) if box.checked else tuple(others)
        stuck, gone = hull.immobilised, hull.destroyed
        yield Damaged(side=side, vehicle=hull.id, weapons=weapons, immobilised=stuck, destroyed=gone)
    elif word in (ENTRENCHED, "hull_down", "out_of_ammunition"):
        flag = {"hull_down": HULL_DOWN, "out_of_ammunition": EMPTY}.get(word, ENTRENCHED)
        yield Flagged(side=side, unit=body.id, flag=flag, on=box.checked)
    elif word == "cover" and not box.checked:
        yield Sheltered(side=side, unit=body.id)
    elif word == "aboard" and not box.checked and body.aboard is not None:
        yield Boarded(side=side, unit=body.id)
    elif word == "grouped" and not box.checked:
        yield Grouped(side=side, unit=body.id)


def _points_lost(body: LethalUnit, of: str) -> int:
    """Return the structure points that a vehicle, or the large models of a unit, have lost (L-53)."""
    hull = body.parts.get(of)
    if hull is not None:
        return hull.vehicle.profile.structure if hull.destroyed or body.gone else body.damage.get(of, 0)
    return sum(body.damage.get(group.id, 0) for group in body.unit.groups)
