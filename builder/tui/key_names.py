"""What keys are called: by people, and in the settings of players."""

from __future__ import annotations

from collections.abc import Sequence

KEY_OF = {"?": "question_mark", "/": "slash", "+": "plus", "-": "minus", "=": "equals_sign", "[": "left_square_bracket"}
"""What signs are called as keys, which players may write in their settings."""

NONE = "none"
"""Stands for a key where there is none: nobody can press it."""

_NAMES = {
    NONE: "–",
    **{name: sign for sign, name in KEY_OF.items()},
    "exclamation_mark": "!",
    "full_stop": ".",
    "delete": "Del",
    "backspace": "Backspace",
    "escape": "Esc",
    "space": "Space",
    "enter": "Enter",
    "right_square_bracket": "]",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def first_key(usual: str, keys: Sequence[str]) -> str:
    """The key to name of those that an action has: the first of the usual ones, or the first that a player chose."""
    first = [key for key in usual.split(",") if key in keys]
    return first[0] if first and {*keys} <= {*usual.split(",")} else keys[0]


def key_name(key: str) -> str:
    """A key as people write it: `ctrl+p` is Ctrl+P, `question_mark` is ?."""
    *held, last = key.split("+")
    word = _NAMES.get(last, last if len(last) == 1 and not held else last.capitalize())
    return "+".join((*(name.capitalize() for name in held), word))


def up_and_down(up: str, down: str) -> str:
    """Two keys as people write them, as one where they are the arrows up and down: `Alt+↑↓`."""
    held = up.removesuffix("Up")
    return f"{held}↑↓" if (f"{held}Up", f"{held}Down") == (up, down) else f"{up}, {down}"
