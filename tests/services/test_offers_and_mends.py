"""Random armies of all data sets at hand: offers keep what they promise, and what is wrong has a mend or a reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from builder.errors import EditError, Finding, InputError, Severity, is_unmade
from builder.roster.model import Force
from builder.services.data import catalogue_store
from builder.services.data.army_data import find_data
from builder.services.data.catalogues import catalogue_ids
from builder.services.editor.document import ArmyDocument
from builder.services.editor.grouping import groups_for
from builder.services.editor.lookup import force_offers
from builder.services.editor.new_army import begin, fitting_systems
from builder.services.editor.operations import Add, AddForce, AddGroup, Remove, RemoveGroup
from builder.services.editor.quick_fixes import mends, why_unmended, wrong_then
from builder.services.editor.session import EditorSession
from tests.services.community import SHARED, community_library

PAIRS = (SHARED.parent / "pairs").resolve()
SETS = sorted(path.name for path in PAIRS.glob("*.zip") if "kings" not in path.name) if PAIRS.is_dir() else []
ARMIES, EDITS, TOLD = 3, 14, 12
"""Armies of a data set, changes to each, and findings of one kind whose mends are looked for in an army."""
NOTHING = "Nothing that was tried fixes it."


@pytest.fixture(params=[*SETS, "battlescribe"])
def armies(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ArmyDocument]:
    """Some armies of a data set, empty but for what they begin with."""
    if not SHARED.is_dir():
        pytest.skip("the data sets of the community are not beside the checkout")
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    if request.param == "battlescribe":
        community_library(tmp_path)
    else:
        catalogue_store.add(str(PAIRS / request.param), "set")
    return islice(_begun(Random(request.param)), ARMIES)


def _begun(random: Random) -> Iterator[ArmyDocument]:
    every = list(catalogue_ids())
    random.shuffle(every)
    for identity in every:
        try:
            system = random.choice(fitting_systems(find_data(identity))).id
            text = begin(identity, "Any", random.choice((None, 1000, 2000)), system=system)
            yield ArmyDocument(text.encode(), "Any", None)
        except InputError:
            continue


def _errors(session: ArmyDocument) -> dict[object, Finding]:
    found = (each for each in session.army.findings if each.severity is Severity.ERROR and each.code != "cost-limit")
    return {(each.code, each.at): each for each in found}


@pytest.mark.long
def test_offers_keep_their_promise_and_errors_have_mends_or_reasons(armies: Iterator[ArmyDocument]) -> None:
    random, tried = Random(0), 0
    for session in armies:
        for _ in range(EDITS):
            force = random.choice(list(session.state.roster.all_forces()))
            try:
                tried += _changed(session, force, random)
            except EditError:
                continue
        told: dict[str, int] = {}
        for finding in _errors(session).values():
            told[finding.code] = told.get(finding.code, 0) + 1
            if told[finding.code] <= TOLD and not mends(session.apart(), finding):
                assert why_unmended(session, finding) != NOTHING, finding.message
    assert tried, "nothing was offered"


def _changed(session: ArmyDocument, force: Force, random: Random) -> int:
    """Change an army by something that is offered, and return how many offers were compared with what came of them."""
    library, catalogue = session.ground.data.library, session.ground.data.catalogue_id
    what = random.random()
    below = [each for each in force_offers(session.state.roster, library, catalogue) if each.below is not None]
    if what < 0.2 and below:
        chosen = random.choice(below)
        session.apply(AddForce(force=chosen.path, under=chosen.below.id if chosen.below else None))
        return 0
    if what < 0.3 and force.selections:
        session.apply(Remove(id=random.choice(force.selections).id))
        return 0
    option = random.choice(list(session.options(force.id)))
    before, add = _errors(session), Add(unit=option.entry.path, force=force.id)
    announced = option.reason or wrong_then(session.army, session.preview((add,)))
    new = session.apply(add).id
    wrong = [each for key, each in _errors(session).items() if key not in before and not is_unmade(each)]
    hidden = [each for each in wrong if each.code == "hidden" and each.at.selection == new]
    assert announced or not wrong, (option.name, [each.message for each in wrong])
    assert option.hidden or not hidden, hidden
    if option.reason:
        session.undo()
    return 1


def test_a_group_with_a_colon_in_its_name_is_told_whole() -> None:
    session = EditorSession.open("lethal-marines-1000").editor.session
    (group,) = (each for each in session.state.roster.groups if each.name == "Vanguard")
    session.apply_all((RemoveGroup(group=group.id), AddGroup(name="First: Vanguard", units=group.units)))
    named = {unit.custom_name or unit.name: unit.id for unit in session.army.view.units()}
    speeders, corvin = (groups_for(session, named[name]).refusals for name in ("Land Speeders", "Squad Corvin"))
    assert speeders[0].startswith("Not in First: Vanguard: ") and "no group" not in speeders[0]
    assert any(said.startswith("It cannot leave First: Vanguard: Captain Aldric is") for said in corvin)
    assert any(": those left in First: Vanguard are no group: Captain" in said for said in corvin)
