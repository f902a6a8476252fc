"""What a player has set up for himself: theme, keys, where his armies lie, in `config.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.errors import Finding, Place, Severity
from builder.resources import config_folder

FILE = "config.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """The theme's name and the folder of armies, if set; keys by the ids of actions; what was wrong with the file."""

    theme: str | None = None
    armies: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def read_settings() -> Settings:
    """The settings; a file that cannot be read, or a part of it, is told of and left out."""
    path = config_folder() / FILE

    def wrong(message: str, name: str | None = None) -> Finding:
        return Finding(Severity.WARNING, "settings", message, at=Place(file=str(path), field=name))

    try:
        body = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        return Settings(findings=(wrong(f"the settings cannot be read: {error}"),))
    findings = [
        wrong(f"'{name}' is no setting: there are theme, armies and keys", name) for name in body if name not in _KNOWN
    ]
    theme, armies, keys = body.get("theme"), body.get("armies"), body.get("keys", {})
    if theme is not None and not isinstance(theme, str):
        findings.append(wrong("a theme is a name in quotes", "theme"))
        theme = None
    if armies is not None and not (isinstance(armies, str) and armies):
        findings.append(wrong("armies is the path of a folder in quotes", "armies"))
        armies = None
    if not isinstance(keys, dict):
        findings.append(wrong("keys is a table: begin it with [keys]", "keys"))
        keys = {}
    for id, key in keys.items():
        if not isinstance(key, str):
            findings.append(wrong(f"the key of '{id}' is a name in quotes, such as \"ctrl+a\"", "keys"))
    texts = {id: key for id, key in keys.items() if isinstance(key, str)}
    return Settings(theme, armies, texts, tuple(findings))


_KNOWN = frozenset({"theme", "armies", "keys"})
