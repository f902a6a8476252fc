"""Options of an army file put where they belong: by name, on the model that can take them, in a place still free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from builder.catalogue.entries import LinkedEntry
from builder.datafiles.armyvalues import option_name
from builder.datafiles.names import slug
from builder.datafiles.validate import suggestion
from builder.datafiles.yamltext import Document, Path
from builder.roster.fill import begun_by

Chosen: TypeAlias = dict[str, tuple[LinkedEntry, int]]
"""What was chosen, by the path of the entry, with its number."""


@dataclass(slots=True)
class Kind:
    """A kind of model of a unit while an army is built: how many, and how often each place of it is taken."""

    entry: LinkedEntry
    number: int
    taken: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """An option that a kind of model, or the unit as a whole, can take."""

    kind: Kind | None
    entry: LinkedEntry

    @property
    def place(self) -> str:
        """What the option takes the place of: the outermost group around it."""
        return self.entry.group.around[-1].path if self.entry.group else self.entry.path

    @property
    def owners(self) -> set[str]:
        """The names that may stand before its own, to say which of several is meant: the model's, its place's, both."""
        places = place_names(self.entry)
        kind = (self.kind.entry.name,) if self.kind else ()
        both = (f"{name}/{place}" for name in kind for place in places)
        return {slug(name) for name in (*kind, *places, *both)}

    @property
    def crowd(self) -> int:
        """How often that place is taken already: a second weapon goes where the first has not gone."""
        return self.kind.taken.get(self.place, 0) if self.kind else 0


def place_names(entry: LinkedEntry) -> tuple[str, ...]:
    """What the place of an option can be called: by the things that it replaces, by the groups that it is in."""
    replaced = (group.default.name for group in entry.groups_around if group.default)
    return (*replaced, *(group.name for group in entry.groups_around))


def choose(
    options: Mapping[str, int],
    unit: LinkedEntry,
    kinds: Sequence[Kind],
    document: Document,
    path: Path,
    *,
    keep_lost: bool = False,
) -> tuple[Chosen, dict[str, int]]:
    """The entries that the names of `options` mean; one that means none, or several, becomes a finding.

    With `keep_lost` those that mean none are handed back instead, as they are written.
    """
    offers = list(_offers(unit, kinds))
    chosen: Chosen = {}
    lost: dict[str, int] = {}
    for name, number in options.items():
        owner, _, option = name.rpartition("/")
        fitting = [
            offer
            for offer in offers
            if slug(offer.entry.name) == slug(option) and (not owner.strip() or slug(owner) in offer.owners)
        ]
        present = [offer for offer in fitting if offer.kind is None or offer.kind.number]
        takers = sorted({offer.kind.entry.name for offer in present if offer.kind})
        if fitting and not present:
            absent = fitting[0].kind.entry.name if fitting[0].kind else ""
            message = f"there is no {absent} to take '{option.strip()}': add models: {{{absent}: 1}}"
            document.add(_place(document, path, name), message, "reference")
        elif not fitting and keep_lost:
            lost[name] = number
        elif not fitting:
            known = [offer.entry.name for offer in offers]
            message = f"{unit.name} has no option '{name}'{suggestion(option, known)}"
            document.add(_place(document, path, name), message, "reference")
        elif len(takers) > 1 and _together(present):
            chosen.update({offer.entry.path: (offer.entry, number) for offer in present})
        elif len(takers) > 1:
            forms = " or ".join(f"'{taker}/{option.strip()}'" for taker in takers)
            document.add(
                _place(document, path, name), f"several models can take '{option}': write {forms}", "reference"
            )
        else:
            _take(present, number, chosen)
    return chosen, lost


def _together(offers: Sequence[Offer]) -> bool:
    """Whether they are one option of several kinds of model, which all of them take or none."""
    groups = {offer.entry.group.id: offer.entry.group for offer in offers if offer.entry.group}
    return len(groups) == len(offers) and all(begun_by(group) >= groups.keys() for group in groups.values())


def _offers(unit: LinkedEntry, kinds: Sequence[Kind]) -> Iterator[Offer]:
    for kind in kinds:
        yield from (Offer(kind, entry) for entry in kind.entry.entries if entry.group)
    yield from (Offer(None, entry) for entry in unit.entries if entry.group and entry.type == "upgrade")


def _take(fitting: Sequence[Offer], number: int, chosen: Chosen) -> None:
    for _ in range(number):
        offer = min(fitting, key=lambda candidate: candidate.crowd)
        path = offer.entry.path
        chosen[path] = (offer.entry, chosen[path][1] + 1 if path in chosen else 1)
        if offer.kind is not None:
            offer.kind.taken[offer.place] = offer.crowd + 1


def _place(document: Document, path: Path, name: str) -> Path:
    """Where an option stands in the file, which lists options or maps them to numbers."""
    options = document.at((*path, "options"))
    if not isinstance(options, list):
        return (*path, "options", name)
    written = [option_name(item) if isinstance(item, str) else None for item in options]
    return (*path, "options", written.index(name)) if name in written else (*path, "options")
