"""The rules that can be worked out one by one, for `muster calc epic`, with exact chances (E-16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import asdict

from builder.systems.calculation import Answer, Calculation, exact_average, exact_chance, percent
from builder.systems.epic.actions import action, action_test, chance_to_choose, moves, outcome, strategy_roll
from builder.systems.epic.dice import Chances, chance, d3
from builder.systems.epic.model import (
    broken_at,
    firing,
    inches,
    is_broken,
    markers_gained,
    models_are_legal,
    stand_is_legal,
)
from builder.systems.epic.parameters import ActionId, Centimetres, FireArc, FiredAt, Shooters
from builder.systems.epic.shooting import (
    IN_COVER,
    Shelter,
    best_save,
    danger,
    expected_hits,
    hit_chances,
    to_hit,
    volley,
)
from builder.systems.epic.weapons import Target
from builder.systems.figures import Die, Positive, Score, Signed, Whole
from builder.systems.parameters import given

MARKERS = "blast markers of the formation"
DIE = "what was rolled, to see what it leads to"
MODIFIER = "what is added to a roll to hit, such as -1"


class ActionTestCalculation(Calculation):
    """What an action test needs, its chance, and what a roll leads to."""

    rule = "E-12"
    initiative: Score = given("the initiative, such as 2+")
    markers: Whole = given(MARKERS, default=0)
    retaining: bool = given("its side retains the initiative", default=False)
    road_march: bool = given("it marches, on a road throughout", default=False)
    die: Die | None = given(DIE, default=None)

    def answer(self) -> Answer:
        """E-12 and E-22, and with a roll what it leads to (E-10)."""
        test = action_test(self.initiative, self.markers, self.retaining, self.road_march)
        result: dict[str, object] = {"needs": test.needs, "chance": exact_chance(test.chance)}
        need = "passes without a roll" if test.needs < 2 else f"needs {test.needs}+" if test.chance else "cannot pass"
        lines = [f"{need}: {percent(test.chance)} ({test.chance})"]
        if self.die is not None:
            after = outcome(test, self.die, self.markers)
            result |= {"passed": after.passed, "markers": after.markers, "action": after.action}
            failed = f"failed: {action('hold').text}, and a blast marker: {after.markers}"
            lines.append("passed" if after.passed else failed)
        return Answer(result, tuple(lines))


class StrategyCalculation(Calculation):
    """The chance to choose who begins."""

    rule = "E-05"
    rating: Whole = given("our strategy rating")
    other: Whole = given("theirs", default=2)
    tie_is_won: bool = given("a tie is ours: they won the roll last turn", default=False)
    first_turn: bool = given("a tie is re-rolled", default=False)
    die: Die | None = given(DIE, default=None)

    def answer(self) -> Answer:
        """E-05."""
        if self.tie_is_won and self.first_turn:
            raise ValueError("on the first turn nobody has lost a roll yet: leave --tie-is-won out")
        likely = chance_to_choose(self.rating, self.other, self.tie_is_won, self.first_turn)
        result: dict[str, object] = {"chance": exact_chance(likely)}
        lines = [f"chooses who begins: {percent(likely)} ({likely})"]
        if self.die is not None:
            result["total"] = strategy_roll(self.die, self.rating)
            lines.append(f"the roll comes to {result['total']}")
        return Answer(result, tuple(lines))


class MovesCalculation(Calculation):
    """The moves of an action, made one after the other."""

    rule = "E-17"
    action: ActionId = given("the action, such as double")
    speed: Whole = given("the speed in cm")
    road: bool = given("every move is wholly on a road", default=False)

    def answer(self) -> Answer:
        """E-13, E-17 and E-22."""
        made = moves(self.action, self.speed, road=self.road)
        words = ", then ".join(f"{cm} cm" for cm in made) or "no move"
        return Answer({"moves": list(made)}, (words,))


class MarkersCalculation(Calculation):
    """The blast markers that a formation gets."""

    rule = "E-10"
    shot_at: Whole = given("times it was shot at", default=0)
    destroyed: Whole = given("units destroyed", default=0)
    out_of_formation: Whole = given("units lost out of formation", default=0)
    failed_tests: Whole = given("action tests failed", default=0)
    dangerous_terrain_losses: Whole = given("units lost in dangerous terrain", default=0)

    def answer(self) -> Answer:
        """E-10 and E-19."""
        gained = markers_gained(asdict(self))
        return Answer({"gained": gained}, (f"{gained} blast {'marker' if gained == 1 else 'markers'}",))


class BrokenCalculation(Calculation):
    """Whether a formation is broken."""

    rule = "E-11"
    units: Positive = given("units left, carried ones too")
    markers: Whole = given(MARKERS, default=0)

    def answer(self) -> Answer:
        """E-11."""
        broken, at = is_broken(self.units, self.markers), broken_at(self.units)
        return Answer({"broken": broken, "broken_at": at}, ("broken" if broken else f"not broken; broken at {at}",))


class SuppressedCalculation(Calculation):
    """How many units still fire."""

    rule = "E-11"
    able: Whole = given("units with range and line of fire")
    markers: Whole = given(MARKERS, default=0)

    def answer(self) -> Answer:
        """E-11."""
        fire = firing(self.able, self.markers)
        return Answer({"firing": fire, "suppressed": self.able - fire}, (f"{fire} of {self.able} fire",))


class StandCalculation(Calculation):
    """Whether a stand may be used."""

    rule = "E-03"
    width: Positive = given("its width in mm")
    depth: Positive = given("its depth in mm")
    models: Positive | None = given("infantry models on it", default=None)

    def answer(self) -> Answer:
        """E-03."""
        size = stand_is_legal(self.width, self.depth)
        models = self.models is None or models_are_legal(self.models)
        lines = [] if size else ["5 to 40 mm each way, and at least 20 mm one way"]
        lines += [] if models else ["three to seven models of infantry stand on it"]
        return Answer({"legal": size and models, "size": size, "models": models}, tuple(lines) or ("legal",))


class InchesCalculation(Calculation):
    """A distance for players who measure in inches."""

    rule = "E-09"
    cm: Centimetres = given("the distance in cm")

    def answer(self) -> Answer:
        """E-09: half the figure."""
        found = inches(self.cm)
        return Answer({"inches": float(found)}, (f"{found.normalize():f} inches",))


class D3Calculation(Calculation):
    """The D3 that a D6 shows."""

    rule = "E-09"
    die: Die = given("the D6, 1 to 6")

    def answer(self) -> Answer:
        """E-09."""
        found = d3(self.die)
        return Answer({"d3": found}, (str(found),))


class ArcCalculation(Calculation):
    """How wide an arc of fire is."""

    rule = "E-02"
    name: FireArc = given("forward, rear, left, right, fixed forward or 360°")

    def answer(self) -> Answer:
        """E-02."""
        degrees = self.name.degrees
        return Answer({"degrees": degrees}, (f"{degrees}°",))


MOST_DICE = 300
"""Dice of a volley whose chances are worked out in an instant."""


class FirepowerCalculation(Calculation):
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
        return Answer(result, tuple(_firepower_lines(self.target, fire, len(able), average, chances)))


def _firepower_lines(at: Target, fire: int, able: int, average: Fraction, chances: Chances) -> Iterator[str]:
    suppressed = f", {able - fire} suppressed" if fire < able else ""
    yield f"{fire} of {able} fire at {'infantry' if at is Target.AP else 'armour'}{suppressed}"
    yield f"expected hits: {float(average):.2f} ({average})"
    left = Fraction(1)
    for hits, likely in sorted(chances.items()):
        yield f"{hits} {'hit' if hits == 1 else 'hits'}: {percent(likely)}; so many or more: {percent(left)}"
        left -= likely


class ToHitCalculation(Calculation):
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


MOST_UNITS = 300
"""No formation has more."""


class DangerCalculation(Calculation):
    """What dangerous terrain costs a formation."""

    rule = "E-15"
    units: Positive = given("units that enter it, or start a move in it", default=1)
    cautious: bool = given("they move at 5 cm, and re-roll a 1", default=False)

    def answer(self) -> Answer:
        """E-15."""
        if self.units > MOST_UNITS:
            raise ValueError(f"more than {MOST_UNITS} units: work out fewer at a time")
        lost = danger(self.cautious)
        losses, any_lost = lost * self.units, 1 - (1 - lost) ** self.units
        return Answer(
            {"chance": exact_chance(lost), "expected": exact_average(losses), "any": exact_chance(any_lost)},
            (
                f"each is lost, without a save or a marker: {percent(lost)} ({lost})",
                f"expected losses: {float(losses):.2f}; one or more: {percent(any_lost)}",
            ),
        )


class SavingThrowCalculation(Calculation):
    """The save of infantry: its armour, or that of where it is."""

    rule = "E-15"
    armour: Score | None = given("the armour, such as 5+; none without", default=None)
    shelter: Shelter | None = given(
        "fortification, building, overwatch (in the open), or transport (a destroyed one)", default=None
    )
    crossfire: bool = given("it is caught in a crossfire", default=False)

    def answer(self) -> Answer:
        """E-15, E-20 and E-23."""
        found = best_save(self.armour, self.shelter, crossfire=self.crossfire)
        if found is None or not found.chance:
            return Answer({"needs": None, "by": None, "chance": exact_chance(Fraction(0))}, ("no save",))
        by = str(self.shelter) if found.sheltered else "armour"
        likely = found.chance
        words = f"{by}: needs {found.needs}+: {percent(likely)} ({likely})"
        return Answer({"needs": found.needs, "by": by, "chance": exact_chance(likely)}, (words,))


CALCULATIONS: tuple[type[Calculation], ...] = (
    ActionTestCalculation,
    StrategyCalculation,
    MovesCalculation,
    FirepowerCalculation,
    ToHitCalculation,
    MarkersCalculation,
    BrokenCalculation,
    SuppressedCalculation,
    DangerCalculation,
    SavingThrowCalculation,
    StandCalculation,
    InchesCalculation,
    D3Calculation,
    ArcCalculation,
)
