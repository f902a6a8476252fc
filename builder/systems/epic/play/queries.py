"""What follows from how a game of Epic stands: who may act, what a test needs, which acts an action allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.epic.actions import ActionTest, FormationAction, action, action_test
from builder.systems.epic.model import UnitKind, UnitType, firing
from builder.systems.epic.play.state import ACTION, ASTRAY, OVERWATCH, EpicFormation, EpicGame
from builder.systems.epic.weapons import Target
from builder.systems.play.clock import Due
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import unit_name

AGREE = "by agreement with --anyway"
HOLD, MARSHAL, MARCH, ENGAGE, OVERWATCH_ACTION = "hold", "marshal", "march", "engage", "overwatch"
"""Actions that have rules of their own, by their ids (E-13)."""
MOVE, SHOOT, REGROUP = "move", "shoot", "regroup"
"""What a Hold, and a marshal beside its regrouping, can be."""


def unhindered(hindrance: Callable[[EpicGame, UnitRef], str]) -> Callable[[EpicGame, UnitRef], bool]:
    """Whether nothing hinders a formation, as a filter of those that an act offers."""
    return lambda game, ref: not hindrance(game, ref)


def hindrance(game: EpicGame, ref: UnitRef) -> str:
    """Return why a formation can have no action this turn; empty where it can (E-08, E-11)."""
    body = game.body(ref)
    if body.gone:
        return "nobody of it is left"
    if body.broken:
        return "it is broken: it withdraws, and rallies in the end phase (E-11)"
    return "it has had its action this turn (E-08)" if body.orders.activated else ""


def to_act(game: EpicGame, side: int) -> Iterator[UnitRef]:
    """Yield the formations of a side that may still have an action this turn."""
    return (ref for ref in game.refs(side) if not hindrance(game, ref))


def next_side(game: EpicGame) -> int:
    """Return the side that has the next activation, unless the other one retains the initiative (E-08, E-12)."""
    last = game.extra.last
    if last is None:
        return game.extra.rolls[-1].first if game.extra.rolls else game.clock.active
    other = 1 - last.side
    return other if any(to_act(game, other)) else last.side


def retain_hindrance(game: EpicGame, side: int) -> str:
    """Return why a side cannot retain the initiative; empty where it can (E-12)."""
    last, other = game.extra.last, game.sides[1 - side]
    if last is None or last.side != side:
        return "it is retained right after an action of the same side (E-12)"
    if other.known and not any(to_act(game, 1 - side)):
        return "the other side has no formation left, so that its own goes on without a modifier (E-12)"
    if not last.succeeded:
        return "the action before it failed (E-12)"
    return "it was retained for the action before, and never twice running (E-12)" if last.retained else ""


def turn_hindrance(game: EpicGame, side: int, *, retaining: bool) -> str:
    """Return why a side cannot activate a formation now; empty where it can (E-08, E-12)."""
    if game.clock.phase != ACTION:
        return "formations act in the action phase (E-08)"
    if retaining:
        return retain_hindrance(game, side)
    if next_side(game) == side or not game.sides[1 - side].known:
        return ""
    name = game.sides[1 - side].name
    can = "" if retain_hindrance(game, side) else "; or this one retains the initiative, with --retaining"
    return f"it is the activation of {name}{can} (E-12)"


def test_of(body: EpicFormation, *, retaining: bool = False, road_march: bool = False) -> ActionTest | None:
    """Return the action test of a formation; None where the data does not say its initiative (E-12)."""
    initiative = body.formation.initiative
    if initiative is None and not road_march:
        return None
    return action_test(initiative or 1, body.markers, retaining, road_march)


def choice_hindrance(body: EpicFormation, wanted: FormationAction) -> str:
    """Return why a formation cannot choose an action; empty where it can (E-13)."""
    if wanted.id == HOLD:
        return "a Hold follows from a failed test (E-13)"
    if wanted.whole and body.count(ASTRAY):
        return f"{units_text(body.count(ASTRAY))} out of formation (E-13)"
    return ""


def is_acting(game: EpicGame, ref: UnitRef) -> bool:
    """Whether the action in progress is that of a formation: it was the last to be activated (E-08)."""
    last = game.extra.last
    return game.clock.phase == ACTION and last is not None and last.ref == ref


def action_hindrance(game: EpicGame, ref: UnitRef) -> str:
    """Return why a formation is not in the midst of an action; empty where it is (E-08)."""
    body = game.body(ref)
    if body.gone:
        return "nobody of it is left"
    if not body.orders.action:
        return "it has no action (E-13)"
    return "" if is_acting(game, ref) else "its action is over (E-08)"


def untold_assaults(game: EpicGame) -> Iterator[Due]:
    """Yield the assaults whose result has not been told: another activation does not end them (E-13)."""
    for ref in game.refs(0, 1) if game.clock.phase == ACTION else ():
        body = game.body(ref)
        if body.orders.action == ENGAGE and not (body.orders.shot or body.broken or body.gone):
            text = f"{unit_name(game, ref)}: tell how its assault ended"
            yield Due(text=text, ref=ref, verb="assault-result", before_end=True)


def check_assaults(game: EpicGame) -> None:
    """Raise a PlayError where an assault is still to be told, unless players dismissed that (E-13)."""
    untold = (each.ref for each in untold_assaults(game) if each.key not in game.dismissed)
    if names := " and ".join(unit_name(game, ref) for ref in untold if ref is not None):
        raise PlayError(f"{names}: tell first how its assault ended (E-13); {AGREE}")


def must_choose_hold(body: EpicFormation) -> bool:
    """Whether a formation must still say what its Hold is (E-13)."""
    return body.orders.action == HOLD and not body.orders.hold and not body.broken and not body.gone


def must_move(body: EpicFormation) -> str:
    """Return why a Hold can only be a move; empty where it can be anything (E-13)."""
    astray = body.count(ASTRAY)
    return f"its Hold must be a move: {units_text(astray)} out of formation (E-13)" if astray else ""


def moves_left(body: EpicFormation) -> int:
    """Return the moves that the action of a formation still allows: none once it has shot or regrouped (E-13)."""
    orders = body.orders
    if not orders.action or orders.shot or orders.regrouped:
        return 0
    allowed = int(orders.hold == MOVE) if orders.action == HOLD else action(orders.action).moves
    return max(0, allowed - orders.moves)


def move_hindrance(game: EpicGame, ref: UnitRef) -> str:
    """Return why a formation cannot move now; empty where it can (E-13)."""
    body = game.body(ref)
    if why := action_hindrance(game, ref):
        return why
    if must_choose_hold(body) or moves_left(body):
        return ""
    if body.orders.shot or body.orders.regrouped:
        return "moves come before it shoots, fights or regroups (E-13)"
    return f"its action allows no {'further ' if body.orders.moves else ''}move (E-13)"


def shot_hindrance(game: EpicGame, ref: UnitRef) -> str:
    """Return why a formation cannot shoot now; empty where it can (E-11, E-13)."""
    body = game.body(ref)
    if body.gone:
        return "nobody of it is left"
    if body.broken:
        return "it is broken (E-11)"
    if OVERWATCH in body.flags:
        interrupts = interrupted_enemy(game, ref) is not None
        return _unarmed(body) if interrupts else "overwatch interrupts an enemy's action (E-13)"
    if body.orders.action == OVERWATCH_ACTION:
        return "its overwatch is over (E-13)"
    return action_hindrance(game, ref) or _no_shot(body) or _unarmed(body)


def can_shoot(game: EpicGame, ref: UnitRef) -> bool:
    """Whether a formation may shoot now, and has more units that could than its markers suppress (E-11)."""
    body = game.body(ref)
    return not shot_hindrance(game, ref) and body.markers < body.armed


def interrupted_enemy(game: EpicGame, ref: UnitRef) -> UnitRef | None:
    """Return the formation of the enemy whose action a formation on overwatch can interrupt (E-13)."""
    last = game.extra.last
    return last.ref if last is not None and last.side != ref.side and is_acting(game, last.ref) else None


def _unarmed(body: EpicFormation) -> str:
    """Return why its weapons allow a formation no shot; empty where they do (E-24)."""
    return "" if body.armed else "nobody on the table has a weapon that shoots (E-24)"


def _no_shot(body: EpicFormation) -> str:
    """Return why the action of a formation allows no shot, as far as it has come; empty where it does (E-13)."""
    orders = body.orders
    if must_choose_hold(body):
        return must_move(body)
    chosen = action(orders.action)
    if chosen.shooting is None:
        return f"{chosen.name} does not shoot (E-13)"
    if orders.shot:
        return "it has shot in its action (E-13)"
    if orders.action == HOLD and orders.hold != SHOOT:
        return "its Hold is not to shoot (E-13)"
    if orders.action == MARSHAL and (orders.moves or orders.regrouped):
        return f"a marshal that has {'moved' if orders.moves else 'regrouped'} does not shoot (E-13)"
    return ""


def regroup_hindrance(game: EpicGame, ref: UnitRef) -> str:
    """Return why a formation cannot regroup now; empty where it can (E-13)."""
    body = game.body(ref)
    if why := action_hindrance(game, ref):
        return why
    if body.broken:
        return "it is broken (E-11)"
    if must_choose_hold(body):
        return must_move(body)
    return "" if may_regroup(body) else "its action does not regroup (E-13)"


def may_regroup(body: EpicFormation) -> bool:
    """Whether the action of a formation regroups and it has not yet (E-13)."""
    orders = body.orders
    regroups = orders.action == MARSHAL or (orders.action == HOLD and orders.hold == REGROUP)
    return regroups and not orders.regrouped and not body.broken


def has_more_to_do(game: EpicGame, ref: UnitRef) -> bool:
    """Whether the action of the formation that acts still has something to do."""
    body = game.body(ref)
    if body.gone or not body.orders.action:
        return False
    if must_choose_hold(body) or moves_left(body):
        return True
    if body.broken or body.orders.action == OVERWATCH_ACTION:
        return False
    if body.orders.action == ENGAGE and not body.orders.shot:
        return True  # its assault is still to be told
    return can_shoot(game, ref) or may_regroup(body)


def is_infantry(kind: UnitKind) -> bool:
    """Whether a kind is infantry, which takes cover saves (E-15)."""
    return UnitType.INF in kind.line.types


REACHED = {
    Target.AP: frozenset({UnitType.INF, UnitType.LV}),
    Target.AT: frozenset({UnitType.AV, UnitType.WE, UnitType.LV}),
    Target.AA: frozenset({UnitType.AC}),
}
"""What each kind of fire can hit; light vehicles are hit by AP and by AT (E-02)."""


def is_reached(kind: UnitKind, fire: Collection[Target]) -> bool:
    """Whether any of these kinds of fire can hit a kind of units."""
    return any(REACHED[each] & {*kind.line.types} for each in fire)


def units_text(number: int) -> str:
    """`1 unit`, `3 units`."""
    return counted(number, "unit")


def markers_text(number: int) -> str:
    """`1 marker`, `3 markers`."""
    return counted(number, "marker")


def capacity_text(body: EpicFormation, engines: Sequence[UnitKind]) -> str:
    """Return the damage capacity that is left of war engines, of all that there was: `DC 4/6`."""
    full = sum(kind.line.dc * kind.count for kind in engines)
    lost = sum(min(damage, kind.line.dc) for kind in engines for _, damage in body.engines(kind))
    return f"DC {full - lost}/{full}"


def kinds_text(body: EpicFormation) -> str:
    """Return its units by kind, those left of those that there were, war engines with their damage capacity."""
    return "  ".join(
        f"{body.names[kind.id]} {body.left(kind)}/{kind.count}"
        + (f" {capacity_text(body, (kind,))}" if kind.line.dc > 1 else "")
        for kind in body.formation.kinds
    )


def able_text(body: EpicFormation) -> str:
    """Return how many units fire at most, less those that markers suppress."""
    able = body.armed
    if not able:
        return "nobody on the table has a weapon that shoots"
    return f"{able} able − {min(able, body.markers)} suppressed, farthest first = {firing(able, body.markers)}"


def riders_text(body: EpicFormation) -> str:
    """Return who rides in what."""
    return "; ".join(
        f"{', '.join(f'{number} {body.names[kind]}' for kind, number in riders.items())} in {body.names[carrier]}"
        for carrier, riders in body.riding.items()
    )
