"""Hit rows, repairs and passengers of vehicles, one by one."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.diceless.calculations.parts import Shield, answer
from builder.systems.diceless.hazards import explosion
from builder.systems.diceless.hit_rows import MACHINE_CURSE, HitRows, Take, chronus_hp, hits
from builder.systems.diceless.questions import Hits as Landing
from builder.systems.diceless.questions import Letter, Lines
from builder.systems.diceless.repair import own_repair, repair, techmarine_repairs, undo
from builder.systems.diceless.vehicles import GLANCING, PENETRATING
from builder.systems.diceless.worked import Worked, count
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Params, given

OPEN_TOPPED = "the vehicle is open-topped"


class Hull(Params):
    """A vehicle and the hits on it."""

    hits: Landing = given("in order: G,G,P, with +1 on the damage chart P+1", default=())
    weapons: Whole = given("weapons of the vehicle", default=1)
    open_topped: bool = given(OPEN_TOPPED, default=False)
    choice: Take = given("what the attacker takes where he may choose: weapon, immobilised", default=Take.IMMOBILISED)

    @property
    def rows(self) -> Worked[HitRows]:
        """Its rows after the hits."""
        return hits(HitRows(self.weapons, self.open_topped), self.hits, self.choice)


class Hits(Calculation):
    """What hits do to a vehicle, and which boxes they check."""

    rule = "D-55"
    hull: Hull = Hull()
    machine_curse: bool = given("then Machine Curse is cast on it", default=False)
    chronus: bool = given("Chronus commands it", default=False)

    def answer(self) -> Answer:
        """D-55 to D-59, D-100 and D-106."""
        after = self.hull.rows
        rows, steps = after.value, after.steps
        if self.machine_curse:
            cursed = hits(rows, (MACHINE_CURSE,), self.hull.choice)
            rows, steps = cursed.value, (*steps, "Machine Curse", *cursed.steps)
        result = _told(rows)
        if self.chronus:
            result["chronus_hp"] = chronus_hp(rows)
            steps = (*steps, f"Chronus has {result['chronus_hp']} HP")
        return answer(result, Worked(rows, (*steps, _state(rows))))


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


class Repair(Calculation):
    """A repair by a Techmarine, or of a vehicle that repairs itself."""

    rule = "D-62"
    lines: Lines = given("DMG on its lines: A=12,E=8")
    line: Letter = given("the line chosen")
    servo_arms: Whole = given("servitors with servo-arms in his unit", default=0)
    servo_harness: bool = given("he has a servo-harness", default=False)
    own: bool = given("a Rhino's own repair, while it is immobilised", default=False)
    hull: Hull = Hull()

    def answer(self) -> Answer:
        """D-62."""
        before = self.hull.rows.value
        if self.own and not before.landed:
            raise ValueError("say the hits that immobilised it: --hits P,P,P,P")
        amount = own_repair(before) if self.own else techmarine_repairs(self.servo_arms, self.servo_harness)
        worked = repair(self.lines, self.line, amount.value)
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


class Explosion(Calculation):
    """What passengers take when their vehicle explodes."""

    rule = "D-61"
    passengers: Positive = given("models inside")
    open_topped: bool = given(OPEN_TOPPED, default=False)
    shield: Shield = Shield()

    def answer(self) -> Answer:
        """D-61."""
        worked = explosion(self.passengers, self.shield.protection, self.open_topped)
        return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


CALCULATIONS: tuple[type[Calculation], ...] = (Hits, Repair, Explosion)
