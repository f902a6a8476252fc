"""Where data lies: the only place that knows.

Searched in this order, so that what a player puts in his own folder replaces what came with the program:
`$MUSTER_DATA`, the user's data folder, the data inside the installed package or the checkout, the packages that bring
systems.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from builder import plugins
from builder.errors import Finding, InputError, Place, Severity
from builder.record import Record
from builder.text import clean_name

VARIABLE = "MUSTER_DATA"
CACHE_VARIABLE = "MUSTER_CACHE"
DATA_SETS = "battlescribe"
"""Where data sets of the community lie below a data folder."""

ADDED, ASIDE = ".added-", "old"
"""How the folders begin in which data sets are put together, and the folder there for those that they replace."""

STARTERS = "templates/armies"
"""Where starter armies lie below a data folder."""

ARMIES = "armies"
"""Where the player's own armies lie below a data folder."""

YAML_ENDINGS = (".yaml", ".yml")
ARMY_ENDINGS = (*YAML_ENDINGS, ".ros", ".rosz", ".json")
"""How the names of army files and of saved rosters end."""

OPENED_ENDINGS = (*ARMY_ENDINGS, ".pdf")
"""Sheets too, with which their army goes; in the library they are no armies of their own, as it has those already."""

GAMES = "games.sqlite"
"""The file of games below a data folder."""

GAMES_VARIABLE = "MUSTER_GAMES"
STORE_VARIABLE = "MUSTER_STORE"
"""The address of a database in which games are kept, in the place of the file."""
ARMIES_VARIABLE = "MUSTER_ARMIES"
STATE_VARIABLE = "MUSTER_STATE"
CONFIG_VARIABLE = "MUSTER_CONFIG"
_PACKAGE = Path(__file__).resolve().parent


Refused: TypeAlias = Callable[[OSError], None]
"""What is told of each folder that a search cannot enter; one that is not there is among them."""


def _silent(error: OSError) -> None:
    """Pass over folders that cannot be entered."""


class Resource(Record, frozen=True):
    """A data file: its id (`diceless/space-marines`), where it lies, and whose it is.

    The id stands in armies, so it is a text, whatever bytes the file is called by.
    That is `MUSTER_DATA`, `user`, `muster`, or the package that brings it with its system.
    """

    id: str
    path: Path
    origin: str


def data_folders() -> Iterator[tuple[str, Path]]:
    """The folders to search, first come first served, with a word for each."""
    own = os.environ.get(VARIABLE)
    if own:
        yield VARIABLE, Path(own)
    from platformdirs import user_data_path

    yield "user", user_data_path("muster", appauthor=False)
    installed = _PACKAGE / "_data"
    yield "muster", installed if installed.is_dir() else _PACKAGE.parent
    yield from plugins.data_folders()


def cache_folder() -> Path:
    """Where what was worked out of files is kept for the next start: `$MUSTER_CACHE`, or the user's cache folder."""
    own = os.environ.get(CACHE_VARIABLE)
    if own:
        return Path(own)
    from platformdirs import user_cache_path

    return user_cache_path("muster", appauthor=False)


def data_sets(refused: Refused = _silent) -> tuple[Resource, ...]:
    """The community's data sets, a folder of game system and catalogues each, one for each name, sorted by name."""
    found: dict[str, Resource] = {}
    for origin, folder in data_folders():
        base = folder / DATA_SETS
        for path in (*_folders(base, refused), *put_aside(base)):
            identity = clean_name(path.name)
            found.setdefault(identity, Resource(identity, path, origin))
    return tuple(found[name] for name in sorted(found, key=str.casefold))


def put_aside(base: Path) -> Iterator[Path]:
    """Yield data sets that were put aside to be replaced, in folders within `ASIDE`.

    They are there for a moment, or for longer where the program that did so was killed: they hold until the new ones
    have taken their places.
    """
    with suppress(OSError):
        yield from sorted(path for path in base.glob(f"{ADDED}*/{ASIDE}/*") if path.is_dir())


def own_data_sets() -> Path:
    """Return where data sets are added: below the first data folder, the player's own."""
    _, folder = next(data_folders())
    return folder / DATA_SETS


