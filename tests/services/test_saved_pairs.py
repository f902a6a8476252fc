"""Rosters that were saved with exactly the data set beside them come to what their files say."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from builder.roster.comparison import compare
from builder.roster.view import RosterView
from builder.services.army.opening import evaluate_saved

PAIRS = (Path(__file__).parents[2] / "../shared/data/pairs").resolve()
ROSTERS = sorted((PAIRS / "rosters").glob("*")) if PAIRS.is_dir() else []
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not ROSTERS, reason="the pairs of rosters and data are not beside the checkout"),
]


@pytest.mark.parametrize("release", sorted({roster.name.partition("--")[0] for roster in ROSTERS}))
def test_an_evaluation_comes_to_what_was_saved(release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    folder = tmp_path / "battlescribe" / "set"
    folder.mkdir(parents=True)
    (packed,) = (path for path in PAIRS.glob("*.zip") if path.stem.partition("@")[2] == release)
    with zipfile.ZipFile(packed) as archive:
        for name in archive.namelist():
            if name.endswith((".cat", ".gst")):
                (folder / Path(name).name).write_bytes(archive.read(name))
    for roster in (path for path in ROSTERS if path.name.startswith(f"{release}--")):
        found = evaluate_saved(roster.read_bytes(), roster.name, "set")
        differences = compare(found.saved, found.evaluated)
        assert differences == (), roster.name
        if not found.saved.program:  # New Recruit says little of where things are from.
            assert _details(found.saved) == _details(found.evaluated), roster.name


def _details(view: RosterView) -> dict[str, object]:
    """What else BattleScribe writes: names of slots and categories, groups, pages, and paths of profiles and rules."""
    found: dict[str, object] = {}
    for force in view.all_forces():
        found[force.id] = (force.name, {slot.entry_id: slot.name for slot in force.categories})
    for part in (part for unit in view.units() for part in unit.walk()):
        shown = sorted([*(profile.id for profile in part.profiles), *(rule.id for rule in part.rules)])
        named = {category.entry_id: category.name for category in part.categories}
        found[part.id] = (part.entry_group_id, part.page, part.publication_id, shown, named)
    return found
