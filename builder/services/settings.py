"""What a player has set up for himself: theme, signs, keys, where his armies lie, in `config.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import field

from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import guarded, read_file
from builder.record import Record
from builder.resources import config_folder, expanded
from builder.services.files import is_there, write_target
from builder.text import clean_name

FILE = "config.toml"
MOST_BYTES = 100_000
_WORDS = {"theme": "a theme is a name in quotes", "signs": "signs are auto, unicode or ascii, in quotes"}
_KNOWN = ("theme", "signs", "armies", "keys")


class Settings(Record, frozen=True):
    """Names of theme and signs, the folder of armies, where set; keys by the ids of actions; what was wrong."""

    theme: str | None = None
    signs: str | None = None
    armies: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def settings_file() -> Path:
    """Return where the settings lie, if there are any."""
    return config_folder() / FILE


def read_settings() -> Settings:
    """Return the settings; a file that cannot be read, or a part of it, is told of and left out."""
    path = settings_file()

    def wrong(message: str, name: str | None = None) -> Finding:
        return Finding(Severity.WARNING, "settings", message, at=Place(file=str(path), field=name))

    try:
        body = _read(path)[1]
    except InputError as error:
        return Settings(findings=(wrong(f"the settings cannot be read: {error.findings[0].message}"),))
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
    if armies is not None:
        try:
            expanded(armies)
        except InputError as error:
            findings.append(wrong(error.findings[0].message, "armies"))
            armies = None
    if not isinstance(keys, dict):
        findings.append(wrong("keys is a table: begin it with [keys]", "keys"))
        keys = {}
    for id, key in keys.items():
        if not isinstance(key, str):
            findings.append(wrong(f"the key of '{id}' is a name in quotes, such as \"ctrl+a\"", "keys"))
    texts = {clean_name(id): clean_name(key) for id, key in keys.items() if isinstance(key, str)}
    cleaned = {name: None if value is None else clean_name(value) for name, value in names.items()}
    return Settings(**cleaned, armies=armies, keys=texts, findings=tuple(findings))


def keep_setting(name: str, value: str) -> Path:
    """Write one setting into the file, whose other lines and comments stay, and give the file.

    Raises:
        InputError: the file has mistakes, which are not written over, or it cannot be written.
    """
    import json  # most that starts needs none of it

    path = settings_file()
    try:
        text = _read(path)[0] or "# Settings of Muster: docs/keys.md tells what can be set.\n"
    except InputError as error:
        message = f"the settings cannot be read, so nothing is kept in them: {error.findings[0].message}"
        raise _refused(path, message) from None
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    top, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    changed, found = re.subn(rf"^[ \t]*{name}[ \t]*=.*$", lambda _: line, top, count=1, flags=re.MULTILINE)
    if not found:
        changed = f"{top.rstrip()}\n{line}\n" + ("\n" if rest else "")
    written = changed.lstrip("\n") + rest.lstrip("\n") if not found else changed + rest
    if not _says(written, name, value):
        raise _refused(path, f"it is laid out so that {name} cannot be changed in it: write {line} yourself")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(path.parent, f"this folder cannot be made: {error.strerror or error}") from None
    write_target(str(path), written.encode())
    return path


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the settings as text and as what that says; empty where there are none.

    Raises:
        InputError: they cannot be read.
    """
    if not is_there(str(path)):
        return "", {}
    import tomllib  # Most players have no settings.

    with guarded(str(path)):
        text = read_file(path, MOST_BYTES).decode()
        try:
            return text, tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at (line \d+)", str(error))
            where = at[1] if at else "its end"
            raise _refused(path, f'{where} is not written as settings are, such as theme = "light"') from None
        except ValueError:  # of a number of thousands of digits
            raise _refused(path, "it holds a number that cannot be reckoned with") from None


def _says(text: str, name: str, value: str) -> bool:
    import tomllib

    try:
        return tomllib.loads(text).get(name) == value
    except tomllib.TOMLDecodeError:  # the setting is there already, written in another way
        return False


def _refused(path: Path, message: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "settings", message, at=Place(file=str(path))))
