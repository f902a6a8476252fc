"""Sentences that tell of keys: they name actions by their ids, and say the keys that these have now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from textual._context import active_app

from builder.tui.actions import ACTIONS, Action
from builder.tui.key_names import NONE, key_name
from builder.tui.own_keys import keys_of

if TYPE_CHECKING:
    from builder.systems.play.view import Key

NAMED = re.compile(r"\{(\w+\.\w+)?\}")
"""An action in a sentence, or the place of a text."""
ACT = re.compile(r"\bthe act ([a-z]+(?:-[a-z]+)*)")
"""An act of a game, as sentences of its system name it."""
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


def in_keys(words: str) -> str:
    """A sentence of a game's system with the keys of the acts that it names, as the game on the screen has them.

    A command has no keys, and is told acts by name. One without a key is found in the list of them.
    """
    return ACT.sub(lambda found: _key_of_act(found[1]), words) if "the act " in words else words


def _key_of_act(verb: str) -> str:
    keys = [each for each in _shown_keys() if each.verb == verb and not each.again]
    found = next(iter(sorted(keys, key=lambda each: bool(each.table))), None)
    if found is None:
        return f"“{verb}” ({key_of('game.acts')} lists it)"
    return key_of(f"game.{found.action}") if found.action else key_name(found.key)


def _shown_keys() -> Sequence[Key]:
    """The keys of the game that is played on the screen; none where no game is."""
    app = active_app.get(None)
    screens = reversed(app.screen_stack) if app is not None and app.is_running else ()
    return next((keys for each in screens if (keys := getattr(getattr(each, "acts", None), "keys", ()))), ())


@cache
def _by_id() -> dict[str, Action]:
    return {action.id: action for action in ACTIONS}


def opening(words: str) -> str:
    """Words as a sentence begins."""
    return f"{words[:1].upper()}{words[1:]}"


def sentence(phrase: str) -> str:
    """A phrase as a sentence."""
    return f"{opening(phrase)}."
