"""Damage on vehicles, hit rows, repairs and passengers, one by one."""

from __future__ import annotations

from typing import Annotated

from builder.scalars import counted
from builder.systems.calculation import Answer, Calculation, Explained
from builder.systems.diceless.aim import AngleZone, OnVehicle, Rerolls, Speed, skill
from builder.systems.diceless.attacks import (
    GRENADES,
    SNIPER_EXTRA_ON_VEHICLES,
    SNIPER_STRENGTH_ON_VEHICLES,
    TERRAIN_STRENGTH,
    WITCHBLADE_ON_VEHICLES,
    dangerous_terrain,
    grenades,
    ramming,
    ramming_damage,
    vehicle_volley,
)
from builder.systems.diceless.calculations.parts import Shield, answer, written
from builder.systems.diceless.damage import GRENADE_DAMAGE
from builder.systems.diceless.hazards import DANGEROUS_TERRAIN, explosion, travelled
from builder.systems.diceless.parameters import (
    LESS_BS,
    STRENGTH,
    TO_HIT,
    TWIN_LINKED,
    Armour,
    Extra,
    Inches,
    Letter,
    Lines,
    PrintedAp,
    Save,
)
from builder.systems.diceless.parameters import Hits as Landing
from builder.systems.diceless.saves import save_worked
from builder.systems.diceless.vehicle_damage import (
    GLANCING,
    MACHINE_CURSE,
    PENETRATING,
    HitRows,
    ScoredDamage,
    Take,
    chronus_hp,
    hits,
    own_repair,
    repair,
    room,
    techmarine_repairs,
    undo,
)
from builder.systems.diceless.vehicle_damage import attack as attack_vehicle
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Params, given, names

AV = "armour of the side that is hit"
LINES: Lines = given("DMG on its lines before: A=12,E=8", default={})
EXTRA: Extra = given("extra penetration: D6 (melta), D3 (rending)", default=None)
COVER: Save = given("the save of the vehicle's cover", default=None)
SPEED: Speed = given("speed of the vehicle: immobile, combat, cruising, flat out", default=Speed.CRUISING)
TANK_HUNTERS: bool = given("the attackers are tank hunters", default=False)


def _scored(worked: Explained[ScoredDamage], **more: object) -> Answer:
    after = worked.value
    result = {
        "line": after.line,
        "glancing": after.glancing,
        "penetrating": after.penetrating,
        "lines": dict(after.lines),
        "room": dict(room(after.lines)),
        "lost": after.lost,
    }
    return answer({**more, **result}, worked)


class VehicleCalculation(Calculation):
    """What DMG does to the lines of a vehicle."""

    rule = "D-52"
    av: Armour = given(AV)
    strength: Positive = given(STRENGTH)
    damage: Whole = given("DMG")
    lines: Lines = LINES
    extra: Extra = EXTRA
    cover: Save = COVER

    def answer(self) -> Answer:
        """D-50 to D-54."""
        if self.cover is None:
            return _scored(attack_vehicle(self.av, self.strength, self.damage, self.lines, self.extra))
        left = save_worked(self.damage, self.cover)
        scored = attack_vehicle(self.av, self.strength, left.value, self.lines, self.extra)
        words = f"cover {written(self.cover)}: {self.damage} DMG become {left.value}"
        return _scored(Explained(scored.value, (words, *scored.steps)))


class TargetLines(Params):
    """What must be known to see what DMG does to the lines of a vehicle."""

    av: Armour | None = given("armour of the side that is hit, to see the lines", default=None)
    strength: Positive | None = given(STRENGTH, default=None)
    extra: Extra = EXTRA
    lines: Lines = LINES

    def landed(self, damage: Explained[int], strength: int | None, more: str | None, **skilled: int) -> Answer:
        """The DMG alone, or where the armour is given, what it does to the vehicle."""
        if self.av is None:
            return answer({**skilled, "damage": damage.value}, damage)
        if strength is None:
            raise ValueError("say the S of the attack too: --strength 8")
        scored = attack_vehicle(self.av, strength, damage.value, self.lines, more)
        return _scored(Explained(scored.value, (*damage.steps, *scored.steps)), **skilled, damage=damage.value)


