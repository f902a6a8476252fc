"""Gets Hot! tokens on the bearers of a weapon, outside a shot of the tracker (D-31)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.eligibility import Role, check_in_play
from builder.systems.diceless.play.attacks.fields import BallisticSkill
from builder.systems.diceless.play.attacks.parameters import BS, GROUP, LOST, SAVES
from builder.systems.diceless.play.attacks.shot_tokens import burnt
from builder.systems.diceless.play.attacks.squads import Squad, named, squads
from builder.systems.diceless.play.attacks.wielders import runs_hot
from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.finding import find_unit
from builder.systems.diceless.play.parameters import UNIT, wish
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.weapon_rules import hits_again
from builder.systems.figures import positive
from builder.systems.parameters import Choice
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter

TOKENS = wish("tokens", "Gets Hot! tokens used, one on each bearer", positive)
REROLL = Parameter(name="reroll", text="the bearers re-roll to hit, or the weapon is twin-linked")


def gets_hot(state: GameState, given: Values) -> Decision[Change]:
    """Gets Hot! tokens on the bearers of a weapon, outside a shot of the tracker (D-31)."""
    asking = Asking(given)
    ref = find_unit(state, asking[UNIT])
    check_in_play(state, ref, Role.SHOOTS)
    hit = squads(state, ref, with_leader=False)
    hot = [each for each in hit if any(runs_hot(carried.weapon) for carried in each.group.weapons)]
    choices = [Choice(each.group.id, each.text) for each in hot or hit]
    squad = named(hit, asking.one(GROUP, "Which group bears the weapon?", choices))
    tokens = asking[TOKENS] or 1
    if tokens > squad.pool.models:
        raise PlayError(f"one token on each bearer: {squad.group.name} has {squad.pool.models}")
    again = asking[REROLL] or _rerolls(squad)
    used = burnt(state, ref, [(squad.group.id, tokens)], again, asking.group(BallisticSkill), asking.on_models)
    text = f"{squad.unit.name}, {squad.group.name}: {used.text}"
    return decided(text, used.changes, used.steps, 1 - ref.side, asking.questions)


def _rerolls(squad: Squad) -> bool:
    """Whether every weapon of a group that gets hot re-rolls to hit, twin-linked ones among them."""
    hot = [mode for each in squad.group.weapons for mode in each.weapon.modes if "gets hot" in mode.rules]
    return bool(hot) and all(map(hits_again, hot))


HOT = (
    Act(
        Verb(
            name="gets-hot",
            text="Gets Hot! tokens on the bearers of a weapon",
            rule="D-31",
            group="Hazards",
            parameters=(UNIT, GROUP, TOKENS, REROLL, BS, *SAVES, LOST),
        ),
        gets_hot,
    ),
)
