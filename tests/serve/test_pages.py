"""Games on the devices of players: each page of each system, who sees and does what, two at once."""

from __future__ import annotations

import html
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from starlette.testclient import TestClient

from builder.cli.main import run
from builder.errors import InputError
from builder.resources import state_folder
from builder.serve import server
from builder.serve.access import FORM
from builder.serve.seats import Seats
from builder.services.games.documents import FileDocuments
from builder.services.games.filled_sheets import take_in
from builder.services.games.games import new_game, open_game, remove_game
from tests.hostile import army
from tests.serve.devices import Device, Form, links, served
from tests.starters import ALWAYS

EVERY_SYSTEM = [(starter, 0) for starter in ALWAYS if starter != "imperial-guard-500"]
EVERY_ACT = [pytest.param(starter, 1, marks=pytest.mark.long) for starter in ALWAYS]
TEMPLATES = Path(__file__).parents[2] / "templates/armies"
SECRET = "they come from the left"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("MUSTER_PLAYER", "Host")


@pytest.fixture
def table() -> Iterator[tuple[Device, Device, Device]]:
    """Anna, who plays marines, Ben, who plays orks, and somebody who looks on."""
    with new_game("space-marines-500", "orks-500", "Test"):
        pass
    app, seats = served("Test")
    one, two, onlooker = seats.of_game(open_game("Test").id)
    anna, ben = Device.seated(app, one.token, "Anna"), Device.seated(app, two.token, "Ben")
    yield anna, ben, Device.seated(app, onlooker.token)


@pytest.mark.long
@pytest.mark.parametrize(("starter", "every"), [*EVERY_SYSTEM, *EVERY_ACT])
def test_every_page_of_every_system_can_be_read(starter: str, every: int) -> None:
    with new_game(starter, starter, "Test") as session:
        verbs = [spec.name for spec in session.acts][:: every or 12]
        rows = [table.rows[0] for side in session.view.sides for table in side.tables if table.rows]
        names = [side.name for side in session.view.sides]
        id = session.id
    app, seats = served("Test")
    for seat in seats.of_game(id)[1:]:
        device = Device.seated(app, seat.token, "Ben")
        page = device.read()
        assert all(html.escape(name) in page for name in names)
        assert 'aria-label=""' not in page
        for row in rows:
            unit = device.read(f"/unit/{row.ref}")
            assert html.escape(row.name) in unit and "Rules" in unit
            assert "____" not in unit and "[ ]" not in unit  # that is for paper
        assert "Game begun" in device.read("/log")
        if seat.side is not None:
            assert all(verb.replace("-", " ").capitalize() in device.read(f"/act/{verb}") for verb in verbs)


def test_an_act_is_done_by_its_player_and_seen_by_all(table: tuple[Device, Device, Device]) -> None:
    anna, ben, onlooker = table
    assert "Done." in anna.act("damage", unit="f2c8", hp="30").text
    with open_game("Test") as session:
        assert (session.log[-1].by, session.log[-1].kind) == ("Anna", "damage")
    for device in table:
        assert "50/80" in device.read()
    answer = onlooker.post(f"{onlooker.game}/act/damage", data={"f.unit": "f2c8", "f.hp": "30", "do": "do"})
    assert answer.status_code == 403
    assert "Undo" not in ben.read().replace("Undone", "").replace("undo it", "")
    assert "Done." in anna.press("/undo").text
    assert "80/80" in ben.read()


def test_what_is_sent_twice_is_done_once(table: tuple[Device, Device, Device]) -> None:
    anna, ben, _ = table
    values = anna.fill_in("points", {"player": "1", "points": "+1"})
    assert "Done." in anna.send_form("points", values).text
    assert "done already" in anna.send_form("points", values).text
    with open_game("Test") as session:
        assert session.view.sides[0].points == 1
    undo = Form(anna.read(), "/undo")
    ben.act("points", player="2", points="+1")
    again = [anna.post(undo.action, data=undo.values).text for _ in range(2)]
    assert all("Ben was first" in text for text in again)
    with open_game("Test") as session:
        assert [side.points for side in session.view.sides] == [1, 1]