class VehicleShootingCalculation(Calculation):
    """DMG of one type of weapon on a vehicle, and what it does to its lines."""

    rule = "D-50"
    bs: Whole = given("BS of the firer")
    shots: Positive = given("shots of one model", default=1)
    models: Positive = given("models that fire", default=1)
    zone: AngleZone | None = given("zone of the angle template, for a heavy weapon: red, orange, yellow", default=None)
    speed: Speed = SPEED
    ap: PrintedAp = given("the AP of the weapon: 1 to 6, or -", default="")
    range: Inches | None = given("range of a heavy weapon, for the optional rule", default=None)
    distance: Inches | None = given("inches to the vehicle", default=None)
    twin_linked: bool = given(TWIN_LINKED, default=False)
    reroll_to_hit: bool = given(TO_HIT, default=False)
    tank_hunters: bool = TANK_HUNTERS
    sniper: bool = given("a sniper weapon: S 3 and rending", default=False)
    cover: Save = COVER
    less_bs: Whole = given(LESS_BS, default=0)
    on_lines: TargetLines = TargetLines()

    def answer(self) -> Answer:
        """D-21, D-22, D-30, D-33, D-50, D-51 and H-01."""
        heavy = None
        if self.range is not None:
            if self.distance is None:
                raise ValueError("say how far the target is as well: --distance 30")
            heavy = (self.range, self.distance)
        weapon, more = self.on_lines.strength, self.on_lines.extra
        if self.sniper:
            weapon, more = SNIPER_STRENGTH_ON_VEHICLES, SNIPER_EXTRA_ON_VEHICLES
        target = OnVehicle(zone=self.zone, speed=self.speed, ap=self.ap, tank_hunters=self.tank_hunters)
        rerolls = Rerolls(to_hit=self.reroll_to_hit, twin_linked=self.twin_linked)
        modified = skill(self.bs, rerolls, heavy, target, cover=self.less_bs)
        fired = vehicle_volley(modified, self.shots, self.models, self.cover)
        return self.on_lines.landed(fired, weapon, more, bs=modified.value)


class VehicleAssaultCalculation(Calculation):
    """DMG of attacks on a vehicle, and what it does to its lines."""

    rule = "D-60"
    ws: Whole = given("WS of the attacker")
    attacks: Positive = given("attacks of one model", default=1)
    models: Positive = given("models that attack", default=1)
    speed: Speed = SPEED
    reroll_to_hit: bool = given(TO_HIT, default=False)
    tank_hunters: bool = TANK_HUNTERS
    witchblade: bool = given("with a witchblade: S 9", default=False)
    on_lines: TargetLines = TargetLines()

    def answer(self) -> Answer:
        """D-33, D-42, D-50 and D-60."""
        target = OnVehicle(speed=self.speed, tank_hunters=self.tank_hunters)
        modified = skill(self.ws, Rerolls(to_hit=self.reroll_to_hit), None, target, "WS")
        struck = vehicle_volley(modified, self.attacks, self.models, name="WS", unit="attack")
        strength = WITCHBLADE_ON_VEHICLES if self.witchblade else self.on_lines.strength
        return self.on_lines.landed(struck, strength, self.on_lines.extra, ws=modified.value)


class GrenadesCalculation(Calculation):
    """What grenades do to a vehicle in an assault."""

    rule = "D-60"
    kind: Annotated[str, names(GRENADES)] = given("defensive, assault, krak, melta bomb")
    models: Positive = given("models that attack with them", default=1)
    av: Armour = given(AV)
    lines: Lines = LINES

    def answer(self) -> Answer:
        """D-60."""
        scored = grenades(self.kind, self.models, self.av, self.lines)
        return _scored(scored, damage=self.models * GRENADE_DAMAGE)


class RammingCalculation(Calculation):
    """What ramming does to a vehicle."""

    rule = "D-61"
    av: Armour = given(AV)
    strength: Positive = given("S as in the base game")
    skimmer: bool = given("a skimmer is rammed", default=False)
    lines: Lines = LINES

    def answer(self) -> Answer:
        """D-61."""
        scored = ramming(self.av, self.strength, self.lines, self.skimmer)
        return _scored(scored, damage=ramming_damage(self.skimmer))


