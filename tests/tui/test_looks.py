"""Themes, plain signs, no colour: how everything is painted, whatever the screen."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

import builder
from builder.services.library.browsing import EntryDetails
from builder.services.settings import keep_setting, read_settings, settings_file
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.data_lines import details_lines
from builder.tui.themes import TABLE, THEMES, PlainSigns, filters_of, plain_text, terminal_encoding
from tests.tui.editing import notices, opened
from tests.tui.making import play, put, until
from tests.tui.painted import lines, segments

WRITTEN = ("text", "points", "dim", "focus", "good", "warning", "error", "info", "slot")
FIGURES = {
    "text": 13.1, "points": 18, "dim": 7, "frame": 3.7, "focus": 9, "good": 9.9, "warning": 10.2, "error": 7.1,
    "info": 8.5, "slot": 8.6,
}  # fmt: skip
"""The contrasts that the dark theme was drawn with."""


def colour(theme: Theme, look: str) -> Color:
    own = {"text": theme.foreground, "good": theme.success, "warning": theme.warning, "error": theme.error}
    return Color.parse(own.get(look) or theme.variables[f"muster-{look}"])


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours, 1 to 21, as WCAG works it out."""

    def light(value: Color) -> float:
        parts = [part / 255 for part in value.rgb]
        r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_everything_written_can_be_read(theme: Theme) -> None:
    assert theme.background is not None
    wanted = 7 if theme.name == "high-contrast" else 4.5
    for ground in (Color.parse(theme.background), colour(theme, "cursor")):
        for look in WRITTEN:
            assert contrast(colour(theme, look), ground) >= wanted, look
    assert contrast(colour(theme, "frame"), Color.parse(theme.background)) >= 3


def test_the_dark_theme_has_the_contrasts_it_was_drawn_with() -> None:
    dark = next(theme for theme in THEMES if theme.name == "dark")
    assert dark.background is not None
    for look, figure in FIGURES.items():
        assert contrast(colour(dark, look), Color.parse(dark.background)) == pytest.approx(figure, rel=0.03), look


