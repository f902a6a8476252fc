"""What acts on units, sides and tokens want to know, the same words for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.systems.figures import optional, positive, signed, whole
from builder.systems.questions import Parameter
from builder.systems.words import one_of


def yes_no(text: str) -> bool:
    """A plain answer."""
    return one_of(text, ("yes", "no")) == "yes"


def names(text: str) -> tuple[str, ...]:
    """Names or ids, with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def figures(text: str) -> Mapping[str, int]:
    """A figure for each group, `Sergeant=29,Boltgun=206`; for the only one just the figure, or 0 for all of them."""
    found: dict[str, int] = {}
    for part in names(text):
        name, equals, figure = part.rpartition("=")
        if bool(equals) != bool(name.strip()) or name.strip() in found:
            raise ValueError("write each group once with its figure, such as Sergeant=29,Boltgun=206")
        if not equals and figure[:1].isalpha():
            raise ValueError(f"write the group with its figure, such as {figure}=29")
        found[name.strip()] = whole(figure)
    return found


def wish(
    name: str,
    text: str,
    read: Callable[[str], object] = str.strip,
    *,
    several: bool = False,
    when: str = "",
    group: str = "",
) -> Parameter:
    """A parameter that need not be given; its value is None then."""
    return Parameter(name=name, text=text, read=optional(read), default="", several=several, when=when, group=group)


UNIT = Parameter(name="unit", text="the unit", read=str.strip)
VEHICLE = Parameter(name="vehicle", text="the vehicle", read=str.strip)
PLAYER = Parameter(name="player", text="whose: 1, 2 or a name", read=str.strip)
COUNT = Parameter(name="count", text="how many", read=positive, default="1")
ANYWAY = Parameter(name="anyway", text="the players agree on it, whatever the rules say")
LD = wish("ld", "Ld of the model that tests, in the place of the best one", whole)
REROLL = Parameter(name="reroll", text="the test may be re-rolled")
MODIFIER = Parameter(name="modifier", text="added to its Ld: -1, +2", read=signed, default="0")
