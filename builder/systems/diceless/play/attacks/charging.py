"""A charge in close combat: an attack more, as in the base game, and S +1 with Furious Charge."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import replace
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.asking import Asking, by_rules
from builder.systems.diceless.play.attacks.parameters import ATTACK, switch
from builder.systems.diceless.play.attacks.wielders import Wielders
from builder.systems.diceless.play.parameters import wish, yes_no
from builder.systems.fortyk.model import Unit, WeaponMode

CHARGE = switch(
    name="charge",
    text="they charged in this turn: one attack more each, and S +1 with Furious Charge",
    when="for blows without grenades",
)
FURIOUS_CHARGE = wish(
    "furious-charge",
    "they have Furious Charge: yes, no; by their rules if not given",
    yes_no,
    when="for blows of a --charge that go by the S of who strikes",
    group=ATTACK,
)
MORE = 1
"""Attacks of a charge, and S of a furious one, as in the base game."""


def charged(
    unit: Unit, mode: WeaponMode, bearers: Sequence[Wielders], asking: Asking
) -> Explained[tuple[Wielders, ...]]:
    """Those who strike, with what a charge adds to them, if they charged."""
    if mode.kind == "grenade" or not asking[CHARGE]:
        return Explained(tuple(bearers))
    steps = [f"they charge: {MORE} attack more each"]
    furious = not mode.strength.strip().isdigit() and by_rules(asking, FURIOUS_CHARGE, unit.rules, "furious charge")
    if furious:
        steps.append(f"Furious Charge: S +{MORE}")
    return Explained(
        tuple(replace(each, more_attacks=MORE, more_strength=MORE * furious) for each in bearers), tuple(steps)
    )
