"""The choices of a unit in their groups, and what the heading of one says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from builder.record import Record
from builder.scalars import number
from builder.services.editor.view import ChoiceRow

MODELS, OPTIONS = "Models", "Options"
"""The headings of choices in no group."""
INSTEAD = " or what replaces it"
"""How our data ends the name of a group of what can stand in one place: the heading says what stands there."""
NONE = "none"
"""What is chosen where nothing need be, and nothing is."""
NAMED = 3
"""So many of the chosen things stand on a heading by name."""

GroupKey: TypeAlias = tuple[str, str]
"""The part of a unit that takes something, and the group in which that is chosen."""


class ChoiceGroup(Record, frozen=True):
    """Choices under one heading."""

    key: GroupKey
    name: str
    choices: tuple[ChoiceRow, ...]

    @property
    def title(self) -> str:
        """What its heading calls it."""
        return self.name.removesuffix(INSTEAD)

    @property
    def missing(self) -> int:
        """How many are still to be chosen."""
        return max(choice.missing for choice in self.choices)

    @property
    def taken(self) -> int:
        """How many are chosen."""
        return sum(choice.number for choice in self.choices)

    @property
    def is_size(self) -> bool:
        """Whether it says how many models there are."""
        return any(choice.model and choice.number and choice.control == "number" for choice in self.choices)

    @property
    def is_changed(self) -> bool:
        """Whether one of several was chosen in the place of what stands there by itself."""
        return any(choice.number and not choice.default for choice in self.choices if choice.control == "radio")

    @property
    def cost(self) -> Decimal:
        """What the chosen ones cost."""
        return sum((choice.cost * choice.number for choice in self.choices), Decimal(0))

    @property
    def reason(self) -> str:
        """Why none of its choices that are not made can be, where it is the same of several."""
        reasons = [choice.reason for choice in self.choices if not choice.number]
        return reasons[0] if len(reasons) > 1 and len(set(reasons)) == 1 else ""

    @property
    def rows(self) -> Sequence[ChoiceRow]:
        """Its choices; where one of them may be chosen and none need be, that is one more."""
        chosen = next((choice for choice in self.choices if choice.number), None)
        comes_back = any(choice.default for choice in self.choices)
        if self.missing or any(choice.control != "radio" for choice in self.choices):
            return self.choices
        if chosen is not None and (chosen.least or (comes_back and not chosen.default)):
            return self.choices
        first = self.choices[0]
        none = ChoiceRow(
            unit=first.unit,
            under=first.under,
            path=f"{NONE}/{first.path}",
            name=first.instead or NONE,
            group=first.group,
            cost=Decimal(0),
            control="radio",
            number=int(chosen is None),
            least=int(chosen is None),
            most=1,
            default=True,
            clears=chosen,
            reason="" if chosen is not None else "nothing else is chosen here",
        )
        return (*self.choices, none)

    @property
    def summary(self) -> str:
        """What is chosen, how many are still to be, or why none can; empty where that is what the title says."""
        if self.missing:
            has = f", has {self.taken}" if self.taken else ""
            return f": choose {self.missing + self.taken}{has}"
        taken = [choice for choice in self.choices if choice.number]
        if not taken and self.reason:
            return f": {self.reason}"
        if not taken:
            instead = next((choice.name for choice in self.rows if choice.number), "")
            return f": {instead}" if instead not in ("", NONE) else f": {NONE} of {len(self.choices)}"
        if self.name.endswith(INSTEAD) and len(taken) == 1 and taken[0].control == "radio":
            return "" if taken[0].default else f" → {taken[0].name}"
        if self.name.endswith(INSTEAD) and len(taken) == 1:
            return f": {taken[0].number}"
        names = [f"{choice.number} {choice.name}" if choice.number > 1 else choice.name for choice in taken]
        return f": {', '.join(names[:NAMED])}{' …' if len(names) > NAMED else ''}"


MOST_NAMED = 3
"""So many of what a group offers are told by name before a unit is added."""


def takes(choices: Iterable[ChoiceRow]) -> tuple[tuple[str, str], ...]:
    """Return what a unit could still take, in a few words for each group of choices, each with what one costs.

    All that a single model chooses among is told together. Of the models that most choices are for the name goes
    without saying.
    """
    groups, growing = grouped(choices), dict[str, tuple[str, str]]()
    owners = {group.title.rpartition(" · ")[0]: False for group in groups if " · " in group.title}
    parts: dict[str, list[tuple[str, dict[str, Decimal]]]] = {}
    for group in groups:
        open_ones = [each for each in group.choices if each.control == "number" or not each.number]
        for choice in (each for each in open_ones if each.model and each.most != each.number):
            more = "more" if choice.most is None else f"up to {choice.most - choice.number} more"
            growing.setdefault(choice.name, (f"{choice.name}: {more}", f"+{number(choice.cost)}"))
        offered = {each.name: each.cost for each in open_ones if not each.model and not each.default}
        owner, _, title = ("", "", group.title) if group.title not in owners else (group.title, "", OPTIONS)
        if " · " in group.title and group.title not in owners:
            owner, _, title = group.title.rpartition(" · ")
        if offered:
            parts.setdefault(owner, []).append((title, offered))
        if owner in owners and any(each.control == "number" or each.copies for each in group.choices):
            owners[owner] = True
    several = [owner for owner, is_several in owners.items() if is_several]
    told = [*growing.values()]
    for owner, those in parts.items():
        if owner and not owners[owner] and len(those) > 1:
            every = {(title, name): cost for title, offered in those for name, cost in offered.items()}
            told.append((f"{owner}: {len(every)} choices", _prices(every.values())))
            continue
        name = owner if owner and several != [owner] else ""
        told += (_taking(name, title, offered, each=owners.get(owner, False)) for title, offered in those)
    return tuple(told)


def _prices(costs: Iterable[Decimal]) -> str:
    """What the cheapest and the dearest of several cost."""
    least, most = min(those := [*costs]), max(those)
    return f"+{number(least)}" if least == most else f"{number(least)}–{number(most)}"


def _taking(owner: str, title: str, offered: Mapping[str, Decimal], *, each: bool) -> tuple[str, str]:
    """What of a group could be taken, by name or how many kinds, and what the cheapest and the dearest cost."""
    says_all = title in (MODELS, OPTIONS) or all(name.casefold() in title.casefold() for name in offered)
    names = ", ".join(offered) if len(offered) <= MOST_NAMED else f"{len(offered)} choices"
    names += ", each" if each and len(offered) == 1 else ""
    return ": ".join(filter(None, (owner, "" if says_all else title, names))), _prices(offered.values())


def chosen_words(choices: Iterable[ChoiceRow]) -> str:
    """Return what was chosen for a unit beyond what it comes with."""
    sizes, told = list[str](), dict[str, int]()
    for choice in choices:
        if choice.default or choice.number <= choice.least:
            continue
        if choice.model and choice.control == "number":
            sizes.append(f"{choice.number + choice.beside} models")
        else:
            told[choice.name] = told.get(choice.name, 0) + choice.number
    words = [*sizes[:1], *(f"{count} {name}" if count > 1 else name for name, count in told.items())]
    return ", ".join(words) or "as it comes"


def grouped(choices: Iterable[ChoiceRow]) -> list[ChoiceGroup]:
    """Choices under their headings: those first of which some must still be chosen, then how many models there are.

    Single things that are alone in their groups stand together under what takes them; models that the data has in no
    group have a heading of their own.
    """
    sizes: dict[GroupKey, list[ChoiceRow]] = {}
    for choice in choices:
        sizes.setdefault((choice.under, choice.group), []).append(choice)
    groups: dict[GroupKey, list[ChoiceRow]] = {}
    for (under, group), those in sizes.items():
        owner, _, last = group.rpartition(" · ")
        alone = len(those) == 1 and last.casefold() == those[0].name.casefold()
        for choice in those:
            loose = MODELS if choice.model else OPTIONS
            groups.setdefault((under, owner or loose if alone else group or loose), []).append(choice)
    found = [ChoiceGroup(key, key[1], tuple(those)) for key, those in groups.items()]
    return sorted(found, key=lambda group: (not group.missing, not group.is_size))
