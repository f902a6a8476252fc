"""What a unit can take, as a plain value: one line among its choices."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeAlias

from builder.record import Record

MANY = 999
"""No number that an operation takes is greater."""
BETWEEN = " · "
"""What stands between who takes something and what that is chosen among."""
_TRANSPORT = "transport"
"""What the names of groups have that transports are taken from."""

ChoiceKey: TypeAlias = tuple[str, str]
"""What a choice is known by: the id of the part that takes it, and the path of its entry."""


class ChoiceRow(Record, frozen=True, kw_only=True):
    """Something that a unit or a part of it can take.

    Args:
        unit: the id of the unit, `under` that of the part that takes it, `path` leads to its entry from there.
        group: what it is chosen among, behind its `owner`: what the part is called that takes it, if not as the unit.
        control: `radio` where one of several is chosen, `check` for one or none, `number` for more.
        number: how many are chosen; `least` and `most` (None: any number) may be, `step` by `step`.
        default: whether it stands where nothing else was chosen.
        missing: how many of it, or of its group, are still to be chosen.
        model: whether it is a model; `beside`: how many others stand beside it then: a sergeant, say.
        copies: the choice of each of several models that are alike, in the order in which one more goes to them.
        bearer: the choice of the model that takes it, where the unit has none of that yet.
        instead: what it takes the place of, if our datasheets say that.
        clears: the choice that is taken back by this one, which stands for none of several.
        is_size: whether it alone says how many models the unit has, which is its number and those `beside`.
        within: what the unit is called that takes it, where that is one which the unit in question takes with it.
        reason: why no more can be chosen; empty where more can.
        needs: the names of what would allow more, or what stands against it; `models_needed` where those are models.
        cost: what a single one costs; `price` is what taking it once more adds.
        adds: what that adds where something with a cost comes with it, or other prices change; None where it is all.
    """

    unit: str
    under: str
    path: str
    name: str
    group: str
    cost: Decimal
    control: str
    number: int
    least: int
    most: int | None
    step: int = 1
    default: bool = False
    missing: int = 0
    model: bool = False
    beside: int = 0
    reason: str = ""
    needs: tuple[str, ...] = ()
    models_needed: int = 0
    copies: tuple[ChoiceRow, ...] = ()
    bearer: ChoiceRow | None = None
    instead: str = ""
    clears: ChoiceRow | None = None
    is_size: bool = False
    within: str = ""
    adds: Decimal | None = None
    owner: str = ""

    @property
    def price(self) -> Decimal:
        """What taking it once more adds to the army: `step` of it at once, without the model that it may need."""
        return self.cost * self.step if self.adds is None else self.adds

    @property
    def line_price(self) -> Decimal:
        """What its line says that it costs: a single one of a number, else all that taking it once more adds."""
        return self.cost if self.control == "number" and self.adds is None else self.price

    @property
    def others(self) -> int:
        """How many models are in the number that players see beside those of this choice."""
        return self.beside if self.is_size else 0

    @property
    def singles(self) -> tuple[ChoiceRow, ...]:
        """The choices of the models that it stands for."""
        return self.copies or (self,)

    @property
    def among(self) -> str:
        """What it is chosen among, without whose choice that is."""
        return self.group.removeprefix(self.owner).removeprefix(BETWEEN) if self.owner else self.group

    @property
    def as_it_comes(self) -> bool:
        """Whether no more of it is there than stands there where nothing was chosen."""
        return self.default and self.number <= max(1, self.least)

    @property
    def brings_transport(self) -> bool:
        """Whether it is a transport that the unit takes with it."""
        return is_of_transports(self.group)

    def stands_for(self, key: ChoiceKey) -> bool:
        """Whether it is the choice that is known by this."""
        return any((each.under, each.path) == key for each in self.singles)

    @property
    def is_counted(self) -> bool:
        """Whether it is a number that can be another one, and not just a tick or one of several."""
        return self.control == "number" and bool(self.number or not self.reason)

    def refusal(self, number: int) -> str:
        """Why it cannot have another number; empty where it can.

        One of several things goes before another takes its place: until then its group says what is missing.
        """
        floor = self.floor if number < self.least and self.control != "check" else ""
        return self.reason if number > self.number else floor

    @property
    def floor(self) -> str:
        """Why no fewer can be chosen."""
        if self.default:
            return f"{self.name}: choose what takes its place instead"
        return f"{'Models' if self.is_size else self.name}: at least {self.least + self.others}"


def is_of_transports(group: str) -> bool:
    """Whether transports are taken from a group: nothing but its name tells that in any data."""
    return _TRANSPORT in group.casefold()
