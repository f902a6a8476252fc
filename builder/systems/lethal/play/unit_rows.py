"""The units of a game of Lethal 40K as rows of a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.systems.lethal.command import (
    MoraleState,
    losses_that_check,
)
from builder.systems.lethal.contact import protection
from builder.systems.lethal.play.course import wanted_first
from builder.systems.lethal.play.fighters import strikers
from builder.systems.lethal.play.queries import (
    BOTH,
    activation_over,
    can_act,
    can_fire,
    combat_of,
    command,
    cover_text,
    dug_in,
    group_command,
    group_of,
    save_of,
    taken_stance,
)
from builder.systems.lethal.play.row_details import (
    actions_text,
    ammunition_text,
    barred_actions,
    shared_details,
    shortened,
)
from builder.systems.lethal.play.state import (
    AMMUNITION,
    AT_EDGE,
    DEEP_STRIKE,
    ENDING,
    ENTRENCHED,
    RESERVE,
    SCOUTED,
    LethalGame,
    LethalUnit,
)
from builder.systems.lethal.play.weapon_stacks import weapon_stacks
from builder.systems.play.game import AnyRef, UnitRef
from builder.systems.play.lookup import ref_text, unit_name
from builder.systems.play.view import UNBOUNDED, Cell, Column, Detail, Look, Mark, Of, Row, Span, Spans, Track, Turn

NAME = Column(id="name", title="Unit", least=8, most=UNBOUNDED)
COLUMNS = (
    Column(id="models", title="Models", short="models", least=6, right=True),
    Column(id="check", title="Check", short="check", least=5, right=True, legend="check: losses at once", goes=4),
    Column(id="half", title="Below half", short="half", least=4, right=True, legend="half: at or below", goes=1),
    Column(id="cm", title="CM", least=3, right=True, goes=2),
    Column(id="morale", title="Morale", short="morale", least=11),
    Column(id="ammo", title="Ammo", short="ammo", least=4, goes=6),
    Column(id="cover", title="Cover", short="cover", least=8, most=11, legend="e entrenched", goes=5),
    Column(id="group", title="Group", short="group", least=5, legend="CM: group formed on", goes=3),
)
LOOKS: Mapping[MoraleState, Look] = {
    MoraleState.UNBROKEN: "text",
    MoraleState.SHAKEN: "warning",
    MoraleState.STUNNED: "warning",
    MoraleState.PARALYSED: "error",
    MoraleState.ROUTED: "error",
}
MOST_BOXES = 4
"""More ammunition counters than that are told as a number."""
GAP = "     "
"""Between two things in one line."""
FIGHTING = "in combat"
WAITS = {DEEP_STRIKE: "deep strike", RESERVE: "in reserve"}
"""What is said of units that are still to come."""
SIGNS = {FIGHTING: "x", WAITS[DEEP_STRIKE]: "d", WAITS[RESERVE]: "r"}
"""The marks of those who are not unbroken, which their column of morale tells."""
HIDDEN = frozenset({ENTRENCHED, AT_EDGE, SCOUTED, *WAITS})
"""Flags that columns and details tell."""


def unit_row(game: LethalGame, ref: AnyRef) -> Row:
    """Return the row of a unit."""
    unit = game.unit_of(ref)
    body = game.body(unit)
    summary = f"{body.models} of {body.unit.models} models, {body.morale}"
    return Row(
        ref=ref_text(game, unit),
        name=body.name,
        state="destroyed" if body.gone else "",
        cells=_cells(game, unit),
        head=(Span(type_text(body), "dim"),),
        summary=summary,
        brief=tuple(_brief(game, unit)),
        details=() if body.gone else tuple(_details(game, unit)),
        marks=tuple(marks(game, unit)),
        gone=body.gone,
        alert=bool(body.owed),
        turn=turn_of(game, unit),
        note=body.note,
        last=body.last,
        offers=offers(game, unit),
        does=wanted_first(game, unit),
        barred=barred_actions(game, unit),
    )


def offers(game: LethalGame, ref: UnitRef) -> dict[str, tuple[str, ...]]:
    """Return what a unit gives to fields of acts: itself, and the group that was planned with it."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(
        ("unit", "target", "contact", "leader", "about"), (ref_text(game, ref),)
    )
    stored = game.extra.armies[ref.side]
    planned = next((each for each in stored.planned if ref.id in each.units), None) if stored else None
    if waiting := strikers(game, ref):
        # A key on who has yet to strike means him, and not his enemy, whoever's activation it is; on who has struck
        # it means who has not.
        found["unit"] = tuple(ref_text(game, each) for each in dict.fromkeys((ref, *waiting)))
        found["target"] = () if ref in waiting else found["target"]
    if (combat := combat_of(game, ref)) is not None:
        found["combat"] = (combat.id,)
    grouping = ("units", ref_text(game, ref)) if planned is None else ("plan", f"{ref.side + 1}:{planned.id}")
    return {**found, grouping[0]: (grouping[1],)}


