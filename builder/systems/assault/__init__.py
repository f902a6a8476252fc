"""Trial Assault v7: the assault phase in seven steps, for lists with 40K profiles that are played with dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from builder.systems.modules import Module
from builder.systems.protocol import DICE, FORTYK_PROFILES, Reading, System

if TYPE_CHECKING:
    from builder.systems.blocks import SheetKind
    from builder.systems.calculation import Calculation
    from builder.systems.play.protocol import Play


class AssaultModule(Module):
    """The module as the registry loads it; what it works with is imported when it is asked for."""

    id = "assault"
    name = "Trial Assault v7"

    def refusal(self, system: System) -> str:
        """Return why armies of a system cannot have it: it needs 40K profiles and dice; empty where they can."""
        if FORTYK_PROFILES not in system.features:
            return f"{self.name} needs 40K profiles (WS S T I A), which armies of {system.name} do not have"
        if DICE not in system.features:
            return f"{self.name} rests on dice, and {system.name} is played without: take it with Plain 40K"
        return ""

    def sheets(self) -> Mapping[str, SheetKind]:
        """Return the sheets of its cards."""
        from builder.systems.blocks import SheetKind

        return {"assault": SheetKind("Assault", "M", "Cards for the module of close combat.", filled_in=True)}

    def calculations(self) -> Sequence[type[Calculation]]:
        """Attacks, to hit, to wound, majorities, charges, and a whole round of combat."""
        from builder.systems.assault.calculations import CALCULATIONS

        return CALCULATIONS

    def read(self, reading: Reading, settings: Mapping[str, str]) -> Reading:
        """Return an army with an assault card for each unit."""
        from builder.systems.assault.cards import AssaultReading

        return AssaultReading(reading)

    def play(self, play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
        """Return a game with the seven steps."""
        from builder.systems.assault.play import with_assaults

        return with_assaults(play)


MODULE = AssaultModule()
