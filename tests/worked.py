"""Files of worked cases: the rules as examples, ours and further ones beside the checkout."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml


@cache
def worked_cases(path: Path) -> Mapping[str, Any]:
    """The cases of a file by name; none where it is missing."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) if path.is_file() else {}


Scene = Callable[..., Mapping[str, Any]]
"""What came of an example that is played, by the names of its results; it takes the fields of the example."""


class Scenes:
    """The ways in which worked examples of play are played: each takes those that have its fields.

    An example gives `input` and `result`; without an input its results tell which one it is. Where a file goes on with
    the same scene, an input takes what it lacks from the one before it. A list of inputs has a list of results; of a
    list of results without an input, a scene is given which one it is (`nth`).
    """

    def __init__(self) -> None:
        self._known: list[tuple[frozenset[str], frozenset[str], Scene]] = []

    def of(self, *needs: str, also: Collection[str] = ()) -> Callable[[Scene], Scene]:
        """A scene that takes examples with all of some fields, and with any of some others."""

        def known(scene: Scene) -> Scene:
            self._known.append((frozenset(needs), frozenset(also), scene))
            return scene

        return known

    def examples(self, path: Path) -> Iterator[Any]:
        """Yield the examples of a file, as parameters of a test; a skipped one where the file is missing."""
        if not path.is_file():
            yield pytest.param({}, marks=pytest.mark.skip(reason="there are no examples of play beside this checkout"))
            return
        before: Mapping[str, Any] = {}
        for each in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            given = each.get("input", {})
            if isinstance(given, dict):
                if given and self._scene(given) is None and self._scene({**before, **given}) is not None:
                    given = {**before, **given}
                before = given
            yield pytest.param({**each, "input": given}, id=each["id"])

    def play(self, example: Mapping[str, Any]) -> None:
        """Play an example and hold what came of it against its results; it is skipped where nobody can play it."""
        given, result = example["input"], example["result"]
        several = isinstance(result, list) and (not given or isinstance(given, list))
        wanted = result if several else [result]
        if not all(given or isinstance(each, dict) for each in wanted):
            pytest.skip("nobody can play an example without input")
        told_by_results = not given
        if told_by_results:
            given = [{"nth": n} for n in range(len(wanted))] if several else {}
        parts = given if isinstance(given, list) else [given]
        for fields, results in zip(parts, wanted, strict=True):
            scene = self._scene({**dict.fromkeys(results), **fields} if told_by_results else fields)
            if scene is None:
                pytest.skip(f"nobody can play {', '.join(fields) or 'an example without input'}")
            found = scene(**{name.replace("-", "_"): value for name, value in fields.items()})
            for name, value in results.items() if isinstance(results, dict) else [("", results)]:
                if name not in found:
                    pytest.skip(f"nobody can tell '{name}'")
                assert agree(found[name], value), f"{name}: {found[name]!r}, and not {value!r}"

    def _scene(self, fields: Collection[str]) -> Scene | None:
        """The scene of which as many fields as possible are given, and no field is strange to it."""
        fit = [each for each in self._known if each[0] <= {*fields} <= each[0] | each[1]]
        return max(fit, key=lambda each: len(each[0]))[2] if fit else None


def agree(found: Any, wanted: Any) -> bool:
    """Whether a result is that of an example, which may go on in words, or reckon before it (`2 × 1/3 = 2/3`)."""
    if isinstance(wanted, dict) and isinstance(found, Mapping):
        return all(name in found and agree(found[name], value) for name, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, Sequence):
        return len(found) == len(wanted) and all(map(agree, found, wanted))
    if isinstance(wanted, str) and isinstance(found, str):
        whole = [part.strip() for part in wanted.split("=")]
        return found in whole or (wanted.casefold().startswith(found.casefold()) if found else not wanted)
    return bool(found == wanted)
