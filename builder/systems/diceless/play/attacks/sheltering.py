"""What protects a group in a game: its profile's saves, and what was said of the attack and the ground."""

from __future__ import annotations

from collections.abc import Iterable

from builder.errors import PlayError
from builder.systems.diceless.calculations.parts import reroll
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.parameters import (
    ARMOUR,
    COVER,
    FEEL_NO_PAIN,
    INVULNERABLE,
    NULL_ZONE,
    SAVE_REROLLS,
    STEALTH,
)
from builder.systems.diceless.play.attacks.squads import Squad
from builder.systems.diceless.saves import SAVES, Attack, Protection
from builder.systems.questions import Parameter

STOPS_FEEL_NO_PAIN = 2
"""The AP that Feel No Pain does not help against, nor any better one, as in the base game (D-33)."""


def protection_of(squad: Squad, attack: Attack, sudden: bool, asking: Asking) -> Explained[Protection]:
    """The saves of a group against an attack, and what its rules change of them (D-05, D-33, D-37, D-101).

    Feel No Pain is used by those who have it, but against power weapons, AP 1 and 2 and instant death (`sudden`),
    unless it was said whether it is.
    """
    try:
        again = reroll(*(asking[each] for each in SAVE_REROLLS))
    except ValueError as error:
        raise PlayError(str(error)) from None
    pierces = attack.ignores_armour or sudden or (attack.ap is not None and attack.ap <= STOPS_FEEL_NO_PAIN)
    cover = _cover(squad, attack, asking)
    no_pain = asking.yes(FEEL_NO_PAIN, squad.no_pain.value and not pierces)
    by_itself = asking[FEEL_NO_PAIN] is None and no_pain == squad.no_pain.value
    return Explained(
        Protection(
            armour=_said(asking[ARMOUR], squad.group.profile.save),
            cover=cover.value,
            invulnerable=_said(asking[INVULNERABLE], squad.group.profile.invulnerable),
            reroll=again,
            feel_no_pain=no_pain,
            null_zone=asking[NULL_ZONE],
        ),
        (*(squad.no_pain.steps if by_itself else ()), *cover.steps),
    )


def _cover(squad: Squad, attack: Attack, asking: Asking) -> Explained[int | None]:
    """The save of its cover, one better with Stealth, but none is better than the best (D-24)."""
    cover: int | None = asking[COVER]
    if cover is None or attack.ignores_cover:
        return Explained(cover)
    if not asking.yes(STEALTH, "stealth" in map(str.casefold, squad.unit.rules)):
        return Explained(cover)
    better = max(SAVES[0], cover - 1)
    return Explained(better, (f"Stealth: cover {cover}+ counts as {better}+",))


def _said(said: int | None, own: int | None) -> int | None:
    """A save as said, be it none, else that of the profile."""
    return own if said is None else said or None


def by_rules(asking: Asking, parameter: Parameter, rules: Iterable[str], *words: str) -> bool:
    """What was said, else whether one of the rules is called so."""
    return asking.yes(parameter, any(has_rule(rules, word) for word in words))


def has_rule(rules: Iterable[str], name: str) -> bool:
    """Whether one of some rules has a name in it, in any case."""
    return any(name in rule.casefold() for rule in rules)
