"""What a player notes of units: marks of each, and groups that are planned to act together."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from builder.record import Record, replace


class Mark(Record, frozen=True):
    """What a player notes of a unit: `reserve`, `deep_strike`, `led_by` or `riding_in` (these with a unit's id)."""

    kind: str
    target: str | None = None


_WORDS = {
    "reserve": "reserve",
    "deep_strike": "deep strike",
    "led_by": "led by {}",
    "riding_in": "rides in {}",
    "leads": "leads {}",
}
"""What a line says of a mark, with the name of its target; `leads` is said of the target of `led_by`."""


MEANT = {"reserve": "begins off the table", "deep_strike": "lands from the sky"}
"""What a mark means for where a unit begins."""


class PlannedGroup(Record, frozen=True, kw_only=True):
    """Units, by their ids, that the player plans to act together; what that means is for the system to say.

    A part of a unit that deploys alone has the unit's id and more: `b1.v2`.
    """

    id: str
    name: str = ""
    units: tuple[str, ...] = ()

    def only(self, known: Collection[str]) -> PlannedGroup:
        """Return the group without the units, and the parts of units, that are not known."""
        return replace(self, units=tuple(id for id in self.units if id in known or unit_of_part(id) in known))


def mark_words(kind: str, target: str = "") -> str:
    """Return what a line says of a mark, with the name of its target where it has one: `rides in Rhino`."""
    return _WORDS.get(kind, kind.replace("_", " ")).format(target)


def unit_of_part(id: str) -> str:
    """Return the unit that the id of a part deployed alone belongs to; a unit's own id stays as it is."""
    return id.partition(".")[0]


def renewed_id(id: str, renewed: Mapping[str, str]) -> str:
    """Return the new id of a unit, or that of its part deployed alone; the id itself where the unit has no new one."""
    unit = unit_of_part(id)
    return renewed.get(id) or renewed.get(unit, unit) + id.removeprefix(unit)
