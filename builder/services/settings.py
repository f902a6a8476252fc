"""What a player has set up for himself: theme, signs, keys, where his armies lie, in `config.toml`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity
from builder.resources import config_folder
from builder.services.files import write_target

FILE = "config.toml"
_WORDS = {"theme": "a theme is a name in quotes", "signs": "signs are auto, unicode or ascii, in quotes"}
_KNOWN = ("theme", "signs", "armies", "keys")


@dataclass(frozen=True, slots=True)
class Settings:
    """Names of theme and signs, the folder of armies, where set; keys by the ids of actions; what was wrong."""

    theme: str | None = None
    signs: str | None = None
    armies: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def settings_file() -> Path:
    """Where the settings lie, if there are any."""
    return config_folder() / FILE


def read_settings() -> Settings:
    """The settings; a file that cannot be read, or a part of it, is told of and left out."""
    path = settings_file()

    def wrong(message: str, name: str | None = None) -> Finding:
        return Finding(Severity.WARNING, "settings", message, at=Place(file=str(path), field=name))

    try:
        body = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        return Settings(findings=(wrong(f"the settings cannot be read: {error}"),))
    findings = [
        wrong(f"'{name}' is no setting: there are {', '.join(_KNOWN[:-1])} and {_KNOWN[-1]}", name)
        for name in body
        if name not in _KNOWN
    ]
    names = {name: body.get(name) for name in _WORDS}
    for name, value in names.items():
        if value is not None and not isinstance(value, str):
            findings.append(wrong(_WORDS[name], name))
            names[name] = None
    armies, keys = body.get("armies"), body.get("keys", {})
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
    return Settings(**names, armies=armies, keys=texts, findings=tuple(findings))


def keep_setting(name: str, value: str) -> Path:
    """Write one setting into the file, whose other lines and comments stay, and give the file.

    Raises:
        InputError: the file has mistakes, which are not written over, or it cannot be written.
    """
    path = settings_file()
    try:
        text = path.read_text(encoding="utf-8")
        tomllib.loads(text)
    except FileNotFoundError:
        text = "# Settings of Muster: docs/keys.md tells what can be set.\n"
    except (OSError, ValueError) as error:
        raise _refused(path, f"the settings cannot be read, so nothing is kept in them: {error}") from None
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    top, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    changed, found = re.subn(rf"^{name}[ \t]*=.*$", lambda _: line, top, count=1, flags=re.MULTILINE)
    if not found:
        changed = f"{top.rstrip()}\n{line}\n" + ("\n" if rest else "")
    written = changed.lstrip("\n") + rest.lstrip("\n") if not found else changed + rest
    if tomllib.loads(written).get(name) != value:
        raise _refused(path, f"it is laid out so that {name} cannot be changed in it: write {line} yourself")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(path.parent, f"this folder cannot be made: {error.strerror or error}") from None
    write_target(str(path), written.encode())
    return path


def _refused(path: Path, message: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "settings", message, at=Place(file=str(path))))
