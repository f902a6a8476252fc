"""Calculations of hits, with exact chances (E-16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from builder.systems.calculation import Answer, Calculation
from builder.systems.chances import exact_average, exact_chance, percent
from builder.systems.epic.actions import action
from builder.systems.epic.calculations.parts import MARKERS, MODIFIER
from builder.systems.epic.dice import Chances, chance
from builder.systems.epic.firepower import Target
from builder.systems.epic.markers import firing
from builder.systems.epic.questions import ActionId, FiredAt, Shooters
from builder.systems.epic.shooting import IN_COVER, expected_hits, hit_chances, to_hit, volley
from builder.systems.figures import Score, Signed, Whole
from builder.systems.parameters import given

MOST_DICE = 300
"""Dice of a volley whose chances are worked out in an instant."""


class Firepower(Calculation):
    """The hits of a formation, expected and by chance."""

    rule = "E-16"
    unit: tuple[Shooters, ...] = given(
        "a unit that can fire, nearest to the target first: 'AP5+/AT6+', or '6: AP5+/AT6+, 2 x AP4+'",
        default=(),
        many=True,
    )
    target: FiredAt = given("'infantry' (AP) or 'armour' (AT)", default=Target.AP)
    action: ActionId = given("the action that it shoots with", default="advance")
    cover: bool = given("the target is in cover or partly hidden", default=False)
    modifier: tuple[Signed, ...] = given(MODIFIER, default=(), many=True)
    markers: Whole = given(MARKERS, default=0)

    def answer(self) -> Answer:
        """E-02, E-11, E-13, E-15, E-16 and E-25."""
        able = [shooter for unit in self.unit for shooter in unit]
        if not able:
            raise ValueError(
                "say who fires: --unit 'AP5+/AT6+', or --unit '6: AP5+/AT6+, AP4+' for six with two weapons"
            )
        by_action = action(self.action)
        if by_action.shooting is None:
            raise ValueError(f"{by_action.name} does not shoot")
        modifiers = (by_action.shooting, *([IN_COVER] if self.cover else []), *self.modifier)
        shots = volley(able, self.target, modifiers, self.markers)
        if sum(max(each.dice.chances()) for each in shots) > MOST_DICE:
            raise ValueError(f"more than {MOST_DICE} dice: work out fewer units at a time")
        average, chances = expected_hits(shots), hit_chances(shots)
        fire = firing(len(able), self.markers)
        result = {
            "firing": fire,
            "suppressed": len(able) - fire,
            "shots": [{"dice": str(each.dice), "needs": each.needs if each.needs < 7 else None} for each in shots],
            "expected": exact_average(average),
            "hits": {str(hits): exact_chance(likely) for hits, likely in sorted(chances.items())},
        }
        return Answer(result, tuple(_told(self.target, fire, len(able), average, chances)))


def _told(at: Target, fire: int, able: int, average: Fraction, chances: Chances) -> Iterator[str]:
    suppressed = f", {able - fire} suppressed" if fire < able else ""
    yield f"{fire} of {able} fire at {'infantry' if at is Target.AP else 'armour'}{suppressed}"
    yield f"expected hits: {float(average):.2f} ({average})"
    left = Fraction(1)
    for hits, likely in sorted(chances.items()):
        yield f"{hits} {'hit' if hits == 1 else 'hits'}: {percent(likely)}; so many or more: {percent(left)}"
        left -= likely


class ToHit(Calculation):
    """What a shot needs with modifiers."""

    rule = "E-25"
    value: Score = given("the value of the weapon, such as 5+")
    modifier: tuple[Signed, ...] = given(MODIFIER, default=(), many=True)

    def answer(self) -> Answer:
        """E-13, E-15 and E-25."""
        needs = to_hit(self.value, self.modifier)
        likely = chance(needs)
        words = f"needs {needs}+: {percent(likely)} ({likely})" if likely else "cannot hit"
        return Answer({"needs": needs if likely else None, "chance": exact_chance(likely)}, (words,))


CALCULATIONS: tuple[type[Calculation], ...] = (Firepower, ToHit)
