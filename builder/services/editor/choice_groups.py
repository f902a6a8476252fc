"""The choices of a unit in their groups, and what the heading of one says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from builder.record import Record, replace
from builder.scalars import capitalized, signed
from builder.services.editor.choice_row import MANY, ChoiceRow
from builder.services.editor.prices import price_range
from builder.text import without_colon

MODELS, OPTIONS = "Models", "Options"
"""The headings of choices in no group."""
INSTEAD = " or what replaces it"
"""How our data ends the name of a group of what can stand in one place: the heading says what stands there."""
NONE = "none"
"""What is chosen where nothing need be, and nothing is."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "pistol": ("pistol", "slugga"),
    "gun": ("gun", "bolter", "rifle", "shoota", "carbine"),
}
"""What stands in a place, by how the names of such things end."""
SIZE = "Size"
"""The heading of how many models a unit has."""
WITHIN = "within"
"""How the group is known of all that a unit has which another one takes with it."""
NAMED = 3
"""So many of the chosen things stand on a heading by name."""

GroupKey: TypeAlias = tuple[str, str]
"""The part of a unit that takes something, and the group in which that is chosen."""


class ChoiceGroup(Record, frozen=True):
    """Choices under one heading, of which the last of its `parts` says what they are, those before whose."""

    key: GroupKey
    name: str
    choices: tuple[ChoiceRow, ...]
    parts: tuple[str, ...]

    @property
    def title(self) -> str:
        """What its heading calls it: `Sergeant, pistol`."""
        return ", ".join(map(without_colon, self.parts))

    @property
    def owner(self) -> str:
        """Whose choice its data says it is, where it is called after more than that."""
        return self.choices[0].owner if self.name == self.choices[0].group else ""

    @property
    def thing(self) -> str:
        """What its data calls it, without whose it is."""
        return without_colon((self.choices[0].among if self.owner else self.name).removesuffix(INSTEAD))

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
    def size(self) -> ChoiceRow | None:
        """The choice that alone says how many models the unit has."""
        return next((choice for choice in self.choices if choice.is_size), None)

    @property
    def is_taken(self) -> bool:
        """Whether anything is chosen but what stands there by itself."""
        return any(choice.number and not choice.default for choice in self.choices)

    @property
    def is_changed(self) -> bool:
        """Whether one of several was chosen in the place of what stands there by itself."""
        return any(choice.number and not choice.default for choice in self.choices if choice.control == "radio")

    @property
    def cost(self) -> Decimal:
        """What the chosen ones cost, without the fewest that there can be: these are in the price of the unit."""
        models = [choice for choice in self.choices if choice.model and self.is_size]
        others = (choice for choice in self.choices if choice not in models)
        whole = sum((choice.cost * (choice.number - choice.least) for choice in others), Decimal(0))
        if not models:
            return whole
        # The fewest may be of any kind: what they cost is that of the cheapest.
        taken = sum(choice.number for choice in models)
        fewest = min(choice.least + taken - choice.number for choice in models)
        return whole + sum(each.cost * each.number for each in models) - fewest * min(each.cost for each in models)

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
        return (none, *self.choices) if first.instead else (*self.choices, none)

    @property
    def summary(self) -> str:
        """What is chosen, how many are still to be, or why none can; empty where that is what the title says."""
        if self.missing:
            has = f", has {self.taken}" if self.taken else ""
            return f": choose {self.missing + self.taken}{has}"
        if (size := self.size) is not None:
            return f": {size.number + size.others}"
        within = bool(self.choices[0].within)
        taken = [choice for choice in self.choices if choice.number and not (within and choice.as_it_comes)]
        if not taken:
            return f": {self._nothing}"
        if self.name.endswith(INSTEAD) and len(taken) == 1:
            if taken[0].control != "radio":
                return f": {taken[0].number}"
            if self.parts[-1].casefold() not in KINDS:
                return "" if taken[0].default else f" → {taken[0].name}"
        if self._is_one:
            return f": {'yes' if taken[0].number == 1 else taken[0].number}"
        names = [f"{choice.number} {choice.name}" if choice.number > 1 else choice.name for choice in taken]
        return f": {', '.join(names[:NAMED])}{' …' if len(names) > NAMED else ''}"

    @property
    def _nothing(self) -> str:
        """What is said where nothing is chosen: what stands in its place then, or of how many."""
        instead = next((choice.name for choice in self.rows if choice.number), NONE)
        if self.choices[0].within:
            return "as it comes" if any(each.number for each in self.choices) else f"nothing of {len(self.choices)}"
        if instead != NONE or self.reason:
            return instead
        several = f" of {len(self.choices)}" if len(self.choices) > 1 else ""
        return "no" if self._is_one else f"{NONE}{several}"

    @property
    def is_a_tick(self) -> bool:
        """Whether it is a single thing to be ticked or not, after which alone it is called."""
        one = self.choices[0]
        return self._is_one and one.control == "check" and len(self.parts) == 1 and not (self.missing or one.within)

    @property
    def _is_one(self) -> bool:
        """Whether it is a single thing, after which it is called."""
        return len(self.choices) == 1 and self.title.casefold().endswith(self.choices[0].name.casefold())


