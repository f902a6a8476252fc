"""What protects a group in a game: its profile's saves, and what was said of the attack and the ground."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.calculations.parts import reroll
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.attacks.fields import Cover, OnModels
from builder.systems.diceless.play.attacks.squads import Squad
from builder.systems.diceless.saves import SAVES, Attack, Protection

STOPS_FEEL_NO_PAIN = 2
"""The AP that Feel No Pain does not help against, nor any better one, as in the base game (D-33)."""


def protection_of(squad: Squad, attack: Attack, sudden: bool, given: OnModels) -> Explained[Protection]:
    """The saves of a group against an attack, and what its rules change of them (D-05, D-33, D-37, D-101).

    Feel No Pain is used by those who have it, but against power weapons, AP 1 and 2 and instant death (`sudden`),
    unless it was said whether it is.
    """
    saves = given.saves
    try:
        again = reroll(saves.reroll_failed, saves.reroll_passed)
    except ValueError as error:
        raise PlayError(str(error)) from None
    pierces = attack.ignores_armour or sudden or (attack.ap is not None and attack.ap <= STOPS_FEEL_NO_PAIN)
    cover = _cover(squad, attack, given.cover)
    no_pain = said(saves.feel_no_pain, squad.no_pain.value and not pierces)
    by_itself = saves.feel_no_pain is None and no_pain == squad.no_pain.value
    return Explained(
        Protection(
            armour=_said(saves.armour, squad.group.profile.save),
            cover=cover.value,
            invulnerable=_said(saves.invulnerable, squad.group.profile.invulnerable),
            reroll=again,
            feel_no_pain=no_pain,
            null_zone=saves.null_zone,
        ),
        (*(squad.no_pain.steps if by_itself else ()), *cover.steps),
    )


def _cover(squad: Squad, attack: Attack, given: Cover) -> Explained[int | None]:
    """The save of its cover, one better with Stealth, but none is better than the best (D-24)."""
    cover = given.cover
    if cover is None or attack.ignores_cover:
        return Explained(cover)
    if not said(given.stealth, "stealth" in map(str.casefold, squad.unit.rules)):
        return Explained(cover)
    better = max(SAVES[0], cover - 1)
    return Explained(better, (f"Stealth: cover {cover}+ counts as {better}+",))


def _said(said: int | None, own: int | None) -> int | None:
    """A save as said, be it none, else that of the profile."""
    return own if said is None else said or None


def said(given: bool | None, ruled: bool) -> bool:
    """A yes or no that was said, else what the rules come to."""
    return ruled if given is None else given
