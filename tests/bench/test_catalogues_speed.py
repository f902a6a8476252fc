"""How fast and how lean a catalogue is opened, beside `xml.etree.ElementTree.parse` of the same files.

Run with: uv run pytest tests/bench --benchmark-only -s
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue, GameSystem
from builder.formats.battlescribe.catalogues import read_data_file
from builder.services.data.catalogues import library_of, open_file
from builder.services.data.datasets import DataSet, head_of

FOLDER = (Path(__file__).parents[2] / "../shared/data/battlescribe/7th-edition").resolve()
FILES = (FOLDER / "Warhammer40K.gst", FOLDER / "Space Marines - Codex (2015).cat")
ROUNDS = 15
FROM_NOTHING = 2.0
FROM_CACHE = 0.3
MEMORY = 2.0

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the community's data is not beside the checkout")


def parse() -> object:
    """What the standard library makes of the files."""
    return [ElementTree.parse(path) for path in FILES]


def load() -> object:
    """The files read and linked, from nothing."""
    system, catalogue = (read_data_file(path.read_bytes(), str(path)).root for path in FILES)
    assert isinstance(system, GameSystem) and isinstance(catalogue, Catalogue)
    return Library(system, [catalogue])


def load_again() -> object:
    """The same as armies are opened: from the cache, found under the digest of the files."""
    data = data_set()
    return library_of([open_file(data, head) for head in data.heads])


@cache
def data_set() -> DataSet:
    """The files as a data set, whose heads are read before."""
    system, catalogue = (head_of(path.read_bytes(), path.name, str(path)) for path in FILES)
    return DataSet("7th edition", FOLDER, "here", system, (catalogue,))


def seconds(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The best of several rounds of each, taken in turns, so that a busy moment strikes all."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS):
        for name, work in works.items():
            gc.collect()
            start = time.process_time()
            made = work()
            best[name] = min(best[name], time.process_time() - start)
            del made
    return best


def peak(work: Callable[[], object]) -> int:
    """The most memory that some work holds at once, its result included, in bytes."""
    gc.collect()
    tracemalloc.start()
    try:
        made = work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        del made


@pytest.mark.benchmark
def test_catalogues_open_fast(benchmark: Callable[..., object], capsys: pytest.CaptureFixture[str]) -> None:
    load_again()
    found = seconds({"parse": parse, "load": load, "again": load_again})
    memory = {"parse": peak(parse), "load": peak(load), "again": peak(load_again)}
    benchmark(load_again)
    ratios = {name: found[name] / found["parse"] for name in ("load", "again")}
    held = {name: memory[name] / memory["parse"] for name in ("load", "again")}
    with capsys.disabled():
        print(f"\nElementTree.parse: {found['parse'] * 1000:.1f} ms, {memory['parse'] / 2**20:.1f} MiB")
        print(
            f"from nothing: {ratios['load']:.2f} × the time (at most {FROM_NOTHING}), {held['load']:.2f} × the memory"
        )
        print(
            f"from the cache: {ratios['again']:.2f} × the time (at most {FROM_CACHE}), {held['again']:.2f} × the memory"
        )
    assert ratios["load"] <= FROM_NOTHING and ratios["again"] <= FROM_CACHE
    assert max(held.values()) <= MEMORY
