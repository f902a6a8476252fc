"""A rule system in a package of its own: bands of fighters who cross a ford on carts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import Field

from builder.errors import Finding, Severity
from builder.roster.view import ProfileView, RosterView, SelectionView, points, points_limit, points_of
from builder.systems.blocks import Card, Check, CheckRow, Head, PanelCard, RosterPage, RosterRow, Slot, number
from builder.systems.common.units import slot_of
from builder.systems.play.protocol import Play
from builder.systems.protocol import Counter, DatasheetForms, DatasheetLines, Form, System, UnitCache, UnitSummary
from builder.systems.schema import LineSchema

if TYPE_CHECKING:
    from .game import Skirmish


class FighterLine(LineSchema):
    """What a fighter can take and bear; a cart has room for others."""

    HP: int = Field(ge=1, le=9)
    nerve: int = Field(ge=1, le=9)
    room: int = Field(default=0, ge=0, le=99)

    def columns(self) -> tuple[str, dict[str, str]]:
        return "Fighter", {"HP": str(self.HP), "Nerve": str(self.nerve), "Room": str(self.room)}


class WeaponLine(LineSchema):
    """Whatever is swung hits on 4+."""

    def columns(self) -> tuple[str, dict[str, str]]:
        return "Weapon", {"Hits": "4+"}


LINES = DatasheetLines(
    profile=FighterLine,
    vehicle=FighterLine,
    weapon=WeaponLine,
    columns={"Fighter": ("HP", "Nerve", "Room"), "Weapon": ("Hits",)},
    weapon_rules=(),
    is_weapon_rule=lambda name: False,
)


class Band(Struct, frozen=True):
    """A band as its list has it, and as the log of a game keeps it."""

    id: str
    name: str
    hp: int
    nerve: int
    room: int

    def card(self, slot: str = "", cost: str = "", lost: int = 0) -> PanelCard:
        """A box for each HP, those that are lost filled."""
        boxes = tuple(Check(f"{self.id}.{n}", str(n), checked=n <= lost) for n in range(1, self.hp + 1))
        head = Head(self.id, slot, self.name, cost, facts=(f"nerve {self.nerve}",))
        return PanelCard(head=head, sheet="units", left=(CheckRow(boxes, title="HP lost"),))


@dataclass(frozen=True, slots=True)
class ToyReading:
    """An army as it is understood."""

    roster: RosterView
    bands: Mapping[str, Band]
    units: Sequence[UnitSummary]
    counters: Sequence[Counter] = ()
    findings: Sequence[Finding] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        wanted = [each for each in self.units if unit in (None, each.id)]
        return [self.bands[each.id].card(each.slot, number(each.points)) for each in wanted]

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        return RosterPage(
            title=self.roster.name,
            system=SYSTEM.name,
            points=points(self.roster, "points"),
            limit=points_limit(self.roster, "points"),
            source=source,
            slots=tuple(slots),
            rows=tuple(map(_row, self.units)),
            findings=tuple(findings),
        )


def _row(unit: UnitSummary) -> RosterRow:
    return RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail="",
        models=unit.models,
        points=unit.points,
        hp=unit.hp,
        cards=(unit.id,),
    )


def _fighters(unit: SelectionView) -> list[tuple[int, Mapping[str, int]]]:
    """The profiles of a unit, each with how many fighters have it."""
    return [
        (part.number, {cell.name: int(cell.value) for cell in profile.characteristics})
        for part in unit.walk()
        for profile in part.profiles
        if profile.type_name == "Fighter"
    ]


def _read(unit: SelectionView) -> tuple[Band, UnitSummary]:
    fighters = _fighters(unit)
    hp, room = (sum(count * line[column] for count, line in fighters) for column in ("HP", "Room"))
    band = Band(unit.id, unit.custom_name or unit.name, hp, min(line["Nerve"] for _, line in fighters), room)
    return band, UnitSummary(
        id=unit.id,
        entry=unit.entry_id,
        name=band.name,
        kind="unit",
        models=sum(count for count, _ in fighters),
        slot=slot_of(unit)[0],
        points=points_of(unit, "points"),
        marks=unit.marks,
        hp=hp,
    )


class ToySystem(System):
    """The system as the registry loads it."""

    id = "toy"
    name = "Toy Skirmish"

    def datasheet_form(self, forms: DatasheetForms[Form]) -> Form:
        return forms.units(LINES)

    def missing(self, roster: RosterView) -> tuple[Finding, ...]:
        if not any(True for _ in roster.units()) or any(map(_fighters, roster.units())):
            return ()
        return (Finding(Severity.ERROR, "toy.profile", f"{roster.name} has no fighters, which Toy Skirmish needs"),)

    def unread(self, profile: ProfileView) -> tuple[Finding, ...] | None:
        return () if profile.type_name in LINES.columns else None

    def read(self, roster: RosterView, kept: UnitCache | None = None) -> ToyReading:
        read = [_read(unit) for unit in roster.units() if _fighters(unit)]
        return ToyReading(roster, {band.id: band for band, _ in read}, [summary for _, summary in read])

    def play(self) -> Play[Skirmish]:
        from .game import PLAY

        return PLAY


SYSTEM = ToySystem()
