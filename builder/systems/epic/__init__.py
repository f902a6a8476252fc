"""Epic: formations of units, initiative, blast markers and the sheets the game is played with."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from builder.errors import Finding, Severity
from builder.roster.view import ProfileView, RosterView
from builder.systems.protocol import DICE, System

if TYPE_CHECKING:
    from builder.systems.blocks import Card, ListWords
    from builder.systems.calculation import Calculation
    from builder.systems.epic.play.state import EpicGame
    from builder.systems.epic.reading import EpicReading
    from builder.systems.play.protocol import Play
    from builder.systems.protocol import DatasheetForms, Form, Setting, UnitCache


class EpicSystem(System):
    """The system as the registry loads it; what reads armies is imported when the first one is read."""

    id = "epic"
    name = "Epic"
    plans_groups = False
    features = frozenset({DICE})

    @property
    def arrivals(self) -> Collection[str]:
        """None: formations of Epic are set up together, or come as their rules say."""
        return ()

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form:
        """Units, weapons, formations and the ratings of an army."""
        from builder.systems.epic.schema import FORMATION_LINES

        return forms.formations(FORMATION_LINES)

    def list_words(self) -> ListWords:
        """Formations of units with an initiative."""
        from builder.systems.epic.roster_page import WORDS

        return WORDS

    def settings(self) -> tuple[Setting, ...]:
        """Return what a war engine counts where blast markers break a formation."""
        from builder.systems.epic.model import SETTINGS

        return SETTINGS

    def calculations(self) -> tuple[type[Calculation], ...]:
        """Action tests, strategy, firepower, blast markers, moves, stands."""
        from builder.systems.epic.calculations import CALCULATIONS
        from builder.systems.epic.choices import CHOICES

        return (*CALCULATIONS, *CHOICES)

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        """Return why no profile of a roster is one of Epic; empty where some are."""
        from builder.systems.epic.units import has_units

        if has_units(roster) or not any(True for _ in roster.units()):
            return ()
        message = f"{roster.name} has no unit with Type, Speed, Armour, CC and FF, which Epic needs"
        return (Finding(Severity.ERROR, "epic.stat_line", message),)

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        """Return what cannot be read of a profile; None for one that is neither a unit's nor a weapon's."""
        from builder.systems.epic.statlines import unread

        return unread(profile)

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> EpicReading:
        """Return the army with its formations and blast markers; what cannot be understood is among its findings."""
        from builder.systems.epic.reading import read

        return read(roster, kept)

    def blank_cards(self) -> tuple[Card, ...]:
        """Cards to fill in by hand."""
        from builder.systems.epic.cards import blank_cards

        return blank_cards()

    def play(self) -> Play[EpicGame]:
        """Games of formations: strategy, actions and their tests, blast markers, who is broken, who rides."""
        from builder.systems.epic.play import PLAY

        return PLAY


SYSTEM = EpicSystem()
