"""Diceless 40K: hit points, order points, tokens and the cards the game is played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.errors import Finding
from builder.systems.protocol import FORTYK_PROFILES, System

if TYPE_CHECKING:
    from builder.roster.view import ProfileView, RosterView
    from builder.systems.blocks import Card
    from builder.systems.calculation import Calculation
    from builder.systems.diceless.play.state import GameState
    from builder.systems.diceless.reading import DicelessReading
    from builder.systems.play.protocol import Play
    from builder.systems.protocol import DatasheetForms, Form, Setting, UnitCache


class DicelessSystem(System):
    """The system as the registry loads it; what reads armies is imported when the first one is read."""

    id = "diceless"
    name = "Diceless 40K"
    plans_groups = False
    features = frozenset({FORTYK_PROFILES})

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form:
        """Stat lines, vehicles and weapons of 40K."""
        from builder.systems.fortyk.schema import DATASHEET_LINES

        return forms.units(DATASHEET_LINES)

    def settings(self) -> tuple[Setting, ...]:
        """None: its rules are read in one way."""
        return ()

    def calculations(self) -> tuple[type[Calculation], ...]:
        """Saves, casualties, tests, shooting, close combat, vehicles, tokens, reserves, terrain."""
        from builder.systems.diceless.calculations import attacks, hazards, units, vehicles

        rooms = (units, attacks, vehicles, hazards)
        return tuple(calculation for room in rooms for calculation in room.CALCULATIONS)

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why the roster's profiles are no 40K profiles at all; empty where some are."""
        from builder.systems.fortyk.units import missing_stat_lines

        return missing_stat_lines(roster, "Diceless")

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what of a 40K profile cannot be read; None for a profile that is neither a stat line nor a weapon."""
        from builder.systems.fortyk.weapons import unread

        return unread(profile)

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> DicelessReading:
        """Return the army with HP, OP and tokens; what cannot be understood is among its findings."""
        from builder.systems.diceless.reading import read

        return read(roster, kept)

    def blank_cards(self) -> tuple[Card, ...]:
        """Cards to fill in by hand."""
        from builder.systems.diceless.cards import blank_cards

        return blank_cards()

    def play(self) -> Play[GameState]:
        """Damage, order points, vehicles, tokens and reserves over a game."""
        from builder.systems.diceless.play import PLAY

        return PLAY


SYSTEM = DicelessSystem()