MOST_NAMED = 3
"""So many of what a group offers are told by name before a unit is added."""


def takes(choices: Iterable[ChoiceRow]) -> tuple[tuple[str, str], ...]:
    """Return what a unit could still take, in a few words for each group of choices, each with what one costs.

    All that a single model chooses among is told together. Of the models that most choices are for the name goes
    without saying.
    """
    groups, growing = grouped(choices, whole=True), dict[str, tuple[str, str]]()
    owners = {group.owner: False for group in groups if group.owner}
    parts: dict[str, list[tuple[str, dict[str, Decimal]]]] = {}
    for group in groups:
        open_ones = [each for each in group.choices if each.control == "number" or not each.number]
        for choice in (each for each in open_ones if each.model and each.most != each.number):
            more = "more" if choice.most is None else f"up to {choice.most - choice.number} more"
            growing.setdefault(choice.name, (f"{choice.name}: {more}", signed(choice.line_price, "+0")))
        offered = {each.name: each.line_price for each in open_ones if not each.model and not each.default}
        owner, title = (group.name, OPTIONS) if group.name in owners else (group.owner, group.thing)
        if offered:
            parts.setdefault(owner, []).append((title, offered))
        if owner in owners and any(each.control == "number" or each.copies for each in group.choices):
            owners[owner] = True
    several = [owner for owner, is_several in owners.items() if is_several]
    told = [*growing.values()]
    for owner, those in parts.items():
        if owner and not owners[owner] and len(those) > 1:
            every = {(title, name): cost for title, offered in those for name, cost in offered.items()}
            told.append((f"{owner}: {len(every)} choices", price_range(every.values())))
            continue
        name = owner if owner and several != [owner] else ""
        told += (_taking(name, title, offered, each=owners.get(owner, False)) for title, offered in those)
    return tuple(told)


def _taking(owner: str, title: str, offered: Mapping[str, Decimal], *, each: bool) -> tuple[str, str]:
    """What of a group could be taken, by name or how many kinds, and what the cheapest and the dearest cost."""
    says_all = title in (MODELS, OPTIONS) or all(name.casefold() in title.casefold() for name in offered)
    names = ", ".join(offered) if len(offered) <= MOST_NAMED else f"{len(offered)} choices"
    names += ", each" if each and len(offered) == 1 else ""
    return ": ".join(filter(None, (owner, "" if says_all else title, names))), price_range(offered.values())


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


class GroupOrder(Record, frozen=True):
    """The order in which groups were shown, and how many of them still stand above all that are new."""

    keys: tuple[GroupKey, ...]
    kept: int

    def of(self, groups: Iterable[ChoiceGroup]) -> list[ChoiceGroup]:
        """Return groups in this order, each new one behind that which it would follow by itself."""
        ranks, last = {key: place for place, key in enumerate(self.keys)}, self.kept - 1
        placed = list[tuple[int, ChoiceGroup]]()
        for group in groups:
            last = ranks.get(group.key, max(last, self.kept - 1))
            placed.append((last, group))
        return [group for _, group in sorted(placed, key=lambda each: (each[0], each[1].key not in ranks))]


def grouped(choices: Iterable[ChoiceRow], *, whole: bool = False, order: GroupOrder | None = None) -> list[ChoiceGroup]:
    """Choices under their headings.

    Those come first of which some must still be chosen, then how many models there are, the transport, what all models
    may have, then what one of them may; of a single model its arms come before a transport. Single things that are
    alone in their groups stand together under what takes them; models that the data has in no group have a heading of
    their own. What a unit has that this one takes with it stands under one heading.
    What goes without saying is left out if they are not to be `whole`. Groups that were in an `order` keep it.
    """
    every = list(choices)
    sizes: dict[GroupKey, list[ChoiceRow]] = {}
    for choice in every:
        sizes.setdefault((choice.under, choice.group), []).append(choice)
    groups: dict[GroupKey, list[ChoiceRow]] = {}
    for (under, group), those in sizes.items():
        owner = those[0].owner
        alone = len(those) == 1 and those[0].among.casefold() == those[0].name.casefold()
        for choice in those:
            loose = MODELS if choice.model else OPTIONS
            key = (choice.unit, WITHIN) if choice.within else (under, owner or loose if alone else group or loose)
            groups.setdefault(key, []).append(choice)
    instead = {choice.instead for choice in every}
    shown = {
        key: those for key, those in groups.items() if whole or len(those) > 1 or not _goes_without(those[0], instead)
    }
    main = next((choice.name for choice in every if choice.is_size), "")
    titles = _titles(shown, main)
    found = [ChoiceGroup(key, key[1], tuple(those), titles[key]) for key, those in shown.items()]
    found.sort(key=lambda group: (not group.missing, not group.is_size, _reading_order(group, main)))
    return found if order is None else order.of(found)


