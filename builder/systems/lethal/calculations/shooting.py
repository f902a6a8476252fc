"""Calculations of contact range, cover and ammunition."""

from __future__ import annotations

from fractions import Fraction

from builder.systems.calculation import Answer, Calculation
from builder.systems.chances import exact_average
from builder.systems.figures import Dice, Positive, Whole
from builder.systems.lethal.contact import BANDS, protection, reach_steps, through
from builder.systems.lethal.contact import Cover as Band
from builder.systems.lethal.questions import Multiplier, Passage, Skill
from builder.systems.lethal.shooting import after_finding, after_shooting, after_suppressive_fire, dice_to_hit, volley
from builder.systems.lethal.values import NO_ROLL
from builder.systems.parameters import given


class ContactRange(Calculation):
    """How far a weapon reaches, through what lies between."""

    rule = "L-40"
    cr: Whole = given("the contact range in cm")
    wrm: Multiplier = given("the weapon's multiple: 1/4, 1, 2", default=Fraction(1))
    small: bool = given("a small target", default=False)
    structure: Positive = given("structure points of the target", default=1)
    hull_down: bool = given("a vehicle partly hidden by cover", default=False)
    focused: bool = given("a Focused Shot", default=False)
    path: tuple[Passage, ...] = given(
        "what lies between, from the firer on: 'open 45', 'light 15', or 'hard' for the rest", default=(), many=True
    )

    def answer(self) -> Answer:
        """L-40 to L-44."""
        if any(stretch.depth is None for stretch in self.path[:-1]):
            raise ValueError("say how deep each cover on the way is, such as 'light 15'; only the last may go on")
        steps = reach_steps(
            self.cr,
            self.wrm,
            small=self.small,
            structure=self.structure,
            hull_down=self.hull_down,
            focused=self.focused,
        )
        steps += through(steps[-1].left, self.path)
        left = steps[-1].left
        return Answer(
            {"left": left, "steps": [{"step": step.words, "left": step.left} for step in steps]},
            (*(f"{step.words}: {step.left} cm" for step in steps), f"{left} cm are left"),
        )


class Cover(Calculation):
    """What cover and entrenching do for a target."""

    rule = "L-41"
    band: Band | None = given("soft, light, medium, hard or very hard", default=None)
    entrenched: bool = given("it is entrenched, a small target, or has Stealth", default=False)
    at_edge: bool = given("it touches the edge of its cover", default=False)

    def answer(self) -> Answer:
        """L-41, L-44 and L-45."""
        found = protection(self.band, dug_in=self.entrenched, at_edge=self.at_edge)
        named = next((str(cover) for cover, known in BANDS.items() if known.armour == found.armour), None)
        left = f"contact range ×{found.share} where it begins" if found.share else "seen in base contact only"
        return Answer(
            {"counts_as": named, "share": str(found.share), "armour": found.armour},
            (f"{named or 'no'} cover: {left}, AV +{found.armour}",),
        )


class Volley(Calculation):
    """What equal weapons do to infantry, on average."""

    rule = "L-80"
    ss: Skill = given("the SS, such as 4+")
    shots: Positive = given("the shots of the weapon", default=1)
    models: Positive = given("models that fire it", default=1)
    rapid_fire: bool = given("rapid fire at a target within 30 cm", default=False)
    twin_linked: bool = given("misses are rolled again", default=False)
    ap: Whole = given("the AP of the weapon", default=0)
    av: Whole = given("the AV of the target, with its cover")
    su: Skill = given("the SU of the target, 0 for none", default=NO_ROLL)

    def answer(self) -> Answer:
        """L-50, L-80, L-81 and L-85."""
        if not self.ss.dice:
            raise ValueError("a model without an SS does not shoot")
        dice = dice_to_hit(self.ss, self.shots, self.models, rapid_fire=self.rapid_fire)
        found = volley(dice, self.ss, self.ap, self.av, self.su, twin_linked=self.twin_linked)
        expected = {"hits": found.hits, "through": found.through, "lost": found.lost}
        return Answer(
            {"dice": dice, **{name: exact_average(value) for name, value in expected.items()}},
            (
                f"{dice} {'die' if dice == 1 else 'dice'} at {self.ss.target}+",
                f"hits: {float(found.hits):.2f}; through the armour: {float(found.through):.2f}",
                f"not saved: {float(found.lost):.2f} on average",
            ),
        )


class Ammunition(Calculation):
    """The counters left after shooting."""

    rule = "L-22"
    counters: Whole = given("counters before", default=1)
    dice: Dice = given("the opponent's dice, one for each shooting action: 1,4", default=())
    suppressive_fire: bool = given("it fired a corridor", default=False)
    vehicle: bool = given("it is a vehicle, which has no counters", default=False)

    def answer(self) -> Answer:
        """L-20, L-22 and L-96."""
        if self.vehicle:
            return self._of_vehicle()
        left = after_shooting(self.counters, self.dice)
        if self.suppressive_fire:
            left = after_suppressive_fire(left)
        found = after_finding(left)
        lines = (f"{left} left",) if left else ("out of ammunition", f"Find Ammo brings back {found}")
        return Answer({"left": left, "out": left == 0, "after_find": found}, lines)

    def _of_vehicle(self) -> Answer:
        """L-96: it has no counters."""
        if self.dice:
            raise ValueError("nobody rolls for the ammunition of a vehicle: it runs out through suppressive fire alone")
        out = self.suppressive_fire
        lines = ("out of ammunition", "Find Ammo lets it fire again") if out else ("it fires on",)
        return Answer({"left": None, "out": out, "after_find": None}, lines)


CALCULATIONS: tuple[type[Calculation], ...] = (ContactRange, Cover, Volley, Ammunition)
