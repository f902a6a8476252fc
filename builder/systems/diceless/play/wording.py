"""Sentences about units, with verbs that fit them."""

from __future__ import annotations

from builder.systems.fortyk.model import Unit

_OF_SEVERAL = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
"""Verbs that lose more than their s."""


def sentence(unit: Unit, words: str) -> str:
    """A unit and what is said of it, the verb first: `Boss has no HP`, of several models `Boyz have no HP`."""
    verb, space, rest = words.partition(" ")
    if sum(group.models for group in unit.groups) + len(unit.vehicles) > 1:
        verb = _OF_SEVERAL.get(verb, verb.removesuffix("s"))
    return f"{unit.name} {verb}{space}{rest}"
