"""What the parameters of acts of the table can be given as things stand: units, vehicles, weapons, groups, words.

By the name of the parameter; where a verb means something of its own by it, by both: `shoot.weapon`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.errors import PlayError
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play.attacks.squads import squads
from builder.systems.diceless.play.choices.attacks import ATTACK_CHOICES
from builder.systems.diceless.play.choices.choosers import Chooser, Texts, living, units, vehicles, word_of
from builder.systems.diceless.play.finding import find_unit
from builder.systems.diceless.play.state import GameState
from builder.systems.parameters import Choice


def groups(state: GameState, given: Texts) -> Iterator[Choice[str]]:
    """The groups left of the unit that is named."""
    ref = find_unit(state, given.get("unit", ""))
    return (Choice(each.group.id, each.text) for each in squads(state, ref, with_leader=False))


CHOICES: Mapping[str, Chooser] = {
    **ATTACK_CHOICES,
    "unit": units(living),
    "vehicle": vehicles(),
    "group": groups,
    "speed": word_of(Speed),
}
LACKING: Mapping[str, str] = {
    "unit": "nobody is left",
    "vehicle": "no vehicle is left",
    "target": "nobody is left to attack",
    "weapon": "it has no weapon for that",
    "gets-hot.unit": "nobody has a weapon that gets hot",
}
"""What is missing where a parameter could be given something, and nothing is there; as in `CHOICES`."""


def choices(state: GameState, verb: str, parameter: str, given: Texts) -> Sequence[Choice[str]]:
    """What a parameter of a verb can be given, `given` what is given to others; empty for free text."""
    return _choices(state, verb, parameter, given) or ()


def lacking(state: GameState, verb: str, parameter: str, given: Texts) -> str:
    """Why a parameter can be given nothing, though it is no free text; empty where it can."""
    if _choices(state, verb, parameter, given) != ():
        return ""
    return LACKING.get(f"{verb}.{parameter}") or LACKING.get(parameter, "there is nothing to choose")


def _choices(state: GameState, verb: str, parameter: str, given: Texts) -> Sequence[Choice[str]] | None:
    """What there is to choose; None for free text, and where it hangs on what is not given yet."""
    chooser = CHOICES.get(f"{verb}.{parameter}") or CHOICES.get(parameter)
    if chooser is None:
        return None
    try:
        return tuple(chooser(state, given))
    except PlayError:
        return None
