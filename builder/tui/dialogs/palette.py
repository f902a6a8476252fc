"""The command palette: every action of the screen, found by a few letters; what is not possible now is dim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.tui.actions import ACTIONS, APP, Action, actions_of, key_name
from builder.tui.dialogs.choose import Choice, Choose
from builder.tui.screens.base import ActionScreen, Offer

_HERE = frozenset({"app.palette"})
OFFER = "offer:"
"""What the answer begins with where it is no action but an offer of the screen; its key follows."""


def palette(screen: ActionScreen | None, keys: Mapping[str, str]) -> Choose:
    """A dialog that gives the id of an action or an offer of the screen; `keys` are those that a player has chosen."""
    own = list(actions_of(screen.scope)) if screen else []
    found = [*own, *(action for action in actions_of(APP) if action.id not in _HERE)]
    choices = [
        Choice(
            action.id,
            f"{_first(action, keys):<10}{action.label}",
            action.tooltip,
            dim=screen is not None and not screen.check_action(action.name, ()),
        )
        for action in found
    ]
    choices += [Choice(f"{OFFER}{offer.key}", f"{'':<10}{offer.words}", offer.about) for offer in _offers(screen)]
    return Choose("Commands", choices).add_class("broad")


def _offers(screen: ActionScreen | None) -> Sequence[Offer]:
    return screen.offers() if screen else ()


def action_called(id: str) -> Action:
    """The action of that id."""
    return next(action for action in ACTIONS if action.id == id)


def _first(action: Action, keys: Mapping[str, str]) -> str:
    return key_name(keys.get(action.id, action.keys).split(",")[0])
