"""What can be worked out of a game beyond how it stands: who beats whom, and the best targets of a unit."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import InputError, PlayError
from builder.services.games.session import GameSession
from builder.services.matchups import matcher_of
from builder.systems.play.lookup import At, find_any
from builder.systems.play.matchup import Assumptions, Comparison, Matchup


def game_matchup(session: GameSession, assumptions: Assumptions) -> Matchup:
    """What every unit does to every unit of the other side, as a game stands.

    Raises:
        InputError: dice decide that, or nothing is known of a side but its name.
    """
    _, state = session.standing
    matcher = matcher_of(session.system)
    for side in state.sides:
        if not side.known:
            raise InputError(f"{side.name} is only a name: nobody of that army is there to meet")
    return matcher.game(state, assumptions)


def game_targets(session: GameSession, who: str, weapons: Sequence[str], assumptions: Assumptions) -> Comparison:
    """What a unit or vehicle of a game does to each of its enemies, with all weapons or with those that are named.

    Raises:
        InputError: dice decide that.
        PlayError: nobody, or several, are called so, there is no such weapon, or no enemy is tracked.
    """
    play, state = session.standing
    matcher = matcher_of(session.system)
    attacker = find_any(At(state, play.rules), who)
    if not state.sides[1 - attacker.side].known:
        raise PlayError(f"{state.sides[1 - attacker.side].name} is only a name: nobody of that army is tracked")
    return matcher.targets(state, attacker, weapons, assumptions)
