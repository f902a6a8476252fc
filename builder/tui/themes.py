"""The themes: dark, light, high contrast; no colour is named anywhere else."""

from __future__ import annotations

from textual.theme import Theme

EXTRA = ("points", "dim", "frame", "focus", "slot", "info", "cursor")
"""Colours beyond those that every theme has, as variables `$muster-<name>`."""


def _theme(
    name: str, *, dark: bool, background: str, text: str, good: str, warning: str, error: str, **extra: str
) -> Theme:
    return Theme(
        name=name,
        primary=extra["focus"],
        secondary=extra["info"],
        accent=extra["focus"],
        foreground=text,
        background=background,
        surface=background,
        panel=extra["cursor"],
        success=good,
        warning=warning,
        error=error,
        dark=dark,
        variables={
            **{f"muster-{key}": extra[key] for key in EXTRA},
            "scrollbar": extra["frame"],
            "scrollbar-background": background,
            "border": extra["focus"],
        },
    )


THEMES = (
    _theme(
        "dark",
        dark=True,
        background="#14171C",
        text="#D8DCE3",
        good="#8FD16F",
        warning="#FFB454",
        error="#FF7B6E",
        points="#FFFFFF",
        dim="#9AA3B1",
        frame="#667284",
        focus="#E0B04A",
        slot="#C9A2FF",
        info="#6CB8FF",
        cursor="#2B3340",
    ),
    _theme(
        "light",
        dark=False,
        background="#FAFAF7",
        text="#1F242B",
        good="#2B6A12",
        warning="#8A4B00",
        error="#B3261E",
        points="#000000",
        dim="#565E6A",
        frame="#7B8491",
        focus="#8A5A00",
        slot="#6A35B8",
        info="#0B5CAD",
        cursor="#E4E2D8",
    ),
    _theme(
        "high-contrast",
        dark=True,
        background="#000000",
        text="#FFFFFF",
        good="#7CFF6B",
        warning="#FFD24A",
        error="#FF9A8F",
        points="#FFFFFF",
        dim="#D0D0D0",
        frame="#C0C0C0",
        focus="#FFFF00",
        slot="#E3C8FF",
        info="#9AD2FF",
        cursor="#001E5C",
    ),
)
"""In the order in which they are offered; the first is the one at the start."""
