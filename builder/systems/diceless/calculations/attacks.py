"""DMG of shooting, templates, blasts and close combat, one by one."""

from __future__ import annotations

from builder.systems.diceless.aim import rapid_fire_shots, seen_at_night, skill
from builder.systems.diceless.calculations.parts import (
    AP,
    IGNORES_ARMOUR,
    NO_COVER_PROTECTION,
    PROTECTION,
    STRENGTH,
    TO_HIT,
    TO_WOUND,
    TWIN_LINKED,
    Values,
    answer,
    dealt,
    rerolls,
)
from builder.systems.diceless.close_combat import WITCHBLADE_POISON, close_combat, poison_strength, poisoned
from builder.systems.diceless.questions import inches, poison, toughness
from builder.systems.diceless.scatter import blast_scatter, placing_tokens
from builder.systems.diceless.shooting import blast, sniper_strength, template, volley
from builder.systems.diceless.worked import Worked
from builder.systems.figures import optional, positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _shooting(given: Values) -> Answer:
    """D-20, D-21, D-22, D-30, D-39 and D-42."""
    distance, reach = given["distance"], given["range"]
    if reach is not None and distance is None:
        raise ValueError("say how far the target is as well: --distance 30")
    shots = given["shots"]
    if given["rapid_fire"]:
        if distance is None:
            raise ValueError("say how far the target is, for rapid fire: --distance 10")
        shots *= rapid_fire_shots(distance)
    bs = skill(given["bs"], rerolls(given), None if reach is None else (reach, distance))
    worked = volley(bs, _weapon(given), shots, given["models"], rerolls(given))
    return dealt(given, worked, bs=bs.value, shots=shots)


def _weapon(given: Values) -> Worked[int]:
    """The S of a weapon that is fired, which for some goes by the target's T."""
    sniper, poison_of = given["sniper"], given["poisoned"]
    if sniper or poison_of is not None:
        if given["toughness"] is None:
            raise ValueError("sniper and poisoned weapons go by the target's toughness: --toughness 4")
        first = given["toughness"].full
        return sniper_strength(first) if sniper else poison_strength(poison_of, first)
    if given["strength"] is None:
        raise ValueError("say the S of the weapon: --strength 4; or --sniper or --poisoned 4+, with --toughness")
    return Worked(given["strength"])


def _template(given: Values) -> Answer:
    """D-27."""
    worked = template(given["hits"], given["strength"], rerolls(given), given["vulnerable"])
    return dealt(given, worked)


def _blast(given: Values) -> Answer:
    """D-28."""
    worked = blast(given["hits"], given["strength"], rerolls(given), given["vulnerable"])
    return dealt(given, worked)


def _close_combat(given: Values) -> Answer:
    """D-40 to D-42 and D-45."""
    if given["poisoned"] is not None:
        return _poison(given)
    worked = close_combat(
        given["ws"],
        given["target_ws"],
        given["attacks"],
        given["strength"],
        rerolls(given),
        given["lightning_claw"],
    )
    return dealt(given, worked)


def _poison(given: Values) -> Answer:
    """D-42."""
    if given["toughness"] is None:
        raise ValueError("poison goes by the target's toughness: --toughness 4")
    strength_of_poison = WITCHBLADE_POISON if given.get("witchblade") else given["poisoned"]
    if strength_of_poison is None:
        raise ValueError("say how the weapon is poisoned: --poisoned 4+, or --witchblade")
    worked = poisoned(
        given["ws"],
        given["target_ws"],
        given["attacks"],
        strength_of_poison,
        given["strength"],
        given["toughness"].full,
        rerolls(given),
        given["lightning_claw"],
    )
    return dealt(given, worked)


def _scatter(given: Values) -> Answer:
    """D-32."""
    worked = blast_scatter(given["tokens"], given["bs"], not given["no_pull_back"], given["night"])
    return answer({"inches": worked.value}, worked)


def _barrage(given: Values) -> Answer:
    """D-38."""
    worked = placing_tokens(given["blasts"])
    return answer({"tokens": worked.value}, worked)


def _night(given: Values) -> Answer:
    """D-82."""
    worked = seen_at_night(given["distance"], given["acute_senses"])
    return answer({"seen": worked.value}, worked)


