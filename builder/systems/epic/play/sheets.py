"""The sheets of a side in a game: its cards as they stand, boxes filled, or fresh ones (E-10, E-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.record import replace
from builder.systems.blocks import Card, Check, FormationCard, LabelledBoxes, RosterPage
from builder.systems.epic.cards import army_cards
from builder.systems.epic.play.changes import CapacityLost, Spent, StrategyNoted, TookOrders, UnitsLost
from builder.systems.epic.play.fire import spent_name
from builder.systems.epic.play.queries import riders_text
from builder.systems.epic.play.state import BLAST, BROKEN, OVERWATCH, EpicFormation, EpicGame, StrategyRoll
from builder.systems.epic.play.view import order_text
from builder.systems.epic.reading import blast_markers
from builder.systems.epic.roster_page import roster_page, strategy_rolls
from builder.systems.play.changes import Counted, Flagged, Outcome
from builder.systems.play.events import GameSheets
from builder.systems.play.lookup import known_army, printed_when


def sheets(game: EpicGame, side: int, fresh: bool = False) -> GameSheets:
    """Return the cards of a side and the head of its sheets, as they stand; fresh ones as its army was before the game.

    Raises:
        PlayError: the side has no army.
    """
    army = known_army(game, side, game.extra.armies[side])
    cards = army_cards(army)
    page = roster_page(army, (blast_markers(army),), (), (), "")
    if fresh:
        return GameSheets(cards, page)
    bodies = game.sides[side].bodies
    filled = tuple(_filled(card, bodies[card.id]) if card.id in bodies else card for card in cards)
    rolled = {roll.turn: (roll.totals[side], roll.totals[1 - side]) for roll in game.extra.rolls}
    won = [roll.turn for roll in game.extra.rolls if roll.won == side]
    return GameSheets(filled, replace(page, note=_note(game), rolls=strategy_rolls(army, rolled, won)))


def _note(game: EpicGame) -> str:
    """When it was printed, and who won the strategy rolls so far (E-05)."""
    rolls = [
        f"turn {roll.turn} {game.sides[roll.won].name} {roll.totals[0]} : {roll.totals[1]}" for roll in game.extra.rolls
    ]
    return printed_when(game, f"strategy: {', '.join(rolls)}" if rolls else "")


def _filled(card: FormationCard, body: EpicFormation) -> FormationCard:
    """Return a card with its boxes as they stand."""
    lost = [lost for kind in body.formation.kinds for lost in _crossed(body, kind.id)]
    ticked: Mapping[str, bool] = {
        f"{body.id}.activated": body.orders.activated,
        f"{body.id}.marched": body.orders.action == "march",
        f"{body.id}.overwatch": OVERWATCH in body.flags,
        f"{body.id}.broken": body.broken,
    }
    return replace(
        card,
        units=tuple(replace(box, checked=gone) for box, gone in zip(card.units, lost, strict=True)),
        markers=tuple(_first(card.markers, body.markers)),
        broken_at=body.strength,
        damage=tuple(_capacity(each, body) for each in card.damage),
        once=tuple(_fired(each, body) for each in card.once),
        checks=tuple(replace(box, checked=ticked.get(box.id, box.checked)) for box in card.checks),
        notes=(*card.notes, *_notes(body)),
    )


def filled(game: EpicGame, side: int, card: Card, now: Card) -> Iterator[Outcome[EpicGame]]:
    """Yield the changes that were filled in on the card of a formation; `card` is the card as the formation stands."""
    if not isinstance(card, FormationCard) or not isinstance(now, FormationCard):
        return
    body = game.sides[side].bodies[card.id]
    yield from _losses_filled(body, side, now)
    spent = {_weapon_of(row, body): sum(box.checked for box in row.checks) for row in now.once}
    if any(number != body.spent.get(weapon, 0) for weapon, number in spent.items()):
        yield Spent(side=side, unit=card.id, weapons=spent)
    markers = sum(box.checked for box in now.markers)
    if markers != sum(box.checked for box in card.markers):
        yield Counted(side=side, unit=card.id, counter=BLAST, count=markers)
    ticked = {new.id: new.checked for old, new in zip(card.checks, now.checks, strict=True) if old != new}
    yield from _states_filled(body, side, ticked)


def _losses_filled(body: EpicFormation, side: int, now: FormationCard) -> Iterator[Outcome[EpicGame]]:
    """Yield the units that are crossed out, and the damage of war engines: of one crossed out all that it takes."""
    boxes = iter(now.units)
    lost: dict[str, int] = {}
    hits = {panel.checks[0].id.rpartition(".d")[0]: sum(box.checked for box in panel.checks) for panel in now.damage}
    for kind in body.formation.kinds:
        crossed = [next(boxes).checked for _ in range(kind.count)]
        if kind.line.dc > 1:
            engines = zip(crossed, body.engines(kind), strict=True)
            hits |= {engine: kind.line.dc for gone, (engine, _) in engines if gone}
        else:
            lost[kind.id] = sum(crossed)
    if any(number != body.lost.get(kind, 0) for kind, number in lost.items()):
        yield UnitsLost(side=side, unit=body.id, units=lost)
    if any(number != body.hits.get(engine, 0) for engine, number in hits.items()):
        yield CapacityLost(side=side, unit=body.id, hits=hits)


def _states_filled(body: EpicFormation, side: int, ticked: Mapping[str, bool]) -> Iterator[Outcome[EpicGame]]:
    """Yield the orders and states of the boxes that were ticked, or are no longer."""
    orders, marched = body.orders, ticked.get(f"{body.id}.marched")
    orders = replace(orders, activated=ticked.get(f"{body.id}.activated", orders.activated))
    if marched is not None:
        orders = replace(orders, action="march" if marched else "", activated=orders.activated or marched)
    if orders != body.orders:
        yield TookOrders(side=side, unit=body.id, orders=orders)
    for box, flag in (("overwatch", OVERWATCH), ("broken", BROKEN)):
        if (on := ticked.get(f"{body.id}.{box}")) is not None:
            yield Flagged(side=side, unit=body.id, flag=flag, on=on)


def filled_page(game: EpicGame, side: int, page: RosterPage, now: RosterPage) -> Iterator[Outcome[EpicGame]]:
    """Yield the strategy rolls of which both totals were filled in (E-05); a tie goes to the side that is ticked."""
    if page.rolls is None or now.rolls is None or page.rolls == now.rolls:
        return
    kept = {roll.turn: roll for roll in game.extra.rolls}
    before = [*zip(page.rolls.totals, page.rolls.won, strict=True)]
    noted: list[StrategyRoll] = []
    for turn, (totals, box) in enumerate(zip(now.rolls.totals, now.rolls.won, strict=True), 1):
        own, other = (figure.value for figure in totals)
        if (totals, box) == before[turn - 1] or own is None or other is None:
            continue
        won = side if own > other or (own == other and box.checked) else 1 - side
        both = (own, other) if side == 0 else (other, own)
        dice = (both[0] - (game.extra.ratings[0] or 0), both[1] - (game.extra.ratings[1] or 0))
        first = kept[turn].first if turn in kept else won
        noted.append(StrategyRoll(turn=turn, dice=dice, totals=both, won=won, first=first))
    if noted:
        yield StrategyNoted(rolls=tuple(noted))


def _crossed(body: EpicFormation, identity: str) -> Iterator[bool]:
    """Yield for each unit of a kind whether it is lost: war engines by themselves, others from the first on."""
    kind = body.kind(identity)
    if kind.line.dc > 1:
        yield from (damage >= kind.line.dc for _, damage in body.engines(kind))
    else:
        gone = kind.count - body.left(kind)
        yield from (number < gone for number in range(kind.count))


def _first(boxes: tuple[Check, ...], number: int) -> Iterator[Check]:
    return (replace(box, checked=place < number) for place, box in enumerate(boxes))


def _capacity(panel: LabelledBoxes, body: EpicFormation) -> LabelledBoxes:
    """Return the boxes of a war engine, whose ids are its own with the number of the box behind (`u1.2.1.d3`)."""
    engine = panel.checks[0].id.rpartition(".d")[0]
    return replace(panel, checks=tuple(_first(panel.checks, body.hits.get(engine, 0))))


def _fired(row: LabelledBoxes, body: EpicFormation) -> LabelledBoxes:
    """Return the boxes of weapons that fire once a game, those used up first."""
    return replace(row, checks=tuple(_first(row.checks, body.spent.get(_weapon_of(row, body), 0))))


def _weapon_of(row: LabelledBoxes, body: EpicFormation) -> str:
    """Return what weapons that fire once are kept by in a game, from the ids of their boxes (`u1.2.w3.1`)."""
    identity, _, place = row.checks[0].id.rpartition(".")[0].rpartition(".w")
    kind = next(each for each in body.formation.members if each.id == identity)
    return spent_name(kind, kind.weapons[int(place) - 1])


def _notes(body: EpicFormation) -> Iterator[str]:
    """Yield what no box says: how it stands, who rides, and its player's note."""
    if body.gone:
        yield "destroyed"
        return
    if body.orders.activated or body.broken:
        yield f"this turn: {order_text(body)}"
    if len(body.formation.kinds) and body.markers > body.formation.markers:
        yield f"{body.markers} blast markers"
    if body.passengers:
        yield f"aboard: {riders_text(body)}"
    if body.note:
        yield body.note
