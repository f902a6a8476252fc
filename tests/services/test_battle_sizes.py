"""A size of the battle that names its points is chosen with the limit, and warned of where the two do not fit."""

from __future__ import annotations

from decimal import Decimal

import pytest

from builder.catalogue.library import ArmyData
from builder.errors import Severity
from builder.roster.battle_size import BATTLE_SIZE, size_for, sizes_among
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Limit
from builder.services.editor.quick_fixes import mends
from builder.services.editor.tree import editor_view
from tests.unit.catalogues import entry, group, least, library, most, points

SIZES = ("1. Incursion (1000 Point limit)", "2. Strike Force (2000 Point limit)", "3. Onslaught (3000 Point limit)")


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> str:
    """Data with sizes of battles, as that of 10th edition."""
    sizes = group("Battle Size", *(entry(each, type="upgrade") for each in SIZES), constraints=(least(1), most(1)))
    one = (least(1, "one", "roster"), most(1, "only", "roster"))
    squad = entry("squad", slot="troops", costs=points(10))
    found = library(entry("Battle Size", sizes, type="upgrade", constraints=one), squad)
    data = ArmyData(id="club/marines", catalogue_id="marines", library=found, digest="c" * 64, path="", origin="test")
    monkeypatch.setattr("builder.datafiles.datasheets.library.load", lambda id: data)
    return data.id


def _begun(data: str, limit: int | None) -> ArmyDocument:
    text = begin(data, "Any", limit, system="generic", force="patrol")
    return ArmyDocument(text.encode(), "Any", None)


def _chosen(session: ArmyDocument) -> list[str]:
    return [part.name for unit in session.state.roster.units() for part in unit.selections]


@pytest.mark.parametrize(("limit", "size"), [(500, 0), (1000, 0), (1001, 1), (1500, 1), (2000, 1), (3000, 2)])
def test_the_limit_of_a_new_army_chooses_the_smallest_size_with_room_for_it(data: str, limit: int, size: int) -> None:
    session = _begun(data, limit)
    assert _chosen(session) == [SIZES[size]]
    assert session.army.findings == ()


@pytest.mark.parametrize("limit", [None, 5000])
def test_without_a_limit_or_beyond_all_sizes_nothing_is_chosen(data: str, limit: int | None) -> None:
    session = _begun(data, limit)
    assert _chosen(session) == []
    assert {each.code for each in session.army.findings} == {"min"}
    assert editor_view(session.army, session.ground.data.library).totals.worst == "Battle Size", (
        "its group is called as it is itself"
    )


def test_a_size_that_does_not_fit_the_limit_is_warned_of_and_mended_either_way(data: str) -> None:
    session = _begun(data, 2000)
    session.apply(Limit(number="1000"))
    (finding,) = session.army.findings
    assert (finding.code, finding.severity) == (BATTLE_SIZE, Severity.WARNING)
    assert finding.message == (
        "“2. Strike Force (2000 Point limit)” is chosen, but the army's limit is 1\N{NO-BREAK SPACE}000: "
        "choose “1. Incursion (1000 Point limit)”, or set the limit to 2\N{NO-BREAK SPACE}000."
    )
    offered = mends(session.apart(), finding)
    assert [each.words for each in offered] == [f"Take {SIZES[0]}", "Set the limit to 2\N{NO-BREAK SPACE}000"]
    for mend in offered:
        assert session.preview(mend.operations).findings == ()


def test_of_the_sizes_to_choose_the_one_that_fits_the_limit_is_offered_first(data: str) -> None:
    session = _begun(data, None)
    session.apply(Limit(number="1500"))
    (finding,) = session.army.findings
    assert next(each.words for each in mends(session.apart(), finding)) == f"Take {SIZES[1]}"


def test_the_points_of_a_size_are_read_as_games_write_them() -> None:
    ninth = ("1. Combat Patrol (0-50 Total PL / 0-500 Points) ", "2. Incursion (51-100 Total PL / 501-1000 Points) ")
    assert list(sizes_among((each, each) for each in ninth).values()) == [Decimal(500), Decimal(1000)]
    sigmar = ("2000 Points - Battlehost", "0750 Points", "No Points or Battlerole Validation (Open)")
    found = sizes_among((each, each) for each in sigmar)
    assert list(found.items()) == [("0750 Points", Decimal(750)), ("2000 Points - Battlehost", Decimal(2000))]
    assert size_for(found, Decimal(800)) == "2000 Points - Battlehost"
    assert sizes_among([("a", "Relic (500 points)"), ("b", "Banner (20 points)")]) == {}, "prices are no sizes"
