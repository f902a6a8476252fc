"""Sentences that tell of keys name those that actions have now: the player's own, wherever he has set any."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from textual.pilot import Pilot

import builder
from builder.services.settings import Settings, settings_file
from builder.systems.play.view import Key
from builder.tui.actions import ACTIONS
from builder.tui.app import MusterApp
from builder.tui.own_keys import chosen_keys
from builder.tui.sentences import in_keys, key_of, keyed
from builder.tui.widgets.act_lines import form_hints
from tests.tui.editing import Seen, edit
from tests.tui.gaming import Table
from tests.tui.making import play
from tests.tui.painted import lines

CODE = Path(builder.__file__).parent
ID = re.compile(r"\{([a-z]+\.[a-z_0-9]+)\}")
VERBS = (
    "adds|finds|lists|takes|shows|brings|gives|begins|sets|goes|undoes|unmarks|joins|opens|copies|pastes|puts|makes|moves|"
    "looks|remembers|exchanges|stops|closes|cancels|chooses|ticks|hides|writes|tells|says|asks|steps|larger|search|"
    "once more|to filter|starts|ends the search|does|waves|next open|errors|notes|warnings|open choices|keys"
)
BY_HAND = re.compile(
    r"(?<![\w+’'{.])(?:(?:Enter|Esc|Escape|Space(?! Marine)|Del|Tab|F\d+|Ctrl\+[A-Z]|Shift\+Tab|PgUp|PgDn)(?![\w+])"
    rf"|[a-zA-Z/?=+!.−-] (?:{VERBS})\b)"
)
"""The key of an action, as the table has it, beside what it does."""
FIXED = {
    "A click does what Enter does": "any list, whatever key takes its line",
    "Ctrl+U empties the line.": "a key of the line to write",
    "Enter takes it": "a key of the line to write",
    "Enter Take ": "the same, in the line of keys below it",
    "+ is in this army alone": "no key, but a sign",
}
"""Sentences in which a key is named that no player can change, each with why."""


@cache
def sentences() -> Sequence[tuple[str, str]]:
    """All texts of screens and of what they show that are more than a word, with their places."""
    return tuple(_sentences())


def _sentences() -> Iterator[tuple[str, str]]:
    for path in sorted((*CODE.glob("tui/**/*.py"), *CODE.glob("services/**/*.py"))):
        tree = ast.parse(path.read_text())
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
        for text in texts:
            if isinstance(text.value, str) and " " in text.value.strip():
                yield f"{path.relative_to(CODE)}:{text.lineno}", text.value


@pytest.mark.long
def test_every_action_that_a_sentence_names_is_one() -> None:
    named = [(place, id) for place, words in sentences() for id in ID.findall(words)]
    known = {action.id for action in ACTIONS}
    assert len(named) > 80 and [(place, id) for place, id in named if id not in known] == []


def test_no_sentence_names_the_key_of_an_action_by_hand() -> None:
    found = [(place, words) for place, words in sentences() if BY_HAND.search(words)]
    assert [each for each in found if not any(words in each[1] for words in FIXED)] == []
    assert not any(BY_HAND.search(action.tooltip) for action in ACTIONS)


def test_a_sentence_is_whole_without_a_screen_and_keeps_the_braces_of_names() -> None:
    assert keyed("{library.new} begins one, {library.undo} takes it back.") == "n begins one, u takes it back."
    name = "{library.new} {} {0} {"
    assert keyed("“{}” is in the trash: {library.undo} brings it back.", name) == (
        f"“{name}” is in the trash: u brings it back."
    )
    assert keyed("{no.action} {editor.nothing} {x} { } {} }{") == "{no.action} {editor.nothing} {x} { } {} }{"
    assert key_of("no.action") == "" and (key_of("export.preview"), key_of("export.preview", "z")) == ("v", "z")


def test_an_action_that_has_lost_its_keys_is_found_by_its_name() -> None:
    app = MusterApp(settings=Settings(keys={"library.new": "d", "app.palette": "f7"}))
    with app._context():
        assert keyed("{library.new} begins one, {library.copy} copies it.") == "d begins one, F7 “Duplicate” copies it."
    assert any("library.copy has no key any more" in words and "find it with F7" in words for words in app._bad_keys)


HELD = {"app": "super", "lines": "meta", "dialog": "hyper"}


def others() -> dict[str, str]:
    """Another key for every action, which no two have that can be possible at once."""
    keys: dict[str, str] = {}
    for action in ACTIONS:
        place = sum(id.startswith(f"{action.scope}.") for id in keys)
        held = HELD.get(action.scope) or ("ctrl", "shift", "alt")[place // 24]
        keys[action.id] = f"{held}+f{place % 24 + 1}"
    return keys


@pytest.fixture
def own(home: Path) -> dict[str, str]:
    keys = others()
    assert chosen_keys(keys)[1] == []
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("[keys]\n" + "".join(f'"{id}" = "{key}"\n' for id, key in keys.items()))
    return keys


STEPS = """
editor.paste editor.copy editor.fits editor.limit dialog.cancel editor.add s c o editor.back
editor.search q q q editor.back editor.tick editor.back editor.remove app.help dialog.cancel
editor.findings findings.warnings findings.back editor.versions versions.back
editor.print export.change export.close editor.data data.other x data.back data.back data.back
app.messages messages.search x x messages.back messages.back app.palette dialog.cancel editor.back
library.delete library.new dialog.cancel library.filter x x library.clear library.games games.back
"""
"""Acts of a player who looks at everything that the editor leads to, and then at the library."""


async def tour(pilot: Pilot[None], own: dict[str, str], steps: str) -> set[str]:
    """Press the player's keys of actions, and give what the screens name by keys of the table meanwhile."""
    told = set[str]()
    for step in steps.split():
        await pilot.press(*([own[step]] if "." in step else step))
        shown = (line.strip() for line in lines(pilot.app) if not any(words in line for words in FIXED))
        told |= {f"{step}: {line}" for line in shown if BY_HAND.search(line) or ID.search(line)}
    return told


@pytest.mark.long
def test_screens_name_no_key_that_the_player_has_taken_from_an_action(tmp_path: Path, own: dict[str, str]) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        assert await tour(seen.pilot, own, STEPS) == set()

    edit(tmp_path / "army.yaml", act)


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_a_game_names_no_key_that_the_player_has_taken_from_an_action(game: MusterApp, own: dict[str, str]) -> None:
    app = MusterApp(game="the game")

    async def part(pilot: Pilot[None]) -> None:
        await Table(pilot).opened()
        steps = "game.side game.damage act.more dialog.cancel game.use dialog.cancel game.due game.due_back game.acts"
        assert await tour(pilot, own, steps) == set()

    play(app, part)


def test_sentences_of_a_game_name_its_acts_by_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command is told the acts by their names."""
    keys = (
        Key("", "end-round", action="damage", table="combats"),
        Key("x", "end-round"),
        Key("", "psychic", action="psychic"),
    )
    monkeypatch.setattr("builder.tui.sentences._shown_keys", lambda: keys)
    assert in_keys("nobody; the act end-round ends the round") == "nobody; x ends the round"
    assert in_keys("with the act psychic, or the act rally") == "with w, or “rally” (a lists it)"


def test_the_frame_of_a_form_names_the_key_of_lists_where_there_is_one() -> None:
    assert "next open · F3 lists · " in form_hints(0, chooses=True)
    assert "next open · F3" not in form_hints(0, chooses=False)
    assert form_hints(2, chooses=True).endswith("2 more lines of text")
