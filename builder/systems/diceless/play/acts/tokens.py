"""Tokens that players hold, given by their opponents: used, given back, counted anew (D-32, D-38, D-70 to D-77)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.play.changes import Change, Warped
from builder.systems.diceless.play.held import TokenKind, spent, tokens_of, use_warp, use_words
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState
from builder.systems.diceless.scatter import blast_scatter, placing_tokens
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import Choice, given
from builder.systems.play.actions import Act, Ruling, known
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Held
from builder.systems.play.common_acts import ANYWAY
from builder.systems.play.lookup import At, Whose, players

HOLDER = "who holds them: 1, 2 or a name"
WHICH = "which: Scatter, Gets Hot!, Warp"


def kinds(at: At[GameState], act: UseTokens | GiveBack | CountTokens) -> Iterator[Choice[str]]:
    """The kinds of tokens, with how many the player holds where he is named."""
    player = known(lambda: act.player)
    for kind, name in TOKEN_NAMES.items():
        held = "" if player is None else f", {tokens_of(at.game, player, kind).left} left"
        yield Choice(kind, f"{name}{held}", kind)


def spenders(at: At[GameState], act: object) -> Iterator[Choice[int]]:
    """The players who have used tokens, to whom some can come back."""
    return (each for each in players(at, act) if any(_out(at.game, each.value, kind) for kind in TOKEN_NAMES))


def spent_kinds(at: At[GameState], act: GiveBack) -> Iterator[Choice[str]]:
    """The kinds of tokens of which the player who is named used some."""
    player = known(lambda: act.player)
    return (each for each in kinds(at, act) if player is None or _out(at.game, player, each.value))


def _out(game: GameState, player: int, kind: str) -> bool:
    held = tokens_of(game, player, kind)
    return held.left < held.total


class UseTokens(Act[GameState]):
    """Tokens that a player uses."""

    called, rule, group = "use", "D-32", "Tokens"
    player: Whose = given(HOLDER, players)
    token: TokenKind = given(WHICH, kinds)
    count: Positive = given("how many", default=1)
    on: str = given("what they are used on, for the log", default="")
    bs: Whole | None = given(
        "BS of the firer of a blast, who pulls it back", default=None, when="for Scatter on one blast"
    )
    no_pull_back: bool = given(
        "nobody pulls it back: barrage out of sight, ordnance barrage, orbital bombardment",
        default=False,
        when="with --bs",
    )
    barrage: Whole | None = given(
        "blasts of a multiple barrage, to place those after the first", default=None, when="for Scatter tokens"
    )
    anyway: bool = given(ANYWAY, default=False)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Used is spent: Scatter on a blast (D-32) or to place those of a barrage (D-38), Warp once a turn (D-74)."""
        player, kind, number = self.player, self.token, self.count
        text = use_words(game, player, kind, number) + (f" on {self.on}" if self.on else "")
        steps: tuple[str, ...] = ()
        if kind == "scatter":
            more, steps = self._scattered(game)
            text += more
        if kind == "warp":
            changes: Sequence[Change] = use_warp(game, player, self.anyway, number)
        else:
            changes = [spent(game, player, kind, number)]
        return Ruling(text, changes, steps, player)

    def _scattered(self, game: GameState) -> tuple[str, tuple[str, ...]]:
        """What Scatter tokens do, where it was said on what they are used, with the steps."""
        number = self.count
        try:
            if self.barrage is not None:
                placing = placing_tokens(self.barrage)
                if number > placing.value:
                    blasts = count(self.barrage, "blast")
                    raise PlayError(f"{blasts}: {placing.value} at most, one for each after the first")
                return f": {count(number, 'blast')} placed", placing.steps
            if self.bs is not None:
                moved = blast_scatter(number, self.bs, not self.no_pull_back, game.extra.night)
                return f': moved {moved.value}"', moved.steps
        except ValueError as error:
            raise PlayError(str(error)) from None
        return "", ()


class GiveBack(Act[GameState]):
    """Used tokens come back."""

    group = "Tokens"
    player: Whose = given(HOLDER, spenders, none="no token was used")
    token: TokenKind = given(WHICH, spent_kinds, none="no token was used")
    count: Positive = given("how many", default=1)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """Such as one used by mistake; another Warp token may be used then (D-74)."""
        player, kind, number = self.player, self.token, self.count
        now, name, what = tokens_of(game, player, kind), game.sides[player].name, TOKEN_NAMES[kind]
        if now.left + number > now.total:
            raise PlayError(f"{name} has {now.left} of {now.total} {what}: only used tokens come back")
        text = f"{name} has {number} {what} back: {now.left + number} of {now.total}"
        changes: list[Change] = [Held(side=player, kind=kind, left=now.left + number, total=now.total)]
        if kind == "warp":
            changes.append(Warped(used=False))
        return Ruling(text, changes, side=player)


class CountTokens(Act[GameState]):
    """How many tokens a player holds."""

    called, rule, group, after_end = "tokens", "D-77", "Tokens", True
    player: Whose = given(HOLDER, players)
    token: TokenKind = given(WHICH, kinds)
    total: Whole | None = given("how many he was given", default=None)
    left: Whole | None = given("how many are left", default=None)

    def decide(self, game: GameState, ask: Answers) -> Ruling[GameState]:
        """For an opponent's army that nobody typed in, too (D-77)."""
        player, kind = self.player, self.token
        now = tokens_of(game, player, kind)
        total = now.total if self.total is None else self.total
        left = max(0, total - (now.total - now.left)) if self.left is None else self.left
        if left > total:
            raise PlayError(f"{left} left of {total}: no more can be left than there were")
        text = f"{game.sides[player].name} holds {left} of {total} {TOKEN_NAMES[kind]}"
        return Ruling(text, [Held(side=player, kind=kind, left=left, total=total)], side=player)


SPENDING: tuple[type[Act[GameState]], ...] = (UseTokens, GiveBack, CountTokens)
