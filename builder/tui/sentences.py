"""Sentences that tell of keys: they name actions by their ids, and say the keys that these have now."""

from __future__ import annotations

import re
from functools import cache

from textual._context import active_app

from builder.tui.actions import ACTIONS, Action
from builder.tui.key_names import NONE, key_name
from builder.tui.own_keys import keys_of

NAMED = re.compile(r"\{(\w+\.\w+)?\}")
"""An action in a sentence, or the place of a text."""
PALETTE = "app.palette"


def keyed(words: str, *texts: object) -> str:
    """A sentence with the key of each action that it names, as `{editor.add}`, and with `texts` in place of `{}`.

    The keys are the player's own while the app runs. Texts stay as they are, whatever braces a name from a file has,
    and so does what names no action.
    """
    others = iter(texts)
    return NAMED.sub(lambda found: key_of(found[1]) or found[0] if found[1] else str(next(others, found[0])), words)


def key_of(id: str, rather: str = "") -> str:
    """The key of an action as people write it, the first where it is not one that is wanted `rather`.

    Of an action that has no key any more it is the way by which it is found; of what is no action, nothing.
    """
    action = _by_id().get(id)
    if action is None:
        return ""
    keys = keys_of(action, getattr(active_app.get(None), "chosen_keys", {}))
    if keys == [NONE] and id != PALETTE:
        return f"{key_of(PALETTE)} “{action.label}”"
    return key_name(rather if rather in keys else keys[0])


@cache
def _by_id() -> dict[str, Action]:
    return {action.id: action for action in ACTIONS}
