"""Equipment that stands on a unit and not on its models: who of them carries it, as far as a roster lets one tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.systems.fortyk.bodies import Body, count
from builder.systems.fortyk.items import Item
from builder.systems.fortyk.log import Log
from builder.systems.fortyk.psykers import count_psykers
from builder.systems.fortyk.weapons import is_psychic

_GUNS = frozenset({"rapid fire", "assault", "heavy", "salvo", "ordnance"})


def hand_out(items: Sequence[Item], bodies: Sequence[Body], log: Log) -> None:
    """Give the items of a unit to its bodies.

    Data counts such equipment in two ways, once for all or once for each, so this is a reading:

    - A psychic power is one model's, a psyker's.
    - A number over 1 is taken at its word: models of a kind that are exactly as many carry it, else the first ones.
    - Number 1 from no exclusive group: each model carries it (`Bolt Pistols` in the standard wargear), except those
      that have it already.
    - Number 1 from an exclusive group: each model carries it that has no weapon from such a group of its own
      (`Bolters`, while the sergeant has another weapon). But where a unit has several such weapons, or most of its
      models have a gun already, and they are not named in the plural, they are one model's each (flamer, missile
      launcher).

    Guns have nothing of this where there is a crew. Whatever is read as many from a 1 in the roster is told in one
    finding.
    """
    bodies = [body for body in bodies if body.on_foot] or bodies
    unarmed = _unarmed(bodies)
    armed = [item for item in items if item.group is not None and item.weapons and item.number == 1]
    common = [item for item in items if item not in armed]
    special = len(armed) > 1 or _is_gun([*_largest(bodies).items, *common])
    guesses: list[str] = []
    total = count(bodies)
    for item in items:
        plural = item.name.lower().endswith("s") and not item.name.lower().endswith("ss")
        if item.power or any(is_psychic(carried.weapon) for carried in item.weapons):
            psyker = next((body for body in bodies if count_psykers(body.selections)), bodies[0])
            psyker.items.append(replace(item, number=1))
        elif item.number > 1:
            _at_its_word(item, bodies, total)
        elif item.group is not None and item.weapons and special and not plural:
            _largest(bodies).items.append(item)
            guesses.append(f"{item.name} for 1 model")
        else:
            bearers = _without(item, unarmed if item.group is not None and item.weapons else bodies)
            for body in bearers:
                body.items.append(replace(item.for_each_of(count(bearers)), number=body.number, group=None))
            if item.weapons and bearers:
                guesses.append(f"{item.name} for {'each of ' if count(bearers) > 1 else ''}{_models(count(bearers))}")
    if guesses and total > 1:
        log.info("counted_by_model", f"weapons that stand on the unit are counted by model: {'; '.join(guesses)}")


def _is_gun(items: Iterable[Item]) -> bool:
    """Whether some of what is carried is more than pistols, grenades and weapons for close combat."""
    modes = (mode for item in items for carried in item.weapons for mode in carried.weapon.modes)
    return any(mode.kind in _GUNS for mode in modes)


def _at_its_word(item: Item, bodies: Sequence[Body], total: int) -> None:
    if item.number % total == 0:
        for body in bodies:
            body.items.append(replace(item, number=item.number // total * body.number))
        return
    exact = [body for body in bodies if body.number == item.number]
    if exact:
        exact[0].items.append(item)
        return
    left = item.number
    order = sorted(bodies, key=lambda body: -body.number)
    for body in order:
        given = min(left, body.number) if body is not order[-1] else left
        if given:
            body.items.append(replace(item, number=given))
        left -= given


def _unarmed(bodies: Sequence[Body]) -> Sequence[Body]:
    without = [body for body in bodies if not any(item.weapons and item.group is not None for item in body.items)]
    return without or bodies


def _without(item: Item, bodies: Sequence[Body]) -> Sequence[Body]:
    """The bodies that do not carry just these weapons already."""
    weapons = {carried.weapon for carried in item.weapons}
    had = [{carried.weapon for own in body.items for carried in own.weapons} for body in bodies]
    return [body for body, own in zip(bodies, had, strict=True) if not weapons or not weapons <= own]


def _largest(bodies: Sequence[Body]) -> Body:
    return max(bodies, key=lambda body: body.number)


def _models(number: int) -> str:
    return "1 model" if number == 1 else f"{number} models"
