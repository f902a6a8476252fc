"""The sheets of a side in a game: its cards as they stand, boxes filled, or fresh ones (L-20, L-31, L-52)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.errors import PlayError
from builder.record import replace
from builder.systems.blocks import (
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
from builder.systems.lethal.cards import army_cards
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.play.start import unit_groups
from builder.systems.lethal.play.state import AMMUNITION, EMPTY, ENTRENCHED, HULL_DOWN, Lethal, LethalUnit
from builder.systems.lethal.reading import ammunition
from builder.systems.lethal.roster_page import roster_page
from builder.systems.play.events import GameSheets


def sheets(game: Lethal, side: int, fresh: bool = False) -> GameSheets:
    """The cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    stored = game.extra.armies[side]
    if stored is None:
        raise PlayError(f"{game.sides[side].name} is only a name in this game: there is no army to print")
    groups = unit_groups(stored)
    cards = army_cards(stored.army, groups)
    page = roster_page(stored.army, groups, (ammunition(stored.army),), (), (), "")
    if fresh:
        return GameSheets(cards, page)
    checked: dict[str, bool] = {}
    for body in game.sides[side].bodies.values():
        checked |= states(body)
    return GameSheets(tuple(_filled(card, game, side, checked) for card in cards), replace(page, note=_note(game)))


def _note(game: Lethal) -> str:
    if game.over:
        return "printed after the game"
    return f"printed in turn {game.clock.turn}" if game.clock.turn else "printed before turn 1"


def states(body: LethalUnit) -> Mapping[str, bool]:
    """The boxes of a unit that are checked, by their ids."""
    identity = body.id
    found = {f"{identity}.{state}": state is body.morale for state in MoraleState}
    found |= {f"{identity}.entrenched": ENTRENCHED in body.flags, f"{identity}.cover": body.cover is not None}
    found[f"{identity}.grouped"] = bool(body.group)
    for hull in body.parts.values():
        own = hull.id
        found |= {f"{weapon}.destroyed": weapon in hull.destroyed_weapons for weapon, _ in hull.vehicle.weapons}
        found[f"{own}.shaken"] = body.morale is MoraleState.SHAKEN
        found[f"{own}.stunned"] = body.morale is MoraleState.STUNNED
        found[f"{own}.hull_down"] = HULL_DOWN in body.flags
        found[f"{own}.out_of_ammunition"] = EMPTY in body.flags
    return found


def _filled(card: PanelCard, game: Lethal, side: int, checked: Mapping[str, bool]) -> PanelCard:
    """A card with its boxes as they stand."""
    owner = game.sides[side].owners.get(card.id, card.id)
    body = game.sides[side].bodies.get(owner)
    if body is None:
        return card

    def filled(panel: Panel) -> Panel:
        return _panel(panel, body, lambda check: replace(check, checked=checked.get(check.id, check.checked)))

    return replace(
        card,
        left=tuple(map(filled, card.left)),
        right=tuple(map(filled, card.right)),
        below=tuple(map(filled, card.below)),
        notes=(*card.notes, *([body.note] if body.note else [])),
    )


def _panel(panel: Panel, body: LethalUnit, check: Callable[[Check], Check]) -> Panel:
    match panel:
        case Tally(id=identity) if identity.endswith(".ammo"):
            return replace(panel, struck=max(0, panel.boxes - body.count(AMMUNITION)))
        case Tally(id=identity):
            return replace(panel, struck=_points_lost(body, identity.removesuffix(".structure")))
        case Strength():
            return replace(panel, struck=sum(body.lost.values()))
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


def _points_lost(body: LethalUnit, of: str) -> int:
    """The structure points that a vehicle, or the large models of a unit, have lost (L-53)."""
    hull = body.parts.get(of)
    if hull is not None:
        return hull.vehicle.profile.structure if hull.destroyed else body.damage.get(of, 0)
    return sum(body.damage.get(group.id, 0) for group in body.unit.groups)
