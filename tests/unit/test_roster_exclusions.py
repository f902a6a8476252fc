"""What choices rule out is found by few trials, and each of them measures little: counted as work, not as time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.roster import choose as choosing
from builder.roster import edit
from builder.roster.choose import choose
from builder.roster.evaluate import Evaluator
from builder.roster.limits import Limits
from builder.roster.model import Roster
from builder.roster.options import EntryOption
from tests.unit.catalogues import change, entry, least, library, most, patrol, when


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many trials were made, and how many limits measured."""
    done: Counter[str] = Counter()

    def counted(owner: object, name: str, what: str) -> None:
        call: Callable[..., Any] = getattr(owner, name)

        def run(*given: Any, **named: Any) -> Any:
            done[what] += 1
            return call(*given, **named)

        monkeypatch.setattr(owner, name, run)

    counted(choosing, "chosen", "trials")
    counted(Limits, "measure", "measures")
    return done


def formation(squads: int, *, bikes: bool) -> tuple[Library, Roster]:
    """A unit of squads, each of which has a bike, or can have one, and a cloak that does not go with it."""

    def squad(number: int) -> Any:
        shut = (change("set", "most", "0", when("atLeast", 1, f"cloak{number}", "parent")),)
        bike = entry(f"bike{number}", constraints=(most(1), least(int(bikes))), modifiers=shut)
        return entry(f"squad{number}", bike, entry(f"cloak{number}"), type="unit", constraints=(least(1), most(1)))

    data = library(entry("formation", *map(squad, range(squads)), type="unit"))
    roster, force = patrol(data)
    return data, edit.select(roster, data, force, "formation").roster


def every_option(data: Library, roster: Roster) -> Iterator[EntryOption]:
    evaluator = Evaluator(data)
    for part in roster.all_selections():
        yield from evaluator.options(roster, part.id)


def test_nothing_is_tried_that_could_rule_out_only_what_is_not_chosen(work: Counter[str]) -> None:
    data, roster = formation(8, bikes=False)
    cloaks = [option for option in every_option(data, roster) if option.name.startswith("cloak")]
    assert len(cloaks) == 8 and all(option.left is None and not option.reason for option in cloaks)
    assert not work["trials"]


def test_the_work_grows_with_the_formation_and_not_with_its_square(work: Counter[str]) -> None:
    measured = []
    for squads in (10, 20):
        data, roster = formation(squads, bikes=True)
        work.clear()
        cloaks = [option for option in every_option(data, roster) if option.name.startswith("cloak")]
        assert {option.reason for option in cloaks} == {f"not beside bike{number}" for number in range(squads)}
        assert work["trials"] == squads
        measured.append(work["measures"])
    assert measured[1] <= 2.2 * measured[0]


def test_how_many_go_beside_something_is_found_by_halving(work: Counter[str]) -> None:
    shut = (change("set", "most", "0", when("atLeast", 41, "servitor", "unit")),)
    data = library(
        entry("unit", entry("bike", constraints=(most(1),), modifiers=shut), entry("servitor", constraints=(most(64),)))
    )
    roster, force = patrol(data)
    roster, unit = edit.select(roster, data, force, "unit")
    roster = choose(roster, data, unit, _path(data, roster, unit, "bike"), 1)
    work.clear()
    (servitor,) = (option for option in Evaluator(data).options(roster, unit) if option.name == "servitor")
    assert (servitor.left, servitor.reason) == (40, "")
    assert work["trials"] <= 8


def _path(data: Library, roster: Roster, unit: str, name: str) -> str:
    return next(option.entry.path for option in Evaluator(data).options(roster, unit) if option.name == name)