@pytest.mark.long
def test_the_theme_that_was_chosen_is_there_the_next_time(home: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('# mine\narmies = "~/lists"  # here\n\n[keys]\n"app.help" = "h"\n')

    async def choose(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("down", "enter")
        await until(pilot, lambda: read_settings().theme == "light")

    async def look(pilot: Pilot[None]) -> None:
        assert pilot.app.theme == "light"

    play(MusterApp(), choose)
    play(MusterApp(), look)
    text = settings_file().read_text(encoding="utf-8")
    assert "# mine\n" in text and 'armies = "~/lists"  # here\n' in text and read_settings().keys == {"app.help": "h"}


@pytest.mark.long
def test_settings_with_a_mistake_are_not_written_over(home: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("theme = \n")

    async def choose(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("down", "enter")
        await until(pilot, lambda: any("nothing is kept" in words for words in notices(pilot.app)))
        assert pilot.app.theme == "light"

    play(MusterApp(), choose)
    assert settings_file().read_text() == "theme = \n"


def test_a_setting_is_changed_where_it_stands(home: Path) -> None:
    for value in ("ascii", "unicode"):
        path = keep_setting("signs", value)
    assert path.read_text(encoding="utf-8").count("signs") == 1
    assert read_settings().signs == "unicode"


@pytest.mark.long
def test_signs_are_chosen_on_the_screen_and_kept(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("┏" in line for line in lines(pilot.app)))
        await pilot.press("f8")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*["down"] * 3, "enter")
        await until(pilot, lambda: read_settings().signs == "ascii")
        await until(pilot, lambda: all(line.isascii() for line in lines(pilot.app)))

    play(MusterApp(), part)


def test_every_sign_that_the_program_writes_has_a_plain_one() -> None:
    written = {
        sign
        for path in Path(builder.__file__).parent.rglob("*.py")
        for sign in path.read_text(encoding="utf-8")
        if not sign.isascii() and not sign.isalnum()
    }
    assert written <= set(TABLE)
    assert all(len(plain) == 1 and plain.isascii() for plain in TABLE.values())


@pytest.mark.parametrize(
    ("text", "encoding", "plain"),
    [
        ("┏━ ▾ HQ ━┓ ┌─ ▸ HQ ─┐", "utf-8", "#= - HQ =# +- + HQ -+"),
        ("┃▌■·│ ★·│ ▆▁ ▕█▏ ●○ □ ▪ · ┃", "utf-8", "#>#.| @.| #. |#| @o _ * . #"),
        ("▶ Gruß – 5×", "utf-8", "> Gruß - 5x"),
        ("▶ Gruß – 5×", "ascii", "> Gru? - 5x"),
        ("Élodie", "ascii", "Elodie"),
        ("Ωmega ☃", "iso8859-7", "Ωmega ?"),
        ("漢", "ascii", "??"),
    ],
)
def test_letters_stay_where_the_terminal_has_them(text: str, encoding: str, plain: str) -> None:
    assert plain_text(text, encoding) == plain


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({"LANG": "de_DE.UTF-8"}, "utf-8"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "ascii"),
        ({"LANG": "POSIX"}, "ascii"),
        ({"LANG": "fr_FR.ISO-8859-1"}, "iso8859-1"),
        ({"LANG": "fr_FR.ISO-8859-15@euro"}, "iso8859-15"),
        ({"LANG": "xx_XX.nonsense"}, "ascii"),
        ({"LC_ALL": "C.UTF-8"}, "utf-8"),
    ],
)
def test_the_locale_says_what_the_terminal_can_show(environment: dict[str, str], encoding: str) -> None:
    assert terminal_encoding(environment) == encoding


def test_a_terminal_of_another_encoding_gets_plain_signs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.ISO-8859-1")
    assert any(isinstance(filter, PlainSigns) for filter in filters_of(MusterApp()))
    keep_setting("signs", "unicode")
    assert not any(isinstance(filter, PlainSigns) for filter in filters_of(MusterApp()))


def test_with_no_color_nothing_has_a_colour_and_the_cursor_is_seen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def run() -> None:
        app = MusterApp(str(put(home / "armies", "a.yaml")))
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(pilot)
            await pilot.press("down")
            await pilot.pause()
            styles = [(segment.text, segment.style) for line in segments(app) for segment in line if segment.style]
            assert all(style.color is None or style.color.is_default for _, style in styles)
            assert all(style.bgcolor is None or style.bgcolor.is_default for _, style in styles)
            assert any(style.reverse and "▌" in text for text, style in styles)

    asyncio.run(run())


def reversed_in(app: MusterApp) -> str:
    """What is reversed in the widget with the focus, as a terminal gets it."""
    focused = app.focused
    assert focused is not None
    region, found = focused.region, ""
    for line in segments(app)[region.y : region.bottom]:
        x = 0
        for segment in line:
            if segment.style and segment.style.reverse and region.x <= x < region.right:
                found += segment.text
            x += segment.cell_length
    return found


def is_reversed(app: MusterApp, shown: str) -> bool:
    return reversed_in(app) == shown


@pytest.mark.long
def test_with_no_color_the_place_of_writing_and_what_is_selected_are_seen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def part(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, MusterApp)
        await opened(pilot)
        for keys, shown in (
            (("l",), "500 "),  # what stands there is selected, and the cursor behind it
            (("escape", "n"), " "),
            (("a", "b", "shift+left"), "b"),
            (("escape", "y", "down", "enter", "slash"), "/"),
            (("b", "o"), " "),
            (("escape", "escape", "a"), "a"),
            (("escape", "ctrl+p"), "a"),
        ):
            await pilot.press(*keys)
            await until(pilot, partial(is_reversed, app, shown))

    play(MusterApp(str(put(home / "armies", "a.yaml", "space-marines-500"))), part)


@pytest.mark.long
def test_prices_have_the_colour_of_information_and_sums_are_strong(home: Path) -> None:
    shown: dict[bool, set[str]] = {True: set(), False: set()}

    async def part(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, MusterApp)
        await opened(pilot)
        await pilot.press("down", "down", "down", "enter", "slash", *"plas", "escape")
        info = colour(THEMES[0], "info").rgb
        for line in segments(app):
            for text, style, _ in line:
                if re.fullmatch(r" *\+?\d+ *", text) and style and style.color:
                    shown[tuple(style.color.get_truecolor()) == info].add(text.strip())

    play(MusterApp(str(put(home / "armies", "a.yaml", "space-marines-500"))), part, (120, 40))
    assert "+15" in shown[True] and not any(text.startswith("+") for text in shown[False])


@pytest.mark.parametrize(("comes_to", "look"), [("1 to 3 models, from 55", "price"), ("Weapon", "dim")])
def test_what_kind_of_thing_an_entry_is_has_no_colour_of_prices(comes_to: str, look: str) -> None:
    for width in (80, 24):
        lines = details_lines(EntryDetails("Armoured Sentinel", comes_to=comes_to), width)
        assert (comes_to, look) in [span for line in lines for span in (*line.left, *line.right)]