def _folders(base: Path, refused: Refused) -> list[Path]:
    """Return the folders in a folder, but for hidden ones; none where it cannot be entered."""
    try:
        with os.scandir(base) as found:
            return [Path(each) for each in found if each.is_dir() and not each.name.startswith(".")]
    except OSError as error:
        refused(error)
        return []


def armies_folder(chosen: str | None = None) -> Path:
    """Return where the player's own armies lie: `$MUSTER_ARMIES`, the folder chosen, or below the first data folder."""
    own = os.environ.get(ARMIES_VARIABLE) or chosen
    if own:
        return expanded(own)
    _, folder = next(data_folders())
    return folder / ARMIES


def games_file() -> Path:
    """Return where games are kept: in the folder `$MUSTER_GAMES`, or in the first data folder."""
    own = os.environ.get(GAMES_VARIABLE)
    if own:
        return expanded(own) / GAMES
    _, folder = next(data_folders())
    return folder / GAMES


def games_database() -> str:
    """Return the address of the database in which games are kept: `$MUSTER_STORE`; empty where that is the file.

    Raises:
        InputError: it is the address of no such database.
    """
    address = os.environ.get(STORE_VARIABLE, "").strip()
    if address and not address.startswith(("postgresql://", "postgres://")):
        message = "games are kept in the file without it, or in a database: postgresql://USER@HOST/NAME"
        raise InputError(Finding(Severity.ERROR, "games", message, at=Place(file=address)))
    return address


def expanded(text: str) -> Path:
    """Return a path as players write it, with the home folder in the place of `~` or `~name`.

    Raises:
        InputError: there is no such user, or no folder is called so.
    """
    if "\0" in text:
        raise InputError(Finding(Severity.ERROR, "file", "no folder can be called so", at=Place(file=text)))
    try:
        return Path(text).expanduser()
    except RuntimeError:
        user = text.partition("/")[0]
        message = f"there is no user whose folder {user} could be: write the whole path"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=text))) from None


def pasted(text: str) -> str:
    """Return a path without what terminals and file managers put around one that is dropped into a line.

    That is quotes, `file://` before it, a stroke before each blank.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    if text.startswith("file://"):
        text = unquote(text.removeprefix("file://"))
    return text.replace("\\ ", " ")


def army_files(folder: Path, refused: Refused = _silent) -> tuple[Path, ...]:
    """Return the armies in a folder and the folders in it, but for hidden ones, sorted."""
    return _files_below(folder, ARMY_ENDINGS, refused)


def _files_below(base: Path, endings: tuple[str, ...], refused: Refused) -> tuple[Path, ...]:
    """Return the files in a folder and the folders in it whose names end so, but for hidden ones, sorted."""
    found: list[Path] = []
    for here, folders, files in os.walk(base, onerror=refused):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names = (name for name in files if name.lower().endswith(endings) and not name.startswith("."))
        try:
            found.extend(path for name in names if (path := Path(here, name)).is_file())
        except OSError as error:  # its names may be read, but not what they are
            refused(error)
    return tuple(sorted(found))


def state_folder() -> Path:
    """Where the program keeps what it needs to remember between two commands: `$MUSTER_STATE`, or the user's folder."""
    own = os.environ.get(STATE_VARIABLE)
    if own:
        return Path(own)
    from platformdirs import user_state_path

    return user_state_path("muster", appauthor=False)


def config_folder() -> Path:
    """Return where the player's settings lie: `$MUSTER_CONFIG`, or the user's folder for them."""
    own = os.environ.get(CONFIG_VARIABLE)
    if own:
        return Path(own)
    from platformdirs import user_config_path

    return user_config_path("muster", appauthor=False)


def find_resources(kind: str, refused: Refused = _silent) -> tuple[Resource, ...]:
    """Every YAML file below the folder `kind` (`datasheets`, `templates/armies` …), one for each id, sorted by id."""
    found: dict[str, Resource] = {}
    for origin, folder in data_folders():
        base = folder / kind
        for path in _files_below(base, YAML_ENDINGS, refused):
            identity = clean_name(path.relative_to(base).with_suffix("").as_posix())
            found.setdefault(identity, Resource(identity, path, origin))
    return tuple(found[identity] for identity in sorted(found))


def find_resource(kind: str, identity: str) -> Resource | None:
    """Return the file of that id below the folder `kind`, or None."""
    return next((resource for resource in find_resources(kind) if resource.id == identity), None)
