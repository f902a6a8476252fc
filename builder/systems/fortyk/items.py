"""What a choice gives to those who carry it: weapons, gear, an invulnerable save."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.record import Record, replace
from builder.roster.view import ProfileView, SelectionView
from builder.systems.fortyk.model import Carried, Weapon
from builder.systems.fortyk.profiles import Log, ProfileKind, of_kind
from builder.systems.fortyk.weapons import built_in_weapons, count_in_name, is_power, plain_name, visible, weapons_of

_SENTENCE = re.compile(r"[.;\n]\s")
_SAVE = re.compile(r"([2-6])\s*\+{1,2}\s*invul\w*|\binvul\w*\s+sav\w*\s+(?:of\s+)?([2-6])\s*\+", re.IGNORECASE)
_LONGEST_SENTENCE = 2_000
"""Of a longer one only so much is read: what is said around each save in it would take too long to look through."""
_CONDITION = re.compile(
    r"\b(?:against|from|until|during|for the|once|while|whilst|if|when|within|becomes|in close combat|re-?roll\w*)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r",|\band\b")


def invulnerable_save(profiles: Iterable[ProfileView]) -> int | None:
    """Return the best invulnerable save that the texts of wargear give without any condition, as 2…6."""
    saves = [save for profile in of_kind(tuple(profiles), ProfileKind.WARGEAR) for save in _plain_saves(profile)]
    return min(saves, default=None)


def conditional_saves(profiles: Iterable[ProfileView]) -> tuple[str, ...]:
    """Return the names of wargear with an invulnerable save that holds under some condition only."""
    wargear = of_kind(tuple(profiles), ProfileKind.WARGEAR)
    return tuple(profile.name for profile in wargear if _saves(profile) and not list(_plain_saves(profile)))


def _saves(profile: ProfileView) -> list[tuple[int, str]]:
    """The saves that a text names, each with what is said before it in the sentence and after it in the clause."""
    found: list[tuple[int, str]] = []
    for characteristic in profile.characteristics:
        for sentence in _SENTENCE.split(characteristic.value):
            sentence = sentence[:_LONGEST_SENTENCE]
            for save in _SAVE.finditer(sentence):
                after = _CLAUSE_END.split(sentence[save.end() :], maxsplit=1)[0]
                found.append((int(save[1] or save[2]), f"{sentence[: save.start()]} {after}"))
    return found


def _plain_saves(profile: ProfileView) -> Iterable[int]:
    return (save for save, around in _saves(profile) if not _CONDITION.search(around))


class Item(Record, frozen=True, kw_only=True):
    """Something carried `number` times in all; `weapons` and `gear` are what one of it brings.

    `group` is the exclusive group that it was chosen from; a psychic `power` belongs to one model, never to each.
    """

    name: str
    number: int
    group: str | None = None
    weapons: tuple[Carried, ...] = ()
    gear: tuple[str, ...] = ()
    invulnerable: int | None = None
    power: bool = False

    def for_each_of(self, models: int) -> Item:
        """The item as one for each of some models, where the data has it once (with what is in it counted or not)."""
        weapons = tuple(
            Carried(one.weapon, one.count // models if one.count >= models and one.count % models == 0 else one.count)
            for one in self.weapons
        )
        return replace(self, number=models, weapons=weapons)


def items_from(selection: SelectionView, log: Log) -> Iterator[Item]:
    """Yield the items that a choice comes to: one, or those inside it where it is but a heading for them."""
    if _is_heading(selection):
        for child in selection.children:
            yield from items_from(child, log)
    elif selection.number > 0:
        yield _item(selection, log)


def own_item(selection: SelectionView, log: Log) -> Item:
    """Return what stands on a model or unit itself: its weapon profiles and its wargear."""
    weapons = built_in_weapons(selection, log)
    return Item(
        name=" and ".join(carried.weapon.name for carried in weapons) or selection.name,
        number=selection.number,
        weapons=weapons,
        gear=tuple(profile.name for profile in of_kind(selection.profiles, ProfileKind.WARGEAR)),
        invulnerable=_invulnerable(selection, log),
    )


def _taken(selection: SelectionView) -> Iterator[SelectionView]:
    """Yield a selection and all below it that was really taken: a number of 0 stands for what was replaced."""
    yield selection
    for child in selection.children:
        if child.number > 0:
            yield from _taken(child)


def _item(selection: SelectionView, log: Log) -> Item:
    weapons: dict[Weapon, int] = {}
    gear: dict[str, None] = {}
    saves: list[int] = []
    for node in _taken(selection):
        times = max(1, node.number // selection.number) * count_in_name(node.name, node.number)
        own = weapons_of(node, log)
        for one in own:
            weapons[one.weapon] = weapons.get(one.weapon, 0) + one.count * times
        if own:
            gear.update((profile.name, None) for profile in of_kind(node.profiles, ProfileKind.WARGEAR))
        elif _is_gear(node):
            gear[plain_name(node.name)] = None
        save = _invulnerable(node, log)
        if save is not None:
            saves.append(save)
    return Item(
        name=selection.name,
        number=selection.number,
        group=selection.entry_group_id,
        weapons=tuple(Carried(weapon, count) for weapon, count in weapons.items()),
        gear=tuple(gear),
        invulnerable=min(saves, default=None),
        power=is_power(selection),
    )


def _invulnerable(selection: SelectionView, log: Log) -> int | None:
    for name in conditional_saves(selection.profiles):
        log.info("invulnerable", f"{name} gives an invulnerable save under a condition, which is not on the stat line")
    return invulnerable_save(selection.profiles)


def _is_heading(selection: SelectionView) -> bool:
    """Whether a choice brings nothing but the choices inside it, and is not one of several that exclude each other."""
    return bool(
        selection.children
        and selection.entry_group_id is None
        and not any(not profile.hidden for profile in selection.profiles)
        and not visible(selection.rules)
    )


def _is_gear(selection: SelectionView) -> bool:
    """Whether a choice is a thing: no power, no choice of none, no bare heading, no rule under the same name."""
    name = selection.name.strip()
    rules = {rule.name.strip().lower() for rule in visible(selection.rules)}
    things = any(of_kind(selection.profiles, ProfileKind.WARGEAR))
    if is_power(selection) or name.lower() == "none" or name.lower().startswith("none "):
        return False
    return things or (name.lower() not in rules and (not selection.children or bool(rules)))
