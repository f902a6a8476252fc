"""Writes docs/keys.md from the table of actions: uv run python -m tests.tui.keys."""

from __future__ import annotations

from pathlib import Path

from builder.tui.actions import ACTIONS, TITLES
from builder.tui.dialogs.help import TYPED
from builder.tui.key_names import key_name

DOCUMENT = Path(__file__).parents[2] / "docs" / "keys.md"

HEAD = """# Keys of the screens

`muster tui ARMY` opens an army on a screen, `muster` alone the list of armies. `?` shows the keys of the screen that
you are on, and `Ctrl+P` finds any action by its name.

The mouse does the same. A click on a box, a number or the sign of a fold acts at once; on any other row the first click
moves the cursor there and the next one acts, so that two clicks in a row act anywhere. Keys that are named in a frame
or beside what they do can be clicked too, and so can each line of `?`. Drag a unit to another place, to the squad that
it joins or the transport that it rides in; mark units with the right button, `Ctrl` or `Shift`. The wheel scrolls what
is below the pointer.

You can press keys as fast as you like, even before their screen or dialog is there: each acts on what the keys before
it have brought about. `Ctrl+Q` pressed twice on any screen ends the program even while it is still at work.

`Ctrl+T` chooses a theme, `F8` the signs that boxes and bars are made of; both are kept in `config.toml` in your
settings folder (`$MUSTER_CONFIG`, or for instance `~/.config/muster`). You change keys there too, written as here or
as `?` names them; several are separated by commas. Your keys win: an action of the same screen that had the key loses
it, and a message says so if it has no other. Mistakes in the file are reported when the program starts, and ignored.

```toml
theme = "light"     # dark, light or high-contrast
signs = "ascii"     # ascii, unicode or auto: as the terminal says

[keys]
"app.quit" = "ctrl+q"
"lines.down" = "down,ctrl+n"
```

Plain signs (`+ - | # >`) are used by default where the locale has another encoding than UTF-8, or is `C`:
`LC_ALL=C muster`. With `NO_COLOR` set, nothing has a colour, and the cursor is shown reversed.
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
