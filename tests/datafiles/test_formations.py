"""Lists of formations: what they compile to, the limits that they set, and every mistake told at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from builder.datafiles.datasheets.library import load_file
from builder.datafiles.datasheets.sizes import size_of, smallest_points
from builder.errors import InputError, Severity
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.army.reports import check_report
from builder.services.editor.tree import editor_view
from builder.systems.blocks import slot_runs

LIST = """\
format: muster-datasheet
version: 1
system: epic
name: Moon Legion
army: {strategy: 4, initiative: 2+}
weapons:
  rifles: {range: (15), firepower: small arms}
  launcher: {range: 45, firepower: AP5+/AT6+, arc: fixed forward, rules: [ignore cover]}
  mortar:
    modes:
      shell: {range: 60, firepower: AP4+}
      salvo: {range: 60, firepower: 2BP, rules: [indirect fire]}
units:
  Trooper: {profile: {type: INF, speed: 15, armour: 5+, CC: 5+, FF: 5+}, weapons: [rifles, 2 launcher], rules: [Scout]}
  Crawler: {profile: {type: AV, speed: 25, armour: 5+, CC: 6+, FF: 6+, transport: 2 Trooper}, weapons: [mortar]}
  Walker: {profile: {type: WE, speed: 20, armour: 4+, CC: 4+, FF: 4+, DC: 4}, weapons: [3x launcher]}
formations:
  Company:
    slot: Core
    points: 200
    profile: {mechanised: yes}
    units: {Trooper: {count: 4-8, points: 20}, Crawler: 2}
    upgrades:
      - {take: 1, from: [More Troopers, Crawlers]}
  Patrol: {slot: Support, points: 100, size: 3, units: {Trooper: 0-3, Crawler: 0-3}}
  Walkers:
    slot: War Engines and Aircraft
    points: 300
    profile: {initiative: 1+}
    units: {Walker: {count: 1-3, points: 250}}
    upgrades: guards
upgrades:
  More Troopers: {points: 50, units: {Trooper: 2, Crawler: 1}, take: 2}
  Crawlers: {points: 30, units: {Crawler: 1}, take: 4}
lists:
  guards: [{from: [More Troopers]}]
limits:
  Support: {per: Core, most: 1}
  War Engines and Aircraft: {share: 1/3}
"""

ARMY = """\
format: muster-army
version: 1
name: First landing
system: epic
data: epic/moon
"""

Build = Callable[..., Army]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Opens an army of the Moon Legion with these units, a line of YAML each."""
    folder = tmp_path / "datasheets" / "epic"
    folder.mkdir(parents=True)
    (folder / "moon.yaml").write_text(LIST, encoding="utf-8")
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))

    def opened(*units: str, limit: int | None = None) -> Army:
        lines = [*([f"limit: {limit}"] if limit else []), "units:", *(f"  - {{{unit}}}" for unit in units)]
        path = tmp_path / "army.yaml"
        path.write_text(ARMY + "\n".join(lines) + "\n", encoding="utf-8")
        return open_army(str(path))

    return opened


def errors(army: Army) -> list[str]:
    return [finding.message for finding in army.findings if finding.severity is Severity.ERROR]


def read(army: Army, index: int = 0) -> Any:
    from builder.systems.epic.reading import EpicReading

    assert isinstance(army.reading, EpicReading)
    return army.reading.army.formations[index]


def test_a_formation_has_its_units_with_weapons_ratings_and_points(build: Build) -> None:
    army = build("unit: Company, id: c1")
    found = read(army)
    assert army.valid and (found.initiative, found.points, found.broken_at) == (2, 200, 6)
    trooper, crawler = found.kinds
    assert (trooper.count, trooper.notes) == (4, ("Scout",))
    assert [(weapon.label, len(weapon.modes)) for weapon in (*trooper.weapons, *crawler.weapons)] == [
        ("Rifles", 1),
        ("2 × Launcher", 1),
        ("Mortar", 2),
    ]
    assert army.reading.extra["strategy"] == 4


def test_units_beyond_the_smallest_number_cost_their_points(build: Build) -> None:
    army = build("unit: Company, models: {Trooper: 7}", "unit: Walkers, count: 2", limit=3000)
    assert [read(army, n).points for n in (0, 1)] == [260, 550]
    assert read(army, 1).initiative == 1


