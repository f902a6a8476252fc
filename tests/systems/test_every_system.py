"""What every registered system must do with every starter army."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builder.catalogue.model import Characteristic
from builder.record import replace
from builder.roster.view import ForceView, ProfileView, RosterView, SelectionView
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.army.reports import summary_report
from builder.systems import diceless, epic, generic, lethal, plain
from builder.systems.play.events import Player
from builder.systems.play.protocol import Play
from builder.systems.protocol import System
from builder.systems.registry import load_system, system_ids, usable_systems
from builder.systems.specs import name_of, spec_of
from tests.shares import Part
from tests.starters import ALWAYS, EACH_STARTER, STARTERS
from tests.systems.play.random_player import check

OURS: tuple[System, ...] = (diceless.SYSTEM, epic.SYSTEM, generic.SYSTEM, lethal.SYSTEM, plain.SYSTEM)
"""Typed here, since the registry cannot tell mypy what an entry point loads."""


@pytest.fixture(params=EACH_STARTER)
def army(request: pytest.FixtureRequest) -> Army:
    """A starter army."""
    opened: Army = open_army(request.param)
    return opened


def test_every_system_with_datasheets_has_a_starter_army() -> None:
    assert {open_army(starter).system.id for starter in ALWAYS} == set(system_ids()) - {"generic"}
    assert set(ALWAYS) <= set(STARTERS)


def test_our_systems_are_registered() -> None:
    assert {system.id for system in OURS} <= set(system_ids())


@pytest.mark.parametrize("system", system_ids())
def test_a_system_is_known_by_its_own_id(system: str) -> None:
    assert load_system(system).id == system
    assert load_system(system).name


def test_a_starter_army_is_valid(army: Army) -> None:
    assert army.valid


def test_units_and_groups_have_ids_of_their_own(army: Army) -> None:
    ids = [unit.id for unit in army.reading.units] + [g.id for unit in army.reading.units for g in unit.groups]
    assert len(ids) == len(set(ids))


def test_planned_groups_are_used_or_told(army: Army, tmp_path: Path) -> None:
    """No system passes them over in silence (L-11, E-04)."""
    if army.view.groups:
        assert army.system.plans_groups and army.reading.extra["unit_groups"]
        return
    first = army.reading.units[0].id
    path = tmp_path / "army.yaml"
    text = Path(army.file).read_text(encoding="utf-8")
    path.write_text(f"{text}\ngroups: [{{name: Left Flank, units: [{first}]}}]\n", encoding="utf-8")
    told = [finding.message for finding in open_army(str(path)).findings if finding.code == "groups"]
    assert len(told) == 1 and "Left Flank" in told[0]


def test_points_of_the_units_add_up(army: Army) -> None:
    assert sum(unit.points for unit in army.reading.units) == army.view.costs[0].value


def test_every_unit_has_a_card(army: Army) -> None:
    cards = [card.id for card in army.reading.cards()]
    assert len(cards) == len(set(cards))
    assert all(any(card == unit.id or card.startswith(f"{unit.id}.") for card in cards) for unit in army.reading.units)


def test_counters_are_the_sum_of_their_parts(army: Army) -> None:
    units = {unit.id for unit in army.reading.units}
    for counter in army.reading.counters:
        assert counter.total == sum(part.count for part in counter.parts if part.when == "list")
        assert all(part.unit in units and part.count > 0 for part in counter.parts)


def test_a_summary_is_json_and_the_same_each_time(army: Army) -> None:
    again = open_army(army.file)
    assert json.dumps(summary_report(army)) == json.dumps(summary_report(again))


@pytest.mark.parametrize("system", system_ids())
def test_an_empty_roster_is_an_empty_army(system: str) -> None:
    reading = load_system(system).read(RosterView(name="Nobody", game_system_id=system))
    assert not reading.units and not reading.cards()
    assert all(counter.total == 0 for counter in reading.counters)


@pytest.mark.parametrize("system", sorted(set(system_ids()) - {"generic"}))
def test_foreign_stat_lines_are_one_message(system: str) -> None:
    cells = tuple(Characteristic(name, name, "9") for name in ("Reflexes", "Valour"))
    profile = ProfileView(name="Somebody", type_id="p", type_name="Hero", characteristics=cells)
    unit = SelectionView(id="a", name="Somebody", entry_id="e", type="unit", number=1, profiles=(profile,))
    force = ForceView(id="f", name="Force", entry_id="f", catalogue_id="c", selections=(unit,))
    roster = replace(RosterView(name="Elsewhere", game_system_id="x"), forces=(force,))
    (finding,) = load_system(system).missing(roster)
    assert "Elsewhere" in finding.message


def played() -> dict[str, Play[Any]]:
    """The systems whose games the kernel plays, by their ids."""
    return {system.id: play for system in usable_systems() if (play := system.play()) is not None}


def random_games(system: str, play: Play[Any], seeds: Iterable[int]) -> None:
    """Play games of a system at random, each with two of its armies."""
    armies = [army.reading for starter in STARTERS if (army := open_army(starter)).system.id == system]
    # A system without datasheets plays with what it makes of the armies of others.
    armies = armies or [load_system(system).read(open_army(starter).view) for starter in ALWAYS]
    for seed in seeds:
        players = [Player(name, Random(f"{seed} {name}").choice(armies)) for name in ("Mia", "Tom")]
        begun = play.decode(play.version, play.encode(play.start(players)))
        check(play, begun, seed)


@pytest.mark.long
@pytest.mark.parametrize(("system", "play"), played().items(), ids=played())
def test_games_played_at_random_are_kept_as_they_are_played(system: str, play: Play[Any], part: Part) -> None:
    random_games(system, play, part(range(80), 6))


@pytest.mark.parametrize("system", [system for system in system_ids() if load_system(system).play()])
def test_the_acts_of_its_games_have_names_that_logs_and_commands_can_use(system: str) -> None:
    play = load_system(system).play()
    assert play is not None
    verbs = [name_of(act) for act in play.acts]
    assert len(verbs) == len(set(verbs)) and not {"start", "game", "undo", "redo", "verb"} & set(verbs)
    for act in play.acts:
        names = [field.name for field in spec_of(act).fields]
        assert len(names) == len(set(names)) and not {"verb", "dry-run", "json", "help"} & set(names)


@pytest.mark.parametrize(("system", "play"), played().items(), ids=played())
def test_every_act_decides_and_every_calculation_answers(system: str, play: Play[Any]) -> None:
    decided = {act.__name__: act.decide for act in play.acts}
    answered = {each.__name__: each.answer for each in load_system(system).calculations()}
    unwritten = [name for name, way in {**decided, **answered}.items() if getattr(way, "__isabstractmethod__", False)]
    assert decided and unwritten == []
