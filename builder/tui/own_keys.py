"""The keys that players have chosen: read from the settings, kept apart from each other, taken from what had them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.keys import Keys, key_to_character

from builder.tui.actions import ACTIONS, APP, Action
from builder.tui.key_names import KEY_OF, NONE, key_name

_HELD = frozenset({"ctrl", "shift", "alt", "super", "meta", "hyper"})
_NAMED = frozenset(str(key.value) for key in Keys) | {"slash", "plus", "minus", "backslash", "at", "underscore"}
"""What can be held, and the names of keys, in the settings of a player."""
_AS_SHOWN = {"del": "delete", "esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "return": "enter"}
"""Names of keys as screens write them, where the settings of players call them otherwise."""
_DIALOGS = frozenset({"act", "choice", "dialog", "file", "form", "question", "write"})
"""The scopes that have the keys for themselves, but for lists, while they are open."""
MOST_TOLD = 3
"""So many actions without a key are told one by one."""


def chosen_keys(chosen: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The keys of actions that are not those of the table, by their ids, and a sentence for each that cannot be so.

    A key that the player gave wins: it is taken from what had it by the table, which is told where that has none left.
    """
    known = {action.id: action for action in ACTIONS}
    good: dict[str, str] = {}
    told = []
    for id, keys in chosen.items():
        names = [_read(key.strip() if key.strip() else key) for key in keys.split(",")]
        bad = [key for key in names if not _possible(key)]
        if id not in known:
            told.append(f"There is no action “{id}”: docs/keys.md names all.")
        elif bad:
            told.append(f"“{bad[0]}” is not a key, for {id}: write it as in “ctrl+a”, “f5”, “delete”, “x”.")
        else:
            good[id] = ",".join(names)
    for action, other, key in _clashes(good):
        told.append(f"{key_name(key)} is the key of {other.id} too: {action.id} keeps its own.")
        good.pop(action.id, None)
    left = dict(_left(good)) if good else {}
    without: dict[str, list[str]] = {}
    for id in (id for id, keys in left.items() if keys == NONE):
        takers = " and ".join(taker.id for taker in _takers(known[id], good))
        without.setdefault(takers, []).append(id)
    palette = key_name(keys_of(known["app.palette"], {**good, **left})[0])
    told += [_without_key(ids, takers, palette) for takers, ids in without.items()]
    return {**good, **left}, told


def keymap_of(keys: Mapping[str, str]) -> dict[str, str]:
    """What Textual is told of these keys: those of every action in the same scopes.

    It forgets whatever else an action's former key did, such as in another pane, but for what it is told of.
    """
    scopes = {id.partition(".")[0] for id in keys}
    return {action.id: ",".join(keys_of(action, keys)) for action in ACTIONS if action.scope in scopes}


def keys_of(action: Action, chosen: Mapping[str, str]) -> list[str]:
    """The keys of an action as they are set, by the names that bindings have for them."""
    return [KEY_OF.get(key, key) for key in chosen.get(action.id, action.keys).split(",")]


def _read(key: str) -> str:
    """A key as bindings call it, of how players write it: also as screens show it, such as Ctrl+P or PgDn."""
    *held, last = key.split("+") if key != "+" else [key]
    if len(last) > 1 or {word.lower() for word in held} & {"ctrl", "alt"}:
        last = _AS_SHOWN.get(last.lower(), last.lower())
    return "+".join((*map(str.lower, held), last))


def _possible(key: str) -> bool:
    *held, last = key.split("+") if key != "+" else [key]
    named = last in _NAMED or len(last) == 1 or key_to_character(last) is not None
    return set(held) <= _HELD and bool(last) and named


def _clashes(chosen: Mapping[str, str]) -> Iterator[tuple[Action, Action, str]]:
    """Yield a chosen action, another chosen one that is possible beside it, and the key that both have."""
    for action in ACTIONS:
        if action.id not in chosen:
            continue
        for other in ACTIONS:
            same = {*keys_of(action, chosen)} & {*keys_of(other, chosen)}
            if other.id in chosen and other is not action and same and _beside(action, other):
                yield action, other, min(same)
                break


def _beside(action: Action, other: Action) -> bool:
    """Whether a key of both would do either: of a pane and its screen, what stands first in the table is done."""
    if action.scope != other.scope:
        return False
    if bool(action.panes) == bool(other.panes):
        return not action.panes or bool({*action.panes} & {*other.panes})
    of_pane, of_screen = (action, other) if action.panes else (other, action)
    return ACTIONS.index(of_pane) > ACTIONS.index(of_screen)


def _left(chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the actions that lose keys to chosen ones, and the keys they have left: `NONE` where there are none."""
    for action in ACTIONS:
        if action.id in chosen:
            continue
        before = keys_of(action, {})
        taken = {key for taker in _takers(action, chosen) for key in _new(taker, chosen)}
        kept = [key for key in before if key not in taken]
        if kept != before:
            yield action.id, ",".join(kept) or NONE


def _takers(action: Action, chosen: Mapping[str, str]) -> Sequence[Action]:
    """The chosen actions that take keys from an action of the table."""
    keys = {*keys_of(action, {})}
    own = (other for other in ACTIONS if other.id in chosen)
    return [taker for taker in own if keys & _new(taker, chosen) and _takes(taker, action)]


def _new(action: Action, chosen: Mapping[str, str]) -> set[str]:
    """The keys that an action has not by the table, where some are shared on purpose."""
    return {*keys_of(action, chosen)} - {*keys_of(action, {})}


def _takes(taker: Action, action: Action) -> bool:
    """Whether a key of both must not do the other: a screen's goes before one that is possible everywhere by itself."""
    if taker.scope != action.scope:
        scopes = {taker.scope, action.scope}
        if APP in scopes:
            return taker.scope in (APP, "lines") and action.scope not in _DIALOGS
        return "dialog" in scopes if scopes <= _DIALOGS else "lines" in scopes and not scopes & _DIALOGS
    if taker.panes and not action.panes:
        return ACTIONS.index(taker) > ACTIONS.index(action)
    return not (taker.panes and action.panes) or bool({*taker.panes} & {*action.panes})


def _without_key(ids: Sequence[str], takers: str, palette: str) -> str:
    named = ", ".join(ids[:MOST_TOLD]) + (f" and {len(ids) - MOST_TOLD} more" if len(ids) > MOST_TOLD else "")
    have, it, another = ("has", "it", "another") if len(ids) == 1 else ("have", "them", "others")
    return f"{named} {have} no key any more, as {takers} took it: give {it} {another}, or find {it} with {palette}."
