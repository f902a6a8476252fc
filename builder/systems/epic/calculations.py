"""The rules that can be worked out one by one, for `muster calc epic`, with exact chances (E-16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from builder.systems.epic.actions import action, action_test, chance_to_choose, moves, outcome, strategy_roll
from builder.systems.epic.dice import Chances, chance, d3
from builder.systems.epic.firepower import Target
from builder.systems.epic.markers import broken_at, firing, is_broken, markers_gained
from builder.systems.epic.measures import inches, models_are_legal, stand_is_legal
from builder.systems.epic.questions import action_id, arc, centimetres, shooters, target
from builder.systems.epic.shooting import IN_COVER, expected_hits, hit_chances, to_hit, volley
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter, die, optional, positive, score, signed, whole

MOST_DICE = 300
"""Dice of a volley whose chances are worked out in an instant."""


def percent(likely: Fraction) -> str:
    """A chance as players say it."""
    return f"{float(likely) * 100:.1f} %"


def exact(likely: Fraction) -> dict[str, object]:
    """A chance as an exact fraction and in per cent."""
    return {"fraction": str(likely), "percent": round(float(likely) * 100, 4)}


def _action_test(given: Mapping[str, Any]) -> Answer:
    """E-12, and with a roll what it leads to (E-10)."""
    test = action_test(given["initiative"], given["markers"], given["retaining"])
    result: dict[str, object] = {"needs": test.needs, "chance": exact(test.chance)}
    need = "passes without a roll" if test.needs < 2 else f"needs {test.needs}+" if test.chance else "cannot pass"
    lines = [f"{need}: {percent(test.chance)} ({test.chance})"]
    if given["die"] is not None:
        after = outcome(test, given["die"], given["markers"])
        result |= {"passed": after.passed, "markers": after.markers, "action": after.action}
        failed = f"failed: {action('hold').text}, and a blast marker: {after.markers}"
        lines.append("passed" if after.passed else failed)
    return Answer(result, tuple(lines))


def _strategy(given: Mapping[str, Any]) -> Answer:
    """E-05."""
    likely = chance_to_choose(given["rating"], given["other"], given["tie_is_won"])
    result: dict[str, object] = {"chance": exact(likely)}
    lines = [f"chooses who begins: {percent(likely)} ({likely})"]
    if given["die"] is not None:
        result["total"] = strategy_roll(given["die"], given["rating"])
        lines.append(f"the roll comes to {result['total']}")
    return Answer(result, tuple(lines))


def _firepower(given: Mapping[str, Any]) -> Answer:
    """E-02, E-11, E-13, E-15, E-16 and E-25."""
    able = [shooter for unit in given["unit"] for shooter in unit]
    if not able:
        raise ValueError("say who fires: --unit 'AP5+/AT6+', or --unit '6: AP5+/AT6+, AP4+' for six with two weapons")
    by_action = action(given["action"])
    if by_action.shooting is None:
        raise ValueError(f"{by_action.name} does not shoot")
    modifiers = (by_action.shooting, *([IN_COVER] if given["cover"] else []), *given["modifier"])
    shots = volley(able, given["target"], modifiers, given["markers"])
    if sum(max(each.dice.chances()) for each in shots) > MOST_DICE:
        raise ValueError(f"more than {MOST_DICE} dice: work out fewer units at a time")
    average, chances = expected_hits(shots), hit_chances(shots)
    fire = firing(len(able), given["markers"])
    result = {
        "firing": fire,
        "suppressed": len(able) - fire,
        "shots": [{"dice": str(each.dice), "needs": each.needs if each.needs < 7 else None} for each in shots],
        "expected": {"fraction": str(average), "value": round(float(average), 4)},
        "hits": {str(hits): exact(likely) for hits, likely in sorted(chances.items())},
    }
    return Answer(result, tuple(_told(given["target"], fire, len(able), average, chances)))


def _told(at: Target, fire: int, able: int, average: Fraction, chances: Chances) -> Iterator[str]:
    suppressed = f", {able - fire} suppressed" if fire < able else ""
    yield f"{fire} of {able} fire at {'infantry' if at is Target.AP else 'armour'}{suppressed}"
    yield f"expected hits: {float(average):.2f} ({average})"
    left = Fraction(1)
    for hits, likely in sorted(chances.items()):
        yield f"{hits} {'hit' if hits == 1 else 'hits'}: {percent(likely)}; so many or more: {percent(left)}"
        left -= likely


def _to_hit(given: Mapping[str, Any]) -> Answer:
    """E-13, E-15 and E-25."""
    needs = to_hit(given["value"], given["modifier"])
    likely = chance(needs)
    words = f"needs {needs}+: {percent(likely)} ({likely})" if likely else "cannot hit"
    return Answer({"needs": needs if likely else None, "chance": exact(likely)}, (words,))


def _markers(given: Mapping[str, Any]) -> Answer:
    """E-10 and E-19."""
    gained = markers_gained(given)
    return Answer({"gained": gained}, (f"{gained} blast {'marker' if gained == 1 else 'markers'}",))


def _broken(given: Mapping[str, Any]) -> Answer:
    """E-11."""
    broken = is_broken(given["units"], given["markers"])
    at = broken_at(given["units"])
    return Answer({"broken": broken, "broken_at": at}, ("broken" if broken else f"not broken; broken at {at}",))


def _suppressed(given: Mapping[str, Any]) -> Answer:
    """E-11."""
    fire = firing(given["able"], given["markers"])
    return Answer({"firing": fire, "suppressed": given["able"] - fire}, (f"{fire} of {given['able']} fire",))


def _moves(given: Mapping[str, Any]) -> Answer:
    """E-13, E-17 and E-22."""
    made = moves(given["action"], given["speed"], road=given["road"])
    words = ", then ".join(f"{cm} cm" for cm in made) or "no move"
    return Answer({"moves": list(made)}, (words,))


def _stand(given: Mapping[str, Any]) -> Answer:
    """E-03."""
    size = stand_is_legal(given["width"], given["depth"])
    models = given["models"] is None or models_are_legal(given["models"])
    lines = [] if size else ["5 to 40 mm each way, and at least 20 mm one way"]
    lines += [] if models else ["three to seven models of infantry stand on it"]
    return Answer({"legal": size and models, "size": size, "models": models}, tuple(lines) or ("legal",))


def _inches(given: Mapping[str, Any]) -> Answer:
    """E-09: half the figure."""
    found = inches(given["cm"])
    return Answer({"inches": float(found)}, (f"{found.normalize():f} inches",))


def _d3(given: Mapping[str, Any]) -> Answer:
    """E-09."""
    found = d3(given["die"])
    return Answer({"d3": found}, (str(found),))


def _arc(given: Mapping[str, Any]) -> Answer:
    """E-02."""
    degrees = given["name"].degrees
    return Answer({"degrees": degrees}, (f"{degrees}°",))


_MARKERS = Parameter(name="markers", text="blast markers of the formation", read=whole, default="0")
_DIE = Parameter(name="die", text="what was rolled, to see what it leads to", read=optional(die), default="")
_MODIFIER = Parameter(name="modifier", text="what is added to a roll to hit, such as -1", read=signed, many=True)

CALCULATIONS = (
    Calculation(
        name="action-test",
        text="What an action test needs, its chance, and what a roll leads to.",
        rule="E-12",
        parameters=(
            Parameter(name="initiative", text="the initiative, such as 2+", read=score),
            _MARKERS,
            Parameter(name="retaining", text="its side retains the initiative"),
            _DIE,
        ),
        answer=_action_test,
    ),
    Calculation(
        name="strategy",
        text="The chance to choose who begins.",
        rule="E-05",
        parameters=(
            Parameter(name="rating", text="our strategy rating", read=whole),
            Parameter(name="other", text="theirs", read=whole, default="2"),
            Parameter(name="tie-is-won", text="a tie is ours: they won the roll last turn"),
            _DIE,
        ),
        answer=_strategy,
    ),
    Calculation(
        name="firepower",
        text="The hits of a formation, expected and by chance.",
        rule="E-16",
        parameters=(
            Parameter(
                name="unit",
                text="a unit that can fire, nearest to the target first: 'AP5+/AT6+', or '6: AP5+/AT6+, 2 x AP4+'",
                read=shooters,
                many=True,
            ),
            Parameter(name="target", text="'infantry' (AP) or 'armour' (AT)", read=target, default="infantry"),
            Parameter(name="action", text="the action that it shoots with", read=action_id, default="advance"),
            Parameter(name="cover", text="the target is in cover or partly hidden"),
            _MODIFIER,
            _MARKERS,
        ),
        answer=_firepower,
    ),
    Calculation(
        name="to-hit",
        text="What a shot needs with modifiers.",
        rule="E-25",
        parameters=(Parameter(name="value", text="the value of the weapon, such as 5+", read=score), _MODIFIER),
        answer=_to_hit,
    ),
    Calculation(
        name="markers",
        text="The blast markers that a formation gets.",
        rule="E-10",
        parameters=(
            Parameter(name="shot-at", text="times it was shot at", read=whole, default="0"),
            Parameter(name="destroyed", text="units destroyed", read=whole, default="0"),
            Parameter(name="out-of-formation", text="units lost out of formation", read=whole, default="0"),
            Parameter(name="failed-tests", text="action tests failed", read=whole, default="0"),
            Parameter(name="dangerous-terrain-losses", text="units lost in dangerous terrain", read=whole, default="0"),
        ),
        answer=_markers,
    ),
    Calculation(
        name="broken",
        text="Whether a formation is broken.",
        rule="E-11",
        parameters=(Parameter(name="units", text="units left, carried ones too", read=positive), _MARKERS),
        answer=_broken,
    ),
    Calculation(
        name="suppressed",
        text="How many units still fire.",
        rule="E-11",
        parameters=(Parameter(name="able", text="units with range and line of fire", read=whole), _MARKERS),
        answer=_suppressed,
    ),
    Calculation(
        name="moves",
        text="The moves of an action, made one after the other.",
        rule="E-17",
        parameters=(
            Parameter(name="action", text="the action, such as double", read=action_id),
            Parameter(name="speed", text="the speed in cm", read=whole),
            Parameter(name="road", text="every move is wholly on a road"),
        ),
        answer=_moves,
    ),
    Calculation(
        name="stand",
        text="Whether a stand may be used.",
        rule="E-03",
        parameters=(
            Parameter(name="width", text="mm", read=positive),
            Parameter(name="depth", text="mm", read=positive),
            Parameter(name="models", text="infantry models on it", read=optional(positive), default=""),
        ),
        answer=_stand,
    ),
    Calculation(
        name="inches",
        text="A distance for players who measure in inches.",
        rule="E-09",
        parameters=(Parameter(name="cm", text="the distance in cm", read=centimetres),),
        answer=_inches,
    ),
    Calculation(
        name="d3",
        text="The D3 that a D6 shows.",
        rule="E-09",
        parameters=(Parameter(name="die", text="the D6, 1 to 6", read=die),),
        answer=_d3,
    ),
    Calculation(
        name="arc",
        text="How wide an arc of fire is.",
        rule="E-02",
        parameters=(Parameter(name="name", text="forward, rear, left, right, fixed forward or 360°", read=arc),),
        answer=_arc,
    ),
)
