"""Servers of the same games: seats, acts and what is asked are the same on all of them, and seen at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from builder.serve.games import ServedGames
from builder.serve.seats import Seats, new_secret
from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.serve.devices import Device, Form, served
from tests.serve.killed import asked

pytestmark = pytest.mark.long


def test_an_act_is_seen_on_all_servers_whoever_does_it(any_store: None) -> None:
    with new_game("plain-orks-500", "somebody", "Test"):
        pass
    one, other = ServedGames("Test"), ServedGames("Test")

    async def watch() -> list[tuple[str, str]]:
        games = [each.game(each.only or "") for each in (one, other)]
        stamps = [each.stamps() for each in games]
        told = []

        async def all_told() -> None:
            first, second = [await anext(each) for each in stamps]
            told.append((first, second))

        await all_told()
        for game in games:
            game.ask(lambda session: session.act("points", {"player": "1", "points": "+1"}))
            await all_told()
        with open_game("Test") as session:  # on the terminal
            session.act("points", {"player": "1", "points": "+1"})
        await all_told()
        for each in stamps:
            await each.aclose()
        return told

    assert asyncio.run(watch()) == [(f"{seq}-0", f"{seq}-0") for seq in (1, 2, 3, 4)]
    one.close()
    other.close()


def test_seats_and_what_is_asked_are_the_same_on_all_servers(any_store: None) -> None:
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    (one, seats), (other, same) = served("Test"), served("Test")
    first, second, _ = seats.of_game(id)
    anna, ben = Device.seated(one, first.token, "Anna"), Device.seated(other, second.token, "Ben")
    assert [seat.name for seat in same.of_game(id)] == ["Anna", "Ben", ""]
    there = Device(other)
    there.cookies, there.game = anna.cookies, anna.game
    assert "(you)" in there.read()
    assert "another device has this seat" in Device(other).post(f"/enter/{first.token}").text
    anna.act("turn")
    assert "The other side is asked" in ben.send_form("next", ben.fill_in("next", {}), "ask").text
    agreed = Form(anna.read(), "/agree"), Form(there.read(), "/agree")
    assert "Done." in anna.post(agreed[0].action, data=agreed[0].values).text
    assert "nothing is asked any more" in there.post(agreed[1].action, data=agreed[1].values).text
    assert "asks you to agree" not in there.read()
    with open_game("Test") as session:
        assert [line.by for line in session.log].count("Ben, Anna agrees") == 1


def test_four_devices_write_on_two_servers(any_store: None) -> None:
    """Whoever was not first is shown what it comes to by now, and sends it again.

    What two devices of one player send in the same words at the same time is one act: that is told, and not done twice.
    """
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    seats, devices = Seats(), [(name, new_secret()) for name in ("Anna", "Ben")]
    for seat, (name, secret) in zip(seats.of_game(id), devices, strict=False):
        seats.take(seat.token, secret, name)
    servers = [Server("Test", port=0) for _ in range(2)]
    for server in servers:
        server.start()

    def write(port: int, side: str, secret: str) -> int:
        done = 0
        for _ in range(ACTS):
            text = asked(port, id, secret, {"f.player": [side], "f.points": ["+1"], "do": ["preview"]})[1]
            while True:
                status, text = asked(port, id, secret, {**Form(text, "/act/").values, "do": ["do"]})
                if status == 303:
                    done += text.endswith("said=done")
                    break
                assert status == 200 and "was first" in text, text
        return done

    try:
        with ThreadPoolExecutor(4) as pool:
            writers = [
                pool.submit(write, server.port, str(side), secret)
                for server in servers
                for side, (_, secret) in enumerate(devices, 1)
            ]
            done = sum(writer.result() for writer in writers)
    finally:
        for server in servers:
            server.stop()
    with open_game(id) as session:
        by = [line.by for line in session.log]
        assert [side.points for side in session.view.sides] == [by.count("Anna"), by.count("Ben")]
    assert done == by.count("Anna") + by.count("Ben") >= 2 * ACTS


ACTS = 15
"""What each device does: together, less than one address may send at once."""