def _goes_without(choice: ChoiceRow, instead: Container[str]) -> bool:
    """Whether it is what is left where nothing else was chosen, and said by all that may take its place."""
    if not (choice.default and choice.control == "number" and choice.group.endswith(INSTEAD)) or choice.missing:
        return False
    return choice.name in instead and choice.most is not None and choice.number <= choice.most


def _reading_order(group: ChoiceGroup, main: str) -> int:
    """Return the place of a group among others where a unit has many models: as it is read, and armed."""
    first = group.choices[0]
    if first.within:
        return 3
    if all(choice.brings_transport for choice in group.choices):
        return 0 if main else 2
    if not main:
        return 1
    return 1 if first.owner in ("", main) else 2


def _titles(groups: Mapping[GroupKey, Sequence[ChoiceRow]], main: str) -> dict[GroupKey, tuple[str, ...]]:
    """Return what the headings say: whose choice it is, unless all models but few have it, and what of."""
    kinds = Counter((key[0], kind_of(key[1])) for key in groups)
    return {key: _title(key, those, main, kinds[key[0], kind_of(key[1])] == 1) for key, those in groups.items()}


def _title(key: GroupKey, those: Sequence[ChoiceRow], main: str, is_only: bool) -> tuple[str, ...]:
    one, (_, group) = those[0], key
    if one.within:
        return (one.within,)
    if any(choice.is_size for choice in those) and len(those) == 1:
        return (SIZE,)
    owner, last = (one.owner, one.among) if group == one.group else ("", group)
    last = last.removesuffix(INSTEAD)
    if group.endswith(INSTEAD) and is_only:
        last = kind_of(group) or last
    if group == MODELS and len(those) == 1 and one.control == "check":
        return (one.name,)
    if group in (one.owner, OPTIONS) and group != one.group:
        owner, last = one.owner, one.name if len(those) == 1 else OPTIONS
    first, *others = [part for part in (owner, last) if part and part != main] or [OPTIONS]
    return (capitalized(first), *(f"{part[:1].lower()}{part[1:]}" for part in others))


def kind_of(group: str) -> str | None:
    """Return what kind of thing stands in the place that a group is called after, where its name says so."""
    if not group.endswith(INSTEAD):
        return None
    thing = group.removesuffix(INSTEAD).casefold()
    return next((kind for kind, ends in KINDS.items() if thing.endswith(ends)), None)


def beside_others(row: ChoiceRow, every: Sequence[ChoiceRow], models: int) -> ChoiceRow:
    """Return a choice with what is known from those beside it: whether it is the size, how many models are missing."""
    if row.models_needed:
        return replace(row, reason=f"needs {row.models_needed} models, the squad has {models}")
    if row.model and row.control == "number" and row.number and row.step == 1 and row.least != row.most:
        alone = not any(each.model for each in every if each is not row)
        full = alone and row.most is not None and row.number >= row.most
        most = f"at most {(row.most or 0) + row.beside} models"
        return replace(row, is_size=alone, reason=most if full else row.reason)
    return row


def typed(choice: ChoiceRow, before: str, sign: str) -> tuple[int | str | None, str]:
    """Return what a figure typed behind others comes to, and what the next one is typed behind.

    That is the number of the choice, what is wrong with it, or None where it is to go on. What is typed is what is
    shown; of models it may be how many are wanted in all, too: ten, where nine stand beside a sergeant. Figures that no
    other could follow are done: the next one begins anew, however soon it comes.
    """
    least, most = choice.least + choice.others, MANY if choice.most is None else choice.most + choice.others
    beside = 0 if choice.is_size else choice.beside
    wanted = int(before + sign)
    goes_on = before + sign if wanted and 10 * wanted <= most + beside else ""
    if wanted > most + beside or (wanted < least and not goes_on):
        return f"{choice.name}: {least} to {most}", ""
    if wanted > most:
        return wanted - beside, goes_on
    return wanted - choice.others if wanted >= least else None, goes_on
