"""The Dark Millennia house rules: cover, overwatch, mounted infantry and consolidation, each a setting of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from builder.systems.modules import Module
from builder.systems.protocol import DICE, FORTYK_PROFILES, Reading, Setting, System

if TYPE_CHECKING:
    from builder.systems.calculation import Calculation
    from builder.systems.play.protocol import Play


class HouseModule(Module):
    """The module as the registry loads it; what it works with is imported when it is asked for."""

    id = "house"
    name = "Dark Millennia house rules"

    def refusal(self, system: System) -> str:
        """Return why armies of a system cannot have them: they need BS, T and saves; empty where they can."""
        if FORTYK_PROFILES not in system.features:
            return f"{self.name} need 40K profiles (BS, T, saves), which armies of {system.name} do not have"
        return ""

    def settings(self, system: System) -> Sequence[Setting]:
        """Return its four settings; without dice, cover by modifiers and consolidation alone (H-01, H-05)."""
        from builder.systems.house.rules import settings_of

        return settings_of(system.name, dice=DICE in system.features)

    def calculations(self) -> Sequence[type[Calculation]]:
        """Cover by modifiers, two saves, terrain for mounted models, overwatch."""
        from builder.systems.house.rules import CALCULATIONS

        return CALCULATIONS

    def read(self, reading: Reading, settings: Mapping[str, str]) -> Reading:
        """Return an army with what its settings print."""
        from builder.systems.house.sheets import HouseReading

        return HouseReading(reading, settings)

    def play(self, play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
        """Return a game with the acts and reminders of its settings."""
        from builder.systems.house.play import with_house_rules

        return with_house_rules(play, settings)


MODULE = HouseModule()
