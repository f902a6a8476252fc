"""Tokens that players hold, given by their opponents: used, given back, counted anew (D-32, D-38, D-70 to D-77)."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.changes import Change, Warped
from builder.systems.diceless.play.finding import find_player
from builder.systems.diceless.play.held import spent, tokens_of, use_warp, use_words
from builder.systems.diceless.play.parameters import ANYWAY, COUNT, TOKEN, wish
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState
from builder.systems.diceless.scatter import blast_scatter, placing_tokens
from builder.systems.figures import whole
from builder.systems.play.changes import Held
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


def use(state: GameState, given: Values) -> Decision[Change]:
    """Tokens are used, and with that spent: Scatter on a blast (D-32) or to place those of a barrage (D-38).

    A Warp token so used is the one of this player turn (D-74).
    """
    player, kind, number = find_player(state, given["player"]), given["token"], given["count"]
    steps: tuple[str, ...] = ()
    text = use_words(state, player, kind, number) + (f" on {given['on']}" if given["on"] else "")
    try:
        if kind == "scatter" and given["barrage"] is not None:
            placing = placing_tokens(given["barrage"])
            steps = placing.steps
            if number > placing.value:
                raise ValueError(
                    f"{count(given['barrage'], 'blast')}: {placing.value} at most, one for each after the first"
                )
            text += f": {count(number, 'blast')} placed"
        elif kind == "scatter" and given["bs"] is not None:
            moved = blast_scatter(number, given["bs"], not given["no_pull_back"], state.extra.night)
            steps = moved.steps
            text += f': moved {moved.value}"'
    except ValueError as error:
        raise PlayError(str(error)) from None
    if kind == "warp":
        changes: Sequence[Change] = use_warp(state, player, given["anyway"], number)
    else:
        changes = [spent(state, player, kind, number)]
    return decided(text, changes, steps, player)


def give_back(state: GameState, given: Values) -> Decision[Change]:
    """Used tokens come back to whoever held them, such as one used by mistake; another Warp token may be used then."""
    player, kind, number = find_player(state, given["player"]), given["token"], given["count"]
    now = tokens_of(state, player, kind)
    if now.left + number > now.total:
        raise PlayError(
            f"{state.sides[player].name} has {now.left} of {now.total} {TOKEN_NAMES[kind]}: only used tokens come back"
        )
    text = f"{state.sides[player].name} has {number} {TOKEN_NAMES[kind]} back: {now.left + number} of {now.total}"
    changes: list[Change] = [Held(side=player, kind=kind, left=now.left + number, total=now.total)]
    if kind == "warp":
        changes.append(Warped(used=False))
    return decided(text, changes, side=player)


def count_tokens(state: GameState, given: Values) -> Decision[Change]:
    """How many tokens a player was given, and has left: for an opponent's army that nobody typed in (D-77)."""
    player, kind = find_player(state, given["player"]), given["token"]
    now = tokens_of(state, player, kind)
    total = now.total if given["total"] is None else given["total"]
    left = given["left"]
    if left is None:
        left = max(0, total - (now.total - now.left))
    if left > total:
        raise PlayError(f"{left} left of {total}: no more can be left than there were")
    text = f"{state.sides[player].name} holds {left} of {total} {TOKEN_NAMES[kind]}"
    return decided(text, [Held(side=player, kind=kind, left=left, total=total)], side=player)


HOLDER = Parameter(name="player", text="who holds them: 1, 2 or a name", read=str.strip)
SPENDING = (
    Act(
        Verb(
            name="use",
            text="tokens that a player uses",
            rule="D-32",
            group="Tokens",
            parameters=(
                HOLDER,
                TOKEN,
                COUNT,
                wish("on", "what they are used on, for the log"),
                wish("bs", "BS of the firer of a blast, who pulls it back", whole, when="for Scatter on one blast"),
                Parameter(
                    name="no-pull-back",
                    text="nobody pulls it back: barrage out of sight, ordnance barrage, orbital bombardment",
                    when="with --bs",
                ),
                wish(
                    "barrage",
                    "blasts of a multiple barrage, to place those after the first",
                    whole,
                    when="for Scatter tokens",
                ),
                ANYWAY,
            ),
        ),
        use,
    ),
    Act(
        Verb(name="give-back", text="used tokens come back", group="Tokens", parameters=(HOLDER, TOKEN, COUNT)),
        give_back,
    ),
    Act(
        Verb(
            name="tokens",
            text="how many tokens a player holds",
            rule="D-77",
            group="Tokens",
            parameters=(
                HOLDER,
                TOKEN,
                wish("total", "how many he was given", whole),
                wish("left", "how many are left", whole),
            ),
        ),
        count_tokens,
    ),
)