def test_an_upgrade_adds_units_for_each_time_it_is_taken(build: Build) -> None:
    army = build("unit: Walkers, options: [2 More Troopers]", "unit: Company", limit=3000)
    found = read(army, 1)
    assert errors(army) == []
    assert {kind.name: kind.count for kind in found.kinds} == {"Walker": 1, "Trooper": 4, "Crawler": 2}
    assert [weapon.label for weapon in found.kinds[1].weapons] == ["Rifles", "2 × Launcher"]
    assert found.points == 400


def test_an_upgrade_is_limited(build: Build) -> None:
    told = errors(build("unit: Company, options: [2 Crawlers, More Troopers]"))
    assert told == ["Company has 3 upgrades, at most 1 is allowed."]


def test_a_mechanised_formation_must_ride(build: Build) -> None:
    (told,) = errors(build("unit: Company, models: {Trooper: 6}"))
    assert "6 Trooper: 2 walk, and the list is mechanised" in told


def test_support_goes_by_the_number_of_core_formations(build: Build) -> None:
    patrol = "unit: Patrol, models: {Trooper: 3}"
    assert errors(build("unit: Company", patrol)) == []
    (told,) = errors(build("unit: Company", patrol, patrol))
    assert "2 formations of Support, the army may have at most 1." in told


@pytest.mark.parametrize(("limit", "legal"), [(900, True), (899, False)])
def test_a_share_of_the_limit_may_be_spent_on_war_engines(build: Build, limit: int, legal: bool) -> None:
    army = build("unit: Company", "unit: Walkers", limit=limit)
    assert (errors(army) == []) is legal


def test_what_is_bought_for_a_war_engine_counts_towards_the_share(build: Build) -> None:
    (told,) = errors(build("unit: Company", "unit: Walkers, options: [More Troopers]", limit=900))
    assert "spends 350 points on War Engines and Aircraft, but may spend at most 300." in told


def test_what_is_spent_of_a_share_is_known_before_it_is_broken(build: Build) -> None:
    """E-07: beside how many of a slot are taken, and may be by the formations that it goes by."""
    army = build("unit: Company", "unit: Patrol, models: {Trooper: 3}", "unit: Walkers", limit=1200)
    slots = {slot.name: (slot.taken, slot.maximum, slot.spent, slot.allowance) for slot in army.slots}
    assert slots["War Engines and Aircraft"] == (1, None, Decimal(300), Decimal(400))
    assert slots["Support"][:2] == (1, 1) and slots["Core"][:2] == (1, None)
    told: Any = check_report(army)["slots"]
    assert [(slot["spent"], slot["allowance"]) for slot in told if slot["name"] != "Core"] == [
        (None, None),
        (300, 400),
    ]


def test_the_editor_shows_slots_as_they_are_now(build: Build) -> None:
    """Support goes by the Core formations, a share by what is spent (E-07): neither is an error before it is broken."""
    legal = editor_view(build("unit: Company", "unit: Patrol, models: {Trooper: 3}", "unit: Walkers", limit=1200))
    rows = {row.name: row for row in legal.rows if row.kind == "slot"}
    assert {name: row.severity for name, row in rows.items()} == dict.fromkeys(rows, "")
    support, engines = rows["Support"].slot, rows["War Engines and Aircraft"].slot
    assert support and engines and support.most == 1 and engines.allowance == Decimal(400)
    broken = editor_view(build("unit: Company", "unit: Walkers", limit=600))
    assert [row.name for row in broken.rows if row.kind == "slot" and row.severity] == ["War Engines and Aircraft"]


def test_without_a_limit_the_share_is_one_of_the_army(build: Build) -> None:
    company = "unit: Company, models: {Trooper: 4}"
    assert errors(build(company, company, company, "unit: Walkers")) == []
    (told,) = errors(build(company, "unit: Walkers"))
    assert "on War Engines and Aircraft, but may spend" in told


def test_a_size_bounds_the_kinds_together(build: Build) -> None:
    assert any("at most 3 are" in told for told in errors(build("unit: Company", "unit: Patrol, models: {Trooper: 4}")))


def test_the_smallest_size_and_its_points_are_known(build: Build) -> None:
    build("unit: Company")
    entries = {entry.name: entry for entry in load_file_of("moon").catalogue.selection_entries}
    assert [size_of(entries[name]) for name in ("Patrol", "Company")] == [(3, 3), (6, 10)]
    assert [int(smallest_points(entries[name])) for name in ("Patrol", "Company")] == [100, 200]


