"""Writes docs/keys.md from the table of actions: uv run python -m tests.tui.keys."""

from __future__ import annotations

from pathlib import Path

from builder.tui.actions import ACTIONS, key_name

DOCUMENT = Path(__file__).parents[2] / "docs" / "keys.md"

HEAD = """# Keys of the screens

`muster tui ARMY` opens an army on a screen, `muster` alone the list of armies. `?` shows the keys of the screen that
you are on, `Ctrl+P` finds any action by its name; what the mouse clicks does the same.

Change keys and the theme (`dark`, `light`, `high-contrast`) in `config.toml` in your settings folder (`$MUSTER_CONFIG`,
or such as `~/.config/muster`); several keys are separated by commas. With `NO_COLOR` set, no colours are used.

```toml
theme = "light"

[keys]
"app.quit" = "ctrl+q"
"lines.down" = "down,n"
```
"""

TITLES = {
    "app": "Everywhere",
    "lines": "In every list",
    "library": "Armies",
    "editor": "Editor",
    "findings": "Findings",
    "export": "Printing and sharing",
    "games": "Games",
    "game": "Game",
    "gamelog": "Log of a game",
    "act": "Form of an act",
    "preview": "Text of the sheets",
    "file": "Choosing a file",
    "dialog": "In every dialog",
    "choice": "Dialogs with a list",
    "question": "Questions",
}


def document() -> str:
    """What docs/keys.md says."""
    parts = [HEAD]
    for scope in dict.fromkeys(action.scope for action in ACTIONS):
        rows = [
            f"| `{action.id}` | {' '.join(f'`{key_name(key)}`' for key in action.keys.split(','))} | {action.tooltip} |"
            for action in ACTIONS
            if action.scope == scope
        ]
        parts.append(
            "\n".join((f"## {TITLES[scope]}", "", "| action | keys | what it does |", "|---|---|---|", *rows, ""))
        )
    return "\n".join(parts)


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