class VehicleTerrainCalculation(Calculation):
    """What dangerous terrain does to a vehicle."""

    rule = "D-61"
    rear: Armour = given("its rear armour")
    inches: Inches = given("the way in it")
    lines: Lines = LINES
    strength: Positive = given("S as agreed", default=TERRAIN_STRENGTH)
    amount: Positive = given("DMG for each inch as agreed", default=DANGEROUS_TERRAIN)

    def answer(self) -> Answer:
        """D-61 and D-104."""
        scored = dangerous_terrain(self.rear, self.inches, self.lines, self.strength, self.amount)
        return _scored(scored, damage=travelled(self.amount, self.inches).value)


OPEN_TOPPED = "the vehicle is open-topped"


class VehicleHits(Params):
    """A vehicle and the hits on it."""

    hits: Landing = given("in order: G,G,P, with +1 on the damage chart P+1", default=())
    weapons: Whole = given("weapons of the vehicle", default=1)
    open_topped: bool = given(OPEN_TOPPED, default=False)
    choice: Take = given("what the attacker takes where he may choose: weapon, immobilised", default=Take.IMMOBILISED)

    @property
    def rows(self) -> Explained[HitRows]:
        """Its rows after the hits."""
        return hits(HitRows(self.weapons, self.open_topped), self.hits, self.choice)


class HitsCalculation(Calculation):
    """What hits do to a vehicle, and which boxes they check."""

    rule = "D-55"
    hull: VehicleHits = VehicleHits()
    machine_curse: bool = given("then Machine Curse is cast on it", default=False)
    chronus: bool = given("Chronus commands it", default=False)

    def answer(self) -> Answer:
        """D-55 to D-59, D-100 and D-106."""
        after = self.hull.rows
        rows, steps = after.value, after.steps
        if self.machine_curse:
            cursed = hits(rows, (MACHINE_CURSE,), self.hull.choice)
            rows, steps = cursed.value, (*steps, "Machine Curse", *cursed.steps)
        result = _rows_result(rows)
        if self.chronus:
            result["chronus_hp"] = chronus_hp(rows)
            steps = (*steps, f"Chronus has {result['chronus_hp']} HP")
        return answer(result, Explained(rows, (*steps, _state(rows))))


def _rows_result(rows: HitRows) -> dict[str, object]:
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
    return f"{counted(rows.weapons_left, 'weapon')} left, {state}"


class RepairCalculation(Calculation):
    """A repair by a Techmarine, or of a vehicle that repairs itself."""

    rule = "D-62"
    lines: Lines = given("DMG on its lines: A=12,E=8")
    line: Letter = given("the line chosen")
    servo_arms: Whole = given("servitors with servo-arms in his unit", default=0)
    servo_harness: bool = given("he has a servo-harness", default=False)
    own: bool = given("a Rhino's own repair, while it is immobilised", default=False)
    hull: VehicleHits = VehicleHits()

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
            return answer(result, Explained(after, steps))
        rows = undo(before, after)
        return answer({**result, **_rows_result(rows)}, Explained(after, (*steps, _state(rows))))


class ExplosionCalculation(Calculation):
    """What passengers take when their vehicle explodes."""

    rule = "D-61"
    passengers: Positive = given("models inside")
    open_topped: bool = given(OPEN_TOPPED, default=False)
    shield: Shield = Shield()

    def answer(self) -> Answer:
        """D-61."""
        worked = explosion(self.passengers, self.shield.protection, self.open_topped)
        return answer({"damage": worked.value.damage, "hp_lost": worked.value.hp_lost}, worked)


CALCULATIONS: tuple[type[Calculation], ...] = (
    VehicleCalculation,
    VehicleShootingCalculation,
    VehicleAssaultCalculation,
    GrenadesCalculation,
    RammingCalculation,
    VehicleTerrainCalculation,
    HitsCalculation,
    RepairCalculation,
    ExplosionCalculation,
)
