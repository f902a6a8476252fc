"""What an edit leaves alone, kept from one evaluation to the next.

A selection is immutable: the same object below the same entry looks and counts the same, as long as neither asks for
anything beyond. Only such things are kept, so that an evaluation with them is the same as one without.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.info import LinkedInfo
from builder.roster.model import Selection
from builder.roster.tree import SelectionNode
from builder.roster.view import ProfileView, RuleView, SelectionView

Texts = tuple[tuple[ProfileView, ...], tuple[RuleView, ...]]
"""The visible profiles and rules of one element."""

_SPARE = 1_000
"""How many parts that are gone may be remembered before they are forgotten."""


@dataclass(frozen=True, slots=True)
class EvaluationCache:
    """The texts that no roster changes; by the id of a selection, what it looked like and that its limits held."""

    views: dict[LinkedInfo, ProfileView | RuleView] = field(default_factory=dict)
    texts: dict[tuple[LinkedInfo, ...], Texts] = field(default_factory=dict)
    looks: dict[str, tuple[Selection, LinkedEntry, SelectionView]] = field(default_factory=dict)
    fine: dict[str, tuple[Selection, LinkedEntry]] = field(default_factory=dict)

    def look(self, node: SelectionNode) -> SelectionView | None:
        """Return the view of a selection whose subtree looks the same in every roster, if it was seen before."""
        selection, entry, view = self.looks.get(node.selection.id, (None, None, None))
        return view if selection is node.selection and entry is node.entry else None

    def is_fine(self, node: SelectionNode) -> bool:
        """Whether the simple limits below a selection are known to hold."""
        selection, entry = self.fine.get(node.selection.id, (None, None))
        return selection is node.selection and entry is node.entry

    def forget(self, still: Container[str], number: int) -> None:
        """Forget all but these parts, so many, once too much is remembered of others."""
        for known in (self.looks, self.fine):
            if len(known) > number + _SPARE:
                for id in [id for id in known if id not in still]:
                    del known[id]
