"""Hit rows, repairs and passengers of vehicles, one by one."""

from __future__ import annotations

from builder.systems.diceless.calculations.parts import PROTECTION, Values, answer, protection
from builder.systems.diceless.hazards import explosion
from builder.systems.diceless.hit_rows import MACHINE_CURSE, HitRows, Take, chronus_hp, hits
from builder.systems.diceless.questions import hits as read_hits
from builder.systems.diceless.questions import letter, lines, word
from builder.systems.diceless.repair import own_repair, repair, techmarine_repairs, undo
from builder.systems.diceless.vehicles import GLANCING, PENETRATING
from builder.systems.diceless.worked import Worked, count
from builder.systems.figures import positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _hits(given: Values) -> Answer:
    """D-55 to D-59, D-100 and D-106."""
    after = _rows(given)
    rows, steps = after.value, after.steps
    if given["machine_curse"]:
        cursed = hits(rows, (MACHINE_CURSE,), given["choice"])
        rows, steps = cursed.value, (*steps, "Machine Curse", *cursed.steps)
    result = _told(rows)
    if given["chronus"]:
        result["chronus_hp"] = chronus_hp(rows)
        steps = (*steps, f"Chronus has {result['chronus_hp']} HP")
    return answer(result, Worked(rows, (*steps, _state(rows))))


def _rows(given: Values) -> Worked[HitRows]:
    return hits(HitRows(given["weapons"], given["open_topped"]), given["hits"], given["choice"])


def _told(rows: HitRows) -> dict[str, object]:
    return {
        "glancing": [GLANCING[box - 1] for box in rows.checked("G")],
        "penetrating": [PENETRATING[box - 1] for box in rows.checked("P")],
        "results": [each.result for each in rows.landed],
        "weapons_left": rows.weapons_left,
        "immobilised": rows.immobilised,
        "destroyed": rows.destroyed,
    }


def _state(rows: HitRows) -> str:
    state = "destroyed" if rows.destroyed else "immobilised" if rows.immobilised else "it still moves"
    return f"{count(rows.weapons_left, 'weapon')} left, {state}"


def _repair(given: Values) -> Answer:
    """D-62."""
    before = _rows(given).value
    if given["own"] and not before.landed:
        raise ValueError("say the hits that immobilised it: --hits P,P,P,P")
    amount = own_repair(before) if given["own"] else techmarine_repairs(given["servo_arms"], given["servo_harness"])
    worked = repair(given["lines"], given["line"], amount.value)
    after = worked.value
    result = {
        "amount": amount.value,
        "removed": after.removed,
        "lines": dict(after.lines),
        "glancing_undone": after.undone.count("G"),
        "penetrating_undone": after.undone.count("P"),
    }
    steps = (*amount.steps, *worked.steps)
    if not before.landed:
        return answer(result, Worked(after, steps))
    rows = undo(before, after)
    return answer({**result, **_told(rows)}, Worked(after, (*steps, _state(rows))))


def _explosion(given: Values) -> Answer:
    """D-61."""
    worked = explosion(given["passengers"], protection(given), given["open_topped"])
    return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


_ROWS = (
    Parameter(name="hits", text="in order: G,G,P, with +1 on the damage chart P+1", read=read_hits, default=""),
    Parameter(name="weapons", text="weapons of the vehicle", read=whole, default="1"),
    Parameter(name="open-topped", text="the vehicle is open-topped"),
    Parameter(
        name="choice",
        text="what the attacker takes where he may choose: weapon, immobilised",
        read=word(Take),
        default=Take.IMMOBILISED,
    ),
)

CALCULATIONS = (
    Calculation(
        name="hits",
        text="What hits do to a vehicle, and which boxes they check.",
        rule="D-55",
        parameters=(
            *_ROWS,
            Parameter(name="machine-curse", text="then Machine Curse is cast on it"),
            Parameter(name="chronus", text="Chronus commands it"),
        ),
        answer=_hits,
    ),
    Calculation(
        name="repair",
        text="A repair by a Techmarine, or of a vehicle that repairs itself.",
        rule="D-62",
        parameters=(
            Parameter(name="lines", text="DMG on its lines: A=12,E=8", read=lines),
            Parameter(name="line", text="the line chosen", read=letter),
            Parameter(name="servo-arms", text="servitors with servo-arms in his unit", read=whole, default="0"),
            Parameter(name="servo-harness", text="he has a servo-harness"),
            Parameter(name="own", text="a Rhino's own repair, while it is immobilised"),
            *_ROWS,
        ),
        answer=_repair,
    ),
    Calculation(
        name="explosion",
        text="What passengers take when their vehicle explodes.",
        rule="D-61",
        parameters=(
            Parameter(name="passengers", text="models inside", read=positive),
            Parameter(name="open-topped", text="the vehicle is open-topped"),
            *PROTECTION,
        ),
        answer=_explosion,
    ),
)