def load_file_of(name: str) -> Any:
    from builder.datafiles.datasheets.library import load

    return load(f"epic/{name}")


MISTAKES: tuple[tuple[str, str, str], ...] = (
    ("type: AV", "type: TANK", "units › Crawler › profile › type: 'TANK': a unit's type is one of INF"),
    ("armour: 4+", "armour: 8+", "units › Walker › profile › armour: '8+': write a score such as 4+"),
    ("firepower: AP4+", "firepower: AP9+", "modes › shell › firepower: 'AP9+': write firepower as AP5+"),
    ("range: 45", "range: far", "weapons › launcher › range: 'far': a range is a number of cm"),
    ("arc: fixed forward", "arc: upward", "an arc is one of forward, rear"),
    ("transport: 2 Trooper", "transport: see codex", "write what it carries as"),
    (
        "transport: 2 Trooper",
        "transport: 2 Tropers",
        "it carries 'troper', which is not a unit of this list",
    ),
    ("weapons: [mortar]", "weapons: [mortra]", "weapon 'mortra' is not known: did you mean 'mortar'?"),
    ("rules: [Scout]", "rules: [Scoot]", "rule 'Scoot' is not known: did you mean 'Scout'?"),
    ("slot: Support", "slot: Suport", "slot 'Suport' is not known: did you mean 'Support'?"),
    ("Crawler: 2}", "Crowler: 2}", "unit 'Crowler' is not known: did you mean 'Crawler'?"),
    ("[More Troopers, Crawlers]", "[More Troopers, Crawlerz]", "upgrade 'Crawlerz' is not known"),
    ("upgrades: guards", "upgrades: gards", "list 'gards' is not known: did you mean 'guards'?"),
    ("per: Core", "per: Corps", "slot 'Corps' is not known"),
    ("share: 1/3", "share: third", "write a share of the points as 1/3 or 25%"),
    ("size: 3", "size: 9", "the units make 0 to 6, which a size of 9 is not within"),
    ("strategy: 4", "strategy: high", "write a strategy rating from 0 to 9"),
    ("  Crawlers: {points", "  crawlers: {points: 1, units: {Walker: 1}}\n  Crawlers: {points", "stands here"),
)


@pytest.mark.parametrize(("right", "wrong", "says"), MISTAKES, ids=[says for _, _, says in MISTAKES])
def test_every_mistake_says_where_and_how_to_mend_it(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert LIST.count(right) >= 1
    path = tmp_path / "moon.yaml"
    path.write_text(LIST.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_file(path)
    told = [str(finding) for finding in caught.value.findings]
    assert any(says in line and line.startswith(f"{path}:") for line in told), told


def test_a_weapon_rule_that_nothing_knows_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "moon.yaml"
    path.write_text(LIST.replace("rules: [ignore cover]", "rules: [ignore covr]"), encoding="utf-8")
    (finding,) = load_file(path).findings
    assert finding.severity is Severity.WARNING and "did you mean 'ignore cover'?" in finding.message


def test_formations_are_listed_by_slot_and_within_one_as_they_were_added(build: Build) -> None:
    """Each slot stands once on the list, in the order in which the army has its slots."""
    army = build("unit: Patrol, id: p1", "unit: Company, id: c1", "unit: Walkers, id: w1", "unit: Patrol, id: p2")
    assert [unit.id for unit in army.reading.units] == ["c1", "p1", "p2", "w1"]
    assert [card.id for card in army.reading.cards()] == ["c1", "p1", "p2", "w1"]
    page = army.reading.roster_page((), army.slots, "")
    assert [run[0].slot for run in slot_runs(page.rows)] == ["CO", "SU", "WE"]


def test_a_summary_holds_strategy_and_formations(build: Build) -> None:
    from builder.services.army.reports import summary_report

    report = json.loads(json.dumps(summary_report(build("unit: Company, id: c1"))))
    assert report["strategy"] == 4
    (found,) = report["formations"]
    groups = [group["id"] for group in report["units"][0]["model_groups"]]
    assert (found["id"], found["initiative"], found["broken_at"], found["units"]) == ("c1", 2, 6, groups)
    assert report["counters"]["blast"]["total"] == 9
