"""Verbs that fit the unit of which something is said."""

from __future__ import annotations

import pytest

from builder.systems.diceless.play.queries import sentence
from tests.systems.diceless.play.battles import battle, hull, marines


@pytest.mark.parametrize(
    ("models", "told"), [(1, ("Boyz has", "Boyz was", "Boyz arrives")), (2, ("Boyz have", "Boyz were", "Boyz arrive"))]
)
def test_of_several_models_is_spoken_as_of_several(models: int, told: tuple[str, ...]) -> None:
    army = battle([marines("boyz", models)], []).sides[0].army
    assert army is not None
    assert tuple(sentence(army.units[0], word) for word in ("has", "was", "arrives")) == told


def test_of_a_vehicle_is_spoken_as_of_one() -> None:
    army = battle([hull("tank")], []).sides[0].army
    assert army is not None
    assert sentence(army.units[0], "has room for 10") == "Tank has room for 10"