BS = Parameter(name="bs", text="BS of the firer", read=whole)
_HITS = Parameter(name="hits", text="models under it", read=whole)
_VULNERABLE = Parameter(name="vulnerable", text="the target is vulnerable to blasts and templates")
_TARGET = (AP, *PROTECTION)
_BLOWS = (
    Parameter(name="ws", text="WS of the attacker", read=positive),
    Parameter(name="target-ws", text="WS of the target", read=whole),
    Parameter(name="attacks", text="attacks in all", read=whole, default="1"),
    STRENGTH,
)
_POISONED = Parameter(name="poisoned", text="how the weapon is poisoned, such as 4+", read=optional(poison), default="")
_BLOW_CHANGES = (
    Parameter(name="preferred-enemy", text="the attacker fights its preferred enemy"),
    TO_HIT,
    TO_WOUND,
    Parameter(name="lightning-claw", text="with a lightning claw"),
    AP,
    IGNORES_ARMOUR,
    *NO_COVER_PROTECTION,
)

CALCULATIONS = (
    Calculation(
        name="shooting",
        text="DMG of models that fire one type of weapon.",
        rule="D-20",
        parameters=(
            BS,
            Parameter(name="strength", text="S of the weapon", read=optional(positive), default=""),
            Parameter(name="shots", text="shots of one model", read=positive, default="1"),
            Parameter(name="models", text="models that fire", read=positive, default="1"),
            Parameter(name="rapid-fire", text='twice the shots up to 12"'),
            Parameter(
                name="range", text="range of a heavy weapon, for the optional rule", read=optional(inches), default=""
            ),
            Parameter(name="distance", text="inches to the target", read=optional(inches), default=""),
            TWIN_LINKED,
            TO_HIT,
            TO_WOUND,
            Parameter(name="sniper", text="a sniper weapon"),
            _POISONED,
            Parameter(name="toughness", text="T of the target, for those two", read=optional(toughness), default=""),
            *_TARGET,
        ),
        answer=_shooting,
    ),
    Calculation(
        name="template",
        text="DMG of a template weapon.",
        rule="D-27",
        parameters=(_HITS, STRENGTH, TWIN_LINKED, TO_WOUND, _VULNERABLE, *_TARGET),
        answer=_template,
    ),
    Calculation(
        name="blast",
        text="DMG of a blast or a large blast.",
        rule="D-28",
        parameters=(_HITS, STRENGTH, TO_WOUND, _VULNERABLE, *_TARGET),
        answer=_blast,
    ),
    Calculation(
        name="close-combat",
        text="DMG of attacks in close combat.",
        rule="D-40",
        parameters=(
            *_BLOWS,
            *_BLOW_CHANGES,
            _POISONED,
            Parameter(name="toughness", text="T of the target, for poison", read=optional(toughness), default=""),
        ),
        answer=_close_combat,
    ),
    Calculation(
        name="poison",
        text="DMG of attacks with a poisoned weapon or a witchblade.",
        rule="D-42",
        parameters=(
            *_BLOWS,
            Parameter(name="toughness", text="T of the target", read=toughness),
            _POISONED,
            Parameter(name="witchblade", text="the weapon is a witchblade, which is poisoned 2+"),
            *_BLOW_CHANGES,
        ),
        answer=_poison,
    ),
    Calculation(
        name="scatter",
        text="How far Scatter tokens move a blast.",
        rule="D-32",
        parameters=(
            Parameter(name="tokens", text="tokens that the opponent spends on it", read=whole),
            BS,
            Parameter(name="no-pull-back", text="barrage without line of sight, ordnance barrage, orbital bombardment"),
            Parameter(name="night", text="in night fighting: one token more"),
        ),
        answer=_scatter,
    ),
    Calculation(
        name="multiple-barrage",
        text="Tokens that place the blasts of a multiple barrage.",
        rule="D-38",
        parameters=(Parameter(name="blasts", text="blasts in all", read=positive),),
        answer=_barrage,
    ),
    Calculation(
        name="night",
        text="Whether a target is seen in night fighting.",
        rule="D-82",
        parameters=(
            Parameter(name="distance", text="inches to the target", read=inches),
            Parameter(name="acute-senses", text="the firer has acute senses"),
        ),
        answer=_night,
    ),
)