def test_fields_are_called_in_a_form_as_they_stand_there(table: tuple[Device, Device, Device]) -> None:
    form = table[0].read("/act/damage?f.unit=f2c8")
    assert "instead of damage" in form and "--" not in form


def test_of_two_acts_at_once_one_is_decided_anew_and_told(table: tuple[Device, Device, Device]) -> None:
    anna, *_ = table
    first, second = anna.fill_in("points", {"player": "1", "points": "+1"}), {"player": "1", "points": "+2"}
    with open_game("Test") as session:  # on the terminal
        session.act("points", second)
    answer = anna.send_form("points", first)
    assert "Host was first" in answer.text and "Look what it comes to now" in answer.text
    assert "Done." in anna.send_form("points", Form(answer.text, "/act/").values).text
    with open_game("Test") as session:
        assert session.view.sides[0].points == 3
        assert [line.by for line in session.log[-2:]] == ["Host", "Anna"]


@pytest.mark.long
def test_what_is_the_other_sides_is_done_by_consent(table: tuple[Device, Device, Device]) -> None:
    anna, ben, onlooker = table
    anna.act("turn")
    values = ben.fill_in("next", {})
    assert "The other side is asked" in ben.send_form("next", values, "ask").text
    assert "asks you to agree" not in onlooker.read() and "You asked" in ben.read()
    assert "Done." in anna.press("/agree").text
    assert "movement" not in ben.read().partition("</section>")[0]
    ben.press("/undo")
    assert "Ben asks you to agree: undo" in html.unescape(anna.read())
    anna.press("/refuse")
    assert "asks you" not in anna.read()
    with open_game("Test") as session:
        assert session.log[-1].by == "Ben, Anna agrees"


@pytest.mark.parametrize("most", [6, pytest.param(1_000, marks=pytest.mark.long)])
def test_nobody_sees_what_is_the_others(most: int, table: tuple[Device, Device, Device]) -> None:
    """Whatever links lead to, and whatever is asked for by name."""
    anna, ben, onlooker = table
    anna.act("note", about="f2c8", text=SECRET)
    anna.act("note", about="p5w2", text=SECRET)
    assert SECRET in anna.read() and "Scout Squad" in anna.read()
    asked = ben.post(f"{ben.game}/undo", data={"act": "3"})
    assert asked.status_code == 400 and SECRET not in asked.text and SECRET not in ben.read()
    ben.act("points", player="2", points="+1")
    for device in (ben, onlooker):
        seen, left = set[str](), [device.game]
        while left and len(seen) < most:
            link = left.pop()
            slow = most < 100 and ("matchup" in link or "targets" in link)
            if link in seen or slow or "events" in link or ".pdf" in link:
                continue
            seen.add(link)
            answer = device.get(link)
            assert SECRET not in answer.text and "Scout Squad" not in answer.text and "p5w2" not in answer.text, link
            left += links(answer.text)
        assert len(seen) >= 6
        for path in ("/unit/p5w2", "/unit/Scout", "/targets/p5w2", "/targets/Scout", "/act/damage?row=p5w2"):
            answer = device.get(f"{device.game}{path}")
            assert answer.status_code in (400, 403) and "Scout Squad" not in answer.text
    for name in ("p5w2", "Scout", "Scou", "1:p5w2"):
        given = {"f.unit": name, "f.hp": "10", "do": "preview"}
        assert "Scout Squad" not in ben.post(f"{ben.game}/act/damage", data=given).text
    if most > 100:
        assert ben.get(f"{ben.game}/sheets.pdf").content[:5] == b"%PDF-"
    assert onlooker.get(f"{onlooker.game}/sheets.pdf").status_code == 403


def test_whoever_waits_is_named_by_nobody_who_belongs_to_him() -> None:
    with new_game("lethal-chaos-1000", "somebody", "Test") as session:
        id = session.id
        session.act("mark", {"unit": "l2d1", "mark": "in reserve"})
    app, seats = served("Test")
    _, two, onlookers = seats.of_game(id)
    ben = Device.seated(app, two.token, "Ben")
    pages = [device.read("/unit/m4k7") for device in (ben, Device.seated(app, onlookers.token))]
    pages += [ben.read(f"/act/group{query}") for query in ("", "?row=m4k7")]
    assert all("The Flayed" in page for page in pages[:2])
    assert not any("Karrax" in page for page in pages)