def around(game: LethalGame, ref: AnyRef) -> tuple[object, ...]:
    """Return what a row depends on beside its body: company, group, stance, combat, the turn and its phase."""
    unit = game.unit_of(ref)
    body, side = game.body(unit), game.sides[unit.side]
    company = (body.aboard, body.leader, side.led.get(unit.id), *side.riders.get(unit.id, ()))
    group: tuple[object, ...] = ()
    if body.group:
        names = tuple(unit_name(game, each) for each in group_of(game, unit))
        group = (group_text(game, unit), group_command(game, unit), names)
    near = tuple(side.bodies[each] for each in company if each is not None and each in side.bodies)
    return (
        game.clock.turn,
        game.over,
        game.clock.phase,
        tuple(each.round for each in game.extra.combats.values()),
        combat_of(game, unit),
        strikers(game, unit),
        taken_stance(game, unit),
        activation_over(game, unit),
        group,
        near,
    )


def turn_of(game: LethalGame, ref: UnitRef) -> Turn:
    """Whether a unit may still act this turn; at its end nobody does."""
    body = game.body(ref)
    if not game.clock.turn or game.clock.phase == ENDING or game.over or body.gone:
        return ""
    if can_fire(game, ref):
        return "may"
    if body.deeds.used == BOTH or body.deeds.finished:
        return "has"
    return "may" if can_act(game, ref) else "cannot"


def state_text(game: LethalGame, ref: UnitRef) -> str:
    """Return a word for a unit that does not act by itself: in close combat, in reserve; else empty."""
    body = game.body(ref)
    if combat_of(game, ref) is not None:
        return FIGHTING
    return next((words for flag, words in WAITS.items() if flag in body.flags), "")


def morale_cell(game: LethalGame, ref: UnitRef) -> Spans:
    """Return the morale of a unit; of one that is unbroken, that it is in close combat or still to come."""
    body = game.body(ref)
    if body.morale is MoraleState.UNBROKEN and (words := state_text(game, ref)):
        return (Span(words, "warning"),)
    return (Span(str(body.morale), LOOKS[body.morale]),)


def type_text(body: LethalUnit) -> str:
    """Return what a unit is: its type, and the types of its models."""
    kinds = [kind for group in body.unit.groups for kind in group.profile.types]
    return ", ".join(dict.fromkeys((str(body.unit.type), *kinds)))


def marks(game: LethalGame, ref: UnitRef) -> Iterator[Mark]:
    """Yield the states of a unit in words."""
    body = game.body(ref)
    for flag in sorted(body.flags - HIDDEN - {"destroyed"}):
        yield Mark(flag, flag[:1].upper())
    if ENTRENCHED in body.flags:
        yield Mark(ENTRENCHED, quiet=True)
    if body.morale is not MoraleState.UNBROKEN and (words := state_text(game, ref)):
        yield Mark(words, SIGNS[words])  # the column of morale has no room for it beside its state
    if body.aboard is not None:
        transport = UnitRef(ref.side, body.aboard)
        yield Mark(f"in {unit_name(game, transport)}", "i", means="in …", ref=ref_text(game, transport))
    leader, led = game.leader(ref), game.led(ref)
    if leader is not None:
        yield Mark(f"led by {unit_name(game, leader)}", "l", means="led by …", ref=ref_text(game, leader))
    if led is not None:
        yield Mark(f"leads {unit_name(game, led)}", "L", means="leads …", ref=ref_text(game, led))
    if riders := [unit_name(game, each) for each in game.riders(ref)]:
        yield Mark(f"carries {' and '.join(riders)}", "c", means="carries …")


