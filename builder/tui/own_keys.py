"""Keys that players set by themselves: which of them can be, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.keys import Keys, key_to_character

from builder.tui.actions import ACTIONS, Action, key_name

_HELD = frozenset({"ctrl", "shift", "alt", "super", "meta", "hyper"})
_NAMED = frozenset(str(key.value) for key in Keys) | {"slash", "plus", "minus", "backslash", "at", "underscore"}
_SIGNS = {"?": "question_mark", "/": "slash", "+": "plus", "-": "minus", "=": "equals_sign", "[": "left_square_bracket"}


def chosen_keys(chosen: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The keys that can be set, by the ids of their actions, and a sentence for each that cannot."""
    known = {action.id: action for action in ACTIONS}
    good: dict[str, str] = {}
    told = []
    for id, keys in chosen.items():
        names = [key.strip() if key.strip() else key for key in keys.split(",")]
        bad = [key for key in names if not _possible(key)]
        if id not in known:
            told.append(f"There is no action “{id}”: docs/keys.md names all.")
        elif bad:
            told.append(f"“{bad[0]}” is no key, for {id}: write it as in “ctrl+a”, “f5”, “delete”, “x”.")
        else:
            good[id] = ",".join(names)
    for action, other, key in _clashes(good):
        told.append(f"{key_name(key)} is the key of {other.id} too: {action.id} keeps its own.")
        good.pop(action.id, None)
    return good, told


def keys_of(action: Action, chosen: Mapping[str, str]) -> list[str]:
    """The keys of an action as they are set, by the names that bindings have for them."""
    return [_SIGNS.get(key, key) for key in chosen.get(action.id, action.keys).split(",")]


def _possible(key: str) -> bool:
    *held, last = key.split("+") if key != "+" else [key]
    named = last in _NAMED or len(last) == 1 or key_to_character(last) is not None
    return set(held) <= _HELD and bool(last) and named


def _clashes(chosen: Mapping[str, str]) -> Iterator[tuple[Action, Action, str]]:
    """Yield a chosen action, another one that is possible beside it, and the key that both have."""
    for action in ACTIONS:
        if action.id not in chosen:
            continue
        for other in ACTIONS:
            same = {*keys_of(action, chosen)} & {*keys_of(other, chosen)}
            if other is not action and same and _beside(action, other):
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
