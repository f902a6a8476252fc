"""Any game: armies whose profiles no other system reads, as their data describes them, without a rule of their game."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from builder.roster.view import ProfileView, RosterView
from builder.systems.protocol import System

if TYPE_CHECKING:
    from builder.errors import Finding
    from builder.systems.blocks import ListWords
    from builder.systems.generic.game import Generic
    from builder.systems.generic.reading import GenericReading
    from builder.systems.play.protocol import Play
    from builder.systems.protocol import DatasheetForms, Form, UnitCache


class GenericSystem(System):
    """The system as the registry loads it; what reads armies is imported when the first one is read."""

    id = "generic"
    name = "Any game"
    last_resort = True

    @property
    def arrivals(self) -> Collection[str]:
        """A mark without a rule: what it means is for the players to say."""
        return ("reserve",)

    def datasheet_form(self, forms: DatasheetForms[Form]) -> None:
        """Return none: its armies are built from the community's data."""

    def list_words(self) -> ListWords:
        """Units of models with wounds."""
        from builder.systems.generic.cards import WORDS

        return WORDS

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return nothing: it reads profiles of any type, and armies without any."""
        return ()

    def unread(self, profile: ProfileView) -> tuple[Finding, ...]:
        """Return nothing: it reads every profile."""
        return ()

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> GenericReading:
        """Return the army as its data describes it."""
        from builder.systems.generic.reading import read

        return read(roster, kept)

    def play(self) -> Play[Generic]:
        """Return how its games are tracked: what any game has, with marks and counters of any name."""
        from builder.systems.generic.play import PLAY

        return PLAY


SYSTEM = GenericSystem()
