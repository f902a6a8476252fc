"""Rosters that were saved with exactly the data set beside them come to what their files say."""

from __future__ import annotations

import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builder.catalogue.library import Library
from builder.formats.saved import catalogue_ids, read_saved, tie_saved
from builder.record import Record, replace
from builder.roster.comparison import as_its_program_writes, compare
from builder.roster.evaluate import evaluate
from builder.roster.view import RosterView
from builder.services.army.opening import evaluate_saved
from builder.services.data.catalogues import open_from
from tests.shares import Part

PAIRS = (Path(__file__).parents[2] / "../shared/data/pairs").resolve()
ROSTERS = sorted((PAIRS / "rosters").glob("*")) if PAIRS.is_dir() else []
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not ROSTERS, reason="the pairs of rosters and data are not beside the checkout"),
]


RELEASES = sorted({roster.name.partition("--")[0] for roster in ROSTERS})


def unpack(release: str, data: Path) -> None:
    folder = data / "battlescribe" / "set"
    folder.mkdir(parents=True)
    (packed,) = (path for path in PAIRS.glob("*.zip") if path.stem.partition("@")[2] == release)
    with zipfile.ZipFile(packed) as archive:
        for name in archive.namelist():
            if name.endswith((".cat", ".gst")):
                (folder / Path(name).name).write_bytes(archive.read(name))


@pytest.mark.parametrize("release", RELEASES)
def test_an_evaluation_comes_to_what_was_saved(release: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    unpack(release, tmp_path)
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


TEXTS = frozenset({"info_links", "category_links", "profiles", "rules", "shared_profiles", "shared_rules"})
PARTS = frozenset({"entry_links", "selection_entries", "shared_selection_entries"})


@pytest.mark.parametrize("lost", [TEXTS, PARTS, TEXTS | PARTS], ids=["texts", "parts", "both"])
@pytest.mark.parametrize("release", RELEASES)
def test_data_that_lacks_some_of_it_takes_nothing_from_what_was_saved(
    release: str, lost: frozenset[str], part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prices alone may change, of what counts things whose group is gone with the link to it.

    More may be shown: what the data would not show beside what it lacks.
    """
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    unpack(release, tmp_path)
    for path in part([path for path in ROSTERS if path.name.startswith(f"{release}--")]):
        saved = read_saved(path.read_bytes(), path.name)
        library, random = open_from("set", catalogue_ids(saved.roster)).library, Random(path.name)
        system, *catalogues = (damaged(root, lost, random) for root in library.roots)
        lacking = Library(system, catalogues)
        view = evaluate(tie_saved(saved, path.name, lacking).roster, lacking, by_name=False).view
        found = compare(saved.roster, as_its_program_writes(view, saved.roster.program))
        assert [each for each in found if each.what != "costs" and each.saved] == [], path.name


def damaged(element: Any, lost: frozenset[str], random: Random) -> Any:
    """Return an element without a tenth of all that is in such fields of it, or of what is in it."""
    changes = {}
    for field in element.__struct_fields__:
        inner = getattr(element, field)
        if isinstance(inner, tuple) and inner and isinstance(inner[0], Record):
            left = (each for each in inner if field not in lost or random.random() > 0.1)
            changes[field] = tuple(damaged(each, lost, random) for each in left)
    return replace(element, **changes) if changes else element
