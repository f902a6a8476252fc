"""Every choice of every unit, as screens offer it: taken, changed, taken back, and as the command makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData
from builder.datafiles.datasheets.installed import installed
from builder.datafiles.datasheets.library import load
from builder.roster.evaluate import Evaluator
from builder.roster.model import Roster
from builder.services.data.army_data import find_data
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.choices import choices_of
from builder.services.editor.choosing import choosing
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add, SetOption
from tests.services.community import SEVENTH_MARINES, community_library, needs_catalogues
from tests.shares import Part

SHEETS = [found.id for found in installed()]
SAMPLE = 12
"""The place of the unit, in each of the datasheets, that the quick test tries."""

SOME, CHOICES = 30, 12
"""So many units of a large catalogue are tried, and of each so many choices: some have two hundred."""


class Tried:
    """A unit alone in an army, whose choices are tried one by one."""

    def __init__(self, data: ArmyData, system: str | None, entry: LinkedEntry) -> None:
        self.session = ArmyDocument(begin(data.id, None, None, system=system).encode(), "army.yaml", None)
        self.unit = self.session.apply(Add(unit=entry.path)).id or ""
        self.models = {kind.path for kind in entry.entries if kind.type == "model"}
        self.evaluator = Evaluator(data.library, by_name=False)

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        return choices_of(self.session, self.unit, self.unit)

    @property
    def roster(self) -> Roster:
        return self.session.state.roster

    def again(self, choice: ChoiceRow) -> ChoiceRow | None:
        """The choice as it stands now."""
        return next((each for each in self.choices if _key(each) == _key(choice)), None)

    def sizes(self) -> Iterator[str]:
        """Go through the sizes of the unit: as it is added, the smallest, the greatest."""
        yield "as added"
        for size in ("least", "most"):
            for kind in [each for each in self.choices if each.path in self.models]:
                now = self.again(kind)
                number = None if now is None else now.least if size == "least" else now.most
                if now is not None and number is not None and number != now.number:
                    self.session.apply_all(choosing(now, number))
            yield size

    def limits_broken(self) -> frozenset[str]:
        """What the army has too much of, or may not have."""
        findings = self.evaluator.evaluate(self.roster).findings
        return frozenset(found.message for found in findings if found.code in ("max", "hidden"))

    def choose(self, choice: ChoiceRow, number: int) -> None:
        """Choose as the screen does, and see that the command comes to the same and that no limit is broken by it."""
        before, broken = self.session.state, self.limits_broken()
        operations = choosing(choice, number)
        self.session.apply_all(operations)
        chosen = self.roster
        assert self.limits_broken() <= broken, f"{choice.name}: {number} of {choice.least} to {choice.most}"
        now = self.again(choice)
        assert number == (now.number if now is not None else 0), f"{choice.name}: {number}"
        named = [each for each in self.choices if each.under == choice.under and each.name == choice.name]
        self.session.state = before
        told = choice.name if len(named) == 1 else choice.path
        for each in operations:  # of models that are alike, each is told by itself what it has
            assert isinstance(each, SetOption)
            self.session.apply(SetOption(id=self.unit, option=told, under=each.under, number=each.number))
        assert _told(self.roster) == _told(chosen), choice.name


def try_all(tried: Tried, most: int | None = None) -> None:
    """Take every choice, or so many of them, once and as often as it may be, change it for another, take it back."""
    start = tried.session.state
    free = [each for each in tried.choices if each.path not in tried.models and not each.reason]
    for choice in free[:: 1 + len(free) // most if most else 1]:
        for number in dict.fromkeys((choice.number + choice.step, choice.most or choice.number + choice.step)):
            tried.session.recover(start)
            tried.choose(choice, number)
            taken = tried.session.state
            for other in _others(choice, tried.choices)[:2]:
                tried.session.recover(taken)
                tried.choose(other, other.step)
            tried.session.recover(taken)
            now = tried.again(choice)
            assert now is not None
            completes = choice.missing and not now.missing  # Of a fixed number that is there others make up for it.
            if choice.number >= now.least and not choice.default and not completes:
                tried.choose(now, choice.number)
                assert _told(tried.roster) == _told(start.roster), f"{choice.name} does not go back"
    tried.session.recover(start)


def _others(choice: ChoiceRow, choices: Sequence[ChoiceRow]) -> list[ChoiceRow]:
    same = (each for each in choices if (each.under, each.group) == (choice.under, choice.group))
    return [each for each in same if _key(each) != _key(choice) and not each.number and not each.reason]


def _key(choice: ChoiceRow) -> tuple[str, str]:
    return choice.under, choice.path


def _told(roster: Roster) -> list[tuple[str, str, int]]:
    """What was chosen, by the places of things rather than by ids that are drawn for what comes back."""
    found = []
    for unit in roster.units():
        for owner in unit.walk():
            found += [(owner.entry_path, part.entry_path, part.number) for part in owner.selections]
    return sorted(found)


@pytest.mark.long
def test_choices_of_some_units_can_be_taken_changed_and_taken_back() -> None:
    for sheet in SHEETS:
        data = load(sheet)
        entries = data.library.root_entries(data.catalogue_id)
        try_all(Tried(data, None, entries[min(SAMPLE, len(entries) - 1)]), CHOICES // 2)


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_choice_of_every_unit_can_be_taken_changed_and_taken_back_at_any_size(sheet: str, part: Part) -> None:
    data = load(sheet)
    for entry in part(data.library.root_entries(data.catalogue_id), 2):
        tried = Tried(data, None, entry)
        for _ in tried.sizes():
            try_all(tried)
        assert tried.session.written().data


@pytest.mark.long
@needs_catalogues
def test_choices_of_units_of_the_seventh_edition_too(
    part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(community_library(tmp_path / "data")))
    data = find_data(SEVENTH_MARINES)
    units = [entry for entry in data.library.root_entries(data.catalogue_id) if entry.type == "unit" and entry.entries]
    for entry in part(units[:: len(units) // SOME][:SOME], 10):
        try_all(Tried(data, "diceless", entry), CHOICES)
