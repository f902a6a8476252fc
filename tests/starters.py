"""The starter armies as tests go through them: one or two of each system in every run, all of them in long ones."""

from __future__ import annotations

import pytest

from builder.resources import find_resources

ALWAYS = ("epic-orks-3000", "imperial-guard-500", "lethal-chaos-1000", "plain-orks-500", "space-marines-500")
STARTERS = tuple(found.id for found in find_resources("templates/armies"))
EACH_STARTER = [pytest.param(id, marks=() if id in ALWAYS else pytest.mark.long) for id in STARTERS]
"""What `parametrize` takes."""
