"""What players call a game by: its id, its name, how that begins."""

from __future__ import annotations

import pytest

from builder.errors import InputError
from builder.services.games.games import find_game, list_games, new_game, remove_game
from builder.services.games.session import GameSession
from tests.services.volleys import own_games, session, volleys

__all__ = ["own_games", "session", "volleys"]
pytestmark = pytest.mark.usefixtures("own_games", "volleys")


def test_a_game_is_known_by_how_its_name_begins_but_removed_by_the_whole(session: GameSession) -> None:
    whole, begun = session.name, session.name[:3].lower()
    assert find_game(begun, list_games()).id == session.id
    with pytest.raises(InputError, match="no game is called"):
        remove_game(begun)
    with pytest.raises(InputError, match="no game is called"):
        find_game("", list_games())
    new_game("orks-500", name=f"{whole} again").close()
    assert find_game(whole, list_games()).id == session.id, "the whole name says which"
    with pytest.raises(InputError, match=f"2 games are called '{begun}': say .+ or "):
        find_game(begun, list_games())


def test_a_name_of_thousands_of_letters_is_abridged_where_it_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        find_game("x" * 9_000, ())
    message = str(caught.value)
    assert len(message) < 600 and message.endswith("muster game list lists them")
