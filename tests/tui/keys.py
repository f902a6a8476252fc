"""Writes docs/keys.md from the table of actions: uv run python -m tests.tui.keys."""

from __future__ import annotations

from pathlib import Path

from builder.tui.actions import ACTIONS, TITLES
from builder.tui.dialogs.help import TYPED
from builder.tui.key_names import key_name

DOCUMENT = Path(__file__).parents[2] / "docs" / "keys.md"

HEAD = """# Keys of the screens

`muster tui ARMY` opens an army on a screen, `muster` alone the list of armies. `?` shows the keys of the screen that
you are on, `Ctrl+P` finds any action by its name; what the mouse clicks does the same:
a box, a number or the sign of a fold at once, a row otherwise once the cursor is on it, so two clicks in a row do it
anywhere. A key that is named in a frame or beside what it does is clicked too, and so is each line of `?`. Units are
dragged to another place, to the squad that they join or the transport that they ride in; the right button, `Ctrl` or
`Shift` mark them. The wheel scrolls what is below it.

Keys can be pressed as fast as you like, before their screen or dialog is there: each acts on what the keys before it
have brought about. `Ctrl+Q` pressed twice on any screen ends the program even while it is still at work.

`Ctrl+T` chooses a theme, `F8` the signs that boxes and bars are made of; both are kept in `config.toml` in your
settings folder (`$MUSTER_CONFIG`, or such as `~/.config/muster`). Keys are changed there too, written as here or as
`?` names them; several are separated by commas. A key of yours wins: what had it before loses it on the same screen,
and you are told if that has no other. What is wrong with the file is told when the program starts, and left out.

```toml
theme = "light"     # dark, light or high-contrast
signs = "ascii"     # ascii, unicode or auto: as the terminal says

[keys]
"app.quit" = "ctrl+q"
"lines.down" = "down,ctrl+n"
```

Plain signs (`+ - | # >`) are taken by themselves where the locale names another encoding than UTF-8, or is `C`:
`LC_ALL=C muster`. With `NO_COLOR` set, nothing has a colour; the cursor is reversed.
"""


def document() -> str:
    """What docs/keys.md says."""
    parts = [HEAD]
    for scope in dict.fromkeys(action.scope for action in ACTIONS):
        rows = [
            f"| `{action.id}` | {' '.join(f'`{key_name(key)}`' for key in action.keys.split(','))} | {action.tooltip} |"
            for action in ACTIONS
            if action.scope == scope
        ]
        rows += [
            f"| | {keys.replace('0 to 9', '`0` to `9`')} | {tooltip} |" for keys, _, tooltip in TYPED.get(scope, ())
        ]
        parts.append(
            "\n".join((f"## {TITLES[scope]}", "", "| action | keys | what it does |", "|---|---|---|", *rows, ""))
        )
    return "\n".join(parts)


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
