"""What a player weighs in a game of Epic, for `muster calc epic`: markers, riders, retaining, cover (E-16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from builder.scalars import counted
from builder.systems.calculation import Answer, Calculation, exact_average, exact_chance, percent
from builder.systems.epic.actions import action_test
from builder.systems.epic.dice import Chances, sum_chances
from builder.systems.epic.model import broken_at, is_broken, markers_gained
from builder.systems.epic.parameters import FiredAt, Shooters
from builder.systems.epic.shooting import IN_COVER, Save, Shelter, best_save, hit_chances, volley
from builder.systems.epic.weapons import Target
from builder.systems.figures import Positive, Score, Signed, Whole
from builder.systems.parameters import given

MARKERS = "blast markers of the formation"
MOST = 100
"""Units or dice whose chances are worked out in an instant."""


class BreakTrackCalculation(Calculation):
    """After which attack a formation is broken."""

    rule = "E-11"
    units: Positive = given("units that it has, carried ones too")
    markers: Whole = given(MARKERS, default=0)
    lost: tuple[Whole, ...] = given("units lost in each attack on it, in order: 1,0,2", default=())

    def answer(self) -> Answer:
        """E-10 and E-11: a marker for each attack, and one for each unit lost."""
        if not self.lost:
            raise ValueError("say how many units each attack costs: --lost 1,0,2")
        units, markers, breaks = self.units, self.markers, None
        steps: list[dict[str, object]] = []
        lines: list[str] = []
        for number, lost in enumerate(self.lost, 1):
            units = max(0, units - lost)
            markers += markers_gained({"shot_at": 1, "destroyed": lost})
            broken = is_broken(units, markers) and units > 0
            breaks = number if breaks is None and (broken or not units) else breaks
            word = "destroyed" if not units else "broken" if broken else f"broken at {broken_at(units)}"
            steps.append({"units": units, "markers": markers, "broken": broken})
            left = f"{counted(units, 'unit')}, {counted(markers, 'marker')}"
            lines.append(f"attack {number}: {left}, {word}")
        return Answer({"breaks_at": breaks, "attacks": steps}, tuple(lines))


class TransportLostCalculation(Calculation):
    """Who survives aboard a transport that is destroyed."""

    rule = "E-20"
    riders: Positive = given("units aboard")
    armour: Score | None = given("their armour, such as 4+; none without", default=None)
    crossfire: bool = given("the formation is caught in a crossfire", default=False)

    def answer(self) -> Answer:
        """E-20: each saves on its armour or 6+; each that is lost is a marker."""
        if self.riders > MOST:
            raise ValueError(f"more than {MOST} units: work out fewer at a time")
        save = best_save(self.armour, Shelter.TRANSPORT, crossfire=self.crossfire)
        likely = save.chance if save is not None else Fraction(0)
        chances = sum_chances([{0: 1 - likely, 1: likely}] * self.riders)
        average = likely * self.riders
        saves = f"each saves itself on {save.needs}+" if save is not None and save.chance else "none can save itself"
        lines = [
            f"{saves}: {percent(likely)} ({likely})",
            f"expected survivors: {float(average):.2f}",
        ]
        result = {
            "chance": exact_chance(likely),
            "expected": exact_average(average),
            "survivors": {str(number): exact_chance(each) for number, each in sorted(chances.items())},
        }
        return Answer(result, tuple(lines))


class RetainOrNotCalculation(Calculation):
    """The chance of two actions in a row: the first test, then one to retain the initiative."""

    rule = "E-12"
    initiative: Score = given("the initiative of the first formation, such as 2+")
    markers: Whole = given("its blast markers", default=0)
    next_initiative: Score = given("the initiative of the formation that would retain it")
    next_markers: Whole = given("the blast markers of that one", default=0)

    def answer(self) -> Answer:
        """E-12: retaining is −1, and only possible after a success; the second test by itself stands beside it."""
        first = action_test(self.initiative, self.markers).chance
        second = action_test(self.next_initiative, self.next_markers, retaining=True).chance
        alone = action_test(self.next_initiative, self.next_markers).chance
        lines = (
            f"the first acts: {percent(first)} ({first})",
            f"the second retains: {percent(second)} ({second}), in its own turn {percent(alone)} ({alone})",
            f"both in a row: {percent(first * second)} ({first * second})",
        )
        found = {"first": first, "second": second, "second_alone": alone, "both": first * second}
        return Answer({name: exact_chance(each) for name, each in found.items()}, lines)


class CoverChoiceCalculation(Calculation):
    """Whether to fire at a whole formation at −1, or only at its units in the open."""

    rule = "E-25"
    unit: tuple[Shooters, ...] = given("who fires: 'AP5+/AT6+', or '6: AP5+/AT6+'", default=(), many=True)
    target: FiredAt = given("'infantry' (AP) or 'armour' (AT)", default=Target.AP)
    in_open: Whole = given("units of the target in the open")
    in_cover: Whole = given("units of it in cover", default=0)
    armour: Score | None = given("their armour; none without", default=None)
    shelter: Shelter | None = given("what those in cover save by: fortification, building, overwatch", default=None)
    modifier: tuple[Signed, ...] = given("what else is added to every roll to hit", default=(), many=True)
    markers: Whole = given("blast markers of those who fire", default=0)

    def answer(self) -> Answer:
        """E-25: one target in cover costs the whole attack −1; hits fall on both sorts as there are units of them."""
        able = [shooter for unit in self.unit for shooter in unit]
        if not able:
            raise ValueError("say who fires: --unit 'AP5+/AT6+', or --unit '6: AP5+/AT6+' for six")
        if not self.in_open or not self.in_cover:
            raise ValueError("there is a choice where some are in the open and some in cover: --in-open 4 --in-cover 2")
        if len(able) > MOST:
            raise ValueError(f"more than {MOST} units: work out fewer at a time")
        total = self.in_open + self.in_cover
        bare = _lost(best_save(self.armour))
        hidden = _lost(best_save(self.armour, self.shelter if self.target is Target.AP else None))
        mixed = (bare * self.in_open + hidden * self.in_cover) / total
        whole = _losses(hit_chances(volley(able, self.target, (*self.modifier, IN_COVER), self.markers)), total, mixed)
        only = _losses(hit_chances(volley(able, self.target, self.modifier, self.markers)), self.in_open, bare)
        better = "the whole formation" if whole > only else "those in the open" if only > whole else "either"
        return Answer(
            {"whole": exact_average(whole), "in_open": exact_average(only), "better": better},
            tuple(_told(whole, only, better)),
        )


def _lost(save: Save | None) -> Fraction:
    return Fraction(1) if save is None else 1 - save.chance


def _losses(hits: Chances, units: int, lost: Fraction) -> Fraction:
    """Return the units lost on average; hits beyond the last unit do not count."""
    return sum((min(number, units) * likely for number, likely in hits.items()), Fraction(0)) * lost


def _told(whole: Fraction, only: Fraction, better: str) -> Iterator[str]:
    yield f"the whole formation at −1: {float(whole):.2f} units lost"
    yield f"only those in the open: {float(only):.2f} units lost"
    yield f"better: {better}"


CHOICES: tuple[type[Calculation], ...] = (
    BreakTrackCalculation,
    TransportLostCalculation,
    RetainOrNotCalculation,
    CoverChoiceCalculation,
)
