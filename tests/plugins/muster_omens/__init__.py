"""A module in a package of its own: before a unit charges, its player looks for an omen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.errors import Finding
from builder.record import replace
from builder.systems.blocks import Card, Check, CheckRow, Head, PanelCard, RosterPage, RuleText, SheetKind, Slot
from builder.systems.figures import Die
from builder.systems.modules import Module, WrappedReading
from builder.systems.parameters import given
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Noted
from builder.systems.play.clock import Consequence
from builder.systems.play.game import Game, UnitRef
from builder.systems.play.lookup import living, unit_name, units
from builder.systems.play.protocol import Play
from builder.systems.protocol import Reading, Setting, System, UnitSummary

DECLARED = "declared"
"""The moment at which it adds itself, where the course of a system has it."""


class Omen(Act[Any]):
    """A player looks for an omen."""

    rule, group = "O-1", "Omens"
    unit: UnitRef = given("for whom", units(living), none="nobody is left")
    die: Die = given("the die")

    def decide(self, game: Game[Any, Any], ask: Answers) -> Ruling[Any]:
        """A crow on a 1 or a 2."""
        seen = "a crow" if self.die < 3 else "an eagle"
        note: Noted[Any] = Noted(text=seen, side=self.unit.side, unit=self.unit.id)
        return Ruling(f"{unit_name(game, self.unit)}: {seen}", [note], side=self.unit.side)


def remembered(game: Game[Any, Any], about: tuple[UnitRef, ...]) -> Iterator[Consequence[Any]]:
    """What was seen of whoever declares a charge is told."""
    if note := game.body(about[0]).note:
        yield Consequence((), f"{unit_name(game, about[0])} has seen {note}")


class OmensReading(WrappedReading):
    """An army whose list names the rule, with a card of its own for each unit, on a sheet of its own."""

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        return (*self.base.cards(unit), *(_card(each) for each in self.units if unit in (None, each.id)))

    def roster_page(self, findings: Sequence[Finding], slots: Sequence[Slot], source: str) -> RosterPage:
        page = self.base.roster_page(findings, slots, source)
        return replace(page, rules=(*page.rules, RuleText("Omens", "Look for one before a charge.", "O-1")))


def _card(unit: UnitSummary) -> PanelCard:
    seen = CheckRow((Check(f"{unit.id}.o.crow", "Crow"), Check(f"{unit.id}.o.eagle", "Eagle")), title="Seen")
    return PanelCard(head=Head(f"{unit.id}.o", unit.slot, unit.name, "", ""), sheet="omens", left=(seen,))


class OmensModule(Module):
    """The module as the registry loads it."""

    id = "omens"
    name = "Omens"

    def sheets(self) -> Mapping[str, SheetKind]:
        return {"omens": SheetKind("Omens", "O", "What was seen, by unit.", filled_in=True)}

    def settings(self, system: System) -> Sequence[Setting]:
        ways = {"birds": "By the flight of birds.", "entrails": "By entrails."}
        return (Setting(name="omens", choices=ways, rule="O-1"),)

    def read(self, reading: Reading, settings: Mapping[str, str]) -> Reading:
        return OmensReading(reading)

    def play(self, play: Play[Any], settings: Mapping[str, str]) -> Play[Any]:
        course = play.rules.course
        if DECLARED in course.known_moments:
            course = course.adding(DECLARED, remembered)
        return replace(play, acts=(*play.acts, Omen), rules=replace(play.rules, course=course))


MODULE = OmensModule()
