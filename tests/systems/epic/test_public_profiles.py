"""The profiles of public Epic catalogues are understood, but for a handful of texts."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.roster.view import ProfileView
from builder.systems.epic.statlines import UnreadTexts, is_unit, is_weapon, read_line, read_stacked, read_weapon
from tests.systems.epic.making import epic_profile

FOLDER = (Path(__file__).parents[3] / "../shared/data/battlescribe/epic").resolve()
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the public data is not beside the checkout")


def profiles() -> Iterator[ProfileView]:
    for path in sorted(FOLDER.iterdir()):
        for element in ET.parse(path).getroot().iter():
            if element.tag.endswith("}profile"):
                cells = (cell for cell in element.iter() if cell.tag.endswith("}characteristic"))
                yield epic_profile(element.get("name", ""), {cell.get("name", ""): cell.text or "" for cell in cells})


@pytest.mark.long
def test_nearly_all_public_profiles_are_understood() -> None:
    unreadable = UnreadTexts()
    units = [profile for profile in profiles() if is_unit(profile)]
    weapons = [profile for profile in profiles() if is_weapon(profile)]
    stacked = [weapon for profile in units for weapon in read_stacked(profile, unreadable)]
    lines = [read_line(profile, unreadable) for profile in units]
    alone = [read_weapon(profile.name, 1, [profile], unreadable) for profile in weapons]
    assert len(lines) > 150 and len(stacked) > 250 and len(alone) > 10
    odd = sum(int(finding.message.split()[0]) for finding in unreadable.findings())
    assert odd <= 10, [finding.message for finding in unreadable.findings()]