@pytest.mark.long
@pytest.mark.parametrize("starter", ["orks-500", "plain-orks-500", "lethal-orks-1000", "epic-orks-3000"])
def test_notes_of_an_army_are_read_by_its_own_player_alone(starter: str, tmp_path: Path) -> None:
    text = re.sub(r"\n    notes: .*", "", (TEMPLATES / f"{starter}.yaml").read_text(encoding="utf-8"))
    units = text.split("\n  - unit: ")
    noted = [f"{head}\n    notes: {SECRET}\n{rest}" for head, _, rest in (each.partition("\n") for each in units[1:])]
    army = tmp_path / "army.yaml"
    army.write_text("\n  - unit: ".join((units[0], *noted)), encoding="utf-8")
    with new_game(str(army), starter, "Test") as session:
        rows = [row for table in session.view.sides[0].tables for row in table.rows]
        id = session.id
    app, seats = served("Test")
    one, two, onlooker = (Device.seated(app, seat.token, seat.role) for seat in seats.of_game(id))
    paths = [f"/unit/{row.ref}" for row in rows]
    assert sum(SECRET in one.get(f"{one.game}{path}").text for path in paths) >= len(noted)
    assert not any(SECRET in each.get(f"{each.game}{path}").text for each in (two, onlooker) for path in paths)


@pytest.mark.long
def test_sheets_of_a_player_hold_nothing_that_the_other_keeps_to_himself_and_lead_back_to_the_game(
    table: tuple[Device, Device, Device], tmp_path: Path
) -> None:
    anna, ben, _ = table
    anna.act("note", about="f2c8", text=SECRET)
    for kind in ("sheets", "fillable", "fresh"):
        data = ben.get(f"{ben.game}/{kind}.pdf").content
        texts = [
            zlib.decompress(each) for each in re.findall(rb"FlateDecode.*?stream\r?\n(.*?)endstream", data, re.DOTALL)
        ]
        assert any(b"Zapnob" in text for text in texts)
        assert not any(word in text for text in (data, *texts) for word in (SECRET.encode(), b"Scout Squad", b"p5w2"))
    path = tmp_path / "mine.pdf"
    path.write_bytes(ben.get(f"{ben.game}/fillable.pdf").content)
    taken = take_in([str(path)])
    assert not taken.new and taken.session.id == ben.game.rpartition("/")[2] and not taken.differences
    taken.session.close()
    remove_game("Test")
    with pytest.raises(InputError, match="name the one that is meant with --game"):
        take_in([str(path)])


@pytest.mark.parametrize("matchup", [False, pytest.param(True, marks=pytest.mark.long)])
def test_where_both_play_the_same_army_each_sees_his_own_reserve_alone(matchup: bool) -> None:
    with new_game("space-marines-500", "space-marines-500", "Test") as session:
        id, names = session.id, [f"{side.name}'s Scout Squad" for side in session.view.sides]
    app, seats = served("Test")
    ben = Device.seated(app, seats.of_game(id)[1].token, "Ben")
    pages = [ben.read(), ben.read("/unit/2:p5w2"), ben.read("/act/note?row=2:p5w2")]
    if matchup:
        pages += [ben.read("/matchup"), ben.read("/targets/2:f2c8")]
    seen = [html.unescape(page) for page in pages]
    assert not any(names[0] in page for page in seen)
    assert all(names[1] in page or "Scout Squad" in page for page in seen[: 4 if matchup else 3])
    assert "2%3Ap5w2" in seen[0] and ben.get(f"{ben.game}/unit/1:p5w2").status_code == 400
    assert "Done." in ben.act("note?row=2:p5w2", text="here").text


