"""No test touches cache, settings, armies of whoever runs it; `--hypothesis-profile=long` tries properties for long.

Properties have no time limit: how long examples take to be made and tried depends on what else the machine does.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("MUSTER_CONFIG", str(tmp_path_factory.mktemp("config")))
        patch.setenv("MUSTER_ARMIES", str(tmp_path_factory.mktemp("armies")))
        patch.setenv("MUSTER_GAMES", str(tmp_path_factory.mktemp("games")))
        yield
