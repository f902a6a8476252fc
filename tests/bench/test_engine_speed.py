"""How fast an army is evaluated after an edit, beside writing it as JSON; and with ten times as many entries.

Run with: uv run pytest tests/bench --benchmark-only -s
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, make_dataclass
from decimal import Decimal
from typing import Any, Protocol

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Characteristic, EntryHolder, InfoLink, Profile, SelectionEntry
from builder.record import Record
from builder.roster import edit
from builder.roster.evaluate import Evaluation, Evaluator, evaluate
from builder.roster.model import Roster
from tests.unit.catalogues import catalogue, change, entry, group, least, link, most, patrol, points, system, when

UNITS, ROOTS, ROUNDS, ROWS = 20, 300, 30, 30


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    def __call__(self, run: Callable[[], Evaluation]) -> Evaluation: ...


def weapon(n: int) -> SelectionEntry:
    """A shared weapon with a profile of its own; a third of them get cheaper with a captain, a fifth are limited."""
    line = Profile(
        id=f"w{n}-line",
        name=f"w{n}",
        type_id="weapons",
        characteristics=tuple(Characteristic(name, name, str(n)) for name in ("Range", "S", "AP", "Type")),
    )
    cheaper = (change("set", "pts", "1", when("atLeast", 1, "captain", "force")),) if n % 3 == 0 else ()
    limits = (most(9, f"w{n}-most", "roster", shared=True, include_child_selections=True),) if n % 5 == 0 else ()
    return entry(f"w{n}", type="upgrade", costs=points(n % 7), profiles=(line,), modifiers=cheaper, constraints=limits)


def squad(n: int) -> SelectionEntry:
    """A unit of ten with a sergeant, each armed from groups, as those of large catalogues are."""

    def arms(of: str, size: int) -> EntryHolder:
        links = [link(f"{of}-l{m}", f"w{(n + m) % 40}", constraints=(most(2, f"{of}-l{m}-most"),)) for m in range(size)]
        return group(f"{of}-arms", *links, default_selection_entry_id=f"{of}-l0", constraints=(most(3), least(1)))

    stats = tuple(Characteristic(name, name, "4") for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"))
    line = Profile(id=f"u{n}-line", name=f"u{n}", type_id="units", characteristics=stats)
    rule = InfoLink(id=f"u{n}-rule", target_id="they-shall-know-no-fear", type="rule")
    sergeant = entry(f"u{n}-sergeant", arms(f"u{n}-s", 12), type="model", constraints=(least(1), most(1)))
    marine = entry(f"u{n}-marine", type="model", costs=points(14), constraints=(least(4), most(9)))
    heavy = [entry(f"u{n}-heavy{m}", arms(f"u{n}-h{m}", 8), type="model", constraints=(most(1),)) for m in range(4)]
    hidden = (change("set", "hidden", "true", when("atLeast", 9, f"u{n}", "roster")),)
    most_of_them = (most(6, f"u{n}-most", "roster", include_child_selections=True),)
    slot = "hq" if n % 4 == 0 else "troops"
    return entry(
        f"u{n}",
        *(sergeant, marine, *heavy),
        slot=slot,
        profiles=(line,),
        info_links=(rule,),
        modifiers=hidden,
        constraints=most_of_them,
    )


def a_library(roots: int) -> Library:
    """A catalogue of twenty kinds of squads, a captain who is needed, and so many entries without limits."""
    captain = entry("captain", slot="hq", costs=points(90), constraints=(least(1, scope="force"),))
    others = [entry(f"free{n}", slot="troops", costs=points(n)) for n in range(roots)]
    weapons = tuple(weapon(n) for n in range(40))
    units = [squad(n) for n in range(UNITS)]
    return Library(system(), [catalogue(captain, *units, *others, shared_selection_entries=weapons)])


def army(data: Library) -> tuple[Roster, str]:
    """An army of 2,000 points in about 400 selections; the id of its force."""
    roster, force = patrol(data)
    evaluator = Evaluator(data)
    for n in itertools.cycle(range(UNITS)):
        roster, unit = edit.select(roster, data, force, f"u{n}")
        for m in range(4):
            roster, heavy = edit.select(roster, data, unit, f"u{n}-heavy{m}")
            for arm in range(1, 3):
                roster, _ = edit.select(roster, data, heavy, f"u{n}-h{m}-l{arm}")
        spent = evaluator.evaluate(roster).view.costs[0].value
        if spent >= 1800:
            return edit.set_cost_limit(roster, data, "pts", Decimal(2000)), force
    raise AssertionError


def fastest(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Milliseconds that a run takes at best."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


class Editing:
    """An army that is edited, and what an editor does after each edit."""

    def __init__(self, roots: int) -> None:
        self.data = a_library(roots)
        self.roster, self.force = army(self.data)
        self.marines = [found.id for found in self.roster.all_selections() if found.entry_path.endswith("-marine")]
        self.evaluator = Evaluator(self.data)
        self.turn = itertools.count()
        self.after_edit()

    def after_edit(self) -> Evaluation:
        """One marine more or fewer, evaluated."""
        turn = next(self.turn)
        marines = self.marines[turn % len(self.marines)]
        self.roster = edit.set_count(self.roster, self.data, marines, 4 + turn % 3)
        return self.evaluator.evaluate(self.roster)

    def rows(self) -> object:
        """What a picker shows of a force after an edit, which is no part of the time of the edit."""
        return list(itertools.islice(self.evaluator.options(self.roster, self.force), ROWS))


def as_dataclasses(value: object, kinds: dict[type, type]) -> Any:
    """The same values as dataclasses: what writing them as JSON takes is what other times are compared with."""
    if isinstance(value, tuple):
        return tuple(as_dataclasses(part, kinds) for part in value)
    if not isinstance(value, Record):
        return value
    kind = kinds.setdefault(type(value), make_dataclass(type(value).__name__, value.__struct_fields__))
    return kind(*(as_dataclasses(getattr(value, name), kinds) for name in value.__struct_fields__))


@pytest.mark.benchmark(group="engine")
def test_an_edit_beside_writing_the_army_as_json(benchmark: Benchmark, capsys: pytest.CaptureFixture[str]) -> None:
    few, many = Editing(ROOTS), Editing(10 * ROOTS)
    benchmark(few.after_edit)
    roster = as_dataclasses(few.roster, {})
    plain = fastest(lambda: json.dumps(asdict(roster), default=str))
    edits, edits_of_many = fastest(few.after_edit), fastest(many.after_edit)
    fresh = fastest(lambda: evaluate(few.roster, few.data))
    rows, rows_of_many = fastest(few.rows), fastest(many.rows)
    selections, found = len(list(few.roster.all_selections())), few.after_edit()
    assert found == evaluate(few.roster, few.data)
    lines = (
        f"{selections} selections, {found.view.costs[0].value} points, {len(found.findings)} findings",
        f"writing the army as JSON     {plain:5.1f} ms",
        f"an edit and its evaluation   {edits:5.1f} ms, {edits / plain:4.1f} times writing the army as JSON",
        f"with ten times as many roots {edits_of_many:5.1f} ms, {edits_of_many / edits:4.2f} times as long",
        f"a fresh evaluation           {fresh:5.1f} ms, {fresh / plain:4.1f} times writing the army as JSON",
        f"{ROWS} rows of a picker         {rows:5.1f} ms, {rows_of_many / rows:4.2f} times as long with those",
    )
    with capsys.disabled():
        print("", *lines, sep="\n")