def marks_detail(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    """Yield the states of a unit in words as a detail of its row."""
    if words := ", ".join(mark.text for mark in marks(game, ref)):
        yield Detail(kind="text", label="Marks", spans=(Span(words, "info"),))


def _cells(game: LethalGame, ref: UnitRef) -> Mapping[str, Cell]:
    body = game.body(ref)
    if body.gone:
        return {**{column.id: "–" for column in COLUMNS}, "models": Of(0, body.unit.models)}
    return {
        "models": Of(body.models, body.unit.models),
        "check": losses_that_check(body.models) if body.models else "–",
        "half": half(body) or "–",
        "cm": f"{command(game, ref)}+",
        "morale": morale_cell(game, ref),
        "ammo": counters(body),
        "cover": _cover(body),
        "group": group_text(game, ref),
    }


def counters(body: LethalUnit) -> Spans:
    """Return the ammunition counters of a unit as boxes, an empty one where it has none; many as a number."""
    left = body.count(AMMUNITION)
    if not left:
        return (Span("□", "error"),)
    return (Span("■" * left if left <= MOST_BOXES else f"■ ×{left}"),)


def group_text(game: LethalGame, ref: UnitRef) -> str:
    """Return the unit group of a unit by its letter, and whether it was formed on the CM of the unit: `S CM`."""
    body = game.body(ref)
    if not body.group:
        return "–"
    names = {each.group for each in game.sides[ref.side].bodies.values() if each.group}
    alike = [name for name in sorted(names) if name[:1].casefold() == body.group[:1].casefold()]
    letter = body.group[:1].upper() + (str(alike.index(body.group) + 1) if len(alike) > 1 else "")
    return f"{letter} CM" if body.forms else letter


def _cover(body: LethalUnit) -> str:
    words = str(body.cover) if body.cover else "open"
    return f"{words}{' e' if ENTRENCHED in body.flags else ''}"


def half(body: LethalUnit) -> int:
    """Return the most models with which a unit is below half its strength (L-30); 0 for one that cannot be."""
    return (body.unit.models - 1) // 2


def _brief(game: LethalGame, ref: UnitRef) -> Iterator[tuple[Spans, ...]]:
    body = game.body(ref)
    if body.gone:
        return
    losses = losses_text(body)
    save = speed_save_text(game, ref)
    state = f"{str(body.morale).capitalize()}, CM {command(game, ref)}+{f', SU {save}' if save else ''}"
    yield (Span(f"{state}; {losses}"),), (Span(state),)
    stacks = weapon_stacks(game, ref)
    weapons, figures = "; ".join(each.line for each in stacks), "; ".join(each.short_line for each in stacks)
    yield (Span(weapons, "dim"),), (Span(figures, "dim"),), (Span(shortened(figures), "dim"),)
    actions = actions_text(game, ref)
    yield (Span(actions),), (Span(shortened(actions)),)


def losses_text(body: LethalUnit) -> str:
    """Return which losses of a unit call for a check (L-30)."""
    check = f"{losses_that_check(body.models)} at once: a check" if body.models else ""
    below = f"{half(body)} left is below half" if half(body) else ""
    return ", ".join(filter(None, (check, below)))


def _details(game: LethalGame, ref: UnitRef) -> Iterator[Detail]:
    body = game.body(ref)
    track = Track(draw="models", value=body.models, full=body.unit.models, left=body.models)
    yield Detail(kind="part", label="Models", track=track, tail=losses_text(body))
    if len(body.unit.groups) > 1:
        kinds = ", ".join(f"{body.left(group)} of {group.models} {group.name}" for group in body.unit.groups)
        yield Detail(kind="text", label="Of them", spans=(Span(kinds),))
    yield Detail(kind="line", label="Morale", spans=tuple(_chain(game, ref)))
    if save := speed_save_text(game, ref):
        yield Detail(kind="line", label="SU (M)", spans=(Span(f"{save} from {body.speed} cm"),))
    cover = f"{GAP}Cover  {cover_line(game, ref)}"
    yield Detail(kind="line", label="Ammo", spans=(*counters(body), Span(f" {ammunition_text(body)}"), Span(cover)))
    yield from shared_details(game, ref)
    yield from marks_detail(game, ref)


def speed_save_text(game: LethalGame, ref: UnitRef) -> str:
    """Return the save that models on foot have from their last action; empty where none has SU (M) (L-04)."""
    fast = next((group.profile for group in game.body(ref).groups if group.profile.su is None), None)
    if fast is None:
        return ""
    save = save_of(game, ref, fast)
    return str(save) if save.dice else "none"


def cover_line(game: LethalGame, ref: UnitRef) -> str:
    """Return the cover of a unit, and what it adds to its armour (L-41)."""
    body = game.body(ref)
    band = protection(body.cover, dug_in=dug_in(game, ref))
    return f"{cover_text(body) or 'in the open'}{f', AV +{band.armour}' if band.armour else ''}"


def _chain(game: LethalGame, ref: UnitRef) -> Iterator[Span]:
    """Yield the states that a unit falls through, its own in brackets, and the CM of its checks (L-30, L-31)."""
    body = game.body(ref)
    for number, state in enumerate(MoraleState):
        arrow = " → " if number else ""
        here = state is body.morale
        yield Span(f"{arrow}[{state}]" if here else f"{arrow}{state}", LOOKS[state] if here else "dim")
    yield Span(f"  CM {command(game, ref, for_morale=True)}+")
    if body.for_phase:
        yield Span("  this phase", "dim")
