"""Two players with browsers and a terminal: what one does is seen by all, and nothing that is typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.serve.browser import CHROMIUM, Browser, Page
from tests.serve.firefox import FIREFOX, Firefox
from tests.starters import ALWAYS
from tests.systems.modular import MOB
from tests.tui.test_game_generic import ROSTER

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser."""
    with Browser(tmp_path) as browser:
        yield browser


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("MUSTER_PLAYER", "Host")


@contextmanager
def serving(army: str, against: str) -> Iterator[Server]:
    """A server of one game of two armies, called Test."""
    with new_game(army, against, "Test"):
        pass
    server = Server("Test", port=0)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def seated(browser: Browser | Firefox, server: Server, number: int, name: str, *, script: bool = True) -> Page:
    """A page of the game for who takes a seat."""
    page = browser.page(script=script)
    page.open(server.address(server.handed_out[number]))
    page.run(f"document.querySelector('[name=name]').value = '{name}'")
    page.click("Take this seat")
    page.wait("document.querySelector('.side')")
    return page


def score(page: Page, points: str) -> None:
    """Fill in the form of victory points, as far as what it comes to."""
    page.open(page.run("document.querySelector('a[href$=\"/act/points\"]').href"))
    page.wait("document.querySelector('[name=\"f.points\"]')")
    fill_in(page, points)
    page.wait("document.querySelector('.result')")


def fill_in(page: Page, points: str) -> None:
    """Type victory points."""
    field = "document.querySelector('[name=\"f.points\"]')"
    page.run(f"{field}.value = '{points}'; {field}.dispatchEvent(new Event('change', {{ bubbles: true }}))")


FORM = "document.querySelector('form.act')"
CHOOSE = """(() => {
  let last = null;
  for (const field of document.querySelectorAll('form.act [name^="f."]')) {
    const chosen = field.type === 'radio' ? document.querySelector(`[name="${field.name}"]:checked`) : true;
    if (!chosen) { field.checked = true; last = field; }
    if (field.matches('select') && !field.value && field.options[0].text === 'choose') {
      field.selectedIndex = 1;
      last = field;
    }
  }
  if (last) {
    document.getElementById('page').dataset.old = 'yes';
    last.dispatchEvent(new Event('change', { bubbles: true }));
  }
})();"""
"""Gives all that is still to be chosen: the first of what there is."""
NEW = "!document.getElementById('page').dataset.old"
DO = "document.querySelector('form.act button[value=do]')"


def played(page: Page, game: str) -> None:
    """Do the first of the acts that are wanted which its choices alone lead to; else note victory points."""
    page.open(game)
    page.wait("document.querySelector('.side')")
    links = page.run("[...document.querySelectorAll('.due a, #now > nav > ul.acts a')].map(each => each.href)")
    for link in links[:6]:
        page.open(link)
        page.wait(FORM)
        for _ in range(6):
            if page.holds(DO):
                break
            page.run(CHOOSE)
            page.wait(NEW)
        if page.holds(DO):
            break
    else:
        page.open(game)
        score(page, "+1")
    page.click("Do it")
    page.wait("document.body.innerText.includes('Done.')")


@pytest.mark.parametrize("second", [Browser, Firefox])
@pytest.mark.parametrize("board", [*ALWAYS, "assault", "generic"])
def test_three_turns_are_played_on_two_browsers_and_a_terminal(
    board: str, second: type[Browser | Firefox], browser: Browser, tmp_path: Path
) -> None:
    if second is Firefox and FIREFOX is None:
        pytest.skip("no Firefox is installed")
    army = {"assault": tmp_path / "mob.yaml", "generic": tmp_path / "guild.ros"}.get(board)
    if army is not None:
        army.write_text(MOB if board == "assault" else ROSTER, encoding="utf-8")
    chosen = str(army or board)
    (tmp_path / "other").mkdir()
    with serving(chosen, chosen) as server, second(tmp_path / "other") as other:
        anna, ben = seated(browser, server, 0, "Anna"), seated(other, server, 1, "Ben")
        game = f"{server.origin}/game/{server.games.only}"
        for _ in range(3):
            with open_game("Test") as session:  # the terminal
                session.act("turn", {})
                turn, phase = session.view.turn, session.view.phase
            for page, watching in ((anna, ben), (ben, anna)):
                watching.open(game)
                watching.wait(f"document.querySelector('.moment').innerText.toLowerCase().includes('turn {turn}')")
                assert phase in watching.text()
                played(page, game)
                with open_game("Test") as session:
                    assert session.log[-1].by == ("Anna" if page is anna else "Ben")
                    entry = session.seq
                watching.wait(f"document.getElementById('page').dataset.stamp.startsWith('{entry}-')")
        for page in (anna, ben):
            assert page.run("document.documentElement.scrollWidth <= innerWidth")
        assert anna.run("innerWidth") == 360
        assert anna.run("performance.getEntriesByType('resource').every(e => e.name.startsWith(location.origin))")
    with open_game("Test") as session:
        assert [line.by for line in session.log[1:]] == ["Host", "Anna", "Ben"] * 3
        assert session.view.turn >= 2


