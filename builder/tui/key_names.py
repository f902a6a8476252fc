"""What keys are called: by people, and in the settings of players."""

from __future__ import annotations

KEY_OF = {"?": "question_mark", "/": "slash", "+": "plus", "-": "minus", "=": "equals_sign", "[": "left_square_bracket"}
"""What signs are called as keys, which players may write in their settings."""

_NAMES = {
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


def key_name(key: str) -> str:
    """A key as people write it: `ctrl+p` is Ctrl+P, `question_mark` is ?."""
    *held, last = key.split("+")
    word = _NAMES.get(last, last if len(last) == 1 and not held else last.capitalize())
    return "+".join((*(name.capitalize() for name in held), word))
