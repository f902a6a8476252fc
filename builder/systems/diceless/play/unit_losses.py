"""What DMG costs a unit: divided over its groups, saved by each, casualties taken off (D-25), choices asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from builder.errors import PlayError
from builder.systems.diceless.casualties import casualties, kills_at_once, shares
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import FEEL_NO_PAIN, FIRST, INSTANT_DEATH, LARGEST, LOST
from builder.systems.diceless.play.changes import Pooled
from builder.systems.diceless.play.sheltering import has_rule, protection_of
from builder.systems.diceless.play.squads import Squad, named
from builder.systems.diceless.protection import NO_ATTACK, Attack, protected
from builder.systems.diceless.rending import moonfang_kills, rending
from builder.systems.diceless.worked import Worked, count, save_text
from builder.systems.play import Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """DMG on models: what decides on their saves, the S where it may bring instant death, and whether it rends.

    `instant_death` comes by a rule of the weapon, whatever the S (D-26).
    `moonfang` removes a model that loses 10 HP or more to the AP2 part (D-107); `direct` DMG is HP lost, without saves.
    """

    damage: int
    attack: Attack = NO_ATTACK
    strength: int | None = None
    instant_death: bool = False
    rending: bool = False
    moonfang: bool = False
    direct: bool = False

    @property
    def unit(self) -> str:
        """What it is measured in: DMG, or HP."""
        return "HP" if self.direct else "DMG"


@dataclass(frozen=True, slots=True)
class Toll:
    """What a strike cost: the changes, how they came about, and the saves that were used.

    HP of models that go `whole`, by instant death or Moonfang, are lost with them.
    """

    changes: tuple[Pooled, ...] = ()
    steps: tuple[str, ...] = ()
    saves: tuple[int | None, ...] = ()
    whole: bool = False

    @property
    def lost(self) -> int:
        """HP lost by all groups."""
        return sum(change.lost for change in self.changes)

    @property
    def removed(self) -> int:
        """Models removed."""
        return sum(change.removed for change in self.changes)

    @property
    def text(self) -> str:
        """What it came to, for the log."""
        gone = f", {count(self.removed, 'model')} gone" if self.removed else ""
        return f"{self.lost} HP lost{', whole models' if self.whole else ''}{gone}"

    @property
    def save_words(self) -> str:
        """The saves used, where all groups used the same."""
        if len(set(self.saves)) != 1:
            return ""
        return f" at {save_text(self.saves[0])}" if self.saves[0] else ", no save"


def take(hit: Sequence[Squad], strike: Strike, asking: Asking, among: Sequence[Squad] = ()) -> Toll:
    """What a strike costs the groups it hits (D-23, D-25, D-26, D-29, D-36).

    Points that cannot be divided evenly go to the groups that the owner chooses: he is asked where that changes
    anything. HP that were given for a group stand, whatever the rules come to.

    Args:
        hit: the groups, at least one.
        strike: what hits them.
        asking: choices of players.
        among: all groups that may be named, where others of the unit are hit apart.

    Raises:
        PlayError: nobody is left to be hit, or a group that was named is none of these.
    """
    if not hit:
        raise PlayError("no model is left to be hit")
    chosen = asking[FIRST] or ()
    ordered = [] if chosen == (LARGEST,) else [named(among or hit, name) for name in chosen]
    lost = {named(among or hit, name).group.id: hp for name, hp in (asking[LOST] or {}).items()}
    over = strike.damage % sum(each.pool.models for each in hit)
    if over and not chosen and len(hit) > 1:
        by_size = sorted(hit, key=lambda each: -each.pool.models)
        if len({_taken(hit, strike, asking, [each], lost).changes for each in hit}) > 1:
            points = f"{over} HP" if strike.direct else f"{count(over, 'point')} of DMG"
            text = f"{points} left over: which group takes {'it' if over == 1 else 'them'} first?"
            choices = [Choice(each.group.id, each.text) for each in by_size]
            first = asking.one(FIRST, f"{text} The owner chooses.", choices)
            ordered = [named(hit, name) for name in first]
    return _taken(hit, strike, asking, ordered, lost)


def _taken(
    hit: Sequence[Squad], strike: Strike, asking: Asking, first: Sequence[Squad], given: Mapping[str, int]
) -> Toll:
    places = [hit.index(each) for each in first if each in hit]
    divided = shares(strike.damage, [each.pool.models for each in hit], places, strike.unit)
    alone = len(hit) == 1
    steps = [] if alone else list(divided.steps)
    changes: list[Pooled] = []
    saves: list[int | None] = []
    whole = False
    for squad, share in zip(hit, divided.value, strict=True):
        struck = _struck(squad, replace(strike, damage=share), given.get(squad.group.id), asking)
        steps += (words if alone else f"{squad.group.name}: {words}" for words in struck.steps)
        saves += struck.value.saves
        changes += struck.value.changes
        whole |= struck.value.whole
    return Toll(tuple(changes), tuple(steps), tuple(saves), whole)


def _struck(squad: Squad, strike: Strike, given: int | None, asking: Asking) -> Worked[Toll]:
    """One group under its share."""
    sudden = _sudden(squad, strike, asking)
    save: tuple[int | None, ...] = ()
    pool, at_once = squad.pool, 0
    if given is not None or strike.direct:
        lost = strike.damage if given is None else given
        steps = [f"{lost} HP lost, {'no save' if given is None else 'set by the player'}"]
    else:
        shelter = protection_of(squad, strike.attack, sudden, asking)
        steps = [f"{strike.damage} DMG"]
        if asking[FEEL_NO_PAIN] is None and shelter.feel_no_pain == squad.no_pain.value:
            steps += squad.no_pain.steps
        if strike.rending:
            rent = rending(strike.damage, shelter, strike.attack)
            steps += rent.steps
            lost = rent.value.hp_lost
            at_once = rent.value.pierced_lost if strike.moonfang and moonfang_kills(rent.value) else 0
        else:
            saved = protected(strike.damage, shelter, strike.attack)
            steps += saved.steps
            lost, save = saved.value.hp_lost, (saved.value.save,)
    if at_once:
        fallen = casualties(pool, at_once, True)
        steps += (f"Moonfang: {words}" for words in fallen.steps)
        pool = fallen.value.pool
    taken = casualties(pool, lost - at_once, sudden)
    change = Pooled.between(squad.side, squad.unit.id, squad.group.id, squad.pool, taken.value.pool)
    whole = change.lost > lost - taken.value.surplus
    return Worked(Toll((change,) if change.lost else (), (), save, whole), (*steps, *taken.steps))


def _sudden(squad: Squad, strike: Strike, asking: Asking) -> bool:
    """Whether an attack brings instant death: by its rule, or by S and T; never to an Eternal Warrior (D-26)."""
    by_strength = strike.strength is not None and kills_at_once(strike.strength, squad.group.profile.t.first)
    mortal = not has_rule(squad.unit.rules, "eternal warrior")
    return asking.yes(INSTANT_DEATH, mortal and (strike.instant_death or by_strength))