def test_a_lost_connection_is_told_and_what_was_typed_is_sent_once_it_is_back(browser: Browser) -> None:
    with new_game("plain-orks-500", "somebody", "Test"):
        pass
    server = Server("Test", port=0)
    server.start()
    anna = seated(browser, server, 0, "Anna")
    score(anna, "+2")
    server.stop()
    anna.wait("document.getElementById('line').innerText.includes('connection is lost')")
    anna.click("Do it")
    anna.wait("!document.querySelector('button').disabled")
    assert anna.run("document.querySelector('[name=\"f.points\"]').value") == "+2"
    again = Server("Test", port=server.port)
    again.start()
    try:
        anna.wait("document.getElementById('line').hidden")
        anna.click("Do it")
        anna.wait("document.body.innerText.includes('Done.')")
    finally:
        again.stop()
    with open_game("Test") as session:
        assert session.view.sides[0].points == 2 and session.seq == 2


REFUSED = """const ask = window.fetch;
window.fetch = async () => {
  window.fetch = ask;
  return new Response('Too many requests: wait a moment.', { status: 429 });
}; null"""
"""What is asked next is refused, as where too many ask at once."""


def test_what_somebody_else_does_comes_into_a_form_that_is_filled_in(browser: Browser) -> None:
    with serving("plain-orks-500", "somebody") as server:
        anna = seated(browser, server, 0, "Anna")
        score(anna, "+1")
        anna.run(REFUSED)
        with open_game("Test") as session:
            session.act("points", {"player": "1", "points": "+4"})
        anna.wait("document.querySelector('.result').innerText.includes('5')")
        assert anna.run("document.querySelector('[name=\"f.points\"]').value") == "+1"
        anna.click("Do it")
        anna.wait("document.body.innerText.includes('Done.')")


def test_pages_work_without_a_script(browser: Browser) -> None:
    with serving("plain-orks-500", "somebody") as server:
        anna = seated(browser, server, 0, "Anna", script=False)
        anna.open(anna.run("document.querySelector('a[href$=\"/act/points\"]').href"))
        anna.run("document.querySelector('[name=\"f.points\"]').value = '+1'")
        anna.click("What it comes to")
        anna.wait("document.querySelector('.result')")
        anna.click("Do it")
        anna.wait("document.body.innerText.includes('Done.')")


LOW = """[...document.querySelectorAll('a, button, select, summary, label:has(input), input')].filter(
  each => each.checkVisibility() && !each.matches('.skip') && each.getBoundingClientRect().height < 43.5
    && !each.closest('label:has([type=radio], [type=checkbox])') && !each.closest('.row h4')
).map(each => each.outerHTML)"""


@pytest.mark.parametrize("starter", ALWAYS)
def test_pages_fit_a_phone_and_what_is_touched_is_as_high_as_a_thumb_is_broad(starter: str, browser: Browser) -> None:
    with serving(starter, starter) as server:
        with open_game("Test") as session:
            session.act("next", {})
            verbs = [spec.name for spec in session.acts][::6]
            ref = next(table.rows[0].ref for side in session.view.sides for table in side.tables if table.rows)
            compared = session.history[0].matcher is not None
        anna = seated(browser, server, 0, "Anna")
        paths = ["", f"/unit/{ref}", "/log", "/share", *(f"/act/{verb}?row={ref}" for verb in verbs)]
        for path in (*paths, *(("/matchup", f"/targets/{ref}") if compared else ())):
            anna.open(f"{server.origin}/game/{server.games.only}{path}")
            anna.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
            assert anna.run("document.documentElement.scrollWidth <= innerWidth"), path
            assert anna.run(LOW) == [], path
            narrow = (
                "[...document.querySelectorAll('th')].filter(each => each.getBoundingClientRect().width < 60).length"
            )
            assert anna.run(narrow) == 0, path


HELD = """const ask = window.fetch;
window.fetch = async (...asked) => {
  await new Promise(go => { window.release = go; });
  const text = await (await ask(...asked)).text();
  return { text: async () => { setTimeout(() => { window.done = true; }); return text; } };
}; null"""
"""What is asked waits to be let go, and tells when the page has dealt with the answer."""


def test_what_is_typed_while_an_answer_is_on_its_way_stays(browser: Browser) -> None:
    with serving("plain-orks-500", "somebody") as server:
        anna = seated(browser, server, 0, "Anna")
        score(anna, "+1")
        anna.run(HELD)
        fill_in(anna, "+1")
        anna.run("document.querySelector('[name=\"f.points\"]').value = '+12'; release()")
        anna.wait("window.done")
        assert anna.run("document.querySelector('[name=\"f.points\"]').value") == "+12"