@pytest.mark.long
def test_without_a_token_there_is_only_the_page_that_asks_for_one(table: tuple[Device, Device, Device]) -> None:
    anna, *_ = table
    stranger = Device(anna.guard)
    inside = ("", "/log", "/unit/f2c8", "/act/next", "/matchup", "/sheets.pdf", "/events", "/share", "/seats", "/undo")
    for path in inside:
        answer = stranger.get(f"{anna.game}{path}", follow_redirects=False)
        assert answer.status_code == 401 and "Third Company" not in answer.text
    assert "token" in stranger.get("/").text
    assert "leads to no seat" in stranger.post("/", data={"token": "x"}).text
    answer = stranger.get("/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    named = re.findall(r'(?:href|src)="(/static/[^"]*)"', answer.text)
    named += [icon["src"] for icon in stranger.get("/static/manifest.webmanifest").json()["icons"]]
    assert len(named) == 7 and all(stranger.get(path).status_code == 200 for path in named)
    assert [stranger.get("/enter/x").status_code for _ in range(30)][-1] == 429


def test_a_seat_is_kept_by_the_first_device_and_shared_on_purpose(table: tuple[Device, Device, Device]) -> None:
    anna, _, onlooker = table
    seat = Seats().of_game(anna.game.rpartition("/")[2])[0]
    other = Device(anna.guard)
    assert "You are invited" in other.get(f"/enter/{seat.token}").text  # which takes nothing
    assert "another device has this seat" in other.post(f"/enter/{seat.token}").text
    assert "enter/" in anna.press("/share", "/share").text
    taken = other.post(f"/enter/{seat.token}", follow_redirects=False)
    cookie = taken.headers["set-cookie"].lower()
    assert taken.status_code == 303 and "httponly" in cookie and "samesite=strict" in cookie
    assert "(you)" in other.read(anna.game)
    assert "another device" in Device(anna.guard).post(f"/enter/{seat.token}").text
    assert onlooker.get(f"{onlooker.game}/seats").status_code == 403
    kept = state_folder() / "seats.json"
    assert kept.stat().st_mode & 0o077 == 0 and other.cookies["muster"] not in kept.read_text(encoding="utf-8")


def test_who_looks_after_all_games_sees_them_with_points_and_hands_out_addresses() -> None:
    for name in ("One", "Two"):
        with new_game("plain-orks-500", "somebody", name) as session:
            session.act("points", {"player": "1", "points": "+3"})
    app, seats = served()
    organiser = Device.seated(app, seats.organiser().token)
    page = organiser.read("/game/../")
    assert "One" in page and "Two" in page and "3 – 0" in page and "nobody yet" in page
    handed_out = organiser.read(next(link for link in links(page) if link.endswith("/seats")))
    assert handed_out.count("/enter/") == 6
    assert organiser.post(f"{links(page)[0]}/act/next").status_code == 403


@pytest.mark.long
def test_armies_outside_of_games_are_for_who_looks_after_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    assert run(["armies", "copy", "plain-orks-500", "--name", "<b>Mob"]) == 0
    (tmp_path / "armies" / "broken.yaml").write_text("format: muster-army\nnothing: 1\n", encoding="utf-8")
    (tmp_path / "other.yaml").write_text("secret", encoding="utf-8")
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    app, seats = served()
    organiser, anna = (Device.seated(app, seat.token) for seat in (seats.organiser(), seats.of_game(id)[0]))
    listed = organiser.read("/game/../../armies")
    assert "&lt;b&gt;Mob" in listed and "broken" in listed and "nothing" in listed
    address = next(each for each in re.findall(r'href="(/army/[^"]*)"', listed))
    shown = organiser.get(address)
    assert shown.status_code == 200 and "Kustom mega-blasta" in shown.text and Form(shown.text).open == []
    for kind in ("sheets", "fillable"):
        answer = organiser.get(f"{address}/{kind}.pdf")
        assert answer.content[:5] == b"%PDF-" and (b">fillable</pdf:Keywords>" in answer.content) == (
            kind == "fillable"
        )
    for path in ("..%2fother", "../other", "other", str(tmp_path / "other.yaml").replace("/", "%2f")):
        assert organiser.get(f"/army/{path}").status_code == 404
    assert organiser.get(f"{address}/nothing.pdf").status_code == 404
    assert [anna.get(path).status_code for path in ("/armies", address, f"{address}/sheets.pdf")] == [401] * 3
    assert b">fillable</pdf:Keywords>" in anna.get(f"{anna.game}/fillable.pdf").content


def test_seats_that_cannot_be_read_just_now_are_told_and_nobody_loses_his(
    table: tuple[Device, Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, *_ = table

    def refuse(documents: FileDocuments, name: str) -> bytes:
        raise InputError("postgresql://secret/games: the database cannot be used just now")

    with monkeypatch.context() as patch:
        patch.setattr(FileDocuments, "read", refuse)
        for path in ("/", anna.game, f"{anna.game}/events", "/armies", f"{anna.game}/act/points"):
            answer = anna.get(path)
            assert answer.status_code == 503 and "secret" not in answer.text
    assert "(you)" in anna.read()


def test_behind_a_proxy_the_server_is_called_as_that_is() -> None:
    with new_game("plain-orks-500", "somebody", "Test"):
        pass
    for wrong in ("games.example", "ftp://games.example", "https://games.example/there", "https://[", ""):
        assert run(["serve", "Test", "--port", "0", "--behind", wrong]) == 2
    with server.Server("Test", port=0, behind="https://Games.example/") as behind:
        assert all(line.startswith("https://games.example/enter/") for line in map(behind.address, behind.handed_out))
        client = TestClient(behind.app, base_url="https://games.example")
        token = behind.handed_out[0].token
        form = {"Content-Type": FORM, "Origin": "https://games.example"}
        taken = client.post(f"/enter/{token}", content="name=Anna", headers=form, follow_redirects=False)
        assert taken.status_code == 303 and "Secure" in taken.headers["set-cookie"]
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_names_that_are_no_good_hurt_nobody(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(army(13), encoding="utf-8")
    with new_game(str(path), opponent="<script>alert(1)</script>", name="<i>Game") as session:
        id = session.id
    app, seats = served(id)
    anna = Device.seated(app, seats.of_game(id)[0].token, '"><b>Anna')
    anna.act("points", player="1", points="+1")
    pages = [anna.read(path) for path in ("", "/log", "/unit/u1", "/act/note", "/act/damage")]
    assert any("&lt;b&gt;Anna" in page for page in pages)
    for page in pages:
        assert "<script>" not in page and "<i>" not in page and "<b>" not in page and '<a href="&' not in page
        assert not re.search("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202e]", page)


def test_the_command_tells_what_it_opens_and_where(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_game("plain-orks-500", "somebody", "Test"):
        pass
    monkeypatch.setattr(server.Server, "run", lambda self: None)
    assert run(["serve", "Test", "--port", "0"]) == 0
    out = capsys.readouterr().out
    assert "On this computer alone" in out and len(set(re.findall(r"http://127.0.0.1:\d+/enter/\S{22}", out))) == 3
    assert any(map(server.is_code, out.splitlines()))
    assert run(["serve", "--port", "0", "--new"]) == 0
    assert "All games" in capsys.readouterr().out
    assert run(["serve", "Tset"]) == 2
    assert "did you mean 'Test'" in capsys.readouterr().err
    with server.Server(port=0) as taken:
        assert run(["serve", "--port", str(taken.port)]) == 2
    assert "choose another one with --port" in capsys.readouterr().err
    (state_folder() / "seats.json").write_text("{", encoding="utf-8")
    assert run(["serve", "Test", "--port", "0"]) == 2
    assert "hand out new addresses" in capsys.readouterr().err
    (state_folder() / "seats.json").write_text('{"version": 2, "seats": "elsewhere"}', encoding="utf-8")
    assert run(["serve", "Test", "--port", "0"]) == 2
    assert "a newer Muster keeps these seats" in capsys.readouterr().err


@pytest.mark.parametrize("dark", [True, False])
def test_a_code_is_light_with_dark_parts_on_a_dark_terminal_and_a_light_one(dark: bool) -> None:
    url = "http://192.168.178.20:8484/enter/EyXopISxcXIToZnTlKwWGA"
    lines = [*server.code_lines(url, dark=dark)]
    wide = len(lines[0])
    rows = [[sign in halves for sign in line] for line in lines for halves in ("▀█", "▄█")]
    light = [[part == dark for part in row] for row in rows]  # what is drawn is as light as text is
    assert [[not part for part in row] for row in light][:wide] == [
        [bool(part) for part in row] for row in segno.make_qr(url, error="l").matrix_iter(border=2)
    ]
    assert all(all(row) for row in light[wide:])
